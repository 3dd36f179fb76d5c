//! `JUnit` XML, which most CI services can show.
//!
//! There is no standard. This follows the schema of Jenkins' xUnit plugin (`junit-10.xsd`), which GitLab and others
//! read too. A failed check is a `failure`; an inconclusive one is an `error`, as it does not pass.

use super::figure::verdict_figure;
use super::{Style, SuiteResults};
use crate::run::check::result::CheckResult;
use crate::run::check::verdict::CheckVerdict;
use crate::text::is_unprintable;

pub(super) fn write(suite: &SuiteResults, _: Style) -> String {
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\"",
        suite.results.len(),
        suite.count(CheckVerdict::Failed),
        suite.count(CheckVerdict::Inconclusive),
        seconds(suite.results.iter().map(|result| result.seconds).sum()),
    );
    let cases: String = suite.results.iter().map(|result| case(result, &suite.file)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"arena check\" {counts}>\n  \
         <testsuite name=\"{}\" {counts} skipped=\"0\">\n{cases}  </testsuite>\n</testsuites>\n",
        escaped(&suite.file)
    )
}

fn case(result: &CheckResult, file: &str) -> String {
    let figure = escaped(&verdict_figure(result));
    let told = match result.verdict {
        CheckVerdict::Failed => format!("<failure type=\"failed\" message=\"{figure}\"/>"),
        CheckVerdict::Inconclusive => format!("<error type=\"inconclusive\" message=\"{figure}\"/>"),
        CheckVerdict::Passed | CheckVerdict::Recorded => format!("<system-out>{figure}</system-out>"),
    };
    format!(
        "    <testcase name=\"{}\" classname=\"{}\" time=\"{}\">\n      {told}\n    </testcase>\n",
        escaped(&result.name),
        escaped(file),
        seconds(result.seconds)
    )
}

fn seconds(time: f64) -> String {
    format!("{:.3}", if time.is_finite() { time.max(0.0) } else { 0.0 })
}

/// Escapes a text for XML, in attributes and between tags. Characters that XML cannot hold become question marks.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            '\n' | '\t' | '\r' => out.push(' '),
            c if is_unprintable(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::examples::{all, written};
    use super::*;

    #[test]
    fn every_check_is_a_test_case() {
        insta::assert_snapshot!(written(write), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="arena check" tests="8" failures="2" errors="2" time="10.000">
          <testsuite name="strength.toml" tests="8" failures="2" errors="2" time="10.000" skipped="0">
            <testcase name="beats bad" classname="strength.toml" time="1.250">
              <system-out>score 0.9400 (95 %: 0.9200 to 0.9550), required &gt;= 0.9</system-out>
            </testcase>
            <testcase name="wins &lt;often&gt; &amp; &quot;always&quot; | &apos;fast&apos;" classname="strength.toml" time="1.250">
              <error type="inconclusive" message="win_rate 0.9300 (95 %: 0.8900 to 0.9600), required &gt;= 0.95"/>
            </testcase>
            <testcase name="never loses" classname="strength.toml" time="1.250">
              <error type="inconclusive" message="elo at least +382 (95 %), required &gt;= 400"/>
            </testcase>
            <testcase name="looks at few" classname="strength.toml" time="1.250">
              <failure type="failed" message="nodes_per_move 1,235 (95 %: 1,200 to 1,269), required &lt;= 900; time-limited, so it depends on the machine"/>
            </testcase>
            <testcase name="as it was" classname="strength.toml" time="1.250">
              <system-out>plays the same as the baseline recorded by arena 0.1.0 (0123456789ab): score 0.9400 (95 %: 0.9200 to 0.9550)</system-out>
            </testcase>
            <testcase name="weaker" classname="strength.toml" time="1.250">
              <failure type="failed" message="score differs by -0.0525 (95 %: -0.0725 to -0.0325) from the baseline recorded by arena 0.1.0 (0123456789ab), tolerated -0.02"/>
            </testcase>
            <testcase name="new" classname="strength.toml" time="1.250">
              <system-out>recorded in baselines/six.json: score 0.9400 (95 %: 0.9200 to 0.9550)</system-out>
            </testcase>
            <testcase name="old" classname="strength.toml" time="1.250">
              <system-out>plays the same as the baseline recorded by arena 0.1.0 (0123456789ab), which stays: score 0.9400 (95 %: 0.9200 to 0.9550)</system-out>
            </testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn odd_characters_are_escaped() {
        assert_eq!(escaped("<a & \"b\">'\u{1b}\n"), "&lt;a &amp; &quot;b&quot;&gt;&apos;? ");
    }

    /// What `junit-10.xsd` says about an element.
    struct Rule {
        element: &'static str,
        attributes: &'static [&'static str],
        needed: &'static [&'static str],
        holds: &'static [&'static str],
    }

    const SCHEMA: &[Rule] = &[
        Rule {
            element: "testsuites",
            attributes: &["name", "time", "tests", "failures", "errors"],
            needed: &[],
            holds: &["testsuite"],
        },
        Rule {
            element: "testsuite",
            attributes: &[
                "name",
                "tests",
                "failures",
                "errors",
                "group",
                "time",
                "skipped",
                "timestamp",
                "id",
            ],
            needed: &["name", "tests", "failures", "errors"],
            holds: &["testsuite", "properties", "testcase", "system-out", "system-err"],
        },
        Rule {
            element: "testcase",
            attributes: &["name", "time", "classname", "group"],
            needed: &["name"],
            holds: &["skipped", "error", "failure", "system-out", "system-err"],
        },
        Rule { element: "failure", attributes: &["type", "message"], needed: &[], holds: &[] },
        Rule { element: "error", attributes: &["type", "message"], needed: &[], holds: &[] },
        Rule { element: "system-out", attributes: &[], needed: &[], holds: &[] },
    ];

    /// An element of a document: the path to it, and its attributes.
    type Element = (Vec<String>, Vec<(String, String)>);

    /// The elements of a document. Panics on XML that is not well-formed.
    fn elements(text: &str) -> Vec<Element> {
        let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
        let (mut open, mut found) = (Vec::<String>::new(), Vec::new());
        for piece in body.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').expect("a tag ends");
            assert!(!text.contains('>') && well_escaped(text), "{text}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let closed = tag.ends_with('/');
            let (name, mut rest) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
            let mut attributes = Vec::new();
            while !rest.trim().is_empty() {
                let (attribute, behind) = rest.trim_start().split_once("=\"").expect("name=\"value\"");
                let (value, behind) = behind.split_once('"').expect("a quote ends");
                assert!(well_escaped(value), "{value}");
                attributes.push((attribute.to_owned(), value.to_owned()));
                rest = behind;
            }
            open.push(name.to_owned());
            found.push((open.clone(), attributes));
            if closed {
                open.pop();
            }
        }
        assert!(open.is_empty(), "{open:?} stay open");
        found
    }

    fn well_escaped(text: &str) -> bool {
        let known = ["amp;", "lt;", "gt;", "quot;", "apos;"];
        text.split('&').skip(1).all(|piece| known.iter().any(|entity| piece.starts_with(entity)))
    }

    #[test]
    fn the_xml_is_what_the_schema_allows() {
        let elements = elements(&written(write));
        for (path, attributes) in &elements {
            let name = path.last().unwrap();
            let rule = |name: &str| SCHEMA.iter().find(|rule| rule.element == name);
            let Rule { attributes: allowed, needed, .. } =
                rule(name).unwrap_or_else(|| panic!("no element '{name}'"));
            let names: Vec<&str> = attributes.iter().map(|(name, _)| name.as_str()).collect();
            assert!(names.iter().all(|name| allowed.contains(name)), "{name}: {names:?}");
            assert!(needed.iter().all(|needed| names.contains(needed)), "{name}: {names:?}");
            if let [.., parent, _] = &path[..] {
                assert!(rule(parent).is_some_and(|rule| rule.holds.contains(&name.as_str())), "{path:?}");
            } else {
                assert_eq!(name, "testsuites");
            }
            // SUREFIRE_TIME: digits, a point, digits.
            let times = attributes.iter().filter(|(name, _)| name == "time");
            assert!(
                times.map(|(_, time)| time).all(|time| time.parse::<f64>().is_ok_and(|time| time >= 0.0))
            );
        }
        let count = |wanted: &str| {
            elements.iter().filter(|(path, _)| path.last().is_some_and(|name| name == wanted)).count()
        };
        assert_eq!((count("testcase"), count("failure"), count("error")), (all().len(), 2, 2));
        let suite = &elements[1].1;
        for (name, value) in [("tests", "8"), ("failures", "2"), ("errors", "2"), ("time", "10.000")] {
            assert!(suite.contains(&(name.to_owned(), value.to_owned())), "{name} {suite:?}");
        }
    }
}
