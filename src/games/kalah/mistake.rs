//! What was wrong with a sowing, compared with a better one: a capture or an extra turn, missed or given away.

use super::board::Board;
use crate::games::{Game, Move, MoveEffect, Side};

/// What a move gains and gives away.
struct Account {
    captured: u32,
    extra_turn: bool,
    /// The most that the opponent can capture next.
    left: u32,
    /// Whether the opponent can take an extra turn next.
    given: bool,
}

/// The largest of the captures, and an extra turn only if there is no capture to speak of.
pub(super) fn of(board: &Board, played: Move, better: Move) -> Option<MoveEffect> {
    let [played, better] = [played, better].map(|mv| account(board, mv));
    let missed = better.captured.saturating_sub(played.captured);
    let left = played.left.saturating_sub(better.left);
    if missed > 0 && missed >= left {
        let text = format!("{{mover}} passes up a capture of {}.", super::board::beans(better.captured));
        return Some(MoveEffect::new("missed capture", text));
    }
    if left > 0 {
        let text = format!("{{mover}} leaves a capture of {}.", super::board::beans(played.left));
        return Some(MoveEffect::new("left a capture", text));
    }
    if better.extra_turn && !played.extra_turn {
        return Some(MoveEffect::new("missed extra turn", "{mover} passes up an extra turn."));
    }
    (played.given && !better.given)
        .then(|| MoveEffect::new("gave an extra turn", "{mover} lets the other side move twice."))
}

fn account(board: &Board, mv: Move) -> Account {
    let mut next = *board;
    let settled = next.sow_and_settle(mv);
    let opponent = board.to_move().other();
    let theirs = next.to_move() == opponent && !next.is_over();
    Account {
        captured: settled.captured,
        extra_turn: settled.extra_turn,
        left: if theirs { most_captured(&next, opponent) } else { 0 },
        given: theirs && next.legal_moves().into_iter().any(|mv| next.after(mv).to_move() == opponent),
    }
}

fn most_captured(board: &Board, side: Side) -> u32 {
    board.captures(side).map(|(_, beans)| beans as u32).max().unwrap_or(0)
}
