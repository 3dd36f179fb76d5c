//! The games of a run for other programs, one after the other: a run may have more than fit in memory.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::replay;
use crate::games::{AnyPosition, Move};
use crate::interrupt;
use crate::play::finished::FinishedGame;
use crate::play::host::GameSpec;
use crate::players::clock::TimeControl;
use crate::players::strategies::{StrategySpec, read_clock};
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::measured_moves::{MeasuredMove, MeasuredMoves};
use crate::store::origin::Origin;
use crate::store::source;

/// A run whose games are exported.
pub(crate) struct ExportedRun {
    pub game: GameSpec,
    /// The name of its folder.
    pub name: String,
    path: PathBuf,
    /// The start position, if arena has the rules.
    start: Option<AnyPosition>,
    origin: Origin,
}

/// One of its games.
pub(crate) struct ExportedGame<'a> {
    pub run: &'a ExportedRun,
    pub record: FinishedGame<String>,
    /// Its moves that were measured, if they were recorded.
    pub measured: Vec<MeasuredMove>,
    place: &'a str,
}

/// How an export ended.
pub(crate) enum ExportEnd {
    Finished,
    /// This line of the file is incomplete and was left out.
    Torn {
        place: String,
        line: u64,
    },
    Interrupted,
}

impl ExportedRun {
    pub(crate) fn read(path: &Path) -> Result<ExportedRun, GamesError> {
        if !path.exists() {
            return Err(GamesError::Unusable {
                problem: format!("{} is not the folder of a run", path.display()),
                advice: "give the folder that arena wrote, with its run.json".to_owned(),
            });
        }
        let games = source::games_path(path);
        let Some(origin) = source::origin(path)? else {
            let problem = "there is no run.json next to the games, so the game is not known";
            return Err(GamesError::Unusable {
                problem: format!("{}: {problem}", games.display()),
                advice: "give the folder of a run".to_owned(),
            });
        };
        let wrong = |error| GamesError::Text { place: "the game of the run".to_owned(), error };
        let game: GameSpec = origin.game.parse().map_err(wrong)?;
        let start = if game.is_refereed() { None } else { Some(game.host().map_err(wrong)?.start()) };
        let folder = games.parent().and_then(|folder| folder.canonicalize().ok());
        let name =
            folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        Ok(ExportedRun { game, name: name.unwrap_or_default(), path: path.to_owned(), start, origin })
    }

    /// The start position, if arena has the rules.
    pub(crate) fn start(&self) -> Option<&AnyPosition> {
        self.start.as_ref()
    }

    /// The clock that both players of a game had.
    pub(crate) fn time_control(&self, players: &[String; 2]) -> Option<TimeControl> {
        let [first, second] = players.each_ref().map(|name| clock(self.origin.players.get(name)?));
        first.filter(|_| first == second)
    }

    /// Whether a player is another program, which gives its scores in hundredths.
    pub(crate) fn is_bot(&self, player: &str) -> bool {
        let spec = self.origin.players.get(player).and_then(|spec| spec.parse::<StrategySpec>().ok());
        spec.is_some_and(|spec| spec.is_bot())
    }

    /// Hands over every game; an error of `each` ends it.
    pub(crate) fn games<E: From<GamesError>>(
        &self,
        mut each: impl FnMut(&ExportedGame<'_>) -> Result<(), E>,
    ) -> Result<ExportEnd, E> {
        let (file, place) = source::open(&self.path)?;
        let mut moves = MeasuredMoves::beside(&source::games_path(&self.path));
        let mut end = Ok(ExportEnd::Finished);
        let torn = games_file::read_until(file, &place, Columns::All, |game, _| {
            if interrupt::is_set() {
                end = Ok(ExportEnd::Interrupted);
                return Ok(ControlFlow::Break(()));
            }
            let measured = moves.as_mut().map(|moves| moves.of_game(game.number)).unwrap_or_default();
            let game = ExportedGame { run: self, record: game.owned(), measured, place: &place };
            Ok(match each(&game) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    end = Err(error);
                    ControlFlow::Break(())
                }
            })
        })?;
        match (end?, torn) {
            (ExportEnd::Finished, Some(line)) => Ok(ExportEnd::Torn { place, line }),
            (end, _) => Ok(end),
        }
    }
}

impl ExportedGame<'_> {
    /// The moves, and the positions before and after them: one more than there are moves.
    pub(crate) fn replay(&self) -> Result<(Vec<Move>, Vec<AnyPosition>), GamesError> {
        let opening = self.record.opening.as_deref().filter(|opening| !opening.is_empty());
        let held: Vec<&str> = opening.into_iter().collect();
        let host = self.run.game.host_for(&held).map_err(|error| self.damaged(&error.to_string()))?;
        replay::positions(&host.start(), &self.record).map_err(|problem| self.damaged(&problem))
    }

    fn damaged(&self, problem: &str) -> GamesError {
        GamesError::Unusable {
            problem: format!("{}: game {}: {problem}", self.place, self.record.number),
            advice: "the file may be damaged".to_owned(),
        }
    }
}

/// The clock in the spec of a player.
fn clock(spec: &str) -> Option<TimeControl> {
    let text = spec.split([',', ':']).find_map(|key| key.strip_prefix("clock="))?;
    read_clock(text).ok()
}
