//! The results so far as a schedule sees them, and which of them choose pairings.
//!
//! If all results chose who meets next, a pairing would stop being played once luck had separated its players, and the
//! luck would stay in their ratings: intervals would be too narrow, and the leader would lead too often by chance. So a
//! tournament whose pairings are chosen by results splits them (X. Nie et al., "Why Adaptively Collected Data Have
//! Negative Bias and How to Correct for It", 2018; V. Hadad et al., "Confidence Intervals for Policy Evaluation in
//! Adaptive Experiments", 2021). Of the pairs that two players play, the first of every [`GROUP`] chooses pairings. The
//! others are reported: ratings, their errors and ranks come from them alone. No reported result has an effect on who
//! plays whom, so reported results are like those of a plan that was fixed in advance.
//!
//! A game without a pair chooses: it is always from the same side, which would favour a player.

use super::FormatKind;
use crate::stats::{Crosstable, Race, RatedResults, RatingSample};

/// The number of successive pairs of two players of which the first chooses pairings. With 2, too few games are reported:
/// an adaptive tournament finds a whole ranking no more often than a round robin. With 8, too few choose. It is a
/// power of two, so that clusters of pairs that are merged by the lowest bits of their numbers are all of one kind.
pub const GROUP: u64 = 4;

impl FormatKind {
    /// Whether results choose who meets next. Then only some of them are reported.
    pub fn chooses_by_results(self) -> bool {
        match self {
            // A race drops players, too, and shows what is right whenever somebody is dropped.
            FormatKind::RoundRobin | FormatKind::Gauntlet | FormatKind::Pick => false,
            FormatKind::Swiss | FormatKind::Adaptive => true,
        }
    }
}

/// Whether the pair with this number chooses pairings: its number among the pairs of the same two players, from 0.
pub(crate) fn chooses(pair: u64) -> bool {
    pair.is_multiple_of(GROUP)
}

/// The number of the last pair that chooses pairings, up to this one.
pub(crate) fn last_that_chooses(pair: u64) -> u64 {
    pair / GROUP * GROUP
}

/// What ratings are computed from in a tournament whose pairings results choose: the reported results. As long as they do
/// not compare all players that all results compare, it is all of them.
pub(crate) fn reported_or_all(reported: RatingSample, all: RatingSample) -> RatingSample {
    if reported.groups() > all.groups() {
        RatingSample { rated: RatedResults::Choosing, ..all }
    } else {
        RatingSample { rated: RatedResults::Reported, ..reported }
    }
}

/// The results of the games so far.
///
/// ```
/// use arena::play::schedule::Played;
///
/// let mut played = Played::none(2);
/// assert!(!played.add_pair(0, 1, [2, 2])); // chooses pairings
/// assert!(played.add_pair(0, 1, [0, 1])); // is reported
/// assert_eq!((played.all.games(), played.choosing.games()), (4, 2));
/// ```
#[derive(Debug, Clone)]
pub struct Played {
    /// All results: who has met whom, and how often.
    pub all: Crosstable,
    /// The results that choose pairings.
    pub choosing: Crosstable,
    /// The race, if the games are one.
    pub race: Option<Race>,
}

impl Played {
    /// No games yet.
    pub fn none(players: usize) -> Played {
        Played { all: Crosstable::new(players), choosing: Crosstable::new(players), race: None }
    }

    /// Counts the next pair of two players, with the half points of player `i` in each game. Returns whether it is
    /// reported.
    pub fn add_pair(&mut self, i: usize, j: usize, half_points: [usize; 2]) -> bool {
        let chooses = chooses(self.all.between(i, j).units());
        self.all.add_pair(i, j, half_points);
        if chooses {
            self.choosing.add_pair(i, j, half_points);
        }
        !chooses
    }

    /// Counts the next game without a pair, with the half points of player `i`. It chooses pairings.
    pub fn add_game(&mut self, i: usize, j: usize, half_points: usize) {
        self.all.add_game(i, j, half_points);
        self.choosing.add_game(i, j, half_points);
    }
}
