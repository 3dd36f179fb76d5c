//! From arguments to games, positions and strategies, or an error that names the flag.

use super::args::{OnlyGamesArgs, PositionArgs};
use super::failure::Failure;
use crate::games::{AnyPosition, Move};
use crate::players::strategies::{AnyAnalyst, AnyStrategy, StrategySpec};
use crate::run::{
    AttributeCondition, GameHost, GameSpec, RefereeView, RefereedPosition, SeenPosition, Unplayed,
};
use crate::text::program;

impl PositionArgs {
    /// The game, the position, and the moves that lead to it.
    pub(super) fn set_up(&self) -> Result<SetUp, Failure> {
        let wrong = |error| Failure::in_flag("--game", &error);
        let game: GameSpec = self.game.parse().map_err(wrong)?;
        let held: Vec<&str> = self.position.as_deref().into_iter().collect();
        let host = game.host_for(&held).map_err(wrong)?;
        let mut position = host.start();
        if let Some(text) = &self.position {
            position = position.read(text).map_err(|error| Failure::in_flag("--position", &error))?;
        }
        let list = self.moves.as_deref().unwrap_or("");
        let (position, moves) =
            position.play_list(list).map_err(|error| Failure::in_flag("--moves", &error))?;
        Ok(SetUp { game, host, moves, position })
    }

    /// The referee of the game, which is started, and the position; `None` if arena has the rules.
    pub(super) fn referee(&self) -> Result<Option<OpenedReferee>, Failure> {
        let game: GameSpec = self.game.parse().map_err(|error| Failure::in_flag("--game", &error))?;
        let Some(spec) = game.referee() else { return Ok(None) };
        let (fen, moves) = (self.position.as_deref(), self.moves.as_deref().unwrap_or_default());
        let position = RefereeView::position(fen, moves)
            .map_err(|problem| Failure::Usage(format!("--position: {problem}\ngive a FEN of this game")))?;
        let view = RefereeView::start(spec).map_err(|error| Failure::Player(format!("--game: {error}")))?;
        Ok(Some(OpenedReferee { game, position, view }))
    }
}

impl OnlyGamesArgs {
    /// What games have to meet to count.
    pub(super) fn conditions(&self) -> Result<Vec<AttributeCondition>, Failure> {
        let read = |text: &String| text.parse().map_err(|error| Failure::in_flag("--where", &error));
        self.conditions.iter().map(read).collect()
    }
}

/// A referee that was started, and a position of its game.
pub(super) struct OpenedReferee {
    pub(super) game: GameSpec,
    pub(super) position: RefereedPosition,
    pub(super) view: RefereeView,
}

impl OpenedReferee {
    /// What the referee says of the position.
    pub(super) fn see(&self) -> Result<SeenPosition, Failure> {
        self.view.see(&self.position).map_err(refereeing)?.map_err(|why| {
            let problem = format!("the referee does not accept this position: {why}");
            Failure::Usage(format!("{problem}\ncheck --position and --moves"))
        })
    }
}

/// What a referee that fails means for a command.
pub(super) fn refereeing(why: Unplayed) -> Failure {
    match why {
        Unplayed::Interrupted => Failure::interrupted(),
        Unplayed::Failed(how) => Failure::Player(format!("{how}\nexamine it with {} bot --game", program())),
    }
}

/// A position of a game, and the moves that led to it.
pub(super) struct SetUp {
    pub(super) game: GameSpec,
    pub(super) host: Box<dyn GameHost>,
    /// The moves played.
    pub(super) moves: Vec<Move>,
    /// Where they led.
    pub(super) position: AnyPosition,
}

pub(super) fn spec(flag: &str, text: &str) -> Result<StrategySpec, Failure> {
    text.parse().map_err(|error| Failure::in_flag(flag, &error))
}

/// What was typed, or `smart` to the usual depth of the game: `smart:6`.
pub(super) fn or_usual(typed: Option<&String>, position: &AnyPosition) -> String {
    typed.cloned().unwrap_or_else(|| format!("smart:{}", position.usual_depth()))
}

/// A strategy for a game.
pub(super) fn build(
    host: &dyn GameHost,
    flag: &str,
    spec: &StrategySpec,
) -> Result<Box<dyn AnyStrategy>, Failure> {
    host.strategy(spec).map_err(|error| Failure::in_flag(flag, &error))
}

/// A strategy that computes values of moves.
pub(super) fn build_analyst(
    host: &dyn GameHost,
    flag: &str,
    spec: &StrategySpec,
) -> Result<Box<dyn AnyAnalyst>, Failure> {
    let analyst = host.analyst(spec).map_err(|error| Failure::in_flag(flag, &error))?;
    analyst.ok_or_else(|| {
        let problem = format!("{} does not compute values of moves", spec.kind());
        Failure::in_flag(flag, &spec.error(problem, "choose a strategy that does, for example smart:8"))
    })
}
