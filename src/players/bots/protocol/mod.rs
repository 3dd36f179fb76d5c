//! The protocols that bots speak. One file each; all that differs between them is what is sent and how lines are read.

mod gomocup;
mod gtp;
mod uci;
mod ugi;
mod vertex;

pub(crate) use vertex::Vertices;

use super::fault::printable;
use super::info::Info;
use super::introduction::Introduction;
use super::question::Question;
use super::settings::BotSettings;
use crate::games::StandardGame;
use crate::text::{did_you_mean, is_unprintable};

/// A game as bots are told of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct BotGame {
    /// Its spec.
    pub(crate) spec: String,
    /// What other programs know it as.
    pub(crate) standard: Option<StandardGame>,
    /// Whether only a referee knows its rules.
    pub(crate) is_refereed: bool,
}

impl BotGame {
    /// A game whose rules arena knows.
    pub(crate) fn new(spec: String, standard: Option<StandardGame>) -> BotGame {
        BotGame { spec, standard, is_refereed: false }
    }

    /// A game that only a referee knows.
    pub(crate) fn refereed(spec: String) -> BotGame {
        BotGame { spec, standard: None, is_refereed: true }
    }
}

/// A protocol, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProtocolName {
    Ugi,
    Uci,
    Gtp,
    Gomocup,
}

impl ProtocolName {
    /// All of them, in the order in which they are tried.
    pub(crate) const ALL: [ProtocolName; 4] =
        [ProtocolName::Ugi, ProtocolName::Uci, ProtocolName::Gtp, ProtocolName::Gomocup];

    /// Those that a bot is greeted in unless its spec says which. The others have no greeting, and could not be told from
    /// silence.
    pub(super) const GREETED: [ProtocolName; 2] = [ProtocolName::Ugi, ProtocolName::Uci];

    /// Its name in specs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            ProtocolName::Ugi => "ugi",
            ProtocolName::Uci => "uci",
            ProtocolName::Gtp => "gtp",
            ProtocolName::Gomocup => "gomocup",
        }
    }

    /// Its name for people.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            ProtocolName::Ugi => "UGI",
            ProtocolName::Uci => "UCI",
            ProtocolName::Gtp => "GTP",
            ProtocolName::Gomocup => "Gomocup's protocol",
        }
    }

    /// Reads the value of `protocol=`.
    pub(crate) fn read(text: &str) -> Result<ProtocolName, (String, String)> {
        let found = ProtocolName::ALL.into_iter().find(|protocol| protocol.name() == text);
        found.ok_or_else(|| {
            let names = ProtocolName::ALL.map(ProtocolName::name);
            (format!("unknown protocol '{text}'"), did_you_mean(text, "protocols", &names))
        })
    }

    /// The games that it can play, and how to choose one.
    pub(crate) const fn games(self) -> (&'static str, &'static str) {
        match self {
            ProtocolName::Ugi => ("any game", "--game GAME"),
            ProtocolName::Uci => ("chess", "--game chess"),
            ProtocolName::Gtp => (
                "Othello and m,n,k on square boards, and Go with a referee",
                "--game othello or --game gomoku",
            ),
            ProtocolName::Gomocup => {
                ("five in a row on boards from 5x5", "--game gomoku or --game mnk:20x20x5")
            }
        }
    }

    fn can_play(self, standard: Option<StandardGame>, is_refereed: bool) -> bool {
        match self {
            ProtocolName::Ugi => true,
            ProtocolName::Uci => is_refereed || matches!(standard, Some(StandardGame::Chess { .. })),
            ProtocolName::Gtp => {
                let is_square = |(columns, rows)| columns == rows;
                is_refereed || standard.and_then(StandardGame::grid).is_some_and(is_square)
            }
            ProtocolName::Gomocup => {
                matches!(standard, Some(StandardGame::Mnk { columns: 5.., rows: 5.., in_a_row: 5, .. }))
            }
        }
    }

    /// Whether it can play a game; if not, what is wrong and what to write.
    pub(crate) fn check(self, standard: Option<StandardGame>, is_refereed: bool) -> Result<(), Unspoken> {
        if self.can_play(standard, is_refereed) {
            return Ok(());
        }
        let (games, examples) = self.games();
        Err(Unspoken {
            problem: format!("{} plays {games}, and this is another game", self.title()),
            advice: format!("write {examples}, or protocol=ugi for a program that speaks UGI"),
        })
    }

    /// Whether it can say the limits of a bot; if not, the key, what is wrong, and what to write.
    pub(crate) fn check_limits(self, settings: &BotSettings) -> Result<(), (&'static str, Unspoken)> {
        let has_no = |limit: &str| format!("{} has no word for {limit}", self.title());
        let wrong = |key, problem, advice: &str| Err((key, Unspoken { problem, advice: advice.to_owned() }));
        if matches!(self, ProtocolName::Ugi | ProtocolName::Uci) {
            return Ok(());
        }
        let instead = match self {
            ProtocolName::Gtp => "write time=1s, or an option of the program such as option.level=5",
            _ => "write time=100ms",
        };
        if settings.nodes.is_some() {
            return wrong("nodes", has_no("a number of nodes"), instead);
        }
        if settings.depth.is_some() {
            return wrong("depth", has_no("a depth"), instead);
        }
        if self == ProtocolName::Gomocup {
            return Ok(());
        }
        if settings.time.is_some_and(|time| time.subsec_nanos() != 0) {
            return wrong("time", "GTP counts whole seconds".to_owned(), "write time=1s or more");
        }
        match settings.clock {
            Some(clock) if !clock.increment.is_zero() => wrong(
                "clock",
                has_no("an increment"),
                "write clock=60s, or clock=25/60s for 25 moves a minute",
            ),
            Some(clock) if clock.base.subsec_nanos() != 0 => {
                wrong("clock", "GTP counts whole seconds".to_owned(), "write clock=60s")
            }
            _ => Ok(()),
        }
    }

    /// The protocol, ready to greet a bot that plays this game.
    pub(super) fn start(self, game: &BotGame, settings: &BotSettings) -> Box<dyn Protocol> {
        match self {
            ProtocolName::Ugi => Box::new(ugi::Ugi),
            ProtocolName::Uci => Box::new(uci::Uci::new(game)),
            ProtocolName::Gtp => Box::new(gtp::Gtp::new(game, settings)),
            ProtocolName::Gomocup => Box::new(gomocup::Gomocup::new(game, settings)),
        }
    }
}

/// Why a protocol cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unspoken {
    pub(crate) problem: String,
    pub(crate) advice: String,
}

/// What is sent in a protocol, and how lines are read.
///
/// Whoever has the process writes the text and hands over the lines that come back. A protocol may keep what the program knows of the
/// game: it is made anew with each process.
pub(super) trait Protocol: Send + Sync {
    /// Which one it is.
    fn name(&self) -> ProtocolName;

    /// Writes the greeting.
    fn greet(&mut self, text: &mut String);

    /// Takes in a line of the answer to it; returns whether it is complete. An error is what it refused.
    fn is_greeted(&mut self, line: &[u8], introduction: &mut Introduction) -> Result<bool, String>;

    /// What ends the answer to a greeting, and to [`sync`](Protocol::sync), for messages.
    fn milestones(&self) -> [&'static str; 2];

    /// Writes an option.
    fn set_option(&mut self, name: &str, value: &str, text: &mut String);

    /// Writes what begins a game, with a seed if the program takes one.
    fn new_game(&mut self, seed: Option<u32>, text: &mut String);

    /// Writes what makes the program say that it has dealt with everything. Returns whether it will say so.
    fn sync(&mut self, text: &mut String) -> bool;

    /// Takes in a line after that; returns whether it has. An error is what it refused.
    fn is_synced(&mut self, line: &[u8]) -> Result<bool, String>;

    /// Writes a question for a move. An error says why it cannot be asked.
    fn ask(&mut self, question: &Question<'_>, text: &mut String) -> Result<(), String>;

    /// Takes in a line after that; returns whether the answer is complete.
    fn is_answered(&mut self, line: &[u8], question: &Question<'_>, reply: &mut Reply) -> bool;

    /// Whether a line may come before an answer: talk of the search, or a part of the greeting.
    fn is_talk(&self, line: &[u8]) -> bool;

    /// Whether a line may come at any time.
    fn is_chatter(&self, line: &[u8]) -> bool {
        self.is_talk(line)
    }

    /// Whether a line looks like the answer to a question for a move.
    fn is_move(&self, line: &[u8]) -> bool;

    /// How an answer begins, for messages.
    fn answer_form(&self) -> &'static str;

    /// What ends the program.
    fn farewell(&self) -> &'static str {
        "quit"
    }
}

/// What a bot answers to a question for a move.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) info: Info,
    /// The move in the words of the game; empty if there is none that can be read.
    pub(super) word: String,
    /// Whether it gives up the game.
    pub(super) resigns: bool,
    /// The line that matters, for messages.
    pub(super) line: Vec<u8>,
}

impl Reply {
    pub(super) fn clear(&mut self) {
        self.info = Info::default();
        self.word.clear();
        self.resigns = false;
        self.line.clear();
    }

    /// The line, as people can read it.
    pub(super) fn said(&self) -> String {
        printable(&self.line)
    }

    /// Takes in the line of an answer, with the word of its move.
    fn set(&mut self, line: &[u8], word: Option<&str>) {
        self.line.clear();
        self.line.extend_from_slice(line);
        self.word.clear();
        self.word.push_str(word.filter(|word| !word.contains(is_unprintable)).unwrap_or_default());
    }
}
