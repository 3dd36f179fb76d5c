//! A budget of games, spent where the ranking is least certain.
//!
//! A round robin spends most of its games on pairings whose order is already clear. Here the first batch connects all
//! players in a ring, in the order of the plan, with a tenth of the budget. Every later batch estimates for each
//! pairing of near neighbours in the ranking what its games would do for the ranking: for every two neighbours, how
//! likely they are in the wrong order by the current [`Belief`], times the share of the variance of their difference
//! that the games would remove. Only the results that [choose](super::GROUP) pairings are known to it. The most
//! promising pairings play next. Each counts as played when the next is chosen, so a batch does not spend everything on
//! one question. Once no order is in doubt, the games go where the differences are least precise.
//!
//! **Size of a batch.** About a fortieth of the budget, on half as many pairings as there are players, in whole groups of
//! [`GROUP`] pairs: ten thousand games come in batches of about 250, which keep many threads busy, and the belief is
//! updated about 36 times.
//!
//! **What it saves.** Simulated ladders of 8 players, 35 to 350 Elo apart, end in the right order in 95 % of
//! tournaments after about 1,900 games, in round robins after about 2,950. With 20 players 40 Elo apart there is little to
//! save: it is about 14,000 and 15,000 (measured by `tests/library/schedule.rs`).
//!
//! These gains are rounded before they are compared, and ties go to the pairing that comes first in the plan: the
//! last bits of logarithms, which differ between machines, do not decide who plays.

use super::{Batch, GROUP, Pairing, Played};
use crate::stats::Belief;

/// One in this many games of the budget is spent on connecting all players.
const FIRST_SHARE: u64 = 10;

/// The approximate number of batches of a budget.
const BATCHES: u64 = 40;

/// How far apart in the ranking two players may be to be paired.
const NEAR: usize = 2;

/// The least doubt about an order, so that games still improve precision once everything is decided.
const PRECISION: f64 = 1e-3;

/// The fewest games of a pairing in a batch: some of them choose pairings and some are reported.
pub(super) const LEAST: u64 = 2 * GROUP;

/// The fewest games that connect this many players: a group of pairs for each pairing of the ring.
pub fn least_games(players: usize) -> u64 {
    LEAST * ring(players).len() as u64
}

/// The next batch; `None` when the budget is spent.
pub(super) fn batch(players: usize, total_games: u64, number: usize, played: &Played) -> Option<Batch> {
    if number == 0 {
        let pairings = ring(players);
        let games = whole(total_games / FIRST_SHARE / pairings.len().max(1) as u64);
        return Some(Batch { games: games.min(total_games), pairings });
    }
    let left = total_games.saturating_sub(played.all.games());
    if left == 0 {
        return None;
    }
    let wanted = (players / 2).max(1) as u64;
    let games = whole(total_games / BATCHES / wanted).min(left);
    let count = wanted.min(left / games);
    Some(Batch { pairings: choose(players, count as usize, games, played), games })
}

/// Each player with the next, and the last with the first.
fn ring(players: usize) -> Vec<Pairing> {
    let neighbours = (1..players).map(|b| Pairing { a: b - 1, b });
    let closing = (players > 2).then(|| Pairing { a: 0, b: players - 1 });
    neighbours.chain(closing).collect()
}

/// Rounds down to whole groups of pairs, at least one.
fn whole(games: u64) -> u64 {
    (games / LEAST * LEAST).max(LEAST)
}

/// The pairings with the largest gain.
fn choose(players: usize, count: usize, games: u64, played: &Played) -> Vec<Pairing> {
    let mut belief = Belief::of(&played.choosing);
    let games = games.div_ceil(GROUP);
    let mut ranking: Vec<usize> = (0..players).collect();
    ranking.sort_by_key(|&i| (rounded(-belief.difference(i, 0)), i));
    let mut candidates: Vec<Pairing> = Vec::new();
    for (place, &i) in ranking.iter().enumerate() {
        candidates.extend(ranking.iter().skip(place + 1).take(NEAR).map(|&j| Pairing::of(i, j)));
    }
    candidates.sort_unstable();

    let mut chosen = Vec::with_capacity(count);
    while chosen.len() < count && !candidates.is_empty() {
        let promises = candidates.iter().map(|&pairing| rounded(promise(&belief, &ranking, pairing, games)));
        // The first among equals.
        let best = promises.enumerate().max_by_key(|&(at, promise)| (promise, usize::MAX - at));
        let Some((at, _)) = best else { break };
        let pairing = candidates.remove(at);
        belief.expect([pairing.a, pairing.b], games);
        chosen.push(pairing);
    }
    chosen
}

/// How much games of a pairing help the ranking: for every two neighbours, how likely they are in the wrong order,
/// times the share of the variance of their difference that the games remove.
fn promise(belief: &Belief, ranking: &[usize], pairing: Pairing, games: u64) -> f64 {
    let neighbours = ranking.windows(2).map(|two| {
        let learned = belief.learned([two[0], two[1]], [pairing.a, pairing.b], games);
        (belief.los(two[1], two[0]) + PRECISION) * learned
    });
    neighbours.sum()
}

/// Rounds away the last bits, which differ between machines.
fn rounded(value: f64) -> i64 {
    (value * 1e9).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::schedule::{Format, Schedule};

    #[test]
    fn the_first_batch_is_a_ring() {
        let schedule = Schedule::new(4, 0, Format::Adaptive { total_games: 1000 }).unwrap();
        let batch = schedule.batch(0, &Played::none(4)).unwrap();
        assert_eq!(batch.pairings, [(0, 1), (1, 2), (2, 3), (0, 3)].map(|(a, b)| Pairing { a, b }));
        assert_eq!(batch.games, 24);
        assert_eq!((least_games(2), least_games(3), least_games(10)), (8, 24, 80));
    }

    #[test]
    fn the_games_go_to_neighbours_whose_order_is_in_doubt() {
        let mut played = Played::none(5);
        for (i, j, wins) in [(0, 1, 90), (1, 2, 90), (2, 3, 52), (3, 4, 90)] {
            for game in 0..100 {
                played.add_game(i, j, if game < wins { 2 } else { 0 });
            }
        }
        let schedule = Schedule::new(5, 0, Format::Adaptive { total_games: 4000 }).unwrap();
        let batch = schedule.batch(1, &played).unwrap();
        assert_eq!(batch.pairings[0], Pairing { a: 2, b: 3 });
        assert_eq!((batch.pairings.len(), batch.games), (2, 48));
    }
}
