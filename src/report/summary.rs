//! The table of a summary: the long one of `arena match`, and the one of `arena stats`.

use super::numbers::{counted, grouped};
use super::sentence::{elo_words, percent, percent_interval};
use super::sprt::sprt_words;
use super::timings;
use crate::stats::estimate::Estimate;
use crate::stats::tally::DistinctCount;
use crate::stats::{Sprt, SprtResult, Unit};
use crate::store::Summary;
use crate::store::cell::Cell;
use crate::store::summary::DistinctCounts;
use crate::store::timings::Timings;

/// Above this, the interval of nElo is too narrow to be shown: at 200 it covers the truth in 80 to 90 % of cases.
const MOST_NELO: f64 = 100.0;

/// A line of the table: its name and its text.
type Line = (&'static str, String);

/// The table of a match, with the cost of moves. `sides` are the game's names of the first and the second side: after an
/// opening of several plies, the first side is not always the one to move. `sprt` is a test and its current state. With
/// `is_verbose`, the table also has nElo, LOS and the counts of pairs.
pub(crate) fn match_table(
    summary: &Summary,
    timings: &Timings,
    sides: [&str; 2],
    sprt: Option<(Sprt, SprtResult)>,
    is_verbose: bool,
) -> String {
    let pairs = counted(summary.complete_pairs(), "pair");
    let mut of_both = vec![("games", format!("{} in {pairs}", grouped(summary.games)))];
    of_both.extend(summary.distinct.map(distinct));
    of_both.extend(summary.mean_plies.is_some().then(|| length(summary)));
    let mut of_a = results(summary);
    if is_verbose {
        of_a.extend(pairs_by_points(summary));
    }
    of_a.extend(score_and_elo(summary));
    if is_verbose {
        of_a.extend(nelo_and_los(summary));
    }
    of_a.extend(playing(summary, sides));
    of_a.extend(sprt.map(test));
    format!("{}{}", tables(summary, &of_both, &of_a), timings::table(&summary.players, timings))
}

/// The table of `arena stats`. `sprt` is a test and its current state.
pub(crate) fn stats_table(summary: &Summary, sprt: Option<(Sprt, SprtResult)>) -> String {
    let mut of_both = vec![("games", games(summary))];
    of_both.extend(summary.distinct.map(distinct));
    let mut of_a = results(summary);
    of_a.extend(pairs_by_points(summary));
    of_a.extend(score_and_elo(summary));
    of_a.extend(nelo_and_los(summary));
    of_a.extend(sprt.map(test));
    tables(summary, &of_both, &of_a)
}

/// What belongs to both players, and below the names what is from the first one's point of view.
fn tables(summary: &Summary, of_both: &[Line], of_a: &[Line]) -> String {
    let [a, b] = &summary.players;
    format!("{}\n  {a} against {b}:\n{}", table(of_both), table(of_a))
}

fn table(lines: &[Line]) -> String {
    lines.iter().map(|(name, text)| format!("  {name:<9}  {text}\n")).collect()
}

fn games(summary: &Summary) -> String {
    let games = grouped(summary.games);
    if summary.sample.unit() == Unit::Game {
        return format!("{games}, counted one by one");
    }
    let pairs = counted(summary.complete_pairs(), "pair");
    match summary.unpaired() {
        0 => format!("{games} in {pairs}"),
        unpaired => format!("{games} in {pairs}, {} without a pair", grouped(unpaired)),
    }
}

fn distinct(counts: DistinctCounts) -> Line {
    ("distinct", format!("{}, {}", counts.games.words("game"), counts.openings.words("opening")))
}

/// Wins, draws and losses, each with its share and the interval of that.
fn results(summary: &Summary) -> Vec<Line> {
    let Some([losses, draws, wins]) = summary.results else { return Vec::new() };
    let line = |(name, count): (&'static str, u64)| {
        let (share, interval) = summary.share(count);
        (name, format!("{} = {} (95 %: {})", grouped(count), percent(share), percent_interval(interval)))
    };
    [("wins", wins), ("draws", draws), ("losses", losses)].map(line).to_vec()
}

/// How many pairs ended in which way.
fn pairs_by_points(summary: &Summary) -> Option<Line> {
    let [ll, ld, even, wd, ww] = summary.pairs.map(grouped);
    let text = format!("{ll} LL, {ld} LD, {even} WL or DD, {wd} WD, {ww} WW");
    (summary.sample.unit() == Unit::Pair).then_some(("pairs", text))
}

fn nelo_and_los(summary: &Summary) -> Vec<Line> {
    let mut lines = vec![("nElo", nelo(summary))];
    lines.extend(summary.estimate.los.map(|los| ("LOS", percent(los))));
    lines
}

fn score_and_elo(summary: &Summary) -> [Line; 2] {
    let (score, estimate) = (summary.score.unwrap_or(0.5), &summary.estimate);
    [
        ("score", format!("{} (95 %: {})", percent(score), percent_interval(estimate.interval))),
        ("Elo", elo_words(estimate.elo()).replace(" Elo", "")),
    ]
}

fn nelo(summary: &Summary) -> String {
    match summary.estimate.nelo {
        Estimate { value: Some(value), low: Some(low), high: Some(high) } if value.abs() <= MOST_NELO => {
            format!("{} (95 %: {} to {})", tenths(value), tenths(low), tenths(high))
        }
        Estimate { value: Some(value), .. } => tenths(value),
        _ => "none, as all results are the same".to_owned(),
    }
}

fn length(summary: &Summary) -> Line {
    ("length", summary.mean_plies.map_or("-".to_owned(), |plies| format!("{plies:.1} plies")))
}

/// Figures known only for games played by arena: the score by side and the margin.
fn playing(summary: &Summary, sides: [&str; 2]) -> [Line; 3] {
    let none = || "-".to_owned();
    let as_side =
        |i: usize| format!("{} ({})", summary.score_by_side[i].map_or_else(none, percent), sides[i]);
    let margin = |margin: f64| {
        let plus = if margin >= 0.05 { "+" } else { "" };
        format!("{plus}{} points", Cell::Number(margin, 1).text())
    };
    [
        ("as first", as_side(0)),
        ("as second", as_side(1)),
        ("margin", summary.mean_margin.map_or_else(none, margin)),
    ]
}

fn test((sprt, result): (Sprt, SprtResult)) -> Line {
    ("SPRT", sprt_words(&sprt, &result))
}

impl DistinctCount {
    /// "12 games", "about 1,000 games".
    fn words(self, noun: &str) -> String {
        let about = if self.is_estimate { "about " } else { "" };
        format!("{about}{}", counted(self.count, noun))
    }
}

/// A number with its sign and one decimal: `+57.9`, `0.0`.
fn tenths(number: f64) -> String {
    if number.abs() < 0.05 { "0.0".to_owned() } else { format!("{number:+.1}") }
}
