//! Strength against the cost of a move, with the frontier: the players that no other beats at a lower cost.

use maud::{Markup, html};

use super::PageSection;
use super::run::PageRun;
use super::svg::{Axis, AxisScale, Frame, extent, legend_name, n, plot};
use super::words::{grouped, micros, name, whole};
use crate::report::frontier::frontier;
use crate::stats::Standing;

/// Players with a name next to their dot.
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
    Some(html! {
        div.plots {
            figure {
                (scatter(&by_time, "mean time per move", AxisScale::LogMicros, "Strength against time", micros))
                figcaption { "Rating against the mean time of a move. The line is the frontier: nobody else is both stronger and cheaper." }
            }
            @if by_nodes.len() > 2 {
                figure {
                    (scatter(&by_nodes, "positions searched per move", AxisScale::LogCount, "Strength against nodes",
                        |nodes| grouped(nodes.round() as u64)))
                    figcaption { "Rating against the positions searched per move, which do not depend on the machine. The players on the frontier in time are filled." }
                }
            }
        }
        p.caption {
            "On the frontier: "
            @for (i, player) in named.iter().enumerate() { @if i > 0 { ", " } (name(player)) }
            "."
        }
    })
}

fn scatter(dots: &[Dot<'_>], what: &str, scale: AxisScale, title: &str, words: fn(f64) -> String) -> Markup {
    let (low, high) = extent(dots.iter().map(|dot| dot.cost));
    let (weak, strong) = extent(dots.iter().map(|dot| dot.standing.rating));
    let room = ((strong - weak) * 0.08).max(10.0);
    let frame = Frame::new(
        Axis::new(low * 0.7, high * 1.7, scale).titled(what),
        Axis::new(weak - room, strong + room, AxisScale::Signed).titled("Elo"),
    );
    let mut steps: Vec<&Dot<'_>> = dots.iter().filter(|dot| dot.is_best).collect();
    steps.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut path = String::new();
    for dot in &steps {
        let (x, y) = (n(frame.x(dot.cost)), n(frame.y(dot.standing.rating)));
        path += &if path.is_empty() { format!("M{x} {y}") } else { format!("H{x}V{y}") };
    }
    let described: Vec<String> = dots
        .iter()
        .map(|dot| {
            format!(
                "{} {} Elo at {}",
                legend_name(&dot.standing.player),
                whole(dot.standing.rating),
                words(dot.cost)
            )
        })
        .collect();
    let places: Vec<(f64, f64)> =
        dots.iter().map(|dot| (frame.x(dot.cost), frame.y(dot.standing.rating))).collect();
    let names: Vec<String> = dots.iter().map(|dot| legend_name(&dot.standing.player)).collect();
    let labels = labels(&places, &names);
    let marks = html! {
        @if scale == AxisScale::LogMicros { path.frontier d=(path) {} }
        @for (dot, (x, y)) in dots.iter().zip(&places) {
            circle class=(if dot.is_best { "dot s0" } else { "dot hollow" }) cx=(n(*x)) cy=(n(*y)) r="4.5" {
                title { (legend_name(&dot.standing.player)) ": " (whole(dot.standing.rating)) " Elo, " (words(dot.cost)) }
            }
        }
        @for (text, x, y, anchor) in labels {
            text.label x=(n(x)) y=(n(y)) text-anchor=(anchor) { (text) }
        }
    };
    plot(title, &format!("{}.", described.join("; ")), &frame, &marks)
}

/// Names next to dots, each where it covers no dot and no other name; those without such a place are left out.
fn labels<'a>(dots: &[(f64, f64)], names: &'a [String]) -> Vec<(&'a str, f64, f64, &'static str)> {
    let mut taken: Vec<[f64; 4]> = dots.iter().map(|&(x, y)| [x - 5.0, y - 5.0, x + 5.0, y + 5.0]).collect();
    let mut labels = Vec::new();
    for (&(x, y), name) in dots.iter().zip(names).take(MOST_NAMED) {
        let width = name.chars().count() as f64 * 6.4;
        let places = [
            (x - 8.0, y + 4.0, "end"),
            (x, y - 9.0, "middle"),
            (x + 8.0, y + 4.0, "start"),
            (x, y + 17.0, "middle"),
        ];
        let area = |(x, y, anchor): (f64, f64, &str)| {
            let left = match anchor {
                "end" => x - width,
                "start" => x,
                _ => x - width / 2.0,
            };
            [left, y - 10.0, left + width, y + 3.0]
        };
        let is_free = |area: &[f64; 4]| {
            let covers =
                |one: &[f64; 4]| area[0] < one[2] && one[0] < area[2] && area[1] < one[3] && one[1] < area[3];
            area[0] > 70.0 && area[2] < 476.0 && area[1] > 0.0 && area[3] < 236.0 && !taken.iter().any(covers)
        };
        if let Some(place) = places.into_iter().find(|&place| is_free(&area(place))) {
            taken.push(area(place));
            labels.push((name.as_str(), place.0, place.1, place.2));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_cover_each_other() {
        let dots: Vec<(f64, f64)> = (0..20).map(|i| (200.0 + f64::from(i) * 3.0, 100.0)).collect();
        let names: Vec<String> = (0..20).map(|i| format!("player {i}")).collect();
        let labels = labels(&dots, &names);
        assert!((2..20).contains(&labels.len()), "{labels:?}");
    }
}
