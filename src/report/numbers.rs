//! Numbers and times for people.

use std::time::Duration;

use crate::text::Decimal;
use indicatif::HumanCount;

/// A value with its sign; 0 has none.
pub(crate) fn signed(value: impl Into<Decimal>) -> String {
    let value = value.into();
    if value == Decimal::from(0) { "0".to_owned() } else { format!("{value:+}") }
}

/// A number with commas: 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// "1 bean", "4 beans".
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A time to three digits, in the unit that suits it: `850 ns`, `12.3 µs`, `4.56 ms`, `1.23 s`. (`indicatif` formats
/// durations in whole seconds only.)
pub(crate) fn time(duration: Duration) -> String {
    let nanoseconds = duration.as_nanos() as f64;
    let (scale, unit) = match nanoseconds {
        ns if ns < 1e3 => (1.0, "ns"),
        ns if ns < 1e6 => (1e3, "µs"),
        ns if ns < 1e9 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    let value = nanoseconds / scale;
    let decimals = match value {
        _ if unit == "ns" => 0,
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

pub(crate) fn micros(micros: f64) -> String {
    time(Duration::from_nanos((micros * 1e3).round() as u64))
}

/// "1 ply", "2 plies".
pub(crate) fn plies(number: usize) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "bean"), "1 bean");
        assert_eq!(counted(2, "bean"), "2 beans");
        assert_eq!(time(Duration::from_nanos(850)), "850 ns");
        assert_eq!(time(Duration::from_nanos(12_345)), "12.3 µs");
        assert_eq!(time(Duration::from_micros(4_560)), "4.56 ms");
        assert_eq!(time(Duration::from_secs(123)), "123 s");
        assert_eq!(signed(-3), "-3");
        assert_eq!(signed(0), "0");
        assert_eq!(signed(14), "+14");
        assert_eq!(signed(Decimal::thousandths(500)), "+0.5");
    }
}
