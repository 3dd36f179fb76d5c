//! What a game offers the exact solvers: a position in the form that a solver takes.

use super::connect::ConnectRules;
use super::kalah::{KalahRules, SideRows};
use super::othello::Geometry;

/// A position for an exact solver, or that there is none for it. See [`Game::solvable`](super::Game::solvable).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solvable(pub(crate) Form);

/// The form of a position, by solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Kalah on the packed board: the holes, and by how many beans in the pot the side to move is ahead.
    Kalah {
        rules: KalahRules,
        /// The holes of both sides.
        rows: SideRows,
        /// The lead of the side to move.
        lead: i32,
    },
    /// Connect-N on a bitboard.
    Connect {
        rules: ConnectRules,
        /// The checkers of the side to move.
        own: u128,
        /// All checkers.
        all: u128,
    },
    /// Othello on a bitboard.
    Othello {
        geometry: Geometry,
        /// The discs of the side to move.
        own: u64,
        /// The discs of the other side.
        other: u64,
    },
    /// Only a search to the end of the game solves it.
    BySearch,
}

/// How the end of every game on a board can be known exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endgame {
    /// It cannot.
    Unknown,
    /// From [tables](crate::search::solve::Endgames).
    Tables,
    /// By a search that takes milliseconds.
    Search,
}

impl Solvable {
    /// No solver knows the game: it is searched to its end.
    pub const BY_SEARCH: Solvable = Solvable(Form::BySearch);
}
