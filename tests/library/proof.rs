//! Shared by the proofs: the reference data, random games, and positions of any game behind one plain interface.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use arena::games::evaluator::{HEAVIEST, Mixture};
use arena::games::{
    BuiltInGame, Evaluator, EvaluatorInfo, EvaluatorVisitor, Evaluators, Game, GameInfo, GameVisitor, Move,
    MoveEffect, Outcome, Side, moves,
};
use arena::players::strategies::{Analysis, Analyst, Choice, NoChoice, Strategy, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};
use arena::search::solve::{Endgames, Memory, Solver};
use arena::search::{
    Control, Depth, Extra, MoveValue, Search, TranspositionTable, Unlimited, Watcher, minimax, perft,
};
use arena::text::Decimal;
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy as Generator, any, prop_oneof};
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde::de::DeserializeOwned;

/// The reference data of Kalah.
pub(crate) const KALAH: &str = include_str!("../data/kalah.json");

/// The reference data of Connect-N.
pub(crate) const CONNECT: &str = include_str!("../data/connect.json");

/// Positions of Connect-N with the exact score of every column.
pub(crate) const CONNECT_VALUES: &str = include_str!("../data/connect_values.json");

/// The reference data of the other games.
pub(crate) const GAMES: &str = include_str!("../data/games.json");

/// Whole games of Breakthrough.
pub(crate) const BREAKTHROUGH: &str = include_str!("../data/breakthrough.json");

/// The cases of one kind in the reference data.
pub(crate) fn cases<T: DeserializeOwned>(data: &str, kind: &str) -> Vec<T> {
    let mut data: serde_json::Value = serde_json::from_str(data).unwrap();
    let cases: Vec<T> = serde_json::from_value(data[kind].take()).unwrap();
    assert!(!cases.is_empty(), "no cases of {kind}");
    cases
}

/// A move by its number, and its value.
pub(crate) type Valued = (usize, i32);

/// The moves of the highest value.
pub(crate) fn best_of(values: &[Valued]) -> Vec<usize> {
    let most = values.iter().map(|&(_, value)| value).max();
    values.iter().filter(|&&(_, value)| Some(value) == most).map(|&(number, _)| number).collect()
}

/// Values with the moves' numbers.
pub(crate) fn numbered(values: &[MoveValue]) -> Vec<Valued> {
    values.iter().map(|found| (found.mv.number(), found.value)).collect()
}

/// Called for a move: its ply, the position before it, its number, and the position after it.
pub(crate) type SeeMove<'a> = dyn FnMut(usize, &dyn Position, usize, &dyn Position) + 'a;

/// A position with its type hidden, so that a test of known cases reads as plain code.
pub(crate) trait Position {
    fn text(&self) -> String;
    fn to_move(&self) -> Side;
    fn moves(&self) -> Vec<usize>;
    fn outcome(&self) -> Option<Outcome>;
    fn points(&self) -> [u32; 2];
    fn effects(&self, number: usize) -> Vec<MoveEffect>;
    fn after(&self, number: usize) -> Box<dyn Position>;
    fn play_list(&self, moves: &str) -> Box<dyn Position>;
    fn read(&self, text: &str) -> Box<dyn Position>;
    /// The positions of a game whose moves are picked by these numbers: this one first, the last one perhaps finished.
    fn walk(&self, picks: &[u8]) -> Vec<Box<dyn Position>>;
    fn perft(&self, depth: usize) -> Vec<u64>;
    fn every_move(&self, depth: usize, see: &mut SeeMove<'_>);
    fn evaluators(&self) -> &'static [EvaluatorInfo];
    fn try_read(&self, text: &str) -> Option<Box<dyn Position>>;
    fn value(&self, evaluator: &str) -> i32;
    /// The value of an evaluator or a mixture, as it is reported, and as the search counts.
    fn mixed(&self, mixture: &str) -> (Decimal, i32);
    /// Plain minimax: the value of every move, and the number of positions it visited.
    fn minimax(&self, evaluator: &str, depth: u16, extra: Extra) -> (Vec<Valued>, u64);
    /// Alpha-beta to the end of the game with the default evaluator; `None` if it takes more positions than the limit, or
    /// would never end.
    fn solve(&self, most_nodes: u64) -> Option<Vec<Valued>>;
    /// The exact value, found by a search above these endgame tables.
    fn value_above(&self, endgames: Endgames) -> i32;
    /// The exact value and a best line.
    fn best_line(&self) -> (i32, Vec<usize>);
    /// Whether the strategy can be built for this game.
    fn can_build(&self, strategy: &str) -> bool;
    fn choose(&self, strategy: &str, seed: u64) -> Choice;
    fn analyze(&self, strategy: &str) -> Vec<Valued>;
    /// The answer of a strategy that is stopped before it begins.
    fn interrupted(&self, strategy: &str) -> (Result<Choice, NoChoice>, Result<Analysis, NoChoice>);
}

/// The start position of a game.
pub(crate) fn start(game: &str) -> Box<dyn Position> {
    struct Forget;

    impl GameVisitor for Forget {
        type Output = Box<dyn Position>;

        fn visit<G: Game>(self, start: G) -> Box<dyn Position> {
            Box::new(Forgotten(start))
        }
    }

    game.parse::<BuiltInGame>().unwrap().visit(Forget)
}

struct Forgotten<G>(G);

impl<G: Game> Position for Forgotten<G> {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn moves(&self) -> Vec<usize> {
        self.0.legal_moves().map(Move::number).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn points(&self) -> [u32; 2] {
        self.0.points()
    }

    fn effects(&self, number: usize) -> Vec<MoveEffect> {
        self.0.effects(Move::from_number(number).unwrap())
    }

    fn after(&self, number: usize) -> Box<dyn Position> {
        let mut next = self.0;
        next.try_play(Move::from_number(number).unwrap()).unwrap();
        Box::new(Forgotten(next))
    }

    fn play_list(&self, list: &str) -> Box<dyn Position> {
        Box::new(Forgotten(moves::play_list(&self.0, list).unwrap().0))
    }

    fn read(&self, text: &str) -> Box<dyn Position> {
        Box::new(Forgotten(self.0.read(text).unwrap()))
    }

    fn walk(&self, picks: &[u8]) -> Vec<Box<dyn Position>> {
        walk(self.0, picks).into_iter().map(|position| Box::new(Forgotten(position)) as _).collect()
    }

    fn perft(&self, depth: usize) -> Vec<u64> {
        perft::counts(&self.0, depth, &Unlimited).unwrap()
    }

    fn every_move(&self, depth: usize, see: &mut SeeMove<'_>) {
        perft::every_move(&self.0, depth, &mut |ply, before, mv, after| {
            see(ply, &Forgotten(*before), mv.number(), &Forgotten(*after));
        });
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        G::Evaluators::LIST
    }

    fn try_read(&self, text: &str) -> Option<Box<dyn Position>> {
        Some(Box::new(Forgotten(self.0.read(text).ok()?)))
    }

    fn value(&self, evaluator: &str) -> i32 {
        struct Judge<G>(G);

        impl<G: Game> EvaluatorVisitor<G> for Judge<G> {
            type Output = i32;

            fn visit<E: Evaluator<G>>(self, evaluator: E) -> i32 {
                evaluator.value(&self.0)
            }
        }

        G::Evaluators::visit(evaluator, Judge(self.0)).unwrap()
    }

    fn mixed(&self, mixture: &str) -> (Decimal, i32) {
        struct Judge<G>(G);

        impl<G: Game> EvaluatorVisitor<G> for Judge<G> {
            type Output = (Decimal, i32);

            fn visit<E: Evaluator<G>>(self, evaluator: E) -> (Decimal, i32) {
                let value = evaluator.value(&self.0);
                (evaluator.value_scale().reported(value), value)
            }
        }

        Mixture::<G>::read(mixture).unwrap().visit(Judge(self.0))
    }

    fn minimax(&self, evaluator: &str, depth: u16, extra: Extra) -> (Vec<Valued>, u64) {
        struct Minimax<G>(G, Depth, Extra);

        impl<G: Game> EvaluatorVisitor<G> for Minimax<G> {
            type Output = (Vec<MoveValue>, u64);

            fn visit<E: Evaluator<G>>(self, evaluator: E) -> (Vec<MoveValue>, u64) {
                minimax::analyze(&self.0, self.1, self.2, &evaluator)
            }
        }

        let visitor = Minimax(self.0, Depth::plies(depth), extra);
        let (values, nodes) = G::Evaluators::visit(evaluator, visitor).unwrap();
        (numbered(&values), nodes)
    }

    fn solve(&self, most_nodes: u64) -> Option<Vec<Valued>> {
        if G::REPETITION.is_some() {
            return None;
        }
        let evaluator = <G::Evaluators as Evaluators<G>>::First::default();
        let (watcher, mut table) = (AtMost(most_nodes), TranspositionTable::default());
        let solved = Search::new(evaluator, Extra::Ply, &watcher, &mut table).analyze(&self.0, Depth::FULL);
        solved.ok().map(|values| numbered(&values))
    }

    fn value_above(&self, endgames: Endgames) -> i32 {
        let mut solver = Solver::with_endgames(&self.0, &[], Memory::split(1 << 20), endgames);
        solver.value(&self.0, &Unlimited).unwrap()
    }

    fn best_line(&self) -> (i32, Vec<usize>) {
        let mut solver = Solver::new(&self.0, &[], Memory::split(16 << 20));
        let value = solver.value(&self.0, &Unlimited).unwrap();
        let line = solver.line(&self.0, value, 1000, &Unlimited).unwrap();
        (value, line.into_iter().map(Move::number).collect())
    }

    fn can_build(&self, strategy: &str) -> bool {
        strategy.parse::<StrategySpec>().unwrap().build::<G>().is_ok()
    }

    fn choose(&self, strategy: &str, seed: u64) -> Choice {
        on_turn(seed, false, |turn| build(strategy).choose(&self.0, turn)).unwrap()
    }

    fn analyze(&self, strategy: &str) -> Vec<Valued> {
        let analysis = on_turn(1, false, |turn| analyst(strategy).analyze(&self.0, turn)).unwrap();
        let whole = |value: Decimal| i32::try_from(value.as_whole().unwrap()).unwrap();
        analysis.values.iter().map(|found| (found.mv.number(), whole(found.value))).collect()
    }

    fn interrupted(&self, strategy: &str) -> (Result<Choice, NoChoice>, Result<Analysis, NoChoice>) {
        on_turn(1, true, |turn| {
            (build(strategy).choose(&self.0, turn), analyst(strategy).analyze(&self.0, turn))
        })
    }
}

/// Stops a search after this many positions.
struct AtMost(u64);

impl Watcher for AtMost {
    fn check(&self, nodes: u64) -> Control {
        if nodes < self.0 { Control::CheckAgainAt(self.0) } else { Control::Stop }
    }
}

fn build<G: Game>(strategy: &str) -> Box<dyn Strategy<G>> {
    strategy.parse::<StrategySpec>().unwrap().build().unwrap()
}

fn analyst<G: Game>(strategy: &str) -> Box<dyn Analyst<G>> {
    build(strategy).into_analyst().unwrap()
}

fn on_turn<T>(seed: u64, interrupt: bool, ask: impl FnOnce(&mut Turn<'_>) -> T) -> T {
    let interrupt = AtomicBool::new(interrupt);
    let mut rng = Rng::stream(seed, Purpose::PlayerA, 0);
    ask(&mut Turn::new(&mut rng, &interrupt))
}

/// The positions of a game whose moves are picked by these numbers: the start first, the last one perhaps finished.
pub(crate) fn walk<G: Game>(start: G, picks: &[u8]) -> Vec<G> {
    let mut positions = vec![start];
    let mut position = start;
    for &pick in picks {
        let mut moves = position.legal_moves();
        if moves.len() == 0 {
            break;
        }
        let mv = moves.nth(usize::from(pick) % moves.len()).unwrap();
        position.play(mv);
        positions.push(position);
    }
    positions
}

/// The text of a mixture of these evaluators with these weights in thousandths.
pub(crate) fn mixture(evaluators: &[EvaluatorInfo], weights: &[i32]) -> String {
    let term = |(info, &weight): (&EvaluatorInfo, &i32)| {
        let sign = if weight < 0 { '-' } else { '+' };
        format!("{sign}{}*{}", Decimal::thousandths(i64::from(weight.abs())), info.name)
    };
    evaluators.iter().zip(weights).map(term).collect()
}

/// Weights for [`mixture`], in thousandths: usually few and near 1, sometimes the largest or the smallest.
pub(crate) fn weights() -> impl Generator<Value = Vec<i32>> {
    let extreme = prop_oneof![Just(HEAVIEST), Just(-HEAVIEST), Just(1), Just(-1)];
    let weight = prop_oneof![
        6 => Just(0),
        2 => (-3i32..=3).prop_map(|weight| 1000 * weight),
        4 => -2000i32..=2000,
        1 => extreme,
    ];
    vec(weight, 16)
}

/// Numbers for [`walk`]: at most this many plies.
pub(crate) fn picks(most: usize) -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>(), 0..=most)
}

/// Specs of every game in the list: each size from its smallest up to `span` larger, every variant. Sizes that do not go together
/// are left out. Games that have no small boards, whose cases take longest, come up less often.
pub(crate) fn any_game(span: u16) -> impl Generator<Value = String> {
    let often = |info: &GameInfo| if info.sizes.len() > 1 { 4 } else { 1 };
    let games: Vec<&GameInfo> =
        BuiltInGame::LIST.iter().flat_map(|info| std::iter::repeat_n(info, often(info))).collect();
    let all = select(games).prop_flat_map(move |info| {
        let ranges =
            info.sizes.iter().map(|size| size.least..=size.most.min(size.least.saturating_add(span)));
        (ranges.collect::<Vec<_>>(), 0..=info.variants.len()).prop_map(|(sizes, variant)| {
            let variant = info.variants.get(variant).map(|variant| format!(":{variant}"));
            format!("{}{}", sized(info, &sizes), variant.unwrap_or_default())
        })
    });
    all.prop_filter("sizes that go together", |game| game.parse::<BuiltInGame>().is_ok())
}

/// A small board of every game in the list that has one, which can be searched to its end: each size two above its smallest, or the
/// smallest where that board has moves enough.
pub(crate) fn small_games() -> Vec<String> {
    let small = |info: &GameInfo| {
        let smallest: usize = info.sizes.iter().map(|size| usize::from(size.least)).product();
        let more = if smallest < 8 { 2 } else { 0 };
        let sizes: Vec<u16> = info.sizes.iter().map(|size| size.most.min(size.least + more)).collect();
        sized(info, &sizes)
    };
    BuiltInGame::LIST.iter().filter(|info| info.sizes.len() > 1).map(small).collect()
}

/// The spec of a game with these sizes, if it has any.
fn sized(info: &GameInfo, sizes: &[u16]) -> String {
    let sizes: Vec<String> = sizes.iter().map(u16::to_string).collect();
    let colon = if sizes.is_empty() { "" } else { ":" };
    format!("{}{colon}{}", info.name, sizes.join("x"))
}

/// Games of Kalah with sizes in these ranges, and either variant.
pub(crate) fn kalah(
    holes: RangeInclusive<usize>,
    beans: RangeInclusive<usize>,
) -> impl Generator<Value = String> {
    let variant = prop_oneof![Just(""), Just(":empty-capture")];
    (holes, beans, variant).prop_map(|(holes, beans, variant)| format!("kalah:{holes}x{beans}{variant}"))
}

/// Games of Connect-N with sizes in these ranges.
pub(crate) fn connect(
    columns: RangeInclusive<usize>,
    levels: RangeInclusive<usize>,
    in_a_row: RangeInclusive<usize>,
) -> impl Generator<Value = String> {
    (columns, levels, in_a_row).prop_map(|(columns, levels, n)| format!("connect:{columns}x{levels}x{n}"))
}

/// This many random cases, the same in every run, so that a failure stays until it is fixed; the environment
/// variable `PROPTEST_RNG_SEED` chooses others.
pub(crate) fn random_cases(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
