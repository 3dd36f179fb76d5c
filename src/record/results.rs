//! The results of one player against another, from any `games.csv`.
//!
//! With the column `pair`, two games of one pair with the sides swapped belong together, wherever in the file they stand.
//! With `moves`, games that came more than once are recognised, as in a match.

use std::collections::HashMap;
use std::io::Read;

use super::distinct::Distinct;
use super::games_file::{self, Game, GamesError, Look};
use super::tally::Tally;
use crate::digest::Digest;
use crate::text::did_you_mean;

/// The results of one player against another, or against all others.
#[derive(Debug, Clone)]
pub struct Results {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// What the games come to.
    pub tally: Tally,
    /// Games whose pair has no second game.
    pub unpaired: u64,
    /// Whether the file says enough to know games that came more than once.
    pub knows_repeats: bool,
    /// The number of the last line, where it is cut off and was not counted.
    pub torn: Option<u64>,
}

/// Whose results are wanted: those of a against b. Without b, against all others; without a, of the only two players,
/// the first player of the first game being a.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The player whose point of view is taken.
    pub a: Option<&'a str>,
    /// The opponent.
    pub b: Option<&'a str>,
}

/// Reads results. `place` is what errors call the file.
pub fn read(file: impl Read, place: &str, wanted: Wanted<'_>) -> Result<Results, GamesError> {
    let mut reading = Reading::new(place, wanted);
    reading.torn = games_file::read(file, place, Look::AtAll, |game, line| reading.add(game, line))?;
    reading.finish()
}

/// Up to so many openings it is known exactly whether one comes twice.
const MOST_OPENINGS: usize = 1 << 24;

/// What has been read so far.
struct Reading<'a> {
    place: &'a str,
    wanted: Wanted<'a>,
    /// The names, as they came up.
    names: Vec<String>,
    a: Option<String>,
    /// First games that wait for the second of their pair.
    waiting: HashMap<(String, String), Game>,
    /// Counts every game.
    plain: Tally,
    /// Counts every distinct game, where games can be told apart.
    careful: Tally,
    /// Whether they can.
    knows_repeats: bool,
    openings: Distinct<()>,
    units: u64,
    unpaired: u64,
    torn: Option<u64>,
}

impl<'a> Reading<'a> {
    fn new(place: &'a str, wanted: Wanted<'a>) -> Reading<'a> {
        let a = wanted.a.unwrap_or_default();
        Reading {
            place,
            wanted,
            names: Vec::new(),
            a: wanted.a.map(str::to_owned),
            waiting: HashMap::new(),
            plain: Tally::new(a, false),
            careful: Tally::new(a, true),
            knows_repeats: true,
            openings: Distinct::new(MOST_OPENINGS),
            units: 0,
            unpaired: 0,
            torn: None,
        }
    }

    fn add(&mut self, game: Game, line: u64) -> Result<(), GamesError> {
        self.knows_repeats &= game.moves.is_some();
        if self.a.is_none() {
            self.a = Some(game.players[0].clone());
            self.plain = Tally::new(&game.players[0], false);
            self.careful = Tally::new(&game.players[0], true);
        }
        for name in &game.players {
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        if self.wanted.a.is_none() && self.names.len() > 2 {
            return Err(GamesError::Wrong {
                place: format!("{}:{line}", self.place),
                problem: format!("there are more than two players: {}", self.names.join(", ")),
                advice: "choose two with --a NAME --b NAME, one against all others with --a NAME, or use arena rate"
                    .to_owned(),
            });
        }
        let plays =
            |name: Option<&str>| name.is_none_or(|name| game.players.iter().any(|player| player == name));
        if plays(self.wanted.a) && plays(self.wanted.b) {
            self.count(game);
        }
        Ok(())
    }

    /// Counts a game with its pair, or lets it wait.
    fn count(&mut self, game: Game) {
        if game.pair.is_empty() {
            self.count_alone(&game);
            return;
        }
        let opponent = usize::from(self.a.as_deref() == Some(game.players[0].as_str()));
        let key = (game.pair.clone(), game.players[opponent].clone());
        match self.waiting.remove(&key) {
            Some(first) if first.swaps(&game) => {
                for one in [&first, &game] {
                    self.plain.add(&one.row());
                    self.careful.add(&one.row());
                }
                self.note_opening(&game);
            }
            Some(other) => {
                self.count_alone(&other);
                self.waiting.insert(key, game);
            }
            None => {
                self.waiting.insert(key, game);
            }
        }
    }

    fn count_alone(&mut self, game: &Game) {
        self.plain.add_unpaired(&game.row());
        self.careful.add_unpaired(&game.row());
        self.unpaired += 1;
        self.note_opening(game);
    }

    fn note_opening(&mut self, game: &Game) {
        self.openings.add(Digest::of([game.opening.as_str()]), ());
        self.units += 1;
    }

    fn finish(mut self) -> Result<Results, GamesError> {
        let waiting: Vec<Game> = self.waiting.drain().map(|(_, game)| game).collect();
        for game in &waiting {
            self.count_alone(game);
        }
        let wrong = |problem: String, advice: String| {
            Err(GamesError::Wrong { place: self.place.to_owned(), problem, advice })
        };
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        for name in [self.wanted.a, self.wanted.b].into_iter().flatten() {
            if !known.is_empty() && !known.contains(&name) {
                return wrong(format!("there is no player '{name}'"), did_you_mean(name, "players", &known));
            }
        }
        let a = match self.a.take() {
            Some(a) if self.plain.games() > 0 => a,
            _ => {
                let advice = "play some first, for example with arena --a smart:6 --b bad";
                return wrong("there are no games to count".to_owned(), advice.to_owned());
            }
        };
        let others: Vec<&str> = known.into_iter().filter(|&name| name != a).collect();
        let b = match (self.wanted.b, others.as_slice()) {
            (Some(b), _) => b.to_owned(),
            (None, [b]) => (*b).to_owned(),
            (None, others) => format!("the {} others", others.len()),
        };
        // Where no opening comes twice no game does, and the plain tally is right and never an estimate.
        let repeats = self.openings.is_estimate() || self.openings.count() < self.units;
        let knows_repeats = self.knows_repeats;
        let tally = if repeats && knows_repeats { self.careful } else { self.plain };
        Ok(Results { players: [a, b], tally, unpaired: self.unpaired, knows_repeats, torn: self.torn })
    }
}
