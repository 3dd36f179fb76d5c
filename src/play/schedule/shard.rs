//! Shards: equal parts of a schedule, to be played by other processes.
//!
//! A shard is a range of game numbers, so it needs only the plan. The two games of a pair stay together, because pairs are
//! the unit of tests and errors.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

use super::{Format, FormatKind, Schedule};

/// One of several parts of a schedule: the third of sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

/// Why a schedule has no such shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ShardError {
    /// Its games are not known in advance.
    #[error(
        "the format {0} has no shards: who meets whom depends on the results so far\nplay a round robin \
         or a gauntlet, or omit --shard"
    )]
    Undecided(FormatKind),
    /// Some would have no games.
    #[error(
        "{count} shards are more than the {most} pairs of games\ndivide the games into at most {most} shards"
    )]
    TooMany {
        /// The number of shards.
        count: u64,
        /// The most that are possible.
        most: u64,
    },
}

impl Shard {
    /// A part by its number, from 1; `None` if there is none of this number.
    pub fn new(number: u64, count: u64) -> Option<Shard> {
        (1..=count).contains(&number).then_some(Shard { number, count })
    }

    /// All parts, in the order of their games.
    pub fn all(count: u64) -> impl Iterator<Item = Shard> {
        (1..=count).map(move |number| Shard { number, count })
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of parts.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Its games, by number from 0. The sizes of two shards differ by at most a pair of games, or by up to three
    /// games if several pairings end with a game without a pair.
    pub fn games(self, schedule: &Schedule) -> Result<Range<u64>, ShardError> {
        if let Format::Swiss { .. } | Format::Adaptive { .. } = schedule.format() {
            return Err(ShardError::Undecided(schedule.format().kind()));
        }
        let total = schedule.total_games();
        let most = total.div_ceil(2);
        if self.count > most {
            return Err(ShardError::TooMany { count: self.count, most });
        }
        let paired = total - schedule.unpaired_games();
        let start = |number: u64| {
            let even = u128::from(total) * u128::from(number) / u128::from(self.count);
            let game = u64::try_from(even).unwrap_or(u64::MAX);
            if game < paired { game.next_multiple_of(2) } else { game }
        };
        Ok(start(self.number - 1)..start(self.number))
    }

    /// The name of its folder: `3-of-16`.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.count)
    }

    /// The shard whose folder has this name.
    pub fn named(name: &str) -> Option<Shard> {
        let (number, count) = name.split_once("-of-")?;
        let shard = Shard::new(number.parse().ok()?, count.parse().ok()?)?;
        (shard.name() == name).then_some(shard)
    }
}

/// `3 of 16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.count)
    }
}

/// The text is not a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a shard is NUMBER/COUNT, for example 3/16")]
pub struct NotAShard;

/// From `3/16`.
impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Shard, NotAShard> {
        let (number, count) = text.split_once('/').ok_or(NotAShard)?;
        let read = |text: &str| text.parse().map_err(|_| NotAShard);
        Shard::new(read(number)?, read(count)?).ok_or(NotAShard)
    }
}

/// Those of these shards, which are in order, that are in the same wave as the first: the waves of 4 are 1-4, 5-8, 9-12 …
pub fn first_wave(numbers: &[u64], size: u64) -> &[u64] {
    let wave = |number: u64| (number - 1) / size;
    numbers.chunk_by(|&one, &next| wave(one) == wave(next)).next().unwrap_or_default()
}

/// Numbers as a list with ranges: `3,7-9`.
pub fn ranges(numbers: &[u64]) -> String {
    let mut text = String::new();
    for run in numbers.chunk_by(|one, next| one + 1 == *next) {
        let comma = if text.is_empty() { "" } else { "," };
        text += &match run {
            [first, .., last] => format!("{comma}{first}-{last}"),
            [only] => format!("{comma}{only}"),
            [] => String::new(),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::schedule::Block;

    fn sizes(schedule: &Schedule, count: u64) -> Vec<u64> {
        let ranges: Vec<_> = Shard::all(count).map(|shard| shard.games(schedule).unwrap()).collect();
        assert!(ranges.windows(2).all(|two| two[0].end == two[1].start), "{ranges:?}");
        assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (0, schedule.total_games()));
        ranges.iter().map(|range| range.end - range.start).collect()
    }

    #[test]
    fn shards_cover_all_games_in_nearly_equal_parts_without_dividing_a_pair() {
        for players in 2..=4 {
            for games in 1..=13 {
                let schedule = Schedule::new(players, games, Format::RoundRobin).unwrap();
                let batch = schedule.batch(0, &crate::play::schedule::Played::none(players)).unwrap();
                let block = Block::first(batch);
                for count in 1..=schedule.total_games().div_ceil(2) {
                    let sizes = sizes(&schedule, count);
                    let [least, most] = [sizes.iter().min(), sizes.iter().max()].map(|size| *size.unwrap());
                    let tolerance = if players == 2 || games % 2 == 0 { 2 } else { 3 };
                    assert!(least > 0 && most - least <= tolerance, "{players} players: {sizes:?}");
                    for shard in Shard::all(count) {
                        let start = shard.games(&schedule).unwrap().start;
                        let is_divided =
                            start > 0 && block.fixture(start - 1).pair == block.fixture(start).pair;
                        assert!(!is_divided, "{players} players, {games} games: {shard}");
                    }
                }
            }
        }
        let huge = Schedule::of_match(u64::MAX);
        assert_eq!(sizes(&huge, 3).iter().map(|&size| u128::from(size)).sum::<u128>(), u128::from(u64::MAX));
    }

    #[test]
    fn more_shards_than_pairs_and_undecided_games_are_refused() {
        let seventh = Shard::new(1, 7).unwrap();
        let refused = |schedule: &Schedule| seventh.games(schedule).unwrap_err().to_string();
        insta::assert_snapshot!(refused(&Schedule::of_match(12)), @"
        7 shards are more than the 6 pairs of games
        divide the games into at most 6 shards
        ");
        assert!(seventh.games(&Schedule::of_match(13)).is_ok());
        insta::assert_snapshot!(refused(&Schedule::new(8, 9, Format::Swiss { rounds: 3 }).unwrap()), @"
        the format swiss has no shards: who meets whom depends on the results so far
        play a round robin or a gauntlet, or omit --shard
        ");
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        let third = Shard::new(3, 16).unwrap();
        assert_eq!((third.to_string(), third.name()), ("3 of 16".to_owned(), "3-of-16".to_owned()));
        assert_eq!(("3/16".parse(), Shard::named("3-of-16")), (Ok(third), Some(third)));
        for wrong in ["0/3", "4/3", "1/0", "a/b", "3", "/", "-1/3", "1/3/3", ""] {
            assert_eq!(wrong.parse::<Shard>(), Err(NotAShard), "{wrong}");
        }
        for wrong in ["17-of-16", "03-of-16", ".3-of-16", "3-of-16.host.1", "+3-of-16"] {
            assert_eq!(Shard::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_wave_has_fixed_bounds() {
        assert_eq!(first_wave(&[], 4), [0; 0]);
        assert_eq!(first_wave(&[1, 2, 3, 4, 5, 6], 4), [1, 2, 3, 4]);
        assert_eq!(first_wave(&[7, 8, 9], 4), [7, 8]);
        assert_eq!(first_wave(&[5, 8, 9, 12], 4), [5, 8]);
        assert_eq!(first_wave(&[12], 4), [12]);
        assert_eq!(first_wave(&[2, 3], 1), [2]);
        assert_eq!(first_wave(&[2, 9], u64::MAX), [2, 9]);
    }

    #[test]
    fn numbers_are_listed_with_ranges() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[3, 7, 8, 9]), "3,7-9");
        assert_eq!(ranges(&[1, 2, 4]), "1-2,4");
    }
}
