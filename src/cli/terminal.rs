//! The events of a run on a terminal: messages, progress, and the page of `--report`.

use std::env;
use std::io::{self, IsTerminal};

use super::live_report::{FinalReport, LiveReport};
use super::progress::{Progress, ProgressMode};
use super::say;
use crate::report::numbers::{counted, grouped};
use crate::report::so_far::{SoFar, so_far};
use crate::report::warnings::Warning;
use crate::run::{Beginning, Lost, Opened, RunEvent};

/// Shows the events of a run.
pub(super) struct Terminal {
    mode: ProgressMode,
    /// Whether only the result is printed.
    quiet: bool,
    progress: Option<Progress>,
    page: Page,
}

enum Page {
    Off,
    Requested,
    Live(LiveReport),
    Final(FinalReport),
}

impl Terminal {
    pub(super) fn new(quiet: bool, no_progress: bool, with_page: bool) -> Terminal {
        Terminal {
            mode: progress_mode(quiet || no_progress),
            quiet,
            progress: None,
            page: if with_page { Page::Requested } else { Page::Off },
        }
    }

    pub(super) fn show(&mut self, event: &RunEvent<'_>) {
        match event {
            RunEvent::ThreadsCapped { asked, used } => {
                self.say(&format!("using {used} threads: {asked} would only compete for the cores"));
            }
            RunEvent::SharedCores { threads, cores } => {
                let warning = Warning::SharedCores { threads: *threads, cores: *cores };
                self.say(&format!("warning: {}", warning.text()));
            }
            RunEvent::Note(note) => self.say(&format!("note: {note}")),
            RunEvent::Opened(opened) => {
                self.end_progress();
                for message in messages(opened) {
                    self.say(&message);
                }
                if let Page::Requested = self.page {
                    self.page = Page::Live(LiveReport::begin(opened.folder, opened.out));
                }
            }
            RunEvent::Reading { .. }
            | RunEvent::Playing { .. }
            | RunEvent::Progress { .. }
            | RunEvent::Ended => {
                self.show_progress(event);
            }
        }
    }

    /// Shows only how far it is.
    pub(super) fn show_progress(&mut self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Reading { done, total } => {
                let progress = self.progress.get_or_insert_with(|| Progress::begin(self.mode, *total, 0));
                progress.update(*done, || SoFar::brief("reading the recorded games"));
            }
            RunEvent::Playing { done, total } => self.begin_progress(*done, *total),
            RunEvent::Progress { done, results } => self.update(*done, || so_far(results)),
            RunEvent::Ended => {
                self.end_progress();
                self.page = match std::mem::replace(&mut self.page, Page::Off) {
                    Page::Live(page) => Page::Final(page.stop()),
                    page => page,
                };
            }
            _ => {}
        }
    }

    /// Shows how many games are done from now on.
    pub(super) fn begin_progress(&mut self, done: u64, total: u64) {
        self.end_progress();
        self.progress = Some(Progress::begin(self.mode, total, done));
    }

    pub(super) fn update(&mut self, done: u64, so_far: impl FnOnce() -> SoFar) {
        if let Some(progress) = &mut self.progress {
            progress.update(done, so_far);
        }
    }

    pub(super) fn end_progress(&mut self) {
        if let Some(progress) = self.progress.take() {
            progress.end();
        }
    }

    /// Writes the page of a run that has ended. The results are there without it, so a failure is a warning.
    pub(super) fn finish_page(mut self) {
        let Page::Final(page) = std::mem::replace(&mut self.page, Page::Off) else { return };
        match page.finish() {
            Ok(page) => self.say(&format!("wrote {}", page.display())),
            Err(problem) => say(&format!("warning: no report: {problem}")),
        }
    }

    pub(super) fn say(&self, message: &str) {
        if !self.quiet {
            say(message);
        }
    }
}

/// How progress is shown.
pub(super) fn progress_mode(silent: bool) -> ProgressMode {
    if silent {
        ProgressMode::Silent
    } else if io::stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb") {
        ProgressMode::Bar
    } else {
        ProgressMode::Lines
    }
}

/// How a run or a shard begins, unless it is a new one.
fn messages(opened: &Opened<'_>) -> Vec<String> {
    let done = opened.done;
    let mut messages = Vec::new();
    if let (Some(shard), Some(damage)) = (opened.shard, opened.damage) {
        messages.push(format!("warning: shard {shard} is damaged and played again: {damage}"));
    }
    let out = opened.out.display();
    match (opened.beginning, opened.shard) {
        (Beginning::New, _) => {}
        (Beginning::Continued, Some(shard)) => {
            messages.push(format!("continuing shard {shard} after {}", counted(done, "game")));
        }
        (Beginning::Continued, None) => messages.push(format!(
            "continuing the run in {out} after {} of {}",
            grouped(done),
            counted(opened.total, "game")
        )),
        (Beginning::Again, _) => messages.push(format!(
            "{out} holds a finished run of this plan: playing it again into a copy that replaces it"
        )),
    }
    messages.extend(opened.lost.iter().map(|&lost| format!("warning: {}", lost_text(lost))));
    messages
}

/// A description of what was lost of a continued run.
fn lost_text(lost: Lost) -> String {
    match lost {
        Lost::Timings { games } => format!(
            "timings.part.json is missing or damaged; {} played again to measure the moves",
            are(games)
        ),
        Lost::Moves { good, games } => format!(
            "moves.csv is missing or damaged after {}; {} played again to record the moves",
            counted(good, "game"),
            are(games)
        ),
    }
}

fn are(games: u64) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "is" } else { "are" })
}
