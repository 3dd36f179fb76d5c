//! How numbers, seeds and times on the command line are read.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::run::session::all_cores;
use crate::text::quantity::{self, DAY};

/// The numbers of games of a run.
pub(in crate::cli) const GAMES: RangeInclusive<u64> = 1..=1_000_000_000_000;

/// The numbers of rounds of a Swiss tournament.
pub(in crate::cli) const ROUNDS: RangeInclusive<u64> = 1..=10_000;

/// The numbers of threads.
pub(in crate::cli) const THREADS: RangeInclusive<u64> = 1..=1024;

/// The numbers above 0 that fit 32 bits.
pub(in crate::cli) const POSITIVE: RangeInclusive<u64> = 1..=u32::MAX as u64;

/// A number of games.
pub(super) fn games(text: &str) -> Result<u64, String> {
    whole(text, GAMES)
}

/// A number above 0.
pub(super) fn positive(text: &str) -> Result<u32, String> {
    whole(text, POSITIVE)
}

/// A whole number within a range, which must fit the type.
pub(super) fn whole<T: TryFrom<u64>>(text: &str, range: RangeInclusive<u64>) -> Result<T, String> {
    let number = quantity::whole(text, range)?;
    T::try_from(number).map_err(|_| "the number is too large".to_owned())
}

/// An amount of memory in bytes.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match quantity::memory(text) {
        Some(bytes) if (1 << 20..=1 << 40).contains(&bytes) => Ok(bytes),
        Some(_) => Err("choose from 1M to 1024G".to_owned()),
        None => Err("write a number with K, M or G, for example 256M or 1G".to_owned()),
    }
}

/// A number of threads; `auto` for one per core.
pub(super) fn threads(text: &str) -> Result<u16, String> {
    let threads = match text {
        "auto" => Ok(all_cores() as u64),
        _ => quantity::whole(text, THREADS).map_err(|problem| format!("{problem}, or auto")),
    };
    threads.map(|threads| threads as u16)
}

/// A seed; `random` draws one. It is drawn here, once, so that everything recorded or printed later has the same.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    match text {
        "random" => Ok(drawn()),
        _ => quantity::whole(text, 0..=u64::MAX).map_err(|problem| format!("{problem}, or random")),
    }
}

/// An unpredictable seed, short enough to be typed again. The standard library seeds its hash maps from the
/// system's randomness.
fn drawn() -> u64 {
    RandomState::new().hash_one("seed") % 1_000_000_000
}

/// A time limit: `10m`.
pub(super) fn time_limit(text: &str) -> Result<Duration, String> {
    match quantity::duration(text) {
        Some(time) if !time.is_zero() && time <= 365 * DAY => Ok(time),
        Some(_) => Err("the time must be more than 0 and at most 365d".to_owned()),
        None => Err("write a number and its unit, for example 90s, 10m or 1.5h".to_owned()),
    }
}

/// The time for a move: `100ms`.
pub(super) fn move_time(text: &str) -> Result<Duration, String> {
    time_limit(text).map_err(|_| "write a number and its unit, for example 100ms or 5s".to_owned())
}

/// A number with decimals. The command checks its range.
pub(super) fn decimal(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "write a number, for example 10 or 2.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_seed_is_another_each_time_and_short() {
        let seeds: Vec<u64> = (0..8).map(|_| seed("random").unwrap()).collect();
        assert!(seeds.iter().all(|&seed| seed < 1_000_000_000), "{seeds:?}");
        assert!(seeds.iter().any(|&seed| seed != seeds[0]), "{seeds:?}");
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn auto_is_a_thread_for_every_core() {
        assert_eq!(threads("auto").map(usize::from), Ok(all_cores()));
        assert_eq!(threads("0").unwrap_err(), "the number must be from 1 to 1024, or auto");
    }

    #[test]
    fn a_time_limit_is_at_most_a_year() {
        assert_eq!(time_limit("1.5h"), Ok(Duration::from_mins(90)));
        for wrong in ["10", "0s", "m", "400d", "-1s", "1 h", "soon"] {
            assert!(time_limit(wrong).is_err(), "{wrong}");
        }
    }
}
