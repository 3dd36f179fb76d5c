//! A search among commits: what came out, in words, as a table and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use super::WIDTH;
use super::numbers::{counted, grouped};
use super::paint::Paint;
use super::sentence::{elo_words, percent};
use super::sprt::{more_games_words, sprt_words};
use crate::run::bisect::{BisectResult, BisectVerdict};
use crate::run::bisect::{BisectedCommit, Commit};
use crate::stats::SprtVerdict;
use crate::stats::estimate::Estimate;
use crate::text::{display_width, fitted};

/// Commits that were not looked at are shown from this probability on.
const SHOWN: f64 = 0.005;

/// A probability, which is never certainty: `97.4 %`, `over 99.9 %`. What is impossible has `0 %`.
pub(crate) fn probability(share: f64) -> String {
    match share {
        share if share > 0.999 => "over 99.9 %".to_owned(),
        share if share > 0.0 && share < 0.001 => "under 0.1 %".to_owned(),
        share => percent(share),
    }
}

/// What came out, in a sentence.
pub(crate) fn sentence(result: &BisectResult) -> String {
    let (good, bad) = (result.good().short(), result.bad().short());
    let games = counted(result.games, "game");
    match (result.verdict, result.suspects) {
        (BisectVerdict::Found, Some(found)) => {
            let commit = &result.commits[found.commit].commit;
            format!(
                "{} lost {}: probability {}",
                commit.short(),
                loss_words(result),
                probability(found.probability)
            )
        }
        (BisectVerdict::Narrowed, Some(found)) => {
            let count = (found.commit - found.first + 1) as u64;
            let last = result.commits[found.commit].commit.short();
            format!(
                "one of {} lost {}: probability {}; {last} is the last of them, and no other can be played",
                counted(count, "commit"),
                loss_words(result),
                probability(found.probability)
            )
        }
        (BisectVerdict::NoLoss, _) => match result.test {
            None => format!("{bad} is the same bot as {good}: there is no loss to find"),
            Some(test) => format!(
                "{bad} is not weaker than {good}: {}, {}",
                score_words(&result.commits[result.commits.len() - 1]),
                sprt_words(&result.sprt, &test)
            ),
        },
        (_, Some(first)) => format!(
            "not found after {games}: {} is the most probable commit, with {}",
            result.commits[first.commit].commit.short(),
            probability(first.probability)
        ),
        (_, None) => {
            let more = result.test.map(|test| more_games_words(&result.sprt, &test, result.games));
            format!(
                "it is not decided whether {bad} is weaker than {good}: {}; {}",
                score_words(&result.commits[result.commits.len() - 1]),
                more.unwrap_or_default()
            )
        }
    }
}

fn score_words(commit: &BisectedCommit) -> String {
    let score = commit.counts.mean().map_or("none".to_owned(), percent);
    format!("{score} of {}", counted(commit.games, "game"))
}

/// The loss as an estimate of the Elo difference, which is negative.
fn loss(result: &BisectResult) -> Estimate {
    let Some(loss) = result.loss else { return Estimate::default() };
    Estimate { value: loss.high.map(|_| -loss.elo), low: loss.high.map(|high| -high), high: Some(-loss.low) }
}

/// "83 Elo (95 %: 66 to 101)", "at least 300 Elo (95 %)".
fn loss_words(result: &BisectResult) -> String {
    let lost = loss(result);
    let lost = Estimate {
        value: lost.value.map(|elo| -elo),
        low: lost.high.map(|elo| -elo),
        high: lost.low.map(|elo| -elo),
    };
    elo_words(lost).replace('+', "")
}

pub(crate) fn text(result: &BisectResult, folder: &Path, paint: Paint) -> String {
    let mut text = format!("{}\n", paint.strong(&sentence(result)));
    if let Some(found) = result.suspects.filter(|_| result.commit().is_some()) {
        text += &format!("  {}\n", result.commits[found.commit].commit.subject);
    }
    text += &format!("\n{}\n", table(result, paint));
    let played = result.commits.iter().filter(|commit| commit.games > 0).count() as u64;
    let count =
        |is: fn(&BisectedCommit) -> bool| result.commits.iter().filter(|commit| is(commit)).count() as u64;
    let (skipped, alike) = (count(|commit| commit.skipped.is_some()), count(|commit| commit.alike.is_some()));
    text += &format!(
        "  played   {} of {}; {} skipped, {} like a neighbour\n",
        counted(result.games, "game"),
        counted(played, "commit"),
        grouped(skipped),
        grouped(alike)
    );
    if let Some(test) = result.test.filter(|test| test.verdict == SprtVerdict::H0) {
        text += &format!("  test     {}\n", sprt_words(&result.sprt, &test));
    }
    if result.verdict == BisectVerdict::Undecided && result.suspects.is_some() {
        text += "\nthe commits in question have played all their games: the same command with more --games continues\n";
    }
    if let Some(commit) = result.commit() {
        text += &format!("\ngit show {}\n", paint.good(&commit[..commit.len().min(8)]));
    }
    text + &format!("\n{}\n", folder.display())
}

/// The commits that were looked at or are probable, from the good one to the bad one.
fn table(result: &BisectResult, paint: Paint) -> String {
    let titles = ["commit", "games", "score", "probability"].map(str::to_owned);
    let last = result.commits.len() - 1;
    let is_shown = |(number, commit): &(usize, &BisectedCommit)| {
        let is_known = commit.games > 0 || commit.alike.is_some() || commit.skipped.is_some();
        is_known || *number == 0 || *number == last || commit.probability >= SHOWN
    };
    let shown: Vec<(usize, &BisectedCommit)> = result.commits.iter().enumerate().filter(is_shown).collect();
    let row = |&(number, commit): &(usize, &BisectedCommit)| {
        let played = commit.games > 0;
        let has_loss = result.suspects.is_some() && number > 0;
        [
            commit.commit.short().to_owned(),
            if played { grouped(commit.games) } else { "-".to_owned() },
            commit.counts.mean().filter(|_| played).map_or("-".to_owned(), percent),
            if has_loss { probability(commit.probability) } else { "-".to_owned() },
        ]
    };
    let rows: Vec<[String; 4]> = shown.iter().map(row).collect();
    let width = |column: usize| {
        rows.iter().chain([&titles]).map(|row| display_width(&row[column])).max().unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    let line = |row: &[String; 4], behind: &str| {
        let [w0, w1, w2, w3] = widths;
        let [commit, games, score, probability] = row;
        let text = format!("  {commit:<w0$}  {games:>w1$}  {score:>w2$}  {probability:>w3$}  ");
        let left = WIDTH.saturating_sub(display_width(&text));
        format!("{text}{}", fitted(behind, left)).trim_end().to_owned()
    };
    let mut out = format!("{}\n", paint.faint(&line(&titles, "")));
    for ((number, commit), row) in shown.iter().zip(&rows) {
        let shown = line(row, &note(result, *number, commit));
        let is_found =
            result.suspects.is_some_and(|found| result.commit().is_some() && found.commit == *number);
        out += &format!("{}\n", if is_found { paint.bad(&shown) } else { shown });
    }
    let hidden = result.commits.len() - shown.len();
    if hidden > 0 {
        let is_hidden =
            |(number, _): &(usize, &BisectedCommit)| shown.iter().all(|(other, _)| other != number);
        let hidden_ones = result.commits.iter().enumerate().filter(is_hidden);
        let rest: f64 = hidden_ones.map(|(_, commit)| commit.probability).sum();
        let rest = if result.suspects.is_some() {
            format!(" with {} in all", probability(rest))
        } else {
            String::new()
        };
        out += &format!("  and {} more{rest}\n", counted(hidden as u64, "commit"));
    }
    out
}

/// What stands behind a commit: what is special about it, and the first line of its message.
fn note(result: &BisectResult, number: usize, commit: &BisectedCommit) -> String {
    let subject = &commit.commit.subject;
    let special = match (&commit.skipped, commit.alike) {
        (Some(_), _) => "skipped: ".to_owned(),
        (None, Some(other)) => format!("like {}: ", result.commits[other].commit.short()),
        _ if number == 0 => "good: ".to_owned(),
        _ if number + 1 == result.commits.len() => "bad: ".to_owned(),
        _ => String::new(),
    };
    format!("{special}{subject}")
}

pub(crate) fn json(result: &BisectResult, folder: &Path) -> Value {
    let named = |commit: &Commit| json!({ "commit": commit.hash, "subject": commit.subject });
    let suspects = result.suspects.map(|suspects| {
        let of = &result.commits[suspects.first..=suspects.commit];
        json!({
            "commits": of.iter().map(|commit| named(&commit.commit)).collect::<Vec<_>>(),
            "probability": suspects.probability,
        })
    });
    let commit = |commit: &BisectedCommit| {
        let played = commit.games > 0;
        json!({
            "commit": commit.commit.hash,
            "subject": commit.commit.subject,
            "probability": commit.probability,
            "games": commit.games,
            "score": commit.counts.mean().filter(|_| played),
            "pairs": played.then(|| commit.counts.outcomes().to_vec()),
            "like": commit.alike.map(|other| result.commits[other].commit.hash.clone()),
            "skipped": commit.skipped,
        })
    };
    let elo = loss(result);
    json!({
        "run": folder.display().to_string(),
        "verdict": result.verdict.name(),
        "commit": result.commit(),
        "suspects": suspects,
        "elo": elo.value,
        "elo_low": elo.low,
        "elo_high": elo.high,
        "good": named(result.good()),
        "bad": named(result.bad()),
        "games": result.games,
        "sprt": result.test,
        "commits": result.commits.iter().map(commit).collect::<Vec<_>>(),
    })
}
