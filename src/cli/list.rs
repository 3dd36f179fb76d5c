//! `arena list`: all games, strategies and evaluators, from their registries.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::args::{ListArgs, Listed};
use super::failure::Failure;
use crate::games::{EvaluatorInfo, GameInfo};
use crate::players::strategies::{self as registry, KeyInfo, StrategyInfo};
use crate::report::paint::Paint;
use crate::run::{GameSpec, list_games};
use crate::run::{MATCH_GAMES, REFEREED_GAMES};

pub(super) fn run(args: &ListArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let all = [Listed::Games, Listed::Strategies, Listed::Evaluators];
    let asked = all.into_iter().filter(|&one| args.what.is_none_or(|what| what == one));
    if args.json {
        let lists: Map<String, Value> = asked.map(json_of).collect();
        writeln!(out, "{}", Value::Object(lists))?;
        return Ok(());
    }
    for (i, listed) in asked.enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        match listed {
            Listed::Games => games(paint, out)?,
            Listed::Strategies => strategies(paint, out)?,
            Listed::Evaluators => evaluators(paint, out)?,
        }
    }
    Ok(())
}

/// A list for programs, with its name.
fn json_of(listed: Listed) -> (String, Value) {
    let (name, entries): (&str, Vec<Value>) = match listed {
        Listed::Games => (
            "games",
            list_games()
                .iter()
                .map(|game| {
                    let depth = usual_depth(game.name);
                    json!({"name": game.name, "form": game.form, "summary": game.summary, "smart": depth})
                })
                .collect(),
        ),
        Listed::Strategies => ("strategies", registry::list().iter().map(strategy_json).collect()),
        Listed::Evaluators => ("evaluators", evaluators_json()),
    };
    (name.to_owned(), Value::Array(entries))
}

fn strategy_json(kind: &StrategyInfo) -> Value {
    let key = |key: &KeyInfo| json!({"name": key.name, "values": key.values, "summary": key.summary});
    let keys: Vec<Value> = kind.keys.iter().map(key).collect();
    json!({"name": kind.name, "form": kind.form, "summary": kind.summary, "argument": kind.argument, "keys": keys})
}

fn evaluators_json() -> Vec<Value> {
    let mut entries = Vec::new();
    for (game, infos) in evaluators_by_game() {
        entries.extend(infos.iter().enumerate().map(
            |(i, info)| json!({"game": game, "name": info.name, "summary": info.summary, "default": i == 0}),
        ));
    }
    entries
}

/// The games with their evaluators.
fn evaluators_by_game() -> Vec<(&'static str, &'static [EvaluatorInfo])> {
    let of = |name: &'static str| Some((name, name.parse::<GameSpec>().ok()?.evaluators()));
    list_games().iter().filter_map(|game| of(game.name)).collect()
}

fn games(paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", paint.strong("Games (--game SPEC)"))?;
    let list = list_games();
    let summaries: Vec<String> =
        list.iter().map(|game| format!("{}; {}", game.summary, smart(game))).collect();
    let games = list.iter().zip(&summaries).map(|(game, summary)| (game.form, summary.as_str()));
    let rows: Vec<_> = games.chain([REFEREED_GAMES, MATCH_GAMES]).collect();
    table("  ", &rows, out)
}

/// What `smart` without a depth means: "smart looks 6 plies ahead (2 in gomoku)".
fn smart(game: &GameInfo) -> String {
    let usual = usual_depth(game.name);
    let depths = game.aliases.iter().map(|(alias, _)| (alias, usual_depth(alias)));
    let others = depths.filter(|(_, depth)| *depth != usual);
    let others: String =
        others.map(|(alias, depth)| format!(" ({} in {alias})", depth.unwrap_or_default())).collect();
    format!("smart looks {} plies ahead{others}", usual.unwrap_or_default())
}

/// The depth of `smart` without one in a game of this name.
fn usual_depth(name: &str) -> Option<u16> {
    Some(name.parse::<GameSpec>().ok()?.host().ok()?.start().usual_depth())
}

fn strategies(paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        paint.strong("Strategies ([NAME=]name[:argument][,key=value…], for example deep=smart:8)")
    )?;
    let rows: Vec<_> = registry::list().iter().map(|kind| (kind.form, kind.summary)).collect();
    table("  ", &rows, out)?;
    for kind in registry::list().iter().filter(|kind| !kind.keys.is_empty()) {
        writeln!(out, "\n  Keys of {}:", kind.name)?;
        let keys: Vec<String> = kind.keys.iter().map(|key| format!("{}={}", key.name, key.values)).collect();
        let rows: Vec<_> =
            keys.iter().map(String::as_str).zip(kind.keys.iter().map(|key| key.summary)).collect();
        table("    ", &rows, out)?;
    }
    Ok(())
}

fn evaluators(paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        paint.strong("Evaluators (eval=NAME or a mixture; the first of a game is its default)")
    )?;
    let rows: Vec<(String, &str)> = evaluators_by_game()
        .into_iter()
        .flat_map(|(game, infos)| {
            infos.iter().map(move |info| (format!("{game} {}", info.name), info.summary))
        })
        .collect();
    let rows: Vec<_> = rows.iter().map(|(name, summary)| (name.as_str(), *summary)).collect();
    table("  ", &rows, out)?;
    writeln!(out, "\n  {MIXTURES}")
}

/// How evaluators are mixed.
const MIXTURES: &str =
    "Mix them with weights of up to three decimals: eval=pots+0.4*tempo-0.1*hoard is a weighted sum.";

fn table(indent: &str, rows: &[(&str, &str)], out: &mut impl Write) -> io::Result<()> {
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    for (left, right) in rows {
        writeln!(out, "{indent}{left:<width$}  {right}")?;
    }
    Ok(())
}
