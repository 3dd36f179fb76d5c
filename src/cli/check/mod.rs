//! `arena check`: a suite of strength checks, with an exit code for builds.

mod outputs;

use std::io::{self, Write};

use super::args::CheckArgs;
use super::failure::Failure;
use super::report::write_page;
use super::run::threads;
use super::say;
use super::stdout::{wrapped, wrapped_for_stderr};
use super::terminal::Terminal;
use crate::exit::Exit;
use crate::report::formats::check::{list, text};
use crate::report::paint::Paint;
use crate::report::so_far::SoFar;
use crate::run::check::{Check, CheckError, CheckEvent, history};
use crate::run::{REPORT, warn_of_shared_cores};
use outputs::Outputs;

pub(super) fn run(args: &CheckArgs, paint: Paint, out: &mut (impl Write + Send)) -> Result<Exit, Failure> {
    let check = Check::read(&args.file)?.only(&args.only)?.record(args.record);
    if args.list {
        let listed = if args.json { list::json(&check) } else { list::text(&check) };
        write!(out, "{listed}")?;
        return Ok(Exit::Done);
    }
    let outputs = Outputs::of(&args.format, args.json)?;
    let check = match &args.out {
        Some(folder) => check.folder(folder),
        None => check,
    };
    if let Some(path) = &args.record_history {
        history::check_appendable(path)
            .map_err(|error| Failure::Usage(format!("--record-history: {error}")))?;
    }
    let suite = check.prepare()?;
    let mut terminal = Terminal::new(args.quiet, args.no_progress, false);
    let threads = threads(&args.threads).start(&mut |event| terminal.show(&event));
    let threads = threads.map_err(CheckError::from)?;
    if !args.quiet {
        for caveat in suite.caveats() {
            say(&format!("warning: {caveat}"));
        }
        if suite.is_timed() {
            warn_of_shared_cores(&threads, &mut |event| terminal.show(&event));
        }
    }
    let silent = args.quiet || args.no_progress;
    let mut shown = CheckTerminal {
        writer: ResultWriter { out, paint, to_stdout: outputs.text_to_stdout(), quiet: silent },
        width: text::width(suite.names()),
        terminal,
    };
    let results = suite.play(&threads, &mut |event| shown.show(event))?;
    shown.writer.write(|paint| text::end(&results, paint));
    outputs.write(&results, shown.writer.out)?;
    if let Some(path) = &args.record_history {
        history::append(path, &results)?;
    }
    if let Some(out) = args.out.as_ref().filter(|_| args.report) {
        let (runs, page) = (results.runs(), out.join(REPORT));
        write_page(&runs, &runs, &page)
            .map_err(|problem| Failure::Player(format!("no report: {problem}")))?;
    }
    Ok(results.exit())
}

/// Shows the events of a suite.
struct CheckTerminal<'a, W> {
    writer: ResultWriter<'a, W>,
    /// The width of the names.
    width: usize,
    terminal: Terminal,
}

impl<W: Write> CheckTerminal<'_, W> {
    fn show(&mut self, event: CheckEvent<'_>) {
        match event {
            CheckEvent::Begun { games } => self.terminal.begin_progress(0, games),
            CheckEvent::Played { name, games } => {
                self.terminal.update(games, || SoFar::brief(name));
            }
            CheckEvent::Ended => self.terminal.end_progress(),
            CheckEvent::Judged(result) => self.writer.write(|paint| text::line(result, self.width, paint)),
        }
    }
}

/// Where the lines of the checks go: to stdout, or to stderr if stdout has another format.
struct ResultWriter<'a, W> {
    out: &'a mut W,
    paint: Paint,
    to_stdout: bool,
    quiet: bool,
}

impl<W: Write> ResultWriter<'_, W> {
    fn write(&mut self, text: impl FnOnce(Paint) -> String) {
        // Stdout keeps its errors for the end; a closed stderr is ignored.
        if self.to_stdout {
            let _ = write!(self.out, "{}", wrapped(text(self.paint))).and_then(|()| self.out.flush());
        } else if !self.quiet {
            let _ = write!(io::stderr(), "{}", wrapped_for_stderr(text(Paint::new(false))));
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        match error {
            CheckError::File(error) => error.into(),
            CheckError::Unknown(error) => Failure::Usage(format!("--only: {error}")),
            CheckError::Folder { is_usage: true, .. } => Failure::Usage(format!("--out: {error}")),
            CheckError::Player { .. } | CheckError::Folder { .. } => Failure::Player(error.to_string()),
            CheckError::Threads(error) => Failure::Usage(format!("--threads: {error}")),
            CheckError::Write(error) => error.into(),
            CheckError::Interrupted | CheckError::Stopped { .. } => Failure::Interrupted(error.to_string()),
        }
    }
}
