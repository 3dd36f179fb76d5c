//! Games in steps: the openings of a session stay, its players change from one block of games to the next.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Session, SessionError, Threads};
use crate::interrupt;
use crate::play::runner::{self, Ended, GameRecord, Measured, RowBuffers, RunOptions};
use crate::play::schedule::Block;
use crate::players::strategies::StrategySpec;

impl Session {
    /// Puts another player in the place of one.
    pub(crate) fn replace_player(&mut self, player: usize, spec: StrategySpec) -> Result<(), SessionError> {
        let replaced = self.source.replace_player(player, &spec);
        replaced.map_err(|error| SessionError::Player { player, error })?;
        self.plan.plan.players[player] = spec;
        Ok(())
    }

    /// The number of plies from the start to the openings, if it is the same for all.
    pub(crate) fn opening_plies(&self) -> Option<u32> {
        self.source.opening_plies()
    }

    /// The number of distinct openings; `None` if they are not listed.
    pub(crate) fn distinct_openings(&self) -> Option<u64> {
        self.source.distinct_openings()
    }

    /// Plays all games of a block, whatever the schedule says, and hands them over in order.
    pub(crate) fn play_block(
        &self,
        threads: &Threads,
        block: &Block,
        mut commit: impl FnMut(&GameRecord<'_>) + Send,
    ) -> Ended {
        let _sharing = self.source.has_bots().then(|| threads.share_cores());
        let names: Vec<&str> = self.plan.names().collect();
        let options = RunOptions {
            pool: &threads.pool,
            names: &names,
            measured: Measured::Sample,
            interrupt: interrupt::flag(),
            write_rows: &|_: &GameRecord<'_>, _: &mut RowBuffers| {},
        };
        let Ok(ended) =
            runner::run::<Infallible>(self.source.as_ref(), options, block, block.games(), |games| {
                games.for_each(|game| commit(&game));
                Ok(ControlFlow::Continue(()))
            });
        ended
    }
}
