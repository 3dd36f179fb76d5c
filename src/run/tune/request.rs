//! What is asked for: a template, and how its values are found and tested.

use super::event::TuneListener;
use super::file::TuneResult;
use super::play::{TuneEnd, TuneRun};
use super::{Division, StepsStopped, TunePlan, probe};
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::players::strategies::{self, SpecTemplate, StrategySpec};
use crate::run::contest::{ContestError, settings};
use crate::run::{CommandLine, FolderRequest, RunEnd, RunError, RunSettings};
use crate::stats::Sprt;
use crate::text::program;

/// A tuning: numbers in the spec of a strategy, improved by playing.
///
/// ```
/// use arena::prelude::*;
///
/// let tune = Tune::new("smart:1,eval=pots+{tempo:0:0..2}*tempo")?.game("kalah:4x3")?;
/// let result = tune.games(40).verdict_games(20).play()?;
/// println!("{result}: {}", result.spec());
/// # Ok::<(), arena::ContestError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tune {
    pub(crate) template: SpecTemplate,
    /// The opponents as they were named.
    pub(crate) opponents: Vec<String>,
    pub(crate) game: GameSpec,
    /// `None` for random ones.
    pub(crate) openings: Option<OpeningsSpec>,
    pub(crate) seed: u64,
    pub(crate) max_plies: Option<u32>,
    pub(crate) games: u64,
    pub(crate) steps: Option<u64>,
    pub(crate) sprt: Sprt,
    pub(crate) verdict_games: Option<u64>,
    pub(crate) settings: RunSettings,
}

impl Tune {
    /// A tuning of a template, which is a spec with parameters in braces, `{name:start}` or `{name:start:low..high}`:
    /// 10,000 games of Kalah between players with larger and with smaller values, then a match of at most as many games
    /// between the tuned values and the initial ones.
    pub fn new(template: &str) -> Result<Tune, ContestError> {
        Ok(Tune {
            template: SpecTemplate::read(template)?,
            opponents: Vec::new(),
            game: "kalah".parse()?,
            openings: None,
            seed: 1,
            max_plies: None,
            games: 10_000,
            steps: None,
            sprt: "0,10".parse()?,
            verdict_games: None,
            settings: RunSettings::default(),
        })
    }

    /// Adds an opponent. If there is one, the players of a step play all opponents and not each other.
    pub fn against(mut self, spec: &str) -> Result<Tune, ContestError> {
        strategies::players(spec)?;
        self.opponents.push(spec.to_owned());
        Ok(self)
    }

    settings!();

    /// Sets the sequential test at the end (default: `0,10`).
    pub fn sprt(mut self, spec: &str) -> Result<Tune, ContestError> {
        self.sprt = spec.parse()?;
        Ok(self)
    }

    /// Sets the number of games for tuning.
    #[must_use]
    pub fn games(mut self, games: u64) -> Tune {
        self.games = games;
        self
    }

    /// Sets the most games of the match at the end (default: as many as for tuning).
    #[must_use]
    pub fn verdict_games(mut self, games: u64) -> Tune {
        self.verdict_games = Some(games);
        self
    }

    /// Plays it.
    pub fn play(self) -> Result<TuneResult, ContestError> {
        let stopped = match self.run(&mut |_| {})?.end {
            TuneEnd::Finished(result) => return Ok(result),
            TuneEnd::StoppedInSteps { why, .. } => why,
            TuneEnd::StoppedBeforeVerdict => StepsStopped::Interrupted,
            TuneEnd::StoppedInVerdict(played) => match played.end {
                RunEnd::RefereeFailed(how) => StepsStopped::RefereeFailed(how),
                _ => StepsStopped::Interrupted,
            },
        };
        Err(match stopped {
            StepsStopped::RefereeFailed(how) => ContestError::Referee(how),
            _ => ContestError::Interrupted,
        })
    }

    /// Plays it, to its end or until something stops it.
    pub(crate) fn run(self, listener: &mut TuneListener<'_>) -> Result<TuneRun, RunError> {
        let command = self.command();
        TuneRun::play(self.plan()?, &command, &self.settings, listener)
    }

    fn plan(&self) -> Result<TunePlan, RunError> {
        let against = self.against_specs()?;
        let parameters = probe::parameters(&self.template, &self.game)?;
        let games = self.games;
        let division = Division::new(games, against.len(), self.steps)
            .map_err(|least| RunError::TooFewGames { games, least })?;
        Ok(TunePlan {
            game: self.game.clone(),
            template: self.template.clone(),
            parameters,
            against,
            openings: self.openings_spec(),
            seed: self.seed,
            division,
            max_plies: self.max_plies,
            sprt: self.sprt,
            verdict_games: self.verdict_games.unwrap_or(games),
        })
    }

    fn openings_spec(&self) -> OpeningsSpec {
        self.openings.clone().unwrap_or(OpeningsSpec::Random(None))
    }

    /// The opponents. A range means several.
    fn against_specs(&self) -> Result<Vec<StrategySpec>, RunError> {
        let mut all = Vec::new();
        for text in &self.opponents {
            all.extend(strategies::players(text).map_err(RunError::Opponent)?);
        }
        let Some(repeated) = Plan::repeated_name(&all).map(|place| &all[place]) else { return Ok(all) };
        let problem = format!("two opponents are called '{}'", repeated.name());
        let advice = format!("give one of them another name: other={repeated}");
        Err(RunError::Opponent(repeated.error(problem, advice)))
    }

    /// The command that plays the same tuning.
    fn command(&self) -> CommandLine {
        let command = CommandLine::new([program(), "tune", self.template.text()]);
        let command = self.opponents.iter().fold(command, |command, text| command.with("--against", text));
        let command = command.with("--games", self.games).with_some("--steps", self.steps);
        let verdict_games = self.verdict_games.unwrap_or(self.games);
        let command = command.with("--sprt", self.sprt).with("--verdict-games", verdict_games);
        let command = command.with_games(&self.game, &self.openings_spec(), self.seed, self.max_plies);
        let out = self.settings.folder.as_ref().and_then(|folder| folder.out.as_ref());
        command.with_some("--out", out.map(|out| out.display()))
    }
}
