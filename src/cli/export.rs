//! `arena export`: the games of a run for other programs.

use std::io::Write;
use std::path::Path;

use super::args::ExportArgs;
use super::failure::Failure;
use super::say;
use crate::games::AnyPosition;
use crate::report::formats::export::{ExportFormat, LIST};
use crate::run::export::{ExportEnd, ExportedRun};
use crate::run::replace_by;

pub(super) fn run(args: &ExportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let run = ExportedRun::read(&args.run)?;
    let format = LIST.iter().find(|format| format.name == args.format).unwrap_or(&LIST[0]);
    if format.needs_san && !run.start().is_some_and(AnyPosition::has_san) {
        let problem = format!("{} is for chess, and these are games of {}", format.name, run.game);
        return Err(Failure::Usage(format!("--format: {problem}\nwrite --format jsonl")));
    }
    match args.out.as_deref().filter(|path| *path != Path::new("-")) {
        None => write(&run, format, out),
        Some(path) => {
            let written = replace_by(path, |file| write(&run, format, file));
            written.map_err(|failure| match failure {
                Failure::Io(error) => {
                    let problem = format!("cannot write {}: {error}", path.display());
                    Failure::Usage(format!("--out: {problem}\nchoose another file"))
                }
                other => other,
            })?;
            writeln!(out, "{}", path.display())?;
            Ok(())
        }
    }
}

fn write(run: &ExportedRun, format: &ExportFormat, out: &mut impl Write) -> Result<(), Failure> {
    let end = run.games(|game| -> Result<(), Failure> {
        out.write_all((format.write)(game)?.as_bytes())?;
        Ok(())
    })?;
    match end {
        ExportEnd::Finished => {}
        ExportEnd::Torn { place, line } => {
            say(&format!("{place}:{line}: the last line is incomplete and was ignored"));
        }
        ExportEnd::Interrupted => return Err(Failure::interrupted()),
    }
    out.flush()?;
    Ok(())
}
