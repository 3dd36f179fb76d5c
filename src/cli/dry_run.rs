//! `--dry-run`: what would be played, where, and about how long that would take.
//!
//! The time comes from the first games of the plan, played for a moment on as many threads as the run would use. Nothing
//! is written.

use std::convert::Infallible;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::failure::Failure;
use super::folder;
use crate::interrupt;
use crate::play::runner::{Ended, GameRecord, Measured};
use crate::report::numbers::{counted, grouped, time};
use crate::run::session::{Consumer, Session, Threads};
use crate::stats::Crosstable;
use crate::store::Tallies;
use crate::store::plan_text::PlanText;
use crate::store::run_file::RunState;

/// How long games are played to measure them.
const SAMPLE: Duration = Duration::from_millis(1500);

/// What a dry run prints.
#[derive(Debug, Serialize)]
pub(super) struct DryRun {
    plan: PlanText,
    games: u64,
    threads: usize,
    reproducible: bool,
    folder: String,
    folder_state: &'static str,
    sampled_games: u64,
    /// About how long all games take; a lower bound if `sampled_games` is 0.
    estimated_seconds: f64,
    command: String,
    #[serde(skip)]
    is_test: bool,
}

impl DryRun {
    /// Plays a sample of the plan and looks at its folder.
    pub(super) fn of(
        session: &mut Session,
        threads: &Threads,
        out: &Path,
        command: String,
    ) -> Result<DryRun, Failure> {
        let plan = session.plan().clone();
        let folder_state = state_of(out, session);
        let Range { start, end } = session.games();
        let games = end - start;
        let mut sample = Sample { start, tallies: session.tallies(), end: None };
        interrupt::after(SAMPLE)?;
        let began = Instant::now();
        let Ok(ended) = session.play(threads, Measured::Sample, &mut sample);
        match ended {
            Ended::Interrupted if !interrupt::time_is_up() => return Err(Failure::interrupted()),
            Ended::Failed(how) => return Err(Failure::Player(how)),
            Ended::Interrupted | Ended::Complete | Ended::Enough => {}
        }
        let played = sample.tallies.games();
        let estimate = match sample.end {
            Some(end) => (end - began).as_secs_f64() * games as f64 / played as f64,
            // Every thread was busy with its first game.
            None => began.elapsed().as_secs_f64() * games as f64 / threads.count() as f64,
        };
        Ok(DryRun {
            games,
            threads: threads.count(),
            reproducible: session.is_reproducible(),
            folder: out.display().to_string(),
            folder_state,
            sampled_games: played,
            estimated_seconds: estimate,
            command,
            is_test: plan.sprt.is_some(),
            plan: PlanText::of(&plan),
        })
    }

    /// Prints it.
    pub(super) fn print(&self, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", self.text())?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let at_most = if self.is_test { "at most " } else { "" };
        let mut text = format!("Dry run: nothing is recorded.\n\n  game      {}\n", self.plan.game);
        for (i, player) in self.plan.players().enumerate() {
            let heading = if i == 0 { "players" } else { "" };
            let name = if player.name == player.spec { String::new() } else { format!("{} = ", player.name) };
            text += &format!("  {heading:<8}  {name}{}\n", player.spec);
        }
        text += &format!("  openings  {}\n", self.plan.openings);
        text += &format!("  seed      {}\n", self.plan.seed);
        text += &format!("  games     {at_most}{}\n", grouped(self.games));
        text += &format!("  threads   {}\n", self.threads);
        text += &format!("  folder    {} ({})\n", self.folder, self.folder_state);
        text += &format!("  time      {}\n\n", self.time());
        text + &format!("Play it with:\n  {}\n", self.command)
    }

    fn time(&self) -> String {
        let total = long(self.estimated_seconds);
        if self.sampled_games == 0 {
            return format!("more than {total}: no game ended within {}", time(SAMPLE));
        }
        let at_most = if self.is_test { "at most " } else { "" };
        format!("{at_most}about {total}, from a sample of {}", counted(self.sampled_games, "game"))
    }
}

/// A time from seconds to days.
fn long(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => time(Duration::from_secs_f64(s.max(0.0))),
        s if s < 2.0 * 3600.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{} days", grouped((s / 86_400.0).round() as u64)),
    }
}

/// What a run would find in its folder.
fn state_of(out: &Path, session: &mut Session) -> &'static str {
    let hash = session.plan().hash();
    match folder::found(out) {
        None => "new",
        Some(found) if found.plan_hash != hash && folder::is_continued(&found, session) => {
            "finished with fewer games: would be continued"
        }
        Some(found) if found.plan_hash != hash => "holds a run of another plan: --fresh would replace it",
        Some(found) if found.state == RunState::Finished => "finished: would be played again",
        Some(_) => "unfinished: would be continued",
    }
}

/// Counts games for a while.
struct Sample {
    /// The first game.
    start: u64,
    tallies: Tallies,
    /// When the last game was committed.
    end: Option<Instant>,
}

impl Consumer for Sample {
    type Error = Infallible;

    fn next_game(&self) -> u64 {
        self.start + self.tallies.games()
    }

    fn crosstable(&self) -> Crosstable {
        self.tallies.crosstable()
    }

    fn commit(&mut self, game: &GameRecord<'_>) -> Result<(), Infallible> {
        self.tallies.add_record(game);
        self.end = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_read_well() {
        assert_eq!(long(0.5), "500 ms");
        assert_eq!(long(100.0), "100 s");
        assert_eq!(long(600.0), "10 min");
        assert_eq!(long(9000.0), "2.5 h");
        assert_eq!(long(1e9), "11,574 days");
    }
}
