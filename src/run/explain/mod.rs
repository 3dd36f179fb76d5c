//! Where and how a player lost its games: for each of them the move after which it was lost.
//!
//! A solver says so where it can, within its budget. What it cannot reach, an engine may judge: a position is lost for it from the
//! value on at which nine of ten positions of the run were (see [`LostAt`]).

mod before;
mod groups;
mod hard;
mod loss;
mod read;
mod table;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::play::host::GameSpec;
use crate::players::strategies::StrategySpec;
use crate::run::compare::compared;
use crate::run::judge::{JudgeError, Recorded};
use crate::run::session::{SessionError, Threads};
use crate::store::folder::{MISTAKES, replace};
use crate::store::games_file::{Columns, GamesError};
use crate::text::{TextError, UnknownName, program};

pub(crate) use before::LostBefore;
pub(crate) use groups::{LossGroup, by_kind, by_opening, by_phase, by_side};
pub(crate) use hard::{HardFiles, write_hard};
pub(crate) use loss::{Loss, LossCause, LostAt, Mistake};

/// What is to be explained, and by whom.
#[derive(Debug, Clone)]
pub(crate) struct Explain {
    pub folder: PathBuf,
    /// The first player of the run, if not another.
    pub player: Option<String>,
    /// An earlier run: only games that it did not lose are explained.
    pub before: Option<PathBuf>,
    /// The engine that judges what the solver cannot.
    pub judge: Option<StrategySpec>,
    /// The nodes that solving a position may take.
    pub budget: u64,
    /// About this many lost games, evenly spread.
    pub sample: Option<u64>,
    pub threads: Option<usize>,
}

/// The lost games of a player.
#[derive(Debug, Clone)]
pub(crate) struct Explanation {
    pub folder: PathBuf,
    pub game: GameSpec,
    pub player: String,
    /// The specs of the player and of the opponent to whom it lost most.
    pub specs: [String; 2],
    /// The games that it played, and lost, and those of them that it forfeited.
    pub games: u64,
    pub lost: u64,
    pub forfeited: u64,
    /// The lost games that are explained.
    pub losses: Vec<Loss>,
    /// Whether values count points of the game.
    pub counts_points: bool,
    pub budget: u64,
    /// The engine that judged some games, if one did.
    pub engine: Option<EngineUsed>,
    pub before: Option<LostBefore>,
}

/// An engine as a judge.
#[derive(Debug, Clone)]
pub(crate) struct EngineUsed {
    pub spec: String,
    pub lost_at: LostAt,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ExplainProgress {
    pub judged: usize,
    pub games: usize,
}

/// Why nothing was explained.
#[derive(Debug, Error)]
pub(crate) enum ExplainError {
    /// The run, or what is asked of it.
    #[error("{0}")]
    Run(String),
    #[error("{0}")]
    Judge(TextError),
    /// A referee or a bot failed.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Interrupted,
}

impl Explain {
    /// Explains the lost games, and writes `mistakes.csv` to the folder.
    pub(crate) fn explain(
        &self,
        listener: &mut dyn FnMut(ExplainProgress),
    ) -> Result<Explanation, ExplainError> {
        let explanation = self.find(listener)?;
        replace(&self.folder.join(MISTAKES), &table::csv(&explanation)?)?;
        Ok(explanation)
    }

    fn find(&self, listener: &mut dyn FnMut(ExplainProgress)) -> Result<Explanation, ExplainError> {
        if !self.folder.is_dir() {
            let problem = format!("{} is not the folder of a run", self.folder.display());
            let advice = "give the folder that arena wrote, with its run.json";
            return Err(ExplainError::Run(format!("{problem}\n{advice}")));
        }
        let mut recorded = Recorded::read(&self.folder, Columns::All)?;
        recorded.check()?;
        let [then, player] = self.players(&recorded)?;
        let before = match &self.before {
            Some(folder) => Some(LostBefore::compare(folder, &then, &recorded, &player)?),
            None => None,
        };
        let lost = read::LostGames::of(&mut recorded, &player, before.as_ref(), self.sample);
        let game = recorded.spec.clone();
        let spec_of = |name: &str| recorded.origin.players.get(name).cloned().unwrap_or_default();
        let mut explanation = Explanation {
            folder: self.folder.clone(),
            specs: [spec_of(&player), spec_of(&lost.opponent)],
            player,
            games: lost.games,
            lost: lost.lost,
            forfeited: lost.forfeited,
            losses: Vec::new(),
            counts_points: false,
            budget: self.budget,
            engine: None,
            before,
            game,
        };
        if lost.records.is_empty() {
            return Ok(explanation);
        }
        let threads = Threads::start(self.threads)?;
        let judged = if recorded.spec.is_refereed() {
            read::refereed(&recorded, &lost, self.referees_judge()?, listener)?
        } else {
            read::by_rules(recorded, &lost, self, &threads, listener)?
        };
        explanation.losses = judged.losses;
        explanation.counts_points = judged.counts_points;
        explanation.engine = self
            .judge
            .as_ref()
            .zip(judged.lost_at)
            .map(|(spec, lost_at)| EngineUsed { spec: spec.to_string(), lost_at });
        Ok(explanation)
    }

    /// What the player is called in the earlier run, if there is one, and in this.
    fn players(&self, recorded: &Recorded) -> Result<[String; 2], ExplainError> {
        let known = |name: &String| recorded.games.iter().any(|(game, _)| game.players.contains(name));
        match (&self.player, &self.before) {
            (Some(name), _) if known(name) => Ok([name.clone(), name.clone()]),
            (Some(name), _) => {
                let mut names: Vec<&str> =
                    recorded.games.iter().flat_map(|(game, _)| &game.players).map(String::as_str).collect();
                names.sort_unstable();
                names.dedup();
                Err(ExplainError::Run(UnknownName::new("player", name, &names).to_string()))
            }
            (None, Some(before)) => Ok(compared(before, &self.folder)?),
            (None, None) => {
                let first = || recorded.games.first().map(|(game, _)| game.players[0].clone());
                let name = recorded.origin.a.clone().or_else(first).unwrap_or_default();
                Ok([name.clone(), name])
            }
        }
    }

    /// The judge of a game that only a referee knows the rules of.
    fn referees_judge(&self) -> Result<&StrategySpec, ExplainError> {
        self.judge.as_ref().ok_or_else(|| {
            let problem = "arena has no rules for this game, so nothing can solve it";
            ExplainError::Run(format!("{problem}\n{}", advice("./engine", self)))
        })
    }
}

/// Which judge to name.
fn advice(judge: &str, request: &Explain) -> String {
    let run = request.folder.display();
    format!("name a player that can judge its positions: {} explain {run} --judge {judge}", program())
}

impl From<GamesError> for ExplainError {
    fn from(error: GamesError) -> ExplainError {
        ExplainError::Run(error.to_string())
    }
}

impl From<SessionError> for ExplainError {
    fn from(error: SessionError) -> ExplainError {
        ExplainError::Io(io::Error::other(error))
    }
}

impl From<csv::Error> for ExplainError {
    fn from(error: csv::Error) -> ExplainError {
        ExplainError::Io(error.into())
    }
}

impl From<JudgeError> for ExplainError {
    fn from(error: JudgeError) -> ExplainError {
        match error {
            JudgeError::Spec(error) => ExplainError::Judge(error),
            JudgeError::Failed(how) => ExplainError::Failed(how),
            JudgeError::Interrupted => ExplainError::Interrupted,
        }
    }
}
