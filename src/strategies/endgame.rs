//! `smart` with `endgame=K`: exact values from tables as soon as at most K beans are in play.

use super::limits::Limits;
use super::{Choice, KeyInfo, NoChoice, Options, Strategy, Turn};
use crate::games::Game;
use crate::search::{Depth, MoveValue, Stopped};
use crate::solve::{self, Endgames, LimitedSearch};
use crate::text::{TextError, number};

/// The key.
pub(super) const ENDGAME: KeyInfo = KeyInfo {
    name: "endgame",
    values: "K",
    summary: "exact values from tables as soon as at most K beans are in play (Kalah)",
};

/// The most beans: 226 MB for six holes.
const MOST: u32 = 20;

/// More than all beans.
const INFINITY: i32 = 1000;

/// The keys that cannot be combined with this one, and the values of those that can.
const OTHERS: [(&str, Option<&str>); 6] = [
    ("eval", Some("pots")),
    ("extra", Some("ply")),
    ("ties", Some("first")),
    ("time", None),
    ("clock", None),
    ("nodes", None),
];

/// The strategy, if the spec has the key.
pub(super) fn build<G: Game>(
    options: Options<'_>,
    depth: Depth,
) -> Result<Option<Box<dyn Strategy<G>>>, TextError> {
    let advice = "write for example smart:6,endgame=14";
    let read = |text: &str| {
        number("the number of beans", text, 1..=MOST).map_err(|problem| (problem, advice.to_owned()))
    };
    let Some(most) = options.key(ENDGAME.name, read)? else { return Ok(None) };
    for (key, allowed) in OTHERS {
        let value = options.key(key, |value| Ok(value.to_owned()))?;
        if value.is_some_and(|value| Some(value.as_str()) != allowed) {
            let problem = format!("endgame= cannot be combined with {key}=");
            return Err(options.error_at(key, problem, "remove one of the two"));
        }
    }
    if !G::HAS_ENDGAME_TABLES {
        let problem = "there are no endgame tables for this board";
        return Err(options.error_at(
            ENDGAME.name,
            problem,
            "use it for Kalah with at most 7 holes and 127 beans",
        ));
    }
    Ok(Some(Box::new(Player { depth, endgames: Endgames::of_beans(most as usize) })))
}

/// A search of limited depth with exact leaves.
struct Player {
    depth: Depth,
    /// Shared by the players of all threads.
    endgames: Endgames,
}

impl<G: Game> Strategy<G> for Player {
    fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let rules = solve::kalah_rules(position).ok_or(NoChoice::OtherGame)?;
        let table = self.endgames.table(rules).ok_or(NoChoice::OtherGame)?;
        let limits = Limits::new(turn, None, None);
        let mut search = LimitedSearch::new(table, &limits).ok_or(NoChoice::OtherGame)?;
        let plies = self.depth.limit().map(|plies| plies - 1);
        let mut best: Option<MoveValue> = None;
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let (rows, lead) = solve::kalah_parts(&next).ok_or(NoChoice::OtherGame)?;
            let floor = best.map_or(-INFINITY, |best| best.value);
            let found = if next.to_move() == position.to_move() {
                search.value(rows, lead, plies, (floor, INFINITY))
            } else {
                search.value(rows, lead, plies, (-INFINITY, -floor)).map(|value| -value)
            };
            let value = found.map_err(|Stopped| NoChoice::Interrupted)?;
            if best.is_none() || value > floor {
                best = Some(MoveValue { mv, value });
            }
        }
        let MoveValue { mv, value } = best.ok_or(NoChoice::GameOver)?;
        Ok(Choice { mv, value: Some(value.into()), depth: Some(self.depth), nodes: search.nodes() })
    }

    fn fresh(&self) -> Box<dyn Strategy<G>> {
        Box::new(Player { depth: self.depth, endgames: self.endgames.clone() })
    }
}
