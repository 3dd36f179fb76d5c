//! `arena play --replay`: a recorded game at the terminal, step by step.

use std::io::{BufRead, Write};

use super::console::Console;
use crate::cli::failure::Failure;
use crate::report::numbers::plies;
use crate::report::replay::{headline, ply_words};
use crate::run::replay::ReplayedGame;

/// Shows the positions of a game one by one: Enter forward, `b` back, a number for that ply, `q` to quit.
pub(super) fn through<R: BufRead, W: Write>(
    replay: &ReplayedGame,
    mut console: Console<R, W>,
) -> Result<(), Failure> {
    let paint = console.paint;
    let headline = paint.strong(&headline(replay, paint));
    console.tell(&headline)?;
    let last = replay.moves.len();
    let mut ply = 0;
    loop {
        console.tell(&ply_words(replay, ply, paint))?;
        if let Some(position) = replay.positions.get(ply) {
            let board = position.draw().render(|ink, text| paint.ink(ink, text));
            console.tell(&format!("\n{board}"))?;
        }
        ply = loop {
            let question = if ply == last {
                "The end. b back, a number for that ply, q or Enter to quit:"
            } else {
                "Enter forward, b back, a number for that ply, q to quit:"
            };
            let Some(line) = console.ask(question, "interrupted".to_owned())? else { return Ok(()) };
            match (line.to_lowercase().as_str(), line.parse::<usize>()) {
                ("q" | "quit" | "exit", _) => return Ok(()),
                ("", _) if ply == last => return Ok(()),
                ("" | "f" | "n", _) => break (ply + 1).min(last),
                ("b" | "back", _) if ply == 0 => console.complain("This is the first position.")?,
                ("b" | "back", _) => break ply - 1,
                (_, Ok(to)) if to <= last => break to,
                (_, Ok(_)) => console.complain(&format!("The game has {}.", plies(last)))?,
                _ => console.complain("Type Enter, b, q, or the number of a ply.")?,
            }
        };
    }
}
