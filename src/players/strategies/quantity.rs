//! Numbers and times as people type them: `10k`, `1e4`, `10_000`, `50ms`, `1.5h`.
//!
//! Specs and the command line share these parsers, so numbers are written the same way everywhere.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::players::clock::TimeControl;

/// The problem with a text, and advice.
type Fault = (String, String);

const SECONDS: &[(&str, f64)] =
    &[("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("d", DAY)];
const DAY: f64 = 86_400.0;

/// A time: `50ms`, `4.9s`. More than 0 and at most a day.
pub(super) fn duration(text: &str) -> Result<Duration, Fault> {
    let advice = "write a time with its unit, for example time=50ms or time=4.9s (us, ms, s, min)";
    match with_unit(text, SECONDS) {
        Some(seconds) if seconds > 0.0 && seconds <= DAY => Ok(Duration::from_secs_f64(seconds)),
        Some(_) => {
            Err((format!("the time must be more than 0 and at most a day, not '{text}'"), advice.to_owned()))
        }
        None => Err((format!("'{text}' is not a time"), advice.to_owned())),
    }
}

/// A clock: `150s+0s`, `2m+1s`, or without an increment `500ms`. The base is more than 0, both are at most a day.
pub(super) fn clock(text: &str) -> Result<TimeControl, Fault> {
    let wrong = |problem| {
        let advice =
            "write the time of a game and what each move adds, for example clock=150s+0s or clock=2m+1s";
        (format!("'{text}' {problem}"), advice.to_owned())
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    match (with_unit(base, SECONDS), with_unit(increment, SECONDS)) {
        (Some(base), Some(increment)) if base > 0.0 && base <= DAY && increment <= DAY => {
            Ok(TimeControl::new(Duration::from_secs_f64(base), Duration::from_secs_f64(increment)))
        }
        (Some(_), Some(_)) => {
            Err(wrong("is out of range: the time of a game is more than 0, and both are at most a day"))
        }
        _ => Err(wrong("is not a clock")),
    }
}

/// A limit for a whole run: `90s`, `10m`, `1.5h`, `2d`. At most a year.
pub(crate) fn time_limit(text: &str) -> Result<Duration, String> {
    match with_unit(text, SECONDS) {
        Some(seconds) if seconds > 0.0 && seconds <= 365.0 * DAY => Ok(Duration::from_secs_f64(seconds)),
        Some(_) => Err("the time must be more than 0 and at most 365d".to_owned()),
        None => Err("write a number and its unit, for example 90s, 10m or 1.5h".to_owned()),
    }
}

/// A count in a spec: `100k`, `2M`, `5000`. At least one.
pub(super) fn count(text: &str) -> Result<u64, Fault> {
    const MOST: u128 = 1_000_000_000_000_000;
    let advice = "write a number, for example nodes=5000, nodes=100k or nodes=2M";
    match read_whole(text) {
        Some(count @ 1..=MOST) => Ok(count as u64),
        Some(_) => Err((format!("'{text}' is not between 1 and 10^15"), advice.to_owned())),
        None => Err((format!("'{text}' is not a count"), advice.to_owned())),
    }
}

/// A whole number within a range: `5000`, `10_000`, `10k`, `1.5M`, `1e4`.
pub(crate) fn whole(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = read_whole(text)
        .ok_or_else(|| "write a whole number, for example 500, 10k, 1e4 or 10_000".to_owned())?;
    let fitting = u64::try_from(number).ok().filter(|number| range.contains(number));
    fitting.ok_or_else(|| match (range.start(), range.end()) {
        (low, &u64::MAX) => format!("the number must be at least {low} and below 2^64"),
        (low, high) => format!("the number must be from {low} to {high}"),
    })
}

/// A whole number: digits, optionally with `_` between them, then a unit or an exponent. A fraction is allowed if the
/// unit makes it whole. Exact; a number too large for the type becomes the largest of the type.
pub(crate) fn read_whole(text: &str) -> Option<u128> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let (mantissa, unit) = text.split_at(digits_end);
    let exponent: usize = match unit {
        "" => 0,
        "k" | "K" => 3,
        "M" => 6,
        "G" => 9,
        _ => plain_digits(unit.strip_prefix(['e', 'E'])?)?.parse().ok()?,
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let whole = separated_digits(whole)?;
    let fraction = plain_digits(fraction)?.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len())?;
    let mut number: u128 = 0;
    for digit in whole.bytes().chain(fraction.bytes()) {
        number = number.saturating_mul(10).saturating_add(u128::from(digit - b'0'));
    }
    // With more than forty zeros only 0 fits anyway.
    Some((0..zeros.min(40)).fold(number, |number, _| number.saturating_mul(10)))
}

/// Digits, optionally in groups: `10_000`.
fn separated_digits(text: &str) -> Option<String> {
    let groups: Option<Vec<&str>> = text.split('_').map(plain_digits).collect();
    groups.map(|groups| groups.concat())
}

fn plain_digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// An amount of memory: `512M`, `2GiB`. At least a megabyte.
pub(super) fn bytes(text: &str) -> Result<u64, Fault> {
    const UNITS: &[(&str, f64)] =
        &[("M", 1e6), ("G", 1e9), ("MB", 1e6), ("GB", 1e9), ("MiB", 1_048_576.0), ("GiB", 1_073_741_824.0)];
    let advice = "write an amount with its unit, for example memory=512M or memory=2G (M, G, MiB, GiB)";
    match with_unit(text, UNITS) {
        Some(bytes) if (1e6..=1e15).contains(&bytes) => Ok(bytes.round() as u64),
        Some(_) => Err((format!("'{text}' is not between a megabyte and 10^15 bytes"), advice.to_owned())),
        None => Err((format!("'{text}' is not an amount of memory"), advice.to_owned())),
    }
}

/// A plain decimal number followed by one of the units.
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
    fn clocks_are_read_with_and_without_an_increment() {
        let ms = Duration::from_millis;
        let read = |text: &str| clock(text).map(|control| (control.base, control.increment)).unwrap();
        assert_eq!(read("150s+0s"), (ms(150_000), ms(0)));
        assert_eq!(read("2m+1s"), (ms(120_000), ms(1000)));
        assert_eq!(read("500ms+10ms"), (ms(500), ms(10)));
        assert_eq!(read("1.5min"), (ms(90_000), ms(0)));
        for wrong in
            ["", "+", "5", "150", "150s+", "+1s", "0s+1s", "5s+1", "5s+-1s", "5s+1s+1s", "25h", "1s+25h"]
        {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_is_read_with_its_units() {
        assert_eq!(bytes("512M"), Ok(512_000_000));
        assert_eq!(bytes("1.5G"), Ok(1_500_000_000));
        assert_eq!(bytes("64MiB"), Ok(64 << 20));
        for wrong in ["", "512", "M", "0M", "1k", "-1G", "9999999G"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_are_read_with_their_units() {
        assert_eq!(count("5000"), Ok(5000));
        assert_eq!(count("100k"), Ok(100_000));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        for wrong in ["", "0", "k", "-5", "1e19", "100q", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_are_read_exactly_in_every_form() {
        let forms = [
            ("10000", 10_000),
            ("10k", 10_000),
            ("10K", 10_000),
            ("1e4", 10_000),
            ("1E4", 10_000),
            ("10_000", 10_000),
            ("1.5k", 1500),
            ("1.50k", 1500),
            ("0.5M", 500_000),
            ("1_000.5k", 1_000_500),
            ("7.0", 7),
            ("0e99", 0),
            ("18446744073709551615", u64::MAX),
            ("18446744073709551.615k", u64::MAX),
        ];
        for (text, number) in forms {
            assert_eq!(whole(text, 0..=u64::MAX), Ok(number), "{text}");
        }
        let wrong = [
            "",
            "k",
            "_",
            "1_",
            "_1",
            "1__0",
            "1.5",
            "1.2345k",
            ".5k",
            "1.k",
            "1e",
            "1e-2",
            "e4",
            "1.5.k",
            "10,000",
            "+5",
            "-5",
            " 5",
            "0x10",
            "1kk",
            "1e4k",
            "18446744073709551616",
            "1e99999999999999999999",
            "9e99",
            "٣",
        ];
        for text in wrong {
            assert!(whole(text, 0..=u64::MAX).is_err(), "{text}");
        }
    }

    #[test]
    fn the_error_for_a_number_out_of_range_names_the_range() {
        assert_eq!(whole("2k", 1..=1024), Err("the number must be from 1 to 1024".to_owned()));
        assert_eq!(whole("0", 1..=u64::MAX), Err("the number must be at least 1 and below 2^64".to_owned()));
    }

    #[test]
    fn a_time_limit_may_be_longer_than_the_time_for_a_move() {
        assert_eq!(time_limit("10m"), Ok(Duration::from_mins(10)));
        assert_eq!(time_limit("1.5h"), Ok(Duration::from_mins(90)));
        assert_eq!(time_limit("2d"), Ok(Duration::from_hours(48)));
        for wrong in ["10", "0s", "m", "400d", "-1s", "1 h", "soon"] {
            assert!(time_limit(wrong).is_err(), "{wrong}");
        }
    }
}
