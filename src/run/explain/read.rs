//! The lost games of a run, judged.

use std::collections::BTreeMap;

use super::before::{LostBefore, is_lost, side_of};
use super::loss::{LosingMove, Loss, LossCause, LostAt, Mistake, ValuedMove};
use super::{Explain, ExplainError, ExplainProgress, advice};
use crate::games::Side;
use crate::play::duel::Reason;
use crate::play::finished::FinishedGame;
use crate::play::referee::RefereeView;
use crate::players::strategies::StrategySpec;
use crate::run::judge::{
    EngineJudge, EngineJudgement, ExactJudge, JudgedGame, PlayedGame, Recorded, RefereedJudge,
};
use crate::run::session::Threads;
use crate::text::Decimal;

/// The games that are judged before progress is reported.
const AT_ONCE: usize = 16;

/// The games of a player that it lost on the board, and as many others, which show what an engine's values mean.
pub(super) struct LostGames {
    pub(super) games: u64,
    pub(super) lost: u64,
    pub(super) forfeited: u64,
    /// The opponent to whom it lost most.
    pub(super) opponent: String,
    pub(super) records: Vec<(FinishedGame<String>, u64)>,
    others: Vec<(FinishedGame<String>, u64)>,
    player: String,
}

impl LostGames {
    /// Takes them out of a run: only those that were not lost before, and a sample, if one is asked for.
    pub(super) fn of(
        recorded: &mut Recorded,
        player: &str,
        before: Option<&LostBefore>,
        sample: Option<u64>,
    ) -> LostGames {
        let mut all = LostGames {
            games: 0,
            lost: 0,
            forfeited: 0,
            opponent: String::new(),
            records: Vec::new(),
            others: Vec::new(),
            player: player.to_owned(),
        };
        let mut by_opponent: BTreeMap<String, u64> = BTreeMap::new();
        for record in std::mem::take(&mut recorded.games) {
            let Some(side) = side_of(&record.0, player) else { continue };
            all.games += 1;
            let opponent = record.0.players[side.other().index()].clone();
            let losses = by_opponent.entry(opponent).or_default();
            if !is_lost(&record.0, side) {
                all.others.push(record);
                continue;
            }
            *losses += 1;
            all.lost += 1;
            if record.0.reason != Reason::Normal {
                all.forfeited += 1;
            } else if before.is_none_or(|before| before.only_now.contains(&record.0.number)) {
                all.records.push(record);
            }
        }
        // Of equals, the first by name.
        let most = by_opponent.into_iter().rev().max_by_key(|&(_, losses)| losses);
        all.opponent = most.map(|(name, _)| name).unwrap_or_default();
        if let Some(sample) = sample {
            spread(&mut all.records, sample);
        }
        all.others.retain(|(game, _)| game.reason == Reason::Normal);
        spread(&mut all.others, all.records.len() as u64);
        all
    }

    fn side(&self, record: &FinishedGame<String>) -> Side {
        side_of(record, &self.player).unwrap_or(Side::First)
    }

    /// A lost game whose cause is known.
    fn loss(&self, record: &FinishedGame<String>, cause: LossCause) -> Loss {
        let side = self.side(record);
        Loss {
            game: record.number,
            opening: record.opening.clone().unwrap_or_default(),
            opponent: record.players[side.other().index()].clone(),
            side,
            cause,
        }
    }
}

/// Keeps at most this many, evenly spread.
fn spread<T>(all: &mut Vec<T>, most: u64) {
    let every = (all.len() as u64).div_ceil(most.max(1)).max(1) as usize;
    *all = std::mem::take(all).into_iter().step_by(every).collect();
}

/// The judged games.
pub(super) struct JudgedLosses {
    pub(super) losses: Vec<Loss>,
    pub(super) counts_points: bool,
    /// What the values of the engine mean, if one judged.
    pub(super) lost_at: Option<LostAt>,
}

/// Judges games that arena has the rules of: by a solver, and what it leaves by an engine.
pub(super) fn by_rules(
    recorded: Recorded,
    lost: &LostGames,
    request: &Explain,
    threads: &Threads,
    listener: &mut dyn FnMut(ExplainProgress),
) -> Result<JudgedLosses, ExplainError> {
    let count = lost.records.len();
    let games = lost.records.iter().chain(&lost.others).cloned().collect();
    let run = Recorded { games, ..recorded }.replay()?;
    let (losses, others) = run.games.split_at(count);
    let may_repeat = run.host.start().may_repeat();
    if may_repeat && request.judge.is_none() {
        let problem = "positions of this game can repeat, so nothing can solve it";
        return Err(ExplainError::Run(format!("{problem}\n{}", advice("smart:8", request))));
    }
    let mut judged: Vec<JudgedGame> = Vec::new();
    if !may_repeat {
        let judge = ExactJudge::new(&run, threads, request.budget);
        for some in losses.chunks(AT_ONCE) {
            listener(ExplainProgress { judged: judged.len(), games: count });
            judged.extend(judge.judge(some).ok_or(ExplainError::Interrupted)?);
        }
    }
    let counts_points = judged.iter().flatten().any(|judged| judged.beans.is_some());
    let mut valued: Vec<Vec<Option<ValuedMove>>> = (0..count)
        .map(|at| {
            let side = lost.side(&lost.records[at].0);
            let plies = plies_of(&losses[at], side).into_iter();
            plies.map(|ply| exact_value(&losses[at], judged.get(at)?, ply)).collect()
        })
        .collect();
    let mut lost_at = None;
    if let Some(spec) = &request.judge {
        let unsolved: Vec<(usize, usize)> = valued
            .iter()
            .enumerate()
            .filter_map(|(at, moves)| match LosingMove::find(moves, Decimal::default()) {
                LosingMove::Before(end) => Some((at, end)),
                _ => None,
            })
            .collect();
        let mut work: Vec<(&PlayedGame, Vec<usize>)> = Vec::new();
        for &(at, end) in &unsolved {
            let mut plies = plies_of(&losses[at], lost.side(&lost.records[at].0));
            plies.truncate(end);
            work.push((&losses[at], plies));
        }
        for (at, game) in others.iter().enumerate().take(unsolved.len()) {
            work.push((game, plies_of(game, lost.side(&lost.others[at].0))));
        }
        let answers = by_engine(&run, spec, &work, threads, listener)?;
        let mut seen = Vec::new();
        for (at, (game, judgements)) in work.iter().zip(answers).enumerate() {
            let known = unsolved.get(at);
            seen.extend(judgements.iter().flatten().map(|one| (one.before, known.is_some())));
            let Some(&(place, _)) = known else { continue };
            for (index, (&ply, judgement)) in game.1.iter().zip(judgements).enumerate() {
                valued[place][index] = judgement.map(|one| engine_value(ply, one));
            }
        }
        lost_at = (!unsolved.is_empty()).then(|| LostAt::of(seen));
    }
    let threshold = lost_at.map_or(Decimal::default(), |lost_at| lost_at.value);
    let explained = losses.iter().zip(&lost.records).zip(&valued).map(|((game, (record, _)), moves)| {
        lost.loss(record, cause(moves, threshold, |valued| described(game, valued)))
    });
    Ok(JudgedLosses { losses: explained.collect(), counts_points, lost_at })
}

fn by_engine(
    run: &crate::run::judge::RecordedGames,
    spec: &StrategySpec,
    work: &[(&PlayedGame, Vec<usize>)],
    threads: &Threads,
    listener: &mut dyn FnMut(ExplainProgress),
) -> Result<Vec<Vec<Option<EngineJudgement>>>, ExplainError> {
    let mut judge = EngineJudge::new(run.host.as_ref(), &run.spec.to_string(), spec)?;
    let mut answers = Vec::new();
    for some in work.chunks(AT_ONCE) {
        listener(ExplainProgress { judged: answers.len(), games: work.len() });
        answers.extend(judge.judge(some, threads)?);
    }
    Ok(answers)
}

/// The plies of a side, from 0.
fn plies_of(game: &PlayedGame, side: Side) -> Vec<usize> {
    let positions = game.positions();
    (0..game.moves.len()).filter(|&ply| positions[ply].to_move() == side).collect()
}

fn exact_value(game: &PlayedGame, judged: &JudgedGame, ply: usize) -> Option<ValuedMove> {
    let judgement = judged.get(ply)?.judgement?;
    Some(ValuedMove {
        ply,
        before: judgement.before.into(),
        after: Some(judgement.after.into()),
        best: judgement.best.map(|mv| game.opening.move_name(mv)),
        is_exact: true,
    })
}

fn engine_value(ply: usize, judgement: EngineJudgement) -> ValuedMove {
    let EngineJudgement { before, after, best } = judgement;
    ValuedMove { ply, before, after, best: Some(best), is_exact: false }
}

fn cause(
    moves: &[Option<ValuedMove>],
    lost_at: Decimal,
    described: impl FnOnce(ValuedMove) -> Mistake,
) -> LossCause {
    match LosingMove::find(moves, lost_at) {
        LosingMove::Found(valued) => LossCause::Mistake(Box::new(described(valued))),
        LosingMove::Opening { is_exact } => LossCause::Opening { is_exact },
        LosingMove::Before(_) => LossCause::NotJudged,
    }
}

fn described(game: &PlayedGame, valued: ValuedMove) -> Mistake {
    let ValuedMove { ply, before, after, best, is_exact } = valued;
    let position = &game.positions()[ply];
    let played = position.move_name(game.moves[ply]);
    let best = best.filter(|best| *best != played);
    let better = best.as_deref().and_then(|best| position.move_named(best).ok());
    Mistake {
        ply: ply + 1,
        position: position.to_string(),
        told: better.and_then(|better| position.mistake(game.moves[ply], better)),
        board: Some(position.clone()),
        played,
        best,
        before,
        after,
        is_exact,
    }
}

/// Judges games that only a referee knows the rules of, by a bot.
pub(super) fn refereed(
    recorded: &Recorded,
    lost: &LostGames,
    spec: &StrategySpec,
    listener: &mut dyn FnMut(ExplainProgress),
) -> Result<JudgedLosses, ExplainError> {
    let Some(referee) = recorded.spec.referee() else { return Err(ExplainError::Interrupted) };
    let view = RefereeView::start(referee).map_err(|error| ExplainError::Failed(error.to_string()))?;
    let mut judge = RefereedJudge::new(&view, &recorded.spec.to_string(), spec)?;
    let all: Vec<_> = lost.records.iter().chain(&lost.others).map(|(record, _)| record).collect();
    let (mut seen, mut judged) = (Vec::new(), Vec::new());
    for (at, record) in all.iter().enumerate() {
        listener(ExplainProgress { judged: at, games: all.len() });
        let side = lost.side(record);
        let moves = record.moves.as_deref().unwrap_or_default();
        let game = judge.read(record.number, record.opening.as_deref(), moves)?;
        let plies: Vec<usize> =
            (0..game.moves.len()).filter(|&ply| game.to_move[ply] == Some(side)).collect();
        let judgements = judge.judge(&game, &plies)?;
        let is_lost = at < lost.records.len();
        seen.extend(judgements.iter().flatten().map(|one| (one.before, is_lost)));
        let valued: Vec<_> = plies
            .iter()
            .zip(judgements)
            .map(|(&ply, judgement)| judgement.map(|one| engine_value(ply, one)))
            .collect();
        judged.push((game, valued));
    }
    let lost_at = LostAt::of(seen);
    let explained = lost.records.iter().zip(&judged).map(|((record, _), (game, moves))| {
        let described = |valued: ValuedMove| {
            let played = game.moves[valued.ply].clone();
            Mistake {
                ply: valued.ply + 1,
                position: game.positions[valued.ply].ugi.clone(),
                board: None,
                best: valued.best.filter(|best| *best != played),
                played,
                before: valued.before,
                after: valued.after,
                told: None,
                is_exact: false,
            }
        };
        lost.loss(record, cause(moves, lost_at.value, described))
    });
    Ok(JudgedLosses { losses: explained.collect(), counts_points: false, lost_at: Some(lost_at) })
}
