//! The solvers compared with alpha-beta to the end of the game, on positions from random games with the same values.

use std::hint::black_box;

use arena::games::{BuiltInGame, Evaluator, EvaluatorVisitor, Evaluators, Game, GameVisitor};
use arena::search::{Depth, Extra, Search, TranspositionTable, Unlimited};
use arena::solve::{Memory, Solver};

use crate::clock::{Effort, Way, busy, medians};
use crate::draws::Draws;

/// A game, the plies after which its positions are taken, and how many of them in a quick and in a full run.
const ROWS: &[(&str, usize, [usize; 2])] = &[
    ("connect:7x6x4", 30, [200, 1000]),
    ("connect:7x6x4", 26, [50, 200]),
    ("connect:7x6x4", 22, [5, 20]),
    ("kalah:6x4", 30, [50, 200]),
    ("kalah:6x3", 16, [5, 20]),
    ("kalah:4x3", 0, [1, 1]),
];

pub(crate) fn compare(effort: Effort) {
    println!("\nsolve: exact values of positions on one core, endgame tables included.\n");
    println!("  {:<14} {:<26} {:>14} {:>14} {:>10}", "game", "positions", "alpha-beta", "solver", "ratio");
    for &(game, plies, [quick, full]) in ROWS {
        let spec: BuiltInGame = game.parse().expect("a game");
        spec.visit(Compare { effort, game, plies, count: effort.pick(quick, full) });
    }
}

struct Compare {
    effort: Effort,
    game: &'static str,
    plies: usize,
    count: usize,
}

impl GameVisitor for Compare {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let mut draws = Draws::new(1);
        let mut positions = Vec::new();
        while positions.len() < self.count {
            let mut position = start;
            for _ in 0..self.plies {
                let mut moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let chosen = draws.below(moves.len() as u32) as usize;
                position.play(moves.nth(chosen).expect("a move"));
            }
            if !position.is_over() {
                positions.push(position);
            }
        }
        let searched = || -> i64 { positions.iter().map(|position| i64::from(full_search(position))).sum() };
        let solved = || -> i64 {
            let mut solver = Solver::new(&start, &positions, Memory::default());
            let value = |position| i64::from(solver.value(position, &Unlimited).expect("no limit"));
            positions.iter().map(value).sum()
        };
        assert_eq!(searched(), solved(), "{} after {} plies", self.game, self.plies);
        let ways: [Way<'_>; 2] = [&mut || _ = black_box(searched()), &mut || _ = black_box(solved())];
        let [search, solve] =
            medians(self.effort, busy, ways).map(|time| time.as_secs_f64() / self.count as f64);
        let what = format!("{} after {} plies", self.count, self.plies);
        println!(
            "  {:<14} {what:<26} {:>11.1} µs {:>11.1} µs {:>8.1} x",
            self.game,
            search * 1e6,
            solve * 1e6,
            search / solve
        );
    }
}

/// The value by alpha-beta to the end of the game.
fn full_search<G: Game>(position: &G) -> i32 {
    struct Full<'f, G>(&'f G);

    impl<G: Game> EvaluatorVisitor<G> for Full<'_, G> {
        type Output = i32;

        fn visit<E: Evaluator<G>>(self, evaluator: E) -> i32 {
            let mut table = TranspositionTable::default();
            let mut search = Search::new(evaluator, Extra::Ply, &Unlimited, &mut table);
            let best = search.best(self.0, Depth::FULL).ok().flatten();
            best.expect("an unfinished game without a limit").value
        }
    }

    G::Evaluators::visit(G::Evaluators::LIST[0].name, Full(position)).expect("the default evaluator")
}
