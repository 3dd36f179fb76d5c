//! How a player plays, as a short digest, to tell whether two builds of this program have the same players.
//!
//! A spec says what a player should do, not what this build does with it. A run that one build began and another
//! continued, with a player that changed in between, would mix two players under one name. So a run keeps a
//! fingerprint of each player, and a build that continues it must produce the same one.
//!
//! **Positions.** A fingerprint is a digest of the moves that the player chooses, and of their values, in a
//! fixed list of positions of the game: one from each of [`MOST`] random games, the first close to its end, the last at
//! its start, so that slow players reach the expensive positions last. It takes as many of them as fit into the time it
//! has, and records the number; a comparison uses exactly as many, on any machine. Nodes and depths are left out:
//! a faster search is still the same player.
//!
//! **Build.** Players that are limited by the clock or too slow for [`FEWEST`] positions cannot be compared this
//! way. Their fingerprint is a digest of the program file: only the same build can continue their runs. That of a bot is
//! the digest of its own files, with 0 positions.
//!
//! **Bots.** Whether two builds of a bot play the same, although their files differ, is another question:
//! [`choices_of_bot`] asks the bot for its moves, in more positions, since a change that matters may show in few.

use std::fmt;
use std::fs;
use std::hash::Hasher as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::digest::Digest;
use crate::games::Game;
use crate::play::duel::Interrupted;
use crate::players::bots::BotPool;
use crate::players::strategies::{NoChoice, Strategy, Turn};
use crate::rng::{Purpose, Rng};
use crate::text::Decimal;

/// The number of positions.
pub(crate) const MOST: u32 = 48;

/// A fingerprint of fewer positions says too little.
pub(crate) const FEWEST: u32 = 8;

/// The seed of the random games and of players that use random numbers.
const SEED: u64 = 0x0061_7265_6e61;

/// A random game is abandoned after this many plies.
const LONGEST: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fingerprint {
    Choices {
        positions: u32,
        /// The digest of the choices.
        digest: u64,
    },
    /// By the build of the program.
    Build(u64),
}

/// How many positions a fingerprint covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// As many positions as fit into this time.
    Time(Duration),
    /// Exactly this many positions, however long they take.
    Positions(u32),
}

impl Fingerprint {
    /// The fingerprint of a player in the game that begins with `start`.
    pub fn of<G: Game>(
        start: &G,
        player: &dyn Strategy<G>,
        extent: Extent,
        interrupt: &AtomicBool,
    ) -> Result<Fingerprint, Interrupted> {
        if let Some(bot) = player.bot() {
            return Ok(Fingerprint::of_bot(bot));
        }
        if !player.is_reproducible() {
            return Ok(Fingerprint::this_build());
        }
        let chosen = match extent {
            Extent::Positions(positions) => choices(start, player, positions, interrupt),
            Extent::Time(time) => within(time, |stop| choices(start, player, MOST, stop)),
        };
        match chosen {
            Some(Chosen { positions, digest, is_complete }) => match extent {
                Extent::Positions(_) if !is_complete && interrupt.load(Ordering::Relaxed) => Err(Interrupted),
                Extent::Time(_) if positions < FEWEST && !is_complete => Ok(Fingerprint::this_build()),
                _ => Ok(Fingerprint::Choices { positions, digest }),
            },
            None => Ok(Fingerprint::this_build()),
        }
    }

    /// The fingerprint of an external program: its files, whatever this build is.
    pub fn of_bot(bot: &BotPool) -> Fingerprint {
        Fingerprint::Choices { positions: 0, digest: bot.digest() }
    }

    /// The extent of a fingerprint that can be compared with this one; `None` if only the build counts.
    pub fn extent(self) -> Option<Extent> {
        match self {
            Fingerprint::Choices { positions, .. } => Some(Extent::Positions(positions)),
            Fingerprint::Build(_) => None,
        }
    }

    /// The fingerprint of this build of the program, or of its version and commit if its file cannot be read.
    pub fn this_build() -> Fingerprint {
        static BUILD: OnceLock<u64> = OnceLock::new();
        Fingerprint::Build(*BUILD.get_or_init(|| {
            let version = || Digest::of([env!("CARGO_PKG_VERSION"), env!("ARENA_COMMIT")]);
            program().map_or_else(version, |bytes| {
                let mut digest = Digest::default();
                digest.write(&bytes);
                digest.finish()
            })
        }))
    }
}

/// The bytes of the program, even if its file has been replaced since it was started.
fn program() -> Option<Vec<u8>> {
    fs::read("/proc/self/exe").or_else(|_| fs::read(std::env::current_exe()?)).ok()
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fingerprint::Choices { positions, digest } => write!(f, "{positions}:{digest:016x}"),
            Fingerprint::Build(digest) => write!(f, "build:{digest:016x}"),
        }
    }
}

/// The text is not a fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a fingerprint")]
pub struct NotAFingerprint;

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Fingerprint, NotAFingerprint> {
        let (extent, digest) = text.split_once(':').ok_or(NotAFingerprint)?;
        let digest = u64::from_str_radix(digest, 16).map_err(|_| NotAFingerprint)?;
        match extent {
            "build" => Ok(Fingerprint::Build(digest)),
            _ => match extent.parse() {
                Ok(positions) if positions <= MOST => Ok(Fingerprint::Choices { positions, digest }),
                _ => Err(NotAFingerprint),
            },
        }
    }
}

/// Runs a function that stops when its flag is set, which happens after this time.
fn within<T>(time: Duration, run: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = AtomicBool::new(false);
    let (done, until_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            if until_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let result = run(stop);
        drop(done);
        result
    })
}

struct Chosen {
    positions: u32,
    digest: u64,
    /// Whether all positions were used.
    is_complete: bool,
}

/// The choices of a player in the first positions; `None` if it crashes.
fn choices<G: Game>(start: &G, player: &dyn Strategy<G>, most: u32, stop: &AtomicBool) -> Option<Chosen> {
    let mut player = player.fresh();
    let mut digest = Digest::default();
    let mut positions = 0;
    for number in 0..most.min(MOST) {
        let Some(position) = position(start, number) else { continue };
        let mut rng = Rng::stream(SEED, Purpose::PlayerA, u64::from(number));
        let mut turn = Turn::new(&mut rng, stop);
        let chosen = catch_unwind(AssertUnwindSafe(|| player.choose(&position, &mut turn))).ok()?;
        match chosen {
            Ok(_) | Err(NoChoice::Interrupted) if stop.load(Ordering::Relaxed) => {
                return Some(Chosen { positions, digest: digest.finish(), is_complete: false });
            }
            Ok(choice) => {
                digest.write(&(choice.mv.number() as u64).to_le_bytes());
                digest.write(&choice.value.map_or(i64::MIN, value_code).to_le_bytes());
            }
            Err(_) => return None,
        }
        positions = number + 1;
    }
    Some(Chosen { positions: most.min(MOST), digest: digest.finish(), is_complete: true })
}

/// A number for each value: itself if it is whole, and one that no whole value has if not.
fn value_code(value: Decimal) -> i64 {
    value.as_whole().unwrap_or(value.in_thousandths() + (1 << 40))
}

/// The positions in which the builds of a bot are compared. A change of one move in a hundred shows in one of them with a
/// probability of 92 %.
pub(crate) const OF_BOT: u32 = 256;

/// A digest of the moves that a bot chooses; `None` if it does not repeat its moves, or fails.
pub(crate) fn choices_of_bot<G: Game>(
    start: &G,
    player: &dyn Strategy<G>,
    interrupt: &AtomicBool,
) -> Result<Option<u64>, Interrupted> {
    if !player.is_reproducible() {
        return Ok(None);
    }
    let mut player = player.fresh();
    let mut digest = Digest::default();
    for number in 0..OF_BOT {
        if interrupt.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let Some(position) = position(start, number) else { continue };
        let mut rng = Rng::stream(SEED, Purpose::PlayerA, u64::from(number));
        player.new_game(&mut rng);
        match player.choose(&position, &mut Turn::new(&mut rng, interrupt)) {
            Ok(choice) => digest.write(&(choice.mv.number() as u64).to_le_bytes()),
            Err(NoChoice::Interrupted) => return Err(Interrupted),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(digest.finish()))
}

/// A position with a choice between moves: number 0 close to the end of a random game, the last of [`MOST`] at its start,
/// and so on.
fn position<G: Game>(start: &G, number: u32) -> Option<G> {
    let mut rng = Rng::stream(SEED, Purpose::Fingerprint, u64::from(number));
    let mut game = vec![*start];
    let mut last = *start;
    while game.len() < LONGEST
        && let Some(mv) = rng.choose(last.legal_moves())
    {
        last.play(mv);
        game.push(last);
    }
    let at = (game.len() - 1) * (MOST - 1 - number % MOST) as usize / (MOST - 1) as usize;
    game[..=at].iter().rev().find(|position| position.legal_moves().len() > 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BuiltInGame, GameVisitor};
    use crate::players::strategies::{Choice, StrategySpec};

    struct Take<'a>(&'a str, Extent);

    impl GameVisitor for Take<'_> {
        type Output = Fingerprint;

        fn visit<G: Game>(self, start: G) -> Fingerprint {
            let spec: StrategySpec = self.0.parse().unwrap();
            let player = spec.build::<G>().unwrap();
            Fingerprint::of(&start, player.as_ref(), self.1, &AtomicBool::new(false)).unwrap()
        }
    }

    fn fingerprint(game: &str, spec: &str, extent: Extent) -> Fingerprint {
        let game: BuiltInGame = game.parse().unwrap();
        game.visit(Take(spec, extent))
    }

    const ALL: Extent = Extent::Positions(MOST);

    #[test]
    fn players_that_play_differently_have_different_fingerprints() {
        for game in ["kalah", "connect", "kalah:3x2", "connect:4x4x3"] {
            let specs = ["bad", "random", "greedy", "smart:3"];
            let all = specs.map(|spec| fingerprint(game, spec, ALL));
            for (i, one) in all.iter().enumerate() {
                assert!(!all[..i].contains(one), "{game}: {}", specs[i]);
                assert_eq!(*one, fingerprint(game, specs[i], ALL), "{game}: {}", specs[i]);
            }
        }
        assert_ne!(fingerprint("kalah", "smart:4", ALL), fingerprint("kalah", "smart:4,eval=hoard", ALL));
    }

    /// Plays the first legal move in this many positions, then thinks until it is stopped, or crashes.
    #[derive(Clone, Copy)]
    struct Tiring {
        moves: u32,
        breaks_down: bool,
    }

    impl<G: Game> Strategy<G> for Tiring {
        fn choose(&mut self, position: &G, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
            if self.moves == 0 {
                assert!(!self.breaks_down, "broken");
                while !turn.interrupt.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
                return Err(NoChoice::Interrupted);
            }
            self.moves -= 1;
            position.legal_moves().next().map(Choice::unsearched).ok_or(NoChoice::GameOver)
        }

        fn fresh(&self) -> Box<dyn Strategy<G>> {
            Box::new(*self)
        }
    }

    impl GameVisitor for Tiring {
        type Output = Fingerprint;

        fn visit<G: Game>(self, start: G) -> Fingerprint {
            let time = Extent::Time(Duration::from_millis(400));
            Fingerprint::of(&start, &self, time, &AtomicBool::new(false)).unwrap()
        }
    }

    #[test]
    fn a_slow_player_is_compared_in_exactly_as_many_positions_as_it_managed() {
        let game: BuiltInGame = "kalah".parse().unwrap();
        let slow = game.visit(Tiring { moves: 20, breaks_down: false });
        assert!(matches!(slow, Fingerprint::Choices { positions: 20, .. }), "{slow}");
        let extent = slow.extent().unwrap();
        assert_eq!(fingerprint("kalah", "bad", extent), slow);
        assert_ne!(fingerprint("kalah", "random", extent), slow);
        assert_ne!(fingerprint("kalah", "bad", ALL), slow);
    }

    #[test]
    fn a_player_that_cannot_be_compared_is_identified_by_its_build() {
        let build = Fingerprint::this_build();
        assert_eq!(build.extent(), None);
        assert_eq!(fingerprint("kalah", "smart:time=60s", ALL), build, "limited by the clock");
        let game: BuiltInGame = "kalah".parse().unwrap();
        assert_eq!(game.visit(Tiring { moves: FEWEST - 1, breaks_down: false }), build, "too slow");
        assert_eq!(game.visit(Tiring { moves: 20, breaks_down: true }), build, "broken");
    }

    #[test]
    fn a_comparison_can_be_interrupted() {
        struct Compare;

        impl GameVisitor for Compare {
            type Output = Result<Fingerprint, Interrupted>;

            fn visit<G: Game>(self, start: G) -> Self::Output {
                let spec: StrategySpec = "smart:4".parse().unwrap();
                Fingerprint::of(&start, spec.build::<G>().unwrap().as_ref(), ALL, &AtomicBool::new(true))
            }
        }

        let game: BuiltInGame = "kalah".parse().unwrap();
        assert_eq!(game.visit(Compare), Err(Interrupted));
    }

    #[test]
    fn a_fingerprint_is_read_as_it_is_written() {
        for text in ["48:0123456789abcdef", "8:0000000000000000", "build:ffffffffffffffff"] {
            assert_eq!(text.parse::<Fingerprint>().unwrap().to_string(), text);
        }
        for text in ["", "48", "49:00", "-1:00", "built:00", "8:xyz"] {
            assert_eq!(text.parse::<Fingerprint>(), Err(NotAFingerprint), "{text}");
        }
    }
}
