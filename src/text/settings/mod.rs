//! Settings files: TOML, read so that every error points at its line.
//!
//! A reader takes the keys it knows out of a [`Section`], each with its type, and then calls [`Section::finish`], which
//! reports the keys that are left. Every [`Value`] knows its place, so that an error found later, when the value is
//! interpreted, still points at it.
//!
//! This does not use serde, although `toml` has `Spanned`: serde's errors name neither the key of a wrong value nor
//! its range, and list the known keys only as English text inside the message, so neither advice nor "did you
//! mean" would be possible.

mod section;

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use toml::de::DeTable;

use crate::text::{TextError, file};
pub(crate) use section::Section;

#[derive(Debug, Clone)]
pub(crate) struct SettingsFile {
    source: Arc<SettingsText>,
}

#[derive(Debug, PartialEq, Eq)]
struct SettingsText {
    name: String,
    text: String,
}

/// An error in a settings file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    /// `strength.toml:12`, or the name alone for an error about the whole file.
    place: String,
    fault: SettingsProblem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SettingsProblem {
    At(TextError),
    Whole { problem: String, advice: String },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            SettingsProblem::At(error) => write!(f, "{}: {error}", self.place),
            SettingsProblem::Whole { problem, advice } => write!(f, "{}: {problem}\n{advice}", self.place),
        }
    }
}

impl std::error::Error for SettingsError {}

/// The largest file that is read.
const LARGEST: u64 = 4 << 20;

impl SettingsFile {
    pub(crate) fn read(path: &Path) -> Result<SettingsFile, SettingsError> {
        let name = path.display().to_string();
        match file::read_named(path, LARGEST) {
            Ok(text) => Ok(SettingsFile::new(name, text)),
            Err(error) => {
                let advice = "give the path of a readable TOML file".to_owned();
                let fault =
                    SettingsProblem::Whole { problem: format!("cannot read this file: {error}"), advice };
                Err(SettingsError { place: name, fault })
            }
        }
    }

    /// A file with this text; errors call it `name`.
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> SettingsFile {
        SettingsFile { source: Arc::new(SettingsText { name: name.into(), text: text.into() }) }
    }

    /// The name that errors give.
    pub(crate) fn name(&self) -> &str {
        &self.source.name
    }

    /// The keys at the top of the file.
    pub(crate) fn root(&self) -> Result<Section<'_>, SettingsError> {
        let table = DeTable::parse(&self.source.text).map_err(|error| {
            let end = self.source.text.len();
            let place = Place { source: self.source.clone(), span: error.span().unwrap_or(end..end) };
            place.error(
                error.message(),
                "fix the TOML syntax here: key = value, [table] or [[list of tables]]",
            )
        })?;
        let place = Place { source: self.source.clone(), span: 0..0 };
        Ok(Section::new(place, table.into_inner()))
    }

    /// An error about the whole file.
    pub(crate) fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        let fault = SettingsProblem::Whole { problem: problem.into(), advice: advice.into() };
        SettingsError { place: self.source.name.clone(), fault }
    }
}

/// A place in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    source: Arc<SettingsText>,
    span: Range<usize>,
}

impl Place {
    /// The line number, from 1.
    pub(crate) fn line(&self) -> usize {
        let before = self.source.text.as_bytes().iter().take(self.span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }

    /// An error at this place.
    pub(crate) fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        let line = self.whole_line();
        let in_line = |at: usize| at.clamp(line.start, line.end) - line.start;
        let span = in_line(self.span.start)..in_line(self.span.end);
        self.located(TextError::new(&self.source.text[line], span, problem, advice))
    }

    /// An error inside the string at this place. It points into the line, unless the string is written with escapes.
    pub(crate) fn within(&self, text: &str, error: TextError) -> SettingsError {
        let line = self.whole_line();
        let quoted = self.span.start + 1..self.span.end.saturating_sub(1);
        let is_verbatim = quoted.end <= line.end && self.source.text.get(quoted.clone()) == Some(text);
        self.located(if is_verbatim {
            error.within(&self.source.text[line.clone()], quoted.start - line.start)
        } else {
            error
        })
    }

    fn located(&self, error: TextError) -> SettingsError {
        SettingsError {
            place: format!("{}:{}", self.source.name, self.line()),
            fault: SettingsProblem::At(error),
        }
    }

    /// The range of the line, without trailing space.
    fn whole_line(&self) -> Range<usize> {
        let text = &self.source.text;
        let at = self.span.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        start..start + text[start..end].trim_end().len()
    }
}

/// A value and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value<T> {
    pub value: T,
    pub place: Place,
}

impl<T> Value<T> {
    /// An error about the value.
    pub(crate) fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        self.place.error(problem, advice)
    }
}

impl Value<String> {
    pub(crate) fn parse<U: FromStr<Err = TextError>>(&self) -> Result<U, SettingsError> {
        self.value.parse().map_err(|error| self.wrong(error))
    }

    /// An error inside the string.
    pub(crate) fn wrong(&self, error: TextError) -> SettingsError {
        self.place.within(&self.value, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SettingsFile {
        SettingsFile::new("strength.toml", text)
    }

    /// A text whose first word is always wrong.
    #[derive(Debug)]
    struct Misspelt;

    impl FromStr for Misspelt {
        type Err = TextError;

        fn from_str(text: &str) -> Result<Misspelt, TextError> {
            let word = text.find(':').unwrap_or(text.len());
            let problem = format!("unknown strategy '{}'", &text[..word]);
            Err(TextError::new(text, 0..word, problem, "did you mean 'smart'?"))
        }
    }

    #[test]
    fn an_error_inside_a_string_points_into_its_line() {
        let file = file("\n  a = \"smrt:6\" # ours\nb = \"sm\\u0072t\"\n");
        let mut root = file.root().unwrap();
        let mut wrong = |key| {
            let value = root.text(key).unwrap().unwrap();
            value.parse::<Misspelt>().unwrap_err().to_string()
        };
        insta::assert_snapshot!(wrong("a"), @r#"
        strength.toml:2: unknown strategy 'smrt'
              a = "smrt:6" # ours
                   ^^^^
        did you mean 'smart'?
        "#);
        insta::assert_snapshot!(wrong("b"), @"
        strength.toml:3: unknown strategy 'smrt'
            smrt
            ^^^^
        did you mean 'smart'?
        ");
    }

    #[test]
    fn a_syntax_error_points_at_its_line() {
        let wrong = |text: &str| file(text).root().unwrap_err().to_string();
        insta::assert_snapshot!(wrong("a = 1\nb = \n"), @"
        strength.toml:2: string values must be quoted, expected literal string
            b =
               ^
        fix the TOML syntax here: key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("a = 1\na = 2\n"), @"
        strength.toml:2: duplicate key
            a = 2
            ^
        fix the TOML syntax here: key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("[check"), @"
        strength.toml:1: unclosed table, expected `]`
            [check
                  ^
        fix the TOML syntax here: key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("a = \"open"), @r#"
        strength.toml:1: invalid basic string, expected `"`
            a = "open
                     ^
        fix the TOML syntax here: key = value, [table] or [[list of tables]]
        "#);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        insta::assert_snapshot!(SettingsFile::read(Path::new("none.toml")).unwrap_err(), @"
        none.toml: cannot read this file: No such file or directory (os error 2)
        give the path of a readable TOML file
        ");
    }
}

#[cfg(test)]
mod unknown_keys {
    use super::SettingsFile;

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest_known_one() {
        let file = SettingsFile::new("strength.toml", "games = 100\nsed = 7\n");
        let mut root = file.root().unwrap();
        assert_eq!(root.whole("games", 1..=1000).unwrap().map(|games| games.value), Some(100));
        assert_eq!(root.whole("seed", 0..=u64::MAX).unwrap().map(|seed| seed.value), None);
        let error = root.finish().unwrap_err().to_string();
        assert_eq!(error, "strength.toml:2: unknown key 'sed'\n    sed = 7\n    ^^^\ndid you mean 'seed'?");
    }
}
