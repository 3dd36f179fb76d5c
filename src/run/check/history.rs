//! The results of checks over time: a file to which each run of a suite appends, `history.csv`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::result::{CheckResult, SuiteResults};
use crate::run::git::head_of;
use crate::store::games_file::GamesError;
use crate::store::machine::utc;
use crate::store::run_file::MadeBy;

/// A check of a build: a row of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct HistoryRow {
    /// When it was played, in UTC.
    pub date: String,
    /// The commit of the repository of the suite, with a `+` if files were changed; without one, the commit of arena.
    pub build: String,
    pub check: String,
    pub game: String,
    pub a: String,
    pub b: String,
    pub games: u64,
    pub score: Option<f64>,
    pub score_low: Option<f64>,
    pub score_high: Option<f64>,
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    pub nodes_per_move: Option<f64>,
    /// The median time of a move of player a.
    pub time_ms: Option<f64>,
    pub verdict: String,
}

/// The columns, in the order of the fields.
const HEADER: &str = "date,build,check,game,a,b,games,score,score_low,score_high,elo,elo_low,elo_high,nodes_per_move,time_ms,verdict";

/// Whether rows can be appended to a file: it does not exist, or is a history. To be asked before the games.
pub(crate) fn check_appendable(path: &Path) -> Result<(), GamesError> {
    if path.exists() { read(path).map(drop) } else { Ok(()) }
}

/// Appends the results of a suite.
pub(crate) fn append(path: &Path, suite: &SuiteResults) -> io::Result<()> {
    let folder = Path::new(&suite.file).parent().filter(|folder| !folder.as_os_str().is_empty());
    let build = head_of(folder.unwrap_or(Path::new("."))).unwrap_or_else(|| MadeBy::this().commit);
    let date = utc(SystemTime::now());
    let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for result in &suite.results {
        rows.serialize(row(result, &date, &build))?;
    }
    let rows = rows.into_inner().map_err(csv::IntoInnerError::into_error)?;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        writeln!(file, "{HEADER}")?;
    }
    // At once, so that two suites can append to one file.
    file.write_all(&rows)
}

fn row(result: &CheckResult, date: &str, build: &str) -> HistoryRow {
    let rounded = |value: Option<f64>, digits: f64| {
        value.filter(|value| value.is_finite()).map(|value| (value * digits).round() / digits)
    };
    let [score, score_low, score_high] =
        [result.score.value, result.score.low, result.score.high].map(|value| rounded(value, 1e6));
    let [elo, elo_low, elo_high] =
        [result.elo.value, result.elo.low, result.elo.high].map(|value| rounded(value, 1e2));
    HistoryRow {
        date: date.to_owned(),
        build: build.to_owned(),
        check: result.name.clone(),
        game: result.game.clone(),
        a: result.a.clone(),
        b: result.b.clone(),
        games: result.games,
        score,
        score_low,
        score_high,
        elo,
        elo_low,
        elo_high,
        nodes_per_move: rounded(result.nodes_per_move, 1e2),
        time_ms: rounded(result.median_time_ms, 1e4),
        verdict: result.verdict.name().to_owned(),
    }
}

/// Reads a history, in its order.
pub(crate) fn read(path: &Path) -> Result<Vec<HistoryRow>, GamesError> {
    let shown = path.display();
    let mut file = csv::Reader::from_path(path).map_err(|error| GamesError::Unusable {
        problem: format!("cannot read {shown}: {error}"),
        advice: "give a file that arena check --record-history has written".to_owned(),
    })?;
    let header = file.headers().map(|names| names.iter().collect::<Vec<_>>().join(",")).unwrap_or_default();
    if header != HEADER {
        return Err(GamesError::Unusable {
            problem: format!("{shown} is not a history of checks: its first line is another"),
            advice: "give a file that arena check --record-history has written".to_owned(),
        });
    }
    let rows = (2..).zip(file.deserialize()).map(|(line, row): (u64, csv::Result<HistoryRow>)| {
        row.map_err(|error| GamesError::Wrong {
            place: format!("{shown}:{line}"),
            problem: error.to_string(),
            advice: "fix or remove the line".to_owned(),
        })
    });
    rows.collect()
}
