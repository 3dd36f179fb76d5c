//! Input and output at the prompt.

use std::io::{self, BufRead, Read as _, Write};

use crate::cli::stdout::wrapped_for_stderr;
use crate::interrupt;
use crate::report::paint::Paint;

/// The longest line. What follows is the next one.
const LONGEST: u64 = 1 << 16;

/// A person at the terminal.
pub(super) struct Console<R, W> {
    pub(super) input: R,
    pub(super) output: W,
    pub(super) paint: Paint,
    /// Whether a line may be shown temporarily and erased again.
    pub(super) shows_progress: bool,
}

impl<R: BufRead, W: Write> Console<R, W> {
    /// Prints a line.
    pub(super) fn tell(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Prints why an entry was wrong.
    pub(super) fn complain(&mut self, text: &str) -> io::Result<()> {
        let text = self.paint.bad(text);
        self.tell(&text)
    }

    /// Asks for a line; `None` at the end of the input. Ctrl-C prints the message instead.
    pub(super) fn ask(&mut self, question: &str, on_interrupt: String) -> io::Result<Option<String>> {
        write!(self.output, "{} ", self.paint.strong(question))?;
        self.output.flush()?;
        let mut line = Vec::new();
        let mut input = self.input.by_ref().take(LONGEST);
        let read = interrupt::while_waiting(wrapped_for_stderr(on_interrupt), || {
            input.read_until(b'\n', &mut line)
        })?;
        if read == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Shows a line while `work` runs, which may take a while.
    pub(super) fn meanwhile<T>(&mut self, text: &str, work: impl FnOnce() -> T) -> io::Result<T> {
        if self.shows_progress {
            write!(self.output, "{}", self.paint.faint(text))?;
        }
        self.output.flush()?;
        let result = work();
        if self.shows_progress {
            write!(self.output, "\r{}\r", " ".repeat(text.chars().count()))?;
        }
        Ok(result)
    }
}
