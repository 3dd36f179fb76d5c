//! How even a position is, for openings that give both sides equal chances.
//!
//! A position is judged by its exact value if few beans or cells are left, otherwise by alpha-beta to [`PLIES`] with the game's default
//! evaluator, or to the game's [usual depth](Game::USUAL_DEPTH) if that is less, as on boards with hundreds of moves. Both are the same on every machine. The openings that count as balanced are those at most as far from even as the best
//! quarter of a sample of the level: on a board whose openings all favour one side, the least uneven ones.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::level::Path;
use crate::games::{Evaluators, Game};
use crate::rng::{Purpose, Rng};
use crate::search::solve::{Memory, Solver, left_to_play};
use crate::search::{Depth, Extra, Search, TranspositionTable, Unlimited};

/// The most plies of the search.
const PLIES: u16 = 6;

/// With at most this many beans in play or vacant cells, a position is solved.
const SOLVED: usize = 18;

/// The positions of the sample.
const SAMPLE: usize = 400;

/// The part of the sample that counts as balanced: one in this many.
pub(super) const PART: usize = 4;

/// The openings judged before the interrupt flag is read again.
const AT_ONCE: usize = 256;

/// How far from even a position is.
pub(super) fn distance<G: Game>(position: &G) -> u32 {
    if left_to_play(position).is_some_and(|left| left <= SOLVED) {
        let mut solver = Solver::new(position, &[], Memory::split(1 << 20));
        if let Ok(value) = solver.value(position, &Unlimited) {
            return value.unsigned_abs();
        }
    }
    let mut table = TranspositionTable::default();
    let evaluator = <G::Evaluators as Evaluators<G>>::First::default();
    let mut search = Search::new(evaluator, Extra::Ply, &Unlimited, &mut table);
    let best = search.best(position, Depth::plies(PLIES.min(G::USUAL_DEPTH))).ok().flatten();
    best.map_or(0, |best| best.value.unsigned_abs())
}

/// The most that a balanced opening may be from even: the best quarter of a sample. Openings are given by their number.
///
/// This and [`filter`] do not know the board type: parallel iterators are much code, and here they are cold.
pub(super) fn limit(count: usize, distance: &(dyn Fn(usize) -> u32 + Sync)) -> u32 {
    let mut numbers: Vec<usize> = (0..count.min(1 << 20)).collect();
    // Any fixed seed will do: the limit is the game's, not the run's.
    Rng::stream(0, Purpose::Openings, 1).shuffle(&mut numbers);
    numbers.truncate(SAMPLE);
    let mut distances: Vec<u32> = numbers.par_iter().map(|&number| distance(number)).collect();
    distances.sort_unstable();
    distances.get(distances.len() / PART).copied().unwrap_or(0)
}

/// The first `wanted` of these paths that lead to balanced openings, or all there are; `None` if it was interrupted.
pub(super) fn filter(
    paths: &[Path],
    is_balanced: &(dyn Fn(Path) -> bool + Sync),
    wanted: u64,
    interrupt: &AtomicBool,
) -> Option<Vec<Path>> {
    let mut balanced = Vec::new();
    for some in paths.chunks(AT_ONCE) {
        if balanced.len() as u64 >= wanted {
            break;
        }
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        balanced.par_extend(some.par_iter().copied().filter(|&path| is_balanced(path)));
    }
    balanced.truncate(usize::try_from(wanted.max(1)).unwrap_or(usize::MAX));
    Some(balanced)
}
