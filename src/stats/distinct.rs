//! Counting distinct items in bounded memory.

/// A set of hashes, complete up to its capacity and a fair sample beyond.
///
/// When it is full it keeps only the half of the hashes whose lowest bit is 0, then the quarter whose two lowest bits
/// are 0, and so on (M. Wegman's adaptive sampling; P. Flajolet, "On adaptive sampling", 1990). What is kept depends on
/// the set of hashes alone, not on their order, so that an estimate is as reproducible as a count.
///
/// It is a table with linear probing, which takes half the memory of a `HashMap` and a cache miss less per hash. A hash belongs
/// where its highest bits say: samples share the lowest.
#[derive(Debug, Clone)]
pub(crate) struct Distinct<T> {
    /// The hashes, at most three quarters of the places; 0 for none.
    hashes: Vec<u64>,
    /// Their values, in the same places.
    values: Vec<T>,
    count: usize,
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

impl<T: Copy + Default> Distinct<T> {
    /// A set that is complete up to `capacity` hashes.
    pub(crate) fn new(capacity: usize) -> Distinct<T> {
        Distinct { hashes: Vec::new(), values: Vec::new(), count: 0, capacity, level: 0 }
    }

    /// Adds a hash with a value. A hash keeps its first value.
    pub(crate) fn add(&mut self, hash: u64, value: T) -> Added {
        // 0 stands for none. Nearly all of its bits are those of 0.
        let hash = if hash == 0 { 1 << 63 } else { hash };
        if !belongs(hash, self.level) {
            return Added::Known;
        }
        if 4 * (self.count + 1) > 3 * self.hashes.len() {
            let all = 4 * (self.capacity + 1) / 3 + 1;
            self.rebuild((2 * self.hashes.len()).max(LEAST).min(all));
        }
        if !self.insert(hash, value) {
            return Added::Known;
        }
        let mut added = Added::New;
        while self.count > self.capacity {
            self.level += 1;
            self.rebuild(self.hashes.len());
            added = Added::Thinned;
        }
        added
    }

    /// Whether a hash was not there.
    fn insert(&mut self, hash: u64, value: T) -> bool {
        let places = self.hashes.len();
        let mut place = ((u128::from(hash) * places as u128) >> 64) as usize;
        loop {
            match self.hashes[place] {
                0 => break,
                known if known == hash => return false,
                _ => place = if place + 1 == places { 0 } else { place + 1 },
            }
        }
        self.hashes[place] = hash;
        self.values[place] = value;
        self.count += 1;
        true
    }

    /// Moves the hashes of this level to a table with this many places.
    fn rebuild(&mut self, places: usize) {
        let hashes = std::mem::replace(&mut self.hashes, vec![0; places]);
        let values = std::mem::replace(&mut self.values, vec![T::default(); places]);
        self.count = 0;
        for (hash, value) in hashes.into_iter().zip(values) {
            if hash != 0 && belongs(hash, self.level) {
                self.insert(hash, value);
            }
        }
    }

    /// The number of distinct hashes, or an estimate of it.
    pub(crate) fn count(&self) -> u64 {
        self.scaled(self.count)
    }

    /// The number of distinct hashes with a value for which `is` holds, or an estimate of it.
    pub(crate) fn count_where(&self, is: impl Fn(&T) -> bool) -> u64 {
        self.scaled(self.values().filter(|value| is(value)).count())
    }

    /// What is known about the hashes that are kept, in no order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.hashes.iter().zip(&self.values).filter(|&(&hash, _)| hash != 0).map(|(_, value)| value)
    }

    /// Whether counts are estimates.
    pub(crate) fn is_estimate(&self) -> bool {
        self.level > 0
    }

    /// The number of hashes that each kept one stands for.
    pub(crate) fn weight(&self) -> u64 {
        1 << self.level
    }

    fn scaled(&self, kept: usize) -> u64 {
        kept as u64 * self.weight()
    }
}

/// The places of the smallest table.
const LEAST: usize = 64;

fn belongs(hash: u64, level: u32) -> bool {
    hash.trailing_zeros() >= level
}

/// Whether any of many hashes comes twice, where most do not: a list that is sorted from time to time. It takes a third of the
/// memory of a set, and of its time.
#[derive(Debug, Clone)]
pub(crate) struct Repetition {
    /// Those so far, unless one came twice.
    hashes: Vec<u64>,
    /// How many of them are known to be distinct.
    checked: usize,
    capacity: usize,
    is_found: bool,
}

impl Repetition {
    /// Beyond this many hashes, one is taken to come twice.
    pub(crate) fn new(capacity: usize) -> Repetition {
        Repetition { hashes: Vec::new(), checked: 0, capacity, is_found: false }
    }

    pub(crate) fn add(&mut self, hash: u64) {
        if self.is_found {
            return;
        }
        self.hashes.push(hash);
        // The first hashes are sorted over and over again, which makes a third of the work.
        if self.hashes.len() > self.capacity || self.hashes.len() >= 4 * self.checked.max(LEAST) {
            self.check();
        }
    }

    /// Whether a hash came twice.
    pub(crate) fn is_found(&mut self) -> bool {
        self.check();
        self.is_found
    }

    fn check(&mut self) {
        self.hashes.sort_unstable();
        self.checked = self.hashes.len();
        let is_twice = self.hashes.windows(2).any(|two| two[0] == two[1]);
        self.is_found |= is_twice || self.hashes.len() > self.capacity;
        if self.is_found {
            self.hashes = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;

    #[test]
    fn a_hash_that_comes_twice_is_found() {
        for count in [0, 1, 300, 1000] {
            let added = |repeated: Option<u64>, capacity| {
                let mut repetition = Repetition::new(capacity);
                (1..=count).chain(repeated).for_each(|number| repetition.add(number * 7));
                repetition.is_found()
            };
            assert!(!added(None, 1000), "{count}");
            assert_eq!((added(Some(1), 2000), added(Some(count), 2000)), (count > 0, count > 0), "{count}");
            assert_eq!(added(None, 999), count > 999, "{count}");
        }
    }

    #[test]
    fn a_hash_may_have_any_value() {
        let mut set = Distinct::new(100);
        for hash in [0, 1, u64::MAX, u64::MAX - 1, 1 << 32] {
            assert_eq!((set.add(hash, hash), set.add(hash, 7)), (Added::New, Added::Known));
        }
        assert_eq!((set.count(), set.count_where(|&value| value == 7)), (5, 0));
    }

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
