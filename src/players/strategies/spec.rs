//! The spec of a strategy: `smart:6,eval=hoard`, optionally with a name for the tables in front: `deep=smart:8`.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Options, StrategyInfo, registry};
use crate::players::bots::BotSettings;
use crate::players::bots::command::{BotCommand, BotVersion};
use crate::text::{TextError, did_you_mean, is_unprintable, parts};

/// The well-formed spec of a strategy. Its values are checked when it is built for
/// a game, because evaluators, for example, belong to games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategySpec {
    /// The whole text, so that errors can point into it.
    pub(super) typed: String,
    name: String,
    /// Empty if the spec is a path.
    kind: Range<usize>,
    pub(super) argument: Option<Range<usize>>,
    pub(super) settings: Vec<KeyPlaces>,
    /// Where the paths in the command of a program begin; empty for the current directory.
    pub(super) folder: PathBuf,
    /// The version of a program, if it is not the one in the current directory.
    pub(super) version: Option<BotVersion>,
}

/// The places of a key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyPlaces {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

impl StrategySpec {
    /// The player's name in tables: the name in front, or else the spec itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind of strategy: `smart`.
    pub fn kind(&self) -> &str {
        if self.is_path() { super::exec::NAME } else { &self.typed[self.kind.clone()] }
    }

    /// Whether it is the path of a program.
    pub(super) fn is_path(&self) -> bool {
        is_path(&self.typed[self.kind.start..])
    }

    /// Whether it is an external program.
    pub fn is_bot(&self) -> bool {
        self.kind() == super::exec::NAME
    }

    /// The command and the keys of an external program; `None` for other strategies.
    pub(crate) fn bot(&self) -> Option<Result<BotSettings, TextError>> {
        self.is_bot().then(|| self.program())
    }

    /// The command and the keys of a program, player or not.
    pub(crate) fn program(&self) -> Result<BotSettings, TextError> {
        super::exec::settings(Options::of(self))
    }

    /// Reads a program that is not a player: `ugi:COMMAND[,key=value…]`, with a name and the keys of this kind.
    pub(crate) fn of_program(
        typed: &str,
        info: &StrategyInfo,
        name: &str,
    ) -> Result<StrategySpec, TextError> {
        let typed = without_blanks(typed).into_owned();
        let kind = 0..info.name.len();
        let mut spec = StrategySpec {
            typed,
            name: name.to_owned(),
            kind,
            argument: None,
            settings: Vec::new(),
            folder: PathBuf::new(),
            version: None,
        };
        read_parts(&mut spec, true)?;
        spec.check(info)?;
        Ok(spec)
    }

    /// The first of its keys, if it has any.
    pub(crate) fn first_key(&self) -> Option<&str> {
        self.settings.first().map(|places| &self.typed[places.key.clone()])
    }

    /// Whether it is a person at the terminal.
    pub fn is_human(&self) -> bool {
        self.kind() == super::human::NAME
    }

    /// The same strategy with another value of a key; unchanged if it takes no such key.
    pub fn with_key(&self, key: &str, value: &str) -> Result<StrategySpec, TextError> {
        self.with_key_instead(key, value, key)
    }

    /// The same strategy with a key in place of another one that excludes it; unchanged if it takes no such key.
    pub(crate) fn with_key_instead(
        &self,
        key: &str,
        value: &str,
        other: &str,
    ) -> Result<StrategySpec, TextError> {
        if !self.takes(|info| info.keys.iter().any(|known| known.name == key)) {
            return Ok(self.clone());
        }
        let argument = self.argument.as_ref().map(|place| &self.typed[place.clone()]);
        self.rebuilt(argument, &[key, other], Some((key, value)))
    }

    /// The same strategy with another depth; unchanged if its argument is not a depth.
    pub fn with_depth(&self, depth: &str) -> Result<StrategySpec, TextError> {
        if self.takes(|info| info.argument == Some(StrategyInfo::DEPTH)) {
            self.rebuilt(Some(depth), &[], None)
        } else {
            Ok(self.clone())
        }
    }

    /// The same strategy without the limit in its argument: to the end of the game, or for any number of playouts.
    pub fn without_limit(&self) -> Result<StrategySpec, TextError> {
        if self.takes(|info| info.argument == Some(StrategyInfo::PLAYOUTS)) {
            self.rebuilt(None, &[], None)
        } else {
            self.with_depth("full")
        }
    }

    fn takes(&self, what: impl Fn(&StrategyInfo) -> bool) -> bool {
        registry::list().iter().any(|info| info.name == self.kind() && what(info))
    }

    /// The spec with this argument, without some keys and with another one.
    fn rebuilt(
        &self,
        argument: Option<&str>,
        without: &[&str],
        with: Option<(&str, &str)>,
    ) -> Result<StrategySpec, TextError> {
        let pairs = self
            .settings
            .iter()
            .map(|KeyPlaces { key, value }| (&self.typed[key.clone()], &self.typed[value.clone()]));
        let kept = pairs.filter(|(key, _)| !without.contains(key));
        let settings: Vec<String> = kept.chain(with).map(|(key, value)| format!("{key}={value}")).collect();
        let first = argument.map(str::to_owned).into_iter();
        let behind = first.chain(settings).collect::<Vec<_>>().join(",");
        let colon = if behind.is_empty() { "" } else { ":" };
        let spec: StrategySpec = format!("{}{colon}{behind}", self.kind()).parse()?;
        Ok(spec.within(&self.folder))
    }

    /// The same player; paths in the command of a program are relative to a folder.
    #[must_use]
    pub(crate) fn within(self, folder: &Path) -> StrategySpec {
        StrategySpec { folder: folder.to_owned(), ..self }
    }

    /// The same player; the name of a bot that was given none lacks the keys that do not change how it plays.
    #[must_use]
    pub(crate) fn with_short_name(self) -> StrategySpec {
        let text = |place: &Range<usize>| &self.typed[place.clone()];
        if !self.is_bot() || self.name != self.to_string() {
            return self;
        }
        let Some(first) = self.settings.first() else { return self };
        let mut name = self.typed[self.kind.start..first.key.start - 1].to_owned();
        for KeyPlaces { key, value } in &self.settings {
            if !super::exec::BOOKKEEPING.contains(&text(key)) {
                name += &format!(",{}={}", text(key), text(value));
            }
        }
        StrategySpec { name, ..self }
    }

    /// The same bot as of a commit: `./bot.py@0123abcd`, see [`as_of_commit`]. Without a version it has the right name,
    /// but cannot be played.
    #[must_use]
    pub(crate) fn at_commit(self, commit: &str, version: Option<BotVersion>) -> StrategySpec {
        StrategySpec { name: format!("{}@{commit}", self.name), version, ..self }
    }

    /// Whether it is a bot that may choose other moves each time, and not because of a clock.
    pub(crate) fn is_unpredictable(&self) -> bool {
        matches!(self.bot(), Some(Ok(bot)) if !bot.deterministic && bot.clock.is_none())
    }

    /// An error about the whole spec.
    pub fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        TextError::new(&self.typed, self.kind.start..self.typed.len(), problem, advice)
    }

    /// Checks the argument and the keys against what the kind takes.
    pub(super) fn check(&self, info: &StrategyInfo) -> Result<(), TextError> {
        let name = info.name;
        let wrong = |place: &Range<usize>, problem: String, advice: String| {
            Err(TextError::new(&self.typed, place.clone(), problem, advice))
        };
        if let (Some(place), None) = (&self.argument, info.argument) {
            return wrong(place, format!("{name} takes no argument"), format!("write {}", info.form));
        }
        let keys: Vec<&str> = info.keys.iter().map(|key| key.name).collect();
        for (i, KeyPlaces { key: place, value }) in self.settings.iter().enumerate() {
            let key = &self.typed[place.clone()];
            if keys.is_empty() {
                return wrong(place, format!("{name} takes no keys"), format!("write {}", info.form));
            }
            let is_open =
                |known: &&str| known.strip_suffix("NAME").is_some_and(|start| key.starts_with(start));
            if !keys.contains(&key) && !keys.iter().any(is_open) {
                let problem = format!("{name} has no key '{key}'");
                return wrong(place, problem, did_you_mean(key, "keys", &keys));
            }
            if self.settings[..i].iter().any(|earlier| self.typed[earlier.key.clone()] == *key) {
                let advice = format!("give {key}= once");
                return wrong(place, format!("'{key}' is given twice"), advice);
            }
            if value.is_empty() {
                let advice = format!("add a value: {key}=…");
                return wrong(place, format!("'{key}' has no value"), advice);
            }
        }
        Ok(())
    }
}

/// Without the name in front.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.typed[self.kind.start..])
    }
}

impl FromStr for StrategySpec {
    type Err = TextError;

    fn from_str(typed: &str) -> Result<StrategySpec, TextError> {
        let typed = &*without_blanks(typed);
        if let Some(command) = bare_command(typed) {
            return Err(command);
        }
        let kind_at = match typed.find(['=', ':', ',']) {
            Some(at) if typed[at..].starts_with('=') && !is_path(typed) => at + 1,
            _ => 0,
        };
        let kind_end = match typed[kind_at..].find([':', ',', '=']) {
            _ if is_path(&typed[kind_at..]) => kind_at,
            Some(at) => kind_at + at,
            None => typed.len(),
        };
        let mut spec = StrategySpec {
            typed: typed.to_owned(),
            name: if kind_at == 0 { typed.to_owned() } else { typed[..kind_at - 1].to_owned() },
            kind: kind_at..kind_end,
            argument: None,
            settings: Vec::new(),
            folder: PathBuf::new(),
            version: None,
        };
        if kind_at > 0 {
            check_name(typed, spec.name())?;
        }
        let list = registry::list();
        let Some(info) = list.iter().find(|info| info.name == spec.kind()) else {
            return Err(unknown(&spec, &list));
        };
        read_options(&mut spec)?;
        spec.check(info)?;
        if kind_at == 0 && spec.is_bot() {
            spec.name = super::exec::default_name(&spec);
        }
        Ok(spec)
    }
}

/// The spec without blanks at its ends and next to its commas: `smart:6, eval=hoard` is `smart:6,eval=hoard`. Text
/// in quotes is unchanged.
fn without_blanks(typed: &str) -> Cow<'_, str> {
    let trimmed = typed.trim();
    if !trimmed.contains([' ', '\t']) || trimmed.contains(['"', '\'']) {
        return Cow::Borrowed(trimmed);
    }
    let parts: Vec<&str> = trimmed.split(',').map(str::trim).collect();
    Cow::Owned(parts.join(","))
}

/// Whether a spec is the path of a program: `./bot`, `../bot`, `/opt/bot`.
fn is_path(spec: &str) -> bool {
    ["./", "../", "/"].iter().any(|start| spec.starts_with(start))
}

/// The bot and the commit in the name of a version: `./bot.py` and `0123abcd` in `./bot.py@0123abcd`.
pub(crate) fn as_of_commit(name: &str) -> Option<(&str, &str)> {
    let is_commit = |commit: &str| !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.rsplit_once('@').filter(|(_, commit)| is_commit(commit))
}

/// The error of a command that was typed without `exec:`, with the name in front if there is one.
fn bare_command(typed: &str) -> Option<TextError> {
    let command = match typed.split_once('=') {
        Some((name, command)) if check_name(typed, name).is_ok() => command,
        _ => typed,
    };
    let (program, _) = command.split_once(' ')?;
    if is_path(program) || program.contains([':', ',', '=']) {
        return None;
    }
    let is_program = Path::new(program).is_file() || BotCommand::path(program).file().is_some();
    let (words, keys) = command.split_at(command.find(',').unwrap_or(command.len()));
    let advice = if command.contains(['"', '\'']) {
        format!("write exec:{command}")
    } else {
        format!("write 'exec:\"{words}\"{keys}'")
    };
    let place = typed.len() - command.len()..typed.len();
    is_program.then(|| TextError::new(typed, place, "this is a command, not a strategy", advice))
}

/// The spec of a player where every command line is one: `exec:"./bot --depth 4"` for `./bot --depth 4`. What is a spec
/// already is left as it is.
pub(crate) fn of_command_line(typed: &str) -> Cow<'_, str> {
    let typed = typed.trim();
    let (name, command) = match typed.split_once('=') {
        Some((name, command)) if check_name(typed, name).is_ok() => (&typed[..=name.len()], command),
        _ => ("", typed),
    };
    let Some((program, _)) = command.split_once(' ') else {
        let is_strategy = registry::list().iter().any(|info| info.name == command);
        let is_program = !command.contains([':', ',', '/']) && BotCommand::path(command).file().is_some();
        let is_command = is_program && !is_strategy;
        return if is_command { Cow::Owned(format!("{name}exec:{command}")) } else { Cow::Borrowed(typed) };
    };
    // A file may have a name with spaces.
    let is_whole_path = is_path(program) && Path::new(command).is_file();
    if is_whole_path || !is_path(program) && program.contains([':', ',', '"', '\'']) {
        return Cow::Borrowed(typed);
    }
    Cow::Owned(format!("{name}exec:{}", quoted(command)))
}

/// A command in quotes that protect its commas.
fn quoted(command: &str) -> Cow<'_, str> {
    if command.contains(['"', '\\', '$', '`']) {
        return shell_words::quote(command);
    }
    Cow::Owned(format!("\"{command}\""))
}

fn unknown(spec: &StrategySpec, list: &[StrategyInfo]) -> TextError {
    let names: Vec<&str> = list.iter().map(|info| info.name).collect();
    let kind = spec.kind();
    if let Some(info) = list.iter().find(|info| info.argument.is_some() && lacks_colon(kind, info.name)) {
        let problem = format!("unknown strategy '{kind}'");
        let advice = format!("did you mean '{}:{}'?", info.name, &kind[info.name.len()..]);
        return TextError::new(&spec.typed, spec.kind.clone(), problem, advice);
    }
    if kind.contains('/') || Path::new(kind).is_file() {
        let problem = format!("unknown strategy '{kind}'");
        let advice = format!("the path of a program starts with ./, ../ or /: write ./{kind}");
        return TextError::new(&spec.typed, spec.kind.clone(), problem, advice);
    }
    let problem = if kind.is_empty() {
        "a strategy is missing".to_owned()
    } else {
        format!("unknown strategy '{kind}'")
    };
    TextError::new(&spec.typed, spec.kind.clone(), problem, did_you_mean(kind, "strategies", &names))
}

/// Whether the argument follows a name without the colon between them: `smart6`.
fn lacks_colon(kind: &str, name: &str) -> bool {
    let argument = kind.strip_prefix(name).unwrap_or_default();
    !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads what follows the kind: `:argument`, `,key=value`.
fn read_options(spec: &mut StrategySpec) -> Result<(), TextError> {
    let is_program = spec.is_bot();
    read_parts(spec, is_program)
}

/// The same; the argument of a program is its command.
fn read_parts(spec: &mut StrategySpec, is_program: bool) -> Result<(), TextError> {
    let behind = &spec.typed[spec.kind.end..];
    if behind.is_empty() {
        return Ok(());
    }
    let start = if spec.is_path() { spec.kind.end } else { spec.kind.end + 1 };
    let may_have_argument = spec.is_path() || behind.starts_with(':');
    let is_command = may_have_argument && is_program;
    let text = spec.typed[start..].to_owned();
    if is_program && text.contains(is_unprintable) {
        let advice = "write the command on one line, without control characters";
        return Err(spec.error("a command cannot contain control characters", advice));
    }
    let parts: Vec<_> = if is_program { unquoted_parts(&text) } else { parts(&text, ',').collect() };
    for (i, (place, part)) in parts.into_iter().enumerate() {
        let place = start + place.start..start + place.end;
        if i == 0 && is_command && !part.is_empty() {
            spec.argument = Some(place);
        } else if let Some(equals) = part.find('=') {
            let key = place.start..place.start + equals;
            let value = key.end + 1..place.end;
            spec.settings.push(KeyPlaces { key, value });
        } else if i == 0 && may_have_argument && !part.is_empty() {
            spec.argument = Some(place);
        } else {
            let problem = if part.is_empty() { "something is missing here" } else { "this is not key=value" };
            let advice = if is_program {
                "commas in a command need quotes inside quotes: 'exec:\"./bot --list 1,2\",time=100ms'"
            } else {
                "a strategy is written name[:argument][,key=value…], for example smart:6,eval=pots"
            };
            return Err(TextError::new(&spec.typed, place, problem, advice));
        }
    }
    Ok(())
}

/// The parts of a text between commas, ignoring commas in quotes or after a backslash.
fn unquoted_parts(text: &str) -> Vec<(Range<usize>, &str)> {
    let (mut quote, mut escaped, mut start) = (None, false, 0);
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ',') => {
                places.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    places.push(start..text.len());
    places.into_iter().map(|place| (place.clone(), &text[place])).collect()
}

pub(super) const LONGEST_NAME: usize = 40;

fn check_name(typed: &str, name: &str) -> Result<(), TextError> {
    let fine = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    let problem = if name.is_empty() {
        "the name in front of '=' is missing".to_owned()
    } else if name.chars().count() > LONGEST_NAME {
        format!("a name has at most {LONGEST_NAME} characters")
    } else if name == "draw" {
        "a player cannot be called 'draw': in the column winner, that means nobody".to_owned()
    } else if let Some(bad) = name.chars().find(|&c| !fine(c)) {
        format!("a name cannot contain '{bad}'")
    } else if name.starts_with(['+', '-']) {
        "a name cannot begin with + or -: a spreadsheet would read it as a formula".to_owned()
    } else {
        return Ok(());
    };
    let advice = "a name is made of letters, digits and . _ - +, for example deep=smart:8";
    Err(TextError::new(typed, 0..name.len(), problem, advice))
}

/// Makes the list of strategies, one line each.
macro_rules! strategies {
    ($($kind:ty,)+) => {
        impl StrategySpec {
            /// The built-in strategies, in order.
            pub const BUILT_IN: &'static [StrategyInfo] = &[$(<$kind as Kind>::INFO,)+];

            /// Builds the strategy for a game.
            pub fn build<G: Game>(&self) -> Result<Box<dyn Strategy<G>>, TextError> {
                let options = Options::of(self);
                match self.kind() {
                    $(kind if kind == <$kind as Kind>::INFO.name => <$kind as Kind>::build(options),)+
                    other => registry::build(other, options).unwrap_or_else(|| {
                        Err(self.error(format!("unknown strategy '{other}'"), format!("see {} list strategies", $crate::text::program())))
                    }),
                }
            }
        }
    };
}
pub(super) use strategies;

#[cfg(test)]
mod tests;
