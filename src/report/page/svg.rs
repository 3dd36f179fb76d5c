//! Plots as SVG: scales, axes with ticks, and the marks that several plots share.
//!
//! Colours, widths and fonts come from the style sheet, by class: a plot follows the light and the dark scheme.

use maud::{Markup, html};

use super::words::{elided, ticks_text};

/// The width of a plot that shares its row with another or is shown on a narrow screen, in the units of its view box, ...
const WIDTH: f64 = 480.0;
/// ... and that of a plot that has the row to itself.
const WIDE: f64 = 1000.0;
const HEIGHT: f64 = 280.0;

/// What the numbers of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AxisScale {
    Number,
    /// Numbers with their sign.
    Signed,
    /// Shares of 1, shown in percent.
    Percent,
    /// Microseconds, by powers of ten.
    LogMicros,
    /// Counts, by powers of ten.
    LogCount,
}

impl AxisScale {
    fn is_log(self) -> bool {
        matches!(self, AxisScale::LogMicros | AxisScale::LogCount)
    }
}

/// An axis: its range, its numbers, and what they mean.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    scale: AxisScale,
    title: String,
}

impl Axis {
    pub(super) fn linear(low: f64, high: f64) -> Axis {
        Axis::new(low, high, AxisScale::Number)
    }

    pub(super) fn percent(low: f64, high: f64) -> Axis {
        Axis::new(low, high, AxisScale::Percent)
    }

    /// An axis of any scale. An empty range is widened; that of a logarithmic scale is above 0.
    pub(super) fn new(low: f64, high: f64, scale: AxisScale) -> Axis {
        let (low, high) = if scale.is_log() {
            let low = low.max(1e-3);
            if high > low * 1.01 { (low, high) } else { (low / 2.0, low * 2.0) }
        } else if high - low > 1e-9 {
            (low, high)
        } else {
            (low - 1.0, high + 1.0)
        };
        Axis { low, high, scale, title: String::new() }
    }

    pub(super) fn titled(self, title: &str) -> Axis {
        Axis { title: title.to_owned(), ..self }
    }

    /// Where a number is, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        let of = |value: f64| if self.scale.is_log() { value.max(1e-9).ln() } else { value };
        ((of(value) - of(self.low)) / (of(self.high) - of(self.low))).clamp(0.0, 1.0)
    }

    /// The same in percent, for marks that are placed by percent.
    pub(super) fn place(&self, value: f64) -> String {
        format!("{:.2}%", 100.0 * self.share(value))
    }

    /// The numbers to show, with their texts: about `most` of them.
    pub(super) fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let values = if self.scale.is_log() { self.log_ticks(most) } else { self.linear_ticks(most) };
        let texts = ticks_text(&values, self.scale);
        values.into_iter().zip(texts).collect()
    }

    fn linear_ticks(&self, most: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / most.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(power * 10.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    fn log_ticks(&self, most: usize) -> Vec<f64> {
        let (from, to) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let within = |value: &f64| (self.low * 0.999..=self.high * 1.001).contains(value);
        let powers = |factors: &[f64]| -> Vec<f64> {
            let each = |power: i32| factors.iter().map(move |factor| factor * 10f64.powi(power));
            (from..=to).flat_map(each).filter(within).collect()
        };
        let full = [powers(&[1.0, 2.0, 5.0]), powers(&[1.0, 3.0]), powers(&[1.0])];
        let fitting = full.iter().find(|ticks| ticks.len() <= most);
        fitting.cloned().unwrap_or_else(|| {
            let powers = powers(&[1.0]);
            let every = powers.len().div_ceil(most.max(1));
            powers.into_iter().step_by(every).collect()
        })
    }
}

/// The area of a plot with its two axes.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    x: Axis,
    y: Axis,
    width: f64,
    has_labels: bool,
}

const LEFT: f64 = 68.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;
const RIGHT: f64 = 16.0;

/// The letters of a label at the end of a line, at most, on a narrow and on a wide plot.
const LABEL: usize = 14;
const WIDE_LABEL: usize = 26;

/// How far labels are from the ends of the lines at least.
const LEADER: f64 = 18.0;

impl Frame {
    pub(super) fn new(x: Axis, y: Axis) -> Frame {
        Frame { x, y, width: WIDTH, has_labels: false }
    }

    /// The same with room for labels at the ends of lines.
    pub(super) fn with_labels_on_the_right(self) -> Frame {
        Frame { has_labels: true, ..self }
    }

    /// The same as wide as the page.
    pub(super) fn wide(&self) -> Frame {
        Frame { width: WIDE, ..self.clone() }
    }

    fn label_letters(&self) -> usize {
        if self.width > WIDTH { WIDE_LABEL } else { LABEL }
    }

    /// Where the plot ends on the right.
    fn right(&self) -> f64 {
        let labels = if self.has_labels { LEADER + 7.2 * self.label_letters() as f64 } else { RIGHT };
        self.width - labels
    }

    /// The area within the axes: left, top, right and bottom.
    pub(super) fn area(&self) -> [f64; 4] {
        [LEFT, TOP, self.right(), HEIGHT - BOTTOM]
    }

    /// Where a number is, across.
    pub(super) fn x(&self, value: f64) -> f64 {
        LEFT + self.x.share(value) * (self.right() - LEFT)
    }

    /// Where a number is, down.
    pub(super) fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.share(value) * (HEIGHT - BOTTOM - TOP)
    }

    /// A labelled line across the plot.
    pub(super) fn horizontal(&self, value: f64, label: &str) -> Markup {
        let y = self.y(value);
        let (from, to) = (LEFT, self.right());
        html! {
            line.mark x1=(n(from)) x2=(n(to)) y1=(n(y)) y2=(n(y)) {}
            text.note x=(n(to - 4.0)) y=(n(y - 5.0)) text-anchor="end" { (label) }
        }
    }

    pub(super) fn band(&self, points: &[(f64, f64, f64)], class: &str) -> Markup {
        let there = points.iter().map(|&(x, low, _)| (x, low));
        let back = points.iter().rev().map(|&(x, _, high)| (x, high));
        html! { path class=(format!("band {class}")) d=(format!("{}Z", self.path(there.chain(back)))) {} }
    }

    /// Names for the ends of lines, moved apart where they would overlap, each with a thin line to its end.
    pub(super) fn end_labels(&self, ends: &[((f64, f64), String, &'static str)]) -> Markup {
        let place = |&(x, y): &(f64, f64)| (self.x(x), self.y(y));
        let mut labels: Vec<(f64, (f64, f64), &str, &str)> =
            ends.iter().map(|(end, name, class)| (place(end).1, place(end), name.as_str(), *class)).collect();
        labels.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut last = f64::NEG_INFINITY;
        for (y, ..) in &mut labels {
            *y = y.max(last + 14.0);
            last = *y;
        }
        let mut lowest = HEIGHT - BOTTOM + 4.0;
        for (y, ..) in labels.iter_mut().rev() {
            *y = y.min(lowest);
            lowest = *y - 14.0;
        }
        let x = self.right() + LEADER;
        html! {
            @for (y, end, name, class) in labels {
                path class=(format!("leader {class}")) d=(format!("M{} {}L{} {}", n(end.0), n(end.1), n(x - 3.0), n(y))) {}
                text class=(format!("label {class}")) x=(n(x)) y=(n(y + 4.0)) { (elided(name, self.label_letters())) }
            }
        }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path += &format!("{} {}", n(self.x(x)), n(self.y(y)));
        }
        path
    }

    pub(super) fn view_box(&self) -> String {
        format!("0 0 {} {HEIGHT}", self.width)
    }

    pub(super) fn axes(&self) -> Markup {
        let (right, bottom) = (self.right(), HEIGHT - BOTTOM);
        let across = right - LEFT;
        html! {
            @for (value, text) in self.y.ticks(5) {
                line.grid x1=(n(LEFT)) x2=(n(right)) y1=(n(self.y(value))) y2=(n(self.y(value))) {}
                text.tick x=(n(LEFT - 7.0)) y=(n(self.y(value) + 4.0)) text-anchor="end" { (text) }
            }
            line.axis x1=(n(LEFT)) x2=(n(right)) y1=(n(bottom)) y2=(n(bottom)) {}
            @for (value, text) in self.x.ticks((across / 72.0) as usize) {
                line.axis x1=(n(self.x(value))) x2=(n(self.x(value))) y1=(n(bottom)) y2=(n(bottom + 4.0)) {}
                text.tick x=(n(self.x(value))) y=(n(bottom + 18.0)) text-anchor="middle" { (text) }
            }
            text.title x=(n(LEFT + across / 2.0)) y=(n(HEIGHT - 8.0)) text-anchor="middle" { (self.x.title) }
            @let middle = TOP + (bottom - TOP) / 2.0;
            text.title x="0" y="0" text-anchor="middle" transform=(format!("translate(11 {}) rotate(-90)", n(middle))) {
                (self.y.title)
            }
        }
    }
}

pub(super) struct Polyline<'a> {
    pub(super) points: &'a [(f64, f64)],
    pub(super) class: &'a str,
}

impl Polyline<'_> {
    /// The line, with a dot at its end unless that has a label: dots of several lines would cover each other.
    pub(super) fn markup(&self, frame: &Frame) -> Markup {
        html! {
            path class=(format!("line {}", self.class)) d=(frame.path(self.points.iter().copied())) {}
            @if let Some(&(x, y)) = self.points.last().filter(|_| !frame.has_labels) {
                circle class=(format!("dot {}", self.class)) cx=(n(frame.x(x))) cy=(n(frame.y(y))) r="3.5" {}
            }
        }
    }
}

/// Shares of a whole side by side, each a class and a count.
pub(super) fn shares(parts: [(&str, u64); 3], y: u32, height: u32) -> Markup {
    let all = parts.iter().map(|(_, count)| count).sum::<u64>().max(1) as f64;
    let widths = parts.map(|(_, count)| 100.0 * count as f64 / all);
    let starts = [0.0, widths[0], widths[0] + widths[1]];
    html! {
        @for ((class, _), (start, width)) in parts.iter().zip(starts.iter().zip(widths)) {
            rect class=(class) x=(format!("{start:.3}%")) y=(y) width=(format!("{width:.3}%")) height=(height) {}
        }
    }
}

/// A share of a whole as a bar in the row of a table.
pub(super) fn share_bar(count: u64, whole: u64) -> Markup {
    let width = format!("{:.2}%", 100.0 * count as f64 / whole as f64);
    html! { svg.row aria-hidden="true" { rect.bar x="0" y="4" width=(width) height="18" {} } }
}

/// The lowest and the highest of some numbers.
pub(super) fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    values.into_iter().fold(none, |(low, high), value| (low.min(value), high.max(value)))
}

/// Bars from the bottom of a plot; each has its range across, its height, and a title.
pub(super) fn bars(frame: &Frame, bars: &[(f64, f64, f64, String)]) -> Markup {
    html! {
        @for (from, to, height, title) in bars {
            @let (left, right, top) = (frame.x(*from), frame.x(*to), frame.y(*height));
            rect.bar x=(n(left + 0.5)) y=(n(top)) width=(n((right - left - 1.0).max(0.6)))
                height=(n((HEIGHT - BOTTOM - top).max(0.0))) { title { (title) } }
        }
    }
}

/// The tick marks of an axis that is shared by the rows of a table, placed by percent.
pub(super) fn row_axis(axis: &Axis, most: usize) -> Markup {
    html! {
        svg.row.axis-row aria-hidden="true" {
            line.axis x1="0%" x2="100%" y1="1" y2="1" {}
            @for (value, text) in axis.ticks(most) {
                @let share = axis.share(value);
                @let anchor = if share < 0.06 { "start" } else if share > 0.94 { "end" } else { "middle" };
                line.axis x1=(axis.place(value)) x2=(axis.place(value)) y1="1" y2="5" {}
                text.tick x=(axis.place(value)) y="17" text-anchor=(anchor) { (text) }
            }
        }
    }
}

pub(super) fn series_class(i: usize) -> &'static str {
    ["s0", "s1", "s2", "s3", "s4", "s5", "s6"][i % 7]
}

/// A name as it is used in plots.
pub(super) fn legend_name(name: &str) -> String {
    elided(name, 24)
}

pub(super) fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, most: usize) -> Vec<String> {
        axis.ticks(most).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(
            texts(&Axis::linear(0.0, 10_000.0), 5),
            ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]
        );
        assert_eq!(texts(&Axis::percent(0.47, 0.53), 5), ["48 %", "50 %", "52 %"]);
        assert_eq!(texts(&Axis::new(-420.0, 365.0, AxisScale::Signed), 5), ["-400", "-200", "0", "+200"]);
        assert_eq!(
            texts(&Axis::new(0.03, 4000.0, AxisScale::LogMicros), 6),
            ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms"]
        );
        assert_eq!(texts(&Axis::new(1.0, 60.0, AxisScale::LogCount), 6), ["1", "2", "5", "10", "20", "50"]);
    }

    #[test]
    fn labels_of_lines_that_end_together_are_apart_and_no_dots_cover_each_other() {
        let frame = Frame::new(Axis::linear(0.0, 1.0), Axis::linear(0.0, 1.0)).with_labels_on_the_right();
        let ends = [((1.0, 0.5), "one".to_owned(), "s0"), ((1.0, 0.5), "other".to_owned(), "s1")];
        let labels = frame.end_labels(&ends).into_string();
        let heights: Vec<&str> =
            labels.split("y=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(heights.len(), 2, "{labels}");
        assert_ne!(heights[0], heights[1], "{labels}");
        let line = Polyline { points: &[(0.0, 0.0), (1.0, 0.5)], class: "s0" };
        assert!(!line.markup(&frame).into_string().contains("circle"));
    }

    #[test]
    fn places_stay_within_the_plot() {
        let frame = Frame::new(Axis::linear(0.0, 1.0), Axis::new(0.0, 0.0, AxisScale::LogMicros));
        for value in [-1.0, 0.0, 0.5, 2.0, f64::MAX] {
            assert!((LEFT..=frame.right()).contains(&frame.x(value)), "{value}");
            assert!((TOP..=HEIGHT - BOTTOM).contains(&frame.y(value)), "{value}");
        }
    }
}
