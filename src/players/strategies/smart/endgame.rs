//! `smart` with `endgame=K`: exact values as soon as at most K beans are in play, or K cells vacant.
//!
//! - On Othello the rest of the game is searched: see [`late`](super::late).
//! - In Kalah exact values come from tables. It is the same search as without the key, with better leaves: the other keys mean the same. Only
//!   the evaluator is fixed. What a table holds is a final difference of beans, which can be compared with the lead (`pots`) but not with the
//!   values of other evaluators.

use super::EVALUATOR_KEY;
use super::deepening::{SearchOptions, Searched, Ties};
use super::late::{LateGame, LateSolver};
use super::with_evaluator;
use crate::games::{Endgame, Evaluators, Game};
use crate::players::clock::TimeControl;
use crate::players::strategies::{Analysis, Analyst, Choice, KeyInfo, NoChoice, Options, Strategy, Turn};
use crate::search::solve::{self, Endgames, LimitedSearch};
use crate::search::{Depth, Extra, MoveValue, Stopped, first_best};
use crate::text::{Decimal, TextError, number};

pub(super) const ENDGAME: KeyInfo = KeyInfo {
    name: "endgame",
    values: "K",
    summary: "exact values as soon as at most K beans are in play (Kalah) or K cells vacant (Othello)",
};

/// The most beans: 226 MB for six holes.
const MOST_BEANS: u32 = 20;

/// The most vacant cells: minutes for a move.
const MOST_VACANT: u32 = 24;

/// More than all beans.
const INFINITY: i32 = 1000;

/// The strategy, if the spec has the key.
pub(super) fn build<G: Game>(
    options: Options<'_>,
    search: SearchOptions,
) -> Result<Option<Box<dyn Strategy<G>>>, TextError> {
    let (pieces, most) = match G::ENDGAMES {
        Endgame::Search => ("the number of vacant cells", MOST_VACANT),
        Endgame::Tables | Endgame::Unknown => ("the number of beans", MOST_BEANS),
    };
    let read = |text: &str| {
        number(pieces, text, 1..=most)
            .map_err(|problem| (problem, "write for example smart:6,endgame=14".to_owned()))
    };
    let Some(most) = options.key(ENDGAME.name, read)? else { return Ok(None) };
    match G::ENDGAMES {
        Endgame::Tables => by_tables(options, search, most as usize).map(Some),
        Endgame::Search => {
            let with = |search| with_evaluator(options, search);
            let instead = search.is_limited().then(|| with(search.halved())).transpose()?;
            let late = LateGame { options: search, most: most as usize };
            Ok(Some(Box::new(LateSolver { late, before: with(search)?, instead })))
        }
        Endgame::Unknown => {
            let problem = "the end of a game on this board is not known exactly";
            let advice = "use endgame= for Othello, or for Kalah with at most 7 holes and 127 beans";
            Err(options.error_at(ENDGAME.name, problem, advice))
        }
    }
}

/// The strategy with endgame tables of Kalah.
fn by_tables<G: Game>(
    options: Options<'_>,
    search: SearchOptions,
    most: usize,
) -> Result<Box<dyn Strategy<G>>, TextError> {
    let default = G::Evaluators::LIST[0].name;
    let evaluator = options.key(EVALUATOR_KEY, |name| Ok(name.to_owned()))?;
    if evaluator.is_some_and(|name| name != default) {
        let problem =
            "endgame= goes with eval=pots only: a table holds beans, which other evaluators do not count";
        return Err(options.error_at(EVALUATOR_KEY, problem, "remove eval= or endgame="));
    }
    Ok(Box::new(EndgameSearch { options: search, endgames: Endgames::of_beans(most) }))
}

/// A search of limited depth with exact leaves.
struct EndgameSearch {
    options: SearchOptions,
    /// Shared by the players of all threads.
    endgames: Endgames,
}

/// Which moves are searched to their exact value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exact {
    /// The first best one.
    First,
    /// All best ones.
    AllBest,
    All,
}

impl EndgameSearch {
    /// Searches to the depth, or as deep as the limits allow: the values of the moves that count, and the depth.
    fn search<G: Game>(
        &self,
        position: &G,
        turn: &Turn<'_>,
        exact: Exact,
    ) -> Result<(Vec<MoveValue>, Depth, u64), NoChoice> {
        let limits = self.options.limits(position.to_move(), turn);
        let rules = solve::kalah_rules(position).ok_or(NoChoice::OtherGame)?;
        let table = self.endgames.table(rules).ok_or(NoChoice::OtherGame)?;
        let mut search = LimitedSearch::new(table, &limits).ok_or(NoChoice::OtherGame)?;
        let SearchOptions { depth: max_depth, extra, .. } = self.options;
        let mut to_depth = |depth: Depth, extra: Extra| {
            let found = moves(&mut search, position, depth, extra, exact)?;
            Ok(Searched { found, met_horizon: search.take_met_horizon(), nodes: search.nodes() })
        };
        let (found, depth) = if self.options.is_limited() {
            let is_forced = position.legal_moves().len() == 1;
            let max_depth = if is_forced { Depth::plies(1) } else { max_depth };
            self.options.deepen(max_depth, &limits, to_depth, |_| false)?
        } else {
            let found = to_depth(max_depth, extra).map_err(|Stopped| NoChoice::Interrupted)?;
            (found.found, max_depth)
        };
        Ok((found, depth, search.nodes()))
    }
}

/// The values of the moves that count, in order; those of other moves are bounds.
fn moves<G: Game>(
    search: &mut LimitedSearch<'_>,
    position: &G,
    depth: Depth,
    extra: Extra,
    exact: Exact,
) -> Result<Vec<MoveValue>, Stopped> {
    let mut values: Vec<MoveValue> = Vec::new();
    let mut best = -INFINITY;
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let Some((rows, lead)) = solve::kalah_parts(&next) else { return Err(Stopped) };
        let again = next.to_move() == position.to_move();
        let left = LimitedSearch::left(depth.limit(), again, extra);
        let floor = match exact {
            Exact::First => best,
            // An equal value must not be a bound.
            Exact::AllBest => best - 1,
            Exact::All => -INFINITY,
        };
        let value = if again {
            search.value(rows, lead, left, extra, (floor, INFINITY))?
        } else {
            -search.value(rows, lead, left, extra, (-INFINITY, -floor))?
        };
        best = best.max(value);
        values.push(MoveValue { mv, value });
    }
    Ok(values)
}

impl<G: Game> Strategy<G> for EndgameSearch {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let exact = if self.options.ties == Ties::First { Exact::First } else { Exact::AllBest };
        let (values, depth, nodes) = self.search(position, turn, exact)?;
        let first = first_best(&values).ok_or(NoChoice::GameOver)?;
        let best = match self.options.ties {
            Ties::First => first,
            Ties::Random => {
                let equal: Vec<MoveValue> =
                    values.into_iter().filter(|one| one.value == first.value).collect();
                turn.rng.choose(equal.into_iter()).ok_or(NoChoice::GameOver)?
            }
        };
        Ok(Choice { mv: best.mv, value: Some(best.value.into()), depth: Some(depth), nodes })
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(EndgameSearch { options: self.options, endgames: self.endgames.clone() })
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

impl<G: Game> Analyst<G> for EndgameSearch {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        let (values, depth, nodes) = self.search(position, turn, Exact::All)?;
        let values = values.into_iter().map(|found| found.map(Decimal::from)).collect();
        let analysis = Analysis { values, depth, nodes, prospect: None };
        observe(&analysis);
        Ok(analysis)
    }
}
