//! Running counts of the games between two players.
//!
//! A tally is built from rows of `games.csv`, both while playing and when reading them again, so the two cannot differ.

use super::distinct::{Added, Distinct};
use super::faults::Forfeits;
use super::row::GameRow;
use crate::digest::Digest;
use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::stats::{Counts, Results};

/// Running counts of a match between a and b.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    a: String,
    /// Games that a lost, drew and won as first and as second.
    by_side: [[u64; 3]; 2],
    /// Pairs by a's half points: 0 to 4.
    pairs: [u64; 5],
    /// The first game of a pair, waiting for the second.
    half: Option<Half>,
    /// Games without a second game, by a's half points.
    single: [u64; 3],
    plies: u64,
    margin: i64,
    /// The number of games that ended for each reason.
    reasons: [u64; Reason::ALL.len()],
    /// The games that a and b forfeited.
    forfeits: [Forfeits; 2],
    /// What has been seen, if games may repeat.
    seen: Option<Seen>,
}

#[derive(Debug, Clone, Copy)]
struct Half {
    pair: u64,
    points: u8,
    hash: u64,
    /// Whether the game is not a repeat.
    is_new: bool,
}

/// The effect of a game on the results that ratings are computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rated {
    /// Nothing, or nothing yet: it is the first of a pair, or a repeat.
    Nothing,
    /// It completed a unit.
    Unit(RatedUnit),
    /// There are too many to remember. From now on ratings are computed from the sample of
    /// [`rated_pairs`](Tally::rated_pairs).
    Sample,
}

/// A pair that is not a repeat, or a game without a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RatedUnit {
    /// The number of units the two players had before: in a tournament all pairings play the same opening in the same round.
    pub round: u64,
    /// The half points of a.
    pub half_points: u8,
    /// The number of games.
    pub games: u8,
}

impl Half {
    /// The game as a unit of its own.
    fn rated(&self, round: u64) -> Option<RatedUnit> {
        self.is_new.then_some(RatedUnit { round, half_points: self.points, games: 1 })
    }
}

/// The games, openings and pairs seen so far. The capacities keep it below fifty megabytes.
#[derive(Debug, Clone)]
struct Seen {
    openings: Distinct<()>,
    games: Distinct<()>,
    pairs: Distinct<SeenPair>,
    /// The number of distinct pairs by their half points.
    counts: [u64; 5],
}

/// What is kept of a pair. It takes no more memory than the half points alone would.
#[derive(Debug, Clone, Copy)]
struct SeenPair {
    round: u32,
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
        match self.pairs.add(hash, SeenPair { round: unit.round as u32, half_points }) {
            Added::Known => Rated::Nothing,
            Added::New => {
                self.counts[usize::from(half_points)] += self.pairs.weight();
                Rated::Unit(unit)
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
    /// Whether it is an estimate.
    pub is_estimate: bool,
}

impl Tally {
    /// No games yet. If no opening repeats, no game does, and nothing needs to be remembered.
    pub(crate) fn new(a: &str, openings_may_repeat: bool) -> Tally {
        Tally::sharing(a, openings_may_repeat, 1)
    }

    /// No games yet, in one of `share` tallies that share the memory.
    pub(crate) fn sharing(a: &str, openings_may_repeat: bool, share: usize) -> Tally {
        Tally {
            a: a.to_owned(),
            by_side: [[0; 3]; 2],
            pairs: [0; 5],
            half: None,
            single: [0; 3],
            plies: 0,
            margin: 0,
            reasons: [0; Reason::ALL.len()],
            forfeits: [Forfeits::default(); 2],
            seen: openings_may_repeat.then(|| Seen::new(share)),
        }
    }

    /// Counts the next game in order.
    pub(crate) fn add(&mut self, row: &GameRow<'_>) -> Rated {
        let game = self.count(row);
        let round = self.rounds();
        match self.half.replace(game) {
            None => Rated::Nothing,
            Some(first) if first.pair != game.pair => {
                self.single[usize::from(first.points)] += 1;
                first.rated(round).map_or(Rated::Nothing, Rated::Unit)
            }
            Some(first) => {
                self.half = None;
                let half_points = first.points + game.points;
                self.pairs[usize::from(half_points)] += 1;
                let unit = RatedUnit { round, half_points, games: 2 };
                match &mut self.seen {
                    Some(seen) => seen.add_pair(first.hash.rotate_left(1) ^ game.hash, unit),
                    None => Rated::Unit(unit),
                }
            }
        }
    }

    /// The sample of pairs that ratings are computed from, once there are too many to remember.
    pub(crate) fn rated_pairs(&self) -> impl Iterator<Item = RatedUnit> {
        let pairs = self.seen.iter().flat_map(|seen| seen.pairs.values());
        pairs.map(|pair| RatedUnit { round: u64::from(pair.round), half_points: pair.half_points, games: 2 })
    }

    /// The last game, while its pair is incomplete.
    pub(crate) fn rated_half(&self) -> Option<RatedUnit> {
        self.half.as_ref().and_then(|half| half.rated(self.rounds()))
    }

    /// The number of complete units.
    fn rounds(&self) -> u64 {
        self.pairs.iter().chain(&self.single).sum()
    }

    /// Counts a game without a pair.
    pub(crate) fn add_unpaired(&mut self, row: &GameRow<'_>) {
        let game = self.count(row);
        self.single[usize::from(game.points)] += 1;
    }

    fn count(&mut self, row: &GameRow<'_>) -> Half {
        let side = if row.players[0] == self.a { Side::First } else { Side::Second };
        let half_points = match row.outcome {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Draw => 1,
            Outcome::Win(_) => 0,
        };
        self.by_side[side.index()][usize::from(half_points)] += 1;
        self.plies += u64::from(row.plies);
        let [own, other] = [row.points[side.index()], row.points[side.other().index()]];
        self.margin += i64::from(own) - i64::from(other);
        if let Some(reason) = Reason::ALL.iter().position(|&reason| reason == row.reason) {
            self.reasons[reason] += 1;
        }
        if let Some(player) = row.forfeited_by() {
            self.forfeits[usize::from(player != self.a)].add(row.reason);
        }
        let (hash, is_new) = self.remember(row);
        Half { pair: row.pair, points: half_points, hash, is_new }
    }

    /// Remembers the game and its opening. Returns the hash of the game, and whether it is new.
    fn remember(&mut self, row: &GameRow<'_>) -> (u64, bool) {
        let Some(seen) = &mut self.seen else { return (0, true) };
        let hash = Digest::of([row.players[0], row.players[1], row.opening, row.moves]);
        let is_new = seen.games.add(hash, ()) != Added::Known;
        seen.openings.add(Digest::of([row.opening]), ());
        (hash, is_new)
    }

    /// The number of games.
    pub(crate) fn games(&self) -> u64 {
        self.by_side.as_flattened().iter().sum()
    }

    /// Games that a lost, drew and won as one side.
    pub(crate) fn by_side(&self, side: Side) -> [u64; 3] {
        self.by_side[side.index()]
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

    /// The number of games that ended for a reason.
    pub(crate) fn ended_by(&self, reason: Reason) -> u64 {
        Reason::ALL.iter().position(|&one| one == reason).map_or(0, |i| self.reasons[i])
    }

    /// The games that a and b forfeited.
    pub(crate) fn forfeits(&self) -> [Forfeits; 2] {
        self.forfeits
    }

    /// The mean number of plies per game.
    pub(crate) fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    /// The mean of a's points minus b's points per game.
    pub(crate) fn mean_margin(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.margin as f64 / self.games() as f64)
    }

    /// The number of games that differ in players, opening or moves.
    pub(crate) fn distinct_games(&self) -> DistinctCount {
        self.distinct(self.games(), |seen| (seen.games.count(), seen.games.is_estimate()))
    }

    /// The number of distinct openings.
    pub(crate) fn distinct_openings(&self) -> DistinctCount {
        self.distinct(self.games().div_ceil(2), |seen| (seen.openings.count(), seen.openings.is_estimate()))
    }

    fn distinct(&self, all: u64, counted: impl Fn(&Seen) -> (u64, bool)) -> DistinctCount {
        let (count, is_estimate) = self.seen.as_ref().map_or((all, false), counted);
        DistinctCount { count: count.min(all), is_estimate }
    }

    /// The sample that intervals are computed from: the distinct pairs, or the games if there are no pairs.
    pub(crate) fn sample(&self) -> Counts {
        if self.pairs.iter().all(|&count| count == 0) {
            let [losses, draws, wins] = self.results();
            return Counts::games(losses, draws, wins);
        }
        Counts::pairs(self.seen.as_ref().map_or(self.pairs, |seen| seen.counts))
    }

    /// All results, for a crosstable.
    pub(crate) fn for_crosstable(&self) -> Results {
        let mut single = self.single;
        if let Some(half) = &self.half {
            single[usize::from(half.points)] += 1;
        }
        Results { games: self.results(), single, pairs: self.pairs }
    }

    /// Whether the last game completed a pair.
    pub(crate) fn is_even(&self) -> bool {
        self.half.is_none()
    }
}
