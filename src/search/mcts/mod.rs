//! Monte Carlo tree search: UCT with proofs.
//!
//! A playout starts at the root, follows the most promising moves to a leaf of the tree, plays a game from there to its
//! end ([`Rollout`]) and adds the result to every node on the way. Everything is pure: the caller draws the random
//! numbers, and a [`Watcher`] stops the search. A search is a function of the position, the settings, the draws and, if
//! the tree is kept, of the earlier searches.
//!
//! - **Selection** by UCT (L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo Planning", 2006): the move with the
//!   highest mean reward plus `c · sqrt(ln N / n)`, where N counts the visits of the node and n those of the move. Moves that were
//!   never tried come first, from a random one on.
//! - **Expansion.** A leaf gets its children, all at once and next to each other, when it is visited for the second time.
//!   Nodes come from a [pool of fixed size](TreeSearch::reserve). When it is full, the tree stops growing and playouts
//!   start at its leaves.
//! - **Rewards** are 1 for a win, 0 for a draw, -1 for a loss, seen from the side that made the move of a node. Nothing is
//!   negated from one level to the next, so a side that moves again (Kalah) needs no special case. A [share of
//!   the margin](Settings::margin) may count, too.
//! - **Proofs** (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo Tree Search Solver", 2008): finished games in the tree are
//!   wins, losses or draws. A side with a won move has won; if all its moves are proved, the best of them counts. A proved
//!   move is not visited again, and a search whose root is proved ends. Where the game [sees
//!   wins](SearchSupport::SEES_WINS), moves that win at once or lose to the next one are recognized without playing them.
//! - **The first two plies** are expanded before the first playout: a win in one is taken and a loss in one is avoided
//!   after any number of playouts.
//!
//! The same draws lead to the same tree on every machine: additions, multiplications, divisions and square roots are exact
//! by IEEE 754, and logarithms come from a table that is computed at compile time from these.

mod node;
mod pool;
mod rollout;
/// Moves in order. Outside the generic code, so that sorting is compiled once.
fn in_order(mut moves: Vec<RootMove>) -> Vec<RootMove> {
    moves.sort_unstable_by_key(|found| found.mv);
    moves
}

#[cfg(test)]
mod tests;
mod upper_bound;

pub use rollout::Rollout;

use super::{Control, Stopped, Watcher};
use crate::games::{ForcedMoves, Game, Move, MoveSet, Outcome, SearchSupport, Side};
use node::Node;
use pool::{Pool, ROOT};
use upper_bound::exploration;

/// What distinguishes one search from another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The weight of exploration.
    pub c: f32,
    /// The share of a reward that is the margin, in points of all points, instead of the result.
    pub margin: f64,
    /// How playouts are played.
    pub rollout: Rollout,
}

/// The settings that measured best in the games at hand.
impl Default for Settings {
    fn default() -> Settings {
        Settings { c: 1.2, margin: 0.0, rollout: Rollout::Random }
    }
}

/// How playouts are distributed among the moves of the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootPolicy {
    /// By UCT: most of them to the best moves, to choose one.
    Best,
    /// Evenly among the moves that are not proved, to value all of them.
    Even,
}

/// A move at the root of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How often it was visited.
    pub visits: u32,
    /// Its mean reward for the side to move, from -1 to 1; the result if it is proved.
    pub mean: f64,
    /// The result of the game after it, if that is proved.
    pub proof: Option<Outcome>,
}

/// A node is expanded when it has been visited this many times.
const EXPANDED_AT: u32 = 1;

/// The most plies from the root to a leaf. Deeper nodes are not expanded.
const DEEPEST: usize = 1024;

/// The most visits of a node.
const MOST_VISITS: u32 = u32::MAX - 1;

/// A search tree that can be searched further.
#[derive(Debug)]
pub struct TreeSearch<G> {
    settings: Settings,
    pool: Pool,
    /// The position at the root, if there is a tree.
    root: Option<G>,
    /// The nodes of the current playout, from the root on.
    path: Vec<u32>,
    positions: u64,
    /// How often a move of the root was proved.
    root_proofs: u32,
}

impl<G: Game> TreeSearch<G> {
    /// An empty tree without room for any.
    pub fn new(settings: Settings) -> TreeSearch<G> {
        TreeSearch {
            settings,
            pool: Pool::default(),
            root: None,
            path: Vec::new(),
            positions: 0,
            root_proofs: 0,
        }
    }

    /// The most nodes of any tree: 4,194,304, or 100 MB.
    pub const MOST_NODES: usize = Pool::MOST_NODES;

    /// Allocates the pool for this many playouts per search, if that is not done yet. Nothing is allocated after that.
    ///
    /// There is room for the [most moves](MoveSet::MOST) of a position after each playout and for the first two plies, but for no more than
    /// [`MOST_NODES`](Self::MOST_NODES). Memory that the tree does not reach is never touched.
    pub fn reserve(&mut self, playouts: Option<u64>) {
        let most = Pool::MOST_NODES;
        let expansions = playouts.and_then(|playouts| usize::try_from(playouts).ok()).unwrap_or(most);
        let nodes = expansions.saturating_add(G::Moves::MOST + 2).saturating_mul(G::Moves::MOST);
        self.pool.reserve(nodes.min(most));
        self.path.reserve_exact(DEEPEST - self.path.len());
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.root = None;
        self.pool.clear();
    }

    /// Makes this position the root. If it is in the tree after one move of the side that moved at the root and any
    /// moves of the other side, the tree below it is kept.
    pub fn set_root(&mut self, position: &G) {
        self.positions = 0;
        let found = self.root.and_then(|root| self.find(ROOT, &root, position, root.to_move()));
        match found {
            Some(node) if self.pool[node].is_expanded() => self.pool.keep_below(node),
            _ => self.pool.plant(),
        }
        self.root = Some(*position);
    }

    /// The node of a position: below `at`, where the game stands at `reached`.
    fn find(&self, at: u32, reached: &G, position: &G, side: Side) -> Option<u32> {
        if reached == position {
            return Some(at);
        }
        // The next move of the side that searches comes only after it searched again.
        if at != ROOT && reached.to_move() == side {
            return None;
        }
        self.pool.children_of(at).find_map(|child| {
            let node = &self.pool[child];
            (node.visits() > 0).then(|| self.find(child, &reached.after(node.mv()), position, side)).flatten()
        })
    }

    /// Searches from the [root](Self::set_root) until it has made `playouts` more playouts, the root is proved or has
    /// only one move that is not lost, or the watcher stops it. `below` draws a number below a bound that is never 0.
    ///
    /// The watcher counts positions: every move made in the tree or in a playout is one.
    pub fn search(
        &mut self,
        policy: RootPolicy,
        playouts: u64,
        below: &mut impl FnMut(u32) -> u32,
        watcher: &dyn Watcher,
    ) -> Result<(), Stopped> {
        let Some(root) = self.root else { return Ok(()) };
        // Something to play, whatever the limit.
        self.expand_first_plies(&root, below);
        let mut check_at = match watcher.check(self.positions) {
            Control::CheckAgainAt(positions) => positions,
            Control::Stop => return Err(Stopped),
        };
        let most = u64::from(MOST_VISITS - self.pool[ROOT].visits());
        let mut seen_proofs = None;
        for _ in 0..playouts.min(most) {
            if seen_proofs != Some(self.root_proofs) {
                seen_proofs = Some(self.root_proofs);
                if self.is_decided(policy) {
                    break;
                }
            }
            self.playout(&root, policy, below);
            if self.positions >= check_at {
                match watcher.check(self.positions) {
                    Control::CheckAgainAt(positions) => check_at = positions,
                    Control::Stop => return Err(Stopped),
                }
            }
        }
        Ok(())
    }

    /// The moves of the root in order.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let children = self.pool.children(ROOT).iter().map(|node| RootMove {
            mv: node.mv(),
            visits: node.visits(),
            mean: node.mean(),
            proof: node.proof(),
        });
        in_order(children.collect())
    }

    /// The move to play: a proved win; else the move with the most visits that is not proved, but a proved draw rather than
    /// a negative mean; of lost moves the one with the most visits. Ties go to the higher mean, then to the first in
    /// order.
    pub fn best(&self) -> Option<RootMove> {
        let side = self.root?.to_move();
        let moves = self.root_moves();
        let most_visited = |wanted: &dyn Fn(Option<Outcome>) -> bool| {
            let fitting = moves.iter().copied().filter(|found| wanted(found.proof));
            fitting.reduce(
                |best, next| {
                    if (next.visits, next.mean) > (best.visits, best.mean) { next } else { best }
                },
            )
        };
        let won = most_visited(&|proof| proof == Some(Outcome::Win(side)));
        let drawn = most_visited(&|proof| proof == Some(Outcome::Draw));
        let open = most_visited(&|proof| proof.is_none());
        let hopeful = open.filter(|open| open.mean >= 0.0 || drawn.is_none());
        won.or(hopeful).or(drawn).or_else(|| most_visited(&|_| true))
    }

    /// The number of playouts of the tree.
    pub fn visits(&self) -> u64 {
        self.pool.get(ROOT).map_or(0, |root| u64::from(root.visits()))
    }

    /// The number of positions made since the root was set.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The result at the root, if it is proved.
    pub fn proof(&self) -> Option<Outcome> {
        self.pool.get(ROOT).and_then(Node::proof)
    }

    /// The number of plies of the line of most visited moves.
    pub fn line_length(&self) -> usize {
        let mut at = ROOT;
        let next = |at| self.pool.children_of(at).max_by_key(|&child| self.pool[child].visits());
        let mut plies = 0;
        while let Some(child) = next(at).filter(|&child| self.pool[child].visits() > 0) {
            (at, plies) = (child, plies + 1);
        }
        plies
    }

    /// The number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.pool.len()
    }

    /// Whether more playouts cannot change the choice; with [`RootPolicy::Even`], the value of any move.
    fn is_decided(&self, policy: RootPolicy) -> bool {
        let children = self.pool.children(ROOT);
        match policy {
            RootPolicy::Best => {
                self.proof().is_some() || children.iter().filter(|child| !child.is_lost()).count() < 2
            }
            RootPolicy::Even => children.iter().all(|child| child.proof().is_some()),
        }
    }

    /// Expands the root and its children, whatever the pool has room for.
    fn expand_first_plies(&mut self, root: &G, below: &mut impl FnMut(u32) -> u32) {
        self.path.clear();
        self.path.push(ROOT);
        if !self.pool[ROOT].is_expanded() {
            self.expand::<true>(root, below);
        }
        for child in self.pool.children_of(ROOT) {
            let node = &self.pool[child];
            if !node.is_expanded() && node.proof().is_none() {
                let position = root.after(node.mv());
                self.positions += 1;
                self.path.push(child);
                self.expand::<false>(&position, below);
                self.path.pop();
            }
        }
    }

    /// One playout: from the root to a leaf, from there to the end of the game, and back.
    ///
    /// Where a proved draw is the most promising move, visiting it again would tell nothing. The best of the other moves
    /// is visited, but for all nodes before it the playout counts as a draw.
    fn playout(&mut self, root: &G, policy: RootPolicy, below: &mut impl FnMut(u32) -> u32) {
        let mut position = *root;
        self.path.clear();
        let mut at = ROOT;
        let mut drawn = 0;
        let mut proved = None;
        loop {
            self.path.push(at);
            let node = &self.pool[at];
            if !node.is_expanded() {
                if node.visits() < EXPANDED_AT || self.path.len() >= DEEPEST {
                    break;
                }
                proved = self.expand::<false>(&position, below);
                if proved.is_some() || !self.pool[at].is_expanded() {
                    break;
                }
            }
            if policy == RootPolicy::Even && at == ROOT {
                at = self.pool.least_visited_open_child(ROOT);
            } else {
                let exploration = self.settings.c * exploration(self.pool[at].visits());
                let parent = at;
                at = self.pool.best_child(parent, exploration);
                if self.pool[at].is_proved() {
                    drawn = self.path.len();
                    at = self.pool.best_open_child(parent, exploration);
                }
            }
            position.play(self.pool[at].mv());
        }
        self.positions += self.path.len() as u64 - 1;
        let reward = proved.map_or_else(|| self.roll_out(position, below), result);
        let (before, behind) = self.path.split_at(drawn);
        self.pool.add(before, [0.0; 2]);
        self.pool.add(behind, [reward, -reward]);
    }

    /// Plays a game to its end and gives the reward of the first side. A finished position is a proof.
    fn roll_out(&mut self, position: G, below: &mut impl FnMut(u32) -> u32) -> f64 {
        if let Some(outcome) = position.outcome() {
            self.prove(outcome);
            return self.reward(&position, outcome);
        }
        let (end, plies) = self.settings.rollout.play(position, below);
        self.positions += plies;
        self.reward(&end, end.outcome().unwrap_or(Outcome::Draw))
    }

    /// The reward of the first side at the end of a game.
    fn reward(&self, end: &G, outcome: Outcome) -> f64 {
        let share = self.settings.margin;
        if share == 0.0 {
            return result(outcome);
        }
        let [first, second] = end.points().map(f64::from);
        let margin = if first + second > 0.0 { (first - second) / (first + second) } else { 0.0 };
        (1.0 - share) * result(outcome) + share * margin
    }

    /// Gives the last node of the path its children, if the pool has room for them, and what they prove. With `ALL`, even
    /// moves that are known to lose get a node.
    fn expand<const ALL: bool>(
        &mut self,
        position: &G,
        below: &mut impl FnMut(u32) -> u32,
    ) -> Option<Outcome> {
        let mover = position.to_move();
        let mut tried = position.legal_moves();
        if !ALL && G::Search::SEES_WINS && !tried.is_none() {
            match G::Search::forced_moves(position, true) {
                ForcedMoves::Win(_) => {
                    self.prove(Outcome::Win(mover));
                    return Some(Outcome::Win(mover));
                }
                ForcedMoves::Only(forced) => tried = forced,
                ForcedMoves::Unknown => {}
            }
        }
        let count = tried.len();
        if count == 0 || !self.pool.has_room_for(count) {
            return None;
        }
        // Moves are tried from a random one on, so that none is preferred.
        let turn = below(count as u32) as usize;
        let mut rest = tried;
        let from = rest.nth(turn);
        let mut proves = false;
        let children = from.into_iter().chain(rest).chain(tried.take(turn)).map(|mv| {
            let mut node = Node::untried(mv, mover);
            if ALL || !G::Search::SEES_WINS {
                let outcome = position.after(mv).outcome();
                if let Some(outcome) = outcome {
                    node.prove(outcome);
                    proves = true;
                }
            }
            node
        });
        self.pool.expand(self.path[self.path.len() - 1], children);
        if ALL || !G::Search::SEES_WINS {
            self.positions += count as u64;
        }
        if proves { self.prove_by_children(self.path.len() - 1, mover) } else { None }
    }

    /// Proves the last node of the path, and what follows from that for the nodes before it.
    fn prove(&mut self, outcome: Outcome) {
        self.prove_at(self.path.len() - 1, outcome);
    }

    /// The same for any node of the path.
    fn prove_at(&mut self, depth: usize, outcome: Outcome) {
        let node = &mut self.pool[self.path[depth]];
        node.prove(outcome);
        let chooser = node.chooser();
        if let Some(parent) = depth.checked_sub(1) {
            self.prove_by_children(parent, chooser);
        }
    }

    /// Proves a node of the path, where this side has to move, if its children do, and then those before it. Gives the
    /// result of that node.
    fn prove_by_children(&mut self, depth: usize, mover: Side) -> Option<Outcome> {
        if depth == 0 {
            self.root_proofs += 1;
        }
        let outcome = self.pool.result_of_children(self.path[depth], mover)?;
        self.prove_at(depth, outcome);
        Some(outcome)
    }
}

/// The reward of the first side for a result.
fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => -1.0,
        Outcome::Draw => 0.0,
    }
}
