//! The best of many: a race of candidates, from code and as it is shown.
//!
//! ```
//! use arena::prelude::*;
//!
//! let picked = Pick::new(["smart:1", "random"])?.against("bad")?.game("kalah:4x3")?.games(2000).play()?;
//! assert_eq!(picked.best(), Some("smart:1"));
//! # Ok::<(), arena::ContestError>(())
//! ```

use super::contest::{Contest, ContestError, settings};
use super::{CommandLine, FolderRequest, ShownAs};
use crate::play::schedule::{Format, Schedule};
use crate::players::strategies;
use crate::stats::{Dropped, Interval, Race, RaceRule, RaceVerdict, StopRule};
use crate::store::Tallies;

/// How far ahead of the best another candidate may be, in Elo, unless another margin is asked for.
pub(crate) const MARGIN: f64 = 10.0;

/// The most games of a candidate, unless others are asked for.
pub(crate) const GAMES: u64 = 20_000;

/// A candidate of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its name.
    pub player: String,
    /// Its games that count.
    pub games: u64,
    /// Its mean score: against the baseline, or against the other candidates.
    pub score: Option<f64>,
    /// The interval of the score. Those of all candidates hold together, at every look.
    pub interval: Interval,
    /// Why it was dropped, if it was.
    pub dropped: Option<Dropped>,
}

/// A race as it is shown.
#[derive(Debug, Clone)]
pub(crate) struct ShownRace<'a> {
    pub race: &'a Race,
    pub names: &'a [String],
    /// The games of all candidates.
    pub games: u64,
}

impl<'a> ShownRace<'a> {
    /// That of a run, if it is a race.
    pub(crate) fn of(tallies: &'a Tallies) -> Option<ShownRace<'a>> {
        Some(ShownRace { race: tallies.race()?, names: tallies.players(), games: tallies.games() })
    }

    /// The baseline, if there is one.
    pub(crate) fn baseline(&self) -> Option<&'a str> {
        self.race.rule().has_baseline.then(|| self.names.last().map_or("", String::as_str))
    }

    pub(crate) fn name(&self, candidate: usize) -> &'a str {
        &self.names[candidate]
    }

    pub(crate) fn candidate(&self, number: usize) -> Candidate {
        let counts = self.race.counts(number);
        Candidate {
            player: self.names[number].clone(),
            games: 2 * counts.n(),
            score: counts.mean(),
            interval: self.race.interval(number),
            dropped: self.race.dropped(number).map(|(why, _)| why),
        }
    }

    /// The candidates: those that are left with the best first, then those that were dropped, the last first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let race = self.race;
        let mean = |candidate: usize| race.counts(candidate).mean().unwrap_or(0.5);
        let rounds = |candidate: usize| race.dropped(candidate).map_or(u64::MAX, |(_, rounds)| rounds);
        let mut order: Vec<usize> = (0..race.candidates()).collect();
        order.sort_by(|&one, &other| {
            rounds(other).cmp(&rounds(one)).then(mean(other).total_cmp(&mean(one))).then(one.cmp(&other))
        });
        order
    }
}

/// The search for the best of several strategies, which drops those that are clearly behind.
#[derive(Debug, Clone)]
pub struct Pick {
    contest: Contest,
    games: u64,
    rule: RaceRule,
}

impl Pick {
    /// The best of these strategies, by their specs, at Kalah. Lists of values and ranges mean several: `smart:{2,4}`.
    pub fn new<'a>(candidates: impl IntoIterator<Item = &'a str>) -> Result<Pick, ContestError> {
        let (mut typed, mut specs) = (Vec::new(), Vec::new());
        for candidate in candidates {
            typed.push(candidate.to_owned());
            specs.extend(strategies::alternatives(candidate)?);
        }
        let rule = RaceRule { has_baseline: false, margin: MARGIN };
        Ok(Pick { contest: Contest::new(typed, specs)?, games: GAMES, rule })
    }

    /// Asks also whether the best is better than this strategy. Candidates then play against it, and not against each other.
    pub fn against(mut self, baseline: &str) -> Result<Pick, ContestError> {
        self.contest.add(baseline)?;
        self.rule.has_baseline = true;
        Ok(self)
    }

    /// Sets how far ahead of the best another candidate may be, in Elo (default: 10).
    #[must_use]
    pub fn margin(mut self, elo: f64) -> Pick {
        self.rule.margin = elo;
        self
    }

    /// Sets the most games of a candidate (default: 20,000).
    #[must_use]
    pub fn games(mut self, games: u64) -> Pick {
        self.games = games;
        self
    }

    settings!(contest);

    /// Plays it.
    pub fn play(self) -> Result<PickResult, ContestError> {
        let Pick { contest, games, rule } = self;
        let schedule = schedule(contest.players.len(), games, rule)?;
        let typed: Vec<&str> = contest.typed.iter().map(String::as_str).collect();
        let (candidates, baseline) = typed.split_at(typed.len() - usize::from(rule.has_baseline));
        let command =
            CommandLine::of_pick(candidates.iter().copied(), &schedule, rule, baseline.first().copied());
        let shown_as = ShownAs { tournament: true, anchor: None };
        let played = contest.play(schedule, Some(StopRule::Race(rule)), shown_as, command)?;
        let tallies = played.results().tallies;
        let race = tallies.race().cloned().unwrap_or_else(|| Race::new(rule, tallies.players().len(), 0));
        Ok(PickResult { race, names: tallies.players().to_vec(), games: tallies.games() })
    }
}

/// The schedule of a race of this many players.
pub(crate) fn schedule(players: usize, games: u64, rule: RaceRule) -> Result<Schedule, ContestError> {
    Ok(Schedule::new(players, games / 2 * 2, Format::Pick { has_baseline: rule.has_baseline })?)
}

/// What came out of a race. It displays as a sentence.
#[derive(Debug, Clone)]
pub struct PickResult {
    race: Race,
    names: Vec<String>,
    games: u64,
}

impl PickResult {
    /// The best candidate, if it was found; with a baseline, it is better than that.
    pub fn best(&self) -> Option<&str> {
        match self.race.verdict() {
            Some(RaceVerdict::Best(best)) => Some(&self.names[best]),
            _ => None,
        }
    }

    /// Whether no candidate is better than the baseline by more than the margin.
    pub fn is_none_better(&self) -> bool {
        self.race.verdict() == Some(RaceVerdict::NoneBetter)
    }

    /// The candidates, best first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let shown = self.shown();
        shown.order().into_iter().map(|candidate| shown.candidate(candidate)).collect()
    }

    pub(crate) fn shown(&self) -> ShownRace<'_> {
        ShownRace { race: &self.race, names: &self.names, games: self.games }
    }
}
