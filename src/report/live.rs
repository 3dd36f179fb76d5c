//! Lines on a terminal that are redrawn in place.
//!
//! The cursor stays behind the first line, with room for the `^C` that the terminal shows when Ctrl-C is pressed. In the
//! last column that would wrap, and leave a line behind that nobody clears. For the same reason no line fills its row.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::terminal::progress_size;

/// The columns that stay free on the right: `^C`, twice.
const FREE: usize = 4;

/// How often the lines are drawn.
const TICK: Duration = Duration::from_millis(100);

/// Gives the lines for a width. As long as there are none, nothing is drawn.
pub(super) type Lines = Box<dyn Fn(usize) -> Vec<String> + Send>;

/// Lines that are drawn ten times a second until they are removed.
pub(super) struct Live {
    shared: Arc<Shared>,
    ticker: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    lines: Lines,
    is_drawn: bool,
    is_ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Starts to draw. Where no thread can be started, nothing is drawn.
    pub(super) fn begin(lines: Lines) -> Live {
        let state = Mutex::new(State { lines, is_drawn: false, is_ended: false });
        let shared = Arc::new(Shared { state, ended: Condvar::new() });
        let drawn = Arc::clone(&shared);
        let ticker = thread::Builder::new().name("progress".to_owned()).spawn(move || tick(&drawn)).ok();
        Live { shared, ticker: Mutex::new(ticker) }
    }

    /// Draws other lines from now on.
    pub(super) fn set(&self, lines: Lines) {
        self.shared.lock().lines = lines;
    }

    /// Removes the lines.
    pub(super) fn end(&self) {
        let ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(ticker) = ticker else { return };
        self.shared.lock().is_ended = true;
        self.shared.ended.notify_all();
        let _ = ticker.join();
        if self.shared.lock().is_drawn {
            put(CLEAR);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Live")
    }
}

/// To the first column, and everything from there to the end of the screen.
const CLEAR: &str = "\r\x1b[J";

fn tick(shared: &Shared) {
    let mut state = shared.lock();
    while !state.is_ended {
        let (columns, rows) = progress_size();
        let lines = (state.lines)(columns.saturating_sub(FREE));
        if !lines.is_empty() {
            put(&drawn(&lines, columns, rows));
            state.is_drawn = true;
        }
        state = shared.ended.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// What draws lines on a terminal of this size, and leaves the cursor behind the first.
fn drawn(lines: &[String], columns: usize, rows: usize) -> String {
    let most = columns.saturating_sub(FREE).max(1);
    let cut = |line: &String| line.chars().take(most).collect::<String>();
    let lines: Vec<String> = lines.iter().take(rows.saturating_sub(1).max(1)).map(cut).collect();
    let mut out = format!("{CLEAR}{}\r", lines.join("\r\n"));
    if lines.len() > 1 {
        out += &format!("\x1b[{}A", lines.len() - 1);
    }
    match lines.first().map(|first| first.chars().count()) {
        Some(letters) if letters > 0 => out + &format!("\x1b[{letters}C"),
        _ => out,
    }
}

/// A closed stderr is not a reason to stop.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn the_cursor_stays_behind_the_first_line_with_room_for_ctrl_c() {
        assert_eq!(drawn(&lines(&["abc"]), 80, 24), "\r\x1b[Jabc\r\x1b[3C");
        assert_eq!(drawn(&lines(&["abc", "", "de"]), 80, 24), "\r\x1b[Jabc\r\n\r\nde\r\x1b[2A\x1b[3C");
        let long = drawn(&lines(&["x".repeat(100).as_str()]), 40, 24);
        assert_eq!(long.matches('x').count(), 36);
    }

    #[test]
    fn lines_that_do_not_fit_on_the_screen_are_left_out() {
        let drawn = drawn(&lines(&["a", "b", "c", "d"]), 80, 3);
        assert_eq!(drawn, "\r\x1b[Ja\r\nb\r\x1b[1A\x1b[1C");
    }
}
