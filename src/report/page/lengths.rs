//! How long the games were, and by how much they were won.

use maud::{Markup, html};

use super::PageSection;
use super::chart::{Chart, charts};
use super::run::PageRun;
use super::svg::{Axis, AxisScale, Frame, bars, n};
use super::words::{count_words, grouped};
use crate::stats::bins::{Bar, Bins};

/// The bars of a histogram, at most.
const MOST_BARS: i64 = 48;

pub(super) const SECTION: PageSection = PageSection { id: "lengths", title: "Lengths and margins", render };

fn render(run: &PageRun) -> Option<Markup> {
    let (lengths, margins) = (&run.data.counted.lengths, &run.data.counted.margins);
    let has_margins = margins.range().is_some_and(|(low, high)| low < -1 || high > 1);
    if lengths.total() == 0 {
        return None;
    }
    let (title, caption) = if run.is_match() {
        ("points of a minus points of b", "Margins, from the first player's point of view.")
    } else {
        ("points of the winner minus points of the loser", "Margins of the winners.")
    };
    let lengths = histogram(
        lengths,
        "Lengths of the games",
        ("plies", AxisScale::Number),
        html! { "Plies per game, not counting the opening: " (described(lengths)) "." },
    );
    let margins = has_margins.then(|| {
        let caption = html! { (caption) " " (capitalized(&described(margins))) "." };
        histogram(margins, "Margins", (title, AxisScale::Signed), caption)
    });
    Some(charts(&[lengths].into_iter().chain(margins).collect::<Vec<_>>()))
}

fn described(bins: &Bins) -> String {
    match (bins.range(), bins.median(), bins.mean()) {
        (Some((low, high)), Some(median), Some(mean)) => {
            format!("median {median}, mean {mean:.1}, from {low} to {high}")
        }
        _ => String::new(),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn histogram<'a>(
    bins: &'a Bins,
    title: &str,
    (what, scale): (&str, AxisScale),
    caption: Markup,
) -> Chart<'a> {
    let all = bins.bars(MOST_BARS);
    let most = all.iter().map(|bar| bar.count).max().unwrap_or(1);
    let (from, to) = (all.first().map_or(0, |bar| bar.from), all.last().map_or(1, |bar| bar.to + 1));
    let frame = Frame::new(
        Axis::new(from as f64, to as f64, scale).titled(what),
        Axis::linear(0.0, most as f64 * 1.05).titled("games"),
    );
    let of = |bar: &Bar| {
        let range =
            if bar.from == bar.to { bar.from.to_string() } else { format!("{} to {}", bar.from, bar.to) };
        let title = format!("{range}: {}", count_words(bar.count, "game"));
        (bar.from as f64, bar.to as f64 + 1.0, bar.count as f64, title)
    };
    let drawn: Vec<(f64, f64, f64, String)> = all.iter().map(of).collect();
    let description = format!("A histogram of {} games: {}.", grouped(bins.total()), described(bins));
    let marks = move |frame: &Frame| {
        html! {
            (bars(frame, &drawn))
            @if let Some(mean) = bins.mean() {
                @let x = frame.x(mean + 0.5);
                line.mark x1=(n(x)) x2=(n(x)) y1="14" y2="234" {}
                text.note x=(n(x + 5.0)) y="23" { "mean " (format!("{mean:.1}")) }
            }
        }
    };
    Chart { title: title.to_owned(), description, frame, marks: Box::new(marks), caption }
}
