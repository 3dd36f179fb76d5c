//! `--shard`: playing a part of a run, to be merged with the others by `arena merge`.

use std::env;
use std::io::Write;
use std::ops::Range;

use serde_json::json;

use super::args::RunArgs;
use super::failure::Failure;
use super::recorder::Recovery;
use super::run::{Run, Show, lost_text, referee_failed};
use super::say;
use crate::exit::Exit;
use crate::interrupt;
use crate::play::runner::Ended;
use crate::play::schedule::Shard;
use crate::report::numbers::{counted, grouped};
use crate::run::session::{Session, all_cores};
use crate::store::shard::Division;
use crate::store::shard_place::{OpenedShard, ShardPlace};
use crate::store::{Beginning, Journal};
use crate::text::TextError;

/// The variables that number the tasks of a job, in the order in which they are tried, and their first number.
const TASK_NUMBERS: [(&str, u64); 3] =
    [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0), ("PARALLEL_SEQ", 1)];

impl RunArgs {
    /// The shard of `--shard`.
    pub(super) fn shard(&self) -> Result<Option<Shard>, Failure> {
        let shard = self.shard.as_deref().map(|text| resolve(text, |name| env::var(name).ok()));
        shard.transpose().map_err(|error| Failure::in_flag("--shard", &error))
    }
}

/// Parses a shard: `3/16`, or `auto/16` with the number from a variable.
fn resolve(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, TextError> {
    let wrong = |problem: String, advice: &str| Err(TextError::whole(text, problem, advice));
    let Some(count) = text.strip_prefix("auto/") else {
        let advice = "write the number of the shard and how many there are, from 1/1 on: 3/16, or auto/16";
        return text.parse().or_else(|_| wrong(format!("'{text}' is not a shard"), advice));
    };
    let Some(count) = count.parse().ok().filter(|&count: &u64| count > 0) else {
        let advice =
            "write how many there are, as in auto/16: a task that is submitted again may see another number";
        return wrong(format!("'{count}' is not a number of shards"), advice);
    };
    let set = TASK_NUMBERS.iter().find_map(|&(name, first)| Some((name, first, variable(name)?)));
    let Some((name, first, value)) = set else {
        let names = TASK_NUMBERS.map(|(name, _)| name).join(", ");
        return wrong(
            format!("none of {names} is set"),
            &format!("write the number of the shard: 1/{count}"),
        );
    };
    let number = value
        .parse()
        .ok()
        .and_then(|number: u64| Shard::new(number.checked_sub(first)?.checked_add(1)?, count));
    number.map_or_else(
        || {
            let advice = format!("number the tasks from {first} to {}", count - 1 + first);
            wrong(format!("{name} is '{value}', which is not the number of a shard"), &advice)
        },
        Ok,
    )
}

impl<S: Show + Sync, W: Write> Run<'_, S, W> {
    /// Plays a shard and moves it into place.
    pub(super) fn play_shard(
        mut self,
        mut session: Session,
        threads: Option<usize>,
        shard: Shard,
    ) -> Result<Exit, Failure> {
        let out = self.folder(&mut session);
        let division = Division::new(shard.count(), session.openings_may_repeat(), self.shown_as.clone());
        let place = ShardPlace::new(&out, shard, session.games(), division);
        let run = self.run_file(&session, threads.unwrap_or_else(all_cores));
        let empty = session.tallies();
        let mut recovery = Recovery::new(&mut session, self.args.progress_mode());
        let opened = place.open(run, self.args.fresh, empty, &mut recovery);
        recovery.end();
        let part = session.games();
        let OpenedShard::Open { journal, damage } = opened? else {
            self.print_shard(&place, shard, &part, "was complete already")?;
            return Ok(Exit::Done);
        };
        self.announce_shard(&journal, shard, damage.as_deref());
        let (journal, ended) = self.record(&mut session, *journal, threads)?;
        let is_given_up = self.is_given_up(&journal, &session);
        // Its players write to logs in a folder that is about to be moved.
        drop(session);
        let games = journal.tallies().games();
        if ended == Ended::Interrupted {
            place.release(journal)?;
            return Err(Failure::Interrupted(format!(
                "{} after {} of shard {shard}, with {} to go. Continue with:\n  {}",
                if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" },
                counted(games, "game"),
                grouped(part.end - part.start - games),
                self.command(false, Some(shard))
            )));
        }
        if let Ended::Failed(how) = ended {
            let folder = place.release(journal)?;
            return Err(referee_failed(&how, games, &folder));
        }
        if is_given_up {
            let tallies = journal.tallies().clone();
            let folder = place.release(journal)?;
            return Err(self.too_many_forfeits(&tallies, &folder));
        }
        let is_first = place.complete(journal)?;
        let state =
            if is_first { "is complete" } else { "was completed by another process, whose games stay" };
        self.print_shard(&place, shard, &part, state)?;
        if !self.args.quiet {
            say(&format!("when all are complete, merge them with:\n  arena merge {}", out.display()));
        }
        Ok(Exit::Done)
    }

    fn announce_shard(&self, journal: &Journal, shard: Shard, damage: Option<&str>) {
        if self.args.quiet {
            return;
        }
        if let Some(damage) = damage {
            say(&format!("warning: shard {shard} is damaged and played again: {damage}"));
        }
        if journal.beginning() == Beginning::Continued {
            say(&format!("continuing shard {shard} after {}", counted(journal.tallies().games(), "game")));
        }
        for lost in journal.lost() {
            say(&format!("warning: {}", lost_text(*lost)));
        }
    }

    fn print_shard(
        &mut self,
        place: &ShardPlace,
        shard: Shard,
        games: &Range<u64>,
        state: &str,
    ) -> Result<(), Failure> {
        let folder = place.path().display().to_string();
        if self.args.json {
            let line = json!({
                "shard": shard.number(), "shards": shard.count(), "state": state, "folder": folder,
                "first_game": games.start + 1, "games": games.end - games.start,
            });
            writeln!(self.out, "{line}")?;
        } else {
            let (first, last) = (grouped(games.start + 1), grouped(games.end));
            writeln!(self.out, "shard {shard} {state}: games {first} to {last} in {folder}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(text: &str, set: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        resolve(text, variable).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_number_of_a_task_is_taken_from_the_first_variable_that_is_set() {
        let all = [("PARALLEL_SEQ", "5"), ("JOB_COMPLETION_INDEX", "3"), ("SLURM_ARRAY_TASK_ID", "7")];
        let expected = ["5 of 9", "4 of 9", "7 of 9"];
        for (set, expected) in (1..=3).zip(expected) {
            assert_eq!(auto("auto/9", &all[..set]).as_deref(), Ok(expected));
        }
        assert_eq!(auto("2/9", &all).as_deref(), Ok("2 of 9"));
        assert_eq!(auto("auto/4", &[("JOB_COMPLETION_INDEX", "0")]).as_deref(), Ok("1 of 4"));
    }

    #[test]
    fn a_task_that_is_no_shard_is_told() {
        let wrong = |text: &str, set: &[(&str, &str)]| auto(text, set).unwrap_err();
        insta::assert_snapshot!(wrong("auto/4", &[]), @"
        none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PARALLEL_SEQ is set
            auto/4
            ^^^^^^
        write the number of the shard: 1/4
        ");
        insta::assert_snapshot!(wrong("auto/4", &[("SLURM_ARRAY_TASK_ID", "0")]), @"
        SLURM_ARRAY_TASK_ID is '0', which is not the number of a shard
            auto/4
            ^^^^^^
        number the tasks from 1 to 4
        ");
        insta::assert_snapshot!(wrong("auto/4", &[("JOB_COMPLETION_INDEX", "4")]), @"
        JOB_COMPLETION_INDEX is '4', which is not the number of a shard
            auto/4
            ^^^^^^
        number the tasks from 0 to 3
        ");
        assert!(auto("auto/4", &[("PARALLEL_SEQ", "18446744073709551615")]).is_err());
    }
}
