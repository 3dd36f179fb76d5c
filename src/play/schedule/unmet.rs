//! Who has yet to meet whom, and how many rounds that allows.
//!
//! A round uses up one pair of each player. While everybody has at least half of all left to meet, a round without a
//! repeat exists, whatever was played before (G. A. Dirac, "Some theorems on abstract graphs", 1952: such a graph has a
//! Hamiltonian cycle, and every second edge of it is a round). After that a round may lead to a dead end: six players
//! with two opponents left each may form two triangles. So [`Unmet::lasts`] looks ahead. It splits the remaining pairs
//! into rounds, removes one of them, splits again, and so on to the end.
//!
//! To split a graph into the fewest rounds is to colour its edges, and hard in general (I. Holyer, "The NP-completeness
//! of edge-coloring", 1981). Here edges are coloured one by one. If two players lack different colours, a chain of two
//! colours is swapped (a Kempe chain), and if that does not help, an edge in the way is uncoloured, for a bounded
//! number of steps. That may miss a split, but [`Unmet::lasts`] never says yes without having found one, and it
//! stays consistent: if it says that N rounds can be played, the last of [`Unmet::ways`] is one of them, after which
//! it says that the others can, since these are the steps it took.

use super::Pairing;
use super::matching::largest;

/// The pairs of players (at most 64) that are left to play.
#[derive(Debug, Clone)]
pub(super) struct Unmet {
    /// For each player, a bit for each opponent left to meet.
    rows: Vec<u64>,
}

impl Unmet {
    pub(super) fn of(players: usize, is_left: impl Fn(usize, usize) -> bool) -> Unmet {
        let bit = |i: usize, j: usize| u64::from(i != j && is_left(i, j)) << j;
        Unmet { rows: (0..players).map(|i| (0..players).fold(0, |row, j| row | bit(i, j))).collect() }
    }

    pub(super) fn has(&self, pairing: Pairing) -> bool {
        self.rows[pairing.a] >> pairing.b & 1 == 1
    }

    pub(super) fn without(&self, round: &[Pairing]) -> Unmet {
        let mut left = self.clone();
        for pairing in round {
            left.rows[pairing.a] &= !(1 << pairing.b);
            left.rows[pairing.b] &= !(1 << pairing.a);
        }
        left
    }

    /// The fewest opponents that any player has left to meet.
    pub(super) fn degree(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).min().unwrap_or(0)
    }

    /// Whether it finds this many remaining rounds of all players without a repeated pair.
    pub(super) fn lasts(&self, rounds: usize) -> bool {
        let mut left = self.clone();
        for rounds in (1..=rounds).rev() {
            if left.degree() + 1 >= rounds + self.rows.len() / 2 {
                return true;
            }
            let Some(round) = left.ways().pop() else { return false };
            left = left.without(&round);
        }
        true
    }

    /// Rounds to choose from: all remaining ones if a split is found, otherwise one or none.
    pub(super) fn ways(&self) -> Vec<Vec<Pairing>> {
        let one = || {
            let partner = largest(self.rows.len(), |i, j| self.has(Pairing { a: i, b: j }));
            let round: Option<Vec<usize>> = partner.into_iter().collect();
            round.map(|partner| vec![pairings(&partner)])
        };
        self.split().or_else(one).unwrap_or_default()
    }

    /// All pairs, split into as many rounds as everybody has opponents.
    fn split(&self) -> Option<Vec<Vec<Pairing>>> {
        let degree = self.degree();
        if self.rows.iter().any(|row| row.count_ones() as usize != degree) {
            return None;
        }
        let all = (0..self.rows.len()).flat_map(|a| (a + 1..self.rows.len()).map(move |b| Pairing { a, b }));
        let edges = all.filter(|&pairing| self.has(pairing)).collect();
        let colouring = Colouring::new(self.rows.len(), degree).complete(edges)?;
        let class = |colour: usize| {
            let partner: Option<Vec<usize>> = colouring.mate.iter().map(|mates| mates[colour]).collect();
            partner.map(|partner| pairings(&partner))
        };
        (0..degree).map(class).collect()
    }
}

fn pairings(partner: &[usize]) -> Vec<Pairing> {
    let firsts = partner.iter().enumerate().filter(|&(a, &b)| a < b);
    firsts.map(|(a, &b)| Pairing { a, b }).collect()
}

/// A proper edge colouring: no two edges at a player have the same colour.
struct Colouring {
    /// For each player, the opponent in each colour.
    mate: Vec<Vec<Option<usize>>>,
    /// For each player, a bit for each colour it lacks.
    free: Vec<u64>,
    chance: u64,
}

impl Colouring {
    /// The number of random steps that a stuck search takes before it gives up.
    const MAX_STEPS: usize = 500;

    fn new(players: usize, colours: usize) -> Colouring {
        let all = (1_u64 << colours) - 1;
        Colouring { mate: vec![vec![None; colours]; players], free: vec![all; players], chance: 1 }
    }

    fn complete(mut self, mut edges: Vec<Pairing>) -> Option<Colouring> {
        let mut steps = Self::MAX_STEPS;
        while let Some(edge) = edges.pop() {
            if let Some(colour) = self.common(edge) {
                self.set(edge.a, edge.b, colour);
                continue;
            }
            steps = steps.checked_sub(1)?;
            // A random step: one of the two is made to lack a random colour and replaces the other's opponent in it.
            let (to, other) = if self.roll(2) == 0 { (edge.a, edge.b) } else { (edge.b, edge.a) };
            let lacks = bits(self.free[to]).next()?;
            let colour = self.roll(self.mate[to].len());
            if self.mate[to][colour].is_some() {
                let chain = self.chain(to, colour, lacks);
                self.turn(&chain, colour, lacks);
            }
            let Some(third) = self.mate[other][colour] else {
                edges.push(edge);
                continue;
            };
            self.clear(other, third, colour);
            self.set(to, other, colour);
            edges.push(Pairing::of(other, third));
        }
        Some(self)
    }

    /// A colour that both players lack, after swapping a chain of two colours if necessary.
    fn common(&mut self, edge: Pairing) -> Option<usize> {
        let Pairing { a, b } = edge;
        if let Some(colour) = bits(self.free[a] & self.free[b]).next() {
            return Some(colour);
        }
        for of_a in bits(self.free[a]) {
            for of_b in bits(self.free[b]) {
                let chain = self.chain(b, of_a, of_b);
                if chain.last() != Some(&a) {
                    self.turn(&chain, of_a, of_b);
                    return Some(of_a);
                }
            }
        }
        None
    }

    /// The players on the path from a player along edges of two alternating colours.
    fn chain(&self, start: usize, first: usize, second: usize) -> Vec<usize> {
        let (mut at, mut colour, mut other) = (start, first, second);
        let mut chain = vec![start];
        while let Some(next) = self.mate[at][colour] {
            chain.push(next);
            at = next;
            std::mem::swap(&mut colour, &mut other);
        }
        chain
    }

    fn turn(&mut self, chain: &[usize], first: usize, second: usize) {
        let colours = [first, second];
        for (i, two) in chain.windows(2).enumerate() {
            self.clear(two[0], two[1], colours[i % 2]);
        }
        for (i, two) in chain.windows(2).enumerate() {
            self.set(two[0], two[1], colours[(i + 1) % 2]);
        }
    }

    fn set(&mut self, i: usize, j: usize, colour: usize) {
        for (at, mate) in [(i, j), (j, i)] {
            self.mate[at][colour] = Some(mate);
            self.free[at] &= !(1 << colour);
        }
    }

    fn clear(&mut self, i: usize, j: usize, colour: usize) {
        for at in [i, j] {
            self.mate[at][colour] = None;
            self.free[at] |= 1 << colour;
        }
    }

    /// A pseudo-random number below `n`, the same on every machine (the multiplier is that of D. Knuth's MMIX).
    fn roll(&mut self, n: usize) -> usize {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) as usize % n.max(1)
    }
}

/// The places of the set bits.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_tournament_of_any_size_can_be_played_to_its_end() {
        for players in (2..=64).step_by(2) {
            let all = Unmet::of(players, |_, _| true);
            // From the first round on, without the shortcut by Dirac's theorem.
            let mut left = all.clone();
            for round in 1..players {
                let next = left.ways().pop().unwrap_or_default();
                assert_eq!(next.len(), players / 2, "round {round} of {players} players");
                assert!(next.iter().all(|&pairing| left.has(pairing)));
                left = left.without(&next);
            }
            assert!(all.lasts(players - 1) && !all.lasts(players));
        }
    }

    #[test]
    fn a_dead_end_is_recognised() {
        let triangles = Unmet::of(6, |i, j| i / 3 == j / 3);
        assert!(!triangles.lasts(1) && triangles.ways().is_empty());
        let ring = Unmet::of(6, |i, j| (i + 1) % 6 == j || (j + 1) % 6 == i);
        assert!(ring.lasts(2) && !ring.lasts(3));
        // Two rings of five, joined player by player. Petersen's graph, with one of them a star, has a round but not
        // two (J. Petersen, "Sur le théorème de Tait", 1898); the prism, with none, has three.
        let joined = |step: usize| {
            let ring = |i: usize, j: usize, step: usize| (i + step) % 5 == j || (j + step) % 5 == i;
            Unmet::of(10, move |i, j| match (i / 5, j / 5) {
                (0, 0) => ring(i, j, 1),
                (1, 1) => ring(i - 5, j - 5, step),
                _ => i % 5 == j % 5,
            })
        };
        let (petersen, prism) = (joined(2), joined(1));
        assert_eq!((petersen.degree(), petersen.lasts(1), petersen.lasts(2)), (3, true, false));
        assert_eq!(
            (prism.degree(), prism.lasts(3), prism.split().map(|rounds| rounds.len())),
            (3, true, Some(3))
        );
    }

    proptest! {
        #[test]
        fn rounds_that_are_found_can_be_played(half in 1_usize..17, played in 0_usize..32, seed in any::<u64>()) {
            // Some rounds of the circle method were played, the players in random order, and then some random rounds.
            let players = 2 * half;
            let mut chance = Colouring { mate: vec![], free: vec![], chance: seed };
            let mut name: Vec<usize> = (0..players).collect();
            for i in (1..players).rev() {
                name.swap(i, chance.roll(i + 1));
            }
            let round = |i: usize, j: usize| match name[i].max(name[j]) {
                last if last == players - 1 => 2 * name[i].min(name[j]) % last,
                _ => (name[i] + name[j]) % (players - 1),
            };
            let mut left = Unmet::of(players, |i, j| round(i, j) >= played.min(players - 1));
            for _ in 0..chance.roll(4) {
                let partner = largest(players, |i, j| left.has(Pairing::of(i, j)));
                if let Some(partner) = partner.into_iter().collect::<Option<Vec<usize>>>() {
                    left = left.without(&pairings(&partner));
                }
            }
            let degree = left.degree();
            prop_assert!(!left.lasts(degree + 1));
            for rounds in (1..=degree).filter(|&rounds| left.lasts(rounds)) {
                let mut left = left.clone();
                for later in (0..rounds).rev() {
                    let next = left.ways().pop().unwrap_or_default();
                    prop_assert!(next.len() == half && next.iter().all(|&pairing| left.has(pairing)));
                    left = left.without(&next);
                    prop_assert!(left.lasts(later), "{later} of {rounds} rounds of {players} players");
                }
            }
            if let Some(split) = left.split() {
                prop_assert_eq!(split.len(), degree);
                let mut left = left;
                for round in split {
                    prop_assert!(round.len() == half && round.iter().all(|&pairing| left.has(pairing)));
                    left = left.without(&round);
                }
            }
        }
    }
}
