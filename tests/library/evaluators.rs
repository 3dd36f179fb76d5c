//! Proves the evaluators: that each counts what it says, for the side to move, and that winning counts most where it
//! should.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::proof::{Position, connect, kalah, picks, random_cases, start};
use arena::games::{Outcome, Side, evaluator};
use proptest::prelude::*;

/// The same position with the other side to move.
fn other_side(position: &dyn Position) -> Box<dyn Position> {
    let text = position.text();
    let (side, board) = text.split_once(':').unwrap();
    let other = match side {
        "s" => "n",
        "n" => "s",
        "x" => "o",
        _ => "x",
    };
    position.read(&format!("{other}:{board}"))
}

/// The evaluators that count a won game above everything else.
const DECIDING: [&str; 4] = ["decisive", "outcome", "lines", "center"];

proptest! {
    #![proptest_config(random_cases(500))]

    #[test]
    fn a_won_game_beats_every_unfinished_one(
        game in prop_oneof![kalah(1..=7, 0..=5), connect(1..=9, 1..=9, 1..=5)],
        picks in prop::collection::vec(any::<u8>(), 81..=150),
    ) {
        let walk = start(&game).walk(&picks);
        let (last, unfinished) = walk.split_last().unwrap();
        for eval in last.evaluators().into_iter().filter(|eval| DECIDING.contains(eval)) {
            if let Some(Outcome::Win(winner)) = last.outcome() {
                let won = if winner == last.to_move() { last.value(eval) } else { -last.value(eval) };
                let most = unfinished.iter().map(|position| position.value(eval).abs()).max().unwrap_or(0);
                prop_assert!(won > most, "{eval}: {won} for {}, {most} before", last.text());
            }
        }
    }

    /// All but `tempo`, which counts what the side to move can do and the other cannot.
    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other(
        game in prop_oneof![kalah(1..=7, 0..=6), connect(1..=9, 1..=9, 1..=5)],
        picks in picks(40),
    ) {
        for position in start(&game).walk(&picks) {
            for eval in position.evaluators() {
                let value = position.value(eval);
                prop_assert!(value.abs() <= evaluator::MOST, "{eval}: {value}");
                if eval != "tempo" {
                    prop_assert_eq!(other_side(&*position).value(eval), -value, "{} in {}", eval, position.text());
                }
            }
        }
    }

    #[test]
    fn the_evaluators_of_kalah_count_beans(game in kalah(1..=7, 0..=20), picks in picks(60)) {
        for position in start(&game).walk(&picks) {
            let rows = [beans(&*position, position.to_move()), beans(&*position, position.to_move().other())];
            let [own, other] = rows.each_ref().map(|row| row.iter().sum::<i32>());
            let [own_pot, other_pot] = rows.each_ref().map(|row| *row.last().unwrap());
            prop_assert_eq!(position.value("pots"), own_pot - other_pot, "{}", position.text());
            prop_assert_eq!(position.value("hoard"), own - other, "{}", position.text());

            let moves = position.moves();
            let again = moves.iter().filter(|&&number| position.after(number).to_move() == position.to_move());
            let tempo = own_pot - other_pot + again.count() as i32;
            prop_assert_eq!(position.value("tempo"), tempo, "{}", position.text());
            if position.outcome().is_none() {
                prop_assert_eq!(position.value("decisive"), own_pot - other_pot, "{}", position.text());
            }
        }
    }
}

/// The beans in the holes and the pot of a side.
fn beans(position: &dyn Position, side: Side) -> Vec<i32> {
    let text = position.text();
    let row = text.split(':').nth(1 + side.index()).unwrap();
    row.split(',').map(|beans| beans.parse().unwrap()).collect()
}

/// Counted by hand.
#[test]
fn the_evaluators_of_connect_count_open_windows_and_middle_columns() {
    let cases = [
        ("x:..../..../....", 0, 0),
        ("x:..../..../.x..", 4, 2),    // two across, one up, one diagonal
        ("o:..../..../.xx.", -12, -4), // two checkers in each of two windows across, one in each of four others
        ("x:..../..../.xxo", 6, 3),    // the second window across is closed; o has one up and one diagonal
    ];
    for (text, lines, center) in cases {
        let position = start("connect:4x3x3").read(text);
        assert_eq!((position.value("lines"), position.value("center")), (lines, center), "{text}");
    }
}
