//! The table of sowings: what sowing a number of beans from a hole does to the words of both sides.

use super::{MOST_BEANS, MOST_HOLES};

/// What a sowing does to the two words.
#[derive(Clone, Copy)]
pub(super) struct Sowing {
    pub(super) own: u64,
    pub(super) other: u64,
    /// Where the last bean falls in the mover's word; [`ELSEWHERE`] if it falls outside.
    pub(super) last: u8,
    /// Where the hole opposite that place is in the other word.
    pub(super) across: u8,
}

const ELSEWHERE: u8 = 64;

/// The sowings by number of holes, then by place of the hole in its word (times 128) plus its beans. The sizes are
/// powers of two so that no index needs to be checked.
pub(super) static SOWINGS: [[Sowing; 1024]; 8] = {
    let mut table = [[Sowing { own: 0, other: 0, last: ELSEWHERE, across: 0 }; 1024]; 8];
    let mut holes = 1;
    while holes <= MOST_HOLES {
        let mut hole = 0;
        while hole < holes {
            let place = 7 - holes + hole;
            let (mut own, mut other) = (0u64, 0u64);
            let mut beans = 1;
            while beans <= MOST_BEANS {
                // The mover's holes and pot, the other side's holes, and around again.
                let fallen = (hole + beans) % (2 * holes + 1);
                let mut sowing = Sowing { own: 0, other: 0, last: ELSEWHERE, across: 0 };
                if fallen <= holes {
                    let at = 7 - holes + fallen;
                    own += 1 << (8 * at);
                    sowing.last = 8 * at as u8;
                    if fallen < holes {
                        sowing.across = 8 * (6 - fallen) as u8;
                    }
                } else {
                    other += 1 << (8 * (7 - holes + fallen - holes - 1));
                }
                // The same addition takes the beans out of the hole. For bean counts that no position holds it may
                // wrap around.
                sowing.own = own.wrapping_sub((beans as u64) << (8 * place));
                sowing.other = other;
                table[holes][128 * place + beans] = sowing;
                beans += 1;
            }
            hole += 1;
        }
        holes += 1;
    }
    table
};
