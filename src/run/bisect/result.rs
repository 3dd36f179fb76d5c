//! What came out of a search.

use super::history::Commit;
use super::search::{Course, Learnt};
use crate::stats::{Counts, Loss, Sprt, SprtResult, SprtVerdict, Suspects};

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BisectVerdict {
    /// The commit with the loss was found.
    Found,
    /// It is one of several commits, of which only the last can be played.
    Narrowed,
    /// The bad commit is not weaker than the good one.
    NoLoss,
    /// The games did not suffice.
    Undecided,
}

impl BisectVerdict {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BisectVerdict::Found => "found",
            BisectVerdict::Narrowed => "narrowed",
            BisectVerdict::NoLoss => "no loss",
            BisectVerdict::Undecided => "undecided",
        }
    }
}

/// What came out of a search. It displays as a sentence.
#[derive(Debug, Clone)]
pub struct BisectResult {
    pub(crate) verdict: BisectVerdict,
    /// From the good commit to the bad one.
    pub(crate) commits: Vec<BisectedCommit>,
    /// The most probable commits, if there is a loss.
    pub(crate) suspects: Option<Suspects>,
    pub(crate) loss: Option<Loss>,
    /// The test of the bad commit; `None` if it is the same as the good one.
    pub(crate) test: Option<SprtResult>,
    pub(crate) sprt: Sprt,
    pub(crate) games: u64,
}

/// A commit of a search.
#[derive(Debug, Clone)]
pub(crate) struct BisectedCommit {
    pub commit: Commit,
    pub probability: f64,
    /// The games that it played itself.
    pub games: u64,
    /// The results of its games, by distinct pairs.
    pub counts: Counts,
    /// The commit that it plays like.
    pub alike: Option<usize>,
    /// Why it cannot be played.
    pub skipped: Option<String>,
}

impl BisectResult {
    pub(super) fn of(course: &Course, commits: &[Commit]) -> BisectResult {
        let bisection = &course.bisection;
        let test = course.test();
        let suspects = bisection.suspects().into_iter().next().filter(|_| course.has_loss());
        let verdict = match (test.map(|test| test.verdict), bisection.found()) {
            (None | Some(SprtVerdict::H1), _) => BisectVerdict::NoLoss,
            (Some(SprtVerdict::Continue), _) | (_, None) => BisectVerdict::Undecided,
            (Some(SprtVerdict::H0), Some(found)) if found.first == found.commit => BisectVerdict::Found,
            (Some(SprtVerdict::H0), Some(_)) => BisectVerdict::Narrowed,
        };
        let all = commits.iter().zip(&course.commits).zip(bisection.probabilities());
        let commit = |(number, ((commit, learnt), probability)): (usize, ((&Commit, &Learnt), f64))| {
            let Learnt { games, alike, skipped, .. } = learnt.clone();
            let commit = commit.clone();
            BisectedCommit { commit, probability, games, counts: course.counts(number), alike, skipped }
        };
        BisectResult {
            verdict,
            commits: all.enumerate().map(commit).collect(),
            loss: suspects.and_then(|suspects| bisection.loss(suspects)),
            suspects,
            test,
            sprt: *course.sprt(),
            games: course.games(),
        }
    }

    /// The good commit.
    pub(crate) fn good(&self) -> &Commit {
        &self.commits[0].commit
    }

    /// The bad commit.
    pub(crate) fn bad(&self) -> &Commit {
        &self.commits[self.commits.len() - 1].commit
    }

    /// What it came to.
    pub fn verdict(&self) -> BisectVerdict {
        self.verdict
    }

    /// The whole name of the commit with the loss, if it was found.
    pub fn commit(&self) -> Option<&str> {
        let found = self.suspects.filter(|_| self.verdict == BisectVerdict::Found)?;
        Some(&self.commits[found.commit].commit.hash)
    }

    /// The probability of the most probable commits; 0 if there is no loss.
    pub fn probability(&self) -> f64 {
        self.suspects.map_or(0.0, |suspects| suspects.probability)
    }

    /// How much was lost there, in Elo, with its 95 % interval.
    pub fn loss(&self) -> Option<Loss> {
        self.loss
    }

    /// The games that were played.
    pub fn games(&self) -> u64 {
        self.games
    }
}
