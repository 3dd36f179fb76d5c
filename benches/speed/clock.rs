//! Timing of several ways to do the same work, and the table of results.

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

/// A line of a table: the same work done in three ways.
pub(crate) struct Line<'a> {
    pub(crate) game: &'a str,
    pub(crate) work: &'a str,
    /// The times of the textbook, the plain and the fast way for all of it.
    pub(crate) taken: [Duration; 3],
    /// The number of pieces of work.
    pub(crate) pieces: u64,
    /// The least acceptable ratio to the textbook, and the target.
    pub(crate) wanted: Option<(u32, u32)>,
}

/// Prints the title and header of a table. `piece` is the unit of work.
pub(crate) fn header(sentence: &str, piece: &str) {
    println!("\n{sentence}\n");
    println!(
        "  {:<14} {:<22} {:>11} {:>11} {:>11}  {:>11} {:>9}  wanted",
        "game",
        format!("time per {piece}"),
        "textbook",
        "plain",
        "fast",
        "to textbook",
        "to plain"
    );
}

impl Line<'_> {
    /// Prints it.
    pub(crate) fn print(&self) {
        let [textbook, plain, fast] = self.taken.map(|time| time.as_secs_f64() / self.pieces as f64);
        let wanted = self.wanted.map_or_else(String::new, |(least, aim)| format!("  {least}, better {aim}"));
        println!(
            "  {:<14} {:<22} {:>11} {:>11} {:>11}  {:>11} {:>9}{wanted}",
            self.game,
            self.work,
            time(textbook),
            time(plain),
            time(fast),
            times(textbook / fast),
            times(plain / fast),
        );
    }
}

/// A time with its unit.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{value:.2} {unit}")
}

fn times(ratio: f64) -> String {
    if ratio < 100.0 { format!("{ratio:.1} x") } else { format!("{ratio:.0} x") }
}
