//! The positions of mistakes as a file of openings, and as a suite of one check: a mistake becomes a regression test.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::Explanation;
use crate::store::folder::replace;
use crate::text::program;

/// The opponent in a suite if that of the run is no player of its own.
const OPPONENT: &str = "smart:4";

/// The files that were written.
#[derive(Debug, Clone)]
pub(crate) struct HardFiles {
    pub openings: PathBuf,
    pub positions: usize,
    /// The suite, and whether it was there before: then it is left as it is.
    pub suite: PathBuf,
    pub had_suite: bool,
}

/// Writes them. `None` without a mistake: a file of openings has at least one.
pub(crate) fn write_hard(explanation: &Explanation, path: &Path) -> io::Result<Option<HardFiles>> {
    let (text, positions) = openings(explanation);
    if positions == 0 {
        return Ok(None);
    }
    replace(path, text.as_bytes())?;
    let suite = path.with_extension("toml");
    let had_suite = suite.exists();
    if !had_suite {
        replace(&suite, suite_text(explanation, path, &suite, positions).as_bytes())?;
    }
    Ok(Some(HardFiles { openings: path.to_owned(), positions, suite, had_suite }))
}

/// The distinct positions, from that of the largest mistake on, each with what happened there.
fn openings(explanation: &Explanation) -> (String, usize) {
    let mut mistakes: Vec<_> =
        explanation.losses.iter().filter_map(|loss| Some((loss, loss.mistake()?))).collect();
    mistakes.sort_by_key(|(_, mistake)| std::cmp::Reverse((mistake.is_exact, mistake.size())));
    let mut text = format!(
        "# Positions in which {} lost {} games of {}, the largest mistake first.\n",
        explanation.player,
        explanation.game,
        explanation.folder.display()
    );
    let mut seen = HashSet::new();
    for (loss, mistake) in mistakes {
        if seen.insert(&mistake.position) {
            let better = mistake.best.as_ref().map_or(String::new(), |best| format!(" instead of {best}"));
            text += &format!(
                "{}  # game {}, ply {}: played {}{better}: {}\n",
                mistake.position,
                loss.game,
                mistake.ply,
                mistake.played,
                loss.kind()
            );
        }
    }
    (text, seen.len())
}

fn suite_text(explanation: &Explanation, openings: &Path, suite: &Path, positions: usize) -> String {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let baseline = name(&suite.with_extension("json"));
    let [a, b] = &explanation.specs;
    // A version of the bot itself cannot be named in a suite.
    let (b, note) = if a == b {
        let note = "# The opponent was another version of the player: choose one that stays as it is.\n";
        (OPPONENT, note)
    } else {
        (b.as_str(), "")
    };
    let [a, b] = [a.as_str(), b].map(quoted);
    let player = &explanation.player;
    let (program, file) = (program(), suite.display());
    format!(
        "# Does {player} still lose from the positions in which it lost?\n\
         #     {program} check {file} --record    once, when the mistakes are mended\n\
         #     {program} check {file}             from then on: fails if they come back\n\
         [[check]]\n\
         name = \"hard positions\"\n\
         game = {}\n\
         a = {a}\n\
         {note}b = {b}\n\
         openings = {}\n\
         games = {}\n\
         seed = 1\n\
         baseline = {}\n",
        quoted(&explanation.game.to_string()),
        quoted(&format!("file:{}", name(openings))),
        2 * positions,
        quoted(&baseline),
    )
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
