//! Who meets whom in a tournament, and how often.
//!
//! A schedule yields one batch of games after another. Each batch is a pure function of the schedule, the number
//! of earlier batches and the results of their games. So the games of a tournament do not depend on threads,
//! and a killed tournament recovers its batches from `games.csv`. A [`Block`] gives each game of a batch a number, an
//! opening and a side; a [`Course`] leads a run from block to block. A match is a tournament of two. A [`Shard`] is a part
//! of the games that are known in advance.
//!
//! | format | plays |
//! | --- | --- |
//! | `round-robin` | every two players, in one batch |
//! | `gauntlet` | the first player against every other, in one batch |
//! | `swiss` | one batch per round: players with similar scores; nobody meets again before all have met |
//! | `adaptive` | a budget of games, where the ranking is least certain: see [`adaptive`] |
//! | `pick` | candidates that are left in a race: against a baseline, or against each other |

pub mod adaptive;
mod block;
mod course;
mod matching;
mod pick;
mod played;
pub mod shard;
mod swiss;
mod unmet;

pub use block::{Block, Fixture};
pub use course::Course;
pub use played::{GROUP, Played};
pub(crate) use played::{chooses, last_that_chooses, reported_or_all};
pub use shard::{Shard, ShardError};

use std::fmt;
use std::str::FromStr;

use crate::text::{TextError, did_you_mean, program};

/// The most players of a tournament whose pairings are decided while it is played: they are computed
/// from all earlier and all remaining pairings.
pub const MOST_PLAYERS: usize = 64;

/// The most players of a round robin or a gauntlet: as many as can be rated together. The time for that grows
/// with the cube, to a few seconds.
pub const MOST_PLAYERS_OF_ONE_BATCH: usize = 1000;

/// Two players that meet, by their places in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The player that comes first in the plan.
    pub a: usize,
    /// The other.
    pub b: usize,
}

impl Pairing {
    /// The pairing of two players, whichever comes first.
    pub fn of(i: usize, j: usize) -> Pairing {
        Pairing { a: i.min(j), b: i.max(j) }
    }
}

/// Games that are chosen together: each pairing plays this many, continuing where it stopped before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The pairings, without duplicates.
    pub pairings: Vec<Pairing>,
    /// The number of games per pairing.
    pub games: u64,
}

impl Batch {
    /// The number of games in the batch.
    pub fn total(&self) -> u64 {
        self.games.saturating_mul(self.pairings.len() as u64)
    }
}

/// The kinds of tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatKind {
    /// Every two players.
    RoundRobin,
    /// The first player against every other.
    Gauntlet,
    /// Rounds between players with similar scores.
    Swiss,
    /// A budget, spent where the ranking is least certain.
    Adaptive,
    /// A race of candidates, of which some are dropped. `arena pick` plays it.
    Pick,
}

impl FormatKind {
    /// All kinds of tournament.
    pub const ALL: [FormatKind; 4] =
        [FormatKind::RoundRobin, FormatKind::Gauntlet, FormatKind::Swiss, FormatKind::Adaptive];

    /// The most players such a tournament can have.
    pub fn most_players(self) -> usize {
        match self {
            FormatKind::RoundRobin | FormatKind::Gauntlet => MOST_PLAYERS_OF_ONE_BATCH,
            FormatKind::Swiss | FormatKind::Adaptive | FormatKind::Pick => MOST_PLAYERS,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            FormatKind::RoundRobin => "round-robin",
            FormatKind::Gauntlet => "gauntlet",
            FormatKind::Swiss => "swiss",
            FormatKind::Adaptive => "adaptive",
            FormatKind::Pick => "pick",
        }
    }
}

impl fmt::Display for FormatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FormatKind {
    type Err = TextError;

    fn from_str(text: &str) -> Result<FormatKind, TextError> {
        let names = FormatKind::ALL.map(FormatKind::name);
        let kinds = FormatKind::ALL.into_iter().chain([FormatKind::Pick]);
        kinds.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let problem = format!("unknown format '{text}'");
            TextError::whole(text, problem, did_you_mean(text, "formats", &names))
        })
    }
}

/// A kind of tournament with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Every two players.
    RoundRobin,
    /// The first player against every other.
    Gauntlet,
    /// Rounds between players with similar scores.
    Swiss {
        /// The number of rounds.
        rounds: u64,
    },
    /// A budget, spent where the ranking is least certain.
    Adaptive {
        /// The total number of games.
        total_games: u64,
    },
    /// A race of candidates, of which some are dropped.
    Pick {
        /// Whether the last player is what the others play against.
        has_baseline: bool,
    },
}

impl Format {
    /// Its kind.
    pub fn kind(self) -> FormatKind {
        match self {
            Format::RoundRobin => FormatKind::RoundRobin,
            Format::Gauntlet => FormatKind::Gauntlet,
            Format::Swiss { .. } => FormatKind::Swiss,
            Format::Adaptive { .. } => FormatKind::Adaptive,
            Format::Pick { .. } => FormatKind::Pick,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

/// Why a tournament is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Too few players.
    #[error("a tournament needs at least two players, not {0}\nname more players")]
    TooFewPlayers(usize),
    /// Too many players.
    #[error(
        "the format {format} allows at most {most} players, not {players}\n{}play several tournaments and rate their games \
         together with {} rate",
        if *most < MOST_PLAYERS_OF_ONE_BATCH { "play a gauntlet or a round robin, or " } else { "" },
        program()
    )]
    TooManyPlayers {
        /// How many there are.
        players: usize,
        /// The most that are allowed.
        most: usize,
        /// The kind of tournament.
        format: FormatKind,
    },
    /// Pairings without games.
    #[error("a pairing needs at least one game\nset --games to at least 1")]
    NoGames,
    /// Swiss without rounds.
    #[error("a swiss tournament needs at least one round\nset --rounds to at least 1")]
    NoRounds,
    /// Too few games to connect all players.
    #[error(
        "{total_games} games are too few to compare {players} players\nset --total-games to at least {needed}, {} for each of the first pairings; a few hundred per player give a clearer ranking",
        adaptive::LEAST
    )]
    TooFewGames {
        /// How many there are.
        total_games: u64,
        /// How many are needed.
        needed: u64,
        /// The number of players.
        players: usize,
    },
}

/// The schedule of a tournament.
///
/// ```
/// use arena::play::schedule::{Format, Pairing, Played, Schedule};
///
/// let schedule = Schedule::new(3, 100, Format::RoundRobin)?;
/// let batch = schedule.batch(0, &Played::none(3)).unwrap();
/// assert_eq!(batch.pairings, [Pairing::of(0, 1), Pairing::of(0, 2), Pairing::of(1, 2)]);
/// assert_eq!((batch.games, schedule.total_games()), (100, 300));
/// # Ok::<(), arena::play::schedule::ScheduleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    games: u64,
    format: Format,
}

impl Schedule {
    /// A tournament of this many players, with this many games per pairing (per round in Swiss). An adaptive one decides
    /// how many games a pairing plays and ignores the number.
    pub fn new(players: usize, games: u64, format: Format) -> Result<Schedule, ScheduleError> {
        match (players, format) {
            (0 | 1, _) => return Err(ScheduleError::TooFewPlayers(players)),
            (_, format) if players > format.kind().most_players() => {
                let (format, most) = (format.kind(), format.kind().most_players());
                return Err(ScheduleError::TooManyPlayers { players, most, format });
            }
            (_, Format::Adaptive { total_games }) => {
                let needed = adaptive::least_games(players);
                if total_games < needed {
                    return Err(ScheduleError::TooFewGames { total_games, needed, players });
                }
            }
            _ if games == 0 => return Err(ScheduleError::NoGames),
            (_, Format::Swiss { rounds: 0 }) => return Err(ScheduleError::NoRounds),
            _ => {}
        }
        Ok(Schedule { players, games, format })
    }

    /// The schedule of a match, which is a tournament of two.
    pub fn of_match(games: u64) -> Schedule {
        Schedule { players: 2, games, format: Format::RoundRobin }
    }

    /// The number of games per pairing (per round in Swiss).
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The most pairs of games that the same two players can have.
    pub fn most_pairs(&self) -> u64 {
        let a_meeting = self.games.div_ceil(2);
        match self.format {
            Format::RoundRobin | Format::Gauntlet | Format::Pick { .. } => a_meeting,
            Format::Swiss { rounds } => a_meeting.saturating_mul(rounds),
            Format::Adaptive { total_games } => total_games.div_ceil(2),
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The next batch after this many batches with the results `played`; `None` when the tournament is over.
    pub fn batch(&self, number: usize, played: &Played) -> Option<Batch> {
        let games = self.games;
        match self.format {
            Format::RoundRobin => (number == 0).then(|| {
                let all =
                    (0..self.players).flat_map(|a| (a + 1..self.players).map(move |b| Pairing { a, b }));
                Batch { pairings: all.collect(), games }
            }),
            Format::Gauntlet => (number == 0)
                .then(|| Batch { pairings: (1..self.players).map(|b| Pairing { a: 0, b }).collect(), games }),
            Format::Swiss { rounds } => {
                rounds.checked_sub(number as u64).filter(|&left| left > 0).map(|left| {
                    let pairings = swiss::round(self.players, number as u64, left, games, played);
                    Batch { pairings, games }
                })
            }
            Format::Adaptive { total_games } => adaptive::batch(self.players, total_games, number, played),
            Format::Pick { has_baseline } => {
                pick::batch(self.players, has_baseline, games, number, played.race.as_ref())
            }
        }
    }

    /// The number of games of a round robin or a gauntlet without a pair. They are the last ones.
    fn unpaired_games(&self) -> u64 {
        if self.games.is_multiple_of(2) { 0 } else { self.total_games() / self.games }
    }

    /// Checks that all games of a shorter schedule of the same kind and players come first in this one; the error says why
    /// they do not.
    pub fn begins_with(&self, shorter: &Schedule) -> Result<(), String> {
        match shorter.format {
            Format::RoundRobin | Format::Gauntlet if shorter.games.is_multiple_of(2) || self.players == 2 => {
                Ok(())
            }
            Format::RoundRobin | Format::Gauntlet => Err(format!(
                "the last of {} games per pairing has no pair, and a longer tournament plays it later",
                shorter.games
            )),
            Format::Swiss { .. } | Format::Adaptive { .. } | Format::Pick { .. } => Err(format!(
                "in the format {}, who meets whom depends on the length of the tournament",
                shorter.format
            )),
        }
    }

    /// The number of games of the tournament, or the most it may have. Saturates.
    pub fn total_games(&self) -> u64 {
        let players = self.players as u64;
        match self.format {
            Format::RoundRobin | Format::Pick { has_baseline: false } => {
                self.games.saturating_mul(players * (players - 1) / 2)
            }
            Format::Gauntlet | Format::Pick { has_baseline: true } => self.games.saturating_mul(players - 1),
            Format::Swiss { rounds } => self.games.saturating_mul(players / 2).saturating_mul(rounds),
            Format::Adaptive { total_games } => total_games,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauntlet_is_the_first_against_the_rest() {
        let schedule = Schedule::new(4, 7, Format::Gauntlet).unwrap();
        let batch = schedule.batch(0, &Played::none(4)).unwrap();
        assert_eq!(batch.pairings, [1, 2, 3].map(|b| Pairing { a: 0, b }));
        assert_eq!((batch.total(), schedule.total_games()), (21, 21));
        assert_eq!(schedule.batch(1, &Played::none(4)), None);
    }

    #[test]
    fn formats_are_known_by_their_names() {
        for kind in FormatKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(Format::Swiss { rounds: 3 }.to_string(), "swiss");
        insta::assert_snapshot!("round-robbin".parse::<FormatKind>().unwrap_err(), @"
        unknown format 'round-robbin'
            round-robbin
            ^^^^^^^^^^^^
        did you mean 'round-robin'?
        ");
    }

    #[test]
    fn an_impossible_tournament_is_an_error() {
        let wrong = |players, games, format| Schedule::new(players, games, format).unwrap_err().to_string();
        insta::assert_snapshot!(wrong(1, 10, Format::RoundRobin), @"
        a tournament needs at least two players, not 1
        name more players
        ");
        insta::assert_snapshot!(wrong(65, 10, Format::Swiss { rounds: 3 }), @"
        the format swiss allows at most 64 players, not 65
        play a gauntlet or a round robin, or play several tournaments and rate their games together with arena rate
        ");
        insta::assert_snapshot!(wrong(1001, 10, Format::RoundRobin), @"
        the format round-robin allows at most 1000 players, not 1001
        play several tournaments and rate their games together with arena rate
        ");
        insta::assert_snapshot!(wrong(2, 0, Format::Gauntlet), @"
        a pairing needs at least one game
        set --games to at least 1
        ");
        insta::assert_snapshot!(wrong(2, 10, Format::Swiss { rounds: 0 }), @"
        a swiss tournament needs at least one round
        set --rounds to at least 1
        ");
        insta::assert_snapshot!(wrong(8, 0, Format::Adaptive { total_games: 63 }), @"
        63 games are too few to compare 8 players
        set --total-games to at least 64, 8 for each of the first pairings; a few hundred per player give a clearer ranking
        ");
    }

    #[test]
    fn the_number_of_games_saturates() {
        let many = Schedule::new(64, u64::MAX / 3, Format::RoundRobin).unwrap();
        assert_eq!(many.total_games(), u64::MAX);
    }
}
