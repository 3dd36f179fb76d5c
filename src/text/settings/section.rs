//! A table of a settings file, and the types of values that can be taken out of it.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Place, SettingsError, Value};
use crate::text::{did_you_mean, is_unprintable};

/// A table of a settings file, from which keys are taken until none are left.
#[derive(Debug, Clone)]
pub(crate) struct Section<'f> {
    place: Place,
    entries: DeTable<'f>,
    /// The keys requested so far.
    known: Vec<&'static str>,
}

impl<'f> Section<'f> {
    pub(super) fn new(place: Place, entries: DeTable<'f>) -> Section<'f> {
        Section { place, entries, known: Vec::new() }
    }

    /// Where the table begins.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// A string of printable characters.
    pub(crate) fn text(&mut self, key: &'static str) -> Result<Option<Value<String>>, SettingsError> {
        let text =
            self.take(key, "a string", &format!("for example {key} = \"…\""), |value| match value {
                DeValue::String(text) => Some(text.into_owned()),
                _ => None,
            })?;
        text.map(|text| printable(text, key)).transpose()
    }

    pub(crate) fn number(&mut self, key: &'static str) -> Result<Option<Value<f64>>, SettingsError> {
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
    pub(crate) fn whole(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<Value<u64>>, SettingsError> {
        let kind = match (*range.start(), *range.end()) {
            (low, u64::MAX) => format!("a whole number of at least {low}"),
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
    pub(crate) fn flag(&mut self, key: &'static str) -> Result<Option<Value<bool>>, SettingsError> {
        self.take(key, "true or false", &format!("for example {key} = true"), |value| match value {
            DeValue::Boolean(flag) => Some(flag),
            _ => None,
        })
    }

    /// A list of strings of printable characters; empty if the key is missing.
    pub(crate) fn texts(&mut self, key: &'static str) -> Result<Vec<Value<String>>, SettingsError> {
        let source = self.place.source.clone();
        let list = self.take(
            key,
            "a list of strings",
            &format!("for example {key} = [\"…\", \"…\"]"),
            |value| {
                let DeValue::Array(items) = value else { return None };
                let text = |item: Spanned<DeValue<'_>>| {
                    let place = Place { source: source.clone(), span: item.span() };
                    match item.into_inner() {
                        DeValue::String(text) => Some(Value { value: text.into_owned(), place }),
                        _ => None,
                    }
                };
                items.into_iter().map(text).collect::<Option<Vec<_>>>()
            },
        )?;
        let list = list.map_or_else(Vec::new, |list| list.value);
        list.into_iter().map(|text| printable(text, key)).collect()
    }

    /// A table: `[key]`.
    pub(crate) fn section(&mut self, key: &'static str) -> Result<Option<Section<'f>>, SettingsError> {
        let table =
            self.take(key, "a table", &format!("write [{key}] above its keys"), |value| match value {
                DeValue::Table(table) => Some(table),
                _ => None,
            })?;
        Ok(table.map(|table| Section::new(table.place, table.value)))
    }

    /// A list of tables, each `[[key]]`; empty if there are none.
    pub(crate) fn sections(&mut self, key: &'static str) -> Result<Vec<Section<'f>>, SettingsError> {
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
                        DeValue::Table(table) => Some(Section::new(place, table)),
                        _ => None,
                    }
                };
                items.into_iter().map(table).collect::<Option<Vec<_>>>()
            },
        )?;
        Ok(list.map_or_else(Vec::new, |list| list.value))
    }

    /// The value, or an error that it is missing.
    pub(crate) fn required<T>(&self, key: &str, value: Option<T>) -> Result<T, SettingsError> {
        value.ok_or_else(|| self.place.error(format!("'{key}' is missing here"), format!("add {key} = …")))
    }

    /// Reports the first key that was not taken. Called before a missing key is reported, it names the misspelled one.
    pub(crate) fn finish(&self) -> Result<(), SettingsError> {
        let Some((key, _)) = self.entries.iter().min_by_key(|(key, _)| key.span().start) else {
            return Ok(());
        };
        let place = Place { source: self.place.source.clone(), span: key.span() };
        let typed = key.get_ref();
        Err(place.error(format!("unknown key '{typed}'"), did_you_mean(typed, "keys", &self.known)))
    }

    /// Takes a key out and reads its value, which must be a `kind`.
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

/// A string, unless it contains a character that a terminal would not simply show.
fn printable(text: Value<String>, key: &str) -> Result<Value<String>, SettingsError> {
    match text.value.chars().find(|&c| is_unprintable(c)) {
        None => Ok(text),
        Some(c) => {
            let problem = format!("'{key}' contains the unprintable character U+{:04X}", u32::from(c));
            Err(text.error(problem, "remove it"))
        }
    }
}

/// Reads a TOML integer without the prefix of its radix.
fn read_whole(digits: &str, radix: u32) -> Option<i128> {
    i128::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::settings::SettingsFile;

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

    fn file(text: &str) -> SettingsFile {
        SettingsFile::new("strength.toml", text)
    }

    #[test]
    fn keys_are_taken_with_their_types() {
        let file = file(FILE);
        let mut root = file.root().unwrap();
        assert_eq!(root.whole("games", 1..=1000).unwrap().unwrap().value, 200);
        let mut defaults = root.section("defaults").unwrap().unwrap();
        assert_eq!(defaults.text("game").unwrap().unwrap().value, "kalah:6x4");
        assert_eq!((defaults.place().line(), defaults.finish()), (4, Ok(())));
        let mut checks = root.sections("check").unwrap();
        assert_eq!(checks.iter().map(|check| check.place().line()).collect::<Vec<_>>(), [7, 12]);
        assert_eq!(checks[0].text("name").unwrap().unwrap().place.line(), 8);
        assert_eq!(checks[0].flag("flag").unwrap().map(|flag| flag.value), Some(true));
        assert_eq!(checks[0].number("ratio").unwrap().map(|ratio| ratio.value), Some(1.0));
        let list = checks[1].texts("list").unwrap();
        assert_eq!(list.iter().map(|item| item.value.as_str()).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(root.finish(), Ok(()));
    }

    #[test]
    fn numbers_in_all_forms_are_read() {
        let file = file("a = 1_000\nb = 0xff\nc = 18446744073709551615\nd = -2.5e-1\ne = -3\n");
        let mut root = file.root().unwrap();
        for (key, expected) in [("a", 1000), ("b", 255), ("c", u64::MAX)] {
            assert_eq!(root.whole(key, 0..=u64::MAX).unwrap().map(|number| number.value), Some(expected));
        }
        assert_eq!(root.number("d").unwrap().map(|number| number.value), Some(-0.25));
        assert_eq!(root.number("e").unwrap().map(|number| number.value), Some(-3.0));
    }

    #[test]
    fn an_unknown_key_is_reported_with_its_line() {
        let file = file(FILE);
        let mut root = file.root().unwrap();
        let mut check = root.sections("check").unwrap().remove(0);
        for key in ["name", "flags"] {
            let _ = check.text(key);
        }
        insta::assert_snapshot!(check.finish().unwrap_err(), @"
        strength.toml:9: unknown key 'flag'
            flag = true
            ^^^^
        did you mean 'flags'?
        ");
        insta::assert_snapshot!(root.finish().unwrap_err(), @"
        strength.toml:2: unknown key 'games'
            games = 200
            ^^^^^
        keys: check
        ");
    }

    #[test]
    fn a_value_of_the_wrong_type_is_reported_with_its_line() {
        let wrong = |text: &str, read: fn(&mut Section<'_>) -> Option<SettingsError>| {
            let file = file(text);
            let mut root = file.root().unwrap();
            read(&mut root).unwrap().to_string()
        };
        insta::assert_snapshot!(wrong("\ngames = \"many\"", |section| section.whole("games", 1..=10).err()), @r#"
        strength.toml:2: 'games' must be a whole number from 1 to 10
            games = "many"
                    ^^^^^^
        for example games = 1
        "#);
        insta::assert_snapshot!(wrong("games = 11", |section| section.whole("games", 1..=10).err()), @"
        strength.toml:1: 'games' must be a whole number from 1 to 10
            games = 11
                    ^^
        for example games = 1
        ");
        insta::assert_snapshot!(wrong("games = -1", |section| section.whole("games", 0..=u64::MAX).err()), @"
        strength.toml:1: 'games' must be a whole number of at least 0
            games = -1
                    ^^
        for example games = 1
        ");
        insta::assert_snapshot!(wrong("ratio = inf", |section| section.number("ratio").err()), @"
        strength.toml:1: 'ratio' must be a number
            ratio = inf
                    ^^^
        for example ratio = 0.5
        ");
        insta::assert_snapshot!(wrong("name = 3", |section| section.text("name").err()), @r#"
        strength.toml:1: 'name' must be a string
            name = 3
                   ^
        for example name = "…"
        "#);
        insta::assert_snapshot!(wrong("check = 3", |section| section.sections("check").err()), @"
        strength.toml:1: 'check' must be a list of tables
            check = 3
                    ^
        write [[check]] above the keys of each
        ");
        insta::assert_snapshot!(wrong("[check]\na = 1", |section| section.sections("check").err()), @"
        strength.toml:1: 'check' must be a list of tables
            [check]
            ^^^^^^^
        write [[check]] above the keys of each
        ");
        insta::assert_snapshot!(wrong("list = [1,\n 2]", |section| section.texts("list").err()), @r#"
        strength.toml:1: 'list' must be a list of strings
            list = [1,
                   ^^^
        for example list = ["…", "…"]
        "#);
    }

    #[test]
    fn a_missing_key_is_reported_with_the_line_of_its_table() {
        let file = file(FILE);
        let mut root = file.root().unwrap();
        let mut check = root.sections("check").unwrap().remove(1);
        let value = check.text("a").unwrap();
        insta::assert_snapshot!(check.required("a", value).unwrap_err(), @"
        strength.toml:12: 'a' is missing here
            [[check]]
            ^^^^^^^^^
        add a = …
        ");
    }
}
