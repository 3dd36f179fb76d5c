//! One line per check, then a summary.

use std::fmt;

use super::figure::verdict_figure;
use super::{Style, SuiteResults};
use crate::report::numbers::counted;
use crate::report::paint::Paint;
use crate::run::check::result::CheckResult;
use crate::run::check::verdict::CheckVerdict;

pub(super) fn write(suite: &SuiteResults, Style { paint, .. }: Style) -> String {
    let width = width(suite.results.iter().map(|result| result.name.as_str()));
    let lines: String = suite.results.iter().map(|result| line(result, width, paint)).collect();
    lines + &end(suite, paint)
}

impl fmt::Display for SuiteResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(write(self, Style::PLAIN).trim_end())
    }
}

pub(crate) fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// The line of a check: `✓ beats bad  score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9`.
pub(crate) fn line(result: &CheckResult, width: usize, paint: Paint) -> String {
    let CheckResult { name, verdict, .. } = result;
    let mark = match verdict {
        CheckVerdict::Recorded if result.lowered().is_some() => paint.bad(verdict.mark()),
        CheckVerdict::Passed | CheckVerdict::Recorded => paint.good(verdict.mark()),
        CheckVerdict::Failed => paint.bad(verdict.mark()),
        CheckVerdict::Inconclusive => paint.strong(verdict.mark()),
    };
    format!("{mark} {name:<width$}  {}\n", verdict_figure(result))
}

pub(crate) fn end(suite: &SuiteResults, paint: Paint) -> String {
    let mut text = format!("\n{}\n", paint.strong(&summary(suite)));
    if suite.count(CheckVerdict::Inconclusive) > 0 {
        text += "? The interval contains the bound: play more games to decide.\n";
    }
    let lowered = suite.results.iter().filter(|result| result.lowered().is_some()).count();
    if lowered > 0 {
        let lowered = counted(lowered as u64, "baseline");
        text += &format!("+ {lowered} lowered: commit that only if the player is meant to be weaker.\n");
    }
    text
}

/// The number of checks per verdict, in words: `3 checks: 2 passed, 1 failed`.
pub(super) fn summary(suite: &SuiteResults) -> String {
    let counts = CheckVerdict::ALL.map(|verdict| (suite.count(verdict), verdict));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = counts.map(|(count, verdict)| format!("{count} {}", verdict.name())).collect();
    format!("{}: {}", counted(suite.results.len() as u64, "check"), words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{notable, written};
    use super::*;

    #[test]
    fn what_needs_attention_is_said() {
        insta::assert_snapshot!(write(&notable(), Style::PLAIN), @"
        + lower     recorded in baselines/six.json: score 0.9900 → 0.9400 (95 %: 0.9200 to 0.9550), lowered by 0.0500
        + other     recorded in baselines/six.json: score 0.9900 → 0.9400 (95 %: 0.9200 to 0.9550); the old one was played with other settings (seed: 1 there, 2 here)
        ✓ of a bot  score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9; ./bot.py may choose other moves next time (no deterministic=yes)

        3 checks: 1 passed, 2 recorded
        + 1 baseline lowered: commit that only if the player is meant to be weaker.
        ");
    }

    #[test]
    fn every_check_has_a_line_with_its_figure() {
        insta::assert_snapshot!(written(write), @r#"
        ✓ beats bad                         score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9
        ? wins <often> & "always" | 'fast'  win_rate 0.9300 (95 %: 0.8900 to 0.9600), required >= 0.95
        ? never loses                       elo at least +382 (95 %), required >= 400
        ✗ looks at few                      nodes_per_move 1,235 (95 %: 1,200 to 1,269), required <= 900; time-limited, so it depends on the machine
        ✓ as it was                         plays the same as the baseline recorded by arena 0.1.0 (0123456789ab): score 0.9400 (95 %: 0.9200 to 0.9550)
        ✗ weaker                            score differs by -0.0525 (95 %: -0.0725 to -0.0325) from the baseline recorded by arena 0.1.0 (0123456789ab), tolerated -0.02
        + new                               recorded in baselines/six.json: score 0.9400 (95 %: 0.9200 to 0.9550)
        + old                               plays the same as the baseline recorded by arena 0.1.0 (0123456789ab), which stays: score 0.9400 (95 %: 0.9200 to 0.9550)

        8 checks: 2 passed, 2 failed, 2 inconclusive, 2 recorded
        ? The interval contains the bound: play more games to decide.
        "#);
    }
}
