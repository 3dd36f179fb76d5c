//! Between a session and the record of its games: recorded games are verified and new ones recorded, and both emit
//! events.

use super::event::{Event, Listener};
use super::request::ContestKind;
use super::results::RunResults;
use super::session::{Consumer, FilesOfGames, Session};
use crate::play::fingerprint::Fingerprint;
use crate::play::plan::ResolvedPlan;
use crate::play::runner::{GameRecord, Interrupted};
use crate::play::schedule::Pairing;
use crate::stats::{Crosstable, Sprt};
use crate::store::faults::LastFaults;
use crate::store::row::GameRow;
use crate::store::timings::Timings;
use crate::store::{Journal, NotContinued, RecordError, Recorded, Tallies, Verifier};

/// Verifies recorded games.
pub(super) struct Recovery<'a> {
    pub session: &'a mut Session,
    pub listener: &'a mut Listener<'a>,
}

impl Verifier for Recovery<'_> {
    fn verify(&mut self, row: &GameRow<'_>, before: &Tallies) -> Option<Pairing> {
        let games = self.session.games();
        (self.listener)(Event::Reading { done: before.games(), total: games.end - games.start });
        self.session.verify(row, before)
    }

    fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Interrupted> {
        self.session.fingerprints()
    }

    fn first_difference(&mut self, recorded: &[Fingerprint]) -> Result<Option<usize>, Interrupted> {
        self.session.first_difference(recorded)
    }

    fn continues(&mut self, shorter: &ResolvedPlan) -> Result<(), NotContinued> {
        self.session.continues(shorter)
    }

    fn is_interrupted(&self) -> bool {
        self.session.is_interrupted()
    }
}

/// Where games are recorded.
pub(super) trait Record: Send {
    fn tallies(&self) -> &Tallies;
    fn timings(&self) -> &Timings;
    fn faults(&self) -> &LastFaults;

    /// How many games are recorded completely.
    fn games(&self) -> u64;

    /// The next game to play, from 0.
    fn next_game(&self) -> u64;

    /// The test that may end the run.
    fn sprt(&self) -> Option<Sprt>;

    /// Whether the test has decided.
    fn is_decided(&self) -> bool;

    fn files(&self) -> FilesOfGames;
    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError>;
    fn save_if_due(&mut self) -> Result<(), RecordError>;
}

impl Record for Journal {
    fn tallies(&self) -> &Tallies {
        self.tallies()
    }

    fn timings(&self) -> &Timings {
        self.timings()
    }

    fn faults(&self) -> &LastFaults {
        self.last_faults()
    }

    fn games(&self) -> u64 {
        self.recorded_games()
    }

    fn next_game(&self) -> u64 {
        self.next_game()
    }

    fn sprt(&self) -> Option<Sprt> {
        self.sprt()
    }

    fn is_decided(&self) -> bool {
        self.is_decided()
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames { games: true, moves: self.records_moves() }
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.commit(game)
    }

    fn save_if_due(&mut self) -> Result<(), RecordError> {
        self.save_if_due()
    }
}

/// Games that are only counted.
pub(super) struct MemoryRecord {
    /// The first game, from 0.
    first: u64,
    sprt: Option<Sprt>,
    pub counted: Recorded,
}

impl MemoryRecord {
    pub(super) fn new(session: &Session, sprt: Option<Sprt>) -> MemoryRecord {
        MemoryRecord { first: session.games().start, sprt, counted: Recorded::new(session.tallies()) }
    }
}

impl Record for MemoryRecord {
    fn tallies(&self) -> &Tallies {
        &self.counted.tallies
    }

    fn timings(&self) -> &Timings {
        &self.counted.timings
    }

    fn faults(&self) -> &LastFaults {
        &self.counted.faults
    }

    fn games(&self) -> u64 {
        self.counted.tallies.games()
    }

    fn next_game(&self) -> u64 {
        self.first + self.games()
    }

    fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| self.counted.tallies.decide(&sprt))
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames::default()
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.counted.add(game);
        Ok(())
    }

    fn save_if_due(&mut self) -> Result<(), RecordError> {
        Ok(())
    }
}

/// Records games and emits events.
pub(super) struct Recorder<'a, R> {
    pub record: R,
    pub plan: ResolvedPlan,
    pub kind: ContestKind,
    /// The number of forfeited games that stops the run.
    pub max_forfeits: u64,
    pub listener: &'a mut Listener<'a>,
}

impl<R: Record> Consumer for Recorder<'_, R> {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.record.next_game()
    }

    fn crosstable(&self) -> Crosstable {
        self.record.tallies().crosstable()
    }

    fn is_done(&self) -> bool {
        self.record.is_decided() || self.record.tallies().at_fault(self.max_forfeits).is_some()
    }

    fn files(&self) -> FilesOfGames {
        self.record.files()
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.record.commit(game)
    }

    fn settle(&mut self) -> Result<(), RecordError> {
        self.record.save_if_due()?;
        let results = RunResults::so_far(&self.plan, self.kind, &self.record);
        (self.listener)(Event::Progress { done: self.record.games(), results });
        Ok(())
    }
}
