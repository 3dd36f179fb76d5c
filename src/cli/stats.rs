//! `arena stats`: the statistics of results from files or counts.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::args::StatsArgs;
use super::failure::Failure;
use super::resolve;
use crate::players::strategies::quantity;
use crate::report::numbers::grouped;
use crate::report::paint::Paint;
use crate::report::warnings::{Warned, Warning};
use crate::report::{sentence, stats_table};
use crate::stats::{Counts, Nelo, Sprt, SprtResult};
use crate::store::Summary;
use crate::store::results::{self, PlayerFilter, PlayerResults};
use crate::store::timings::Timings;
use crate::text::{TextError, parts};

/// Runs the command.
pub(super) fn run(args: &StatsArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = args.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| Failure::in_flag("--sprt", &error))?;
    let (summary, notes) = match (&args.file, &args.wdl, &args.penta) {
        (Some(file), ..) => of_file(args, file)?,
        (_, Some(wdl), _) => {
            let [wins, draws, losses] = counts("--wdl", wdl, ["wins", "draws", "losses"])?;
            (of_counts(args, "--wdl", wdl, Counts::games(losses, draws, wins))?, Vec::new())
        }
        (_, _, Some(penta)) => {
            let names = ["pairs lost twice", "LD", "WL or DD", "WD", "pairs won twice"];
            let pairs = Counts::pairs(counts("--penta", penta, names)?);
            (of_counts(args, "--penta", penta, pairs)?, Vec::new())
        }
        _ => return Err(Failure::Usage("give a file, --wdl or --penta".to_owned())),
    };
    let test = sprt.map(|sprt| (sprt, sprt.test(&summary.sample)));
    if args.json {
        serde_json::to_writer(&mut *out, &Stated::of(&summary, test.map(|(_, result)| result)))?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{}\n", paint.strong(&sentence(&summary)))?;
    write!(out, "{}", stats_table(&summary, test))?;
    for note in notes {
        writeln!(out, "\n{} {note}", paint.bad("warning:"))?;
    }
    Ok(())
}

/// `N` counts, separated by commas.
fn counts<const N: usize>(flag: &str, typed: &str, names: [&str; N]) -> Result<[u64; N], Failure> {
    let wrong = |place, problem: String| {
        let advice = format!("write {N} whole numbers: {}", names.join(", "));
        Failure::in_flag(flag, &TextError::new(typed, place, problem, advice))
    };
    let mut counts = [0; N];
    let found = parts(typed, ',').count();
    if found != N {
        return Err(wrong(0..typed.len(), format!("expected {N} numbers, found {found}")));
    }
    for ((place, part), (count, name)) in parts(typed, ',').zip(counts.iter_mut().zip(names)) {
        let part = part.trim();
        *count = match quantity::read_whole(part).map(u64::try_from) {
            Some(Ok(number)) if number <= MOST => number,
            Some(_) => return Err(wrong(place, format!("{name}: '{part}' is too large"))),
            None => return Err(wrong(place, format!("{name}: '{part}' is not a whole number"))),
        };
    }
    Ok(counts)
}

/// The maximum of a count: the largest that a float holds exactly.
const MOST: u64 = 1 << 53;

fn of_counts(args: &StatsArgs, flag: &str, typed: &str, counts: Counts) -> Result<Summary, Failure> {
    if counts.n() == 0 {
        let error = TextError::whole(typed, "there are no results", "at least one number must be above 0");
        return Err(Failure::in_flag(flag, &error));
    }
    let names = [args.a.as_deref().unwrap_or("a"), args.b.as_deref().unwrap_or("b")];
    Ok(Summary::of_counts(names, counts))
}

/// The summary of a file, and its warnings.
fn of_file(args: &StatsArgs, path: &Path) -> Result<(Summary, Vec<String>), Failure> {
    let filter = PlayerFilter { a: args.a.as_deref(), b: args.b.as_deref() };
    let (file, place) = resolve::games_file(path)?;
    let results = results::read(file, &place, filter).map_err(|error| Failure::Usage(error.to_string()))?;
    let summary = Summary::of_results(&results);
    let notes = notes(&results, &summary, &place);
    Ok((summary, notes))
}

fn notes(results: &PlayerResults, summary: &Summary, place: &str) -> Vec<String> {
    let warnings = Warning::of(Warned {
        summaries: std::slice::from_ref(summary),
        players: &[],
        timings: &Timings::default(),
        openings: None,
        has_no_rules: false,
        caveat: None,
        reproducible: true,
        faults: None,
    });
    let mut notes: Vec<String> = warnings.iter().map(Warning::text).collect();
    if summary.unpaired() > 1 {
        notes.push(format!(
            "{} games have no pair; the intervals are from the pairs alone",
            grouped(summary.unpaired())
        ));
    }
    if let Some(line) = results.torn {
        notes.push(format!("{place}:{line}: the last line is incomplete and was ignored"));
    }
    notes
}

/// The JSON of the command.
#[derive(Serialize)]
struct Stated {
    unit: String,
    n: u64,
    score: Option<f64>,
    score_low: f64,
    score_high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    nelo: Option<f64>,
    nelo_low: Option<f64>,
    nelo_high: Option<f64>,
    los: Option<f64>,
    sprt: Option<SprtResult>,
}

impl Stated {
    fn of(summary: &Summary, sprt: Option<SprtResult>) -> Stated {
        let (elo_low, elo_high) = summary.interval.elo();
        let nelo = summary.nelo();
        Stated {
            unit: summary.sample.unit().to_string(),
            n: summary.sample.n(),
            score: summary.score,
            score_low: summary.interval.low,
            score_high: summary.interval.high,
            elo: summary.elo(),
            elo_low,
            elo_high,
            nelo: nelo.map(|nelo| nelo.value),
            nelo_low: nelo.map(Nelo::low),
            nelo_high: nelo.map(Nelo::high),
            los: summary.los(),
            sprt,
        }
    }
}
