//! `smart`: the move that plain minimax finds.
//!
//! - `deepening`: how a search is steered, whatever its board and evaluator.
//! - With `endgame=K` the end of the game is exact: [`endgame`] is the same search with exact values from tables, [`late`] has a
//!   solver take over.

mod deepening;
mod endgame;
mod late;

pub(super) use deepening::SearchOptions;

use super::limits::{self, Limits};
use super::options::{count, one_of};
use super::{Analysis, Analyst, Choice, KeyInfo, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::evaluator::Mixture;
use crate::games::{Evaluator, EvaluatorVisitor, Evaluators, Game, ValueScale};
use crate::players::clock::TimeControl;
use crate::search::{Depth, Extra, MoveValue, Search, Stopped, TranspositionTable};
use crate::text::{TextError, number};
use deepening::{RootSearch, Ties};

/// Looks a number of plies ahead, or as far as its time or its nodes allow.
///
/// With a limit it searches by iterative deepening and plays what the last finished depth found. The first ply is always
/// finished, so that there is something to play. It ends early where the game tree does.
pub(super) struct Smart;

/// [`Smart`] with its evaluator and options, ready to play.
struct Searcher<G: Game, E> {
    evaluator: E,
    options: SearchOptions,
    table: TranspositionTable<G>,
}

/// The name of the key that names an evaluator.
pub(crate) const EVALUATOR_KEY: &str = "eval";

/// The key that names an evaluator.
pub(super) const EVAL: KeyInfo = KeyInfo {
    name: EVALUATOR_KEY,
    values: "NAME or mixture",
    summary: "how positions are judged, for example pots+0.4*tempo: see the list of evaluators",
};

impl Kind for Smart {
    const INFO: StrategyInfo = StrategyInfo {
        name: "smart",
        form: "smart[:D][,key=value…]",
        summary: "the move that full-width minimax to D plies finds (D = full: to the end of the game); among equals \
                  the first in order; the default D suits the game: 6 in Kalah and Connect Four",
        argument: Some(StrategyInfo::DEPTH),
        keys: &[
            EVAL,
            KeyInfo {
                name: "extra",
                values: "ply|free",
                summary: "what an extra turn costs: a ply (default) or nothing",
            },
            KeyInfo {
                name: "ties",
                values: "first|random",
                summary: "which of several best moves is played: the first (default) or any",
            },
            KeyInfo {
                name: "time",
                values: "50ms",
                summary: "deepen until the time is up; D is then the maximum",
            },
            limits::CLOCK,
            KeyInfo {
                name: "nodes",
                values: "100k",
                summary: "deepen until this many positions are searched; D is then the maximum",
            },
            endgame::ENDGAME,
        ],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        let search = search_options(options, G::USUAL_DEPTH, G::REPETITION.is_some())?;
        match endgame::build(options, search)? {
            Some(strategy) => Ok(strategy),
            None => with_evaluator(options, search),
        }
    }
}

/// The options of a search in a game, which may repeat positions. Not generic, so that it is compiled once.
fn search_options(options: Options<'_>, usual_depth: u16, repeats: bool) -> Result<SearchOptions, TextError> {
    let (time, clock) = limits::time(options)?;
    let nodes = options.key("nodes", count)?;
    let limited = time.is_some() || clock.is_some() || nodes.is_some();
    let default_depth = match limited {
        true if repeats => Depth::plies(DEEPEST_IN_CIRCLES),
        true => Depth::FULL,
        false => Depth::plies(usual_depth),
    };
    let depth = options.argument(|text| read_depth(text, usual_depth, repeats))?.unwrap_or(default_depth);
    Ok(SearchOptions {
        extra: options
            .key("extra", |value| one_of(value, &[("ply", Extra::Ply), ("free", Extra::Free)]))?
            .unwrap_or_default(),
        ties: options
            .key("ties", |value| one_of(value, &[("first", Ties::First), ("random", Ties::Random)]))?
            .unwrap_or(Ties::First),
        time,
        clock,
        nodes,
        ..SearchOptions::fixed(depth)
    })
}

/// The deepest search that can be asked for by a number.
const DEEPEST: u32 = 9999;

/// The same in a game that may go round in circles.
const DEEPEST_IN_CIRCLES: u16 = 200;

fn read_depth(text: &str, usual_depth: u16, repeats: bool) -> Result<Depth, (String, String)> {
    if repeats {
        let too_deep =
            text == "full" || text.parse().is_ok_and(|plies: u32| plies > DEEPEST_IN_CIRCLES.into());
        if too_deep {
            let problem = "a search to the end of this game would never end: its positions can repeat";
            let advice = format!("write a depth up to {DEEPEST_IN_CIRCLES}, for example smart:{usual_depth}");
            return Err((problem.to_owned(), advice));
        }
    }
    if text == "full" {
        return Ok(Depth::FULL);
    }
    number("the depth", text, 1..=DEEPEST)
        .map(|plies| Depth::plies(plies as u16))
        .map_err(|problem| (problem, "write smart:6, or smart:full for the end of the game".to_owned()))
}

/// Builds the strategy with the evaluator or mixture that the spec gives, or else the game's first evaluator.
pub(super) fn with_evaluator<G: Game>(
    spec: Options<'_>,
    options: SearchOptions,
) -> Result<Box<dyn Strategy<G>>, TextError> {
    struct WithOptions(SearchOptions);

    impl<G: Game> EvaluatorVisitor<G> for WithOptions {
        type Output = Box<dyn Strategy<G>>;

        fn visit<E: Evaluator<G>>(self, evaluator: E) -> Box<dyn Strategy<G>> {
            Box::new(Searcher { evaluator, options: self.0, table: TranspositionTable::default() })
        }
    }

    let visitor = WithOptions(options);
    Ok(match spec.key_at(EVAL.name, Mixture::<G>::read)? {
        Some(mixture) => mixture.visit(visitor),
        None => G::Evaluators::visit_at(0, visitor),
    })
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Searcher<G, E> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let options = self.options;
        let limits = options.limits(position.to_move(), turn);
        options.choose(&mut self.root(position, &limits), &limits, turn.rng)
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        // The transposition table is allocated here, not in the time of the first move.
        let table = TranspositionTable::for_depth(self.options.depth);
        Box::new(Searcher { evaluator: self.evaluator, options: self.options, table })
    }

    fn is_reproducible(&self) -> bool {
        !self.options.is_timed()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.options.clock
    }

    fn is_timed(&self) -> bool {
        self.options.is_timed()
    }

    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<G>>> {
        Some(self)
    }
}

impl<G: Game, E: Evaluator<G>> Analyst<G> for Searcher<G, E> {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let options = self.options;
        let limits = options.limits(position.to_move(), turn);
        options.analyze(&mut self.root(position, &limits), &limits, observe)
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    fn root<'s>(&'s mut self, position: &'s G, limits: &'s Limits<'_>) -> Root<'s, G, E> {
        let search = Search::new(self.evaluator, self.options.extra, limits, &mut self.table);
        Root { position, search }
    }
}

/// The search of a position by alpha-beta.
struct Root<'s, G: Game, E> {
    position: &'s G,
    search: Search<'s, G, E>,
}

impl<G: Game, E: Evaluator<G>> RootSearch for Root<'_, G, E> {
    fn best(&mut self, depth: Depth) -> Result<Option<MoveValue>, Stopped> {
        self.search.best(self.position, depth)
    }

    fn all_best(&mut self, depth: Depth) -> Result<Vec<MoveValue>, Stopped> {
        self.search.all_best(self.position, depth)
    }

    fn analyze(
        &mut self,
        depth: Depth,
        observe: &mut dyn FnMut(&[MoveValue], u64),
    ) -> Result<Vec<MoveValue>, Stopped> {
        self.search.analyze_observed(self.position, depth, observe)
    }

    fn is_forced(&self) -> bool {
        self.position.legal_moves().len() == 1
    }

    fn set_extra(&mut self, extra: Extra) {
        self.search.set_extra(extra);
    }

    fn take_met_horizon(&mut self) -> bool {
        self.search.take_met_horizon()
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn scale(&self) -> ValueScale {
        self.search.evaluator().value_scale()
    }

    fn prospect(&self, value: i32, to_the_end: bool) -> Option<String> {
        self.search.evaluator().prospect(self.position, value, to_the_end)
    }
}
