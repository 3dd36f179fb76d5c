//! Boards of games that arena has no rules for. A referee is a program, so it is started on demand alone.

use std::collections::BTreeMap;

use super::{MOST_BYTES, RunData};
use crate::play::referee::{RefereeView, RefereedPosition};
use crate::store::overview::SelectedGame;

/// Asks the referees of runs for the boards of their games. Returns what is to be said about runs that stay without.
pub(crate) fn draw_boards(runs: &mut [RunData]) -> Vec<String> {
    runs.iter_mut().filter_map(|run| draw(run).err().map(|why| format!("{}: {why}", run.path))).collect()
}

fn draw(run: &mut RunData) -> Result<(), String> {
    let spec = run.rules.as_ref().and_then(|rules| rules.referee());
    let spec = spec.ok_or("the game has no referee, so there is no program to ask")?;
    let view = RefereeView::start(spec).map_err(|error| error.to_string())?;
    let (mut drawn, mut bytes) = (BTreeMap::new(), 0);
    for SelectedGame { game, .. } in &run.selected {
        let opening = RefereeView::position(game.opening.as_deref(), "").map_err(str::to_owned)?;
        let moves = game.moves.as_deref().unwrap_or_default();
        let Some(boards) = boards(&view, opening, moves) else { break };
        bytes += boards.iter().map(String::len).sum::<usize>();
        if bytes > MOST_BYTES {
            break;
        }
        drawn.insert(game.number, boards);
    }
    if drawn.is_empty() {
        return Err("the referee draws no boards: it does not answer query board".to_owned());
    }
    run.drawn = drawn;
    Ok(())
}

/// The boards of a game, from its opening on; as many as the referee draws. `None` if it draws none.
fn boards(view: &RefereeView, opening: RefereedPosition, moves: &str) -> Option<Vec<String>> {
    let board = |position: &RefereedPosition| Some(view.board(position)?.rows.join("\n"));
    let mut boards = vec![board(&opening)?];
    let mut position = opening;
    for word in moves.split_whitespace() {
        position = position.after(word);
        match board(&position) {
            Some(board) => boards.push(board),
            None => break,
        }
    }
    Some(boards)
}
