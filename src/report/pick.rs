//! The best of many, in words, tables and JSON.

use serde_json::{Value, json};

use super::numbers::{counted, grouped};
use super::paint::Paint;
use super::sentence::{elo_words, percent};
use crate::run::pick::{Candidate, ShownRace};
use crate::stats::estimate::Estimate;
use crate::stats::{self, Dropped, RaceVerdict};
use crate::text::{display_width, fitted};

/// What came out, in a sentence.
pub(crate) fn sentence(standing: &ShownRace<'_>) -> String {
    let race = standing.race;
    let candidates = counted(race.candidates() as u64, "candidate");
    let margin = race.rule().margin;
    let games = counted(standing.games, "game");
    match (race.verdict(), standing.baseline()) {
        (Some(RaceVerdict::Best(best)), baseline) => {
            let is_close =
                |other| matches!(race.dropped(other), Some((Dropped::NotAhead(to), _)) if to == best);
            let is_close = (0..race.candidates()).any(is_close);
            let within = if is_close { format!(" to within {margin} Elo") } else { String::new() };
            let than = match baseline {
                Some(baseline) => {
                    let elo = elo(&standing.candidate(best));
                    format!(" and better than {baseline}: {}", elo_words(elo))
                }
                None => String::new(),
            };
            format!("{} is the best of {candidates}{within}{than}; {games}", standing.name(best))
        }
        (Some(RaceVerdict::NoneBetter), baseline) => {
            let baseline = baseline.unwrap_or_default();
            format!("none of {candidates} is better than {baseline} by more than {margin} Elo; {games}")
        }
        (verdict, _) => {
            let left = race.left().count() as u64;
            let leader = race.leader().map(|leader| format!("{} leads", standing.name(leader)));
            let state = if verdict.is_some() { "undecided" } else { "not decided yet" };
            let leads = leader.unwrap_or_default();
            format!("{state} after {games}: {leads}, {} of {candidates} left", grouped(left))
        }
    }
}

/// Elo against the baseline, with its interval.
fn elo(candidate: &Candidate) -> Estimate {
    Estimate::share(candidate.score, candidate.interval).map(stats::elo)
}

/// What became of a candidate: "best", "behind smart:6", "still in".
pub(crate) fn state(standing: &ShownRace<'_>, number: usize) -> String {
    let margin = standing.race.rule().margin;
    match standing.race.dropped(number) {
        Some((Dropped::Behind(other), _)) => format!("behind {}", standing.name(other)),
        Some((Dropped::NotBetter, _)) => {
            format!("not {margin} Elo ahead of {}", standing.baseline().unwrap_or_default())
        }
        Some((Dropped::NotAhead(other), _)) => format!("not {margin} Elo ahead of {}", standing.name(other)),
        None if standing.race.verdict() == Some(RaceVerdict::Best(number)) => "best".to_owned(),
        None => "still in".to_owned(),
    }
}

/// The columns of the table beside the names: of each candidate.
pub(crate) fn cells(standing: &ShownRace<'_>, number: usize) -> [String; 4] {
    let candidate = standing.candidate(number);
    let elo = match candidate.score {
        Some(_) => elo_words(elo(&candidate)).replace(" Elo", ""),
        None => "-".to_owned(),
    };
    [grouped(candidate.games), candidate.score.map_or("-".to_owned(), percent), elo, state(standing, number)]
}

/// The titles of those columns.
pub(crate) fn titles(standing: &ShownRace<'_>) -> [String; 4] {
    let against = standing.baseline().map_or("the others".to_owned(), str::to_owned);
    ["games".to_owned(), "score".to_owned(), format!("Elo against {against}"), String::new()]
}

/// The candidates, best first.
pub(crate) fn table(standing: &ShownRace<'_>, paint: Paint) -> String {
    let order = standing.order();
    let names =
        order.iter().map(|&number| display_width(standing.name(number))).max().unwrap_or(0).clamp(9, 40);
    let rows: Vec<[String; 4]> = order.iter().map(|&number| cells(standing, number)).collect();
    let titles = titles(standing);
    let width = |column: usize| {
        rows.iter().chain([&titles]).map(|row| display_width(&row[column])).max().unwrap_or(0)
    };
    let widths = [0, 1, 2].map(width);
    let line = |name: &str, row: &[String; 4]| {
        let [games, score, elo, state] = row;
        let [w0, w1, w2] = widths;
        let text = format!("  {}  {games:>w0$}  {score:>w1$}  {elo:<w2$}  {state}", fitted(name, names));
        text.trim_end().to_owned()
    };
    let mut out = format!("{}\n", paint.faint(&line("candidate", &titles)));
    for (number, row) in order.iter().zip(&rows) {
        out += &format!("{}\n", line(standing.name(*number), row));
    }
    out
}

/// The verdict in JSON: `best`, `none better`, `undecided`, or `null` while it goes on.
fn verdict(standing: &ShownRace<'_>) -> Option<&'static str> {
    standing.race.verdict().map(|verdict| match verdict {
        RaceVerdict::Best(_) => "best",
        RaceVerdict::NoneBetter => "none better",
        RaceVerdict::Undecided => "undecided",
    })
}

/// The fields of the JSON of a race.
pub(crate) fn fields(standing: &ShownRace<'_>) -> [(String, Value); 5] {
    let best = match standing.race.verdict() {
        Some(RaceVerdict::Best(best)) => Some(standing.name(best)),
        _ => None,
    };
    let candidate = |number: usize| {
        let found = standing.candidate(number);
        let elo = elo(&found);
        json!({
            "player": found.player,
            "games": found.games,
            "score": found.score,
            "score_low": found.interval.low,
            "score_high": found.interval.high,
            "elo": elo.value,
            "elo_low": elo.low,
            "elo_high": elo.high,
            "state": match found.dropped {
                Some(Dropped::Behind(_)) => "behind",
                Some(Dropped::NotBetter) => "not better",
                Some(Dropped::NotAhead(_)) => "not ahead",
                None => "in",
            },
            "to": match found.dropped {
                Some(Dropped::Behind(other) | Dropped::NotAhead(other)) => Some(standing.name(other)),
                _ => standing.baseline().filter(|_| found.dropped.is_some()),
            },
        })
    };
    let candidates: Vec<Value> = standing.order().into_iter().map(candidate).collect();
    [
        ("verdict".to_owned(), verdict(standing).into()),
        ("best".to_owned(), best.into()),
        ("against".to_owned(), standing.baseline().into()),
        ("margin".to_owned(), standing.race.rule().margin.into()),
        ("candidates".to_owned(), candidates.into()),
    ]
}
