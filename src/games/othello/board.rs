//! The board: the discs of each side in one word, cell 1 at the top left in the lowest bit.

use std::collections::HashSet;
use std::fmt;

use super::OthelloRules;
use super::geometry::Geometry;
use crate::games::MoveEffect;
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::grid::{self, Grid, LETTERS};
use crate::games::move_set::Moves;
use crate::games::solvable::{Endgame, Form, Solvable};
use crate::games::standard::StandardGame;
use crate::games::view::{BoardView, CellLabels, GridLook, GridView};
use crate::text::TextError;

/// A position of Othello.
///
/// ```
/// use arena::games::othello::{Board, OthelloRules};
/// use arena::games::{Game, GameRules};
///
/// let mut board = Board::start(OthelloRules::read(Some("4x4")).unwrap());
/// board.play(board.move_named("b1").unwrap());
/// assert_eq!(board.to_string(), "o:.x../.xx./.xo./....");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rules: OthelloRules,
    to_move: Side,
    /// The discs of each side.
    discs: [u64; 2],
    /// The legal moves.
    moves: u64,
}

impl Board {
    /// The start position: four discs in the middle.
    pub fn start(rules: OthelloRules) -> Board {
        let top_left = (rules.rows() / 2 - 1) * rules.columns() + rules.columns() / 2 - 1;
        let falling = 1 | 1 << (rules.columns() + 1);
        let rising = 1 << 1 | 1 << rules.columns();
        let start =
            Board { rules, to_move: Side::First, discs: [rising << top_left, falling << top_left], moves: 0 };
        Board { moves: start.moves_of(Side::First), ..start }
    }

    /// The discs of a side.
    pub(super) fn discs(&self, side: Side) -> u64 {
        self.discs[side.index()]
    }

    /// The legal moves, a bit for each cell.
    pub(super) fn moves(&self) -> u64 {
        self.moves
    }

    /// The four corners.
    #[inline]
    pub(super) fn corners(&self) -> u64 {
        self.geometry().corners()
    }

    /// The cells diagonal to the corners.
    #[inline]
    pub(super) fn beside_corners(&self) -> u64 {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        let row = 1 << 1 | 1 << (columns - 2);
        row << columns | row << (columns * (rows - 2))
    }

    #[inline]
    fn geometry(&self) -> Geometry {
        Geometry::new(self.rules)
    }

    /// The cells where a side turns over at least one disc.
    #[inline]
    pub(super) fn moves_of(&self, side: Side) -> u64 {
        self.geometry().moves(self.discs(side), self.discs(side.other()))
    }

    /// Whose disc lies at a row, counted from the top, and a column.
    fn disc(&self, row: usize, column: usize) -> Option<Side> {
        let cell = row * self.rules.columns() + column;
        Side::BOTH.into_iter().find(|&side| self.discs(side) >> cell & 1 == 1)
    }

    /// Finds moves from a position to this one. Discs are never taken away, so only moves to cells that are taken here lead to it.
    fn find_way(&self, from: &Board, way: &mut Vec<(Side, Move)>, dead_ends: &mut HashSet<Board>) -> bool {
        if from == self {
            return true;
        }
        let taken = self.discs[0] | self.discs[1];
        for mv in Moves::from_bits(from.moves & taken) {
            let next = from.after(mv);
            way.push((from.to_move, mv));
            if !dead_ends.contains(&next) && self.find_way(&next, way, dead_ends) {
                return true;
            }
            way.pop();
            if dead_ends.len() >= MOST_DEAD_ENDS {
                return false;
            }
        }
        dead_ends.insert(*from);
        false
    }

    fn grid(&self) -> Grid<'_> {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        Grid { title: "Othello", spec: &self.rules, columns, rows, row: "row" }
    }
}

/// The most positions that are looked at for a way to another one.
const MOST_DEAD_ENDS: usize = 1 << 20;

impl Game for Board {
    const PLACE: &'static str = "cell";
    const SIDE_NAMES: [&'static str; 2] = LETTERS;
    const NAMED_MOVES: bool = true;
    const USUAL_DEPTH: u16 = 7;
    const ENDGAMES: Endgame = Endgame::Search;

    type Evaluators = super::evaluators::OthelloEvaluators;
    type Search = super::search::CornersFirst;
    type Moves = Moves;

    fn places(&self) -> usize {
        self.rules.cells()
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        Moves::from_bits(self.moves)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let cell = 1 << mv.index();
        debug_assert!(self.moves & cell != 0, "{mv:?} is not legal in {self}");
        let mover = self.to_move;
        let turned = self.geometry().turned(self.discs(mover), self.discs(mover.other()), mv.index());
        self.discs[mover.index()] |= turned | cell;
        self.discs[mover.other().index()] &= !turned;
        self.to_move = mover.other();
        self.moves = self.moves_of(mover.other());
        if self.moves == 0 {
            self.moves = self.moves_of(mover);
            self.to_move = if self.moves == 0 { mover.other() } else { mover };
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        (self.moves == 0).then(|| Outcome::by_points(first, second))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.moves == 0
    }

    #[inline]
    fn points(&self) -> [u32; 2] {
        self.discs.map(u64::count_ones)
    }

    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        let (column, row) = (mv.index() % self.rules.columns(), mv.index() / self.rules.columns());
        text.extend([b'a' + column as u8, b'1' + row as u8]);
    }

    fn move_named(&self, word: &str) -> Option<Move> {
        let &[letter, digit] = word.as_bytes() else { return None };
        let column = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
        let row = usize::from(digit.checked_sub(b'1')?);
        let is_on_board = column < self.rules.columns() && row < self.rules.rows();
        is_on_board.then(|| Move::from_index(row * self.rules.columns() + column))
    }

    fn standard(&self) -> Option<StandardGame> {
        Some(StandardGame::Othello { columns: self.rules.columns(), rows: self.rules.rows() })
    }

    fn way_here(&self) -> Option<Vec<(Side, Move)>> {
        let mut way = Vec::new();
        let (start, mut dead_ends) = (Board::start(self.rules), HashSet::new());
        self.find_way(&start, &mut way, &mut dead_ends).then_some(way)
    }

    fn unplayable(&self, mv: Move) -> &'static str {
        let is_taken = (self.discs[0] | self.discs[1]) >> mv.index() & 1 == 1;
        if is_taken { "is taken" } else { "turns nothing over" }
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        let grid = self.grid();
        let (to_move, cells) = grid.read(text)?;
        let mut board = Board { to_move, discs: [0; 2], ..*self };
        for (cell, disc) in cells.into_iter().enumerate() {
            if let Some(side) = disc {
                board.discs[side.index()] |= 1 << cell;
            }
        }
        board.moves = board.moves_of(to_move);
        let other = to_move.other();
        if board.moves == 0 && board.moves_of(other) != 0 {
            let [skipped, next] = [to_move, other].map(Board::side_name);
            let problem = format!("{skipped} has no move here and passes, so {next} is to move");
            return Err(grid.error(text, 0..1, problem));
        }
        Ok(board)
    }

    /// An eighth of a small board.
    fn opening_plies(&self) -> u32 {
        (self.rules.cells() as u32 / 8).min(6)
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let next = self.after(mv);
        if next.to_move != self.to_move || next.is_over() {
            return Vec::new();
        }
        let skipped = Board::side_name(self.to_move.other());
        let text = format!("{skipped} has no move and passes: {{mover}} moves again.");
        vec![MoveEffect::new("pass", text)]
    }

    fn solvable(&self) -> Solvable {
        let own = self.to_move;
        let form =
            Form::Othello { geometry: self.geometry(), own: self.discs(own), other: self.discs(own.other()) };
        Solvable(form)
    }

    fn view(&self) -> BoardView {
        let (columns, rows) = (self.rules.columns(), self.rules.rows());
        BoardView::Grid(GridView {
            columns,
            look: GridLook::Stones,
            labels: CellLabels::FromTop,
            letters: LETTERS,
            cells: grid::letters(columns, rows, |row, column| self.disc(row, column)),
            decisive: Vec::new(),
        })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().write(f, self.to_move, |row, column| self.disc(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::{self, play_list};
    use crate::games::spec::GameRules;

    fn start(sizes: &str) -> Board {
        Board::start(OthelloRules::read(Some(sizes)).unwrap())
    }

    /// Looks in every direction from cell to cell.
    fn turned_slowly(board: &Board, cell: usize) -> u64 {
        let (columns, rows) = (board.rules.columns() as isize, board.rules.rows() as isize);
        let own = board.to_move;
        let mut turned = 0;
        for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
            let (mut column, mut row) = (cell as isize % columns, cell as isize / columns);
            let mut between = 0;
            loop {
                (column, row) = (column + across, row + down);
                let is_on_board = (0..columns).contains(&column) && (0..rows).contains(&row);
                match is_on_board.then(|| board.disc(row as usize, column as usize)).flatten() {
                    Some(side) if side == own => turned |= between,
                    Some(_) => {
                        between |= 1 << (row * columns + column);
                        continue;
                    }
                    None => {}
                }
                break;
            }
        }
        turned
    }

    #[test]
    fn discs_are_turned_over_as_cell_by_cell_in_every_direction_on_every_board() {
        for (sizes, seed) in
            [("4x4", 1), ("4x8", 2), ("8x4", 3), ("6x6", 4), ("6x8", 5), ("8x6", 6), ("8x8", 7)]
        {
            for game in 0..20 {
                let (mut board, mut draw) = (start(sizes), 100 * seed + game);
                while !board.is_over() {
                    for cell in 0..board.places() {
                        let is_vacant = (board.discs[0] | board.discs[1]) >> cell & 1 == 0;
                        let slowly = if is_vacant { turned_slowly(&board, cell) } else { 0 };
                        let mv = Move::from_index(cell);
                        assert_eq!(board.check(mv).is_ok(), slowly != 0, "{mv:?} in {board}");
                        if slowly != 0 {
                            let [own, other] =
                                [board.to_move, board.to_move.other()].map(|side| board.discs(side));
                            assert_eq!(
                                board.geometry().turned(own, other, cell),
                                slowly,
                                "{mv:?} in {board}"
                            );
                        }
                    }
                    draw = (draw * 75 + 74) % 65_537;
                    let moves = board.legal_moves();
                    board.play({ moves }.nth(draw % moves.len()).unwrap());
                }
            }
        }
    }

    /// A random game that `open_spiel` plays the same, with two passes and a cell that stays empty.
    #[test]
    fn a_whole_game_with_passes_is_played() {
        const GAME: &str = "f5 d6 c5 f4 d3 g5 h5 f6 g3 h4 c7 e3 g4 h6 g7 b6 c4 f8 g6 e7 c6 f2 e6 d8 g2 f7 b8 c3 a6 g1 \
                            e8 d7 e2 b4 a4 b7 c8 d2 h2 f3 h8 h7 b2 a8 f1 e1 a7 a5 c1 a3 h3 c2 b1 a2 g8 b5 h1 b3 d1";
        let start = start("8x8");
        let (end, played) = play_list(&start, GAME).unwrap();
        assert_eq!(moves::listed(&start, played.iter().copied()), GAME);
        let last = "o:.xxxxxxx/oxxxxoxx/oxxxxxxx/oxxxxxxx/oxxxxxxx/oxoxxxxx/oxoooxxx/ooooooxx";
        assert_eq!(end.to_string(), last);
        let mut board = start;
        let mut skipped = Vec::new();
        for (ply, mv) in (1..).zip(played) {
            skipped.extend(board.effects(mv).iter().map(|pass| (ply, pass.sentence("Ann"))));
            board.play(mv);
        }
        let skips = |ply, side: &str| (ply, format!("{side} has no move and passes: Ann moves again."));
        assert_eq!(skipped, [skips(57, "o"), skips(58, "o")]);
        assert_eq!(
            (board.outcome(), board.decided_by()),
            (Some(Outcome::Win(Side::First)), "46 to 17".to_owned())
        );
    }

    #[test]
    fn cells_are_named_from_the_top_left() {
        let start = start("6x4");
        let names = |moves: Moves| moves::listed(&start, moves);
        assert_eq!(names(start.legal_moves()), "c1 b2 e3 d4");
        assert_eq!(start.move_named("F4").map(Move::index), Some(23));
        for word in ["g1", "a5", "a0", "a", "a11", "1a", "é1", ""] {
            assert_eq!(start.move_named(word), None, "{word}");
        }
        let refused = |name: &str| start.check(start.move_named(name).unwrap()).unwrap_err().to_string();
        assert_eq!(refused("c2"), "c2 is taken");
        assert_eq!(refused("a1"), "a1 turns nothing over");
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        let problem = |text: &str| start("4x4").read(text).unwrap_err().problem().to_owned();
        assert_eq!(problem("b:..../..../..../...."), "the side to move is 'x' or 'o' in Othello, not 'b'");
        assert_eq!(problem("x:..../..../...."), "3 rows, but othello:4x4 has 4");
        assert_eq!(problem("x:ox../..../..../...."), "x has no move here and passes, so o is to move");
        let over = start("4x4").read("x:xx../..../..../....").unwrap();
        assert_eq!(
            (over.outcome(), over.decided_by()),
            (Some(Outcome::Win(Side::First)), "2 to 0".to_owned())
        );
        let spec = |sizes: &str| OthelloRules::read(Some(sizes)).unwrap_err().problem().to_owned();
        assert_eq!(spec("8x5"), "the number of rows must be even, not 5");
        assert_eq!(spec("7x8"), "the number of columns must be even, not 7");
        assert_eq!(spec("10x8"), "the number of columns must be from 4 to 8, not 10");
    }

    #[test]
    fn a_way_leads_from_the_start_to_a_position() {
        let start = Board::start(OthelloRules::read(None).unwrap());
        for opening in ["", "c4", "c4 c3 d3 e3 f4 c5", "c4 e3 f4 c5 d6 f3 e6"] {
            let mut position = start;
            for word in opening.split_whitespace() {
                position.try_play(position.move_named(word).unwrap()).unwrap();
            }
            let mut line = start;
            for (side, mv) in position.way_here().unwrap() {
                assert_eq!(line.to_move(), side);
                line.try_play(mv).unwrap();
            }
            assert_eq!(line, position, "{opening}");
        }
        // A disc in the air.
        let nowhere =
            start.read("x:x......./......../......../...ox.../...xo.../......../......../........").unwrap();
        assert_eq!(nowhere.way_here(), None);
    }
}
