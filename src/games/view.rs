//! What a board looks like. A game describes its board once, and terminal, `arena play` and the page draw that.

use serde::Serialize;

use super::drawing::{Drawing, Ink};
use super::game::Side;

/// The board of a position, described for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardView {
    /// Pieces on a grid.
    Grid(GridView),
    /// Two rows of holes, and a pot for each side.
    Holes(HolesView),
    /// Nothing but the text of the position, for games that do not describe their board.
    Text(String),
}

/// Pieces on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridView {
    /// The number of columns.
    pub columns: usize,
    /// What cells and pieces look like.
    pub look: GridLook,
    /// How people name a cell.
    pub labels: CellLabels,
    /// The letters of the first and the second side's pieces.
    pub letters: [&'static str; 2],
    /// The cells in ASCII, row by row from the top left: a piece's letter, or `.` if there is none.
    pub cells: String,
    /// The cells that decided the game.
    pub decisive: Vec<usize>,
}

/// What cells and pieces look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GridLook {
    /// Discs in the round holes of an upright board.
    Discs,
    /// Crosses and noughts.
    Marks,
    /// Stones on squares.
    Stones,
    /// Chess pieces on a chequered board.
    Chess,
}

/// How people name a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CellLabels {
    /// By its number, which vacant cells show.
    Numbers,
    /// By the number of its column.
    Columns,
    /// By a letter for the column and the number of the row, counted from the top.
    FromTop,
    /// The same, counted from the bottom.
    FromBottom,
}

/// Two rows of holes, and a pot for each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolesView {
    /// What the sides are called.
    pub names: [&'static str; 2],
    /// The holes of the first side, which is below, and of the second, each in the order of its numbers.
    pub holes: [Vec<u32>; 2],
    /// What lies in the pots. The first side's is on the right.
    pub pots: [u32; 2],
    /// Whether the second side numbers its holes from the right, so that both rows run the way of sowing.
    pub around: bool,
}

impl BoardView {
    /// The board as text.
    pub fn draw(&self) -> Drawing {
        match self {
            BoardView::Grid(grid) => grid.draw(),
            BoardView::Holes(holes) => holes.draw(),
            BoardView::Text(text) => Drawing::of_text(text),
        }
    }
}

impl GridView {
    /// Whose piece a letter is.
    fn owner(&self, letter: char) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.letters[side.index()].contains(letter))
    }

    /// What stands left of a row, counted from the top.
    fn row_label(&self, row: usize) -> Option<usize> {
        let rows = self.cells.len() / self.columns;
        match self.labels {
            CellLabels::Numbers | CellLabels::Columns => None,
            CellLabels::FromTop => Some(row + 1),
            CellLabels::FromBottom => Some(rows - row),
        }
    }

    /// What stands below a column.
    fn column_label(&self, column: usize) -> Option<String> {
        match self.labels {
            CellLabels::Numbers => None,
            CellLabels::Columns => Some((column + 1).to_string()),
            CellLabels::FromTop | CellLabels::FromBottom => {
                let first = if self.look == GridLook::Marks { b'A' } else { b'a' };
                Some(char::from(first + column as u8).to_string())
            }
        }
    }

    fn draw(&self) -> Drawing {
        let rows = self.cells.len() / self.columns;
        let upright = self.look == GridLook::Discs;
        let width = match self.labels {
            CellLabels::Numbers => self.cells.len().to_string().len(),
            CellLabels::Columns => self.columns.to_string().len(),
            CellLabels::FromTop | CellLabels::FromBottom => 1,
        };
        let margin = self.row_label(0).map_or(0, |_| rows.to_string().len());
        let mut drawing = Drawing::default();
        let mut cells = self.cells.chars().enumerate();
        for row in 0..rows {
            drawing.line();
            match self.row_label(row) {
                Some(label) => drawing.put(Ink::Label, format!("  {label:>margin$}")),
                None => drawing.put(Ink::Frame, if upright { "  |" } else { " " }),
            }
            for (cell, letter) in cells.by_ref().take(self.columns) {
                let (ink, symbol) = match self.owner(letter) {
                    Some(side) if self.decisive.contains(&cell) => {
                        (Ink::Decisive(side), letter.to_ascii_uppercase().to_string())
                    }
                    Some(side) => (Ink::Side(side), letter.to_string()),
                    None if self.labels == CellLabels::Numbers => (Ink::Label, (cell + 1).to_string()),
                    None => (Ink::Frame, letter.to_string()),
                };
                drawing.put(ink, format!(" {symbol:>width$}"));
            }
            if upright {
                drawing.put(Ink::Frame, " |");
            }
        }
        if upright {
            drawing.line();
            drawing.put(Ink::Frame, format!("  +{}+", "-".repeat(self.columns * (width + 1) + 1)));
        }
        if self.labels != CellLabels::Numbers {
            drawing.line();
            let labels = (0..self.columns).filter_map(|column| self.column_label(column));
            let labels: String = labels.map(|label| format!(" {label:>width$}")).collect();
            drawing.put(Ink::Label, format!("  {:1$}{labels}", "", margin.max(usize::from(upright))));
        }
        drawing
    }
}

impl HolesView {
    /// The holes of a side from left to right, each with its number.
    fn row(&self, side: Side) -> Vec<(usize, u32)> {
        let mut row: Vec<_> =
            self.holes[side.index()].iter().enumerate().map(|(at, &n)| (at + 1, n)).collect();
        if self.around && side == Side::Second {
            row.reverse();
        }
        row
    }

    fn draw(&self) -> Drawing {
        let widest = self.holes.iter().flatten().max();
        let width = widest.map_or(1, |beans| beans.to_string().len()).max(2);
        let pots = self.pots.map(|pot| pot.to_string());
        let pot_width = pots.iter().map(String::len).max().unwrap_or(1);
        // "  pot 0 " is to the left of the holes.
        let margin = 7 + pot_width;
        let numbers = |side| -> String {
            self.row(side).iter().map(|(number, _)| format!(" {number:>width$} ")).collect()
        };
        let [south, north] = self.names;
        let mut drawing = Drawing::default();
        drawing.line();
        drawing.put(Ink::Side(Side::Second), format!("  {north:<0$}", margin - 2));
        drawing.put(Ink::Label, numbers(Side::Second).trim_end());
        self.draw_row(&mut drawing, Side::Second, margin, width);
        drawing.line();
        drawing.put(Ink::Side(Side::Second), format!("  pot {:>pot_width$}", pots[1]));
        drawing.put(Ink::Frame, " ".repeat(1 + self.holes[0].len() * (width + 2) + 1));
        drawing.put(Ink::Side(Side::First), format!("{:>pot_width$} pot", pots[0]));
        self.draw_row(&mut drawing, Side::First, margin, width);
        drawing.line();
        drawing.put(Ink::Label, format!("{:margin$}{}", "", numbers(Side::First)));
        drawing.put(Ink::Side(Side::First), format!(" {south}"));
        drawing
    }

    fn draw_row(&self, drawing: &mut Drawing, side: Side, margin: usize, width: usize) {
        drawing.line();
        drawing.put(Ink::Frame, " ".repeat(margin));
        for (_, beans) in self.row(side) {
            drawing.put(Ink::Frame, "[");
            drawing.put(if beans == 0 { Ink::Frame } else { Ink::Side(side) }, format!("{beans:>width$}"));
            drawing.put(Ink::Frame, "]");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(view: &BoardView) -> String {
        view.draw().render(|_, text| text.to_owned())
    }

    #[test]
    fn both_rows_of_holes_may_run_the_way_of_sowing() {
        let holes = [vec![4, 0, 5], vec![12, 1, 2]];
        let view = |around| {
            let view = HolesView { names: ["South", "North"], holes: holes.clone(), pots: [3, 10], around };
            shown(&BoardView::Holes(view))
        };
        insta::assert_snapshot!(view(true), @"
          North    3   2   1
                 [ 2][ 1][12]
          pot 10               3 pot
                 [ 4][ 0][ 5]
                   1   2   3  South
        ");
        assert!(view(false).contains("1   2   3\n         [12][ 1][ 2]"), "{}", view(false));
    }

    #[test]
    fn cells_are_named_as_moves_name_them() {
        let view = |look, labels| {
            let letters = ["x", "o"];
            let grid = GridView {
                columns: 3,
                look,
                labels,
                letters,
                cells: ".xo...x..".to_owned(),
                decisive: vec![6],
            };
            shown(&BoardView::Grid(grid))
        };
        insta::assert_snapshot!(view(GridLook::Stones, CellLabels::FromTop), @"
        1 . x o
        2 . . .
        3 X . .
          a b c
        ");
        insta::assert_snapshot!(view(GridLook::Marks, CellLabels::FromBottom), @"
        3 . x o
        2 . . .
        1 X . .
          A B C
        ");
        insta::assert_snapshot!(view(GridLook::Marks, CellLabels::Numbers), @"
        1 x o
        4 5 6
        X 8 9
        ");
    }
}
