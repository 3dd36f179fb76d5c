//! The results of one player against another, from any `games.csv`.
//!
//! With the column `pair`, two games of one pair with the sides swapped belong together, wherever they are in the file.
//! With `moves`, copies of games are recognised, as in a match.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io::Read;

use super::distinct::Distinct;
use super::games_file::{self, GameLine, GamesError, Look};
use super::row::GameRow;
use super::tally::Tally;
use crate::digest::{AsIs, Digest};
use crate::games::Outcome;
use crate::play::duel::Reason;
use crate::text::{did_you_mean, listed};

/// The results of one player against another, or against all others.
#[derive(Debug, Clone)]
pub(crate) struct PlayerResults {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The counts of the games.
    pub tally: Tally,
    /// Whether the file has the columns to recognise copies of games.
    pub knows_repeats: bool,
    /// The number of the last line, if it is incomplete and was ignored.
    pub torn: Option<u64>,
}

/// Which games count: those of a against b. Without b, those of a against all others; without a, there must be only two
/// players, and the first player of the first game is a.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PlayerFilter<'a> {
    /// The player whose point of view is taken.
    pub a: Option<&'a str>,
    /// The opponent.
    pub b: Option<&'a str>,
}

/// Reads results from a file, named `place` in errors.
pub(crate) fn read(
    file: impl Read,
    place: &str,
    filter: PlayerFilter<'_>,
) -> Result<PlayerResults, GamesError> {
    let mut reading = Reading::new(place, filter);
    reading.torn = games_file::read(file, place, Look::AtAll, |game, line| reading.add(&game, line))?;
    reading.finish()
}

/// Up to this many openings, repeats are recognised exactly.
const MOST_OPENINGS: usize = 1 << 24;

/// How many games may wait for the second game of their pair. They take some hundred megabytes.
const MOST_WAITING: usize = 3_500_000;

/// What has been read so far.
struct Reading<'a> {
    place: &'a str,
    filter: PlayerFilter<'a>,
    /// The names, in order of appearance.
    names: Vec<String>,
    /// The places of the names in their list.
    numbers: HashMap<String, usize>,
    a: Option<String>,
    /// First games that wait for the second of their pair, by the digest of pair and opponent.
    waiting: HashMap<u64, Counted, BuildHasherDefault<AsIs>>,
    /// Counts every game.
    plain: Tally,
    /// Counts every distinct game, if games can be told apart.
    careful: Tally,
    /// Whether they can.
    knows_repeats: bool,
    openings: Distinct<()>,
    units: u64,
    torn: Option<u64>,
}

/// The counted part of a game. Of its texts, only digests are kept: a file may have a pair in every line.
#[derive(Debug, Clone, Copy)]
struct Counted {
    opening: u64,
    moves: u64,
    /// The players of the first and the second side, by their names' places.
    players: [u32; 2],
    outcome: Outcome,
    reason: Reason,
}

impl Counted {
    /// Whether the two can be a pair: the same opening with the sides swapped.
    fn swaps(&self, other: &Counted) -> bool {
        self.opening == other.opening && self.players == [other.players[1], other.players[0]]
    }
}

impl<'a> Reading<'a> {
    fn new(place: &'a str, filter: PlayerFilter<'a>) -> Reading<'a> {
        let a = filter.a.unwrap_or_default();
        Reading {
            place,
            filter,
            names: Vec::new(),
            numbers: HashMap::new(),
            a: filter.a.map(str::to_owned),
            waiting: HashMap::default(),
            plain: Tally::new(a, false),
            careful: Tally::new(a, true),
            knows_repeats: true,
            openings: Distinct::new(MOST_OPENINGS),
            units: 0,
            torn: None,
        }
    }

    fn add(&mut self, game: &GameLine, line: u64) -> Result<(), GamesError> {
        self.knows_repeats &= game.moves.is_some();
        if self.a.is_none() {
            self.a = Some(game.players[0].clone());
            self.plain = Tally::new(&game.players[0], false);
            self.careful = Tally::new(&game.players[0], true);
        }
        let players = [0, 1].map(|side| self.number(&game.players[side]));
        if self.filter.a.is_none() && self.names.len() > 2 {
            let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
            return Err(self.wrong(
                Some(line),
                format!("there are more than two players: {}", listed(&names)),
                "choose two with --a NAME --b NAME, one against all others with --a NAME, or use arena rate",
            ));
        }
        let plays =
            |name: Option<&str>| name.is_none_or(|name| game.players.iter().any(|player| player == name));
        if plays(self.filter.a) && plays(self.filter.b) {
            let counted = Counted {
                opening: Digest::of([game.opening.as_str()]),
                moves: Digest::of([game.moves.as_deref().unwrap_or_default()]),
                players,
                outcome: game.outcome,
                reason: game.reason,
            };
            self.count(game, counted);
        }
        if self.waiting.len() > MOST_WAITING {
            return Err(self.wrong(
                Some(line),
                "too many games wait for the second of their pair".to_owned(),
                "sort the lines by their pair, or remove the column pair",
            ));
        }
        Ok(())
    }

    /// The place of a name in the list.
    fn number(&mut self, name: &str) -> u32 {
        let next = self.names.len();
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                self.names.push(name.to_owned());
                self.numbers.insert(name.to_owned(), next);
                next
            }
        };
        number as u32
    }

    fn wrong(&self, line: Option<u64>, problem: String, advice: &str) -> GamesError {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        GamesError::Wrong { place: format!("{}{line}", self.place), problem, advice: advice.to_owned() }
    }

    /// Counts a game with its pair, or keeps it until the second game comes.
    fn count(&mut self, game: &GameLine, counted: Counted) {
        if game.pair.is_empty() {
            self.count_alone(counted);
            return;
        }
        let opponent = usize::from(self.a.as_deref() == Some(game.players[0].as_str()));
        let key = Digest::of([game.pair.as_str(), &game.players[opponent]]);
        match self.waiting.remove(&key) {
            Some(first) if first.swaps(&counted) => {
                for one in [first, counted] {
                    self.tally(one, Tally::add);
                }
                self.note_opening(counted);
            }
            Some(other) => {
                self.count_alone(other);
                self.waiting.insert(key, counted);
            }
            None => {
                self.waiting.insert(key, counted);
            }
        }
    }

    fn count_alone(&mut self, game: Counted) {
        self.tally(game, Tally::add_unpaired);
        self.note_opening(game);
    }

    /// Adds a game to both tallies. To recognise repeats, they need only digests of the texts.
    fn tally<R>(&mut self, game: Counted, add: impl Fn(&mut Tally, &GameRow<'_>) -> R) {
        let [opening, moves] = [game.opening, game.moves].map(|digest| format!("{digest:016x}"));
        let row = GameRow {
            game: 0,
            pair: 0,
            opening: &opening,
            players: game.players.map(|player| self.names[player as usize].as_str()),
            outcome: game.outcome,
            reason: game.reason,
            points: [0, 0],
            plies: 0,
            moves: &moves,
        };
        add(&mut self.plain, &row);
        add(&mut self.careful, &row);
    }

    fn note_opening(&mut self, game: Counted) {
        self.openings.add(game.opening, ());
        self.units += 1;
    }

    fn finish(mut self) -> Result<PlayerResults, GamesError> {
        for game in std::mem::take(&mut self.waiting).into_values() {
            self.count_alone(game);
        }
        let wrong = |problem: String, advice: &str| Err(self.wrong(None, problem, advice));
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        for name in [self.filter.a, self.filter.b].into_iter().flatten() {
            if !known.is_empty() && !known.contains(&name) {
                return wrong(format!("there is no player '{name}'"), &did_you_mean(name, "players", &known));
            }
        }
        let a = match self.a.clone() {
            Some(a) if self.plain.games() > 0 => a,
            _ => {
                let advice = "play some first, for example with arena --a smart:6 --b bad";
                return wrong("there are no games to count".to_owned(), advice);
            }
        };
        let others: Vec<&str> = known.into_iter().filter(|&name| name != a).collect();
        let b = match (self.filter.b, others.as_slice()) {
            (Some(b), _) => b.to_owned(),
            (None, [b]) => (*b).to_owned(),
            (None, others) => format!("the {} others", others.len()),
        };
        // If no opening repeats, no game does, and the plain tally is exact.
        let repeats = self.openings.is_estimate() || self.openings.count() < self.units;
        let knows_repeats = self.knows_repeats;
        let tally = if repeats && knows_repeats { self.careful } else { self.plain };
        Ok(PlayerResults { players: [a, b], tally, knows_repeats, torn: self.torn })
    }
}
