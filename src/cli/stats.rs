//! `arena stats`: the statistics of results from files or counts.

use std::io::Write;

use super::args::StatsArgs;
use super::failure::Failure;
use super::stdout::{print_json, wrapped};

use crate::interrupt;
use crate::report::paint::Paint;
use crate::report::statistics::{json, text};
use crate::run::statistics::Statistics;
use crate::stats::{Counts, Sprt};
use crate::text::{TextError, parts, quantity};

pub(super) fn run(args: &StatsArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = args.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| Failure::in_flag("--sprt", &error))?;
    if args.file.is_none() && !args.only.conditions.is_empty() {
        let problem = "--where: counts have no attributes";
        return Err(Failure::Usage(format!("{problem}\ngive the folder of a run instead")));
    }
    let statistics = match (&args.file, &args.wdl, &args.penta) {
        (Some(file), ..) => {
            let conditions = args.only.conditions()?;
            let [a, b] = [&args.a, &args.b].map(Option::as_deref);
            interrupt::ending_at_once(|| Statistics::of_file(file, a, b, &conditions))?
        }
        (_, Some(wdl), _) => {
            let [wins, draws, losses] = counts("--wdl", wdl, ["wins", "draws", "losses"])?;
            of_counts(args, "--wdl", wdl, Counts::games(losses, draws, wins))?
        }
        (_, _, Some(penta)) => {
            let names = ["pairs lost twice", "LD", "WL or DD", "WD", "pairs won twice"];
            let pairs = Counts::pairs(counts("--penta", penta, names)?);
            of_counts(args, "--penta", penta, pairs)?
        }
        _ => return Err(Failure::Usage("give a file, --wdl or --penta".to_owned())),
    };
    let test = sprt.map(|sprt| (sprt, statistics.summary.test(&sprt)));
    if args.json {
        print_json(out, &json(&statistics, test.map(|(_, result)| result)))?;
    } else {
        write!(out, "{}", wrapped(text(&statistics, test, paint)))?;
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

fn of_counts(args: &StatsArgs, flag: &str, typed: &str, counts: Counts) -> Result<Statistics, Failure> {
    if counts.n() == 0 {
        let error = TextError::whole(typed, "there are no results", "at least one number must be above 0");
        return Err(Failure::in_flag(flag, &error));
    }
    let names = [args.a.as_deref().unwrap_or("a"), args.b.as_deref().unwrap_or("b")];
    Ok(Statistics::of_counts(names, counts))
}
