//! The journal of a tuning: `tuning.csv` has a row for every step, written when the step is complete.
//!
//! Since the values that a step tries are a function of the results before it, a row is good if the same row follows from
//! its results. A killed tuning is cut back to its last good row, and continues after it. The games of the step that was
//! being played are played again.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::file::{TuneFile, TuneOutcome, TuneResult};
use super::{Parameter, Spsa, StepResult};
use crate::store::folder::{self, Content, Folder};
use crate::store::run_file::RunState;
use crate::store::{At as _, GoodLines, RecordError, Verifier, check_players, other_plan};

/// How often rows are brought to the disk.
const SYNCED_EVERY: Duration = Duration::from_secs(5);

/// The columns in front of those of the parameters.
const COLUMNS: [&str; 11] = [
    "step",
    "games",
    "plus_wins",
    "plus_draws",
    "plus_losses",
    "minus_wins",
    "minus_draws",
    "minus_losses",
    "plus_score",
    "minus_score",
    "forfeits",
];

/// The columns of `tuning.csv`.
pub(crate) fn columns(parameters: &[Parameter]) -> Vec<String> {
    let of_parameter = |parameter: &Parameter| {
        ["", "_sign", "_plus", "_minus"].map(|ending| format!("{}{ending}", parameter.name))
    };
    COLUMNS.map(str::to_owned).into_iter().chain(parameters.iter().flat_map(of_parameter)).collect()
}

/// The results of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct StepGames {
    /// Those of the two players.
    pub result: StepResult,
    /// The number of games that ended by a fault.
    pub forfeits: u64,
}

/// Lets the course take the results of its next step, and gives the row of the step.
fn advance(spsa: &mut Spsa, games: &StepGames) -> Vec<String> {
    let trial = spsa.trial();
    let StepResult { plus, minus } = games.result;
    spsa.learn(&games.result);
    let mut row = vec![spsa.done().to_string(), spsa.division().games_before(spsa.done()).to_string()];
    row.extend(plus.iter().chain(&minus).map(u64::to_string));
    row.extend(games.result.scores().map(|score| format!("{score:.6}")));
    row.push(games.forfeits.to_string());
    for (place, value) in spsa.values().iter().enumerate() {
        row.push(format!("{value:.6}"));
        row.extend([
            trial.signs[place].to_string(),
            trial.plus[place].to_string(),
            trial.minus[place].to_string(),
        ]);
    }
    row
}

/// The results in a row.
fn read(record: &csv::StringRecord) -> Option<StepGames> {
    let count = |place: usize| record.get(place)?.parse::<u32>().ok().map(u64::from);
    let three = |first: usize| Some([count(first)?, count(first + 1)?, count(first + 2)?]);
    Some(StepGames { result: StepResult { plus: three(2)?, minus: three(5)? }, forfeits: count(10)? })
}

/// A tuning being recorded.
#[derive(Debug)]
pub(crate) struct TuningJournal {
    folder: Folder,
    file: TuneFile,
    log: File,
    spsa: Spsa,
    forfeits: u64,
    last_synced: Instant,
}

impl TuningJournal {
    /// Opens the journal of a tuning in a folder: a new one, or one to continue. `spsa` is its course before the first
    /// step, `names` are the players whose fingerprints the verifier takes.
    pub(crate) fn open(
        out: &Path,
        file: TuneFile,
        fresh: bool,
        spsa: Spsa,
        names: &[&str],
        verifier: &mut dyn Verifier,
    ) -> Result<TuningJournal, RecordError> {
        let folder = Folder::claim_for(out, Content::Tuning)?;
        let found = if fresh { None } else { TuneFile::tuning_in(out)? };
        match found {
            Some(found) if found.plan_hash != file.plan_hash => Err(other_plan(out, &file, &found)),
            Some(found) if found.state != RunState::Starting => {
                let recorded = found.fingerprints_of(names.len());
                let fingerprints = check_players(out, names, recorded, &found.arena, verifier)?;
                let file = file.continuing(&found).with_fingerprints(&fingerprints);
                TuningJournal::resume(folder, file, spsa)
            }
            Some(_) => TuningJournal::begin(folder, file, spsa, verifier),
            None => match occupied(&folder).filter(|_| !fresh) {
                Some(file) => {
                    folder.leave_as_found()?;
                    Err(RecordError::NotARun { folder: out.to_owned(), file })
                }
                None => TuningJournal::begin(folder, file, spsa, verifier),
            },
        }
    }

    fn begin(
        folder: Folder,
        file: TuneFile,
        spsa: Spsa,
        verifier: &mut dyn Verifier,
    ) -> Result<TuningJournal, RecordError> {
        let fingerprints = verifier.fingerprints();
        let log = folder.games().at("write", &folder.file(folder::TUNING))?;
        let file = file.with_fingerprints(&fingerprints);
        let mut journal = TuningJournal { folder, file, log, spsa, forfeits: 0, last_synced: Instant::now() };
        journal.save_state(RunState::Starting, None)?;
        journal.folder.clear()?;
        let columns = columns(journal.spsa.parameters());
        journal.write_row(&columns)?;
        journal.save_state(RunState::Running, None)?;
        journal.folder.sync()?;
        Ok(journal)
    }

    /// Continues after the good rows, and cuts off the rest.
    fn resume(folder: Folder, file: TuneFile, mut spsa: Spsa) -> Result<TuningJournal, RecordError> {
        let path = folder.file(folder::TUNING);
        let mut lines = GoodLines::open(folder.games().at("read", &path)?).at("read", &path)?;
        let columns = columns(spsa.parameters());
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let has_header = lines.next_is(&names);
        let mut forfeits = 0;
        while has_header && !spsa.is_done() {
            let expected = spsa.division().games_of(spsa.done());
            let mut next = spsa.clone();
            let games = lines.read().and_then(|record| {
                let games = read(record).filter(|games| is_complete(games, expected))?;
                advance(&mut next, &games).iter().eq(record.iter()).then_some(games)
            });
            let Some(games) = games else { break };
            lines.accept();
            spsa = next;
            forfeits += games.forfeits;
        }
        let log = lines.cut().at("write", &path)?;
        let mut journal = TuningJournal { folder, file, log, spsa, forfeits, last_synced: Instant::now() };
        if !has_header {
            journal.write_row(&columns)?;
        }
        journal.save_state(RunState::Running, None)?;
        Ok(journal)
    }

    /// The course so far.
    pub(crate) fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// The number of forfeited games so far.
    pub(crate) fn forfeits(&self) -> u64 {
        self.forfeits
    }

    /// The folder for the logs of bots.
    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.file(folder::LOGS)
    }

    /// Commits the results of the next step.
    pub(crate) fn commit(&mut self, games: &StepGames) -> Result<(), RecordError> {
        let mut next = self.spsa.clone();
        let row = advance(&mut next, games);
        self.write_row(&row)?;
        self.spsa = next;
        self.forfeits += games.forfeits;
        if self.last_synced.elapsed() >= SYNCED_EVERY {
            self.sync()?;
            self.last_synced = Instant::now();
        }
        Ok(())
    }

    /// Saves everything, to be continued later.
    pub(crate) fn interrupt(&mut self) -> Result<(), RecordError> {
        self.sync()?;
        self.save_state(RunState::Interrupted, None)
    }

    /// Completes the files.
    pub(crate) fn finish(self, result: &TuneResult) -> Result<(), RecordError> {
        self.sync()?;
        self.save_state(RunState::Finished, Some(result))?;
        self.folder.sync()
    }

    fn sync(&self) -> Result<(), RecordError> {
        self.log.sync_data().at("write", &self.folder.file(folder::TUNING))
    }

    fn save_state(&self, state: RunState, result: Option<&TuneResult>) -> Result<(), RecordError> {
        let path = self.folder.file(folder::TUNE);
        let mut file = self.file.in_state(state);
        file.result = TuneOutcome { result: result.cloned() };
        let bytes = file.bytes().at("write", &path)?;
        self.folder.write(folder::TUNE, &bytes)
    }

    fn write_row(&mut self, row: &[String]) -> Result<(), RecordError> {
        let path = self.folder.file(folder::TUNING);
        let at = self.log.stream_position().at("read", &path)?;
        self.folder.check_not_lost(at)?;
        // No field needs quotes: names of parameters and numbers.
        self.log.write_all(format!("{}\n", row.join(",")).as_bytes()).at("write", &path)
    }
}

/// Whether the players of a step have results of all its games.
fn is_complete(games: &StepGames, expected: u64) -> bool {
    let StepResult { plus, minus } = games.result;
    let [plus, minus] = [plus, minus].map(|counts| counts.iter().sum::<u64>());
    plus == minus && (plus == expected || 2 * plus == expected)
}

/// A file of something else in the folder.
fn occupied(folder: &Folder) -> Option<&'static str> {
    let verdict = "verdict/run.json";
    folder.content().or_else(|| folder.file(verdict).exists().then_some(verdict))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::play::fingerprint::Fingerprint;
    use crate::play::finished::FinishedGame;
    use crate::play::plan::{Digests, ResolvedPlan};
    use crate::play::runner::Interrupted;
    use crate::play::schedule::Pairing;
    use crate::players::strategies::SpecTemplate;
    use crate::run::tune::{Division, ResolvedTunePlan, TunePlan};
    use crate::stats::Sprt;
    use crate::store::{NotContinued, Tallies};
    use crate::text::Decimal;

    /// A build whose players play as they did.
    struct SameBuild;

    impl Verifier for SameBuild {
        fn verify(&mut self, _: &FinishedGame<&str>, _: &Tallies) -> Option<Pairing> {
            None
        }

        fn locate(&mut self, _: &FinishedGame<&str>, _: &Tallies) -> Option<Pairing> {
            None
        }

        fn fingerprints(&mut self) -> Vec<Fingerprint> {
            Vec::new()
        }

        fn first_difference(&mut self, _: &[Fingerprint]) -> Result<Option<usize>, Interrupted> {
            Ok(None)
        }

        fn continues(&mut self, _: &ResolvedPlan) -> Result<(), NotContinued> {
            Err(NotContinued::OtherPlan)
        }

        fn is_interrupted(&self) -> bool {
            false
        }
    }

    fn plan() -> ResolvedTunePlan {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        let parameter = |name: &str, whole| Parameter {
            name: name.to_owned(),
            start: decimal("1"),
            low: decimal("-2"),
            high: decimal("8"),
            step: decimal("1"),
            whole,
        };
        let plan = TunePlan {
            game: "kalah".parse().unwrap(),
            template: SpecTemplate::read("smart:{d:1},nodes={n:1}").unwrap(),
            parameters: vec![parameter("d", true), parameter("n", false)],
            against: Vec::new(),
            openings: "random".parse().unwrap(),
            seed: 1,
            division: Division::new(48, 0, Some(6)).unwrap(),
            max_plies: None,
            sprt: Sprt::new(0.0, 10.0),
            verdict_games: 10,
        };
        ResolvedTunePlan { plan, digests: Digests::default() }
    }

    fn open(folder: &Path, plan: &ResolvedTunePlan, fresh: bool) -> Result<TuningJournal, RecordError> {
        let file = TuneFile::of(plan, true, 1, "arena tune".to_owned());
        let spsa = Spsa::new(plan.parameters.clone(), plan.division, plan.seed);
        TuningJournal::open(folder, file, fresh, spsa, &[], &mut SameBuild)
    }

    /// Plays the steps that are missing: the results of a step are a function of its number.
    fn play(journal: &mut TuningJournal) {
        while !journal.spsa().is_done() {
            let wins = [8, 3, 5, 0, 6, 4][journal.spsa().done() as usize];
            let result = StepResult { plus: [wins, 0, 8 - wins], minus: [8 - wins, 0, wins] };
            journal.commit(&StepGames { result, forfeits: 0 }).unwrap();
        }
    }

    #[test]
    fn a_course_that_is_cut_anywhere_continues_to_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        play(&mut open(folder.path(), &plan(), false).unwrap());
        let path = folder.path().join(folder::TUNING);
        let whole = fs::read(&path).unwrap();
        insta::assert_snapshot!(String::from_utf8_lossy(&whole), @"
        step,games,plus_wins,plus_draws,plus_losses,minus_wins,minus_draws,minus_losses,plus_score,minus_score,forfeits,d,d_sign,d_plus,d_minus,n,n_sign,n_plus,n_minus
        1,8,8,0,0,0,0,8,1.000000,0.000000,0,5.859082,1,2,0,-2.000000,-1,0,2
        2,16,3,0,5,5,0,3,0.375000,0.625000,0,6.831750,-1,5,7,-2.000000,1,-1.068,-2
        3,24,5,0,3,3,0,5,0.625000,0.375000,0,5.998703,-1,6,8,-1.166953,1,-1.105,-2
        4,32,0,0,8,8,0,0,0.000000,1.000000,0,8.000000,-1,5,7,1.792847,-1,-2,-0.298
        5,40,6,0,2,2,0,6,0.750000,0.250000,0,8.000000,1,8,7,3.137441,1,2.643,0.943
        6,48,4,0,4,4,0,4,0.500000,0.500000,0,8.000000,-1,7,8,3.137441,1,3.972,2.303
        ");
        for cut in (0..=whole.len()).step_by(13) {
            let garbage = ["", "\0\0\0\n", "7,8,9\n"][cut % 3];
            fs::write(&path, [&whole[..cut], garbage.as_bytes()].concat()).unwrap();
            let mut journal = open(folder.path(), &plan(), false).unwrap();
            let lines = String::from_utf8_lossy(&whole[..cut]).matches('\n').count() as u64;
            assert_eq!(journal.spsa().done(), lines.saturating_sub(1), "all good rows are kept");
            play(&mut journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_row_that_does_not_follow_from_its_results_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        play(&mut open(folder.path(), &plan(), false).unwrap());
        let path = folder.path().join(folder::TUNING);
        let whole = fs::read_to_string(&path).unwrap();
        let changed = whole.replacen("\n3,24,5,0,3,", "\n3,24,6,0,2,", 1);
        assert_ne!(whole, changed);
        fs::write(&path, changed).unwrap();
        assert_eq!(open(folder.path(), &plan(), false).unwrap().spsa().done(), 2);
    }

    #[test]
    fn another_plan_and_other_files_are_left_alone_unless_fresh() {
        let folder = tempfile::tempdir().unwrap();
        play(&mut open(folder.path(), &plan(), false).unwrap());
        let mut other = plan();
        other.plan.seed = 2;
        let error = open(folder.path(), &other, false).unwrap_err();
        assert!(error.to_string().contains("(seed: 1 there, 2 here)\n"), "{error}");
        assert!(error.to_string().contains("or finish the run in this one first"), "{error}");
        assert_eq!(open(folder.path(), &other, true).unwrap().spsa().done(), 0);
        let run = tempfile::tempdir().unwrap();
        fs::write(run.path().join(folder::GAMES), "game\n").unwrap();
        let error = open(run.path(), &plan(), false).unwrap_err();
        assert!(matches!(error, RecordError::NotARun { file: folder::GAMES, .. }), "{error}");
        assert!(!run.path().join(folder::TUNING).exists());
    }
}
