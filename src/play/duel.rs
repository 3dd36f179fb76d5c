//! One game between two strategies.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::games::{Game, Move, Outcome, Side, moves};
use crate::players::clock::Clocks;
use crate::players::strategies::{Fault, FaultKind, NoChoice, Strategy, Turn};
use crate::rng::Rng;
use crate::search::Depth;
use crate::text::Decimal;

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
    /// The referee and a player disagree about the position: a draw.
    Dispute,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 6] =
        [Reason::Normal, Reason::Illegal, Reason::Timeout, Reason::Crash, Reason::MaxPlies, Reason::Dispute];

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

/// A player in a game: its strategy and its random numbers.
pub struct Contestant<'a, G> {
    /// The strategy.
    pub strategy: &'a mut dyn Strategy<G>,
    /// Its random stream for this game.
    pub rng: &'a mut Rng,
    /// Whether its moves are measured.
    pub measured: bool,
}

/// The limits of a game.
#[derive(Debug, Clone, Copy)]
pub struct DuelOptions<'a> {
    /// The most plies a game may have.
    pub max_plies: Option<u32>,
    /// Set when the run is interrupted.
    pub interrupt: &'a AtomicBool,
}

/// The moves of a game and their measurements. One value serves many games in turn, without new allocations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transcript {
    /// The moves.
    pub moves: Vec<Move>,
    /// The measurements of the moves of measured players.
    pub measurements: Vec<Measurement>,
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
    /// How the loser forfeited, or what was disputed, if that is why the game ended.
    pub forfeit: Option<Box<Forfeit>>,
}

/// How a player forfeited a game, or what it disputed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The player's side.
    pub side: Side,
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

/// The run was interrupted; the game does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

/// Plays a game from `opening`, the first contestant taking the first side, and replaces the transcript.
pub fn play<G: Game>(
    opening: &G,
    contestants: &mut [Contestant<'_, G>; 2],
    options: DuelOptions<'_>,
    transcript: &mut Transcript,
) -> Result<Played, Interrupted> {
    transcript.moves.clear();
    transcript.measurements.clear();
    let (mut position, mut is_choosing) = (*opening, false);
    // A panic of a strategy is a fault like any other. It is caught once per game: catching it for every move costs more than
    // the moves of some players. The runner throws away a strategy that panicked.
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_on(&mut position, &mut is_choosing, contestants, options, transcript)
    }));
    match played {
        Ok(played) => played,
        Err(panic) if is_choosing => Ok(forfeited(&position, &panicked(panic.as_ref()))),
        // A bug in the rules, not a fault of a player.
        Err(panic) => resume_unwind(panic),
    }
}

/// Plays from a position to the end of the game. `is_choosing` is set while a strategy chooses.
fn play_on<G: Game>(
    position: &mut G,
    is_choosing: &mut bool,
    contestants: &mut [Contestant<'_, G>; 2],
    options: DuelOptions<'_>,
    Transcript { moves, measurements }: &mut Transcript,
) -> Result<Played, Interrupted> {
    let end = |position: &G, outcome, reason| {
        Ok(Played { outcome, reason, points: position.points(), forfeit: None })
    };
    let mut clocks = Clocks::start(contestants.each_ref().map(|contestant| contestant.strategy.clock()));
    // Reported when the player has to move: only the player to move can forfeit.
    let unprepared = contestants.each_mut().map(prepare);
    let is_prepared = unprepared.iter().all(Option::is_none);
    // Decided here, not for every ply of a game between instant players.
    let is_timed = Side::BOTH.map(|side| contestants[side.index()].measured || clocks.of(side).is_some());
    loop {
        // A position without moves is finished, so one list of moves answers both questions.
        let legal = position.legal_moves();
        if legal.is_empty() {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return end(position, outcome, Reason::Normal);
        }
        let ply = moves.len() as u32 + 1;
        if options.max_plies.is_some_and(|most| ply > most) {
            return end(position, Outcome::Draw, Reason::MaxPlies);
        }
        let side = position.to_move();
        if !is_prepared && let Some(fault) = &unprepared[side.index()] {
            return Ok(forfeited(position, fault));
        }
        let Contestant { strategy, rng, measured } = &mut contestants[side.index()];
        let began = is_timed[side.index()].then(Instant::now);
        let mut turn = Turn::new(rng, options.interrupt).with_clocks(&clocks);
        *is_choosing = true;
        let chosen = strategy.choose(position, &mut turn);
        *is_choosing = false;
        let took = began.map(|began| turn.took.unwrap_or_else(|| began.elapsed()));
        let choice = match chosen {
            Ok(choice) => choice,
            Err(NoChoice::Interrupted) => return Err(Interrupted),
            Err(NoChoice::Fault(fault)) => return Ok(forfeited(position, &fault)),
            Err(other) => {
                let fault = Fault::new(FaultKind::Crash, other.to_string());
                return Ok(forfeited(position, &fault));
            }
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
                let fault = Fault::new(FaultKind::Timeout, error.to_string());
                return Ok(forfeited(position, &fault));
            }
        }
        if !legal.contains(choice.mv) {
            let fault = Fault::new(FaultKind::Illegal, choice.mv.number().to_string());
            return Ok(forfeited(position, &fault));
        }
        position.play(choice.mv);
        moves.push(choice.mv);
    }
}

/// A game that the side to move forfeited.
fn forfeited<G: Game>(position: &G, fault: &Fault) -> Played {
    let legal = moves::listed(position.legal_moves());
    // One line of bounded length, whatever the panic message.
    let said = fault.said.chars().take(300).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let place = Some((position.to_string(), legal));
    let forfeit = Forfeit { side: position.to_move(), said, place };
    Played {
        outcome: Outcome::Win(position.to_move().other()),
        reason: fault.kind.into(),
        points: position.points(),
        forfeit: Some(Box::new(forfeit)),
    }
}

/// A game as recorded in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedGame<'a> {
    /// Its opening; empty for the start position.
    pub opening: &'a str,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The points of both sides.
    pub points: [u32; 2],
    /// The number of plies.
    pub plies: u32,
    /// The moves.
    pub moves: &'a str,
}

/// Whether the moves of a recorded game, played from its opening, lead to the recorded result. What a power cut leaves
/// behind, such as zeros or the end of one line after the beginning of another, may look like a game but is not one.
pub fn replays<G: Game>(opening: &G, recorded: &RecordedGame<'_>) -> bool {
    let mut end = *opening;
    let mut played = Vec::with_capacity(recorded.plies as usize);
    for word in recorded.moves.split(' ').filter(|word| !word.is_empty()) {
        let Some(mv) = word.parse().ok().and_then(Move::from_number) else { return false };
        if end.try_play(mv).is_err() {
            return false;
        }
        played.push(mv);
    }
    let ended_so = match recorded.reason {
        Reason::Normal => end.outcome() == Some(recorded.outcome),
        Reason::MaxPlies => !end.is_over() && recorded.outcome == Outcome::Draw,
        Reason::Illegal | Reason::Timeout | Reason::Crash => {
            !end.is_over() && recorded.outcome == Outcome::Win(end.to_move().other())
        }
        // There is nobody to disagree with rules.
        Reason::Dispute => false,
    };
    let mut written = Vec::with_capacity(recorded.moves.len());
    moves::write_list(&played, &mut written);
    ended_so
        && end.points() == recorded.points
        && played.len() == recorded.plies as usize
        && written == recorded.moves.as_bytes()
}

/// Prepares a contestant for a game, and says what went wrong.
fn prepare<G: Game>(contestant: &mut Contestant<'_, G>) -> Option<Fault> {
    let Contestant { strategy, rng, .. } = contestant;
    catch_unwind(AssertUnwindSafe(|| strategy.new_game(rng))).err().map(|panic| panicked(panic.as_ref()))
}

/// The fault of a strategy that panicked.
fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let words = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    let said = format!("panicked: {}", words.unwrap_or_default());
    Fault::new(FaultKind::Crash, said.trim_end_matches(": "))
}
