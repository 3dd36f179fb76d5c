//! The sizes of the terminals that output goes to.

use std::io::{stderr, stdout};

use terminal_size::{Height, Width, terminal_size_of};

/// The width of tables without a terminal, and the maximum on a terminal.
pub(crate) const WIDTH: usize = 80;

/// The width of tables on stdout, if the names allow it.
pub(crate) fn table_width() -> usize {
    let columns = terminal_size_of(stdout()).map_or(WIDTH, |(Width(columns), _)| usize::from(columns));
    columns.min(WIDTH)
}

/// Columns and lines of the terminal on stderr; the usual ones if unknown.
pub(super) fn progress_size() -> (usize, usize) {
    match terminal_size_of(stderr()) {
        Some((Width(columns), Height(lines))) if columns > 0 && lines > 0 => {
            (usize::from(columns), usize::from(lines))
        }
        _ => (80, 24),
    }
}
