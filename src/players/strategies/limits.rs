//! The limits of a search: its time, its number of nodes, and Ctrl-C.
//!
//! The time is that of a move (`time=`) or of a whole game (`clock=`); every strategy reads these keys with [`time`].

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::options::duration;
use super::{KeyInfo, Options, Turn};
use crate::players::clock::TimeControl;
use crate::search::{Control, Watcher};
use crate::text::TextError;
use crate::text::quantity::{self, DAY};

/// The name of the key for the time of a move.
const TIME: &str = "time";

/// The key for the time of a whole game.
pub(super) const CLOCK: KeyInfo = KeyInfo {
    name: "clock",
    values: "150s+0s, 40/60s",
    summary: "the time for a game, or for N moves, and what each move adds",
};

/// What a spec says of time: `time=` or `clock=`, but not both.
pub(super) fn time(options: Options<'_>) -> Result<(Option<Duration>, Option<TimeControl>), TextError> {
    let time = options.key(TIME, duration)?;
    let clock = options.key(CLOCK.name, read_clock)?;
    if time.is_some() && clock.is_some() {
        let problem = "a player has a time for each move or a clock for the whole game, not both";
        return Err(options.error_at(CLOCK.name, problem, "remove time= or clock="));
    }
    Ok((time, clock))
}

/// A clock: `150s+0s`, `2m+1s`, without an increment `500ms`, or for some moves `40/60s+0.6s`. The base is more than 0, both are at
/// most a day.
pub(crate) fn read_clock(text: &str) -> Result<TimeControl, (String, String)> {
    let (moves, times) = text.split_once('/').map_or((None, text), |(moves, times)| (Some(moves), times));
    let (base, increment) = times.split_once('+').unwrap_or((times, "0s"));
    let session = moves.map(|moves| moves.parse().ok().filter(|moves| (1..=10_000).contains(moves)));
    let problem = match (quantity::duration(base), quantity::duration(increment), session) {
        (_, _, Some(None)) => "is not a clock: the number of moves is from 1 to 10,000",
        (Some(base), Some(increment), session) if !base.is_zero() && base.max(increment) <= DAY => {
            return Ok(TimeControl { session: session.flatten(), ..TimeControl::new(base, increment) });
        }
        (Some(_), Some(_), _) => {
            "is out of range: the time of a game is more than 0, and both are at most a day"
        }
        _ => "is not a clock",
    };
    let advice = "write the time of a game and what each move adds, for example clock=150s+0s or clock=2m+1s, or the time of some \
                  moves: clock=40/60s+0.6s";
    Err((format!("'{text}' {problem}"), advice.to_owned()))
}

/// The limits of one search.
///
/// Reading the clock costs more than a node, and a node of a large board costs a thousand times more than one of a
/// small board. So the number of nodes between two looks at the clock adapts to about half a millisecond of work.
#[derive(Debug)]
pub(super) struct Limits<'a> {
    interrupt: &'a AtomicBool,
    stop: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
    max_nodes: Option<u64>,
    /// While false, only Ctrl-C stops the search.
    enforced: Cell<bool>,
    last_look: Cell<Instant>,
    /// How many nodes from one look at the clock to the next; 0 before the first node.
    step: Cell<u64>,
}

const OFTEN: Duration = Duration::from_micros(250);
const SELDOM: Duration = Duration::from_millis(1);
/// The nodes before the first look at the clock. On the largest board they take milliseconds.
const FIRST_STEP: u64 = 32;
/// If a step takes less than this, [`LEAP`] times as many nodes still take no more than half a millisecond.
const AT_ONCE: Duration = Duration::from_micros(15);
const LEAP: u64 = 32;
const LONGEST_STEP: u64 = 1 << 16;

impl<'a> Limits<'a> {
    /// Limits from now on, which are not enforced yet.
    pub(super) fn new(turn: &Turn<'a>, time: Option<Duration>, max_nodes: Option<u64>) -> Limits<'a> {
        let now = Instant::now();
        Limits {
            interrupt: turn.interrupt,
            stop: turn.stop,
            deadline: time.map(|time| now + time),
            max_nodes,
            enforced: Cell::new(false),
            last_look: Cell::new(now),
            step: Cell::new(0),
        }
    }

    /// Stops the search at its limits from now on. Before, only Ctrl-C does.
    pub(super) fn enforce(&self) {
        self.enforced.set(true);
    }

    /// Whether the time or the nodes are used up.
    pub(super) fn are_reached(&self, nodes: u64) -> bool {
        self.max_nodes.is_some_and(|most| nodes >= most)
            || self.is_stopped()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the best move so far is wanted at once.
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Looks at the clock and gives the nodes until the next look.
    fn next_step(&self) -> u64 {
        let step = self.step.get();
        if step == 0 {
            return FIRST_STEP;
        }
        let now = Instant::now();
        let since = now - self.last_look.replace(now);
        let step = if since < AT_ONCE {
            step * LEAP
        } else if since < OFTEN {
            step * 2
        } else if since > SELDOM {
            step / 2
        } else {
            step
        };
        step.clamp(1, LONGEST_STEP)
    }
}

impl Watcher for Limits<'_> {
    fn check(&self, nodes: u64) -> Control {
        let is_unlimited = self.deadline.is_none() && self.max_nodes.is_none();
        if self.is_interrupted()
            || self.enforced.get() && self.are_reached(nodes)
            || is_unlimited && self.is_stopped()
        {
            return Control::Stop;
        }
        let step = self.next_step();
        self.step.set(step);
        let next = nodes + step;
        // The limit of nodes is exact: it decides which depth is the last, and that must not depend on the clock.
        match self.max_nodes {
            Some(most) if nodes < most => Control::CheckAgainAt(next.min(most)),
            _ => Control::CheckAgainAt(next),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Rng};

    #[test]
    fn clocks_are_read_with_and_without_an_increment() {
        let ms = Duration::from_millis;
        let read = |text: &str| read_clock(text).map(|control| (control.base, control.increment)).unwrap();
        assert_eq!(read("150s+0s"), (ms(150_000), ms(0)));
        assert_eq!(read("2m+1s"), (ms(120_000), ms(1000)));
        assert_eq!(read("500ms+10ms"), (ms(500), ms(10)));
        assert_eq!(read("1.5min"), (ms(90_000), ms(0)));
        let session = read_clock("40/60s+0.6s").unwrap();
        assert_eq!((session.base, session.increment, session.session), (ms(60_000), ms(600), Some(40)));
        for wrong in [
            "", "+", "5", "/60s", "0/60s", "x/60s", "40/", "40/60", "150", "150s+", "+1s", "0s+1s", "5s+1",
            "5s+-1s", "5s+1s+1s", "25h", "1s+25h",
        ] {
            assert!(read_clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_limit_of_nodes_is_exact() {
        let interrupt = AtomicBool::new(false);
        let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
        let limits = Limits::new(&Turn::new(&mut rng, &interrupt), None, Some(1000));
        limits.enforce();
        let mut nodes = 0;
        while let Control::CheckAgainAt(next) = limits.check(nodes) {
            nodes = next;
        }
        assert_eq!(nodes, 1000);
    }

    #[test]
    fn the_clock_stops_a_search_only_where_limits_are_enforced() {
        let interrupt = AtomicBool::new(false);
        let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
        let limits = Limits::new(&Turn::new(&mut rng, &interrupt), Some(Duration::ZERO), None);
        assert!(matches!(limits.check(1), Control::CheckAgainAt(_)));
        limits.enforce();
        assert_eq!(limits.check(2), Control::Stop);
    }

    #[test]
    fn an_interrupt_stops_every_search() {
        let interrupt = AtomicBool::new(false);
        let mut rng = Rng::stream(1, Purpose::PlayerA, 0);
        let limits = Limits::new(&Turn::new(&mut rng, &interrupt), None, None);
        assert!(matches!(limits.check(1), Control::CheckAgainAt(_)));
        interrupt.store(true, Ordering::Relaxed);
        assert_eq!(limits.check(2), Control::Stop);
    }
}
