//! The results of one player against another, from any `games.csv`.
//!
//! With the column `pair`, games belong together as [`pairs`](crate::stats::pairs) says. With `moves`, copies of games
//! are recognised, as in a match; without, as [`identity`](crate::stats::identity) says. With `opening`, results against
//! several opponents are correlated, as [`design`](crate::stats::design) says.

use std::collections::{HashMap, HashSet};
use std::io::Read;

use super::games_file::{self, Columns, GamesError};
use super::selected_games::SelectedGames;
use crate::digest::Digest;
use crate::play::finished::FinishedGame;
use crate::stats::clusters::OpeningClusters;
use crate::stats::design::Design;
use crate::stats::distinct::Repetition;
use crate::stats::identity::{CopyCounter, CopyCounts, Remembered};
use crate::stats::tally::{Completed, RatedUnit, Tally};
use crate::stats::{Counts, Unit};
use crate::text::{did_you_mean, listed, program};

/// The results of one player against another, or against all others.
#[derive(Debug, Clone)]
pub(crate) struct PlayerResults {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// The counts of the games.
    pub tally: Tally,
    /// Whether the file has the columns to recognise copies of games.
    pub knows_repeats: bool,
    /// How correlated the results are, if they are against several opponents from known openings.
    pub design: Option<Design>,
    /// The pairs that may be copies, where moves are not known.
    pub copies: CopyCounts,
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

/// Reads the results of some games from a file, named `place` in errors.
pub(crate) fn read(
    file: impl Read,
    place: &str,
    filter: PlayerFilter<'_>,
    games: &SelectedGames,
) -> Result<PlayerResults, GamesError> {
    let mut reading = Reading::new(place, filter);
    reading.torn = games_file::read(file, place, Columns::All, |game, line| {
        if games.has(game.number) { reading.add(game, line) } else { Ok(()) }
    })?;
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
    known: HashSet<String>,
    a: Option<String>,
    tally: Tally,
    /// Whether games can be told apart.
    knows_repeats: bool,
    /// Whether any unit can be recognised as a copy.
    has_identities: bool,
    copies: CopyCounter,
    field: Field,
    openings: Repetition,
    torn: Option<u64>,
}

impl<'a> Reading<'a> {
    fn new(place: &'a str, filter: PlayerFilter<'a>) -> Reading<'a> {
        Reading {
            place,
            filter,
            names: Vec::new(),
            known: HashSet::new(),
            a: filter.a.map(str::to_owned),
            tally: Tally::new(true),
            knows_repeats: true,
            has_identities: false,
            copies: CopyCounter::default(),
            field: Field::default(),
            openings: Repetition::new(MOST_OPENINGS),
            torn: None,
        }
    }

    fn add(&mut self, game: &FinishedGame<&str>, line: u64) -> Result<(), GamesError> {
        self.knows_repeats &= game.moves.is_some();
        for name in game.players {
            let is_usual = self.names.iter().take(2).any(|known| known == name);
            if !is_usual && !self.known.contains(name) {
                self.known.insert(name.to_owned());
                self.names.push(name.to_owned());
            }
        }
        if self.filter.a.is_none() && self.names.len() > 2 {
            let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
            return Err(self.wrong(
                Some(line),
                format!("there are more than two players: {}", listed(&names)),
                &format!(
                    "choose two with --a NAME --b NAME, one against all others with --a NAME, or use {} rate",
                    program()
                ),
            ));
        }
        let a = self.a.get_or_insert_with(|| game.players[0].to_owned());
        let plays = |name: Option<&str>| name.is_none_or(|name| game.players.contains(&name));
        if plays(self.filter.a) && plays(self.filter.b) {
            let completed = self.tally.add(&game.result(a));
            if let Some(completed) = completed {
                self.has_identities |= completed.identity.hash().is_some();
                if completed.first.is_some() {
                    self.copies.add(completed.identity);
                }
                if self.filter.a.is_some() && self.filter.b.is_none() {
                    self.field.add(game, a, &completed);
                }
            }
            if completed.is_none_or(|completed| completed.first.is_none()) {
                self.openings.add(Digest::of([game.opening.unwrap_or_default()]));
            }
        }
        games_file::check_waiting(self.tally.waiting(), self.place, line)
    }

    fn wrong(&self, line: Option<u64>, problem: String, advice: &str) -> GamesError {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        GamesError::Wrong { place: format!("{}{line}", self.place), problem, advice: advice.to_owned() }
    }

    fn finish(mut self) -> Result<PlayerResults, GamesError> {
        // If no opening repeats, no game does.
        let repeats = self.openings.is_found();
        let wrong = |problem: String, advice: &str| Err(self.wrong(None, problem, advice));
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        for name in [self.filter.a, self.filter.b].into_iter().flatten() {
            if !known.is_empty() && !known.contains(&name) {
                return wrong(format!("there is no player '{name}'"), &did_you_mean(name, "players", &known));
            }
        }
        let a = match self.a.clone() {
            Some(a) if self.tally.games() > 0 => a,
            _ => {
                let advice = format!("play some first, for example with {} --a smart:6 --b bad", program());
                return wrong("there are no games to count".to_owned(), &advice);
            }
        };
        let others: Vec<&str> = known.into_iter().filter(|&name| name != a).collect();
        let b = match (self.filter.b, others.as_slice()) {
            (Some(b), _) => b.to_owned(),
            (None, [b]) => (*b).to_owned(),
            (None, others) => format!("the {} others", others.len()),
        };
        let (knows_repeats, copies) = (self.knows_repeats, self.copies.counts());
        let tally = if repeats && self.has_identities { self.tally } else { self.tally.ignoring_repeats() };
        let design = self.field.design(&tally.sample());
        Ok(PlayerResults { players: [a, b], tally, knows_repeats, design, copies, torn: self.torn })
    }
}

/// The results against several opponents, by opening.
#[derive(Default)]
struct Field {
    /// The opponents by their numbers, from 1.
    opponents: HashMap<String, usize>,
    /// Games without a pair, and pairs.
    clusters: [OpeningClusters; 2],
    seen: Remembered,
}

impl Field {
    /// Adds a unit of player a that is not a copy, and whose opening is known.
    fn add(&mut self, game: &FinishedGame<&str>, a: &str, completed: &Completed) {
        let Some(opening) = game.opening else { return };
        if completed.identity.hash().is_some_and(|hash| self.seen.has_come(hash)) {
            return;
        }
        let opponent = game.players[usize::from(game.players[0] == a)];
        let next = self.opponents.len() + 1;
        let number = match self.opponents.get(opponent) {
            Some(&number) => number,
            None => *self.opponents.entry(opponent.to_owned()).or_insert(next),
        };
        let RatedUnit { half_points, games, .. } = completed.unit;
        let clusters = &mut self.clusters[usize::from(completed.first.is_some())];
        clusters.add(Digest::of([opening]), [0, number], u64::from(half_points), u64::from(games));
    }

    /// The design of a sample of these results; `None` with one opponent.
    fn design(&self, sample: &Counts) -> Option<Design> {
        let clusters = self.clusters[usize::from(sample.unit() == Unit::Pair)].clusters();
        (self.opponents.len() > 1 && clusters.iter().next().is_some()).then(|| Design::of(sample, clusters))
    }
}
