//! The value of a move as people and files see it.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use serde::{Serialize, Serializer};

/// An exact number with at most three decimals: what a strategy says a move is worth, in the unit of its evaluator.
///
/// A search counts in plain integers. Where they are thousandths, only what it reports is divided by a thousand.
///
/// ```
/// use arena::games::Value;
///
/// assert_eq!(Value::whole(3).to_string(), "3");
/// assert_eq!(Value::thousandths(3400).to_string(), "3.4");
/// assert_eq!(Value::thousandths(-125).to_string(), "-0.125");
/// assert_eq!(Value::thousandths(3000), Value::whole(3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    amount: i32,
    unit: ValueUnit,
}

/// What a [`Value`] counts. Thousandths are never a whole number, so equal values are equal bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ValueUnit {
    Whole,
    Thousandths,
}

impl Value {
    /// A whole number.
    #[inline]
    pub const fn whole(amount: i32) -> Value {
        Value { amount, unit: ValueUnit::Whole }
    }

    /// A number of thousandths.
    pub const fn thousandths(amount: i32) -> Value {
        if amount % 1000 == 0 {
            Value::whole(amount / 1000)
        } else {
            Value { amount, unit: ValueUnit::Thousandths }
        }
    }

    /// The nearest value to a number; `None` if it is not a number, or too large.
    pub fn nearest(number: f64) -> Option<Value> {
        let thousandths = (number * 1000.0).round();
        let fits = |number: f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number);
        if fits(thousandths) {
            Some(Value::thousandths(thousandths as i32))
        } else {
            // Large numbers are rounded to whole ones.
            Some(number.round()).filter(|&number| fits(number)).map(|number| Value::whole(number as i32))
        }
    }

    /// The [nearest](Value::nearest) value to a number in text; `None` if it is not a number, or too large.
    pub fn read(text: &str) -> Option<Value> {
        match text.parse() {
            Ok(amount) => Some(Value::whole(amount)),
            Err(_) => text.parse().ok().and_then(Value::nearest),
        }
    }

    /// The number, if it is whole.
    pub const fn as_whole(self) -> Option<i32> {
        match self.unit {
            ValueUnit::Whole => Some(self.amount),
            ValueUnit::Thousandths => None,
        }
    }

    /// The number in thousandths.
    pub const fn in_thousandths(self) -> i64 {
        match self.unit {
            ValueUnit::Whole => self.amount as i64 * 1000,
            ValueUnit::Thousandths => self.amount as i64,
        }
    }
}

impl From<i32> for Value {
    #[inline]
    fn from(amount: i32) -> Value {
        Value::whole(amount)
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value { amount: self.amount.saturating_neg(), ..self }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.in_thousandths().cmp(&other.in_thousandths())
    }
}

/// Without zeros at the end: `3`, `3.4`, `-0.125`. `{:+}` writes the sign of positive numbers too.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.in_thousandths().unsigned_abs();
        let decimals = match self.unit {
            ValueUnit::Whole => String::new(),
            ValueUnit::Thousandths => format!(".{:03}", thousandths % 1000),
        };
        let digits = format!("{}{}", thousandths / 1000, decimals.trim_end_matches('0'));
        f.pad_integral(self.amount >= 0, "", &digits)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.unit {
            ValueUnit::Whole => serializer.serialize_i32(self.amount),
            ValueUnit::Thousandths => serializer.serialize_f64(f64::from(self.amount) / 1000.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_no_zeros_at_its_end() {
        let cases = [
            (0, "0", "+0"),
            (1, "0.001", "+0.001"),
            (-1, "-0.001", "-0.001"),
            (10, "0.01", "+0.01"),
            (-500, "-0.5", "-0.5"),
            (1000, "1", "+1"),
            (-1500, "-1.5", "-1.5"),
            (10_000, "10", "+10"),
            (i32::MAX, "2147483.647", "+2147483.647"),
            (i32::MIN, "-2147483.648", "-2147483.648"),
        ];
        for (thousandths, text, signed) in cases {
            let value = Value::thousandths(thousandths);
            assert_eq!((value.to_string().as_str(), format!("{value:+}").as_str()), (text, signed));
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
            assert_eq!(Value::read(text), Some(value));
            assert_eq!(value.in_thousandths(), i64::from(thousandths));
        }
        for whole in [0, 7, -7, i32::MAX, i32::MIN] {
            let value = Value::whole(whole);
            assert_eq!(value.to_string(), whole.to_string());
            assert_eq!(serde_json::to_string(&value).unwrap(), whole.to_string());
            assert_eq!((Value::read(&whole.to_string()), value.as_whole()), (Some(value), Some(whole)));
        }
        assert_eq!(format!("[{:>6}]", Value::thousandths(-1500)), "[  -1.5]");
    }

    #[test]
    fn values_of_both_units_are_compared_by_size() {
        let mut values = [3400, -125, 3000, 0, 3001].map(Value::thousandths).to_vec();
        values.extend([Value::whole(-1), Value::whole(4), Value::whole(i32::MAX)]);
        values.sort();
        let texts: Vec<String> = values.iter().map(Value::to_string).collect();
        assert_eq!(texts, ["-1", "-0.125", "0", "3", "3.001", "3.4", "4", "2147483647"]);
        assert_eq!(-Value::thousandths(-125), Value::thousandths(125));
    }

    #[test]
    fn a_number_is_read_as_the_nearest_value() {
        assert_eq!(Value::read("0.33333"), Some(Value::thousandths(333)));
        assert_eq!(Value::read("-1e3"), Some(Value::whole(-1000)));
        assert_eq!(Value::read("2000000000.5"), Some(Value::whole(2_000_000_001)));
        for text in ["", "x", "nan", "inf", "-inf", "1e10", "9999999999"] {
            assert_eq!(Value::read(text), None, "{text}");
        }
    }
}
