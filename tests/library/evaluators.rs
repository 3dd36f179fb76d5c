//! Proves the evaluators: every evaluator of every game has the properties it declares, and some count what they
//! say.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::proof::{Position, any_game, kalah, picks, random_cases, start};
use arena::games::{BuiltInGame, Outcome, Side, evaluator};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The same board with the other side to move, if the game has such a position: the text of a position begins with the
/// side to move, which is taken from the text of another position.
fn other_side(position: &dyn Position, walk: &[Box<dyn Position>]) -> Option<Box<dyn Position>> {
    let other = walk.iter().find(|other| other.to_move() != position.to_move())?.text();
    let text = position.text();
    let (Some((_, board)), Some((side, _))) = (text.split_once(':'), other.split_once(':')) else {
        return None;
    };
    position.try_read(&format!("{side}:{board}")).filter(|read| read.to_move() != position.to_move())
}

proptest! {
    #![proptest_config(random_cases(500))]

    #[test]
    fn a_won_game_beats_every_unfinished_one_for_evaluators_that_declare_it(
        game in any_game(8),
        picks in prop::collection::vec(any::<u8>(), 81..=150),
    ) {
        let walk = start(&game).walk(&picks);
        let (last, unfinished) = walk.split_last().unwrap();
        for eval in last.evaluators().iter().filter(|eval| eval.win_first) {
            if let Some(Outcome::Win(winner)) = last.outcome() {
                let value = last.value(eval.name);
                let won = if winner == last.to_move() { value } else { -value };
                let most = unfinished.iter().map(|position| position.value(eval.name).abs()).max().unwrap_or(0);
                prop_assert!(won > most, "{}: {won} for {}, {most} before", eval.name, last.text());
            }
        }
    }

    #[test]
    fn every_value_is_within_the_limits(game in any_game(8), picks in picks(80)) {
        for position in start(&game).walk(&picks) {
            for eval in position.evaluators() {
                let value = position.value(eval.name);
                prop_assert!(value.abs() <= evaluator::MOST, "{}: {value} for {}", eval.name, position.text());
            }
        }
    }
}

/// For evaluators that declare it. Each must have had a value other than 0 on some board.
#[test]
fn what_is_good_for_one_side_is_as_bad_for_the_other() {
    let seen = RefCell::new(BTreeSet::new());
    let mut runner = TestRunner::new(random_cases(1000));
    let compared = runner.run(&(any_game(7), picks(40)), |(game, picks)| {
        let walk = start(&game).walk(&picks);
        for position in &walk {
            let Some(other) = other_side(&**position, &walk) else { continue };
            for eval in position.evaluators().iter().filter(|eval| eval.antisymmetric) {
                let values = (other.value(eval.name), position.value(eval.name));
                prop_assert_eq!(values.0, -values.1, "{} in {}", eval.name, position.text());
                if values.0 != 0 {
                    seen.borrow_mut().insert(format!("{} {}", name_of(&game), eval.name));
                }
            }
        }
        Ok(())
    });
    compared.unwrap();
    for info in BuiltInGame::LIST {
        for eval in start(info.name).evaluators().iter().filter(|eval| eval.antisymmetric) {
            let name = format!("{} {}", info.name, eval.name);
            assert!(seen.borrow().contains(&name), "{name} was always 0");
        }
    }
}

fn name_of(game: &str) -> &str {
    game.split(':').next().unwrap()
}

proptest! {
    #![proptest_config(random_cases(500))]

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
