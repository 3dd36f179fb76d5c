//! All randomness, in one place.
//!
//! Every stream of random numbers is `ChaCha8` seeded with the seed of the run; the purpose and the pair of games choose
//! the stream. So a stream is a function of (seed, purpose, pair), and no two streams overlap. The generator
//! comes from `rand_chacha`, and tests pin what is drawn, so that a new version cannot change results unnoticed.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// What random numbers are for. The values are part of every result: never change them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The order of the openings of a run.
    Openings = 1,
    /// The random walk to the opening of a pair.
    Walk = 2,
    /// The choices of player a in the first game of a pair.
    PlayerA = 3,
    /// The choices of player b in the first game of a pair.
    PlayerB = 4,
    /// The choices of player a in the second game of a pair.
    PlayerASwapped = 5,
    /// The choices of player b in the second game of a pair.
    PlayerBSwapped = 6,
    /// The seeds of whole matches.
    Matches = 7,
    /// The signs of the perturbations in a step of a tuning.
    Perturbation = 253,
    /// The positions in which a bot is checked.
    Fitness = 254,
    /// The positions of a fingerprint.
    Fingerprint = 255,
}

impl Purpose {
    /// The streams of the first and the second side in a game of a pair: the first one, in which player a is first, or the
    /// second.
    pub fn of_players(a_is_first: bool) -> [Purpose; 2] {
        if a_is_first {
            [Purpose::PlayerA, Purpose::PlayerB]
        } else {
            [Purpose::PlayerBSwapped, Purpose::PlayerASwapped]
        }
    }
}

/// A stream of random numbers.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream for a purpose and a pair, below 2^56 pairs.
    pub fn stream(seed: u64, purpose: Purpose, pair: u64) -> Rng {
        // The key is the seed and zeros: `seed_from_u64` may expand a seed differently in a later version.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut chacha = ChaCha8Rng::from_seed(key);
        chacha.set_stream(number_of(purpose, pair));
        Rng(chacha)
    }

    /// Becomes the stream for another purpose and pair, with the same seed. Cheaper than a new one.
    pub fn restart(&mut self, purpose: Purpose, pair: u64) {
        // Back to the start first: `set_stream` computes words anew if some were drawn.
        self.0.set_word_pos(0);
        self.0.set_stream(number_of(purpose, pair));
    }

    /// A number below `bound`, each equally likely. `bound` must not be 0.
    ///
    /// By Lemire's method ("Fast Random Integer Generation in an Interval", 2019): the high half of a product, unless its
    /// low half is among the few values that would make some numbers more likely. The numbers are those of `rand`'s
    /// `Uniform`, which divides before every draw; here only one draw in `2^32 / bound` divides.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "nothing is below 0");
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Cheap random numbers that begin with the next ones of this stream.
    pub fn playouts(&mut self) -> PlayoutRng {
        let [low, high] = [(); 2].map(|()| u64::from(self.0.next_u32()));
        PlayoutRng(high << 32 | low)
    }

    /// Shuffles the items, every order equally likely: the Fisher-Yates shuffle, from the end. Our own instead of
    /// `rand`'s, which draws several indices from one word.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub fn choose<T>(&mut self, mut items: impl ExactSizeIterator<Item = T>) -> Option<T> {
        match items.len() {
            0 => None,
            count => items.nth(self.below(count as u32) as usize),
        }
    }
}

/// Random numbers for playouts, which need many, cheap ones: the generator splitmix64 (G. Steele, D. Lea, C. Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014). [`Rng::playouts`] seeds it.
#[derive(Debug, Clone)]
pub struct PlayoutRng(u64);

impl PlayoutRng {
    /// A number below `bound`. Some are more likely than others, by less than one in a hundred million for bounds up
    /// to 40.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// The seed of a pair of whole matches: a number below 2^31, which every language can read. Pairs of a run have different
/// ones.
///
/// The numbers of the pairs, beginning anywhere, are mixed by steps that can be undone: multiplications by odd numbers, and
/// shifts that are added without a carry.
pub(crate) fn match_seed(seed: u64, pair: u64) -> u32 {
    const MASK: u32 = (1 << 31) - 1;
    let first = Rng::stream(seed, Purpose::Matches, 0).below(1 << 31);
    let mut mixed = first.wrapping_add(pair as u32) & MASK;
    for factor in [0x21f0_aaad, 0x735a_2d97] {
        mixed ^= mixed >> 16;
        mixed = mixed.wrapping_mul(factor) & MASK;
    }
    mixed ^ mixed >> 15
}

/// The number of a stream.
fn number_of(purpose: Purpose, pair: u64) -> u64 {
    (purpose as u64) << 56 | pair
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::distr::{Distribution as _, Uniform};

    fn draws(seed: u64, purpose: Purpose, pair: u64) -> Vec<u32> {
        let mut rng = Rng::stream(seed, purpose, pair);
        (0..8).map(|_| rng.below(1000)).collect()
    }

    #[test]
    fn a_stream_that_is_restarted_is_like_a_new_one() {
        let mut rng = Rng::stream(7, Purpose::PlayerB, 3);
        for drawn in [0, 1, 5, 70] {
            rng.restart(Purpose::PlayerB, 3);
            (0..drawn).for_each(|_| _ = rng.below(10));
            rng.restart(Purpose::PlayerA, drawn);
            let again: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
            assert_eq!(again, draws(7, Purpose::PlayerA, drawn));
        }
    }

    /// The values come from a separate implementation of `ChaCha8`.
    #[test]
    fn the_streams_are_pinned() {
        assert_eq!(draws(1, Purpose::PlayerA, 0), [253, 358, 634, 307, 333, 71, 497, 343]);
        assert_eq!(draws(1, Purpose::PlayerA, 1), [129, 817, 143, 146, 873, 789, 150, 627]);
        assert_eq!(draws(1, Purpose::PlayerB, 0), [964, 513, 658, 638, 871, 708, 795, 597]);
        assert_eq!(draws(2, Purpose::PlayerA, 0), [565, 232, 670, 456, 905, 406, 455, 418]);
    }

    #[test]
    fn the_seeds_of_matches_are_pinned_and_differ_within_a_run() {
        assert_eq!([0, 1, 2].map(|pair| match_seed(1, pair)), [720_715_385, 2_122_692_858, 899_887_805]);
        assert_eq!(match_seed(2, 0), 543_315_178);
        let all: std::collections::HashSet<u32> = (0..200_000).map(|pair| match_seed(3, pair)).collect();
        assert_eq!(all.len(), 200_000);
        assert!(all.iter().all(|&seed| seed < 1 << 31));
    }

    /// The values come from a separate implementation of splitmix64.
    #[test]
    fn the_numbers_for_playouts_are_pinned() {
        let mut draws = PlayoutRng(1);
        assert_eq!([(); 6].map(|()| draws.below(1000)), [566, 745, 971, 444, 444, 762]);
        let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
        let mut again = Rng::stream(1, Purpose::PlayerA, 0);
        let [low, high] = [(); 2].map(|()| u64::from(again.0.next_u32()));
        assert_eq!(rng.playouts().0, high << 32 | low);
        assert_eq!(rng.below(1000), again.below(1000), "two words were drawn");
    }

    #[test]
    fn bounded_draws_are_those_of_rand_for_bounds_of_all_sizes() {
        let mut rng = Rng::stream(1, Purpose::Walk, 0);
        let mut words = Rng::stream(1, Purpose::Walk, 0).0;
        let small = (0..200_000).map(|i| i % 1000 + 1);
        let millions = (1..5_000_000).step_by(50);
        // Above 2^31, up to every second word is rejected.
        let huge = (0..200_000).map(|i| u32::MAX - i * 10_000);
        for bound in small.chain(millions).chain(huge) {
            let drawn = Uniform::new(0, bound).unwrap().sample(&mut words);
            assert_eq!(rng.below(bound), drawn, "below {bound}");
        }
        assert_eq!(rng.0.get_word_pos(), words.get_word_pos(), "as many words were drawn");
    }

    #[test]
    fn the_shuffle_is_pinned() {
        let mut items: Vec<u32> = (0..10).collect();
        Rng::stream(1, Purpose::Openings, 0).shuffle(&mut items);
        assert_eq!(items, [3, 9, 7, 0, 5, 4, 8, 1, 6, 2]);
    }

    #[test]
    fn a_bounded_draw_is_uniform_and_in_bounds() {
        let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Ten standard deviations of a count around its mean: 10 * sqrt(60000 * 1/6 * 5/6) = 913.
        assert!(counts.iter().all(|&count| (9_087..=10_913).contains(&count)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert!(rng.below(u32::MAX) < u32::MAX);
    }
}
