//! Proves the evaluators: every evaluator of every game has the properties it declares, and some count what they
//! say.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::proof::{Position, any_game, kalah, mixture, picks, random_cases, start, weights};
use arena::games::evaluator::{self, HEAVIEST};
use arena::games::{BuiltInGame, Outcome, Side};
use arena::text::Decimal;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The same board with the other side to move, if the game has such a position: the text of a position begins with the
/// side to move, which is taken from the text of another position.
fn other_side(position: &dyn Position, walk: &[Box<dyn Position>]) -> Option<Box<dyn Position>> {
    let other = walk.iter().find(|other| other.to_move() != position.to_move())?.text();
    let text = position.text();
    let swapped = match (text.split_once(':'), other.split_once(':')) {
        (Some((_, board)), Some((side, _))) => format!("{side}:{board}"),
        // A FEN. A check or a pawn that can be taken en passant belongs to one side.
        _ if text.contains(" w ") => text.replace(" w ", " b "),
        _ => text.replace(" b ", " w "),
    };
    let read = position.try_read(&swapped)?;
    (read.to_move() != position.to_move() && read.text() == swapped).then_some(read)
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

proptest! {
    #![proptest_config(random_cases(500))]

    /// Boards of every representation, full laps included.
    #[test]
    fn the_features_of_kalah_are_what_sowing_bean_by_bean_shows(game in kalah(1..=9, 0..=20), picks in picks(60)) {
        let is_variant = game.ends_with(":empty-capture");
        for position in start(&game).walk(&picks) {
            let (own, other) = (sown_order(&*position, true), sown_order(&*position, false));
            let context = position.text();
            let playable = |row: &[i32]| row.iter().filter(|&&beans| beans > 0).count() as i32;
            prop_assert_eq!(position.value("mobility"), playable(&own) - playable(&other), "{}", context);
            prop_assert_eq!(position.value("near"), own.last().unwrap() - other.last().unwrap(), "{}", context);
            prop_assert_eq!(position.value("far"), own[0] - other[0], "{}", context);

            let captures = captures(&own, &other, is_variant);
            let most = captures.iter().map(|&(_, beans)| beans).max().unwrap_or(0);
            prop_assert_eq!(position.value("threat"), most, "{}", context);
            let lost: BTreeSet<usize> =
                self::captures(&other, &own, is_variant).iter().map(|&(hole, _)| hole).collect();
            let exposed: i32 = lost.into_iter().map(|hole| own[hole]).sum();
            prop_assert_eq!(position.value("exposed"), exposed, "{}", context);
        }
    }
}

/// The holes of the side to move, or of the other one, in the order in which that side sows.
fn sown_order(position: &dyn Position, own: bool) -> Vec<i32> {
    let side = if own { position.to_move() } else { position.to_move().other() };
    let mut row = beans(position, side);
    row.pop();
    if side == Side::Second {
        row.reverse();
    }
    row
}

/// The captures of the side with the first row: the hole captured, in the order in which its owner sows, and the beans that
/// go into the pot.
fn captures(own: &[i32], other: &[i32], is_variant: bool) -> Vec<(usize, i32)> {
    let holes = own.len();
    let mut captures = Vec::new();
    for from in (0..holes).filter(|&hole| own[hole] > 0) {
        // The own holes, the own pot, the other holes.
        let mut ring = [own, &[0], other].concat();
        let mut at = from;
        for _ in 0..std::mem::take(&mut ring[from]) {
            at = (at + 1) % ring.len();
            ring[at] += 1;
        }
        if at < holes && ring[at] == 1 {
            let opposite = holes - 1 - at;
            let caught = ring[holes + 1 + opposite];
            if caught > 0 || is_variant {
                captures.push((opposite, caught + 1));
            }
        }
    }
    captures
}

proptest! {
    #![proptest_config(random_cases(1000))]

    #[test]
    fn a_mixture_is_the_weighted_sum_unless_a_game_is_won_and_winning_comes_first(
        game in any_game(8),
        picks in picks(120),
        weights in weights(),
    ) {
        for position in start(&game).walk(&picks).iter().rev().take(2) {
            let list = position.evaluators();
            let text = mixture(list, &weights);
            let (value, counted) = position.mixed(&text);
            prop_assert!(counted.abs() <= evaluator::MOST, "{}: {} for {}", text, counted, position.text());
            let terms = || list.iter().zip(&weights).filter(|(_, weight)| **weight != 0);
            let sum: i64 = terms().map(|(info, &weight)| i64::from(weight) * i64::from(position.value(info.name))).sum();
            let winner = terms().find_map(|(info, _)| Some((info.name, win_bonus(&game, info.name)?)));
            let alone: Vec<_> = terms().map(|(info, weight)| (info.name, *weight)).collect();
            if let [(single, 1000)] = alone[..] {
                prop_assert_eq!(counted, position.value(single), "{} in {}", text, position.text());
                continue;
            }
            match (position.outcome(), winner) {
                (Some(Outcome::Win(_)), Some((winner, bonus))) => {
                    let single = position.value(winner);
                    let expected = single.signum() * (1_000_000 + single.abs() - bonus);
                    prop_assert_eq!(value, Decimal::from(expected), "{} in {}", text, position.text());
                }
                _ => {
                    let is_whole = weights[..list.len()].iter().all(|weight| weight % 1000 == 0);
                    let most = if is_whole { 999_999_000 } else { 999_999_999 };
                    prop_assert_eq!(value.in_thousandths(), sum.clamp(-most, most), "{} in {}", text, position.text());
                }
            }
        }
    }
}

/// What an evaluator adds for a won game, if it does. One that is searched as a mixture adds what mixtures do.
fn win_bonus(game: &str, evaluator: &str) -> Option<i32> {
    match (name_of(game), evaluator) {
        ("kalah", "decisive") | ("mnk", "lines") | ("othello", "mobility") | ("breakthrough", _) => {
            Some(1_000_000)
        }
        ("connect", "lines" | "center") => Some(10_000_000),
        _ => None,
    }
}

/// The largest weights on the largest boards: nothing overflows, and a won game is still worth more than any other.
#[test]
fn the_largest_mixtures_stay_within_their_bounds() {
    let all = |position: &dyn Position, weight: i32| mixture(position.evaluators(), &[weight; 16]);
    let beans = ["0"; 31].join(",");
    for (won, sign) in [("65534,0:1", 1), ("1,0:65534", -1)] {
        let position = start("kalah:32x64").read(&format!("s:{beans},{won},{beans},0"));
        for weight in [HEAVIEST, -HEAVIEST, HEAVIEST - 1] {
            let (value, _) = position.mixed(&all(&*position, weight));
            assert!(value.in_thousandths().abs() < 1_000_000_000, "{value}");
        }
        // Everything is swept: the game is over.
        let over = position.read(&format!("s:{beans},0,{}:{beans},0,{}", 32768 + sign, 32767 - sign));
        let (value, _) = over.mixed(&all(&*over, HEAVIEST));
        assert_eq!(value, Decimal::from(sign * 1_000_000 + 1 + 2 * sign), "the final difference counts");
        let (value, _) = over.mixed("1000*pots");
        assert_eq!(value, Decimal::from((1 + 2 * sign) * 1000), "nothing puts winning first");
    }
    let full = format!("x:{}", vec![["x"; 32].join("."); 64].join("/"));
    let connect = start("connect:64x64x43");
    if let Some(board) = connect.try_read(&full) {
        let (value, _) = board.mixed(&all(&*board, HEAVIEST));
        assert!(value.in_thousandths().abs() < 1_000_000_000, "{value}");
    }
}

/// A mixture in whole numbers counts as its evaluators do, and one evaluator is itself.
#[test]
fn whole_weights_count_in_whole_units() {
    let position = start("kalah:6x4").play_list("3 6");
    let pots = position.value("pots");
    assert_eq!(position.mixed("2*pots"), (Decimal::from(2 * pots), 2 * pots));
    assert_eq!(position.mixed("0.5*pots").1, 500 * pots);
    for single in ["pots", "1*pots", "+pots", "pots+0*tempo"] {
        assert_eq!(position.mixed(single), (Decimal::from(pots), pots), "{single}");
    }
    assert_eq!(position.mixed("0*pots"), (Decimal::from(0), 0));
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
