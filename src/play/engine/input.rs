//! Commands, and which thread reads them.
//!
//! The searching thread also reads the commands between searches: passing each one through a channel costs 9 µs a ply,
//! longer than many searches. A second thread, the listener, takes over the input once a search has lasted for
//! [`LISTEN_AFTER`], so that `stop` and `quit` are seen and `isready` is answered. It returns the input with the first
//! command after that search.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use super::command::{EngineCommand, SearchLimit};

/// The flags that a search polls while it runs.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Answer with the best move so far.
    pub(super) stop: AtomicBool,
    /// Do not answer.
    pub(super) quit: AtomicBool,
    /// The number of the search that the last `stop` was meant for.
    stopped: AtomicU64,
}

impl Signals {
    /// Stops the search with this number, even if it has not begun yet.
    fn stop(&self, search: u64) {
        self.stopped.store(search, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Begins the search with this number. A `stop` that arrived earlier still applies.
    fn begin(&self, search: u64) {
        self.stop.store(false, Ordering::SeqCst);
        if self.stopped.load(Ordering::SeqCst) >= search {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// How long a search runs before the listener takes over. Most are over by then.
const LISTEN_AFTER: Duration = Duration::from_millis(1);

/// The longest line. The rest of a longer line is discarded.
const LONGEST: u64 = 1 << 16;

/// Commands, in order.
pub(super) struct Input<R> {
    /// `None` while the listener has it.
    reader: Option<Reader<R>>,
    shared: Arc<Shared<R>>,
    heard: Receiver<Heard<R>>,
    listener: Thread,
    /// How many searches have begun.
    begun: u64,
}

/// The state that both threads share.
struct Shared<R> {
    signals: Signals,
    /// The input, while a search runs and until the listener takes it.
    offered: Mutex<Option<Reader<R>>>,
    /// How many searches have begun and ended: odd while one runs.
    searches: AtomicU64,
    /// Whether the listener polls `searches`. If not, it is parked.
    awake: AtomicBool,
    /// How many commands from the listener were received, and how many of them are done.
    taken: AtomicU64,
    done: AtomicU64,
}

/// A command from the listener, with the input if the listener returns it.
struct Heard<R> {
    /// `None` at the end of the input.
    command: Option<EngineCommand>,
    reader: Option<Reader<R>>,
}

impl<R: Read + Send + 'static> Input<R> {
    /// Reads lines until `quit` or the end. `answer_ready` answers an `isready` during a search, `flush` writes what was held
    /// back for a search that lasts.
    pub(super) fn new(
        input: R,
        answer_ready: impl Fn() + Send + 'static,
        flush: impl Fn() + Send + 'static,
    ) -> Input<R> {
        let (sender, heard) = channel();
        let shared = Arc::new(Shared {
            signals: Signals::default(),
            offered: Mutex::new(None),
            searches: AtomicU64::new(0),
            awake: AtomicBool::new(false),
            taken: AtomicU64::new(0),
            done: AtomicU64::new(0),
        });
        let theirs = shared.clone();
        let listener = thread::spawn(move || theirs.listen(&sender, &answer_ready, &flush)).thread().clone();
        let lines = BufReader::new(input);
        let reader = Some(Reader { lines, line: Vec::new(), is_infinite: false, searches: 0, sent: 0 });
        Input { reader, shared, heard, listener, begun: 0 }
    }

    /// The next command; `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<EngineCommand> {
        // Asking for the next command means that the last one is done.
        let shared = &self.shared;
        shared.done.store(shared.taken.load(Ordering::SeqCst), Ordering::SeqCst);
        if let Some(reader) = &mut self.reader {
            return reader.next(&shared.signals);
        }
        let Heard { command, reader } = self.heard.recv().ok()?;
        shared.taken.fetch_add(1, Ordering::SeqCst);
        self.reader = reader;
        command
    }

    /// Whether the next command has already arrived, as far as is known.
    pub(super) fn has_next(&self) -> bool {
        self.reader.as_ref().is_some_and(|reader| reader.lines.buffer().contains(&b'\n'))
    }

    /// Runs a search that later commands can stop.
    pub(super) fn during<T>(&mut self, search: impl FnOnce(&Signals) -> T) -> T {
        let shared = &self.shared;
        self.begun += 1;
        shared.signals.begin(self.begun);
        let Some(reader) = self.reader.take() else {
            // The listener already has the input.
            shared.searches.fetch_add(1, Ordering::SeqCst);
            let found = search(&shared.signals);
            shared.searches.fetch_add(1, Ordering::SeqCst);
            return found;
        };
        *shared.offered() = Some(reader);
        shared.searches.fetch_add(1, Ordering::SeqCst);
        if !shared.awake.swap(true, Ordering::SeqCst) {
            self.listener.unpark();
        }
        let found = search(&shared.signals);
        shared.searches.fetch_add(1, Ordering::SeqCst);
        self.reader = shared.offered().take();
        found
    }
}

impl<R: Read> Shared<R> {
    fn offered(&self) -> std::sync::MutexGuard<'_, Option<Reader<R>>> {
        self.offered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a long search and reads commands while it runs, until the input ends.
    fn listen(&self, heard: &Sender<Heard<R>>, answer_ready: &impl Fn(), flush: &impl Fn()) {
        loop {
            while !self.awake.load(Ordering::SeqCst) {
                thread::park();
            }
            let before = self.searches.load(Ordering::SeqCst);
            thread::sleep(LISTEN_AFTER);
            if before != self.searches.load(Ordering::SeqCst) {
                continue;
            }
            if before.is_multiple_of(2) {
                // No search is running; the next one unparks the listener. One that began before the store did not.
                self.awake.store(false, Ordering::SeqCst);
                let now = self.searches.load(Ordering::SeqCst);
                self.awake.fetch_or(now != before, Ordering::SeqCst);
                continue;
            }
            let reader = self.offered().take();
            flush();
            if let Some(reader) = reader
                && self.read(reader, heard, answer_ready).is_none()
            {
                return;
            }
        }
    }

    /// Sends commands until no search is running and none is pending, then returns the input with the next one. `None` if
    /// the receiver is gone.
    fn read(&self, mut reader: Reader<R>, heard: &Sender<Heard<R>>, answer_ready: &impl Fn()) -> Option<()> {
        loop {
            let command = reader.next(&self.signals);
            let state = || {
                let is_over = self.searches.load(Ordering::SeqCst).is_multiple_of(2);
                (is_over, is_over && self.done.load(Ordering::SeqCst) == reader.sent)
            };
            let (mut is_over, mut is_idle) = state();
            // A search that was asked for begins in a moment, and readiness is confirmed while it runs.
            while command == Some(EngineCommand::IsReady) && is_over && !is_idle {
                thread::yield_now();
                (is_over, is_idle) = state();
            }
            let is_last = matches!(command, None | Some(EngineCommand::Quit));
            // An `isready` after pending commands is answered after them: the answer means that they are done.
            let is_first = self.taken.load(Ordering::SeqCst) == reader.sent;
            match command {
                _ if is_idle || is_last => {
                    reader.sent += 1;
                    return heard.send(Heard { command, reader: Some(reader) }).ok();
                }
                Some(EngineCommand::Stop | EngineCommand::Nothing) => {}
                Some(EngineCommand::IsReady) if !is_over && is_first => answer_ready(),
                _ => {
                    reader.sent += 1;
                    heard.send(Heard { command, reader: None }).ok()?;
                }
            }
        }
    }
}

/// Lines that become commands and signals.
struct Reader<R> {
    lines: BufReader<R>,
    line: Vec<u8>,
    /// How many searches were asked for, and whether the last of them runs until it is stopped.
    searches: u64,
    is_infinite: bool,
    /// How many commands the listener has sent.
    sent: u64,
}

impl<R: Read> Reader<R> {
    /// The next command; `None` at the end of the input.
    fn next(&mut self, signals: &Signals) -> Option<EngineCommand> {
        if !matches!(read_line(&mut self.lines, &mut self.line), Ok(true)) {
            // No `stop` can follow. Other searches end by themselves and are answered.
            if self.is_infinite {
                signals.stop(self.searches);
            }
            return None;
        }
        let command = EngineCommand::read(&String::from_utf8_lossy(&self.line));
        match &command {
            EngineCommand::Go(search) => {
                self.searches += 1;
                self.is_infinite = *search == SearchLimit::Infinite;
            }
            EngineCommand::Stop => signals.stop(self.searches),
            EngineCommand::Quit => {
                signals.quit.store(true, Ordering::Relaxed);
                signals.stop(self.searches);
            }
            _ => {}
        }
        Some(command)
    }
}

/// Reads a line; returns whether there was one.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
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
