//! Games that programs of other makers play too, under protocols that know nothing else of them than this.

/// What the world calls a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandardGame {
    /// Chess: positions are FEN, moves are those of UCI.
    Chess {
        /// Whether castling is written as king takes rook, as from the start positions of Chess960.
        is_960: bool,
    },
    /// Othello: moves are cells, numbered row by row from the top left. A side that cannot move is skipped.
    Othello {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// m,n,k: moves are cells, numbered row by row from the top left.
    Mnk {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// How many marks in a row win.
        in_a_row: usize,
        /// Whether more in a row count for nothing.
        exact: bool,
    },
}

impl StandardGame {
    /// The columns and rows of a board whose moves are cells.
    pub fn grid(self) -> Option<(usize, usize)> {
        match self {
            StandardGame::Chess { .. } => None,
            StandardGame::Othello { columns, rows } | StandardGame::Mnk { columns, rows, .. } => {
                Some((columns, rows))
            }
        }
    }
}
