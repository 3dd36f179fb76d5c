//! Progress of long work: lines that are redrawn in place on a terminal, a line every few seconds elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use super::live::{DrawLines, Live};
use crate::report::numbers::{counted, grouped};
use crate::report::so_far::SoFar;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgressMode {
    /// A bar, redrawn in place.
    Bar,
    /// A line every few seconds.
    Lines,
    Silent,
}

#[derive(Debug)]
pub(super) struct Progress {
    live: Option<Live>,
    every: Duration,
    mode: ProgressMode,
    games: GameCount,
    last: Instant,
}

/// The games of a run, and when it began to play them.
#[derive(Debug, Clone, Copy)]
struct GameCount {
    all: u64,
    /// The number of games at the start.
    before: u64,
    began: Instant,
}

impl Progress {
    /// Starts to show progress; `before` games are already done.
    pub(super) fn begin(mode: ProgressMode, games: u64, before: u64) -> Progress {
        let now = Instant::now();
        let games = GameCount { all: games, before, began: now };
        let is_bar = mode == ProgressMode::Bar;
        Progress {
            live: is_bar
                .then(|| Live::begin(Box::new(move |width| games.lines(before, &SoFar::default(), width)))),
            every: if is_bar { Duration::from_millis(100) } else { Duration::from_secs(5) },
            mode,
            games,
            last: now,
        }
    }

    /// Shows the progress and the results so far, if the last update is long enough ago.
    pub(super) fn update(&mut self, done: u64, so_far: impl FnOnce() -> SoFar) {
        if self.mode == ProgressMode::Silent || self.last.elapsed() < self.every {
            return;
        }
        self.last = Instant::now();
        let (games, so_far) = (self.games, so_far());
        match &self.live {
            Some(live) => live.set(Box::new(move |width| games.lines(done, &so_far, width))),
            None => {
                // A closed stderr is not a reason to stop.
                let _ = writeln!(
                    std::io::stderr(),
                    "{}",
                    games.words(done, games.began.elapsed(), &so_far.brief)
                );
            }
        }
    }

    pub(super) fn end(&self) {
        if let Some(live) = &self.live {
            live.end();
        }
    }
}

impl GameCount {
    /// The lines on a terminal of this width.
    fn lines(&self, done: u64, so_far: &SoFar, width: usize) -> Vec<String> {
        let mut lines = vec![self.line(done, self.began.elapsed(), &so_far.brief, width)];
        if !so_far.more.is_empty() {
            lines.push(String::new());
            lines.extend(so_far.more.lines().map(str::to_owned));
        }
        lines
    }

    /// The line with the bar: the longest form that fits. If even the shortest does not, it is cut off.
    fn line(&self, done: u64, elapsed: Duration, brief: &str, width: usize) -> String {
        let (rate, left) = self.pace(done, elapsed);
        let share = done as f64 / self.all.max(1) as f64;
        let comma = if brief.is_empty() { "" } else { ", " };
        let (rate, so_many) = (grouped(rate as u64), grouped(done));
        let forms = [
            format!("{} {}", bar(share, 24), self.words(done, elapsed, brief)),
            format!(
                "{} {so_many}/{}, {rate}/s, {:#} left{comma}{brief}",
                bar(share, 10),
                grouped(self.all),
                HumanDuration(left)
            ),
            format!(
                "{} {so_many}/{}, {:#} left{comma}{brief}",
                bar(share, 10),
                grouped(self.all),
                HumanDuration(left)
            ),
            format!("{} {:#} left{comma}{brief}", bar(share, 10), HumanDuration(left)),
            format!("{:.0} %{comma}{brief}", (share * 100.0).floor()),
        ];
        let [.., shortest] = &forms;
        forms.iter().find(|form| form.chars().count() <= width).unwrap_or(shortest).clone()
    }

    /// The same in words, without a bar.
    fn words(&self, done: u64, elapsed: Duration, brief: &str) -> String {
        let (rate, left) = self.pace(done, elapsed);
        let comma = if brief.is_empty() { "" } else { ", " };
        format!(
            "{} of {}, {} a second, {} left{comma}{brief}",
            grouped(done),
            counted(self.all, "game"),
            grouped(rate as u64),
            HumanDuration(left)
        )
    }

    /// Games per second, and the time left.
    fn pace(&self, done: u64, elapsed: Duration) -> (f64, Duration) {
        let rate = done.saturating_sub(self.before) as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = self.all.saturating_sub(done) as f64 / rate.max(1e-9);
        (rate, Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }
}

/// A bar of this many letters.
fn bar(share: f64, letters: usize) -> String {
    let full = ((share.clamp(0.0, 1.0) * letters as f64) as usize).min(letters);
    format!("{}{}", "█".repeat(full), "░".repeat(letters - full))
}

/// An activity of unknown length: a line with the time it has taken, on a terminal only, and
/// only once it takes a while.
#[derive(Debug)]
pub(super) struct Activity {
    live: Option<Live>,
    began: Instant,
    /// What Ctrl-C does, if it is worth saying.
    interrupt: &'static str,
}

/// Shorter work shows nothing.
const A_WHILE: Duration = Duration::from_millis(500);

impl Activity {
    /// Starts to show the activity.
    pub(super) fn begin(mode: ProgressMode, what: &str) -> Activity {
        Activity::with_words(mode, what, "; Ctrl-C stops and prints what is known")
    }

    /// The same for work that has no result until its end.
    pub(super) fn without_result(mode: ProgressMode, what: &str) -> Activity {
        Activity::with_words(mode, what, "")
    }

    fn with_words(mode: ProgressMode, what: &str, interrupt: &'static str) -> Activity {
        let began = Instant::now();
        let live = (mode == ProgressMode::Bar).then(|| Live::begin(activity_lines(began, what, interrupt)));
        Activity { live, began, interrupt }
    }

    /// Shows something else from now on.
    pub(super) fn show(&self, what: &str) {
        if let Some(live) = &self.live {
            live.set(activity_lines(self.began, what, self.interrupt));
        }
    }

    pub(super) fn end(&self) {
        if let Some(live) = &self.live {
            live.end();
        }
    }
}

fn activity_lines(began: Instant, what: &str, interrupt: &'static str) -> DrawLines {
    let what = what.to_owned();
    Box::new(move |_| {
        let elapsed = began.elapsed();
        if elapsed < A_WHILE {
            return Vec::new();
        }
        vec![format!("{:#}: {what}{interrupt}", HumanDuration(elapsed))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(all: u64) -> GameCount {
        GameCount { all, before: 1000, began: Instant::now() }
    }

    const TEN_SECONDS: Duration = Duration::from_secs(10);

    #[test]
    fn a_line_says_how_much_is_done_and_how_long_the_rest_takes() {
        let line = |all, done| games(all).words(done, TEN_SECONDS, "a scores 50 %");
        assert_eq!(line(4000, 3000), "3,000 of 4,000 games, 200 a second, 5 seconds left, a scores 50 %");
        assert_eq!(line(40_000, 3000), "3,000 of 40,000 games, 200 a second, 3 minutes left, a scores 50 %");
        assert!(line(u64::MAX, 1000).contains(" years left"), "nothing played yet");
    }

    #[test]
    fn the_line_with_the_bar_gets_shorter_with_the_terminal() {
        let line =
            |width| games(4000).line(3000, TEN_SECONDS, "smart:6 scores 98.1 % (97.9 to 98.4 %)", width);
        insta::assert_snapshot!(line(120), @"██████████████████░░░░░░ 3,000 of 4,000 games, 200 a second, 5 seconds left, smart:6 scores 98.1 % (97.9 to 98.4 %)");
        insta::assert_snapshot!(line(80), @"███████░░░ 3,000/4,000, 200/s, 5s left, smart:6 scores 98.1 % (97.9 to 98.4 %)");
        insta::assert_snapshot!(line(72), @"███████░░░ 3,000/4,000, 5s left, smart:6 scores 98.1 % (97.9 to 98.4 %)");
        insta::assert_snapshot!(line(60), @"███████░░░ 5s left, smart:6 scores 98.1 % (97.9 to 98.4 %)");
        insta::assert_snapshot!(line(40), @"75 %, smart:6 scores 98.1 % (97.9 to 98.4 %)");
    }

    #[test]
    fn a_bar_is_full_only_at_the_end() {
        assert_eq!(bar(0.0, 4), "░░░░");
        assert_eq!(bar(0.999, 4), "███░");
        assert_eq!(bar(1.0, 4), "████");
    }
}
