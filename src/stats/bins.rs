//! Counts of whole numbers in bounded memory.

use std::collections::BTreeMap;

/// Larger numbers are counted as this one.
const LARGEST: i64 = 1 << 14;

/// How often each whole number occurred.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bins(BTreeMap<i64, u64>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The lowest number in it.
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) count: u64,
}

impl Bins {
    pub(crate) fn add(&mut self, number: i64) {
        *self.0.entry(number.clamp(-LARGEST, LARGEST)).or_insert(0) += 1;
    }

    pub(crate) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The lowest and the highest number.
    pub(crate) fn range(&self) -> Option<(i64, i64)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        let sum: f64 = self.0.iter().map(|(&number, &count)| number as f64 * count as f64).sum();
        let total = self.total();
        (total > 0).then(|| sum / total as f64)
    }

    /// The median, the lower of two.
    pub(crate) fn median(&self) -> Option<i64> {
        let half = self.total().div_ceil(2);
        let mut seen = 0;
        self.0.iter().find_map(|(&number, &count)| {
            seen += count;
            (seen >= half).then_some(number)
        })
    }

    /// At most about `most` bars of equal width that cover all numbers. Zero is the beginning of a bar.
    pub(crate) fn bars(&self, most: i64) -> Vec<Bar> {
        let Some((low, high)) = self.range() else { return Vec::new() };
        let span = high - low + 1;
        // Margins of an even number of beans are all even: bars of width 1 would leave gaps.
        let step = self.0.keys().fold(0, |step, number| gcd(step, number - low)).max(1);
        let factors = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
        let width = step * factors.into_iter().find(|factor| span / (step * factor) <= most).unwrap_or(2000);
        let first = low.div_euclid(width);
        let mut bars: Vec<Bar> = (first..=high.div_euclid(width))
            .map(|bar| Bar { from: bar * width, to: (bar + 1) * width - 1, count: 0 })
            .collect();
        for (&number, &count) in &self.0 {
            if let Some(bar) = bars.get_mut((number.div_euclid(width) - first) as usize) {
                bar.count += count;
            }
        }
        bars
    }
}

/// The greatest common divisor of numbers that are not negative.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_number_once() {
        let mut bins = Bins::default();
        for number in -7..=95 {
            bins.add(number);
            bins.add(number);
        }
        let bars = bins.bars(30);
        assert!(bars.len() <= 31 && bars.iter().any(|bar| bar.from == 0), "{bars:?}");
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 206);
        assert!(bars.windows(2).all(|two| two[0].to + 1 == two[1].from), "{bars:?}");
        assert_eq!((bins.median(), bins.mean(), bins.range()), (Some(44), Some(44.0), Some((-7, 95))));
    }

    #[test]
    fn even_numbers_leave_no_gaps() {
        let mut bins = Bins::default();
        (-10..=10).for_each(|number| bins.add(2 * number));
        assert!(bins.bars(50).iter().all(|bar| bar.count == 1 && bar.to == bar.from + 1));
    }

    #[test]
    fn memory_is_bounded() {
        let mut bins = Bins::default();
        for number in 0..100_000 {
            bins.add(number * 1000);
        }
        assert!(bins.0.len() <= LARGEST as usize + 1);
        assert_eq!(Bins::default().bars(10), []);
    }
}
