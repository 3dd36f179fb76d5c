//! The top of a run: the result in a sentence, the most important figures, and what was played, where and when.

use maud::{Markup, html};

use super::run::PageRun;
use super::svg::shares;
use super::words::{
    certainty, command, count_words, full_name, grouped, head, micros, percent, percent_interval, seconds,
    shortened, whole,
};
use crate::play::host::GameSpec;
use crate::stats::estimate::Estimate;
use crate::store::run_file::RunState;
use crate::text::program;

/// The players that are listed one by one.
const MOST_LISTED: usize = 24;

pub(super) fn headline(run: &PageRun) -> Markup {
    let sentence = run.sentence();
    html! {
        header {
            p.kicker {
                (match &run.data.tuning {
                    Some(_) => "Tuning",
                    None if run.is_match() => "Match",
                    None if run.data.counted.tallies.race().is_some() => "Pick",
                    None => "Tournament",
                })
                @if !run.data.game.is_empty() { " · " (run.data.game) }
                @if run.data.tuning.is_some() { " · verdict of " } @else { " · " }
                (count_words(run.data.games(), "game"))
                @match run.data.found.as_ref().map(|found| found.state) {
                    Some(RunState::Running | RunState::Starting) => { " · " span.live { "running" } }
                    Some(RunState::Interrupted) => { " · " span.live { "not finished" } }
                    _ => {}
                }
            }
            h1 { (shortened(&sentence, 300)) }
            @if run.data.games() > 0 { div.tiles { (tiles(run)) } }
            @if run.is_match() { (results_bar(run)) }
            @if run.data.games() > 0 {
                @for warning in run.warnings() { p.warning { b { "Note: " } (shortened(&warning.text(), 600)) } }
            }
            @if let Some(referee) = run.data.rules.as_ref().and_then(GameSpec::referee) {
                p {
                    "arena has no rules for this game. The program "
                    code { (shortened(&shell_words::join(referee.settings().command.words()), 200)) }
                    " is its referee: it says which moves are legal, who is to move and who won. Moves are shown as the players \
                    wrote them, "
                    @if run.data.drawn.is_empty() {
                        "without boards: only the referee could draw them, and a page starts no programs unless "
                        code { (program()) " report --boards" } " asks it."
                    } @else { "and boards as the referee draws them." }
                }
            }
            @if let Some(found) = run.data.found.as_ref().filter(|found| !found.command.is_empty()) { (command(&found.command)) }
            (facts(run))
        }
    }
}

fn tile(label: &str, value: &str, note: &str) -> Markup {
    html! { div.tile { div.tile-label { (label) } div.tile-value { (value) } div.tile-note { (note) } } }
}

fn tiles(run: &PageRun) -> Markup {
    match run.data.summaries.first() {
        Some(summary) if run.is_match() => {
            html! {
                @if let Some(score) = summary.score {
                    @let whose = format!("score of {}", shortened(&summary.players[0], 22));
                    (tile(&whose, &percent(score), &percent_interval(summary.estimate.interval)))
                    (elo_tile(summary.estimate.elo()))
                }
                @if let Some(los) = summary.estimate.los {
                    (tile("certainty", &certainty(los.max(1.0 - los)), "that the leader is stronger"))
                }
                (games_tile(run))
            }
        }
        _ => html! {
            @if let Some(leader) = run.data.standings.first() {
                (tile("leader", &shortened(&leader.player, 22), &format!("of {} players", run.data.players.len())))
                @let note = leader.interval_words().unwrap_or("a bound".to_owned());
                (tile("Elo of the leader", &leader.rating_words(), &note))
                @if let Some(los) = leader.los_next {
                    (tile("certainty", &certainty(los), "that the leader is ahead"))
                }
            }
            (games_tile(run))
        },
    }
}

fn elo_tile(elo: Estimate) -> Markup {
    let note = match (elo.low, elo.high) {
        (Some(low), Some(high)) => format!("{} to {}", whole(low), whole(high)),
        (Some(low), None) => format!("at least {}", whole(low)),
        (None, Some(high)) => format!("at most {}", whole(high)),
        (None, None) => "no bounds yet".to_owned(),
    };
    tile("Elo", &elo.value.map_or("–".to_owned(), whole), &note)
}

fn games_tile(run: &PageRun) -> Markup {
    let pairs: u64 = run.data.summaries.iter().map(crate::store::Summary::complete_pairs).sum();
    let duration = run.data.found.as_ref().map(|found| found.duration_s).filter(|&duration| duration > 0.0);
    let note = match duration {
        Some(duration) => format!("in {}", seconds(duration)),
        None if pairs > 0 => format!("in {}", count_words(pairs, "pair")),
        None => String::new(),
    };
    tile("games", &grouped(run.data.games()), &note)
}

/// Wins, draws and losses of a match as one bar.
fn results_bar(run: &PageRun) -> Markup {
    let Some([losses, draws, wins]) = run.data.summaries.first().and_then(|summary| summary.results) else {
        return html! {};
    };
    let all = (losses + draws + wins).max(1) as f64;
    let parts = [(wins, "won", "win"), (draws, "drawn", "draw"), (losses, "lost", "loss")];
    let described = format!("{wins} won, {draws} drawn, {losses} lost");
    html! {
        figure.results {
            svg.row.results role="img" aria-label=(format!("Results: {described}")) {
                title { "Results: " (described) }
                (shares(parts.map(|(count, _, class)| (class, count)), 0, 26))
            }
            figcaption {
                (run.name(0)) ": "
                @for (i, (count, verb, class)) in parts.into_iter().enumerate() {
                    @if i > 0 { " · " }
                    span class=(format!("key {class}")) {} b { (grouped(count)) } " " (verb)
                    " (" (percent(count as f64 / all)) ")"
                }
            }
        }
    }
}

/// What was played, by whom, where and when.
fn facts(run: &PageRun) -> Markup {
    let cost = |player: usize| {
        let times = run.data.times.iter().find(|times| times.player == player)?;
        times.cost().median_us.zip(times.cost().mean_us)
    };
    html! {
        details.facts {
            summary { "About this run" }
            dl {
                dt { "folder" } dd { code { (shortened(&run.data.path, 300)) } }
                @if !run.data.conditions.is_empty() {
                    dt { "only games with" } dd { code { (run.data.conditions.join(", ")) } }
                }
                @if !run.data.game.is_empty() { dt { "game" } dd { (run.data.game) } }
                @if let Some(found) = &run.data.found {
                    dt { "openings" } dd { (found.plan.openings) }
                    dt { "seed" } dd.number { (found.plan.seed) }
                    @if let Some(format) = &found.plan.format { dt { "format" } dd { (format) } }
                    @if !found.started.is_empty() { dt { "started" } dd { time datetime=(found.started) { (found.started) } } }
                    @if found.duration_s > 0.0 { dt { "duration" } dd { (seconds(found.duration_s)) } }
                    @if let Some(machine) = found.machine_words() { dt { "machine" } dd { (machine) } }
                    dt { "arena" } dd { (shortened(&found.arena.version, 40)) " (" (shortened(&found.arena.commit, 40)) ")" }
                    dt { "reproducible" } dd { (if found.reproducible { "yes: the same command plays the same games" } else { "no" }) }
                }
                dt { (if run.data.players.len() == 1 { "player" } else { "players" }) }
                dd {
                    ul.players {
                        @for (i, player) in run.data.players.iter().enumerate().take(MOST_LISTED) {
                            li {
                                (full_name(&player.name))
                                @if player.spec != player.name { " = " code { (shortened(&player.spec, 300)) } }
                                @if let Some((median, mean)) = cost(i) {
                                    span.muted { " · " (micros(median)) " a move (median), " (micros(mean)) " (mean)" }
                                }
                            }
                        }
                        @if run.data.players.len() > MOST_LISTED {
                            li.muted { "and " (run.data.players.len() - MOST_LISTED) " more" }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn overview(runs: &[PageRun]) -> Markup {
    html! {
        header.overview {
            p.kicker { "Report" }
            h1 { (count_words(runs.len() as u64, "run")) }
            div.scroll {
                table {
                    (head(&[("run", ""), ("game", ""), ("games", "number"), ("result", "")]))
                    tbody {
                        @for run in runs {
                            tr {
                                td { a href=(format!("#run{}", run.boards.run)) { (shortened(&run.data.path, 60)) } }
                                td { (run.data.game) }
                                td.number { (grouped(run.data.games())) }
                                td { (shortened(&run.sentence(), 160)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
