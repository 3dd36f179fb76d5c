//! The results of checks over time, as text and JSON.

use serde_json::{Value, json};

use crate::report::numbers::{counted, signed};
use crate::report::paint::Paint;
use crate::run::check::history::HistoryRow;
use crate::text::Decimal;

/// The rows of a check in the table, the newest.
const MOST_ROWS: usize = 20;

/// The rows of each check, in the order of its first.
pub(crate) fn by_check(rows: &[HistoryRow]) -> Vec<(&str, Vec<&HistoryRow>)> {
    let mut checks: Vec<(&str, Vec<&HistoryRow>)> = Vec::new();
    for row in rows {
        match checks.iter_mut().find(|(name, _)| *name == row.check) {
            Some((_, rows)) => rows.push(row),
            None => checks.push((&row.check, vec![row])),
        }
    }
    checks
}

/// Where a check stands, in a sentence: `failed since 0123456789ab`.
pub(crate) fn standing(rows: &[&HistoryRow]) -> String {
    let Some(last) = rows.last() else { return String::new() };
    let since = rows.iter().rev().take_while(|row| row.verdict == last.verdict).last().unwrap_or(last);
    if rows.len() == 1 {
        last.verdict.clone()
    } else {
        format!("{} since {}", last.verdict, short(&since.build))
    }
}

pub(crate) fn text(file: &str, rows: &[HistoryRow], paint: Paint) -> String {
    let checks = by_check(rows);
    if checks.is_empty() {
        return format!("{file} has no results yet.\n");
    }
    let mut text = String::new();
    for (name, rows) in &checks {
        let title = paint.strong(&format!("{name}: {}", standing(rows)));
        let left_out = rows.len().saturating_sub(MOST_ROWS);
        text += &format!("{title}\n\n");
        text += &format!(
            "  {:<10}  {:<9}  {:>15}  {:>5}  {:>9}  {:>8}  verdict\n",
            "date", "build", "score", "Elo", "nodes", "ms"
        );
        if left_out > 0 {
            text += &format!("  {} before\n", counted(left_out as u64, "result"));
        }
        for row in &rows[left_out..] {
            text += &line(row);
        }
        text.push('\n');
    }
    text
}

fn line(row: &HistoryRow) -> String {
    let number =
        |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let score = match (row.score, row.score_low, row.score_high) {
        (Some(score), Some(low), Some(high)) => {
            format!("{score:.4} ± {:.4}", (score - low).max(high - score))
        }
        _ => "-".to_owned(),
    };
    let elo = row.elo.map_or("-".to_owned(), |elo| signed(Decimal::nearest_whole(elo)));
    format!(
        "  {:<10}  {:<9}  {score:>15}  {elo:>5}  {:>9}  {:>8}  {}\n",
        row.date.chars().take(10).collect::<String>(),
        short(&row.build),
        number(row.nodes_per_move, 1),
        number(row.time_ms, 3),
        row.verdict
    )
}

/// The first digits of a commit, and whether files were changed.
fn short(build: &str) -> String {
    let digits: String = build.trim_end_matches('+').chars().take(8).collect();
    if build.ends_with('+') { digits + "+" } else { digits }
}

/// A date without its seconds.
pub(crate) fn minutes(date: &str) -> String {
    date.chars().take(16).collect::<String>().replace('T', " ")
}

/// The rows of the file.
pub(crate) fn json(file: &str, page: &str, rows: &[HistoryRow]) -> Value {
    let standing: Vec<Value> = by_check(rows)
        .iter()
        .map(|(name, rows)| json!({ "check": name, "standing": standing(rows), "results": rows.len() }))
        .collect();
    json!({ "file": file, "page": page, "checks": standing, "results": rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(check: &str, build: &str, score: f64, verdict: &str) -> HistoryRow {
        HistoryRow {
            date: "2026-03-04T05:06:07Z".to_owned(),
            build: build.to_owned(),
            check: check.to_owned(),
            game: "kalah:6x4".to_owned(),
            a: "smart:6".to_owned(),
            b: "bad".to_owned(),
            games: 400,
            score: Some(score),
            score_low: Some(score - 0.02),
            score_high: Some(score + 0.02),
            elo: (score < 1.0).then_some(123.4),
            elo_low: None,
            elo_high: None,
            nodes_per_move: Some(1234.5),
            time_ms: None,
            verdict: verdict.to_owned(),
        }
    }

    #[test]
    fn a_check_has_a_table_and_says_since_when_it_stands_so() {
        let rows = [
            row("strong", "a1", 0.9, "passed"),
            row("fast", "a1", 0.5, "passed"),
            row("strong", "b2+", 0.7, "failed"),
            row("strong", "c3", 0.65, "failed"),
        ];
        insta::assert_snapshot!(text("history.csv", &rows, Paint::new(false)), @"
        strong: failed since b2+

          date        build                score    Elo      nodes        ms  verdict
          2026-03-04  a1         0.9000 ± 0.0200   +123     1234.5         -  passed
          2026-03-04  b2+        0.7000 ± 0.0200   +123     1234.5         -  failed
          2026-03-04  c3         0.6500 ± 0.0200   +123     1234.5         -  failed

        fast: passed

          date        build                score    Elo      nodes        ms  verdict
          2026-03-04  a1         0.5000 ± 0.0200   +123     1234.5         -  passed
        ");
        assert_eq!(json("h.csv", "h.html", &rows)["checks"][0]["standing"], "failed since b2+");
        assert_eq!(text("history.csv", &[], Paint::new(false)), "history.csv has no results yet.\n");
    }
}
