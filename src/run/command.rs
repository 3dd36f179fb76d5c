//! The command line that plays a run again: recorded in its folder, and shown where it can be continued.

use std::fmt;

use super::request::{MAX_FORFEITS, RunSettings};
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::schedule::{Format, Schedule, Shard};
use crate::stats::{RaceRule, StopRule};
use crate::text::program;

/// A command line, word by word. It displays quoted for a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandLine(Vec<String>);

impl CommandLine {
    pub(crate) fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> CommandLine {
        CommandLine(words.into_iter().map(str::to_owned).collect())
    }

    /// The beginning of the command of a match. The players are as they were typed.
    pub(crate) fn of_match<'a>(
        players: impl IntoIterator<Item = &'a str>,
        games: u64,
        stop: Option<StopRule>,
        gate: bool,
    ) -> CommandLine {
        let command = CommandLine::new([program()]).with("--games", games);
        let players = ["--a", "--b"].into_iter().zip(players);
        let command = players.fold(command, |command, (flag, player)| command.with(flag, player));
        match stop {
            Some(StopRule::Sprt(sprt)) => command.with("--sprt", sprt).with_flag("--gate", gate),
            Some(StopRule::UntilError(limit)) => command.with("--until-error", limit),
            Some(StopRule::Race(_)) | None => command,
        }
    }

    /// The beginning of the command of a tournament. The players are as they were typed.
    pub(crate) fn of_tournament<'a>(
        players: impl IntoIterator<Item = &'a str>,
        schedule: &Schedule,
        anchor: Option<&str>,
    ) -> CommandLine {
        let command = CommandLine::new([program(), "tournament"].into_iter().chain(players));
        let command = command.with("--format", schedule.format());
        let command = match schedule.format() {
            Format::Adaptive { total_games } => command.with("--total-games", total_games),
            Format::Swiss { rounds } => command.with("--games", schedule.games()).with("--rounds", rounds),
            Format::RoundRobin | Format::Gauntlet | Format::Pick { .. } => {
                command.with("--games", schedule.games())
            }
        };
        command.with_some("--anchor", anchor)
    }

    /// The beginning of the command of a race.
    pub(crate) fn of_pick<'a>(
        candidates: impl IntoIterator<Item = &'a str>,
        schedule: &Schedule,
        rule: RaceRule,
        baseline: Option<&str>,
    ) -> CommandLine {
        let command = CommandLine::new([program(), "pick"].into_iter().chain(candidates));
        let command = command.with_some("--against", baseline).with("--games", schedule.games());
        command.with("--margin", rule.margin)
    }

    /// The same with what determines the games besides the players and their number.
    pub(super) fn with_games(
        self,
        game: &GameSpec,
        openings: &OpeningsSpec,
        seed: u64,
        max_plies: Option<u32>,
    ) -> CommandLine {
        let command = self.with("--game", game).with("--openings", openings).with("--seed", seed);
        command.with_some("--max-plies", max_plies)
    }

    /// The same with how the games are played: it continues a run as it was begun.
    pub(super) fn with_settings(self, settings: &RunSettings) -> CommandLine {
        let RunSettings { threads, max_forfeits, .. } = settings;
        let command =
            self.with_some("--threads", threads.count).with_flag("--no-affinity", !threads.affinity);
        let is_default = [MAX_FORFEITS, u64::MAX].contains(max_forfeits);
        command.with_some("--max-forfeits", (!is_default).then_some(max_forfeits))
    }

    pub(super) fn with_shard(self, shard: Shard) -> CommandLine {
        self.with("--shard", format!("{}/{}", shard.number(), shard.count()))
    }

    #[must_use]
    pub(crate) fn with(self, flag: &str, value: impl ToString) -> CommandLine {
        self.with_some(flag, Some(value))
    }

    #[must_use]
    pub(crate) fn with_some(mut self, flag: &str, value: Option<impl ToString>) -> CommandLine {
        if let Some(value) = value {
            self.0.extend([flag.to_owned(), value.to_string()]);
        }
        self
    }

    #[must_use]
    pub(crate) fn with_flag(mut self, flag: &str, is_set: bool) -> CommandLine {
        self.0.extend(is_set.then(|| flag.to_owned()));
        self
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|word| quoted(word)).collect();
        f.write_str(&words.join(" "))
    }
}

/// A word, quoted for the shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.:,=+/@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        let command = CommandLine::of_match(["smart:6,eval=hoard", "exec:'./a bot'"], 10, None, true);
        assert_eq!(
            command.to_string(),
            r"arena --games 10 --a smart:6,eval=hoard --b 'exec:'\''./a bot'\'''"
        );
    }
}
