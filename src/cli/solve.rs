//! `arena solve`: the exact value of a position and of every move.

use std::io::Write;
use std::time::Instant;

use super::args::SolveArgs;
use super::failure::Failure;
use super::progress::Activity;
use super::resolve::SetUp;
use super::run::progress_mode;
use super::say;
use super::stdout::print_json;
use crate::report::paint::Paint;
use crate::report::solution::{json, progress, text};
use crate::run::session::all_cores;
use crate::run::solve::{SolveEvent, SolveRequest, solve};
use crate::search::solve::Memory;
use crate::text::program;

pub(super) fn run(args: &SolveArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    if position.may_repeat() {
        let problem = format!(
            "{game} cannot be solved: its positions can repeat, so a search to the end would never end"
        );
        let advice = format!("{} analyze looks as far as you say: --with smart:4", program());
        return Err(Failure::Usage(format!("--game: {problem}\n{advice}")));
    }
    let began = Instant::now();
    let activity = Activity::begin(progress_mode(false), "solving");
    let request = SolveRequest {
        host: host.as_ref(),
        position: &position,
        memory: Memory::split(args.memory as usize),
        cache: args.cache.as_deref(),
        every_move: !args.best,
        threads: args.threads.map_or_else(all_cores, usize::from),
    };
    let solution = solve(&request, &|event| match event {
        SolveEvent::CacheDamaged(problem) => say(&format!("warning: {problem}; it is built again")),
        event @ SolveEvent::Searched { .. } => activity.show(&progress(&event, began.elapsed())),
    });
    activity.end();
    let solution = solution?.ok_or_else(Failure::interrupted)?;
    let took = began.elapsed();
    if args.json {
        print_json(out, &json(&game, &position, &solution, took))?;
    } else {
        write!(out, "{}", text(&position, &solution, took, paint))?;
    }
    out.flush()?;
    if solution.is_interrupted { Err(Failure::interrupted()) } else { Ok(()) }
}
