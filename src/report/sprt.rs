//! The state of a sequential test in words.

use super::numbers::{counted, grouped};
use crate::stats::effort;
use crate::stats::sprt::SAME_MOVES_PAIRS;
use crate::stats::{Model, Sprt, SprtResult, SprtVerdict};
use crate::store::Summary;

/// The state of a sequential test: "H1 accepted, +5 nElo rather than 0: LLR 3.02, bounds -2.94 to 2.94".
pub(crate) fn sprt_words(sprt: &Sprt, result: &SprtResult) -> String {
    let unit = unit(sprt.model);
    let verdict = match result.verdict {
        SprtVerdict::Continue => format!("undecided between {} and {} {unit}", sprt.elo0, sprt.elo1),
        verdict if result.same_moves => format!("{verdict} accepted, as both play the same moves"),
        verdict => format!("{verdict} accepted, {}", rather(sprt, verdict)),
    };
    format!("{verdict}: {}", llr(result))
}

/// The hypothesis that was accepted: "5 nElo rather than 0".
fn rather(sprt: &Sprt, verdict: SprtVerdict) -> String {
    let (accepted, other) = match verdict {
        SprtVerdict::H1 => (sprt.elo1, sprt.elo0),
        SprtVerdict::H0 | SprtVerdict::Continue => (sprt.elo0, sprt.elo1),
    };
    format!("{accepted} {} rather than {other}", unit(sprt.model))
}

/// What a gate says: "PASS: not weaker (0 nElo rather than -5: LLR 2.95, bounds -2.94 to 2.94)". A test whose H0 is below 0
/// asks whether the first player is weaker, any other whether it is stronger.
pub(crate) fn gate_words(sprt: &Sprt, result: &SprtResult, summary: &Summary) -> String {
    let same_moves = || {
        let (games, openings) = (2 * summary.complete_pairs(), summary.sample.n());
        format!("the same moves in all {} from {}", counted(games, "game"), counted(openings, "opening"))
    };
    let reason = if result.same_moves {
        same_moves()
    } else {
        format!("{}: {}", rather(sprt, result.verdict), llr(result))
    };
    match (result.verdict, sprt.is_for_regressions()) {
        (SprtVerdict::H1, true) => format!("PASS: not weaker ({reason})"),
        (SprtVerdict::H1, false) => format!("PASS: stronger ({reason})"),
        (SprtVerdict::H0, true) => format!("FAIL: weaker ({reason})"),
        (SprtVerdict::H0, false) => format!("FAIL: not stronger ({reason})"),
        (SprtVerdict::Continue, _) if summary.same_moves => {
            format!("INCONCLUSIVE: {}; {SAME_MOVES_PAIRS} openings would decide", same_moves())
        }
        (SprtVerdict::Continue, _) => format!(
            "INCONCLUSIVE: undecided between {} and {} {} after {} ({}); {}",
            sprt.elo0,
            sprt.elo1,
            unit(sprt.model),
            counted(summary.games, "game"),
            llr(result),
            more_games_words(sprt, result, summary.games)
        ),
    }
}

/// How many games an undecided test still needs: "the test needs about 1,300 more games".
pub(crate) fn more_games_words(sprt: &Sprt, result: &SprtResult, games: u64) -> String {
    format!("the test needs about {} more games", grouped(effort::more_games(sprt, result, games)))
}

/// What the two bounds of a test are measured in.
pub(crate) fn unit(model: Model) -> &'static str {
    match model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    }
}

/// The likelihood ratio and its bounds: "LLR 3.02, bounds -2.94 to 2.94".
pub(crate) fn llr(result: &SprtResult) -> String {
    let SprtResult { llr, lower, upper, .. } = result;
    format!("LLR {}, bounds {lower:.2} to {upper:.2}", hundredths(*llr))
}

/// A number with two decimals, never `-0.00`.
fn hundredths(number: f64) -> String {
    format!("{:.2}", if number.abs() < 0.005 { 0.0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Counts;

    #[test]
    fn a_gate_says_what_was_asked() {
        let says = |sprt: &str, pairs: [u64; 5], same_moves: bool| {
            let sprt: Sprt = sprt.parse().unwrap();
            let mut summary = Summary::of_counts(["new", "old"], Counts::pairs(pairs));
            summary.same_moves = same_moves;
            gate_words(&sprt, &summary.test(&sprt), &summary)
        };
        let (won, lost, even) = ([10, 50, 100, 50, 90], [90, 50, 100, 50, 10], [0, 0, 100, 0, 0]);
        let all = [
            says("-5,0", won, false),
            says("-50,0", won, false),
            says("-50,0", lost, false),
            says("0,50", won, false),
            says("0,50", lost, false),
            says("-5,0", even, true),
            says("0,5", even, true),
            says("-5,0", [0, 0, 20, 0, 0], true),
            says("-5,0", [0; 5], false),
        ];
        insta::assert_snapshot!(all.join("\n"), @"
        INCONCLUSIVE: undecided between -5 and 0 nElo after 600 games (LLR 2.69, bounds -2.94 to 2.94); the test needs about 58 more games
        PASS: not weaker (0 nElo rather than -50: LLR 31.96, bounds -2.94 to 2.94)
        FAIL: weaker (-50 nElo rather than 0: LLR -20.42, bounds -2.94 to 2.94)
        PASS: stronger (50 nElo rather than 0: LLR 20.42, bounds -2.94 to 2.94)
        FAIL: not stronger (0 nElo rather than 50: LLR -31.96, bounds -2.94 to 2.94)
        PASS: not weaker (the same moves in all 200 games from 100 openings)
        FAIL: not stronger (the same moves in all 200 games from 100 openings)
        INCONCLUSIVE: the same moves in all 40 games from 20 openings; 100 openings would decide
        INCONCLUSIVE: undecided between -5 and 0 nElo after 0 games (LLR 0.00, bounds -2.94 to 2.94); the test needs about 120,000 more games
        ");
    }
}
