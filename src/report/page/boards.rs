//! The embedded games, with every position that the rules lead to: the script of the page has no rules in it.
//!
//! Positions are encoded so that a game takes some hundred bytes (see [`Encoding`]); `docs/REPORT.md` describes the data.

use serde::Serialize;

use crate::games::view::{BoardView, CellLabels, GridLook, GridView, HolesView};
use crate::games::{AnyPosition, Outcome, Side};
use crate::play::host::GameSpec;
use crate::run::page::RunData;
use crate::run::replay;
use crate::store::overview::{ChosenAs, MoveValues, SelectedGame};
use crate::text::{Decimal, program};

/// How the positions of a game are drawn and encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum Encoding {
    /// A letter for the side to move and one for each cell. The first position in full, then the characters that each ply
    /// changes: `12x,0o`.
    Grid { look: GridLook, columns: usize, labels: CellLabels, letters: [&'static str; 2] },
    /// A letter for the side to move, then for each side its holes in the order of their numbers and its pot, a character
    /// each: `0` to `9`, `a` to `z`, `A` to `Z`, or the number in brackets.
    Holes { around: bool },
    /// Each position as drawn in text.
    Text,
}

impl Encoding {
    /// That of a game.
    fn of(view: &BoardView) -> Encoding {
        match view {
            BoardView::Grid(GridView { look, columns, labels, letters, .. }) => {
                Encoding::Grid { look: *look, columns: *columns, labels: *labels, letters: *letters }
            }
            BoardView::Holes(HolesView { around, .. }) => Encoding::Holes { around: *around },
            BoardView::Text(_) => Encoding::Text,
        }
    }
}

/// The games of a run in the form that the script reads.
#[derive(Debug, Serialize)]
pub(super) struct Boards {
    /// The number of the run on the page, from 1.
    pub(super) run: usize,
    /// The beginning of the command that shows a position.
    pub(super) show: String,
    /// The players' names.
    pub(super) players: Vec<String>,
    /// What the sides are called.
    pub(super) sides: [String; 2],
    /// What the number of a move names; empty if moves have names.
    place: &'static str,
    /// How the positions are encoded; `None` if the game is unknown.
    board: Option<Encoding>,
    /// Why there are no boards, if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    boardless: Option<String>,
    /// Sentences about moves, by which games refer to them.
    effects: Vec<String>,
    /// Why games were chosen, by which they refer to it.
    pub(super) chosen: Vec<&'static str>,
    /// The games, by why they were chosen and their number.
    pub(super) games: Vec<BoardGame>,
}

/// What is shown instead of the board of a game that only another program knows.
fn no_board(rules: &GameSpec) -> String {
    if rules.is_match() {
        return "Another program played this game as a whole, so there are neither moves nor a board."
            .to_owned();
    }
    let report = program();
    format!(
        "Only the referee knows the rules of this game, so there is no board. {report} report --boards asks it for one."
    )
}

/// Why a game was chosen, in words. The sample has no reason.
fn chosen_for(why: ChosenAs) -> Option<&'static str> {
    match why {
        ChosenAs::Fault => Some("forfeit"),
        ChosenAs::LeaderLost => Some("leader lost"),
        ChosenAs::Upset => Some("upset"),
        ChosenAs::Longest => Some("longest"),
        ChosenAs::LargestMargin => Some("largest margin"),
        ChosenAs::Sample => None,
    }
}

/// A game in the form that the script reads.
#[derive(Debug, Serialize)]
pub(super) struct BoardGame {
    /// Its number.
    pub(super) n: u64,
    /// The players of both sides.
    pub(super) p: [usize; 2],
    /// The half points of the first side.
    pub(super) r: u8,
    /// The reason.
    pub(super) w: &'static str,
    /// Points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) s: Option<(u32, u32)>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) l: Option<u32>,
    /// Why it was chosen: places in the list of reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) c: Vec<usize>,
    /// The moves.
    #[serde(skip_serializing_if = "String::is_empty")]
    m: String,
    /// The side that made each move: 0 or 1.
    #[serde(skip_serializing_if = "String::is_empty")]
    t: String,
    /// The positions, encoded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    d: Vec<String>,
    /// Effects: the ply, then their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    e: Vec<Vec<usize>>,
    /// The values of the moves for the first side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<Option<Decimal>>,
    /// The cells that decided the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<usize>,
    /// How the game ended, in words.
    z: String,
}

impl Boards {
    /// Replays the selected games of a run until they take more than this many bytes.
    pub(super) fn of(run: usize, data: &RunData, most_bytes: usize) -> Boards {
        let replay = data.rules.as_ref().zip(data.start.as_ref());
        let replay = replay.map(|(_, start)| Replay::new(start, &data.values));
        let mut boards = Boards {
            run,
            show: format!(
                "{} show {}{}",
                program(),
                shell_words::quote(&data.path),
                if data.drawn.is_empty() { "" } else { " --boards" }
            ),
            players: data.players.iter().map(|player| player.name.clone()).collect(),
            sides: data.sides.clone(),
            place: match &replay {
                Some(replay) if replay.start.names_moves() => "",
                Some(replay) => replay.start.place(),
                None => "move",
            },
            board: match &replay {
                Some(replay) => Some(replay.encoding),
                None => (!data.drawn.is_empty()).then_some(Encoding::Text),
            },
            boardless: data.rules.as_ref().filter(|rules| rules.is_refereed()).map(no_board),
            effects: Vec::new(),
            chosen: ChosenAs::ALL.into_iter().filter_map(chosen_for).collect(),
            games: Vec::new(),
        };
        let mut bytes = 0;
        for game in &data.selected {
            let board = match &replay {
                Some(replay) => replay.game(game, &mut boards.effects),
                None => {
                    let d = data.drawn.get(&game.game.number).cloned().unwrap_or_default();
                    BoardGame { d, ..plain(game) }
                }
            };
            let texts = board.d.iter().map(|text| text.len() + 3).sum::<usize>();
            bytes += 110 + board.m.len() + board.t.len() + texts + 8 * board.e.len() + 5 * board.v.len();
            if bytes > most_bytes {
                break;
            }
            boards.games.push(board);
        }
        boards.games.sort_by_key(|game| (game.c.first().copied().unwrap_or(usize::MAX), game.n));
        boards
    }
}

/// A game without positions.
fn plain(SelectedGame { game, sides, chosen }: &SelectedGame) -> BoardGame {
    BoardGame {
        n: game.number,
        p: *sides,
        r: game.half_points(Side::First),
        w: game.reason.name(),
        s: game.points[0].zip(game.points[1]),
        l: game.plies,
        c: chosen.iter().filter(|&&why| chosen_for(why).is_some()).map(|&why| why as usize).collect(),
        m: game.moves.clone().unwrap_or_default(),
        t: String::new(),
        d: Vec::new(),
        e: Vec::new(),
        v: Vec::new(),
        f: Vec::new(),
        z: String::new(),
    }
}

/// Replays games by their rules.
struct Replay<'a> {
    encoding: Encoding,
    start: &'a AnyPosition,
    values: &'a MoveValues,
}

impl<'a> Replay<'a> {
    fn new(start: &'a AnyPosition, values: &'a MoveValues) -> Replay<'a> {
        Replay { encoding: Encoding::of(&start.view()), start, values }
    }

    fn game(&self, selected: &SelectedGame, effects: &mut Vec<String>) -> BoardGame {
        let (mut board, game) = (plain(selected), &selected.game);
        let Ok(mut position) = replay::opening(self.start, game) else {
            board.z += "The opening is not a position of this game.";
            return board;
        };
        let mut encoder = Encoder::default();
        encoder.add(&position);
        let (mut played, mut told) = (Vec::new(), Vec::new());
        for (ply, text) in game.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
            let Ok((mv, next)) = replay::step(&position, text) else {
                board.z = format!("Move {} of the record, {text}, is not legal here.", ply + 1);
                break;
            };
            let mover = position.to_move();
            let numbers: Vec<usize> = position
                .effects(mv)
                .iter()
                .map(|effect| number_of(effects, effect.sentence(position.side_name(mover))))
                .collect();
            if !numbers.is_empty() {
                told.push([vec![ply + 1], numbers].concat());
            }
            board.t.push(if mover == Side::First { '0' } else { '1' });
            played.push(text);
            position = next;
            encoder.add(&position);
        }
        let values = self.values.of(game.number);
        let signed = |(ply, mover): (usize, char)| {
            let value = values.get(&(ply as u32 + 1))?;
            Some(if mover == '0' { *value } else { -*value })
        };
        board.v =
            if values.is_empty() { Vec::new() } else { board.t.chars().enumerate().map(signed).collect() };
        board.m = played.join(" ");
        board.d = encoder.finish();
        board.e = told;
        board.f = decisive_cells(&position);
        if board.z.is_empty() {
            board.z = ending(&position);
        }
        board
    }
}

/// How a position ends the game, in words; empty if it does not.
fn ending(position: &AnyPosition) -> String {
    let how = position.decided_by();
    match position.outcome() {
        Some(Outcome::Win(side)) => format!("{} wins, {how}.", position.side_name(side)),
        Some(Outcome::Draw) => format!("A draw, {how}."),
        None => String::new(),
    }
}

/// The number of a sentence in the list, to which it is added if it is new.
fn number_of(list: &mut Vec<String>, sentence: String) -> usize {
    list.iter().position(|one| *one == sentence).unwrap_or_else(|| {
        list.push(sentence);
        list.len() - 1
    })
}

/// The cells that decided the game.
fn decisive_cells(position: &AnyPosition) -> Vec<usize> {
    match position.view() {
        BoardView::Grid(grid) => grid.decisive,
        BoardView::Holes(_) | BoardView::Text(_) => Vec::new(),
    }
}

/// Encodes the positions of one game.
#[derive(Default)]
struct Encoder {
    last: String,
    encoded: Vec<String>,
    drawn: Vec<String>,
}

impl Encoder {
    fn add(&mut self, position: &AnyPosition) {
        let text = position.to_string();
        match position.view() {
            BoardView::Grid(grid) => {
                let rows: Vec<&str> = (0..grid.cells.len())
                    .step_by(grid.columns)
                    .map(|at| &grid.cells[at..at + grid.columns])
                    .collect();
                let now = format!("{}{}", side_letter(&text, &rows.join("/")), grid.cells);
                self.encoded.push(if self.last.is_empty() { now.clone() } else { changes(&self.last, &now) });
                self.last = now;
            }
            BoardView::Holes(view) => {
                let rows = Side::BOTH
                    .map(|side| [view.holes[side.index()].as_slice(), &[view.pots[side.index()]]].concat());
                let texts =
                    rows.each_ref().map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
                self.encoded.push(format!(
                    "{}{}",
                    side_letter(&text, &texts.join(":")),
                    packed(&rows.concat())
                ));
            }
            view @ BoardView::Text(_) => self.drawn.push(view.draw().render(|_, text| text.to_owned())),
        }
    }

    /// All positions: one by one if they are texts, otherwise joined by semicolons.
    fn finish(self) -> Vec<String> {
        if self.encoded.is_empty() { self.drawn } else { vec![self.encoded.join(";")] }
    }
}

/// The letter of the side to move in the text of a position, or `-` if the text is not that letter, a colon, and the board.
fn side_letter(text: &str, board: &str) -> char {
    let letter = text.strip_suffix(board).and_then(|side| side.strip_suffix(':'));
    letter.filter(|letter| letter.len() == 1).and_then(|letter| letter.chars().next()).unwrap_or('-')
}

/// A character for each number.
fn packed(counts: &[u32]) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let digit = |&count: &u32| match DIGITS.get(count as usize) {
        Some(&digit) => char::from(digit).to_string(),
        None => format!("({count})"),
    };
    counts.iter().map(digit).collect()
}

/// The characters that differ between two texts of one length: `12x,0o`.
fn changes(before: &str, after: &str) -> String {
    let pairs = before.bytes().zip(after.bytes()).enumerate();
    let changed = pairs.filter(|(_, (one, other))| one != other);
    let texts: Vec<String> = changed.map(|(at, (_, byte))| format!("{at}{}", char::from(byte))).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::finished::FinishedGame;
    use crate::play::host::GameSpec;

    fn board(game: &str, opening: &str, moves: &str) -> (BoardGame, Vec<String>) {
        let game: GameSpec = game.parse().unwrap();
        let recorded = FinishedGame {
            number: 1,
            opening: Some(opening),
            moves: Some(moves),
            ..FinishedGame::between(["a", "b"], Outcome::Draw)
        };
        let selected = SelectedGame { game: recorded.owned(), sides: [0, 1], chosen: Vec::new() };
        let (start, mut effects) = (game.host_for(&[]).unwrap().start(), Vec::new());
        let board = Replay::new(&start, &MoveValues::default()).game(&selected, &mut effects);
        (board, effects)
    }

    #[test]
    fn holes_are_packed_and_moves_explained() {
        let (game, effects) = board("kalah:3x2", "", "2 1 1");
        assert_eq!(
            game.d,
            ["s22202220;s20312220;n01412220;s11410221"].map(str::to_owned).to_vec(),
            "{game:?}"
        );
        assert!(!effects.is_empty(), "{game:?}");
        assert_eq!(packed(&[62, 61, 0, 100, 1, 2]), "(62)Z0(100)12");
    }

    #[test]
    fn cells_are_changes_and_the_winning_row_is_marked() {
        let (game, _) = board("connect:4x4x3", "", "1 2 1 2 1");
        assert!(game.d[0].starts_with("x................;0o,13x;0x,14o;"), "{game:?}");
        assert_eq!((game.f.as_slice(), game.t.as_str()), ([4, 8, 12].as_slice(), "01010"));
        assert!(game.z.starts_with("x wins"), "{}", game.z);
    }

    #[test]
    fn a_record_that_breaks_the_rules_is_shown_up_to_there() {
        let (game, _) = board("mnk:3x3x3", "", "5 5 1");
        assert_eq!((game.m.as_str(), game.z.as_str()), ("5", "Move 2 of the record, 5, is not legal here."));
        let (game, _) = board("mnk:3x3x3", "nonsense", "5");
        assert_eq!((game.d.len(), game.z.as_str()), (0, "The opening is not a position of this game."));
    }
}
