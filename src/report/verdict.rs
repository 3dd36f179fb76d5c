//! What a sequential test says, in words.

use super::numbers::counted;
use crate::record::Summary;
use crate::stats::{Model, Sprt, SprtResult, Verdict};

/// The verdict on a match: "H1 accepted after 812 games: new is nearer to +10 than to 0 normalized Elo (LLR 2.95 …)".
pub fn verdict(sprt: &Sprt, test: &SprtResult, summary: &Summary) -> String {
    let after = counted(summary.games, "game");
    let kind = match sprt.model {
        Model::Normalized => "normalized Elo",
        Model::Logistic => "Elo",
    };
    let [low, high] = [sprt.elo0, sprt.elo1].map(elo);
    let a = &summary.players[0];
    let said = match test.verdict {
        Verdict::H1 => format!("H1 accepted after {after}: {a} is nearer to {high} than to {low} {kind}"),
        Verdict::H0 => format!("H0 accepted after {after}: {a} is nearer to {low} than to {high} {kind}"),
        Verdict::Continue => format!("undecided after {after} between {low} and {high} {kind}"),
    };
    format!("{said} ({})", llr(test))
}

/// The likelihood ratio and its bounds: `LLR 1.20, bounds -2.94 and +2.94`.
pub fn llr(test: &SprtResult) -> String {
    format!("LLR {:+.2}, bounds {:+.2} and {:+.2}", test.llr, test.lower, test.upper)
}

fn elo(elo: f64) -> String {
    if elo == 0.0 { "0".to_owned() } else { format!("{elo:+}") }
}
