//! The games of a plan that another program plays as a whole.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::result::MatchResult;
use super::spec::{MATCH, MatchSpec};
use super::template;
use crate::games::{Outcome, Side};
use crate::play::duel::{Forfeit, Reason};
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::host::ResolveError;
use crate::play::openings::{LoadedOpenings, OpeningsError, OpeningsSpec};
use crate::play::plan::Plan;
use crate::play::runner::{
    GameRecord, GameSource, GameWorker, Interrupted, Measured, NotStarted, Program, ResolvedGames, Rows,
    Unplayed,
};
use crate::play::schedule::Fixture;
use crate::players::bots::command::BotCommand;
use crate::players::bots::{OneShot, StartError, Unfinished};
use crate::players::strategies::StrategySpec;
use crate::rng::match_seed;
use crate::text::TextError;

/// The games of a plan.
struct MatchGames {
    spec: MatchSpec,
    program: OneShot,
    players: Vec<MatchPlayer>,
    seed: u64,
    /// How a repetition of the first game differed, if it did.
    difference: OnceLock<Option<String>>,
}

/// A player, which the match starts.
struct MatchPlayer {
    command: BotCommand,
    /// The command as one text.
    typed: String,
    digest: u64,
}

impl MatchPlayer {
    fn build(spec: &StrategySpec) -> Result<MatchPlayer, TextError> {
        let Some(settings) = spec.bot() else {
            let problem =
                format!("{} cannot play this game: the match starts its players itself", spec.kind());
            return Err(spec.error(problem, "players of a match: game are commands, for example ./mybot"));
        };
        if spec.name() == MATCH {
            let problem =
                format!("a player cannot be called '{MATCH}': that is the program that plays the games");
            return Err(spec.error(problem, format!("give it another name: bot={spec}")));
        }
        if let Some(key) = spec.first_key() {
            let problem = format!("{key}= has no effect here: the match starts its players itself");
            return Err(spec.error(problem, "remove the key; limits are those of the match"));
        }
        let command = settings?.command;
        if command.folder().is_some() {
            let problem =
                "the match starts its players itself, in the current folder: there is no other version";
            return Err(spec.error(problem, "build both versions and name them: --a ./new --b ./old"));
        }
        let digest = command.digest();
        Ok(MatchPlayer { typed: shell_words::join(command.words()), command, digest })
    }
}

/// Checks the players and the openings of a plan.
pub(crate) fn resolve(
    spec: &MatchSpec,
    plan: &Plan,
    openings: &LoadedOpenings,
) -> Result<Box<dyn ResolvedGames>, ResolveError> {
    let build = |(player, spec): (usize, &StrategySpec)| {
        MatchPlayer::build(spec).map_err(|error| ResolveError::Player { player, error })
    };
    let players = plan.players.iter().enumerate().map(build).collect::<Result<_, _>>()?;
    if *openings.spec() != OpeningsSpec::Start {
        let problem = "a match has no openings: its seed decides where a game starts";
        let error = TextError::whole(&openings.spec().to_string(), problem, "remove --openings");
        return Err(ResolveError::Openings(error));
    }
    Ok(Box::new(MatchGames {
        program: OneShot::new(spec.settings().clone()),
        spec: spec.clone(),
        players,
        seed: plan.seed,
        difference: OnceLock::new(),
    }))
}

impl MatchGames {
    /// The seed of an opening, counted from 0.
    fn seed_of(&self, opening: u64) -> u32 {
        match_seed(self.seed, opening)
    }

    /// Plays a game; an error is why it has no result.
    fn play(&self, seed: u32, sides: [usize; 2]) -> Result<MatchResult, Unfinished> {
        let players = sides.map(|player| self.players[player].typed.as_str());
        let words = template::filled(self.spec.settings().command.words(), seed, players);
        let output = self.program.run(words, &self.spec.to_string(), self.spec.timeout())?;
        MatchResult::read(&output).map_err(Unfinished::Failed)
    }

    /// Plays the first game twice, to see whether matches work and can be repeated.
    fn start(&self) -> Result<(), StartError> {
        self.program.check()?;
        let play = || {
            self.play(self.seed_of(0), [0, 1]).map_err(|why| match why {
                Unfinished::Interrupted => StartError::new("interrupted", ""),
                Unfinished::Failed(how) => StartError {
                    problem: format!("the first game has no result: {how}"),
                    last_words: self.program.last_words(5),
                    advice: self.advice(),
                },
            })
        };
        let [first, again] = [play()?, play()?];
        let _ = self.difference.set(first.difference(&again));
        Ok(())
    }

    /// How to try the first game by hand.
    fn advice(&self) -> String {
        let [first, second] = [0, 1].map(|player| self.players[player].typed.as_str());
        let words = self.spec.settings().command.words();
        let command = shell_words::join(template::filled(words, self.seed_of(0), [first, second]));
        format!("try it by hand: {command}")
    }

    fn fingerprint_of(&self, player: usize) -> Fingerprint {
        Fingerprint::Choices { positions: 0, digest: self.players[player].digest }
    }

    fn difference(&self) -> Option<&str> {
        self.difference.get()?.as_deref()
    }
}

impl ResolvedGames for MatchGames {
    fn openings_digest(&self) -> Option<u64> {
        None
    }

    /// Once it is started.
    fn is_reproducible(&self) -> bool {
        self.difference().is_none()
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn fingerprint(&self, player: usize, _: Extent, _: &AtomicBool) -> Result<Fingerprint, Interrupted> {
        Ok(self.fingerprint_of(player))
    }

    fn player_digests(&self) -> Vec<Option<u64>> {
        self.players.iter().map(|player| Some(player.digest)).collect()
    }

    fn referee_digest(&self) -> Option<u64> {
        Some(self.program.digest())
    }

    fn start_programs(&self, _: &str) -> Result<(), NotStarted> {
        for (place, player) in self.players.iter().enumerate() {
            player.command.check().map_err(|error| NotStarted { program: Program::Player(place), error })?;
        }
        self.start().map_err(|error| NotStarted { program: Program::Referee, error })
    }

    fn prepare(self: Box<Self>, _: u64, _: &AtomicBool) -> Result<Box<dyn GameSource>, OpeningsError> {
        Ok(self)
    }
}

impl GameSource for MatchGames {
    fn worker<'a>(&'a self, _: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a> {
        Box::new(MatchWorker {
            games: self,
            interrupt,
            opening: String::new(),
            result: MatchResult::failed(""),
            forfeit: None,
        })
    }

    /// A match cannot be replayed: a digest says that the row is as it was written, and here is checked that it could have
    /// been.
    fn is_game(&self, fixture: &Fixture, game: &FinishedGame<&str>) -> bool {
        let is_draw = game.outcome == Outcome::Draw;
        let is_possible = match game.reason {
            Reason::Normal => true,
            Reason::Crash => !is_draw,
            Reason::Failed => is_draw,
            Reason::Illegal | Reason::Timeout | Reason::MaxPlies | Reason::Dispute | Reason::Adjudicated => {
                false
            }
        };
        let seed = self.seed_of(fixture.opening).to_string();
        is_possible && game.opening == Some(seed.as_str()) && (game.moves, game.plies) == (Some(""), None)
    }

    fn openings_may_repeat(&self, _: u64) -> bool {
        false
    }

    fn opening_plies(&self) -> Option<u32> {
        None
    }

    fn distinct_openings(&self) -> Option<u64> {
        None
    }

    fn is_instant(&self) -> bool {
        false
    }

    fn has_bots(&self) -> bool {
        true
    }

    fn choices_of_bot(&self, _: usize, _: &AtomicBool) -> Result<Option<u64>, Interrupted> {
        Ok(None)
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(difference) = self.difference() {
            notes.push(format!(
                "the first game, played again with the same seed, came out differently ({difference}): the run is not \
                 reproducible"
            ));
        }
        if !template::has_seed(self.spec.settings().command.words()) {
            notes.push(
                "the command of the match has no {SEED}: the two games of a pair share no chance, and games may be copies \
                 of others"
                    .to_owned(),
            );
        }
        notes
    }

    fn log_to(&self, folder: &Path) {
        self.program.log_to(folder.join(format!("{MATCH}.log")));
    }

    fn fingerprint(&self, player: usize, _: Extent, _: &AtomicBool) -> Result<Fingerprint, Interrupted> {
        Ok(self.fingerprint_of(player))
    }

    fn replace_player(&mut self, player: usize, spec: &StrategySpec) -> Result<(), TextError> {
        self.players[player] = MatchPlayer::build(spec)?;
        Ok(())
    }
}

/// One thread that starts matches, and the game that it played last.
struct MatchWorker<'a> {
    games: &'a MatchGames,
    interrupt: &'a AtomicBool,
    opening: String,
    result: MatchResult,
    forfeit: Option<Forfeit>,
}

impl GameWorker for MatchWorker<'_> {
    fn play<'a>(&'a mut self, fixture: &Fixture, names: [&'a str; 2]) -> Result<GameRecord<'a>, Unplayed> {
        let seed = self.games.seed_of(fixture.opening);
        self.opening = seed.to_string();
        self.result = match self.games.play(seed, fixture.sides()) {
            Ok(result) => result,
            Err(Unfinished::Interrupted) => return Err(Unplayed::Interrupted),
            // What Ctrl-C did to a match is not its fault.
            Err(Unfinished::Failed(_)) if self.interrupt.load(Ordering::Relaxed) => {
                return Err(Unplayed::Interrupted);
            }
            Err(Unfinished::Failed(how)) => MatchResult::failed(&how),
        };
        let MatchResult { outcome, reason, points, fault, attributes } = &self.result;
        let side = if *outcome == Outcome::Win(Side::First) { Side::Second } else { Side::First };
        self.forfeit = fault.as_ref().map(|said| Forfeit { side, ply: 0, said: said.clone(), place: None });
        Ok(GameRecord {
            fixture: *fixture,
            game: FinishedGame {
                number: fixture.game + 1,
                pair: Some(fixture.pair + 1),
                opening: Some(&self.opening),
                players: names,
                outcome: *outcome,
                reason: *reason,
                points: points.map(Some),
                plies: None,
                moves: Some(""),
            },
            measurements: &[],
            forfeit: self.forfeit.as_ref(),
            attributes,
            rows: Rows::default(),
        })
    }
}
