//! The games of a plan: its players, its openings, and what decides its games.

use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::games::StandardGame;
use crate::play::adjudication::GameLimits;
use crate::play::duel::{self, Arbiter, Contestant, DuelOptions, Forfeit, Measurement, Played, Reason};
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::host::ResolveError;
use crate::play::openings::{LoadedOpenings, Openings, OpeningsError};
use crate::play::runner::{
    GameRecord, GameSource, GameWorker, Interrupted, Measured, NotStarted, Program, ResolvedGames, Rows,
    Unplayed,
};
use crate::play::schedule::Fixture;
use crate::players::bots::{BotGame, BotPool, ProtocolName, log_names};
use crate::players::strategies::{Playable, Strategy, StrategySpec};
use crate::rng::{Purpose, Rng};
use crate::text::TextError;

/// Players that choose at once are measured in one of this many of their pairs: reading the clock costs as much as
/// their moves do.
const MEASURED_PAIRS: u64 = 32;

/// Players for positions of one type.
pub(crate) type Players<P> = [Box<dyn Strategy<P>>];

/// What decides the games of a run: the rules of a board type, or a referee.
pub(crate) trait Rules: Send + Sync + 'static {
    /// What the players see.
    type Position: Playable + Clone + Display;

    /// A game of one thread.
    type Arbiter<'a>: Arbiter<Position = Self::Position>;

    /// The most plies of a game, if the plan does not limit them.
    const MAX_PLIES: Option<u32> = None;

    fn arbiter<'a>(&'a self, interrupt: &'a AtomicBool) -> Self::Arbiter<'a>;

    fn build(&self, spec: &StrategySpec) -> Result<Box<dyn Strategy<Self::Position>>, TextError>;

    /// The openings that need no search; `None` if they have to be found.
    fn list_openings(&self, loaded: &LoadedOpenings) -> Result<Option<Openings<Self::Position>>, TextError>;

    /// The openings for this many pairs.
    fn find_openings(
        &self,
        planned: PlannedOpenings<Self::Position>,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<Self::Position>, OpeningsError>;

    /// The opening of a pair, counted from 0.
    fn opening(&self, openings: &Openings<Self::Position>, pair: u64) -> Self::Position;

    /// Whether the moves of a recorded game lead from its opening to the recorded result, as far as that is known.
    fn replays(&self, opening: &Self::Position, game: &FinishedGame<&str>) -> bool;

    fn fingerprint(
        &self,
        player: &dyn Strategy<Self::Position>,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted>;

    /// A digest of the moves that a bot chooses; `None` if they are not known or not the same each time.
    fn choices_of_bot(
        &self,
        player: &dyn Strategy<Self::Position>,
        interrupt: &AtomicBool,
    ) -> Result<Option<u64>, Interrupted> {
        let _ = (player, interrupt);
        Ok(None)
    }

    /// Starts the programs that take part, for the game of this spec.
    fn start_programs(
        &self,
        game: &str,
        players: &Players<Self::Position>,
        openings: &PlannedOpenings<Self::Position>,
    ) -> Result<(), NotStarted> {
        let _ = openings;
        let game = BotGame::new(game.to_owned(), self.standard());
        for (place, player) in players.iter().enumerate() {
            if let Some(bot) = player.bot() {
                bot.start(&game).map_err(|error| NotStarted { program: Program::Player(place), error })?;
            }
        }
        Ok(())
    }

    /// What other programs know the game as.
    fn standard(&self) -> Option<StandardGame> {
        None
    }

    /// The program that knows the rules, if it is not this one.
    fn referee(&self) -> Option<&BotPool> {
        None
    }

    /// What to know before the first game.
    fn notes(&self, players: &Players<Self::Position>, openings: &Openings<Self::Position>) -> Vec<String> {
        let _ = openings;
        notes_on_bots(players)
    }
}

/// What to know of bots: that one speaks something else than it was taken to, may search forever, or has no such option.
pub(crate) fn notes_on_bots<P: Playable>(players: &Players<P>) -> Vec<String> {
    let found = |bot: &BotPool| {
        let (protocol, player) = (bot.found_protocol()?, &bot.settings().player);
        let (title, name) = (protocol.title(), protocol.name());
        Some(format!("{player} speaks {title}: protocol={name} says so, and starts it once instead of twice"))
    };
    let unlimited = |bot: &BotPool| {
        let settings = bot.settings();
        let is_uci = settings.protocol.or(bot.found_protocol()) == Some(ProtocolName::Uci);
        let advice = "without one, engines for UCI search until they lose on time";
        (is_uci && settings.is_unlimited())
            .then(|| format!("{} needs a limit, such as nodes=10k or time=100ms: {advice}", settings.player))
    };
    let undeclared = |bot: &BotPool| {
        let (player, option) = (&bot.settings().player, bot.undeclared_option()?);
        Some(format!("option.{option} is set, but {player} declares no such option"))
    };
    let bots = players.iter().filter_map(|player| player.bot());
    bots.flat_map(|bot| [found(bot), unlimited(bot), undeclared(bot)]).flatten().collect()
}

/// The games of a plan. Its openings are [planned](PlannedOpenings) first, then found.
pub(crate) struct Games<R: Rules, O = Openings<<R as Rules>::Position>> {
    pub(crate) rules: R,
    /// The players of the plan. Each thread makes fresh ones of the same kind.
    pub(crate) players: Vec<Box<dyn Strategy<R::Position>>>,
    pub(crate) openings: O,
    pub(crate) seed: u64,
    pub(crate) limits: GameLimits,
}

/// Openings that may still have to be found, which may take a while.
pub(crate) struct PlannedOpenings<P> {
    pub(crate) loaded: LoadedOpenings,
    /// The openings, if they are known.
    pub(crate) listed: Option<Openings<P>>,
}

/// Builds the players, and reads the openings if they come from a file.
pub(crate) fn resolve<R: Rules>(
    rules: R,
    players: &[StrategySpec],
    openings: &LoadedOpenings,
    seed: u64,
    limits: GameLimits,
) -> Result<Box<dyn ResolvedGames>, ResolveError> {
    let build = |(player, spec): (usize, &StrategySpec)| {
        rules.build(spec).map_err(|error| ResolveError::Player { player, error })
    };
    let players = players.iter().enumerate().map(build).collect::<Result<_, _>>()?;
    let listed = rules.list_openings(openings).map_err(ResolveError::Openings)?;
    let openings = PlannedOpenings { loaded: openings.clone(), listed };
    let limits = GameLimits { max_plies: limits.max_plies.or(R::MAX_PLIES), ..limits };
    Ok(Box::new(Games { rules, players, openings, seed, limits }))
}

impl<R: Rules> ResolvedGames for Games<R, PlannedOpenings<R::Position>> {
    fn openings_digest(&self) -> Option<u64> {
        self.openings.listed.as_ref().and_then(Openings::digest)
    }

    fn is_reproducible(&self) -> bool {
        self.players.iter().all(|player| player.is_reproducible())
    }

    fn is_timed(&self) -> bool {
        self.players.iter().any(|player| player.is_timed())
    }

    fn fingerprint(
        &self,
        player: usize,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted> {
        self.rules.fingerprint(self.players[player].as_ref(), extent, interrupt)
    }

    fn player_digests(&self) -> Vec<Option<u64>> {
        self.players.iter().map(|player| player.bot().map(BotPool::digest)).collect()
    }

    fn referee_digest(&self) -> Option<u64> {
        self.rules.referee().map(BotPool::digest)
    }

    fn start_programs(&self, game: &str) -> Result<(), NotStarted> {
        self.rules.start_programs(game, &self.players, &self.openings)
    }

    fn prepare(
        self: Box<Self>,
        pairs: u64,
        interrupt: &AtomicBool,
    ) -> Result<Box<dyn GameSource>, OpeningsError> {
        let Games { rules, players, openings, seed, limits } = *self;
        let openings = rules.find_openings(openings, pairs, seed, interrupt)?;
        Ok(Box::new(Games { rules, players, openings, seed, limits }))
    }
}

impl<R: Rules> GameSource for Games<R> {
    fn is_instant(&self) -> bool {
        self.players.iter().all(|player| player.is_instant())
    }

    fn has_bots(&self) -> bool {
        self.players.iter().any(|player| player.bot().is_some())
    }

    fn notes(&self) -> Vec<String> {
        self.rules.notes(&self.players, &self.openings)
    }

    fn log_to(&self, folder: &Path) {
        let bots = self.players.iter().filter_map(|player| player.bot());
        let programs: Vec<&BotPool> = self.rules.referee().into_iter().chain(bots).collect();
        let names = log_names(programs.iter().map(|program| program.settings().player.as_str()));
        for (program, name) in programs.into_iter().zip(names) {
            program.log_to(folder.join(name));
        }
    }

    fn openings_may_repeat(&self, pairs: u64) -> bool {
        self.openings.may_repeat(pairs)
    }

    fn opening_plies(&self) -> Option<u32> {
        self.openings.plies()
    }

    fn distinct_openings(&self) -> Option<u64> {
        self.openings.distinct(u64::MAX)
    }

    fn fingerprint(
        &self,
        player: usize,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted> {
        self.rules.fingerprint(self.players[player].as_ref(), extent, interrupt)
    }

    fn choices_of_bot(&self, player: usize, interrupt: &AtomicBool) -> Result<Option<u64>, Interrupted> {
        self.rules.choices_of_bot(self.players[player].as_ref(), interrupt)
    }

    fn replace_player(&mut self, player: usize, spec: &StrategySpec) -> Result<(), TextError> {
        let strategy = self.rules.build(spec)?;
        if let (Some(new), Some(old)) = (strategy.bot(), self.players[player].bot()) {
            new.succeed(old);
        }
        self.players[player] = strategy;
        Ok(())
    }

    fn is_game(&self, fixture: &Fixture, game: &FinishedGame<&str>) -> bool {
        let opening = self.rules.opening(&self.openings, fixture.opening);
        let mut text = String::new();
        self.openings.write_text(&opening, &mut text);
        game.opening == Some(text.as_str()) && self.rules.replays(&opening, game)
    }

    fn worker<'a>(&'a self, measured: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a> {
        Box::new(Worker {
            source: self,
            measured,
            interrupt,
            arbiter: self.rules.arbiter(interrupt),
            strategies: self.players.iter().map(|_| None).collect(),
            rngs: [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(self.seed, purpose, 0)),
            opening: None,
            opening_text: String::new(),
            moves_text: Vec::new(),
            measurements: Vec::new(),
            forfeit: None,
        })
    }
}

/// One thread's players, and the memory for the game that they play.
struct Worker<'a, R: Rules> {
    source: &'a Games<R>,
    measured: Measured,
    interrupt: &'a AtomicBool,
    arbiter: R::Arbiter<'a>,
    /// The players that have played so far.
    strategies: Vec<Option<Box<dyn Strategy<R::Position>>>>,
    /// The random numbers of the first and the second side.
    rngs: [Rng; 2],
    /// The opening of the pair played last, by its number.
    opening: Option<(u64, R::Position)>,
    opening_text: String,
    moves_text: Vec<u8>,
    measurements: Vec<Measurement>,
    forfeit: Option<Box<Forfeit>>,
}

impl<R: Rules> GameWorker for Worker<'_, R> {
    fn play<'a>(&'a mut self, fixture: &Fixture, names: [&'a str; 2]) -> Result<GameRecord<'a>, Unplayed> {
        let opening = self.opening(fixture.opening);
        let mut played = self.duel(fixture, &opening).map_err(|why| match why {
            Unplayed::Failed(how) => Unplayed::Failed(format!("game {}: {how}", fixture.game + 1)),
            Unplayed::Interrupted => Unplayed::Interrupted,
        })?;
        if played.reason == Reason::Crash {
            self.strategies.fill_with(|| None);
        }
        self.forfeit = played.forfeit.take();
        self.moves_text.clear();
        self.arbiter.write_moves(&mut self.moves_text);
        let moves = (str::from_utf8(&self.moves_text).unwrap_or_default(), self.arbiter.plies());
        Ok(GameRecord {
            fixture: *fixture,
            game: FinishedGame::new(fixture, names, &self.opening_text, moves, &played),
            measurements: &self.measurements,
            forfeit: self.forfeit.as_deref(),
            attributes: &[],
            rows: Rows::default(),
        })
    }
}

impl<R: Rules> Worker<'_, R> {
    fn duel(&mut self, fixture: &Fixture, opening: &R::Position) -> Result<Played, Unplayed> {
        let source = self.source;
        let sampled = self.measured == Measured::All || fixture.opening.is_multiple_of(MEASURED_PAIRS);
        let purposes = Purpose::of_players(fixture.a_is_first);
        let sides = fixture.sides();
        for player in sides {
            self.strategies[player].get_or_insert_with(|| source.players[player].fresh());
        }
        let Ok([Some(first), Some(second)]) = self.strategies.get_disjoint_mut(sides) else {
            unreachable!("two players of the plan")
        };
        let [rng_first, rng_second] = &mut self.rngs;
        rng_first.restart(purposes[0], fixture.pair);
        rng_second.restart(purposes[1], fixture.pair);
        let measured = |strategy: &dyn Strategy<R::Position>| sampled || !strategy.is_instant();
        let (first, second) = (first.as_mut(), second.as_mut());
        let mut contestants = [
            Contestant { measured: measured(first), strategy: first, rng: rng_first },
            Contestant { measured: measured(second), strategy: second, rng: rng_second },
        ];
        let options = DuelOptions { limits: source.limits, interrupt: self.interrupt };
        duel::play(&mut self.arbiter, opening, &mut contestants, options, &mut self.measurements)
    }

    /// The opening with this number, whose text is kept. The two games of a pair usually follow each other.
    fn opening(&mut self, number: u64) -> R::Position {
        match &self.opening {
            Some((last, opening)) if *last == number => opening.clone(),
            _ => {
                let Games { rules, openings, .. } = self.source;
                let opening = rules.opening(openings, number);
                self.opening_text.clear();
                openings.write_text(&opening, &mut self.opening_text);
                self.opening = Some((number, opening.clone()));
                opening
            }
        }
    }
}
