//! The steps of a tuning, played one after the other.

use std::collections::VecDeque;

use super::resolve::Tuned as _;
use super::{Failure, Tuning};
use crate::games::Outcome;
use crate::play::runner::{Ended, GameRecord};
use crate::play::schedule::{Batch, Block, Pairing};
use crate::report::numbers::{counted, grouped};
use crate::report::percent;
use crate::report::progress::{Progress, SoFar};
use crate::run::session::{Session, Threads};
use crate::run::tune::journal::{StepGames, TuningJournal};
use crate::run::tune::{Decimal, Division, Spsa};
use crate::store::folder::LOGS;

/// The players of a step, by their places: the first one, the second one, then the opponents.
const PLUS: usize = 0;
const MINUS: usize = 1;
const OPPONENTS: usize = 2;

/// The part of the steps that counts as recent: one in this many.
const RECENT_PART: u64 = 10;

/// How many parameters a line of progress has.
const MOST_SHOWN: usize = 4;

/// Plays the steps that are missing.
pub(super) fn play(
    tuning: &Tuning<'_>,
    session: &mut Session,
    threads: &Threads,
    journal: &mut TuningJournal,
) -> Result<(), Failure> {
    let division = tuning.plan.division;
    let before = division.games_before(journal.spsa().done());
    let mut progress = Progress::begin(tuning.mode, division.games(), before);
    let mut recent = Recent::new(division.steps(), !tuning.plan.against.is_empty());
    let played = loop {
        if journal.spsa().is_done() {
            break Ok(());
        }
        match step(tuning, session, threads, journal) {
            Ok(games) => {
                recent.add(journal.spsa(), &games);
                let spsa = journal.spsa();
                progress.update(division.games_before(spsa.done()), || recent.show(spsa));
            }
            Err(failure) => break Err(failure),
        }
    };
    progress.end();
    played
}

/// Plays the next step.
fn step(
    tuning: &Tuning<'_>,
    session: &mut Session,
    threads: &Threads,
    journal: &mut TuningJournal,
) -> Result<StepGames, Failure> {
    let division = tuning.plan.division;
    let number = journal.spsa().done();
    let trial = journal.spsa().trial();
    for (place, name, values) in [(PLUS, "plus", &trial.plus), (MINUS, "minus", &trial.minus)] {
        let player = tuning.template.player(name, values)?;
        session.replace_player(place, player).map_err(|error| Failure::Player(error.to_string()))?;
    }
    session.log_to(&journal.logs());
    let mut games = StepGames::default();
    let mut fault = None;
    let ended = session.play_block(threads, &block(division, tuning.plan.against.len(), number), |game| {
        count(&mut games, game);
        if let Some(forfeit) = game.forfeit {
            fault = Some(format!("{} ({})", game.reason, forfeit.said));
        }
    });
    match ended {
        Ended::Complete | Ended::Enough => {}
        Ended::Interrupted => {
            journal.interrupt()?;
            let done = counted(division.games_before(number), "game");
            let steps = grouped(division.steps());
            return Err(tuning.interrupted(&format!("after {number} of {steps} steps and {done}")));
        }
        Ended::Failed(how) => {
            journal.interrupt()?;
            return Err(Failure::Player(how));
        }
    }
    journal.commit(&games)?;
    if journal.forfeits() >= u64::from(tuning.args.max_forfeits) {
        journal.interrupt()?;
        return Err(Failure::Player(format!(
            "stopped after {}: {} were forfeited, the last one by {}; see {}\nfix the player and add --fresh, or \
             continue with --max-forfeits {}",
            counted(division.games_before(number + 1), "game"),
            grouped(journal.forfeits()),
            fault.unwrap_or_default(),
            tuning.folder.join(LOGS).display(),
            u64::from(tuning.args.max_forfeits) * 10,
        )));
    }
    Ok(games)
}

/// The games of a step.
fn block(division: Division, opponents: usize, step: u64) -> Block {
    let pairings: Vec<Pairing> = if opponents == 0 {
        vec![Pairing { a: PLUS, b: MINUS }]
    } else {
        let each = |b| [Pairing { a: PLUS, b }, Pairing { a: MINUS, b }];
        (OPPONENTS..OPPONENTS + opponents).flat_map(each).collect()
    };
    let rounds = division.rounds_of(step);
    let batch = Batch { pairings, games: 2 * (rounds.end - rounds.start) };
    Block::after_rounds(rounds.start, batch)
}

/// Adds a game to the results of the two players.
fn count(games: &mut StepGames, game: &GameRecord<'_>) {
    for (side, player) in game.fixture.sides().into_iter().enumerate() {
        let counts = match player {
            PLUS => &mut games.result.plus,
            MINUS => &mut games.result.minus,
            _ => continue,
        };
        let place = match game.outcome {
            Outcome::Win(winner) if winner.index() == side => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        };
        counts[place] += 1;
    }
    games.forfeits += u64::from(game.forfeit.is_some());
}

/// The last steps, for progress.
struct Recent {
    most: usize,
    has_opponents: bool,
    /// The values after each step, and the score in it.
    steps: VecDeque<(Vec<f64>, f64)>,
}

impl Recent {
    fn new(steps: u64, has_opponents: bool) -> Recent {
        let most = usize::try_from(steps / RECENT_PART).unwrap_or(usize::MAX).clamp(2, 1000);
        Recent { most, has_opponents, steps: VecDeque::new() }
    }

    fn add(&mut self, spsa: &Spsa, games: &StepGames) {
        let [plus, minus] = games.result.scores();
        let score = if self.has_opponents { f64::midpoint(plus, minus) } else { plus };
        self.steps.push_back((spsa.values().to_vec(), score));
        if self.steps.len() > self.most {
            self.steps.pop_front();
        }
    }

    /// The parameters, how far they moved recently, and the score of the recent steps.
    fn show(&self, spsa: &Spsa) -> SoFar {
        let first = self.steps.front().map(|(values, _)| values.as_slice());
        let all = spsa.parameters().iter().zip(spsa.values()).enumerate();
        let shown = all.take(MOST_SHOWN).map(|(place, (parameter, &value))| {
            let moved = Decimal::nearest(value - first.map_or(value, |first| first[place]));
            let sign = if moved.is_negative() { "" } else { "+" };
            format!("{} {} ({sign}{moved})", parameter.name, Decimal::nearest(value))
        });
        let mut brief = shown.collect::<Vec<_>>().join(", ");
        if spsa.parameters().len() > MOST_SHOWN {
            brief += ", …";
        }
        let score = self.steps.iter().map(|(_, score)| score).sum::<f64>() / self.steps.len().max(1) as f64;
        let whose = if self.has_opponents { "" } else { "plus " };
        brief += &format!("; {whose}{} in {} steps", percent(score), self.steps.len());
        SoFar { brief, more: String::new() }
    }
}
