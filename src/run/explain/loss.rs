//! A lost game, and the move that lost it.

use crate::games::{AnyPosition, MoveEffect, Side};
use crate::run::judge::{phase, phase_name};
use crate::text::Decimal;

/// A game that the player lost on the board.
#[derive(Debug, Clone)]
pub(crate) struct Loss {
    /// Its number in the run.
    pub game: u64,
    /// The text of its opening; empty for the start.
    pub opening: String,
    pub opponent: String,
    /// The side that the player had.
    pub side: Side,
    pub cause: LossCause,
}

/// Why a game was lost.
#[derive(Debug, Clone)]
pub(crate) enum LossCause {
    /// By this move: the last one in a position that was not lost.
    Mistake(Box<Mistake>),
    /// The player never moved in a position that was not lost: a solver says so, or else an engine.
    Opening { is_exact: bool },
    /// The positions before the end are too hard for the judges.
    NotJudged,
}

/// The move after which a game was lost.
#[derive(Debug, Clone)]
pub(crate) struct Mistake {
    /// From 1.
    pub ply: usize,
    /// The position before it, as a line of a file of openings.
    pub position: String,
    /// The same, where arena has the rules.
    pub board: Option<AnyPosition>,
    pub played: String,
    /// The move that the judge would have played; `None` if it is the one played.
    pub best: Option<String>,
    /// The values before and after the move, for the player.
    pub before: Decimal,
    pub after: Option<Decimal>,
    /// What was wrong with it, in the words of the game.
    pub told: Option<MoveEffect>,
    /// Whether a solver says so; else an engine.
    pub is_exact: bool,
}

impl Loss {
    pub(crate) fn mistake(&self) -> Option<&Mistake> {
        match &self.cause {
            LossCause::Mistake(mistake) => Some(mistake),
            _ => None,
        }
    }

    /// The kind of mistake, or why there is none.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.cause {
            LossCause::Mistake(mistake) => mistake.kind(),
            LossCause::Opening { is_exact: true } => "lost opening",
            LossCause::Opening { is_exact: false } => "behind from the opening",
            LossCause::NotJudged => "not judged",
        }
    }
}

impl Mistake {
    /// As the game names it; else by what became of the value.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.told {
            Some(effect) => effect.kind(),
            None if self.best.is_none() && !self.is_exact => "beyond the judge",
            None if !self.is_exact => "lost ground",
            None if self.before > Decimal::from(0) => "let a win slip",
            None => "lost a draw",
        }
    }

    /// How much worse it was than the best move, in the unit of the judge.
    pub(crate) fn size(&self) -> Option<Decimal> {
        let [before, after] = [Some(self.before), self.after].map(|value| value.map(Decimal::in_thousandths));
        Some(Decimal::thousandths(before? - after?))
    }

    /// The name of the phase: `11-20`.
    pub(crate) fn phase(&self) -> String {
        phase_name(phase(self.ply))
    }
}

/// What a judge says of a move of the player.
#[derive(Debug, Clone)]
pub(super) struct ValuedMove {
    /// From 0.
    pub(super) ply: usize,
    pub(super) before: Decimal,
    pub(super) after: Option<Decimal>,
    /// The best move; `None` if the judge found none.
    pub(super) best: Option<String>,
    pub(super) is_exact: bool,
}

/// The move after which a game was lost, of all moves of the player in order. Those before the first that is judged are not known.
pub(super) enum LosingMove {
    Found(ValuedMove),
    Opening {
        is_exact: bool,
    },
    /// Not among the judged moves: that before this place, or an earlier one.
    Before(usize),
}

impl LosingMove {
    /// Looks for it. A position that an engine values at most `lost_at` is lost.
    pub(super) fn find(moves: &[Option<ValuedMove>], lost_at: Decimal) -> LosingMove {
        for (at, known) in moves.iter().enumerate().rev() {
            let Some(valued) = known else { return LosingMove::Before(at + 1) };
            let is_lost =
                if valued.is_exact { valued.before.is_negative() } else { valued.before <= lost_at };
            if !is_lost {
                return LosingMove::Found(valued.clone());
            }
        }
        LosingMove::Opening { is_exact: moves.iter().flatten().all(|valued| valued.is_exact) }
    }
}

/// From which of its values on a position counts as lost, and how often such positions were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LostAt {
    pub value: Decimal,
    /// The positions of that value or a lower one in games that were lost.
    pub lost: u64,
    /// All positions of that value or a lower one.
    pub positions: u64,
}

/// The share of positions that must have been lost.
const SHARE: f64 = 0.9;

impl LostAt {
    /// The highest negative value below which nine of ten positions were of lost games; any negative one if there is none.
    pub(super) fn of(mut seen: Vec<(Decimal, bool)>) -> LostAt {
        seen.retain(|(value, _)| value.is_negative());
        seen.sort_unstable();
        let (mut best, mut lost) = (None, 0);
        for (at, &(value, is_lost)) in seen.iter().enumerate() {
            lost += u64::from(is_lost);
            let is_last = seen.get(at + 1).is_none_or(|&(next, _)| next > value);
            let positions = at as u64 + 1;
            if is_last && lost as f64 >= SHARE * positions as f64 {
                best = Some(LostAt { value, lost, positions });
            }
        }
        best.unwrap_or(LostAt { value: -Decimal::SMALLEST, lost, positions: seen.len() as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(ply: usize, before: i32, is_exact: bool) -> ValuedMove {
        ValuedMove { ply, before: before.into(), after: None, best: None, is_exact }
    }

    fn found(moves: &[Option<ValuedMove>], lost_at: i32) -> Result<usize, &'static str> {
        match LosingMove::find(moves, lost_at.into()) {
            LosingMove::Found(valued) => Ok(valued.ply),
            LosingMove::Opening { .. } => Err("opening"),
            LosingMove::Before(_) => Err("before"),
        }
    }

    #[test]
    fn the_losing_move_is_the_last_in_a_position_that_was_not_lost() {
        let exact = |values: &[i32]| -> Vec<_> {
            values.iter().enumerate().map(|(ply, &value)| Some(valued(ply, value, true))).collect()
        };
        assert_eq!(found(&exact(&[3, 0, -1, -1]), 0), Ok(1));
        assert_eq!(found(&exact(&[0, -1, 2, -2]), 0), Ok(2), "what the opponent gave back does not count");
        assert_eq!(found(&exact(&[-1, -1]), 0), Err("opening"));
        assert_eq!(found(&[None, Some(valued(1, -1, true))], 0), Err("before"));
        // An engine that does not see it yet is not the judge of what a solver knows.
        let mixed = [valued(0, 2, false), valued(1, -3, false), valued(2, -1, true)].map(Some);
        assert_eq!((found(&mixed, -3), found(&mixed, -4)), (Ok(0), Ok(1)));
    }

    #[test]
    fn an_engine_calls_lost_what_was_lost_nine_times_of_ten() {
        let seen = |lost: u64, all: u64, value: i32| {
            (0..all).map(move |at| (Decimal::from(value), at < lost)).collect::<Vec<_>>()
        };
        let all = [seen(10, 10, -5), seen(9, 10, -4), seen(5, 10, -1), seen(5, 50, 3)].concat();
        assert_eq!(LostAt::of(all), LostAt { value: (-4).into(), lost: 19, positions: 20 });
        let none = LostAt::of(seen(1, 2, -4));
        assert_eq!(none, LostAt { value: -Decimal::SMALLEST, lost: 1, positions: 2 });
    }
}
