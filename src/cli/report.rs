//! `arena report`: runs as a page.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::args::ReportArgs;
use super::failure::Failure;
use super::say;
use crate::interrupt;
use crate::report::page::page;
use crate::run::{self, REPORT, replace};

pub(super) fn run(args: &ReportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let target = match (&args.out, args.runs.as_slice()) {
        (Some(path), _) => path.clone(),
        (None, [run]) if run.is_dir() => run.join(REPORT),
        (None, [run]) => run.with_file_name(REPORT),
        (None, runs) => {
            let problem = format!("there are {} runs, and no file to write", runs.len());
            return Err(Failure::Usage(format!("{problem}\nsay where the page goes: -o report.html")));
        }
    };
    let conditions = args.only.conditions()?;
    let mut runs = run::page::read(&args.runs, &args.runs, &conditions)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    if args.boards {
        for problem in run::page::draw_boards(&mut runs) {
            say(&format!("warning: --boards: {problem}"));
        }
        if interrupt::is_set() {
            return Err(Failure::interrupted());
        }
    }
    let text = page(runs);
    if target == Path::new("-") {
        if args.open {
            return Err(Failure::Usage("--open: a page on stdout cannot be opened\nomit -o -".to_owned()));
        }
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    let failed = |error| {
        Failure::Usage(format!("cannot write {}: {error}\nchoose another file with -o", target.display()))
    };
    replace(&target, text.as_bytes()).map_err(failed)?;
    writeln!(out, "{}", target.display())?;
    if args.open {
        out.flush()?;
        open(&target);
    }
    Ok(())
}

/// Writes the page of some runs to a file, atomically; or says what is wrong.
pub(super) fn write_page(runs: &[PathBuf], shown: &[PathBuf], target: &Path) -> Result<(), String> {
    let text = page(run::page::read(runs, shown, &[]).map_err(|error| error.to_string())?);
    replace(target, text.as_bytes()).map_err(|error| format!("cannot write {}: {error}", target.display()))
}

/// Opens a page in the browser, with the program that the system has for that.
fn open(page: &Path) {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let started = Command::new(program)
        .args(first)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match started {
        Ok(status) if status.success() => {}
        Ok(status) => say(&format!("warning: {program} could not open the page: {status}")),
        Err(error) => {
            say(&format!("warning: cannot open the page with {program}: {error}\nopen it in a browser"));
        }
    }
}
