//! The first pass over the games of a run: everything that is counted over all games, in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::openings::OpeningCounts;
use crate::digest::Digest;
use crate::games::Side;
use crate::play::finished::FinishedGame;
use crate::play::schedule::{FormatKind, Pairing};
use crate::stats::Counts;
use crate::stats::bins::Bins;
use crate::stats::course::RunCourse;
use crate::stats::distinct::Repetition;
use crate::stats::identity::{CopyCounter, CopyCounts};
use crate::stats::tally::Tally;
use crate::store::Tallies;
use crate::store::games_file::{self, GamesError};
use crate::store::pair_numbers::PairNumbers;
use crate::store::run_file::RunFile;
use crate::text::{did_you_mean, excerpt};

/// Whether games of a run are copies of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
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
pub(crate) struct RunCounts {
    /// The tallies of all pairings.
    pub(crate) tallies: Tallies,
    /// The scores during the run.
    pub(crate) course: RunCourse,
    /// The number of games by plies.
    pub(crate) lengths: Bins,
    /// The number of games by margin: of a over b in a match, of the winner otherwise.
    pub(crate) margins: Bins,
    /// Losses, draws and wins of every player as first and as second.
    pub(crate) by_side: Vec<[[u64; 3]; 2]>,
    /// What became of the openings.
    pub(crate) openings: OpeningCounts,
    /// The pairs that may be copies, where moves are not known.
    pub(crate) copies: CopyCounts,
}

impl RunCounts {
    /// No games yet between these players.
    pub(crate) fn new(players: &[String], repeats: Repeats) -> RunCounts {
        let names = players.iter().map(String::as_str);
        RunCounts {
            tallies: match repeats {
                Repeats::No => Tallies::new(names, false),
                Repeats::Yes => Tallies::new(names, true),
                Repeats::Unknown => Tallies::undecided(names),
            },
            course: RunCourse::new(players.len()),
            lengths: Bins::default(),
            margins: Bins::default(),
            by_side: vec![[[0; 3]; 2]; players.len()],
            openings: OpeningCounts::default(),
            copies: CopyCounts::default(),
        }
    }
}

/// Counts the games of a run one by one.
pub(super) struct Gather {
    players: Vec<String>,
    numbers: HashMap<String, usize>,
    repeats: Repeats,
    counts: RunCounts,
    /// The openings between the same players, while it is unknown whether they repeat.
    seen: Repetition,
    /// Whether results chose who met whom. Then rounds are the numbers of pairs.
    is_split: bool,
    pair_numbers: PairNumbers,
    rounds: Rounds,
    /// The games that wait for the second of their pair.
    waiting: usize,
    /// Whether any unit can be recognised as a copy.
    has_identities: bool,
    copies: CopyCounter,
}

impl Gather {
    pub(super) fn new(
        players: &[String],
        repeats: Repeats,
        found: Option<&RunFile>,
        pair_numbers: PairNumbers,
    ) -> Gather {
        let format = found.map_or(FormatKind::RoundRobin, |found| found.plan.format_kind());
        let rule = found.and_then(|found| found.plan.stop_rule().ok()?);
        let most_rounds = found.map_or(0, |found| found.plan.most_pairs());
        let mut counts = RunCounts::new(players, repeats);
        counts.tallies = counts.tallies.of_format(format).racing(rule, most_rounds);
        Gather {
            players: players.to_vec(),
            numbers: players.iter().cloned().zip(0..).collect(),
            repeats,
            counts,
            seen: Repetition::new(MOST_OPENINGS),
            is_split: format.chooses_by_results(),
            pair_numbers,
            rounds: Rounds::default(),
            waiting: 0,
            has_identities: false,
            copies: CopyCounter::default(),
        }
    }

    /// The players of a game by their places.
    fn players_of(
        &self,
        game: &FinishedGame<&str>,
        place: &str,
        line: u64,
    ) -> Result<[usize; 2], GamesError> {
        let number = |name: &str| {
            self.numbers.get(name).copied().ok_or_else(|| {
                let known: Vec<&str> = self.players.iter().map(String::as_str).collect();
                GamesError::Wrong {
                    place: format!("{place}:{line}"),
                    problem: format!("'{}' is not a player of this run", excerpt(name)),
                    advice: did_you_mean(name, "players", &known),
                }
            })
        };
        let [first, second] = game.players;
        Ok([number(first)?, number(second)?])
    }

    /// Counts the next game, in this line of a file.
    pub(super) fn add(
        &mut self,
        game: &FinishedGame<&str>,
        place: &str,
        line: u64,
    ) -> Result<(), GamesError> {
        let sides = self.players_of(game, place, line)?;
        let pairing = Pairing::of(sides[0], sides[1]);
        let opening = game.opening.unwrap_or_default();
        let result = game.result(&self.players[pairing.a]);
        let Gather { counts, rounds, pair_numbers, seen, .. } = self;
        let (is_match, is_split) = (self.players.len() == 2, self.is_split);
        let completed = counts.tallies.add_in_round(pairing, &result, |units| match is_split {
            true => pair_numbers.of(game.players, game.pair).unwrap_or_default(),
            false if is_match => units,
            false => rounds.of(pairing, opening),
        });
        let first = completed.and_then(|completed| completed.first);
        if let Some(completed) = completed {
            self.has_identities |= completed.identity.hash().is_some();
            if first.is_some() {
                self.copies.add(completed.identity);
            }
        }
        if first.is_none() && self.repeats == Repeats::Unknown {
            let players = [pairing.a, pairing.b].map(|player| player.to_string());
            seen.add(Digest::of([&players[0], &players[1], opening]));
        }
        match completed {
            None => self.waiting += 1,
            Some(_) => self.waiting -= usize::from(first.is_some()),
        }
        games_file::check_waiting(self.waiting, place, line)?;
        self.count(game, sides);
        self.counts.openings.add(
            game,
            first.map(|first| {
                let of_first_side = if result.a_is_first { 2 - first.points } else { first.points };
                ([of_first_side, game.half_points(Side::First)], game.number.min(first.number))
            }),
        );
        let samples = self.samples();
        self.counts.course.add(sides, Side::BOTH.map(|side| game.half_points(side)), samples);
        Ok(())
    }

    fn count(&mut self, game: &FinishedGame<&str>, sides: [usize; 2]) {
        let half_points = usize::from(game.half_points(Side::First));
        self.counts.by_side[sides[0]][0][half_points] += 1;
        self.counts.by_side[sides[1]][1][2 - half_points] += 1;
        if let Some(plies) = game.plies {
            self.counts.lengths.add(i64::from(plies));
        }
        if let Some(margin) = game.margin() {
            let of_a = if sides[0] < sides[1] { margin } else { -margin };
            self.counts.margins.add(if self.players.len() == 2 { of_a } else { margin.abs() });
        }
    }

    /// The samples of a match so far, with repeats and without; `None` in a tournament.
    fn samples(&self) -> [Option<Counts>; 2] {
        let tally = self.counts.tallies.of(Pairing { a: 0, b: 1 }).filter(|_| self.players.len() == 2);
        [tally.map(Tally::sample_with_repeats), tally.map(Tally::sample)]
    }

    /// What was counted.
    pub(super) fn finish(mut self) -> RunCounts {
        // If no opening repeats, no game does.
        let mut found = || self.has_identities && self.seen.is_found();
        let repeats = self.repeats == Repeats::Yes || self.repeats == Repeats::Unknown && found();
        let mut counts = self.counts;
        counts.copies = self.copies.counts();
        counts.course.finish(usize::from(repeats));
        if !repeats {
            counts.tallies = counts.tallies.ignoring_repeats();
        }
        counts
    }
}

/// The rounds of a tournament, by opening: all pairings play the same openings in the same order.
#[derive(Debug, Default)]
struct Rounds {
    /// By an opening, and how often two players have had it before.
    numbers: HashMap<u64, u64>,
    /// How often two players have had an opening before.
    times: HashMap<u64, u64>,
}

impl Rounds {
    /// The round of the next unit of two players from an opening.
    fn of(&mut self, pairing: Pairing, opening: &str) -> u64 {
        let players = [pairing.a, pairing.b].map(|player| player.to_string());
        let has_room = self.times.len() < MOST_OPENINGS;
        let time = match self.times.entry(Digest::of([&players[0], &players[1], opening])) {
            Entry::Vacant(_) if !has_room => 0,
            entry => *entry.and_modify(|time| *time += 1).or_insert(0),
        };
        let round = Digest::of([opening, &time.to_string()]);
        let next = self.numbers.len() as u64;
        match self.numbers.entry(round) {
            Entry::Vacant(_) if !has_room => round >> 32,
            entry => *entry.or_insert(next),
        }
    }
}
