//! Counting move sequences: the usual proof that rules are right, since every mistake in them changes the counts.

use super::{Orders, Stopped, Watch};
use crate::games::{Game, Leaves, Move};

/// How many move sequences there are of exactly 1, 2, … `depth` plies. A finished game is not extended.
///
/// ```
/// use arena::games::kalah::{Board, Rules};
/// use arena::search::{NoWatch, perft};
///
/// let start = Board::start(Rules::new(6, 4, false).unwrap());
/// assert_eq!(perft::counts(&start, 3, &mut NoWatch).unwrap(), [6, 35, 185]);
/// ```
pub fn counts<G: Game>(position: &G, depth: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, Stopped> {
    let mut counts = vec![0; depth];
    let mut pace = Pace { watch, nodes: 0, ask_at: 0 };
    count(position, &mut counts, &mut pace)?;
    Ok(counts)
}

/// How many move sequences there are of exactly `depth` plies, at least 1, and how many of them end the game: every last
/// move is made, or a game that [sees](Game::leaves) what it does looks at it.
///
/// ```
/// use arena::games::Leaves;
/// use arena::games::connect::{Board, Rules};
/// use arena::search::perft;
///
/// // Of 4^5 sequences four fill a column too far, and a hundred or so make three in a row.
/// let start = Board::start(Rules::new(4, 4, 3).unwrap());
/// assert_eq!(perft::leaves(&start, 5), Leaves { all: 1020, ends: 108 });
/// ```
pub fn leaves<G: Game>(position: &G, depth: usize) -> Leaves {
    if let Some(seen) = position.leaves(depth) {
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

/// Makes every move of every sequence and tells `visit` of it with its ply (from 1) and the positions before and
/// after.
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

struct Pace<'w> {
    watch: &'w mut dyn Watch,
    nodes: u64,
    ask_at: u64,
}

/// Adds the sequences from `position` to the counts of the plies that follow it. The last ply is counted, not played.
fn count<G: Game>(position: &G, counts: &mut [u64], pace: &mut Pace<'_>) -> Result<(), Stopped> {
    if pace.nodes >= pace.ask_at {
        match pace.watch.orders(pace.nodes) {
            Orders::AskAgainAt(nodes) => pace.ask_at = nodes,
            Orders::Stop => return Err(Stopped),
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
        [last] if let Some(seen) = position.leaves(2) => *last += seen.all,
        deeper => {
            for mv in moves {
                count(&position.after(mv), deeper, pace)?;
            }
        }
    }
    Ok(())
}
