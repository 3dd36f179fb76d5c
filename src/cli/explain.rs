//! `arena explain`: the moves that lost the games of a player.

use std::io::Write;
use std::path::Path;

use super::args::ExplainArgs;
use super::failure::Failure;
use super::progress::Progress;
use super::resolve;
use super::run::progress_mode;
use super::stdout::{print_json, wrapped};
use crate::report::explain;
use crate::report::paint::Paint;
use crate::report::so_far::SoFar;
use crate::run::explain::{Explain, ExplainError, ExplainProgress, write_hard};

pub(super) fn run(args: &ExplainArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let judge = args.judge.as_deref().map(|typed| resolve::spec("--judge", typed)).transpose()?;
    if let Some(path) = &args.write_openings {
        check_writable(path)?;
    }
    let request = Explain {
        folder: args.folder.clone(),
        player: args.player.clone(),
        before: args.before.clone(),
        judge,
        budget: args.budget,
        sample: args.sample,
        threads: args.threads.map(usize::from),
    };
    let mode = progress_mode(args.no_progress);
    let mut progress: Option<Progress> = None;
    let explained = request.explain(&mut |ExplainProgress { judged, games }| match &mut progress {
        // The solver and the engine count their games separately.
        Some(progress) if judged > 0 => progress.update(judged as u64, SoFar::default),
        _ => {
            progress.iter().for_each(Progress::end);
            progress = Some(Progress::begin(mode, games as u64, judged as u64));
        }
    });
    progress.iter().for_each(Progress::end);
    let explanation = explained?;
    let hard = match &args.write_openings {
        Some(path) => write_hard(&explanation, path)?,
        None => None,
    };
    if args.json {
        print_json(out, &explain::json(&explanation, hard.as_ref()))?;
        return Ok(());
    }
    write!(out, "{}", wrapped(explain::text(&explanation, paint)))?;
    if args.write_openings.is_some() {
        write!(out, "\n{}", wrapped(explain::hard_words(hard.as_ref())))?;
    }
    Ok(())
}

/// Whether a file can be written there, before the long work.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let shown = path.display();
    if path.is_dir() {
        let advice = "give a path such as hard.txt";
        return Err(Failure::Usage(format!("--write-openings: {shown} is a folder\n{advice}")));
    }
    if !folder.is_dir() {
        let problem = format!("there is no folder {}", folder.display());
        return Err(Failure::Usage(format!("--write-openings: {problem}\nmake it, or give another path")));
    }
    Ok(())
}

impl From<ExplainError> for Failure {
    fn from(error: ExplainError) -> Failure {
        match error {
            ExplainError::Run(problem) => Failure::Usage(problem),
            ExplainError::Judge(error) => Failure::in_flag("--judge", &error),
            ExplainError::Failed(how) => Failure::Player(how),
            ExplainError::Io(error) => Failure::Io(error),
            ExplainError::Interrupted => Failure::interrupted(),
        }
    }
}
