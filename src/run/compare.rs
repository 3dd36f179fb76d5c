//! Two runs of the same plan with different players or builds, pair by pair.

use std::path::Path;

use crate::play::fingerprint::Fingerprint;
use crate::play::host::GameSpec;
use crate::run::check::{Comparison, RunPairs, TurnedGame};
use crate::stats::IntervalBasis;
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
    /// The games of shared pairs that ended otherwise in the second run.
    pub turned: Vec<TurnedGame>,
    /// What the sides are called.
    pub sides: [&'static str; 2],
    /// What the interval of the difference rests on.
    pub basis: IntervalBasis,
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
    let players = compared_players(&matches)?;
    let basis = IntervalBasis::of_all(matches.iter().map(|run| run.basis));
    let sides = matches[0].game.parse::<GameSpec>().map_or(["first", "second"], |game| game.side_names());
    let [before, after] = matches;
    let runs = [before.with_pairs(players[0])?, after.with_pairs(players[1])?];
    let comparison = Comparison::of(&runs[0].pairs, &runs[1].pairs, basis);
    let turned = TurnedGame::all(&runs[0].pairs, &runs[1].pairs);
    if comparison.pairs == 0 {
        let [before, after] = runs.map(|run| run.folder);
        return Err(GamesError::Unusable {
            problem: format!("no pair of {before} and {after} starts from the same opening"),
            advice: "compare runs with the same --openings and --seed".to_owned(),
        });
    }
    Ok(ComparedRuns { runs, comparison, turned, sides, basis })
}

/// What the player that is compared is called in each of two runs.
pub(crate) fn compared(before: &Path, after: &Path) -> Result<[String; 2], GamesError> {
    let matches = [FinishedMatch::read(before)?, FinishedMatch::read(after)?];
    let [then, now] = compared_players(&matches)?;
    Ok([matches[0].players[then].name.clone(), matches[1].players[now].name.clone()])
}

struct FinishedMatch<'a> {
    folder: &'a Path,
    game: String,
    players: [PlayerText; 2],
    /// How the players play, if that was recorded.
    fingerprints: Option<Vec<Fingerprint>>,
    arena: MadeBy,
    basis: IntervalBasis,
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
        let basis = run.interval_basis(run.state);
        Ok(FinishedMatch { folder, players, fingerprints, game: run.plan.game, arena: run.arena, basis })
    }

    fn with_pairs(self, player: usize) -> Result<ComparedRun, GamesError> {
        let [player, opponent] = [player, 1 - player].map(|player| self.players[player].name.clone());
        let (file, place) = source::open(self.folder)?;
        let pairs = RunPairs::read(file, &place, &player)?;
        let folder = self.folder.display().to_string();
        Ok(ComparedRun { folder, player, opponent, arena: self.arena, pairs })
    }
}

/// The places of the player that is compared in both runs. Its opponent is the same in both, in the same place if possible;
/// if both players are, a is compared.
fn compared_players([before, after]: &[FinishedMatch<'_>; 2]) -> Result<[usize; 2], GamesError> {
    let folders = format!("{} and {}", before.folder.display(), after.folder.display());
    if before.game != after.game {
        return Err(GamesError::Unusable {
            problem: format!("{folders} are runs of different games: {}, {}", before.game, after.game),
            advice: "compare runs of one game".to_owned(),
        });
    }
    let change = |[then, now]: [usize; 2]| change([(before, then), (after, now)]);
    let opponents = [[1, 1], [0, 0], [1, 0], [0, 1]].into_iter().find(|&places| change(places).is_none());
    opponents.map(|places| places.map(|place| 1 - place)).ok_or_else(|| {
        let changes: Vec<String> = [0, 1].into_iter().filter_map(|place| change([place; 2])).collect();
        GamesError::Unusable {
            problem: format!("{folders} have no opponent in common: {}", changes.join(", ")),
            advice: "play one of them again so that only one player differs".to_owned(),
        }
    })
}

/// How the players in these places of two runs differ, if they are not the same. Fingerprints of different numbers of
/// positions, and those of a build, show no difference.
fn change(places: [(&FinishedMatch<'_>, usize); 2]) -> Option<String> {
    let [then, now] = places.map(|(run, place)| &run.players[place]);
    let spec = excerpt(&now.spec);
    if then.spec != now.spec {
        return Some(format!("{} became {spec}", excerpt(&then.spec)));
    }
    if then.digest.as_ref().zip(now.digest.as_ref()).is_some_and(|(then, now)| then != now) {
        return Some(format!("the files of {spec} have changed"));
    }
    let [then, now] = places.map(|(run, place)| run.fingerprints.as_ref()?.get(place).copied());
    let (then, now) = then.zip(now)?;
    let differ = then != now && then.extent().is_some() && then.extent() == now.extent();
    differ.then(|| format!("{spec} plays differently in the two builds of arena"))
}
