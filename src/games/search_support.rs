//! What a game offers the fast search besides its rules: hash keys, move ordering, forced moves, static judgement.
//!
//! All of it is optional. It may make a search faster but must not change a value or a choice, which the tests check
//! against plain minimax. A simple game writes `type Search = PlainSearch;`.

use std::fmt::Debug;

use super::game::{Game, Move};

/// The search support of the game `G`.
pub trait SearchSupport<G: Game>: 'static {
    /// Whether a search keeps positions in a transposition table. It does not pay if hashing a position costs as much
    /// as searching it.
    const USES_TABLE: bool = false;

    /// What distinguishes positions in the transposition table.
    type Key: Copy + Eq + Default + Debug + Send + Sync;

    /// The key of a position, and a hash of it. Positions with the same key and the same [`lead`](SearchSupport::lead)
    /// have the same continuations and the same values for the side to move.
    fn key(position: &G) -> (Self::Key, u64);

    /// By how many points the side to move is ahead.
    #[inline]
    fn lead(position: &G) -> i32 {
        let points = position.points();
        let own = position.to_move();
        points[own.index()] as i32 - points[own.other().index()] as i32
    }

    /// A move in the form that is fastest to play.
    type Move: Copy;

    /// The iterator of [`ordered_moves`](SearchSupport::ordered_moves).
    type OrderedMoves: Iterator<Item = Self::Move>;

    /// Move ordering: the legal moves, the most promising first. If `hash_move` is not 0, the move with that
    /// [code](SearchSupport::hash_move) comes first.
    fn ordered_moves(position: &G, hash_move: u16) -> Self::OrderedMoves;

    /// The code of a move in the transposition table, in 14 bits; 0 if the game does not use hash moves.
    #[inline]
    fn hash_move(mv: Self::Move) -> u16 {
        let _ = mv;
        0
    }

    /// The position after one of the [`ordered_moves`](SearchSupport::ordered_moves).
    fn after(position: &G, mv: Self::Move) -> G;

    /// Whether [`forced_moves`](SearchSupport::forced_moves) finds every immediate win and, with replies, every move that
    /// loses to the next one.
    const SEES_WINS: bool = false;

    /// Whether alpha-beta asks for [`forced_moves`](SearchSupport::forced_moves). Monte Carlo tree search does where the game
    /// [sees wins](SearchSupport::SEES_WINS).
    const FORCES_MOVES: bool = Self::SEES_WINS;

    /// The forced moves of an unfinished position, found without playing a move. `with_replies` also considers the
    /// opponent's next move.
    #[inline]
    fn forced_moves(position: &G, with_replies: bool) -> ForcedMoves<G::Moves> {
        let _ = (position, with_replies);
        ForcedMoves::Unknown
    }

    /// How many plies ahead [`foresee`](SearchSupport::foresee) finds every forced win.
    const FORESIGHT: u32 = 0;

    /// The end of the game if a side can force a win within `plies` (1 to [`FORESIGHT`](SearchSupport::FORESIGHT)): the
    /// final position after the fastest win against the longest defence.
    #[inline]
    fn foresee(position: &G, plies: u32) -> Option<G> {
        let _ = (position, plies);
        None
    }

    /// Static judgement one ply before the horizon, by the lead after each move. Judges as many moves as it can
    /// without playing them, but none that ends the game. With `free` extra turns it judges no move that gives one. A value
    /// of `beta` or more may be too low.
    #[inline]
    fn judge_last(position: &G, free: bool, beta: i32) -> Judged<Self::OrderedMoves> {
        let _ = (free, beta);
        Judged::none(Self::ordered_moves(position, 0))
    }

    /// Static judgement two plies before the horizon, by the lead after each move: the opponent's last move will not
    /// cost the opponent points. Judges only moves worth at most `alpha`, and the value may be too high, up to `alpha`.
    /// Or it finds a move worth `beta` or more: then no move is left to play, and the value may be too low.
    #[inline]
    fn judge_second_last(position: &G, free: bool, alpha: i32, beta: i32) -> Judged<Self::OrderedMoves> {
        let _ = (free, alpha, beta);
        Judged::none(Self::ordered_moves(position, 0))
    }

    /// The number of move sequences of `plies` (at least 1) for perft, if they can be counted without playing them.
    #[inline]
    fn leaves(position: &G, plies: usize) -> Option<Leaves> {
        let _ = (position, plies);
        None
    }
}

/// The moves of a game in search order.
pub type OrderedMoves<G> = <<G as Game>::Search as SearchSupport<G>>::OrderedMoves;

/// No search support: every move is played, in order, and nothing is stored.
#[derive(Debug, Clone, Copy)]
pub enum PlainSearch {}

impl<G: Game> SearchSupport<G> for PlainSearch {
    type Key = ();
    type Move = Move;
    type OrderedMoves = G::Moves;

    #[inline]
    fn key(_: &G) -> ((), u64) {
        ((), 0)
    }

    #[inline]
    fn ordered_moves(position: &G, _: u16) -> G::Moves {
        position.legal_moves()
    }

    #[inline]
    fn after(position: &G, mv: Move) -> G {
        position.after(mv)
    }
}

/// The forced moves of an unfinished position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForcedMoves<M> {
    /// No move is known to be forced.
    Unknown,
    /// This move wins at once.
    Win(Move),
    /// No move wins at once, and every move except these loses to the next one. If all moves lose, one stands for all.
    Only(M),
}

/// The static judgement of the moves of an unfinished position, for the side to move.
#[derive(Debug, Clone, Copy)]
pub struct Judged<T> {
    /// The highest value of the moves that were judged, or [`Judged::NOTHING`].
    pub best: i32,
    /// The moves that have to be played, if any.
    pub rest: Option<T>,
}

impl<T> Judged<T> {
    /// Lower than every value.
    pub const NOTHING: i32 = -i32::MAX;

    /// All moves were judged.
    #[inline]
    pub const fn all(best: i32) -> Judged<T> {
        Judged { best, rest: None }
    }

    /// Every move has to be played.
    #[inline]
    pub const fn none(moves: T) -> Judged<T> {
        Judged { best: Judged::<T>::NOTHING, rest: Some(moves) }
    }
}

/// The hash of a position that two words tell apart.
#[inline]
pub(in crate::games) fn hash_of([one, other]: [u64; 2]) -> u64 {
    let hash =
        one.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23);
    hash ^ hash >> 29
}

/// Counts of move sequences of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Leaves {
    /// The number of sequences.
    pub all: u64,
    /// The number of those whose last move ends the game.
    pub ends: u64,
}

impl std::ops::AddAssign for Leaves {
    #[inline]
    fn add_assign(&mut self, more: Leaves) {
        self.all += more.all;
        self.ends += more.ends;
    }
}
