//! Progress of long work: lines that are redrawn in place on a terminal, a line every few seconds elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use super::live::{DrawLines, Live};
use crate::players::bots::waiting;
use crate::report::numbers::{counted, grouped};
use crate::report::so_far::SoFar;
use crate::text::{display_width, shortened};

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
                    games.words(done, games.began.elapsed(), &[so_far.brief])
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
        let wait = wait_words(waiting::longest());
        let mut lines = vec![self.line(done, self.began.elapsed(), &[wait, so_far.brief.clone()], width)];
        let table = so_far.table(width);
        if !table.is_empty() {
            lines.push(String::new());
            lines.extend(table.lines().map(str::to_owned));
        }
        lines
    }

    /// The line with the bar: the longest form that fits. If even the shortest does not, it is cut off. `notes` are further
    /// words, some of which may be empty.
    fn line(&self, done: u64, elapsed: Duration, notes: &[String], width: usize) -> String {
        let share = done as f64 / self.all.max(1) as f64;
        let count = format!("{}/{}", grouped(done), grouped(self.all));
        let rate = self.rate(done, elapsed).map(|rate| rate_words(rate, ["/s", "/min", "/h"]));
        let left = self.left(done, elapsed);
        let short = left.map(|left| left_words(left, &format!("{:#}", HumanDuration(left))));
        let form = |bar: &str, parts: &[Option<&String>]| {
            let parts: Vec<&str> = parts.iter().flatten().map(|part| part.as_str()).collect();
            format!("{bar} {}", joined(&parts, notes))
        };
        let [wide, narrow] = [24, 10].map(|letters| bar(share, letters));
        let forms = [
            format!("{wide} {}", self.words(done, elapsed, notes)),
            form(&narrow, &[Some(&count), rate.as_ref(), short.as_ref()]),
            form(&narrow, &[Some(&count), short.as_ref()]),
            form(&narrow, &[short.as_ref()]),
            joined(&[&format!("{:.0} %", (share * 100.0).floor())], notes),
        ];
        let [.., shortest] = &forms;
        forms.iter().find(|form| display_width(form) <= width).unwrap_or(shortest).clone()
    }

    /// The same in words, without a bar.
    fn words(&self, done: u64, elapsed: Duration, notes: &[String]) -> String {
        let count = format!("{} of {}", grouped(done), counted(self.all, "game"));
        let rate =
            self.rate(done, elapsed).map(|rate| rate_words(rate, [" a second", " a minute", " an hour"]));
        let left = self.left(done, elapsed);
        let left = left.map(|left| left_words(left, &HumanDuration(left).to_string()));
        let parts: Vec<&str> =
            [Some(&count), rate.as_ref(), left.as_ref()].into_iter().flatten().map(String::as_str).collect();
        joined(&parts, notes)
    }

    /// Games per second, once one has been played.
    fn rate(&self, done: u64, elapsed: Duration) -> Option<f64> {
        let played = done.saturating_sub(self.before);
        (played > 0).then(|| played as f64 / elapsed.as_secs_f64().max(1e-9))
    }

    /// The time that the other games take, once one has been played.
    fn left(&self, done: u64, elapsed: Duration) -> Option<Duration> {
        let left = self.all.saturating_sub(done) as f64 / self.rate(done, elapsed)?;
        Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }
}

/// The parts of a line with the further words behind them.
fn joined(parts: &[&str], notes: &[String]) -> String {
    let notes = notes.iter().map(String::as_str).filter(|note| !note.is_empty());
    parts.iter().copied().chain(notes).collect::<Vec<_>>().join(", ")
}

/// A rate per second, minute or hour: at least 1, if it can be.
fn rate_words(rate: f64, [second, minute, hour]: [&str; 3]) -> String {
    let (rate, unit) = match rate {
        rate if rate >= 1.0 => (rate, second),
        rate if rate * 60.0 >= 1.0 => (rate * 60.0, minute),
        rate => (rate * 3600.0, hour),
    };
    format!("{}{unit}", grouped(rate as u64))
}

/// Beyond this, the time that is left is only a guess.
const LONGEST_LEFT: Duration = Duration::from_hours(48);

/// The time that is left, written like this unless it is too long.
fn left_words(left: Duration, words: &str) -> String {
    if left < LONGEST_LEFT { format!("{words} left") } else { "days left".to_owned() }
}

/// That a player has not answered for a while: "waiting 8 s for ./hang.py".
fn wait_words(wait: Option<(String, Duration)>) -> String {
    wait.map_or(String::new(), |(player, waited)| {
        format!("waiting {} s for {}", waited.as_secs(), shortened(&player, MOST_NAME))
    })
}

/// The letters of a player's name in a line, at most.
const MOST_NAME: usize = 30;

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
        let line = |all, done| games(all).words(done, TEN_SECONDS, &["a scores 50 %".to_owned()]);
        assert_eq!(line(4000, 3000), "3,000 of 4,000 games, 200 a second, 5 seconds left, a scores 50 %");
        assert_eq!(line(40_000, 3000), "3,000 of 40,000 games, 200 a second, 3 minutes left, a scores 50 %");
        assert_eq!(line(1003, 1002), "1,002 of 1,003 games, 12 a minute, 5 seconds left, a scores 50 %");
    }

    #[test]
    fn the_time_left_is_never_a_wild_guess() {
        let line = |all, done, elapsed| games(all).words(done, elapsed, &[]);
        assert_eq!(line(2000, 1000, TEN_SECONDS), "1,000 of 2,000 games", "nothing was played yet");
        let minutes = Duration::from_mins(7);
        assert_eq!(line(1_000_000, 1001, minutes), "1,001 of 1,000,000 games, 8 an hour, days left");
    }

    #[test]
    fn a_player_that_hangs_is_named() {
        let wait = wait_words(Some(("./hang.py".to_owned(), Duration::from_millis(8900))));
        let line = |width| games(1010).line(1000, TEN_SECONDS, &[wait.clone(), String::new()], width);
        assert_eq!(line(80), "███████████████████████░ 1,000 of 1,010 games, waiting 8 s for ./hang.py");
        assert_eq!(line(50), "█████████░ 1,000/1,010, waiting 8 s for ./hang.py");
        assert_eq!(line(30), "99 %, waiting 8 s for ./hang.py");
        assert_eq!(wait_words(None), "");
    }

    #[test]
    fn the_line_with_the_bar_gets_shorter_with_the_terminal() {
        let score = ["smart:6 scores 98.1 % (97.9 to 98.4 %)".to_owned()];
        let line = |width| games(4000).line(3000, TEN_SECONDS, &score, width);
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
