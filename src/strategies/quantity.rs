//! Times and counts with their units: `50ms`, `4.9s`, `100k`.

use std::time::Duration;

/// What is wrong with a text, and what to do.
type Fault = (String, String);

/// A time: `50ms`, `4.9s`. More than nothing, and at most a day.
pub(super) fn duration(text: &str) -> Result<Duration, Fault> {
    const UNITS: &[(&str, f64)] = &[("ms", 1e-3), ("us", 1e-6), ("s", 1.0), ("min", 60.0)];
    const DAY: f64 = 86_400.0;
    let advice = "write a time with its unit, for example time=50ms or time=4.9s (us, ms, s, min)";
    match with_unit(text, UNITS) {
        Some(seconds) if seconds > 0.0 && seconds <= DAY => Ok(Duration::from_secs_f64(seconds)),
        Some(_) => Err((format!("'{text}' is not between nothing and a day"), advice.to_owned())),
        None => Err((format!("'{text}' is not a time"), advice.to_owned())),
    }
}

/// A count: `100k`, `2M`, `5000`. At least one.
pub(super) fn count(text: &str) -> Result<u64, Fault> {
    const UNITS: &[(&str, f64)] = &[("k", 1e3), ("M", 1e6), ("G", 1e9), ("", 1.0)];
    const MOST: f64 = 1e15;
    let advice = "write a number, for example nodes=5000, nodes=100k or nodes=2M";
    match with_unit(text, UNITS) {
        Some(count) if (1.0..=MOST).contains(&count) => Ok(count.round() as u64),
        Some(_) => Err((format!("'{text}' is not between 1 and 10^15"), advice.to_owned())),
        None => Err((format!("'{text}' is not a count"), advice.to_owned())),
    }
}

/// A plain decimal number behind which one of the units stands.
fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, unit) = text.split_at(digits_end);
    let (_, scale) = units.iter().find(|(name, _)| *name == unit)?;
    let number: f64 = digits.parse().ok()?;
    Some(number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(duration("4.9s"), Ok(Duration::from_millis(4900)));
        assert_eq!(duration("250us"), Ok(Duration::from_micros(250)));
        assert_eq!(duration("1min"), Ok(Duration::from_mins(1)));
        for wrong in ["", "5", "s", "0s", "-1s", "1e3s", "1.2.3s", "5 s", "inf", "nans", "25000min", "."] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_are_read_with_their_units() {
        assert_eq!(count("5000"), Ok(5000));
        assert_eq!(count("100k"), Ok(100_000));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        for wrong in ["", "0", "k", "-5", "1e9", "100q", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
