//! Which players can be compared.
//!
//! A player that took at least half a point from another is within its reach. Players within reach of each other,
//! directly or through others, form a part: their relative ratings are finite. Between two parts all points went
//! one way, or there were no games: the likelihood then has no maximum, and grows as the two move apart.

use std::cmp::Reverse;

use super::evidence::AllResults;

/// A part, with the parts above and below it. Other parts are not comparable with it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// The players that ratings are relative to.
    pub(super) core: Vec<usize>,
    /// Parts from which the core took no points, not even through others: the nearest first.
    pub(super) above: Vec<Vec<usize>>,
    /// Parts that took no points from the core: the nearest first.
    pub(super) below: Vec<Vec<usize>>,
}

impl Layers {
    pub(super) fn players(&self) -> impl Iterator<Item = usize> {
        let beyond = self.above.iter().chain(&self.below).flatten();
        self.core.iter().chain(beyond).copied()
    }
}

/// Divides the players into comparable groups, the largest first, but the one with the anchor before all. The
/// core is the part with the anchor. In other groups it is the one with the most players; ties go to that with the most
/// games, then to that above the most players, then to the first.
pub(super) fn layers(evidence: &AllResults, anchor: Option<usize>) -> Vec<Layers> {
    let mut left: Vec<usize> = (0..evidence.players()).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let group = group(evidence, &left, anchor);
        left.retain(|&player| group.players().all(|taken| taken != player));
        groups.push(group);
    }
    groups.sort_by_key(|group| {
        let is_anchored = anchor.is_some_and(|anchor| group.core.contains(&anchor));
        let games: u64 = group.players().map(|player| evidence.games(player)).fold(0, u64::saturating_add);
        Reverse((is_anchored, group.players().count(), games))
    });
    groups
}

fn group(evidence: &AllResults, players: &[usize], anchor: Option<usize>) -> Layers {
    let reach = Reach::of(evidence, players);
    let parts = &reach.parts;
    let rank = |part: &&Vec<usize>| {
        let has_anchor = anchor.is_some_and(|anchor| part.iter().any(|&i| players[i] == anchor));
        let games = |i: usize| {
            let with = players.iter().map(|&other| evidence.between(players[i], other).games);
            with.fold(0, u64::saturating_add)
        };
        let games = part.iter().map(|&i| games(i)).fold(0, u64::saturating_add);
        let below = reach.below(part[0]);
        // The last is the number of the first player: parts come in its order, and the first maximum counts.
        (has_anchor, part.len(), games, below, Reverse(part.first().copied()))
    };
    let Some(core) = parts.iter().max_by_key(rank).cloned() else {
        return Layers { core: players.to_vec(), above: Vec::new(), below: Vec::new() };
    };
    let of_core = core[0];
    let named = |part: &[usize]| -> Vec<usize> { part.iter().map(|&i| players[i]).collect() };
    let mut above: Vec<&Vec<usize>> =
        parts.iter().filter(|part| **part != core && reach.has(part[0], of_core)).collect();
    let mut below: Vec<&Vec<usize>> =
        parts.iter().filter(|part| **part != core && reach.has(of_core, part[0])).collect();
    // A part above another reaches everything that the other reaches, and more.
    above.sort_by_key(|part| reach.below(part[0]));
    below.sort_by_key(|part| Reverse(reach.below(part[0])));
    Layers {
        above: above.into_iter().map(|part| named(part)).collect(),
        below: below.into_iter().map(|part| named(part)).collect(),
        core: named(&core),
    }
}

/// Who is within whose reach, by place in a list of players. Every player is within its own reach.
struct Reach {
    /// The players within reach of each other, in the order of their first players.
    parts: Vec<Vec<usize>>,
    /// The part of each player.
    part_of: Vec<usize>,
    /// The players within reach of each part.
    reached: Vec<Vec<bool>>,
}

impl Reach {
    fn of(evidence: &AllResults, players: &[usize]) -> Reach {
        let count = players.len();
        let (mut lost_to, mut took_from) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for i in 0..count {
            for j in (0..count).filter(|&j| i != j && evidence.half_points(players[i], players[j]) > 0) {
                took_from[i].push(j);
                lost_to[j].push(i);
            }
        }
        let mut reach = Reach { parts: Vec::new(), part_of: vec![usize::MAX; count], reached: Vec::new() };
        for i in 0..count {
            if reach.part_of[i] < reach.parts.len() {
                continue;
            }
            let (reached, reaching) = (from(i, &took_from), from(i, &lost_to));
            let part: Vec<usize> = (i..count).filter(|&j| reached[j] && reaching[j]).collect();
            for &j in &part {
                reach.part_of[j] = reach.parts.len();
            }
            reach.parts.push(part);
            reach.reached.push(reached);
        }
        reach
    }

    fn has(&self, i: usize, j: usize) -> bool {
        self.reached[self.part_of[i]][j]
    }

    /// The number of players that a player reaches.
    fn below(&self, i: usize) -> usize {
        self.reached[self.part_of[i]].iter().filter(|&&reached| reached).count()
    }
}

/// All players that a walk along these links comes to.
fn from(start: usize, links: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; links.len()];
    reached[start] = true;
    let mut waiting = vec![start];
    while let Some(i) = waiting.pop() {
        for &j in &links[i] {
            if !reached[j] {
                reached[j] = true;
                waiting.push(j);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Crosstable, Results};

    /// Results in which the first of each two beat the second.
    fn beaten(players: usize, wins: &[(usize, usize)]) -> AllResults {
        let mut table = Crosstable::new(players);
        for &(winner, loser) in wins {
            table.add(winner, loser, &Results::single(0, 0, 1));
        }
        AllResults::of(&table)
    }

    #[test]
    fn players_in_a_cycle_are_one_part() {
        let groups = layers(&beaten(3, &[(0, 1), (1, 2), (2, 0)]), None);
        assert_eq!(groups, [Layers { core: vec![0, 1, 2], above: vec![], below: vec![] }]);
    }

    #[test]
    fn players_that_only_won_or_only_lost_are_above_and_below_nearest_first() {
        // 4 > 3 > {0, 1} > 2, and 5 below all.
        let table = beaten(6, &[(4, 3), (3, 0), (0, 1), (1, 0), (1, 2), (2, 5), (4, 5)]);
        let groups = layers(&table, None);
        assert_eq!(
            groups,
            [Layers { core: vec![0, 1], above: vec![vec![3], vec![4]], below: vec![vec![2], vec![5]] }]
        );
    }

    #[test]
    fn players_that_never_met_are_separate_groups() {
        let groups = layers(&beaten(5, &[(3, 4), (4, 3)]), None);
        let cores: Vec<&[usize]> = groups.iter().map(|group| &group.core[..]).collect();
        assert_eq!(cores, [&[3, 4][..], &[0], &[1], &[2]]);
    }

    #[test]
    fn beating_the_same_player_does_not_make_two_players_comparable() {
        // 0 and 3 both beat 1; 0 is in the core with 2.
        let groups = layers(&beaten(4, &[(0, 2), (2, 0), (0, 1), (3, 1)]), None);
        assert_eq!(groups[0], Layers { core: vec![0, 2], above: vec![], below: vec![vec![1]] });
        assert_eq!(groups[1], Layers { core: vec![3], above: vec![], below: vec![] });
    }

    #[test]
    fn the_anchor_is_in_the_core_of_the_first_group() {
        let table = beaten(4, &[(0, 1), (1, 0), (0, 2)]);
        assert_eq!(
            layers(&table, Some(2))[0],
            Layers { core: vec![2], above: vec![vec![0, 1]], below: vec![] }
        );
        assert_eq!(layers(&table, Some(3))[0].core, [3]);
    }
}
