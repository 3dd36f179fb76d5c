//! All distinct unfinished positions at the same number of plies from the start.
//!
//! A position is stored as the first path to it, packed into one word: eight bytes each, whatever the
//! size of the board. The order of paths, and everything that follows from it, does not depend on how positions
//! are represented or hashed.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fingerprint;
use crate::digest::IdentityHasher;
use crate::games::{Game, Move, MoveSet};

/// The most positions of a listed level: two million, or what a game with many moves lists in a moment.
pub(crate) fn most_listed<G: Game>(start: &G) -> usize {
    if start.places() <= 64 { 2_000_000 } else { 200_000 }
}

/// Moves from the start, packed, the first in the highest bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Path(u64);

impl Path {
    /// The position at the end of a path of this many plies.
    pub(crate) fn follow<G: Game>(self, start: &G, plies: u32) -> G {
        let bits = bits_per_move(start);
        let mut position = *start;
        for ply in (0..plies).rev() {
            let code = (self.0 >> (ply * bits) & ((1 << bits) - 1)) as usize;
            let mv =
                if by_rank(start) { position.legal_moves().nth(code) } else { Some(Move::from_index(code)) };
            if let Some(mv) = mv {
                position.play(mv);
            }
        }
        position
    }

    /// One move further: the one of this rank among the legal ones.
    fn then<G: Game>(self, start: &G, rank: usize, mv: Move) -> Path {
        let code = if by_rank(start) { rank } else { mv.index() };
        Path(self.0 << bits_per_move(start) | code as u64)
    }
}

/// Whether a path counts legal moves instead of places: where there are many more places than a position has moves.
fn by_rank<G: Game>(start: &G) -> bool {
    start.places() > G::Moves::MOST
}

fn bits_per_move<G: Game>(start: &G) -> u32 {
    let most = start.places().min(G::Moves::MOST);
    (usize::BITS - (most - 1).leading_zeros()).max(1)
}

/// Why a level is not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unlisted {
    /// It has more than [`most_listed`] positions.
    TooMany,
    /// Its paths do not fit in a word.
    TooLong,
    /// The run was interrupted.
    Interrupted,
}

/// The positions of a level, by their paths, in order.
#[derive(Debug, Clone)]
pub(crate) struct Level {
    plies: u32,
    paths: Vec<Path>,
}

impl Level {
    /// The start position.
    pub(crate) fn start() -> Level {
        Level { plies: 0, paths: vec![Path(0)] }
    }

    /// The most plies a path can have.
    pub(crate) fn most_plies<G: Game>(start: &G) -> u32 {
        u64::BITS / bits_per_move(start)
    }

    /// The number of plies from the start.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The paths to all positions, in order.
    pub(crate) fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The paths to all positions, in order.
    pub(crate) fn into_paths(self) -> Vec<Path> {
        self.paths
    }

    /// One ply further.
    pub(crate) fn next<G: Game>(&self, start: &G, interrupt: &AtomicBool) -> Result<Level, Unlisted> {
        let plies = self.plies + 1;
        if plies > Level::most_plies(start) {
            return Err(Unlisted::TooLong);
        }
        // Paths are followed in order, so the first one found to a position is the first one in order.
        let mut known: HashSet<u64, BuildHasherDefault<IdentityHasher>> = HashSet::default();
        let mut paths = Vec::new();
        for &path in &self.paths {
            if interrupt.load(Ordering::Relaxed) {
                return Err(Unlisted::Interrupted);
            }
            let position = path.follow(start, self.plies);
            for (rank, mv) in position.legal_moves().enumerate() {
                let next = position.after(mv);
                if !next.is_over() && known.insert(fingerprint(&next)) {
                    paths.push(path.then(start, rank, mv));
                }
            }
            if paths.len() > most_listed(start) {
                return Err(Unlisted::TooMany);
            }
        }
        debug_assert!(paths.is_sorted(), "moves come in order");
        Ok(Level { plies, paths })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect;

    fn sizes(levels: u32) -> Vec<usize> {
        let start = connect::Board::start(connect::ConnectRules::new(7, 6, 4).unwrap());
        let mut level = Level::start();
        (0..levels)
            .map(|_| {
                level = level.next(&start, &AtomicBool::new(false)).unwrap();
                level.paths().len()
            })
            .collect()
    }

    /// OEIS A212693: positions of Connect Four after n plies. Finished ones, which it counts too, begin at ply 7.
    #[test]
    fn a_level_holds_every_position_once() {
        assert_eq!(sizes(6), [7, 49, 238, 1120, 4263, 16422]);
    }

    #[test]
    fn a_path_leads_to_the_position_it_was_found_for() {
        let start = connect::Board::start(connect::ConnectRules::new(4, 3, 3).unwrap());
        let go_on = AtomicBool::new(false);
        let level = Level::start().next(&start, &go_on).unwrap().next(&start, &go_on).unwrap();
        let mut texts: Vec<String> =
            level.paths().iter().map(|path| path.follow(&start, 2).to_string()).collect();
        let count = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!((texts.len(), count), (16, 16));
    }
}
