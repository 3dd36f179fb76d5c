//! Where results go: stdout, files, and the summary page of a GitHub workflow.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::cli::summary_page;
use crate::report::formats::Style;
use crate::report::formats::check::{self, CheckFormat};
use crate::run::check::SuiteResults;

/// The formats and where each is written.
pub(super) struct Outputs {
    stdout: CheckFormat,
    files: Vec<(CheckFormat, PathBuf)>,
}

impl Outputs {
    /// Parses formats, each with an optional `=PATH`. At most one may have no path: it goes to stdout. `--json` is short for
    /// such a format.
    pub(super) fn of(typed: &[String], json: bool) -> Result<Outputs, Failure> {
        let wrong = |problem: String| Failure::Usage(format!("--format: {problem}"));
        let (mut stdout, mut files) = (None, Vec::new());
        for word in typed.iter().map(String::as_str).chain(json.then_some("json")) {
            let (name, path) = match word.split_once('=') {
                Some((name, path)) => (name, Some(PathBuf::from(path))),
                None => (word, None),
            };
            let format = check::find(name).map_err(|error| wrong(error.to_string()))?;
            match path {
                Some(path) => {
                    check_writable(&path).map_err(wrong)?;
                    files.push((format, path));
                }
                None if stdout.is_some() => {
                    let problem =
                        format!("only one format can go to stdout\ngive the others a file: {name}=PATH");
                    return Err(wrong(problem));
                }
                None => stdout = Some(format),
            }
        }
        Ok(Outputs { stdout: stdout.unwrap_or(check::LIST[0]), files })
    }

    /// Whether stdout is text, where each check is printed as it ends.
    pub(super) fn text_to_stdout(&self) -> bool {
        self.stdout.name == check::LIST[0].name
    }

    /// Writes everything, files first. If one cannot be written, the others still are.
    pub(super) fn write(&self, report: &SuiteResults, out: &mut impl Write) -> Result<(), Failure> {
        let write = |(format, path): &(CheckFormat, PathBuf)| {
            fs::write(path, (format.write)(report, Style::PLAIN))
                .map_err(|error| Failure::Io(at(path, &error)))
        };
        let written: Vec<Result<(), Failure>> = self.files.iter().map(write).collect();
        summary_page::append(|| (check::MARKDOWN.write)(report, Style::PLAIN));
        if !self.text_to_stdout() {
            write!(out, "{}", (self.stdout.write)(report, Style::PLAIN))?;
            out.flush()?;
        }
        written.into_iter().collect()
    }
}

/// Rejects a path that cannot be written, before any game is played.
fn check_writable(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.as_os_str().is_empty() || path.is_dir() {
        return Err(format!(
            "'{}' is not the path of a file\nwrite, for example, junit=report.xml",
            path.display()
        ));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(format!("there is no folder {}\ncreate it first, or choose another", folder.display()))
        }
        _ => Ok(()),
    }
}

/// An error that names its file.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
