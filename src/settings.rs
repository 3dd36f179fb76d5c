//! Settings files: TOML, read so that whatever is wrong in one is told with its line.
//!
//! Whoever reads a file takes the keys it knows out of a [`Table`], each as what it must be, and then has the table say
//! what is left: keys that nobody asked for are mistakes. Every [`Value`] knows its place, so that what is wrong with it
//! can still be told later, when its meaning is looked at.
//!
//! ```
//! use arena::settings::Settings;
//!
//! let settings = Settings::new("strength.toml", "games = 100\nsed = 7\n");
//! let mut table = settings.table().unwrap();
//! assert_eq!(table.whole("games", 1..=1000).unwrap().map(|games| games.value), Some(100));
//! assert_eq!(table.whole("seed", 0..=u64::MAX).unwrap().map(|seed| seed.value), None);
//! let error = table.finish().unwrap_err().to_string();
//! assert_eq!(error, "strength.toml:2: unknown key 'sed'\n    sed = 7\n    ^^^\ndid you mean 'seed'?");
//! ```

use std::fmt;
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::text::{TextError, did_you_mean};

/// A settings file.
#[derive(Debug, Clone)]
pub struct Settings {
    source: Arc<Source>,
}

#[derive(Debug, PartialEq, Eq)]
struct Source {
    name: String,
    text: String,
}

/// What is wrong in a settings file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    /// `strength.toml:12`, or the name alone where it is about the whole file.
    place: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    At(TextError),
    Whole { problem: String, advice: String },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::At(error) => write!(f, "{}: {error}", self.place),
            Fault::Whole { problem, advice } => write!(f, "{}: {problem}\n{advice}", self.place),
        }
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Settings, SettingsError> {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Ok(Settings::new(name, text)),
            Err(error) => {
                let advice = "give the path of a TOML file that can be read".to_owned();
                let fault = Fault::Whole { problem: format!("cannot read this file: {error}"), advice };
                Err(SettingsError { place: name, fault })
            }
        }
    }

    /// The settings of a text, under the name that errors give.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Settings {
        Settings { source: Arc::new(Source { name: name.into(), text: text.into() }) }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The outermost table.
    pub fn table(&self) -> Result<Table<'_>, SettingsError> {
        let table = DeTable::parse(&self.source.text).map_err(|error| {
            let end = self.source.text.len();
            let place = Place { source: self.source.clone(), span: error.span().unwrap_or(end..end) };
            place.error(
                error.message(),
                "mend the TOML there: it is key = value, [table] or [[list of tables]]",
            )
        })?;
        let place = Place { source: self.source.clone(), span: 0..0 };
        Ok(Table::new(place, table.into_inner()))
    }

    /// An error about the whole file.
    pub fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        let fault = Fault::Whole { problem: problem.into(), advice: advice.into() };
        SettingsError { place: self.source.name.clone(), fault }
    }
}

/// A place in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Place {
    /// The number of its line, from 1.
    pub fn line(&self) -> usize {
        let before = self.source.text.as_bytes().iter().take(self.span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }

    /// An error at this place.
    pub fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        let line = self.whole_line();
        let in_line = |at: usize| at.clamp(line.start, line.end) - line.start;
        let span = in_line(self.span.start)..in_line(self.span.end);
        self.told(TextError::new(&self.source.text[line], span, problem, advice))
    }

    /// An error in what a text at this place says. It points into the line where the text stands there as it is.
    pub fn within(&self, text: &str, error: TextError) -> SettingsError {
        let line = self.whole_line();
        let quoted = self.span.start + 1..self.span.end.saturating_sub(1);
        let stands_so = quoted.end <= line.end && self.source.text.get(quoted.clone()) == Some(text);
        self.told(if stands_so {
            error.within(&self.source.text[line.clone()], quoted.start - line.start)
        } else {
            error
        })
    }

    fn told(&self, error: TextError) -> SettingsError {
        SettingsError { place: format!("{}:{}", self.source.name, self.line()), fault: Fault::At(error) }
    }

    /// Where the line is.
    fn whole_line(&self) -> Range<usize> {
        let text = &self.source.text;
        let at = self.span.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        start..start + text[start..end].trim_end().len()
    }
}

/// A value, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}

impl<T> Value<T> {
    /// An error about the value.
    pub fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> SettingsError {
        self.place.error(problem, advice)
    }
}

impl Value<String> {
    /// What the text means.
    pub fn parse<U: FromStr<Err = TextError>>(&self) -> Result<U, SettingsError> {
        self.value.parse().map_err(|error| self.wrong(error))
    }

    /// An error in what the text says.
    pub fn wrong(&self, error: TextError) -> SettingsError {
        self.place.within(&self.value, error)
    }
}

/// A table, of which keys are taken until nothing may be left.
#[derive(Debug, Clone)]
pub struct Table<'f> {
    place: Place,
    entries: DeTable<'f>,
    /// The keys that were asked for.
    known: Vec<&'static str>,
}

impl<'f> Table<'f> {
    fn new(place: Place, entries: DeTable<'f>) -> Table<'f> {
        Table { place, entries, known: Vec::new() }
    }

    /// Where it begins.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// A text.
    pub fn text(&mut self, key: &'static str) -> Result<Option<Value<String>>, SettingsError> {
        self.take(key, "a text", &format!("for example {key} = \"…\""), |value| match value {
            DeValue::String(text) => Some(text.into_owned()),
            _ => None,
        })
    }

    /// A number.
    pub fn number(&mut self, key: &'static str) -> Result<Option<Value<f64>>, SettingsError> {
        self.take(key, "a number", &format!("for example {key} = 0.5"), |value| {
            let number = match value {
                DeValue::Float(number) => number.as_str().parse().ok(),
                DeValue::Integer(number) => {
                    read_whole(number.as_str(), number.radix()).map(|whole| whole as f64)
                }
                _ => None,
            };
            number.filter(|number: &f64| number.is_finite())
        })
    }

    /// A whole number within a range.
    pub fn whole(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<Value<u64>>, SettingsError> {
        let kind = match (*range.start(), *range.end()) {
            (0, u64::MAX) => "a whole number from 0".to_owned(),
            (low, u64::MAX) => format!("a whole number from {low}"),
            (low, high) => format!("a whole number from {low} to {high}"),
        };
        self.take(
            key,
            &kind,
            &format!("for example {key} = {}", range.start().max(&1)),
            |value| match value {
                DeValue::Integer(number) => read_whole(number.as_str(), number.radix())
                    .and_then(|whole| u64::try_from(whole).ok())
                    .filter(|whole| range.contains(whole)),
                _ => None,
            },
        )
    }

    /// `true` or `false`.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<Value<bool>>, SettingsError> {
        self.take(key, "true or false", &format!("for example {key} = true"), |value| match value {
            DeValue::Boolean(flag) => Some(flag),
            _ => None,
        })
    }

    /// A list of texts; empty where there is none.
    pub fn texts(&mut self, key: &'static str) -> Result<Vec<Value<String>>, SettingsError> {
        let source = self.place.source.clone();
        let list =
            self.take(key, "a list of texts", &format!("for example {key} = [\"…\", \"…\"]"), |value| {
                let DeValue::Array(items) = value else { return None };
                let text = |item: Spanned<DeValue<'_>>| {
                    let place = Place { source: source.clone(), span: item.span() };
                    match item.into_inner() {
                        DeValue::String(text) => Some(Value { value: text.into_owned(), place }),
                        _ => None,
                    }
                };
                items.into_iter().map(text).collect::<Option<Vec<_>>>()
            })?;
        Ok(list.map_or_else(Vec::new, |list| list.value))
    }

    /// A table: `[key]`.
    pub fn table(&mut self, key: &'static str) -> Result<Option<Table<'f>>, SettingsError> {
        let table =
            self.take(key, "a table", &format!("write [{key}] above its keys"), |value| match value {
                DeValue::Table(table) => Some(table),
                _ => None,
            })?;
        Ok(table.map(|table| Table::new(table.place, table.value)))
    }

    /// A list of tables, `[[key]]` each; empty where there is none.
    pub fn tables(&mut self, key: &'static str) -> Result<Vec<Table<'f>>, SettingsError> {
        let source = self.place.source.clone();
        let list = self.take(
            key,
            "a list of tables",
            &format!("write [[{key}]] above the keys of each"),
            |value| {
                let DeValue::Array(items) = value else { return None };
                let table = |item: Spanned<DeValue<'f>>| {
                    let place = Place { source: source.clone(), span: item.span() };
                    match item.into_inner() {
                        DeValue::Table(table) => Some(Table::new(place, table)),
                        _ => None,
                    }
                };
                items.into_iter().map(table).collect::<Option<Vec<_>>>()
            },
        )?;
        Ok(list.map_or_else(Vec::new, |list| list.value))
    }

    /// A value that has to be there.
    pub fn required<T>(&self, key: &str, value: Option<T>) -> Result<T, SettingsError> {
        value.ok_or_else(|| self.place.error(format!("'{key}' is missing here"), format!("add {key} = …")))
    }

    /// Tells of keys that nobody asked for.
    pub fn finish(self) -> Result<(), SettingsError> {
        let Some((key, _)) = self.entries.iter().min_by_key(|(key, _)| key.span().start) else {
            return Ok(());
        };
        let place = Place { source: self.place.source, span: key.span() };
        let typed = key.get_ref();
        Err(place.error(format!("unknown key '{typed}'"), did_you_mean(typed, "keys", &self.known)))
    }

    /// Takes a key out, as what it must be.
    fn take<T>(
        &mut self,
        key: &'static str,
        kind: &str,
        advice: &str,
        read: impl FnOnce(DeValue<'f>) -> Option<T>,
    ) -> Result<Option<Value<T>>, SettingsError> {
        self.known.push(key);
        let Some(entry) = self.entries.remove(key) else { return Ok(None) };
        let place = Place { source: self.place.source.clone(), span: entry.span() };
        match read(entry.into_inner()) {
            Some(value) => Ok(Some(Value { value, place })),
            None => Err(place.error(format!("'{key}' must be {kind}"), advice)),
        }
    }
}

/// A whole number as TOML writes it, without the sign of its radix.
fn read_whole(digits: &str, radix: u32) -> Option<i128> {
    i128::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# What our players must do.
games = 200

[defaults]
game = \"kalah:6x4\"

[[check]]
name = \"one\" # the first
flag = true
ratio = 1

[[check]]
name = 'two'
list = [\"x\", \"y\"]
";

    fn settings(text: &str) -> Settings {
        Settings::new("strength.toml", text)
    }

    #[test]
    fn keys_are_taken_as_what_they_must_be() {
        let settings = settings(FILE);
        let mut table = settings.table().unwrap();
        assert_eq!(table.whole("games", 1..=1000).unwrap().unwrap().value, 200);
        let mut defaults = table.table("defaults").unwrap().unwrap();
        assert_eq!(defaults.text("game").unwrap().unwrap().value, "kalah:6x4");
        assert_eq!((defaults.place().line(), defaults.finish()), (4, Ok(())));
        let mut checks = table.tables("check").unwrap();
        assert_eq!(checks.iter().map(|check| check.place().line()).collect::<Vec<_>>(), [7, 12]);
        assert_eq!(checks[0].text("name").unwrap().unwrap().place.line(), 8);
        assert_eq!(checks[0].flag("flag").unwrap().map(|flag| flag.value), Some(true));
        assert_eq!(checks[0].number("ratio").unwrap().map(|ratio| ratio.value), Some(1.0));
        let list = checks[1].texts("list").unwrap();
        assert_eq!(list.iter().map(|item| item.value.as_str()).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(table.finish(), Ok(()));
    }

    #[test]
    fn numbers_of_all_forms_are_read() {
        let settings = settings("a = 1_000\nb = 0xff\nc = 18446744073709551615\nd = -2.5e-1\ne = -3\n");
        let mut table = settings.table().unwrap();
        for (key, expected) in [("a", 1000), ("b", 255), ("c", u64::MAX)] {
            assert_eq!(table.whole(key, 0..=u64::MAX).unwrap().map(|number| number.value), Some(expected));
        }
        assert_eq!(table.number("d").unwrap().map(|number| number.value), Some(-0.25));
        assert_eq!(table.number("e").unwrap().map(|number| number.value), Some(-3.0));
    }

    #[test]
    fn a_key_that_nobody_asked_for_is_told_with_its_line() {
        let settings = settings(FILE);
        let mut table = settings.table().unwrap();
        let mut check = table.tables("check").unwrap().remove(0);
        for key in ["name", "flags"] {
            let _ = check.text(key);
        }
        insta::assert_snapshot!(check.finish().unwrap_err(), @"
        strength.toml:9: unknown key 'flag'
            flag = true
            ^^^^
        did you mean 'flags'?
        ");
        insta::assert_snapshot!(table.finish().unwrap_err(), @"
        strength.toml:2: unknown key 'games'
            games = 200
            ^^^^^
        keys: check
        ");
    }

    #[test]
    fn a_value_of_another_kind_is_told_with_its_line() {
        let wrong = |text: &str, read: fn(&mut Table<'_>) -> Option<SettingsError>| {
            let settings = settings(text);
            let mut table = settings.table().unwrap();
            read(&mut table).unwrap().to_string()
        };
        insta::assert_snapshot!(wrong("\ngames = \"many\"", |table| table.whole("games", 1..=10).err()), @r#"
        strength.toml:2: 'games' must be a whole number from 1 to 10
            games = "many"
                    ^^^^^^
        for example games = 1
        "#);
        insta::assert_snapshot!(wrong("games = 11", |table| table.whole("games", 1..=10).err()), @"
        strength.toml:1: 'games' must be a whole number from 1 to 10
            games = 11
                    ^^
        for example games = 1
        ");
        insta::assert_snapshot!(wrong("games = -1", |table| table.whole("games", 0..=u64::MAX).err()), @"
        strength.toml:1: 'games' must be a whole number from 0
            games = -1
                    ^^
        for example games = 1
        ");
        insta::assert_snapshot!(wrong("ratio = inf", |table| table.number("ratio").err()), @"
        strength.toml:1: 'ratio' must be a number
            ratio = inf
                    ^^^
        for example ratio = 0.5
        ");
        insta::assert_snapshot!(wrong("name = 3", |table| table.text("name").err()), @r#"
        strength.toml:1: 'name' must be a text
            name = 3
                   ^
        for example name = "…"
        "#);
        insta::assert_snapshot!(wrong("check = 3", |table| table.tables("check").err()), @"
        strength.toml:1: 'check' must be a list of tables
            check = 3
                    ^
        write [[check]] above the keys of each
        ");
        insta::assert_snapshot!(wrong("[check]\na = 1", |table| table.tables("check").err()), @"
        strength.toml:1: 'check' must be a list of tables
            [check]
            ^^^^^^^
        write [[check]] above the keys of each
        ");
        insta::assert_snapshot!(wrong("list = [1,\n 2]", |table| table.texts("list").err()), @r#"
        strength.toml:1: 'list' must be a list of texts
            list = [1,
                   ^^^
        for example list = ["…", "…"]
        "#);
    }

    #[test]
    fn an_error_within_a_text_points_into_its_line() {
        let settings = settings("\n  a = \"smrt:6\" # ours\nb = \"sm\\u0072t\"\n");
        let mut table = settings.table().unwrap();
        let mut wrong = |key| {
            let value = table.text(key).unwrap().unwrap();
            value.parse::<crate::strategies::StrategySpec>().unwrap_err().to_string()
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
    fn what_is_no_toml_is_told_with_its_line() {
        let wrong = |text: &str| settings(text).table().unwrap_err().to_string();
        insta::assert_snapshot!(wrong("a = 1\nb = \n"), @"
        strength.toml:2: string values must be quoted, expected literal string
            b =
               ^
        mend the TOML there: it is key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("a = 1\na = 2\n"), @"
        strength.toml:2: duplicate key
            a = 2
            ^
        mend the TOML there: it is key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("[check"), @"
        strength.toml:1: unclosed table, expected `]`
            [check
                  ^
        mend the TOML there: it is key = value, [table] or [[list of tables]]
        ");
        insta::assert_snapshot!(wrong("a = \"open"), @r#"
        strength.toml:1: invalid basic string, expected `"`
            a = "open
                     ^
        mend the TOML there: it is key = value, [table] or [[list of tables]]
        "#);
    }

    #[test]
    fn what_is_missing_is_told_with_the_line_of_its_table() {
        let settings = settings(FILE);
        let mut table = settings.table().unwrap();
        let mut check = table.tables("check").unwrap().remove(1);
        let value = check.text("a").unwrap();
        insta::assert_snapshot!(check.required("a", value).unwrap_err(), @"
        strength.toml:12: 'a' is missing here
            [[check]]
            ^^^^^^^^^
        add a = …
        ");
        insta::assert_snapshot!(Settings::read(Path::new("none.toml")).unwrap_err(), @"
        none.toml: cannot read this file: No such file or directory (os error 2)
        give the path of a TOML file that can be read
        ");
    }
}
