//! One line per check, then a summary.

use super::SuiteResults;
use crate::report::paint::Paint;
use crate::run::check::result::CheckResult;
use crate::run::check::verdict::CheckVerdict;

/// All lines, without colours.
pub(super) fn write(suite: &SuiteResults<'_>) -> String {
    let width = width(suite.results.iter().map(|result| result.name.as_str()));
    let plain = Paint::new(false);
    let lines: String = suite.results.iter().map(|result| line(result, width, plain)).collect();
    lines + &end(suite, plain)
}

/// The width of a column of names.
pub(crate) fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// The line of a check: `✓ beats bad  score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9`.
pub(crate) fn line(result: &CheckResult, width: usize, paint: Paint) -> String {
    let CheckResult { name, verdict, .. } = result;
    let mark = match verdict {
        CheckVerdict::Passed | CheckVerdict::Recorded => paint.good(verdict.mark()),
        CheckVerdict::Failed => paint.bad(verdict.mark()),
        CheckVerdict::Inconclusive => paint.strong(verdict.mark()),
    };
    format!("{mark} {name:<width$}  {}\n", result.figure())
}

/// The summary below the lines.
pub(crate) fn end(suite: &SuiteResults<'_>, paint: Paint) -> String {
    let advice = if suite.count(CheckVerdict::Inconclusive) > 0 {
        "? The interval contains the bound: play more games to decide.\n"
    } else {
        ""
    };
    format!("\n{}\n{advice}", paint.strong(&suite.summary()))
}

#[cfg(test)]
mod tests {
    use super::super::examples::written;
    use super::*;

    #[test]
    fn every_check_has_a_line_with_its_figure() {
        insta::assert_snapshot!(written(write), @r#"
        ✓ beats bad                         score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9
        ? wins <often> & "always" | 'fast'  win_rate 0.9300 (95 %: 0.8900 to 0.9600), required >= 0.95
        ? never loses                       elo at least +382 (95 %), required >= 400
        ✗ looks at few                      nodes_per_move 1,235 (95 %: 1,200 to 1,269), required <= 900; time-limited, so it depends on the machine
        ✓ as it was                         plays the same as the baseline of 0.1.0 (0123456789ab): score 0.9400 (95 %: 0.9200 to 0.9550)
        ✗ weaker                            score differs by -0.0525 (95 %: -0.0725 to -0.0325) from the baseline of 0.1.0 (0123456789ab), tolerated -0.02
        + new                               recorded in baselines/six.json: score 0.9400 (95 %: 0.9200 to 0.9550)
        + old                               plays the same as the baseline of 0.1.0 (0123456789ab), which stays: score 0.9400 (95 %: 0.9200 to 0.9550)

        8 checks: 2 passed, 2 failed, 2 inconclusive, 2 recorded
        ? The interval contains the bound: play more games to decide.
        "#);
    }
}
