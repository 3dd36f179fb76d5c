//! The games: rules, positions as text, and evaluators.
//!
//! Everything here is pure: no clock, no files, no randomness. A game is a folder with
//!
//! - `mod.rs`: its [`GameRules`] (the sizes and variants in a spec);
//! - `board.rs`: a [`Game`], the plain board, written to be obviously right;
//! - its evaluators, each a [`NamedEvaluator`].
//!
//! [`breakthrough`] is the shortest example; CONTRIBUTING.md goes through one step by step. [`kalah`] and [`connect`] also have
//! faster boards with [`SearchSupport`], which their rules choose if the sizes fit. To add a game, write such a folder and add one
//! line to the list below.
//!
//! ```
//! use arena::games::{Game, BuiltInGame, GameVisitor, Move};
//!
//! struct PlayFirst;
//!
//! impl GameVisitor for PlayFirst {
//!     type Output = String;
//!
//!     fn visit<G: Game>(self, start: G) -> String {
//!         let first = start.legal_moves().next().unwrap();
//!         start.after(first).to_string()
//!     }
//! }
//!
//! let game: BuiltInGame = "kalah:3x2".parse().unwrap();
//! assert_eq!(game.visit(PlayFirst), "n:0,3,3,0:2,2,2,0");
//! ```

mod any;
mod ascii;
pub mod breakthrough;
pub mod chess;
pub mod connect;
pub mod drawing;
mod effect;
pub mod evaluator;
mod game;
mod grid;
pub mod kalah;
mod line;
mod mistake;
pub mod mnk;
mod move_set;
pub mod moves;
pub mod othello;
pub mod oware;
mod prospect;
mod rows;
mod search_support;
mod select;
mod sizes;
mod solvable;
mod spec;
mod standard;
pub mod view;

pub use any::AnyPosition;
pub use effect::MoveEffect;
pub use evaluator::{Evaluator, EvaluatorInfo, EvaluatorVisitor, Evaluators, NamedEvaluator, ValueScale};
pub use game::{Game, IllegalMove, Move, Outcome, Side};
pub use line::Line;
pub use move_set::{MoveList, MoveSet, Moves, WideMoves};
pub use search_support::{ForcedMoves, Judged, Leaves, OrderedMoves, PlainSearch, SearchSupport};
pub use sizes::Size;
pub(crate) use solvable::Form;
pub use solvable::{Endgame, Solvable};
pub(crate) use spec::names as game_names;
pub use spec::{GameInfo, GameRules, GameVisitor};
pub use standard::StandardGame;

spec::games! {
    Kalah(kalah::KalahRules),
    Connect(connect::ConnectRules),
    Mnk(mnk::MnkRules),
    Breakthrough(breakthrough::BreakthroughRules),
    Othello(othello::OthelloRules),
    Oware(oware::OwareRules),
    Chess(chess::ChessRules),
    Chess960(chess::Chess960Rules),
}
