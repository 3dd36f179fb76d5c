//! What a person typed at the prompt.

use crate::games::{AnyPosition, Move};
use crate::text::one_line;

/// A line, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TypedLine {
    /// Play this legal move.
    Play(Move),
    /// Show the value of every move.
    Hint,
    /// Explain the commands.
    Help,
    /// Take back.
    Undo,
    /// Quit.
    Quit,
    /// None of these, and why.
    Wrong(String),
}

/// Reads a line typed in a position that is not over.
pub(super) fn read(position: &AnyPosition, line: &str) -> TypedLine {
    match line.to_lowercase().as_str() {
        "h" | "hint" => return TypedLine::Hint,
        "?" | "help" => return TypedLine::Help,
        "u" | "undo" => return TypedLine::Undo,
        "q" | "quit" | "exit" => return TypedLine::Quit,
        "" => {
            return TypedLine::Wrong(format!("Type {}, or h, u or q; ? for help.", moves(position)));
        }
        _ => {}
    }
    let digits = line.strip_prefix(['-', '+']).unwrap_or(line);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let may = || format!("You may play {}.", position.move_list(position.legal_moves()));
    let mv = match position.move_named(line) {
        Ok(mv) => mv,
        Err(_) if is_number && !position.names_moves() => {
            let (place, last) = (position.place(), position.places());
            return TypedLine::Wrong(format!(
                "There is no {place} {line}: choose from 1 to {last}. {}",
                may()
            ));
        }
        Err(_) => {
            let (shown, kind) = (one_line(line, 40), if position.names_moves() { "move" } else { "number" });
            return TypedLine::Wrong(format!(
                "'{shown}' is not a {kind}: type {}, or h, u or q; ? for help.",
                moves(position)
            ));
        }
    };
    match position.clone().try_play(mv) {
        Ok(()) => TypedLine::Play(mv),
        Err(reason) => TypedLine::Wrong(format!("{}. {}", capitalized(&reason.to_string()), may())),
    }
}

/// What a move looks like: "a hole from 1 to 6", "a move such as e2e4".
pub(super) fn moves(position: &AnyPosition) -> String {
    match position.legal_moves().next() {
        Some(mv) if position.names_moves() => format!("a move such as {}", position.move_name(mv)),
        _ => format!("a {} from 1 to {}", position.place(), position.places()),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::GameSpec;

    #[test]
    fn moves_with_names_are_understood_or_explained() {
        let game: GameSpec = "gomoku".parse().unwrap();
        let (position, _) = game.host().unwrap().start().play_list("H8").unwrap();
        assert_eq!(read(&position, "a15"), TypedLine::Play(Move::from_index(0)));
        assert_eq!(read(&position, "h"), TypedLine::Hint);
        let wrong = |line: &str| match read(&position, line) {
            TypedLine::Wrong(why) => why,
            other => panic!("{line:?} was read as {other:?}"),
        };
        assert!(wrong("h8").starts_with("H8 is taken. You may play A15 "), "{}", wrong("h8"));
        assert_eq!(wrong("8"), "'8' is not a move: type a move such as A15, or h, u or q; ? for help.");
        assert_eq!(wrong(""), "Type a move such as A15, or h, u or q; ? for help.");
    }

    #[test]
    fn every_line_is_understood_or_explained() {
        let game: GameSpec = "kalah:3x2".parse().unwrap();
        let position = game.host().unwrap().start().read("s:1,0,2,2:2,2,2,0").unwrap();
        let wrong = |line: &str| match read(&position, line) {
            TypedLine::Wrong(why) => why,
            other => panic!("{line:?} was read as {other:?}"),
        };
        assert_eq!(read(&position, "3"), TypedLine::Play(Move::from_index(2)));
        assert_eq!(read(&position, "H"), TypedLine::Hint);
        assert_eq!(read(&position, "?"), TypedLine::Help);
        assert_eq!(read(&position, "Help"), TypedLine::Help);
        assert_eq!(read(&position, "undo"), TypedLine::Undo);
        assert_eq!(read(&position, "q"), TypedLine::Quit);
        assert_eq!(wrong("2"), "Hole 2 is empty. You may play 1 3.");
        assert_eq!(wrong("4"), "There is no hole 4: choose from 1 to 3. You may play 1 3.");
        assert_eq!(wrong("0"), "There is no hole 0: choose from 1 to 3. You may play 1 3.");
        assert_eq!(wrong("-1"), "There is no hole -1: choose from 1 to 3. You may play 1 3.");
        assert_eq!(
            wrong("three"),
            "'three' is not a number: type a hole from 1 to 3, or h, u or q; ? for help."
        );
        assert_eq!(wrong(""), "Type a hole from 1 to 3, or h, u or q; ? for help.");
        assert!(wrong("99999999999999999999").starts_with("There is no hole"));
        assert!(wrong("1.5").contains("not a number"));
    }
}
