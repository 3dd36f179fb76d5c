//! Errors that point into text the user typed, and "did you mean" for mistyped names.
//!
//! Games, strategies, positions and move lists are all small languages. All their errors look the same: the problem, the
//! text with a mark under the place, and advice.
//!
//! ```text
//! unknown strategy 'smrt'
//!     smrt:6
//!     ^^^^
//! did you mean 'smart'?
//! ```

mod decimal;
pub(crate) mod file;
mod foreign;
mod layout;
pub(crate) mod program;
pub(crate) mod quantity;
pub(crate) mod settings;

use std::fmt;
use std::ops::{Range, RangeInclusive};

use thiserror::Error;

pub use decimal::{Decimal, NotADecimal};
use foreign::disarmed;
pub use foreign::{escaped, excerpt, for_terminal, is_unprintable};
pub(crate) use foreign::{one_line, shortened};
pub(crate) use layout::{cut, display_width, fitted, wrapped};
pub(crate) use program::program;

/// An error at one place in a text that the user typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    text: String,
    place: Range<usize>,
    problem: String,
    advice: String,
}

impl TextError {
    /// An error at the bytes `place` of `text`, with the problem and advice.
    pub fn new(
        text: &str,
        place: Range<usize>,
        problem: impl Into<String>,
        advice: impl Into<String>,
    ) -> TextError {
        TextError { text: text.to_owned(), place, problem: problem.into(), advice: advice.into() }
    }

    /// An error about the whole of `text`.
    pub fn whole(text: &str, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        TextError::new(text, 0..text.len(), problem, advice)
    }

    /// The same error in a longer text, of which the old text is the part from byte `start`.
    #[must_use]
    pub fn within(self, text: &str, start: usize) -> TextError {
        TextError { text: text.to_owned(), place: self.place.start + start..self.place.end + start, ..self }
    }

    /// The problem, without place and advice.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    pub(crate) fn advice(&self) -> &str {
        &self.advice
    }

    /// The text that it is about.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that are wrong.
    pub(crate) fn place(&self) -> Range<usize> {
        self.place.clone()
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem: String = self.problem.chars().map(printable).collect();
        writeln!(f, "{}", disarmed(&problem))?;
        let before = width(self.text.get(..self.place.start).unwrap_or(""));
        let marked = width(self.text.get(self.place.clone()).unwrap_or("")).max(1);
        let shown: Vec<char> = self.text.chars().map(printable).collect();

        // Only the surroundings of the place are shown in a long text.
        let from = if shown.len() <= MOST_SHOWN { 0 } else { before.saturating_sub(MOST_SHOWN / 2) };
        let to = shown.len().min(from + MOST_SHOWN);
        let (left, right) = (if from > 0 { "…" } else { "" }, if to < shown.len() { "…" } else { "" });
        let line: String = shown[from..to].iter().collect();
        let line = disarmed(&line);
        writeln!(f, "    {left}{line}{right}")?;
        let indent = before - from + width(left);
        let marks = marked.min(MOST_SHOWN);
        writeln!(f, "    {:indent$}{}", "", "^".repeat(marks))?;
        f.write_str(&for_terminal(&self.advice))
    }
}

impl std::error::Error for TextError {}

/// Why a name cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameTaken {
    /// The name is already taken.
    #[error("'{0}' is the name of another entry\nchoose a different name")]
    Taken(String),
    /// A spec could not be read with this name in it.
    #[error("'{0}' cannot be a name in specs\nuse lower-case letters, digits and hyphens")]
    Unreadable(String),
}

/// Checks that a name is valid at the start of a spec and not taken.
pub(crate) fn check_spec_name<'a>(
    name: &str,
    mut taken: impl Iterator<Item = &'a str>,
) -> Result<(), NameTaken> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fine) {
        Err(NameTaken::Unreadable(name.to_owned()))
    } else if taken.any(|taken| taken == name) {
        Err(NameTaken::Taken(name.to_owned()))
    } else {
        Ok(())
    }
}

/// An unknown name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown {kind} '{name}'\n{advice}")]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    advice: String,
}

impl UnknownName {
    /// An unknown name of a kind, such as a `check`; `known` are all known names.
    pub fn new(kind: &'static str, name: &str, known: &[&str]) -> UnknownName {
        let advice = did_you_mean(name, &format!("{kind}s"), known);
        UnknownName { kind, name: name.to_owned(), advice }
    }
}

/// The parts of `text` between separators, each with its range of bytes.
///
/// ```
/// use arena::text::parts;
///
/// let parts: Vec<_> = parts("7x6", 'x').collect();
/// assert_eq!(parts, [(0..1, "7"), (2..3, "6")]);
/// ```
pub fn parts(text: &str, separator: char) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    text.split(separator).map(move |part| {
        let place = start..start + part.len();
        start = place.end + separator.len_utf8();
        (place, part)
    })
}

/// A whole number of plain digits within `range`, or the problem with it.
pub(crate) fn number(what: &str, digits: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let (low, high) = (range.start(), range.end());
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !plain {
        return Err(format!("{what} must be a number from {low} to {high}, not '{digits}'"));
    }
    match digits.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("{what} must be from {low} to {high}, not {digits}")),
    }
}

/// The number of characters shown around an error.
const MOST_SHOWN: usize = 90;

fn width(text: &str) -> usize {
    text.chars().count()
}

fn printable(c: char) -> char {
    if is_unprintable(c) { '?' } else { c }
}

/// The candidate nearest to `typed`, if one is near enough to be a typo of it.
///
/// ```
/// use arena::text::nearest;
///
/// assert_eq!(nearest("smrt", ["bad", "smart"]), Some("smart"));
/// assert_eq!(nearest("zebra", ["bad", "smart"]), None);
/// ```
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let allowed = (typed.chars().count() / 3).max(1);
    candidates
        .into_iter()
        // The lengths differ by no more than the distance, and names in a file may have any length.
        .filter(|candidate| candidate.len().abs_diff(typed.len()) <= 4 * allowed)
        // Optimal string alignment: two swapped letters are one mistake, not two.
        .map(|candidate| (strsim::osa_distance(&typed, candidate), candidate))
        .filter(|&(distance, candidate)| {
            (distance <= allowed || is_shuffled(&typed, candidate)) && distance < candidate.len()
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Whether two words of some length have the same letters: `kahla` and `kalah`.
fn is_shuffled(one: &str, other: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    one.len() > 3 && one.len() == other.len() && letters(one) == letters(other)
}

/// "did you mean 'smart'?" if a name is near, otherwise the list of all names.
pub fn did_you_mean(typed: &str, kind: &str, candidates: &[&str]) -> String {
    match nearest(typed, candidates.iter().copied()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("{kind}: {}", listed(candidates)),
    }
}

/// The most names listed in a message.
const MOST_LISTED: usize = 20;

/// Names in a row: `a, b, c and 17 more`.
pub fn listed(names: &[&str]) -> String {
    let (shown, more) = names.split_at(names.len().min(MOST_LISTED));
    let shown: Vec<String> = shown.iter().map(|name| excerpt(name)).collect();
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    shown.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_marked_at_its_place() {
        let error = TextError::new("smrt:6", 0..4, "unknown strategy 'smrt'", "did you mean 'smart'?");
        insta::assert_snapshot!(error.to_string(), @r"
        unknown strategy 'smrt'
            smrt:6
            ^^^^
        did you mean 'smart'?
        ");
    }

    #[test]
    fn a_long_text_is_shown_only_around_its_error() {
        let text = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let shown = TextError::new(&text, 500..501, "wrong", "fix it").to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[1].chars().count() < 100, "{shown}");
        let at = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[1].chars().nth(at), Some('!'));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let error = TextError::whole("a\u{1b}[2Jb\n", "wrong", "fix it");
        assert!(error.to_string().contains("a?[2Jb?"));
    }

    #[test]
    fn a_long_list_of_names_is_cut() {
        let names: Vec<String> = (0..80_000).map(|number| format!("player{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let told = did_you_mean("nobody", "players", &names);
        assert!(
            told.starts_with("players: player0, player1, ") && told.ends_with(", player19 and 79980 more"),
            "{told}"
        );
        assert!(did_you_mean("x", "players", &["y".repeat(1 << 20).as_str()]).len() < 200);
    }

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(nearest("abd", ["bad"]), Some("bad"));
        assert_eq!(nearest("dba", ["bad"]), None, "two mistakes in three letters");
        assert_eq!(nearest("hord", ["pots", "hoard"]), Some("hoard"));
        assert_eq!(nearest("x", ["bad"]), None);
        assert_eq!(nearest("kahla", ["connect", "kalah"]), Some("kalah"), "the same letters");
    }
}
