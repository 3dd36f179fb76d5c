//! Small things that several commands print.

use std::time::Duration;

use super::paint::Paint;
use crate::games::{Game, Outcome, Side};
use crate::search::{MoveValue, first_best};

/// `"first"` or `"second"`, as scripts know them.
pub(super) fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// How a finished game ended, with the sides called as `name` says: "North wins, 25 to 23".
pub(super) fn verdict<G: Game>(position: &G, outcome: Outcome, name: impl Fn(Side) -> String) -> String {
    let how = position.decided_by();
    match outcome {
        Outcome::Win(side) => format!("{} wins, {how}", name(side)),
        Outcome::Draw => format!("a draw, {how}"),
    }
}

/// The values of all moves, the best marked.
pub(super) fn values<G: Game>(values: &[MoveValue], paint: Paint) -> String {
    let best = first_best(values);
    let width = values.iter().map(|value| signed(value.value).len()).max().unwrap_or(0).max("value".len());
    let mut out = format!("  {:>6}  {:>width$}\n", G::PLACE, "value");
    for &MoveValue { mv, value } in values {
        let mark = match best {
            Some(best) if best.mv == mv => "  best",
            Some(best) if best.value == value => "  as good",
            _ => "",
        };
        let line = format!("  {:>6}  {:>width$}{mark}", mv.number(), signed(value));
        let line = if mark.is_empty() { line } else { paint.good(&line) };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// A value with its sign, 0 without.
pub(super) fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

/// A number with commas: 1,234,567.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// "1 bean", "4 beans".
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A time in the unit that suits it: `850 ns`, `12.3 µs`, `4.56 ms`, `1.23 s`.
pub(super) fn time(duration: Duration) -> String {
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
    }
}
