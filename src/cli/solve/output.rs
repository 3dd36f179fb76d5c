//! A solution for people and for scripts.

use std::time::Duration;

use serde::Serialize;

use crate::games::{AnyPosition, Move, moves};
use crate::report::numbers::{counted, signed, time};
use crate::report::paint::Paint;
use crate::report::position::{result, values};
use crate::run::GameSpec;
use crate::search::MoveValue;
use crate::search::solve::Unsolved;

/// What was found.
pub(super) struct Solution {
    /// The bounds of the value. If they are equal, it is the value.
    pub(super) bounds: Unsolved,
    /// How the game ends: "South wins by 8".
    pub(super) words: String,
    pub(super) best: Option<Move>,
    /// The moves that were solved.
    pub(super) moves: Vec<MoveValue>,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
    /// Whether something is missing.
    pub(super) is_interrupted: bool,
}

impl Default for Solution {
    fn default() -> Solution {
        Solution {
            bounds: Unsolved { low: i32::MIN, high: i32::MAX },
            words: String::new(),
            best: None,
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            is_interrupted: false,
        }
    }
}

impl Solution {
    fn value(&self) -> Option<i32> {
        let Unsolved { low, high } = self.bounds;
        (low == high).then_some(low)
    }

    /// The result in words: "South wins by 8 with hole 5".
    fn sentence(&self, position: &AnyPosition) -> String {
        let (side, place) = (position.side_name(position.to_move()), position.place());
        let Some(value) = self.value() else {
            return match self.bounds {
                Unsolved { low: i32::MIN, .. } => "Nothing is proved yet".to_owned(),
                Unsolved { low, high } => {
                    format!("The value for {side} is between {} and {}", signed(low), signed(high))
                }
            };
        };
        let best = self.best.map_or(String::new(), |mv| format!("{place} {}", mv.number()));
        match value {
            _ if best.is_empty() => capitalised(&self.words),
            0.. => format!("{} with {best}", capitalised(&self.words)),
            _ => format!("{}, {side} loses least with {best}", capitalised(&self.words)),
        }
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        // A side that is called x stays x.
        Some(first) if !words.starts_with("x ") && !words.starts_with("o ") => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => words.to_owned(),
    }
}

/// The solution for people: a sentence, the values of the moves, a best line.
pub(super) fn text(position: &AnyPosition, solution: &Solution, took: Duration, paint: Paint) -> String {
    if let Some(outcome) = position.outcome() {
        let result = result(position, outcome, |side| position.side_name(side).to_owned());
        return format!("The game is over: {result}.\n");
    }
    let cost = format!("{} in {}", counted(solution.nodes, "position"), time(took));
    let mut text = format!("{}: {cost}.\n", paint.strong(&solution.sentence(position)));
    if !solution.moves.is_empty() {
        text += &format!("\n{}", values(position.place(), &solution.moves, paint));
    }
    if !solution.line.is_empty() {
        text += &format!("\nBest line: {}\n", moves::listed(solution.line.iter().copied()));
    }
    text
}

/// The JSON of the command.
#[derive(Serialize)]
pub(super) struct SolutionJson {
    game: String,
    position: String,
    value: Option<i32>,
    low: Option<i32>,
    high: Option<i32>,
    result: Option<String>,
    best: Option<usize>,
    moves: Vec<MoveJson>,
    line: Vec<usize>,
    nodes: u64,
    time_ns: u64,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    number: usize,
    value: i32,
}

/// The solution for scripts.
pub(super) fn json(
    game: &GameSpec,
    position: &AnyPosition,
    solution: &Solution,
    took: Duration,
) -> SolutionJson {
    let value = solution.value();
    let Unsolved { low, high } = solution.bounds;
    SolutionJson {
        game: game.to_string(),
        position: position.to_string(),
        value,
        low: (low > i32::MIN).then_some(low),
        high: (high < i32::MAX).then_some(high),
        result: value.map(|_| solution.words.clone()),
        best: solution.best.map(Move::number),
        moves: solution
            .moves
            .iter()
            .map(|value| MoveJson { number: value.mv.number(), value: value.value })
            .collect(),
        line: solution.line.iter().map(|mv| mv.number()).collect(),
        nodes: solution.nodes,
        time_ns: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
    }
}
