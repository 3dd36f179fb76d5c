//! Colours, where they are wanted.

use std::env;

use super::args::When;
use crate::games::Side;
use crate::games::drawing::Ink;

/// Paints text for a terminal, or leaves it plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint {
    enabled: bool,
}

impl Paint {
    /// As asked for; when in doubt, on a terminal that can, unless `NO_COLOR` is set.
    pub(super) fn choose(when: When, is_terminal: bool) -> Paint {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        let enabled = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !refused && !dumb,
        };
        Paint { enabled }
    }

    /// Something that stands out: a heading, a winner.
    pub(super) fn strong(self, text: &str) -> String {
        self.code("1", text)
    }

    /// Something in the background.
    pub(super) fn faint(self, text: &str) -> String {
        self.code("2", text)
    }

    /// Something that went well.
    pub(super) fn good(self, text: &str) -> String {
        self.code("32", text)
    }

    /// Something that went wrong.
    pub(super) fn bad(self, text: &str) -> String {
        self.code("31", text)
    }

    /// What belongs to a side.
    pub(super) fn side(self, side: Side, text: &str) -> String {
        self.ink(Ink::Side(side), text)
    }

    /// A piece of a drawn board.
    pub(super) fn ink(self, ink: Ink, text: &str) -> String {
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
    }

    #[test]
    fn what_is_asked_for_wins() {
        assert!(Paint::choose(When::Always, false).enabled);
        assert!(!Paint::choose(When::Never, true).enabled);
        assert!(!Paint::choose(When::Auto, false).enabled);
    }
}
