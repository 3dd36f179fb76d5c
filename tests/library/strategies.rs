//! Proves the strategies: they play what their specs promise, within their limits.

use crate::proof::{Position, any_game, best_of, connect, picks, random_cases, small_games, start};
use arena::games::{Outcome, Side};
use arena::players::strategies::{NoChoice, StrategySpec};
use arena::text::Decimal;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every strategy in the list, in many settings, for the game of this position.
fn every_spec(position: &dyn Position) -> Vec<String> {
    let mut specs: Vec<String> = StrategySpec::BUILT_IN.iter().map(|info| info.name.to_owned()).collect();
    // A human plays only in `arena play`, and an external program needs a command.
    specs.retain(|spec| position.can_build(spec));
    // Nothing searches to the end of games that may go round in circles.
    let ends = position.can_build("smart:full");
    assert_eq!(specs.len(), StrategySpec::BUILT_IN.len() - if ends { 2 } else { 3 }, "{specs:?}");
    for eval in position.evaluators().iter().map(|info| info.name) {
        specs.push(format!("greedy,eval={eval}"));
        specs.extend((1..=6).map(|depth| format!("smart:{depth},eval={eval}")));
        let deepest = if ends { "full" } else { "6" };
        specs.push(format!("smart:{deepest},eval={eval},extra=free,ties=random"));
        specs.push(format!("smart:nodes=1000,eval={eval}"));
    }
    specs
}

/// The position at the end of a game between two strategies.
fn play(game: &str, strategies: [&str; 2]) -> Box<dyn Position> {
    let mut position = start(game);
    while position.outcome().is_none() {
        let choice = position.choose(strategies[position.to_move().index()], 1);
        position = position.after(choice.mv.number());
    }
    position
}

#[test]
fn the_only_legal_move_is_played_by_either_side() {
    let south = start("kalah:3x2").read("s:0,3,0,0:0,0,2,0");
    assert_eq!(south.choose("smart", 1).mv.number(), 2);
    let north = start("kalah:3x2").read("n:0,3,0,0:0,0,2,0");
    assert_eq!(north.choose("bad", 1).mv.number(), 3);
}

#[test]
fn every_strategy_plays_only_what_is_legal_and_the_same_for_the_same_seed() {
    for game in small_games() {
        // Some plies into the game, so that it can be searched to the end.
        let walk = start(&game).walk(&[0, 1, 2]);
        let position = walk.iter().rfind(|position| position.outcome().is_none()).unwrap();
        let legal: BTreeSet<usize> = position.moves().into_iter().collect();
        for spec in every_spec(&**position) {
            let chosen = |seed| position.choose(&spec, seed).mv.number();
            let all: BTreeSet<usize> = (0..50).map(chosen).collect();
            assert!(all.is_subset(&legal), "{game} {spec}: {all:?} of {legal:?}");
            assert!(spec != "random" || all == legal, "{game}: random only plays {all:?}");
            assert_eq!(chosen(1), chosen(1), "{game} {spec}");
        }
    }
}

#[test]
fn chess_is_played_by_every_strategy_that_need_not_see_the_end() {
    for game in ["chess", "chess960:7"] {
        let start = start(game);
        assert!(["perfect", "smart:full", "smart:201"].iter().all(|spec| !start.can_build(spec)), "{game}");
        for spec in ["bad", "random", "greedy", "smart:2", "smart:nodes=500,ties=random", "mcts:5"] {
            let chosen = start.choose(spec, 1).mv;
            assert!(start.moves().contains(&chosen.number()), "{game} {spec}");
            assert_eq!(start.choose(spec, 1).mv, chosen, "{game} {spec}");
        }
    }
    // The sooner mate is the better one.
    let ladder = start("chess").read("6k1/R7/1R6/8/8/8/8/K7 w - - 0 1");
    for spec in ["greedy", "smart:1", "smart:3", "mcts:50"] {
        let end = ladder.after(ladder.choose(spec, 1).mv.number());
        assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)), "{spec}: {}", end.text());
    }
}

#[test]
fn smart_beats_bad() {
    for game in ["kalah:6x4", "kalah:3x2"] {
        let end = play(game, ["smart:6", "bad"]);
        assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)), "{game}: {}", end.text());
    }
}

#[test]
fn smart_to_the_end_finds_the_win_on_a_small_board_and_plays_it() {
    assert!(start("connect:4x4x3").choose("smart:full", 1).value > Some(Decimal::from(0)));
    for opponent in ["bad", "random", "greedy", "smart:full"] {
        let end = play("connect:4x4x3", ["smart:full", opponent]);
        assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)), "{opponent}: {}", end.text());
    }
}

fn wins_at_once(position: &dyn Position, number: usize) -> bool {
    matches!(position.after(number).outcome(), Some(Outcome::Win(_)))
}

/// Whether the opponent can win at once after this move.
fn allows_a_win(position: &dyn Position, number: usize) -> bool {
    let after = position.after(number);
    after.moves().iter().any(|&reply| wins_at_once(&*after, reply))
}

proptest! {
    #![proptest_config(random_cases(500))]

    #[test]
    fn two_plies_are_enough_to_take_or_block_a_win(
        game in prop_oneof![
            connect(2..=8, 2..=6, 2..=5),
            (2..=4, 2..=3, 2..=4).prop_map(|(columns, rows, k)| format!("mnk:{columns}x{rows}x{k}")),
        ],
        picks in picks(30),
        depth in 2..=4,
    ) {
        let walk = start(&game).walk(&picks);
        for position in walk.iter().filter(|position| position.outcome().is_none()) {
            let moves = position.moves();
            let can_win = moves.iter().any(|&number| wins_at_once(&**position, number));
            let can_block = moves.iter().any(|&number| !allows_a_win(&**position, number));
            for eval in position.evaluators().iter().map(|info| info.name) {
                let chosen = position.choose(&format!("smart:{depth},eval={eval}"), 1).mv.number();
                if can_win {
                    prop_assert!(wins_at_once(&**position, chosen), "{} {eval}: {chosen}", position.text());
                } else if can_block {
                    prop_assert!(!allows_a_win(&**position, chosen), "{} {eval}: {chosen}", position.text());
                }
            }
        }
    }
}

/// Games in which a shallow search is quick.
fn small_game() -> impl Strategy<Value = String> {
    any_game(5)
}

proptest! {
    #![proptest_config(random_cases(200))]

    #[test]
    fn bad_plays_the_first_move_in_order_and_greedy_is_smart_of_one_ply(game in small_game(), picks in picks(30)) {
        for position in start(&game).walk(&picks).iter().filter(|position| position.outcome().is_none()) {
            prop_assert_eq!(position.choose("bad", 1).mv.number(), position.moves()[0], "{}", position.text());
            prop_assert_eq!(position.choose("greedy", 1), position.choose("smart:1", 1));
            for eval in position.evaluators().iter().map(|info| info.name) {
                let [greedy, smart] = ["greedy", "smart:1"].map(|spec| format!("{spec},eval={eval}"));
                prop_assert_eq!(position.choose(&greedy, 1), position.choose(&smart, 1));
            }
        }
    }

    /// The limit decides only the depth of the search: its move is that of a search of the depth that
    /// it reached.
    #[test]
    fn a_node_limit_is_kept_and_reproducible_to_the_node(
        game in small_game(),
        picks in picks(30),
        nodes in 1u64..3000,
    ) {
        let walk = start(&game).walk(&picks);
        for position in walk.iter().filter(|position| position.outcome().is_none()) {
            let spec = format!("smart:nodes={nodes}");
            let choice = position.choose(&spec, 1);
            prop_assert_eq!(position.choose(&spec, 2), choice);
            let first_ply = 1 + position.moves().len() as u64;
            prop_assert!(choice.nodes <= nodes.max(first_ply), "{} nodes in {}", choice.nodes, position.text());
            let fixed = position.choose(&format!("smart:{}", choice.depth.unwrap()), 1);
            prop_assert_eq!((choice.mv, choice.value), (fixed.mv, fixed.value), "{}", position.text());
        }
    }
}

#[test]
fn a_single_node_is_enough_for_a_legal_move() {
    for game in ["kalah:6x4", "connect:7x6x4", "connect:64x64x5", "kalah:32x64"] {
        let position = start(game);
        let choice = position.choose("smart:nodes=1", 1);
        assert!(position.moves().contains(&choice.mv.number()), "{game}: {choice:?}");
        assert_eq!(choice.depth, position.choose("smart:1", 1).depth, "{game}");
    }
}

#[test]
fn with_enough_nodes_the_search_sees_the_whole_game() {
    for game in ["kalah:3x2", "kalah:2x4", "connect:3x3x3", "connect:4x3x3"] {
        let [limited, full] = ["smart:nodes=1G", "smart:full"].map(|spec| start(game).choose(spec, 1));
        assert_eq!((limited.mv, limited.value), (full.mv, full.value), "{game}");
        assert!(limited.nodes < 100_000, "{game}: the search ends where the game does, not at its limit");
    }
}

/// Without checking the clock, this search would not end within a lifetime.
#[test]
fn a_time_limit_is_kept_on_a_huge_board() {
    let position = start("connect:64x64x5");
    for spec in ["smart:9,time=20ms,eval=lines", "mcts:time=20ms"] {
        let choice = position.choose(spec, 1);
        assert!(position.moves().contains(&choice.mv.number()), "{spec}");
    }
}

/// Every hole of South ends in its pot: if extra turns are free, even one ply has no end in sight.
#[test]
fn limits_are_kept_if_extra_turns_are_free() {
    let row: Vec<String> = (1..=20).rev().map(|beans| beans.to_string()).collect();
    let position = start("kalah:20x4").read(&format!("s:{row},0:{row},0", row = row.join(",")));
    let choice = position.choose("smart:nodes=5000,extra=free", 1);
    assert!(choice.nodes <= 5000, "{choice:?}");
    assert!(position.moves().contains(&choice.mv.number()));
    let choice = position.choose("smart:time=20ms,extra=free", 1);
    assert!(position.moves().contains(&choice.mv.number()));
}

#[test]
fn an_interrupt_stops_every_search() {
    for game in ["kalah:6x4", "connect:7x6x4"] {
        let smart = ["smart:2", "smart:2,ties=random", "smart:time=1min", "smart:nodes=1G", "smart:full"];
        for spec in smart.into_iter().chain(["mcts:10", "mcts:time=1min", "mcts:nodes=1G"]) {
            let (choice, analysis) = start(game).interrupted(spec);
            assert_eq!(choice, Err(NoChoice::Interrupted), "{spec} in {game}");
            assert_eq!(analysis, Err(NoChoice::Interrupted), "{spec} in {game}");
        }
    }
}

#[test]
fn random_ties_play_every_best_move_and_no_other() {
    let positions = [
        ("kalah:6x4", "s:1,0,4,0,0,1,21:4,3,2,1,0,0,11"),
        ("kalah:3x2", "s:2,2,2,0:2,2,2,0"),
        ("connect:5x4x3", "x:...../...../...../....."),
        ("connect:5x4x3", "o:...../...../..o../.xx.."),
    ];
    for (game, text) in positions {
        let position = start(game).read(text);
        for depth in 1..=4 {
            let spec = format!("smart:{depth},ties=random");
            let values = position.analyze(&spec);
            let best: BTreeSet<usize> = best_of(&values).into_iter().collect();
            // With six best moves, one of them is missed with a probability of 6 (5/6)^200, or 10^-15.
            let choices: Vec<_> = (0..200).map(|seed| position.choose(&spec, seed)).collect();
            let chosen: BTreeSet<usize> = choices.iter().map(|choice| choice.mv.number()).collect();
            assert_eq!(chosen, best, "{spec} in {text}: {values:?}");
            let mut found = choices.iter().map(|choice| (choice.mv.number(), whole(choice.value).unwrap()));
            assert!(found.all(|found| values.contains(&found)));
        }
    }
}

fn whole(value: Option<Decimal>) -> Option<i32> {
    value.and_then(Decimal::as_whole).and_then(|whole| whole.try_into().ok())
}

/// Counts the nodes of a strategy's choice in a position after these moves.
fn nodes(game: &str, moves: &str, strategy: &str) -> (usize, Option<i32>, u64) {
    let host = game.parse::<arena::GameSpec>().unwrap().host().unwrap();
    let (position, _) = host.start().play_list(moves).unwrap();
    let mut player = host.strategy(&strategy.parse().unwrap()).unwrap();
    let mut rng = arena::rng::Rng::stream(1, arena::rng::Purpose::PlayerA, 0);
    let interrupt = std::sync::atomic::AtomicBool::new(false);
    let mut turn = arena::players::strategies::Turn::new(&mut rng, &interrupt);
    let choice = player.choose(&position, &mut turn).unwrap();
    (choice.mv.number(), whole(choice.value), choice.nodes)
}

#[test]
fn a_search_stops_when_its_move_is_proved() {
    // Three in a row, open at both ends: the other side loses at once. Searching the whole board would take minutes.
    for strategy in ["smart:full", "smart:time=1min", "smart:full,eval=lines", "smart:full,ties=random"] {
        let (_, value, nodes) = nodes("connect", "4 4 3 3 5", strategy);
        assert!(value.unwrap() != 0 && nodes < 100_000, "{strategy}: {value:?} after {nodes} nodes");
    }
    let fixed = nodes("connect", "4 4 3 3 5", "smart:8");
    let full = nodes("connect", "4 4 3 3 5", "smart:full");
    assert_eq!((fixed.0, fixed.1), (full.0, full.1));
}
