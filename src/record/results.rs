//! The results of one player against another, from any `games.csv`.
//!
//! With the column `pair`, two games of one pair with the sides swapped belong together, wherever they are in the file.
//! With `moves`, copies of games are recognised, as in a match.

use std::collections::HashMap;
use std::io::Read;

use super::distinct::Distinct;
use super::games_file::{self, GameLine, GamesError, Look};
use super::tally::Tally;
use crate::digest::Digest;
use crate::text::did_you_mean;

/// The results of one player against another, or against all others.
#[derive(Debug, Clone)]
pub struct PlayerResults {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The counts of the games.
    pub tally: Tally,
    /// Whether the file says enough to recognise copies of games.
    pub knows_repeats: bool,
    /// The number of the last line, if it is cut off and was not counted.
    pub torn: Option<u64>,
}

/// Which games count: those of a against b. Without b, those of a against all others; without a, there must be only two
/// players, and the first player of the first game is a.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlayerFilter<'a> {
    /// The player whose point of view is taken.
    pub a: Option<&'a str>,
    /// The opponent.
    pub b: Option<&'a str>,
}

/// Reads results from a file, which errors call `place`.
pub fn read(file: impl Read, place: &str, filter: PlayerFilter<'_>) -> Result<PlayerResults, GamesError> {
    let mut reading = Reading::new(place, filter);
    reading.torn = games_file::read(file, place, Look::AtAll, |game, line| reading.add(game, line))?;
    reading.finish()
}

/// Up to this many openings, repeats are recognised exactly.
const MOST_OPENINGS: usize = 1 << 24;

/// What has been read so far.
struct Reading<'a> {
    place: &'a str,
    filter: PlayerFilter<'a>,
    /// The names, in order of appearance.
    names: Vec<String>,
    a: Option<String>,
    /// First games that wait for the second of their pair.
    waiting: HashMap<(String, String), GameLine>,
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

impl<'a> Reading<'a> {
    fn new(place: &'a str, filter: PlayerFilter<'a>) -> Reading<'a> {
        let a = filter.a.unwrap_or_default();
        Reading {
            place,
            filter,
            names: Vec::new(),
            a: filter.a.map(str::to_owned),
            waiting: HashMap::new(),
            plain: Tally::new(a, false),
            careful: Tally::new(a, true),
            knows_repeats: true,
            openings: Distinct::new(MOST_OPENINGS),
            units: 0,
            torn: None,
        }
    }

    fn add(&mut self, game: GameLine, line: u64) -> Result<(), GamesError> {
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
        if self.filter.a.is_none() && self.names.len() > 2 {
            return Err(GamesError::Wrong {
                place: format!("{}:{line}", self.place),
                problem: format!("there are more than two players: {}", self.names.join(", ")),
                advice: "choose two with --a NAME --b NAME, one against all others with --a NAME, or use arena rate"
                    .to_owned(),
            });
        }
        let plays =
            |name: Option<&str>| name.is_none_or(|name| game.players.iter().any(|player| player == name));
        if plays(self.filter.a) && plays(self.filter.b) {
            self.count(game);
        }
        Ok(())
    }

    /// Counts a game with its pair, or waits for the other game.
    fn count(&mut self, game: GameLine) {
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

    fn count_alone(&mut self, game: &GameLine) {
        self.plain.add_unpaired(&game.row());
        self.careful.add_unpaired(&game.row());
        self.note_opening(game);
    }

    fn note_opening(&mut self, game: &GameLine) {
        self.openings.add(Digest::of([game.opening.as_str()]), ());
        self.units += 1;
    }

    fn finish(mut self) -> Result<PlayerResults, GamesError> {
        let waiting: Vec<GameLine> = self.waiting.drain().map(|(_, game)| game).collect();
        for game in &waiting {
            self.count_alone(game);
        }
        let wrong = |problem: String, advice: String| {
            Err(GamesError::Wrong { place: self.place.to_owned(), problem, advice })
        };
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        for name in [self.filter.a, self.filter.b].into_iter().flatten() {
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
        let b = match (self.filter.b, others.as_slice()) {
            (Some(b), _) => b.to_owned(),
            (None, [b]) => (*b).to_owned(),
            (None, others) => format!("the {} others", others.len()),
        };
        // If no opening repeats no game does, and the plain tally is right and never an estimate.
        let repeats = self.openings.is_estimate() || self.openings.count() < self.units;
        let knows_repeats = self.knows_repeats;
        let tally = if repeats && knows_repeats { self.careful } else { self.plain };
        Ok(PlayerResults { players: [a, b], tally, knows_repeats, torn: self.torn })
    }
}
