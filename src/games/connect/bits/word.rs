//! The words that hold a board: 64 or 128 bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// An unsigned number whose bits are places of the board.
pub trait Word:
    Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// The number of bits.
    const BITS: usize;

    /// No bits.
    const ZERO: Self;

    /// The lowest bit.
    const ONE: Self;

    /// All bits.
    const ALL: Self;

    /// Bit 0 and every multiple of this distance (1 to 127), to the end of the word.
    fn every(distance: usize) -> Self;

    /// The lowest N bits, at least 1.
    #[inline]
    fn lowest(bits: usize) -> Self {
        Self::ALL >> (Self::BITS - bits)
    }

    /// The number of set bits.
    fn count_ones(self) -> u32;

    /// The lowest set bit, if any.
    #[must_use]
    fn lowest_one(self) -> Self;

    /// All set bits except the lowest.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The wrapping product.
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The place of the lowest set bit, of which there must be one.
    fn place(self) -> usize;

    /// The lowest bits of a wide word.
    fn from_wide(wide: u128) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: $word = 0;
            const ONE: $word = 1;
            const ALL: $word = <$word>::MAX;

            #[inline]
            fn every(distance: usize) -> $word {
                // The size is a power of two so that the index needs no check.
                static EVERY: [$word; 128] = {
                    let mut table = [1; 128];
                    let mut distance = 1;
                    while distance < 128 {
                        let mut bit = distance;
                        while bit < <$word>::BITS as usize {
                            table[distance] |= 1 << bit;
                            bit += distance;
                        }
                        distance += 1;
                    }
                    table
                };
                EVERY[distance & 127]
            }

            #[inline]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline]
            fn lowest_one(self) -> $word {
                self & self.wrapping_neg()
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn wrapping_mul(self, other: $word) -> $word {
                <$word>::wrapping_mul(self, other)
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn place(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn from_wide(wide: u128) -> $word {
                wide as $word
            }
        }
    };
}

word!(u64);
word!(u128);
