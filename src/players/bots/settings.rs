//! The settings of a bot, from its spec.

use std::time::Duration;

use super::command::BotCommand;
use super::protocol::ProtocolName;
use super::question::MoveLimits;
use crate::players::clock::TimeControl;

/// How long a move may take without `time=`: a bot that hangs must not hang the run.
const NO_LIMIT: Duration = Duration::from_mins(1);

/// How long a bot may take to start without `startup=`.
const STARTUP: Duration = Duration::from_secs(10);

/// A bot's command and keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotSettings {
    /// The player's name.
    pub player: String,
    /// The program and its arguments.
    pub command: BotCommand,
    /// What it speaks; `None` if that has to be found out.
    pub(crate) protocol: Option<ProtocolName>,
    /// The time for a move, sent to the bot and enforced.
    pub time: Option<Duration>,
    /// The clock for a game instead, told to the bot and enforced.
    pub clock: Option<TimeControl>,
    /// The number of nodes, sent to the bot.
    pub nodes: Option<u64>,
    /// The depth, sent to the bot.
    pub depth: Option<u32>,
    /// How long it may take to start, and to get ready for a game.
    pub startup: Duration,
    /// How much later than its time it may answer; `None` for 20 ms plus a tenth of the time.
    pub margin: Option<Duration>,
    /// The memory limit, in bytes.
    pub memory: Option<u64>,
    /// The options that are set, in order.
    pub options: Vec<(String, String)>,
    /// Whether it plays the same moves in the same positions.
    pub deterministic: bool,
}

impl BotSettings {
    /// A bot without keys.
    pub fn new(player: &str, command: BotCommand) -> BotSettings {
        BotSettings {
            player: player.to_owned(),
            command,
            protocol: None,
            time: None,
            clock: None,
            nodes: None,
            depth: None,
            startup: STARTUP,
            margin: None,
            memory: None,
            options: Vec::new(),
            deterministic: false,
        }
    }

    /// Whether the same process can play with either settings, once its options are set: all that is said when a process
    /// starts is the same, and so are the names of the options.
    pub(super) fn differs_in_options_alone(&self, other: &BotSettings) -> bool {
        let names = |settings: &BotSettings| {
            settings.options.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let same =
            BotSettings { options: self.options.clone(), player: self.player.clone(), ..other.clone() };
        *self == same && names(self) == names(other)
    }

    /// Whether it plays the same games everywhere.
    pub fn is_reproducible(&self) -> bool {
        self.deterministic && self.clock.is_none()
    }

    /// Whether a clock limits its moves.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The same for a try that is only for advice, which need not be waited for long.
    pub(super) fn in_haste(&self) -> BotSettings {
        BotSettings { startup: self.startup.min(Duration::from_secs(2)), ..self.clone() }
    }

    /// Whether it may search for as long as it likes.
    pub(crate) fn is_unlimited(&self) -> bool {
        !self.is_timed() && self.nodes.is_none() && self.depth.is_none()
    }

    /// How long arena waits for a move.
    pub fn reply_limit(&self) -> Duration {
        let time = self.time.unwrap_or(NO_LIMIT);
        time + self.margin.unwrap_or(Duration::from_millis(20) + time / 10)
    }

    /// The limits that are sent with each question, beside the clocks.
    pub(super) fn limits(&self) -> MoveLimits {
        MoveLimits { time: self.time, nodes: self.nodes, depth: self.depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_kept_while_options_alone_differ() {
        let bot = |options: &[(&str, &str)]| {
            let mut bot = BotSettings::new("bot", BotCommand::path("./bot"));
            bot.options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            bot
        };
        let five = bot(&[("king", "5")]);
        assert!(five.differs_in_options_alone(&bot(&[("king", "6")])));
        assert!(!five.differs_in_options_alone(&bot(&[])));
        assert!(!five.differs_in_options_alone(&bot(&[("queen", "5")])));
        assert!(!five.differs_in_options_alone(&BotSettings { depth: Some(4), ..bot(&[("king", "5")]) }));
    }

    #[test]
    fn limits_are_told_and_enforced_with_a_margin() {
        let mut bot = BotSettings::new("bot", BotCommand::path("./bot"));
        let line = |bot: &BotSettings| {
            let mut line = String::new();
            bot.limits().write(&mut line);
            line
        };
        assert_eq!((line(&bot).as_str(), bot.reply_limit()), ("", Duration::from_millis(66_020)));
        bot.time = Some(Duration::from_millis(100));
        bot.depth = Some(4);
        assert_eq!(
            (line(&bot).as_str(), bot.reply_limit()),
            (" movetime 100 depth 4", Duration::from_millis(130))
        );
        bot.margin = Some(Duration::from_millis(5));
        bot.nodes = Some(1000);
        assert_eq!(line(&bot), " movetime 100 nodes 1000 depth 4");
        assert_eq!(bot.reply_limit(), Duration::from_millis(105));
    }
}
