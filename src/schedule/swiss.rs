//! A round of a Swiss tournament.
//!
//! Players are ordered by their points, then by their place in the plan; a bye counts as half the points of a round here,
//! but as no game. From the top down, everybody meets the next in order that leaves the rest without more repeated
//! pairings than there have to be. Where the number of players is odd, one of those with the fewest byes has none to
//! play: the last in order for whom, again, no more pairings are repeated than have to be.

use super::Pairing;
use super::matching::largest;
use crate::stats::Crosstable;

/// The pairings of a round after so many rounds, with so many games for each pairing.
pub(super) fn round(players: usize, rounds: u64, games: u64, played: &Crosstable) -> Vec<Pairing> {
    let met = Met::of(players, games, played);
    let byes = |i: usize| rounds.saturating_sub(played.of(i).n() / games.max(1));
    let mut order: Vec<usize> = (0..players).collect();
    let points = |i: usize| u128::from(played.of(i).half_points()) + u128::from(byes(i)) * u128::from(games);
    order.sort_by_key(|&i| (std::cmp::Reverse(points(i)), i));

    if players % 2 == 1 {
        let without = |at: usize| order.iter().copied().filter(|&i| i != order[at]).collect::<Vec<_>>();
        let last = (0..players).min_by_key(|&at| (byes(order[at]), met.repeats(&without(at)), players - at));
        order.remove(last.unwrap_or(players - 1));
    }
    let mut pairings = Vec::with_capacity(order.len() / 2);
    while order.len() > 1 {
        let needed = met.repeats(&order);
        let without = |at: usize| -> Vec<usize> {
            let rest = order.iter().enumerate().filter(|&(i, _)| i != 0 && i != at);
            rest.map(|(_, &player)| player).collect()
        };
        let cost = |at: usize| usize::from(met.is_repeat(order[0], order[at]));
        let mut candidates: Vec<usize> = (1..order.len()).collect();
        candidates.sort_by_key(|&at| (met.times(order[0], order[at]), at));
        let fits = |&at: &usize| cost(at) + met.repeats(&without(at)) == needed;
        let at = candidates.iter().copied().find(fits).unwrap_or(1);
        pairings.push(Pairing::of(order[0], order[at]));
        order = without(at);
    }
    pairings
}

/// Who met whom how often.
struct Met {
    players: usize,
    times: Vec<u64>,
    /// How often all have met at least.
    least: u64,
}

impl Met {
    fn of(players: usize, games: u64, played: &Crosstable) -> Met {
        let times = |i: usize, j: usize| played.between(i, j).n().div_ceil(games.max(1));
        let all = (0..players).flat_map(|i| (0..players).map(move |j| times(i, j)));
        let mut met = Met { players, times: all.collect(), least: 0 };
        let pairs = (0..players).flat_map(|i| (i + 1..players).map(move |j| (i, j)));
        met.least = pairs.map(|(i, j)| met.times(i, j)).min().unwrap_or(0);
        met
    }

    fn times(&self, i: usize, j: usize) -> u64 {
        self.times[i * self.players + j]
    }

    /// Whether two players have met more often than others.
    fn is_repeat(&self, i: usize, j: usize) -> bool {
        self.times(i, j) > self.least
    }

    /// How many repeated pairings it takes at least to pair all of these.
    fn repeats(&self, players: &[usize]) -> usize {
        let partner = largest(players.len(), |i, j| !self.is_repeat(players[i], players[j]));
        partner.iter().filter(|mate| mate.is_none()).count() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule};
    use crate::stats::Results;
    use proptest::prelude::*;

    #[test]
    fn leaders_meet_leaders_but_not_twice() {
        let schedule = Schedule::new(4, 10, Format::Swiss { rounds: 3 }).unwrap();
        let mut played = Crosstable::new(4);
        let next = |number: usize, played: &mut Crosstable| {
            let batch = schedule.batch(number, played).unwrap();
            for pairing in &batch.pairings {
                // The later in the plan is the stronger.
                played.add(pairing.b, pairing.a, &Results::single(2, 0, 8));
            }
            batch.pairings.iter().map(|pairing| (pairing.a, pairing.b)).collect::<Vec<_>>()
        };
        assert_eq!(next(0, &mut played), [(0, 1), (2, 3)]);
        assert_eq!(next(1, &mut played), [(1, 3), (0, 2)]);
        assert_eq!(next(2, &mut played), [(0, 3), (1, 2)]);
        assert_eq!(schedule.batch(3, &played), None);
    }

    #[test]
    fn a_repeat_is_avoided_even_if_the_leaders_have_to_give_way() {
        // Of the six, 0 to 3 have all met; so each of 4 and 5 has to meet one of them, and two of them meet again.
        let mut played = Crosstable::new(6);
        for i in 0..4 {
            for j in i + 1..4 {
                played.add(i, j, &Results::single(1, 0, 1));
            }
        }
        let pairings = round(6, 3, 2, &played);
        let repeats = pairings.iter().filter(|pairing| pairing.b < 4).count();
        assert_eq!((pairings.len(), repeats), (3, 1), "{pairings:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn rounds_are_fair_whatever_happens(players in 2_usize..13, rounds in 1_u64..15, seed in any::<u64>()) {
            let schedule = Schedule::new(players, 2, Format::Swiss { rounds }).unwrap();
            let mut played = Crosstable::new(players);
            let mut chance = seed;
            for number in 0..rounds as usize {
                let batch = schedule.batch(number, &played).unwrap();
                prop_assert_eq!(&schedule.batch(number, &played.clone()).unwrap(), &batch);
                let mut seen: Vec<usize> = batch.pairings.iter().flat_map(|p| [p.a, p.b]).collect();
                seen.sort_unstable();
                prop_assert!(seen.windows(2).all(|two| two[0] < two[1]), "each plays once: {:?}", seen);
                prop_assert_eq!(seen.len(), players / 2 * 2);

                // Without byes to mind, pairings are repeated only where every way to pair all repeats one.
                let repeated = batch.pairings.iter().filter(|p| played.between(p.a, p.b).n() > 0).count();
                let possible = largest(players, |i, j| played.between(i, j).n() == 0);
                if players % 2 == 0 {
                    prop_assert_eq!(players / 2 - repeated, possible.iter().flatten().count() / 2);
                }
                for pairing in &batch.pairings {
                    chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let first = (chance >> 33) as usize % 3;
                    played.add_pair(pairing.a, pairing.b, [first, (chance >> 40) as usize % 3]);
                }
                let games: Vec<u64> = (0..players).map(|i| played.of(i).n()).collect();
                let (most, fewest) = (games.iter().max().unwrap(), games.iter().min().unwrap());
                prop_assert!(most - fewest <= 2, "byes go round: {:?}", games);
            }
            prop_assert_eq!(played.games(), schedule.total_games());
            prop_assert_eq!(schedule.batch(rounds as usize, &played), None);
        }
    }

    #[test]
    fn sixty_four_players_are_paired_for_sixty_three_rounds() {
        let mut played = Crosstable::new(64);
        for number in 0..63 {
            for (i, pairing) in round(64, number, 2, &played).into_iter().enumerate() {
                played.add_pair(pairing.a, pairing.b, [(i + number as usize) % 3, 1]);
            }
        }
        assert_eq!(played.games(), 63 * 64);
    }
}
