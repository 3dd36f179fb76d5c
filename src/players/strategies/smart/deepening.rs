//! Iterative deepening: what `smart` does with a search.
//!
//! A search is generic over board and evaluator, and so is compiled dozens of times. What steers it is not: it knows the
//! search as a [`RootSearch`].

use std::time::Duration;

use crate::games::{Side, ValueScale};
use crate::players::clock::TimeControl;
use crate::players::strategies::limits::Limits;
use crate::players::strategies::{Analysis, Choice, NoChoice, Turn};
use crate::rng::Rng;
use crate::search::{Depth, Extra, MoveValue, Stopped, first_best};

/// The search of one position.
pub(super) trait RootSearch {
    /// The first of the best moves; `None` when the game is over.
    fn best(&mut self, depth: Depth) -> Result<Option<MoveValue>, Stopped>;

    /// All best moves, in order.
    fn all_best(&mut self, depth: Depth) -> Result<Vec<MoveValue>, Stopped>;

    /// The exact value of every legal move; `observe` is called with the values and the nodes so far after each move.
    fn analyze(
        &mut self,
        depth: Depth,
        observe: &mut dyn FnMut(&[MoveValue], u64),
    ) -> Result<Vec<MoveValue>, Stopped>;

    /// Whether there is only one legal move.
    fn is_forced(&self) -> bool;

    fn set_extra(&mut self, extra: Extra);

    /// Whether any leaf since the last call was an unfinished game.
    fn take_met_horizon(&mut self) -> bool;

    fn nodes(&self) -> u64;

    fn scale(&self) -> ValueScale;

    /// How the game ends if the position has this value: see [`Evaluator::prospect`](crate::games::Evaluator::prospect).
    fn prospect(&self, value: i32, to_the_end: bool) -> Option<String>;
}

/// What a search to one depth found.
pub(super) struct Searched<T> {
    pub(super) found: T,
    /// Whether a deeper search could find something else.
    pub(super) met_horizon: bool,
    /// The nodes of this search and those before it.
    pub(super) nodes: u64,
}

/// Before a search to the end of the game, all moves are searched as deep as this many nodes allow: something to show when
/// the end is too far. It takes a fraction of a second.
const PREVIEW_NODES: u64 = 1_000_000;

/// What the keys of the spec say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchOptions {
    pub(super) depth: Depth,
    pub(super) extra: Extra,
    pub(super) ties: Ties,
    pub(super) time: Option<Duration>,
    pub(super) clock: Option<TimeControl>,
    pub(super) nodes: Option<u64>,
    /// Whether only half of the limits is for this search.
    pub(super) is_halved: bool,
}

/// Which of several best moves is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ties {
    First,
    Random,
}

impl SearchOptions {
    /// A fixed depth, and otherwise the defaults.
    pub(crate) const fn fixed(depth: Depth) -> SearchOptions {
        let (extra, ties) = (Extra::Ply, Ties::First);
        SearchOptions { depth, extra, ties, time: None, clock: None, nodes: None, is_halved: false }
    }

    /// The same with half of the limits.
    pub(super) const fn halved(self) -> SearchOptions {
        SearchOptions { is_halved: true, ..self }
    }

    pub(super) fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some()
    }

    pub(super) fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The limits of one move of this side.
    pub(super) fn limits<'t>(&self, side: Side, turn: &Turn<'t>) -> Limits<'t> {
        let share = self.clock.map(|control| turn.clocks.seen_by(side, control).own().share());
        let parts = if self.is_halved { 2 } else { 1 };
        let time = self.time.or(share).map(|time| time / parts);
        Limits::new(turn, time, self.nodes.map(|nodes| nodes / u64::from(parts)))
    }

    /// The move to play.
    pub(super) fn choose(
        &self,
        root: &mut dyn RootSearch,
        limits: &Limits<'_>,
        rng: &mut Rng,
    ) -> Result<Choice, NoChoice> {
        let scale = root.scale();
        // With a limit a forced move is played at once.
        let is_quick = self.is_limited() && root.is_forced();
        let max_depth = if is_quick { Depth::plies(1) } else { self.depth };
        let ((first, ties), depth) = self.search(
            max_depth,
            root,
            limits,
            |root, depth| match self.ties {
                Ties::First => root.best(depth).map(|best| (best, Vec::new())),
                Ties::Random => root.all_best(depth).map(|all| (None, all)),
            },
            |(first, ties)| first.iter().chain(ties.first()).all(|best| scale.is_proved(best.value)),
        )?;
        let best = first.or_else(|| rng.choose(ties.into_iter())).ok_or(NoChoice::GameOver)?;
        let value = Some(scale.reported(best.value));
        Ok(Choice { mv: best.mv, value, depth: Some(depth), nodes: root.nodes() })
    }

    /// The value of every move.
    pub(super) fn analyze(
        &self,
        root: &mut dyn RootSearch,
        limits: &Limits<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let scale = root.scale();
        let reported = |values: &[MoveValue]| {
            values.iter().map(|found| found.map(|value| scale.reported(value))).collect()
        };
        let mut analyze = |root: &mut dyn RootSearch, depth: Depth| {
            root.analyze(depth, &mut |values, nodes| {
                observe(&Analysis { values: reported(values), depth, nodes, prospect: None });
            })
        };
        if self.depth == Depth::FULL && !self.deepens(self.depth, scale) {
            let mut depth = Depth::plies(1);
            let mut met_horizon = true;
            while met_horizon && root.nodes() < PREVIEW_NODES {
                analyze(root, depth).map_err(|Stopped| NoChoice::Interrupted)?;
                met_horizon = root.take_met_horizon();
                depth = depth.deeper();
            }
        }
        let all_proved = |values: &Vec<MoveValue>| values.iter().all(|value| scale.is_proved(value.value));
        let (values, depth) = self.search(self.depth, root, limits, analyze, all_proved)?;
        let to_the_end = depth.limit().is_none();
        let prospect = first_best(&values).and_then(|best| root.prospect(best.value, to_the_end));
        Ok(Analysis { values: reported(&values), depth, nodes: root.nodes(), prospect })
    }

    /// Whether it searches by iterative deepening: up to a limit, or to the end of the game where a proof may come sooner.
    fn deepens(&self, max_depth: Depth, scale: ValueScale) -> bool {
        self.is_limited() || max_depth == Depth::FULL && scale.proved_from.is_some()
    }

    /// Searches to a fixed depth, or by iterative deepening.
    ///
    /// To the end of the game it also deepens where wins can be proved before it: a forced win within a few plies is
    /// found at once, and the choice is the same.
    fn search<T>(
        &self,
        max_depth: Depth,
        root: &mut dyn RootSearch,
        limits: &Limits<'_>,
        mut run: impl FnMut(&mut dyn RootSearch, Depth) -> Result<T, Stopped>,
        is_proved: impl Fn(&T) -> bool,
    ) -> Result<(T, Depth), NoChoice> {
        if !self.deepens(max_depth, root.scale()) {
            let found = run(root, max_depth).map_err(|Stopped| NoChoice::Interrupted)?;
            return Ok((found, max_depth));
        }
        let to_depth = |depth: Depth, extra: Extra| {
            root.set_extra(extra);
            let found = run(root, depth)?;
            Ok(Searched { found, met_horizon: root.take_met_horizon(), nodes: root.nodes() })
        };
        self.deepen(max_depth, limits, to_depth, is_proved)
    }

    /// Searches deeper and deeper until a limit is reached, the game tree ends, or nothing deeper could change what was
    /// found. Gives what the last finished depth found, and that depth.
    pub(super) fn deepen<T>(
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
}
