//! Counting distinct items in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::digest::IdentityHasher;

/// A set of hashes, complete up to its capacity and a fair sample beyond.
///
/// When it is full it keeps only the half of the hashes whose lowest bit is 0, then the quarter whose two lowest bits
/// are 0, and so on (M. Wegman's adaptive sampling; P. Flajolet, "On adaptive sampling", 1990). What is kept depends on
/// the set of hashes alone, not on their order, so that an estimate is as reproducible as a count.
#[derive(Debug, Clone)]
pub(crate) struct Distinct<T> {
    kept: HashMap<u64, T, BuildHasherDefault<IdentityHasher>>,
    capacity: usize,
    level: u32,
}

/// The effect of adding a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// It was known, or is not part of the sample: no count changed.
    Known,
    /// It is new, and counts as many as the [`weight`](Distinct::weight).
    New,
    /// The sample was full and was thinned out: all counts changed.
    Thinned,
}

impl<T> Distinct<T> {
    /// A set that is complete up to `capacity` hashes.
    pub(crate) fn new(capacity: usize) -> Distinct<T> {
        Distinct { kept: HashMap::default(), capacity, level: 0 }
    }

    /// Adds a hash with a value. A hash keeps its first value.
    pub(crate) fn add(&mut self, hash: u64, value: T) -> Added {
        if !belongs(hash, self.level) {
            return Added::Known;
        }
        match self.kept.entry(hash) {
            Entry::Occupied(_) => return Added::Known,
            Entry::Vacant(place) => drop(place.insert_entry(value)),
        }
        let mut added = Added::New;
        while self.kept.len() > self.capacity {
            self.level += 1;
            let level = self.level;
            self.kept.retain(|&hash, _| belongs(hash, level));
            added = Added::Thinned;
        }
        added
    }

    /// The number of distinct hashes, or an estimate of it.
    pub(crate) fn count(&self) -> u64 {
        self.scaled(self.kept.len() as u64)
    }

    /// The number of distinct hashes with a value for which `is` holds, or an estimate of it.
    pub(crate) fn count_where(&self, is: impl Fn(&T) -> bool) -> u64 {
        self.scaled(self.kept.values().filter(|value| is(value)).count() as u64)
    }

    /// What is known about the hashes that are kept, in no order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.kept.values()
    }

    /// Whether counts are estimates.
    pub(crate) fn is_estimate(&self) -> bool {
        self.level > 0
    }

    /// The number of hashes that each kept one stands for.
    pub(crate) fn weight(&self) -> u64 {
        1 << self.level
    }

    fn scaled(&self, kept: u64) -> u64 {
        kept * self.weight()
    }
}

fn belongs(hash: u64, level: u32) -> bool {
    hash.trailing_zeros() >= level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;

    fn counted(capacity: usize, distinct: u64, times: u64) -> Distinct<bool> {
        let mut set = Distinct::new(capacity);
        for i in 0..distinct * times {
            let number = i % distinct;
            set.add(Digest::of([number.to_string().as_str()]), number.is_multiple_of(4));
        }
        set
    }

    #[test]
    fn a_small_set_is_counted_exactly() {
        let set = counted(1000, 1000, 3);
        assert_eq!((set.count(), set.count_where(|&is| is), set.is_estimate()), (1000, 250, false));
    }

    #[test]
    fn a_large_set_is_estimated_within_a_few_percent() {
        let set = counted(4096, 100_000, 2);
        assert!(set.is_estimate());
        // The standard error of adaptive sampling is about 1.2 / sqrt(capacity), here 1.9 %.
        assert!((92_000..=108_000).contains(&set.count()), "{}", set.count());
        assert!((21_000..=29_000).contains(&set.count_where(|&is| is)));
    }
}
