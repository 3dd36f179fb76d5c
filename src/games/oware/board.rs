//! The board: two rows of holes, sown seed by seed.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::OwareRules;
use crate::games::game::{Game, Move, Outcome, Side};
use crate::games::move_set::{MoveSet, Moves};
use crate::games::rows::{self, Rows, RowsReader};
use crate::games::view::{BoardView, HolesView};
use crate::games::{MoveEffect, PlainSearch};
use crate::text::TextError;

/// A position of Oware.
///
/// ```
/// use arena::games::oware::{Board, OwareRules};
/// use arena::games::{Game, GameRules, Move};
///
/// let mut board = Board::start(OwareRules::read(Some("3x2")).unwrap());
/// board.play(Move::from_number(2).unwrap());
/// assert_eq!(board.to_string(), "n:2,0,3,3:0,2,2,0"); // the last seed made three: captured
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rules: OwareRules,
    rows: Rows,
    since_capture: SinceCapture,
}

/// The plies since the last capture: a bound for the search for repetitions, and no part of the position.
#[derive(Debug, Clone, Copy)]
struct SinceCapture(u32);

impl PartialEq for SinceCapture {
    fn eq(&self, _: &SinceCapture) -> bool {
        true
    }
}

impl Eq for SinceCapture {}

impl Hash for SinceCapture {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What a move did to the board.
enum Settled {
    Nothing,
    Captured(u32),
    /// All seeds of the opponent would have been captured.
    GrandSlam,
}

impl Board {
    /// The start position.
    pub fn start(rules: OwareRules) -> Board {
        let rows = Rows::start(rules.holes(), rules.seeds.into());
        Board { rules, rows, since_capture: SinceCapture(0) }
    }

    /// The seeds in the holes of a side, hole 1 first.
    fn row(&self, side: Side) -> &[u16] {
        &self.rows.holes[side.index()][..self.rules.holes()]
    }

    fn row_mut(&mut self, side: Side) -> &mut [u16] {
        &mut self.rows.holes[side.index()][..self.rules.holes()]
    }

    /// The seeds on each side.
    fn in_play(&self) -> [u16; 2] {
        Side::BOTH.map(|side| self.row(side).iter().sum())
    }

    /// Sows and captures.
    #[inline]
    fn sow_and_capture(&mut self, mv: Move) -> Settled {
        let mover = self.rows.to_move;
        self.rows.to_move = mover.other();
        self.since_capture.0 = self.since_capture.0.saturating_add(1);
        match self.sow(mover, mv.index()) {
            (side, last) if side != mover => self.capture(mover, last),
            _ => Settled::Nothing,
        }
    }

    /// Sows the seeds of a hole one by one and returns where the last one fell.
    #[inline]
    fn sow(&mut self, mover: Side, from: usize) -> (Side, usize) {
        let holes = self.rules.holes();
        let next = |(side, hole): (Side, usize)| {
            if hole + 1 < holes { (side, hole + 1) } else { (side.other(), 0) }
        };
        let seeds = std::mem::take(&mut self.row_mut(mover)[from]);
        let mut last = (mover, from);
        for _ in 0..seeds {
            last = next(last);
            if last == (mover, from) {
                last = next(last);
            }
            self.row_mut(last.0)[last.1] += 1;
        }
        last
    }

    /// Captures twos and threes from a hole of the opponent backwards.
    #[inline]
    fn capture(&mut self, mover: Side, last: usize) -> Settled {
        let row = self.row_mut(mover.other());
        let kept = row[..=last].iter().rposition(|seeds| !(2..=3).contains(seeds));
        let from = kept.map_or(0, |hole| hole + 1);
        let captured: u16 = row[from..=last].iter().sum();
        if captured == 0 {
            return Settled::Nothing;
        }
        if captured == row.iter().sum::<u16>() {
            return Settled::GrandSlam;
        }
        row[from..=last].fill(0);
        self.rows.pots[mover.index()] += captured;
        self.since_capture.0 = 0;
        Settled::Captured(captured.into())
    }

    /// The side that has captured more than half of the seeds.
    fn majority(&self) -> Option<Side> {
        let [first, second] = self.rows.pots.map(u32::from);
        let rest: u32 = self.in_play().map(u32::from).iter().sum();
        Side::BOTH.into_iter().find(|&side| match side {
            Side::First => first > second + rest,
            Side::Second => second > first + rest,
        })
    }

    /// Ends the game if it is decided or the side to move has no move.
    #[inline]
    fn sweep_if_over(&mut self) {
        if self.legal_moves().is_none() || self.majority().is_some() {
            self.sweep();
        }
    }

    /// Each side takes the seeds on its side.
    fn sweep(&mut self) {
        let left = self.in_play();
        self.rows.pots = [0, 1].map(|side| self.rows.pots[side] + left[side]);
        self.rows.holes = Rows::start(0, 0).holes;
    }

    /// Why a game ends in this position before the sweep, unless it was a repetition.
    fn end(&self) -> Option<String> {
        let mover = Board::side_name(self.rows.to_move);
        match self.majority() {
            Some(side) => Some(format!("{} has more than half of the seeds", Board::side_name(side))),
            None => self.legal_moves().is_none().then(|| format!("{mover} has no legal move")),
        }
    }
}

impl Game for Board {
    const PLACE: &'static str = "hole";
    const SIDE_NAMES: [&'static str; 2] = rows::NAMES;
    const REPETITION: Option<usize> = Some(2);
    const USUAL_DEPTH: u16 = 12;

    type Evaluators = super::evaluators::OwareEvaluators;
    type Search = PlainSearch;
    type Moves = Moves;

    fn places(&self) -> usize {
        self.rules.holes()
    }

    fn to_move(&self) -> Side {
        self.rows.to_move
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        let own = self.row(self.rows.to_move);
        let must_feed = self.row(self.rows.to_move.other()).iter().all(|&seeds| seeds == 0);
        let mut moves = Moves::NONE;
        for (hole, &seeds) in own.iter().enumerate() {
            let least = if must_feed { own.len() - hole } else { 1 };
            if usize::from(seeds) >= least {
                moves.insert(Move::from_index(hole));
            }
        }
        moves
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.legal_moves().contains(mv), "{mv:?} is not legal in {self}");
        self.sow_and_capture(mv);
        self.sweep_if_over();
    }

    /// A finished game has been swept.
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        self.legal_moves().is_none().then(|| Outcome::by_points(first, second))
    }

    fn points(&self) -> [u32; 2] {
        self.rows.pots.map(u32::from)
    }

    fn end_by_repetition(&mut self) {
        self.sweep();
    }

    fn reversible_plies(&self) -> usize {
        self.since_capture.0 as usize
    }

    fn unplayable(&self, mv: Move) -> &'static str {
        let is_empty = self.row(self.rows.to_move)[mv.index()] == 0;
        if is_empty { "is empty" } else { "gives the opponent no seeds, and it has none" }
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        let start = Board::start(self.rules);
        let spec = &self.rules;
        let reader = RowsReader { title: "Oware", spec, holes: spec.holes(), bean: "seed", start: &start };
        let mut board = Board { rows: reader.read(text)?, ..start };
        board.sweep_if_over();
        Ok(board)
    }

    fn effects(&self, mv: Move) -> Vec<MoveEffect> {
        let mut next = *self;
        let mut effects = match next.sow_and_capture(mv) {
            Settled::Nothing => Vec::new(),
            Settled::Captured(seeds) => {
                let seeds = rows::counted(seeds, "seed");
                vec![MoveEffect::new("capture", format!("{{mover}} captures {seeds}."))]
            }
            Settled::GrandSlam => {
                let other = Board::side_name(next.to_move());
                let text = format!("It would capture all seeds of {other}, so it captures none.");
                vec![MoveEffect::new("grand slam", text)]
            }
        };
        if let Some(why) = next.end() {
            let [south, north] = next.in_play().map(|seeds| rows::counted(seeds.into(), "seed"));
            let text =
                format!("{why}: South takes the {south} on its side, and North the {north} on its own.");
            effects.push(MoveEffect::new("sweep", text));
        }
        effects
    }

    fn view(&self) -> BoardView {
        let holes = Side::BOTH.map(|side| self.row(side).iter().map(|&seeds| u32::from(seeds)).collect());
        BoardView::Holes(HolesView { names: Board::SIDE_NAMES, holes, pots: self.points(), around: true })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.write(f, self.rules.holes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::AnyPosition;
    use crate::games::spec::GameRules;

    fn read(text: &str) -> Board {
        let holes = text.matches(',').count() / 2;
        Board::start(OwareRules::read(Some(&format!("{holes}x4"))).unwrap()).read(text).unwrap()
    }

    fn mv(number: usize) -> Move {
        Move::from_number(number).unwrap()
    }

    /// Worked by hand from the rules.
    #[test]
    fn sowing_and_capturing() {
        let cases = [
            ("s:4,4,4,0:4,4,4,0", 1, "n:0,5,5,0:5,5,4,0", "sown all around, into no pot"),
            ("s:1,1,2,0:1,2,4,0", 3, "n:1,1,0,5:0,0,4,0", "a three, and the two before it"),
            ("s:1,1,2,0:2,1,4,0", 3, "n:1,1,0,5:0,0,4,0", "a two, and the three before it"),
            ("s:1,1,2,0:4,1,4,0", 3, "n:1,1,0,2:5,0,4,0", "not a five behind the two"),
            ("s:1,1,2,0:1,3,4,0", 3, "n:1,1,0,0:2,4,4,0", "a four does not begin a capture"),
            ("s:2,1,1,0:1,2,4,0", 1, "n:0,2,2,0:1,2,4,0", "nothing on the own side"),
            ("s:0,1,2,0:1,2,0,0", 3, "n:0,1,0,0:2,3,0,0", "a grand slam takes nothing"),
            ("n:4,4,1,0:4,4,7,0", 3, "s:6,6,2,0:5,5,0,0", "a lap leaves out the hole it came from"),
        ];
        for (before, number, after, why) in cases {
            assert_eq!(read(before).after(mv(number)).to_string(), after, "{why}");
        }
    }

    #[test]
    fn a_side_must_feed_an_opponent_without_seeds() {
        let board = read("s:1,2,1,0:0,0,0,3");
        assert_eq!(board.legal_moves().map(Move::number).collect::<Vec<_>>(), [2, 3]);
        let refused = board.check(mv(1)).unwrap_err().to_string();
        assert_eq!(refused, "hole 1 gives the opponent no seeds, and it has none");
        assert_eq!(read("s:0,2,1,0:0,0,0,2").check(mv(1)).unwrap_err().to_string(), "hole 1 is empty");
        // No move feeds: the game is over, and each side has taken its seeds.
        assert_eq!(read("s:1,1,0,0:0,0,0,2").to_string(), "s:0,0,0,2:0,0,0,2");
    }

    #[test]
    fn the_effects_of_a_move_are_described() {
        let told = |text: &str, number| {
            let effects = read(text).effects(mv(number));
            effects.iter().map(|effect| effect.sentence("Ann")).collect::<Vec<_>>()
        };
        assert_eq!(told("s:1,1,2,0:1,2,4,0", 3), ["Ann captures 5 seeds."]);
        let slam = "It would capture all seeds of North, so it captures none.";
        assert_eq!(told("s:0,1,2,0:1,2,0,0", 3), [slam]);
        let most = "South has more than half of the seeds: South takes the 2 seeds on its side, and North the 4 seeds on its own.";
        assert_eq!(told("s:1,1,2,3:1,2,4,0", 3), ["Ann captures 5 seeds.", most]);
        let end =
            "North has no legal move: South takes the 0 seeds on its side, and North the 2 seeds on its own.";
        assert_eq!(told("s:0,0,1,0:0,1,0,0", 3), [end]);
        assert!(told("s:2,2,2,0:2,2,2,0", 1).is_empty());
    }

    #[test]
    fn a_position_that_occurs_twice_ends_the_game() {
        let start = AnyPosition::new(read("s:0,0,1,9:0,0,1,9"));
        let (position, _) = start.play_list("3 3").unwrap();
        assert_eq!(position.to_string(), "s:1,0,0,9:1,0,0,9");
        let told = |position: &AnyPosition, number| {
            let effects = position.effects(mv(number));
            effects.iter().map(|effect| effect.sentence("Ann")).collect::<Vec<_>>()
        };
        assert!(told(&position, 1).is_empty());
        let (position, _) = position.play_list("1 1 2").unwrap();
        let ends = "This position has now occurred 2 times, which ends the game.";
        assert_eq!(told(&position, 2), [ends]);
        let (end, _) = position.play_list("2").unwrap();
        assert_eq!((end.to_string().as_str(), end.outcome()), ("s:0,0,0,10:0,0,0,10", Some(Outcome::Draw)));
    }

    #[test]
    fn an_error_says_what_is_wrong_with_a_position() {
        let start = Board::start(OwareRules::read(Some("3x2")).unwrap());
        let problem = |text: &str| start.read(text).unwrap_err().problem().to_owned();
        assert_eq!(problem("x:1,1,1,0:1,1,1,0"), "the side to move is 's' or 'n' in Oware, not 'x'");
        assert_eq!(problem("s:1,1,0:1,1,1,0"), "South has 2 holes and a pot, but oware:3x2 has 3 holes");
        assert_eq!(
            problem("s:1,a,1,0:1,1,1,0"),
            "a number of seeds must be a number from 0 to 65535, not 'a'"
        );
        assert_eq!(problem("s:1,1,1,65535:1,1,1,0"), "more than 65535 seeds in all");
    }
}
