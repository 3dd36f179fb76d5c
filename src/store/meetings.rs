//! The results between players, gathered from `games.csv` files of any runs.
//!
//! Only the columns `first`, `second` and `result` are required. With a column `pair`, games belong together as
//! [`pairs`](crate::stats::pairs) says; a pair is the unit of the errors. A repeated pair is not rated again, as far as
//! [`identity`](crate::stats::identity) recognises it: reading a file twice adds no evidence. With `opening`, the results
//! of different players from one opening are treated as correlated. If the same players have several distinct pairs
//! from one opening, each is in another cluster: the n-th pair shares a cluster with the n-th pairs of other pairings.
//!
//! **Memory.** A million pairs are remembered; a repeated pair that is not among the first million counts again.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use super::games_file::{self, Columns, GamesError};
use super::pair_numbers::PairNumbers;
use super::selected_games::SelectedGames;
use crate::digest::Digest;
use crate::games::Side;
use crate::play::finished::FinishedGame;
use crate::play::schedule::{chooses, reported_or_all};
use crate::stats::clusters::OpeningClusters;
use crate::stats::identity::{CopyCounter, CopyCounts, Identity, Remembered};
use crate::stats::pairs::Pairs;
use crate::stats::{Crosstable, IntervalBasis, RatingSample, Results};

/// The maximum number of players. Time grows with its third power: this many take some seconds.
pub(crate) const MOST_PLAYERS: usize = 1000;

/// The results of all files read so far.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    results: Triangle,
    /// Those that chose no pairing.
    reported: DistinctResults,
    /// All, once there are files whose results chose pairings.
    all: Option<DistinctResults>,
    /// What is rated already.
    seen: Remembered,
    copies: CopyCounter,
    games: u64,
    repeats: u64,
    /// Incomplete last lines: a file and the number of its last line.
    torn: Vec<(String, u64)>,
    /// What the intervals of the ratings rest on.
    basis: IntervalBasis,
}

/// Results that are rated.
#[derive(Debug, Default, Clone)]
struct DistinctResults {
    /// Those whose opening is not known.
    alone: Triangle,
    /// Those whose opening is known.
    openings: OpeningClusters,
}

impl DistinctResults {
    fn add(&mut self, players: [u32; 2], opening: Option<u64>, unit: &Results) {
        match opening {
            None => self.alone.add(players, unit),
            Some(opening) => {
                let players = players.map(|player| player as usize);
                self.openings.add(opening, players, unit.half_points(), unit.n());
            }
        }
    }

    /// The same with other numbers for the players.
    fn sample(self, place: &[usize]) -> RatingSample {
        let clusters = self.openings.clusters().renumbered(|player| place[player]);
        RatingSample { alone: self.alone.table(place), ..RatingSample::of_all(place.len(), clusters) }
    }
}

/// The results of every two players, as the one with the lower number sees them. It grows with the number of players.
#[derive(Debug, Default, Clone)]
struct Triangle(Vec<Results>);

impl Triangle {
    fn add(&mut self, players: [u32; 2], unit: &Results) {
        let [first, second] = players.map(|player| player as usize);
        let (low, high) = (first.min(second), first.max(second));
        let row = high * high.saturating_sub(1) / 2;
        if self.0.len() <= row + low {
            self.0.resize(row + high, Results::default());
        }
        if let Some(sum) = self.0.get_mut(row + low) {
            sum.add(&if first < second { *unit } else { unit.mirrored() });
        }
    }

    /// The same with other numbers for the players.
    fn table(self, place: &[usize]) -> Crosstable {
        let mut table = Crosstable::new(place.len());
        let pairings = (1..).flat_map(|high: usize| (0..high).map(move |low| (low, high)));
        for ((low, high), results) in pairings.zip(&self.0).filter(|(_, results)| results.n() > 0) {
            table.add(place[low], place[high], results);
        }
        table
    }
}

/// The relevant part of a game.
#[derive(Debug, Clone, Copy)]
struct RatedGame {
    players: [u32; 2],
    /// Of the first player.
    half_points: u8,
    /// A hash of the opening, if known.
    opening: Option<u64>,
    identity: Identity,
    /// Whether it chose pairings as a game without a pair, and as one of a pair.
    chose: [bool; 2],
}

impl RatedGame {
    fn new(game: &FinishedGame<&str>, players: [u32; 2], chose: [bool; 2]) -> RatedGame {
        RatedGame {
            players,
            chose,
            half_points: game.half_points(Side::First),
            opening: game.opening.map(|opening| Digest::of([opening])),
            identity: Identity::of(&game.result(game.players[0])),
        }
    }
}

impl Gathered {
    /// No results yet, whose intervals will rest on this.
    pub(crate) fn resting_on(basis: IntervalBasis) -> Gathered {
        Gathered { basis, ..Gathered::default() }
    }

    /// What the intervals of the ratings rest on.
    pub(crate) fn basis(&self) -> IntervalBasis {
        self.basis
    }

    /// Incomplete last lines, which were ignored: the file, and the number of its last line.
    pub(crate) fn torn(&self) -> &[(String, u64)] {
        &self.torn
    }

    /// The number of games read, and of copies among them.
    pub(crate) fn games_and_repeats(&self) -> (u64, u64) {
        (self.games, self.repeats)
    }

    /// The pairs that may be copies, where moves are not known.
    pub(crate) fn copies(&self) -> CopyCounts {
        self.copies.counts()
    }

    /// The players in the order of their names, and the results between them.
    pub(crate) fn crosstable(self) -> (Vec<String>, Crosstable) {
        let Gathered { names, results, reported, all, .. } = self;
        let count = names.len();
        let sorted: BTreeMap<String, usize> = names.into_iter().zip(0..).collect();
        let mut place = vec![0; count];
        for (new, &old) in sorted.values().enumerate() {
            place[old] = new;
        }
        let reported = reported.sample(&place);
        let sample = match all {
            Some(all) => reported_or_all(reported, all.sample(&place)),
            None => reported,
        };
        (sorted.into_keys().collect(), results.table(&place).rated_by(sample))
    }

    /// Reads some games of a file, named `place` in errors. If its results chose who met whom, the numbers of its pairs say
    /// which of them.
    pub(crate) fn read(
        &mut self,
        place: &str,
        file: impl Read,
        split: Option<&PairNumbers>,
        games: &SelectedGames,
    ) -> Result<(), GamesError> {
        if split.is_some() && self.all.is_none() {
            self.all = Some(self.reported.clone());
        }
        let mut pairs = Pairs::default();
        let torn = games_file::read(file, place, Columns::Results, |game, line| {
            if !games.has(game.number) {
                return Ok(());
            }
            let [first, second] = game.players;
            let players = [self.number(place, line, first)?, self.number(place, line, second)?];
            let chose = |numbers: &PairNumbers| numbers.of(game.players, game.pair).is_none_or(chooses);
            let rated = RatedGame::new(game, players, [split.is_some(), split.is_some_and(chose)]);
            match game.pair_key() {
                Some(key) => {
                    if let Some((first, second)) = pairs.add(key, rated) {
                        self.add_pair(&first, &second);
                    }
                }
                None => self.add_single(&rated),
            }
            games_file::check_waiting(pairs.len(), place, line)
        })?;
        pairs.into_waiting().for_each(|game| self.add_single(&game));
        self.torn.extend(torn.map(|line| (place.to_owned(), line)));
        Ok(())
    }

    fn number(&mut self, place: &str, line: u64, name: &str) -> Result<u32, GamesError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len();
        if number == MOST_PLAYERS {
            return Err(GamesError::Wrong {
                place: format!("{place}:{line}"),
                problem: format!(
                    "more than {MOST_PLAYERS} players cannot be rated together: '{name}' is one too many"
                ),
                advice: "rate fewer files at a time".to_owned(),
            });
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number as u32);
        Ok(number as u32)
    }

    fn add_single(&mut self, game: &RatedGame) {
        let mut results = Results::default();
        results.single[usize::from(game.half_points)] = 1;
        results.games = results.single;
        self.add(game, game.identity, &results, game.chose[0]);
    }

    /// Two games with the sides swapped.
    fn add_pair(&mut self, one: &RatedGame, other: &RatedGame) {
        let half_points = [one.half_points, 2 - other.half_points].map(usize::from);
        let mut results = Results::default();
        for half_points in half_points {
            results.games[half_points] += 1;
        }
        results.pairs[half_points[0] + half_points[1]] = 1;
        let identity = one.identity.paired(other.identity);
        self.copies.add(identity);
        self.add(one, identity, &results, one.chose[1]);
    }

    /// Counts a unit, and rates it if it is not a repeat.
    fn add(&mut self, game: &RatedGame, identity: Identity, unit: &Results, chose: bool) {
        self.games += unit.n();
        self.results.add(game.players, unit);
        if identity.hash().is_some_and(|hash| self.seen.has_come(hash)) {
            self.repeats += unit.n();
            return;
        }
        let reported = (!chose).then_some(&mut self.reported);
        for results in reported.into_iter().chain(&mut self.all) {
            results.add(game.players, game.opening, unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Gathered, String> {
        let mut gathered = Gathered::default();
        gathered
            .read("games.csv", text.as_bytes(), None, &SelectedGames::default())
            .map_err(|error| error.to_string())?;
        Ok(gathered)
    }

    #[test]
    fn columns_are_found_by_name_and_names_may_be_quoted() {
        let text = "plies,result,second,first\n9,1-0,\"b,x\",a\n8,1/2-1/2,a,\"say \"\"hi\"\"\"\n";
        let (names, table) = read(text).unwrap().crosstable();
        assert_eq!(names, ["a", "b,x", "say \"hi\""]);
        assert_eq!(table.between(0, 1), Results::single(0, 0, 1));
        assert_eq!(table.between(2, 0), Results::single(0, 1, 0));
    }

    #[test]
    fn two_games_of_a_pair_with_swapped_sides_are_a_pair() {
        let text = "pair,first,second,result\n1,a,b,1-0\n1,b,a,1/2-1/2\n2,a,b,0-1\n3,a,b,1-0\n3,a,b,1-0\n,b,a,0-1\n,a,b,0-1\n4,b,a,0-1";
        let (_, table) = read(text).unwrap().crosstable();
        let wanted = Results { games: [2, 1, 5], single: [2, 0, 4], pairs: [0, 0, 0, 1, 0] };
        assert_eq!(table.between(0, 1), wanted);
    }

    const PAIR: &str = "1,o,a,b,1-0,1 2 3\n1,o,b,a,1-0,4 5\n";

    fn rated(text: &str) -> (Gathered, Vec<usize>) {
        let gathered = read(&format!("pair,opening,first,second,result,moves\n{text}")).unwrap();
        let cells = gathered.reported.openings.clusters().iter().map(<[_]>::len).collect();
        (gathered, cells)
    }

    #[test]
    fn a_pair_that_comes_again_is_counted_and_not_rated() {
        let (gathered, clusters) = rated(&PAIR.repeat(500));
        assert_eq!((gathered.games_and_repeats(), clusters), ((1000, 998), vec![1]));
        let (_, other_moves) = rated(&format!("{PAIR}{}", PAIR.replace("4 5", "5 4")));
        assert_eq!(other_moves, [1, 1], "two pairs of the same players are independent");
    }

    #[test]
    fn results_of_different_players_from_one_opening_go_together() {
        let other = PAIR.replace(",b,", ",c,");
        let (_, together) = rated(&format!("{PAIR}{other}"));
        let (_, apart) = rated(&format!("{PAIR}{}", other.replace(",o,", ",p,")));
        assert_eq!((together, apart), (vec![2], vec![1, 1]));
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_told() {
        for torn in ["a,b", "a,b,1/2-1", "a,", "a"] {
            let gathered = read(&format!("first,second,result\na,b,1-0\n{torn}")).unwrap();
            assert_eq!(gathered.torn(), [("games.csv".to_owned(), 3)], "{torn}");
            assert_eq!(gathered.crosstable().1.games(), 1);
        }
        let whole = read("first,second,result\na,b,1-0\nb,a,1-0").unwrap();
        assert_eq!((whole.torn().len(), whole.crosstable().1.games()), (0, 2));
        let mut gathered = Gathered::default();
        gathered
            .read("x", b"first,second,result\na,b,1-0\n\xc3".as_slice(), None, &SelectedGames::default())
            .unwrap();
        assert_eq!(gathered.torn(), [("x".to_owned(), 3)]);
    }

    #[test]
    fn what_is_no_game_is_named_with_its_line() {
        let wrong = |text: &str| read(text).map(|_| ()).unwrap_err();
        insta::assert_snapshot!(wrong("first,second,result\na,b,1-0\na,b,2-0\na,b,1-0\n"), @"
        games.csv:3: unknown result '2-0'
        write 1-0, 0-1 or 1/2-1/2
        ");
        insta::assert_snapshot!(wrong("first,second\na,b\n"), @"
        games.csv: the header has no column 'result'
        required columns: first, second, result; optional: pair
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,a,1-0\n"), @"
        games.csv:2: 'a' plays against itself
        give the two players different names
        ");
        insta::assert_snapshot!(wrong("first,second,result\na,b,1-0\na,b,c,1-0\na,b,1-0\n"), @"
        games.csv:3: the line has 4 fields, the header has 3
        fix or remove the line
        ");
        assert!(wrong("first,second,result\n,b,1-0\n").contains("games.csv:2: a player has no name"));
        assert!(wrong("").contains("games.csv: the file is empty"));
    }

    #[test]
    fn the_order_of_files_and_lines_does_not_matter() {
        let mut one = Gathered::default();
        let mut other = Gathered::default();
        let files = ["first,second,result\nx,b,1-0\nb,c,0-1\n", "first,second,result\nc,x,1-0\n"];
        for file in files {
            one.read("", file.as_bytes(), None, &SelectedGames::default()).unwrap();
        }
        for file in [files[1], "first,second,result\nb,c,0-1\nx,b,1-0\n"] {
            other.read("", file.as_bytes(), None, &SelectedGames::default()).unwrap();
        }
        assert_eq!(one.crosstable(), other.crosstable());
    }
}
