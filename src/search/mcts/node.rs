//! A node of the tree: a move, and what the playouts through it brought.

use crate::games::{Move, Outcome, Side};

/// A node, in 24 bytes.
///
/// What is not a mean is encoded as one, so that selection needs no branches: with the sum of rewards `r` and the
/// spread `s`, which is `1 / sqrt(visits)`, the upper bound `r / visits + k / sqrt(visits)` is `s · (r · s + k)`. A
/// lost move has the bound -∞, a drawn one 0, an untried one [`UNTRIED_BOUND`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    reward: f64,
    spread: f32,
    pub(super) visits: u32,
    /// The index of the first child, or 0; in the two highest bits, flags.
    pub(super) first: u32,
    /// The number of children, and in the two lowest bits the proof.
    count_and_proof: u16,
    /// The move, and in the highest bit the side that made it.
    mv_and_chooser: u16,
}

/// Proofs as numbers; 0 is none.
const PROOFS: [Option<Outcome>; 4] =
    [None, Some(Outcome::Draw), Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second))];

/// Where the number of children begins.
const COUNT: u32 = 2;

/// Where the side begins: behind every move.
const CHOOSER: u32 = Move::MOST.trailing_zeros();

/// The bound of a move that was never tried: above all others.
const UNTRIED_BOUND: f64 = 1e6;

/// The spread that makes the weight of exploration vanish.
const NO_SPREAD: f32 = 1.0 / 4_294_967_296.0;

impl Node {
    /// A node of a move that was never tried.
    pub(super) fn untried(mv: Move, chooser: Side) -> Node {
        let spread = f64::from(NO_SPREAD);
        Node {
            reward: UNTRIED_BOUND / (spread * spread),
            spread: NO_SPREAD,
            visits: 0,
            first: 0,
            count_and_proof: 0,
            mv_and_chooser: mv.index() as u16 | (chooser as u16) << CHOOSER,
        }
    }

    /// The root of a tree, which no move leads to.
    pub(super) fn root() -> Node {
        Node::untried(Move::from_index(0), Side::First)
    }

    /// The upper bound of the mean reward; `exploration` is the weight of the spread.
    #[inline]
    pub(super) fn upper_bound(&self, exploration: f32) -> f32 {
        self.spread * (self.reward as f32 * self.spread + exploration)
    }

    /// Counts a playout; `rewards` are those of both sides.
    #[inline]
    pub(super) fn add(&mut self, rewards: [f64; 2]) {
        self.visits += 1;
        if !self.is_proved() {
            let earlier = if self.visits == 1 { 0.0 } else { self.reward };
            self.reward = earlier + rewards[usize::from(self.mv_and_chooser >> CHOOSER)];
            self.spread = 1.0 / (self.visits as f32).sqrt();
        }
    }

    /// Records how the game ends from here with best play.
    pub(super) fn prove(&mut self, outcome: Outcome) {
        let proof = match outcome {
            Outcome::Draw => 1,
            Outcome::Win(side) => 2 + side as u16,
        };
        self.count_and_proof = self.count_and_proof >> COUNT << COUNT | proof;
        (self.reward, self.spread) = match outcome {
            Outcome::Draw => (0.0, 0.0),
            Outcome::Win(side) if side == self.chooser() => (f64::INFINITY, 1.0),
            Outcome::Win(_) => (f64::NEG_INFINITY, 1.0),
        };
    }

    /// The mean reward of the side that made the move, 0 without visits; the result if it is proved.
    pub(super) fn mean(&self) -> f64 {
        match self.proof() {
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(side)) => {
                if side == self.chooser() {
                    1.0
                } else {
                    -1.0
                }
            }
            None if self.visits == 0 => 0.0,
            None => self.reward / f64::from(self.visits),
        }
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    #[inline]
    pub(super) fn mv(&self) -> Move {
        Move::from_index(usize::from(self.mv_and_chooser) & (Move::MOST - 1))
    }

    #[inline]
    pub(super) fn chooser(&self) -> Side {
        Side::BOTH[usize::from(self.mv_and_chooser >> CHOOSER)]
    }

    #[inline]
    pub(super) fn proof(&self) -> Option<Outcome> {
        PROOFS[usize::from(self.count_and_proof & 3)]
    }

    #[inline]
    pub(super) fn is_proved(&self) -> bool {
        self.count_and_proof & 3 != 0
    }

    pub(super) fn is_lost(&self) -> bool {
        self.proof() == Some(Outcome::Win(self.chooser().other()))
    }

    /// The number of children.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        u32::from(self.count_and_proof >> COUNT)
    }

    /// Gives a node that has none its children, next to each other.
    pub(super) fn set_children(&mut self, first: u32, count: u32) {
        self.first = first;
        self.count_and_proof |= (count as u16) << COUNT;
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.count_and_proof >> COUNT != 0
    }
}
