//! A review as text and JSON.

use std::fmt;

use serde_json::{Value, json};

use crate::report::paint::Paint;
use crate::run::review::{PlayerReview, ReviewResult};
use crate::text::program;

const WORST: usize = 10;

/// A sentence, a table, and the worst moves.
pub(crate) fn text(review: &ReviewResult, paint: Paint) -> String {
    let sentence = format!("{}.\n\n", paint.strong(&sentence(review)));
    sentence + &table(review.players(), paint) + &worst(review)
}

impl fmt::Display for ReviewResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text(self, Paint::new(false)).trim_end())
    }
}

/// The rows of `review.csv`.
pub(crate) fn json(review: &ReviewResult) -> Value {
    let rows: Vec<Value> = review
        .players()
        .iter()
        .flat_map(|player| {
            player.phases().map(move |(phase, counts)| {
                json!({
                    "player": player.name(), "phase": phase, "moves": counts.moves, "judged": counts.judged,
                    "best_share": counts.best_share(), "mean_loss": counts.mean_loss(),
                    "blunders": counts.blunders(), "won_thrown": counts.won_thrown,
                    "drawn_thrown": counts.drawn_thrown,
                })
            })
        })
        .collect();
    json!({ "run": review.folder.display().to_string(), "review": rows })
}

/// What a move loses, in words.
fn unit(review: &ReviewResult) -> &'static str {
    if review.counts_points() { "beans" } else { "half-points" }
}

fn sentence(review: &ReviewResult) -> String {
    let unit = unit(review);
    let one = |player: &PlayerReview| match player.all().mean_loss() {
        None => format!("no move of {} could be judged", player.name()),
        Some(loss) => {
            let perfect = player.perfect_from().map(|beans| match beans {
                1 => " and plays the last bean perfectly".to_owned(),
                _ => format!(" and plays the last {beans} beans perfectly"),
            });
            format!("{} loses {loss:.2} {unit} per move{}", player.name(), perfect.unwrap_or_default())
        }
    };
    let all: Vec<String> = review.players().iter().map(one).collect();
    all.join("; ")
}

fn table(players: &[PlayerReview], paint: Paint) -> String {
    let width = players.iter().map(|player| player.name().chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "  {:<width$}  {:>7}  {:>9}  {:>9}  {:>7}  {:>9}  {:>8}  {:>11}  {:>12}\n",
        "player", "phase", "moves", "judged", "best", "mean loss", "blunders", "wins thrown", "draws thrown"
    );
    for player in players {
        for (phase, counts) in player.phases() {
            let share = counts.best_share().map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            let loss = counts.mean_loss().map_or("-".to_owned(), |loss| format!("{loss:.3}"));
            let line = format!(
                "  {:<width$}  {:>7}  {:>9}  {:>9}  {share:>7}  {loss:>9}  {:>8}  {:>11}  {:>12}",
                player.name(),
                phase,
                counts.moves,
                counts.judged,
                counts.blunders(),
                counts.won_thrown,
                counts.drawn_thrown
            );
            text += &if phase == "all" { paint.strong(&line) } else { line };
            text.push('\n');
        }
    }
    text
}

/// The worst moves, each with the command that shows it.
fn worst(review: &ReviewResult) -> String {
    let mut text = String::new();
    for (game, judged, loss) in review.worst_moves(WORST) {
        let mut position = game.opening.clone();
        for &mv in &game.moves[..judged.ply - 1] {
            let _ = position.try_play(mv);
        }
        let player = &game.players[judged.side.index()];
        let best = judged.judgement.and_then(|one| one.best);
        let instead = best.map_or(String::new(), |mv| format!(", {} was best", position.move_name(mv)));
        text += &format!(
            "  game {}, ply {}: {player} played {} and lost {loss} {}{instead}\n    {} solve -g {} --position {position}\n",
            game.number,
            judged.ply,
            position.move_name(judged.mv),
            unit(review),
            program(),
            review.game,
        );
    }
    if text.is_empty() { text } else { format!("\nThe worst moves:\n{text}") }
}
