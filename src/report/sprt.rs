//! The state of a sequential test in words.

use crate::stats::{Model, Sprt, SprtResult, SprtVerdict};

/// The state of a sequential test: "H1 accepted, +5 nElo rather than 0: LLR 3.02, bounds -2.94 to 2.94".
pub(crate) fn sprt_words(sprt: &Sprt, result: &SprtResult) -> String {
    let unit = unit(sprt.model);
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let verdict = match result.verdict {
        SprtVerdict::H1 => format!("H1 accepted, {elo1} {unit} rather than {elo0}"),
        SprtVerdict::H0 => format!("H0 accepted, {elo0} {unit} rather than {elo1}"),
        SprtVerdict::Continue => format!("undecided between {elo0} and {elo1} {unit}"),
    };
    format!("{verdict}: {}", llr(result))
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
