//! Openings: the position from which each pair of games starts.
//!
//! Two deterministic strategies from one opening play one game, twice, and ten thousand times over nothing new. So by
//! default every pair has an opening of its own. Which one is a function of (plan, pair).
//!
//! - `start`: the start position, always.
//! - `random:K`: the distinct unfinished positions exactly K plies from the start, in an order shuffled by the seed;
//!   pair p takes the p-th, and nothing repeats before all are used. Where they are too many to list
//!   ([`level::MOST_LISTED`]), a random walk of K plies for each pair.
//! - `random`: the smallest K from 6 up (from fewer where the game says so: [`Game::opening_plies`]) that has at least as
//!   many positions as there are pairs; on boards too small for that, the K that has most.
//! - `file:PATH`: the positions or move lists of a file, one a line, in order, over and over.

mod file;
pub mod level;
mod spec;

pub use spec::OpeningsSpec;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use crate::digest::Digest;
use crate::games::Game;
use crate::rng::{Purpose, Rng};
use crate::text::TextError;
use level::{Level, Path, Unlisted};

/// The openings of a run, ready to be taken.
#[derive(Debug, Clone)]
pub struct Openings<G> {
    start: G,
    seed: u64,
    source: Source<G>,
}

#[derive(Debug, Clone)]
enum Source<G> {
    Start,
    /// All positions of a level, shuffled, by their paths.
    Listed {
        plies: u32,
        paths: Vec<Path>,
    },
    Walk {
        plies: u32,
    },
    Given {
        positions: Vec<G>,
        digest: u64,
        distinct: u64,
    },
}

/// Why there are no openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unprepared {
    /// What was asked for makes no sense.
    Wrong(TextError),
    /// Everything had to stop.
    Interrupted,
}

impl From<TextError> for Unprepared {
    fn from(error: TextError) -> Unprepared {
        Unprepared::Wrong(error)
    }
}

/// How often a random walk that met the end of a game is tried again.
const MOST_WALKS: u32 = 1000;

impl<G: Game> Openings<G> {
    /// The openings for so many pairs.
    pub fn prepare(
        spec: &OpeningsSpec,
        start: G,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<G>, Unprepared> {
        if start.is_over() {
            let problem = "this game is over before it begins";
            return Err(spec.error(problem, "choose a game with moves to play").into());
        }
        let source = match spec {
            OpeningsSpec::Random(None) => enough(&start, pairs, interrupt)?,
            OpeningsSpec::Start | OpeningsSpec::Random(Some(0)) => Source::Start,
            OpeningsSpec::Random(Some(plies)) => exactly(&start, *plies, spec, interrupt)?,
            OpeningsSpec::File(path) => {
                let (positions, digest) =
                    file::read(&start, path).map_err(|fault| spec.error(fault.0, fault.1))?;
                let distinct = positions.iter().collect::<HashSet<_>>().len() as u64;
                Source::Given { positions, digest, distinct }
            }
        };
        let mut openings = Openings { start, seed, source };
        if let Source::Listed { paths, .. } = &mut openings.source {
            Rng::stream(seed, Purpose::Openings, 0).shuffle(paths);
        }
        Ok(openings)
    }

    /// The opening of a pair, counted from 0.
    pub fn take(&self, pair: u64) -> G {
        match &self.source {
            Source::Start => self.start,
            Source::Listed { plies, paths } => {
                paths[(pair % paths.len() as u64) as usize].follow(&self.start, *plies)
            }
            Source::Walk { plies } => self.walk(*plies, pair),
            Source::Given { positions, .. } => positions[(pair % positions.len() as u64) as usize],
        }
    }

    /// How many distinct openings so many pairs have; `None` where that shows only when they are taken.
    pub fn distinct(&self, pairs: u64) -> Option<u64> {
        match &self.source {
            Source::Start => Some(pairs.min(1)),
            Source::Listed { paths, .. } => Some(pairs.min(paths.len() as u64)),
            Source::Walk { .. } => None,
            Source::Given { positions, distinct, .. } => {
                let once_around = pairs >= positions.len() as u64;
                once_around.then_some(*distinct)
            }
        }
    }

    /// Whether an opening may come twice among those of so many pairs.
    pub fn may_repeat(&self, pairs: u64) -> bool {
        self.distinct(pairs) != Some(pairs)
    }

    /// Whether they all are the start position.
    pub fn are_the_start(&self) -> bool {
        matches!(self.source, Source::Start)
    }

    /// The text of an opening in `games.csv`: empty where all are the start position.
    pub fn text(&self, opening: &G) -> String {
        if self.are_the_start() { String::new() } else { opening.to_string() }
    }

    /// How many plies from the start they are, where all are equally far.
    pub fn plies(&self) -> Option<u32> {
        match self.source {
            Source::Start => Some(0),
            Source::Listed { plies, .. } | Source::Walk { plies } => Some(plies),
            Source::Given { .. } => None,
        }
    }

    /// What distinguishes the content of a file of openings from any other.
    pub fn digest(&self) -> Option<u64> {
        match self.source {
            Source::Given { digest, .. } => Some(digest),
            _ => None,
        }
    }

    /// Random moves until the game is so many plies old. Where chance always meets the end of the game before that,
    /// the longest unfinished beginning found.
    fn walk(&self, plies: u32, pair: u64) -> G {
        let mut rng = Rng::stream(self.seed, Purpose::Walk, pair);
        let mut longest = (0, self.start);
        for _ in 0..MOST_WALKS {
            let mut position = self.start;
            let mut walked = 0;
            while walked < plies {
                let Some(mv) = rng.choose(position.legal_moves()) else { break };
                let next = position.after(mv);
                if next.is_over() {
                    break;
                }
                position = next;
                walked += 1;
            }
            if walked == plies {
                return position;
            }
            if walked > longest.0 {
                longest = (walked, position);
            }
        }
        longest.1
    }
}

/// The smallest level from [`Game::opening_plies`] up with so many positions; where there is none, the level that has most.
fn enough<G: Game>(start: &G, pairs: u64, interrupt: &AtomicBool) -> Result<Source<G>, Unprepared> {
    let fewest = start.opening_plies();
    let mut level = Level::start();
    let mut largest = level.clone();
    loop {
        level = match level.next(start, interrupt) {
            Ok(next) if next.paths().is_empty() => return Ok(largest.into()),
            Ok(next) if next.plies() >= fewest && next.paths().len() as u64 >= pairs => {
                return Ok(next.into());
            }
            Ok(next) => next,
            Err(Unlisted::TooMany) => {
                return Ok(Source::Walk { plies: fewest.max(level.plies() + 1) });
            }
            Err(Unlisted::Interrupted) => return Err(Unprepared::Interrupted),
            Err(Unlisted::TooLong) => return Ok(largest.into()),
        };
        if level.paths().len() > largest.paths().len() {
            largest = level.clone();
        }
    }
}

/// The level of exactly so many plies.
fn exactly<G: Game>(
    start: &G,
    plies: u32,
    spec: &OpeningsSpec,
    interrupt: &AtomicBool,
) -> Result<Source<G>, Unprepared> {
    let mut level = Level::start();
    while level.plies() < plies {
        level = match level.next(start, interrupt) {
            Ok(next) if next.paths().is_empty() => {
                let problem = format!("no game is still going on after {plies} plies");
                return Err(spec.error(problem, format!("choose at most random:{}", level.plies())).into());
            }
            Ok(next) => next,
            Err(Unlisted::TooMany | Unlisted::TooLong) => return Ok(Source::Walk { plies }),
            Err(Unlisted::Interrupted) => return Err(Unprepared::Interrupted),
        };
    }
    Ok(level.into())
}

impl<G> From<Level> for Source<G> {
    fn from(level: Level) -> Source<G> {
        Source::Listed { plies: level.plies(), paths: level.into_paths() }
    }
}

/// Sixty-four bits that distinguish positions of one game.
fn fingerprint<G: Game>(position: &G) -> u64 {
    use std::hash::Hasher as _;

    let mut digest = Digest::default();
    position.hash(&mut digest);
    digest.finish()
}
