//! `arena rate`: ratings of players from the games of any runs.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::args::RateArgs;
use super::failure::Failure;
use super::resolve;
use super::say;
use crate::report::paint::Paint;
use crate::report::standings;
use crate::report::terminal::table_width;
use crate::report::warnings::Warning;
use crate::stats::{self, Anchor, RatingBound, Ratings, Standing};
use crate::store::cell::Cell;
use crate::store::games_file::GamesError;
use crate::store::meetings::Gathered;
use crate::store::origin::Origin;

/// Runs the command.
pub(super) fn run(args: &RateArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let usage = |error: GamesError| Failure::Usage(error.to_string());
    let files = different(&args.files);
    let origins: Vec<Origin> =
        files.iter().filter_map(|path| Origin::beside(&resolve::games_path(path))).collect();
    Origin::agree(&origins).map_err(usage)?;
    let mut gathered = Gathered::default();
    for path in files {
        let (file, place) = resolve::games_file(path)?;
        gathered.read(&place, file).map_err(usage)?;
    }
    for (file, line) in gathered.torn() {
        say(&format!("{file}:{line}: the last line is incomplete and was ignored"));
    }
    if let (games, repeats @ 1..) = gathered.games_and_repeats() {
        let warning = Warning::RatedRepeats { games, distinct: games - repeats };
        let _ = writeln!(io::stderr(), "{} {}", paint.bad("warning:"), warning.text());
    }
    let (names, table) = gathered.crosstable();
    if names.is_empty() {
        let files: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Usage(format!("no games in {}\ngive files with games", files.join(", "))));
    }
    let anchor = args.anchor.as_deref().map(|text| Anchor::parse(text, &names)).transpose();
    let anchor = anchor.map_err(|error| Failure::in_flag("--anchor", &error))?;
    let ratings = Ratings::of(&table, anchor);
    let standings = stats::standings(&names, &table, &ratings);
    if args.json {
        let players: Vec<Value> =
            standings.iter().map(|standing| Value::Object(object(standing, &ratings))).collect();
        let mut fields = Map::new();
        fields.insert("players".to_owned(), Value::Array(players));
        writeln!(out, "{}", Value::Object(fields))?;
        return Ok(());
    }
    writeln!(out, "{}\n", paint.strong(&standings::sentence(&standings)))?;
    write!(out, "{}", standings::table(&standings, table_width(), paint))?;
    Ok(())
}

/// The files without duplicates: reading a file twice adds no evidence.
fn different(files: &[PathBuf]) -> Vec<&PathBuf> {
    let mut seen = HashSet::new();
    let place = |path: &Path| resolve::games_path(path).canonicalize().unwrap_or_else(|_| path.to_owned());
    files.iter().filter(|path| seen.insert(place(path))).collect()
}

/// The JSON of a player.
fn object(standing: &Standing, ratings: &Ratings) -> Map<String, Value> {
    let bound = match standing.bound {
        Some(RatingBound::AtLeast) => Cell::Text("at_least".to_owned()),
        Some(RatingBound::AtMost) => Cell::Text("at_most".to_owned()),
        None => Cell::Nothing,
    };
    let cells = [
        ("player", Cell::Text(standing.player.clone())),
        ("rating", Cell::Number(standing.rating, 9)),
        ("stderr", Cell::number(ratings[standing.number].stderr, 9)),
        ("rating_low", Cell::number(standing.low, 9)),
        ("rating_high", Cell::number(standing.high, 9)),
        ("games", Cell::Count(standing.games())),
        ("score", Cell::number(standing.score, 9)),
        ("bound", bound),
        ("group", Cell::Count(standing.group as u64 + 1)),
    ];
    cells.into_iter().map(|(name, cell)| (name.to_owned(), cell.json())).collect()
}
