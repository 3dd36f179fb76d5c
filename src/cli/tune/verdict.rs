//! The match at the end of a tuning: the tuned values against the initial ones, with a sequential test.
//!
//! It is a normal run in the folder `verdict`, which every other command reads. Its openings are those that follow the
//! ones of the tuning in the order of the seed, so none was used before as long as the game has enough of them.

use super::resolve::Tuned as _;
use super::{Failure, Tuning};
use crate::cli::folder;
use crate::cli::matches::Match;
use crate::cli::recorder::{Recorder, Recovery};
use crate::cli::run::{failure, quoted};
use crate::cli::say;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::runner::{Ended, Measured};
use crate::play::schedule::{Pairing, Schedule};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::Progress;
use crate::run::session::{Session, SessionError, Threads};
use crate::run::tune::Decimal;
use crate::run::tune::file::Verdict;
use crate::run::tune::journal::TuningJournal;
use crate::store::Journal;
use crate::store::folder::VERDICT;
use crate::store::run_file::RunFile;

/// The players of the match.
const BOTH: Pairing = Pairing { a: 0, b: 1 };

/// Plays the match, from where it was interrupted.
pub(super) fn play(
    tuning: &Tuning<'_>,
    steps: &Session,
    threads: &Threads,
    tuned: &mut TuningJournal,
    values: &[Decimal],
) -> Result<Verdict, Failure> {
    let plan = plan(tuning, steps, values)?;
    if !tuning.args.quiet {
        announce(tuning, steps);
    }
    let session = Session::new(plan).map_err(|error| match error {
        SessionError::Interrupted => tuning.interrupted("before the verdict"),
        error => failure(error, &[]),
    });
    let mut session = match session {
        Err(failure @ Failure::Interrupted(_)) => {
            tuned.interrupt()?;
            return Err(failure);
        }
        session => session?,
    };
    let journal = open(tuning, &mut session, threads)?;
    session.log_to(&journal.logs());
    let games = session.games();
    let progress = Progress::begin(tuning.mode, games.end, journal.recorded_games());
    let show = Match { json: false, is_verbose: false, gate: true, paint: Paint::new(false) };
    let max_forfeits = u64::from(tuning.args.max_forfeits);
    let mut recorder = Recorder { journal, progress, show: &show, max_forfeits };
    let ended = session.play(threads, Measured::Sample, &mut recorder);
    recorder.progress.end();
    let (mut journal, ended) = (recorder.journal, ended?);
    let at_fault = journal.tallies().at_fault(max_forfeits).filter(|_| !journal.is_decided());
    if let Ended::Failed(how) = ended {
        journal.interrupt()?;
        tuned.interrupt()?;
        return Err(Failure::Player(how));
    }
    if ended == Ended::Interrupted || at_fault.is_some() {
        journal.interrupt()?;
        tuned.interrupt()?;
        let done = counted(journal.tallies().games(), "game");
        return Err(match at_fault {
            Some(player) => Failure::Player(format!(
                "stopped after {done} of the verdict: {} forfeited {}; see {}\nfix the player and add --fresh, or \
                 continue with --max-forfeits {}",
                journal.tallies().players()[player],
                grouped(max_forfeits),
                journal.logs().display(),
                max_forfeits * 10
            )),
            None => tuning.interrupted(&format!("after {done} of the verdict")),
        });
    }
    let verdict = verdict(&journal);
    journal.finish(&[])?;
    verdict
}

/// The plan of the match.
fn plan(tuning: &Tuning<'_>, steps: &Session, values: &[Decimal]) -> Result<Plan, Failure> {
    let plan = &tuning.plan;
    let tuned = tuning.template.player("tuned", values)?;
    let initial = tuning.template.player("initial", &tuning.start())?;
    let openings = match (plan.openings.source(), steps.opening_plies()) {
        (OpeningsSpec::Random(None), Some(plies)) => OpeningsSpec::Random(Some(plies)),
        (OpeningsSpec::Balanced(None), Some(plies)) => OpeningsSpec::Balanced(Some(plies)),
        (source, _) => source.clone(),
    };
    let openings = match openings {
        OpeningsSpec::Start => OpeningsSpec::Start,
        source => source.skipping(plan.openings.skipped() + plan.division.rounds()),
    };
    let schedule = Schedule::of_match(plan.verdict_games);
    Ok(Plan {
        openings,
        seed: plan.seed,
        max_plies: plan.max_plies,
        sprt: Some(plan.sprt),
        ..Plan::new(plan.game.clone(), vec![tuned, initial], schedule)
    })
}

/// Says what is played now, and whether there are enough openings for it.
fn announce(tuning: &Tuning<'_>, steps: &Session) {
    say(&format!(
        "the steps are done: the tuned values play the initial ones, at most {}",
        counted(tuning.plan.verdict_games, "game")
    ));
    let needed = tuning.plan.division.rounds() + tuning.plan.verdict_games.div_ceil(2);
    if let Some(openings) = steps.distinct_openings().filter(|&openings| openings < needed) {
        say(&format!(
            "warning: there are only {} openings, so some of this match were already used for tuning",
            grouped(openings)
        ));
    }
}

fn open(tuning: &Tuning<'_>, session: &mut Session, threads: &Threads) -> Result<Journal, Failure> {
    let out = tuning.folder.join(VERDICT);
    // Whatever another course has left there.
    let is_other = folder::found(&out).is_some_and(|found| found.plan_hash != session.plan().hash());
    let command = command(session.plan(), &out.display().to_string());
    let run = RunFile::new(session.plan(), session.is_reproducible(), false, threads.count(), command);
    let empty = session.tallies();
    let mut recovery = Recovery::new(session, tuning.mode);
    let journal = Journal::open(&out, run, is_other, empty, &mut recovery);
    recovery.end();
    Ok(journal?)
}

/// The command that plays the match alone.
fn command(plan: &Plan, out: &str) -> String {
    let sprt = plan.sprt.map(|sprt| sprt.to_string()).unwrap_or_default();
    let players = plan.players.iter().map(|player| format!("{}={player}", player.name()));
    let [a, b] = [players.clone().next(), players.clone().nth(1)].map(Option::unwrap_or_default);
    let (games, game) = (plan.schedule.games().to_string(), plan.game.to_string());
    let (openings, seed) = (plan.openings.to_string(), plan.seed.to_string());
    let mut words =
        vec!["arena", "--games", &games, "--a", &a, "--b", &b, "--sprt", &sprt, "--gate", "--game", &game];
    words.extend(["--openings", &openings, "--seed", &seed]);
    let most = plan.max_plies.map(|most| most.to_string());
    words.extend(most.iter().flat_map(|most| ["--max-plies", most]));
    words.extend(["--out", out]);
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// What the match has shown.
fn verdict(journal: &Journal) -> Result<Verdict, Failure> {
    let summary = journal.summary(BOTH);
    let (Some(score), Some(test)) = (summary.score, journal.test()) else {
        return Err(Failure::Player("the verdict has no games".to_owned()));
    };
    Ok(Verdict {
        games: summary.games,
        score,
        score_low: summary.interval.low,
        score_high: summary.interval.high,
        llr: test.llr,
        lower: test.lower,
        upper: test.upper,
        decision: test.verdict.to_string(),
    })
}
