//! Which bit of a word is its first, second, third one: how a move is taken from a set of moves.
//!
//! A board has few places, so that most sets fit a byte, and for a byte the answer is in a table.

/// The places of the bits of each byte, lowest first, and how many there are.
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

/// How many bits are set.
#[inline]
pub(super) const fn count(bits: u64) -> usize {
    // Without a machine instruction for it, which not every machine has, counting takes longer than a look.
    if bits < 256 { BYTES[bits as usize].count as usize } else { bits.count_ones() as usize }
}

/// The place of the bit with `n` set bits below it; `None` where there is none.
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
        fn every_bit_is_found_where_it_is(bits: u64, shift in 0..64u32, sparse: u64) {
            let bits = (bits & sparse) >> shift;
            let places: Vec<u32> = (0..64).filter(|place| bits >> place & 1 == 1).collect();
            prop_assert_eq!(count(bits), places.len());
            for n in 0..70 {
                prop_assert_eq!(nth(bits, n), places.get(n).copied(), "{:#b}, {}", bits, n);
            }
        }
    }
}
