//! What rules alone can say of a mistake, in every built-in game.

use arena::GameSpec;
use arena::games::{Move, MoveEffect};

/// What is wrong with a move, compared with another.
fn mistake(game: &str, position: &str, moves: &str, played: usize, better: usize) -> Option<MoveEffect> {
    let game: GameSpec = game.parse().unwrap();
    let held: Vec<&str> = Some(position).filter(|text| !text.is_empty()).into_iter().collect();
    let start = game.host_for(&held).unwrap().start();
    let start = if position.is_empty() { start } else { start.read(position).unwrap() };
    let (position, _) = start.play_list(moves).unwrap();
    let [played, better] = [played, better].map(|number| Move::from_number(number).unwrap());
    position.mistake(played, better)
}

#[test]
fn a_win_with_one_move_is_missed_or_allowed() {
    let kind =
        |game, moves, played, better| mistake(game, "", moves, played, better).map(|effect| effect.kind());
    assert_eq!(kind("connect:4x4x3", "1 4 1 4", 2, 1), Some("missed win"));
    assert_eq!(kind("connect:4x4x3", "1 4 1", 2, 1), Some("allowed win"));
    assert_eq!(kind("connect:4x4x3", "1 4 1 4", 1, 1), None, "no better move, no mistake");
    assert_eq!(kind("mnk:3x3x3", "1 4 2", 9, 3), Some("allowed win"));
}

#[test]
fn a_double_threat_is_seen_two_moves_ahead() {
    let kind =
        |game, moves, played, better| mistake(game, "", moves, played, better).map(|effect| effect.kind());
    // With two marks side by side in the middle of a row, x makes three with both ends free.
    assert_eq!(kind("mnk:6x6x4", "15 1 16", 2, 17), Some("double threat"));
    assert_eq!(kind("connect:7x6x4", "3 3 4", 3, 5), Some("double threat"));
    assert_eq!(kind("connect:7x6x4", "3 3 4", 2, 5), None, "both meet it");
}

#[test]
fn captures_and_extra_turns_are_missed_or_given_away() {
    let told = |position, played, better| {
        let effect = mistake("kalah:3x3", position, "", played, better);
        effect.map(|effect| effect.sentence("South")).unwrap_or_default()
    };
    // Hole 1 reaches the empty hole 2, opposite 4 beans.
    assert_eq!(told("s:1,0,2,0:1,4,1,0", 3, 1), "South passes up a capture of 5 beans.");
    // North's hole 3 reaches its empty hole 2, opposite 5 beans.
    assert_eq!(told("s:1,5,0,20:2,0,1,0", 1, 2), "South leaves a capture of 7 beans.");
    assert_eq!(told("s:2,0,1,0:2,2,2,0", 1, 3), "South passes up an extra turn.");
    assert_eq!(told("s:1,2,0,0:1,1,1,0", 1, 1), "");
}
