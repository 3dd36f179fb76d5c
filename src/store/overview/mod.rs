//! What a page shows of a run: read from its files in bounded memory, whatever the number of games.
//!
//! [`RunSource`] finds the files. `gather` counts all games in a first pass over them, `select` chooses in a second which
//! are shown one by one, with their [`MoveValues`]. `times`, `faults` and `rows` are the tables beside the games.

mod faults;
mod gather;
mod move_values;
mod openings;
mod rows;
mod select;
mod source;
mod times;

pub(crate) use faults::{FaultRow, FaultsFound};
pub(crate) use gather::{Repeats, RunCounts};
pub(crate) use move_values::MoveValues;
pub(crate) use openings::{MOST_OPENINGS, OpeningRow, PairKind};
pub(crate) use rows::{MistakeRow, ReviewRow, rows_of};
pub(crate) use select::{ChosenAs, MOST_GAMES, SelectedGame, Selection};
pub(crate) use source::RunSource;
pub(crate) use times::{PlayerTimes, TimingRow};
