//! Two runs of the same plan with different players or builds, pair by pair.

use std::path::Path;

use crate::play::fingerprint::Fingerprint;
use crate::run::check::{Comparison, RunPairs};
use crate::store::folder::RUN;
use crate::store::games_file::GamesError;
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{MadeBy, RunFile, RunState};
use crate::store::source;
use crate::text::excerpt;

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
    /// How the players play, if that was recorded.
    fingerprints: Option<Vec<Fingerprint>>,
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
        let fingerprints = run.fingerprints_of(players.len());
        Ok(FinishedMatch { folder, players, fingerprints, game: run.plan.game, arena: run.arena })
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
    let folders = format!("{} and {}", before.folder.display(), after.folder.display());
    if before.game != after.game {
        return Err(GamesError::Unusable {
            problem: format!("{folders} are runs of different games: {}, {}", before.game, after.game),
            advice: "compare runs of one game".to_owned(),
        });
    }
    let [a, b] = [0, 1].map(|player| change(player, before, after));
    match (a, b) {
        (_, None) => Ok(0),
        (None, Some(_)) => Ok(1),
        (Some(a), Some(b)) => Err(GamesError::Unusable {
            problem: format!("{folders} have no opponent in common: {a}, {b}"),
            advice: "play one of them again so that only one player differs".to_owned(),
        }),
    }
}

/// How a player of two runs differs, if it is not the same. Fingerprints of different numbers of positions, and those
/// of a build, show no difference.
fn change(player: usize, before: &FinishedMatch<'_>, after: &FinishedMatch<'_>) -> Option<String> {
    let [then, now] = [before, after].map(|run| &run.players[player]);
    if then.spec != now.spec {
        return Some(format!("{} became {}", excerpt(&then.spec), excerpt(&now.spec)));
    }
    if then.digest.as_ref().zip(now.digest.as_ref()).is_some_and(|(then, now)| then != now) {
        return Some(format!("the files of {} have changed", excerpt(&now.spec)));
    }
    let [then, now] = [before, after].map(|run| run.fingerprints.as_ref()?.get(player).copied());
    let (then, now) = then.zip(now)?;
    let differ = then != now && then.extent().is_some() && then.extent() == now.extent();
    differ.then(|| {
        format!("{} plays differently in the two builds of arena", excerpt(&after.players[player].spec))
    })
}
