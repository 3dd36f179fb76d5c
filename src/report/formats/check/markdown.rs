//! A Markdown table, for GitHub and GitLab.

use super::figure::verdict_figure;
use super::text::summary;
use super::{Style, SuiteResults};
use crate::report::numbers::grouped;
use crate::text::is_unprintable;

pub(super) fn write(suite: &SuiteResults, _: Style) -> String {
    let mut out = format!("### Strength: {}\n\n", summary(suite));
    out += "| | check | result | game | players | games |\n| --- | --- | --- | --- | --- | ---: |\n";
    for result in &suite.results {
        let cells = [
            format!("{} {}", result.verdict.mark(), result.verdict.name()),
            escaped(&result.name),
            escaped(&verdict_figure(result)),
            code(&result.game),
            format!("{} against {}", code(&result.a), code(&result.b)),
            grouped(result.games),
        ];
        out += &format!("| {} |\n", cells.join(" | "));
    }
    out + "\n"
}

/// Escapes a text, so that nothing in it is taken for Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '~' | '#' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c if is_unprintable(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{all, written};
    use super::*;

    #[test]
    fn every_check_has_a_row() {
        insta::assert_snapshot!(written(write), @r#"
        ### Strength: 8 checks: 2 passed, 2 failed, 2 inconclusive, 2 recorded

        | | check | result | game | players | games |
        | --- | --- | --- | --- | --- | ---: |
        | ✓ passed | beats bad | score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9 | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | ? inconclusive | wins &lt;often> &amp; "always" \| 'fast' | win\_rate 0.9300 (95 %: 0.8900 to 0.9600), required >= 0.95 | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | ? inconclusive | never loses | elo at least +382 (95 %), required >= 400 | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | ✗ failed | looks at few | nodes\_per\_move 1,235 (95 %: 1,200 to 1,269), required &lt;= 900; time-limited, so it depends on the machine | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | ✓ passed | as it was | plays the same as the baseline recorded by arena 0.1.0 (0123456789ab): score 0.9400 (95 %: 0.9200 to 0.9550) | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | ✗ failed | weaker | score differs by -0.0525 (95 %: -0.0725 to -0.0325) from the baseline recorded by arena 0.1.0 (0123456789ab), tolerated -0.02 | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | + recorded | new | recorded in baselines/six.json: score 0.9400 (95 %: 0.9200 to 0.9550) | `kalah:6x4` | `smart:6` against `bad` | 400 |
        | + recorded | old | plays the same as the baseline recorded by arena 0.1.0 (0123456789ab), which stays: score 0.9400 (95 %: 0.9200 to 0.9550) | `kalah:6x4` | `smart:6` against `bad` | 400 |
        "#);
    }

    #[test]
    fn all_rows_have_the_same_cells() {
        let text = written(write);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), all().len() + 2);
        for row in rows {
            assert_eq!(row.replace("\\|", "").matches('|').count(), 7, "{row}");
        }
    }
}
