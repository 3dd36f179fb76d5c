//! Reading a run, or a bare file of games: two passes over the games, and the small files once.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::boards::{Boards, MOST_BYTES};
use super::faults::FaultsFound;
use super::gather::{Gather, PageCounts, Repeats};
use super::run::{PagePlayer, RunData};
use super::select::{MOST_GAMES, SelectedGame, Selection};
use super::times::{self, PlayerTimes};
use super::tuning::TuningData;
use super::values::Values;
use super::{accuracy, words};
use crate::games::Side;
use crate::play::host::GameSpec;
use crate::report::warnings::{Warned, Warning};
use crate::stats::{self, Anchor, Crosstable, Ratings, Standing};
use crate::store::folder::{FAULTS, GAMES, LOGS, MOVES, REVIEW, RUN, SUMMARY, TIMINGS, TUNE, VERDICT};
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::meetings::Gathered;
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{RunFile, RunState};
use crate::store::shard::SHARDS;
use crate::store::timings::Timings;
use crate::store::{Summary, timings_so_far};
use crate::text::{escaped, nearest};

/// How much of a page a run may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageBudget {
    games: usize,
    bytes: usize,
}

impl PageBudget {
    /// The share of each of this many runs.
    pub(crate) fn for_each_of(runs: usize) -> PageBudget {
        let runs = runs.max(1);
        PageBudget { games: (MOST_GAMES / runs).max(1), bytes: MOST_BYTES / runs }
    }
}

/// Reads a run: its folder, its `games.csv`, or any file of games; or the folder of a tuning. The page calls it by the path
/// `shown`.
pub(crate) fn read(path: &Path, shown: &Path, budget: PageBudget) -> Result<RunData, GamesError> {
    if path.join(RUN).exists() || !path.join(TUNE).exists() {
        return read_run(path, shown, budget);
    }
    let Some(tuning) = TuningData::read(path) else {
        return Err(GamesError::Wrong {
            place: path.join(TUNE).display().to_string(),
            problem: "not the tune.json of a tuning that this version reads".to_owned(),
            advice: "give the folder of a run or a tuning".to_owned(),
        });
    };
    let verdict = read_run(&path.join(VERDICT), &shown.join(VERDICT), budget);
    let run = verdict.unwrap_or_else(|_| without_games(shown, &tuning));
    Ok(RunData { tuning: Some(tuning), ..run })
}

/// A tuning whose verdict has no games yet.
fn without_games(shown: &Path, tuning: &TuningData) -> RunData {
    let names = ["tuned", "initial"].map(str::to_owned);
    let sides = Side::BOTH.map(|side| side_word(side).to_owned());
    RunData {
        path: shown.display().to_string(),
        game: tuning.game.clone(),
        sides: sides.clone(),
        players: Vec::new(),
        counted: PageCounts::nothing(&names),
        standings: Vec::new(),
        crosstable: Crosstable::new(names.len()),
        summaries: Vec::new(),
        times: Vec::new(),
        faults: FaultsFound::default(),
        review: Vec::new(),
        tuning: None,
        boards: Boards::of(None, sides, names.to_vec(), String::new(), Vec::new(), &Values::default(), 0),
        warnings: Vec::new(),
        found: None,
    }
}

fn read_run(path: &Path, shown: &Path, budget: PageBudget) -> Result<RunData, GamesError> {
    let source = RunSource::find(path)?;
    let found = source.found()?;
    let (players, bare_table) = source.players(found.as_ref())?;
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let counted = source.count(&names, found.as_ref())?;
    let crosstable = bare_table.unwrap_or_else(|| counted.tallies.crosstable());
    let anchor = found.as_ref().and_then(RunFile::anchor);
    let anchor = anchor.and_then(|text| Anchor::parse(&text, &names).ok());
    let ratings = Ratings::of(&crosstable, anchor);
    let mut standings = stats::standings(&names, &crosstable, &ratings);

    let game_text = found.as_ref().map_or("", |found| found.plan.game.as_str());
    let game: Option<GameSpec> = game_text.parse().ok();
    let summaries = counted.tallies.summaries(game_text);
    let measured = source.folder.as_deref().and_then(timings_so_far);
    let is_finished = found.as_ref().is_some_and(|found| found.state == RunState::Finished);
    let rows =
        source.open(TIMINGS).filter(|_| is_finished).map(|file| rows_of(file).collect()).unwrap_or_default();
    let times = times::of_players(&names, rows, measured.as_ref());
    complete(&mut standings, &counted, &times);

    let seed = found.as_ref().map_or(1, |found| found.plan.seed);
    let selected = source.select(Selection::new(budget.games, seed, names.len(), &standings), &names)?;
    let values = source.values(&selected);
    let sides = game.as_ref().map_or(Side::BOTH.map(side_word), GameSpec::side_names).map(str::to_owned);
    let show = format!("arena show {}", shell_words::quote(&shown.display().to_string()));
    let boards = Boards::of(game.as_ref(), sides.clone(), names, show, selected, &values, budget.bytes);
    let warnings = warnings(found.as_ref(), &summaries, &players, measured.as_ref(), game.as_ref());
    Ok(RunData {
        path: shown.display().to_string(),
        game: game_text.to_owned(),
        sides,
        players,
        counted,
        standings,
        crosstable,
        summaries,
        times,
        faults: source.faults(),
        review: source.open(REVIEW).map(accuracy::read).unwrap_or_default(),
        tuning: None,
        boards,
        warnings,
        found,
    })
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// Adds what the ratings do not know.
fn complete(standings: &mut [Standing], counted: &PageCounts, times: &[PlayerTimes]) {
    for standing in standings {
        standing.forfeits =
            counted.tallies.forfeits().get(standing.number).map_or(0, crate::store::faults::Forfeits::total);
        if let Some(times) = times.iter().find(|times| times.player == standing.number) {
            standing.cost = times.cost();
        }
    }
}

fn warnings(
    found: Option<&RunFile>,
    summaries: &[Summary],
    players: &[PagePlayer],
    measured: Option<&Timings>,
    game: Option<&GameSpec>,
) -> Vec<String> {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let openings = found.and_then(|found| found.plan.openings.parse().ok());
    let caveat = game.and_then(GameSpec::caveat);
    let none = Timings::default();
    let warnings = Warning::of(Warned {
        summaries,
        players: &names,
        timings: measured.unwrap_or(&none),
        openings: openings.as_ref(),
        has_no_rules: game.is_none_or(GameSpec::is_refereed),
        caveat: caveat.as_deref(),
        reproducible: found.is_none_or(|found| found.reproducible),
        faults: None,
    });
    warnings.iter().map(Warning::text).collect()
}

/// Where the games are, and the files next to them.
struct RunSource {
    games: PathBuf,
    /// The folder of the run; `None` for a bare file of games.
    folder: Option<PathBuf>,
}

impl RunSource {
    fn find(path: &Path) -> Result<RunSource, GamesError> {
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
            return Ok(RunSource { games: path.to_owned(), folder: folder.map(Path::to_owned) });
        }
        let games = path.join(GAMES);
        if games.exists() {
            let folder = path.join(RUN).exists().then(|| path.to_owned());
            return Ok(RunSource { games, folder });
        }
        if path.join(SHARDS).is_dir() {
            let advice = format!("put its shards together first: arena merge {}", path.display());
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
        File::open(self.folder.as_ref()?.join(name)).ok()
    }

    fn games(&self) -> Result<BufReader<File>, GamesError> {
        let opened = File::open(&self.games);
        opened.map(BufReader::new).map_err(|source| GamesError::Io { place: self.place(), source })
    }

    /// The `run.json`, which must be readable if there is one.
    fn found(&self) -> Result<Option<RunFile>, GamesError> {
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
    fn players(&self, found: Option<&RunFile>) -> Result<(Vec<PagePlayer>, Option<Crosstable>), GamesError> {
        if let Some(found) = found {
            let players = planned(found);
            if players.len() < 2 {
                return Err(
                    self.wrong("its run.json names no players", "give the folder of a match or a tournament")
                );
            }
            return Ok((players, None));
        }
        let mut gathered = Gathered::default();
        gathered.read(&self.place(), self.games()?)?;
        let (names, table) = gathered.crosstable();
        let players = names.into_iter().map(|name| PagePlayer { name, spec: None }).collect();
        Ok((players, Some(table)))
    }

    /// The first pass: counts everything.
    fn count(&self, names: &[String], found: Option<&RunFile>) -> Result<PageCounts, GamesError> {
        let repeats = match found {
            Some(found) if found.state == RunState::Finished => {
                self.open(SUMMARY).map_or(Repeats::Unknown, repeats)
            }
            _ => Repeats::Unknown,
        };
        let mut gather = Gather::new(names, repeats);
        let place = self.place();
        games_file::read(self.games()?, &place, Columns::All, |game, line| gather.add(game, &place, line))?;
        let counted = gather.finish();
        if counted.tallies.games() == 0 {
            let advice = "play some first, for example with arena smart:6 bad";
            return Err(self.wrong("there are no games", advice));
        }
        Ok(counted)
    }

    /// The second pass: selects the games to embed.
    fn select(&self, mut selection: Selection, names: &[String]) -> Result<Vec<SelectedGame>, GamesError> {
        let place = self.place();
        let place_of = |name: &str| names.iter().position(|known| known == name);
        games_file::read(self.games()?, &place, Columns::All, |game, _| {
            // A game that was added since the first pass may have a new player.
            if let [Some(first), Some(second)] = game.players.map(place_of) {
                selection.add(game, [first, second]);
            }
            Ok(())
        })?;
        Ok(selection.finish())
    }

    /// The values of the moves of these games.
    fn values(&self, games: &[SelectedGame]) -> Values {
        let numbers: BTreeSet<u64> = games.iter().map(|selected| selected.game.number).collect();
        let moves = self.open(MOVES).map(BufReader::new);
        moves.and_then(|moves| Values::read(moves, &numbers).ok()).unwrap_or_default()
    }

    fn faults(&self) -> FaultsFound {
        let mut found = self.open(FAULTS).map(FaultsFound::read).unwrap_or_default();
        if let Some(folder) = &self.folder {
            found.logs = logs(&folder.join(LOGS));
        }
        found
    }
}

/// The players of a plan.
fn planned(found: &RunFile) -> Vec<PagePlayer> {
    let player = |player: &PlayerText| {
        let name = escaped(&player.name).into_owned();
        PagePlayer { spec: Some(player.spec.clone()).filter(|spec| *spec != name), name }
    };
    found.plan.players().map(player).collect()
}

/// The rows of a CSV file by the names of their columns. Those that cannot be read are left out.
pub(super) fn rows_of<T: DeserializeOwned>(file: impl io::Read) -> impl Iterator<Item = T> {
    csv::ReaderBuilder::new().flexible(true).from_reader(file).into_deserialize().filter_map(Result::ok)
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

/// How much of a log is shown, and of how many.
const LOG_BYTES: i64 = 2000;
const MOST_LOGS: usize = 8;

/// The ends of the logs of bots.
fn logs(folder: &Path) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let end = |path: &PathBuf| -> io::Result<(String, String)> {
        let mut file = File::open(path)?;
        let back = LOG_BYTES.min(i64::try_from(file.metadata()?.len()).unwrap_or(LOG_BYTES));
        file.seek(SeekFrom::End(-back))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(|line| escaped(line).into_owned()).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok((escaped(&name).into_owned(), words::shortened(&lines.join("\n"), 4 * LOG_BYTES as usize)))
    };
    let ends = paths.iter().filter_map(|path| end(path).ok()).filter(|(_, text)| !text.trim().is_empty());
    ends.take(MOST_LOGS).collect()
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
