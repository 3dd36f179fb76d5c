//! Exact decimal numbers with up to three places.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The places behind the point.
const PLACES: usize = 3;

/// The largest number, in either direction.
const MOST: i64 = 1_000_000_000_000;

/// An exact number with at most three decimals: the value of a move, a weight, a parameter.
///
/// ```
/// use arena::text::Decimal;
///
/// assert_eq!(Decimal::thousandths(3400).to_string(), "3.4");
/// assert_eq!(Decimal::thousandths(-125), "-0.125".parse()?);
/// assert_eq!(Decimal::thousandths(3000), Decimal::from(3));
/// # Ok::<(), arena::text::NotADecimal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Decimal {
    thousandths: i64,
}

impl Decimal {
    pub(crate) const ONE: Decimal = Decimal { thousandths: 1000 };
    pub(crate) const SMALLEST: Decimal = Decimal { thousandths: 1 };

    /// A number of thousandths; beyond 10^12 the largest number.
    pub const fn thousandths(thousandths: i64) -> Decimal {
        let most = MOST * 1000;
        let bounded = if thousandths > most { most } else { thousandths };
        Decimal { thousandths: if bounded < -most { -most } else { bounded } }
    }

    pub(crate) fn whole(number: i64) -> Decimal {
        Decimal::thousandths(number.saturating_mul(1000))
    }

    pub(crate) fn nearest(number: f64) -> Decimal {
        Decimal::thousandths((number * 1000.0).round() as i64)
    }

    pub(crate) fn nearest_whole(number: f64) -> Decimal {
        Decimal::whole(number.round() as i64)
    }

    /// The nearest decimal to a number in text; `None` if it is not a number, or too large.
    pub fn read(text: &str) -> Option<Decimal> {
        let number = text.parse().ok().filter(|number: &f64| number.abs() <= MOST as f64);
        number.map(Decimal::nearest)
    }

    pub(crate) fn is_whole(self) -> bool {
        self.as_whole().is_some()
    }

    pub(crate) fn is_negative(self) -> bool {
        self.thousandths < 0
    }

    pub(crate) fn abs(self) -> Decimal {
        Decimal { thousandths: self.thousandths.abs() }
    }

    /// The number, if it is whole.
    pub const fn as_whole(self) -> Option<i64> {
        if self.thousandths % 1000 == 0 { Some(self.thousandths / 1000) } else { None }
    }

    /// The number in thousandths.
    pub const fn in_thousandths(self) -> i64 {
        self.thousandths
    }

    /// The number as a float.
    pub fn value(self) -> f64 {
        self.thousandths as f64 / 1000.0
    }
}

impl From<i32> for Decimal {
    #[inline]
    fn from(number: i32) -> Decimal {
        Decimal { thousandths: i64::from(number) * 1000 }
    }
}

impl Neg for Decimal {
    type Output = Decimal;

    fn neg(self) -> Decimal {
        Decimal { thousandths: -self.thousandths }
    }
}

/// Why a text is not a [`Decimal`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotADecimal {
    /// It is not a plain decimal number.
    #[error("'{0}' is not a number")]
    Form(String),
    /// It has more places than a decimal.
    #[error("'{0}' has more than three decimals")]
    Places(String),
    /// It is beyond 10^12.
    #[error("'{0}' is too large")]
    Size(String),
}

/// Plain decimals: `2`, `-0.5`, `0.125`.
impl FromStr for Decimal {
    type Err = NotADecimal;

    fn from_str(text: &str) -> Result<Decimal, NotADecimal> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits =
            [whole, places].iter().all(|part| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit()));
        if !are_digits {
            return Err(NotADecimal::Form(text.to_owned()));
        }
        if places.len() > PLACES {
            return Err(NotADecimal::Places(text.to_owned()));
        }
        let whole = whole.parse::<i64>().ok().filter(|&whole| whole <= MOST);
        let Some(whole) = whole else { return Err(NotADecimal::Size(text.to_owned())) };
        let places: i64 = format!("{places:0<PLACES$}").parse().unwrap_or(0);
        let number = Decimal::thousandths(whole * 1000 + places);
        Ok(if text.starts_with('-') { -number } else { number })
    }
}

/// Without zeros at the end: `3`, `3.4`, `-0.125`. `{:+}` writes the sign of positive numbers too.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.thousandths.unsigned_abs();
        let decimals = match self.as_whole() {
            Some(_) => String::new(),
            None => format!(".{:03}", thousandths % 1000),
        };
        let digits = format!("{}{}", thousandths / 1000, decimals.trim_end_matches('0'));
        f.pad_integral(self.thousandths >= 0, "", &digits)
    }
}

/// As a number.
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for text in ["0", "2", "-0.5", "0.125", "-1000", "0.001", "1000000000"] {
            let decimal: Decimal = text.parse().unwrap();
            assert_eq!((decimal.to_string().as_str(), Decimal::read(text)), (text, Some(decimal)));
        }
        assert_eq!("-0.50".parse::<Decimal>().unwrap().to_string(), "-0.5");
        assert_eq!("-0".parse::<Decimal>().unwrap().to_string(), "0");
        for text in ["", "-", "1e9", ".5", "1.", "+1", "1,5", "0.1234", "nan", "99999999999999999999", "--1"]
        {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_decimal_has_no_zeros_at_its_end() {
        let cases = [
            (0, "0", "+0"),
            (1, "0.001", "+0.001"),
            (-1, "-0.001", "-0.001"),
            (10, "0.01", "+0.01"),
            (-500, "-0.5", "-0.5"),
            (1000, "1", "+1"),
            (-1500, "-1.5", "-1.5"),
            (10_000, "10", "+10"),
            (i64::from(i32::MIN) * 1000, "-2147483648", "-2147483648"),
        ];
        for (thousandths, text, signed) in cases {
            let decimal = Decimal::thousandths(thousandths);
            assert_eq!((decimal.to_string().as_str(), format!("{decimal:+}").as_str()), (text, signed));
            assert_eq!(serde_json::to_string(&decimal).unwrap(), text);
        }
        assert_eq!(format!("[{:>6}]", Decimal::thousandths(-1500)), "[  -1.5]");
    }

    #[test]
    fn the_nearest_decimal_is_rounded_half_up() {
        let shown = [0.0004, 0.0005, -0.0016, 2.9996].map(|number| Decimal::nearest(number).to_string());
        assert_eq!(shown, ["0", "0.001", "-0.002", "3"]);
        assert_eq!(Decimal::nearest_whole(2.5).to_string(), "3");
        for large in [f64::MAX, 1e13] {
            assert_eq!(Decimal::nearest(large).to_string(), "1000000000000");
            assert_eq!(Decimal::nearest_whole(-large).to_string(), "-1000000000000");
        }
        assert!(Decimal::nearest(3.0).is_whole() && !Decimal::nearest(3.1).is_whole());
    }

    #[test]
    fn any_number_is_read_as_the_nearest_decimal() {
        assert_eq!(Decimal::read("0.33333"), Some(Decimal::thousandths(333)));
        assert_eq!(Decimal::read("-1e3"), Some(Decimal::from(-1000)));
        for text in ["", "x", "nan", "inf", "-inf", "1e13"] {
            assert_eq!(Decimal::read(text), None, "{text}");
        }
    }
}
