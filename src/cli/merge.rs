//! `arena merge`: merges the shards of a run.

use std::io::Write;

use super::args::MergeArgs;
use super::failure::Failure;
use super::run::{check_forfeits, gate, write_results};
use super::say;
use super::terminal::Terminal;
use crate::exit::Exit;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::run::{MergeOptions, MergedRun, RunEnd, SHARDS, Shards, first_wave, merge, ranges};
use crate::stats::StopRule;
use crate::text::program;

pub(super) fn run(args: &MergeArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let shards = Shards::find(&args.folder)?;
    if args.missing {
        return missing(args, &shards, out);
    }
    check(args, &shards)?;
    let MergeArgs { partial, fresh, anchor, .. } = args;
    let options = MergeOptions { partial: *partial, fresh: *fresh, anchor: anchor.clone() };
    let mut terminal = Terminal::new(args.output.quiet, args.output.no_progress, false);
    let merged = merge(&shards, options, &mut |event| terminal.show(&event));
    let merged = merged.map_err(|error| Failure::of_run(error, &[]))?;
    let results = merged.played.results();
    write_results(&results, &args.output, args.verbose, args.gate, paint, out)?;
    if !args.output.quiet {
        for note in notes(&shards, &merged, args) {
            say(&note);
        }
    }
    let is_refereed = results.plan.game.is_refereed();
    check_forfeits(&results.tallies.forfeiters(), is_refereed, &merged.played.out)?;
    Ok(gate(&results, args.gate))
}

/// Prints the shards that are still to be played.
fn missing(args: &MergeArgs, shards: &Shards, out: &mut impl Write) -> Result<Exit, Failure> {
    let needed = shards.needed()?;
    let listed = args.wave.map_or(needed.as_slice(), |size| first_wave(&needed, size.into()));
    if !listed.is_empty() {
        writeln!(out, "{}", ranges(listed))?;
    } else if let Some(note) = not_needed(shards).filter(|_| !args.output.quiet) {
        say(&note);
    }
    Ok(Exit::Done)
}

/// Rejects flags that mean nothing for the run of these shards.
fn check(args: &MergeArgs, shards: &Shards) -> Result<(), Failure> {
    if args.gate && shards.plan().stop.and_then(StopRule::sprt).is_none() {
        let problem = "--gate: this run has no test";
        return Err(Failure::Usage(format!("{problem}\nplay the shards with --sprt, or omit --gate")));
    }
    if !shards.division().shown_as.tournament && args.anchor.is_some() {
        let problem = "--anchor: a match has no ratings";
        return Err(Failure::Usage(format!(
            "{problem}\nomit it, or play the shards with {} tournament",
            program()
        )));
    }
    Ok(())
}

/// A note about the missing shards of a decided run, if it has any.
fn not_needed(shards: &Shards) -> Option<String> {
    let missing = shards.missing();
    (!missing.is_empty()).then(|| {
        let [how_many, count] = [missing.len() as u64, shards.division().shards].map(grouped);
        format!("the run is decided; {how_many} of {count} shards are not needed: {}", ranges(&missing))
    })
}

/// Notes about the merge.
fn notes(shards: &Shards, merged: &MergedRun, args: &MergeArgs) -> Vec<String> {
    let mut notes = Vec::new();
    let (games, missing) = (merged.played.results().tallies.games(), shards.missing());
    if merged.played.end != RunEnd::Finished {
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
            "the games decided the run after {}; {} of the shards came after it and do not count",
            counted(games, "game"),
            counted(merged.games_after_test, "game")
        ));
    }
    if merged.played.end == RunEnd::Finished {
        notes.extend(not_needed(shards));
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
