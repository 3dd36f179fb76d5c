//! Numbers, times and names as the page writes them.

use maud::{Markup, html};

use super::svg::AxisScale;
pub(super) use crate::report::numbers::{counted as count_words, grouped, micros};
pub(super) use crate::report::{certainty, elo_words, percent, percent_interval, whole};
pub(super) use crate::text::shortened;

/// Names are cut off at this length, except in the list of players.
const MOST_NAME: usize = 40;

/// The most of a name that is shown at all.
const MOST_FULL_NAME: usize = 12_000;

/// A name with its middle left out if it is too long: names often differ at their ends.
pub(super) fn elided(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let back = most / 2 - 1;
    let (front, back) = (&letters[..most - 1 - back], &letters[letters.len() - back..]);
    front.iter().chain(&['…']).chain(back).collect()
}

/// A player's name within a text, isolated from the direction of the text around it.
pub(super) fn name(name: &str) -> Markup {
    let short = shortened(name, MOST_NAME);
    html! {
        @if short.len() < name.len() {
            bdi.name title=(shortened(name, 300)) { (short) }
        } @else {
            bdi.name { (short) }
        }
    }
}

pub(super) fn full_name(name: &str) -> Markup {
    html! { bdi.name { (shortened(name, MOST_FULL_NAME)) } }
}

/// The header of a table: the title and the class of each column.
pub(super) fn head(columns: &[(&str, &str)]) -> Markup {
    html! {
        thead {
            tr {
                @for (title, class) in columns {
                    @if class.is_empty() { th scope="col" { (title) } } @else { th class=(class) scope="col" { (title) } }
                }
            }
        }
    }
}

/// Text that is broken at its spaces; elsewhere, such as after a hyphen, only in a word that is longer than the line.
fn unbroken_words(text: &str) -> Markup {
    html! { @for (i, word) in text.split(' ').enumerate() { @if i > 0 { " " } span.word { (word) } } }
}

/// A command with a button that copies it.
pub(super) fn command(command: &str) -> Markup {
    html! {
        div.command {
            code { (unbroken_words(&shortened(command, 20_000))) }
            button type="button" data-copy hidden { "Copy" }
        }
    }
}

/// A duration in seconds: `0.42 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
        s => format!("{} h {} min", s as u64 / 3600, s as u64 % 3600 / 60),
    }
}

/// The texts of ticks, all with the same number of decimals.
pub(super) fn ticks_text(values: &[f64], scale: AxisScale) -> Vec<String> {
    let factor = if scale == AxisScale::Percent { 100.0 } else { 1.0 };
    let is_round = |decimals: i32| {
        let power = 10f64.powi(decimals);
        values.iter().all(|value| {
            let scaled = value * factor * power;
            (scaled - scaled.round()).abs() < 1e-6
        })
    };
    let decimals = (0..4).find(|&decimals| is_round(decimals)).unwrap_or(4) as usize;
    let text = |&value: &f64| match scale {
        AxisScale::LogMicros => round_time(value),
        AxisScale::LogCount => grouped(value.round() as u64),
        AxisScale::Percent => format!("{:.decimals$} %", value * 100.0),
        AxisScale::Signed if value.abs() < 1e-9 => "0".to_owned(),
        AxisScale::Signed => format!("{value:+.decimals$}"),
        AxisScale::Number if value >= 1000.0 && decimals == 0 => grouped(value.round() as u64),
        AxisScale::Number => format!("{:.decimals$}", if value.abs() < 1e-9 { 0.0 } else { value }),
    };
    values.iter().map(text).collect()
}

/// A round time, without decimals: `20 µs`.
fn round_time(micros: f64) -> String {
    let nanoseconds = micros * 1e3;
    let (value, unit) = match nanoseconds {
        ns if ns < 999.0 => (ns, "ns"),
        ns if ns < 999e3 => (ns / 1e3, "µs"),
        ns if ns < 999e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", value.round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        let read = [0.417, 11.6, 200.0, 7500.0].map(seconds);
        assert_eq!(read, ["0.42 s", "12 s", "3 min 20 s", "2 h 5 min"]);
    }

    #[test]
    fn long_names_keep_their_ends() {
        assert_eq!(elided("smart:6,eval=tempo", 15), "smart:6,…=tempo");
        assert_eq!(
            (elided("smart:6", 15), shortened("smart:6,eval=tempo", 10)),
            ("smart:6".to_owned(), "smart:6,e…".to_owned())
        );
    }

    #[test]
    fn a_name_is_text_whatever_it_holds() {
        let hostile = format!("<script>alert(1)</script>{}", "x".repeat(10_000));
        let short = name(&hostile).into_string();
        assert!(
            short.starts_with("<bdi class=\"name\" title=\"&lt;script&gt;") && short.len() < 700,
            "{short}"
        );
        assert!(full_name(&hostile).into_string().len() > 10_000);
    }
}
