//! What a person typed at the prompt.

use crate::games::{AnyPosition, Move, moves};
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
    let place = position.place();
    let last = position.places();
    match line.to_lowercase().as_str() {
        "h" | "hint" => return TypedLine::Hint,
        "?" | "help" => return TypedLine::Help,
        "u" | "undo" => return TypedLine::Undo,
        "q" | "quit" | "exit" => return TypedLine::Quit,
        "" => {
            return TypedLine::Wrong(format!(
                "Type the number of a {place} from 1 to {last}, or h, u or q; ? for help."
            ));
        }
        _ => {}
    }
    let digits = line.strip_prefix(['-', '+']).unwrap_or(line);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let shown = one_line(line, 40);
        return TypedLine::Wrong(format!(
            "'{shown}' is not a number: type a {place} from 1 to {last}, or h, u or q; ? for help."
        ));
    }
    let may = || format!("You may play {}.", moves::listed(position.legal_moves()));
    let Some(mv) = line.parse().ok().and_then(Move::from_number) else {
        return TypedLine::Wrong(format!("There is no {place} {line}: choose from 1 to {last}. {}", may()));
    };
    match position.clone().try_play(mv) {
        Ok(()) => TypedLine::Play(mv),
        Err(reason) => TypedLine::Wrong(format!("{}. {}", capitalized(&reason.to_string()), may())),
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
        assert_eq!(wrong(""), "Type the number of a hole from 1 to 3, or h, u or q; ? for help.");
        assert!(wrong("99999999999999999999").starts_with("There is no hole"));
        assert!(wrong("1.5").contains("not a number"));
    }
}
