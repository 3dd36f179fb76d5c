//! The board of Kalah for people: North above with its pot on the left, South below with its pot on the right.

use super::{Board, Position};
use crate::games::drawing::{Drawing, Ink};
use crate::games::game::Side;

/// Draws the board.
pub(super) fn draw(board: &Board) -> Drawing {
    let widest = Side::BOTH.iter().flat_map(|&side| board.row(side)).max();
    let width = widest.map_or(1, |beans| beans.to_string().len()).max(2);
    let pots = Side::BOTH.map(|side| board.pot(side).to_string());
    let pot_width = pots.iter().map(String::len).max().unwrap_or(1);
    let holes = board.rules().holes();
    // "North  pot 0  " stands to the left of the holes.
    let margin = " ".repeat(14 + pot_width);

    let mut drawing = Drawing::default();
    numbers(&mut drawing, &margin, holes, width);
    row(&mut drawing, Side::Second, board, &margin, width);
    drawing.line();
    drawing.put(Ink::Side(Side::Second), format!("  North  pot {:>pot_width$}", pots[1]));
    drawing.put(Ink::Frame, " ".repeat(1 + holes * (width + 3) + 1));
    drawing.put(Ink::Side(Side::First), format!("{:>pot_width$} pot  South", pots[0]));
    row(&mut drawing, Side::First, board, &margin, width);
    numbers(&mut drawing, &margin, holes, width);
    drawing
}

fn numbers(drawing: &mut Drawing, margin: &str, holes: usize, width: usize) {
    drawing.line();
    let numbers: String = (1..=holes).map(|hole| format!(" {hole:>width$}  ")).collect();
    drawing.put(Ink::Label, format!("{margin}{}", numbers.trim_end()));
}

fn row(drawing: &mut Drawing, side: Side, board: &Board, margin: &str, width: usize) {
    drawing.line();
    drawing.put(Ink::Frame, margin);
    for (hole, beans) in board.row(side).iter().enumerate() {
        drawing.put(Ink::Frame, if hole == 0 { "[" } else { " [" });
        let ink = if *beans == 0 { Ink::Frame } else { Ink::Side(side) };
        drawing.put(ink, format!("{beans:>width$}"));
        drawing.put(Ink::Frame, "]");
    }
}

#[cfg(test)]
mod tests {
    use crate::games::Game;
    use crate::games::kalah::{Board, KalahRules};

    #[test]
    fn a_beginner_sees_what_is_what() {
        let start = Board::start(KalahRules::new(6, 4, false).unwrap());
        let board = start.read("s:4,0,5,5,12,4,3:0,4,4,4,4,4,10").unwrap();
        let shown = board.draw().render(|_, text| text.to_owned());
        insta::assert_snapshot!(shown, @"
                        1    2    3    4    5    6
                      [ 0] [ 4] [ 4] [ 4] [ 4] [ 4]
        North  pot 10                                 3 pot  South
                      [ 4] [ 0] [ 5] [ 5] [12] [ 4]
                        1    2    3    4    5    6
        ");
    }
}
