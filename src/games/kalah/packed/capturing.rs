//! Captures on the packed board, for evaluators: what they are worth, without making the moves.
//!
//! A sowing that does not go around ends in an empty hole nearer to the pot, which a few marks find. Sowings that go around
//! are looked up one by one.
#![allow(clippy::inline_always)] // at every leaf of a search

use super::Packed;
use super::marks::{going_around, in_play};
use super::ordering::Holes;

impl<const HOLES: usize> Packed<HOLES> {
    /// Calls `visit` with the place of the last bean of each sowing that goes around and captures, and with what it
    /// captures, including the last bean.
    #[inline(always)]
    fn each_capture_around(&self, mut visit: impl FnMut(u32, i32)) {
        for hole in Holes(going_around(self.own, self.holes())) {
            let sowing = self.sowing(hole);
            let (own, other) = self.sown(sowing);
            let captured = self.captured(sowing, own, other);
            if captured > 0 {
                visit(u32::from(sowing.last), captured as i32);
            }
        }
    }

    /// The most beans that a capture of the mover puts into its pot.
    #[inline(always)]
    pub(super) fn most_captured(&self) -> i32 {
        let mut most = 0;
        self.each_capture(|_, _, captured| most = most.max(captured));
        self.each_capture_around(|_, captured| most = most.max(captured));
        most
    }

    /// The other side's beans in holes that the mover can capture.
    #[inline(always)]
    pub(super) fn attacked(&self) -> i32 {
        // By the places of the mover's holes opposite.
        let mut attacked = 0u64;
        self.each_capture(|mark, _, _| attacked |= 0xff << (mark - 7));
        self.each_capture_around(|last, _| attacked |= 0xff << last);
        let across = (self.other << 8).swap_bytes() << (8 * (7 - self.holes()));
        in_play(across & attacked) as i32
    }
}
