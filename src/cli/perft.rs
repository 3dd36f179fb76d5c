//! `arena perft`: counts of move sequences.

use std::io::Write;
use std::time::Instant;

use super::args::PerftArgs;
use super::failure::Failure;
use super::progress::Activity;
use super::resolve::SetUp;
use super::run::progress_mode;
use super::stdout::print_json;
use crate::report::perft::{json, text};
use crate::run::perft::perft;

pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let began = Instant::now();
    let activity = Activity::begin(progress_mode(false), "counting");
    let found = perft(host.as_ref(), &position, args.depth.into(), &mut |plies, next| {
        activity.show(&format!("{plies} plies counted, now {next}"));
    });
    activity.end();
    let found = found.map_err(|error| Failure::Usage(error.to_string()))?;
    if args.json {
        print_json(out, &json(&game.to_string(), found.counts))?;
    } else {
        write!(out, "{}", text(&game.to_string(), &found.counts, began.elapsed()))?;
    }
    out.flush()?;
    if found.is_complete { Ok(()) } else { Err(Failure::interrupted()) }
}
