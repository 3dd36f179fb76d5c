//! The thread that reads commands, so that `stop` and `quit` are seen and `isready` is answered while the engine thinks.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::command::{Command, Search};

/// What a search looks at while it runs.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Answer with the best move so far.
    pub(super) stop: AtomicBool,
    /// Answer with nothing.
    pub(super) quit: AtomicBool,
    /// The number of searches that were asked for and not answered.
    searches: AtomicUsize,
}

/// Where answers go, whichever thread gives them.
pub(super) struct Output<W> {
    out: Mutex<W>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(out: W) -> Output<W> {
        Output { out: Mutex::new(out) }
    }

    /// Writes the answer to a command, and empties it. The answer to `go` ends the search.
    pub(super) fn answer(&self, answer: &mut Vec<u8>, to_go: bool, signals: &Signals) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if to_go {
            signals.searches.fetch_sub(1, Ordering::Relaxed);
        }
        out.write_all(answer)?;
        answer.clear();
        out.flush()
    }

    /// Answers `isready` if there is a search, and says whether there is.
    fn is_ready(&self, signals: &Signals) -> bool {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let is_searching = signals.searches.load(Ordering::Relaxed) > 0;
        if is_searching {
            // Where nobody listens any more, the answer to `go` fails too.
            let _ = writeln!(out, "{READY}").and_then(|()| out.flush());
        }
        is_searching
    }
}

/// Commands, in order.
pub(super) struct Input {
    commands: Receiver<Command>,
    signals: Arc<Signals>,
}

/// The answer to `isready`.
pub(super) const READY: &str = "readyok";

/// The longest line. What follows in it is read, but not kept.
const LONGEST: u64 = 1 << 16;

impl Input {
    /// Reads lines until `quit` or the end.
    pub(super) fn listen<W: Write + Send + 'static>(
        mut input: impl BufRead + Send + 'static,
        output: Arc<Output<W>>,
    ) -> Input {
        let (sender, commands) = channel();
        let signals = Arc::new(Signals::default());
        let shared = signals.clone();
        thread::spawn(move || {
            let mut line = Vec::new();
            let mut is_infinite = false;
            // Whether `go` was the last command that has anything to do.
            let mut after_go = false;
            while let Ok(true) = read_line(&mut input, &mut line) {
                let command = Command::read(&String::from_utf8_lossy(&line));
                match &command {
                    // Here, not where the search begins: a stop that follows at once must not be lost.
                    Command::Go(search) => {
                        is_infinite = *search == Search::Infinite;
                        shared.searches.fetch_add(1, Ordering::Relaxed);
                        shared.stop.store(false, Ordering::Relaxed);
                    }
                    Command::Stop => shared.stop.store(true, Ordering::Relaxed),
                    Command::Quit => {
                        shared.quit.store(true, Ordering::Relaxed);
                        shared.stop.store(true, Ordering::Relaxed);
                    }
                    // Behind anything else it is answered in order: it says that all before it is done.
                    Command::IsReady if after_go && output.is_ready(&shared) => continue,
                    _ => {}
                }
                after_go = match command {
                    Command::Go(_) => true,
                    Command::IsReady | Command::Nothing => after_go,
                    _ => false,
                };
                let is_last = command == Command::Quit;
                if sender.send(command).is_err() || is_last {
                    return;
                }
            }
            // The end of the input: nobody will say stop. Other searches end by themselves and are answered.
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

/// Reads a line without its end; whether there was one.
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
