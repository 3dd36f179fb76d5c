//! The fast board against the plain one, on boards of every size class.

use proptest::prelude::*;

use super::*;
use crate::games::{Leaves, SearchSupport};

/// Everything that a position can answer.
fn asked<P: Position>(position: &P) -> String {
    let rules = position.rules();
    // Including a column and a level beyond the board.
    let cells =
        (0..=rules.columns()).flat_map(|column| (0..=rules.levels()).map(move |level| (column, level)));
    let answers = (
        position.to_string(),
        position.to_move(),
        position.legal_moves(),
        position.outcome(),
        position.is_over(),
        position.points(),
        (rules, position.places(), position.checkers()),
        cells.map(|(column, level)| position.checker(column, level)).collect::<Vec<_>>(),
        position.decided_by(),
    );
    format!("{answers:?}")
}

/// Whether a checker of a side in a vacant cell would complete a row of N, by walking from there.
fn completes(board: &Board, side: Side, column: usize, level: usize) -> bool {
    let reach = |step: (isize, isize)| {
        (1..=ConnectRules::MOST as isize)
            .take_while(|&i| {
                let (column, level) = (column as isize + i * step.0, level as isize + i * step.1);
                column >= 0 && level >= 0 && board.checker(column as usize, level as usize) == Some(side)
            })
            .count()
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    directions.iter().any(|&(x, y)| reach((x, y)) + 1 + reach((-x, -y)) >= board.rules().in_a_row())
}

/// The moves that win at once for a side if it is to move, by playing all of them.
fn wins_of(board: &Board, side: Side) -> Moves {
    let mut wins = Moves::NONE;
    let legal = board.legal_moves();
    for mv in legal {
        if board.set_up(side, None).after(mv).outcome() == Some(Outcome::Win(side)) {
            wins.insert(mv);
        }
    }
    wins
}

/// The sequences of at most two moves, by playing all of them.
fn leaves_of(board: &Board, plies: usize) -> Leaves {
    let mut found = Leaves::default();
    for mv in board.legal_moves() {
        let next = board.after(mv);
        found += if plies > 1 {
            leaves_of(&next, plies - 1)
        } else {
            Leaves { all: 1, ends: u64::from(next.is_over()) }
        };
    }
    found
}

/// What the side to move can force within `plies`, by playing everything: 0 if nobody wins, else 100 minus the
/// number of plies, negated for a loss.
fn worth(board: &Board, plies: usize) -> i32 {
    match board.outcome() {
        Some(Outcome::Win(side)) => return if side == board.to_move() { 100 } else { -100 },
        Some(Outcome::Draw) => return 0,
        None if plies == 0 => return 0,
        None => {}
    }
    let values = board.legal_moves().map(|mv| -worth(&board.after(mv), plies - 1));
    values.map(|value| value - value.signum()).max().unwrap()
}

/// The result of [`SearchSupport::foresee`] on the same scale.
fn foreseen<W: Word, S: Geometry>(fast: &Bits<W, S>, plies: usize) -> i32 {
    BitsSearch::foresee(fast, plies as u32).map_or(0, |end| {
        let value = 100 - (end.checkers() - fast.checkers()) as i32;
        if end.outcome() == Some(Outcome::Win(fast.to_move())) { value } else { -value }
    })
}

/// Compares every property of the fast board with the plain one.
fn compare<W: Word, S: Geometry>(fast: &Bits<W, S>, plain: &Board) {
    assert_eq!(asked(fast), asked(plain));
    assert_eq!(fast.unpack(), *plain);
    // A position is the same whether it was played or read.
    assert_eq!(fast.read(&plain.to_string()).unwrap(), *fast);

    let rules = plain.rules();
    let (mover, opponent) = (plain.to_move(), plain.to_move().other());
    assert_eq!(fast.wins_now(), wins_of(plain, mover), "{plain}");
    assert_eq!(fast.must_block(), wins_of(plain, opponent), "{plain}");
    if rules.columns() <= 5 && !plain.is_over() {
        for plies in 1..=3 {
            assert_eq!(foreseen(fast, plies), worth(plain, plies), "{plies} from {rules} {plain}");
        }
    }
    for plies in [1, 2] {
        let is_near_the_end = rules.cells() - plain.checkers() <= 2;
        match BitsSearch::leaves(fast, plies) {
            Some(seen) => assert_eq!(seen, leaves_of(plain, plies), "{plies} from {rules} {plain}"),
            None => assert!(is_near_the_end, "{rules} {plain}"),
        }
    }

    let (mut own, mut other, mut playable) = (W::ZERO, W::ZERO, W::ZERO);
    let mut winning = [W::ZERO; 2];
    for column in 0..rules.columns() {
        for level in 0..rules.levels() {
            let cell = W::ONE << (column * (rules.levels() + 1) + level);
            match plain.checker(column, level) {
                Some(side) if side == mover => own = own | cell,
                Some(_) => other = other | cell,
                None => {
                    if level == plain.height(column) {
                        playable = playable | cell;
                    }
                    for side in Side::BOTH {
                        if completes(plain, side, column, level) {
                            winning[side.index()] = winning[side.index()] | cell;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(fast.mover_stones(), own, "{plain}");
    assert_eq!(fast.opponent_stones(), other, "{plain}");
    assert_eq!(fast.playable_cells(), playable, "{plain}");
    assert_eq!(fast.winning_cells(own), winning[mover.index()], "{rules} {plain}");
    assert_eq!(fast.winning_cells(other), winning[opponent.index()], "{rules} {plain}");
}

/// A position to set up, and moves from there.
#[derive(Debug, Clone)]
struct Script {
    second: bool,
    set_up: Vec<(bool, u8)>,
    picks: Vec<u8>,
    /// Whether few columns are played or all of them.
    within: u8,
}

fn script() -> impl Strategy<Value = Script> {
    let set_up = prop_oneof![Just(Vec::new()), prop::collection::vec(any::<(bool, u8)>(), 0..24)];
    let picks = prop::collection::vec(any::<u8>(), 0..130);
    let within = prop_oneof![1..5u8, Just(64)];
    (any::<bool>(), set_up, picks, within).prop_map(|(second, set_up, picks, within)| Script {
        second,
        set_up,
        picks,
        within,
    })
}

/// Plays the script on both boards and compares them after each move.
fn play_both<W: Word, S: Geometry>(rules: ConnectRules, script: &Script) {
    let mut fast = Bits::<W, S>::start(rules).unwrap();
    let mut plain = Board::start(rules);
    compare(&fast, &plain);
    for &(second, column) in &script.set_up {
        let column = usize::from(column) % rules.columns();
        if plain.height(column) < rules.levels() {
            plain.drop_checker(if second { Side::Second } else { Side::First }, column);
        }
    }
    let text = plain.set_up(if script.second { Side::Second } else { Side::First }, None).to_string();
    match Board::start(rules).read(&text) {
        Ok(read) => {
            plain = read;
            fast = fast.read(&text).unwrap();
        }
        Err(error) => {
            assert_eq!(fast.read(&text), Err(error));
            plain = Board::start(rules);
        }
    }
    for &pick in &script.picks {
        compare(&fast, &plain);
        let moves = plain.legal_moves();
        if moves.is_none() {
            break;
        }
        let among = moves.len().min(usize::from(script.within));
        let mv = moves.into_iter().nth(usize::from(pick) % among).unwrap();
        plain.play(mv);
        fast.play(mv);
    }
    compare(&fast, &plain);
}

/// Sizes that take at most this many bits, often exactly or nearly as many; N may exceed the board.
fn sizes(bits: usize) -> impl Strategy<Value = ConnectRules> {
    let columns_first = (1..=ConnectRules::MOST.min(bits / 2))
        .prop_flat_map(move |columns| (Just(columns), 1..=(bits / columns - 1).min(ConnectRules::MOST)));
    let fullest = (1..=ConnectRules::MOST.min(bits / 2))
        .prop_map(move |columns| (columns, (bits / columns - 1).min(ConnectRules::MOST)));
    let levels_first = (1..=ConnectRules::MOST.min(bits - 1))
        .prop_flat_map(move |levels| (1..=(bits / (levels + 1)).min(ConnectRules::MOST), Just(levels)));
    let usual = (2..=7usize, 2..=7usize);
    (prop_oneof![columns_first, fullest, levels_first, usual], 0..100usize).prop_map(
        |((columns, levels), n)| {
            let in_a_row = match n {
                0..70 => 1 + n % 5,
                70..95 => 1 + n % (columns.max(levels) + 1).min(ConnectRules::MOST),
                _ => ConnectRules::MOST,
            };
            ConnectRules::new(columns, levels, in_a_row).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(700))]

    #[test]
    fn the_fixed_board_plays_as_the_plain_one(script in script()) {
        play_both::<u64, Fixed<7, 6, 4>>(ConnectRules::new(7, 6, 4).unwrap(), &script);
    }

    #[test]
    fn boards_of_64_bits_play_as_the_plain_one(rules in sizes(64), script in script()) {
        play_both::<u64, Free>(rules, &script);
    }

    #[test]
    fn boards_of_128_bits_play_as_the_plain_one(rules in sizes(128), script in script()) {
        play_both::<u128, Free>(rules, &script);
    }
}

#[test]
fn boards_that_fill_their_words_play_as_the_plain_one() {
    // Up the columns in turn, and two at a time.
    let scripts = [1, 2].map(|within| Script {
        second: false,
        set_up: Vec::new(),
        picks: (0..130).map(|i| i / 3).collect(),
        within,
    });
    for script in &scripts {
        for n in [1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 63, 64] {
            for (columns, levels) in [(1, 63), (2, 31), (4, 15), (8, 7), (16, 3), (32, 1)] {
                play_both::<u64, Free>(ConnectRules::new(columns, levels, n).unwrap(), script);
            }
            for (columns, levels) in [(1, 64), (2, 63), (4, 31), (8, 15), (16, 7), (32, 3), (64, 1)] {
                play_both::<u128, Free>(ConnectRules::new(columns, levels, n).unwrap(), script);
            }
        }
    }
}

#[test]
fn a_board_starts_only_in_a_word_that_holds_it() {
    let rules = |columns, levels| ConnectRules::new(columns, levels, 4).unwrap();
    assert!(Bits::<u64, Free>::start(rules(8, 7)).is_some());
    assert!(Bits::<u64, Free>::start(rules(13, 4)).is_none());
    assert!(Bits::<u128, Free>::start(rules(64, 1)).is_some());
    assert!(Bits::<u128, Free>::start(rules(43, 2)).is_none());
    assert!(Bits::<u64, Fixed<7, 6, 4>>::start(rules(7, 6)).is_some());
    assert!(Bits::<u64, Fixed<7, 6, 4>>::start(rules(6, 7)).is_none());
}

#[test]
fn a_row_does_not_run_around_the_edge() {
    // x is in columns 6 and 7, then in 1 and 2 of the next level.
    let start = Bits::<u64, Fixed<7, 6, 4>>::start(ConnectRules::new(7, 6, 4).unwrap()).unwrap();
    let (end, _) = crate::games::moves::play_list(&start, "6172717").unwrap();
    assert_eq!(end.outcome(), None);
}
