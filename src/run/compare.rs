//! Two runs of the same plan with different players or builds, pair by pair.

use std::path::Path;

use crate::run::check::{Comparison, RunPairs};
use crate::store::folder::RUN;
use crate::store::games_file::GamesError;
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{MadeBy, RunFile, RunState};
use crate::store::source;

/// Two runs, and how the second differs from the first.
pub(crate) struct ComparedRuns {
    pub runs: [ComparedRun; 2],
    pub comparison: Comparison,
}

/// A run from the view of the player that is compared.
pub(crate) struct ComparedRun {
    pub folder: String,
    pub player: String,
    pub opponent: String,
    pub arena: MadeBy,
    pub pairs: RunPairs,
}

/// Compares the matches in two folders.
pub(crate) fn compare(before: &Path, after: &Path) -> Result<ComparedRuns, GamesError> {
    let matches = [FinishedMatch::read(before)?, FinishedMatch::read(after)?];
    let player = compared_player(&matches)?;
    let [before, after] = matches;
    let runs = [before.with_pairs(player)?, after.with_pairs(player)?];
    let comparison = Comparison::of(&runs[0].pairs, &runs[1].pairs);
    if comparison.pairs == 0 {
        let [before, after] = runs.map(|run| run.folder);
        return Err(GamesError::Unusable {
            problem: format!("no pair of {before} and {after} starts from the same opening"),
            advice: "compare runs with the same --openings and --seed".to_owned(),
        });
    }
    Ok(ComparedRuns { runs, comparison })
}

struct FinishedMatch<'a> {
    folder: &'a Path,
    game: String,
    players: [PlayerText; 2],
    arena: MadeBy,
}

impl FinishedMatch<'_> {
    fn read(folder: &Path) -> Result<FinishedMatch<'_>, GamesError> {
        let wrong = |problem: String| GamesError::Wrong {
            place: folder.join(RUN).display().to_string(),
            problem,
            advice: "give the folders of two finished matches".to_owned(),
        };
        let run = RunFile::read(folder).map_err(wrong)?;
        let Some(players) = run.plan.both() else { return Err(wrong("not the run of a match".to_owned())) };
        if run.state != RunState::Finished {
            return Err(wrong(format!("the run is {}, not finished", run.state.name())));
        }
        let players = players.map(Clone::clone);
        Ok(FinishedMatch { folder, players, game: run.plan.game, arena: run.arena })
    }

    fn with_pairs(self, player: usize) -> Result<ComparedRun, GamesError> {
        let [player, opponent] = [player, 1 - player].map(|player| self.players[player].name.clone());
        let (file, place) = source::open(self.folder)?;
        let pairs = RunPairs::read(file, &place, &player)?;
        let folder = self.folder.display().to_string();
        Ok(ComparedRun { folder, player, opponent, arena: self.arena, pairs })
    }
}

/// Which player is compared: the one whose opponent is the same in both runs; a if both opponents are.
fn compared_player([before, after]: &[FinishedMatch<'_>; 2]) -> Result<usize, GamesError> {
    let differ = |what: &str, there: &str, here: &str, advice: &str| {
        let [before, after] = [before.folder.display(), after.folder.display()];
        GamesError::Unusable {
            problem: format!("the {what} differ: {there} in {before}, {here} in {after}"),
            advice: advice.to_owned(),
        }
    };
    if before.game != after.game {
        return Err(differ("games", &before.game, &after.game, "compare runs of one game"));
    }
    let is_same = |player: usize| before.players[player].spec == after.players[player].spec;
    match (is_same(0), is_same(1)) {
        (_, true) => Ok(0),
        (true, false) => Ok(1),
        (false, false) => {
            let [there, here] =
                [before, after].map(|run| format!("{} against {}", run.players[0].spec, run.players[1].spec));
            Err(differ("players", &there, &here, "compare runs against the same opponent"))
        }
    }
}
