//! Merging the shards of a run into its files.

use super::command::CommandLine;
use super::error::RunError;
use super::event::{RunEvent, RunListener};
use super::prepared::files;
use super::request::ContestKind;
use super::results::{PlayedRun, RunEnd, RunResults};
use crate::interrupt;
use crate::store::merge::{MergeOptions, Shards};
use crate::store::shard::ShownAs;

/// A run that was merged from its shards.
#[derive(Debug)]
pub(crate) struct MergedRun {
    pub played: PlayedRun,
    /// How many shards its games are from.
    pub shards: u64,
    /// How many games of the shards follow the decision of the test.
    pub games_after_test: u64,
}

/// Merges all shards, or as many as the options say. An anchor in the options replaces that of the shards.
pub(crate) fn merge(
    shards: &Shards,
    mut options: MergeOptions,
    listener: &mut RunListener<'_>,
) -> Result<MergedRun, RunError> {
    let (plan, shown_as) = (shards.plan(), &shards.division().shown_as);
    options.anchor = options.anchor.or_else(|| shown_as.anchor.clone());
    let shown_as = ShownAs { anchor: options.anchor.clone(), ..shown_as.clone() };
    let names: Vec<String> = plan.names().map(str::to_owned).collect();
    let kind = ContestKind::of(&shown_as, &names).map_err(RunError::Anchor)?;
    listener(RunEvent::Playing { done: 0, total: plan.schedule.total_games() });
    let merged = shards.merge(options, |journal| {
        let results = RunResults::so_far(plan, kind, journal);
        listener(RunEvent::Progress { done: journal.tallies().games(), results });
        !interrupt::is_set()
    });
    listener(RunEvent::Ended);
    let mut merged = merged?;
    let further = files(kind, &merged.journal);
    merged.finish(&further)?;
    let played = PlayedRun {
        end: if merged.is_whole { RunEnd::Finished } else { RunEnd::Interrupted },
        out: merged.journal.out().to_owned(),
        command: CommandLine::new([]),
        plan: plan.clone(),
        kind,
        reproducible: shards.is_reproducible(),
        extended: false,
        recorded: merged.journal.into_recorded(),
    };
    Ok(MergedRun { played, shards: merged.shards, games_after_test: merged.games_after_test })
}
