//! Lists of moves in text: `3 6 2`, or `362` where all are single digits.
//!
//! A list without separators is one move if the board has such a place, otherwise one move per digit. So `12` is
//! hole 12 on a board of twelve holes, and holes 1 and 2 on a board of six.

use std::ops::Range;

use super::game::{Game, Move};
use crate::text::TextError;

/// Plays the moves of a list from `start` and returns them with the position they lead to.
///
/// ```
/// use arena::games::{BuiltInGame, moves};
/// # use arena::games::{Game, GameVisitor};
/// # struct Play;
/// # impl GameVisitor for Play {
/// #     type Output = String;
/// #     fn visit<G: Game>(self, start: G) -> String {
/// let (position, played) = moves::play_list(&start, "453").unwrap();
/// assert_eq!(played.len(), 3);
/// #         position.to_string()
/// #     }
/// # }
/// # let text = "connect:7x2x4".parse::<BuiltInGame>().unwrap().visit(Play);
/// assert_eq!(text, "o:......./..xxo..");
/// ```
pub fn play_list<G: Game>(start: &G, text: &str) -> Result<(G, Vec<Move>), TextError> {
    let mut position = *start;
    let mut played = Vec::new();
    for (place, digits) in numbers(text, start.places()) {
        let ply = played.len() + 1;
        let wrong = |problem: String| {
            TextError::new(text, place.clone(), format!("move {ply}: {problem}"), advice(&position, ply))
        };
        let number: usize =
            digits.parse().map_err(|_| wrong(format!("'{digits}' is not a {} number", G::PLACE)))?;
        let Some(mv) = Move::from_number(number) else {
            let last = start.places();
            return Err(wrong(format!("there is no {} {number}: choose from 1 to {last}", G::PLACE)));
        };
        let before = position;
        position.try_play(mv).map_err(|reason| {
            TextError::new(text, place.clone(), format!("move {ply}: {reason}"), advice(&before, ply))
        })?;
        played.push(mv);
    }
    Ok((position, played))
}

fn advice<G: Game>(position: &G, ply: usize) -> String {
    if position.is_over() {
        return format!("end the list before move {ply}");
    }
    format!("{} may play {}", G::side_name(position.to_move()), listed(position.legal_moves()))
}

/// Moves as people write them: `1 2 5`.
pub fn listed(moves: impl IntoIterator<Item = Move>) -> String {
    let numbers: Vec<String> = moves.into_iter().map(|mv| mv.number().to_string()).collect();
    numbers.join(" ")
}

/// Appends moves as [`listed`] gives them. Every recorded game comes through here.
pub(crate) fn write_list(moves: &[Move], text: &mut Vec<u8>) {
    // Two bytes for each move, one digit and a space, unless a number has two digits.
    let from = text.len();
    text.resize(from + 2 * moves.len(), b' ');
    let mut most = 0;
    for (place, mv) in text[from..].as_chunks_mut().0.iter_mut().zip(moves) {
        let number = mv.number() as u8;
        most = most.max(number);
        *place = [b'0'.wrapping_add(number), b' '];
    }
    if most > 9 {
        text.truncate(from);
        let mut digits = itoa::Buffer::new();
        for mv in moves {
            text.extend_from_slice(digits.format(mv.number()).as_bytes());
            text.push(b' ');
        }
    }
    text.truncate(text.len() - usize::from(!moves.is_empty()));
}

/// The numbers of a list, each with its place in the text.
fn numbers(text: &str, places: usize) -> Vec<(Range<usize>, &str)> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut found = Vec::new();
    let mut start = 0;
    for part in text.split(is_separator) {
        if !part.is_empty() {
            found.push((start..start + part.len(), part));
        }
        let behind = start + part.len();
        start = behind + text[behind..].chars().next().map_or(0, char::len_utf8);
    }
    match found[..] {
        [(ref place, run)] if is_run_of_digits(run, places) => {
            (0..run.len()).map(|i| (place.start + i..place.start + i + 1, &run[i..=i])).collect()
        }
        _ => found,
    }
}

fn is_run_of_digits(run: &str, places: usize) -> bool {
    let all_digits = run.bytes().all(|b| b.is_ascii_digit());
    all_digits && !run.parse().is_ok_and(|number: usize| (1..=places).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, places: usize) -> Vec<&str> {
        numbers(text, places).into_iter().map(|(_, digits)| digits).collect()
    }

    #[test]
    fn a_run_of_digits_is_one_move_per_digit_unless_the_board_has_such_a_place() {
        assert_eq!(split("4453", 7), ["4", "4", "5", "3"]);
        assert_eq!(split("12", 7), ["1", "2"]);
        assert_eq!(split("12", 12), ["12"]);
        assert_eq!(split("1212", 12), ["1", "2", "1", "2"]);
        assert_eq!(split("10 2", 7), ["10", "2"]);
        assert_eq!(split(" 3  6,2 ", 6), ["3", "6", "2"]);
        assert_eq!(split("", 6), Vec::<&str>::new());
        assert_eq!(split("3", 6), ["3"]);
    }

    #[test]
    fn moves_are_listed_with_spaces() {
        for numbers in [&[1, 9, 10, 64][..], &[9, 1, 5], &[64], &[7], &[]] {
            let moves: Vec<Move> = numbers.iter().map(|&number| Move::from_number(number).unwrap()).collect();
            let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let mut text = b"before ".to_vec();
            write_list(&moves, &mut text);
            assert_eq!(listed(moves), words.join(" "));
            assert_eq!(text, format!("before {}", words.join(" ")).as_bytes());
        }
    }
}
