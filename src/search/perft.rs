//! Counts of move sequences: the usual proof that rules are right, since mistakes in them change the counts.

use super::{Control, Stopped, Watcher};
use crate::games::{Game, Leaves, Move, SearchSupport};

/// The number of move sequences of exactly 1, 2, … `depth` plies. A finished game is not extended.
///
/// ```
/// use arena::games::kalah::{Board, KalahRules};
/// use arena::search::{Unlimited, perft};
///
/// let start = Board::start(KalahRules::new(6, 4, false).unwrap());
/// assert_eq!(perft::counts(&start, 3, &Unlimited).unwrap(), [6, 35, 185]);
/// ```
pub fn counts<G: Game>(position: &G, depth: usize, watcher: &dyn Watcher) -> Result<Vec<u64>, Stopped> {
    let mut counts = vec![0; depth];
    let mut pace = PerftPace { watcher, nodes: 0, check_at: 0 };
    count(position, &mut counts, &mut pace)?;
    Ok(counts)
}

/// The number of move sequences of exactly `depth` plies (at least 1), and how many of them end the game. Every last
/// move is played, unless the game [counts](SearchSupport::leaves) them without playing.
///
/// ```
/// use arena::games::Leaves;
/// use arena::games::connect::{Board, ConnectRules};
/// use arena::search::perft;
///
/// // Of 4^5 sequences four fill a column too far, and a hundred or so make three in a row.
/// let start = Board::start(ConnectRules::new(4, 4, 3).unwrap());
/// assert_eq!(perft::leaves(&start, 5), Leaves { all: 1020, ends: 108 });
/// ```
pub fn leaves<G: Game>(position: &G, depth: usize) -> Leaves {
    if let Some(seen) = G::Search::leaves(position, depth) {
        return seen;
    }
    let mut found = Leaves::default();
    for mv in position.legal_moves() {
        let next = position.after(mv);
        if depth > 1 {
            found += leaves(&next, depth - 1);
        } else {
            found += Leaves { all: 1, ends: u64::from(next.is_over()) };
        }
    }
    found
}

/// Plays every move of every sequence and calls `visit` with its ply (from 1), the position before, the move, and the
/// position after.
pub fn every_move<G: Game>(position: &G, depth: usize, visit: &mut impl FnMut(usize, &G, Move, &G)) {
    fn walk<G: Game>(position: &G, ply: usize, depth: usize, visit: &mut impl FnMut(usize, &G, Move, &G)) {
        if ply > depth {
            return;
        }
        for mv in position.legal_moves() {
            let next = position.after(mv);
            visit(ply, position, mv, &next);
            walk(&next, ply + 1, depth, visit);
        }
    }
    walk(position, 1, depth, visit);
}

struct PerftPace<'w> {
    watcher: &'w dyn Watcher,
    nodes: u64,
    check_at: u64,
}

/// Adds the sequences from `position` to the counts of the plies that follow it. The last ply is counted, not played.
fn count<G: Game>(position: &G, counts: &mut [u64], pace: &mut PerftPace<'_>) -> Result<(), Stopped> {
    if pace.nodes >= pace.check_at {
        match pace.watcher.check(pace.nodes) {
            Control::CheckAgainAt(nodes) => pace.check_at = nodes,
            Control::Stop => return Err(Stopped),
        }
    }
    pace.nodes += 1;
    let moves = position.legal_moves();
    let Some((here, deeper)) = counts.split_first_mut() else {
        return Ok(());
    };
    *here += moves.len() as u64;
    match deeper {
        [] => {}
        [last] if let Some(seen) = G::Search::leaves(position, 2) => *last += seen.all,
        deeper => {
            for mv in moves {
                count(&position.after(mv), deeper, pace)?;
            }
        }
    }
    Ok(())
}
