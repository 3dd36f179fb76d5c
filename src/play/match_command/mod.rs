//! Games that another program plays as a whole: it is started once for each game and prints the result.
//!
//! `--game 'match:COMMAND'` names that program. `{SEED}`, `{P1}` and `{P2}` in the command become a random seed and the commands
//! of the players: arena starts no player itself. So there are neither positions nor moves; openings are the seeds, one for each
//! pair, whose second game swaps the seats.
//!
//! - `spec`: `match:COMMAND[,key=value…]`. `template`: a command with placeholders.
//! - `result`: what the program printed. `attribute`: what it says of a game beside the result.
//! - `games`: the games of a plan.

mod attribute;
mod games;
mod result;
mod spec;
mod template;

pub(crate) use attribute::Attribute;
pub(crate) use games::resolve;
pub(crate) use spec::{LISTED, MATCH, MatchSpec};
