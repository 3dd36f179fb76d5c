//! Decimal numbers with up to three places.

use std::fmt;
use std::str::FromStr;

/// The places behind the point.
const PLACES: usize = 3;

/// The largest number, in either direction.
const MOST: i64 = 1_000_000_000_000;

/// A decimal number with up to three places, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Decimal {
    thousandths: i64,
}

impl Decimal {
    /// The smallest number above 0.
    pub(crate) const SMALLEST: Decimal = Decimal { thousandths: 1 };
    /// One.
    pub(crate) const ONE: Decimal = Decimal { thousandths: 1000 };

    /// A whole number.
    pub(crate) fn whole(number: i64) -> Decimal {
        Decimal { thousandths: number.clamp(-MOST, MOST) * 1000 }
    }

    /// The nearest number.
    pub(crate) fn nearest(number: f64) -> Decimal {
        Decimal { thousandths: (number * 1000.0).round() as i64 }.within(-MOST, MOST)
    }

    /// The nearest whole number.
    pub(crate) fn nearest_whole(number: f64) -> Decimal {
        Decimal::whole(number.round() as i64)
    }

    fn within(self, low: i64, high: i64) -> Decimal {
        Decimal { thousandths: self.thousandths.clamp(low * 1000, high * 1000) }
    }

    /// Whether it has no places.
    pub(crate) fn is_whole(self) -> bool {
        self.thousandths % 1000 == 0
    }

    /// Whether it is below 0.
    pub(crate) fn is_negative(self) -> bool {
        self.thousandths < 0
    }

    /// Without its sign.
    pub(crate) fn abs(self) -> Decimal {
        Decimal { thousandths: self.thousandths.abs() }
    }

    /// As a floating-point number.
    pub(crate) fn value(self) -> f64 {
        self.thousandths as f64 / 1000.0
    }
}

/// Plain decimals: `2`, `-0.5`, `0.125`.
impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Decimal, String> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits =
            [whole, places].iter().all(|part| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit()));
        if !are_digits {
            return Err(format!("'{text}' is not a number"));
        }
        if places.len() > PLACES {
            return Err(format!("'{text}' has more than three decimals"));
        }
        let most = Some(MOST);
        let whole = whole.parse::<i64>().ok().filter(|&whole| Some(whole) <= most);
        let Some(whole) = whole else { return Err(format!("'{text}' is too large")) };
        let places: i64 = format!("{places:0<PLACES$}").parse().unwrap_or(0);
        let thousandths = whole * 1000 + places;
        Ok(Decimal { thousandths: if text.starts_with('-') { -thousandths } else { thousandths } })
    }
}

/// Without zeros at the end: `2`, `-0.5`, `0.125`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let (whole, places) = (self.thousandths.abs() / 1000, self.thousandths.abs() % 1000);
        let places = format!("{places:03}");
        match places.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            places => write!(f, "{sign}{whole}.{places}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for text in ["0", "2", "-0.5", "0.125", "-1000", "0.001", "1000000000"] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text);
        }
        assert_eq!("-0.50".parse::<Decimal>().unwrap().to_string(), "-0.5");
        assert_eq!("-0".parse::<Decimal>().unwrap().to_string(), "0");
        for text in ["", "-", "1e9", ".5", "1.", "+1", "1,5", "0.1234", "nan", "99999999999999999999", "--1"]
        {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_nearest_decimal_is_rounded_half_up() {
        let shown = [0.0004, 0.0005, -0.0016, 2.9996].map(|number| Decimal::nearest(number).to_string());
        assert_eq!(shown, ["0", "0.001", "-0.002", "3"]);
        assert_eq!(Decimal::nearest_whole(2.5).to_string(), "3");
        assert_eq!(Decimal::nearest(f64::MAX).to_string(), "1000000000000");
        assert!(Decimal::nearest(3.0).is_whole() && !Decimal::nearest(3.1).is_whole());
    }
}
