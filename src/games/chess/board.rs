//! The board, and what ends a game.

use cozy_chess::{BitBoard, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveList, MoveSet};
use crate::games::standard::StandardGame;
use crate::games::view::{BoardView, CellLabels, GridLook, GridView};
use crate::text::TextError;

/// A position of chess.
///
/// ```
/// use arena::games::chess::ChessRules;
/// use arena::games::{Game, GameRules, Outcome, Side, moves};
///
/// let (end, _) = moves::play_list(&ChessRules.start(), "f2f3 e7e5 g2g4 d8h4").unwrap();
/// assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
/// assert_eq!(end.to_string(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) pieces: [BitBoard; Piece::NUM],
    pub(super) colors: [BitBoard; Color::NUM],
    pub(super) castling: [CastleRights; Color::NUM],
    /// The file of a pawn that can be captured en passant now.
    pub(super) en_passant: Option<File>,
    pub(super) to_move: Color,
    /// Plies since the last capture or pawn move, up to 100.
    pub(super) halfmove_clock: u8,
    pub(super) fullmove_number: u16,
    /// Whether castling is named as in Chess960.
    pub(super) is_chess960: bool,
    ending: Option<Ending>,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Ending {
    Checkmate,
    Stalemate,
    Material,
    FiftyMoves,
    Repetition,
}

/// More moves than any position has that promotions can lead to: 218.
pub(super) const MOST_MOVES: usize = 256;

/// What a move can be: from a square to a square, with four kinds of promotion or none.
pub(super) const KINDS: usize = 5;

impl Board {
    /// The start position with this Scharnagl number.
    pub(super) fn start(number: u16, is_chess960: bool) -> Board {
        Board::of(&cozy_chess::Board::chess960_startpos(u32::from(number)), is_chess960)
    }

    /// The position of a board of the crate, which has keys and pins besides and is no `Copy` value.
    pub(super) fn of(rules: &cozy_chess::Board, is_chess960: bool) -> Board {
        let color = rules.side_to_move();
        let is_captured = |file: &File| {
            let target = Square::new(*file, Rank::Sixth.relative_to(color));
            let pawns =
                rules.colored_pieces(color, Piece::Pawn) & cozy_chess::get_pawn_attacks(target, !color);
            rules.generate_moves_for(pawns, |found| found.to.has(target))
        };
        Board {
            pieces: Piece::ALL.map(|piece| rules.pieces(piece)),
            colors: Color::ALL.map(|color| rules.colors(color)),
            castling: Color::ALL.map(|color| *rules.castle_rights(color)),
            en_passant: rules.en_passant().filter(is_captured),
            to_move: color,
            halfmove_clock: rules.halfmove_clock(),
            fullmove_number: rules.fullmove_number(),
            is_chess960,
            ending: Ending::of(rules),
        }
    }

    /// The board of the crate with this position.
    pub(super) fn rules(&self) -> cozy_chess::Board {
        let mut builder = BoardBuilder::empty();
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.of_kind(color, piece) {
                    *builder.square_mut(square) = Some((piece, color));
                }
            }
        }
        builder.side_to_move = self.to_move;
        builder.castle_rights = self.castling;
        builder.en_passant =
            self.en_passant.map(|file| Square::new(file, Rank::Sixth.relative_to(self.to_move)));
        builder.halfmove_clock = self.halfmove_clock;
        builder.fullmove_number = self.fullmove_number;
        // It was made from such a board.
        builder.build().unwrap_or_default()
    }

    /// The pieces of one kind and colour.
    pub(super) fn of_kind(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.pieces[piece as usize].has(square))
    }

    /// The legal moves, if `rules` is the board of the crate with this position.
    pub(super) fn moves_by(&self, rules: &cozy_chess::Board) -> MoveList<MOST_MOVES> {
        let mut moves = MoveList::NONE;
        let mut targets = [BitBoard::EMPTY; Square::NUM];
        rules.generate_moves(|found| {
            targets[found.from as usize] |= found.to;
            false
        });
        let own = self.colors[self.to_move as usize];
        for from in own {
            let mut to = targets[from as usize];
            if !self.is_chess960 {
                // Castling, for the crate: the king takes a rook.
                for rook in to & own {
                    let file = if rook.file() > from.file() { File::G } else { File::C };
                    to = to ^ rook.bitboard() | Square::new(file, rook.rank()).bitboard();
                }
            }
            let is_pawn = self.pieces[Piece::Pawn as usize].has(from);
            for to in to {
                if is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
                    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
                        moves.insert(encode(from, to, Some(piece)));
                    }
                } else {
                    moves.insert(encode(from, to, None));
                }
            }
        }
        moves
    }

    /// The position after a legal move, if `rules` is the board of the crate with this position.
    pub(super) fn after_by(&self, mut rules: cozy_chess::Board, mv: Move) -> Board {
        rules.play_unchecked(self.decoded(mv));
        Board::of(&rules, self.is_chess960)
    }

    /// The number of plies from the start of the game, as the FEN counts them.
    pub(super) fn plies(&self) -> i32 {
        2 * (i32::from(self.fullmove_number) - 1) + i32::from(self.to_move == Color::Black)
    }

    /// The move of the crate, in which a king that castles takes the rook.
    pub(super) fn decoded(&self, mv: Move) -> cozy_chess::Move {
        let (squares, kind) = (mv.index() / KINDS, mv.index() % KINDS);
        let (from, mut to) = (Square::index(squares / Square::NUM), Square::index(squares % Square::NUM));
        let files = (from.file() as i8 - to.file() as i8).abs();
        if !self.is_chess960 && files == 2 && self.pieces[Piece::King as usize].has(from) {
            to = Square::new(if to.file() > from.file() { File::H } else { File::A }, to.rank());
        }
        cozy_chess::Move { from, to, promotion: (kind > 0).then(|| Piece::index(kind)) }
    }

    /// The move of this game for one of the crate.
    pub(super) fn encoded(&self, mv: cozy_chess::Move) -> Move {
        let mut to = mv.to;
        if !self.is_chess960 && self.colors[self.to_move as usize].has(to) {
            to = Square::new(if to.file() > mv.from.file() { File::G } else { File::C }, to.rank());
        }
        encode(mv.from, to, mv.promotion)
    }
}

fn encode(from: Square, to: Square, promotion: Option<Piece>) -> Move {
    let squares = from as usize * Square::NUM + to as usize;
    Move::from_index(squares * KINDS + promotion.map_or(0, |piece| piece as usize))
}

pub(super) fn side(color: Color) -> Side {
    if color == Color::White { Side::First } else { Side::Second }
}

impl Ending {
    fn of(rules: &cozy_chess::Board) -> Option<Ending> {
        let can_move = rules.generate_moves(|_| true);
        if !can_move && !rules.checkers().is_empty() {
            Some(Ending::Checkmate)
        } else if cannot_mate(rules) {
            Some(Ending::Material)
        } else if !can_move {
            Some(Ending::Stalemate)
        } else {
            (rules.halfmove_clock() >= 100).then_some(Ending::FiftyMoves)
        }
    }
}

/// Whether no sequence of legal moves ends in checkmate because of the material: a knight or a bishop against a bare king, or any
/// bishops that all stand on squares of one colour.
fn cannot_mate(rules: &cozy_chess::Board) -> bool {
    let [pawns, knights, bishops, rooks, queens, _] = Piece::ALL.map(|piece| rules.pieces(piece));
    let is_of_one_color =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    (pawns | rooks | queens).is_empty()
        && (rules.occupied().len() <= 3 || knights.is_empty() && is_of_one_color)
}

impl Game for Board {
    const PLACE: &'static str = "move";
    const SIDE_NAMES: [&'static str; 2] = ["White", "Black"];
    const NAMED_MOVES: bool = true;
    const HAS_SAN: bool = true;
    const REPETITION: Option<usize> = Some(3);
    const USUAL_DEPTH: u16 = 3;

    type Evaluators = super::evaluators::ChessEvaluators;
    type Search = super::search::CapturesFirst;
    type Moves = MoveList<MOST_MOVES>;

    fn places(&self) -> usize {
        Square::NUM * Square::NUM * KINDS
    }

    fn to_move(&self) -> Side {
        side(self.to_move)
    }

    fn standard(&self) -> Option<StandardGame> {
        Some(StandardGame::Chess { is_960: self.is_chess960 })
    }

    fn legal_moves(&self) -> Self::Moves {
        if self.ending.is_some() { MoveList::NONE } else { self.moves_by(&self.rules()) }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        *self = self.after_by(self.rules(), mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| match ending {
            Ending::Checkmate => Outcome::Win(self.to_move().other()),
            _ => Outcome::Draw,
        })
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        super::fen::read(text, self.is_chess960)
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        let (squares, kind) = (mv.index() / KINDS, mv.index() % KINDS);
        for square in [squares / Square::NUM, squares % Square::NUM] {
            text.extend([b'a' + (square % 8) as u8, b'1' + (square / 8) as u8]);
        }
        text.extend(b" nbrq"[kind..=kind].iter().filter(|letter| letter.is_ascii_alphabetic()));
    }

    fn move_named(&self, word: &str) -> Option<Move> {
        let mv: cozy_chess::Move = word.parse().ok()?;
        let is_kind = |piece| !matches!(piece, Piece::Pawn | Piece::King);
        mv.promotion.is_none_or(is_kind).then(|| encode(mv.from, mv.to, mv.promotion))
    }

    fn san(&self, mv: Move) -> String {
        super::san::write(self, mv)
    }

    fn move_in_san(&self, word: &str) -> Option<Move> {
        super::san::read(self, word)
    }

    fn unplayable(&self, _: Move) -> &'static str {
        "is not a legal move here"
    }

    fn end_by_repetition(&mut self) {
        self.ending = Some(Ending::Repetition);
    }

    fn repeats(&self, earlier: &Board) -> bool {
        let same =
            |board: &Board| (board.pieces, board.colors, board.castling, board.en_passant, board.to_move);
        same(self) == same(earlier)
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.halfmove_clock)
    }

    fn view(&self) -> BoardView {
        let letter = |square| match self.piece_on(square).map(char::from) {
            Some(piece) if self.colors[Color::White as usize].has(square) => piece.to_ascii_uppercase(),
            Some(piece) => piece,
            None => '.',
        };
        let squares = (0..8).rev().flat_map(|rank| (0..8).map(move |file| Square::index(8 * rank + file)));
        BoardView::Grid(GridView {
            columns: 8,
            look: GridLook::Chess,
            labels: CellLabels::FromBottom,
            letters: ["PNBRQK", "pnbrqk"],
            cells: squares.map(letter).collect(),
            decisive: Vec::new(),
        })
    }

    fn decided_by(&self) -> String {
        let words = match self.ending {
            Some(Ending::Checkmate) => "checkmate",
            Some(Ending::Stalemate) => "stalemate",
            Some(Ending::Material) => "insufficient material",
            Some(Ending::FiftyMoves) => "the fifty-move rule",
            Some(Ending::Repetition) => "threefold repetition",
            None => "nothing yet",
        };
        words.to_owned()
    }
}
