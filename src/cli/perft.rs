//! `arena perft`: counts of move sequences.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::args::PerftArgs;
use super::failure::Failure;
use super::resolve::SetUp;
use crate::interrupt;
use crate::report::numbers::{counted, grouped, time};
use crate::search::{Control, Watcher};

/// Runs the command.
pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let began = Instant::now();
    let counts = host
        .perft(&position, usize::from(args.depth), &UntilInterrupted)
        .map_err(|_| Failure::interrupted())?;
    let took = began.elapsed();
    if args.json {
        serde_json::to_writer(&mut *out, &PerftJson { game: game.to_string(), counts })?;
        writeln!(out)?;
        return Ok(());
    }
    let total = counts.last().copied().unwrap_or(0);
    writeln!(
        out,
        "{game}: {} of {} plies, counted in {}.\n",
        counted(total, "sequence"),
        args.depth,
        time(took)
    )?;
    let width = grouped(counts.iter().copied().max().unwrap_or(0)).len().max("sequences".len());
    writeln!(out, "  plies  {:>width$}", "sequences")?;
    for (i, &count) in counts.iter().enumerate() {
        writeln!(out, "  {:>5}  {:>width$}", i + 1, grouped(count))?;
    }
    Ok(())
}

/// Goes on until Ctrl-C is pressed.
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
