//! `smart,endgame=K` on Othello: what a move costs when the game is solved, from positions with K vacant cells.
//!
//! The positions are from random games in which every other move is that of `smart:2`.

use std::time::Duration;

use arena::games::{BuiltInGame, Game, GameVisitor};
use arena::players::strategies::{Strategy, StrategySpec};

use super::choose;
use crate::clock::{Effort, wall};
use crate::draws::Draws;
use crate::table::{Table, time};

/// Vacant cells, and the most milliseconds that a move should take.
const ENDGAMES: [(u32, Option<f64>); 4] = [(10, None), (12, None), (14, Some(50.0)), (16, None)];

pub(super) fn compare(effort: Effort) {
    let table = &Table::new(
        "exact endgames",
        "`smart,endgame=K` on `othello:8x8` with K vacant cells, time for a move.",
        &[("K", 4), ("positions", 9), ("nodes", 10), ("mean", 11), ("slowest", 11), ("target", 11)],
    );
    for (vacant, target) in ENDGAMES {
        let positions = effort.pick(20, 200) / if vacant > 14 { 10 } else { 1 };
        let game: BuiltInGame = "othello:8x8".parse().expect("a game");
        game.visit(Row { table, vacant, target, positions });
    }
}

struct Row<'t> {
    table: &'t Table,
    vacant: u32,
    target: Option<f64>,
    positions: usize,
}

impl GameVisitor for Row<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let (mut draws, mut shallow) = (Draws::new(1), build::<G>("smart:2"));
        let mut player = build::<G>(&format!("smart,endgame={}", self.vacant));
        let (mut times, mut nodes) = (Vec::new(), 0);
        while times.len() < self.positions {
            let Some(position) = late_position(start, self.vacant, &mut draws, shallow.as_mut()) else {
                continue;
            };
            let began = wall();
            nodes += choose(player.as_mut(), &position).nodes;
            times.push(wall().saturating_sub(began));
        }
        let count = times.len() as u32;
        let mean = times.iter().sum::<Duration>() / count;
        let slowest = times.into_iter().max().unwrap_or_default();
        let target = self.target.map_or_else(String::new, |milliseconds| time(milliseconds * 1e-3));
        self.table.row([
            &self.vacant.to_string(),
            &count.to_string(),
            &(nodes / u64::from(count)).to_string(),
            &time(mean.as_secs_f64()),
            &time(slowest.as_secs_f64()),
            &target,
        ]);
    }
}

fn build<G: Game>(strategy: &str) -> Box<dyn Strategy<G>> {
    strategy.parse::<StrategySpec>().and_then(|spec| spec.build()).expect("a strategy")
}

/// A position with so many vacant cells; `None` if the game ended before.
fn late_position<G: Game>(
    start: G,
    vacant: u32,
    draws: &mut Draws,
    player: &mut dyn Strategy<G>,
) -> Option<G> {
    let mut position = start;
    while start.places() as u32 - position.points().iter().sum::<u32>() > vacant {
        let mut moves = position.legal_moves();
        let any = draws.below(moves.len().max(1) as u32) as usize;
        let any = moves.nth(any)?;
        position.play(if draws.below(2) == 0 { any } else { choose(player, &position).mv });
    }
    (!position.is_over()).then_some(position)
}
