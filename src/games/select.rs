//! Finds the n-th set bit of a word, to take a move from a set of moves.
//!
//! A board has few places, so most sets fit in a byte, and for a byte the answer is in a table.

/// The places of the set bits of each byte, lowest first, and their number.
static BYTES: [Byte; 256] = {
    let mut table = [Byte { places: [0; 8], count: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte].places[table[byte].count as usize] = place;
                table[byte].count += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[derive(Clone, Copy)]
struct Byte {
    places: [u8; 8],
    count: u8,
}

/// The number of set bits.
#[inline]
pub(super) const fn count(bits: u64) -> usize {
    // Not every machine has an instruction for counting; without it, a table lookup is faster.
    if bits < 256 { BYTES[bits as usize].count as usize } else { bits.count_ones() as usize }
}

/// The place of the set bit with `n` set bits below it, if there is one.
#[inline]
pub(super) const fn nth(mut bits: u64, mut n: usize) -> Option<u32> {
    let mut below = 0;
    while bits >= 256 {
        let byte = BYTES[bits as usize & 255];
        if n < byte.count as usize {
            return Some(below + byte.places[n & 7] as u32);
        }
        n -= byte.count as usize;
        bits >>= 8;
        below += 8;
    }
    let byte = &BYTES[bits as usize & 255];
    if n < byte.count as usize { Some(below + byte.places[n & 7] as u32) } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_set_bit_is_found(bits: u64, shift in 0..64u32, sparse: u64) {
            let bits = (bits & sparse) >> shift;
            let places: Vec<u32> = (0..64).filter(|place| bits >> place & 1 == 1).collect();
            prop_assert_eq!(count(bits), places.len());
            for n in 0..70 {
                prop_assert_eq!(nth(bits, n), places.get(n).copied(), "{:#b}, {}", bits, n);
            }
        }
    }
}
