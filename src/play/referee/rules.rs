//! A referee as what decides the games of a run.

use std::sync::atomic::AtomicBool;

use super::game::{ByReferee, points};
use super::openings;
use super::position::RefereedPosition;
use super::process::{Referee, RefereeProcess};
use super::spec::{REFEREE, Referees};
use crate::games::Outcome;
use crate::play::duel::Reason;
use crate::play::fingerprint::{Extent, Fingerprint};
use crate::play::finished::FinishedGame;
use crate::play::openings::{LoadedOpenings, Openings, OpeningsError};
use crate::play::runner::{Interrupted, NotStarted, Program, Unplayed};
use crate::play::source::{PlannedOpenings, Players, Rules, notes_on_bots};
use crate::players::bots::{BotGame, BotPool, ProtocolName, StartError};
use crate::players::strategies::{Strategy, StrategySpec, bot_player, check_protocol};
use crate::rng::{Purpose, Rng};
use crate::text::TextError;

impl Rules for Referee {
    type Position = RefereedPosition;
    type Arbiter<'a> = ByReferee<'a>;

    /// Nobody knows whether a game that arena has no rules for ends.
    const MAX_PLIES: Option<u32> = Some(5000);

    fn arbiter<'a>(&'a self, interrupt: &'a AtomicBool) -> ByReferee<'a> {
        ByReferee::new(RefereeProcess::new(self), interrupt)
    }

    fn build(&self, spec: &StrategySpec) -> Result<Box<dyn Strategy<RefereedPosition>>, TextError> {
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
        let settings = settings?;
        check_protocol(spec, &settings, None, true)?;
        Ok(bot_player(settings))
    }

    fn list_openings(
        &self,
        loaded: &LoadedOpenings,
    ) -> Result<Option<Openings<RefereedPosition>>, TextError> {
        openings::list(loaded).map(Some)
    }

    /// Asks the referee about every opening.
    fn find_openings(
        &self,
        planned: PlannedOpenings<RefereedPosition>,
        _: u64,
        _: u64,
        _: &AtomicBool,
    ) -> Result<Openings<RefereedPosition>, OpeningsError> {
        let listed = planned.listed.map_or_else(|| openings::list(&planned.loaded), Ok)?;
        let mut process = RefereeProcess::new(self);
        for opening in listed.all_given() {
            let (problem, advice) = match process.judge(&opening.ugi) {
                Ok(Ok(standing)) if standing.outcome.is_none() => continue,
                Ok(Ok(_)) => {
                    ("the game is over in this position".to_owned(), "choose openings with moves to play")
                }
                Ok(Err(objection)) => {
                    let problem = format!("the referee does not accept this position: {objection}");
                    (problem, "give a position of this game")
                }
                Err(Unplayed::Interrupted) => return Err(OpeningsError::Interrupted),
                Err(Unplayed::Failed(how)) => (how, "check the referee, or this position"),
            };
            return Err(openings::error(planned.loaded.spec(), opening, &problem, advice).into());
        }
        Ok(listed)
    }

    fn opening(&self, openings: &Openings<RefereedPosition>, pair: u64) -> RefereedPosition {
        openings.given(pair).clone()
    }

    /// There are no rules to replay it by: a digest says that its row is as it was written, and here is checked that it could
    /// have been.
    fn replays(&self, _: &RefereedPosition, game: &FinishedGame<&str>) -> bool {
        let words = game.moves.unwrap_or_default().split(' ').filter(|word| !word.is_empty());
        let is_draw = game.outcome == Outcome::Draw;
        let is_possible = match game.reason {
            Reason::Normal | Reason::Dispute | Reason::Adjudicated => true,
            Reason::MaxPlies => is_draw,
            Reason::Illegal | Reason::Timeout | Reason::Crash => !is_draw,
            Reason::Failed => false,
        };
        is_possible
            && game.points == points(game.outcome).map(Some)
            && game.plies == Some(words.count() as u32)
    }

    fn fingerprint(
        &self,
        player: &dyn Strategy<RefereedPosition>,
        _: Extent,
        _: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted> {
        Ok(player.bot().map_or_else(Fingerprint::this_build, Fingerprint::of_bot))
    }

    fn start_programs(
        &self,
        game: &str,
        players: &Players<RefereedPosition>,
        openings: &PlannedOpenings<RefereedPosition>,
    ) -> Result<(), NotStarted> {
        let position = openings.listed.as_ref().map_or("startpos", |listed| listed.given(0).ugi.as_str());
        let failed = |program| move |error| NotStarted { program, error };
        self.start(game, position).map_err(failed(Program::Referee))?;
        for (place, player) in players.iter().enumerate() {
            if let Some(bot) = player.bot() {
                start(bot, game, position, self.referees()).map_err(failed(Program::Player(place)))?;
            }
        }
        Ok(())
    }

    fn referee(&self) -> Option<&BotPool> {
        Some(self.pool())
    }

    fn notes(
        &self,
        players: &Players<RefereedPosition>,
        openings: &Openings<RefereedPosition>,
    ) -> Vec<String> {
        let mut notes = notes_on_bots(players);
        let names_of = |is_meant: fn(&BotPool) -> bool| -> Vec<&str> {
            let bots = players.iter().filter_map(|player| player.bot());
            bots.filter(|bot| is_meant(bot)).map(|bot| bot.settings().player.as_str()).collect()
        };
        // One that takes a seed makes the games of both differ.
        let seedless = names_of(|bot| !bot.takes_seed());
        if openings.are_the_start() && seedless.len() > 1 {
            notes.push(format!(
                "all games begin at the start, and {} take no Seed: deterministic bots repeat themselves; give them \
                 openings with --openings file:PATH",
                seedless.join(", ")
            ));
        }
        if self.referees() == Referees::Answering {
            let names = names_of(|bot| !bot.answers_queries());
            if !names.is_empty() {
                notes.push(format!(
                    "no answer to queries from {}: the referee alone judges the moves of its opponents",
                    names.join(", ")
                ));
            }
        }
        notes
    }
}

/// Starts the first process of a player, and finds out whether it answers queries.
fn start(player: &BotPool, game: &str, position: &str, referees: Referees) -> Result<(), StartError> {
    player.start(&BotGame::refereed(game.to_owned()))?;
    // The queries are UGI's.
    let has_queries = player
        .settings()
        .protocol
        .or(player.found_protocol())
        .is_none_or(|protocol| protocol == ProtocolName::Ugi);
    let answers = has_queries && referees != Referees::One && answers(player, position)?;
    if referees == Referees::Both && !answers {
        let problem = format!("{} does not answer queries", player.settings().player);
        let advice = "use --referees one, or teach it query gameover, query p1turn and query result";
        return Err(StartError::new(problem, advice));
    }
    player.set_answers_queries(answers);
    Ok(())
}

fn answers(player: &BotPool, position: &str) -> Result<bool, StartError> {
    let settings = player.settings();
    let mut bot = player.take()?;
    // Queries are asked during a game.
    let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
    let is_ready = bot.new_game(settings, &mut rng).is_ok();
    let answers = match is_ready.then(|| bot.probe(&position, settings.startup)) {
        Some(Ok(inquiry)) => inquiry.is_complete(),
        // It cannot be asked. A game starts another process.
        _ => {
            drop(bot);
            bot = player.take()?;
            false
        }
    };
    player.give_back(bot);
    Ok(answers)
}
