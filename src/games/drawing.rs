//! A board drawn as text. Each piece says what it shows, so that the caller can choose colours.

use super::game::Side;

/// What a piece of a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Lines and vacant places.
    Frame,
    /// Numbers and names next to the board.
    Label,
    /// What belongs to a side.
    Side(Side),
    /// What decided the game.
    Decisive(Side),
}

/// A piece of one line in one ink.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stroke {
    /// What it shows.
    pub ink: Ink,
    /// Its characters.
    pub text: String,
}

/// The lines of a board, each made of strokes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// From the top down.
    pub lines: Vec<Vec<Stroke>>,
}

impl Drawing {
    /// The rows in the text of a position, each on its own line, for games that do not draw their board. The part
    /// before the first colon is the side to move.
    pub fn of_text(text: &str) -> Drawing {
        let rows = text.split_once(':').map_or(text, |(_, rows)| rows);
        let mut drawing = Drawing::default();
        for row in rows.split([':', '/']) {
            drawing.line();
            drawing.put(Ink::Frame, format!("  {row}"));
        }
        drawing
    }

    pub(crate) fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Adds a stroke to the last line.
    pub fn put(&mut self, ink: Ink, text: impl Into<String>) {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            let text = text.into();
            line.push(Stroke { ink, text });
        }
    }

    /// The drawing as text, each stroke passed through `paint`.
    pub fn render(&self, paint: impl Fn(Ink, &str) -> String) -> String {
        let mut out = String::new();
        for line in &self.lines {
            for stroke in line {
                out.push_str(&paint(stroke.ink, &stroke.text));
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_drawn_row_by_row() {
        let shown = |text| Drawing::of_text(text).render(|_, text| text.to_owned());
        assert_eq!(shown("x:.x./o../..."), "  .x.\n  o..\n  ...\n");
        assert_eq!(shown("12 left"), "  12 left\n");
    }
}
