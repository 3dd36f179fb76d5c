//! The course of a run: its score at a bounded number of points.

use maud::{Markup, html};

use super::PageSection;
use super::chart::{Chart, charts};
use super::run::PageRun;
use super::svg::{Axis, Frame, Polyline, extent, legend_name, series_class};
use super::words::{count_words, percent, percent_interval};
use crate::report::{sprt_unit, sprt_words};
use crate::stats::course::{CoursePoint, RunCourse};
use crate::stats::{Counts, Interval, Sprt, Unit, anytime_interval};

/// How many players of a tournament have a line.
const MOST_LINES: usize = 7;

pub(super) const SECTION: PageSection = PageSection { id: "course", title: "Course of the run", render };

fn render(run: &PageRun) -> Option<Markup> {
    let course = &run.data.counted.course;
    if course.points.len() < 3 {
        return None;
    }
    if run.data.players.len() == 2 { Some(of_match(run, course)) } else { of_tournament(run, course) }
}

fn games_axis(course: &RunCourse) -> Axis {
    Axis::linear(0.0, course.now.games as f64).titled("games played")
}

/// The score of a with its interval, and the likelihood ratio of a test.
fn of_match(run: &PageRun, course: &RunCourse) -> Markup {
    let states: Vec<(f64, f64, Interval)> = course
        .points
        .iter()
        .filter_map(|point| {
            let sample = course.sample(point)?;
            Some((point.games as f64, point.score(0)?, anytime_interval(&sample)))
        })
        .collect();
    // The first intervals are as wide as the plot: what follows decides its scale.
    let settled = &states[states.len() / 8..];
    let ends = settled.iter().flat_map(|(_, _, interval)| [interval.low, interval.high]);
    let (low, high) = extent(ends.chain([0.5]));
    let room = (high - low) * 0.08;
    let (low, high) = ((low - room).max(0.0), (high + room).min(1.0));
    let frame = Frame::new(games_axis(course), Axis::percent(low, high).titled("score"));
    let a = &run.data.players[0].name;
    let line: Vec<(f64, f64)> = states.iter().map(|&(games, score, _)| (games, score)).collect();
    let band: Vec<(f64, f64, f64)> =
        states.iter().map(|&(games, _, interval)| (games, interval.low, interval.high)).collect();
    let last = states
        .last()
        .map(|&(_, score, interval)| format!("{} ({})", percent(score), percent_interval(interval)));
    let description = format!(
        "The score of {} after each part of the run, with its 95 % interval at every look. At the end: {}.",
        legend_name(a),
        last.clone().unwrap_or_default()
    );
    let marks = move |frame: &Frame| {
        html! {
            (frame.horizontal(0.5, "even"))
            (frame.band(&band, "s0"))
            (Polyline { points: &line, class: "s0" }.markup(frame))
        }
    };
    let score = Chart {
        title: "Score during the run".to_owned(),
        description,
        frame,
        marks: Box::new(marks),
        caption: html! { "Score of " (run.name(0)) " with its 95 % interval, after each part of the run. In 95 % of runs it holds the true score at every point." },
    };
    let verdict =
        |sprt: &Sprt| run.data.summaries.first().map(|summary| sprt_words(sprt, &summary.test(sprt)));
    let test = run.sprt().map(|sprt| likelihood(course, sprt, &verdict(&sprt).unwrap_or_default()));
    charts(&[score].into_iter().chain(test).collect::<Vec<_>>())
}

/// The log-likelihood ratio of a sequential test between its bounds, and its verdict in words.
fn likelihood<'a>(course: &'a RunCourse, sprt: Sprt, verdict: &str) -> Chart<'a> {
    let (lower, upper) = sprt.bounds();
    let of = |point: &CoursePoint| {
        let sample = course.sample(point).filter(|sample| sample.unit() == Unit::Pair);
        sample.map(|sample| (point.games as f64, sprt.test(&sample).llr))
    };
    let line: Vec<(f64, f64)> = course.points.iter().filter_map(of).collect();
    let (low, high) = extent(line.iter().map(|&(_, llr)| llr).chain([lower, upper]));
    let room = (high - low) * 0.1;
    let frame =
        Frame::new(games_axis(course), Axis::linear(low - room, high + room).titled("log-likelihood ratio"));
    let llr = line.last().map_or(0.0, |&(_, llr)| llr);
    let description = format!(
        "The log-likelihood ratio of the sequential test, between {lower:.2} (H0) and {upper:.2} (H1). At the end: {llr:.2}."
    );
    let unit = sprt_unit(sprt.model);
    let marks = move |frame: &Frame| {
        html! {
            (frame.horizontal(upper, &format!("H1: {} {unit}, {upper:.2}", sprt.elo1)))
            (frame.horizontal(lower, &format!("H0: {} {unit}, {lower:.2}", sprt.elo0)))
            (Polyline { points: &line, class: "s0" }.markup(frame))
        }
    };
    let caption = html! {
        "Log-likelihood ratio of the sequential test. It stops at the upper bound in favour of H1, at the lower one "
        "in favour of H0. At the end: " b { (verdict) } "."
    };
    Chart { title: "Sequential test".to_owned(), description, frame, marks: Box::new(marks), caption }
}

/// The scores of the leading players.
fn of_tournament(run: &PageRun, course: &RunCourse) -> Option<Markup> {
    let shown: Vec<usize> =
        run.data.standings.iter().map(|standing| standing.number).take(MOST_LINES).collect();
    let lines: Vec<(usize, Vec<(f64, f64)>)> = shown
        .iter()
        .map(|&player| {
            let of = |point: &CoursePoint| Some((point.games as f64, point.score(player)?));
            // The scores of the first few games are anything from 0 to 1.
            let settled = course.points.iter().filter(|point| point.games * 40 >= course.now.games);
            (player, settled.filter_map(of).collect())
        })
        .collect();
    let (low, high) = extent(lines.iter().flat_map(|(_, line)| line).map(|&(_, score)| score));
    let (low, high) = ((low - 0.04).max(0.0), (high + 0.04).min(1.0));
    if low >= high {
        return None;
    }
    let frame =
        Frame::new(games_axis(course), Axis::percent(low, high).titled("score")).with_labels_on_the_right();
    let ends = lines.iter().enumerate().filter_map(|(i, (player, line))| {
        Some((*line.last()?, legend_name(&run.data.players[*player].name), series_class(i)))
    });
    let ends: Vec<((f64, f64), String, &'static str)> = ends.collect();
    let described: Vec<String> =
        ends.iter().map(|((_, score), name, _)| format!("{name} {}", percent(*score))).collect();
    let interval = run.data.standings.first().and_then(|leader| leader_band(course, leader.number));
    let description =
        format!("The scores of the leading players during the run. At the end: {}.", described.join(", "));
    let whose = if lines.len() < run.data.players.len() {
        format!("the {} leading players", lines.len())
    } else {
        format!("all {}", count_words(lines.len() as u64, "player"))
    };
    let caption = html! {
        "Score of " (whose) " against all opponents so far, with the 95 % interval of the leader's, counted by games."
    };
    let marks = move |frame: &Frame| {
        html! {
            @if let Some(band) = &interval { (frame.band(band, "s0")) }
            @for (i, (_, line)) in lines.iter().enumerate() {
                (Polyline { points: line, class: series_class(i) }.markup(frame))
            }
            (frame.end_labels(&ends))
        }
    };
    let title = "Scores during the run".to_owned();
    Some(charts(&[Chart { title, description, frame, marks: Box::new(marks), caption }]))
}

/// The interval of a player's score at every point, from its games as if they were independent.
fn leader_band(course: &RunCourse, player: usize) -> Option<Vec<(f64, f64, f64)>> {
    let of = |point: &CoursePoint| {
        let [losses, draws, wins] = point.players[player];
        let interval = anytime_interval(&Counts::games(losses, draws, wins));
        (losses + draws + wins > 0).then_some((point.games as f64, interval.low, interval.high))
    };
    let settled = course.points.iter().filter(|point| point.games * 40 >= course.now.games);
    let band: Vec<(f64, f64, f64)> = settled.filter_map(of).collect();
    (band.len() > 2).then_some(band)
}
