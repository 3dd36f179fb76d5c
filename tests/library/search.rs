//! Proves the search: exact values found by independent programs, and on random positions of every game in the list that
//! alpha-beta finds exactly the values and the moves of plain minimax, whatever the evaluator.

use crate::proof::{
    CONNECT, KALAH, Valued, any_game, best_of, cases, kalah, mixture, numbered, picks, random_cases, start,
    walk, weights,
};
use arena::games::evaluator::Mixture;
use arena::games::{BuiltInGame, Evaluator, EvaluatorVisitor, Evaluators, Game, GameVisitor, Side};
use arena::search::{Depth, Extra, Search, TranspositionTable, Unlimited, minimax};
use arena::text::Decimal;
use proptest::prelude::*;
use serde::Deserialize;

/// The reference data counts South's beans minus North's; a search counts for the side to move.
fn for_side(side: Side, value: i32) -> i32 {
    if side == Side::First { value } else { -value }
}

#[test]
fn every_move_of_an_endgame_of_kalah_has_its_exact_value() {
    #[derive(Deserialize)]
    struct Endgame {
        position: String,
        values: Vec<Valued>,
        best: Vec<usize>,
    }

    for case in cases::<Endgame>(KALAH, "endgames") {
        let position = start("kalah:6x4").read(&case.position);
        let found = position.solve(u64::MAX).unwrap();
        let side = position.to_move();
        let expected: Vec<_> = case.values.iter().map(|&(mv, value)| (mv, for_side(side, value))).collect();
        assert_eq!(found, expected, "{}", case.position);
        assert_eq!(best_of(&found), case.best, "{}", case.position);
    }
}

#[derive(Deserialize)]
struct MinimaxCase {
    holes: usize,
    position: String,
    ply: ByDepth,
    free: ByDepth,
}

/// What minimax finds at depths 1, 2, ….
#[derive(Deserialize)]
struct ByDepth {
    values: Vec<i32>,
    best: Vec<Vec<usize>>,
    nodes: Vec<u64>,
}

/// Calls `check` with the position, what an extra turn costs, the depth, and the value, best moves and tree size there.
fn every_minimax_case(check: impl Fn(&dyn crate::proof::Position, Extra, u16, i32, &[usize], u64)) {
    for case in cases::<MinimaxCase>(KALAH, "minimax") {
        let position = start(&format!("kalah:{}x4", case.holes)).read(&case.position);
        for (extra, known) in [(Extra::Ply, &case.ply), (Extra::Free, &case.free)] {
            let by_depth = known.values.iter().zip(&known.best).zip(&known.nodes);
            for (depth, ((&value, best), &nodes)) in (1..).zip(by_depth) {
                let value = for_side(position.to_move(), value);
                check(&*position, extra, depth, value, best, nodes);
            }
        }
    }
}

#[test]
fn alpha_beta_finds_the_known_values_and_best_moves_at_every_depth() {
    every_minimax_case(|position, extra, depth, value, best, _| {
        let key = if extra == Extra::Ply { "ply" } else { "free" };
        let spec = format!("smart:{depth},extra={key}");
        let found = position.analyze(&spec);
        assert_eq!(best_of(&found), best, "{spec} in {}", position.text());
        assert!(found.contains(&(best[0], value)), "{spec} in {}: {found:?}", position.text());
        let choice = position.choose(&spec, 1);
        assert_eq!(
            (choice.mv.number(), choice.value),
            (best[0], Some(value.into())),
            "{spec} in {}",
            position.text()
        );
    });
}

#[test]
fn plain_minimax_finds_the_known_values_in_the_known_number_of_positions() {
    every_minimax_case(|position, extra, depth, value, best, nodes| {
        let context = format!("depth {depth}, {extra:?} in {}", position.text());
        let (found, looked_at) = position.minimax("pots", depth, extra);
        assert_eq!(best_of(&found), best, "{context}");
        assert!(found.contains(&(best[0], value)), "{context}: {found:?}");
        assert_eq!(looked_at, nodes, "{context}");
    });
}

/// Boards that take tens of millions of positions or more.
const OUT_OF_REACH: [&str; 21] = [
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
    "connect:4x6x4",
    "connect:4x7x4",
    "connect:5x4x4",
    "connect:5x5x4",
    "connect:5x6x4",
    "connect:6x3x4",
    "connect:6x5x4",
    "connect:7x4x4",
    "connect:8x3x4",
    "connect:5x5x5",
    "connect:7x4x5",
];

fn is_in_reach(game: &str) -> bool {
    !OUT_OF_REACH.contains(&game)
}

#[test]
fn small_boards_of_kalah_have_their_known_values() {
    #[derive(Deserialize)]
    struct Board {
        game: String,
        value: i32,
    }

    for board in cases::<Board>(KALAH, "values").iter().filter(|board| is_in_reach(&board.game)) {
        assert_eq!(
            start(&board.game).choose("smart:full", 1).value,
            Some(board.value.into()),
            "{}",
            board.game
        );
    }
}

/// A forced win is found as soon as the search reaches its end, and not before; a draw only at the end of all games.
#[test]
fn small_boards_of_connect_are_won_by_the_known_winner_at_the_known_ply() {
    #[derive(Deserialize)]
    struct Board {
        game: String,
        winner: String,
        plies: u16,
        score: i64,
    }

    for Board { game, winner, plies, score } in cases::<Board>(CONNECT, "values") {
        let value =
            |depth: &str| start(&game).choose(&format!("smart:{depth}"), 1).value.and_then(Decimal::as_whole);
        if winner == "draw" {
            assert!(!is_in_reach(&game) || value("full") == Some(0), "{game}");
            continue;
        }
        assert_eq!(winner == "first", score > 0, "{game}");
        assert_eq!(value(&plies.to_string()), Some(score), "{game}");
        if plies > 1 {
            assert_eq!(value(&(plies - 1).to_string()), Some(0), "{game}");
        }
    }
}

#[derive(Deserialize)]
struct ConnectPosition {
    moves: String,
    scores: Vec<Option<i32>>,
    plies: Vec<Option<u16>>,
    best: Vec<usize>,
}

impl ConnectPosition {
    /// The columns that are not full, each with its score and the plies to the win; for draws, more than there can be.
    fn columns(&self) -> impl Iterator<Item = (usize, i32, u16)> {
        let columns = (1..).zip(self.scores.iter().zip(&self.plies));
        columns.filter_map(|(column, (&score, &plies))| Some((column, score?, plies.unwrap_or(u16::MAX))))
    }
}

#[test]
fn every_column_of_a_late_position_of_connect_four_has_its_exact_score() {
    /// Positions that take longer are skipped to save time, and earlier positions are not tried.
    const MOST_NODES: u64 = 1_000_000;
    const FEWEST_CHECKERS: usize = 20;
    let mut solved = 0;
    let late = |case: &ConnectPosition| case.moves.len() >= FEWEST_CHECKERS;
    for case in cases::<ConnectPosition>(CONNECT, "positions").into_iter().filter(late) {
        if let Some(found) = start("connect:7x6x4").play_list(&case.moves).solve(MOST_NODES) {
            let expected: Vec<_> = case.columns().map(|(column, score, _)| (column, score)).collect();
            assert_eq!(found, expected, "{}", case.moves);
            assert_eq!(best_of(&found), case.best, "{}", case.moves);
            solved += 1;
        }
    }
    assert!(solved >= 20, "{solved} positions solved");
}

#[test]
fn every_column_of_every_position_of_connect_four_has_its_score_if_the_end_is_near() {
    const DEPTH: u16 = 9;
    for case in cases::<ConnectPosition>(CONNECT, "positions") {
        let found = start("connect:7x6x4").play_list(&case.moves).analyze(&format!("smart:{DEPTH}"));
        // If the end is beyond the horizon, neither side can force anything before it.
        let seen =
            case.columns().map(|(column, score, plies)| (column, if plies <= DEPTH { score } else { 0 }));
        assert_eq!(found, seen.collect::<Vec<_>>(), "{}", case.moves);
    }
}

/// The largest tree for plain minimax, for each evaluator and way of counting extra turns.
const MOST_NODES: u32 = 50_000;

/// Whether the tree of this depth fits in the remaining positions, which it is subtracted from.
fn fits<G: Game>(position: &G, depth: u16, extra: Extra, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    depth == 0
        || position.legal_moves().all(|mv| {
            let next = position.after(mv);
            let is_free = extra == Extra::Free && next.to_move() == position.to_move();
            fits(&next, if is_free { depth } else { depth - 1 }, extra, left)
        })
}

/// Alpha-beta is minimax in the position after these moves, for a mixture with these weights, or for every evaluator of
/// the game if there are none.
struct AlphaBetaIsMinimax<'a> {
    picks: &'a [u8],
    weights: &'a [i32],
    depth: u16,
    extra: Extra,
}

impl GameVisitor for AlphaBetaIsMinimax<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let position = *walk(start, self.picks).last().unwrap();
        let depths = (1..=self.depth).rev();
        let mut affordable =
            depths.filter(|&depth| fits(&position, depth, self.extra, &mut MOST_NODES.clone()));
        if let Some(depth) = affordable.next() {
            let list = G::Evaluators::LIST;
            let comparison =
                |name| Comparison { name, position, depth: Depth::plies(depth), extra: self.extra };
            if self.weights.is_empty() {
                for info in list {
                    G::Evaluators::visit(info.name, comparison(info.name)).unwrap();
                }
            } else {
                let text = mixture(list, self.weights);
                Mixture::<G>::read(&text).unwrap().visit(comparison(&text));
            }
        }
    }
}

struct Comparison<'a, G> {
    name: &'a str,
    position: G,
    depth: Depth,
    extra: Extra,
}

impl<G: Game> EvaluatorVisitor<G> for Comparison<'_, G> {
    type Output = ();

    fn visit<E: Evaluator<G>>(self, evaluator: E) {
        let Comparison { name, position, depth, extra } = self;
        let context = format!("{position}, depth {depth}, {extra:?}, {name}");
        let (values, _) = minimax::analyze(&position, depth, extra, &evaluator);
        let best = best_of(&numbered(&values));
        let all_best: Vec<_> =
            values.iter().filter(|found| best.contains(&found.mv.number())).copied().collect();

        let mut table = TranspositionTable::default();
        let mut search = Search::new(evaluator, extra, &Unlimited, &mut table);
        assert_eq!(search.analyze(&position, depth), Ok(values), "{context}");
        assert_eq!(search.best(&position, depth), Ok(all_best.first().copied()), "{context}");
        assert_eq!(search.all_best(&position, depth), Ok(all_best), "{context}");
    }
}

proptest! {
    #![proptest_config(random_cases(500))]

    /// Even if the same side moves again: a search that swaps its window there is wrong on most of these.
    #[test]
    fn alpha_beta_finds_the_values_and_the_moves_of_plain_minimax(
        game in prop_oneof![any_game(5), any_game(9)],
        picks in picks(40),
        depth in 1u16..=7,
        extra in prop_oneof![Just(Extra::Ply), Just(Extra::Free)],
    ) {
        game.parse::<BuiltInGame>().unwrap().visit(AlphaBetaIsMinimax { picks: &picks, weights: &[], depth, extra });
    }

    /// Deep searches of small boards, where positions with other pots come up again.
    #[test]
    fn positions_that_differ_only_in_their_pots_have_the_values_of_plain_minimax(
        game in kalah(2..=4, 1..=4),
        picks in picks(12),
        mut weights in weights(),
        depth in 6u16..=14,
    ) {
        // Without decisive, whose values do not include the lead.
        weights[1] = 0;
        let comparison = AlphaBetaIsMinimax { picks: &picks, weights: &weights, depth, extra: Extra::Ply };
        game.parse::<BuiltInGame>().unwrap().visit(comparison);
    }

    /// Whatever the weights: values that include the lead share entries of the transposition table, wins are seen ahead
    /// only where they come first, and no sum overflows.
    #[test]
    #[ignore = "plain minimax of seven plies on hundreds of boards"]
    fn alpha_beta_finds_the_values_and_the_moves_of_plain_minimax_with_mixtures(
        game in prop_oneof![any_game(5), any_game(9)],
        picks in picks(40),
        weights in weights(),
        depth in 1u16..=7,
        extra in prop_oneof![Just(Extra::Ply), Just(Extra::Free)],
    ) {
        let comparison = AlphaBetaIsMinimax { picks: &picks, weights: &weights, depth, extra };
        game.parse::<BuiltInGame>().unwrap().visit(comparison);
    }
}
