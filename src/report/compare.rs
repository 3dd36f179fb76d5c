//! The comparison of two runs as text and JSON.

use serde_json::{Value, json};

use crate::report::formats::check::figure;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::warnings::Warning;
use crate::run::check::{Comparison, Quantity, RecordedResult, TurnedGame};
use crate::run::compare::{ComparedRun, ComparedRuns};
use crate::stats::IntervalBasis;
use crate::store::cell::Cell;
use crate::text::program;

/// The games that turned, at most, in either direction.
const MOST_TURNED: usize = 3;

pub(crate) fn text(compared: &ComparedRuns, paint: Paint) -> String {
    format!("{}\n\n{}{}", paint.strong(&sentence(compared)), table(compared), turned(compared))
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
        "turned": compared.turned.iter().map(turned_json).collect::<Vec<_>>(),
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

fn table(ComparedRuns { runs, comparison, basis, .. }: &ComparedRuns) -> String {
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

/// The games that ended otherwise in the second run, with the commands that show both.
fn turned(compared: &ComparedRuns) -> String {
    let (worse, better): (Vec<_>, Vec<_>) = compared.turned.iter().partition(|game| game.is_worse());
    let [before, after] = compared.runs.each_ref().map(|run| shell_words::quote(&run.folder));
    let program = program();
    let mut text = String::new();
    for (title, games) in [("worse", &worse), ("better", &better)] {
        if games.is_empty() {
            continue;
        }
        text += &format!("\n{} turned for the {title}:\n", counted(games.len() as u64, "game"));
        for game in games.iter().take(MOST_TURNED) {
            let opening = if game.opening.is_empty() { "the start" } else { &game.opening };
            let [then, now] = [game.before, game.after];
            let side = compared.sides[game.side.index()];
            text += &format!("  {} became {} as {side} from {opening}\n", words(then), words(now));
            for (run, result) in [(&before, then), (&after, now)] {
                text += &format!("    {program} show {run} --game {}\n", result.number);
            }
        }
        if games.len() > MOST_TURNED {
            text += &format!("  and {} more\n", grouped((games.len() - MOST_TURNED) as u64));
        }
    }
    if !worse.is_empty() {
        text += &format!("\n{program} explain {after} --before {before} tells the moves that lost them.\n");
    }
    text
}

fn words(result: RecordedResult) -> &'static str {
    ["a loss", "a draw", "a win"][usize::from(result.half_points.min(2))]
}

fn turned_json(game: &TurnedGame) -> Value {
    let result = |result: RecordedResult| json!({ "game": result.number, "points": f64::from(result.half_points) / 2.0 });
    let side = ["first", "second"][game.side.index()];
    json!({
        "opening": game.opening,
        "side": side,
        "before": result(game.before),
        "after": result(game.after),
    })
}
