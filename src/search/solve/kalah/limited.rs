//! A search of limited depth whose leaves are exact as soon as the endgame tables hold them.

use super::endgame::EndgameTable;
use crate::games::kalah::{SideRows, Sower};
use crate::search::solve::pace::NodeCounter;
use crate::search::{Extra, Stopped};

/// Alpha-beta by the lead, with exact values from endgame tables.
pub(crate) struct LimitedSearch<'s> {
    sower: Sower,
    endgames: &'s EndgameTable,
    pace: NodeCounter<'s>,
    met_horizon: bool,
}

impl<'s> LimitedSearch<'s> {
    /// A search by the rules of the tables; `None` if the board has too many holes.
    pub(crate) fn new(
        endgames: &'s EndgameTable,
        watcher: &'s dyn crate::search::Watcher,
    ) -> Option<LimitedSearch<'s>> {
        let sower = Sower::new(endgames.rules)?;
        Some(LimitedSearch { sower, endgames, pace: NodeCounter::from(0, watcher), met_horizon: false })
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.pace.nodes()
    }

    /// Whether the depth ended a search before the game or the tables did, since this was asked last.
    pub(crate) fn take_met_horizon(&mut self) -> bool {
        std::mem::take(&mut self.met_horizon)
    }

    /// The plies that are left after a move.
    pub(crate) fn left(plies: Option<u32>, again: bool, extra: Extra) -> Option<u32> {
        let costs = u32::from(!again || extra == Extra::Ply);
        plies.map(|plies| plies - costs)
    }

    /// The value of a position for the side to move, which is ahead by `lead` beans; a bound outside the window. `plies` is
    /// `None` for the end of the game.
    pub(crate) fn value(
        &mut self,
        rows: SideRows,
        lead: i32,
        plies: Option<u32>,
        extra: Extra,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        self.pace.count()?;
        let [own, other] = rows.beans().map(|beans| beans as i32);
        if rows.is_over() {
            return Ok(lead + own - other);
        }
        if (own + other) as u32 <= self.endgames.most() {
            return Ok(lead + 2 * self.endgames.value(rows) as i32 - (own + other));
        }
        if plies == Some(0) {
            self.met_horizon = true;
            return Ok(lead);
        }
        let mut best = i32::MIN + 1;
        let extra_turns = rows.extra_turns();
        for moves in [extra_turns, rows.moves() & !extra_turns] {
            let mut moves = moves;
            while let Some(mark) = moves.checked_ilog2() {
                moves ^= 1 << mark;
                let sown = self.sower.sow(rows, mark - 7);
                let lead = lead + sown.banked as i32;
                let left = LimitedSearch::left(plies, sown.again, extra);
                let value = if sown.again {
                    self.value(sown.rows, lead, left, extra, (alpha, beta))?
                } else {
                    -self.value(sown.rows.swapped(), -lead, left, extra, (-beta, -alpha))?
                };
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}
