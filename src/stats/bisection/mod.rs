//! Noisy bisection: which commit made a program weaker, when every test of a commit may be wrong.
//!
//! `git bisect` halves a range of commits by the answer of a test, and one wrong answer leads it to a wrong commit. The
//! results of games are such a test: with answers that are right 9 times in 10, halving finds the right one of 32
//! commits in 59 % of searches, since five answers have to be right. So nothing is ruled out here. Every commit has a
//! probability of being the one with the loss, results change all of them by Bayes' rule, and the next games are played
//! where they are expected to say most (R. Waeber, P. I. Frazier, S. G. Henderson, "Bisection Search with Noisy
//! Responses", 2013). The search ends when one commit has 95 %.
//!
//! **The model.** Commits are numbered from 0, the good one, to the bad one. One commit made the program weaker by an
//! unknown loss: those before it play as well as the good one, it and those after it are weaker by the same Elo.
//! All commits are equally likely to be it, and all losses from a least one on. Commits that play alike are one
//! [build](Bisection::alike), so the loss is not between them.
//!
//! **Commits that cannot be built** are never played, but may have the loss. They cannot be told from the next
//! one that can be built: the search ends when these [`Suspects`] together have 95 %.
//!
//! ```
//! use arena::stats::{Bisection, Counts};
//!
//! let mut bisection = Bisection::new(8, 10.0);
//! bisection.set_counts(8, Counts::pairs([90, 200, 300, 120, 60])); // the bad commit lost
//! let next = bisection.next(10_000).map(|visit| visit.commit);
//! assert_eq!(next, Some(4)); // the one in the middle tells most
//! bisection.set_counts(4, Counts::pairs([60, 150, 300, 155, 65]));
//! assert!(bisection.suspects()[0].commit > 4); // it played like the good one
//! ```

mod choice;
pub(crate) mod loss;
#[cfg(test)]
mod tests;

pub use choice::Visit;
pub use loss::Loss;

use super::Counts;
use super::counts::Unit;
use loss::{Evidence, LossGrid, Shape};

/// The probability at which a search ends.
pub const SURE: f64 = 0.95;

/// What is known of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Commit {
    Unknown,
    /// It cannot be built.
    Skipped,
    /// The number of its build.
    Built(usize),
}

/// Commits that play alike.
#[derive(Debug, Clone, Copy)]
struct Build {
    first: usize,
    last: usize,
    /// The results against the good commit.
    counts: Counts,
    /// Whether more games would say nothing new.
    is_exhausted: bool,
}

impl Build {
    fn new(commit: usize) -> Build {
        Build { first: commit, last: commit, counts: Counts::empty(Unit::Pair), is_exhausted: false }
    }
}

/// The search for the commit with the loss.
#[derive(Debug, Clone)]
pub struct Bisection {
    grid: LossGrid,
    /// From the good commit to the bad one.
    commits: Vec<Commit>,
    /// The first one is that of the good commit.
    builds: Vec<Build>,
}

/// Commits that cannot be told apart: one that can be built, and those before it that cannot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Suspects {
    /// The first of them.
    pub first: usize,
    /// The one that can be built, the last of them.
    pub commit: usize,
    /// The probability that one of them has the loss.
    pub probability: f64,
}

/// How probable it is where the loss is, and how large.
#[derive(Debug, Clone)]
struct Belief {
    /// For each commit, the probabilities that it has the loss and that the loss is this large.
    joint: Vec<Vec<f64>>,
}

impl Bisection {
    /// A search among this many commits after the good one, at least one. The last one is the bad one, which is weaker
    /// by at least `least` Elo, a number from 0.1 to 400.
    pub fn new(commits: usize, least: f64) -> Bisection {
        let good = Build::new(0);
        let mut all = vec![Commit::Unknown; commits.max(1) + 1];
        all[0] = Commit::Built(0);
        Bisection { grid: LossGrid { least: least.clamp(0.1, 400.0) }, commits: all, builds: vec![good] }
    }

    /// The number of the bad commit.
    pub fn last(&self) -> usize {
        self.commits.len() - 1
    }

    /// A commit cannot be built, or cannot be played after all: then its results do not count.
    pub fn skip(&mut self, commit: usize) {
        if let Commit::Built(build) = std::mem::replace(&mut self.commits[commit], Commit::Skipped) {
            self.builds[build].counts = Counts::empty(Unit::Pair);
        }
    }

    /// More games of a commit would say nothing new, for example because there are no more openings.
    pub fn exhaust(&mut self, commit: usize) {
        let build = self.build(commit);
        self.builds[build].is_exhausted = true;
    }

    /// Whether a commit was found not to be buildable.
    pub fn is_skipped(&self, commit: usize) -> bool {
        self.commits[commit] == Commit::Skipped
    }

    /// A commit plays like another one, which has results or is the good one.
    pub fn alike(&mut self, commit: usize, other: usize) {
        let build = self.build(other);
        self.commits[commit] = Commit::Built(build);
        let Build { first, last, .. } = &mut self.builds[build];
        (*first, *last) = ((*first).min(commit), (*last).max(commit));
    }

    /// The results of a commit against the good one, by pairs, from the commit's view.
    pub fn set_counts(&mut self, commit: usize, counts: Counts) {
        let build = self.build(commit);
        self.builds[build].counts = counts;
    }

    /// The results of a commit, or of one that plays like it; `None` before it is built.
    pub fn counts(&self, commit: usize) -> Option<Counts> {
        match self.commits[commit] {
            Commit::Built(build) => Some(self.builds[build].counts),
            _ => None,
        }
    }

    /// Whether a commit plays like the good one.
    pub fn is_like_good(&self, commit: usize) -> bool {
        self.commits[commit] == Commit::Built(0)
    }

    /// The nearest commits with results or like one that has, before and after a commit.
    pub fn neighbours(&self, commit: usize) -> impl Iterator<Item = usize> {
        let is_built = |other: &usize| matches!(self.commits[*other], Commit::Built(_));
        let before = (0..commit).rev().find(is_built);
        let after = (commit + 1..self.commits.len()).find(is_built);
        before.into_iter().chain(after)
    }

    /// The number of the build of a commit, which may be a new one.
    fn build(&mut self, commit: usize) -> usize {
        if let Commit::Built(build) = self.commits[commit] {
            return build;
        }
        self.builds.push(Build::new(commit));
        self.commits[commit] = Commit::Built(self.builds.len() - 1);
        self.builds.len() - 1
    }

    /// For each commit, the probability that it has the loss; that of the good one is 0. All are 0 if the good and the
    /// bad commit play alike.
    pub fn probabilities(&self) -> Vec<f64> {
        self.belief().probabilities()
    }

    /// The groups of commits that can be told apart, the most probable first.
    pub fn suspects(&self) -> Vec<Suspects> {
        let mut all: Vec<Suspects> = Vec::new();
        let mut first = None;
        for (commit, probability) in self.probabilities().into_iter().enumerate().skip(1) {
            let (start, before) = first.take().unwrap_or((commit, 0.0));
            if self.is_skipped(commit) {
                first = Some((start, before + probability));
            } else {
                all.push(Suspects { first: start, commit, probability: before + probability });
            }
        }
        all.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        all
    }

    /// The commits with the loss, if they are certain enough.
    pub fn found(&self) -> Option<Suspects> {
        self.suspects().into_iter().next().filter(|suspects| suspects.probability >= SURE)
    }

    /// How much is lost at these commits, if it is lost there; `None` if that is impossible.
    pub fn loss(&self, suspects: Suspects) -> Option<Loss> {
        let belief = self.belief();
        let mut weights = vec![0.0; LossGrid::POINTS];
        for commit in suspects.first..=suspects.commit {
            weights.iter_mut().zip(&belief.joint[commit]).for_each(|(sum, weight)| *sum += weight);
        }
        self.grid.summary(&weights)
    }

    fn belief(&self) -> Belief {
        let shape = Shape::of(self.builds.iter().map(|build| build.counts));
        let played = self.builds.iter().enumerate().skip(1);
        let evidence: Vec<(Build, Evidence)> =
            played.map(|(_, build)| (*build, shape.evidence(self.grid, &build.counts))).collect();
        // Where the loss is at the first commit, all are weaker. From there, one after the other is not.
        let mut weaker = self.grid.prior();
        for (_, evidence) in &evidence {
            weaker.iter_mut().zip(&evidence.weaker).for_each(|(sum, one)| *sum += one);
        }
        let mut joint = vec![vec![f64::NEG_INFINITY; LossGrid::POINTS]];
        for commit in 1..self.commits.len() {
            for (_, evidence) in evidence.iter().filter(|(build, _)| build.last + 1 == commit) {
                let change = evidence.weaker.iter().map(|weaker| evidence.equal - weaker);
                weaker.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
            }
            let is_possible = self.builds.iter().all(|build| commit <= build.first || commit > build.last);
            joint.push(if is_possible { weaker.clone() } else { vec![f64::NEG_INFINITY; LossGrid::POINTS] });
        }
        Belief::of_logarithms(joint)
    }
}

impl Belief {
    /// From logarithms of what is proportional to the probabilities.
    fn of_logarithms(mut joint: Vec<Vec<f64>>) -> Belief {
        let most = joint.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let all = joint.iter_mut().flatten();
        all.for_each(|one| *one = if most.is_finite() { (*one - most).exp() } else { 0.0 });
        let sum: f64 = joint.iter().flatten().sum();
        if sum > 0.0 {
            joint.iter_mut().flatten().for_each(|one| *one /= sum);
        }
        Belief { joint }
    }

    fn probabilities(&self) -> Vec<f64> {
        self.joint.iter().map(|losses| losses.iter().sum()).collect()
    }

    /// The probabilities of the losses, wherever they are.
    fn losses(&self) -> Vec<f64> {
        let mut sums = vec![0.0; LossGrid::POINTS];
        for losses in &self.joint {
            sums.iter_mut().zip(losses).for_each(|(sum, one)| *sum += one);
        }
        sums
    }
}
