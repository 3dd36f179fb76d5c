//! `arena review`: how good the moves of a run were, measured against perfect play.

use std::io::Write;

use super::args::ReviewArgs;
use super::failure::Failure;
use super::progress::Progress;
use super::run::progress_mode;
use super::stdout::{print_json, wrapped};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::review;
use crate::report::so_far::SoFar;
use crate::run::review::{Review, ReviewError, ReviewProgress};

pub(super) fn run(args: &ReviewArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let mut request = Review::new(&args.folder).budget(args.budget).save();
    if args.moves {
        request = request.save_moves();
    }
    if let Some(positions) = args.sample {
        request = request.sample(positions);
    }
    if let Some(threads) = args.threads {
        request = request.threads(threads.into());
    }
    let mode = progress_mode(args.no_progress);
    let mut progress: Option<Progress> = None;
    let result = request.judge_with(&mut |ReviewProgress { judged, games }| match &mut progress {
        None => progress = Some(Progress::begin(mode, games as u64, judged as u64)),
        Some(progress) => progress.update(judged as u64, SoFar::default),
    });
    progress.iter().for_each(Progress::end);
    let result = result?;
    if args.json {
        print_json(out, &review::json(&result))?;
    } else {
        write!(out, "{}", wrapped(review::text(&result, paint)))?;
    }
    Ok(())
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Failure {
        match error {
            ReviewError::Run(problem) => Failure::Usage(problem),
            ReviewError::Io(error) => Failure::Io(error),
            ReviewError::Interrupted { judged, games } => {
                let done = format!("{} of {}", grouped(judged as u64), counted(games as u64, "game"));
                let advice = "run the same command again to continue";
                Failure::Interrupted(format!("interrupted after {done}: {advice}"))
            }
        }
    }
}
