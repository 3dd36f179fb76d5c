//! `arena analyze`: the value of every legal move.

use std::io::Write;
use std::time::Instant;

use super::args::AnalyzeArgs;
use super::failure::Failure;
use super::progress::Activity;
use super::resolve::{self, SetUp};
use super::run::progress_mode;
use super::stdout::print_json;
use crate::players::strategies::NoChoice;
use crate::report::analysis::{json, progress, rest, text};
use crate::report::paint::Paint;
use crate::run::analyze::{AnalysisProgress, observed};

pub(super) fn run(args: &AnalyzeArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let spec = resolve::spec("--with", &resolve::or_usual(args.with.as_ref(), &position))?;
    let mut analyst = resolve::build_analyst(host.as_ref(), "--with", &spec)?;
    let activity = Activity::begin(progress_mode(false), "searching");
    let began = Instant::now();
    let mut known = AnalysisProgress::new(&position);
    let found = observed(analyst.as_mut(), &position, &mut |analysis| {
        known.add(analysis);
        activity.show(&progress(&known));
    });
    let took = began.elapsed();
    activity.end();
    let is_interrupted = matches!(found, Err(NoChoice::Interrupted));
    let analysis = match found {
        Ok(analysis) => analysis,
        Err(NoChoice::Interrupted) => known.best().ok_or_else(Failure::interrupted)?.clone(),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        print_json(out, &json(&game, &position, &spec, &analysis, took))?;
    } else {
        write!(out, "{}", text(&position, &spec, &analysis, took, paint))?;
        if is_interrupted {
            write!(out, "{}", rest(&position, &known))?;
        }
    }
    out.flush()?;
    if is_interrupted { Err(Failure::interrupted()) } else { Ok(()) }
}
