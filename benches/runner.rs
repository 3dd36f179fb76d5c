//! What the runner costs: games of `random` against `random` through the whole runner, files included, beside the bare
//! loop that plays the same games and keeps nothing.
//!
//! The machine may be busy, so what counts are ratios of times taken in turns within one run.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arena::games::{Game, GameSpec, GameVisitor, Side};
use arena::openings::{Openings, OpeningsSpec};
use arena::plan::Plan;
use arena::record::run_file::RunFile;
use arena::record::{Journal, Tallies};
use arena::rng::{Purpose, Rng};
use arena::runner::{self, Games};
use arena::schedule::{Block, Schedule};
use arena::strategies::{Strategy, StrategySpec, Turn};

/// Games in each measurement.
const GAMES: u64 = 200_000;

/// Measurements of each kind, taken in turns; the fastest counts, since whatever else runs only slows down.
const ROUNDS: usize = 5;

fn main() {
    for (game, player) in [("kalah:6x4", "random"), ("connect:7x6x4", "random"), ("kalah:6x4", "bad")] {
        let spec: GameSpec = game.parse().expect("a game");
        spec.visit(Bench { game: spec, player });
    }
}

struct Bench {
    game: GameSpec,
    player: &'static str,
}

impl GameVisitor for Bench {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let names = [format!("a={}", self.player), format!("b={}", self.player)];
        let plan = Plan {
            game: self.game,
            players: names.map(|name| name.parse::<StrategySpec>().expect("a strategy")).to_vec(),
            openings: OpeningsSpec::Random(None),
            openings_digest: None,
            seed: 1,
            schedule: Schedule::of_match(GAMES),
            max_plies: None,
            sprt: None,
        };
        let openings = Openings::prepare(
            &plan.openings,
            start,
            plan.schedule.most_pairs(),
            plan.seed,
            &AtomicBool::new(false),
        )
        .expect("openings");
        let folder = std::env::temp_dir().join(format!("arena-bench-{}", std::process::id()));
        let mut fastest = [f64::INFINITY; 4];
        for _ in 0..ROUNDS {
            let times = [
                timed(|| bare(&plan, &openings)),
                timed(|| through_runner(&plan, &openings, 1, &folder, false)),
                timed(|| through_runner(&plan, &openings, 2, &folder, false)),
                timed(|| through_runner(&plan, &openings, 1, &folder, true)),
            ];
            for (best, time) in fastest.iter_mut().zip(times) {
                *best = best.min(time);
            }
        }
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
        let [bare, one, two, measured] = fastest.map(|seconds| GAMES as f64 / seconds);
        println!("{} {p} against {p}, games a second:", self.game, p = self.player);
        println!("  bare loop                {bare:>12.0}");
        println!("  runner with files, 1 thread  {one:>8.0}  {:.2} of the bare loop", one / bare);
        println!("  runner with files, 2 threads {two:>8.0}  {:.2} times one thread", two / one);
        println!(
            "  with every move measured     {measured:>8.0}  {:.2} of one thread, where a few are",
            measured / one
        );
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

fn players<G: Game>(plan: &Plan) -> Vec<Box<dyn Strategy<G>>> {
    plan.players.iter().map(|spec| spec.build::<G>().expect("a strategy")).collect()
}

/// Plays the games and keeps nothing.
fn bare<G: Game>(plan: &Plan, openings: &Openings<G>) {
    let mut strategies = players::<G>(plan);
    let interrupt = AtomicBool::new(false);
    let mut points = 0;
    for game in 0..GAMES {
        let mut position = openings.take(game / 2);
        let mut rngs =
            [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(plan.seed, purpose, game));
        while !position.is_over() {
            let side: Side = position.to_move();
            let mut turn = Turn { rng: &mut rngs[side.index()], interrupt: &interrupt };
            let choice = strategies[side.index()].choose(&position, &mut turn).expect("a move");
            position.play(choice.mv);
        }
        points += position.points()[0];
    }
    black_box(points);
}

/// Plays the games as a match does.
fn through_runner<G: Game>(
    plan: &Plan,
    openings: &Openings<G>,
    threads: usize,
    folder: &Path,
    measure_all: bool,
) {
    let run = RunFile::new(plan, true, false, threads, String::new());
    let empty = Tallies::new(plan.names(), false);
    let mut journal = Journal::open(folder, run, true, empty, &mut |_, _| None).expect("a journal");
    let games = Games {
        openings,
        players: &players(plan),
        seed: plan.seed,
        max_plies: None,
        measure_all,
        interrupt: &AtomicBool::new(false),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let ended = runner::run(&games, &Block::of_match(GAMES), 0..GAMES, &pool, |record| {
        journal.commit(&record).map(|()| ControlFlow::Continue(()))
    });
    ended.expect("no error");
    journal.finish(&[]).expect("no error");
}
