//! The values of moves by an engine, where no solver goes.
//!
//! A strategy that values every move ([`AnyAnalyst`]) compares the best move with the one played in one search. Any other player
//! says what the positions before and after the move are worth when it is to choose a move there: a bot by its `info score`.

use rayon::prelude::*;
use thiserror::Error;

use super::games::PlayedGame;
use crate::games::{AnyPosition, Side};
use crate::interrupt;
use crate::play::duel::Unplayed;
use crate::play::host::GameHost;
use crate::play::referee::{RefereeView, RefereedPosition};
use crate::players::bots::{BotGame, BotPool};
use crate::players::clock::TimeControl;
use crate::players::strategies::{AnyStrategy, NoChoice, Strategy, StrategySpec, Turn};
use crate::rng::{Purpose, Rng};
use crate::run::analyze;
use crate::run::session::Threads;
use crate::search::first_best;
use crate::text::{Decimal, TextError};

/// What an engine says of a move, for the side that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::run) struct EngineJudgement {
    /// The value of the position, which is that of the move it would play.
    pub(in crate::run) before: Decimal,
    /// The value of the move; `None` if the engine does not say.
    pub(in crate::run) after: Option<Decimal>,
    /// The move it would play.
    pub(in crate::run) best: String,
}

/// Why an engine did not judge.
#[derive(Debug, Error)]
pub(crate) enum JudgeError {
    #[error("{0}")]
    Spec(TextError),
    /// It did not start, or failed.
    #[error("{0}")]
    Failed(String),
    #[error("interrupted")]
    Interrupted,
}

/// The judgements of some moves of a game.
type JudgedPlies = Vec<Option<EngineJudgement>>;

/// An engine that judges games which arena has the rules of.
pub(in crate::run) struct EngineJudge<'r> {
    host: &'r dyn GameHost,
    spec: &'r StrategySpec,
    /// The engine, if it does not value every move.
    player: Option<Box<dyn AnyStrategy>>,
}

impl<'r> EngineJudge<'r> {
    pub(in crate::run) fn new(
        host: &'r dyn GameHost,
        game: &str,
        spec: &'r StrategySpec,
    ) -> Result<EngineJudge<'r>, JudgeError> {
        let player = match host.analyst(spec).map_err(JudgeError::Spec)? {
            Some(_) => None,
            None => Some(host.strategy(spec).map_err(JudgeError::Spec)?),
        };
        if let Some(player) = &player {
            check(
                spec,
                player.bot(),
                player.clock(),
                &BotGame::new(game.to_owned(), host.start().standard()),
            )?;
        }
        Ok(EngineJudge { host, spec, player })
    }

    /// Judges some plies of games, from 0. Each game is judged alone, so that the results do not depend on the number of threads.
    pub(in crate::run) fn judge(
        &mut self,
        games: &[(&PlayedGame, Vec<usize>)],
        threads: &Threads,
    ) -> Result<Vec<JudgedPlies>, JudgeError> {
        let judged: Result<Vec<JudgedPlies>, NoChoice> = match &mut self.player {
            Some(player) => {
                games.iter().map(|(game, plies)| by_player(player.as_mut(), game, plies)).collect()
            }
            None => {
                let (host, spec) = (self.host, self.spec);
                threads.install(|| {
                    games.par_iter().map(|(game, plies)| by_analyst(host, spec, game, plies)).collect()
                })
            }
        };
        let judged = judged.map_err(|why| failed(self.spec, why))?;
        check_values(self.spec, &judged)?;
        Ok(judged)
    }
}

fn by_analyst(
    host: &dyn GameHost,
    spec: &StrategySpec,
    game: &PlayedGame,
    plies: &[usize],
) -> Result<JudgedPlies, NoChoice> {
    let Ok(Some(mut analyst)) = host.analyst(spec) else { return Err(NoChoice::OtherGame) };
    let positions = game.positions();
    let judge = |&ply: &usize| {
        let values = analyze::analysis(analyst.as_mut(), &positions[ply])?.values;
        let played = values.iter().find(|value| value.mv == game.moves[ply]);
        let best = first_best(&values);
        Ok(best.zip(played).map(|(best, played)| EngineJudgement {
            before: best.value,
            after: Some(played.value),
            // The one played, if it is as good.
            best: positions[ply].move_name(if played.value == best.value { played.mv } else { best.mv }),
        }))
    };
    plies.iter().map(judge).collect()
}

fn by_player(
    engine: &mut dyn AnyStrategy,
    game: &PlayedGame,
    plies: &[usize],
) -> Result<JudgedPlies, NoChoice> {
    let positions = game.positions();
    let mut rng = stream(game.number as u64);
    engine.new_game(&mut rng);
    let mut ask = |at: usize| -> Result<Option<(String, Decimal)>, NoChoice> {
        let choice = engine.choose(&positions[at], &mut Turn::new(&mut rng, interrupt::flag()))?;
        Ok(choice.value.map(|value| (positions[at].move_name(choice.mv), value)))
    };
    let to_move = |at: usize| positions.get(at).filter(|next| !next.is_over()).map(AnyPosition::to_move);
    let judge = |&ply: &usize| {
        let played = positions[ply].move_name(game.moves[ply]);
        by_choices(ply, &played, positions[ply].to_move(), to_move(ply + 1), &mut ask)
    };
    plies.iter().map(judge).collect()
}

/// Judges a move by what an engine would play before and after it. `next` is the side to move then, if the game goes on.
fn by_choices(
    at: usize,
    played: &str,
    side: Side,
    next: Option<Side>,
    ask: &mut dyn FnMut(usize) -> Result<Option<(String, Decimal)>, NoChoice>,
) -> Result<Option<EngineJudgement>, NoChoice> {
    let Some((best, before)) = ask(at)? else { return Ok(None) };
    let after = match next {
        _ if best == played => Some(before),
        None => None,
        Some(next) => ask(at + 1)?.map(|(_, value)| if next == side { value } else { -value }),
    };
    Ok(Some(EngineJudgement { before, after, best }))
}

/// A game that only a referee knows the rules of, with the side to move at each ply; `None` after its end.
pub(in crate::run) struct RefereedGame {
    pub(in crate::run) number: u64,
    pub(in crate::run) positions: Vec<RefereedPosition>,
    pub(in crate::run) to_move: Vec<Option<Side>>,
    pub(in crate::run) moves: Vec<String>,
}

/// A bot that judges games which only a referee knows the rules of.
pub(in crate::run) struct RefereedJudge<'r> {
    view: &'r RefereeView,
    spec: &'r StrategySpec,
    player: Box<dyn Strategy<RefereedPosition>>,
}

impl<'r> RefereedJudge<'r> {
    pub(in crate::run) fn new(
        view: &'r RefereeView,
        game: &str,
        spec: &'r StrategySpec,
    ) -> Result<RefereedJudge<'r>, JudgeError> {
        let player = view.player(spec).map_err(JudgeError::Spec)?;
        check(spec, player.bot(), player.clock(), &BotGame::refereed(game.to_owned()))?;
        Ok(RefereedJudge { view, spec, player })
    }

    /// The game with the sides to move, which the referee is asked for.
    pub(in crate::run) fn read(
        &self,
        number: u64,
        opening: Option<&str>,
        moves: &str,
    ) -> Result<RefereedGame, JudgeError> {
        let wrong = |problem: &str| JudgeError::Failed(format!("game {number}: {problem}"));
        let opening = RefereeView::position(opening, "").map_err(wrong)?;
        let (mut positions, mut to_move) = (vec![opening], Vec::new());
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        for at in 0..=moves.len() {
            let seen = self.view.to_move(&positions[at]).map_err(|why| match why {
                Unplayed::Interrupted => JudgeError::Interrupted,
                Unplayed::Failed(how) => JudgeError::Failed(how),
            })?;
            let side =
                seen.map_err(|why| wrong(&format!("the referee does not accept the recorded moves: {why}")))?;
            positions[at].to_move = side.unwrap_or(positions[at].to_move);
            to_move.push(side);
            positions.extend(moves.get(at).map(|word| positions[at].after(word)));
        }
        Ok(RefereedGame { number, positions, to_move, moves })
    }

    /// Judges some plies of a game, from 0.
    pub(in crate::run) fn judge(
        &mut self,
        game: &RefereedGame,
        plies: &[usize],
    ) -> Result<JudgedPlies, JudgeError> {
        let mut rng = stream(game.number);
        self.player.new_game(&mut rng);
        let player = &mut self.player;
        let mut ask = |at: usize| -> Result<Option<(String, Decimal)>, NoChoice> {
            let choice = player.choose(&game.positions[at], &mut Turn::new(&mut rng, interrupt::flag()))?;
            Ok(choice.mv.word.zip(choice.value))
        };
        let judge = |&ply: &usize| {
            let next = game.to_move.get(ply + 1).copied().flatten();
            by_choices(ply, &game.moves[ply], game.positions[ply].to_move, next, &mut ask)
        };
        let judged: Result<JudgedPlies, NoChoice> = plies.iter().map(judge).collect();
        let judged = judged.map_err(|why| failed(self.spec, why))?;
        check_values(self.spec, std::slice::from_ref(&judged))?;
        Ok(judged)
    }
}

fn stream(game: u64) -> Rng {
    Rng::stream(0, Purpose::PlayerA, game)
}

/// Whether a player can be asked about positions: starts its program if it is a bot.
fn check(
    spec: &StrategySpec,
    bot: Option<&BotPool>,
    clock: Option<TimeControl>,
    game: &BotGame,
) -> Result<(), JudgeError> {
    if clock.is_some() {
        let advice = "give it a limit for each move: nodes=, depth= or time=";
        return Err(JudgeError::Spec(spec.error("a judge has no clock", advice)));
    }
    if let Some(bot) = bot {
        bot.start(game).map_err(|error| JudgeError::Failed(error.to_string()))?;
    }
    Ok(())
}

/// An error if the engine never said what a move is worth.
fn check_values(spec: &StrategySpec, judged: &[JudgedPlies]) -> Result<(), JudgeError> {
    let mut all = judged.iter().flatten().peekable();
    if all.peek().is_none() || all.any(Option::is_some) {
        return Ok(());
    }
    let problem = format!("{} does not say what moves are worth", spec.kind());
    let advice = "choose a judge that does: smart:8, or a bot that writes info score";
    Err(JudgeError::Spec(spec.error(problem, advice)))
}

fn failed(spec: &StrategySpec, why: NoChoice) -> JudgeError {
    match why {
        NoChoice::Interrupted => JudgeError::Interrupted,
        why => JudgeError::Failed(format!("the judge {spec} failed: {why}")),
    }
}
