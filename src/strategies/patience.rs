//! When a search has to stop: its clock, its number of nodes, or Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Orders, Watch};

/// Watches over one search.
///
/// Reading the clock costs more than a node, and a node of a large board costs a thousand times more than one of a
/// small board. So the number of nodes between two looks at the clock adapts to about half a millisecond of work.
#[derive(Debug)]
pub(super) struct Patience<'a> {
    interrupt: &'a AtomicBool,
    deadline: Option<Instant>,
    most_nodes: Option<u64>,
    /// While false, only Ctrl-C stops the search.
    pub(super) limited: bool,
    last_look: Instant,
    /// How many nodes from one look at the clock to the next; 0 before the first node.
    step: u64,
}

const OFTEN: Duration = Duration::from_micros(250);
const SELDOM: Duration = Duration::from_millis(1);
/// The first look comes after so many nodes. On the largest board they take milliseconds.
const FIRST_STEP: u64 = 32;
/// Where a step takes less than this, so many times as many nodes are still no more than half a millisecond of work.
const AT_ONCE: Duration = Duration::from_micros(15);
const LEAP: u64 = 32;
const LONGEST_STEP: u64 = 1 << 16;

impl<'a> Patience<'a> {
    /// From now on.
    pub(super) fn new(
        interrupt: &'a AtomicBool,
        time: Option<Duration>,
        most_nodes: Option<u64>,
    ) -> Patience<'a> {
        let now = Instant::now();
        Patience {
            interrupt,
            deadline: time.map(|time| now + time),
            most_nodes,
            limited: false,
            last_look: now,
            step: 0,
        }
    }

    /// Whether the time or the nodes are used up.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.most_nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Looks at the clock and adapts the step.
    fn look(&mut self) {
        let now = Instant::now();
        let since = now - self.last_look;
        self.last_look = now;
        self.step = if since < AT_ONCE {
            self.step * LEAP
        } else if since < OFTEN {
            self.step * 2
        } else if since > SELDOM {
            self.step / 2
        } else {
            self.step
        };
        self.step = self.step.clamp(1, LONGEST_STEP);
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

impl Watch for Patience<'_> {
    fn orders(&mut self, nodes: u64) -> Orders {
        if self.is_interrupted() || self.limited && self.is_spent(nodes) {
            return Orders::Stop;
        }
        if self.step == 0 {
            self.step = FIRST_STEP;
        } else {
            self.look();
        }
        let next = nodes + self.step;
        // The limit of nodes is exact: it decides which depth is the last, and that must not depend on the clock.
        match self.most_nodes {
            Some(most) if nodes < most => Orders::AskAgainAt(next.min(most)),
            _ => Orders::AskAgainAt(next),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_nodes_is_exact() {
        let interrupt = AtomicBool::new(false);
        let mut patience = Patience::new(&interrupt, None, Some(1000));
        patience.limited = true;
        let mut nodes = 0;
        while let Orders::AskAgainAt(next) = patience.orders(nodes) {
            nodes = next;
        }
        assert_eq!(nodes, 1000);
    }

    #[test]
    fn the_clock_stops_only_a_limited_search() {
        let interrupt = AtomicBool::new(false);
        let mut patience = Patience::new(&interrupt, Some(Duration::ZERO), None);
        assert!(matches!(patience.orders(1), Orders::AskAgainAt(_)));
        patience.limited = true;
        assert_eq!(patience.orders(2), Orders::Stop);
    }

    #[test]
    fn an_interrupt_stops_every_search() {
        let interrupt = AtomicBool::new(false);
        let mut patience = Patience::new(&interrupt, None, None);
        assert!(matches!(patience.orders(1), Orders::AskAgainAt(_)));
        interrupt.store(true, Ordering::Relaxed);
        assert_eq!(patience.orders(2), Orders::Stop);
    }
}
