//! The hot loops, one at a time, for `scripts/instructions`, which counts their instructions.
//!
//! ```text
//! instructions LOOP ROUNDS
//! ```
//!
//! Everything is seeded and on one thread, and every round is the same work. What two rounds cost more than one
//! is the cost of the loop, without program start and one-time allocations.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "speed/draws.rs"]
mod draws;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use arena::games::{BuiltInGame, Game, GameVisitor};
use arena::play::adjudication::GameLimits;
use arena::play::by_rules::ByRules;
use arena::play::duel::{self, Contestant, DuelOptions};
use arena::players::strategies::{Strategy, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};
use arena::search::{perft, playout};
use draws::Draws;

/// What a loop does.
#[derive(Clone, Copy)]
enum Work {
    /// Counts sequences of this many plies.
    Perft(usize),
    /// Plays this many random games.
    Playouts(usize),
    /// Lets this strategy choose in this many positions.
    Choose(&'static str, usize),
    /// Plays this many games between two strategies, as a match does.
    Duels([&'static str; 2], u64),
}

/// The loops by name.
const LOOPS: [(&str, &str, Work); 14] = [
    ("kalah-perft", "kalah:6x4", Work::Perft(7)),
    ("kalah-playouts", "kalah:6x4", Work::Playouts(2_000)),
    ("kalah-smart-6", "kalah:6x4", Work::Choose("smart:6", 30)),
    ("kalah-smart-6-free", "kalah:6x4", Work::Choose("smart:6,extra=free", 10)),
    ("kalah-mcts", "kalah:6x4", Work::Choose("mcts:1000,reuse=no", 2)),
    ("kalah-tempo-6", "kalah:6x4", Work::Choose("smart:6,eval=tempo", 10)),
    ("kalah-mixed-6", "kalah:6x4", Work::Choose("smart:6,eval=pots+0.4*tempo", 10)),
    ("kalah-duels", "kalah:6x4", Work::Duels(["random", "bad"], 1_000)),
    ("connect-perft", "connect:7x6x4", Work::Perft(7)),
    ("connect-perft-any-size", "connect:8x7x4", Work::Perft(6)),
    ("connect-playouts", "connect:7x6x4", Work::Playouts(5_000)),
    ("connect-smart-6", "connect:7x6x4", Work::Choose("smart:6", 100)),
    ("connect-smart-8", "connect:7x6x4", Work::Choose("smart:8", 20)),
    ("connect-mcts", "connect:7x6x4", Work::Choose("mcts:1000,reuse=no", 5)),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let [name, rounds] = &words[..] else {
        // Without arguments: the list, which the script reads.
        return LOOPS.iter().for_each(|(name, ..)| println!("{name}"));
    };
    let known = LOOPS.iter().find(|(known, ..)| known == name);
    let &(_, game, work) = known.unwrap_or_else(|| panic!("there is no loop '{name}'"));
    let rounds = rounds.parse().expect("a number of rounds");
    let game: BuiltInGame = game.parse().expect("a game");
    println!("{}", game.visit(Loop { work, rounds }));
}

struct Loop {
    work: Work,
    rounds: usize,
}

impl GameVisitor for Loop {
    /// The result of the last round: a number that no optimisation may change.
    type Output = u64;

    fn visit<G: Game>(self, start: G) -> u64 {
        match self.work {
            Work::Perft(depth) => self.repeat(|| {
                let leaves = perft::leaves(black_box(&start), depth);
                leaves.all + leaves.ends
            }),
            Work::Playouts(games) => self.repeat(|| {
                let mut draws = Draws::new(1);
                let playout = |_| playout::to_the_end(black_box(start), |bound| draws.below(bound));
                (0..games).map(playout).map(|end| u64::from(end.points()[0])).sum()
            }),
            Work::Choose(strategy, positions) => {
                let positions = positions_of(start, positions);
                let mut player = build::<G>(strategy);
                let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
                let interrupt = AtomicBool::new(false);
                self.repeat(|| {
                    let choices = positions.iter().map(|position| {
                        let mut turn = Turn::new(&mut rng, &interrupt);
                        player.choose(black_box(position), &mut turn).expect("a move").mv.number() as u64
                    });
                    choices.fold(0, |sum: u64, number| sum.wrapping_mul(31).wrapping_add(number))
                })
            }
            Work::Duels(players, games) => {
                let [mut a, mut b] = players.map(build::<G>);
                let interrupt = AtomicBool::new(false);
                let mut rngs = [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(1, purpose, 0));
                let (mut duel, mut measurements) = (ByRules::new(start), Vec::new());
                self.repeat(|| {
                    let points = (0..games).map(|game| {
                        let [rng_a, rng_b] = &mut rngs;
                        rng_a.restart(Purpose::PlayerA, game);
                        rng_b.restart(Purpose::PlayerB, game);
                        let mut contestants = [
                            Contestant { strategy: a.as_mut(), rng: rng_a, measured: false },
                            Contestant { strategy: b.as_mut(), rng: rng_b, measured: false },
                        ];
                        let options = DuelOptions { limits: GameLimits::default(), interrupt: &interrupt };
                        let start = black_box(&start);
                        let played =
                            duel::play(&mut duel, start, &mut contestants, options, &mut measurements);
                        u64::from(played.expect("a game").points[0])
                    });
                    points.sum()
                })
            }
        }
    }
}

impl Loop {
    /// Does the work in rounds and returns the result of the last.
    fn repeat(&self, mut round: impl FnMut() -> u64) -> u64 {
        (0..self.rounds).map(|_| black_box(round())).last().unwrap_or_default()
    }
}

fn build<G: Game>(strategy: &str) -> Box<dyn Strategy<G>> {
    strategy.parse::<StrategySpec>().and_then(|spec| spec.build()).expect("a strategy")
}

/// Unfinished positions from all parts of random games.
fn positions_of<G: Game>(start: G, count: usize) -> Vec<G> {
    let mut draws = Draws::new(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start;
        for _ in 0..=draws.below(24) {
            if let Some(mv) = playout::any_move(&position, |bound| draws.below(bound)) {
                position.play(mv);
            }
        }
        if !position.is_over() {
            positions.push(position);
        }
    }
    positions
}
