//! Arithmetic on whole words: a byte for each hole, and the pot in the highest byte.
//!
//! Sets of holes are words too: a hole is marked by the highest bit of its byte, which no number of beans reaches.
#![allow(clippy::inline_always)] // a handful of instructions each

/// Where the pot is in its word.
pub(super) const POT: u32 = 56;

/// The bytes of the holes, the lowest bit of each, and the mark of each.
pub(super) const ROW: u64 = (1 << POT) - 1;
const ONES: u64 = 0x0001_0101_0101_0101;
pub(super) const MARKS: u64 = 0x80 * ONES;

/// The distance of each hole from the pot.
const DISTANCES: u64 = 0x0001_0203_0405_0607;

/// The beans in the holes of a word.
#[inline]
pub(super) const fn in_play(word: u64) -> u64 {
    (word & ROW).wrapping_mul(ONES) >> (POT - 8) & 0xff
}

/// The holes that hold beans.
#[inline(always)]
pub(super) const fn occupied(word: u64) -> u64 {
    // A byte below 128 plus 127 has its highest bit set unless it is 0.
    ((word & ROW) + 0x7f * ONES) & MARKS
}

/// The holes whose sowing ends in the pot without going around.
#[inline(always)]
pub(super) const fn extra_turns(word: u64) -> u64 {
    // A byte is 0 here if its beans equal its distance.
    let differing = (word & ROW) ^ DISTANCES;
    !(differing + 0x7f * ONES) & MARKS
}

/// The holes whose sowing ends at a marked hole nearer to the pot, without going around.
#[inline(always)]
pub(super) const fn ending_at(word: u64, mark: u32) -> u64 {
    // Shifted to the place of the pot, the marked hole plays the part that the pot plays for an extra turn.
    let aside = 63 - mark;
    extra_turns(word << aside) >> aside
}

/// The holes whose sowing reaches the pot.
#[inline(always)]
pub(super) const fn reaching_pot(word: u64) -> u64 {
    // 128 or more if the beans are at least the distance.
    ((word & ROW) + (0x80 * ONES - DISTANCES)) & MARKS
}

/// The holes whose sowing passes all `holes` of the other side and reaches the mover's side again.
#[inline(always)]
pub(super) const fn going_around(word: u64, holes: usize) -> u64 {
    ((word & ROW) + (0x7f * ONES - DISTANCES) - holes as u64 * ONES) & MARKS
}

/// The bits of marks side by side: place 0 at bit 0.
#[inline]
pub(super) const fn gathered(marks: u64) -> u64 {
    // The product brings bit 7 of byte i to bit 56 + i: 8 i + 7 + (49 - 7 i), and nothing else lands there.
    marks.wrapping_mul(0x0002_0408_1020_4080) >> 56
}

/// The same from the other end: place 6 at bit 0.
#[inline]
pub(super) const fn gathered_backwards(marks: u64) -> u64 {
    // The product brings bit 7 of byte i to bit 62 - i: 8 i + 7 + (55 - 9 i), and nothing else lands there.
    marks.wrapping_mul(0x0080_4020_1008_0402) >> 56
}

/// Whether no more than one hole is marked.
#[inline(always)]
pub(super) const fn at_most_one(marks: u64) -> bool {
    marks & marks.wrapping_sub(1) == 0
}

/// Whether no more than two holes are marked.
#[inline(always)]
pub(super) const fn at_most_two(marks: u64) -> bool {
    at_most_one(marks & marks.wrapping_sub(1))
}
