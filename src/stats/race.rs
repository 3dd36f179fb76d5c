//! A race: which of several candidates is best, by dropping those that are clearly behind (O. Maron, A. W. Moore,
//! "Hoeffding Races", 1994).
//!
//! All candidates play the same openings: against a baseline, or each against each. After every round, a pair of games
//! from one opening for each of them, their results are compared opening by opening, so what an opening does to all of
//! them cancels. At certain numbers of rounds ([`next_look`]) it is decided who goes on:
//!
//! - A candidate that is shown to be behind another one is dropped.
//! - A candidate that is shown to be no more than the margin ahead of the baseline is dropped.
//! - If no other is more than the margin ahead of the leader, the others are dropped.
//!
//! The race ends when nobody is left, when one is left and shown to be better than the baseline, or when its games are
//! used up.
//!
//! **Certainty.** Everything that is shown is shown by bets ([`anytime`](super::anytime)), which hold at every look and
//! whoever was dropped before. In 95 % of races nothing that is claimed is wrong: with a baseline and K candidates, the
//! best one is wrongly dropped for another one with a probability of at most 2.5 % (each of K - 1 comparisons has a
//! part of that) and for not being better than the baseline with 1.25 %, and one of K that is not better is taken for
//! better with 1.25 %. Without a baseline, comparisons have all 5 %.
//!
//! The best is the best to within the margin: one that was dropped as not ahead of the leader may be ahead by less than
//! that.

use std::fmt;

use super::Counts;
use super::anytime::{anytime_interval_of, evidence_above};
use super::elo::{elo, score};
use super::interval::Interval;

/// The probability that anything a race claims is wrong.
const ERROR: f64 = 0.05;

/// What a race is about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaceRule {
    /// Whether the last player is a baseline, and no candidate.
    pub has_baseline: bool,
    /// How far ahead of the best another candidate may be, in Elo, and how far ahead of the baseline one that is not
    /// better.
    pub margin: f64,
}

impl fmt::Display for RaceRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "margin {}{}", self.margin, if self.has_baseline { " against the last" } else { "" })
    }
}

/// Why a candidate is out of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dropped {
    /// It is behind this candidate.
    Behind(usize),
    /// It is not ahead of the baseline by more than the margin.
    NotBetter,
    /// It is not ahead of this candidate, the leader, by more than the margin.
    NotAhead(usize),
}

/// How a race ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaceVerdict {
    /// This candidate is the best, and better than the baseline if there is one.
    Best(usize),
    /// No candidate is better than the baseline by more than the margin.
    NoneBetter,
    /// The games did not suffice.
    Undecided,
}

/// The course of a race.
#[derive(Debug, Clone)]
pub struct Race {
    rule: RaceRule,
    /// The round after which it ends undecided.
    most_rounds: u64,
    /// The complete rounds.
    rounds: u64,
    /// The round after which it is decided next who goes on.
    next_look: u64,
    /// For each candidate, why it was dropped and after how many rounds, if it was.
    dropped: Vec<Option<(Dropped, u64)>>,
    /// The results of candidates against the baseline, or of all their games, by half points.
    scores: Vec<[u64; 5]>,
    /// For every two candidates, how far the one with the lower number was ahead in each round.
    ahead: Vec<Vec<u64>>,
    /// The results of the round that is not complete, by candidate; a copy of an earlier pair has none.
    round: Vec<(usize, Option<u8>)>,
    verdict: Option<RaceVerdict>,
}

/// After how many rounds it is decided next who goes on: more and more apart, so that few decisions need many rounds.
pub fn next_look(rounds: u64) -> u64 {
    rounds + if rounds == 0 { 8 } else { (rounds / 16).max(4) }
}

impl Race {
    /// A race of these players, of at most this many rounds.
    pub fn new(rule: RaceRule, players: usize, most_rounds: u64) -> Race {
        let candidates = players - usize::from(rule.has_baseline);
        let outcomes = if rule.has_baseline { 9 } else { 5 };
        Race {
            rule,
            most_rounds,
            rounds: 0,
            next_look: next_look(0).min(most_rounds),
            dropped: vec![None; candidates],
            scores: vec![[0; 5]; candidates],
            ahead: vec![vec![0; outcomes]; candidates * candidates],
            round: Vec::new(),
            verdict: None,
        }
    }

    /// What it is about.
    pub fn rule(&self) -> RaceRule {
        self.rule
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.dropped.len()
    }

    /// The candidates that go on.
    pub fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.candidates()).filter(|&candidate| self.dropped[candidate].is_none())
    }

    /// Who plays in the next round.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let left: Vec<usize> = self.left().collect();
        if self.rule.has_baseline {
            return left.iter().map(|&candidate| [candidate, self.candidates()]).collect();
        }
        let others = |(place, &one): (usize, &usize)| {
            left[place + 1..].iter().map(move |&other| [one, other]).collect()
        };
        left.iter().enumerate().flat_map(|one| -> Vec<[usize; 2]> { others(one) }).collect()
    }

    /// The number of rounds until it is decided again who goes on; 0 when the race is over.
    pub fn rounds_to_look(&self) -> u64 {
        if self.verdict.is_some() { 0 } else { self.next_look - self.rounds }
    }

    /// How it ended; `None` while it goes on.
    pub fn verdict(&self) -> Option<RaceVerdict> {
        self.verdict
    }

    /// Why and after how many rounds a candidate was dropped.
    pub fn dropped(&self, candidate: usize) -> Option<(Dropped, u64)> {
        self.dropped[candidate]
    }

    /// Adds the pair of a pairing of the round: the half points of the first player, or `None` for a copy of an earlier
    /// pair, which shows nothing new.
    pub fn add(&mut self, [one, other]: [usize; 2], half_points: Option<u8>) {
        if let Some(points) = half_points {
            self.scores[one][usize::from(points)] += 1;
            if self.rule.has_baseline {
                for &(earlier, result) in &self.round {
                    let Some(result) = result else { continue };
                    let (low, ahead) = if one < earlier {
                        (one, points + 4 - result)
                    } else {
                        (earlier, result + 4 - points)
                    };
                    let at = self.at(low, one.max(earlier));
                    self.ahead[at][usize::from(ahead)] += 1;
                }
            } else {
                self.scores[other][usize::from(4 - points)] += 1;
                let at = self.at(one, other);
                self.ahead[at][usize::from(points)] += 1;
            }
        }
        self.round.push((one, half_points));
        if self.round.len() == self.pairings().len() {
            self.round.clear();
            self.rounds += 1;
            if self.rounds == self.next_look {
                self.decide();
                self.next_look = next_look(self.rounds).min(self.most_rounds);
            }
        }
    }

    fn at(&self, low: usize, high: usize) -> usize {
        low * self.candidates() + high
    }

    /// How far a candidate was ahead of another in each round, from the furthest behind.
    fn ahead(&self, one: usize, other: usize) -> Vec<u64> {
        let mut counts = self.ahead[self.at(one.min(other), one.max(other))].clone();
        if one > other {
            counts.reverse();
        }
        counts
    }

    /// The result of a candidate: against the baseline, or against all others.
    pub fn counts(&self, candidate: usize) -> Counts {
        Counts::pairs(self.scores[candidate])
    }

    /// The interval of the score of a candidate. All of them are right at every look, in 95 % of races.
    pub fn interval(&self, candidate: usize) -> Interval {
        anytime_interval_of(&self.scores[candidate], ERROR / 2.0 / self.candidates() as f64)
    }

    /// Whether a candidate is shown to be ahead of another one by more than `-behind` points a game.
    fn is_ahead(&self, one: usize, other: usize, behind: f64) -> bool {
        let part = if self.rule.has_baseline { ERROR / 2.0 } else { ERROR };
        let comparisons = (self.candidates() - 1).max(1) as f64;
        // Against a baseline, what counts is the difference of two scores, from -1 to 1.
        let scale = if self.rule.has_baseline { 2.0 } else { 1.0 };
        evidence_above(&self.ahead(one, other), 0.5 - behind / scale) >= (comparisons / part).ln()
    }

    /// Whether a candidate is shown to be better than the baseline.
    fn is_better(&self, candidate: usize) -> bool {
        let part = ERROR / 4.0 / self.candidates() as f64;
        !self.rule.has_baseline || evidence_above(&self.scores[candidate], 0.5) >= -part.ln()
    }

    /// Whether a candidate is shown not to be better than the baseline by more than the margin.
    fn is_not_better(&self, candidate: usize) -> bool {
        let mirrored = self.counts(candidate).mirrored();
        let least = 1.0 - score(self.rule.margin);
        self.rule.has_baseline && evidence_above(mirrored.outcomes(), least) >= -(ERROR / 4.0).ln()
    }

    /// The margin in points per game at the score of a candidate.
    fn margin(&self, candidate: usize) -> f64 {
        let mean = if self.rule.has_baseline { self.counts(candidate).mean().unwrap_or(0.5) } else { 0.5 };
        let mean = mean.clamp(0.01, 0.99);
        score(elo(mean).unwrap_or(0.0) + self.rule.margin) - mean
    }

    /// The candidate with the best score of those that are left.
    pub fn leader(&self) -> Option<usize> {
        let mean = |candidate: usize| self.counts(candidate).mean().unwrap_or(0.5);
        // Of equals the first.
        self.left().max_by(|&one, &other| mean(one).total_cmp(&mean(other)).then(other.cmp(&one)))
    }

    /// Drops candidates, and ends the race if nothing is left to be decided.
    fn decide(&mut self) {
        let left: Vec<usize> = self.left().collect();
        for &candidate in &left {
            let ahead = left
                .iter()
                .copied()
                .find(|&other| other != candidate && self.is_ahead(other, candidate, 0.0));
            let why = match ahead {
                Some(other) => Dropped::Behind(other),
                None if self.is_not_better(candidate) => Dropped::NotBetter,
                None => continue,
            };
            self.dropped[candidate] = Some((why, self.rounds));
        }
        if let Some(leader) = self.leader() {
            let margin = self.margin(leader);
            let rivals: Vec<usize> = self.left().filter(|&rival| rival != leader).collect();
            if rivals.iter().all(|&rival| self.is_ahead(leader, rival, margin)) {
                for rival in rivals {
                    self.dropped[rival] = Some((Dropped::NotAhead(leader), self.rounds));
                }
            }
        }
        let left: Vec<usize> = self.left().collect();
        self.verdict = match left.as_slice() {
            [] => Some(RaceVerdict::NoneBetter),
            &[last] if self.is_better(last) => Some(RaceVerdict::Best(last)),
            _ if self.rounds >= self.most_rounds => Some(RaceVerdict::Undecided),
            _ => None,
        };
    }
}
