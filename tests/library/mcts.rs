//! Proves Monte Carlo tree search: it sees what two plies show, proves what small boards allow, and plays the same everywhere.

use crate::proof::{Position, any_game, picks, random_cases, small_games, start};
use arena::games::{BuiltInGame, Game, GameVisitor, Line, Outcome, Side};
use arena::players::strategies::{Choice, Strategy as Player, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};
use arena::search::Depth;
use arena::text::Decimal;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// Whether this move ends the game, won by this side.
fn wins_for(side: Side, position: &dyn Position, number: usize) -> bool {
    position.after(number).outcome() == Some(Outcome::Win(side))
}

/// Whether the opponent has won after this move or can win by the next one.
fn loses_in_one(position: &dyn Position, number: usize) -> bool {
    let opponent = position.to_move().other();
    let after = position.after(number);
    wins_for(opponent, position, number)
        || after.to_move() == opponent
            && after.moves().iter().any(|&reply| wins_for(opponent, &*after, reply))
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn every_win_in_one_is_taken_and_every_loss_in_one_is_avoided(
        game in any_game(4),
        picks in picks(40),
        spec in prop_oneof![Just("mcts:1"), Just("mcts:20,rollout=greedy"), Just("mcts:100,c=0,reuse=no")],
    ) {
        let walk = start(&game).walk(&picks);
        for position in walk.iter().rev().filter(|position| position.outcome().is_none()).take(8) {
            let (moves, side) = (position.moves(), position.to_move());
            let choice = position.choose(spec, 1);
            let chosen = choice.mv.number();
            if moves.iter().any(|&number| wins_for(side, &**position, number)) {
                prop_assert_eq!((choice.value, choice.depth), (Some(Decimal::from(1)), Some(Depth::FULL)));
                prop_assert!(wins_for(side, &**position, chosen), "{} in {}", chosen, position.text());
            } else if moves.iter().any(|&number| !loses_in_one(&**position, number)) {
                prop_assert!(!loses_in_one(&**position, chosen), "{} in {}", chosen, position.text());
            }
        }
    }

    /// The limit is checked after each playout, so it is passed by one at most.
    #[test]
    fn a_node_limit_is_kept_and_reproducible(game in any_game(4), picks in picks(20), nodes in 1u64..3000) {
        let walk = start(&game).walk(&picks);
        let position = walk.iter().rfind(|position| position.outcome().is_none());
        if let Some(position) = position {
            let spec = format!("mcts:nodes={nodes}");
            let choice = position.choose(&spec, 1);
            prop_assert_eq!(position.choose(&spec, 1), choice);
            let moves = position.moves().len() as u64;
            let (first_plies, playout) = (moves * (moves + 1) + moves, 1000);
            prop_assert!(choice.nodes <= nodes + first_plies + playout, "{} nodes in {}", choice.nodes, position.text());
        }
    }
}

/// What is the value of every position on the way of a random game, and which moves keep it?
#[test]
fn the_search_converges_to_the_exact_value_on_small_boards() {
    for (game, spec) in [
        ("kalah:3x2", "mcts:20k"),
        ("kalah:3x2", "mcts:20k,rollout=greedy,margin=0.2"),
        ("connect:4x4x3", "mcts:20k"),
        ("mnk:3x3x3", "mcts:60k"),
    ] {
        for walk in [[0, 1, 2, 3, 4, 5, 6, 7], [5, 3, 8, 2, 7, 1, 4, 6]].map(|picks| start(game).walk(&picks))
        {
            for position in walk.iter().filter(|position| position.outcome().is_none()) {
                let exact = position.solve(10_000_000).unwrap();
                let best = exact.iter().map(|&(_, value)| value.signum()).max().unwrap();
                let choice = position.choose(spec, 1);
                let (_, kept) = exact[exact.iter().position(|&(mv, _)| mv == choice.mv.number()).unwrap()];
                assert_eq!(kept.signum(), best, "{spec}: {} in {}", choice.mv.number(), position.text());
                if position.moves().len() > 1 {
                    let proved = (Some(Decimal::from(best)), Some(Depth::FULL));
                    let is_forced = exact.iter().filter(|(_, value)| *value >= 0).count() < 2;
                    assert!(
                        (choice.value, choice.depth) == proved || is_forced,
                        "{spec}: {choice:?}, not {best}, in {}",
                        position.text()
                    );
                }
            }
        }
    }
}

/// With the same side to move again, nothing may change its sign. Every value of the analysis is proved.
#[test]
fn an_analysis_proves_the_value_of_every_move_on_small_boards() {
    for (game, picks) in [("kalah:3x2", &[0, 1][..]), ("connect:4x4x3", &[1, 2, 0]), ("mnk:3x3x3", &[4, 0])] {
        let position = &start(game).walk(picks)[picks.len()];
        let exact = position.solve(10_000_000).unwrap();
        let signs: Vec<(usize, i32)> = exact.iter().map(|&(mv, value)| (mv, value.signum())).collect();
        assert_eq!(position.analyze("mcts:200k"), signs, "{}", position.text());
    }
}

#[test]
fn a_proved_win_is_preferred_to_everything_that_only_looks_good() {
    // Column 3 makes three in a row with both ends open: a win in three plies.
    let position = start("connect").play_list("4 4 5 5");
    for seed in 0..5 {
        let choice = position.choose("mcts:2000", seed);
        assert!([3, 6].contains(&choice.mv.number()), "{choice:?}");
        assert_eq!((choice.value, choice.depth), (Some(Decimal::from(1)), Some(Depth::FULL)));
        assert!(choice.nodes < 20_000, "a proof ends the search: {choice:?}");
    }
}

/// The choices of a player on both sides: in its first game, in its second one, and in the first of another player.
struct TwoGames<'a>(&'a str);

impl GameVisitor for TwoGames<'_> {
    type Output = [Vec<Choice>; 3];

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let spec: StrategySpec = self.0.parse().unwrap();
        let built = match spec.build::<G>() {
            // Nothing plays perfectly what may go round in circles.
            Err(_) if G::REPETITION.is_some() => return Default::default(),
            built => built.unwrap(),
        };
        let mut player = built.fresh();
        let first = game_of(player.as_mut(), start);
        let second = game_of(player.as_mut(), start);
        [first, second, game_of(built.fresh().as_mut(), start)]
    }
}

fn game_of<G: Game>(player: &mut dyn Player<G>, start: G) -> Vec<Choice> {
    let mut rng = Rng::stream(7, Purpose::PlayerA, 3);
    player.new_game(&mut rng);
    let interrupt = AtomicBool::new(false);
    let (mut line, mut choices) = (Line::new(start), Vec::new());
    while !line.position().is_over() {
        let choice = player.choose(line.position(), &mut Turn::new(&mut rng, &interrupt)).unwrap();
        line.play(choice.mv);
        choices.push(choice);
    }
    choices
}

/// Whatever a strategy keeps from one move to the next must not reach the next game.
#[test]
fn every_strategy_begins_a_new_game_like_a_fresh_one() {
    let specs =
        StrategySpec::BUILT_IN.iter().map(|info| info.name).filter(|name| !["exec", "human"].contains(name));
    for spec in specs.chain(["mcts:50,rollout=greedy", "mcts:50,reuse=no", "mcts:nodes=500"]) {
        for game in small_games() {
            let [first, second, fresh] = game.parse::<BuiltInGame>().unwrap().visit(TwoGames(spec));
            assert_eq!(first, fresh, "{spec} in {game}");
            assert_eq!(first, second, "{spec} in {game}");
        }
    }
}

/// The choices are part of every result: the same on every machine.
#[test]
fn the_choices_are_pinned() {
    let shown: Vec<String> = ["kalah:6x4", "connect:7x6x4", "mnk:4x4x4", "kalah:9x2", "connect:9x8x4"]
        .iter()
        .flat_map(|game| ["mcts:300", "mcts:100,rollout=greedy,c=0.7,margin=0.1"].map(|spec| (game, spec)))
        .map(|(game, spec)| {
            let Choice { mv, value, depth, nodes } = start(game).choose(spec, 1);
            let (value, depth) = (value.unwrap(), depth.unwrap());
            format!("{game} {spec}: {} value {value} depth {depth} nodes {nodes}", mv.number())
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @"
    kalah:6x4 mcts:300: 2 value 0.117 depth 4 nodes 13784
    kalah:6x4 mcts:100,rollout=greedy,c=0.7,margin=0.1: 6 value 0.252 depth 6 nodes 3062
    connect:7x6x4 mcts:300: 3 value 0.304 depth 5 nodes 6357
    connect:7x6x4 mcts:100,rollout=greedy,c=0.7,margin=0.1: 4 value 0.22 depth 4 nodes 2947
    mnk:4x4x4 mcts:300: 16 value 0.233 depth 3 nodes 5508
    mnk:4x4x4 mcts:100,rollout=greedy,c=0.7,margin=0.1: 7 value 0.412 depth 3 nodes 1497
    kalah:9x2 mcts:300: 2 value 0.182 depth 4 nodes 12368
    kalah:9x2 mcts:100,rollout=greedy,c=0.7,margin=0.1: 2 value 0.361 depth 4 nodes 2782
    connect:9x8x4 mcts:300: 5 value 0.298 depth 5 nodes 7341
    connect:9x8x4 mcts:100,rollout=greedy,c=0.7,margin=0.1: 8 value 0.091 depth 4 nodes 3781
    ");
}

#[test]
fn a_single_playout_or_no_time_at_all_is_enough_for_a_legal_move() {
    for game in ["kalah:6x4", "connect:7x6x4", "connect:64x64x5", "kalah:32x64", "mnk:8x8x5"] {
        for spec in ["mcts:1", "mcts:nodes=1", "mcts:time=1us"] {
            let position = start(game);
            let choice = position.choose(spec, 1);
            assert!(position.moves().contains(&choice.mv.number()), "{game}: {choice:?}");
        }
    }
}

#[test]
fn what_is_wrong_in_a_spec_is_said_and_shown() {
    let shown = |text: &str| {
        struct Build(StrategySpec);

        impl GameVisitor for Build {
            type Output = String;

            fn visit<G: Game>(self, _: G) -> String {
                self.0.build::<G>().err().unwrap().to_string()
            }
        }

        let game: BuiltInGame = "kalah".parse().unwrap();
        text.parse::<StrategySpec>().map_or_else(|error| error.to_string(), |spec| game.visit(Build(spec)))
    };
    let all = [
        "mcts:0",
        "mcts:many",
        "mcts:2e9",
        "mcts,c=-1",
        "mcts,c=nan",
        "mcts,rollout=gredy",
        "mcts,reuse=1",
        "mcts,eval=pots",
        "mcts,margin=2",
        "mcts1000",
    ];
    insta::assert_snapshot!(all.map(shown).join("\n"), @"
    '0' is not a number of playouts from 1 to 10^9
        mcts:0
             ^
    write for example mcts:1000, mcts:10k or mcts:time=50ms
    'many' is not a number of playouts from 1 to 10^9
        mcts:many
             ^^^^
    write for example mcts:1000, mcts:10k or mcts:time=50ms
    '2e9' is not a number of playouts from 1 to 10^9
        mcts:2e9
             ^^^
    write for example mcts:1000, mcts:10k or mcts:time=50ms
    '-1' is not a number from 0 to 100
        mcts,c=-1
               ^^
    write for example c=0.5
    'nan' is not a number from 0 to 100
        mcts,c=nan
               ^^^
    write for example c=0.5
    unknown value 'gredy'
        mcts,rollout=gredy
                     ^^^^^
    did you mean 'greedy'?
    unknown value '1'
        mcts,reuse=1
                   ^
    choose from: yes, no
    mcts has no key 'eval'
        mcts,eval=pots
             ^^^^
    keys: c, rollout, margin, reuse, time, clock, nodes
    '2' is not a number from 0 to 1
        mcts,margin=2
                    ^
    write for example margin=0.5
    unknown strategy 'mcts1000'
        mcts1000
        ^^^^^^^^
    did you mean 'mcts:1000'?
    ");
}
