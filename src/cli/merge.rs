//! `arena merge`: merges the shards of a run.

use std::io::Write;

use super::args::MergeArgs;
use super::failure::Failure;
use super::matches::Match;
use super::run::{Show, progress_mode};
use super::say;
use super::tournament::Tournament;
use crate::exit::Exit;
use crate::interrupt;
use crate::play::schedule::shard::ranges;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::Progress;
use crate::run::results::RunResults;
use crate::stats::Anchor;
use crate::store::merge::{MergeOptions, Merged, Shards};
use crate::store::shard::SHARDS;

/// Runs the command.
pub(super) fn run(args: &MergeArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let shards = Shards::find(&args.folder)?;
    if args.missing {
        let missing = shards.missing();
        if !missing.is_empty() {
            writeln!(out, "{}", ranges(&missing))?;
        }
        return Ok(Exit::Done);
    }
    let show = show(args, &shards, paint)?;
    let mode = progress_mode(args.quiet || args.no_progress);
    let mut progress = Progress::begin(mode, shards.plan().schedule.total_games(), 0);
    let anchor = args.anchor.clone().or_else(|| shards.division().shown_as.anchor.clone());
    let options = MergeOptions { partial: args.partial, fresh: args.fresh, threads: 1, anchor };
    let merged = shards.merge(options, |journal| {
        progress.update(journal.tallies().games(), || show.so_far(journal));
        !interrupt::is_set()
    });
    progress.end();
    let merged = merged?;
    let state = if merged.is_whole { "finished" } else { "interrupted" };
    let results = RunResults::of(shards.plan(), &merged.journal, state, shards.is_reproducible());
    let text = show.results(&results);
    let (exit, files) = (show.exit(&merged.journal), show.files(&merged.journal));
    let notes = notes(&shards, &merged, args);
    merged.finish(&files)?;
    write!(out, "{text}")?;
    if !args.quiet {
        for note in &notes {
            say(note);
        }
    }
    Ok(exit)
}

/// The output of the command that played the shards.
fn show(args: &MergeArgs, shards: &Shards, paint: Paint) -> Result<Box<dyn Show>, Failure> {
    let (plan, shown_as) = (shards.plan(), &shards.division().shown_as);
    if args.gate && plan.sprt.is_none() {
        let problem = "--gate: this run has no test";
        return Err(Failure::Usage(format!("{problem}\nplay the shards with --sprt, or omit --gate")));
    }
    if !shown_as.tournament {
        if args.anchor.is_some() {
            let problem = "--anchor: a match has no ratings";
            return Err(Failure::Usage(format!(
                "{problem}\nomit it, or play the shards with arena tournament"
            )));
        }
        let (json, is_verbose, gate) = (args.json, args.verbose, args.gate);
        return Ok(Box::new(Match { json, is_verbose, gate, paint }));
    }
    let names: Vec<String> = plan.names().map(str::to_owned).collect();
    let fixed = args.anchor.as_ref().or(shown_as.anchor.as_ref());
    let fixed = fixed.map(|text| Anchor::parse(text, &names)).transpose();
    let anchor = fixed.map_err(|error| Failure::in_flag("--anchor", &error))?;
    Ok(Box::new(Tournament { json: args.json, anchor, paint }))
}

/// Notes about the merge.
fn notes(shards: &Shards, merged: &Merged, args: &MergeArgs) -> Vec<String> {
    let mut notes = Vec::new();
    let (games, missing) = (merged.journal.tallies().games(), shards.missing());
    if !missing.is_empty() {
        notes.push(format!(
            "merged the first {} of {} shards, with {} of {}; missing: {}",
            grouped(merged.shards),
            grouped(shards.division().shards),
            grouped(games),
            counted(shards.plan().schedule.total_games(), "game"),
            ranges(&missing)
        ));
    }
    if merged.games_after_test > 0 {
        notes.push(format!(
            "the test decided after {}; {} of the shards came after it and do not count",
            counted(games, "game"),
            counted(merged.games_after_test, "game")
        ));
    }
    if missing.is_empty() && !shards.attempts().is_empty() {
        notes.push(format!(
            "{} at a shard in {} is not complete: {}\nremove them if nothing plays there any more",
            counted(shards.attempts().len() as u64, "attempt"),
            args.folder.join(SHARDS).display(),
            shards.attempts().join(", ")
        ));
    }
    notes
}
