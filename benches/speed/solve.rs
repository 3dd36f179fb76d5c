//! The solvers: Connect Four by kinds of positions, with alpha-beta to the end of the game for comparison, and whole games.
//!
//! The kinds are those of Pascal Pons's test sets: by the plies that were played and by those that are left with best play. The positions are
//! from random games, without those in which the side to move wins at once.

use std::hint::black_box;

use arena::games::{BuiltInGame, Evaluator, EvaluatorVisitor, Evaluators, Game, GameVisitor};
use arena::search::solve::{Memory, Solver};
use arena::search::{Depth, Extra, Search, TranspositionTable, Unlimited};

use crate::clock::{Effort, Way, busy, medians, wall};
use crate::draws::Draws;
use crate::table::{Table, time, times};

/// Positions of Connect Four.
struct Kind {
    name: &'static str,
    plies: [u32; 2],
    /// The plies that are left with best play, from and below.
    left: [i32; 2],
    /// How many of them alpha-beta solves in a full run, and one in five of that in a quick one.
    searched: usize,
    /// Pons's time per position in microseconds.
    target: f64,
}

const KINDS: [Kind; 4] = [
    Kind { name: "end-easy", plies: [29, 40], left: [0, 14], searched: 1000, target: 7.5 },
    Kind { name: "middle-easy", plies: [15, 28], left: [0, 14], searched: 100, target: 64.0 },
    Kind { name: "middle-medium", plies: [15, 28], left: [14, 28], searched: 10, target: 5700.0 },
    Kind { name: "begin-easy", plies: [1, 14], left: [0, 14], searched: 0, target: 340.0 },
];

/// Whole games, and the most seconds they should take. The last ones are part of a full run only.
const GAMES: [(&str, f64); 5] = [
    ("kalah:6x3", 0.1),
    ("kalah:5x4", 0.4),
    ("kalah:6x4", 25.0),
    ("kalah:6x4:empty-capture", 25.0),
    ("connect:7x6x4", 120.0),
];

/// The games of a quick run.
const QUICK: usize = 2;

/// Games on several threads: the most seconds that the value should take on two of them, and with the value of every move, and
/// whether a quick run has them, too.
const SHARED: [(&str, [f64; 2], bool); 3] = [
    ("kalah:5x4", [0.25, 1.5], true),
    ("kalah:6x4", [12.0, 40.0], false),
    ("connect:7x6x4", [19.0, 45.0], false),
];

/// A position with few nodes to go, and the seconds that a new solver should take for it.
const SMALL: (&str, &str, f64) = ("kalah:6x4", "s:1,0,1,2,0,2,17:3,2,0,0,1,6,13", 0.001);

pub(crate) fn compare(effort: Effort) {
    // Endgame tables are built on the threads of the current pool: this one.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build().expect("a thread");
    pool.install(|| {
        let table = &Table::new(
            "solving positions",
            "Positions of `connect:7x6x4` on one core, time for a position.",
            &[
                ("kind", 14),
                ("positions", 9),
                ("nodes", 10),
                ("alpha-beta", 11),
                ("solver", 11),
                ("ratio", 9),
                ("target", 11),
            ],
        );
        for kind in KINDS {
            "connect:7x6x4".parse::<BuiltInGame>().expect("a game").visit(Positions { effort, table, kind });
        }
        let table = &Table::new(
            "solving games",
            "Whole games on one core, endgame tables included.",
            &[("game", 24), ("value", 6), ("nodes", 12), ("time", 11), ("target", 11)],
        );
        for (game, target) in &GAMES[..effort.pick(QUICK, GAMES.len())] {
            let spec: BuiltInGame = game.parse().expect("a game");
            spec.visit(Whole { effort, table, game, position: None, target: *target });
        }
        let (game, position, target) = SMALL;
        let spec: BuiltInGame = game.parse().expect("a game");
        spec.visit(Whole { effort, table, game, position: Some(position), target });
    });
    let table = &Table::new(
        "solving on two threads",
        "Whole games, by the clock on the wall: an idle machine is needed.",
        &[("game", 24), ("moves", 6), ("one thread", 11), ("two threads", 11), ("ratio", 6), ("target", 11)],
    );
    for (game, targets, is_quick) in SHARED {
        if is_quick || effort == Effort::Full {
            game.parse::<BuiltInGame>().expect("a game").visit(OnThreads { effort, table, game, targets });
        }
    }
}

struct Positions<'t> {
    effort: Effort,
    table: &'t Table,
    kind: Kind,
}

impl GameVisitor for Positions<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Positions { effort, table, kind } = self;
        let positions = random_positions(&start, &kind, effort.pick(200, 1000));
        let searched = &positions[..kind.searched / effort.pick(5, 1)];
        let mut nodes = 0;
        let mut solve = |positions: &[G]| -> Vec<i32> {
            let mut solver = Solver::new(&start, &[], Memory::default());
            let value = |position| solver.value(position, &Unlimited).expect("no limit");
            let values = positions.iter().map(value).collect();
            nodes = solver.nodes();
            values
        };
        let search = |positions: &[G]| -> Vec<i32> { positions.iter().map(full_search).collect() };
        assert_eq!(search(searched), solve(searched), "{}", kind.name);
        let ways: [Way<'_>; 2] =
            [&mut || _ = black_box(search(searched)), &mut || _ = black_box(solve(&positions))];
        let [slow, fast] = medians(effort, busy, ways).map(|time| time.as_secs_f64());
        let (slow, fast) = (slow / searched.len() as f64, fast / positions.len() as f64);
        let [slow, ratio] = match searched {
            [] => ["-".to_owned(), "-".to_owned()],
            _ => [time(slow), times(slow / fast)],
        };
        table.row([
            kind.name,
            &positions.len().to_string(),
            &(nodes / positions.len() as u64).to_string(),
            &slow,
            &time(fast),
            &ratio,
            &time(kind.target * 1e-6),
        ]);
    }
}

/// Positions of a kind from random games.
fn random_positions<G: Game>(start: &G, kind: &Kind, count: usize) -> Vec<G> {
    let mut draws = Draws::new(1);
    let mut solver = Solver::new(start, &[], Memory::default());
    let mut positions = Vec::new();
    while positions.len() < count {
        let [least, most] = kind.plies;
        let plies = least + draws.below(most - least + 1);
        let Some(position) = random_position(start, plies, &mut draws) else { continue };
        let vacant = 42 - plies as i32;
        let wins_at_once = position.legal_moves().any(|mv| position.after(mv).points() != [0, 0]);
        if !wins_at_once && is_of(kind, vacant, &position, &mut solver) {
            positions.push(position);
        }
    }
    positions
}

/// An unfinished position after random moves; `None` if the game ended before.
fn random_position<G: Game>(start: &G, plies: u32, draws: &mut Draws) -> Option<G> {
    let mut position = *start;
    for _ in 0..plies {
        let mut moves = position.legal_moves();
        let chosen = draws.below(moves.len() as u32) as usize;
        position.play(moves.nth(chosen)?);
    }
    (!position.is_over()).then_some(position)
}

/// Whether the game takes as long as the kind says. To see that it does not end soon, no position is solved to the end.
fn is_of<G: Game>(kind: &Kind, vacant: i32, position: &G, solver: &mut Solver<G>) -> bool {
    let [from, below] = kind.left;
    // The side to move wins within an odd number of plies, the other side within an even number.
    let mut ends_within = |plies: i32| {
        let win = (vacant - (plies - 1) / 2 * 2 + 1) / 2;
        let loss = -((vacant - (plies / 2 * 2 - 1) + 1) / 2);
        let mut reaches = |goal: i32| solver.reaches(position, goal, &Unlimited).expect("no limit");
        plies >= vacant || reaches(win) || plies > 1 && !reaches(loss + 1)
    };
    ends_within(below - 1) && (from == 0 || !ends_within(from - 1))
}

struct Whole<'t> {
    effort: Effort,
    table: &'t Table,
    game: &'static str,
    /// Not the start.
    position: Option<&'static str>,
    target: f64,
}

impl GameVisitor for Whole<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let start = self.position.map_or(start, |text| start.read(text).expect("a position"));
        let name = if self.position.is_some() { "a late position" } else { self.game };
        let mut found = (0, 0);
        let mut solve = || {
            let mut solver = Solver::new(&start, &[], Memory::default());
            let value = solver.value(&start, &Unlimited).expect("no limit");
            found = (value, solver.nodes());
        };
        let took = if self.target < 1.0 {
            let [took] = medians(self.effort, busy, [&mut solve]);
            took
        } else {
            let began = busy();
            solve();
            busy().saturating_sub(began)
        };
        let (value, nodes) = found;
        let (took, target) = (time(took.as_secs_f64()), time(self.target));
        self.table.row([name, &format!("{value:+}"), &nodes.to_string(), &took, &target]);
    }
}

/// A game on one and on two threads: its value, then that of every move.
struct OnThreads<'t> {
    effort: Effort,
    table: &'t Table,
    game: &'static str,
    targets: [f64; 2],
}

impl GameVisitor for OnThreads<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        for (every_move, target) in [false, true].into_iter().zip(self.targets) {
            let solve = |threads: usize| {
                let mut solver = Solver::new(&start, &[], Memory::default());
                solver.set_threads(threads);
                let value = solver.value(&start, &Unlimited).expect("no limit");
                let mut moves = Vec::new();
                if every_move {
                    moves = solver.move_values(&start, None, &Unlimited, |_, _| {}).expect("no limit");
                }
                (value, moves)
            };
            let (mut alone, mut together) = Default::default();
            let ways: [Way<'_>; 2] = [&mut || alone = solve(1), &mut || together = solve(2)];
            let [one, two] = medians(self.effort, wall, ways).map(|time| time.as_secs_f64());
            assert_eq!(alone, together, "{}", self.game);
            let moves = if every_move { "all" } else { "best" };
            let [speedup, one, two, target] = [times(one / two), time(one), time(two), time(target)];
            self.table.row([self.game, moves, &one, &two, &speedup, &target]);
        }
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
