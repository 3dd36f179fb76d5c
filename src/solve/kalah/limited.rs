//! A search of limited depth whose leaves are exact as soon as the endgame tables hold them.

use super::endgame::EndgameTable;
use crate::games::kalah::{Rows, Sower};
use crate::search::Stopped;
use crate::solve::pace::Pace;

/// Alpha-beta by the lead, with exact values from endgame tables.
pub(crate) struct LimitedSearch<'s> {
    sower: Sower,
    endgames: &'s EndgameTable,
    pace: Pace<'s>,
}

impl<'s> LimitedSearch<'s> {
    /// A search by the rules of the tables; `None` if the board has too many holes.
    pub(crate) fn new(
        endgames: &'s EndgameTable,
        watcher: &'s dyn crate::search::Watcher,
    ) -> Option<LimitedSearch<'s>> {
        let sower = Sower::new(endgames.rules())?;
        Some(LimitedSearch { sower, endgames, pace: Pace::from(0, watcher) })
    }

    /// The nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.pace.nodes()
    }

    /// The value of a position for the side to move, which is ahead by `lead` beans; a bound outside the window. `plies` is
    /// `None` for the end of the game.
    pub(crate) fn value(
        &mut self,
        rows: Rows,
        lead: i32,
        plies: Option<u32>,
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
            return Ok(lead);
        }
        let left = plies.map(|plies| plies - 1);
        let mut best = i32::MIN + 1;
        let extra = rows.extra_turns();
        for moves in [extra, rows.moves() & !extra] {
            let mut moves = moves;
            while let Some(mark) = moves.checked_ilog2() {
                moves ^= 1 << mark;
                let sown = self.sower.sow(rows, mark - 7);
                let lead = lead + sown.banked as i32;
                let value = if sown.again {
                    self.value(sown.rows, lead, left, (alpha, beta))?
                } else {
                    -self.value(sown.rows.swapped(), -lead, left, (-beta, -alpha))?
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
