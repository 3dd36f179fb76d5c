//! The thread that reads commands, so that `stop` and `quit` work while the engine thinks.

use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::command::{Command, Search};

/// The flags that a search polls while it runs.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Answer with the best move so far.
    pub(super) stop: AtomicBool,
    /// Do not answer.
    pub(super) quit: AtomicBool,
}

/// Commands, in order.
pub(super) struct Input {
    commands: Receiver<Command>,
    signals: Arc<Signals>,
}

/// The longest line. The rest of a longer line is discarded.
const LONGEST: u64 = 1 << 16;

impl Input {
    /// Reads lines until `quit` or the end.
    pub(super) fn listen(mut input: impl BufRead + Send + 'static) -> Input {
        let (sender, commands) = channel();
        let signals = Arc::new(Signals::default());
        let shared = signals.clone();
        thread::spawn(move || {
            let mut line = Vec::new();
            let mut is_infinite = false;
            while let Ok(true) = read_line(&mut input, &mut line) {
                let command = Command::read(&String::from_utf8_lossy(&line));
                match &command {
                    // Here, not when the search begins: a stop that follows immediately must not be lost.
                    Command::Go(search) => {
                        is_infinite = *search == Search::Infinite;
                        shared.stop.store(false, Ordering::Relaxed);
                    }
                    Command::Stop => shared.stop.store(true, Ordering::Relaxed),
                    Command::Quit => {
                        shared.quit.store(true, Ordering::Relaxed);
                        shared.stop.store(true, Ordering::Relaxed);
                    }
                    _ => {}
                }
                let is_last = command == Command::Quit;
                if sender.send(command).is_err() || is_last {
                    return;
                }
            }
            // The end of the input: no stop will come. Other searches end by themselves and are answered.
            if is_infinite {
                shared.stop.store(true, Ordering::Relaxed);
            }
        });
        Input { commands, signals }
    }

    /// The next command; `None` at the end of the input.
    pub(super) fn next(&self) -> Option<Command> {
        self.commands.recv().ok()
    }

    pub(super) fn signals(&self) -> &Signals {
        &self.signals
    }
}

/// Reads a line without its line feed; returns whether there was one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', line)?;
    if read as u64 == LONGEST && !line.ends_with(b"\n") {
        line.clear();
        line.extend_from_slice(b"a line that is too long");
        skip_line(input)?;
    }
    Ok(read > 0)
}

/// Reads to the end of the line.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, is_end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if is_end {
            return Ok(());
        }
    }
}
