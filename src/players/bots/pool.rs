//! The processes of one player. Each thread takes one and gives it back, so that a run starts no more processes than
//! it has threads, however often its workers change.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::bot::Bot;
use super::cores;
use super::fault::StartError;
use super::info::SpinOption;
use super::log::Log;
use super::protocol::{BotGame, ProtocolName};
use super::settings::BotSettings;
use crate::digest::Digest;

/// The processes of one player.
pub struct BotPool {
    settings: BotSettings,
    /// The game, once it is known.
    game: OnceLock<BotGame>,
    /// What the first process spoke.
    protocol: OnceLock<ProtocolName>,
    /// An option that is set although the first process declared none of that name.
    undeclared_option: OnceLock<String>,
    digest: OnceLock<u64>,
    /// Whether it answers queries about positions, once that is known.
    answers_queries: OnceLock<bool>,
    log: Arc<Log>,
    idle: Mutex<Vec<Bot>>,
}

impl BotPool {
    /// No processes yet.
    pub fn new(settings: BotSettings) -> BotPool {
        BotPool {
            settings,
            game: OnceLock::new(),
            protocol: OnceLock::new(),
            undeclared_option: OnceLock::new(),
            digest: OnceLock::new(),
            answers_queries: OnceLock::new(),
            log: Arc::default(),
            idle: Mutex::default(),
        }
    }

    /// The bot's command and keys.
    pub fn settings(&self) -> &BotSettings {
        &self.settings
    }

    /// A digest of this build of the bot.
    pub fn digest(&self) -> u64 {
        *self.digest.get_or_init(|| self.settings.command.digest())
    }

    /// Checks that the bot can be started, starts the first process, and keeps it for the first thread.
    pub(crate) fn start(&self, game: &BotGame) -> Result<(), StartError> {
        // The first game stays: a pool belongs to one run.
        let _ = self.game.set(game.clone());
        self.settings.command.check()?;
        let bot = self.launch()?;
        let _ = self.protocol.set(bot.protocol());
        if let Some(option) = bot.undeclared_option(&self.settings) {
            let _ = self.undeclared_option.set(option);
        }
        self.give_back(bot);
        Ok(())
    }

    /// An option in its spec that it does not have.
    pub(crate) fn undeclared_option(&self) -> Option<&str> {
        self.undeclared_option.get().map(String::as_str)
    }

    /// What it turned out to speak, if that is not what bots are taken to speak.
    pub(crate) fn found_protocol(&self) -> Option<ProtocolName> {
        let found = self.protocol.get().copied();
        found.filter(|&found| self.settings.protocol.is_none() && found != ProtocolName::Ugi)
    }

    /// Whether it is asked about the positions of a game, which a referee decides before the first one.
    pub(crate) fn answers_queries(&self) -> bool {
        self.answers_queries.get().copied().unwrap_or(false)
    }

    pub(crate) fn set_answers_queries(&self, answers: bool) {
        let _ = self.answers_queries.set(answers);
    }

    /// Takes the place of another pool: it has the same game, and if only options differ, the same processes.
    pub(crate) fn succeed(&self, old: &BotPool) {
        if let Some(game) = old.game.get() {
            let _ = self.game.set(game.clone());
        }
        if let Some(&protocol) = old.protocol.get() {
            let _ = self.protocol.set(protocol);
        }
        if let Some(&answers) = old.answers_queries.get() {
            let _ = self.answers_queries.set(answers);
        }
        if self.settings.differs_in_options_alone(&old.settings) {
            let mut left = old.idle.lock().unwrap_or_else(PoisonError::into_inner);
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).append(&mut left);
        }
    }

    /// Whether it gets a seed of its own for each pair, once a process has been started.
    pub(crate) fn takes_seed(&self) -> bool {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).first().is_some_and(Bot::takes_seed)
    }

    /// The options that the bot declared as whole numbers, once a process has been started.
    pub(crate) fn spins(&self) -> Vec<SpinOption> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.first().map(|bot| bot.spins().to_vec()).unwrap_or_default()
    }

    /// Writes the bot's stderr to this file.
    pub fn log_to(&self, file: PathBuf) {
        self.log.write_to(file);
    }

    /// A process that is ready for a game: one that was given back, best by this thread, or a new one.
    pub fn take(&self) -> Result<Bot, StartError> {
        let Some(mut bot) = self.pick() else { return self.launch() };
        bot.follow();
        Ok(bot)
    }

    fn pick(&self) -> Option<Bot> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let core = cores::current();
        let at = idle.iter().position(|bot| bot.core() == core).or(idle.len().checked_sub(1))?;
        Some(idle.swap_remove(at))
    }

    /// Keeps a process that works.
    pub fn give_back(&self, bot: Bot) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(bot);
    }

    fn launch(&self) -> Result<Bot, StartError> {
        let unknown = BotGame::default();
        Bot::start(
            &self.settings,
            self.protocol.get().copied(),
            self.game.get().unwrap_or(&unknown),
            &self.log,
        )
    }
}

/// The files of the logs of players: their names without folders and without what cannot be in a file's name. One
/// that would be that of an earlier player has a digest.
pub(crate) fn log_names<'a>(players: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut name = |player: &str| {
        let name = file_name(player);
        // Some systems do not tell capital letters from small ones.
        if taken.insert(name.to_lowercase()) {
            return format!("{name}.log");
        }
        format!("{name}-{:08x}.log", Digest::of([player]) as u32)
    };
    players.into_iter().map(&mut name).collect()
}

fn file_name(player: &str) -> String {
    let fine = |c: char| c.is_alphanumeric() || "._-+=,".contains(c);
    let words = player.split(|c: char| !fine(c)).map(|word| word.trim_matches(['.', '-']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "bot".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_log_of_its_own_inside_the_folder() {
        let plain =
            log_names(["mybot", "./crash.py", "../v2/bot,time=1s", "exec:\"sh -c './x | y'\"", "/.."]);
        assert_eq!(
            plain,
            ["mybot.log", "crash.py.log", "v2-bot,time=1s.log", "exec-sh-c-x-y.log", "bot.log"]
        );
        let alike = log_names(["./bot", "../bot", "bot", "Bot", "a/b", "a b", "a-b"]);
        assert_eq!((alike[0].as_str(), alike[4].as_str()), ("bot.log", "a-b.log"));
        let distinct: HashSet<String> = alike.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(distinct.len(), alike.len(), "{alike:?}");
    }
}
