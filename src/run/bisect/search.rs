//! Which commit is built and played next, and what was learnt.

use std::collections::HashMap;
use std::path::Path;

use super::engines::{Engine, Engines};
use super::event::{BisectEvent, BisectListener};
use super::file::{Journal, Step};
use super::games::{Games, NoResults};
use super::history::Commit;
use super::play::{BisectError, Progress, unplayable};
use super::request::Bisect;
use crate::run::session::{SessionError, Threads};
use crate::run::{Existing, RunError};
use crate::stats::{Bisection, Counts, Sprt, SprtResult, SprtVerdict, StopRule, Unit};

/// What a search has learnt: a function of its steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub bisection: Bisection,
    sprt: Sprt,
    most_pairs: u64,
    pub commits: Vec<Learnt>,
}

/// What is known of a commit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Learnt {
    /// The games that it played itself.
    pub games: u64,
    pub same_moves: bool,
    /// The commit that it plays like.
    pub alike: Option<usize>,
    /// Why it cannot be played.
    pub skipped: Option<String>,
}

impl Course {
    pub(super) fn new(last: usize, sprt: Sprt, most_pairs: u64) -> Course {
        // The test has shown that the loss is nearer to its first hypothesis than to none.
        let bisection = Bisection::new(last, -sprt.elo0 / 2.0);
        Course { bisection, sprt, most_pairs, commits: vec![Learnt::default(); last + 1] }
    }

    pub(super) fn last(&self) -> usize {
        self.bisection.last()
    }

    pub(super) fn take(&mut self, step: &Step) {
        match step {
            Step::Skipped { commit, why } => {
                self.bisection.skip(*commit);
                self.commits[*commit].skipped = Some(why.clone());
            }
            Step::Alike { commit, other } => {
                self.bisection.alike(*commit, *other);
                self.commits[*commit].alike = Some(self.representative(*other));
            }
            Step::Played { commit, games, pairs, same_moves } => {
                let before = self.counts(*commit).n();
                let counts = Counts::pairs(*pairs);
                self.bisection.set_counts(*commit, counts);
                // Copies of earlier games say nothing new: there are no more openings.
                if counts.n() <= before || games / 2 >= self.most_pairs {
                    self.bisection.exhaust(*commit);
                }
                let learnt = &mut self.commits[*commit];
                (learnt.games, learnt.same_moves) = (*games, *same_moves);
            }
        }
    }

    /// The commit whose games count for a commit.
    pub(super) fn representative(&self, commit: usize) -> usize {
        self.commits[commit].alike.unwrap_or(commit)
    }

    pub(super) fn counts(&self, commit: usize) -> Counts {
        self.bisection.counts(commit).unwrap_or(Counts::empty(Unit::Pair))
    }

    pub(super) fn games(&self) -> u64 {
        self.commits.iter().map(|learnt| learnt.games).sum()
    }

    /// The test of the bad commit; `None` before it has played, or if it is the same as the good one.
    pub(super) fn test(&self) -> Option<SprtResult> {
        let bad = &self.commits[self.last()];
        (bad.games > 0).then(|| self.sprt.test_moves(&self.counts(self.last()), bad.same_moves))
    }

    /// Whether the bad commit plays on, up to this many games.
    fn needs_test(&self, games: u64) -> bool {
        let is_open = |test: SprtResult| test.verdict == SprtVerdict::Continue;
        self.test().is_none_or(|test| is_open(test) && self.commits[self.last()].games < games)
    }

    pub(super) fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Whether the bad commit was shown to be weaker.
    pub(super) fn has_loss(&self) -> bool {
        self.test().is_some_and(|test| test.verdict == SprtVerdict::H0)
    }
}

pub(super) struct Search<'a> {
    pub asked: &'a Bisect,
    pub commits: &'a [Commit],
    pub engines: Engines,
    pub journal: Journal,
    pub course: Course,
    /// Whether games that are there are replaced.
    pub is_fresh: bool,
    pub out: &'a Path,
}

impl Search<'_> {
    pub(super) fn play(
        &mut self,
        threads: &Threads,
        listener: &mut BisectListener<'_>,
    ) -> Result<Progress, BisectError> {
        let (last, commits) = (self.course.last(), self.commits);
        let good = self.build(0, listener)?.map_err(|why| unplayable(&commits[0], "GOOD", &why))?;
        let bad = self.build(last, listener)?.map_err(|why| unplayable(&commits[last], "BAD", &why))?;
        if good.files == bad.files {
            if self.journal.steps().is_empty() {
                self.add(Step::Alike { commit: last, other: 0 })?;
            }
            return Ok(Progress::Done);
        }
        let mut games = Games::new(self.asked, &commits[0], good.player.clone(), self.out, threads);
        let session = games.start(&bad.player).map_err(|error| not_started(error, commits))?;
        games.set_openings(self.journal.openings(games.fixed_openings(&session)));
        drop(session);
        if self.course.needs_test(self.asked.games) {
            listener(BisectEvent::Testing { good: &commits[0], bad: &commits[last] });
            let test = Some(StopRule::Sprt(self.asked.sprt));
            if let Progress::Stopped = self.visit(&games, last, &bad, (self.asked.games, test), listener)? {
                return Ok(Progress::Stopped);
            }
        }
        if !self.course.has_loss() {
            return Ok(Progress::Done);
        }
        let mut builds = Builds { games: &games, moves: HashMap::new() };
        while self.course.bisection.found().is_none() {
            let Some(visit) = self.course.bisection.next(self.course.most_pairs) else { break };
            let commit = self.course.representative(visit.commit);
            let engine = match self.build(commit, listener)? {
                Ok(engine) => engine,
                Err(why) => {
                    self.skip(commit, why, listener)?;
                    continue;
                }
            };
            if self.course.bisection.counts(commit).is_none() {
                match self.alike(&mut builds, commit, &engine) {
                    Ok(None) => {}
                    Ok(Some(other)) => {
                        let (commit, other) = (commit, self.course.representative(other));
                        listener(BisectEvent::Alike { commit: &commits[commit], other: &commits[other] });
                        self.add(Step::Alike { commit, other })?;
                        continue;
                    }
                    Err(BisectError::Run(RunError::Session(SessionError::Start { player: 0, error }))) => {
                        self.skip(commit, error.to_string(), listener)?;
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            }
            let total = self.course.commits[commit].games + 2 * visit.pairs;
            listener(BisectEvent::Visiting { commit: &commits[commit], games: 2 * visit.pairs });
            let total = total.min(2 * self.course.most_pairs);
            if let Progress::Stopped = self.visit(&games, commit, &engine, (total, None), listener)? {
                return Ok(Progress::Stopped);
            }
            if let Some(first) = self.course.bisection.suspects().first() {
                listener(BisectEvent::Learnt {
                    suspect: &commits[first.commit],
                    probability: first.probability,
                    games: self.course.games(),
                });
            }
        }
        Ok(Progress::Done)
    }

    fn add(&mut self, step: Step) -> Result<(), BisectError> {
        self.course.take(&step);
        Ok(self.journal.add(step)?)
    }

    fn build(
        &self,
        commit: usize,
        listener: &mut BisectListener<'_>,
    ) -> Result<Result<Engine, String>, BisectError> {
        let commit = &self.commits[commit];
        if self.engines.is_new(commit) {
            listener(BisectEvent::Building { commit });
        }
        Ok(self.engines.engine(commit)?)
    }

    fn skip(
        &mut self,
        commit: usize,
        why: String,
        listener: &mut BisectListener<'_>,
    ) -> Result<(), BisectError> {
        listener(BisectEvent::Skipped { commit: &self.commits[commit], why: &why });
        self.add(Step::Skipped { commit, why })
    }

    /// Plays a commit up to this many games.
    fn visit(
        &mut self,
        games: &Games<'_>,
        commit: usize,
        engine: &Engine,
        extent: (u64, Option<StopRule>),
        listener: &mut BisectListener<'_>,
    ) -> Result<Progress, BisectError> {
        let existing = match self.course.commits[commit].games {
            0 if self.is_fresh => Existing::Replace,
            0 => Existing::ContinueOrReplace,
            _ => Existing::Continue,
        };
        let name = &self.commits[commit];
        let played = games.play((commit, name), &engine.player, existing, extent, listener);
        match played.map_err(|error| not_started(error, self.commits))? {
            Ok(step) => self.add(step)?,
            Err(NoResults::Stopped) => return Ok(Progress::Stopped),
            Err(NoResults::Failed(how)) => return Err(RunError::Failed(how).into()),
            Err(NoResults::Forfeits { games, by_good }) => {
                let why = format!("it forfeited {games} games");
                match commit {
                    _ if by_good => return Err(unplayable(&self.commits[0], "GOOD", &why)),
                    last if last == self.course.last() => return Err(unplayable(name, "BAD", &why)),
                    _ => self.skip(commit, why, listener)?,
                }
            }
        }
        Ok(Progress::Done)
    }

    /// The neighbour that a commit plays like, if it does: their files are the same, or they choose the same moves.
    fn alike(
        &self,
        builds: &mut Builds<'_, '_>,
        commit: usize,
        engine: &Engine,
    ) -> Result<Option<usize>, BisectError> {
        for other in self.course.bisection.neighbours(commit) {
            let Ok(neighbour) = self.engines.engine(&self.commits[other])? else { continue };
            let is_same = engine.files == neighbour.files
                || builds
                    .moves(engine)?
                    .is_some_and(|moves| builds.moves(&neighbour).is_ok_and(|other| other == Some(moves)));
            if is_same {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }
}

/// The moves that bots choose, by their files.
struct Builds<'a, 'b> {
    games: &'a Games<'b>,
    moves: HashMap<u64, Option<u64>>,
}

impl Builds<'_, '_> {
    /// A digest of the moves of a bot that repeats them.
    fn moves(&mut self, engine: &Engine) -> Result<Option<u64>, BisectError> {
        if let Some(&known) = self.moves.get(&engine.files) {
            return Ok(known);
        }
        let moves = self.games.start(&engine.player)?.choices_of_bot(0)?;
        self.moves.insert(engine.files, moves);
        Ok(moves)
    }
}

/// The good commit is the second player of a match.
fn not_started(error: RunError, commits: &[Commit]) -> BisectError {
    match error {
        RunError::Session(SessionError::Start { player: 1, error }) => {
            unplayable(&commits[0], "GOOD", &error.to_string())
        }
        RunError::Session(SessionError::Start { player: 0, error }) => {
            unplayable(&commits[commits.len() - 1], "BAD", &error.to_string())
        }
        error => error.into(),
    }
}
