//! `arena runs`: what is in a folder of runs.

use std::io::{ErrorKind, Write};
use std::path::Path;

use super::args::RunsArgs;
use super::failure::Failure;
use super::stdout::{print_json, table_width};
use crate::report::paint::Paint;
use crate::report::runs::{json, text};
use crate::run::RESULTS;
use crate::run::runs::find;

pub(super) fn run(args: &RunsArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let folder = args.folder.as_deref().unwrap_or(Path::new(RESULTS));
    let runs = match find(folder) {
        // Nothing was played here yet.
        Err(error) if error.kind() == ErrorKind::NotFound && args.folder.is_none() => Vec::new(),
        found => found.map_err(|error| {
            let problem = format!("cannot read {}: {error}", folder.display());
            Failure::Usage(format!("{problem}\ngive the folder of a run, or one that holds runs"))
        })?,
    };
    if args.json {
        print_json(out, &json(&runs))?;
    } else if runs.is_empty() {
        writeln!(out, "there are no runs in {}", folder.display())?;
    } else {
        write!(out, "{}", text(&runs, table_width(), paint))?;
    }
    Ok(())
}
