//! The nodes of a tree in one allocation of fixed size.
//!
//! Children are next to each other and behind their parent, so a subtree can be moved to the front in one pass without further
//! memory: see [`Pool::keep_below`].

use std::ops::{Index, IndexMut, Range};

use super::node::Node;
use crate::games::{Outcome, Side};

/// The index of the root.
pub(super) const ROOT: u32 = 0;

/// Set in a node that is kept.
const KEPT: u32 = 1 << 31;

/// Set in the first of a node's children that are kept.
const HEAD: u32 = 1 << 30;

/// The nodes of a tree.
#[derive(Debug, Default)]
pub(super) struct Pool {
    nodes: Vec<Node>,
}

impl Pool {
    pub(super) const MOST_NODES: usize = 1 << 22;

    /// Makes room for this many nodes, once.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve_exact(nodes.saturating_sub(self.nodes.len()));
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Starts a tree that has only its root.
    pub(super) fn plant(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::root());
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.nodes.capacity()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn get(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }

    pub(super) fn has_room_for(&self, children: usize) -> bool {
        self.nodes.len() + children <= self.nodes.capacity().min(Pool::MOST_NODES)
    }

    /// Gives a node these children.
    pub(super) fn expand(&mut self, parent: u32, children: impl Iterator<Item = Node>) {
        let first = self.nodes.len();
        self.nodes.extend(children);
        let count = self.nodes.len() - first;
        self[parent].set_children(first as u32, count as u32);
    }

    /// The indices of a node's children.
    #[inline]
    pub(super) fn children_of(&self, at: u32) -> Range<u32> {
        let node = &self[at];
        node.first..node.first + node.count()
    }

    #[inline]
    pub(super) fn children(&self, at: u32) -> &[Node] {
        let Range { start, end } = self.children_of(at);
        &self.nodes[start as usize..end as usize]
    }

    /// The child with the highest upper bound, the first among equals.
    #[inline]
    pub(super) fn best_child(&self, at: u32, exploration: f32) -> u32 {
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (i, child) in self.children(at).iter().enumerate() {
            let bound = child.upper_bound(exploration);
            if bound > highest {
                (best, highest) = (i as u32, bound);
            }
        }
        self[at].first + best
    }

    /// The same among the children that are not proved, of which there is one.
    pub(super) fn best_open_child(&self, at: u32, exploration: f32) -> u32 {
        let open = self.children_of(at).filter(|&child| !self[child].is_proved());
        let bound = |&child: &u32| self[child].upper_bound(exploration);
        let best = open.reduce(|best, next| if bound(&next) > bound(&best) { next } else { best });
        best.unwrap_or(self[at].first)
    }

    /// The child with the fewest visits among those that are not proved.
    pub(super) fn least_visited_open_child(&self, at: u32) -> u32 {
        let open = self.children_of(at).filter(|&child| !self[child].is_proved());
        open.min_by_key(|&child| self[child].visits()).unwrap_or(self[at].first)
    }

    /// Counts a playout in all nodes of a path.
    #[inline]
    pub(super) fn add(&mut self, path: &[u32], rewards: [f64; 2]) {
        for &at in path {
            self[at].add(rewards);
        }
    }

    /// The result that the children of a node prove if this side has to move there.
    pub(super) fn result_of_children(&self, at: u32, mover: Side) -> Option<Outcome> {
        let win = Some(Outcome::Win(mover));
        let children = self.children(at);
        if children.iter().any(|child| child.proof() == win) {
            return win;
        }
        if children.iter().any(|child| child.proof().is_none()) {
            return None;
        }
        let draw = children.iter().find(|child| child.proof() == Some(Outcome::Draw));
        draw.or(children.first()).and_then(Node::proof)
    }

    /// Makes a node the root and removes everything that is not below it.
    ///
    /// Nodes are moved forward in the order they have. A parent comes before its children, so a node knows whether it is kept when
    /// its turn comes, and it can tell its children. Where they will be is not known yet: until they are moved, the first of them
    /// holds the new index of its parent in place of its visits, which the parent holds in place of its index.
    pub(super) fn keep_below(&mut self, root: u32) {
        self[root].first |= KEPT;
        let mut to = 0;
        for from in root..self.nodes.len() as u32 {
            let mut node = self[from];
            if node.first & KEPT == 0 {
                continue;
            }
            if node.first & HEAD != 0 {
                let parent = node.visits;
                node.visits = self[parent].first;
                self[parent].first = to;
            }
            node.first &= !(KEPT | HEAD);
            if node.is_expanded() {
                for child in node.first..node.first + node.count() {
                    self[child].first |= KEPT;
                }
                let head = &mut self[node.first];
                head.first |= HEAD;
                node.first = std::mem::replace(&mut head.visits, to);
            }
            self[to] = node;
            to += 1;
        }
        self.nodes.truncate(to as usize);
    }
}

impl Index<u32> for Pool {
    type Output = Node;

    #[inline]
    fn index(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }
}

impl IndexMut<u32> for Pool {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }
}
