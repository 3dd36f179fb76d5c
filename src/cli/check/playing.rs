//! Playing the games of a check, in memory.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::super::failure::Failure;
use crate::check::{Check, Evidence};
use crate::games::{Game, GameVisitor};
use crate::interrupt;
use crate::openings::{Openings, OpeningsSpec, Unprepared};
use crate::runner::{self, Ended, Games};
use crate::schedule::Block;
use crate::settings::SettingsError;
use crate::strategies::Strategy;

/// Everything had to stop.
pub(super) struct Interrupted;

/// Finds out what is wrong with the players and a file of openings before anything is played, and what is in that file.
/// Gives whether the same plan gives the same games everywhere.
pub(super) fn prepare(check: &mut Check) -> Result<bool, Failure> {
    let ready = check.plan.visit(Prepare { check })?;
    check.plan.openings_digest = ready.openings_digest;
    Ok(ready.reproducible)
}

/// Plays all games of a check, and tells after each how many there are.
pub(super) fn play(
    check: &Check,
    pool: &rayon::ThreadPool,
    tell: impl FnMut(u64) + Send,
) -> Result<Result<Evidence, Interrupted>, Failure> {
    check.plan.visit(Play { check, pool, tell })
}

fn players<G: Game>(check: &Check) -> Result<Vec<Box<dyn Strategy<G>>>, SettingsError> {
    let both = check.plan.players.iter().zip(&check.written.players);
    both.map(|(spec, written)| spec.build().map_err(|error| written.wrong(error))).collect()
}

/// The openings; `None` when everything has to stop.
fn openings<G: Game>(check: &Check, start: G) -> Result<Option<Openings<G>>, SettingsError> {
    let plan = &check.plan;
    match Openings::prepare(&plan.openings, start, plan.schedule.most_pairs(), plan.seed, interrupt::flag()) {
        Ok(openings) => Ok(Some(openings)),
        Err(Unprepared::Wrong(error)) => Err(check.written.openings.wrong(error)),
        Err(Unprepared::Interrupted) => Ok(None),
    }
}

struct Prepare<'a> {
    check: &'a Check,
}

struct Ready {
    openings_digest: Option<u64>,
    reproducible: bool,
}

impl GameVisitor for Prepare<'_> {
    type Output = Result<Ready, Failure>;

    fn visit<G: Game>(self, start: G) -> Result<Ready, Failure> {
        let players = players::<G>(self.check)?;
        // Those of a file are quickly read; all others may take a while to list, and little can be wrong with them.
        let openings = match self.check.plan.openings {
            OpeningsSpec::File(_) => openings(self.check, start)?,
            OpeningsSpec::Random(_) | OpeningsSpec::Start => None,
        };
        Ok(Ready {
            openings_digest: openings.and_then(|openings| openings.digest()),
            reproducible: players.iter().all(|player| player.is_reproducible()),
        })
    }
}

struct Play<'a, T> {
    check: &'a Check,
    pool: &'a rayon::ThreadPool,
    tell: T,
}

impl<T: FnMut(u64) + Send> GameVisitor for Play<'_, T> {
    type Output = Result<Result<Evidence, Interrupted>, Failure>;

    fn visit<G: Game>(mut self, start: G) -> Self::Output {
        let plan = &self.check.plan;
        let players = players::<G>(self.check)?;
        let Some(openings) = openings(self.check, start)? else { return Ok(Err(Interrupted)) };
        let may_repeat = openings.may_repeat(plan.schedule.most_pairs());
        let names = [plan.players[0].name(), plan.players[1].name()];
        let mut evidence = Evidence::new(names, may_repeat);
        let games = Games {
            openings: &openings,
            players: &players,
            seed: plan.seed,
            max_plies: plan.max_plies,
            measure_all: true,
            interrupt: interrupt::flag(),
        };
        let block = Block::of_match(plan.schedule.games());
        let Ok(ended) = runner::run::<G, Infallible>(&games, &block, block.games(), self.pool, |record| {
            evidence.add(&record);
            (self.tell)(evidence.games());
            Ok(ControlFlow::Continue(()))
        });
        Ok(match ended {
            Ended::Interrupted => Err(Interrupted),
            Ended::Complete | Ended::Enough => Ok(evidence),
        })
    }
}
