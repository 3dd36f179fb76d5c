//! Standard algebraic notation, in which games are recorded: `Nf3`, `exd6`, `O-O`, `e8=Q+`.

use super::Board;
use crate::games::game::{Game, Move};
use crate::games::move_set::MoveSet;
use cozy_chess::util;

/// A legal move.
pub(super) fn write(board: &Board, mv: Move) -> String {
    util::display_san_move(&board.rules(), board.decoded(mv)).to_string()
}

/// The legal move that is written so: with marks such as `!`, castling with zeros or the name of the move, too.
pub(super) fn read(board: &Board, word: &str) -> Option<Move> {
    let plain = word.trim_end_matches(['!', '?', '+', '#']);
    let castling = plain.starts_with('0').then(|| plain.replace('0', "O"));
    let found = util::parse_san_move(&board.rules(), castling.as_deref().unwrap_or(plain));
    let mv = found.ok().map(|mv| board.encoded(mv)).or_else(|| board.move_named(plain))?;
    board.legal_moves().contains(mv).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameRules;
    use crate::games::chess::{Chess960Rules, ChessRules};

    fn reads(board: &Board, word: &str) -> Option<String> {
        read(board, word).map(|mv| crate::games::moves::name(board, mv))
    }

    #[test]
    fn moves_are_written_as_in_game_records() {
        let start = ChessRules.start();
        let cases = [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
            ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"),
            ("4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "c3e4", "N3e4"),
            ("8/7k/8/Q7/8/8/8/Q3Q2K w - - 0 1", "a1c3", "Qa1c3"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("3qk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", "Ra8#"),
        ];
        for (fen, name, san) in cases {
            let board = start.read(fen).unwrap();
            assert_eq!(write(&board, board.move_named(name).unwrap()), san, "{fen}");
            assert_eq!(reads(&board, san).as_deref(), Some(name), "{fen}");
        }
    }

    #[test]
    fn every_legal_move_can_be_read_as_it_is_written() {
        for mut board in [ChessRules.start(), Chess960Rules::read(Some("123")).unwrap().start()] {
            for ply in 0..300usize {
                for mv in board.legal_moves() {
                    assert_eq!(read(&board, &write(&board, mv)), Some(mv), "{mv:?} in {board}");
                }
                let moves = board.legal_moves();
                if moves.is_none() {
                    break;
                }
                board.play({ moves }.nth((ply * 7919 + 3) % moves.len()).unwrap());
            }
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let start = ChessRules.start();
        for (word, name) in [("Nf3!?", "g1f3"), ("Ng1f3", "g1f3"), ("g1f3", "g1f3"), ("e4", "e2e4")] {
            assert_eq!(reads(&start, word).as_deref(), Some(name), "{word}");
        }
        for word in ["", "e5", "Nf4", "O-O", "Qxe9", "é4", "+"] {
            assert_eq!(reads(&start, word), None, "{word}");
        }
        let castling = start.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(reads(&castling, "0-0-0").as_deref(), Some("e1c1"));
    }
}
