//! Numbers for rows and positions, by counting compositions: the combinatorial number system.
//!
//! A row of beans c0, c1, … (the farthest hole first) has the prefix sums s0 = c0, s1 = c0 + c1, … Among the rows with the same number of
//! beans its rank is the sum of C(si + i, i + 1) over all holes but the last. Sowing moves beans towards
//! the pot, which lowers prefix sums and raises none: a sowing within the row always leads to a smaller rank.
#![allow(clippy::inline_always)] // part of the innermost loops

/// The most holes and beans of a row: as on the packed board.
const MOST_HOLES: usize = 7;
const MOST_BEANS: usize = 127;

/// Every byte of the holes, once.
const ONES: u64 = 0x0001_0101_0101_0101;

/// C(n, k), or `None` if it does not fit.
pub(super) fn choose(n: u64, k: u64) -> Option<u64> {
    let mut found: u128 = 1;
    for i in 0..k.min(n - k.min(n)) {
        found = found * u128::from(n - i) / u128::from(i + 1);
        if found > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(if k > n { 0 } else { found as u64 })
}

/// The ranks of rows with a number of holes.
#[derive(Clone)]
pub(super) struct RowRanks {
    /// The terms of the sum, by byte of the word, then by prefix sum.
    terms: Box<[[u32; MOST_BEANS + 1]; MOST_HOLES]>,
}

impl RowRanks {
    /// The ranks of rows with at most `most` beans, whose number must fit in 32 bits.
    pub(super) fn new(holes: usize, most: usize) -> RowRanks {
        let mut terms = Box::new([[0; MOST_BEANS + 1]; MOST_HOLES]);
        for hole in 0..holes - 1 {
            for (sum, term) in terms[MOST_HOLES - holes + hole][..=most].iter_mut().enumerate() {
                *term = choose((sum + hole) as u64, hole as u64 + 1).unwrap_or(0) as u32;
            }
        }
        RowRanks { terms }
    }

    /// The rank of a row among those with as many beans.
    #[inline(always)]
    pub(super) fn rank(&self, row: u64) -> usize {
        let sums = row.wrapping_mul(ONES);
        let term = |byte: usize| self.terms[byte][(sums >> (8 * byte) & 0x7f) as usize] as usize;
        // The nearest hole has no term: its prefix sum is the number of beans.
        term(0) + term(1) + term(2) + term(3) + term(4) + term(5)
    }
}

/// The number of rows of this many holes with exactly this many beans.
pub(super) fn rows(holes: usize, beans: usize) -> Option<u64> {
    choose((beans + holes - 1) as u64, holes as u64 - 1)
}

/// A number for every position of both rows with at most a given number of beans, without gaps: the key of the transposition table.
#[derive(Clone)]
pub(super) struct PositionKeys {
    /// The terms of the sum, by byte of the two words, then by prefix sum.
    terms: Box<[[u64; MOST_BEANS + 1]; 2 * MOST_HOLES]>,
    bits: u32,
}

impl PositionKeys {
    /// The keys of positions with at most `beans` beans.
    pub(super) fn new(holes: usize, beans: usize) -> PositionKeys {
        let mut terms = Box::new([[0; MOST_BEANS + 1]; 2 * MOST_HOLES]);
        for hole in 0..2 * holes {
            let byte = MOST_HOLES - holes + hole % holes + MOST_HOLES * (hole / holes);
            for (sum, term) in terms[byte][..=beans].iter_mut().enumerate() {
                *term = choose((sum + hole) as u64, hole as u64 + 1).unwrap_or(u64::MAX);
            }
        }
        let count = choose((beans + 2 * holes) as u64, 2 * holes as u64).unwrap_or(u64::MAX);
        PositionKeys { terms, bits: u64::BITS - count.leading_zeros() }
    }

    /// All keys are below 2 to this.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The key of a position.
    #[inline(always)]
    pub(super) fn key(&self, own: u64, other: u64) -> u64 {
        let own_sums = own.wrapping_mul(ONES);
        let beans = own_sums >> 48 & 0x7f;
        let other_sums = other.wrapping_mul(ONES).wrapping_add(beans.wrapping_mul(ONES));
        let mut key = 0;
        for byte in 0..MOST_HOLES {
            key += self.terms[byte][(own_sums >> (8 * byte) & 0x7f) as usize];
            key += self.terms[MOST_HOLES + byte][(other_sums >> (8 * byte) & 0x7f) as usize];
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows of this many holes with exactly this many beans.
    fn all_rows(holes: usize, beans: u64) -> Vec<u64> {
        if holes == 1 {
            return vec![beans << 48];
        }
        let with = |first: u64| {
            all_rows(holes - 1, beans - first).into_iter().map(move |row| row | first << (8 * (7 - holes)))
        };
        (0..=beans).flat_map(with).collect()
    }

    #[test]
    fn the_ranks_of_rows_have_no_gaps() {
        for (holes, beans) in [(1, 5), (2, 7), (3, 6), (6, 5), (7, 4)] {
            let ranks = RowRanks::new(holes, beans);
            let mut found: Vec<usize> =
                all_rows(holes, beans as u64).iter().map(|&row| ranks.rank(row)).collect();
            found.sort_unstable();
            assert_eq!(found.len() as u64, rows(holes, beans).unwrap());
            assert!(found.iter().copied().eq(0..found.len()), "{holes} holes, {beans} beans: {found:?}");
        }
    }

    #[test]
    fn the_keys_of_positions_have_no_gaps() {
        for (holes, most) in [(1, 6), (2, 5), (3, 4), (7, 2)] {
            let keys = PositionKeys::new(holes, most);
            let mut found = Vec::new();
            for own_beans in 0..=most {
                for other_beans in 0..=most - own_beans {
                    for own in all_rows(holes, own_beans as u64) {
                        found.extend(
                            all_rows(holes, other_beans as u64).iter().map(|&other| keys.key(own, other)),
                        );
                    }
                }
            }
            found.sort_unstable();
            assert!(found.iter().copied().eq(0..found.len() as u64), "{holes} holes, {most} beans");
            assert!(found.len() <= 1 << keys.bits());
        }
    }

    #[test]
    fn binomial_coefficients_that_do_not_fit_are_recognised() {
        assert_eq!(
            (choose(26, 12), choose(30, 12), choose(3, 5), choose(7, 0)),
            (Some(9_657_700), Some(86_493_225), Some(0), Some(1))
        );
        assert_eq!(choose(200, 100), None);
    }
}
