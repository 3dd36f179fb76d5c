//! Between a session and the record of its games: recorded games are verified and new ones recorded, and both emit
//! events.

use super::event::{RunEvent, RunListener};
use super::request::ContestKind;
use super::results::RunResults;
use super::session::{Consumer, FilesOfGames, Session};
use crate::play::fingerprint::Fingerprint;
use crate::play::finished::FinishedGame;
use crate::play::plan::ResolvedPlan;
use crate::play::runner::{GameRecord, Interrupted};
use crate::play::schedule::{Pairing, Played};
use crate::players::thread_time::ThreadTime;
use crate::stats::StopRule;
use crate::store::faults::LastFaults;
use crate::store::timings::Timings;
use crate::store::{Journal, NotContinued, RecordError, Recorded, Tallies, Verifier};

/// Verifies recorded games.
pub(super) struct Recovery<'a> {
    pub session: &'a mut Session,
    pub listener: &'a mut RunListener<'a>,
}

impl Recovery<'_> {
    /// Says how far it is, after some games: reading the clock takes as long as reading a game.
    fn tell(&mut self, before: &Tallies) {
        if before.games().is_multiple_of(64) {
            let games = self.session.games();
            (self.listener)(RunEvent::Reading { done: before.games(), total: games.end - games.start });
        }
    }
}

impl Verifier for Recovery<'_> {
    fn verify(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing> {
        self.tell(before);
        self.session.verify(game, before)
    }

    fn locate(&mut self, game: &FinishedGame<&str>, before: &Tallies) -> Option<Pairing> {
        self.tell(before);
        self.session.locate(game, before)
    }

    fn fingerprints(&mut self) -> Vec<Fingerprint> {
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
    fn counted(&self) -> Counted<'_>;

    /// How many games are recorded completely.
    fn games(&self) -> u64;

    /// The next game to play, from 0.
    fn next_game(&self) -> u64;

    /// Whether the games have decided before all are played.
    fn is_decided(&self) -> bool;

    fn files(&self) -> FilesOfGames {
        FilesOfGames::default()
    }

    /// Whether it lacks the fingerprints of the players.
    fn needs_fingerprints(&self) -> bool {
        false
    }

    fn take_fingerprints(&mut self, fingerprints: &[Fingerprint]) {
        let _ = fingerprints;
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError>;

    fn save_if_due(&mut self) -> Result<(), RecordError> {
        Ok(())
    }

    /// Adds what threads have spent on the games.
    fn add_thread_time(&mut self, spent: ThreadTime);
}

#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    pub tallies: &'a Tallies,
    pub timings: &'a Timings,
    pub faults: &'a LastFaults,
    /// What may end the run before all games are played.
    pub stop: Option<StopRule>,
}

impl Record for Journal {
    fn counted(&self) -> Counted<'_> {
        let (tallies, timings, faults) = (self.tallies(), self.timings(), self.last_faults());
        Counted { tallies, timings, faults, stop: self.stop_rule() }
    }

    fn games(&self) -> u64 {
        self.recorded_games()
    }

    fn next_game(&self) -> u64 {
        self.next_game()
    }

    fn is_decided(&self) -> bool {
        self.is_decided()
    }

    fn files(&self) -> FilesOfGames {
        FilesOfGames { games: true, moves: self.records_moves() }
    }

    fn needs_fingerprints(&self) -> bool {
        self.needs_fingerprints()
    }

    fn take_fingerprints(&mut self, fingerprints: &[Fingerprint]) {
        self.take_fingerprints(fingerprints);
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.commit(game)
    }

    fn save_if_due(&mut self) -> Result<(), RecordError> {
        self.save_if_due()
    }

    fn add_thread_time(&mut self, spent: ThreadTime) {
        self.add_thread_time(spent);
    }
}

/// Games that are only counted.
pub(super) struct MemoryRecord {
    /// The first game, from 0.
    first: u64,
    stop: Option<StopRule>,
    pub recorded: Recorded,
}

impl MemoryRecord {
    pub(super) fn new(session: &Session, stop: Option<StopRule>) -> MemoryRecord {
        MemoryRecord { first: session.games().start, stop, recorded: Recorded::new(session.tallies()) }
    }
}

impl Record for MemoryRecord {
    fn counted(&self) -> Counted<'_> {
        let Recorded { tallies, timings, faults } = &self.recorded;
        Counted { tallies, timings, faults, stop: self.stop }
    }

    fn games(&self) -> u64 {
        self.recorded.tallies.games()
    }

    fn next_game(&self) -> u64 {
        self.first + self.games()
    }

    fn is_decided(&self) -> bool {
        self.stop.is_some_and(|rule| self.recorded.tallies.decide(&rule))
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.recorded.add(game);
        Ok(())
    }

    fn add_thread_time(&mut self, spent: ThreadTime) {
        self.recorded.timings.add_threads(spent);
    }
}

/// Records games and emits events.
pub(super) struct Recorder<'a, R> {
    pub record: R,
    pub plan: ResolvedPlan,
    pub kind: ContestKind,
    /// The number of forfeits of one player, or of disputed or failed games, that stops the run.
    pub max_forfeits: u64,
    pub listener: &'a mut RunListener<'a>,
}

impl<R: Record> Consumer for Recorder<'_, R> {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.record.next_game()
    }

    fn played(&self) -> Played {
        self.record.counted().tallies.played()
    }

    fn is_done(&self) -> bool {
        let Counted { tallies, .. } = self.record.counted();
        let most = self.max_forfeits;
        let has_enough =
            tallies.at_fault(most).is_some() || tallies.disputes() >= most || tallies.failures() >= most;
        has_enough || self.record.is_decided()
    }

    fn files(&self) -> FilesOfGames {
        self.record.files()
    }

    fn needs_fingerprints(&self) -> bool {
        self.record.needs_fingerprints()
    }

    fn take_fingerprints(&mut self, fingerprints: &[Fingerprint]) {
        self.record.take_fingerprints(fingerprints);
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), RecordError> {
        self.record.commit(game)
    }

    fn save(&mut self) -> Result<(), RecordError> {
        self.record.save_if_due()?;
        let results = RunResults::so_far(&self.plan, self.kind, &self.record);
        (self.listener)(RunEvent::Progress { done: self.record.games(), results });
        Ok(())
    }
}
