//! A line for each check, then a summary.

use super::Report;
use crate::check::outcome::Outcome;
use crate::check::verdict::Verdict;
use crate::report::paint::Paint;

/// All lines, without colours.
pub(super) fn write(report: &Report<'_>) -> String {
    let width = width(report.outcomes.iter().map(|outcome| outcome.name.as_str()));
    let plain = Paint::new(false);
    let lines: String = report.outcomes.iter().map(|outcome| line(outcome, width, plain)).collect();
    lines + &end(report, plain)
}

/// How wide a column of these names is.
pub fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// The line of a check: `✓ beats bad  score 0.9400 (95 %: 0.9200 to 0.9550), required >= 0.9`.
pub fn line(outcome: &Outcome, width: usize, paint: Paint) -> String {
    let Outcome { name, verdict, .. } = outcome;
    let mark = match verdict {
        Verdict::Passed | Verdict::Recorded => paint.good(verdict.mark()),
        Verdict::Failed => paint.bad(verdict.mark()),
        Verdict::Inconclusive => paint.strong(verdict.mark()),
    };
    format!("{mark} {name:<width$}  {}\n", outcome.figure())
}

/// What stands below the lines.
pub fn end(report: &Report<'_>, paint: Paint) -> String {
    let advice = if report.count(Verdict::Inconclusive) > 0 {
        "? The interval holds both answers. More games make it narrower.\n"
    } else {
        ""
    };
    format!("\n{}\n{advice}", paint.strong(&report.summary()))
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
        ✗ looks at few                      nodes_per_move 1,235 (95 %: 1,200 to 1,269), required <= 900; a limit by clock, so it depends on the machine
        ✓ as it was                         plays the same as the baseline of 0.1.0 (0123456789ab): score 0.9400 (95 %: 0.9200 to 0.9550)
        ✗ weaker                            score differs by -0.0525 (95 %: -0.0725 to -0.0325) from the baseline of 0.1.0 (0123456789ab), tolerated -0.02
        + new                               recorded in baselines/six.json: score 0.9400 (95 %: 0.9200 to 0.9550)
        + old                               plays the same as the baseline of 0.1.0 (0123456789ab), which stays: score 0.9400 (95 %: 0.9200 to 0.9550)

        8 checks: 2 passed, 2 failed, 2 inconclusive, 2 recorded
        ? The interval holds both answers. More games make it narrower.
        "#);
    }
}
