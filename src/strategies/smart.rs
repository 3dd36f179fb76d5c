//! `smart`: the move that plain minimax finds.

use std::time::Duration;

use super::patience::Patience;
use super::quantity;
use super::{Analysis, Analyst, Choice, KeyInfo, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::{Evaluator, EvaluatorVisitor, Evaluators, Game};
use crate::search::{Depth, Extra, Search, Stopped, Table};
use crate::text::{TextError, did_you_mean, number};

/// Looks a number of plies ahead, or as far as its time or its nodes allow.
///
/// With a limit it deepens ply by ply and plays what the last finished depth found. A look at the position after each
/// move is always finished, so that there is something to play. It ends early where the game tree does.
pub(super) struct Smart;

/// [`Smart`] with its evaluator and settings, ready to play.
struct Searcher<G: Game, E> {
    evaluator: E,
    settings: Settings,
    table: Table<G>,
}

/// What the keys of the spec say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    depth: Depth,
    extra: Extra,
    ties: Ties,
    time: Option<Duration>,
    nodes: Option<u64>,
}

/// Which of several best moves is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ties {
    First,
    Random,
}

impl Settings {
    /// A fixed depth, and otherwise the defaults.
    pub(super) const fn fixed(depth: Depth) -> Settings {
        Settings { depth, extra: Extra::Ply, ties: Ties::First, time: None, nodes: None }
    }

    fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }
}

/// The key that names an evaluator.
pub(super) const EVAL: KeyInfo =
    KeyInfo { name: "eval", values: "NAME", summary: "how positions are judged: see arena list evaluators" };

impl Kind for Smart {
    const INFO: StrategyInfo = StrategyInfo {
        name: "smart",
        form: "smart[:D][,key=value…]",
        summary: "the move that full-width minimax to D plies finds (D = full: to the end of the game); among equals \
                  the first in order; default smart:6",
        argument: Some("D"),
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
                summary: "deepen until the time is up; D is then the cap",
            },
            KeyInfo {
                name: "nodes",
                values: "100k",
                summary: "deepen until so many positions were looked at; D is then the cap",
            },
        ],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        let time = options.key("time", quantity::duration)?;
        let nodes = options.key("nodes", quantity::count)?;
        let limited = time.is_some() || nodes.is_some();
        let default_depth = if limited { Depth::FULL } else { Depth::plies(6) };
        let settings = Settings {
            depth: options.argument(read_depth)?.unwrap_or(default_depth),
            extra: options
                .key("extra", |value| one_of(value, &[("ply", Extra::Ply), ("free", Extra::Free)]))?
                .unwrap_or_default(),
            ties: options
                .key("ties", |value| one_of(value, &[("first", Ties::First), ("random", Ties::Random)]))?
                .unwrap_or(Ties::First),
            time,
            nodes,
        };
        with_evaluator(options, settings)
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

fn one_of<T: Copy>(value: &str, choices: &[(&str, T)]) -> Result<T, (String, String)> {
    let found = choices.iter().find(|(name, _)| *name == value);
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
        (format!("unknown value '{value}'"), did_you_mean(value, "choose from", &names))
    })
}

/// Builds the strategy with the evaluator that the spec names, or else the game's first.
pub(super) fn with_evaluator<G: Game>(
    options: Options<'_>,
    settings: Settings,
) -> Result<Box<dyn Strategy<G>>, TextError> {
    struct WithSettings(Settings);

    impl<G: Game> EvaluatorVisitor<G> for WithSettings {
        type Output = Box<dyn Strategy<G>>;

        fn visit<E: Evaluator<G>>(self, evaluator: E) -> Box<dyn Strategy<G>> {
            Box::new(Searcher { evaluator, settings: self.0, table: Table::default() })
        }
    }

    let names: Vec<&str> = G::Evaluators::LIST.iter().map(|info| info.name).collect();
    let find = |name: &str| {
        G::Evaluators::visit(name, WithSettings(settings)).ok_or_else(|| {
            let problem = format!("this game has no evaluator '{name}'");
            (problem, did_you_mean(name, "evaluators of this game", &names))
        })
    };
    match options.key(EVAL.name, find)? {
        Some(strategy) => Ok(strategy),
        None => find(names[0]).map_err(|(problem, advice)| options.error(problem, advice)),
    }
}

impl Settings {
    /// Runs a search to the depth asked for, or deeper and deeper until a limit is met or the game tree ends. Gives
    /// what the last finished depth found, and that depth.
    fn deepen<G: Game, E: Evaluator<G>, T>(
        &self,
        cap: Depth,
        search: &mut Search<'_, G, E, Patience<'_>>,
        mut run: impl FnMut(&mut Search<'_, G, E, Patience<'_>>, Depth) -> Result<T, Stopped>,
    ) -> Result<(T, Depth), NoChoice> {
        if !self.is_limited() {
            let found = run(search, cap).map_err(|Stopped| NoChoice::Interrupted)?;
            return Ok((found, cap));
        }
        // Something to play, whatever the limit: one ply, at which an extra turn ends too. Where extra turns are free
        // even the first ply can be beyond every limit.
        search.set_extra(Extra::Ply);
        let mut depth = Depth::plies(1);
        let mut found = run(search, depth).map_err(|Stopped| NoChoice::Interrupted)?;
        search.set_extra(self.extra);
        search.watch().limited = true;
        let mut next = if self.extra == Extra::Free { depth } else { depth.deeper() };
        while next <= cap && search.take_met_horizon() {
            let nodes = search.nodes();
            if search.watch().is_spent(nodes) {
                break;
            }
            match run(search, next) {
                Ok(deeper) => found = deeper,
                Err(Stopped) if search.watch().is_interrupted() => return Err(NoChoice::Interrupted),
                Err(Stopped) => break,
            }
            depth = next;
            next = depth.deeper();
        }
        Ok((found, depth))
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    fn search<'s>(&'s mut self, turn: &Turn<'s>) -> Search<'s, G, E, Patience<'s>> {
        let patience = Patience::new(turn.interrupt, self.settings.time, self.settings.nodes);
        Search::new(self.evaluator, self.settings.extra, patience, &mut self.table)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Searcher<G, E> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let settings = self.settings;
        let mut search = self.search(turn);
        let forced = position.legal_moves().len() == 1;
        let cap = match settings.depth {
            // With a limit a forced move is played at once.
            _ if forced && settings.is_limited() => Depth::plies(1),
            depth => depth,
        };
        let (best, depth) = match settings.ties {
            Ties::First => settings.deepen(cap, &mut search, |search, depth| search.best(position, depth))?,
            Ties::Random => {
                let (all, depth) =
                    settings.deepen(cap, &mut search, |search, depth| search.all_best(position, depth))?;
                (turn.rng.choose(all.into_iter()), depth)
            }
        };
        let best = best.ok_or(NoChoice::GameOver)?;
        Ok(Choice { mv: best.mv, value: Some(best.value), depth: Some(depth), nodes: search.nodes() })
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        // The room for a table is not made in the time of the first move.
        let table = Table::for_depth(self.settings.depth);
        Box::new(Searcher { evaluator: self.evaluator, settings: self.settings, table })
    }

    fn is_reproducible(&self) -> bool {
        self.settings.time.is_none()
    }

    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<G>>> {
        Some(self)
    }
}

impl<G: Game, E: Evaluator<G>> Analyst<G> for Searcher<G, E> {
    fn analyze(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Analysis, NoChoice> {
        let settings = self.settings;
        let mut search = self.search(turn);
        let (values, depth) =
            settings.deepen(settings.depth, &mut search, |search, depth| search.analyze(position, depth))?;
        Ok(Analysis { values, depth, nodes: search.nodes() })
    }
}
