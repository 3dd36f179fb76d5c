//! How a game is played from a leaf of the tree to its end.

use crate::games::{ForcedMoves, Game, Move, MoveSet, SearchSupport};
use crate::search::playout;

/// How playouts are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rollout {
    /// Any legal move, evenly.
    Random,
    /// The move that looks best one ply ahead; any of them among equals.
    ///
    /// In a game that [sees wins](SearchSupport::SEES_WINS), that is a move that wins at once, else any move that does not
    /// lose to the next one. In other games it is the move after which the mover has the largest
    /// [lead](SearchSupport::lead), counting another turn as a point.
    Greedy,
}

impl Rollout {
    /// Plays a game to its end. Gives the final position and the number of plies.
    #[inline]
    pub(super) fn play<G: Game>(self, position: G, below: &mut impl FnMut(u32) -> u32) -> (G, u64) {
        let mut plies = 0;
        let end = match self {
            Rollout::Random => playout::to_the_end(position, |bound| {
                plies += 1;
                below(bound)
            }),
            Rollout::Greedy => {
                let mut position = position;
                while let Some(mv) = greedy_move(&position, below) {
                    position.play(mv);
                    plies += 1;
                    if playout::ends_here(&mut position, plies as u32) {
                        break;
                    }
                }
                position
            }
        };
        (end, plies)
    }
}

/// A greedy move; `None` when the game is over.
#[inline]
fn greedy_move<G: Game>(position: &G, below: &mut impl FnMut(u32) -> u32) -> Option<Move> {
    let legal = position.legal_moves();
    if legal.is_none() {
        return None;
    }
    let mut best = if G::Search::SEES_WINS {
        match G::Search::forced_moves(position, true) {
            ForcedMoves::Win(mv) => return Some(mv),
            ForcedMoves::Only(moves) => moves,
            ForcedMoves::Unknown => legal,
        }
    } else {
        most_promising(position, legal)
    };
    let count = best.len() as u32;
    best.nth(below(count) as usize)
}

/// The moves after which the mover has the largest lead.
#[inline]
fn most_promising<G: Game>(position: &G, legal: G::Moves) -> G::Moves {
    let mover = position.to_move();
    let (mut best, mut most) = (G::Moves::NONE, i32::MIN);
    for mv in legal {
        let next = position.after(mv);
        let moves_again = next.to_move() == mover;
        let lead = G::Search::lead(&next);
        let lead = if moves_again { lead + i32::from(!next.is_over()) } else { -lead };
        if lead > most {
            (best, most) = (G::Moves::NONE, lead);
        }
        if lead == most {
            best.insert(mv);
        }
    }
    best
}
