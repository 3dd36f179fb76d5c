//! `--shard`: playing a part of a run, to be merged with the others by `arena merge`.

use std::env;
use std::io::Write;

use serde_json::json;

use super::args::RunArgs;
use super::failure::Failure;
use super::run;
use super::say;
use crate::exit::Exit;
use crate::report::numbers::grouped;
use crate::run::{PlayedShard, Shard, ShardEnd};
use crate::text::{TextError, program};

/// The variables that number the tasks of a job, in the order in which they are tried, and their first number.
const TASK_NUMBERS: [(&str, u64); 3] =
    [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0), ("PARALLEL_SEQ", 1)];

impl RunArgs {
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

/// Prints what became of a shard.
pub(super) fn print(
    played: &PlayedShard,
    is_refereed: bool,
    json: bool,
    quiet: bool,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let PlayedShard { shard, games, folder, end, .. } = played;
    let state = match end {
        ShardEnd::WasComplete => "was complete already",
        ShardEnd::Complete => "is complete",
        ShardEnd::CompletedElsewhere => "was completed by another process, whose games stay",
        ShardEnd::Stopped(stopped) => {
            let left = games.end - games.start - stopped.results().tallies.games();
            return Err(run::stopped(
                stopped,
                &stopped.command,
                &format!(" of shard {shard}"),
                &grouped(left),
            ));
        }
    };
    let folder = folder.display().to_string();
    if json {
        let line = json!({
            "shard": shard.number(), "shards": shard.count(), "state": state, "folder": folder,
            "first_game": games.start + 1, "games": games.end - games.start,
        });
        writeln!(out, "{line}")?;
    } else {
        let (first, last) = (grouped(games.start + 1), grouped(games.end));
        writeln!(out, "shard {shard} {state}: games {first} to {last} in {folder}")?;
    }
    if !quiet && !matches!(end, ShardEnd::WasComplete) {
        say(&format!(
            "when all are complete, merge them with:\n  {} merge {}",
            program(),
            played.out.display()
        ));
    }
    run::check_forfeits(&played.forfeiters, is_refereed, &played.folder)?;
    Ok(Exit::Done)
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
    fn a_task_that_is_no_shard_is_an_error() {
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
