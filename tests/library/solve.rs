//! Proves the solvers: exact values found by independent programs, and on random positions that they find the values of
//! alpha-beta to the end of the game.

use crate::proof::{
    CONNECT, CONNECT_VALUES, KALAH, Position, Valued, any_game, best_of, cases, connect, kalah, picks,
    random_cases, small_games, start,
};
use arena::games::connect::{Board, ConnectRules};
use arena::games::evaluator::WON;
use arena::games::{BuiltInGame, Game, GameVisitor, Side};
use arena::search::solve::{Endgames, Memory, Solver, Unsolved};
use arena::search::{Control, Depth, Extra, Unlimited, Watcher};
use arena::text::Decimal;
use proptest::prelude::*;
use serde::Deserialize;

/// Solves the start position of a game.
struct Start;

impl GameVisitor for Start {
    type Output = i32;

    fn visit<G: Game>(self, start: G) -> i32 {
        Solver::new(&start, &[], Memory::split(16 << 20)).value(&start, &Unlimited).unwrap()
    }
}

fn value_of(game: &str) -> i32 {
    game.parse::<BuiltInGame>().unwrap().visit(Start)
}

/// The boards that take seconds: `tests/solved/run` solves them with an optimised build.
const SLOW: [&str; 15] = [
    "kalah:4x5",
    "kalah:6x3",
    "kalah:6x4",
    "kalah:7x2",
    "kalah:7x3",
    "kalah:4x6:empty-capture",
    "kalah:5x5:empty-capture",
    "kalah:6x3:empty-capture",
    "kalah:6x4:empty-capture",
    "kalah:7x3:empty-capture",
    "connect:4x7x4",
    "connect:5x6x4",
    "connect:6x5x4",
    "connect:7x4x4",
    "connect:7x4x5",
];

#[test]
fn boards_have_the_values_that_independent_programs_found() {
    #[derive(Deserialize)]
    struct Solved {
        game: String,
        value: Option<i32>,
        score: Option<i32>,
    }

    let all = cases::<Solved>(KALAH, "values").into_iter().chain(cases(CONNECT, "values"));
    for board in all.filter(|board| !SLOW.contains(&board.game.as_str())) {
        assert_eq!(Some(value_of(&board.game)), board.value.or(board.score), "{}", board.game);
    }
}

/// Solves a position of some thousand nodes and all its moves on this many threads.
struct OnThreads(usize);

impl GameVisitor for OnThreads {
    /// Values, best move and line; and the nodes.
    type Output = (String, u64);

    fn visit<G: Game>(self, start: G) -> (String, u64) {
        let mut solver = Solver::new(&start, &[], Memory::split(16 << 20));
        solver.set_threads(self.0);
        let value = solver.value(&start, &Unlimited).unwrap();
        let best = solver.best_move(&start, value, &Unlimited).unwrap();
        let line = solver.line(&start, value, 100, &Unlimited).unwrap();
        let moves = solver.move_values(&start, None, &Unlimited, |_, _| {}).unwrap();
        (format!("{value} {best:?} {line:?} {moves:?}"), solver.nodes())
    }
}

#[test]
fn values_and_lines_do_not_depend_on_the_number_of_threads_nor_nodes_on_one_thread() {
    for (game, nodes) in [("kalah:4x4", 86_442), ("connect:5x4x4", 136_426)] {
        let on = |threads| game.parse::<BuiltInGame>().unwrap().visit(OnThreads(threads));
        let (alone, counted) = on(1);
        assert_eq!(counted, nodes, "the nodes of {game} on one thread");
        for threads in [2, 3] {
            assert_eq!(on(threads).0, alone, "{game} on {threads} threads");
        }
    }
}

#[test]
fn every_move_of_an_endgame_has_its_exact_value() {
    #[derive(Deserialize)]
    struct Endgame {
        position: String,
        values: Vec<Valued>,
        best: Vec<usize>,
    }

    for case in cases::<Endgame>(KALAH, "endgames").iter().step_by(10) {
        let position = start("kalah:6x4").read(&case.position);
        let sign = if position.to_move() == Side::First { 1 } else { -1 };
        let expected: Vec<_> = case.values.iter().map(|&(mv, value)| (mv, sign * value)).collect();
        assert_eq!(position.analyze("perfect"), expected, "{}", case.position);
        assert_eq!(position.choose("perfect", 1).mv.number(), case.best[0], "{}", case.position);
    }
}

#[test]
fn every_column_has_its_exact_score() {
    #[derive(Deserialize)]
    struct Known {
        moves: String,
        scores: Vec<Option<i32>>,
    }

    let late = |known: &Known| known.moves.len() >= 20;
    for known in cases::<Known>(CONNECT, "positions").into_iter().filter(late) {
        let position = start("connect").play_list(&known.moves);
        let scores = known.scores.iter().enumerate();
        let expected: Vec<Valued> = scores.filter_map(|(at, score)| Some((at + 1, (*score)?))).collect();
        assert_eq!(position.analyze("perfect"), expected, "{}", known.moves);
    }
}

#[test]
fn every_column_has_the_score_that_full_width_search_without_bounds_finds() {
    #[derive(Deserialize)]
    struct Case {
        game: String,
        position: String,
        scores: Vec<Option<i32>>,
    }

    for case in cases::<Case>(CONNECT_VALUES, "values") {
        let position = start(&case.game).read(&case.position);
        let scores = case.scores.iter().enumerate();
        let expected: Vec<Valued> = scores.filter_map(|(at, score)| Some((at + 1, (*score)?))).collect();
        assert_eq!(position.analyze("perfect"), expected, "{} of {}", case.position, case.game);
        let (value, line) = position.best_line();
        assert_eq!((value, line[0]), first_best(&expected), "{} of {}", case.position, case.game);
    }
}

/// The highest value and the first move that has it.
fn first_best(values: &[Valued]) -> (i32, usize) {
    let best = best_of(values)[0];
    (values.iter().find(|&&(mv, _)| mv == best).unwrap().1, best)
}

/// Plays a best line, whose moves must be legal, to the end of the game, which must have the value of the position.
fn follow_best_line(game: &str, picks: &[u8]) {
    for position in start(game).walk(picks).into_iter().rev().filter(|one| !one.moves().is_empty()).take(2) {
        // If it takes too long, another case will do.
        if !position.can_build("perfect") || position.solve(20_000).is_none() {
            return;
        }
        let (value, line) = position.best_line();
        let (from, evaluator) = (position.text(), position.evaluators()[0].name);
        let side = position.to_move();
        let mut at = position;
        for mv in &line {
            assert!(at.moves().contains(mv), "{from} of {game}: {line:?}");
            at = at.after(*mv);
        }
        assert!(at.outcome().is_some(), "{from} of {game}: {line:?}");
        let end = worth(at.value(evaluator));
        let end = if at.to_move() == side { end } else { -end };
        assert_eq!(end, value, "{from} of {game}: {line:?}");
    }
}

/// What a value of the search is without the bonus for winning first.
fn worth(value: i32) -> i32 {
    if value.abs() < WON { value } else { value - WON * value.signum() }
}

/// Compares `perfect` with alpha-beta to the end of the game, if it knows one and that does not take too long.
fn compare(game: &str, picks: &[u8]) {
    for position in start(game).walk(picks).iter().rev().take(3).filter(|one| one.can_build("perfect")) {
        let Some(expected) = position.solve(20_000) else { return };
        let expected: Vec<_> = expected.into_iter().map(|(mv, value)| (mv, worth(value))).collect();
        if expected.is_empty() {
            continue;
        }
        assert_eq!(position.analyze("perfect"), expected, "{} of {game}", position.text());
        let choice = position.choose("perfect", 1);
        let best = best_of(&expected)[0];
        let value = expected.iter().find(|&&(mv, _)| mv == best).map(|&(_, value)| value.into());
        assert_eq!((choice.mv.number(), choice.value), (best, value), "{} of {game}", position.text());
    }
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn perfect_finds_the_values_of_alpha_beta_in_every_game(game in any_game(4), picks in picks(30)) {
        compare(&game, &picks);
    }

    #[test]
    #[ignore = "solves hundreds of boards twice"]
    fn perfect_finds_the_values_of_alpha_beta_in_kalah(game in kalah(1..=7, 1..=5), picks in picks(60)) {
        compare(&game, &picks);
    }

    // Endgame tables of the usual size hold every position of a small board, and leave nothing to the search above them.
    #[test]
    fn the_search_above_small_endgame_tables_finds_the_values_of_alpha_beta(
        game in kalah(2..=6, 1..=4),
        picks in picks(40),
        beans in 0..6usize,
    ) {
        for position in start(&game).walk(&picks).iter().rev().take(3) {
            let Some(expected) = position.solve(100_000) else { break };
            let best = expected.iter().map(|&(_, value)| value).max();
            if let Some(best) = best {
                let found = position.value_above(Endgames::of_beans(beans));
                prop_assert_eq!(found, best, "{} of {}", position.text(), game);
            }
        }
    }

    #[test]
    fn perfect_finds_the_values_of_alpha_beta_in_connect(
        game in connect(2..=9, 2..=8, 2..=5),
        picks in picks(70),
    ) {
        compare(&game, &picks);
    }

    #[test]
    fn a_best_line_ends_with_the_value(
        game in prop_oneof![any_game(4), kalah(1..=6, 1..=4), connect(2..=8, 2..=7, 2..=5)],
        picks in picks(50),
    ) {
        follow_best_line(&game, &picks);
    }

    #[test]
    fn mirrored_positions_have_equal_values(picks in prop::collection::vec(any::<u8>(), 17..26)) {
        let rules = ConnectRules::new(6, 5, 4).unwrap();
        let position = *crate::proof::walk(Board::start(rules), &picks).last().unwrap();
        let text = position.to_string();
        let (side, levels) = text.split_once(':').unwrap();
        let mirrored: Vec<String> = levels.split('/').map(|level| level.chars().rev().collect()).collect();
        let mirrored = position.read(&format!("{side}:{}", mirrored.join("/"))).unwrap();
        let value = |position: &Board| {
            let mut solver = Solver::new(position, &[], Memory::split(1 << 20));
            solver.value(position, &Unlimited).unwrap()
        };
        prop_assert_eq!(value(&position), value(&mirrored), "{}", position);
    }

    #[test]
    #[ignore = "solves hundreds of boards twice"]
    fn both_sides_of_kalah_have_the_same_chances(game in kalah(2..=5, 1..=2), picks in picks(10)) {
        let position = start(&game).walk(&picks).pop().unwrap();
        if !position.moves().is_empty() {
            let text = position.text();
            let (side, rows) = text.split_once(':').unwrap();
            let (south, north) = rows.split_once(':').unwrap();
            // North sows from its highest hole to its lowest.
            let reversed = |row: &str| {
                let mut beans: Vec<&str> = row.split(',').collect();
                let pot = beans.pop().unwrap();
                beans.reverse();
                beans.push(pot);
                beans.join(",")
            };
            let side = if side == "s" { "n" } else { "s" };
            let turned = position.read(&format!("{side}:{}:{}", reversed(north), reversed(south)));
            let (here, mut there) = (position.analyze("perfect"), turned.analyze("perfect"));
            there.reverse();
            let values = |moves: &[Valued]| moves.iter().map(|&(_, value)| value).collect::<Vec<_>>();
            prop_assert_eq!(values(&here), values(&there), "{} and {}", text, turned.text());
        }
    }

    #[test]
    fn endgame_tables_of_one_bean_change_nothing(
        game in kalah(1..=6, 1..=4),
        picks in picks(30),
        depth in 1..6u16,
        keys in prop::sample::select(vec!["", ",extra=free", ",ties=random", ",extra=free,ties=random"]),
        seed in 0..9u64,
    ) {
        for position in start(&game).walk(&picks).iter().rev().filter(|one| !one.moves().is_empty()).take(2) {
            let spec = format!("smart:{depth}{keys}");
            let (plain, table) = (position.choose(&spec, seed), position.choose(&format!("{spec},endgame=1"), seed));
            prop_assert_eq!((plain.mv, plain.value), (table.mv, table.value), "{}: {}", spec, position.text());
            prop_assert_eq!(position.analyze(&spec), position.analyze(&format!("{spec},endgame=1")), "{}", spec);
            // Limits that are far away.
            let limited = position.choose(&format!("{spec},nodes=1e9,endgame=1"), seed);
            let plain = position.choose(&format!("{spec},nodes=1e9"), seed);
            prop_assert_eq!((plain.mv, plain.value), (limited.mv, limited.value), "{}: {}", spec, position.text());
        }
    }

    #[test]
    #[ignore = "solves thousands of positions"]
    fn inside_its_tables_smart_is_perfect(game in kalah(1..=4, 1..=2), picks in picks(30)) {
        for position in start(&game).walk(&picks).iter().rev().filter(|one| !one.moves().is_empty()).take(2) {
            let (table, perfect) = (position.choose("smart:1,endgame=16", 1), position.choose("perfect", 1));
            prop_assert_eq!((table.mv, table.value), (perfect.mv, perfect.value), "{}", position.text());
        }
    }
}

/// The first position of a random game of Othello with at most this many vacant cells, unless the game is over there.
fn late_othello(game: &str, picks: &[u8], vacant: usize) -> Option<Box<dyn Position>> {
    let mut walk = start(game).walk(picks).into_iter();
    walk.find(|one| one.text().matches('.').count() <= vacant).filter(|one| !one.moves().is_empty())
}

proptest! {
    #![proptest_config(random_cases(60))]

    /// On boards of every width and height.
    #[test]
    fn the_end_of_othello_is_that_of_plain_minimax(
        game in prop::sample::select(vec!["4x4", "4x6", "4x8", "6x4", "6x6", "6x8", "8x4", "8x6", "8x8"]),
        picks in prop::collection::vec(any::<u8>(), 60),
        vacant in 4..=7_usize,
        seed in 0..9u64,
    ) {
        let Some(position) = late_othello(&format!("othello:{game}"), &picks, vacant) else { return Ok(()) };
        let (values, _) = position.minimax("discs", 8, Extra::Ply);
        let text = position.text();
        prop_assert_eq!(position.analyze("perfect"), values.clone(), "{}", text);
        prop_assert_eq!(position.analyze("smart:1,endgame=7"), values.clone(), "{}", text);
        let first = best_of(&values)[0];
        for keys in ["", ",eval=discs"] {
            let choice = position.choose(&format!("smart:1,endgame=7{keys}"), seed);
            let value = Decimal::from(values.iter().find(|&&(mv, _)| mv == first).unwrap().1);
            prop_assert_eq!((choice.mv.number(), choice.value), (first, Some(value)), "{} in {}", keys, text);
            prop_assert_eq!(position.choose(&format!("smart:full{keys}"), seed).mv, choice.mv, "{} in {}", keys, text);
        }
        let [any, full] = ["smart:1,endgame=7,ties=random", "smart:full,ties=random"].map(|spec| position.choose(spec, seed).mv);
        prop_assert_eq!(any, full, "ties in {}", text);
    }

    #[test]
    fn before_the_end_of_othello_smart_plays_as_without_the_key(picks in picks(30), depth in 1..4u16) {
        for position in start("othello:6x6").walk(&picks).iter().filter(|one| one.text().matches('.').count() > 7 && !one.moves().is_empty()) {
            let (plain, late) = (format!("smart:{depth}"), format!("smart:{depth},endgame=7"));
            let (plain, late) = (position.choose(&plain, 1), position.choose(&late, 1));
            prop_assert_eq!((plain.mv, plain.value), (late.mv, late.value), "{}", position.text());
        }
    }
}

#[test]
fn a_limit_that_stops_a_proof_leaves_half_of_it_to_the_search() {
    let position = late_othello("othello:8x8", &[5; 60], 24).unwrap();
    let [late, plain] =
        ["smart:9,endgame=24,nodes=2000", "smart:9,nodes=1000"].map(|spec| position.choose(spec, 1));
    assert_eq!(
        (late.mv, late.value, late.depth),
        (plain.mv, plain.value, plain.depth),
        "{}",
        position.text()
    );
    assert!(late.depth.unwrap() < Depth::FULL);
    let [late, plain] =
        ["smart:9,endgame=24,nodes=2000", "smart:9,nodes=1000"].map(|spec| position.analyze(spec));
    assert_eq!(late, plain, "{}", position.text());
}

#[test]
fn perfect_never_loses_value_during_a_game() {
    for game in small_games().into_iter().chain(["kalah:4x2".to_owned(), "connect:4x4x4".to_owned()]) {
        if !start(&game).can_build("perfect") {
            continue;
        }
        for seed in 0..5 {
            let mut position = start(&game);
            let perfect = if seed % 2 == 0 { Side::First } else { Side::Second };
            let mut worth: Option<Decimal> = None;
            while !position.moves().is_empty() {
                let mover = position.to_move();
                let player = if mover == perfect { "perfect" } else { "random" };
                let value = position.choose("perfect", seed).value.unwrap();
                let value = if mover == perfect { value } else { -value };
                // The opponent's mistakes raise the value; nothing lowers it.
                assert!(worth.is_none_or(|worth| value >= worth), "{game}: {}", position.text());
                worth = Some(value);
                position = position.after(position.choose(player, seed).mv.number());
            }
        }
    }
}

#[test]
fn a_position_with_more_beans_than_a_solver_is_for_is_not_solved() {
    let start = arena::games::kalah::Board::start(arena::games::kalah::KalahRules::new(3, 3, false).unwrap());
    let fewer = start.read("s:1,0,2,5:2,2,2,4").unwrap();
    let mut solver = Solver::new(&start, &[fewer], Memory::default());
    assert!(solver.value(&fewer, &Unlimited).is_ok());
    assert_eq!(solver.value(&start, &Unlimited), Err(Unsolved { low: -18, high: 18 }));
}

/// Stops after some nodes.
struct AtMost(u64);

impl Watcher for AtMost {
    fn check(&self, nodes: u64) -> Control {
        if nodes < self.0 { Control::CheckAgainAt(self.0) } else { Control::Stop }
    }
}

#[test]
fn a_solver_that_is_stopped_knows_bounds_and_continues() {
    let rules = ConnectRules::new(4, 4, 4).unwrap();
    let board = Board::start(rules);
    let mut solver = Solver::new(&board, &[], Memory::split(1 << 20));
    let mut most = 1;
    let mut stopped = 0;
    loop {
        match solver.value(&board, &AtMost(most)) {
            Ok(value) => {
                assert_eq!(value, 0);
                break;
            }
            Err(Unsolved { low, high }) => {
                assert!(low <= 0 && 0 <= high, "{low} to {high}");
                assert!(solver.nodes() <= most, "the limit of nodes is exact");
                stopped += 1;
                most *= 2;
            }
        }
    }
    assert!(stopped > 3);
}
