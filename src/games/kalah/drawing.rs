//! The board of Kalah as drawn for people: North on top, its pot on the left; South below, its pot on the right.

use super::{Board, Position};
use crate::games::drawing::{Drawing, Ink};
use crate::games::game::Side;

/// Draws the board. North is named above its pot, South below its own. The default game fits into 40 columns.
pub(super) fn draw(board: &Board) -> Drawing {
    let widest = Side::BOTH.iter().flat_map(|&side| board.row(side)).max();
    let width = widest.map_or(1, |beans| beans.to_string().len()).max(2);
    let pots = Side::BOTH.map(|side| board.pot(side).to_string());
    let pot_width = pots.iter().map(String::len).max().unwrap_or(1);
    let holes = board.rules().holes();
    // "  pot 0 " is to the left of the holes.
    let margin = 7 + pot_width;
    let numbers: String = (1..=holes).map(|hole| format!(" {hole:>width$} ")).collect();

    let mut drawing = Drawing::default();
    drawing.line();
    drawing.put(Ink::Side(Side::Second), format!("  {:<1$}", "North", margin - 2));
    drawing.put(Ink::Label, numbers.trim_end());
    row(&mut drawing, Side::Second, board, margin, width);
    drawing.line();
    drawing.put(Ink::Side(Side::Second), format!("  pot {:>pot_width$}", pots[1]));
    drawing.put(Ink::Frame, " ".repeat(1 + holes * (width + 2) + 1));
    drawing.put(Ink::Side(Side::First), format!("{:>pot_width$} pot", pots[0]));
    row(&mut drawing, Side::First, board, margin, width);
    drawing.line();
    drawing.put(Ink::Label, format!("{:margin$}{numbers}", ""));
    drawing.put(Ink::Side(Side::First), " South");
    drawing
}

fn row(drawing: &mut Drawing, side: Side, board: &Board, margin: usize, width: usize) {
    drawing.line();
    drawing.put(Ink::Frame, " ".repeat(margin));
    for beans in board.row(side) {
        drawing.put(Ink::Frame, "[");
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
    fn holes_pots_and_sides_are_labelled() {
        let start = Board::start(KalahRules::new(6, 4, false).unwrap());
        let board = start.read("s:4,0,5,5,12,4,3:0,4,4,4,4,4,10").unwrap();
        let shown = board.draw().render(|_, text| text.to_owned());
        insta::assert_snapshot!(shown, @"
        North    1   2   3   4   5   6
               [ 0][ 4][ 4][ 4][ 4][ 4]
        pot 10                           3 pot
               [ 4][ 0][ 5][ 5][12][ 4]
                 1   2   3   4   5   6  South
        ");
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(40), "{widest:?}");
    }
}
