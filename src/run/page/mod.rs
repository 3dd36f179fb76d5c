//! What the page of `arena report` shows: runs and tunings, read from their files.

mod drawn;
mod tuning;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::games::AnyPosition;
use crate::play::host::GameSpec;
use crate::stats::{self, Anchor, Crosstable, IntervalBasis, Ratings, Standing};
use crate::store::Summary;
use crate::store::faults::Forfeits;
use crate::store::folder::{RUN, TUNE, VERDICT};
use crate::store::games_file::GamesError;
use crate::store::overview::{
    FaultsFound, MOST_GAMES, MistakeRow, MoveValues, PlayerTimes, Repeats, ReviewRow, RunCounts, RunSource,
    SelectedGame, Selection,
};
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{RunFile, RunState};
use crate::store::selected_games::AttributeCondition;
use crate::store::timings::Timings;

pub(crate) use drawn::draw_boards;
pub(crate) use tuning::{StepPoint, Tuned, TuningData};

/// How many bytes of games a page has at most, of all its runs together.
pub(crate) const MOST_BYTES: usize = 1_900_000;

/// A run as the page needs it: what was read, and what was computed from it.
pub(crate) struct RunData {
    /// Its folder or file, as typed.
    pub path: String,
    /// What the games that count have to meet.
    pub conditions: Vec<String>,
    pub found: Option<RunFile>,
    /// The spec of the game; empty if unknown.
    pub game: String,
    pub rules: Option<GameSpec>,
    /// What the sides are called.
    pub sides: [String; 2],
    /// In the order of the plan; by name if there is none.
    pub players: Vec<PlayerText>,
    pub counted: RunCounts,
    /// The players from the strongest to the weakest.
    pub standings: Vec<Standing>,
    pub crosstable: Crosstable,
    pub summaries: Vec<Summary>,
    pub measured: Timings,
    /// The cost of the players' moves, if it was measured.
    pub times: Vec<PlayerTimes>,
    pub faults: FaultsFound,
    pub review: Vec<ReviewRow>,
    /// The lost games of a player, if they were explained.
    pub mistakes: Vec<MistakeRow>,
    /// The tuning that this run is the verdict of.
    pub tuning: Option<TuningData>,
    /// The games that are shown one by one, the most telling first.
    pub selected: Vec<SelectedGame>,
    /// The position from which they can be replayed; `None` if only a referee knows the rules.
    pub start: Option<AnyPosition>,
    pub values: MoveValues,
    /// The boards of games that only a referee knows, by game, if it was asked for them.
    pub drawn: BTreeMap<u64, Vec<String>>,
}

impl RunData {
    pub(crate) fn games(&self) -> u64 {
        self.counted.tallies.games()
    }

    /// Whether it is still being played, as far as its files say.
    pub(crate) fn is_running(&self) -> bool {
        let state = self.found.as_ref().map(|found| found.state);
        match &self.tuning {
            Some(tuning) => tuning.is_running,
            None => matches!(state, Some(RunState::Running | RunState::Starting)),
        }
    }
}

/// Reads the runs of a page: the folder of each, its `games.csv`, or any file of games; or the folder of a tuning. The
/// page calls them by the paths `shown`.
/// Only games that meet the conditions count.
pub(crate) fn read(
    runs: &[PathBuf],
    shown: &[PathBuf],
    conditions: &[AttributeCondition],
) -> Result<Vec<RunData>, GamesError> {
    let most_games = (MOST_GAMES / runs.len().max(1)).max(1);
    runs.iter().zip(shown).map(|(path, shown)| read_path(path, shown, most_games, conditions)).collect()
}

fn read_path(
    path: &Path,
    shown: &Path,
    most_games: usize,
    conditions: &[AttributeCondition],
) -> Result<RunData, GamesError> {
    if path.join(RUN).exists() || !path.join(TUNE).exists() {
        return read_run(path, shown, most_games, conditions);
    }
    let Some(tuning) = TuningData::read(path) else {
        return Err(GamesError::Wrong {
            place: path.join(TUNE).display().to_string(),
            problem: "not the tune.json of a tuning that this version reads".to_owned(),
            advice: "give the folder of a run or a tuning".to_owned(),
        });
    };
    let verdict = read_run(&path.join(VERDICT), &shown.join(VERDICT), most_games, conditions);
    let run = verdict.unwrap_or_else(|_| without_games(shown, &tuning));
    Ok(RunData { tuning: Some(tuning), ..run })
}

/// A tuning whose verdict has no games yet.
fn without_games(shown: &Path, tuning: &TuningData) -> RunData {
    let names = ["tuned", "initial"].map(str::to_owned);
    RunData {
        path: shown.display().to_string(),
        conditions: Vec::new(),
        found: None,
        game: tuning.game.clone(),
        rules: None,
        sides: side_names(None),
        players: Vec::new(),
        counted: RunCounts::new(&names, Repeats::No),
        standings: Vec::new(),
        crosstable: Crosstable::new(names.len()),
        summaries: Vec::new(),
        measured: Timings::default(),
        times: Vec::new(),
        faults: FaultsFound::default(),
        review: Vec::new(),
        mistakes: Vec::new(),
        tuning: None,
        selected: Vec::new(),
        start: None,
        values: MoveValues::default(),
        drawn: BTreeMap::new(),
    }
}

fn read_run(
    path: &Path,
    shown: &Path,
    most_games: usize,
    conditions: &[AttributeCondition],
) -> Result<RunData, GamesError> {
    let source = RunSource::find(path, conditions)?;
    let found = source.found()?;
    let (players, bare_table) = source.players(found.as_ref())?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let counted = source.count(&names, found.as_ref())?;
    let crosstable = bare_table.unwrap_or_else(|| counted.tallies.crosstable());
    let anchor = found.as_ref().and_then(RunFile::anchor);
    let anchor = anchor.and_then(|text| Anchor::parse(&text, &names).ok());
    // Games that stand alone are taken for a run that was played as planned.
    let basis = found.as_ref().map_or(IntervalBasis::Fixed, |found| found.interval_basis(found.state));
    let ratings = Ratings::of(&crosstable, anchor).resting_on(basis);
    let mut standings = stats::standings(&names, &crosstable, &ratings);

    let game = found.as_ref().map_or(String::new(), |found| found.plan.game.clone());
    let rules: Option<GameSpec> = game.parse().ok();
    let measured = source.measured();
    let is_finished = found.as_ref().is_some_and(|found| found.state == RunState::Finished);
    let times = source.times(&names, is_finished, measured.as_ref());
    complete(&mut standings, &counted, &times);

    let seed = found.as_ref().map_or(1, |found| found.plan.seed);
    let selected = source.select(Selection::new(most_games, seed, names.len(), &standings), &names)?;
    Ok(RunData {
        path: shown.display().to_string(),
        conditions: conditions.iter().map(AttributeCondition::to_string).collect(),
        found,
        sides: side_names(rules.as_ref()),
        players,
        standings,
        crosstable,
        summaries: counted.tallies.summaries(&game, basis),
        counted,
        measured: measured.unwrap_or_default(),
        times,
        faults: source.faults(),
        review: source.review(),
        mistakes: source.mistakes(),
        tuning: None,
        start: rules.as_ref().and_then(|rules| start(rules, &selected)),
        values: source.values(&selected),
        drawn: BTreeMap::new(),
        selected,
        game,
        rules,
    })
}

fn side_names(rules: Option<&GameSpec>) -> [String; 2] {
    rules.map_or(["first", "second"], GameSpec::side_names).map(str::to_owned)
}

/// The start of a game on a board that has room for the openings of these games.
fn start(rules: &GameSpec, selected: &[SelectedGame]) -> Option<AnyPosition> {
    let openings = selected.iter().filter_map(|one| one.game.opening.as_deref());
    let openings: Vec<&str> = openings.filter(|text| !text.is_empty()).collect();
    Some(rules.host_for(&openings).ok()?.start())
}

/// Adds what the ratings do not know.
fn complete(standings: &mut [Standing], counted: &RunCounts, times: &[PlayerTimes]) {
    for standing in standings {
        standing.forfeits = counted.tallies.forfeits().get(standing.number).map_or(0, Forfeits::total);
        if let Some(times) = times.iter().find(|times| times.player == standing.number) {
            standing.cost = times.cost();
        }
    }
}
