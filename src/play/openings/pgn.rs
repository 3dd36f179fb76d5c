//! Openings from recorded games in PGN: the main line of each game, up to a number of plies.
//!
//! Tags, comments, variations and NAGs are skipped, but for the tag FEN, which is where a game begins.

use crate::games::{Game, moves};
use crate::text::one_line;

/// The line, what is wrong there, and what to do about it.
type PgnError = (usize, String, String);

/// Whether a text is PGN and not a list of positions: it begins with a tag, a comment in braces or move number 1.
pub(super) fn is_pgn(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%', ';']));
    first.is_some_and(|line| line.starts_with(['[', '{']) || line.starts_with("1."))
}

/// Where the main lines lead, after at most `plies` plies.
pub(super) fn openings<G: Game>(start: &G, text: &str, plies: Option<u32>) -> Result<Vec<G>, PgnError> {
    let mut reader =
        Reader { start, most: plies, openings: Vec::new(), game: None, depth: 0, in_comment: false };
    let mut last = 1;
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        reader.line(line, number)?;
        last = number;
    }
    if reader.in_comment || reader.depth > 0 {
        let problem = "a comment or a variation is not closed".to_owned();
        return Err((last, problem, "add the missing } or )".to_owned()));
    }
    reader.end_game(last)?;
    Ok(reader.openings)
}

struct Reader<'a, G> {
    start: &'a G,
    most: Option<u32>,
    openings: Vec<G>,
    /// The game that is being read.
    game: Option<RecordedGame<G>>,
    /// How many variations are open.
    depth: usize,
    in_comment: bool,
}

struct RecordedGame<G> {
    position: G,
    plies: u32,
    /// Whether the tags are over.
    has_moves: bool,
}

impl<G: Game> Reader<'_, G> {
    fn line(&mut self, line: &str, number: usize) -> Result<(), PgnError> {
        if !self.in_comment && line.starts_with('%') {
            return Ok(());
        }
        if !self.in_comment && self.depth == 0 && line.trim_start().starts_with('[') {
            return self.tag(line.trim(), number);
        }
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_end = |c: char| c.is_whitespace() || "{}();".contains(c);
            let length = match first {
                _ if self.in_comment => {
                    let end = rest.find('}').map(|at| at + 1);
                    self.in_comment = end.is_none();
                    end.unwrap_or(rest.len())
                }
                ';' => return Ok(()),
                '{' => {
                    self.in_comment = true;
                    1
                }
                '(' => {
                    self.depth += 1;
                    1
                }
                ')' => {
                    self.depth = self.depth.checked_sub(1).ok_or_else(|| {
                        let problem = "a variation is closed that was not opened".to_owned();
                        (number, problem, "remove the )".to_owned())
                    })?;
                    1
                }
                _ if is_end(first) => first.len_utf8(),
                _ => {
                    let length = rest.find(is_end).unwrap_or(rest.len());
                    if self.depth == 0 {
                        self.word(&rest[..length], number)?;
                    }
                    length
                }
            };
            rest = &rest[length..];
        }
        Ok(())
    }

    /// `[Name "value"]`. The first tag after moves begins the next game.
    fn tag(&mut self, tag: &str, number: usize) -> Result<(), PgnError> {
        if self.game.as_ref().is_some_and(|game| game.has_moves) {
            self.end_game(number)?;
        }
        let game = self.game();
        let Some(fen) = tag.strip_prefix("[FEN ") else { return Ok(()) };
        let fen = fen.trim_end_matches(']').trim().trim_matches('"');
        game.position = game.position.read(fen).map_err(|error| {
            (number, error.problem().to_owned(), "correct the tag FEN, or remove the game".to_owned())
        })?;
        Ok(())
    }

    /// A move, its number, a NAG, or the result.
    fn word(&mut self, word: &str, line: usize) -> Result<(), PgnError> {
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.game();
            return self.end_game(line);
        }
        // The number of a move may stand right in front of it.
        let without_number = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let mv = if without_number.starts_with('-') { word } else { without_number };
        let is_mark = word.starts_with('$') || mv.chars().all(|c| "!?.".contains(c));
        if is_mark || mv == "e.p." {
            return Ok(());
        }
        let most = self.most;
        let game = self.game();
        game.has_moves = true;
        if most.is_some_and(|most| game.plies >= most) {
            return Ok(());
        }
        let Some(found) = game.position.move_in_san(mv) else {
            let problem = format!("'{}' is not a legal move here", one_line(mv, 20));
            let legal = moves::listed(&game.position, game.position.legal_moves());
            let advice = if legal.is_empty() {
                "the game is over before it".to_owned()
            } else {
                format!("legal moves: {legal}")
            };
            return Err((line, problem, advice));
        };
        game.position.play(found);
        game.plies += 1;
        Ok(())
    }

    fn game(&mut self) -> &mut RecordedGame<G> {
        self.game.get_or_insert(RecordedGame { position: *self.start, plies: 0, has_moves: false })
    }

    fn end_game(&mut self, line: usize) -> Result<(), PgnError> {
        let Some(game) = self.game.take() else { return Ok(()) };
        if game.position.is_over() {
            let problem = format!("the game that ends here is over after {} plies", game.plies);
            return Err((line, problem, "play fewer plies of each game: file:PATH,plies=16".to_owned()));
        }
        self.openings.push(game.position);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameRules;
    use crate::games::chess::ChessRules;

    fn read(text: &str, plies: Option<u32>) -> Result<Vec<String>, PgnError> {
        assert!(is_pgn(text));
        let found = openings(&ChessRules.start(), text, plies)?;
        Ok(found.iter().map(ToString::to_string).collect())
    }

    const GAMES: &str = "\
[Event \"One [1] (test)\"]
[White \"A\"]
% an escaped line with e9

1. e4! {a comment (with) 1. d4
over two lines} e5 (1... c5 2. Nf3 (2. c3 $1) 2... d6) 2.Nf3 Nc6 $14 ; Bc4
3. Bb5 a6?! 4. 0-0 *

[Event \"Two\"]
[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]
[SetUp \"1\"]

1. a8=N (1. a8=Q#) 1... Kd7 1/2-1/2
[Event \"Three\"]
1.d4 1-0
";

    #[test]
    fn the_main_line_of_every_game_is_played() {
        let expected = [
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4",
            "N7/3k4/8/8/8/8/8/4K2R w K - 1 2",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        ];
        assert_eq!(read(GAMES, None).unwrap(), expected);
        assert_eq!(
            read(GAMES, Some(2)).unwrap()[0],
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!(read("1. e4 e5", None).unwrap().len(), 1, "without tags and result");
    }

    #[test]
    fn a_mistake_has_a_line_and_advice() {
        let wrong = |text: &str| read(text, None).unwrap_err();
        let (line, problem, advice) = wrong("[White \"A\"]\n\n1. e4 e5\n2. Ke3 *\n");
        assert_eq!((line, problem.as_str()), (4, "'Ke3' is not a legal move here"));
        assert!(advice.starts_with("legal moves: b1a3 b1c3 d1e2"), "{advice}");
        let (line, problem, advice) = wrong("1. f3 e5 2. g4 Qh4# 0-1\n");
        assert_eq!((line, problem.as_str()), (1, "the game that ends here is over after 4 plies"));
        assert_eq!(advice, "play fewer plies of each game: file:PATH,plies=16");
        assert_eq!(read("1. f3 e5 2. g4 Qh4# 0-1\n", Some(3)).unwrap().len(), 1);
        assert_eq!(wrong("1. e4 {never closed\ne5\n").0, 2);
        assert_eq!(wrong("1. e4 ) e5\n").1, "a variation is closed that was not opened");
        assert_eq!(wrong("\n[FEN \"nonsense\"]\n").0, 2);
    }

    #[test]
    fn lists_of_positions_and_moves_are_no_pgn() {
        for text in ["e2e4 e7e5", "8/8/8/8/8/1k6/7q/K7 w - -", "# 1. e4\n1 2 3", "12", ""] {
            assert!(!is_pgn(text), "{text}");
        }
        assert!(is_pgn("\u{feff}\n; games\n[Event \"x\"]"));
    }
}
