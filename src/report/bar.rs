//! Intervals as bars on a common scale.

use super::standings::whole;
use crate::text::display_width;

/// A scale from the lowest to the highest number, `letters` wide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    letters: usize,
}

impl Scale {
    /// The scale that fits all intervals, each a value with its two ends.
    pub(super) fn of(
        intervals: impl Iterator<Item = (f64, Option<f64>, Option<f64>)>,
        letters: usize,
    ) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (value, from, to) in intervals {
            low = low.min(from.unwrap_or(value));
            high = high.max(to.unwrap_or(value));
        }
        let is_some = low <= high && letters > 0;
        if is_some {
            Scale { low, high, letters }
        } else {
            Scale { low: 0.0, high: 0.0, letters: letters.max(1) }
        }
    }

    /// The two ends as numbers, as wide as a bar.
    pub(super) fn ends(&self) -> String {
        let (low, high) = (whole(self.low), whole(self.high));
        let room = self.letters.saturating_sub(display_width(&low));
        format!("{low}{high:>room$}")
    }

    /// An interval: `├──●──┤`, with an arrow on a side without an end.
    pub(super) fn bar(&self, value: f64, low: Option<f64>, high: Option<f64>) -> String {
        let at = self.place(value);
        let (from, to) = match (low, high) {
            (None, None) => (at, at),
            _ => {
                (low.map_or(0, |low| self.place(low)), high.map_or(self.letters - 1, |high| self.place(high)))
            }
        };
        let first = if low.is_some() { '├' } else { '◂' };
        let last = if high.is_some() { '┤' } else { '▸' };
        let letter = |i: usize| match i {
            _ if i == at => '●',
            _ if i < from || i > to => ' ',
            _ if i == from => first,
            _ if i == to => last,
            _ => '─',
        };
        (0..self.letters).map(letter).collect()
    }

    fn place(&self, value: f64) -> usize {
        let span = self.high - self.low;
        if span <= 0.0 {
            return self.letters / 2;
        }
        let share = ((value - self.low) / span).clamp(0.0, 1.0);
        (share * (self.letters - 1) as f64).round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_the_interval_and_where_it_is_open() {
        let scale = Scale::of([(0.0, Some(-100.0), Some(100.0))].into_iter(), 21);
        assert_eq!(scale.ends(), "-100             +100");
        assert_eq!(scale.bar(0.0, Some(-100.0), Some(100.0)), "├─────────●─────────┤");
        assert_eq!(scale.bar(20.0, Some(0.0), Some(40.0)), "          ├─●─┤      ");
        assert_eq!(scale.bar(50.0, Some(50.0), None), "               ●────▸");
        assert_eq!(scale.bar(-50.0, None, Some(-50.0)), "◂────●               ");
        assert_eq!(scale.bar(0.0, None, None), "          ●          ");
        assert_eq!(scale.bar(0.0, Some(-1.0), Some(1.0)), "          ●          ");
    }

    #[test]
    fn a_scale_of_nothing_or_of_one_number_has_a_middle() {
        let scale = Scale::of([(7.0, None, None)].into_iter(), 5);
        assert_eq!(
            (scale.bar(7.0, None, None), scale.bar(7.0, Some(7.0), Some(7.0))),
            ("  ●  ".to_owned(), "  ●  ".to_owned())
        );
        assert_eq!(Scale::of(std::iter::empty(), 3).bar(0.0, None, None), " ● ");
    }
}
