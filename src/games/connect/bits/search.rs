//! What the bitboard offers the fast search.
//!
//! # What each optimization gained
//!
//! Instructions without the optimization divided by instructions with it, everything else as it is now: the loops `connect-smart-6` and
//! `connect-smart-8`, unless another one is named.
//!
//! | idea | `smart:6` | `smart:8` | elsewhere |
//! | --- | --- | --- | --- |
//! | bitboards with all of this, against the same alpha-beta on the plain board | 71 | | perft 68, playouts 4.4 |
//! | sizes known at compile time (7x6x4), against any size in 64 bits | 1.36 | | perft 1.32, playouts 1.85 |
//! | 64 bits, against 128 bits | 2.04 | | perft 2.31, playouts 1.67 |
//! | only forced replies are tried, and no checker is put under a threat | 1.68 | 2.56 | |
//! | the last ply is decided by the mask of winning cells | 1.33 | 1.27 | |
//! | the last two plies: threats that cannot be stopped | 1.78 | 1.57 | |
//! | the last three plies: moves after which every reply leaves a win | 1.68 | 1.51 | |
//! | whether the last ply wins is not checked where a draw is enough for the side to move | 1.80 | 1.73 | |
//! | moves at the root that lose to the next move are skipped; an immediate win is taken | 1.17 | 1.22 | |
//! | a transposition table | 0.97 | 1.24 | |
//! | columns from the middle outwards | 1.03 | 1.19 | |
//! | gaps in rows of four by two masks for each direction, instead of the general method for any N | 1.03 | 1.03 | perft 1.03, any size 1.07 |
//! | the last two plies of perft are counted in masks, all replies to all moves at once | | | perft about 10, by time |
//! | the n-th legal move from a table, instead of a loop over bits | | | playouts 1.23 (Kalah 1.13) |
//!
//! Of a move of `connect-smart-6` 54 % are operations on masks, most of them for winning cells, 14 % the search itself, and 8 % making moves. A search that is
//! twice as fast would have to update the winning cells incrementally.
//!
//! # What did not help
//!
//! - The transposition table in shallow searches: at six plies it costs 3 % more than it saves. It stays for the deeper ones.
//! - Both sides' masks in the two halves of a vector register. In isolation, a function for both takes 94 instructions instead of twice 68; but
//!   where the two are then used differently, as in the search, the compiler does not vectorize it, and it takes 150.
//! - Compile-time sizes gain less than the factor of 3.3 of a first experiment. Rows of four have specialized code on boards of any
//!   size, which made those about twice as fast.

use super::{Bits, Geometry, Word};
use crate::games::game::{Game, Move};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::{ForcedMoves, Leaves, SearchSupport};

/// The search support of [`Bits`].
#[derive(Debug, Clone, Copy)]
pub enum BitsSearch {}

impl<W: Word, S: Geometry> SearchSupport<Bits<W, S>> for BitsSearch {
    const USES_TABLE: bool = true;
    const SEES_WINS: bool = true;

    type Key = (W, W);
    type Move = Move;
    type OrderedMoves = FromTheMiddle;

    #[inline]
    fn key(position: &Bits<W, S>) -> ((W, W), u64) {
        let mut hash = position.own.low().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ position.all.low().wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23);
        if W::BITS > 64 {
            let high = (position.own >> 64).low() ^ (position.all >> 64).low().rotate_left(32);
            hash ^= high.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(47);
        }
        ((position.own, position.all), hash ^ hash >> 29)
    }

    /// The value of a game is who wins it, not by how much.
    #[inline]
    fn lead(_: &Bits<W, S>) -> i32 {
        0
    }

    #[inline]
    fn ordered_moves(position: &Bits<W, S>, _: u16) -> FromTheMiddle {
        FromTheMiddle { moves: position.legal_moves(), columns: position.places(), passed: 0 }
    }

    #[inline]
    fn after(position: &Bits<W, S>, mv: Move) -> Bits<W, S> {
        position.after(mv)
    }

    #[inline]
    fn forced_moves(position: &Bits<W, S>, with_replies: bool) -> ForcedMoves<Moves> {
        let playable = position.playable_cells();
        let wins = position.winning_cells(position.own) & playable;
        if wins != W::ZERO {
            return position.sizes.columns_of(wins).next().map_or(ForcedMoves::Unknown, ForcedMoves::Win);
        }
        if !with_replies {
            return ForcedMoves::Unknown;
        }
        let threats = position.winning_cells(position.opponent_stones());
        let urgent = threats & playable;
        // A checker below a threat lets the other side play into it.
        let safe = playable & !(threats >> 1);
        if urgent != W::ZERO {
            // A single threat has to be blocked. Of two, one remains: all moves lose, and one stands for all.
            ForcedMoves::Only(position.sizes.columns_of(urgent).first())
        } else if safe == playable {
            ForcedMoves::Unknown
        } else if safe == W::ZERO {
            ForcedMoves::Only(position.sizes.columns_of(playable).first())
        } else {
            ForcedMoves::Only(position.sizes.columns_of(safe))
        }
    }

    const FORESIGHT: u32 = 3;

    /// Nothing is played: an immediate win is a playable cell that completes a row. A loss to the next move is such a
    /// cell that cannot be blocked. A win one move later needs a move after which every reply leaves such a cell.
    #[inline]
    fn foresee(position: &Bits<W, S>, plies: u32) -> Option<Bits<W, S>> {
        let playable = position.playable_cells();
        let wins = position.winning_cells(position.own) & playable;
        if wins != W::ZERO {
            return Some(position.with(wins.lowest_one()));
        }
        if plies == 1 {
            return None;
        }
        let threats = position.winning_cells(position.opponent_stones());
        let urgent = threats & playable;
        // A checker below a threat lets the other side play into it.
        let mut moves = playable & !(threats >> 1);
        if urgent != W::ZERO {
            // Of two threats, one remains.
            moves = if urgent.without_lowest() == W::ZERO { moves & urgent } else { W::ZERO };
        }
        if moves == W::ZERO {
            let next = position.with(if urgent == W::ZERO { playable } else { urgent }.lowest_one());
            return Some(next.with((threats & next.playable_cells()).lowest_one()));
        }
        if plies == 2 { None } else { foresee_third(position, playable, moves) }
    }

    /// One ply or two, unless the board may be full by then.
    ///
    /// Where a row can be completed does not depend on what the other side does in between, except that a checker takes
    /// its cell and opens the one above. So the replies to all moves are counted at once.
    #[inline]
    fn leaves(position: &Bits<W, S>, plies: usize) -> Option<Leaves> {
        if position.winner.is_some() {
            return Some(Leaves::default());
        }
        let vacant = position.sizes.cells::<W>() & !position.all;
        if plies > 2 || vacant.without_lowest().without_lowest() == W::ZERO {
            return None;
        }
        let count = |cells: W| u64::from(cells.count_ones());
        let playable = position.playable_cells();
        let wins = position.sizes.winning_cells(position.own, vacant) & playable;
        if plies == 1 {
            return Some(Leaves { all: count(playable), ends: count(wins) });
        }
        let moves = playable ^ wins;
        let lifted = moves << 1;
        let threats = position.sizes.winning_cells(position.opponent_stones(), vacant);
        Some(Leaves {
            all: count(moves) * (count(playable) - 1) + count(lifted & vacant),
            ends: count(moves) * count(threats & playable) + count(lifted & threats) - count(moves & threats),
        })
    }
}

/// The win after three plies, if one of these moves leads to it. None of them loses to the next move.
#[inline]
fn foresee_third<W: Word, S: Geometry>(
    position: &Bits<W, S>,
    playable: W,
    mut moves: W,
) -> Option<Bits<W, S>> {
    while moves != W::ZERO {
        let cell = moves.lowest_one();
        moves = moves ^ cell;
        let vacant = position.sizes.cells::<W>() & !(position.all | cell);
        let winning = position.sizes.winning_cells(position.own | cell, vacant);
        let replies = (playable ^ cell) | (cell << 1 & vacant);
        // A reply fails if it opens the cell above for a win, or if it leaves another one.
        let wins = winning & replies;
        let unmet = match wins.without_lowest() == W::ZERO {
            true if wins == W::ZERO => replies & !(winning >> 1),
            true => wins & !(winning >> 1),
            false => W::ZERO,
        };
        if unmet == W::ZERO && replies != W::ZERO {
            let reply = if wins == W::ZERO { replies } else { wins }.lowest_one();
            let last = position.with(cell).with(reply);
            return Some(last.with((winning & last.playable_cells()).lowest_one()));
        }
    }
    None
}

/// Columns from the middle outwards: checkers in the middle take part in the most rows.
#[derive(Debug, Clone, Copy)]
pub struct FromTheMiddle {
    moves: Moves,
    columns: usize,
    passed: usize,
}

impl Iterator for FromTheMiddle {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.passed < self.columns {
            let aside = self.passed.div_ceil(2);
            let middle = (self.columns - 1) / 2;
            let column = if self.passed.is_multiple_of(2) { middle - aside } else { middle + aside };
            self.passed += 1;
            let mv = Move::from_index(column);
            if self.moves.contains(mv) {
                return Some(mv);
            }
        }
        None
    }
}
