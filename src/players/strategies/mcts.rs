//! `mcts`: Monte Carlo tree search.
//!
//! A move's value is its expected result: from -1, a loss, to 1, a win. Exactly -1, 0 and 1 are proved, or for 0 perhaps
//! an even chance. The nodes of a choice are the positions that its search visited, in the tree and in playouts, as those of `smart` are
//! the positions it searched. The depth is the length of the line of most visited moves.

use std::time::Duration;

use super::limits::{self, Limits};
use super::options::{count, one_of};
use super::{Analysis, Analyst, Choice, KeyInfo, Kind, NoChoice, Options, Strategy, StrategyInfo, Turn};
use crate::games::{Game, Outcome};
use crate::players::clock::TimeControl;
use crate::rng::{PlayoutRng, Rng};
use crate::search::mcts::{Rollout, RootMove, RootPolicy, Settings, TreeSearch};
use crate::search::{Depth, MoveValue, Stopped};
use crate::text::{Decimal, TextError, quantity};

/// Chooses by playouts, as many as its spec says or as its time or its nodes allow.
pub(super) struct Mcts;

/// The playouts of `mcts` without an argument or a limit.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// The most playouts that can be asked for.
const MOST_PLAYOUTS: u64 = 1_000_000_000;

impl Kind for Mcts {
    const INFO: StrategyInfo = StrategyInfo {
        name: "mcts",
        form: "mcts[:N][,key=value…]",
        summary: "Monte Carlo tree search with N playouts a move; default mcts:1000",
        argument: Some(StrategyInfo::PLAYOUTS),
        keys: &[
            KeyInfo { name: "c", values: "1.2", summary: "the weight of exploration in UCT, from 0 to 100" },
            KeyInfo {
                name: "rollout",
                values: "random|greedy",
                summary: "how playouts are played: any move (default), or the best one ply ahead",
            },
            KeyInfo {
                name: "margin",
                values: "0.1",
                summary: "how much of a playout's reward is the margin instead of the result, from 0 to 1",
            },
            KeyInfo {
                name: "reuse",
                values: "yes|no",
                summary: "keep the tree below the moves that were played (default), or start anew",
            },
            KeyInfo {
                name: "time",
                values: "50ms",
                summary: "search until the time is up; N is then the maximum",
            },
            limits::CLOCK,
            KeyInfo {
                name: "nodes",
                values: "100k",
                summary: "search until this many positions are visited, in the tree and in playouts; N is then the maximum",
            },
        ],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        Ok(Box::new(MctsPlayer::new(search_options(options)?)))
    }
}

fn search_options(options: Options<'_>) -> Result<MctsOptions, TextError> {
    let (time, clock) = limits::time(options)?;
    let nodes = options.key("nodes", count)?;
    let limited = time.is_some() || clock.is_some() || nodes.is_some();
    let default_playouts = (!limited).then_some(DEFAULT_PLAYOUTS);
    let default = Settings::default();
    let rollouts = [("random", Rollout::Random), ("greedy", Rollout::Greedy)];
    Ok(MctsOptions {
        playouts: options.argument(read_playouts)?.or(default_playouts),
        settings: Settings {
            c: options.key("c", |text| decimal("c", text, 100.0))?.map_or(default.c, |c| c as f32),
            margin: options.key("margin", |text| decimal("margin", text, 1.0))?.unwrap_or(default.margin),
            rollout: options.key("rollout", |text| one_of(text, &rollouts))?.unwrap_or(default.rollout),
        },
        reuse: options.key("reuse", |text| one_of(text, &[("yes", true), ("no", false)]))?.unwrap_or(true),
        time,
        clock,
        nodes,
    })
}

fn read_playouts(text: &str) -> Result<u64, (String, String)> {
    quantity::whole(text, 1..=MOST_PLAYOUTS).map_err(|_| {
        let problem = format!("'{text}' is not a number of playouts from 1 to 10^9");
        (problem, "write for example mcts:1000, mcts:10k or mcts:time=50ms".to_owned())
    })
}

/// A decimal number from 0 to `most`.
fn decimal(key: &str, text: &str, most: f64) -> Result<f64, (String, String)> {
    quantity::plain(text).filter(|number| *number <= most).ok_or_else(|| {
        (format!("'{text}' is not a number from 0 to {most}"), format!("write for example {key}=0.5"))
    })
}

/// What the spec says.
#[derive(Debug, Clone, Copy)]
struct MctsOptions {
    /// The number of playouts per move, unless only another limit ends a search.
    playouts: Option<u64>,
    settings: Settings,
    reuse: bool,
    time: Option<Duration>,
    clock: Option<TimeControl>,
    nodes: Option<u64>,
}

impl MctsOptions {
    /// The most playouts of a search, if that is known. A playout visits at least one position.
    fn most_playouts(&self) -> Option<u64> {
        self.playouts.into_iter().chain(self.nodes).min()
    }
}

/// [`Mcts`] with its options and its tree.
struct MctsPlayer<G> {
    options: MctsOptions,
    tree: TreeSearch<G>,
}

impl<G: Game> MctsPlayer<G> {
    fn new(options: MctsOptions) -> MctsPlayer<G> {
        MctsPlayer { options, tree: TreeSearch::new(options.settings) }
    }

    fn limits<'t>(&self, position: &G, turn: &Turn<'t>) -> Limits<'t> {
        let MctsOptions { time, clock, nodes, .. } = self.options;
        let share = clock.map(|control| turn.clocks.seen_by(position.to_move(), control).own().share());
        let limits = Limits::new(turn, time.or(share), nodes);
        limits.enforce();
        limits
    }

    /// Makes this position the root, in a pool that is large enough.
    fn set_root(&mut self, position: &G) {
        self.tree.reserve(self.options.most_playouts());
        self.tree.set_root(position);
    }

    /// Grows the tree. Not inlined: a search is much code, and there are two callers.
    #[inline(never)]
    fn search(
        &mut self,
        policy: RootPolicy,
        playouts: u64,
        rng: &mut PlayoutRng,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        self.tree.search(policy, playouts, &mut |bound| rng.below(bound), limits)
    }

    /// How far the tree looks ahead.
    fn depth(&self) -> Depth {
        match self.tree.proof() {
            Some(_) => Depth::FULL,
            None => Depth::plies(self.tree.line_length() as u16),
        }
    }
}

/// The value of a move, if it was visited. What is not proved is neither won nor lost.
fn value(found: &RootMove) -> Option<Decimal> {
    let bound = if found.proof.is_some() { 1000.0 } else { 999.0 };
    let thousandths = (found.mean * 1000.0).round().clamp(-bound, bound);
    (found.visits > 0 || found.proof.is_some()).then(|| Decimal::thousandths(thousandths as i64))
}

impl<G: Game> Strategy<G> for MctsPlayer<G> {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        if !self.options.reuse {
            self.tree.clear();
        }
        self.set_root(position);
        let limits = self.limits(position, turn);
        let mut rng = turn.rng.playouts();
        let playouts = self.options.playouts.unwrap_or(u64::MAX);
        match self.search(RootPolicy::Best, playouts, &mut rng, &limits) {
            Err(Stopped) if limits.is_interrupted() => return Err(NoChoice::Interrupted),
            Ok(()) | Err(Stopped) => {}
        }
        let best = self.tree.best().ok_or(NoChoice::GameOver)?;
        let value = value(&best);
        let depth = value.map(|_| self.depth());
        Ok(Choice { mv: best.mv, value, depth, nodes: self.tree.positions() })
    }

    fn new_game(&mut self, _: &mut Rng) {
        self.tree.clear();
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        let mut fresh = MctsPlayer::<G>::new(self.options);
        // The nodes are allocated here, not in the time of the first move.
        fresh.tree.reserve(self.options.most_playouts());
        Box::new(fresh)
    }

    fn is_reproducible(&self) -> bool {
        self.options.time.is_none() && self.options.clock.is_none()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.options.clock
    }

    fn is_timed(&self) -> bool {
        !Strategy::<G>::is_reproducible(self)
    }

    fn into_analyst(self: Box<Self>) -> Option<Box<dyn Analyst<G>>> {
        Some(self)
    }
}

/// The playouts before an analysis is shown for the first time. After that it is shown whenever they have doubled.
const FIRST_SHOWN: u64 = 1000;

/// Every move gets the same number of playouts, since the values of all are asked for.
impl<G: Game> Analyst<G> for MctsPlayer<G> {
    fn analyze_observed(
        &mut self,
        position: &G,
        turn: &mut Turn<'_>,
        observe: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, NoChoice> {
        self.tree.clear();
        self.set_root(position);
        let limits = self.limits(position, turn);
        let mut rng = turn.rng.playouts();
        let mut left = self.options.playouts.unwrap_or(u64::MAX);
        let mut next = FIRST_SHOWN;
        loop {
            let playouts = next.min(left);
            let before = self.tree.visits();
            let found = self.search(RootPolicy::Even, playouts, &mut rng, &limits);
            if found == Err(Stopped) && limits.is_interrupted() {
                return Err(NoChoice::Interrupted);
            }
            left -= playouts;
            next *= 2;
            let is_done = found.is_err() || left == 0 || self.tree.visits() - before < playouts;
            let analysis = self.analysis();
            if is_done {
                return Ok(analysis);
            }
            observe(&analysis);
        }
    }
}

impl<G: Game> MctsPlayer<G> {
    /// What the tree says of the moves at its root.
    fn analysis(&self) -> Analysis {
        let moves = self.tree.root_moves();
        let values =
            moves.iter().map(|found| MoveValue { mv: found.mv, value: value(found).unwrap_or_default() });
        let prospect = self.tree.proof().map(|outcome| match outcome {
            Outcome::Win(side) => format!("{} wins", G::side_name(side)),
            Outcome::Draw => "a draw".to_owned(),
        });
        Analysis { values: values.collect(), depth: self.depth(), nodes: self.tree.positions(), prospect }
    }
}
