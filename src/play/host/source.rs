//! The games of a plan, played by built-in rules.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::ResolveError;
use crate::games::{Game, moves};
use crate::play::duel::{self, Contestant, DuelOptions, Forfeit, Played, Reason, Transcript};
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::openings::{LoadedOpenings, Openings, OpeningsError};
use crate::play::runner::{
    GameRecord, GameSource, GameWorker, Interrupted, Measured, NotStarted, Program, RecordedGame,
    ResolvedGames, Rows, Unplayed,
};
use crate::play::schedule::Fixture;
use crate::players::bots::BotPool;
use crate::players::strategies::{Strategy, StrategySpec};
use crate::rng::{Purpose, Rng};
use crate::text::TextError;

/// The parts of a plan that determine how its games are played.
#[derive(Debug, Clone, Copy)]
pub struct GamePlan<'a> {
    /// The players.
    pub players: &'a [StrategySpec],
    /// The openings.
    pub openings: &'a LoadedOpenings,
    /// The random seed.
    pub seed: u64,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
}

/// Players that choose at once are measured in one of this many of their pairs: reading the clock costs as much as
/// their moves do.
const MEASURED_PAIRS: u64 = 32;

/// Builds the players, and reads the openings if they come from a file.
pub(super) fn resolve<G: Game>(start: G, plan: GamePlan<'_>) -> Result<Box<dyn ResolvedGames>, ResolveError> {
    let build = |(player, spec): (usize, &StrategySpec)| {
        spec.build().map_err(|error| ResolveError::Player { player, error })
    };
    let players = plan.players.iter().enumerate().map(build).collect::<Result<_, _>>()?;
    let GamePlan { seed, max_plies, .. } = plan;
    let listed = plan.openings.listed(start).map_err(ResolveError::Openings)?;
    let openings = match listed {
        Some(listed) => PlannedOpenings::Listed(listed),
        None => PlannedOpenings::ToList(plan.openings.clone()),
    };
    Ok(Box::new(Resolved { start, players, seed, max_plies, openings }))
}

struct Resolved<G> {
    start: G,
    players: Vec<Box<dyn Strategy<G>>>,
    seed: u64,
    max_plies: Option<u32>,
    openings: PlannedOpenings<G>,
}

enum PlannedOpenings<G> {
    /// Already read from a file.
    Listed(Openings<G>),
    /// Still to be found, which may take a while.
    ToList(LoadedOpenings),
}

impl<G: Game> ResolvedGames for Resolved<G> {
    fn openings_digest(&self) -> Option<u64> {
        match &self.openings {
            PlannedOpenings::Listed(openings) => openings.digest(),
            PlannedOpenings::ToList(_) => None,
        }
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
        Fingerprint::of(&self.start, self.players[player].as_ref(), extent, interrupt)
    }

    fn player_digests(&self) -> Vec<Option<u64>> {
        self.players.iter().map(|player| player.bot().map(BotPool::digest)).collect()
    }

    fn start_programs(&self, game: &str) -> Result<(), NotStarted> {
        for (place, player) in self.players.iter().enumerate() {
            if let Some(bot) = player.bot() {
                bot.start(game).map_err(|error| NotStarted { program: Program::Player(place), error })?;
            }
        }
        Ok(())
    }

    fn prepare(
        self: Box<Self>,
        pairs: u64,
        interrupt: &AtomicBool,
    ) -> Result<Box<dyn GameSource>, OpeningsError> {
        let openings = match self.openings {
            PlannedOpenings::Listed(openings) => openings,
            PlannedOpenings::ToList(source) => source.prepare(self.start, pairs, self.seed, interrupt)?,
        };
        Ok(Box::new(TypedGames {
            openings,
            players: self.players,
            seed: self.seed,
            max_plies: self.max_plies,
        }))
    }
}

/// The games between strategies for one board type, ready to be played.
pub struct TypedGames<G> {
    /// Their openings.
    pub openings: Openings<G>,
    /// The players of the plan. Each thread makes fresh ones of the same kind.
    pub players: Vec<Box<dyn Strategy<G>>>,
    /// The random seed.
    pub seed: u64,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
}

impl<G: Game> GameSource for TypedGames<G> {
    fn is_instant(&self) -> bool {
        self.players.iter().all(|player| player.is_instant())
    }

    fn has_bots(&self) -> bool {
        self.players.iter().any(|player| player.bot().is_some())
    }

    fn log_to(&self, folder: &Path) {
        for bot in self.players.iter().filter_map(|player| player.bot()) {
            bot.log_to(folder);
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
        Fingerprint::of(self.openings.start(), self.players[player].as_ref(), extent, interrupt)
    }

    fn replace_player(&mut self, player: usize, spec: &StrategySpec) -> Result<(), TextError> {
        let strategy: Box<dyn Strategy<G>> = spec.build()?;
        if let (Some(new), Some(old)) = (strategy.bot(), self.players[player].bot()) {
            new.succeed(old);
        }
        self.players[player] = strategy;
        Ok(())
    }

    fn is_game(&self, fixture: &Fixture, recorded: &RecordedGame<'_>) -> bool {
        let opening = self.openings.take(fixture.opening);
        let mut text = String::new();
        self.openings.write_text(&opening, &mut text);
        text == recorded.opening && duel::replays(&opening, recorded)
    }

    fn worker<'a>(&'a self, measured: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a> {
        let strategies = self.players.iter().map(|_| None).collect();
        Box::new(TypedWorker {
            source: self,
            measured,
            interrupt,
            strategies,
            rngs: [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(self.seed, purpose, 0)),
            opening: None,
            opening_text: String::new(),
            transcript: Transcript::default(),
            moves_text: Vec::new(),
            forfeit: None,
        })
    }
}

/// One thread's players, and the memory for the game that they play.
struct TypedWorker<'a, G> {
    source: &'a TypedGames<G>,
    measured: Measured,
    interrupt: &'a AtomicBool,
    /// The players that have played so far.
    strategies: Vec<Option<Box<dyn Strategy<G>>>>,
    /// The random numbers of the first and the second side.
    rngs: [Rng; 2],
    /// The opening of the pair played last, by its number.
    opening: Option<(u64, G)>,
    opening_text: String,
    transcript: Transcript,
    moves_text: Vec<u8>,
    forfeit: Option<Box<Forfeit>>,
}

impl<G: Game> GameWorker for TypedWorker<'_, G> {
    fn play(&mut self, fixture: &Fixture) -> Result<GameRecord<'_>, Unplayed> {
        let opening = self.opening(fixture.opening);
        let Played { outcome, reason, points, forfeit } = self.duel(fixture, &opening)?;
        if reason == Reason::Crash {
            self.strategies.fill_with(|| None);
        }
        self.forfeit = forfeit;
        self.moves_text.clear();
        moves::write_list(&self.transcript.moves, &mut self.moves_text);
        Ok(GameRecord {
            fixture: *fixture,
            opening: &self.opening_text,
            outcome,
            reason,
            points,
            plies: self.transcript.moves.len() as u32,
            // Digits and spaces.
            moves: str::from_utf8(&self.moves_text).unwrap_or_default(),
            measurements: &self.transcript.measurements,
            forfeit: self.forfeit.as_deref(),
            rows: Rows::default(),
        })
    }
}

impl<G: Game> TypedWorker<'_, G> {
    /// Plays a game into the transcript.
    fn duel(&mut self, fixture: &Fixture, opening: &G) -> Result<Played, Interrupted> {
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
        let measured = |strategy: &dyn Strategy<G>| sampled || !strategy.is_instant();
        let (first, second) = (first.as_mut(), second.as_mut());
        let mut contestants = [
            Contestant { measured: measured(first), strategy: first, rng: rng_first },
            Contestant { measured: measured(second), strategy: second, rng: rng_second },
        ];
        let options = DuelOptions { max_plies: source.max_plies, interrupt: self.interrupt };
        duel::play(opening, &mut contestants, options, &mut self.transcript)
    }

    /// The opening with this number, whose text is kept. The two games of a pair usually follow each other.
    fn opening(&mut self, number: u64) -> G {
        match self.opening {
            Some((last, opening)) if last == number => opening,
            _ => {
                let openings = &self.source.openings;
                let opening = openings.take(number);
                self.opening_text.clear();
                openings.write_text(&opening, &mut self.opening_text);
                self.opening = Some((number, opening));
                opening
            }
        }
    }
}
