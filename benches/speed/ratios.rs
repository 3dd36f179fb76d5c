//! A table of the same work done in three ways.

use std::time::Duration;

use crate::table::{Table, time, times};

/// A row: the same work by the textbook, the plain and the fast way.
pub(crate) struct Row<'a> {
    pub(crate) game: &'a str,
    pub(crate) work: &'a str,
    /// The times of the three ways for all of it.
    pub(crate) taken: [Duration; 3],
    /// The number of pieces of work.
    pub(crate) pieces: u64,
    /// The least acceptable ratio to the textbook, and a better one.
    pub(crate) target: Option<(u32, u32)>,
}

/// Prints the header of a table. `piece` is the unit of work.
pub(crate) fn header(heading: &str, sentence: &str, piece: &str) -> Table {
    let work = format!("time for a {piece}");
    let columns = [
        ("game", 15),
        (work.as_str(), 24),
        ("textbook", 10),
        ("plain", 10),
        ("fast", 10),
        ("to textbook", 12),
        ("to plain", 9),
        ("target", 14),
    ];
    Table::new(heading, sentence, &columns)
}

impl Row<'_> {
    /// Prints it.
    pub(crate) fn print(&self, table: &Table) {
        let [textbook, plain, fast] = self.taken.map(|time| time.as_secs_f64() / self.pieces as f64);
        let target = match self.target {
            None => String::new(),
            Some((least, better)) if least == better => least.to_string(),
            Some((least, better)) => format!("{least}, better {better}"),
        };
        table.row([
            self.game,
            self.work,
            &time(textbook),
            &time(plain),
            &time(fast),
            &times(textbook / fast),
            &times(plain / fast),
            &target,
        ]);
    }
}
