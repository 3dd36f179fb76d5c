//! The comparison of two runs as text and JSON.

use serde_json::{Value, json};

use crate::report::formats::check::figure;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::warnings::Warning;
use crate::run::check::{Comparison, Quantity};
use crate::run::compare::{ComparedRun, ComparedRuns};
use crate::stats::IntervalBasis;
use crate::store::cell::Cell;

pub(crate) fn text(compared: &ComparedRuns, paint: Paint) -> String {
    format!("{}\n\n{}", paint.strong(&sentence(compared)), table(compared))
}

pub(crate) fn json(compared: &ComparedRuns) -> Value {
    let number = |value: Option<f64>| Cell::number(value, 6).json();
    let run = |run: &ComparedRun| {
        json!({
            "run": run.folder,
            "player": run.player,
            "opponent": run.opponent,
            "games": run.pairs.games(),
            "score": number(run.pairs.score()),
            "version": run.arena.version,
            "commit": run.arena.commit,
        })
    };
    let Comparison { pairs, same, better, worse, difference } = compared.comparison;
    json!({
        "runs": compared.runs.each_ref().map(run),
        "pairs": pairs,
        "same_pairs": same,
        "better_pairs": better,
        "worse_pairs": worse,
        "difference": number(difference.value),
        "difference_low": number(difference.low),
        "difference_high": number(difference.high),
        "interval": compared.basis.kind().name(),
    })
}

/// The result: who scores more, and how certain that is.
fn sentence(ComparedRuns { runs: [before, after], comparison, .. }: &ComparedRuns) -> String {
    let Comparison { pairs, same, difference, .. } = *comparison;
    let shared = counted(pairs, "shared pair");
    if same == pairs {
        return format!("both runs play the same games: {shared}");
    }
    let (player, than) = if before.player == after.player {
        (format!("{} in {}", after.player, after.folder), &before.folder)
    } else {
        (after.player.clone(), &before.player)
    };
    let claim = if difference.low > Some(0.0) {
        format!("{player} is stronger than {than}")
    } else if difference.high < Some(0.0) {
        format!("{player} is weaker than {than}")
    } else {
        format!("no difference shown between {player} and {than}")
    };
    let figure = figure(Quantity::Difference, difference);
    format!("{claim} against {}: {figure} points a game, {shared}", after.opponent)
}

fn table(ComparedRuns { runs, comparison, basis }: &ComparedRuns) -> String {
    let width = |text: fn(&ComparedRun) -> &str, head: &str| {
        runs.iter().map(|run| text(run).chars().count()).max().unwrap_or(0).max(head.len())
    };
    let folders = width(|run| &run.folder, "run");
    let names = width(|run| &run.player, "player");
    let mut out =
        format!("  {:<folders$}  {:<names$}  {:>9}  {:>7}  arena\n", "run", "player", "games", "score");
    for run in runs {
        let score = run.pairs.score().map_or("-".to_owned(), |score| format!("{score:.4}"));
        let games = grouped(run.pairs.games());
        out += &format!("  {:<folders$}  {:<names$}  {games:>9}  {score:>7}  ", run.folder, run.player);
        out += &format!("{} ({})\n", run.arena.version, run.arena.commit);
    }
    let Comparison { pairs, same, better, worse, difference } = *comparison;
    let even = pairs - better - worse;
    let [pairs, same, better, worse, even] = [pairs, same, better, worse, even].map(grouped);
    out += &format!(
        "\n  pairs       {pairs} from the same openings: {better} better, {even} even, {worse} worse\n"
    );
    out += &format!("  same games  in {same} of these pairs\n");
    out += &format!("  difference  {} points a game\n", figure(Quantity::Difference, difference));
    if *basis != IntervalBasis::Fixed {
        out += &format!("\nnote: {}\n", Warning::AnytimeIntervals.text());
    }
    out
}
