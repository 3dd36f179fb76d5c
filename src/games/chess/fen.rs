//! Positions as text: FEN, and the four fields of EPD.

use std::fmt;
use std::ops::Range;

use cozy_chess::{Color, FenParseError, File, Piece, Rank, Square};

use super::Board;
use crate::text::TextError;

const ADVICE: &str = "write a FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Chess960 names the files of the rooks that may castle, as Shredder and Stockfish do.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        if self.is_chess960 { write!(f, "{rules:#}") } else { write!(f, "{rules}") }
    }
}

/// Reads a FEN of six fields, or four fields, after which the operations of an EPD are skipped.
pub(super) fn read(text: &str, is_chess960: bool) -> Result<Board, TextError> {
    let fields: Vec<(Range<usize>, &str)> =
        crate::text::parts(text, ' ').filter(|(_, field)| !field.is_empty()).collect();
    let wrong = |number: usize, problem: String| {
        let place = fields.get(number).map_or(0..text.len(), |(place, _)| place.clone());
        TextError::new(text, place, problem, ADVICE)
    };
    let field = |number: usize| fields.get(number).map(|(_, field)| *field);
    let (Some(placement), Some(side), Some(castling), Some(en_passant)) =
        (field(0), field(1), field(2), field(3))
    else {
        return Err(TextError::whole(text, "a position of chess has four fields or six", ADVICE));
    };
    let is_epd = field(4).is_none_or(|operation| operation.starts_with(|c: char| c.is_ascii_alphabetic()));
    let (halfmoves, moves) = match (is_epd, field(4), field(5)) {
        (false, Some(halfmoves), Some(moves)) if fields.len() == 6 => (halfmoves, moves),
        (true, ..) => ("0", "1"),
        _ => return Err(wrong(fields.len() - 1, "a position of chess has four fields or six".to_owned())),
    };
    let parse = |castling: &str| {
        let fen = format!("{placement} {side} {castling} {en_passant} {halfmoves} {moves}");
        cozy_chess::Board::from_fen(&fen, true).map_err(|error| match error {
            FenParseError::InvalidSideToMove => wrong(1, format!("'{side}' is not w or b")),
            FenParseError::InvalidCastlingRights => {
                wrong(2, format!("'{castling}' names a rook or a king that is not there"))
            }
            FenParseError::InvalidEnPassant => wrong(3, format!("no pawn has just passed '{en_passant}'")),
            FenParseError::InvalidHalfMoveClock => {
                wrong(4, format!("'{halfmoves}' is not a number of plies up to 100"))
            }
            FenParseError::InvalidFullmoveNumber => {
                wrong(5, format!("'{moves}' is not the number of a move"))
            }
            _ => wrong(0, "this is not a position of chess".to_owned()),
        })
    };
    // Who may castle depends on where the kings and rooks are.
    let placed = parse("-")?;
    let rooks = rook_files(&placed, castling)
        .ok_or_else(|| wrong(2, format!("'{castling}' names a rook or a king that is not there")))?;
    let rules = parse(&rooks)?;
    if !is_chess960 && !Color::ALL.iter().all(|&color| castles_from_e(&rules, color)) {
        let problem = "only kings on e1 and e8 may castle in chess, with rooks in the corners";
        return Err(TextError::new(text, fields[2].0.clone(), problem, "play it as chess960"));
    }
    if let Some(color) = Color::ALL.into_iter().find(|&color| has_too_many(&rules, color)) {
        let side = if color == Color::White { "White" } else { "Black" };
        return Err(wrong(0, format!("{side} has more pieces than pawns can have become")));
    }
    Ok(Board::of(&rules, is_chess960))
}

/// The files of the rooks that `KQkq`, or such files, mean: K is the outermost rook on the king's right.
fn rook_files(rules: &cozy_chess::Board, castling: &str) -> Option<String> {
    let file = |letter: char| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let king = rules.king(color);
        let rooks = rules.colored_pieces(color, Piece::Rook) & rank.bitboard();
        let found: File = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().filter(|rook| rook.file() > king.file()).last()?.file(),
            'q' => rooks.into_iter().find(|rook| rook.file() < king.file())?.file(),
            other => other.try_into().ok()?,
        };
        let name = char::from(found);
        Some(if color == Color::White { name.to_ascii_uppercase() } else { name })
    };
    if castling == "-" { Some("-".to_owned()) } else { castling.chars().map(file).collect() }
}

fn castles_from_e(rules: &cozy_chess::Board, color: Color) -> bool {
    let rights = rules.castle_rights(color);
    let may_castle = rights.short.is_some() || rights.long.is_some();
    let corners =
        rights.short.is_none_or(|file| file == File::H) && rights.long.is_none_or(|file| file == File::A);
    corners && (!may_castle || rules.king(color) == Square::new(File::E, Rank::First.relative_to(color)))
}

/// Whether there are more pieces than eight promotions give.
fn has_too_many(rules: &cozy_chess::Board, color: Color) -> bool {
    let count = |piece| rules.colored_pieces(color, piece).len();
    let more = |(piece, at_first): (Piece, u32)| count(piece).saturating_sub(at_first);
    let at_first = [(Piece::Knight, 2), (Piece::Bishop, 2), (Piece::Rook, 2), (Piece::Queen, 1)];
    count(Piece::Pawn) + at_first.into_iter().map(more).sum::<u32>() > 8
}
