//! How a game will end, in words, if the value of a position proves it.

use super::game::Side;

/// "South wins by 8" or "a draw", for the lead of the side to move at the end of the game.
pub(super) fn by_margin(names: [&str; 2], to_move: Side, lead: i32) -> String {
    match winner(to_move, lead) {
        Some(side) => format!("{} wins by {}", names[side.index()], lead.unsigned_abs()),
        None => "a draw".to_owned(),
    }
}

/// "South wins".
pub(super) fn winner_alone(names: [&str; 2], to_move: Side, value: i32) -> Option<String> {
    winner(to_move, value).map(|side| format!("{} wins", names[side.index()]))
}

/// "x wins in 5 moves", if the sides alternately put one mark on a board of `cells`, of which `marks` are taken. A win
/// is worth half of the cells that are empty before its last mark, rounded up. `None` if no win has this value.
pub(super) fn by_marks(
    names: [&str; 2],
    to_move: Side,
    cells: usize,
    marks: usize,
    value: i32,
) -> Option<String> {
    let winner = winner(to_move, value)?;
    let worth = value.unsigned_abs() as usize;
    // The last mark is an odd number of plies away if the side to move wins.
    let is_last = |&end: &usize| end > marks && (end - marks).is_multiple_of(2) != (winner == to_move);
    let ends = [(cells + 1).checked_sub(2 * worth), (cells + 2).checked_sub(2 * worth)];
    let end = ends.into_iter().flatten().find(is_last)?;
    let moves = (end - marks).div_ceil(2);
    Some(format!("{} wins in {moves} move{}", names[winner.index()], if moves == 1 { "" } else { "s" }))
}

fn winner(to_move: Side, value: i32) -> Option<Side> {
    match value.signum() {
        1 => Some(to_move),
        -1 => Some(to_move.other()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_shows_the_winner_and_how_soon() {
        let words = |to_move, marks, value| by_marks(["x", "o"], to_move, 16, marks, value);
        assert_eq!(words(Side::First, 0, 4).as_deref(), Some("x wins in 5 moves"), "with the ninth mark");
        assert_eq!(
            words(Side::Second, 1, -4).as_deref(),
            Some("x wins in 4 moves"),
            "the same, a move later"
        );
        assert_eq!(words(Side::First, 8, 4).as_deref(), Some("x wins in 1 move"));
        assert_eq!(words(Side::First, 8, -4).as_deref(), Some("o wins in 1 move"), "with the tenth mark");
        assert_eq!(words(Side::First, 0, 0), None);
        assert_eq!(words(Side::First, 9, 8), None, "it would have been earlier");
    }

    #[test]
    fn a_margin_shows_the_winner() {
        let words = |lead| by_margin(["South", "North"], Side::Second, lead);
        assert_eq!((words(8), words(-3)), ("North wins by 8".to_owned(), "South wins by 3".to_owned()));
        assert_eq!(words(0), "a draw");
    }
}
