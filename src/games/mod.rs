//! The games: their rules, their positions in text, and how their positions are judged.
//!
//! Everything here is pure: no clock, no files, no randomness. A game is a folder with
//!
//! - `mod.rs`: its [`Rules`] (the sizes and variants in a spec), and the choice of a representation for them;
//! - `board.rs`: the plain representation, written to be obviously right;
//! - `evaluators/`: a file for each evaluator, and the list of them.
//!
//! To add a game, write such a folder and one line in the list below.
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
pub mod connect;
pub mod drawing;
pub mod evaluator;
mod game;
pub mod kalah;
pub mod moves;
mod select;
mod spec;

pub use any::AnyPosition;
pub use evaluator::{Evaluator, EvaluatorInfo, EvaluatorVisitor, Evaluators, Judged};
pub use game::{Forcing, Game, Happening, IllegalMove, Leaves, Move, Moves, Outcome, Side};
pub use spec::{GameInfo, GameVisitor, Rules};

spec::games! {
    Kalah(kalah::Rules),
    Connect(connect::Rules),
}
