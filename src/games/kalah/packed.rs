//! The fast board: two words relative to the mover, a byte for each hole, and a table for sowing.
//!
//! It plays boards of up to [`MOST_HOLES`] holes with up to [`MOST_BEANS`] beans. The pot of a side is the highest byte
//! of its word, and its holes stand below it in the order in which that side sows, so that the lowest bytes of a small
//! board stay empty. Seen from the mover both sides look alike: a sowing is one addition to each word, looked up by hole
//! and number of beans, and nothing is done bean by bean. Whatever is not hot (text, drawing, what a move brings about)
//! is left to the plain [`Board`].
#![allow(clippy::inline_always)] // a sowing is a handful of instructions

use std::fmt;

use super::{Board, Position, Rules};
use crate::games::drawing::Drawing;
use crate::games::game::{Game, Happening, Move, Moves, Outcome, Side};
use crate::text::TextError;

/// The most holes of a side: seven bytes, and one for the pot.
pub(super) const MOST_HOLES: usize = 7;

/// The most beans on the board: a byte holds them all, with its highest bit to spare.
pub(super) const MOST_BEANS: usize = 127;

/// A position of Kalah.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed {
    /// The mover's holes and pot.
    own: u64,
    /// The other side's holes and pot.
    other: u64,
    to_move: Side,
    rules: Rules,
}

/// Where the pot is in its word.
const POT: u32 = 56;

/// The bytes of the holes, and the lowest bit of each.
const HOLES: u64 = (1 << POT) - 1;
const ONES: u64 = 0x0001_0101_0101_0101;

/// What a sowing does to the two words.
#[derive(Clone, Copy)]
struct Sowing {
    own: u64,
    other: u64,
    /// Where the last bean falls in the own word; [`ELSEWHERE`] where it does not.
    last: u8,
    /// Where the hole opposite that place is in the other word.
    across: u8,
}

const ELSEWHERE: u8 = 64;

/// The sowings by holes of the board, place of the hole in its word, and beans in it. The sizes are powers of two so
/// that no index needs to be checked.
static SOWINGS: [[[Sowing; 128]; 8]; 8] = {
    let mut table = [[[Sowing { own: 0, other: 0, last: ELSEWHERE, across: 0 }; 128]; 8]; 8];
    let mut holes = 1;
    while holes <= MOST_HOLES {
        let mut hole = 0;
        while hole < holes {
            let place = 7 - holes + hole;
            let (mut own, mut other) = (0u64, 0u64);
            let mut beans = 1;
            while beans <= MOST_BEANS {
                // Own holes, own pot, the other's holes, and around again.
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
                // The same addition takes the beans out of the hole. For numbers of beans that no position holds it may
                // wrap around.
                sowing.own = own.wrapping_sub((beans as u64) << (8 * place));
                sowing.other = other;
                table[holes][place][beans] = sowing;
                beans += 1;
            }
            hole += 1;
        }
        holes += 1;
    }
    table
};

impl Packed {
    /// Whether a position fits.
    pub(super) fn fits(board: &Board) -> bool {
        let beans: i32 = Side::BOTH.iter().map(|&side| board.pot(side) + board.beans_in_play(side)).sum();
        board.rules().holes() <= MOST_HOLES && beans <= MOST_BEANS as i32
    }

    /// The packed form of a position that fits.
    pub(super) fn pack(board: &Board) -> Packed {
        debug_assert!(Packed::fits(board), "{board} does not fit");
        let (rules, to_move) = (board.rules(), board.to_move());
        let word = |side: Side| {
            let hole = |(hole, &beans): (usize, &u16)| u64::from(beans) << (8 * place(rules, side, hole));
            let holes: u64 = board.row(side).iter().enumerate().map(hole).sum();
            holes | (board.pot(side) as u64) << POT
        };
        Packed { own: word(to_move), other: word(to_move.other()), to_move, rules }
    }

    /// The plain form.
    pub fn unpack(&self) -> Board {
        let mut holes = [[0; Rules::MOST_HOLES]; 2];
        for side in Side::BOTH {
            for (hole, beans) in holes[side.index()][..self.rules.holes()].iter_mut().enumerate() {
                *beans = (self.word(side) >> (8 * place(self.rules, side, hole)) & 0xff) as u16;
            }
        }
        Board::set_up(self.rules, self.to_move, holes, Side::BOTH.map(|side| self.pot(side) as u16))
    }

    #[inline]
    fn word(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.other }
    }

    /// What sowing the hole at a place does.
    #[inline]
    fn sowing(&self, place: usize) -> &'static Sowing {
        let beans = (self.own >> (8 * place) & 0x7f) as usize;
        &SOWINGS[self.rules.holes() & 7][place & 7][beans]
    }
}

/// The place of a hole in its side's word. South sows from left to right, North from right to left.
#[inline]
fn place(rules: Rules, side: Side, hole: usize) -> usize {
    match side {
        Side::First => 7 - rules.holes() + hole,
        Side::Second => 6 - hole,
    }
}

/// The beans in the holes of a word.
#[inline]
const fn in_play(word: u64) -> u64 {
    (word & HOLES).wrapping_mul(ONES) >> (POT - 8) & 0xff
}

/// The places of a word that hold beans, as bits.
#[inline]
const fn occupied(word: u64) -> u64 {
    // A byte below 128 plus 127 has its highest bit set unless it is 0.
    let marks = ((word & HOLES) + 0x7f * ONES) >> 7 & ONES;
    // The product brings the lowest bit of byte i to bit 56 + i: 8 i + (56 - 7 i), and nothing else lands there.
    marks.wrapping_mul(0x0102_0408_1020_4000) >> 56
}

/// The places from which a sowing ends in the pot without going around, as bits.
#[inline]
const fn extra_turns(word: u64) -> u64 {
    /// How many places each is away from the pot.
    const DISTANCES: u64 = 0x0001_0203_0405_0607;
    // A place is 0 here where its beans are its distance, and 128 is added to all others.
    let differing = ((word & HOLES) ^ DISTANCES) + 0x7f * ONES;
    let marks = !differing >> 7 & ONES;
    marks.wrapping_mul(0x0102_0408_1020_4000) >> 56
}

/// The moves of a packed position: those that end in the pot first, and each kind from the hole nearest to the pot.
#[derive(Debug, Clone, Copy)]
pub struct Tries {
    extra: u64,
    rest: u64,
    to_move: Side,
    holes: u8,
}

impl Iterator for Tries {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let places = if self.extra != 0 { &mut self.extra } else { &mut self.rest };
        if *places == 0 {
            return None;
        }
        let place = places.ilog2() as usize;
        *places ^= 1 << place;
        Some(Move::from_index(match self.to_move {
            Side::First => place + usize::from(self.holes) - 7,
            Side::Second => 6 - place,
        }))
    }
}

impl Game for Packed {
    const PLACE: &'static str = Board::PLACE;
    const SIDE_NAMES: [&'static str; 2] = Board::SIDE_NAMES;
    const UNPLAYABLE: &'static str = Board::UNPLAYABLE;

    type Evaluators = super::evaluators::KalahEvaluators;

    const REMEMBERED: bool = true;

    type Key = (u64, u64);
    type Tries = Tries;

    /// Both rows, seen from the mover, without the pots.
    #[inline]
    fn key(&self) -> ((u64, u64), u64) {
        let (own, other) = (self.own & HOLES, self.other & HOLES);
        let hash = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23);
        ((own, other), hash ^ hash >> 29)
    }

    #[inline]
    fn lead(&self) -> i32 {
        (self.own >> POT) as i32 - (self.other >> POT) as i32
    }

    #[inline]
    fn tries(&self) -> Tries {
        let places = occupied(self.own);
        let extra = places & extra_turns(self.own);
        Tries { extra, rest: places & !extra, to_move: self.to_move, holes: self.rules.holes() as u8 }
    }

    fn places(&self) -> usize {
        self.rules.holes()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        let places = occupied(self.own);
        Moves::from_bits(match self.to_move {
            Side::First => places >> (7 - self.rules.holes()),
            // Place p is hole 6 - p.
            Side::Second => u64::from((places as u8).reverse_bits() >> 1),
        })
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        let sowing = self.sowing(place(self.rules, self.to_move, mv.index()));
        let mut own = self.own.wrapping_add(sowing.own);
        let mut other = self.other.wrapping_add(sowing.other);
        let last = u32::from(sowing.last);
        if last < POT && own >> last & 0xff == 1 {
            let caught = other >> sowing.across & 0xff;
            if caught != 0 || self.rules.empty_capture() {
                own = own - (1 << last) + ((caught + 1) << POT);
                other -= caught << sowing.across;
            }
        }
        if own & HOLES == 0 || other & HOLES == 0 {
            own = ((own >> POT) + in_play(own)) << POT;
            other = ((other >> POT) + in_play(other)) << POT;
        }
        if last == POT {
            (self.own, self.other) = (own, other);
        } else {
            (self.own, self.other) = (other, own);
            self.to_move = self.to_move.other();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        self.is_over().then(|| Outcome::by_points(first, second))
    }

    /// A finished game has been swept: no beans are left in the holes of either side.
    #[inline]
    fn is_over(&self) -> bool {
        self.own & HOLES == 0
    }

    #[inline]
    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.pot(side) as u32)
    }

    fn read(&self, text: &str) -> Result<Packed, TextError> {
        let board = self.unpack().read(text)?;
        if Packed::fits(&board) {
            return Ok(Packed::pack(&board));
        }
        let problem = format!("more than {MOST_BEANS} beans, which this form of the board cannot hold");
        Err(TextError::whole(text, problem, "use a form that can hold it: GameSpec::visit_holding"))
    }

    fn happenings(&self, mv: Move) -> Vec<Happening> {
        self.unpack().happenings(mv)
    }

    fn draw(&self) -> Drawing {
        self.unpack().draw()
    }

    fn decided_by(&self) -> String {
        self.unpack().decided_by()
    }
}

impl Position for Packed {
    #[inline]
    fn pot(&self, side: Side) -> i32 {
        (self.word(side) >> POT) as i32
    }

    #[inline]
    fn beans_in_play(&self, side: Side) -> i32 {
        in_play(self.word(side)) as i32
    }

    #[inline]
    fn extra_turns(&self) -> i32 {
        let ends_in_pot = |&place: &usize| u32::from(self.sowing(place).last) == POT;
        (7 - self.rules.holes()..7).filter(ends_in_pot).count() as i32
    }
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unpack().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Everything that can be asked of a position.
    fn asked<P: Position>(position: &P) -> String {
        let answers = (
            position.to_string(),
            position.to_move(),
            position.legal_moves(),
            position.outcome(),
            position.is_over(),
            position.points(),
            position.extra_turns(),
            Side::BOTH.map(|side| (position.pot(side), position.beans_in_play(side))),
        );
        format!("{answers:?}")
    }

    /// A position with these beans, sown over the board, or as many of them as fit.
    fn scattered(rules: Rules, to_move: Side, beans: &[(bool, usize)]) -> Board {
        let mut holes = [[0; Rules::MOST_HOLES]; 2];
        for &(second, place) in beans {
            holes[usize::from(second)][place % rules.holes()] += 1;
        }
        Board::set_up(rules, to_move, holes, [0, 0])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_packed_board_plays_as_the_plain_one(
            holes in 1..=MOST_HOLES,
            empty_capture: bool,
            second: bool,
            beans in prop::collection::vec((any::<bool>(), 0..MOST_HOLES), 0..=MOST_BEANS),
            crowded: bool,
            picks in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let rules = Rules::new(holes, 0, empty_capture).unwrap();
            let to_move = if second { Side::Second } else { Side::First };
            // Crowded: everything in a few holes, so that sowings go around more than once.
            let beans: Vec<_> = beans.iter().map(|&(side, place)| (side, if crowded { place % 2 } else { place })).collect();
            let mut plain = scattered(rules, to_move, &beans);
            let mut packed = Packed::pack(&plain);
            prop_assert_eq!(packed.unpack(), plain);
            for pick in picks {
                prop_assert_eq!(asked(&packed), asked(&plain));
                prop_assert_eq!(packed.read(&plain.to_string()).unwrap(), packed);
                let mut moves = plain.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves.nth(usize::from(pick) % moves.len()).unwrap();
                prop_assert_eq!(packed.happenings(mv), plain.happenings(mv));
                plain.play(mv);
                packed.play(mv);
            }
        }
    }

    #[test]
    fn a_position_with_too_many_beans_is_refused() {
        let start = Board::start(Rules::new(6, 4, false).unwrap());
        let packed = Packed::pack(&start);
        let text = "s:100,4,4,4,4,4,0:4,4,4,4,4,4,0";
        assert!(start.read(text).is_ok());
        assert!(packed.read(text).unwrap_err().problem().contains("127 beans"));
    }
}
