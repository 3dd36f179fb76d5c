//! The contents of a bot's `info` and `option` lines.

use crate::text::Decimal;
use std::ops::RangeInclusive;

/// What `info` lines say of a search. Later lines win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Info {
    /// How many plies it looked ahead.
    pub depth: Option<u32>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
    /// What the position is worth for the side to move.
    pub score: Option<Decimal>,
}

impl Info {
    /// What a mate in no moves is worth. One in N moves is worth N less.
    pub(crate) const MATE: i32 = 100_000;

    /// Parses the words after `info`: `depth 6 nodes 1000 score 12`, `score cp 12`, `score mate -3`. Unknown words are skipped, and so
    /// are all lines about other than the best variation, and scores that are only bounds.
    pub(super) fn add(&mut self, words: &str) {
        let is_other =
            |words: &str| words.split_once("multipv ").is_some_and(|(_, rest)| !rest.starts_with("1 "));
        if is_other(words) {
            return;
        }
        let mut words = words.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                // Free text, in which the other words mean nothing.
                "string" | "pv" => break,
                "depth" => self.depth = number(words.peek()).or(self.depth),
                "nodes" => self.nodes = number(words.peek()).or(self.nodes),
                "score" => {
                    words.next_if_eq(&"cp");
                    let is_mate = words.next_if_eq(&"mate").is_some();
                    let score =
                        words.peek().and_then(|word| if is_mate { mate(word) } else { Decimal::read(word) });
                    let mut behind = words.clone().skip(1);
                    let is_bound = behind.next().is_some_and(|word| word.ends_with("bound"));
                    self.score = score.filter(|_| !is_bound || self.score.is_none()).or(self.score);
                }
                _ => {}
            }
        }
    }
}

/// The worth of a mate in so many moves, negative for being mated.
fn mate(word: &str) -> Option<Decimal> {
    let moves: i32 = word.parse().ok()?;
    let worth = Info::MATE.checked_sub(moves.checked_abs()?)?;
    Some(Decimal::from(if moves > 0 { worth } else { -worth }))
}

fn number<T: std::str::FromStr>(word: Option<&&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

/// An option of a bot that takes whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpinOption {
    pub name: String,
    /// The smallest number, if it is declared.
    pub min: Option<i64>,
    /// The largest number, if it is declared.
    pub max: Option<i64>,
}

impl SpinOption {
    /// The option that a line declares: `option name Seed type spin default 0 min 0 max 100`. `None` where it declares
    /// none, or one that is not a number.
    pub(super) fn read(line: &str) -> Option<SpinOption> {
        let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let mut words = kind.split_ascii_whitespace();
        if words.next()? != "spin" {
            return None;
        }
        let words: Vec<&str> = words.collect();
        let behind = |key: &str| words.windows(2).find(|pair| pair[0] == key)?[1].parse().ok();
        Some(SpinOption { name: name.trim().to_owned(), min: behind("min"), max: behind("max") })
    }
}

/// The values of an option that a line declares. `None` where the line declares another option, or one that is not a
/// number.
pub(super) fn spin(line: &str, option: &str) -> Option<RangeInclusive<u32>> {
    let SpinOption { name, min, max } = SpinOption::read(line)?;
    let bound = |bound: Option<i64>, default: u32| {
        bound.map_or(default, |bound| bound.clamp(0, i64::from(u32::MAX)) as u32)
    };
    // Many languages read a number into a signed word of 32 bits.
    let (low, high) = (bound(min, 0), bound(max, i32::MAX as u32));
    (name.eq_ignore_ascii_case(option) && low <= high).then_some(low..=high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(lines: &[&str]) -> Info {
        let mut info = Info::default();
        for line in lines {
            info.add(line);
        }
        info
    }

    #[test]
    fn the_last_line_wins_and_nonsense_is_skipped() {
        let all = Info { depth: Some(7), nodes: Some(2000), score: Some(Decimal::from(-12)) };
        assert_eq!(info(&["depth 6 nodes 1000 score 3", "depth 7 score -12 nodes 2000 pv 3 6"]), all);
        assert_eq!(info(&["nodes 2000 score cp -12 depth 7"]), all);
        assert_eq!(info(&["depth x nodes -1 score mate x"]), Info::default());
        assert_eq!(info(&["score mate 3"]).score, Some(Decimal::from(99_997)));
        assert_eq!(info(&["score mate -2"]).score, Some(Decimal::from(-99_998)));
        assert_eq!(info(&["score cp 5", "score cp 40 lowerbound nodes 9"]).score, Some(Decimal::from(5)));
        assert_eq!(info(&["multipv 1 score cp 5", "multipv 2 score cp 3"]).score, Some(Decimal::from(5)));
        assert_eq!(info(&["string depth 9 score 4", "depth", ""]), Info::default());
        assert_eq!(info(&["depth 6", "depth ?"]).depth, Some(6));
        assert_eq!(info(&["score -0.25"]).score, Some(Decimal::thousandths(-250)));
        assert_eq!(info(&["score 3", "score nan"]).score, Some(Decimal::from(3)));
    }

    #[test]
    fn an_option_that_takes_whole_numbers_is_declared_with_its_bounds() {
        let spin = |name: &str, min, max| Some(SpinOption { name: name.to_owned(), min, max });
        let read = SpinOption::read;
        assert_eq!(
            read("option name King Safety type spin default 5 min -50 max 50"),
            spin("King Safety", Some(-50), Some(50))
        );
        assert_eq!(read("option name king type spin max 99999999999999999999"), spin("king", None, None));
        for line in ["option name king type string default 5", "option name king", "id name spin", ""] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_seed_is_declared_with_its_bounds() {
        assert_eq!(spin("option name Seed type spin default 0 min 1 max 100", "Seed"), Some(1..=100));
        assert_eq!(spin("option name seed type spin", "Seed"), Some(0..=2_147_483_647));
        assert_eq!(spin("option name Seed type spin min -5 max 99999999999", "Seed"), Some(0..=u32::MAX));
        assert_eq!(spin("option name Seed type spin min 5 max 4", "Seed"), None);
        assert_eq!(spin("option name Seed type string", "Seed"), None);
        assert_eq!(spin("option name Hash type spin", "Seed"), None);
        assert_eq!(spin("option name Seed", "Seed"), None);
    }
}
