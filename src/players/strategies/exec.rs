//! `exec:COMMAND`, or a path such as `./mybot`: another program chooses the moves.

use std::fmt;
use std::sync::Arc;

use super::limits;
use super::options::{count, duration, memory};
use super::spec::LONGEST_NAME;
use super::{
    Choice, Fault, FaultKind, KeyInfo, Kind, NoChoice, Options, Playable, Strategy, StrategyInfo,
    StrategySpec, Turn,
};
use crate::games::{Game, StandardGame};
use crate::players::bots::command::BotCommand;
use crate::players::bots::{
    Answer, BotFailure, BotPlayer, BotPool, BotSettings, Inquiry, ProtocolName, Unspoken,
};
use crate::players::clock::TimeControl;
use crate::rng::Rng;
use crate::search::Depth;
use crate::text::{TextError, is_unprintable, number, shortened};

/// Its name in specs.
pub(super) const NAME: &str = "exec";

/// The key that says what a bot speaks.
const PROTOCOL: &str = "protocol";

/// A player that is another program.
pub(super) struct Exec(BotPlayer);

impl Kind for Exec {
    const INFO: StrategyInfo = StrategyInfo {
        name: NAME,
        form: "exec:COMMAND",
        summary: "another program that speaks UGI, UCI, GTP or Gomocup's protocol, also by its path alone: ./mybot",
        argument: Some("the program and its arguments"),
        keys: &[
            KeyInfo {
                name: PROTOCOL,
                values: "ugi, uci, gtp, gomocup",
                summary: "what it speaks; without it, UGI is tried, then UCI",
            },
            KeyInfo {
                name: "time",
                values: "100ms, 5s",
                summary: "the time for a move, sent to the bot and enforced",
            },
            limits::CLOCK,
            KeyInfo { name: "nodes", values: "100k", summary: "the number of positions, sent to the bot" },
            KeyInfo { name: "depth", values: "6", summary: "the depth, sent to the bot" },
            KeyInfo { name: "startup", values: "10s", summary: "how long it may take to start" },
            KeyInfo { name: "margin", values: "50ms", summary: "time beyond time= or clock=" },
            KeyInfo { name: "memory", values: "512M, 2G", summary: "the most memory, enforced" },
            KeyInfo { name: "option.NAME", values: "any", summary: "an option of the bot" },
            KeyInfo { name: "deterministic", values: "yes", summary: "it repeats its moves exactly" },
        ],
    };

    fn build<G: Game>(options: Options<'_>) -> Result<Box<dyn Strategy<G>>, TextError> {
        Ok(bot_player(settings(options)?))
    }
}

/// A player that is this program.
pub(crate) fn bot_player<P: Playable>(settings: BotSettings) -> Box<dyn Strategy<P>> {
    Box::new(Exec::new(Arc::new(BotPool::new(settings))))
}

/// Checks that what a bot's spec says it speaks can play a game.
pub(crate) fn check_protocol(
    spec: &StrategySpec,
    settings: &BotSettings,
    standard: Option<StandardGame>,
    is_refereed: bool,
) -> Result<(), TextError> {
    let checked = settings.protocol.map_or(Ok(()), |protocol| protocol.check(standard, is_refereed));
    checked.map_err(|Unspoken { problem, advice }| Options::of(spec).error_at(PROTOCOL, problem, advice))
}

impl Exec {
    fn new(pool: Arc<BotPool>) -> Exec {
        Exec(BotPlayer::new(pool))
    }

    fn settings(&self) -> &BotSettings {
        self.0.pool().settings()
    }
}

impl<P: Playable> Strategy<P> for Exec {
    fn choose(&mut self, position: &P, turn: &mut Turn<'_>) -> Result<Choice<P::Move>, NoChoice> {
        let answer = self.0.choose(position, turn.past, turn.clocks, turn.rng);
        let Answer { info, took, resigns } = answer.map_err(no_choice)?;
        turn.took = Some(took);
        if resigns {
            return Err(NoChoice::Resigned);
        }
        let mv = position.read_move(self.0.chosen(), &|| self.0.said());
        let choice = mv.map(|mv| Choice {
            mv,
            value: info.score,
            depth: info.depth.and_then(|depth| depth.try_into().ok()).map(Depth::plies),
            nodes: info.nodes.unwrap_or(0),
        });
        choice.ok_or_else(|| Fault::new(FaultKind::Illegal, self.0.said()).into())
    }

    fn new_game(&mut self, rng: &mut Rng) {
        self.0.new_game(rng);
    }

    fn bot(&self) -> Option<&BotPool> {
        Some(self.0.pool())
    }

    fn fresh(&self) -> Box<dyn Strategy<P>> {
        Box::new(Exec::new(self.0.pool().clone()))
    }

    fn inquire(&mut self, position: &P, rng: &mut Rng) -> Option<Result<Inquiry, NoChoice>> {
        let ugi = fmt::from_fn(|f| position.write_ugi(f));
        self.0.pool().answers_queries().then(|| self.0.inquire(&ugi, rng).map_err(no_choice))
    }

    fn take_inquiry(&mut self) -> Option<Inquiry> {
        self.0.take_inquiry()
    }

    fn is_reproducible(&self) -> bool {
        self.settings().is_reproducible()
    }

    fn clock(&self) -> Option<TimeControl> {
        self.settings().clock
    }

    fn is_timed(&self) -> bool {
        self.settings().is_timed()
    }
}

fn no_choice(failure: BotFailure) -> NoChoice {
    match failure {
        BotFailure::Fault(fault) => NoChoice::Fault(fault),
        BotFailure::Interrupted => NoChoice::Interrupted,
    }
}

/// What a spec says of a bot.
pub(super) fn settings(options: Options<'_>) -> Result<BotSettings, TextError> {
    let advice = "for example exec:\"python3 bot.py --depth 4\",time=100ms";
    let command = options.argument(|text| {
        if options.is_path() {
            return Ok(BotCommand::path(text));
        }
        BotCommand::split(text).map_err(|problem| (problem, advice.to_owned()))
    })?;
    let Some(command) = command else { return Err(options.error("the command is missing", advice)) };
    let mut bot = BotSettings::new(options.player(), command.within(options.folder()).at(options.version()));
    let (time, clock) = limits::time(options)?;
    bot.time = time;
    bot.nodes = options.key("nodes", count)?;
    bot.depth = options.key("depth", |text| {
        number("the depth", text, 1..=9999).map_err(|problem| (problem, "for example depth=6".to_owned()))
    })?;
    bot.startup = options.key("startup", duration)?.unwrap_or(bot.startup);
    bot.margin = options.key("margin", duration)?;
    bot.clock = clock.map(|clock| TimeControl { margin: bot.margin.unwrap_or(clock.margin), ..clock });
    bot.protocol = options.key(PROTOCOL, ProtocolName::read)?;
    bot.memory = options.key("memory", memory)?;
    bot.deterministic = options.key("deterministic", yes)?.unwrap_or(false);
    for (name, value) in options.keys_with("option.") {
        let is_line = |text: &str| !text.is_empty() && !text.contains(is_unprintable);
        if !is_line(name) || !is_line(value) {
            let problem = "an option has a name and a value, each in one line";
            return Err(options.error(problem, "for example option.Hash=64"));
        }
        bot.options.push((name.to_owned(), unquoted(value).to_owned()));
    }
    if let Some(Err((key, Unspoken { problem, advice }))) =
        bot.protocol.map(|protocol| protocol.check_limits(&bot))
    {
        return Err(options.error_at(key, problem, advice));
    }
    Ok(bot)
}

fn yes(text: &str) -> Result<bool, (String, String)> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err((format!("'{text}' is not yes or no"), "write deterministic=yes".to_owned())),
    }
}

/// A value without the quotes that protect its commas.
fn unquoted(value: &str) -> &str {
    let inside = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

/// The keys that do not change how a bot plays.
pub(super) const BOOKKEEPING: [&str; 4] = ["startup", "margin", "memory", "deterministic"];

/// The name of a bot that was given none: its spec, or where that is long, its words without their folders.
pub(super) fn default_name(spec: &StrategySpec) -> String {
    let whole = spec.to_string();
    if whole.chars().count() <= LONGEST_NAME {
        return whole;
    }
    let Ok(BotSettings { command, .. }) = settings(Options::of(spec)) else { return whole };
    let words = command.words().iter();
    // A word may be the script of a shell: `tee log.txt | ./bot`.
    let words = words.flat_map(|word| word.split_whitespace());
    let short: Vec<&str> = words.map(|word| word.rsplit('/').next().unwrap_or(word)).collect();
    shortened(&short.join(" "), LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn read(text: &str) -> Result<BotSettings, TextError> {
        settings(Options::of(&text.parse()?))
    }

    #[test]
    fn keys_are_read() {
        let bot = read(
            "me=exec:\"bot --x 'a b'\",time=100ms,nodes=5k,depth=4,startup=2s,margin=5ms,memory=64MiB,\
             option.Hash=16,option.Style=\"a,b\",deterministic=yes",
        );
        let bot = bot.unwrap();
        assert_eq!(
            (bot.player.as_str(), bot.command.words()),
            ("me", &["bot", "--x", "a b"].map(String::from)[..])
        );
        assert_eq!((bot.time, bot.nodes, bot.depth), (Some(Duration::from_millis(100)), Some(5000), Some(4)));
        assert_eq!((bot.startup, bot.margin), (Duration::from_secs(2), Some(Duration::from_millis(5))));
        assert_eq!((bot.memory, bot.deterministic), (Some(64 << 20), true));
        let options = [("Hash", "16"), ("Style", "a,b")];
        assert_eq!(bot.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let clock = read("./bot,clock=2m+1s,margin=5ms").unwrap().clock.unwrap();
        let ms = Duration::from_millis;
        assert_eq!((clock.base, clock.increment, clock.margin), (ms(120_000), ms(1000), ms(5)));
        // A path is one word.
        assert_eq!(read("./my bot").unwrap().command.words(), ["./my bot"]);
    }

    #[test]
    fn wrong_keys_are_told() {
        let shown = |text: &str| read(text).unwrap_err().to_string();
        assert!(shown("exec:bot 'x").starts_with("a quote is not closed"), "{}", shown("exec:bot 'x"));
        assert!(shown("exec").starts_with("the command is missing"));
        assert!(shown("./bot,deterministic=maybe").starts_with("'maybe' is not yes or no"));
        assert!(shown("./bot,option.=5").starts_with("an option has a name"));
        assert!(shown("./bot,depth=0").starts_with("the depth must be from 1"));
        assert!(shown("./bot,memory=5").starts_with("'5' is not an amount of memory"));
        insta::assert_snapshot!(shown("./bot,time=1s,clock=9s,depth=4"), @"
        a player has a time for each move or a clock for the whole game, not both
            ./bot,time=1s,clock=9s,depth=4
                          ^^^^^^^^
        remove time= or clock=
        ");
        insta::assert_snapshot!(shown("./bot,clock=9s+fast"), @"
        '9s+fast' is not a clock
            ./bot,clock=9s+fast
                        ^^^^^^^
        write the time of a game and what each move adds, for example clock=150s+0s or clock=2m+1s, or the time of some moves: clock=40/60s+0.6s
        ");
    }
}
