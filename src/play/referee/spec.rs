//! The spec of a game that arena has no rules for: `ugi:COMMAND[,key=value…]`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use crate::players::bots::command::BotCommand;
use crate::players::bots::{BotSettings, ProtocolName};
use crate::players::strategies::{KeyInfo, Options, StrategyInfo, StrategySpec};
use crate::text::{TextError, did_you_mean};

const NAME: &str = crate::play::host::REFEREED;

/// What the referee is called in logs and messages. No player has this name.
pub(crate) const REFEREE: &str = "referee";

/// How long a referee may take for an answer without `time=`.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// What the spec may contain.
const INFO: StrategyInfo = StrategyInfo {
    name: NAME,
    form: "ugi:COMMAND",
    summary: "any other game: a UGI program knows the rules, and bots play",
    argument: Some("the program that is the referee, and its arguments"),
    keys: &[
        KeyInfo { name: "referees", values: "both, one", summary: "who is asked about positions" },
        KeyInfo { name: "time", values: "10s", summary: "how long the referee may take for an answer" },
        KeyInfo { name: "startup", values: "10s", summary: "how long it may take to start" },
        KeyInfo { name: "memory", values: "512M, 2G", summary: "the most memory, enforced" },
        KeyInfo { name: "option.NAME", values: "any", summary: "an option of the referee" },
    ],
};

/// What `arena list games` says of these games.
pub(crate) const LISTED: (&str, &str) = (INFO.form, INFO.summary);

/// Who is asked about the positions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Referees {
    /// The referee, and each opponent that answers queries.
    #[default]
    Answering,
    /// The referee and every opponent, who must answer.
    Both,
    /// The referee alone.
    One,
}

impl Referees {
    /// The values of `referees=` and `--referees`.
    pub(crate) const NAMES: [&'static str; 2] = ["both", "one"];

    fn read(text: &str) -> Result<Referees, (String, String)> {
        match text {
            "both" => Ok(Referees::Both),
            "one" => Ok(Referees::One),
            _ => Err((
                format!("'{text}' does not say who the referees are"),
                did_you_mean(text, "values", &Referees::NAMES),
            )),
        }
    }
}

/// A game whose rules another program knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefereeSpec {
    text: String,
    settings: BotSettings,
    referees: Referees,
}

impl RefereeSpec {
    /// Whether a text is the spec of such a game.
    pub(crate) fn is_one(text: &str) -> bool {
        let name = text.trim_start().split([':', ',']).next().unwrap_or_default();
        name.trim_end() == NAME
    }

    /// The program, its keys, and the name that it has.
    pub(crate) fn settings(&self) -> &BotSettings {
        &self.settings
    }

    /// Who is asked about positions.
    pub(crate) fn referees(&self) -> Referees {
        self.referees
    }

    /// The same game with other referees: `both` or `one`.
    pub(crate) fn with_referees(&self, value: &str) -> Result<RefereeSpec, TextError> {
        Referees::read(value).map_err(|(problem, advice)| TextError::whole(value, problem, advice))?;
        let kept = self.text.split(",referees=").next().unwrap_or_default();
        let rest = self.text.split_once(",referees=").and_then(|(_, rest)| rest.split_once(','));
        let rest = rest.map(|(_, rest)| format!(",{rest}")).unwrap_or_default();
        format!("{kept}{rest},referees={value}").parse()
    }

    /// The same game; paths in the command are relative to a folder.
    #[must_use]
    pub(crate) fn within(mut self, folder: &Path) -> RefereeSpec {
        self.settings.command = self.settings.command.within(folder);
        self
    }

    /// How long it may take for an answer.
    pub(crate) fn answer_time(&self) -> Duration {
        self.settings.time.unwrap_or(ANSWER_TIME)
    }

    /// A short name, without folders: `ugi:python3 breakthrough.py`.
    pub(crate) fn short_name(&self) -> String {
        let words = self.settings.command.words().iter();
        let short: Vec<&str> = words.map(|word| word.rsplit('/').next().unwrap_or(word)).collect();
        format!("{NAME}:{}", short.join(" "))
    }
}

impl FromStr for RefereeSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<RefereeSpec, TextError> {
        let spec = StrategySpec::of_program(text, &INFO, REFEREE)?;
        let options = Options::of(&spec);
        let advice =
            "name a UGI program that knows the rules, for example ugi:\"python3 bots/games/breakthrough.py\"";
        let command = |text: &str| BotCommand::split(text).map_err(|problem| (problem, advice.to_owned()));
        if options.argument(command)?.is_none() {
            return Err(spec.error("the program that is the referee is missing", advice));
        }
        let referees = options.key("referees", Referees::read)?.unwrap_or_default();
        // The queries are UGI's.
        let settings = BotSettings { protocol: Some(ProtocolName::Ugi), ..spec.program()? };
        Ok(RefereeSpec { text: spec.to_string(), settings, referees })
    }
}

impl fmt::Display for RefereeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> RefereeSpec {
        text.parse().unwrap()
    }

    #[test]
    fn a_spec_is_a_command_with_keys() {
        let spec = read("ugi:\"python3 game.py --size 5,5\",time=2s,referees=one,option.Variant=misere");
        assert_eq!(spec.settings().command.words(), ["python3", "game.py", "--size", "5,5"]);
        assert_eq!((spec.answer_time(), spec.referees()), (Duration::from_secs(2), Referees::One));
        assert_eq!(spec.settings().options, [("Variant".to_owned(), "misere".to_owned())]);
        assert_eq!(read(&spec.to_string()), spec);
        assert_eq!(read("ugi:./games/hex.py --size 11").short_name(), "ugi:hex.py --size 11");
        assert_eq!(read("ugi:hex").referees(), Referees::Answering);
        assert!(RefereeSpec::is_one("ugi:hex") && RefereeSpec::is_one("ugi"));
        assert!(!RefereeSpec::is_one("ugim:hex") && !RefereeSpec::is_one("kalah"));
    }

    #[test]
    fn a_flag_replaces_the_referees() {
        let one = |text: &str| read(text).with_referees("one").unwrap().to_string();
        assert_eq!(one("ugi:hex"), "ugi:hex,referees=one");
        assert_eq!(one("ugi:hex,referees=both"), "ugi:hex,referees=one");
        assert_eq!(one("ugi:hex,referees=both,time=1s"), "ugi:hex,time=1s,referees=one");
        insta::assert_snapshot!(read("ugi:hex").with_referees("bot").unwrap_err(), @"
        'bot' does not say who the referees are
            bot
            ^^^
        did you mean 'both'?
        ");
    }

    #[test]
    fn wrong_specs_are_told() {
        let shown = |text: &str| text.parse::<RefereeSpec>().unwrap_err().to_string();
        insta::assert_snapshot!(shown("ugi"), @r#"
        the program that is the referee is missing
            ugi
            ^^^
        name a UGI program that knows the rules, for example ugi:"python3 bots/games/breakthrough.py"
        "#);
        insta::assert_snapshot!(shown("ugi:hex,depth=3"), @"
        ugi has no key 'depth'
            ugi:hex,depth=3
                    ^^^^^
        keys: referees, time, startup, memory, option.NAME
        ");
        insta::assert_snapshot!(shown("ugi:'hex"), @r#"
        a quote is not closed
            ugi:'hex
                ^^^^
        name a UGI program that knows the rules, for example ugi:"python3 bots/games/breakthrough.py"
        "#);
    }
}
