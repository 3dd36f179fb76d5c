//! The games of a plan between bots, under a referee.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::arbiter::{Arbiter, Referee};
use super::game::{Contestant, Game, Transcript, points};
use super::openings::Openings;
use super::spec::{REFEREE, RefereeSpec, Referees};
use crate::games::Outcome;
use crate::play::duel::{Forfeit, Played, Reason};
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::host::{GamePlan, ResolveError};
use crate::play::openings::OpeningsError;
use crate::play::runner::{
    GameRecord, GameSource, GameWorker, Interrupted, Measured, NotStarted, Program, RecordedGame,
    ResolvedGames, Rows, Unplayed,
};
use crate::play::schedule::Fixture;
use crate::players::bots::{Bot, BotPlayer, BotPool, StartError};
use crate::players::strategies::StrategySpec;
use crate::rng::{Purpose, Rng};
use crate::text::TextError;

/// The most plies of a game without `--max-plies`: nobody knows whether a game that arena has no rules for ends.
const MOST_PLIES: u32 = 5000;

/// Checks the players, who must be bots, and reads the openings.
pub(crate) fn resolve(
    spec: &RefereeSpec,
    plan: GamePlan<'_>,
) -> Result<Box<dyn ResolvedGames>, ResolveError> {
    let player = |(player, spec): (usize, &StrategySpec)| {
        let pool = bot(spec).map_err(|error| ResolveError::Player { player, error })?;
        Ok(Player { name: spec.name().to_owned(), pool: Arc::new(pool), answers: OnceLock::new() })
    };
    Ok(Box::new(RefereedGames {
        referee: Referee::new(spec.clone()),
        referees: spec.referees(),
        players: plan.players.iter().enumerate().map(player).collect::<Result<_, _>>()?,
        openings: Openings::of(plan.openings).map_err(ResolveError::Openings)?,
        seed: plan.seed,
        max_plies: plan.max_plies.unwrap_or(MOST_PLIES),
    }))
}

/// The processes of a player.
fn bot(spec: &StrategySpec) -> Result<BotPool, TextError> {
    let Some(settings) = spec.bot() else {
        let problem = format!("{} cannot play this game: arena has no rules for it", spec.kind());
        let advice = "players of a ugi: game are programs that know its rules, for example ./mybot";
        return Err(spec.error(problem, advice));
    };
    if spec.name() == REFEREE {
        let problem =
            format!("a player cannot be called '{REFEREE}': that is the program that knows the rules");
        return Err(spec.error(problem, format!("give it another name: bot={spec}")));
    }
    settings.map(BotPool::new)
}

/// The games of a plan, before and after their programs are started.
struct RefereedGames {
    referee: Referee,
    referees: Referees,
    players: Vec<Player>,
    openings: Openings,
    seed: u64,
    max_plies: u32,
}

struct Player {
    name: String,
    pool: Arc<BotPool>,
    /// Whether it answers queries, once that is known.
    answers: OnceLock<bool>,
}

impl Player {
    fn answers(&self) -> bool {
        self.answers.get().copied().unwrap_or(false)
    }

    /// Starts the first process, and finds out whether it answers queries.
    fn start(&self, game: &str, position: &str, referees: Referees) -> Result<(), StartError> {
        self.pool.start(game)?;
        let answers = referees != Referees::One && self.asks(position)?;
        if referees == Referees::Both && !answers {
            let problem = format!("{} does not answer queries", self.name);
            let advice = "use --referees one, or teach it query gameover, query p1turn and query result";
            return Err(StartError::new(problem, advice));
        }
        let _ = self.answers.set(answers);
        Ok(())
    }

    fn asks(&self, position: &str) -> Result<bool, StartError> {
        let settings = self.pool.settings();
        let mut bot = self.pool.take()?;
        // Queries are asked during a game.
        let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
        let is_ready = bot.new_game(settings, &mut rng).is_ok();
        match is_ready.then(|| bot.inquire(&position, settings.startup)) {
            Some(Ok(inquiry)) => {
                self.pool.give_back(bot);
                Ok(inquiry.is_complete())
            }
            // It cannot be asked. A game starts another process.
            _ => self.restart(bot).map(|()| false),
        }
    }

    fn restart(&self, broken: Bot) -> Result<(), StartError> {
        drop(broken);
        let bot = self.pool.take()?;
        self.pool.give_back(bot);
        Ok(())
    }
}

impl ResolvedGames for RefereedGames {
    fn openings_digest(&self) -> Option<u64> {
        self.openings.digest()
    }

    fn is_reproducible(&self) -> bool {
        self.players.iter().all(|player| player.pool.settings().is_reproducible())
    }

    fn is_timed(&self) -> bool {
        self.players.iter().any(|player| player.pool.settings().is_timed())
    }

    fn fingerprint(&self, player: usize, _: Extent, _: &AtomicBool) -> Result<Fingerprint, Interrupted> {
        Ok(Fingerprint::of_bot(&self.players[player].pool))
    }

    fn player_digests(&self) -> Vec<Option<u64>> {
        self.players.iter().map(|player| Some(player.pool.digest())).collect()
    }

    fn referee_digest(&self) -> Option<u64> {
        Some(self.referee.pool().digest())
    }

    fn start_programs(&self, game: &str) -> Result<(), NotStarted> {
        let position = &self.openings.take(0).position;
        let failed = |program| move |error| NotStarted { program, error };
        self.referee.start(game, position).map_err(failed(Program::Referee))?;
        for (place, player) in self.players.iter().enumerate() {
            player.start(game, position, self.referees).map_err(failed(Program::Player(place)))?;
        }
        Ok(())
    }

    fn prepare(self: Box<Self>, _: u64, _: &AtomicBool) -> Result<Box<dyn GameSource>, OpeningsError> {
        self.check_openings()?;
        Ok(self)
    }
}

impl RefereedGames {
    /// Asks the referee about every opening.
    fn check_openings(&self) -> Result<(), OpeningsError> {
        let mut arbiter = Arbiter::new(&self.referee);
        for opening in self.openings.list() {
            let wrong = |problem: &str, advice: &str| {
                Err(OpeningsError::Wrong(self.openings.error(opening, problem, advice)))
            };
            match arbiter.judge(&opening.position) {
                Ok(Ok(standing)) if standing.outcome.is_none() => {}
                Ok(Ok(_)) => {
                    return wrong("the game is over in this position", "choose openings with moves to play");
                }
                Ok(Err(objection)) => {
                    let problem = format!("the referee does not accept this position: {objection}");
                    return wrong(&problem, "give a position of this game");
                }
                Err(Unplayed::Interrupted) => return Err(OpeningsError::Interrupted),
                Err(Unplayed::Failed(how)) => return wrong(&how, "check the referee, or this position"),
            }
        }
        Ok(())
    }
}

impl GameSource for RefereedGames {
    fn worker<'a>(&'a self, _: Measured, interrupt: &'a AtomicBool) -> Box<dyn GameWorker + 'a> {
        Box::new(Worker {
            source: self,
            interrupt,
            arbiter: Arbiter::new(&self.referee),
            players: self.players.iter().map(|player| BotPlayer::new(player.pool.clone())).collect(),
            rngs: [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(self.seed, purpose, 0)),
            transcript: Transcript::default(),
            forfeit: None,
        })
    }

    /// There are no rules to replay it by: a digest says that its row is as it was written, and here is checked that it could
    /// have been.
    fn is_game(&self, fixture: &Fixture, recorded: &RecordedGame<'_>) -> bool {
        let words = recorded.moves.split(' ').filter(|word| !word.is_empty());
        let is_draw = recorded.outcome == Outcome::Draw;
        let is_possible = match recorded.reason {
            Reason::Normal => true,
            Reason::MaxPlies | Reason::Dispute => is_draw,
            Reason::Illegal | Reason::Timeout | Reason::Crash => !is_draw,
        };
        is_possible
            && recorded.opening == self.openings.take(fixture.opening).text
            && recorded.points == points(recorded.outcome)
            && words.count() == recorded.plies as usize
    }

    fn openings_may_repeat(&self, pairs: u64) -> bool {
        self.openings.may_repeat(pairs)
    }

    fn opening_plies(&self) -> Option<u32> {
        self.openings.are_the_start().then_some(0)
    }

    fn distinct_openings(&self) -> Option<u64> {
        Some(self.openings.distinct())
    }

    fn is_instant(&self) -> bool {
        false
    }

    fn has_bots(&self) -> bool {
        true
    }

    fn log_to(&self, folder: &Path) {
        self.referee.pool().log_to(folder);
        for player in &self.players {
            player.pool.log_to(folder);
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.openings.are_the_start() {
            notes.push(
                "all games begin at the start, where deterministic bots repeat themselves; give them openings with \
                 --openings file:PATH"
                    .to_owned(),
            );
        }
        if self.referees == Referees::Answering {
            let silent = self.players.iter().filter(|player| !player.answers());
            let names: Vec<&str> = silent.map(|player| player.name.as_str()).collect();
            if !names.is_empty() {
                notes.push(format!(
                    "no answer to queries from {}: the referee alone judges the moves of its opponents",
                    names.join(", ")
                ));
            }
        }
        notes
    }

    fn fingerprint(&self, player: usize, _: Extent, _: &AtomicBool) -> Result<Fingerprint, Interrupted> {
        Ok(Fingerprint::of_bot(&self.players[player].pool))
    }

    fn replace_player(&mut self, player: usize, spec: &StrategySpec) -> Result<(), TextError> {
        let pool = bot(spec)?;
        let old = &self.players[player];
        pool.succeed(&old.pool);
        let (name, answers) = (spec.name().to_owned(), old.answers.clone());
        self.players[player] = Player { name, pool: Arc::new(pool), answers };
        Ok(())
    }
}

/// One thread's programs, and the memory for the game that they play.
struct Worker<'a> {
    source: &'a RefereedGames,
    interrupt: &'a AtomicBool,
    arbiter: Arbiter<'a>,
    players: Vec<BotPlayer>,
    /// The random numbers of the first and the second side.
    rngs: [Rng; 2],
    transcript: Transcript,
    forfeit: Option<Box<Forfeit>>,
}

impl GameWorker for Worker<'_> {
    fn play(&mut self, fixture: &Fixture) -> Result<GameRecord<'_>, Unplayed> {
        let opening = self.source.openings.take(fixture.opening);
        let Played { outcome, reason, points, forfeit } = self.game(fixture).map_err(|why| match why {
            Unplayed::Failed(how) => Unplayed::Failed(format!("game {}: {how}", fixture.game + 1)),
            Unplayed::Interrupted => Unplayed::Interrupted,
        })?;
        self.forfeit = forfeit;
        Ok(GameRecord {
            fixture: *fixture,
            opening: &opening.text,
            outcome,
            reason,
            points,
            plies: self.transcript.plies,
            moves: &self.transcript.moves,
            measurements: &self.transcript.measurements,
            forfeit: self.forfeit.as_deref(),
            rows: Rows::default(),
        })
    }
}

impl Worker<'_> {
    fn game(&mut self, fixture: &Fixture) -> Result<Played, Unplayed> {
        let source = self.source;
        let sides = fixture.sides();
        let Ok([first, second]) = self.players.get_disjoint_mut(sides) else {
            unreachable!("two players of the plan")
        };
        let purposes = Purpose::of_players(fixture.a_is_first);
        for (rng, purpose) in self.rngs.iter_mut().zip(purposes) {
            rng.restart(purpose, fixture.pair);
        }
        let [rng_first, rng_second] = &mut self.rngs;
        let contestant = |player, rng, place: usize| Contestant {
            name: &source.players[place].name,
            player,
            rng,
            answers: source.players[place].answers(),
        };
        let game = Game {
            arbiter: &mut self.arbiter,
            contestants: [contestant(first, rng_first, sides[0]), contestant(second, rng_second, sides[1])],
            max_plies: source.max_plies,
            interrupt: self.interrupt,
            transcript: &mut self.transcript,
        };
        game.play(source.openings.take(fixture.opening))
    }
}
