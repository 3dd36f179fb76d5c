//! `--export-markdown` and `--export-json`: the results in files, besides what is printed.

use std::fs::{self, OpenOptions};
use std::path::Path;

use super::args::RunArgs;
use super::failure::Failure;
use super::run::gate_line;
use crate::report::formats::{self, Style};
use crate::report::paint::Paint;
use crate::run::{CommandLine, RunResults, replace};

pub(super) const MARKDOWN: &str = "markdown";

/// The formats and files that were asked for.
pub(super) struct Exports<'a>([(&'static str, Option<&'a Path>); 2]);

impl<'a> Exports<'a> {
    pub(super) fn of(args: &'a RunArgs) -> Exports<'a> {
        Exports([(MARKDOWN, args.export_markdown.as_deref()), ("json", args.export_json.as_deref())])
    }

    fn files(&self) -> impl Iterator<Item = (&'static str, &'a Path)> {
        self.0.into_iter().filter_map(|(format, path)| Some((format, path?)))
    }

    /// The command with the flags for them.
    pub(super) fn added_to(&self, command: CommandLine) -> CommandLine {
        let add = |command: CommandLine, (format, path): (&str, &Path)| {
            command.with(&format!("--export-{format}"), path.display())
        };
        self.files().fold(command, add)
    }

    /// Rejects a file that cannot be written, before any game is played.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.files().try_for_each(|(format, path)| check_writable(&format!("--export-{format}"), path))
    }

    /// Writes the files. If one cannot be written, the other still is.
    pub(super) fn write(&self, results: &RunResults<'_>, gate: bool) -> Result<(), Failure> {
        self.write_texts(|format| match format {
            MARKDOWN => Some(markdown(results, gate)),
            format => formats::of_run(format, results, Style::PLAIN),
        })
    }

    /// Writes what there is to write in each format.
    pub(super) fn write_texts(&self, text: impl Fn(&str) -> Option<String>) -> Result<(), Failure> {
        let written = self.files().filter_map(|(format, path)| {
            let failed = |error| Failure::Player(format!("cannot write {}: {error}", path.display()));
            Some(replace(path, text(format)?.as_bytes()).map_err(failed))
        });
        written.collect::<Vec<_>>().into_iter().collect()
    }
}

/// The results as Markdown. With a gate, the heading says whether it is passed.
pub(super) fn markdown(results: &RunResults<'_>, gate: bool) -> String {
    let heading = gate.then(|| gate_line(results, Paint::new(false))).flatten().map(|line| heading(&line));
    let tables = formats::of_run(MARKDOWN, results, Style::PLAIN).unwrap_or_default();
    heading.unwrap_or_default() + &tables
}

/// The verdict of a gate as a heading in Markdown.
pub(super) fn heading(verdict: &str) -> String {
    format!("### {verdict}\n\n")
}

/// Rejects a path that is not one of a file that can be written.
pub(super) fn check_writable(flag: &str, path: &Path) -> Result<(), Failure> {
    let existed = path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let failed = |error| {
        Failure::Usage(format!("{flag}: cannot write {}: {error}\nchoose another file", path.display()))
    };
    drop(opened.map_err(failed)?);
    if !existed {
        // It was only a trial.
        let _ = fs::remove_file(path);
    }
    Ok(())
}
