//! The course of a run: its blocks one after another, as decided by the results.

use std::collections::BTreeMap;

use super::{Block, Pairing, Played, Schedule};

/// The progress of a run through its schedule.
///
/// It follows the games in order, whether they are played or read again after a kill. A new
/// block is chosen once the one before it is complete, by the results of all games so far, so both ways
/// lead to the same games.
#[derive(Debug, Clone)]
pub struct Course {
    schedule: Schedule,
    /// The blocks chosen so far.
    blocks: Vec<Block>,
    /// The number of openings each pairing uses in them.
    used: BTreeMap<Pairing, u64>,
}

impl Course {
    /// The course of a schedule, before its first game.
    pub fn new(schedule: Schedule) -> Course {
        Course { schedule, blocks: Vec::new(), used: BTreeMap::new() }
    }

    /// The block of the game with this number; `None` if the run ends before it. If it is the first game of a
    /// new block, `results` must return those of all games before it; otherwise it is not called.
    pub fn block(&mut self, game: u64, results: impl FnOnce() -> Played) -> Option<&Block> {
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
