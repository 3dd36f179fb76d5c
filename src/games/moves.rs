//! Moves in text, and lists of them: `3 6 2`, or `362` where all are single digits; `e2e4 e7e5` where moves have names.
//!
//! A list of numbers without separators is one move if the board has such a place, otherwise one move per digit. So `12` is
//! hole 12 on a board of twelve holes, and holes 1 and 2 on a board of six.

use std::ops::Range;

use super::game::{Game, Move};
use super::line::Line;
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
    let mut line = Line::new(*start);
    let played = play_on(&mut line, text)?;
    Ok((*line.position(), played))
}

/// The same in a game that has begun. An error leaves it where the list is wrong.
pub(super) fn play_on<G: Game>(line: &mut Line<G>, text: &str) -> Result<Vec<Move>, TextError> {
    let mut played = Vec::new();
    for (place, word) in words_of(text, line.position()) {
        let ply = played.len() + 1;
        let wrong = |problem: String| {
            TextError::new(
                text,
                place.clone(),
                format!("move {ply}: {problem}"),
                advice(line.position(), ply),
            )
        };
        let mv = read(line.position(), word).map_err(wrong)?;
        line.position().check(mv).map_err(|reason| wrong(reason.to_string()))?;
        line.play(mv);
        played.push(mv);
    }
    Ok(played)
}

fn advice<G: Game>(position: &G, ply: usize) -> String {
    if position.is_over() {
        return format!("end the list before move {ply}");
    }
    format!("{} may play {}", G::side_name(position.to_move()), listed(position, position.legal_moves()))
}

/// The move of this name, or what is wrong with it.
pub fn read<G: Game>(game: &G, word: &str) -> Result<Move, String> {
    game.move_named(word).ok_or_else(|| match word.parse::<usize>() {
        _ if G::NAMED_MOVES => format!("'{word}' is not a {} of this game", G::PLACE),
        Ok(number) => format!("there is no {} {number}: choose from 1 to {}", G::PLACE, game.places()),
        Err(_) => format!("'{word}' is not a {} number", G::PLACE),
    })
}

/// A move as people write it: `3`, `e2e4`.
pub fn name<G: Game>(game: &G, mv: Move) -> String {
    let mut text = Vec::new();
    game.write_move(mv, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// A move in a sentence: `hole 3`, `e2e4`.
pub fn words<G: Game>(game: &G, mv: Move) -> String {
    let name = name(game, mv);
    if G::NAMED_MOVES { name } else { format!("{} {name}", G::PLACE) }
}

/// Moves as people write them: `1 2 5`.
pub fn listed<G: Game>(game: &G, moves: impl IntoIterator<Item = Move>) -> String {
    let names: Vec<String> = moves.into_iter().map(|mv| name(game, mv)).collect();
    names.join(" ")
}

/// Appends moves as [`listed`] gives them. Every recorded game comes through here.
pub(crate) fn write_list<G: Game>(game: &G, moves: &[Move], text: &mut Vec<u8>) {
    if G::NAMED_MOVES || game.places() > usize::from(u8::MAX) {
        for (ply, &mv) in moves.iter().enumerate() {
            if ply > 0 {
                text.push(b' ');
            }
            game.write_move(mv, text);
        }
        return;
    }
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

/// The moves of a list, each with its place in the text.
fn words_of<'t, G: Game>(text: &'t str, game: &G) -> Vec<(Range<usize>, &'t str)> {
    // A name is never a run of digits.
    split(text, if G::NAMED_MOVES { usize::MAX } else { game.places() })
}

fn split(text: &str, places: usize) -> Vec<(Range<usize>, &str)> {
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
    use crate::games::GameRules;
    use crate::games::mnk::{Board, MnkRules};

    fn words(text: &str, places: usize) -> Vec<&str> {
        super::split(text, places).into_iter().map(|(_, digits)| digits).collect()
    }

    #[test]
    fn a_run_of_digits_is_one_move_per_digit_unless_the_board_has_such_a_place() {
        assert_eq!(words("4453", 7), ["4", "4", "5", "3"]);
        assert_eq!(words("12", 7), ["1", "2"]);
        assert_eq!(words("12", 12), ["12"]);
        assert_eq!(words("1212", 12), ["1", "2", "1", "2"]);
        assert_eq!(words("10 2", 7), ["10", "2"]);
        assert_eq!(words(" 3  6,2 ", 6), ["3", "6", "2"]);
        assert_eq!(words("", 6), Vec::<&str>::new());
        assert_eq!(words("3", 6), ["3"]);
    }

    #[test]
    fn moves_are_listed_with_spaces() {
        for numbers in [&[1, 9, 10, 64][..], &[9, 1, 5], &[64], &[7], &[]] {
            let moves: Vec<Move> = numbers.iter().map(|&number| Move::from_number(number).unwrap()).collect();
            let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let mut text = b"before ".to_vec();
            let game = Board::<1>::start(MnkRules::read(Some("8x8x5")).unwrap());
            write_list(&game, &moves, &mut text);
            assert_eq!(listed(&game, moves), words.join(" "));
            assert_eq!(text, format!("before {}", words.join(" ")).as_bytes());
        }
    }
}
