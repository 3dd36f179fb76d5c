//! `smart` beside the yardstick: plain minimax on the plain board, choosing the same moves from the same positions.
//!
//! The positions are those in which `smart:D` has to move in games against `bad` from random openings. Both sides are
//! timed in turns within one run, and what counts is the ratio. The choices are compared, so that a fast search that
//! chooses something else is an error and not a record.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::games::{
    Evaluator, EvaluatorVisitor, Evaluators, Game, GameSpec, GameVisitor, Move, connect, kalah,
};
use arena::openings::{Openings, OpeningsSpec};
use arena::rng::{Purpose, Rng};
use arena::search::{Depth, Extra, first_best, minimax};
use arena::strategies::{Strategy, StrategySpec, Turn};

/// Game, depth, what an extra turn costs, how many positions, and the ratio that is the least to reach.
const ROWS: &[(&str, u16, Extra, usize, u32)] = &[
    ("kalah:6x4", 4, Extra::Ply, 200, 0),
    ("kalah:6x4", 6, Extra::Ply, 60, 400),
    ("kalah:6x4", 8, Extra::Ply, 6, 0),
    ("kalah:6x4", 6, Extra::Free, 12, 300),
    ("kalah:6x4", 8, Extra::Free, 2, 2000),
    ("connect:7x6x4", 4, Extra::Ply, 200, 0),
    ("connect:7x6x4", 6, Extra::Ply, 30, 5000),
    ("connect:7x6x4", 8, Extra::Ply, 3, 0),
];

fn main() {
    println!("time per move of smart beside plain minimax on the plain board, same moves:");
    for &(game, depth, extra, positions, least) in ROWS {
        let spec: GameSpec = game.parse().expect("a game");
        let row = Row { depth, extra, positions };
        let texts = spec.visit(Positions(&row));
        let (fast, chosen) = spec.visit(Fast(&row, &texts));
        let (plain, expected) = match spec {
            GameSpec::Kalah(rules) => row.plain(kalah::Board::start(rules), &texts),
            GameSpec::Connect(rules) => row.plain(connect::Board::start(rules), &texts),
        };
        assert_eq!(chosen, expected, "{game} smart:{depth} chose something else");
        let ratio = plain.as_secs_f64() / fast.as_secs_f64();
        let goal = if least > 0 { format!("  (at least {least})") } else { String::new() };
        let name = format!("smart:{depth}{}", if extra == Extra::Free { ",extra=free" } else { "" });
        println!("  {game:<14} {name:<20} {plain:>12.2?} {fast:>12.2?}  {ratio:>8.0} times{goal}");
    }
}

struct Row {
    depth: u16,
    extra: Extra,
    positions: usize,
}

impl Row {
    fn spec(&self) -> StrategySpec {
        let extra = if self.extra == Extra::Free { ",extra=free" } else { "" };
        format!("smart:{}{extra}", self.depth).parse().expect("a strategy")
    }

    /// The time of a move by plain minimax, and the moves.
    fn plain<G: Game>(&self, start: G, texts: &[String]) -> (Duration, Vec<Move>) {
        struct Minimax<'a, G>(&'a Row, &'a [G]);

        impl<G: Game> EvaluatorVisitor<G> for Minimax<'_, G> {
            type Output = Vec<Move>;

            fn visit<E: Evaluator<G>>(self, evaluator: E) -> Vec<Move> {
                let depth = Depth::plies(self.0.depth);
                let choose = |position: &G| {
                    let values = minimax::analyze(position, depth, self.0.extra, &evaluator).0;
                    first_best(&values).expect("a move").mv
                };
                self.1.iter().map(choose).collect()
            }
        }

        let positions: Vec<G> = texts.iter().map(|text| start.read(text).expect("a position")).collect();
        let default = G::Evaluators::LIST[0].name;
        let began = Instant::now();
        let chosen = G::Evaluators::visit(default, Minimax(self, &positions)).expect("the default");
        (began.elapsed() / positions.len() as u32, chosen)
    }
}

/// Asks a strategy.
fn choose<G: Game>(strategy: &mut dyn Strategy<G>, position: &G) -> Move {
    let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
    let mut turn = Turn { rng: &mut rng, interrupt: &AtomicBool::new(false) };
    strategy.choose(position, &mut turn).expect("a move").mv
}

/// The positions in which `smart` has to move against `bad`.
struct Positions<'a>(&'a Row);

impl GameVisitor for Positions<'_> {
    type Output = Vec<String>;

    fn visit<G: Game>(self, start: G) -> Vec<String> {
        let openings =
            Openings::prepare(&OpeningsSpec::Random(Some(6)), start, 1000, 1, &AtomicBool::new(false))
                .expect("openings");
        let mut player = self.0.spec().build::<G>().expect("a strategy");
        let mut texts = Vec::new();
        for pair in 0.. {
            let mut position = openings.take(pair);
            while !position.is_over() {
                // Every third position, so that few positions still come from several games.
                let first = position.to_move() == arena::games::Side::First;
                let mv = if first {
                    texts.push(position.to_string());
                    choose(player.as_mut(), &position)
                } else {
                    position.legal_moves().next().expect("a move")
                };
                position.play(mv);
            }
            if texts.len() >= 3 * self.0.positions {
                break;
            }
        }
        texts.into_iter().step_by(3).take(self.0.positions).collect()
    }
}

/// The time of a move by `smart`, and the moves.
struct Fast<'a>(&'a Row, &'a [String]);

impl GameVisitor for Fast<'_> {
    type Output = (Duration, Vec<Move>);

    fn visit<G: Game>(self, start: G) -> (Duration, Vec<Move>) {
        let positions: Vec<G> = self.1.iter().map(|text| start.read(text).expect("a position")).collect();
        let mut player = self.0.spec().build::<G>().expect("a strategy");
        let mut round =
            || -> Vec<Move> { positions.iter().map(|position| choose(player.as_mut(), position)).collect() };
        let chosen = round();
        let mut fastest = Duration::MAX;
        for _ in 0..15 {
            let began = Instant::now();
            black_box(round());
            fastest = fastest.min(began.elapsed());
        }
        (fastest / positions.len() as u32, chosen)
    }
}
