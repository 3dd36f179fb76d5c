//! A bot's stderr: kept in a file that cannot grow without bound, and the last lines for error messages.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fault::printable;

/// The maximum size of a log file in bytes.
const MOST: u64 = 1 << 20;

/// What a log says after that, if there was more. A longer file is one that says it.
const FULL: &[u8] = b"\n[the log is full: nothing more is written]\n";

/// The most bytes that are kept of what was said before there was a file, and of the last words.
const MOST_KEPT: usize = 8 << 10;

/// The log of one player, written to by all its processes.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<LogState>);

#[derive(Debug, Default)]
struct LogState {
    /// Where the file is, or will be once there is something to write.
    path: Option<PathBuf>,
    file: Option<File>,
    /// How many bytes the file has.
    written: u64,
    /// The end of all that was said.
    tail: Vec<u8>,
    /// How much of the tail is not in the file, because there was none.
    unwritten: usize,
}

impl Log {
    fn lock(&self) -> MutexGuard<'_, LogState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes to this file from now on, beginning with what was said before.
    pub(super) fn write_to(&self, path: PathBuf) {
        let mut state = self.lock();
        state.path = Some(path);
        state.file = None;
        let unwritten = std::mem::take(&mut state.unwritten);
        let early = state.tail[state.tail.len() - unwritten..].to_vec();
        if !early.is_empty() {
            state.write(&early);
        }
    }

    /// Adds what a process wrote.
    pub(super) fn add(&self, bytes: &[u8]) {
        let mut state = self.lock();
        state.tail.extend_from_slice(bytes);
        let surplus = state.tail.len().saturating_sub(MOST_KEPT);
        state.tail.drain(..surplus);
        if state.path.is_some() {
            state.write(bytes);
        } else {
            state.unwritten = (state.unwritten + bytes.len()).min(state.tail.len());
        }
    }

    /// Adds what another log kept, as much as that is.
    pub(super) fn add_log(&self, other: &Log) {
        let tail = std::mem::take(&mut other.lock().tail);
        if !tail.is_empty() {
            self.add(&tail);
        }
    }

    /// The last lines, at most this many.
    pub(super) fn last_lines(&self, most: usize) -> Vec<String> {
        let state = self.lock();
        let lines = state.tail.split(|&byte| byte == b'\n').map(printable).filter(|line| !line.is_empty());
        let mut last: Vec<String> = lines.collect();
        last.drain(..last.len().saturating_sub(most));
        last
    }
}

impl LogState {
    /// Writes to the file until it is full. A log that cannot be written does not stop a run.
    fn write(&mut self, bytes: &[u8]) {
        if self.file.is_none() {
            let Some(Ok(file)) = self.path.as_deref().map(open) else { return };
            self.written = file.metadata().map_or(u64::MAX, |file| file.len());
            self.file = Some(file);
        }
        let Some(file) = &mut self.file else { return };
        let Some(room) = MOST.checked_sub(self.written) else { return };
        let (fitting, rest) = bytes.split_at(bytes.len().min(room as usize));
        let notice = if rest.is_empty() { b"" } else { FULL };
        self.written = match file.write_all(fitting).and_then(|()| file.write_all(notice)) {
            Ok(()) => self.written + (fitting.len() + notice.len()) as u64,
            Err(_) => u64::MAX,
        };
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().append(true).create(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_begins_with_what_was_said_before_it_had_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("logs/bot.log");
        let log = Log::default();
        log.add(b"one\n");
        log.write_to(path.clone());
        log.add(b"two\nthr");
        log.add(b"ee\n");
        assert_eq!(fs::read_to_string(path).unwrap(), "one\ntwo\nthree\n");
        assert_eq!(log.last_lines(2), ["two", "three"]);
    }

    #[test]
    fn a_log_is_bounded_also_when_it_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.log");
        for _ in 0..2 {
            let log = Log::default();
            log.write_to(path.clone());
            for _ in 0..3000 {
                log.add(&[b'x'; 1000]);
            }
            assert_eq!(log.last_lines(9).len(), 1);
        }
        let text = fs::read(&path).unwrap();
        assert_eq!(text.len(), MOST as usize + FULL.len());
        assert!(text.ends_with(FULL));
    }

    #[test]
    fn a_log_that_fills_exactly_says_so_when_there_is_more() {
        let folder = tempfile::tempdir().unwrap();
        for is_continued in [false, true] {
            let path = folder.path().join(format!("{is_continued}.log"));
            let mut log = Log::default();
            log.write_to(path.clone());
            for _ in 0..MOST / 1024 {
                log.add(&[b'x'; 1024]);
            }
            assert_eq!(fs::read(&path).unwrap().len() as u64, MOST);
            if is_continued {
                log = Log::default();
                log.write_to(path.clone());
            }
            log.add(b"y");
            log.add(b"z");
            assert_eq!(fs::read(&path).unwrap().len(), MOST as usize + FULL.len());
            assert!(fs::read(&path).unwrap().ends_with(FULL));
        }
    }

    #[test]
    fn no_file_is_made_for_a_silent_bot() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::default();
        log.write_to(folder.path().join("logs/bot.log"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
