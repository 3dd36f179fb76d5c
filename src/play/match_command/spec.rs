//! The spec of a game that another program plays as a whole: `match:COMMAND[,key=value…]`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::template;
use crate::players::bots::BotSettings;
use crate::players::bots::command::BotCommand;
use crate::players::strategies::{KeyInfo, Options, StrategyInfo, StrategySpec};
use crate::text::TextError;
use crate::text::quantity::{self, DAY};

/// The name of such games, and what the program is called in logs and messages.
pub(crate) const MATCH: &str = "match";

/// How long a game may take without `timeout=`: a match that hangs must not hang the run.
const TIMEOUT: Duration = Duration::from_mins(10);

/// What the spec may contain.
const INFO: StrategyInfo = StrategyInfo {
    name: MATCH,
    form: "match:COMMAND",
    summary: "any other game: a program plays it as a whole and prints the result",
    argument: Some("the program that plays a game, and its arguments: {SEED}, {P1}, {P2}"),
    keys: &[
        KeyInfo { name: "timeout", values: "30s, 10min", summary: "how long a game may take" },
        KeyInfo { name: "memory", values: "512M, 2G", summary: "the most memory, enforced" },
    ],
};

/// What `arena list games` says of these games.
pub(crate) const LISTED: (&str, &str) = (INFO.form, INFO.summary);

/// A game that another program plays as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchSpec {
    text: String,
    settings: BotSettings,
    timeout: Duration,
}

impl MatchSpec {
    /// Whether a text is the spec of such a game.
    pub(crate) fn is_one(text: &str) -> bool {
        let name = text.trim_start().split([':', ',']).next().unwrap_or_default();
        name.trim_end() == MATCH
    }

    /// The program with its placeholders, and its keys.
    pub(super) fn settings(&self) -> &BotSettings {
        &self.settings
    }

    /// How long a game may take.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The same game; paths in the command are relative to a folder.
    #[must_use]
    pub(crate) fn within(mut self, folder: &Path) -> MatchSpec {
        self.settings.command = self.settings.command.within(folder);
        self
    }

    /// A short name, without folders and placeholders: `match:python3 play.py`.
    pub(crate) fn short_name(&self) -> String {
        let words = self.settings.command.words().iter().filter(|word| !word.contains(['{', '%']));
        let short: Vec<&str> = words.map(|word| word.rsplit('/').next().unwrap_or(word)).collect();
        format!("{MATCH}:{}", short.join(" "))
    }
}

impl FromStr for MatchSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<MatchSpec, TextError> {
        let spec = StrategySpec::of_program(text, &INFO, MATCH)?;
        let options = Options::of(&spec);
        let advice =
            "name a program that plays a game, for example match:\"python3 play.py {SEED} {P1} {P2}\"";
        let command = options.argument(|text| {
            let command = BotCommand::split(text).map_err(|problem| (problem, advice.to_owned()))?;
            template::check(command.words()).map(|()| command)
        })?;
        if command.is_none() {
            return Err(spec.error("the program that plays a game is missing", advice));
        }
        let timeout = options.key("timeout", timeout)?.unwrap_or(TIMEOUT);
        Ok(MatchSpec { text: spec.to_string(), settings: spec.program()?, timeout })
    }
}

fn timeout(text: &str) -> Result<Duration, (String, String)> {
    let time = quantity::duration(text).filter(|time| !time.is_zero() && *time <= DAY);
    time.ok_or_else(|| {
        let problem = format!("'{text}' is not a time of at most a day");
        (problem, "write a time with its unit, for example timeout=30s or timeout=10min".to_owned())
    })
}

impl fmt::Display for MatchSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_a_command_with_keys() {
        let spec: MatchSpec =
            "match:python3 games/play.py {SEED} {PLAYERS},timeout=30s,memory=1G".parse().unwrap();
        assert_eq!(spec.settings().command.words(), ["python3", "games/play.py", "{SEED}", "{PLAYERS}"]);
        assert_eq!((spec.timeout(), spec.settings().memory), (Duration::from_secs(30), Some(1 << 30)));
        assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
        assert_eq!(spec.short_name(), "match:python3 play.py");
        assert!(
            MatchSpec::is_one("match:x") && MatchSpec::is_one("match") && !MatchSpec::is_one("matches:x")
        );
    }

    #[test]
    fn wrong_specs_are_told() {
        let shown = |text: &str| text.parse::<MatchSpec>().unwrap_err().to_string();
        insta::assert_snapshot!(shown("match"), @r#"
        the program that plays a game is missing
            match
            ^^^^^
        name a program that plays a game, for example match:"python3 play.py {SEED} {P1} {P2}"
        "#);
        insta::assert_snapshot!(shown("match:x {SEED}"), @r#"
        the command has no {P1} and {P2}: the match would not know its players
            match:x {SEED}
                  ^^^^^^^^
        for example match:"python3 play.py {SEED} {P1} {P2}"
        "#);
        insta::assert_snapshot!(shown("match:x {P1} {P2},timeout=soon"), @"
        'soon' is not a time of at most a day
            match:x {P1} {P2},timeout=soon
                                      ^^^^
        write a time with its unit, for example timeout=30s or timeout=10min
        ");
        insta::assert_snapshot!(shown("match:x {P1} {P2},time=1s"), @"
        match has no key 'time'
            match:x {P1} {P2},time=1s
                              ^^^^
        keys: timeout, memory
        ");
    }
}
