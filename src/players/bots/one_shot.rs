//! A program that is started for every game, and writes the result of the game to stdout.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::ending::Ending;
use super::fault::StartError;
use super::log::Log;
use super::process::{Broken, Process};
use super::settings::BotSettings;

/// A program that is started for every game, and the log of all its processes.
pub(crate) struct OneShot {
    settings: BotSettings,
    digest: OnceLock<u64>,
    log: Log,
}

/// Why a process has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// Ctrl-C.
    Interrupted,
    /// It failed; in words.
    Failed(String),
}

impl OneShot {
    pub(crate) fn new(settings: BotSettings) -> OneShot {
        OneShot { settings, digest: OnceLock::new(), log: Log::default() }
    }

    /// A digest of the program's files.
    pub(crate) fn digest(&self) -> u64 {
        *self.digest.get_or_init(|| self.settings.command.digest())
    }

    /// Checks that the program can be started.
    pub(crate) fn check(&self) -> Result<(), StartError> {
        self.settings.command.check()
    }

    /// Writes the stderr of all processes to this file.
    pub(crate) fn log_to(&self, file: PathBuf) {
        self.log.write_to(file);
    }

    /// The last lines that its processes wrote to stderr.
    pub(crate) fn last_words(&self, most: usize) -> Vec<String> {
        self.log.last_lines(most)
    }

    /// What the program writes to stdout when it is started with these words, for the game of this spec. It must end by
    /// itself with exit code 0 within this time. Nothing that it started is left.
    pub(crate) fn run(&self, words: Vec<String>, game: &str, limit: Duration) -> Result<Vec<u8>, Unfinished> {
        let command = self.settings.command.clone().with_words(words);
        let settings = BotSettings { command, ..self.settings.clone() };
        // Its own until its end, so that its last words are not those of another process.
        let log = Arc::<Log>::default();
        let deadline = Instant::now() + limit;
        let process = Process::start(&settings, game, log.clone());
        let mut process =
            process.map_err(|error| Unfinished::Failed(format!("it cannot be started: {error}")))?;
        let output = process.output(deadline);
        let result = match output {
            Ok(output) => match process.ending() {
                None | Some(Ending::Code(0)) => Ok(output),
                Some(ending) => Err(Unfinished::Failed(match log.last_lines(1).first() {
                    Some(line) => format!("it {ending}: {line}"),
                    None => format!("it {ending}"),
                })),
            },
            Err(Broken::Interrupted) => Err(Unfinished::Interrupted),
            Err(Broken::Timeout) => Err(Unfinished::Failed(format!("no result within {limit:?}"))),
            Err(Broken::Flood(what)) => Err(Unfinished::Failed(format!("it writes too much: {what}"))),
            Err(Broken::Closed) => Err(Unfinished::Failed("it closed its output".to_owned())),
            Err(Broken::Io(error)) => Err(Unfinished::Failed(format!("the system failed: {error}"))),
        };
        process.kill();
        self.log.add_log(&log);
        result
    }
}
