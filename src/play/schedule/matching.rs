//! A maximum matching of players, some of whom may meet: Edmonds' algorithm with contracted blossoms (J. Edmonds,
//! "Paths, Trees, and Flowers", 1965).

use std::collections::VecDeque;

/// A maximum matching of the players 0 to `n` - 1.
pub(super) fn largest(n: usize, may_meet: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut partner: Vec<Option<usize>> = vec![None; n];
    for root in 0..n {
        if partner[root].is_none() {
            Search::new(n, root).augment(&may_meet, &mut partner);
        }
    }
    partner
}

/// The search for an augmenting path: between two single players, every second step being a pair.
struct Search {
    root: usize,
    /// For a player that is to be paired anew, the player from which it was reached.
    from: Vec<Option<usize>>,
    /// The base of a player's blossom; the player itself if it is in none.
    base: Vec<usize>,
    /// Players whose opponents are still to be examined.
    is_even: Vec<bool>,
    waiting: VecDeque<usize>,
}

impl Search {
    fn new(n: usize, root: usize) -> Search {
        let mut is_even = vec![false; n];
        is_even[root] = true;
        Search { root, from: vec![None; n], base: (0..n).collect(), is_even, waiting: VecDeque::from([root]) }
    }

    fn augment(mut self, may_meet: &impl Fn(usize, usize) -> bool, partner: &mut [Option<usize>]) {
        while let Some(at) = self.waiting.pop_front() {
            for to in 0..partner.len() {
                if to == at || !may_meet(at, to) || self.base[at] == self.base[to] || partner[at] == Some(to)
                {
                    continue;
                }
                let is_reached = to == self.root || partner[to].is_some_and(|mate| self.from[mate].is_some());
                if is_reached {
                    self.contract(at, to, partner);
                } else if self.from[to].is_none() {
                    self.from[to] = Some(at);
                    match partner[to] {
                        Some(mate) => self.reach(mate),
                        None => return self.turn(to, partner),
                    }
                }
            }
        }
    }

    fn reach(&mut self, player: usize) {
        if !self.is_even[player] {
            self.is_even[player] = true;
            self.waiting.push_back(player);
        }
    }

    /// Swaps the pairs along the path that ends here.
    fn turn(&self, end: usize, partner: &mut [Option<usize>]) {
        let mut next = Some(end);
        while let Some(to) = next {
            let Some(at) = self.from[to] else { break };
            next = partner[at];
            partner[to] = Some(at);
            partner[at] = Some(to);
        }
    }

    /// Contracts an odd cycle into one player.
    fn contract(&mut self, one: usize, other: usize, partner: &[Option<usize>]) {
        let base = self.meeting_point(one, other, partner);
        let mut blossom = vec![false; partner.len()];
        self.mark(one, other, base, partner, &mut blossom);
        self.mark(other, one, base, partner, &mut blossom);
        for player in 0..partner.len() {
            if blossom[self.base[player]] {
                self.base[player] = base;
                self.reach(player);
            }
        }
    }

    /// The lowest common ancestor of two players.
    fn meeting_point(&self, one: usize, other: usize, partner: &[Option<usize>]) -> usize {
        let up = |player: usize| partner[player].and_then(|mate| self.from[mate]);
        let mut is_above = vec![false; partner.len()];
        let mut at = Some(one);
        while let Some(player) = at {
            is_above[self.base[player]] = true;
            at = up(self.base[player]);
        }
        let mut at = other;
        while !is_above[self.base[at]] {
            match up(self.base[at]) {
                Some(above) => at = above,
                None => return self.root,
            }
        }
        self.base[at]
    }

    fn mark(
        &mut self,
        start: usize,
        child: usize,
        base: usize,
        partner: &[Option<usize>],
        blossom: &mut [bool],
    ) {
        let (mut at, mut child) = (start, child);
        while self.base[at] != base {
            let Some(mate) = partner[at] else { return };
            blossom[self.base[at]] = true;
            blossom[self.base[mate]] = true;
            self.from[at] = Some(child);
            child = mate;
            match self.from[mate] {
                Some(above) => at = above,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The size of a maximum matching, by trying all.
    fn tried(left: &[usize], edges: &[Vec<bool>]) -> usize {
        let [first, rest @ ..] = left else { return 0 };
        let without = tried(rest, edges);
        let with = rest.iter().filter(|&&other| edges[*first][other]).map(|&other| {
            let rest: Vec<usize> = rest.iter().copied().filter(|&player| player != other).collect();
            1 + tried(&rest, edges)
        });
        with.max().unwrap_or(0).max(without)
    }

    proptest! {
        #[test]
        fn as_many_players_are_paired_as_possible(n in 1_usize..9, bits in any::<u64>()) {
            // Few edges, so that cycles matter.
            let edge = |low: usize, high: usize| {
                let bit = high * high.saturating_sub(1) / 2 + low;
                let (one, other) = ((bits >> bit) & 1 == 1, (bits >> (63 - bit)) & 1 == 1);
                low < high && (one && other || high == low + 1 && bits % 3 == 0)
            };
            let row = |i: usize| (0..n).map(|j| edge(i.min(j), i.max(j))).collect();
            let edges: Vec<Vec<bool>> = (0..n).map(row).collect();
            let partner = largest(n, |i, j| edges[i][j]);
            for (i, mate) in partner.iter().enumerate() {
                if let Some(j) = *mate {
                    prop_assert!(edges[i][j] && partner[j] == Some(i));
                }
            }
            let all: Vec<usize> = (0..n).collect();
            prop_assert_eq!(partner.iter().flatten().count() / 2, tried(&all, &edges));
        }
    }

    #[test]
    fn a_path_through_two_cycles_is_found() {
        // 0-1-2-0, 2-3, 3-4-5-3: three pairs, although greedy choices find two.
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        let partner = largest(6, |i, j| edges.contains(&(i.min(j), i.max(j))));
        assert!(partner.iter().all(Option::is_some), "{partner:?}");
    }
}
