//! Asking and telling.

use std::io::{self, BufRead, Write};

use crate::interrupt;
use crate::report::paint::Paint;

/// Somebody who types and reads.
pub(super) struct Console<R, W> {
    pub(super) input: R,
    pub(super) output: W,
    pub(super) paint: Paint,
    /// Whether a line may be shown for a while and wiped out again.
    pub(super) shows_progress: bool,
}

impl<R: BufRead, W: Write> Console<R, W> {
    /// Tells something, on a line of its own.
    pub(super) fn tell(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Tells that an entry was wrong, and why.
    pub(super) fn complain(&mut self, text: &str) -> io::Result<()> {
        let text = self.paint.bad(text);
        self.tell(&text)
    }

    /// Asks for a line; `None` at the end of the input.
    pub(super) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.output, "{} ", self.paint.strong(question))?;
        self.output.flush()?;
        let mut line = Vec::new();
        let read = interrupt::while_waiting(|| self.input.read_until(b'\n', &mut line))?;
        if read == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Shows a line while something is done that may take a while.
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
