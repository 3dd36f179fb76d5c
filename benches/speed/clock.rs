//! Timing of several ways to do the same work.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How much time to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    Quick,
    Full,
}

impl Effort {
    /// One of two values.
    pub(crate) fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Full => full,
        }
    }
}

/// One of the compared ways to do the work.
pub(crate) type Way<'a> = &'a mut dyn FnMut();

/// The time of each way: the median of measurements taken in turns, so that other load on the machine
/// affects all of them.
pub(crate) fn medians<const N: usize>(effort: Effort, clock: Clock, mut ways: [Way<'_>; N]) -> [Duration; N] {
    let (most_rounds, enough) = effort.pick((3, Duration::from_secs(2)), (9, Duration::from_secs(10)));
    let least = effort.pick(Duration::from_millis(50), Duration::from_millis(200));
    let began = clock();
    let mut times = [1; N];
    let mut taken: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..most_rounds {
        for ((way, times), taken) in ways.iter_mut().zip(&mut times).zip(&mut taken) {
            taken.push(sample(way, times, least, clock));
        }
        if clock().saturating_sub(began) >= enough {
            break;
        }
    }
    taken.map(|mut taken| {
        taken.sort_unstable();
        taken[taken.len() / 2]
    })
}

/// One measurement, repeated this many times or until the least time is filled, so that clock resolution does not matter.
fn sample(way: &mut Way<'_>, times: &mut u32, least: Duration, clock: Clock) -> Duration {
    loop {
        let began = clock();
        (0..*times).for_each(|_| way());
        let took = clock().saturating_sub(began);
        if took >= least {
            return took / *times;
        }
        *times *= 2;
    }
}

/// A clock.
pub(crate) type Clock = fn() -> Duration;

/// The CPU time of this thread, which other processes do not affect. Linux reports it to a
/// few milliseconds; elsewhere it is the wall-clock time.
pub(crate) fn busy() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(wall, Duration::from_nanos)
}

/// The wall-clock time since the first call.
pub(crate) fn wall() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
