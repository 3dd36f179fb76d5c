//! Lines on a terminal that are redrawn in place.
//!
//! The cursor stays after the first line, with room for the `^C` that the terminal shows when Ctrl-C is pressed. In the
//! last column that would wrap, and leave a line that is never cleared. For the same reason no line fills its row.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use terminal_size::{Height, Width, terminal_size_of};

use crate::text::{cut, display_width};

/// The columns that stay free on the right: `^C`, twice.
const FREE: usize = 4;

/// Clears the line of the cursor and all below it.
const CLEAR: &str = "\r\x1b[J";

/// How often the lines are drawn.
const TICK: Duration = Duration::from_millis(100);

/// Gives the lines for a width. As long as there are none, nothing is drawn.
pub(super) type DrawLines = Box<dyn Fn(usize) -> Vec<String> + Send>;

/// Lines that are drawn ten times a second until they are removed.
pub(super) struct Live {
    shared: Arc<Screen>,
    ticker: Mutex<Option<JoinHandle<()>>>,
}

struct Screen {
    state: Mutex<DrawnLines>,
    ended: Condvar,
}

struct DrawnLines {
    lines: DrawLines,
    /// How many lines were drawn last, and how many columns the terminal had.
    drawn: usize,
    columns: usize,
    is_ended: bool,
}

impl Screen {
    fn lock(&self) -> MutexGuard<'_, DrawnLines> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Starts to draw. If no thread can be started, nothing is drawn.
    pub(super) fn begin(lines: DrawLines) -> Live {
        let state = Mutex::new(DrawnLines { lines, drawn: 0, columns: 0, is_ended: false });
        let shared = Arc::new(Screen { state, ended: Condvar::new() });
        let drawn = Arc::clone(&shared);
        let ticker = thread::Builder::new().name("progress".to_owned()).spawn(move || tick(&drawn)).ok();
        Live { shared, ticker: Mutex::new(ticker) }
    }

    /// Draws other lines from now on.
    pub(super) fn set(&self, lines: DrawLines) {
        self.shared.lock().lines = lines;
    }

    pub(super) fn end(&self) {
        let ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(ticker) = ticker else { return };
        self.shared.lock().is_ended = true;
        self.shared.ended.notify_all();
        let _ = ticker.join();
        if self.shared.lock().drawn > 0 {
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

fn tick(shared: &Screen) {
    let mut state = shared.lock();
    while !state.is_ended {
        let (columns, rows) = terminal_size();
        let lines = (state.lines)(columns.saturating_sub(FREE));
        if !lines.is_empty() {
            // A terminal whose width changes breaks the lines anew.
            let is_resized = state.drawn > 0 && state.columns != columns;
            put(if is_resized { CLEAR } else { "" });
            put(&frame(&lines, state.drawn, columns, rows));
            (state.drawn, state.columns) = (lines.len(), columns);
        }
        state = shared.ended.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Draws lines on a terminal of this size over the `before` lines drawn last, and leaves the cursor after the first.
///
/// Each line is overwritten and cleared to its end. Clearing the screen would flicker, and some terminals would
/// keep every frame in their history.
fn frame(lines: &[String], before: usize, columns: usize, rows: usize) -> String {
    let most = columns.saturating_sub(FREE).max(1);
    let mut lines: Vec<String> = lines.iter().map(|line| cut(line, most).to_owned()).collect();
    lines.resize(lines.len().max(before).max(1), String::new());
    lines.truncate(rows.saturating_sub(1).max(1));
    let letters = display_width(&lines[0]);
    let mut out = String::from("\r");
    for (i, line) in lines.iter().enumerate() {
        out += if i > 0 { "\r\n" } else { "" };
        out += line;
        out += "\x1b[K";
    }
    out.push('\r');
    if lines.len() > 1 {
        out += &format!("\x1b[{}A", lines.len() - 1);
    }
    if letters > 0 {
        out += &format!("\x1b[{letters}C");
    }
    out
}

/// A closed stderr is not a reason to stop.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Columns and lines of the terminal on stderr; the usual ones if unknown.
fn terminal_size() -> (usize, usize) {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), Height(lines))) if columns > 0 && lines > 0 => {
            (usize::from(columns), usize::from(lines))
        }
        _ => (80, 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn the_cursor_stays_behind_the_first_line_with_room_for_ctrl_c() {
        assert_eq!(frame(&lines(&["abc"]), 0, 80, 24), "\rabc\x1b[K\r\x1b[3C");
        let three = frame(&lines(&["abc", "", "de"]), 1, 80, 24);
        assert_eq!(three, "\rabc\x1b[K\r\n\x1b[K\r\nde\x1b[K\r\x1b[2A\x1b[3C");
        let long = frame(&lines(&["x".repeat(100).as_str()]), 0, 40, 24);
        assert_eq!(long.matches('x').count(), 36);
    }

    #[test]
    fn lines_that_were_drawn_before_are_cleared() {
        assert_eq!(frame(&lines(&["a"]), 3, 80, 24), "\ra\x1b[K\r\n\x1b[K\r\n\x1b[K\r\x1b[2A\x1b[1C");
    }

    #[test]
    fn lines_that_do_not_fit_on_the_screen_are_left_out() {
        let frame = frame(&lines(&["a", "b", "c", "d"]), 4, 80, 3);
        assert_eq!(frame, "\ra\x1b[K\r\nb\x1b[K\r\x1b[1A\x1b[1C");
    }
}
