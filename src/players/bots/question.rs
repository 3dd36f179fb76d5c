//! What a bot is asked: for a move in a position, and how the game came there.

use std::fmt::{self, Display, Write as _};
use std::time::Duration;

use crate::games::{Move, Side, StandardGame};
use crate::players::clock::ClockView;

/// A position as a bot of any protocol is asked about it. What has a default is what arena does not know of a position that is only
/// words.
pub trait BotPosition: Send + Sync {
    /// The side to move.
    fn mover(&self) -> Side;

    /// Writes what follows `position` in UGI: `fen …`, `startpos moves …`.
    fn write_ugi(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// What other programs know the game as.
    fn standard(&self) -> Option<StandardGame> {
        None
    }

    /// Appends a move of the game as people write it.
    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        let _ = (mv, text);
    }

    /// Moves from the start of the game to this position, if it can only be reached by moves.
    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        None
    }

    /// Who makes each of these moves from here on.
    fn movers(&self, moves: &[Move]) -> Vec<Side> {
        let _ = moves;
        Vec::new()
    }
}

impl dyn BotPosition + '_ {
    /// What follows `position` in UGI.
    pub(super) fn ugi(&self) -> impl Display + '_ {
        fmt::from_fn(|f| self.write_ugi(f))
    }
}

/// How a game came to a position.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// Where it began.
    pub opening: &'a dyn BotPosition,
    /// The moves since; none in a game that only a referee knows, whose positions are made of moves.
    pub moves: &'a [Move],
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} from {}", self.moves, self.opening.ugi())
    }
}

/// The limits of a move that are sent to a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct MoveLimits {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl MoveLimits {
    /// Appends what stands behind `go`, beside the clocks: ` movetime 100`.
    pub(super) fn write(self, text: &mut String) {
        // Writing into a string does not fail.
        if let Some(time) = self.time {
            let _ = write!(text, " movetime {}", time.as_millis().max(1));
        }
        if let Some(nodes) = self.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(depth) = self.depth {
            let _ = write!(text, " depth {depth}");
        }
    }
}

/// A question for a move.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) position: &'a dyn BotPosition,
    /// Without one, the position stands alone.
    pub(crate) past: Option<Past<'a>>,
    pub(crate) clocks: Option<&'a ClockView>,
    pub(crate) limits: MoveLimits,
}
