//! On systems where pipes cannot be polled with a deadline, bots do not run, and starting one is an error.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cores::Confinement;
use super::ending::Ending;
use super::log::Log;
use super::settings::BotSettings;

/// A process that cannot exist.
pub(super) struct Process(Infallible);

/// Why nothing more can be had from a process.
#[derive(Debug)]
#[allow(dead_code)] // The same variants as on systems that run bots.
pub(super) enum Broken {
    /// The deadline has passed.
    Timeout,
    /// Ctrl-C.
    Interrupted,
    /// A pipe was closed from the other side.
    Closed,
    /// It writes too much.
    Flood(&'static str),
    /// The system failed.
    Io(io::Error),
}

impl Process {
    pub(super) fn start(_: &BotSettings, _: &str, _: Arc<Log>) -> io::Result<Process> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "bots run on Linux and macOS only"))
    }

    pub(super) fn start_with_grace(
        settings: &BotSettings,
        game: &str,
        log: Arc<Log>,
        _: Duration,
    ) -> io::Result<Process> {
        Process::start(settings, game, log)
    }

    pub(super) fn send(&mut self, _: &[u8], _: Instant) -> Result<(), Broken> {
        match self.0 {}
    }

    pub(super) fn line(&mut self, _: Instant) -> Result<&[u8], Broken> {
        match self.0 {}
    }

    pub(super) fn output(&mut self, _: Instant) -> Result<Vec<u8>, Broken> {
        match self.0 {}
    }

    pub(super) fn ending(&mut self) -> Option<Ending> {
        match self.0 {}
    }

    pub(super) fn has_line(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn discard(&mut self, _: impl Fn(&[u8]) -> bool) -> Result<bool, Broken> {
        match self.0 {}
    }

    pub(super) fn set_farewell(&mut self, _: &'static str) {
        match self.0 {}
    }

    pub(super) fn rest(&self) -> &[u8] {
        match self.0 {}
    }

    pub(super) fn asked(&mut self, _: u32, _: Duration) {
        match self.0 {}
    }

    pub(super) fn review_placement(&mut self) {
        match self.0 {}
    }

    pub(super) fn follow(&mut self) {
        match self.0 {}
    }

    pub(super) fn core(&self) -> Option<Confinement> {
        match self.0 {}
    }

    pub(super) fn autopsy(&mut self) -> String {
        match self.0 {}
    }

    pub(super) fn id(&self) -> u32 {
        match self.0 {}
    }

    pub(super) fn close_input(&mut self) {
        match self.0 {}
    }

    pub(super) fn ended_within(&self, _: Duration) -> Option<Ending> {
        match self.0 {}
    }

    pub(super) fn kill(&mut self) {
        match self.0 {}
    }
}
