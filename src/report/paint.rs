//! Colours and emphasis for a terminal, unless they are switched off.

use anstyle::{Ansi256Color, AnsiColor, Style};

use crate::games::Side;
use crate::games::drawing::Ink;

/// Styles text for a terminal, or leaves it plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paint {
    enabled: bool,
}

impl Paint {
    pub(crate) const fn new(enabled: bool) -> Paint {
        Paint { enabled }
    }

    /// Text that stands out: a heading, a winner.
    pub(crate) fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Text in the background.
    pub(crate) fn faint(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.styled(AnsiColor::Green.on_default(), text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.styled(AnsiColor::Red.on_default(), text)
    }

    /// A cell of a table, shaded from red (score 0) to green (score 1).
    pub(crate) fn shade(self, score: f64, text: &str) -> String {
        let background = match score {
            score if score < 0.2 => 124,
            score if score < 0.4 => 131,
            score if score <= 0.6 => 240,
            score if score <= 0.8 => 65,
            _ => 28,
        };
        self.styled(Ansi256Color(231).on(Ansi256Color(background)), text)
    }

    /// Text that belongs to a side.
    pub(crate) fn side(self, side: Side, text: &str) -> String {
        self.ink(Ink::Side(side), text)
    }

    /// A piece of a drawn board.
    pub(crate) fn ink(self, ink: Ink, text: &str) -> String {
        let color = |side| match side {
            Side::First => AnsiColor::Yellow.on_default().bold(),
            Side::Second => AnsiColor::Cyan.on_default().bold(),
        };
        match ink {
            Ink::Frame => self.faint(text),
            Ink::Label => text.to_owned(),
            Ink::Side(side) => self.styled(color(side), text),
            Ink::Decisive(side) => self.styled(color(side).invert(), text),
        }
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.enabled && !text.trim().is_empty() {
            format!("{style}{text}{style:#}")
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
        assert_eq!(plain.shade(0.9, "90"), "90");
    }

    #[test]
    fn styled_text_is_reset_at_its_end() {
        let painted = Paint { enabled: true };
        assert_eq!(painted.good("won"), "\u{1b}[32mwon\u{1b}[0m");
        assert_eq!(painted.good("  "), "  ");
        assert_eq!(painted.shade(0.9, "90"), "\u{1b}[38;5;231m\u{1b}[48;5;28m90\u{1b}[0m");
        let decisive = painted.ink(Ink::Decisive(Side::Second), "o");
        assert_eq!(decisive, "\u{1b}[1m\u{1b}[7m\u{1b}[36mo\u{1b}[0m");
    }
}
