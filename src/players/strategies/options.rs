//! The argument and keys of a spec, as the strategy sees them.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::spec::StrategySpec;
use crate::players::bots::command::BotVersion;
use crate::text::quantity::{self, DAY};
use crate::text::{TextError, did_you_mean};

/// The argument and the keys of a spec, each parsed into the type the strategy needs.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    spec: &'a StrategySpec,
}

impl<'a> Options<'a> {
    pub(crate) fn of(spec: &'a StrategySpec) -> Options<'a> {
        Options { spec }
    }

    /// The argument, parsed by `read`, which returns a problem and advice if it cannot.
    pub fn argument<T>(
        self,
        read: impl FnOnce(&str) -> Result<T, (String, String)>,
    ) -> Result<Option<T>, TextError> {
        self.spec.argument.as_ref().map(|place| self.read(place, read)).transpose()
    }

    /// The value of a key, parsed by `read`, which returns a problem and advice if it cannot.
    pub fn key<T>(
        self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, (String, String)>,
    ) -> Result<Option<T>, TextError> {
        let typed = &self.spec.typed;
        let setting = self.spec.settings.iter().find(|setting| typed[setting.key.clone()] == *key);
        setting.map(|setting| self.read(&setting.value, read)).transpose()
    }

    /// The value of a key, parsed by `read`, whose error points into the value.
    pub fn key_at<T>(
        self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, TextError>,
    ) -> Result<Option<T>, TextError> {
        let typed = &self.spec.typed;
        let setting = self.spec.settings.iter().find(|setting| typed[setting.key.clone()] == *key);
        let value = setting.map(|setting| (setting.value.start, read(&typed[setting.value.clone()])));
        value.map(|(start, read)| read.map_err(|error| error.within(typed, start))).transpose()
    }

    /// The keys with this prefix, which is removed, and their values, in order.
    pub fn keys_with(self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let typed = &self.spec.typed;
        let settings = self.spec.settings.iter();
        settings.filter_map(move |setting| {
            Some((typed[setting.key.clone()].strip_prefix(prefix)?, &typed[setting.value.clone()]))
        })
    }

    /// The name of the player.
    pub fn player(self) -> &'a str {
        self.spec.name()
    }

    /// The version of the program, if it is not the one in the current directory.
    pub(super) fn version(self) -> Option<BotVersion> {
        self.spec.version.clone()
    }

    /// Where the paths in a command begin.
    pub(super) fn folder(self) -> &'a Path {
        &self.spec.folder
    }

    /// Whether the spec is the path of a program, without the name of a strategy.
    pub fn is_path(self) -> bool {
        self.spec.is_path()
    }

    /// An error about a key and its value.
    pub fn error_at(self, key: &str, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        let typed = &self.spec.typed;
        let setting = self.spec.settings.iter().find(|setting| typed[setting.key.clone()] == *key);
        match setting {
            Some(setting) => TextError::new(typed, setting.key.start..setting.value.end, problem, advice),
            None => self.error(problem, advice),
        }
    }

    /// An error about the spec as a whole.
    pub fn error(self, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        self.spec.error(problem, advice)
    }

    fn read<T>(
        self,
        place: &Range<usize>,
        read: impl FnOnce(&str) -> Result<T, (String, String)>,
    ) -> Result<T, TextError> {
        let typed = &self.spec.typed;
        read(&typed[place.clone()])
            .map_err(|(problem, advice)| TextError::new(typed, place.clone(), problem, advice))
    }
}

/// The choice of this name; for [`Options::key`].
pub(super) fn one_of<T: Copy>(value: &str, choices: &[(&str, T)]) -> Result<T, (String, String)> {
    let found = choices.iter().find(|(name, _)| *name == value);
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
        (format!("unknown value '{value}'"), did_you_mean(value, "choose from", &names))
    })
}

/// The time of a move: more than 0 and at most a day.
pub(super) fn duration(text: &str) -> Result<Duration, (String, String)> {
    let problem = match quantity::duration(text) {
        Some(time) if !time.is_zero() && time <= DAY => return Ok(time),
        Some(_) => format!("the time must be more than 0 and at most a day, not '{text}'"),
        None => format!("'{text}' is not a time"),
    };
    let advice = "write a time with its unit, for example time=50ms or time=4.9s (us, ms, s, min)";
    Err((problem, advice.to_owned()))
}

/// A count from 1 to 10^15.
pub(super) fn count(text: &str) -> Result<u64, (String, String)> {
    const MOST: u128 = 1_000_000_000_000_000;
    let problem = match quantity::read_whole(text) {
        Some(count @ 1..=MOST) => return Ok(count as u64),
        Some(_) => format!("'{text}' is not between 1 and 10^15"),
        None => format!("'{text}' is not a count"),
    };
    Err((problem, "write a number, for example nodes=5000, nodes=100k or nodes=2M".to_owned()))
}

/// An amount of memory in bytes.
pub(super) fn memory(text: &str) -> Result<u64, (String, String)> {
    let bytes = quantity::memory(text).filter(|bytes| (1 << 20..=1 << 50).contains(bytes));
    bytes.ok_or_else(|| {
        let problem = format!("'{text}' is not an amount of memory from 1M to 1024T");
        (
            problem,
            "write an amount with its unit, for example memory=512M or memory=2G (K, M, G, T)".to_owned(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_counts_and_memory_are_within_their_ranges() {
        assert_eq!(duration("24h"), Ok(DAY));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        assert_eq!((memory("1M"), memory("1.5G")), (Ok(1 << 20), Ok(3 << 29)));
        for wrong in ["", "5", "0s", "25h", "25000min"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "k", "-5", "1e19", "100q", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "512", "M", "0M", "1K", "-1G", "9999999G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
