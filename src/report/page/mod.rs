//! The report of runs as a page: one HTML file without network access, with any name in it shown as text.
//!
//! - A section of the page is a pure function from a run, as [`crate::run::page`] reads it, to markup. A section that a run
//!   has no data for is left out. To add one: a file, and a line in [`SECTIONS`].
//! - `boards` are the positions of the embedded games, `svg` has scales and axes, `chart` lays plots out, `words`
//!   numbers and names.
//! - The style sheet and the script are small files of their own. The page allows these two by their digests and
//!   nothing else ([`policy`]).
//!
//! `docs/REPORT.md` describes the page for its readers.

mod accuracy;
mod boards;
mod chart;
mod cost;
mod course;
mod crosstable;
mod faults;
mod games;
mod headline;
mod history;
mod lengths;
mod mistakes;
mod openings;
mod pick;
mod ratings;
mod run;
mod sides;
mod svg;
mod times;
mod tuning;
mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use run::PageRun;
use words::count_words;

use crate::run::check::history::HistoryRow;
use crate::run::page::{MOST_BYTES, RunData};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Their SHA-256 digests in base 64, by which the page's policy names them. A test says what they must be after a change.
const STYLE_DIGEST: &str = "vr2rDCl0C84+OeimdrOsl505e5r8nJ4rMMb1FyA9Hn4=";
const SCRIPT_DIGEST: &str = "neXn1P2QxTd+CGh7zWbYB3xtj6n6C7hIhaCmzVIW+ac=";

struct PageSection {
    /// What links to it are called.
    id: &'static str,
    title: &'static str,
    /// Its content; `None` if the run has no data for it.
    render: fn(&PageRun) -> Option<Markup>,
}

/// The sections of every run, in this order.
const SECTIONS: [PageSection; 14] = [
    faults::SECTION,
    tuning::SECTION,
    pick::SECTION,
    ratings::SECTION,
    crosstable::SECTION,
    cost::SECTION,
    course::SECTION,
    sides::SECTION,
    openings::SECTION,
    lengths::SECTION,
    times::SECTION,
    accuracy::SECTION,
    mistakes::SECTION,
    games::SECTION,
];

/// How often the page of a run that is being played reloads itself, in seconds.
const RELOAD: u32 = 5;

pub(crate) fn page(runs: Vec<RunData>) -> String {
    let most_bytes = MOST_BYTES / runs.len().max(1);
    let is_live = runs.iter().any(RunData::is_running);
    let runs: Vec<PageRun> = (1..).zip(runs).map(|(i, data)| PageRun::new(i, data, most_bytes)).collect();
    let title = match runs.as_slice() {
        [run] => run.sentence(),
        runs => count_words(runs.len() as u64, "run"),
    };
    let content = html! {
        @if runs.len() > 1 { (headline::overview(&runs)) }
        @for run in &runs { (of_run(run)) }
    };
    document(&title, is_live, &content)
}

/// The page of a history of checks.
pub(crate) fn history_page(file: &str, rows: &[HistoryRow]) -> String {
    document(&format!("{file}: strength and cost"), false, &history::content(file, rows))
}

/// A whole page around its content.
fn document(title: &str, is_live: bool, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                @if is_live { meta http-equiv="refresh" content=(RELOAD); }
                link rel="icon" href="data:,";
                title { (words::shortened(title, 120)) " · arena" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the results" }
                main #main { (content) }
                footer {
                    p {
                        "Made by arena " (env!("CARGO_PKG_VERSION")) ". Intervals are 95 % intervals. "
                        "This page is one file: it loads nothing and sends nothing."
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn of_run(run: &PageRun) -> Markup {
    let number = run.boards.run;
    let sections: Vec<(&PageSection, Markup)> =
        run.sections().filter_map(|section| Some((section, (section.render)(run)?))).collect();
    html! {
        article.run id=(format!("run{number}")) {
            (headline::headline(run))
            nav aria-label="Sections" {
                @for (section, _) in &sections {
                    a href=(format!("#run{number}-{}", section.id)) { (section.title) }
                }
            }
            @for (section, content) in &sections {
                section id=(format!("run{number}-{}", section.id)) {
                    h2 { (section.title) }
                    (content)
                }
            }
        }
    }
}

/// What the page may load: its own style sheet and script, by their digests, and nothing else.
fn policy() -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{SCRIPT_DIGEST}'; style-src 'sha256-{STYLE_DIGEST}'; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

/// JSON for a script element: nothing in it can end the element.
fn json_text(data: &impl serde::Serialize) -> PreEscaped<String> {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    PreEscaped(text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_data_ends_its_element() {
        let text = json_text(&["</script><script>alert(1)</script>", "<!--", "]]>"]).into_string();
        assert!(!text.contains('<'), "{text}");
        let back: Vec<String> = serde_json::from_str(&text).unwrap();
        assert_eq!(back[0], "</script><script>alert(1)</script>");
    }

    /// Bytes in base 64 (RFC 4648). A digest of 32 bytes ends with one padding character.
    fn base64(digest: [u8; 32]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut padded = digest.to_vec();
        padded.push(0);
        let sixes = padded.chunks(3).flat_map(|three| {
            let bits = three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
            [18, 12, 6, 0].map(|shift| char::from(DIGITS[(bits >> shift & 63) as usize]))
        });
        sixes.take(43).chain(['=']).collect()
    }

    #[test]
    fn the_policy_names_the_style_and_the_script_by_their_digests() {
        use sha2::{Digest as _, Sha256};

        for (text, digest) in [(STYLE, STYLE_DIGEST), (SCRIPT, SCRIPT_DIGEST)] {
            assert_eq!(base64(Sha256::digest(text).into()), digest);
        }
    }

    #[test]
    fn the_policy_allows_the_embedded_texts_alone() {
        let policy = policy();
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        // The elements have exactly these texts, so nothing in them may need escaping.
        assert!(
            !STYLE.contains("</") && !SCRIPT.contains("</"),
            "an end tag within a script or style element"
        );
    }

    #[test]
    fn sections_have_names_of_their_own() {
        let mut ids: Vec<&str> = SECTIONS.iter().map(|section| section.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), SECTIONS.len());
    }
}
