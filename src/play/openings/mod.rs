//! Openings: the position from which each pair of games starts.
//!
//! From one opening, two deterministic strategies play the same two games over and over. So by
//! default every pair has its own opening, which is a function of (plan, pair).
//!
//! - `start`: the start position, always.
//! - `random:K`: the distinct unfinished positions exactly K plies from the start, in an order shuffled by the seed;
//!   pair p takes the p-th, and none repeats before all are used. If there are too many to list
//!   (`level::most_listed`), each pair takes a random walk of K plies. If random games do not last that long, an
//!   error names the largest possible K.
//! - `random`: the smallest K from 6 up (lower if the game says so: [`Game::opening_plies`]) that has at least as
//!   many positions as there are pairs; on boards too small for that, the K that has the most. On boards so large that a level
//!   before that cannot be listed (15x15 has 5.6 million positions after 3 plies) random walks of 6 plies, or one more than could
//!   be listed.
//! - `balanced:K`, `balanced`: those of `random` that are about even, see `balance`; without K, the smallest level with four
//!   times as many positions as there are pairs.
//! - `file:PATH`: the positions or move lists of a file, one per line, in order, repeated as needed; or the games of a PGN, with
//!   `,plies=N` the first N plies of each.
//! - Each of these with `,skip=N`: without its first N, so that two runs of one seed have no opening in common.

mod balance;
mod file;
pub(crate) mod level;
mod loaded;
mod pgn;
mod spec;

pub use loaded::LoadedOpenings;
pub use spec::OpeningsSpec;

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::digest::Digest;
use crate::games::Game;
use crate::rng::{Purpose, Rng};
use crate::text::TextError;
use level::{Level, Path, Unlisted};
use thiserror::Error;

/// The openings of a run.
#[derive(Debug, Clone)]
pub struct Openings<P> {
    start: P,
    seed: u64,
    source: Source<P>,
    /// How many are not used.
    skipped: u64,
}

#[derive(Debug, Clone)]
enum Source<P> {
    Start,
    /// All positions of a level, shuffled, by their paths.
    Listed {
        plies: u32,
        paths: Vec<Path>,
    },
    Walk {
        plies: u32,
        /// How far from even an opening may be, if that matters.
        most_uneven: Option<u32>,
    },
    Given {
        positions: Vec<P>,
        digest: u64,
        distinct: u64,
    },
}

/// Why there are no openings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The spec is invalid for this game.
    #[error(transparent)]
    Wrong(#[from] TextError),
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The number of random games that show how long random games last.
const SAMPLED_WALKS: usize = 10_000;

/// How many of them must last long enough. At one in a thousand, an opening is found in milliseconds.
const LONG_WALKS: usize = 10;

impl<G: Game> Openings<G> {
    /// The openings of a spec for this many pairs.
    pub fn prepare(
        spec: &OpeningsSpec,
        start: G,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<G>, OpeningsError> {
        LoadedOpenings::load(spec)?.prepare(start, pairs, seed, interrupt)
    }

    /// The openings for this many pairs, from `random` or `start`.
    fn find(
        spec: &OpeningsSpec,
        start: G,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<G>, OpeningsError> {
        check_playable(spec, &start)?;
        let source = match spec {
            OpeningsSpec::Random(None) => enough(&start, pairs, interrupt)?,
            OpeningsSpec::Balanced(None) => {
                enough(&start, pairs.saturating_mul(balance::PART as u64), interrupt)?
            }
            OpeningsSpec::Random(Some(plies)) | OpeningsSpec::Balanced(Some(plies)) if *plies > 0 => {
                exactly(&start, *plies, spec, interrupt)?
            }
            OpeningsSpec::Start
            | OpeningsSpec::Random(_)
            | OpeningsSpec::Balanced(_)
            | OpeningsSpec::File { .. }
            | OpeningsSpec::Skip { .. } => Source::Start,
        };
        let mut openings = Openings { start, seed, source, skipped: 0 };
        let limit = match spec {
            OpeningsSpec::Balanced(_) => Some(openings.unevenness()),
            _ => None,
        };
        if let Source::Listed { paths, .. } = &mut openings.source {
            Rng::stream(seed, Purpose::Openings, 0).shuffle(paths);
        }
        if let Some(most) = limit {
            openings.keep_even(most, pairs, interrupt)?;
        }
        Ok(openings)
    }

    /// How far from even the best quarter of the openings is.
    fn unevenness(&self) -> u32 {
        match &self.source {
            Source::Listed { plies, paths } => balance::limit(paths.len(), &|number| {
                balance::distance(&paths[number].follow(&self.start, *plies))
            }),
            Source::Walk { plies, .. } => {
                // Those of one seed stand for all.
                let walks = Openings {
                    start: self.start,
                    seed: 0,
                    source: Source::Walk { plies: *plies, most_uneven: None },
                    skipped: 0,
                };
                balance::limit(usize::MAX, &|number| balance::distance(&walks.take(number as u64)))
            }
            Source::Start | Source::Given { .. } => 0,
        }
    }

    /// Leaves only openings that are this close to even.
    fn keep_even(&mut self, most: u32, pairs: u64, interrupt: &AtomicBool) -> Result<(), OpeningsError> {
        match &mut self.source {
            Source::Listed { plies, paths } => {
                let is_balanced = |path: Path| balance::distance(&path.follow(&self.start, *plies)) <= most;
                *paths = balance::filter(paths, &is_balanced, pairs, interrupt)
                    .ok_or(OpeningsError::Interrupted)?;
            }
            Source::Walk { most_uneven, .. } => *most_uneven = Some(most),
            Source::Start | Source::Given { .. } => {}
        }
        Ok(())
    }

    /// The opening of a pair, counted from 0.
    pub fn take(&self, pair: u64) -> G {
        match &self.source {
            Source::Start | Source::Given { .. } => *self.given(pair),
            Source::Listed { plies, paths } => {
                paths[(self.place(pair) % paths.len() as u64) as usize].follow(&self.start, *plies)
            }
            Source::Walk { plies, most_uneven } => self.walk(*plies, *most_uneven, self.place(pair)),
        }
    }

    /// Random moves until the game is this many plies old, tried again if it ends before. [`exactly`] has made sure
    /// that some games last that long.
    fn walk(&self, plies: u32, most_uneven: Option<u32>, pair: u64) -> G {
        let mut rng = Rng::stream(self.seed, Purpose::Walk, pair);
        let is_even = |position: &G| most_uneven.is_none_or(|most| balance::distance(position) <= most);
        loop {
            let (walked, position) = walk(&self.start, plies, &mut rng);
            if walked == plies && is_even(&position) {
                return position;
            }
        }
    }
}

impl<P> Openings<P> {
    /// The start position, always.
    pub(crate) fn at_start(start: P) -> Openings<P> {
        Openings { start, seed: 0, source: Source::Start, skipped: 0 }
    }

    /// The openings from a file, and how many of them differ.
    pub(crate) fn of_file(start: P, positions: Vec<P>, digest: u64, distinct: u64) -> Openings<P> {
        Openings { start, seed: 0, source: Source::Given { positions, digest, distinct }, skipped: 0 }
    }

    /// The same without the first ones.
    pub(crate) fn skipping(self, skipped: u64) -> Openings<P> {
        Openings { skipped, ..self }
    }

    /// The opening of a pair, counted from 0, if openings are not found by playing; else the start position.
    pub(crate) fn given(&self, pair: u64) -> &P {
        match &self.source {
            Source::Given { positions, .. } => {
                &positions[(self.place(pair) % positions.len() as u64) as usize]
            }
            _ => &self.start,
        }
    }

    /// The positions of a file, or the start position.
    pub(crate) fn all_given(&self) -> &[P] {
        match &self.source {
            Source::Given { positions, .. } => positions,
            _ => std::slice::from_ref(&self.start),
        }
    }

    fn place(&self, pair: u64) -> u64 {
        pair.saturating_add(self.skipped)
    }

    /// The start position of the game.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The number of distinct openings of this many pairs; `None` if it is known only once they are taken.
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

    /// Whether an opening may occur twice in this many pairs.
    pub fn may_repeat(&self, pairs: u64) -> bool {
        self.distinct(pairs) != Some(pairs)
    }

    /// Whether all openings are the start position.
    pub fn are_the_start(&self) -> bool {
        matches!(self.source, Source::Start)
    }

    /// Appends the text of an opening in `games.csv`: nothing if all are the start position.
    pub fn write_text(&self, opening: &P, text: &mut String)
    where
        P: fmt::Display,
    {
        if !self.are_the_start() {
            // A string takes whatever is written.
            let _ = write!(text, "{opening}");
        }
    }

    /// The number of plies from the start, if it is the same for all.
    pub fn plies(&self) -> Option<u32> {
        match self.source {
            Source::Start => Some(0),
            Source::Listed { plies, .. } | Source::Walk { plies, .. } => Some(plies),
            Source::Given { .. } => None,
        }
    }

    /// A digest of the content of an openings file.
    pub fn digest(&self) -> Option<u64> {
        match self.source {
            Source::Given { digest, .. } => Some(digest),
            _ => None,
        }
    }
}

/// Plays up to this many random moves without ending the game; returns their number and the resulting position.
fn walk<G: Game>(start: &G, plies: u32, rng: &mut Rng) -> (u32, G) {
    let mut position = *start;
    for walked in 0..plies {
        let next = match rng.choose(position.legal_moves()) {
            Some(mv) => position.after(mv),
            None => return (walked, position),
        };
        if next.is_over() {
            return (walked, position);
        }
        position = next;
    }
    (plies, position)
}

/// Random walks of this many plies, if enough random games last that long; else an error with the largest number.
fn walks<G: Game>(
    start: &G,
    plies: u32,
    spec: &OpeningsSpec,
    interrupt: &AtomicBool,
) -> Result<Source<G>, OpeningsError> {
    // Any fixed seed will do: how long games last depends on the game.
    let mut rng = Rng::stream(0, Purpose::Walk, 0);
    let (mut lengths, mut long) = (Vec::new(), 0);
    while long < LONG_WALKS && lengths.len() < SAMPLED_WALKS {
        if interrupt.load(Ordering::Relaxed) {
            return Err(OpeningsError::Interrupted);
        }
        let (walked, _) = walk(start, plies, &mut rng);
        long += usize::from(walked == plies);
        lengths.push(walked);
    }
    if long == LONG_WALKS {
        return Ok(Source::Walk { plies, most_uneven: None });
    }
    Err(too_long(plies, lengths, spec).into())
}

/// The error about walks of this many plies, if random games have these lengths. Outside the generic code, so that sorting is
/// compiled once.
fn too_long(plies: u32, mut lengths: Vec<u32>, spec: &OpeningsSpec) -> TextError {
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    let most = lengths.get(LONG_WALKS - 1).copied().unwrap_or(0);
    let problem = format!("random games do not last {plies} plies");
    spec.error(problem, format!("choose at most random:{most}"))
}

/// Games without a move to play have no openings.
fn check_playable<G: Game>(spec: &OpeningsSpec, start: &G) -> Result<(), TextError> {
    if start.is_over() {
        let problem = "this game is over before it begins";
        return Err(spec.error(problem, "choose a game with moves to play"));
    }
    Ok(())
}

/// The smallest level from [`Game::opening_plies`] up with this many positions; if there is none, the largest level.
fn enough<G: Game>(start: &G, pairs: u64, interrupt: &AtomicBool) -> Result<Source<G>, OpeningsError> {
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
                return Ok(Source::Walk { plies: fewest.max(level.plies() + 1), most_uneven: None });
            }
            Err(Unlisted::Interrupted) => return Err(OpeningsError::Interrupted),
            Err(Unlisted::TooLong) => return Ok(largest.into()),
        };
        if level.paths().len() > largest.paths().len() {
            largest = level.clone();
        }
    }
}

/// The level of exactly this many plies.
fn exactly<G: Game>(
    start: &G,
    plies: u32,
    spec: &OpeningsSpec,
    interrupt: &AtomicBool,
) -> Result<Source<G>, OpeningsError> {
    if plies > Level::most_plies(start) {
        return walks(start, plies, spec, interrupt);
    }
    let mut level = Level::start();
    while level.plies() < plies {
        level = match level.next(start, interrupt) {
            Ok(next) if next.paths().is_empty() => {
                let problem = format!("every game is over within {plies} plies");
                return Err(spec.error(problem, format!("choose at most random:{}", level.plies())).into());
            }
            Ok(next) => next,
            Err(Unlisted::TooMany | Unlisted::TooLong) => return walks(start, plies, spec, interrupt),
            Err(Unlisted::Interrupted) => return Err(OpeningsError::Interrupted),
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
