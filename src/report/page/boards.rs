//! The embedded games, with every position that the rules lead to: the script of the page has no rules in it.
//!
//! Positions are encoded so that a game takes some hundred bytes (see [`Encoding`]); `docs/REPORT.md` describes the data.

use serde::Serialize;

use crate::games::drawing::Ink;
use crate::games::{AnyPosition, Outcome, Side};
use crate::play::host::GameSpec;
use crate::run::page::RunData;
use crate::run::replay;
use crate::store::overview::{ChosenAs, MoveValues, SelectedGame};
use crate::text::{Decimal, program};

/// How the positions of a game are drawn and encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Encoding {
    /// Holes and pots. A position is the side to move and a character for each number: `0` to `9`, `a` to `z`, `A` to
    /// `Z`, or the number in brackets.
    Holes,
    /// Checkers that fall. The first position in full, then the characters that each ply changes: `12x,0o`.
    Discs,
    /// Marks on cells, in the same way.
    Marks,
    /// Any other game: each position as drawn in text.
    Text,
}

impl Encoding {
    /// That of a game.
    fn of(spec: &str) -> Encoding {
        match spec.split(':').next() {
            Some("kalah") => Encoding::Holes,
            Some("connect") => Encoding::Discs,
            Some("mnk") => Encoding::Marks,
            _ => Encoding::Text,
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
    /// What a move names.
    place: &'static str,
    /// How the positions are encoded; `None` if the game is unknown.
    kind: Option<Encoding>,
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

/// What is shown instead of the board of a game that only a referee knows.
fn no_board() -> String {
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
        let replay = replay.map(|(rules, start)| Replay::new(rules, start, &data.values));
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
            place: replay.as_ref().map_or("move", |replay| replay.start.place()),
            kind: match &replay {
                Some(replay) => Some(replay.encoding),
                None => (!data.drawn.is_empty()).then_some(Encoding::Text),
            },
            boardless: data.rules.as_ref().filter(|rules| rules.is_refereed()).map(|_| no_board()),
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
    fn new(rules: &GameSpec, start: &'a AnyPosition, values: &'a MoveValues) -> Replay<'a> {
        Replay { encoding: Encoding::of(&rules.to_string()), start, values }
    }

    fn game(&self, selected: &SelectedGame, effects: &mut Vec<String>) -> BoardGame {
        let (mut board, game) = (plain(selected), &selected.game);
        let Ok(mut position) = replay::opening(self.start, game) else {
            board.z += "The opening is not a position of this game.";
            return board;
        };
        let mut encoder = Encoder::new(self.encoding);
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
        board.f = decisive_cells(&position, self.encoding);
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

/// The cells of the row that won, as drawn: those in the decisive ink, counted from the top left.
fn decisive_cells(position: &AnyPosition, encoding: Encoding) -> Vec<usize> {
    if encoding != Encoding::Discs {
        return Vec::new();
    }
    let drawing = position.draw();
    let is_cell = |text: &str| matches!(text.trim(), "x" | "o" | "X" | "O" | ".");
    let cells = drawing.lines.iter().flatten().filter(|stroke| is_cell(&stroke.text));
    let decisive = cells.enumerate().filter(|(_, stroke)| matches!(stroke.ink, Ink::Decisive(_)));
    decisive.map(|(cell, _)| cell).collect()
}

/// Encodes the positions of one game.
struct Encoder {
    encoding: Encoding,
    last: String,
    texts: Vec<String>,
}

impl Encoder {
    fn new(encoding: Encoding) -> Encoder {
        Encoder { encoding, last: String::new(), texts: Vec::new() }
    }

    fn add(&mut self, position: &AnyPosition) {
        let text = match self.encoding {
            Encoding::Text => position.draw().render(|_, text| text.to_owned()),
            _ => position.to_string(),
        };
        let encoded = match self.encoding {
            Encoding::Holes => packed(&text),
            Encoding::Discs | Encoding::Marks if self.last.len() == text.len() => changes(&self.last, &text),
            Encoding::Discs | Encoding::Marks | Encoding::Text => text.clone(),
        };
        self.texts.push(encoded);
        self.last = text;
    }

    /// All positions: one by one if they are texts, otherwise joined by semicolons.
    fn finish(self) -> Vec<String> {
        match self.encoding {
            Encoding::Text => self.texts,
            _ => vec![self.texts.join(";")],
        }
    }
}

/// `s:4,4,0:4,4,0` as `s440440`.
fn packed(text: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let (side, rows) = text.split_once(':').unwrap_or(("", text));
    let mut out = side.to_owned();
    for count in rows.split([':', ',']) {
        match count.parse::<usize>().ok().and_then(|count| DIGITS.get(count)) {
            Some(&digit) => out.push(char::from(digit)),
            None => out += &format!("({count})"),
        }
    }
    out
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
        let board = Replay::new(&game, &start, &MoveValues::default()).game(&selected, &mut effects);
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
        assert_eq!(packed("n:62,61,0:100,1,2"), "n(62)Z0(100)12");
    }

    #[test]
    fn cells_are_changes_and_the_winning_row_is_marked() {
        let (game, _) = board("connect:4x4x3", "", "1 2 1 2 1");
        assert!(game.d[0].starts_with("x:..../..../..../....;0o,17x;0x,18o;"), "{game:?}");
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
