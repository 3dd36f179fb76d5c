//! Strength against the cost of a move, with the frontier: the players that no other beats at a lower cost.

use maud::{Markup, html};

use super::PageSection;
use super::chart::{Chart, charts};
use super::run::PageRun;
use super::svg::{Axis, AxisScale, Frame, extent, legend_name, n};
use super::words::{grouped, micros, name, whole};
use crate::report::frontier::frontier;
use crate::stats::Standing;

/// Players with a name next to their dot, beside those on the frontier.
const MOST_NAMED: usize = 24;

pub(super) const SECTION: PageSection = PageSection { id: "cost", title: "Strength and cost", render };

struct Dot<'a> {
    standing: &'a Standing,
    cost: f64,
    is_best: bool,
}

fn render(run: &PageRun) -> Option<Markup> {
    if run.data.players.len() < 3 {
        return None;
    }
    let best = frontier(&run.data.standings);
    let dots = |cost: fn(&Standing) -> Option<f64>| -> Vec<Dot<'_>> {
        let all = run.data.standings.iter().zip(&best);
        all.filter_map(|(standing, &is_best)| Some(Dot { standing, cost: cost(standing)?, is_best }))
            .collect()
    };
    let by_time = dots(|standing| standing.cost.mean_us);
    let by_nodes = dots(|standing| standing.cost.nodes_per_move.filter(|&nodes| nodes >= 1.0));
    if by_time.len() < 2 {
        return None;
    }
    let named: Vec<&str> =
        by_time.iter().filter(|dot| dot.is_best).map(|dot| dot.standing.player.as_str()).collect();
    let time = scatter(
        by_time,
        ("mean time per move", AxisScale::LogMicros),
        "Strength against time",
        micros,
        "Rating against the mean time of a move. The line is the frontier: no other player is both stronger and cheaper.",
    );
    let nodes = (by_nodes.len() > 2).then(|| {
        scatter(
            by_nodes,
            ("positions searched per move", AxisScale::LogCount),
            "Strength against nodes",
            |nodes| grouped(nodes.round() as u64),
            "Rating against the positions searched per move, which do not depend on the machine. The players on the frontier \
             in time are filled.",
        )
    });
    Some(html! {
        (charts(&[time].into_iter().chain(nodes).collect::<Vec<_>>()))
        p.caption {
            "On the frontier: "
            @for (i, player) in named.iter().enumerate() { @if i > 0 { ", " } (name(player)) }
            "."
        }
    })
}

fn scatter<'a>(
    dots: Vec<Dot<'a>>,
    (what, scale): (&str, AxisScale),
    title: &str,
    words: fn(f64) -> String,
    caption: &'static str,
) -> Chart<'a> {
    let (low, high) = extent(dots.iter().map(|dot| dot.cost));
    let (weak, strong) = extent(dots.iter().map(|dot| dot.standing.rating));
    let room = ((strong - weak) * 0.08).max(10.0);
    let frame = Frame::new(
        Axis::new(low * 0.7, high * 1.7, scale).titled(what),
        Axis::new(weak - room, strong + room, AxisScale::Signed).titled("Elo"),
    );
    let of = |dot: &Dot<'_>| {
        let (player, elo) = (legend_name(&dot.standing.player), whole(dot.standing.rating));
        format!("{player} {elo} Elo at {}", words(dot.cost))
    };
    let described: Vec<String> = dots.iter().map(of).collect();
    let description = format!("{}.", described.join("; "));
    let marks = move |frame: &Frame| {
        let places: Vec<(f64, f64)> =
            dots.iter().map(|dot| (frame.x(dot.cost), frame.y(dot.standing.rating))).collect();
        let places = apart(&places);
        let names: Vec<(String, bool)> =
            dots.iter().map(|dot| (legend_name(&dot.standing.player), dot.is_best)).collect();
        html! {
            @if scale == AxisScale::LogMicros { path.frontier d=(steps(&dots, frame)) {} }
            @for ((dot, &(x, y)), described) in dots.iter().zip(&places).zip(&described) {
                circle class=(if dot.is_best { "dot s0" } else { "dot hollow" }) cx=(n(x)) cy=(n(y)) r="4.5" {
                    title { (described) }
                }
            }
            @for Label { name, at: (x, y), anchor, leader } in labels(frame, &places, &names) {
                @if let Some((from, to)) = leader {
                    line.leader x1=(n(from.0)) y1=(n(from.1)) x2=(n(to.0)) y2=(n(to.1)) {}
                }
                text.label x=(n(x)) y=(n(y)) text-anchor=(anchor) { (name) }
            }
        }
    };
    Chart {
        title: title.to_owned(),
        description,
        frame,
        marks: Box::new(marks),
        caption: html! { (caption) },
    }
}

/// The line through the dots on the frontier.
fn steps(dots: &[Dot<'_>], frame: &Frame) -> String {
    let mut best: Vec<&Dot<'_>> = dots.iter().filter(|dot| dot.is_best).collect();
    best.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut path = String::new();
    for dot in best {
        let (x, y) = (n(frame.x(dot.cost)), n(frame.y(dot.standing.rating)));
        path += &if path.is_empty() { format!("M{x} {y}") } else { format!("H{x}V{y}") };
    }
    path
}

/// Dots closer than this would cover each other.
const NEAR: f64 = 7.0;

/// The places of the dots; one that would cover an earlier one is moved to its right.
fn apart(dots: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::new();
    for &(mut x, y) in dots {
        while places.iter().any(|place| (place.0 - x).hypot(place.1 - y) < NEAR) {
            x += NEAR;
        }
        places.push((x, y));
    }
    places
}

/// A name next to its dot.
#[derive(Debug, PartialEq)]
struct Label<'a> {
    name: &'a str,
    at: (f64, f64),
    anchor: &'static str,
    /// A line from the dot to the name, if they are far apart.
    leader: Option<((f64, f64), (f64, f64))>,
}

impl<'a> Label<'a> {
    /// The left, top, right and bottom of its text.
    fn area(&self) -> [f64; 4] {
        let (width, (x, y)) = (self.name.chars().count() as f64 * 6.6, self.at);
        let left = match self.anchor {
            "end" => x - width,
            "start" => x,
            _ => x - width / 2.0,
        };
        [left, y - 10.0, left + width, y + 3.0]
    }

    /// The places right next to a dot, the best first.
    fn near(name: &'a str, (x, y): (f64, f64)) -> impl Iterator<Item = Label<'a>> {
        let places = [
            (-8.0, 4.0, "end"),
            (0.0, -9.0, "middle"),
            (8.0, 4.0, "start"),
            (0.0, 17.0, "middle"),
            (-6.0, -7.0, "end"),
            (6.0, 14.0, "start"),
            (6.0, -7.0, "start"),
            (-6.0, 14.0, "end"),
        ];
        places.into_iter().map(move |(across, down, anchor)| Label {
            name,
            at: (x + across, y + down),
            anchor,
            leader: None,
        })
    }

    /// Places further away, with a line from the dot to the nearer end of the name.
    fn far(name: &'a str, (x, y): (f64, f64)) -> impl Iterator<Item = Label<'a>> {
        let distances = (2..20).map(|step| f64::from(step) * 12.0);
        let each = move |distance: f64| {
            (0..16).map(move |i| {
                let (down, across) = (f64::from(i) * std::f64::consts::TAU / 16.0).sin_cos();
                let end = (x + distance * across, y + distance * down);
                let (gap, anchor) = if across < 0.0 { (-3.0, "end") } else { (3.0, "start") };
                let from = (x + 5.0 * across, y + 5.0 * down);
                Label { name, at: (end.0 + gap, end.1 + 4.0), anchor, leader: Some((from, end)) }
            })
        };
        distances.flat_map(each)
    }
}

/// How far a dot is from an area.
fn distance([left, top, right, bottom]: [f64; 4], (x, y): (f64, f64)) -> f64 {
    let across = (left - x).max(x - right).max(0.0);
    let down = (top - y).max(y - bottom).max(0.0);
    across.hypot(down)
}

/// Names next to dots, each where it covers no dot and no other name, and is nearest to its own dot. Those on the frontier
/// come first, and stand further away if there is no room; of the others, those without room are left out.
fn labels<'a>(frame: &Frame, dots: &[(f64, f64)], names: &'a [(String, bool)]) -> Vec<Label<'a>> {
    let [left, top, right, bottom] = frame.area();
    let mut taken: Vec<[f64; 4]> = dots.iter().map(|&(x, y)| [x - 5.0, y - 5.0, x + 5.0, y + 5.0]).collect();
    let mut labels = Vec::new();
    let all = || dots.iter().zip(names).map(|(&dot, (name, is_best))| (dot, name.as_str(), *is_best));
    let best = all().filter(|&(.., is_best)| is_best);
    let others = all().filter(|&(.., is_best)| !is_best).take(MOST_NAMED);
    for (dot, name, is_best) in best.chain(others) {
        let is_free = |label: &Label<'_>| {
            let area = label.area();
            let covers =
                |one: &[f64; 4]| area[0] < one[2] && one[0] < area[2] && area[1] < one[3] && one[1] < area[3];
            let is_inside =
                area[0] > left + 2.0 && area[2] < right + 12.0 && area[1] > top - 14.0 && area[3] < bottom;
            let is_clear = label.leader.is_some() || {
                let own = distance(area, dot);
                dots.iter().all(|&other| other == dot || distance(area, other) > own)
            };
            is_inside && is_clear && !taken.iter().any(covers)
        };
        let far = Label::far(name, dot).filter(|_| is_best);
        let label = Label::near(name, dot).chain(far).find(is_free);
        taken.extend(label.iter().map(Label::area));
        labels.extend(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::new(Axis::linear(0.0, 1.0), Axis::linear(0.0, 1.0))
    }

    /// Twenty dots in a row.
    fn row() -> Vec<(f64, f64)> {
        (0..20).map(|i| (200.0 + f64::from(i) * 7.0, 100.0)).collect()
    }

    /// Their names; every second one is on the frontier.
    fn names() -> Vec<(String, bool)> {
        (0..20).map(|i| (format!("player {i}"), i % 2 == 0)).collect()
    }

    #[test]
    fn every_player_on_the_frontier_has_its_name() {
        let names = names();
        let labels = labels(&frame(), &row(), &names);
        for (name, _) in names.iter().filter(|(_, is_best)| *is_best) {
            assert!(labels.iter().any(|label| label.name == name), "{name}: {labels:?}");
        }
    }

    #[test]
    fn names_do_not_cover_each_other() {
        let areas: Vec<[f64; 4]> = labels(&frame(), &row(), &names()).iter().map(Label::area).collect();
        let covers = |a: &[f64; 4], b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        for (i, one) in areas.iter().enumerate() {
            assert!(!areas[..i].iter().any(|other| covers(one, other)), "{areas:?}");
        }
    }

    #[test]
    fn no_dot_covers_another() {
        let places = apart(&[(10.0, 10.0), (10.0, 10.0), (12.0, 11.0), (50.0, 10.0)]);
        for (i, one) in places.iter().enumerate() {
            for other in &places[..i] {
                assert!((one.0 - other.0).hypot(one.1 - other.1) >= NEAR, "{places:?}");
            }
        }
        assert_eq!((places[0], places[3]), ((10.0, 10.0), (50.0, 10.0)), "the others stay");
    }
}
