//! `--report`: the page of a run while it is played, and at its end.
//!
//! A thread of its own reads the files of the run every few seconds and replaces the page atomically. It neither waits
//! for games nor makes them wait, so that the games are the same with and without it. The larger the run, the rarer the
//! pages: at most a twentieth of its thread's time goes into them.

use std::io;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::report::write_page;
use super::say;
use crate::run::REPORT;

/// The least time between two pages.
const EVERY: Duration = Duration::from_secs(3);

/// Pages may take one part in `SHARE` of the time.
const SHARE: u32 = 20;

/// The page of a run that is being played.
pub(super) struct LiveReport {
    out: PathBuf,
    end: Sender<()>,
    thread: io::Result<JoinHandle<()>>,
}

impl LiveReport {
    /// Begins to write the page of a run whose files are in `folder` during the run, and in `out` at its end.
    pub(super) fn begin(folder: &Path, out: &Path) -> LiveReport {
        let (end, ended) = mpsc::channel();
        let (folder, shown) = (folder.to_owned(), out.to_owned());
        let mut wait = EVERY;
        let mut has_failed = false;
        let write = move || {
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let began = Instant::now();
                // There may be no game yet. What else fails is reported once, and tried again.
                if has_games(&folder)
                    && let Err(problem) = write_page(from_ref(&folder), from_ref(&shown), &shown.join(REPORT))
                    && !has_failed
                {
                    say(&format!("warning: no report yet: {problem}"));
                    has_failed = true;
                }
                wait = EVERY.max(began.elapsed() * SHARE);
            }
        };
        let thread = thread::Builder::new().name("report".to_owned()).spawn(write);
        LiveReport { out: out.to_owned(), end, thread }
    }

    /// Stops the thread. The files of the run may be replaced after this.
    pub(super) fn stop(self) -> FinalReport {
        let _ = self.end.send(());
        if let Ok(thread) = self.thread {
            let _ = thread.join();
        }
        FinalReport { out: self.out }
    }
}

fn has_games(folder: &Path) -> bool {
    let games = folder.join(crate::run::GAMES);
    // More than a header.
    std::fs::metadata(games).is_ok_and(|file| file.len() > 200)
}

/// The page of a run that has ended.
pub(super) struct FinalReport {
    out: PathBuf,
}

impl FinalReport {
    /// Writes it, and gives its path; or says what is wrong.
    pub(super) fn finish(self) -> Result<PathBuf, String> {
        let (folder, page) = (from_ref(&self.out), self.out.join(REPORT));
        write_page(folder, folder, &page).map(|()| page)
    }
}
