//! What was wrong with a move, compared with a better one, as far as rules alone can say it.
//!
//! A game names its own mistakes in [`Game::mistake`]: see `kalah/mistake.rs`. Here is what all games have in common.

use super::effect::MoveEffect;
use super::game::{Game, Move, Outcome};

/// A win that was there, or that the opponent now has, with one move.
pub(super) fn at_once<G: Game>(position: &G, played: Move, better: Move) -> Option<MoveEffect> {
    let wins = |mv: Move| position.after(mv).outcome() == Some(Outcome::Win(position.to_move()));
    if wins(better) && !wins(played) {
        return Some(MoveEffect::new("missed win", "{mover} overlooks a win with one move."));
    }
    let allows = |mv: Move| {
        let next = position.after(mv);
        next.to_move() != position.to_move() && can_win(&next)
    };
    (allows(played) && !allows(better))
        .then(|| MoveEffect::new("allowed win", "{mover} lets the other side win with one move."))
}

/// Two threats that cannot both be met, which the opponent can make now and could not after the better move.
pub(super) fn double_threat<G: Game>(position: &G, played: Move, better: Move) -> Option<MoveEffect> {
    let allows = |mv: Move| can_threaten_twice(&position.after(mv));
    (allows(played) && !allows(better))
        .then(|| MoveEffect::new("double threat", "{mover} lets the other side make two threats at once."))
}

/// Whether the side to move can win with one move.
fn can_win<G: Game>(position: &G) -> bool {
    let win = Some(Outcome::Win(position.to_move()));
    position.legal_moves().into_iter().any(|mv| position.after(mv).outcome() == win)
}

/// Whether the side to move has a move after which it wins with the next one, whatever the answer.
fn can_threaten_twice<G: Game>(position: &G) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let next = position.after(mv);
        let answers = || next.legal_moves().into_iter();
        !next.is_over() && !can_win(&next) && answers().all(|answer| can_win(&next.after(answer)))
    })
}
