//! Progress while games are played: a bar on a terminal, a line every few seconds elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::numbers::{counted, grouped};

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressMode {
    /// A bar, redrawn in place.
    Bar,
    /// A line every few seconds.
    Lines,
    /// No progress.
    Silent,
}

/// The results so far, as shown with the progress.
#[derive(Debug, Clone, Default)]
pub struct SoFar {
    /// A few words.
    pub brief: String,
    /// Further lines below a bar.
    pub more: String,
}

/// The progress of a run.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    every: Duration,
    mode: ProgressMode,
    games: u64,
    /// The number of games at the start.
    before: u64,
    began: Instant,
    last: Instant,
}

impl Progress {
    /// Starts to show progress; `before` games are done already.
    pub fn begin(mode: ProgressMode, games: u64, before: u64) -> Progress {
        let bar = (mode == ProgressMode::Bar).then(|| new_bar(games, before));
        let now = Instant::now();
        Progress {
            bar,
            every: if mode == ProgressMode::Bar {
                Duration::from_millis(100)
            } else {
                Duration::from_secs(5)
            },
            mode,
            games,
            before,
            began: now,
            last: now,
        }
    }

    /// Shows the progress and the results so far, if the last update is long enough ago.
    pub fn update(&mut self, done: u64, so_far: impl FnOnce() -> SoFar) {
        if self.mode == ProgressMode::Silent || self.last.elapsed() < self.every {
            return;
        }
        self.last = Instant::now();
        let so_far = so_far();
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                let more = so_far.more.trim_end();
                let gap = if more.is_empty() { "" } else { "\n\n" };
                bar.set_message(format!("{}{gap}{more}", so_far.brief));
            }
            None => {
                // A closed stderr is not a reason to stop.
                let _ =
                    writeln!(std::io::stderr(), "{}", self.line(done, self.began.elapsed(), &so_far.brief));
            }
        }
    }

    /// Removes the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, done: u64, elapsed: Duration, so_far: &str) -> String {
        let rate = (done - self.before) as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = (self.games - done) as f64 / rate.max(1e-9);
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        format!(
            "{} of {}, {} a second, {} left, {so_far}",
            grouped(done),
            counted(self.games, "game"),
            grouped(rate as u64),
            HumanDuration(left)
        )
    }
}

fn new_bar(games: u64, before: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
    let template = "{bar:24} {human_pos} of {human_len} games, {per_sec}, {eta} left, {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key(
            "per_sec",
            |state: &indicatif::ProgressState, to: &mut dyn std::fmt::Write| {
                let _ = write!(to, "{} a second", grouped(state.per_sec() as u64));
            },
        ));
    }
    bar.set_position(before);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_much_is_done_and_how_long_the_rest_takes() {
        let line = |games, done| {
            let progress = Progress::begin(ProgressMode::Silent, games, 1000);
            progress.line(done, Duration::from_secs(10), "a scores 50 %")
        };
        assert_eq!(line(4000, 3000), "3,000 of 4,000 games, 200 a second, 5 seconds left, a scores 50 %");
        assert_eq!(line(40_000, 3000), "3,000 of 40,000 games, 200 a second, 3 minutes left, a scores 50 %");
        assert!(line(u64::MAX, 1000).contains(" years left"), "nothing played yet");
    }
}
