//! Running counts of the games between two players.
//!
//! A tally is built in the same way while playing and when reading a file again, so the two cannot differ.

use super::distinct::{Added, Distinct};
use super::identity::Identity;
use super::pairs::{PairKey, Pairs};
use super::{Counts, Results};
use crate::digest::Digest;

/// The result of a game as a tally counts it, from the view of player a.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameResult<'a> {
    pub number: u64,
    /// Its pair, if it has one.
    pub pair: Option<PairKey>,
    /// Whether a has the first side.
    pub a_is_first: bool,
    /// The half points of a: 0, 1 or 2.
    pub half_points: u8,
    /// The points of a on the board minus those of b.
    pub margin: i64,
    pub plies: Option<u32>,
    /// How it ended: a number below [`ENDINGS`] for each way.
    pub ending: usize,
    /// Whether the loser forfeited it.
    pub is_forfeit: bool,
    /// The names of the first and the second side.
    pub players: [&'a str; 2],
    pub opening: &'a str,
    /// Its moves, if known. With players and opening they tell whether a game is a repeat.
    pub moves: Option<&'a str>,
}

/// The number of ways in which a game can end, with room for more.
pub(crate) const ENDINGS: usize = 8;

/// Running counts of a match between a and b.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    /// Games that a lost, drew and won as first and as second.
    by_side: [[u64; 3]; 2],
    /// Pairs by a's half points: 0 to 4.
    pairs: [u64; 5],
    /// The first games of pairs, waiting for the second.
    halves: Pairs<Half>,
    /// Whether the last game completed a pair.
    is_even: bool,
    /// Whether both games of every complete pair have the same moves: the players chose the same in each position.
    same_moves: bool,
    /// Games without a pair, by a's half points.
    single: [u64; 3],
    plies: u64,
    /// The games whose plies are known.
    with_plies: u64,
    margin: i64,
    /// Games by how they ended.
    endings: [u64; ENDINGS],
    /// The same of the games that a and b forfeited.
    forfeits: [[u64; ENDINGS]; 2],
    /// What has been seen, if games may repeat.
    seen: Option<Seen>,
}

/// The first game of a pair, until the second comes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Half {
    pub number: u64,
    /// The half points of a.
    pub points: u8,
    /// Whether the game is not a repeat.
    is_new: bool,
    round: u64,
    /// Its part in the identity of the pair.
    identity: Identity,
    /// The digest of its opening and moves, as long as pairs have the same moves; `None` if it was forfeited.
    moves: Option<u64>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Completed {
    /// The first game of the pair; `None` if the game is without a pair.
    pub first: Option<Half>,
    /// The pair, or the game without a pair.
    pub unit: RatedUnit,
    /// Its effect on the results that ratings are computed from.
    pub rated: Rated,
    /// What tells it from other units; not computed if games cannot repeat.
    pub identity: Identity,
}

/// The effect of a unit on the results that ratings are computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rated {
    /// None: it is a repeat.
    Nothing,
    /// It is one more.
    Unit,
    /// There are too many to remember. From now on ratings are computed from the sample of
    /// [`rated_pairs`](Tally::rated_pairs).
    Sample,
}

/// A pair, or a game without a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RatedUnit {
    /// The number of units the two players had before: in a tournament all pairings play the same opening in the same round.
    pub round: u64,
    pub half_points: u8,
    pub games: u8,
}

impl Half {
    /// The game as a unit of its own.
    fn unit(&self) -> RatedUnit {
        RatedUnit { round: self.round, half_points: self.points, games: 1 }
    }
}

/// The games, openings and pairs seen so far. The capacities keep it below thirty megabytes.
#[derive(Debug, Clone)]
struct Seen {
    openings: Distinct<()>,
    games: Distinct<()>,
    pairs: Distinct<SeenPair>,
    /// The number of distinct pairs by their half points.
    counts: [u64; 5],
}

/// What is kept of a pair, in five bytes.
#[derive(Debug, Clone, Copy, Default)]
struct SeenPair {
    round: [u8; 4],
    half_points: u8,
}

impl Seen {
    fn new(share: usize) -> Seen {
        let most = |most: usize| (most / share).max(LEAST);
        Seen {
            openings: Distinct::new(most(MOST_PAIRS)),
            games: Distinct::new(most(MOST_GAMES)),
            pairs: Distinct::new(most(MOST_PAIRS)),
            counts: [0; 5],
        }
    }

    fn add_pair(&mut self, hash: u64, unit: RatedUnit) -> Rated {
        let half_points = unit.half_points;
        match self.pairs.add(hash, SeenPair { round: (unit.round as u32).to_le_bytes(), half_points }) {
            Added::Known => Rated::Nothing,
            Added::New => {
                self.counts[usize::from(half_points)] += self.pairs.weight();
                Rated::Unit
            }
            Added::Thinned => {
                self.counts =
                    [0, 1, 2, 3, 4].map(|points| self.pairs.count_where(|pair| pair.half_points == points));
                Rated::Sample
            }
        }
    }
}

const MOST_GAMES: usize = 1 << 20;
const MOST_PAIRS: usize = 1 << 19;
/// The least capacity, however many tallies share the memory.
const LEAST: usize = 1 << 12;

/// The number of distinct items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DistinctCount {
    /// The number, or an estimate of it.
    pub count: u64,
    pub is_estimate: bool,
}

impl Tally {
    /// No games yet. If no opening repeats, no game does, and nothing needs to be remembered.
    pub(crate) fn new(openings_may_repeat: bool) -> Tally {
        Tally::sharing(openings_may_repeat, 1)
    }

    /// No games yet, in one of `share` tallies that share the memory.
    pub(crate) fn sharing(openings_may_repeat: bool, share: usize) -> Tally {
        Tally {
            by_side: [[0; 3]; 2],
            pairs: [0; 5],
            halves: Pairs::default(),
            is_even: true,
            same_moves: true,
            single: [0; 3],
            plies: 0,
            with_plies: 0,
            margin: 0,
            endings: [0; ENDINGS],
            forfeits: [[0; ENDINGS]; 2],
            seen: openings_may_repeat.then(|| Seen::new(share)),
        }
    }

    /// Counts a game. Games in order are in the round that follows those before.
    pub(crate) fn add(&mut self, game: &GameResult<'_>) -> Option<Completed> {
        self.add_in_round(game, |units| units)
    }

    /// Counts a game. `round` is asked for the round of a new unit, and is given the number of units before.
    pub(crate) fn add_in_round(
        &mut self,
        game: &GameResult<'_>,
        round: impl FnOnce(u64) -> u64,
    ) -> Option<Completed> {
        let (identity, is_new) = self.count(game);
        let known = game.moves.filter(|moves| self.same_moves && !game.is_forfeit && !moves.is_empty());
        let moves = known.map(|moves| Digest::of([game.opening, moves]));
        let first = game.pair.and_then(|key| self.halves.take(key));
        self.is_even = first.is_some();
        if let Some(first) = first {
            self.same_moves = moves.is_some() && moves == first.moves;
            let half_points = first.points + game.half_points;
            self.pairs[usize::from(half_points)] += 1;
            let unit = RatedUnit { round: first.round, half_points, games: 2 };
            let identity = first.identity.paired(identity);
            let hash = identity.hash().unwrap_or_else(|| self.unique());
            let rated = match &mut self.seen {
                Some(seen) => seen.add_pair(hash, unit),
                None => Rated::Unit,
            };
            return Some(Completed { first: Some(first), unit, rated, identity });
        }
        let round = round(self.units());
        let half = Half { number: game.number, points: game.half_points, is_new, round, identity, moves };
        match game.pair {
            Some(key) => {
                self.halves.wait(key, half);
                None
            }
            None => {
                self.single[usize::from(half.points)] += 1;
                let rated = if is_new { Rated::Unit } else { Rated::Nothing };
                Some(Completed { first: None, unit: half.unit(), rated, identity })
            }
        }
    }

    /// The sample of pairs that ratings are computed from, once there are too many to remember.
    pub(crate) fn rated_pairs(&self) -> impl Iterator<Item = RatedUnit> {
        let pairs = self.seen.iter().flat_map(|seen| seen.pairs.values());
        pairs.map(|pair| RatedUnit {
            round: u64::from(u32::from_le_bytes(pair.round)),
            half_points: pair.half_points,
            games: 2,
        })
    }

    /// The games whose pair is incomplete, without repeats if those are known.
    pub(crate) fn rated_halves(&self) -> impl Iterator<Item = RatedUnit> {
        let is_rated = |half: &&Half| half.is_new || self.seen.is_none();
        self.halves.waiting().filter(is_rated).map(Half::unit)
    }

    /// The games whose pair is incomplete.
    pub(crate) fn halves(&self) -> impl Iterator<Item = RatedUnit> {
        self.halves.waiting().map(Half::unit)
    }

    /// The number of games that wait for the second of their pair.
    pub(crate) fn waiting(&self) -> usize {
        self.halves.len()
    }

    /// The number of units, complete or not.
    fn units(&self) -> u64 {
        self.pairs.iter().chain(&self.single).sum::<u64>() + self.halves.len() as u64
    }

    /// The same counts as of a tally that takes no game for a repeat.
    #[must_use]
    pub(crate) fn ignoring_repeats(self) -> Tally {
        Tally { seen: None, ..self }
    }

    /// Counts what does not depend on the pair. Returns the part of the game in the identity of its pair, and whether it is
    /// new.
    fn count(&mut self, game: &GameResult<'_>) -> (Identity, bool) {
        self.by_side[usize::from(!game.a_is_first)][usize::from(game.half_points)] += 1;
        self.plies += u64::from(game.plies.unwrap_or_default());
        self.with_plies += u64::from(game.plies.is_some());
        self.margin += game.margin;
        self.endings[game.ending] += 1;
        if game.is_forfeit {
            self.forfeits[usize::from(game.half_points > 0)][game.ending] += 1;
        }
        if self.seen.is_none() {
            return (Identity::Unknown, true);
        }
        let identity = Identity::of(game);
        let hash = identity.hash().unwrap_or_else(|| self.unique());
        let Some(seen) = &mut self.seen else { return (identity, true) };
        let is_new = seen.games.add(hash, ()) != Added::Known;
        seen.openings.add(Digest::of([game.opening]), ());
        (identity.part(game.a_is_first), is_new)
    }

    /// The hash of a unit that cannot be told from others, and counts as new.
    fn unique(&self) -> u64 {
        Digest::of(["", &self.games().to_string()])
    }

    pub(crate) fn games(&self) -> u64 {
        self.by_side.as_flattened().iter().sum()
    }

    /// Games that a lost, drew and won as first and as second.
    pub(crate) fn by_side(&self) -> [[u64; 3]; 2] {
        self.by_side
    }

    /// Games that a lost, drew and won.
    pub(crate) fn results(&self) -> [u64; 3] {
        let [first, second] = self.by_side;
        [first[0] + second[0], first[1] + second[1], first[2] + second[2]]
    }

    /// Complete pairs by a's half points: LL, LD, WL and DD, WD, WW.
    pub(crate) fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Games by how they ended.
    pub(crate) fn endings(&self) -> [u64; ENDINGS] {
        self.endings
    }

    /// The games that a and b forfeited, by how they ended.
    pub(crate) fn forfeits(&self) -> [[u64; ENDINGS]; 2] {
        self.forfeits
    }

    /// The mean number of plies per game, if that is known.
    pub(crate) fn mean_plies(&self) -> Option<f64> {
        (self.with_plies > 0).then(|| self.plies as f64 / self.with_plies as f64)
    }

    /// The mean of a's points minus b's points per game.
    pub(crate) fn mean_margin(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.margin as f64 / self.games() as f64)
    }

    /// The number of games that differ in players, opening or moves.
    pub(crate) fn distinct_games(&self) -> DistinctCount {
        self.distinct(self.games(), |seen| (seen.games.count(), seen.games.is_estimate()))
    }

    pub(crate) fn distinct_openings(&self) -> DistinctCount {
        self.distinct(self.games().div_ceil(2), |seen| (seen.openings.count(), seen.openings.is_estimate()))
    }

    fn distinct(&self, all: u64, counted: impl Fn(&Seen) -> (u64, bool)) -> DistinctCount {
        let (count, is_estimate) = self.seen.as_ref().map_or((all, false), counted);
        DistinctCount { count: count.min(all), is_estimate }
    }

    /// The sample that intervals are computed from: the distinct pairs, or the games if there are no pairs.
    pub(crate) fn sample(&self) -> Counts {
        self.sample_of(self.seen.as_ref().map_or(self.pairs, |seen| seen.counts))
    }

    /// The same if no game is taken for a repeat.
    pub(crate) fn sample_with_repeats(&self) -> Counts {
        self.sample_of(self.pairs)
    }

    fn sample_of(&self, pairs: [u64; 5]) -> Counts {
        if self.pairs.iter().all(|&count| count == 0) {
            let [losses, draws, wins] = self.results();
            return Counts::games(losses, draws, wins);
        }
        Counts::pairs(pairs)
    }

    pub(crate) fn for_crosstable(&self) -> Results {
        let mut single = self.single;
        for half in self.halves.waiting() {
            single[usize::from(half.points)] += 1;
        }
        Results { games: self.results(), single, pairs: self.pairs }
    }

    /// Whether there are pairs, and both games of each have the same moves.
    pub(crate) fn has_same_moves(&self) -> bool {
        self.same_moves && self.pairs.iter().any(|&count| count > 0)
    }

    /// Whether the last game completed a pair.
    pub(crate) fn is_even(&self) -> bool {
        self.is_even
    }
}
