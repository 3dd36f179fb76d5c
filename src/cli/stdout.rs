//! Stdout, whose reader may go away: `arena … | head -1`. On a terminal, text for people is fitted to its width.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use terminal_size::{Height, Width, terminal_size_of};

use super::failure::is_closed_pipe;
use crate::report::WIDTH;
use crate::text;

/// Stdout, buffered.
///
/// A command that only prints stops at the first error. One that writes files or gives a verdict must not: it writes
/// [until the end](Stdout::until_the_end), and [`Stdout::finish`] returns the error.
pub(super) struct Stdout<W: Write> {
    out: BufWriter<W>,
    /// Whether an error is kept for the end instead of being returned at once.
    keeps_errors: bool,
    error: Option<io::Error>,
}

impl<W: Write> Stdout<W> {
    pub(super) fn new(out: W) -> Stdout<W> {
        Stdout { out: BufWriter::new(out), keeps_errors: false, error: None }
    }

    /// From now on no write fails. Nothing is written after an error.
    pub(super) fn until_the_end(&mut self) -> &mut Stdout<W> {
        self.keeps_errors = true;
        self
    }

    /// Flushes, and returns the first error. A reader that has gone is not an error.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.keeps_errors = true;
        self.flush()?;
        // Output that could not be written is not retried.
        drop(self.out.into_parts());
        match self.error {
            Some(error) if !is_closed_pipe(&error) => Err(error),
            _ => Ok(()),
        }
    }

    fn run<T>(
        &mut self,
        otherwise: T,
        write: impl FnOnce(&mut BufWriter<W>) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.error.is_some() {
            return Ok(otherwise);
        }
        match write(&mut self.out) {
            Err(error) if self.keeps_errors => {
                self.error = Some(error);
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Stdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.run(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.run((), Write::flush)
    }
}

/// Prints a line of JSON.
pub(super) fn print_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// The width of tables on stdout, if the names allow it.
pub(super) fn table_width() -> usize {
    columns_of(terminal_size_of(io::stdout())).unwrap_or(WIDTH).min(WIDTH)
}

/// Text for people on stdout: on a terminal, its sentences are broken between words.
pub(super) fn wrapped(text: String) -> String {
    match columns_of(terminal_size_of(io::stdout())) {
        Some(columns) => text::wrapped(&text, columns),
        None => text,
    }
}

/// A message on stderr, in the same way.
pub(super) fn wrapped_for_stderr(message: String) -> String {
    match columns_of(terminal_size_of(io::stderr())) {
        Some(columns) => text::wrapped(&message, columns),
        None => message,
    }
}

fn columns_of(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(columns), _)| usize::from(columns)).filter(|&columns| columns > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts no bytes.
    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_error_is_returned_at_once_or_kept_for_the_end() {
        for (kind, is_error) in [(io::ErrorKind::StorageFull, true), (io::ErrorKind::BrokenPipe, false)] {
            let mut out = Stdout::new(Broken(kind));
            assert!(writeln!(out, "text").and_then(|()| out.flush()).is_err());
            let mut out = Stdout::new(Broken(kind));
            let kept = out.until_the_end();
            assert!(writeln!(kept, "text").and_then(|()| kept.flush()).is_ok());
            assert!(writeln!(kept, "more").and_then(|()| kept.flush()).is_ok());
            assert_eq!(out.finish().is_err(), is_error);
        }
    }
}
