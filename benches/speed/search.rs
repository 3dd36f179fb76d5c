//! `smart` compared with plain minimax, choosing the same moves from the same positions.
//!
//! The positions are those in which `smart:D` has to move in games against `bad` from random openings.

mod endgames;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use arena::games::{
    BuiltInGame, Evaluator, EvaluatorVisitor, Evaluators, Game, GameRules, GameVisitor, Side, connect, kalah,
};
use arena::play::openings::{Openings, OpeningsSpec};
use arena::players::strategies::{Choice, Strategy, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};
use arena::search::{Depth, Extra, first_best, minimax};

use crate::clock::{Effort, Way, busy, medians};
use crate::ratios::{self, header};
use crate::table::Table;
use crate::textbook::{self, Breakthrough, ConnectFour, Gomoku, Othello, Textbook};

/// A game, a depth, further keys of `smart`, the number of positions, and the required ratio.
type Search = (&'static str, u16, &'static str, [usize; 2], Option<(u32, u32)>);

/// The key for extra turns that cost nothing.
const FREE: &str = ",extra=free";

/// The key for judging a position of m,n,k by its lines.
const LINES: &str = ",eval=lines";

/// What is searched, the number of positions in a quick and in a full run, and the required ratio to the textbook.
const ROWS: &[Search] = &[
    ("kalah:6x4", 4, "", [100, 200], None),
    ("kalah:6x4", 6, "", [30, 100], Some((400, 950))),
    ("kalah:6x4", 8, "", [3, 12], None),
    ("kalah:6x4", 10, "", [0, 3], None),
    ("kalah:6x4", 6, FREE, [6, 30], Some((300, 900))),
    ("kalah:6x4", 8, FREE, [1, 3], Some((2_000, 6_000))),
    ("connect:7x6x4", 4, "", [50, 100], None),
    ("connect:7x6x4", 6, "", [8, 24], Some((5_000, 16_000))),
    ("connect:7x6x4", 8, "", [1, 3], None),
    ("connect:7x6x4", 10, "", [0, 1], None),
    ("othello:8x8", 4, "", [10, 40], None),
    ("othello:8x8", 6, "", [1, 5], Some((100, 1_500))),
    ("breakthrough:8x8", 4, "", [3, 10], None),
    ("breakthrough:8x8", 6, "", [0, 1], Some((200, 20_000))),
    ("mnk:15x15x5", 2, "", [20, 50], Some((50, 1_000))),
    ("mnk:15x15x5", 2, LINES, [5, 10], Some((50, 300))),
];

pub(crate) fn compare(effort: Effort) {
    let table = &header(
        "search",
        "`smart` and plain minimax in the positions of games against `bad`; the choices are the same.",
        "move",
    );
    for &(game, depth, keys, [quick, full], target) in ROWS {
        let row = Row { effort, table, game, depth, keys, target };
        let positions = effort.pick(quick, full);
        if positions == 0 {
            continue;
        }
        let spec: BuiltInGame = game.parse().expect("a game");
        let texts = spec.visit(Positions(&row, positions));
        match spec {
            BuiltInGame::Kalah(rules) => {
                row.compare::<_, textbook::Kalah>(spec, kalah::Board::start(rules), &texts);
            }
            BuiltInGame::Connect(rules) => {
                row.compare::<_, ConnectFour>(spec, connect::Board::start(rules), &texts);
            }
            BuiltInGame::Othello(rules) => row.compare::<_, Othello>(spec, rules.start(), &texts),
            BuiltInGame::Breakthrough(rules) => row.compare::<_, Breakthrough>(spec, rules.start(), &texts),
            BuiltInGame::Mnk(rules) if keys == LINES => {
                row.compare::<_, Gomoku<true>>(spec, rules.start(), &texts);
            }
            BuiltInGame::Mnk(rules) => row.compare::<_, Gomoku<false>>(spec, rules.start(), &texts),
            _ => {} // no textbook version
        }
    }
    endgames::compare(effort);
}

struct Row<'t> {
    effort: Effort,
    table: &'t Table,
    game: &'static str,
    depth: u16,
    keys: &'static str,
    target: Option<(u32, u32)>,
}

impl Row<'_> {
    fn name(&self) -> String {
        format!("smart:{}{}", self.depth, self.keys)
    }

    fn extra(&self) -> Extra {
        if self.keys == FREE { Extra::Free } else { Extra::Ply }
    }

    fn player<G: Game>(&self) -> Box<dyn Strategy<G>> {
        self.name().parse::<StrategySpec>().and_then(|spec| spec.build()).expect("a strategy")
    }

    fn compare<P: Game, T: Textbook>(&self, spec: BuiltInGame, plain: P, texts: &[String]) {
        spec.visit(Compare::<P, T>::new(self, plain, texts));
    }
}

/// The same positions in every form.
struct Compare<'a, P, T> {
    row: &'a Row<'a>,
    texts: &'a [String],
    plain: Vec<P>,
    textbook: Vec<T>,
}

impl<'a, P: Game, T: Textbook> Compare<'a, P, T> {
    fn new(row: &'a Row<'a>, start: P, texts: &'a [String]) -> Compare<'a, P, T> {
        Compare {
            row,
            texts,
            plain: texts.iter().map(|text| start.read(text).expect("a position")).collect(),
            textbook: texts.iter().map(|text| T::read(text)).collect(),
        }
    }

    fn by_the_book(&self) -> Vec<usize> {
        let (depth, free) = (u32::from(self.row.depth), self.row.extra() == Extra::Free);
        self.textbook.iter().map(|position| textbook::best_move(position, depth, free).0).collect()
    }

    fn by_minimax(&self) -> Vec<usize> {
        struct Minimax<'a, P>(&'a Row<'a>, &'a [P]);

        impl<P: Game> EvaluatorVisitor<P> for Minimax<'_, P> {
            type Output = Vec<usize>;

            fn visit<E: Evaluator<P>>(self, evaluator: E) -> Vec<usize> {
                let depth = Depth::plies(self.0.depth);
                let choose = |position: &P| {
                    let values = minimax::analyze(position, depth, self.0.extra(), &evaluator).0;
                    first_best(&values).expect("a move").mv.number()
                };
                self.1.iter().map(choose).collect()
            }
        }

        let name = self.row.keys.strip_prefix(",eval=").unwrap_or(P::Evaluators::LIST[0].name);
        P::Evaluators::visit(name, Minimax(self.row, &self.plain)).expect("an evaluator")
    }
}

impl<P: Game, T: Textbook> GameVisitor for Compare<'_, P, T> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let positions: Vec<G> = self.texts.iter().map(|text| start.read(text).expect("a position")).collect();
        let mut player = self.row.player::<G>();
        let mut by_smart = || -> Vec<usize> {
            positions.iter().map(|position| choose(player.as_mut(), position).mv.number()).collect()
        };
        let chosen = by_smart();
        // The slow ways are checked while they are timed, so they need not search again.
        let ways: [Way<'_>; 3] = [
            &mut || assert_eq!(self.by_the_book(), chosen, "{} {}", self.row.game, self.row.name()),
            &mut || assert_eq!(self.by_minimax(), chosen, "{} {}", self.row.game, self.row.name()),
            &mut || _ = black_box(by_smart()),
        ];
        let taken = medians(self.row.effort, busy, ways);
        let work = self.row.name();
        let pieces = self.texts.len() as u64;
        let row = ratios::Row { game: self.row.game, work: &work, taken, pieces, target: self.row.target };
        row.print(self.row.table);
    }
}

/// What a strategy chooses.
pub(crate) fn choose<G: Game>(strategy: &mut dyn Strategy<G>, position: &G) -> Choice {
    let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
    let never = AtomicBool::new(false);
    let mut turn = Turn::new(&mut rng, &never);
    strategy.choose(position, &mut turn).expect("a move")
}

/// N positions in which `smart` has to move against `bad`.
struct Positions<'a>(&'a Row<'a>, usize);

impl GameVisitor for Positions<'_> {
    type Output = Vec<String>;

    fn visit<G: Game>(self, start: G) -> Vec<String> {
        let openings =
            Openings::prepare(&OpeningsSpec::Random(Some(6)), start, 1000, 1, &AtomicBool::new(false))
                .expect("openings");
        let mut player = self.0.player::<G>();
        let mut texts = Vec::new();
        for pair in 0.. {
            let mut position = openings.take(pair);
            while !position.is_over() {
                let mv = if position.to_move() == Side::First {
                    texts.push(position.to_string());
                    choose(player.as_mut(), &position).mv
                } else {
                    position.legal_moves().next().expect("a move")
                };
                position.play(mv);
            }
            // Even a few positions should come from several games and from all parts of them.
            if texts.len() >= (3 * self.1).max(100) {
                break;
            }
        }
        let apart = texts.len() / self.1;
        texts.into_iter().step_by(apart).take(self.1).collect()
    }
}
