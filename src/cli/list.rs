//! `arena list`: all games, strategies and evaluators, from their registries.

use std::io::{self, Write};

use super::args::{ListArgs, Listed};
use super::failure::Failure;
use crate::host::{self, GameSpec};
use crate::report::paint::Paint;
use crate::strategies as registry;

/// Runs the command.
pub(super) fn run(args: &ListArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let all = [Listed::Games, Listed::Strategies, Listed::Evaluators];
    for (i, listed) in all.into_iter().filter(|&one| args.what.is_none_or(|what| what == one)).enumerate() {
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

fn games(paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", paint.strong("Games (--game SPEC)"))?;
    let rows: Vec<_> = host::list().iter().map(|game| (game.form, game.summary)).collect();
    table("  ", &rows, out)
}

fn strategies(paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        paint.strong("Strategies (name[:argument][,key=value…], a name in front: deep=smart:8)")
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
    writeln!(out, "{}", paint.strong("Evaluators (eval=NAME; the first of a game is its default)"))?;
    let rows: Vec<(String, &str)> = host::list()
        .iter()
        .filter_map(|game| Some((game.name, game.name.parse::<GameSpec>().ok()?.evaluators())))
        .flat_map(|(game, infos)| {
            infos.iter().map(move |info| (format!("{game} {}", info.name), info.summary))
        })
        .collect();
    let rows: Vec<_> = rows.iter().map(|(name, summary)| (name.as_str(), *summary)).collect();
    table("  ", &rows, out)
}

fn table(indent: &str, rows: &[(&str, &str)], out: &mut impl Write) -> io::Result<()> {
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    for (left, right) in rows {
        writeln!(out, "{indent}{left:<width$}  {right}")?;
    }
    Ok(())
}
