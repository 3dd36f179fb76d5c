//! The files of a run, or a bare file of games: two passes over the games, and the small files once.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::faults::{FaultsFound, logs};
use super::gather::{Gather, Repeats, RunCounts};
use super::move_values::MoveValues;
use super::rows::{MistakeRow, ReviewRow, rows_of};
use super::select::{SelectedGame, Selection};
use super::times::PlayerTimes;
use crate::play::schedule::FormatKind;
use crate::stats::Crosstable;
use crate::store::folder::{FAULTS, GAMES, LOGS, MISTAKES, MOVES, REVIEW, RUN, SUMMARY, TIMINGS};
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::meetings::Gathered;
use crate::store::pair_numbers::PairNumbers;
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{RunFile, RunState};
use crate::store::selected_games::{AttributeCondition, SelectedGames};
use crate::store::shard::SHARDS;
use crate::store::timings::Timings;
use crate::store::timings_so_far;
use crate::text::file::open_regular;
use crate::text::{escaped, nearest, program};

const MOST_REVIEW_ROWS: usize = 400;

/// The rows of explained games that are read.
const MOST_MISTAKES: usize = 10_000;

/// Where the games are, and the files next to them.
pub(crate) struct RunSource {
    games: PathBuf,
    /// The folder of the run; `None` for a bare file of games.
    folder: Option<PathBuf>,
    /// Those that count.
    selected: SelectedGames,
}

impl RunSource {
    /// The games at a path that meet these conditions.
    pub(crate) fn find(path: &Path, conditions: &[AttributeCondition]) -> Result<RunSource, GamesError> {
        let source = RunSource::find_all(path)?;
        let selected = SelectedGames::beside(&source.games, conditions)?;
        Ok(RunSource { selected, ..source })
    }

    fn find_all(path: &Path) -> Result<RunSource, GamesError> {
        let selected = SelectedGames::default();
        let wrong = |problem: &str, advice: String| GamesError::Wrong {
            place: path.display().to_string(),
            problem: problem.to_owned(),
            advice,
        };
        if !path.is_dir() {
            if !path.exists() {
                return Err(wrong("there is no such folder or file", advice_for(path)));
            }
            let is_games = path.file_name().is_some_and(|name| name == GAMES);
            let folder = path.parent().filter(|folder| is_games && folder.join(RUN).exists());
            return Ok(RunSource { games: path.to_owned(), folder: folder.map(Path::to_owned), selected });
        }
        let games = path.join(GAMES);
        if games.exists() {
            let folder = path.join(RUN).exists().then(|| path.to_owned());
            return Ok(RunSource { games, folder, selected });
        }
        if path.join(SHARDS).is_dir() {
            let advice = format!("put its shards together first: {} merge {}", program(), path.display());
            return Err(wrong("the folder has shards, but no games.csv", advice));
        }
        Err(wrong("the folder has no games.csv", "give the folder of a match or a tournament".to_owned()))
    }

    fn place(&self) -> String {
        self.games.display().to_string()
    }

    fn wrong(&self, problem: &str, advice: &str) -> GamesError {
        GamesError::Wrong { place: self.place(), problem: problem.to_owned(), advice: advice.to_owned() }
    }

    /// A file of the run, if there is one.
    fn open(&self, name: &str) -> Option<File> {
        open_regular(&self.folder.as_ref()?.join(name)).ok()
    }

    fn games(&self) -> Result<BufReader<File>, GamesError> {
        let opened = open_regular(&self.games);
        opened.map(BufReader::new).map_err(|source| GamesError::Io { place: self.place(), source })
    }

    /// The `run.json`, which must be readable if there is one.
    pub(crate) fn found(&self) -> Result<Option<RunFile>, GamesError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let path = folder.join(RUN);
        let wrong = |problem: String| GamesError::Wrong {
            place: path.display().to_string(),
            problem,
            advice: "give the folder of a run, or copy its games.csv elsewhere to report on the games alone"
                .to_owned(),
        };
        let found = RunFile::read(folder).map_err(wrong)?;
        if !found.is_readable() {
            return Err(wrong(format!("format {} is not one that this version reads", found.schema_version)));
        }
        Ok(Some(found))
    }

    /// The players: those of the plan, or those of the file by name, then with the results between them.
    pub(crate) fn players(
        &self,
        found: Option<&RunFile>,
    ) -> Result<(Vec<PlayerText>, Option<Crosstable>), GamesError> {
        if let Some(found) = found {
            let escaped = |player: &PlayerText| PlayerText {
                name: escaped(&player.name).into_owned(),
                ..player.clone()
            };
            let players: Vec<PlayerText> = found.plan.players().map(escaped).collect();
            if players.len() < 2 {
                return Err(
                    self.wrong("its run.json names no players", "give the folder of a match or a tournament")
                );
            }
            return Ok((players, None));
        }
        let mut gathered = Gathered::default();
        gathered.read(&self.place(), self.games()?, None, &self.selected)?;
        let (names, table) = gathered.crosstable();
        let players =
            names.into_iter().map(|name| PlayerText { spec: name.clone(), name, digest: None }).collect();
        Ok((players, Some(table)))
    }

    /// The first pass: counts everything.
    pub(crate) fn count(&self, names: &[String], found: Option<&RunFile>) -> Result<RunCounts, GamesError> {
        let repeats = match found {
            Some(found) if found.state == RunState::Finished => {
                self.open(SUMMARY).map_or(Repeats::Unknown, repeats)
            }
            _ => Repeats::Unknown,
        };
        let place = self.place();
        let format = found.map_or(FormatKind::RoundRobin, |found| found.plan.format_kind());
        let numbers = if format.chooses_by_results() {
            PairNumbers::read(&place, self.games()?)?
        } else {
            PairNumbers::default()
        };
        let mut gather = Gather::new(names, repeats, found, numbers);
        games_file::read(self.games()?, &place, Columns::All, |game, line| {
            if self.selected.has(game.number) { gather.add(game, &place, line) } else { Ok(()) }
        })?;
        let counted = gather.finish();
        if counted.tallies.games() == 0 {
            let advice = format!("play some first, for example with {} smart:6 bad", program());
            return Err(self.wrong("there are no games", &advice));
        }
        Ok(counted)
    }

    /// The second pass: selects the games to embed.
    pub(crate) fn select(
        &self,
        mut selection: Selection,
        names: &[String],
    ) -> Result<Vec<SelectedGame>, GamesError> {
        let place = self.place();
        let place_of = |name: &str| names.iter().position(|known| known == name);
        games_file::read(self.games()?, &place, Columns::All, |game, _| {
            // A game that was added since the first pass may have a new player.
            if let [Some(first), Some(second)] = game.players.map(place_of)
                && self.selected.has(game.number)
            {
                selection.add(game, [first, second]);
            }
            Ok(())
        })?;
        Ok(selection.finish())
    }

    /// The values of the moves of these games.
    pub(crate) fn values(&self, games: &[SelectedGame]) -> MoveValues {
        let numbers: BTreeSet<u64> = games.iter().map(|selected| selected.game.number).collect();
        let moves = self.open(MOVES).map(BufReader::new);
        moves.and_then(|moves| MoveValues::read(moves, &numbers).ok()).unwrap_or_default()
    }

    pub(crate) fn faults(&self) -> FaultsFound {
        let mut found = self.open(FAULTS).map(FaultsFound::read).unwrap_or_default();
        if let Some(folder) = &self.folder {
            found.logs = logs(&folder.join(LOGS));
        }
        found
    }

    /// The measurements so far, if they were kept.
    pub(crate) fn measured(&self) -> Option<Timings> {
        self.folder.as_deref().and_then(timings_so_far)
    }

    /// The times of the players: of a finished run from its `timings.csv`.
    pub(crate) fn times(
        &self,
        names: &[String],
        is_finished: bool,
        measured: Option<&Timings>,
    ) -> Vec<PlayerTimes> {
        let rows = self.open(TIMINGS).filter(|_| is_finished).map(|file| rows_of(file).collect());
        PlayerTimes::of_players(names, rows.unwrap_or_default(), measured)
    }

    /// The first rows of a review.
    pub(crate) fn review(&self) -> Vec<ReviewRow> {
        self.open(REVIEW).map(|file| rows_of(file).take(MOST_REVIEW_ROWS).collect()).unwrap_or_default()
    }

    /// The first of the explained games.
    pub(crate) fn mistakes(&self) -> Vec<MistakeRow> {
        self.open(MISTAKES).map(|file| rows_of(file).take(MOST_MISTAKES).collect()).unwrap_or_default()
    }
}

/// Whether games repeat, by a `summary.csv`.
fn repeats(file: File) -> Repeats {
    #[derive(Deserialize)]
    struct Row {
        games: u64,
        distinct_games: u64,
    }
    let mut rows = rows_of::<Row>(file).peekable();
    if rows.peek().is_none() {
        return Repeats::Unknown;
    }
    if rows.all(|row| row.games == row.distinct_games) { Repeats::No } else { Repeats::Yes }
}

/// What to do about a path that does not exist: a name next to it that is nearly the same.
fn advice_for(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<String> = fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
        .unwrap_or_default();
    let typed = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match nearest(&typed, names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean '{}'?", path.with_file_name(name).display()),
        None => "give the folder of a run, or a file of games".to_owned(),
    }
}
