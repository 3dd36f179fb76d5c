//! Colours, where they are wanted.

use crate::games::Side;
use crate::games::drawing::Ink;

/// Paints text for a terminal, or leaves it plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    enabled: bool,
}

impl Paint {
    /// With colours, or without.
    pub fn new(enabled: bool) -> Paint {
        Paint { enabled }
    }

    /// Something that stands out: a heading, a winner.
    pub fn strong(self, text: &str) -> String {
        self.code("1", text)
    }

    /// Something in the background.
    pub fn faint(self, text: &str) -> String {
        self.code("2", text)
    }

    /// Something that went well.
    pub fn good(self, text: &str) -> String {
        self.code("32", text)
    }

    /// Something that went wrong.
    pub fn bad(self, text: &str) -> String {
        self.code("31", text)
    }

    /// A cell of a table, on a ground from red for no points to green for all.
    pub fn shade(self, score: f64, text: &str) -> String {
        let ground = match score {
            score if score < 0.2 => 124,
            score if score < 0.4 => 131,
            score if score <= 0.6 => 240,
            score if score <= 0.8 => 65,
            _ => 28,
        };
        self.code(&format!("38;5;231;48;5;{ground}"), text)
    }

    /// What belongs to a side.
    pub fn side(self, side: Side, text: &str) -> String {
        self.ink(Ink::Side(side), text)
    }

    /// A piece of a drawn board.
    pub fn ink(self, ink: Ink, text: &str) -> String {
        match ink {
            Ink::Frame => self.faint(text),
            Ink::Label => text.to_owned(),
            Ink::Side(Side::First) => self.code("1;33", text),
            Ink::Side(Side::Second) => self.code("1;36", text),
            Ink::Decisive(Side::First) => self.code("1;7;33", text),
            Ink::Decisive(Side::Second) => self.code("1;7;36", text),
        }
    }

    fn code(self, code: &str, text: &str) -> String {
        if self.enabled && !text.trim().is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_plain() {
        let plain = Paint { enabled: false };
        assert_eq!(plain.strong("won"), "won");
        let painted = Paint { enabled: true };
        assert_eq!(painted.good("won"), "\u{1b}[32mwon\u{1b}[0m");
        assert_eq!(painted.good("  "), "  ");
        assert_eq!(painted.shade(0.9, "90"), "\u{1b}[38;5;231;48;5;28m90\u{1b}[0m");
        assert_eq!(plain.shade(0.9, "90"), "90");
    }
}
