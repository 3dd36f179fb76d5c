//! The course of a run: its blocks one after the other, as the results decide.

use std::collections::BTreeMap;

use super::{Block, Pairing, Schedule};
use crate::stats::Crosstable;

/// How far a run has come in its schedule.
///
/// It is led through the games in order, be it that they are played or that they are read again after a kill. A new
/// block is decided on where the one before it is complete, by the results of all games up to there, so that both ways
/// lead to the same games.
#[derive(Debug, Clone)]
pub struct Course {
    schedule: Schedule,
    /// The blocks that were decided on.
    blocks: Vec<Block>,
    /// How many openings each pairing uses in them.
    used: BTreeMap<Pairing, u64>,
}

impl Course {
    /// The course of a schedule, before its first game.
    pub fn new(schedule: Schedule) -> Course {
        Course { schedule, blocks: Vec::new(), used: BTreeMap::new() }
    }

    /// The block of the game with this number; `None` where the run is over before it. Where it is the first game of a
    /// new block, `results` must be those of all games before it; nothing asks for them elsewhere.
    pub fn block(&mut self, game: u64, results: impl FnOnce() -> Crosstable) -> Option<&Block> {
        let known = self.blocks.partition_point(|block| block.games().end <= game);
        if known == self.blocks.len() {
            let batch = self.schedule.batch(known, &results())?;
            let used = |pairing: Pairing| self.used.get(&pairing).copied().unwrap_or(0);
            let block = match self.blocks.last() {
                None => Block::first(batch),
                Some(last) => last.followed_by(batch, used),
            };
            for &pairing in &block.batch().pairings {
                *self.used.entry(pairing).or_default() += block.batch().games.div_ceil(2);
            }
            self.blocks.push(block);
        }
        self.blocks.get(known).filter(|block| block.games().contains(&game))
    }
}
