//! How a bot introduces itself: its name, its options, and the seeds that it takes.

use std::ops::RangeInclusive;

use super::fault::printable;
use super::info::{SpinOption, spin};

/// The option through which a bot gets a seed.
pub(super) const SEED: &str = "Seed";

/// The most options that are remembered.
const MOST_OPTIONS: usize = 1000;

/// What a bot says of itself before it plays.
#[derive(Debug, Default)]
pub(super) struct Introduction {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    /// The names of its options.
    pub(super) options: Vec<String>,
    /// The options that it declared as whole numbers.
    pub(super) spins: Vec<SpinOption>,
    /// The seeds that it takes, if it takes any.
    pub(super) seeds: Option<RangeInclusive<u32>>,
}

impl Introduction {
    /// Takes in a line of UGI or UCI.
    pub(super) fn add(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        if let Some(name) = text.strip_prefix("id name ") {
            self.name = Some(printable(name.as_bytes()));
        } else if let Some(author) = text.strip_prefix("id author ") {
            self.author = Some(printable(author.as_bytes()));
        } else if let Some(option) = text.strip_prefix("option name ") {
            self.seeds = spin(&text, SEED).or(self.seeds.take());
            if self.options.len() < MOST_OPTIONS {
                let name = option.split(" type ").next().unwrap_or_default();
                self.options.push(printable(name.as_bytes()));
                self.spins.extend(SpinOption::read(&text));
            }
        }
    }

    /// An option that is set although the bot declares none of that name.
    pub(super) fn undeclared<'a>(&self, options: &'a [(String, String)]) -> Option<&'a str> {
        let is_cut = self.options.len() == MOST_OPTIONS;
        let mut names = options.iter().map(|(name, _)| name.as_str());
        names.find(|name| !is_cut && !self.has_option(name))
    }

    /// Whether it has an option of this name.
    pub(super) fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}
