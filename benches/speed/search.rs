//! `smart` compared with plain minimax, choosing the same moves from the same positions.
//!
//! The positions are those in which `smart:D` has to move in games against `bad` from random openings.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use arena::games::{
    BuiltInGame, Evaluator, EvaluatorVisitor, Evaluators, Game, GameVisitor, Move, Side, connect, kalah,
};
use arena::play::openings::{Openings, OpeningsSpec};
use arena::players::strategies::{Strategy, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};
use arena::search::{Depth, Extra, first_best, minimax};

use crate::clock::{Effort, Way, busy, medians};
use crate::ratios::{self, header};
use crate::table::Table;
use crate::textbook::{self, ConnectFour, Textbook};

/// A game, a depth, the cost of an extra turn, the number of positions, and the required ratio.
type Search = (&'static str, u16, Extra, [usize; 2], Option<(u32, u32)>);

/// What is searched, the number of positions in a quick and in a full run, and the required ratio to the textbook.
const ROWS: &[Search] = &[
    ("kalah:6x4", 4, Extra::Ply, [100, 200], None),
    ("kalah:6x4", 6, Extra::Ply, [30, 100], Some((400, 950))),
    ("kalah:6x4", 8, Extra::Ply, [3, 12], None),
    ("kalah:6x4", 10, Extra::Ply, [0, 3], None),
    ("kalah:6x4", 6, Extra::Free, [6, 30], Some((300, 900))),
    ("kalah:6x4", 8, Extra::Free, [1, 3], Some((2_000, 6_000))),
    ("connect:7x6x4", 4, Extra::Ply, [50, 100], None),
    ("connect:7x6x4", 6, Extra::Ply, [8, 24], Some((5_000, 16_000))),
    ("connect:7x6x4", 8, Extra::Ply, [1, 3], None),
    ("connect:7x6x4", 10, Extra::Ply, [0, 1], None),
];

pub(crate) fn compare(effort: Effort) {
    let table = &header(
        "search",
        "`smart` and plain minimax in the positions of games against `bad`; the choices are the same.",
        "move",
    );
    for &(game, depth, extra, [quick, full], target) in ROWS {
        let row = Row { effort, table, game, depth, extra, target };
        let positions = effort.pick(quick, full);
        if positions == 0 {
            continue;
        }
        let spec: BuiltInGame = game.parse().expect("a game");
        let texts = spec.visit(Positions(&row, positions));
        match spec {
            BuiltInGame::Kalah(rules) => {
                let ways = Compare::<_, textbook::Kalah>::new(&row, kalah::Board::start(rules), &texts);
                spec.visit(ways);
            }
            BuiltInGame::Connect(rules) => {
                let ways = Compare::<_, ConnectFour>::new(&row, connect::Board::start(rules), &texts);
                spec.visit(ways);
            }
            _ => {} // no textbook version
        }
    }
}

struct Row<'t> {
    effort: Effort,
    table: &'t Table,
    game: &'static str,
    depth: u16,
    extra: Extra,
    target: Option<(u32, u32)>,
}

impl Row<'_> {
    fn name(&self) -> String {
        format!("smart:{}{}", self.depth, if self.extra == Extra::Free { ",extra=free" } else { "" })
    }

    fn player<G: Game>(&self) -> Box<dyn Strategy<G>> {
        self.name().parse::<StrategySpec>().and_then(|spec| spec.build()).expect("a strategy")
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
        let (depth, free) = (u32::from(self.row.depth), self.row.extra == Extra::Free);
        self.textbook.iter().map(|position| textbook::best_move(position, depth, free).0).collect()
    }

    fn by_minimax(&self) -> Vec<usize> {
        struct Minimax<'a, P>(&'a Row<'a>, &'a [P]);

        impl<P: Game> EvaluatorVisitor<P> for Minimax<'_, P> {
            type Output = Vec<usize>;

            fn visit<E: Evaluator<P>>(self, evaluator: E) -> Vec<usize> {
                let depth = Depth::plies(self.0.depth);
                let choose = |position: &P| {
                    let values = minimax::analyze(position, depth, self.0.extra, &evaluator).0;
                    first_best(&values).expect("a move").mv.number()
                };
                self.1.iter().map(choose).collect()
            }
        }

        let default = P::Evaluators::LIST[0].name;
        P::Evaluators::visit(default, Minimax(self.row, &self.plain)).expect("the default")
    }
}

impl<P: Game, T: Textbook> GameVisitor for Compare<'_, P, T> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let positions: Vec<G> = self.texts.iter().map(|text| start.read(text).expect("a position")).collect();
        let mut player = self.row.player::<G>();
        let mut by_smart = || -> Vec<usize> {
            positions.iter().map(|position| choose(player.as_mut(), position).number()).collect()
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

/// The move of a strategy.
pub(crate) fn choose<G: Game>(strategy: &mut dyn Strategy<G>, position: &G) -> Move {
    let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
    let never = AtomicBool::new(false);
    let mut turn = Turn::new(&mut rng, &never);
    strategy.choose(position, &mut turn).expect("a move").mv
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
                    choose(player.as_mut(), &position)
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
