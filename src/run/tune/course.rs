//! The steps of a tuning, played one after the other.

use super::event::{TuneEvent, TuneListener};
use super::journal::StepGames;
use super::record::TuneRecord;
use super::{Division, TunePlan};
use crate::games::Side;
use crate::play::runner::{Ended, GameRecord};
use crate::play::schedule::{Batch, Block, Pairing};
use crate::run::RunError;
use crate::run::session::{Session, Threads};

/// The players of a step, by their places: the first one, the second one, then the opponents.
const PLUS: usize = 0;
const MINUS: usize = 1;
const OPPONENTS: usize = 2;

/// Why the steps ended before the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StepsStopped {
    Interrupted,
    RefereeFailed(String),
    /// How many games were forfeited, how many stop a tuning, and how the last one was.
    TooManyForfeits {
        forfeits: u64,
        most: u64,
        last: String,
    },
}

/// Plays the steps that are missing.
pub(super) fn play(
    plan: &TunePlan,
    max_forfeits: u64,
    session: &mut Session,
    threads: &Threads,
    record: &mut TuneRecord,
    listener: &mut TuneListener<'_>,
) -> Result<Option<StepsStopped>, RunError> {
    let done = plan.division.games_before(record.spsa().done());
    listener(TuneEvent::Playing { done, total: plan.division.games() });
    let mut stopped = None;
    while stopped.is_none() && !record.spsa().is_done() {
        stopped = step(plan, max_forfeits, session, threads, record, listener)?;
    }
    listener(TuneEvent::StepsEnded);
    Ok(stopped)
}

fn step(
    plan: &TunePlan,
    max_forfeits: u64,
    session: &mut Session,
    threads: &Threads,
    record: &mut TuneRecord,
    listener: &mut TuneListener<'_>,
) -> Result<Option<StepsStopped>, RunError> {
    let number = record.spsa().done();
    let trial = record.spsa().trial();
    for (place, name, values) in [(PLUS, "plus", &trial.plus), (MINUS, "minus", &trial.minus)] {
        let player = plan.template.player(name, values).map_err(RunError::SpecTemplate)?;
        session.replace_player(place, player).map_err(|error| RunError::Failed(error.to_string()))?;
    }
    record.log_of(session);
    let mut games = StepGames::default();
    let mut fault = None;
    let ended = session.play_block(threads, &block(plan.division, plan.against.len(), number), |record| {
        count(&mut games, record);
        if let Some(forfeit) = record.forfeit.filter(|_| record.game.forfeited_by().is_some()) {
            fault = Some(format!("{} ({})", record.game.reason, forfeit.said));
        }
    });
    match ended {
        Ended::Complete | Ended::Enough => {}
        Ended::Interrupted => return Ok(Some(StepsStopped::Interrupted)),
        Ended::Failed(how) => return Ok(Some(StepsStopped::RefereeFailed(how))),
    }
    record.commit(&games)?;
    if record.forfeits() >= max_forfeits {
        let last = fault.unwrap_or_default();
        let forfeits = record.forfeits();
        return Ok(Some(StepsStopped::TooManyForfeits { forfeits, most: max_forfeits, last }));
    }
    let done = plan.division.games_before(number + 1);
    listener(TuneEvent::Step { done, plan, spsa: record.spsa(), games: &games });
    Ok(None)
}

fn block(division: Division, opponents: usize, step: u64) -> Block {
    let pairings: Vec<Pairing> = if opponents == 0 {
        vec![Pairing { a: PLUS, b: MINUS }]
    } else {
        let each = |b| [Pairing { a: PLUS, b }, Pairing { a: MINUS, b }];
        (OPPONENTS..OPPONENTS + opponents).flat_map(each).collect()
    };
    let rounds = division.rounds_of(step);
    let batch = Batch { pairings, games: 2 * (rounds.end - rounds.start) };
    Block::after_rounds(rounds.start, batch)
}

/// Adds a game to the results of the two players.
fn count(games: &mut StepGames, record: &GameRecord<'_>) {
    for (side, player) in Side::BOTH.into_iter().zip(record.fixture.sides()) {
        let counts = match player {
            PLUS => &mut games.result.plus,
            MINUS => &mut games.result.minus,
            _ => continue,
        };
        counts[2 - usize::from(record.game.half_points(side))] += 1;
    }
    games.forfeits += u64::from(record.game.forfeited_by().is_some());
}
