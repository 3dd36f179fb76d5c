//! One game between two strategies, decided by rules or by a referee.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::games::{Move, Outcome, Side};
use crate::play::adjudication::{GameLimits, Scores};
use crate::players::clock::Clocks;
use crate::players::strategies::{Fault, FaultKind, NoChoice, Past, Playable, Strategy, Turn};
use crate::rng::Rng;
use crate::search::Depth;
use crate::text::{Decimal, one_line};

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// By the rules.
    Normal,
    /// A player chose an illegal move and lost.
    Illegal,
    /// A player ran out of time and lost.
    Timeout,
    /// A player crashed and lost.
    Crash,
    /// The game reached the ply limit and was stopped: a draw.
    MaxPlies,
    /// A player contradicted the referee, whose result counts. In runs of older versions: a draw.
    Dispute,
    /// A match gave no result, or both its players failed: a draw.
    Failed,
    /// It was ended by what both players said of it, or by one that gave it up.
    Adjudicated,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 8] = [
        Reason::Normal,
        Reason::Illegal,
        Reason::Timeout,
        Reason::Crash,
        Reason::MaxPlies,
        Reason::Dispute,
        Reason::Failed,
        Reason::Adjudicated,
    ];

    /// Those that are a player's fault.
    pub const FORFEITS: [Reason; 3] = [Reason::Illegal, Reason::Timeout, Reason::Crash];

    /// Its place in the list of all.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Normal => "normal",
            Reason::Illegal => "illegal",
            Reason::Timeout => "timeout",
            Reason::Crash => "crash",
            Reason::MaxPlies => "max-plies",
            Reason::Dispute => "dispute",
            Reason::Failed => "failed",
            Reason::Adjudicated => "adjudicated",
        }
    }
}

impl From<FaultKind> for Reason {
    fn from(kind: FaultKind) -> Reason {
        match kind {
            FaultKind::Illegal => Reason::Illegal,
            FaultKind::Timeout => Reason::Timeout,
            FaultKind::Crash => Reason::Crash,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A game in progress, and what decides it: the rules of its board, or a referee.
pub trait Arbiter {
    /// What the players see.
    type Position: Playable;

    /// Starts a game from an opening.
    fn begin(&mut self, opening: &Self::Position) -> Result<(), Unplayed>;

    /// The position that the moves so far led to.
    fn position(&self) -> &Self::Position;

    /// Whose turn it is, or how the game ended. Called before each move.
    fn status(&mut self) -> Result<Status, Unplayed>;

    /// Plays the move of a side, unless it is illegal.
    fn play(
        &mut self,
        side: Side,
        mv: <Self::Position as Playable>::Move,
        contestants: &mut [Contestant<'_, Self::Position>; 2],
    ) -> Result<(), Halt>;

    /// The first time that a player contradicted what decides the game, once, at the end of a game.
    fn dispute(&mut self, contestants: &mut [Contestant<'_, Self::Position>; 2]) -> Option<Box<Forfeit>> {
        let _ = contestants;
        None
    }

    /// The points of both sides in a game that ended so.
    fn points(&self, outcome: Outcome) -> [u32; 2];

    /// The position and its legal moves as text, if they are known.
    fn place(&self) -> Option<(String, String)>;

    /// The moves since the opening, unless they are part of the position.
    fn moves(&self) -> &[Move] {
        &[]
    }

    /// The number of moves so far.
    fn plies(&self) -> u32;

    /// Appends the moves so far, separated by spaces.
    fn write_moves(&self, text: &mut Vec<u8>);
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// This side is to move.
    ToMove(Side),
    /// It is over.
    Over(Outcome),
}

/// What stops a game before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The player of this side forfeits.
    Fault(Side, Fault),
    /// The game does not count.
    Unplayed(Unplayed),
}

/// Why a game was not played to its end. It does not count, and nothing more is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unplayed {
    /// The run was interrupted.
    Interrupted,
    /// What decides the games failed, through no fault of a player. The words say how.
    Failed(String),
}

impl From<Unplayed> for Halt {
    fn from(why: Unplayed) -> Halt {
        Halt::Unplayed(why)
    }
}

/// A player in a game: its strategy and its random numbers.
pub struct Contestant<'a, P: Playable> {
    /// The strategy.
    pub strategy: &'a mut dyn Strategy<P>,
    /// Its random stream for this game.
    pub rng: &'a mut Rng,
    /// Whether its moves are measured.
    pub measured: bool,
}

/// The limits of a game.
#[derive(Debug, Clone, Copy)]
pub struct DuelOptions<'a> {
    /// What ends it besides its rules.
    pub limits: GameLimits,
    /// Set when the run is interrupted.
    pub interrupt: &'a AtomicBool,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of the first and the second side.
    pub points: [u32; 2],
    /// How the loser forfeited, or what was disputed.
    pub forfeit: Option<Box<Forfeit>>,
}

/// How a player forfeited a game, what it disputed, or why a match failed, which is the fault of no player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The player's side.
    pub side: Side,
    /// The ply that it failed to make, or after which there is a dispute, from 1; 0 if there are no moves.
    pub ply: u32,
    /// What the player said, or how it crashed.
    pub said: String,
    /// The position in which it had to move, and the legal moves there; `None` if only a referee knows the rules.
    pub place: Option<(String, String)>,
}

/// The cost of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measurement {
    /// The ply of the game, from 1.
    pub ply: u32,
    /// Who made it.
    pub side: Side,
    /// How long it took to choose.
    pub nanoseconds: u64,
    /// The number of positions searched.
    pub nodes: u64,
    /// The depth of the search, if there was one.
    pub depth: Option<Depth>,
    /// The player's value of the move, if it gave one.
    pub value: Option<Decimal>,
}

/// The run was interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

/// Plays a game from an opening, the first contestant taking the first side. Replaces the measurements.
pub fn play<A: Arbiter>(
    arbiter: &mut A,
    opening: &A::Position,
    contestants: &mut [Contestant<'_, A::Position>; 2],
    options: DuelOptions<'_>,
    measurements: &mut Vec<Measurement>,
) -> Result<Played, Unplayed> {
    measurements.clear();
    arbiter.begin(opening)?;
    let mut choosing = None;
    // A panic of a strategy is a fault like any other. It is caught once per game: catching it for every move costs more than
    // the moves of some players. The runner throws away a strategy that panicked.
    let ended = catch_unwind(AssertUnwindSafe(|| {
        play_on(arbiter, opening, &mut choosing, contestants, options, measurements)
    }));
    let halt = match (ended, choosing) {
        (Ok(Ok((outcome, reason))), _) => {
            let forfeit = arbiter.dispute(contestants);
            let reason = if forfeit.is_some() { Reason::Dispute } else { reason };
            return Ok(Played { outcome, reason, points: arbiter.points(outcome), forfeit });
        }
        (Ok(Err(halt)), _) => halt,
        (Err(panic), Some(side)) => Halt::Fault(side, panicked(panic.as_ref())),
        // A bug in the rules, not a fault of a player.
        (Err(panic), None) => resume_unwind(panic),
    };
    halted(arbiter, contestants, halt)
}

/// A game that a player forfeits, or that does not count. As a part of [`play`], it would make the games of instant players
/// 1 % dearer (`scripts/instructions kalah-duels`).
#[cold]
fn halted<A: Arbiter>(
    arbiter: &mut A,
    contestants: &mut [Contestant<'_, A::Position>; 2],
    halt: Halt,
) -> Result<Played, Unplayed> {
    let (side, Fault { kind, mut said }) = match halt {
        Halt::Unplayed(why) => return Err(why),
        Halt::Fault(side, fault) => (side, fault),
    };
    if let Some(dispute) = arbiter.dispute(contestants) {
        said = format!("{said}; before, {}", dispute.said);
    }
    let forfeit = Box::new(Forfeit { side, ply: arbiter.plies() + 1, said, place: arbiter.place() });
    let outcome = Outcome::Win(side.other());
    Ok(Played { outcome, reason: kind.into(), points: arbiter.points(outcome), forfeit: Some(forfeit) })
}

/// Plays to the end of the game. `choosing` is the side whose strategy chooses, while it does.
fn play_on<A: Arbiter>(
    arbiter: &mut A,
    opening: &A::Position,
    choosing: &mut Option<Side>,
    contestants: &mut [Contestant<'_, A::Position>; 2],
    options: DuelOptions<'_>,
    measurements: &mut Vec<Measurement>,
) -> Result<(Outcome, Reason), Halt> {
    let mut clocks = Clocks::start(contestants.each_ref().map(|contestant| contestant.strategy.clock()));
    // Reported when the player has to move: only the player to move can forfeit.
    let mut unprepared = contestants.each_mut().map(prepare);
    let is_prepared = unprepared.iter().all(Option::is_none);
    let is_timed = Side::BOTH.map(|side| contestants[side.index()].measured || clocks.of(side).is_some());
    let DuelOptions { limits, interrupt } = options;
    // Decided here, not for every ply of a game between instant players.
    if is_prepared && is_timed == [false; 2] && limits == GameLimits::default() {
        return play_plainly(arbiter, choosing, contestants, &clocks, interrupt);
    }
    let mut scores = Scores::default();
    loop {
        let side = match arbiter.status()? {
            Status::ToMove(side) => side,
            Status::Over(outcome) => return Ok((outcome, Reason::Normal)),
        };
        let ply = arbiter.plies() + 1;
        if limits.max_plies.is_some_and(|most| ply > most) {
            return Ok((Outcome::Draw, Reason::MaxPlies));
        }
        if !is_prepared && let Some(fault) = unprepared[side.index()].take() {
            return Err(Halt::Fault(side, fault));
        }
        let Contestant { strategy, rng, measured } = &mut contestants[side.index()];
        let began = is_timed[side.index()].then(Instant::now);
        let past = Past { opening, moves: arbiter.moves() };
        let mut turn = Turn { past: Some(past), ..Turn::new(rng, interrupt).with_clocks(&clocks) };
        *choosing = Some(side);
        let chosen = strategy.choose(arbiter.position(), &mut turn);
        *choosing = None;
        let took = began.map(|began| turn.took.unwrap_or_else(|| began.elapsed()));
        let choice = match chosen {
            Ok(choice) => choice,
            Err(why) => return without_choice(side, why),
        };
        if let Some(took) = took {
            if *measured {
                measurements.push(Measurement {
                    ply,
                    side,
                    nanoseconds: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
                    nodes: choice.nodes,
                    depth: choice.depth,
                    value: choice.value,
                });
            }
            if let Err(error) = clocks.spend(side, took) {
                return Err(Halt::Fault(side, Fault::new(FaultKind::Timeout, error.to_string())));
            }
        }
        let value = choice.value;
        arbiter.play(side, choice.mv, contestants)?;
        if let Some(adjudication) = limits.adjudication
            && let Some(outcome) = adjudication.judge(&mut scores, ply, side, value)
            // A game that has just ended has its own result.
            && matches!(arbiter.status()?, Status::ToMove(_))
        {
            return Ok((outcome, Reason::Adjudicated));
        }
    }
}

/// Plays to the end of a game that only its rules end, between prepared players whose moves nobody times.
fn play_plainly<A: Arbiter>(
    arbiter: &mut A,
    choosing: &mut Option<Side>,
    contestants: &mut [Contestant<'_, A::Position>; 2],
    clocks: &Clocks,
    interrupt: &AtomicBool,
) -> Result<(Outcome, Reason), Halt> {
    loop {
        let side = match arbiter.status()? {
            Status::ToMove(side) => side,
            Status::Over(outcome) => return Ok((outcome, Reason::Normal)),
        };
        let Contestant { strategy, rng, .. } = &mut contestants[side.index()];
        let mut turn = Turn::new(rng, interrupt).with_clocks(clocks);
        *choosing = Some(side);
        let chosen = strategy.choose(arbiter.position(), &mut turn);
        *choosing = None;
        match chosen {
            Ok(choice) => arbiter.play(side, choice.mv, contestants)?,
            Err(why) => return without_choice(side, why),
        }
    }
}

/// How a game ends if a player has not chosen a move.
#[cold]
fn without_choice(side: Side, why: NoChoice) -> Result<(Outcome, Reason), Halt> {
    match why {
        NoChoice::Interrupted => Err(Unplayed::Interrupted.into()),
        NoChoice::Resigned => Ok((Outcome::Win(side.other()), Reason::Adjudicated)),
        NoChoice::Fault(fault) => Err(Halt::Fault(side, bounded(fault.kind, &fault.said))),
        other => Err(Halt::Fault(side, bounded(FaultKind::Crash, &other.to_string()))),
    }
}

/// Prepares a contestant for a game, and says what went wrong.
fn prepare<P: Playable>(contestant: &mut Contestant<'_, P>) -> Option<Fault> {
    let Contestant { strategy, rng, .. } = contestant;
    catch_unwind(AssertUnwindSafe(|| strategy.new_game(rng))).err().map(|panic| panicked(panic.as_ref()))
}

/// The fault of a strategy that panicked.
fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let words = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    let said = format!("panicked: {}", words.unwrap_or_default());
    bounded(FaultKind::Crash, said.trim_end_matches(": "))
}

/// A fault in one line of bounded length, whatever the strategy said.
fn bounded(kind: FaultKind, said: &str) -> Fault {
    Fault::new(kind, one_line(said, 300))
}
