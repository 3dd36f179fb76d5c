//! The solution of a position as text and JSON.

use std::time::Duration;

use crate::games::AnyPosition;
use crate::report::json::{Fields, move_value, move_values, moves_value};
use crate::report::numbers::{counted, grouped, signed, time};
use crate::report::paint::Paint;
use crate::report::position::{over, values};
use crate::run::GameSpec;
use crate::run::solve::{Solution, SolveEvent, Target};
use crate::search::solve::Unsolved;

pub(crate) fn progress(event: &SolveEvent<'_>, elapsed: Duration) -> String {
    match *event {
        SolveEvent::CacheDamaged(problem) => problem.to_owned(),
        SolveEvent::Searched { nodes, target, bounds } => {
            let rate = nodes as f64 / elapsed.as_secs_f64().max(0.001) / 1e6;
            let bounds = bounds.map_or(String::new(), |Unsolved { low, high }| {
                format!("value from {} to {}, ", signed(low), signed(high))
            });
            let target = match target {
                Target::Position => String::new(),
                Target::Line => "best line, ".to_owned(),
                Target::Move { number, moves } => format!("move {number} of {moves}, "),
            };
            format!("{target}{bounds}{} positions, {rate:.1} million a second", grouped(nodes))
        }
    }
}

/// The result in words: "South wins by 8 with hole 5".
fn sentence(position: &AnyPosition, solution: &Solution) -> String {
    let side = position.side_name(position.to_move());
    let Some(value) = solution.value() else {
        return match solution.bounds {
            Unsolved { low: i32::MIN, .. } => "Nothing is proved yet".to_owned(),
            Unsolved { low, high } => {
                format!("The value for {side} is between {} and {}", signed(low), signed(high))
            }
        };
    };
    let best = solution.best.map_or(String::new(), |mv| position.move_words(mv));
    match value {
        _ if best.is_empty() => capitalised(&solution.words),
        0.. => format!("{} with {best}", capitalised(&solution.words)),
        _ => format!("{}, {side} loses least with {best}", capitalised(&solution.words)),
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
pub(crate) fn text(position: &AnyPosition, solution: &Solution, took: Duration, paint: Paint) -> String {
    if let Some(over) = over(position, Paint::new(false)) {
        return format!("{over}\n");
    }
    let cost = format!("{} in {}", counted(solution.nodes, "position"), time(took));
    let mut text = format!("{}: {cost}.\n", paint.strong(&sentence(position, solution)));
    if !solution.moves.is_empty() {
        text += &format!("\n{}", values(position, &solution.moves, paint));
    }
    if !solution.line.is_empty() {
        text += &format!("\nBest line: {}\n", position.move_list(solution.line.iter().copied()));
    }
    text
}

pub(crate) fn json(
    game: &GameSpec,
    position: &AnyPosition,
    solution: &Solution,
    took: Duration,
) -> Fields<11> {
    let value = solution.value();
    let Unsolved { low, high } = solution.bounds;
    Fields([
        ("game", game.to_string().into()),
        ("position", position.to_string().into()),
        ("value", value.into()),
        ("low", (low > i32::MIN).then_some(low).into()),
        ("high", (high < i32::MAX).then_some(high).into()),
        ("result", value.map(|_| solution.words.as_str()).into()),
        ("best", solution.best.map(|mv| move_value(position, mv)).into()),
        ("moves", move_values(position, &solution.moves)),
        ("line", moves_value(position, solution.line.iter().copied())),
        ("nodes", solution.nodes.into()),
        ("time_ns", u64::try_from(took.as_nanos()).unwrap_or(u64::MAX).into()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_which_move_is_solved_and_its_bounds() {
        let after = |target, bounds| {
            let event = SolveEvent::Searched { nodes: 3_000_000, target, bounds };
            progress(&event, Duration::from_secs(2))
        };
        let bounds = Some(Unsolved { low: -8, high: 2 });
        assert_eq!(
            after(Target::Move { number: 2, moves: 6 }, bounds),
            "move 2 of 6, value from -8 to +2, 3,000,000 positions, 1.5 million a second"
        );
        assert_eq!(
            after(Target::Position, bounds),
            "value from -8 to +2, 3,000,000 positions, 1.5 million a second"
        );
        assert_eq!(after(Target::Line, None), "best line, 3,000,000 positions, 1.5 million a second");
    }
}
