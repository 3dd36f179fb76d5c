//! A histogram of times, with percentiles accurate to 1 %, that can be merged.
//!
//! Small values have a bucket each. Above them, every power of two is divided into 128 buckets, so a bucket is never
//! wider than 1/128 of its values (the layout of Gil Tene's `HdrHistogram`).

/// Buckets per power of two.
const PER_OCTAVE: u64 = 128;
const PER_OCTAVE_BITS: u32 = PER_OCTAVE.trailing_zeros();

/// How often each value occurred, to 1 %.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Histogram {
    buckets: Vec<u64>,
    count: u64,
    total: u128,
    max: u64,
}

impl Histogram {
    pub(crate) fn add(&mut self, value: u64) {
        self.add_many(bucket_of(value), 1);
        self.total += u128::from(value);
        self.max = self.max.max(value);
    }

    /// Adds all values of another histogram.
    pub(crate) fn merge(&mut self, other: &Histogram) {
        for (bucket, &count) in other.buckets.iter().enumerate() {
            if count > 0 {
                self.add_many(bucket, count);
            }
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    fn add_many(&mut self, bucket: usize, count: u64) {
        if bucket >= self.buckets.len() {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += count;
        self.count += count;
    }

    /// The number of values.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all values, exactly.
    pub(crate) fn total(&self) -> u128 {
        self.total
    }

    /// The largest value, exactly.
    pub(crate) fn max(&self) -> u64 {
        self.max
    }

    /// The value that `percent` of all values do not exceed, to 1 %; 0 without values.
    pub(crate) fn percentile(&self, percent: f64) -> u64 {
        let rank = (self.count as f64 * percent / 100.0).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return middle_of(bucket).min(self.max);
            }
        }
        self.max
    }

    /// The values in about four classes for each doubling, from the first to the last: their middles and counts. Values
    /// below 2 are in the first.
    pub(crate) fn coarse(&self) -> Vec<(f64, u64)> {
        let mut classes: Vec<u64> = Vec::new();
        for (bucket, &count) in self.buckets.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let class = ((middle_of(bucket).max(2) as f64).log2() * 4.0) as usize;
            if class >= classes.len() {
                classes.resize(class + 1, 0);
            }
            classes[class] += count;
        }
        let middle = |class: usize| ((class as f64 + 0.5) / 4.0).exp2();
        let all = classes.into_iter().enumerate().map(|(class, count)| (middle(class), count));
        all.skip_while(|&(_, count)| count == 0).collect()
    }

    /// The buckets that are not empty, for a file.
    pub(crate) fn parts(&self) -> HistogramParts {
        let full = self.buckets.iter().enumerate().filter(|&(_, &count)| count > 0);
        HistogramParts {
            buckets: full.map(|(bucket, &count)| (bucket, count)).collect(),
            total: self.total.to_string(),
            max: self.max,
        }
    }
}

/// A histogram in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct HistogramParts {
    buckets: Vec<(usize, u64)>,
    total: String,
    max: u64,
}

impl From<&HistogramParts> for Histogram {
    fn from(parts: &HistogramParts) -> Histogram {
        let mut histogram = Histogram::default();
        let last = bucket_of(u64::MAX);
        for &(bucket, count) in parts.buckets.iter().filter(|&&(bucket, _)| bucket <= last) {
            histogram.add_many(bucket, count);
        }
        histogram.total = parts.total.parse().unwrap_or(0);
        histogram.max = parts.max;
        histogram
    }
}

fn bucket_of(value: u64) -> usize {
    if value < PER_OCTAVE {
        return value as usize;
    }
    let shift = value.ilog2() - PER_OCTAVE_BITS;
    let within = (value >> shift) - PER_OCTAVE;
    (PER_OCTAVE + u64::from(shift) * PER_OCTAVE + within) as usize
}

fn middle_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < PER_OCTAVE {
        return bucket;
    }
    let shift = (bucket - PER_OCTAVE) / PER_OCTAVE;
    let within = (bucket - PER_OCTAVE) % PER_OCTAVE;
    ((PER_OCTAVE + within) << shift) + ((1 << shift) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bucket_is_within_one_percent_of_its_values(value in any::<u64>(), shift in 0u32..64) {
            let value = value >> shift;
            let middle = middle_of(bucket_of(value));
            prop_assert!(middle.abs_diff(value) as f64 <= 0.01 * value as f64, "{value} in {middle}");
        }

        #[test]
        fn percentiles_are_those_of_the_sorted_values(mut values in prop::collection::vec(0u64..10_000_000, 1..200)) {
            let mut histogram = Histogram::default();
            for &value in &values {
                histogram.add(value);
            }
            values.sort_unstable();
            for percent in [1.0, 50.0, 90.0, 95.0, 99.0, 100.0] {
                let rank = (values.len() as f64 * percent / 100.0).ceil() as usize;
                let exact = values[rank - 1];
                let found = histogram.percentile(percent);
                prop_assert!(found.abs_diff(exact) as f64 <= 0.01 * exact as f64, "{percent}: {found} for {exact}");
            }
            prop_assert_eq!(histogram.max(), *values.last().unwrap());
        }

        #[test]
        fn merging_is_adding_everything(a in prop::collection::vec(any::<u64>(), 0..50), b in prop::collection::vec(any::<u64>(), 0..50)) {
            let of = |values: &[u64]| {
                let mut histogram = Histogram::default();
                for &value in values {
                    histogram.add(value);
                }
                histogram
            };
            let mut merged = of(&a);
            merged.merge(&of(&b));
            prop_assert_eq!(&merged, &of(&[a, b].concat()));
            prop_assert_eq!(&Histogram::from(&merged.parts()), &merged);
        }
    }

    #[test]
    fn coarse_classes_hold_every_value_near_its_place() {
        let mut histogram = Histogram::default();
        for value in [1000, 1010, 4000, 1_000_000] {
            histogram.add(value);
        }
        let classes = histogram.coarse();
        assert_eq!(classes.iter().map(|&(_, count)| count).sum::<u64>(), 4);
        assert!((classes[0].0 / 1000.0 - 1.0).abs() < 0.1 && classes[0].1 == 2, "{classes:?}");
        assert!((classes.last().unwrap().0 / 1e6 - 1.0).abs() < 0.1, "{classes:?}");
    }

    #[test]
    fn nothing_has_no_percentiles() {
        assert_eq!(Histogram::default().percentile(50.0), 0);
    }
}
