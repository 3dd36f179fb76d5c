//! The transposition table of the solvers: proved bounds on the value of positions.
//!
//! It is exact: a key of N bits is scrambled by a bijection; some of the bits choose the bucket, and all others are stored. So
//! two positions are never taken for each other, though an entry of 8 bytes (16 for keys of up to 128 bits) does not
//! hold a whole key beside its bounds.
//!
//! A bucket has four entries. A new one replaces the entry that took the least work ([`put`](BoundsTable::put)) or the oldest
//! one ([`put_newest`](BoundsTable::put_newest)). The table begins small, so that a short search costs neither memory nor time to
//! clear it, and grows as it fills up, to the memory it may take.
//!
//! Several threads may use one table (see `team`). An entry of 8 bytes is read and written at once, so it is never torn; the buckets of
//! larger entries are locked. What two threads store in one bucket at the same time, one of them may lose, but nothing
//! false is ever found. A shared table does not grow: its owner does that while nobody else uses it.
#![allow(clippy::inline_always)] // part of the searches' innermost loops

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Proved bounds on a value that is not negative, and the move that proved the last of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: u8,
    pub(super) high: u8,
    /// A code below 16; 0 if there is none.
    pub(super) mv: u8,
}

/// The bits of an entry that are not of its key: the bounds (7 each), the move (4), and the work (4).
const DATA_BITS: u32 = 22;

/// The entries of a bucket.
const WAYS: usize = 4;

/// A word that holds an entry: `u64` or `u128`.
pub(super) trait TableWord: Copy + Eq + Send + Sync + 'static {
    const BITS: u32;

    /// Whether an entry must be locked where several threads use it.
    const IS_LOCKED: bool;

    /// A place for an entry, empty by default.
    type Slot: Default + Send + Sync;

    fn load(slot: &Self::Slot) -> Self;

    fn store(self, slot: &Self::Slot);

    /// A bijection of the numbers below 2^`bits` that makes the highest bits depend on all.
    fn scramble(self, bits: u32) -> Self;

    /// The bits from `at` up.
    fn above(self, at: u32) -> Self;

    /// The bits below `at`, moved up to make room for the data.
    fn stored(self, at: u32) -> Self;

    fn as_index(self) -> usize;

    /// The part of the key that an entry holds.
    fn stored_key(self) -> Self;

    fn data(self) -> u32;

    /// The entry with this data instead of its own.
    fn with_data(self, data: u32) -> Self;

    /// A number of 64 bits that is different for most keys.
    fn folded(self) -> u64;
}

macro_rules! word {
    ($word:ty, $factor:expr, $parts:literal) => {
        impl TableWord for $word {
            const BITS: u32 = <$word>::BITS;
            const IS_LOCKED: bool = $parts > 1;

            type Slot = [AtomicU64; $parts];

            #[inline(always)]
            fn load(slot: &Self::Slot) -> $word {
                slot.iter()
                    .rev()
                    .fold(0, |word, part| word.unbounded_shl(u64::BITS) | <$word>::from(part.load(Relaxed)))
            }

            #[inline(always)]
            fn store(self, slot: &Self::Slot) {
                for (part, at) in slot.iter().zip(0..) {
                    part.store(self.unbounded_shr(at * u64::BITS) as u64, Relaxed);
                }
            }

            #[inline(always)]
            fn scramble(self, bits: u32) -> $word {
                let mixed = (self ^ self >> bits.div_ceil(2)).wrapping_mul($factor);
                mixed & (<$word>::MAX >> (<$word>::BITS - bits))
            }

            #[inline(always)]
            fn above(self, at: u32) -> $word {
                self >> at
            }

            #[inline(always)]
            fn stored(self, at: u32) -> $word {
                (self & ((1 << at) - 1)) << DATA_BITS
            }

            #[inline(always)]
            fn as_index(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn stored_key(self) -> $word {
                self >> DATA_BITS
            }

            #[inline(always)]
            fn data(self) -> u32 {
                self as u32 & ((1 << DATA_BITS) - 1)
            }

            #[inline(always)]
            fn with_data(self, data: u32) -> $word {
                self & !((1 << DATA_BITS) - 1) | <$word>::from(data)
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                self as u64 ^ self.unbounded_shr(u64::BITS) as u64
            }
        }
    };
}

word!(u64, 0x9e37_79b9_7f4a_7c15, 1);
word!(u128, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, 2);

/// Aligned, so that no bucket lies on two cache lines.
#[repr(align(32))]
struct Bucket<W: TableWord>([W::Slot; WAYS]);

impl<W: TableWord> Bucket<W> {
    fn empty() -> Bucket<W> {
        Bucket(std::array::from_fn(|_| W::Slot::default()))
    }
}

/// Proved bounds, by the key of a position.
pub(super) struct BoundsTable<W: TableWord> {
    buckets: Vec<Bucket<W>>,
    /// Of a table whose entries are locked: bucket i is locked by one of these.
    locks: Vec<Mutex<()>>,
    /// The bits of a key, how many of them choose the bucket, and how many may.
    bits: u32,
    index_bits: u32,
    most_index_bits: u32,
    least_index_bits: u32,
    /// The entries in use.
    used: usize,
}

/// The bits of an index to begin with.
const FIRST_INDEX_BITS: u32 = 8;

/// How many bits the index grows by at a time.
const GROWTH: u32 = 2;

/// The locks of a table: enough that threads rarely wait for each other.
const LOCKS: usize = 1 << 10;

impl<W: TableWord> BoundsTable<W> {
    /// A table for keys below 2^`bits` that takes at most `memory` bytes, unless it could not be exact then. It is not
    /// larger than all keys need.
    pub(super) fn new(bits: u32, memory: usize) -> BoundsTable<W> {
        let bits = bits.max(2);
        let room = (memory / size_of::<Bucket<W>>()).max(1).ilog2();
        let least = (bits + DATA_BITS).saturating_sub(W::BITS).max(1);
        let most_index_bits = room.min(bits - 1).max(least);
        let least_index_bits = FIRST_INDEX_BITS.min(most_index_bits).max(least);
        let mut table = BoundsTable {
            buckets: Vec::new(),
            locks: (0..if W::IS_LOCKED { LOCKS } else { 0 }).map(|_| Mutex::default()).collect(),
            bits,
            index_bits: least_index_bits,
            most_index_bits,
            least_index_bits,
            used: 0,
        };
        table.clear();
        table
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.index_bits = self.least_index_bits;
        self.used = 0;
        self.buckets.clear();
        self.buckets.resize_with(1 << self.index_bits, Bucket::empty);
    }

    /// Moves all entries to a larger table.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        let wider = (self.index_bits + GROWTH).min(self.most_index_bits);
        let more = wider - self.index_bits;
        let mut buckets = Vec::new();
        buckets.resize_with(1 << wider, Bucket::<W>::empty);
        let stored_bits = self.bits - self.index_bits;
        for (at, Bucket(entries)) in self.buckets.iter().enumerate() {
            for entry in entries.iter().map(W::load).filter(|entry| entry.data() != 0) {
                let stored = entry.stored_key();
                let at = at << more | stored.above(stored_bits - more).as_index();
                let moved = stored.stored(stored_bits - more).with_data(entry.data());
                // A bucket's entries go to different buckets or to an empty one together.
                let Bucket(place) = &buckets[at];
                if let Some(place) = place.iter().find(|place| W::load(place).data() == 0) {
                    moved.store(place);
                }
            }
        }
        (self.buckets, self.index_bits) = (buckets, wider);
    }

    #[inline(always)]
    fn place(&self, key: W) -> (usize, W) {
        let scrambled = key.scramble(self.bits);
        let stored_bits = self.bits - self.index_bits;
        (scrambled.above(stored_bits).as_index(), scrambled.stored(stored_bits))
    }

    /// Begins to load what [`get`](BoundsTable::get) will need. Several positions are loaded from memory at the same time if they are
    /// touched before the first of them is got.
    #[inline(always)]
    pub(super) fn touch(&self, key: W) {
        let (at, _) = self.place(key);
        let Bucket(entries) = &self.buckets[at];
        std::hint::black_box(W::load(&entries[0]));
    }

    /// What is known about a position.
    #[inline(always)]
    pub(super) fn get(&self, key: W) -> Option<Bounds> {
        let (at, stored) = self.place(key);
        let Bucket(entries) = &self.buckets[at];
        let mut entries = entries.iter().map(W::load);
        let entry = entries.find(|entry| entry.with_data(0) == stored && entry.data() != 0)?;
        let data = entry.data();
        let part = |from: u32| (data >> from & 0x7f) as u8;
        Some(Bounds { low: part(15), high: part(8), mv: (data >> 4 & 15) as u8 })
    }

    /// Stores what is known about a position, and the number of nodes that it took.
    #[inline(always)]
    pub(super) fn put(&mut self, key: W, bounds: Bounds, nodes: u64) {
        if self.replace_least(key, bounds, nodes) {
            self.count_new(1);
            if self.should_grow() {
                self.grow();
            }
        }
    }

    /// Stores an entry in place of the one that took the least work, and returns whether that was empty.
    #[inline(always)]
    pub(super) fn replace_least(&self, key: W, bounds: Bounds, nodes: u64) -> bool {
        let (at, stored) = self.place(key);
        let work = (nodes.max(2).ilog2()).div_ceil(2).min(15);
        let Bucket(entries) = &self.buckets[at];
        let (mut victim, mut least) = (0, u32::MAX);
        let mut is_new = false;
        for (place, entry) in entries.iter().enumerate() {
            let entry = W::load(entry);
            let data = entry.data();
            if entry.with_data(0) == stored && data != 0 {
                (victim, is_new) = (place, false);
                break;
            }
            if data & 15 < least {
                (victim, least, is_new) = (place, data & 15, data == 0);
            }
        }
        stored.with_data(data(bounds, work)).store(&entries[victim]);
        is_new
    }

    /// Stores what is known about a position in place of the oldest entry.
    #[inline(always)]
    pub(super) fn put_newest(&mut self, key: W, bounds: Bounds) {
        let (at, stored) = self.place(key);
        let Bucket(entries) = &self.buckets[at];
        let mut moved = stored.with_data(data(bounds, 1));
        for slot in entries {
            let entry = W::load(slot);
            moved.store(slot);
            moved = entry;
            if moved.data() == 0 {
                self.count_new(1);
                if self.should_grow() {
                    self.grow();
                }
                return;
            }
            if moved.with_data(0) == stored {
                return;
            }
        }
    }

    /// Counts new entries.
    #[inline(always)]
    pub(super) fn count_new(&mut self, new: usize) {
        self.used += new;
    }

    /// Whether the table is half full and may be larger.
    fn should_grow(&self) -> bool {
        self.should_grow_with(0)
    }

    /// The same with so many more new entries.
    #[inline(always)]
    pub(super) fn should_grow_with(&self, new: usize) -> bool {
        self.used + new > self.buckets.len() * WAYS / 2 && self.index_bits < self.most_index_bits
    }

    /// Locks the bucket of a position, if entries of this size must be locked.
    #[inline(always)]
    pub(super) fn lock(&self, key: W) -> Option<MutexGuard<'_, ()>> {
        if !W::IS_LOCKED {
            return None;
        }
        let (at, _) = self.place(key);
        Some(self.locks[at % LOCKS].lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The data of an entry.
#[inline(always)]
fn data(Bounds { low, high, mv }: Bounds, work: u32) -> u32 {
    u32::from(low) << 15 | u32::from(high) << 8 | u32::from(mv) << 4 | work
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: u8, high: u8) -> Bounds {
        Bounds { low, high, mv: 3 }
    }

    #[test]
    fn every_key_is_told_from_every_other() {
        // 2^10 keys in two buckets of four: what is found must be what was stored for that key.
        let mut table = BoundsTable::<u64>::new(10, 64);
        for key in 0..1 << 10 {
            table.put(key, bounds((key % 100) as u8, 127), 1);
            assert_eq!(table.get(key), Some(bounds((key % 100) as u8, 127)));
        }
        for key in 0..1 << 10 {
            assert!(table.get(key).is_none_or(|found| found.low == (key % 100) as u8), "{key}");
        }
        let held = (0..1 << 10).filter(|&key| table.get(key).is_some()).count();
        assert_eq!(held, 8);
    }

    #[test]
    fn keys_as_wide_as_the_word_are_told_apart_too() {
        let mut narrow = BoundsTable::<u64>::new(64, 0);
        let mut wide = BoundsTable::<u128>::new(128, 0);
        for key in (0..64).map(|bit| 1u64 << bit).chain([0, u64::MAX]) {
            assert_eq!(narrow.get(key), None, "{key}");
            narrow.put(key, bounds(1, 2), 1);
            assert_eq!(narrow.get(key), Some(bounds(1, 2)));
        }
        for key in (0..128).map(|bit| 1u128 << bit).chain([0, u128::MAX]) {
            assert_eq!(wide.get(key), None, "{key}");
            wide.put(key, bounds(1, 2), 1);
            assert_eq!(wide.get(key), Some(bounds(1, 2)));
        }
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() {
        let mut table = BoundsTable::<u64>::new(40, 1 << 24);
        let keys = || (0..100_000u64).map(|i| i * 7_654_321);
        for key in keys() {
            table.put(key, bounds((key % 100) as u8, 127), 1);
        }
        let held = keys().filter(|&key| table.get(key).is_some()).count();
        assert!(held > 95_000, "{held}: only what shared a full bucket is lost");
        assert!(keys().all(|key| table.get(key).is_none_or(|found| found.low == (key % 100) as u8)));
        assert!(keys().all(|key| table.get(key + 1).is_none()));
        assert!(table.buckets.len() > 1 << FIRST_INDEX_BITS);
    }

    #[test]
    fn the_newest_entries_of_a_bucket_stay() {
        // All keys are in one of two buckets.
        let mut table = BoundsTable::<u64>::new(10, 64);
        for key in 0..100 {
            table.put_newest(key, bounds(1, 2));
            table.put_newest(key, bounds(key as u8, 127));
            assert_eq!(table.get(key), Some(bounds(key as u8, 127)), "the same key takes one place");
        }
        let bucket = |key: u64| table.place(key).0;
        for at in 0..2 {
            let held: Vec<u64> = (0..100).rev().filter(|&key| bucket(key) == at).take(5).collect();
            let is_held = held.iter().map(|&key| table.get(key).is_some());
            assert_eq!(is_held.collect::<Vec<_>>(), [true, true, true, true, false], "{held:?}");
        }
    }

    #[test]
    fn an_entry_that_took_much_work_stays() {
        let mut table = BoundsTable::<u64>::new(10, 32);
        table.put(0, bounds(9, 9), 1 << 20);
        for key in 1..1 << 10 {
            table.put(key, bounds(1, 2), 1);
        }
        assert_eq!(table.get(0), Some(bounds(9, 9)));
        table.clear();
        assert_eq!(table.get(0), None);
    }
}
