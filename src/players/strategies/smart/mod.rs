//! `smart`: the move that plain minimax finds.
//!
//! With `endgame=K` the leaves are better: [`endgame`] is the same search with exact values from tables.

mod endgame;

use std::time::Duration;

use super::limits::{self, Limits};
use super::options::{count, one_of};
use super::{Analysis, Analyst, Choice, KeyInfo, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::evaluator::Mixture;
use crate::games::{Evaluator, EvaluatorVisitor, Evaluators, Game};
use crate::players::clock::TimeControl;
use crate::search::{Depth, Extra, MoveValue, Search, Stopped, TranspositionTable, first_best};
use crate::text::{Decimal, TextError, number};

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

/// What the keys of the spec say.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchOptions {
    depth: Depth,
    extra: Extra,
    ties: Ties,
    time: Option<Duration>,
    clock: Option<TimeControl>,
    nodes: Option<u64>,
}

/// Which of several best moves is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ties {
    First,
    Random,
}

impl SearchOptions {
    /// A fixed depth, and otherwise the defaults.
    pub(super) const fn fixed(depth: Depth) -> SearchOptions {
        SearchOptions { depth, extra: Extra::Ply, ties: Ties::First, time: None, clock: None, nodes: None }
    }

    fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some()
    }

    fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// Whether it searches by iterative deepening: up to a limit, or to the end of the game where a proof may come sooner.
    fn deepens<G: Game, E: Evaluator<G>>(&self, max_depth: Depth, evaluator: &E) -> bool {
        self.is_limited() || max_depth == Depth::FULL && evaluator.proved_from().is_some()
    }
}

/// The name of the key that names an evaluator.
pub(crate) const EVALUATOR_KEY: &str = "eval";

/// The key that names an evaluator.
pub(super) const EVAL: KeyInfo = KeyInfo {
    name: EVALUATOR_KEY,
    values: "NAME or mixture",
    summary: "how positions are judged, for example pots+0.4*tempo: see arena list evaluators",
};

impl Kind for Smart {
    const INFO: StrategyInfo = StrategyInfo {
        name: "smart",
        form: "smart[:D][,key=value…]",
        summary: "the move that full-width minimax to D plies finds (D = full: to the end of the game); among equals \
                  the first in order; default smart:6",
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
        let (time, clock) = limits::time(options)?;
        let nodes = options.key("nodes", count)?;
        let limited = time.is_some() || clock.is_some() || nodes.is_some();
        let default_depth = if limited { Depth::FULL } else { Depth::plies(6) };
        let search = SearchOptions {
            depth: options.argument(read_depth)?.unwrap_or(default_depth),
            extra: options
                .key("extra", |value| one_of(value, &[("ply", Extra::Ply), ("free", Extra::Free)]))?
                .unwrap_or_default(),
            ties: options
                .key("ties", |value| one_of(value, &[("first", Ties::First), ("random", Ties::Random)]))?
                .unwrap_or(Ties::First),
            time,
            clock,
            nodes,
        };
        match endgame::build(options, search)? {
            Some(strategy) => Ok(strategy),
            None => with_evaluator(options, search),
        }
    }
}

/// The deepest search that can be asked for by a number.
const DEEPEST: u32 = 9999;

fn read_depth(text: &str) -> Result<Depth, (String, String)> {
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

/// What a search to one depth found.
struct Searched<T> {
    found: T,
    /// Whether a deeper search could find something else.
    met_horizon: bool,
    /// The nodes of this search and those before it.
    nodes: u64,
}

impl SearchOptions {
    /// Searches deeper and deeper until a limit is reached, the game tree ends, or nothing deeper could change what was
    /// found. Gives what the last finished depth found, and that depth.
    fn deepen<T>(
        &self,
        max_depth: Depth,
        limits: &Limits<'_>,
        mut run: impl FnMut(Depth, Extra) -> Result<Searched<T>, Stopped>,
        is_proved: impl Fn(&T) -> bool,
    ) -> Result<(T, Depth), NoChoice> {
        // Something to play, whatever the limit: one ply, at which an extra turn ends too. Where extra turns are free
        // even the first ply can be beyond every limit.
        let mut depth = Depth::plies(1);
        let mut last = run(depth, Extra::Ply).map_err(|Stopped| NoChoice::Interrupted)?;
        limits.enforce();
        let mut next = if self.extra == Extra::Free { depth } else { depth.deeper() };
        while next <= max_depth
            && last.met_horizon
            && !is_proved(&last.found)
            && !limits.are_reached(last.nodes)
        {
            match run(next, self.extra) {
                Ok(deeper) => last = deeper,
                Err(Stopped) if limits.is_interrupted() => return Err(NoChoice::Interrupted),
                Err(Stopped) => break,
            }
            depth = next;
            next = depth.deeper();
        }
        // Without a limit nothing but the end of the game tree or a proof ends it: as good as the full depth.
        Ok((last.found, if self.is_limited() { depth } else { max_depth }))
    }

    /// Searches to a fixed depth, or by iterative deepening.
    ///
    /// To the end of the game it also deepens where wins can be proved before it: a forced win within a few plies is
    /// found at once, and the choice is the same.
    fn search<G: Game, E: Evaluator<G>, T>(
        &self,
        max_depth: Depth,
        search: &mut Search<'_, G, E>,
        limits: &Limits<'_>,
        mut run: impl FnMut(&mut Search<'_, G, E>, Depth) -> Result<T, Stopped>,
        is_proved: impl Fn(&T) -> bool,
    ) -> Result<(T, Depth), NoChoice> {
        if !self.deepens(max_depth, search.evaluator()) {
            let found = run(search, max_depth).map_err(|Stopped| NoChoice::Interrupted)?;
            return Ok((found, max_depth));
        }
        let to_depth = |depth: Depth, extra: Extra| {
            search.set_extra(extra);
            let found = run(search, depth)?;
            Ok(Searched { found, met_horizon: search.take_met_horizon(), nodes: search.nodes() })
        };
        self.deepen(max_depth, limits, to_depth, is_proved)
    }

    /// The limits of one move.
    fn limits<'t, G: Game>(&self, position: &G, turn: &Turn<'t>) -> Limits<'t> {
        let SearchOptions { time, clock, nodes, .. } = *self;
        let share = clock.map(|control| turn.clocks.seen_by(position.to_move(), control).own().share());
        Limits::new(turn, time.or(share), nodes)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Searcher<G, E> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let (options, evaluator) = (self.options, self.evaluator);
        let limits = options.limits(position, turn);
        let mut search = Search::new(self.evaluator, options.extra, &limits, &mut self.table);
        let is_forced = position.legal_moves().len() == 1;
        // With a limit a forced move is played at once.
        let max_depth = if is_forced && options.is_limited() { Depth::plies(1) } else { options.depth };
        let ((first, ties), depth) = options.search(
            max_depth,
            &mut search,
            &limits,
            |search, depth| match options.ties {
                Ties::First => search.best(position, depth).map(|best| (best, Vec::new())),
                Ties::Random => search.all_best(position, depth).map(|all| (None, all)),
            },
            |(first, ties)| first.iter().chain(ties.first()).all(|best| evaluator.is_proved(best.value)),
        )?;
        let best = first.or_else(|| turn.rng.choose(ties.into_iter())).ok_or(NoChoice::GameOver)?;
        Ok(Choice {
            mv: best.mv,
            value: Some(evaluator.reported(best.value)),
            depth: Some(depth),
            nodes: search.nodes(),
        })
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

/// Before a search to the end of the game, all moves are searched as deep as this many nodes allow: something to show when
/// the end is too far. It takes a fraction of a second.
const PREVIEW_NODES: u64 = 1_000_000;

impl<G: Game, E: Evaluator<G>> Analyst<G> for Searcher<G, E> {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let (options, evaluator) = (self.options, self.evaluator);
        let limits = options.limits(position, turn);
        let mut search = Search::new(self.evaluator, options.extra, &limits, &mut self.table);
        let mut analyze = |search: &mut Search<'_, G, E>, depth: Depth| {
            search.analyze_observed(position, depth, |values, nodes| {
                observe(&Analysis { values: reported(&evaluator, values), depth, nodes, prospect: None });
            })
        };
        if options.depth == Depth::FULL && !options.deepens(options.depth, &self.evaluator) {
            let mut depth = Depth::plies(1);
            let mut met_horizon = true;
            while met_horizon && search.nodes() < PREVIEW_NODES {
                analyze(&mut search, depth).map_err(|Stopped| NoChoice::Interrupted)?;
                met_horizon = search.take_met_horizon();
                depth = depth.deeper();
            }
        }
        let all_proved =
            |values: &Vec<MoveValue>| values.iter().all(|value| evaluator.is_proved(value.value));
        let (values, depth) = options.search(options.depth, &mut search, &limits, analyze, all_proved)?;
        let nodes = search.nodes();
        let to_the_end = depth.limit().is_none();
        let prospect =
            first_best(&values).and_then(|best| evaluator.prospect(position, best.value, to_the_end));
        Ok(Analysis { values: reported(&evaluator, &values), depth, nodes, prospect })
    }
}

/// The values of a search as they are reported.
fn reported<G: Game>(evaluator: &impl Evaluator<G>, values: &[MoveValue]) -> Vec<MoveValue<Decimal>> {
    values.iter().map(|found| found.map(|value| evaluator.reported(value))).collect()
}
