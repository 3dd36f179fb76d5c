//! `arena perft`: counts of move sequences.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::PerftArgs;
use super::failure::Failure;
use super::resolve::SetUp;
use super::run::progress_mode;
use crate::games::AnyPosition;
use crate::interrupt;
use crate::report::numbers::{counted, grouped, time};
use crate::report::progress::Activity;
use crate::run::{GameHost, PerftError};
use crate::search::{Control, Watcher};

/// Runs the command.
pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let began = Instant::now();
    let depth = usize::from(args.depth);
    let Counted { counts, is_complete } = count(host.as_ref(), &position, depth)?;
    let took = began.elapsed();
    if args.json {
        serde_json::to_writer(&mut *out, &PerftJson { game: game.to_string(), counts })?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text(&game.to_string(), &counts, took))?;
    }
    out.flush()?;
    if is_complete { Ok(()) } else { Err(Failure::interrupted()) }
}

/// The counts of the finished plies.
struct Counted {
    counts: Vec<u64>,
    is_complete: bool,
}

/// How many plies deeper each count goes than the one before. Each count repeats all earlier plies, which costs
/// a few percent with two plies at a time, and a fifth with one.
const STEP: usize = 2;

/// Counts deeper and deeper, so that there is a result when Ctrl-C is pressed.
fn count(host: &dyn GameHost, position: &AnyPosition, depth: usize) -> Result<Counted, Failure> {
    let activity = Activity::begin(progress_mode(false), "counting");
    let mut counts = Vec::new();
    let first = if depth.is_multiple_of(STEP) { STEP.min(depth) } else { depth % STEP };
    for deep in (first..=depth).step_by(STEP) {
        activity.show(&format!("{} plies counted, now {deep}", counts.len()));
        match host.perft(position, deep, &UntilInterrupted) {
            Ok(found) => counts = found,
            Err(PerftError::Stopped) => {
                activity.end();
                return Ok(Counted { counts, is_complete: false });
            }
            Err(error @ PerftError::OtherGame) => return Err(Failure::Usage(error.to_string())),
        }
        if counts.last() == Some(&0) {
            // All games are over.
            counts.resize(depth, 0);
            break;
        }
    }
    activity.end();
    Ok(Counted { counts, is_complete: true })
}

/// The counts for people: a sentence, then the table.
fn text(game: &str, counts: &[u64], took: Duration) -> String {
    let total = counts.last().copied().unwrap_or(0);
    let sequences = counted(total, "sequence");
    let mut out = format!("{game}: {sequences} of {} plies, counted in {}.\n\n", counts.len(), time(took));
    let width = grouped(counts.iter().copied().max().unwrap_or(0)).len().max("sequences".len());
    out += &format!("  plies  {:>width$}\n", "sequences");
    for (i, &count) in counts.iter().enumerate() {
        out += &format!("  {:>5}  {:>width$}\n", i + 1, grouped(count));
    }
    out
}

/// Continues until Ctrl-C is pressed.
struct UntilInterrupted;

impl Watcher for UntilInterrupted {
    fn check(&self, nodes: u64) -> Control {
        if interrupt::is_set() { Control::Stop } else { Control::CheckAgainAt(nodes + 1000) }
    }
}

/// The JSON of the command.
#[derive(Serialize)]
struct PerftJson {
    game: String,
    counts: Vec<u64>,
}
