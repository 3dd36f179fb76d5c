//! The course of a tuning: each parameter over the games, the score of the steps, and what came out. The match at its end
//! is shown by the other sections.

use maud::{Markup, html};

use super::PageSection;
use super::chart::{Chart, charts};
use super::run::PageRun;
use super::svg::{Axis, Frame, Polyline, extent};
use super::words::{command, count_words, head, shortened};
use crate::report::tuning::gain_sentence;
use crate::run::page::{StepPoint, Tuned, TuningData};
use crate::run::tune::Gain;

/// How many points the score has. Each is the mean of many steps, since that of one is mostly noise.
const SCORE_POINTS: usize = 40;

/// How many parameters have a plot.
const MOST_PLOTS: usize = 24;

pub(super) const SECTION: PageSection = PageSection { id: "tuning", title: "Tuning", render };

fn render(run: &PageRun) -> Option<Markup> {
    let tuning = run.data.tuning.as_ref()?;
    Some(html! {
        p {
            (count_words(tuning.games, "game")) " in " (count_words(tuning.steps, "step"))
            @if tuning.opponents.is_empty() {
                ": in each, two players with values to either side of the current ones met each other."
            } @else {
                ": in each, two players with values to either side of the current ones met "
                (shortened(&tuning.opponents.join(", "), 300)) "."
            }
        }
        (command(&tuning.command))
        (table(tuning))
        @if let Some(result) = &tuning.result {
            p { (if result.gain() == Gain::Shown { "Use " } else { "Tuned: " }) code { (shortened(&result.spec, 2000)) } }
        }
        @if tuning.points.len() > 2 {
            @let parameters = tuning.parameters.iter().enumerate().take(MOST_PLOTS);
            @let courses = parameters.map(|(place, parameter)| course(tuning, place, parameter));
            (charts(&courses.chain([scores(tuning)]).collect::<Vec<_>>()))
            @if tuning.parameters.len() > MOST_PLOTS {
                p.muted { "and " (tuning.parameters.len() - MOST_PLOTS) " more parameters" }
            }
        }
    })
}

fn table(tuning: &TuningData) -> Markup {
    html! {
        div.scroll {
            table {
                (head(&[("parameter", ""), ("initial", "number"), ("tuned", "number")]))
                tbody {
                    @for parameter in &tuning.parameters {
                        tr {
                            td { (shortened(&parameter.name, 40)) }
                            td.number { (shortened(&parameter.start, 40)) }
                            td.number { (parameter.end.as_deref().map_or("–".to_owned(), |end| shortened(end, 40))) }
                        }
                    }
                }
            }
        }
    }
}

fn games_axis(tuning: &TuningData) -> Axis {
    let played = tuning.points.last().map_or(1.0, |last| last.games);
    Axis::linear(0.0, played).titled("games")
}

/// A parameter over the games.
fn course(tuning: &TuningData, place: usize, parameter: &Tuned) -> Chart<'static> {
    let line: Vec<(f64, f64)> =
        tuning.points.iter().filter_map(|point| Some((point.games, *point.values.get(place)?))).collect();
    let start = parameter.start.parse().unwrap_or(0.0);
    let end = parameter.end.as_ref().and_then(|end| end.parse::<f64>().ok());
    let (low, high) = extent(line.iter().map(|&(_, value)| value).chain([start]).chain(end));
    let room = ((high - low) * 0.08).max(0.01);
    let name = shortened(&parameter.name, 40);
    let frame = Frame::new(games_axis(tuning), Axis::linear(low - room, high + room).titled(&name));
    let last = parameter
        .end
        .clone()
        .unwrap_or_else(|| line.last().map_or(String::new(), |(_, value)| format!("{value:.3}")));
    let description =
        format!("The value of {name} after each step. It began at {} and ended at {last}.", parameter.start);
    let marks = move |frame: &Frame| {
        html! {
            (frame.horizontal(start, "initial"))
            @if let Some(end) = end { (frame.horizontal(end, "tuned")) }
            (Polyline { points: &line, class: "s0" }.markup(frame))
        }
    };
    let caption = html! {
        b { (name) } ": initial " (parameter.start)
        @if parameter.end.is_some() { ", tuned " (last) ", the mean of the second half" }
    };
    Chart { title: format!("Course of {name}"), description, frame, marks: Box::new(marks), caption }
}

/// The score of the steps, as means over many of them.
fn scores(tuning: &TuningData) -> Chart<'static> {
    let size = tuning.points.len().div_ceil(SCORE_POINTS).max(1);
    let mean = |points: &[StepPoint]| {
        let score = points.iter().map(|point| point.score).sum::<f64>() / points.len() as f64;
        points.last().map(|last| (last.games, score))
    };
    let line: Vec<(f64, f64)> = tuning.points.chunks(size).filter_map(mean).collect();
    let (low, high) = extent(line.iter().map(|&(_, score)| score).chain([0.5]));
    let room = ((high - low) * 0.1).max(0.01);
    let frame = Frame::new(
        games_axis(tuning),
        Axis::percent((low - room).max(0.0), (high + room).min(1.0)).titled("score"),
    );
    let caption = if tuning.opponents.is_empty() {
        "Score of the first player of each step against the second. Which one has the better values is drawn, so it stays near \
         one half."
    } else {
        "Mean score of the two players of each step against the opponents. It rises as the values get better."
    };
    let marks = move |frame: &Frame| {
        html! {
            (frame.horizontal(0.5, "even"))
            (Polyline { points: &line, class: "s0" }.markup(frame))
        }
    };
    Chart {
        title: "Score of the steps".to_owned(),
        description: caption.to_owned(),
        frame,
        marks: Box::new(marks),
        caption: html! { (caption) },
    }
}

pub(super) fn sentence(tuning: &TuningData) -> String {
    match &tuning.result {
        Some(result) => gain_sentence(result),
        None => format!("Tuning of {} is not finished", names(tuning)),
    }
}

fn names(tuning: &TuningData) -> String {
    let names: Vec<&str> = tuning.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    shortened(&names.join(", "), 120)
}
