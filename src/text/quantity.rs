//! Numbers with units as people type them: `10k`, `1e4`, `10_000`, `50ms`, `1.5h`, `512M`.
//!
//! Specs, settings files and the command line share these parsers, so a number means the same everywhere. A count is in
//! powers of 1000, memory in powers of 1024.

use std::ops::RangeInclusive;
use std::time::Duration;

pub(crate) const DAY: Duration = Duration::from_hours(24);

/// A time: `50ms`, `4.9s`, `1.5h`. One too large for the type becomes the largest of the type.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = number_and_unit(text)?;
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        "d" => DAY.as_secs_f64(),
        _ => return None,
    };
    Some(Duration::try_from_secs_f64(number * seconds).unwrap_or(Duration::MAX))
}

/// An amount of memory in bytes: `512M`, `1.5G`, `64MiB`. K, M, G and T are powers of 1024, in either case and with
/// or without `B` or `iB`.
pub(crate) fn memory(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text)?;
    let unit = unit.to_ascii_lowercase();
    let letter = unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit);
    let power = ["", "k", "m", "g", "t"].into_iter().position(|known| known == letter)?;
    Some((number * 1024_f64.powi(power as i32)).round() as u64)
}

/// A plain decimal number: `2`, `0.5`. No sign, no exponent.
pub(crate) fn plain(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_plain)
}

fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((plain(&text[..unit])?, &text[unit..]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("250us"), Some(Duration::from_micros(250)));
        assert_eq!(duration("4.9s"), Some(Duration::from_millis(4900)));
        assert_eq!(duration("1min"), Some(Duration::from_mins(1)));
        assert_eq!(duration("1.5h"), Some(Duration::from_mins(90)));
        assert_eq!(duration("2d"), Some(2 * DAY));
        assert_eq!(duration("0s"), Some(Duration::ZERO));
        assert_eq!(duration("99999999999999999999d"), Some(Duration::MAX));
        for wrong in ["", "5", "s", "-1s", "1e3s", "1.2.3s", "5 s", "inf", "nans", ".", "5S", "soon"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn memory_is_in_powers_of_1024() {
        for text in
            ["512M", "512m", "512MB", "512MiB", "512mib", "0.5G", "524288K", "536870912", "536870912B"]
        {
            assert_eq!(memory(text), Some(512 << 20), "{text}");
        }
        assert_eq!(memory("1.5G"), Some(3 << 29));
        assert_eq!(memory("2TiB"), Some(2 << 40));
        assert_eq!(memory("99999999999999T"), Some(u64::MAX));
        for wrong in ["", "M", "-1G", "5X", "1e3M", "1 G", "1Mi", "1kk", "much"] {
            assert_eq!(memory(wrong), None, "{wrong}");
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
}
