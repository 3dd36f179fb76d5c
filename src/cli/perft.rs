//! `arena perft`: counts of move sequences.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::args::PerftArgs;
use super::failure::Failure;
use crate::games::{Game, GameSpec, GameVisitor};
use crate::interrupt;
use crate::report::numbers::{counted, grouped, time};
use crate::search::{Control, Watcher, perft};

/// Runs the command.
pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game()?;
    game.visit_holding(&args.position.held(), Perft { args, game, out })
}

struct Perft<'a, W> {
    args: &'a PerftArgs,
    game: GameSpec,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Perft<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Result<(), Failure> {
        let position = self.args.position.set_up(start)?.position;
        let began = Instant::now();
        let counts = perft::counts(&position, usize::from(self.args.depth), &UntilInterrupted)
            .map_err(|_| Failure::interrupted())?;
        let took = began.elapsed();
        if self.args.json {
            let report = Report { game: self.game.to_string(), counts };
            serde_json::to_writer(&mut *self.out, &report)?;
            writeln!(self.out)?;
            return Ok(());
        }
        let total = counts.last().copied().unwrap_or(0);
        writeln!(
            self.out,
            "{}: {} of {} plies, counted in {}.\n",
            self.game,
            counted(total, "sequence"),
            self.args.depth,
            time(took)
        )?;
        let width = grouped(counts.iter().copied().max().unwrap_or(0)).len().max("sequences".len());
        writeln!(self.out, "  plies  {:>width$}", "sequences")?;
        for (i, &count) in counts.iter().enumerate() {
            writeln!(self.out, "  {:>5}  {:>width$}", i + 1, grouped(count))?;
        }
        Ok(())
    }
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
struct Report {
    game: String,
    counts: Vec<u64>,
}
