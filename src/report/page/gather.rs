//! The first pass over the games of a run: everything that is counted over all games, in bounded memory.

use std::collections::HashMap;

use super::course::Course;
use super::histogram::Bins;
use super::openings::OpeningCounts;
use crate::digest::Digest;
use crate::games::{Outcome, Side};
use crate::play::schedule::Pairing;
use crate::stats::Counts;
use crate::store::Tallies;
use crate::store::distinct::Distinct;
use crate::store::games_file::{GameLine, GamesError};
use crate::store::row::GameRow;
use crate::text::{did_you_mean, excerpt};

/// Whether games of a run are copies of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// None is: `summary.csv` says so.
    No,
    /// Some are, or may be.
    Yes,
    /// To be found out.
    Unknown,
}

/// Up to this many openings of an unfinished run, repeats are recognised exactly.
const MOST_OPENINGS: usize = 1 << 21;

/// What is counted over all games.
pub(super) struct Counted {
    /// The tallies of all pairings.
    pub(super) tallies: Tallies,
    /// The scores during the run.
    pub(super) course: Course,
    /// The number of games by plies.
    pub(super) lengths: Bins,
    /// The number of games by margin: of a over b in a match, of the winner otherwise.
    pub(super) margins: Bins,
    /// Losses, draws and wins of every player as first and as second.
    pub(super) by_side: Vec<[[u64; 3]; 2]>,
    /// What became of the openings.
    pub(super) openings: OpeningCounts,
}

impl Counted {
    /// Counts of no games between these players.
    pub(super) fn nothing(players: &[String]) -> Counted {
        Counted {
            tallies: Tallies::new(players.iter().map(String::as_str), false),
            course: Course::new(players.len()),
            lengths: Bins::default(),
            margins: Bins::default(),
            by_side: vec![[[0; 3]; 2]; players.len()],
            openings: OpeningCounts::default(),
        }
    }
}

/// The first game of a pair, until the second comes.
struct Waiting {
    /// The pair, as the tallies know it.
    pair: u64,
    first: usize,
    number: u64,
    outcome: Outcome,
}

/// Counts the games of a run one by one.
pub(super) struct Gather {
    players: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Counts every game; `None` if games are known to repeat.
    plain: Option<Tallies>,
    /// Counts every distinct game; `None` if no game repeats.
    careful: Option<Tallies>,
    /// The openings between the same players, while it is unknown whether they repeat.
    seen: Distinct<()>,
    units: u64,
    waiting: HashMap<Pairing, Waiting>,
    games: u64,
    has_moves: bool,
    course: Course,
    lengths: Bins,
    margins: Bins,
    by_side: Vec<[[u64; 3]; 2]>,
    openings: OpeningCounts,
}

impl Gather {
    /// No games yet between these players.
    pub(super) fn new(players: &[String], repeats: Repeats) -> Gather {
        let tallies = |careful: bool| Tallies::new(players.iter().map(String::as_str), careful);
        Gather {
            players: players.to_vec(),
            numbers: players.iter().cloned().zip(0..).collect(),
            plain: (repeats != Repeats::Yes).then(|| tallies(false)),
            careful: (repeats != Repeats::No).then(|| tallies(true)),
            seen: Distinct::new(MOST_OPENINGS),
            units: 0,
            waiting: HashMap::new(),
            games: 0,
            has_moves: true,
            course: Course::new(players.len()),
            lengths: Bins::default(),
            margins: Bins::default(),
            by_side: vec![[[0; 3]; 2]; players.len()],
            openings: OpeningCounts::default(),
        }
    }

    /// The players of a game by their places.
    fn players_of(&self, game: &GameLine, place: &str, line: u64) -> Result<[usize; 2], GamesError> {
        let number = |name: &String| {
            self.numbers.get(name).copied().ok_or_else(|| {
                let known: Vec<&str> = self.players.iter().map(String::as_str).collect();
                GamesError::Wrong {
                    place: format!("{place}:{line}"),
                    problem: format!("'{}' is not a player of this run", excerpt(name)),
                    advice: did_you_mean(name, "players", &known),
                }
            })
        };
        let [first, second] = &game.players;
        Ok([number(first)?, number(second)?])
    }

    /// Counts the next game, in this line of a file.
    pub(super) fn add(&mut self, game: &GameLine, place: &str, line: u64) -> Result<(), GamesError> {
        let sides = self.players_of(game, place, line)?;
        let pairing = Pairing::of(sides[0], sides[1]);
        self.games += 1;
        self.has_moves &= game.moves.is_some();
        let number = game.number.unwrap_or(self.games);
        let (pair, before) = self.pair(game, pairing, sides[0], number);
        let row = GameRow {
            game: number,
            pair,
            opening: &game.opening,
            players: game.players.each_ref().map(String::as_str),
            outcome: game.outcome,
            reason: game.reason,
            points: game.points.unwrap_or_default(),
            plies: game.plies.unwrap_or_default(),
            moves: game.moves.as_deref().unwrap_or_default(),
        };
        for tallies in self.plain.iter_mut().chain(&mut self.careful) {
            tallies.add(pairing, &row);
        }
        if before.is_none() && self.plain.is_some() && self.careful.is_some() {
            let players = [pairing.a, pairing.b].map(|player| player.to_string());
            self.seen.add(Digest::of([&players[0], &players[1], game.opening.as_str()]), ());
            self.units += 1;
        }
        self.count(game, sides, number, before.as_ref());
        let samples = [&self.plain, &self.careful].map(|tallies| self.sample_of(tallies.as_ref()));
        self.course.add(sides, game.outcome, samples);
        Ok(())
    }

    /// The pair of a game as the tallies shall know it, and the first game of that pair if this is the second.
    fn pair(
        &mut self,
        game: &GameLine,
        pairing: Pairing,
        first: usize,
        number: u64,
    ) -> (u64, Option<Waiting>) {
        let before = self.waiting.remove(&pairing);
        let pair = if game.pair.is_empty() {
            // No other game has this one.
            number.wrapping_mul(2)
        } else {
            Digest::of([game.pair.as_str(), &game.opening])
        };
        match before {
            Some(before) if before.pair == pair && before.first != first => (pair, Some(before)),
            before => {
                // Two games of a pair on the same sides are not a pair.
                let is_same = before.is_some_and(|before| before.pair == pair);
                let pair = if is_same { pair.wrapping_add(1) } else { pair };
                self.waiting.insert(pairing, Waiting { pair, first, number, outcome: game.outcome });
                (pair, None)
            }
        }
    }

    fn count(&mut self, game: &GameLine, sides: [usize; 2], number: u64, before: Option<&Waiting>) {
        let half_points = game.half_points();
        self.by_side[sides[0]][0][half_points] += 1;
        self.by_side[sides[1]][1][2 - half_points] += 1;
        if let Some(plies) = game.plies {
            self.lengths.add(i64::from(plies));
        }
        if let Some([first, second]) = game.points {
            let margin = i64::from(first) - i64::from(second);
            let of_a = if sides[0] < sides[1] { margin } else { -margin };
            self.margins.add(if self.players.len() == 2 { of_a } else { margin.abs() });
        }
        let pair = before.map(|before| ([before.outcome, game.outcome], [before.number, number]));
        self.openings.add(game, pair);
    }

    /// The sample of a match so far; `None` in a tournament.
    fn sample_of(&self, tallies: Option<&Tallies>) -> Option<Counts> {
        let match_of_two = self.players.len() == 2;
        let tallies = tallies.filter(|_| match_of_two)?;
        tallies.of(Pairing { a: 0, b: 1 }).map(crate::store::tally::Tally::sample)
    }

    /// What was counted.
    pub(super) fn finish(self) -> Option<Counted> {
        // If no opening repeats, no game does, and the plain tallies are exact. Without moves, games cannot be told apart.
        let repeats = self.has_moves && (self.seen.is_estimate() || self.seen.count() < self.units);
        let is_careful = self.plain.is_none() || repeats && self.careful.is_some();
        let tallies = if is_careful { self.careful } else { self.plain };
        let mut course = self.course;
        course.finish(usize::from(is_careful));
        Some(Counted {
            tallies: tallies?,
            course,
            lengths: self.lengths,
            margins: self.margins,
            by_side: self.by_side,
            openings: self.openings,
        })
    }
}

/// The half points of the first side.
pub(super) fn half_points(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win(Side::First) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Side::Second) => 0,
    }
}
