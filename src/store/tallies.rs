//! The tallies of a run: one per pairing.

use std::collections::BTreeMap;

use super::faults::{Forfeiter, Forfeits};
use super::summary::Summary;
use crate::play::duel::Reason;
use crate::play::finished::FinishedGame;
use crate::play::plan::Plan;
use crate::play::schedule::{self, FormatKind, Pairing, Played};
use crate::stats::tally::{Completed, GameResult, Rated, RatedUnit, Tally};
use crate::stats::{
    Clusters, Counts, Crosstable, IntervalBasis, Race, RatingSample, Sprt, SprtResult, SprtVerdict, StopRule,
    Unit,
};

/// Running counts of the games of a run.
#[derive(Debug, Clone)]
pub(crate) struct Tallies {
    players: Vec<String>,
    openings_may_repeat: bool,
    games: u64,
    by_pairing: BTreeMap<Pairing, Tally>,
    forfeits: Vec<Forfeits>,
    /// How many games have a player that contradicted the referee.
    disputes: u64,
    /// How many games failed.
    failures: u64,
    /// The race of a plan that is one.
    race: Option<Race>,
    /// The distinct pairs of all players, by round: what ratings are computed from.
    rounds: Clusters,
    /// The same with repeats, while it is not known whether there are any.
    with_repeats: Option<Clusters>,
    /// The results of complete units that choose pairings, if results do.
    choosing: Option<Crosstable>,
}

impl Tallies {
    /// No games yet between the players of a plan. If no opening repeats between the same players no game does, and
    /// nothing needs to be remembered.
    pub(crate) fn new<'a>(players: impl IntoIterator<Item = &'a str>, openings_may_repeat: bool) -> Tallies {
        let players: Vec<String> = players.into_iter().map(str::to_owned).collect();
        Tallies {
            forfeits: vec![Forfeits::default(); players.len()],
            disputes: 0,
            failures: 0,
            race: None,
            players,
            openings_may_repeat,
            games: 0,
            by_pairing: BTreeMap::new(),
            rounds: Clusters::default(),
            with_repeats: None,
            choosing: None,
        }
    }

    /// No games yet of a plan.
    #[must_use]
    pub(crate) fn of_plan(self, plan: &Plan) -> Tallies {
        let Plan { schedule, stop, .. } = plan;
        self.of_format(schedule.format().kind()).racing(*stop, schedule.games() / 2)
    }

    /// No games yet of a run with this rule, which may be a race of at most this many rounds.
    #[must_use]
    pub(crate) fn racing(self, rule: Option<StopRule>, most_rounds: u64) -> Tallies {
        let race = rule.and_then(StopRule::race);
        Tallies { race: race.map(|rule| Race::new(rule, self.players.len(), most_rounds)), ..self }
    }

    /// The race, if the games are one.
    pub(crate) fn race(&self) -> Option<&Race> {
        self.race.as_ref()
    }

    /// Whether the next games of a pairing count. Those of a candidate that was dropped from a race do not.
    pub(crate) fn wants(&self, Pairing { a, b }: Pairing) -> bool {
        let plays = |race: &Race| race.pairings().contains(&[a, b]);
        self.race.as_ref().is_none_or(plays)
    }

    /// A game of a shard as the next one of the run. The shards of a race have all candidates, its games only those
    /// that are left.
    pub(crate) fn numbered<'a>(&self, game: &FinishedGame<&'a str>) -> FinishedGame<&'a str> {
        let games = self.games;
        match self.race {
            Some(_) => FinishedGame { number: games + 1, pair: Some(games / 2 + 1), ..*game },
            None => *game,
        }
    }

    /// No games yet of a tournament of this format.
    #[must_use]
    pub(crate) fn of_format(self, format: FormatKind) -> Tallies {
        let choosing = format.chooses_by_results().then(|| Crosstable::new(self.players.len()));
        Tallies { choosing, ..self }
    }

    /// The same if it is not known yet whether openings repeat. If none does,
    /// [`ignoring_repeats`](Tallies::ignoring_repeats) gives the exact counts.
    pub(crate) fn undecided<'a>(players: impl IntoIterator<Item = &'a str>) -> Tallies {
        Tallies { with_repeats: Some(Clusters::default()), ..Tallies::new(players, true) }
    }

    /// The counts if no game is taken for a repeat.
    #[must_use]
    pub(crate) fn ignoring_repeats(self) -> Tallies {
        let by_pairing = self.by_pairing.into_iter();
        Tallies {
            openings_may_repeat: false,
            by_pairing: by_pairing.map(|(pairing, tally)| (pairing, tally.ignoring_repeats())).collect(),
            rounds: self.with_repeats.unwrap_or(self.rounds),
            with_repeats: None,
            ..self
        }
    }

    /// Counts the next game in order.
    pub(crate) fn add(&mut self, pairing: Pairing, game: &FinishedGame<&str>) {
        self.add_in_round(pairing, &game.result_in_run(self.name(pairing.a)), |units| units);
    }

    /// Counts a game. `round` is asked for the round of a new unit, and is given the number of units of the pairing before.
    pub(crate) fn add_in_round(
        &mut self,
        pairing: Pairing,
        game: &GameResult<'_>,
        round: impl FnOnce(u64) -> u64,
    ) -> Option<Completed> {
        if !self.by_pairing.contains_key(&pairing) {
            self.by_pairing.insert(pairing, self.empty());
        }
        self.games += 1;
        self.disputes += u64::from(game.ending == Reason::Dispute.index());
        self.failures += u64::from(game.ending == Reason::Failed.index());
        if game.is_forfeit {
            let loser = if game.half_points == 0 { pairing.a } else { pairing.b };
            self.forfeits[loser].add(Reason::ALL[game.ending]);
        }
        let tally = self.by_pairing.get_mut(&pairing)?;
        let completed = tally.add_in_round(game, round)?;
        let is_split = self.choosing.is_some();
        match completed.rated {
            Rated::Nothing => {}
            Rated::Unit => add_unit(&mut self.rounds, is_split, pairing, completed.unit),
            Rated::Sample => {
                self.rounds.forget([pairing.a, pairing.b]);
                tally.rated_pairs().for_each(|unit| add_unit(&mut self.rounds, is_split, pairing, unit));
            }
        }
        if let Some(race) = self.race.as_mut().filter(|_| completed.first.is_some()) {
            let is_new = completed.rated != Rated::Nothing;
            race.add([pairing.a, pairing.b], is_new.then_some(completed.unit.half_points));
        }
        if let Some(rounds) = &mut self.with_repeats {
            add_unit(rounds, is_split, pairing, completed.unit);
        }
        if let Some(choosing) = &mut self.choosing {
            add_choosing(choosing, pairing, &completed);
        }
        Some(completed)
    }

    pub(crate) fn forfeits(&self) -> &[Forfeits] {
        &self.forfeits
    }

    pub(crate) fn disputes(&self) -> u64 {
        self.disputes
    }

    /// How many games failed, through the fault of no player alone.
    pub(crate) fn failures(&self) -> u64 {
        self.failures
    }

    /// The players that forfeited games.
    pub(crate) fn forfeiters(&self) -> Vec<Forfeiter> {
        let some = self.forfeits.iter().enumerate().filter(|(_, forfeits)| forfeits.total() > 0);
        let forfeiter = |(player, &forfeits): (usize, &Forfeits)| {
            let own = self.iter().filter(|(pairing, _)| pairing.a == player || pairing.b == player);
            let (games, forfeited) = own.fold((0, 0), |(games, forfeited), (_, tally)| {
                (games + tally.games(), forfeited + Forfeits::of_tally(tally.endings()).total())
            });
            Forfeiter { player: self.name(player).to_owned(), games, forfeited, forfeits }
        };
        some.map(forfeiter).collect()
    }

    /// The player who forfeited at least this many games, if there is one.
    pub(crate) fn at_fault(&self, most: u64) -> Option<usize> {
        self.forfeits.iter().position(|forfeits| forfeits.total() >= most)
    }

    /// The tally of a pairing without games. The memory of all pairings together is bounded.
    fn empty(&self) -> Tally {
        let players = self.players.len();
        let pairings = (players * players.saturating_sub(1) / 2).max(1);
        Tally::sharing(self.openings_may_repeat, pairings)
    }

    fn name(&self, player: usize) -> &str {
        self.players.get(player).map_or("", String::as_str)
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The players' names.
    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    /// The tally of a pairing, if it has games.
    pub(crate) fn of(&self, pairing: Pairing) -> Option<&Tally> {
        self.by_pairing.get(&pairing)
    }

    /// The tallies of all pairings with games, in the order of the players.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Pairing, &Tally)> {
        self.by_pairing.iter().map(|(&pairing, tally)| (pairing, tally))
    }

    /// The results between every two players. Ratings are computed from the distinct pairs, clustered by round: the
    /// pairings play the same openings in the same order.
    pub(crate) fn crosstable(&self) -> Crosstable {
        let sample = |clusters: Clusters| RatingSample::of_all(self.players.len(), clusters);
        let all = self.clusters();
        self.results().rated_by(match self.choosing {
            Some(_) => {
                let reported = sample(all.only(|round| !schedule::chooses(round)));
                schedule::reported_or_all(reported, sample(all))
            }
            None => sample(all),
        })
    }

    /// The results as a schedule sees them.
    pub(crate) fn played(&self) -> Played {
        let Some(mut choosing) = self.choosing.clone() else {
            let race = self.race.clone();
            return Played { all: self.results(), choosing: Crosstable::new(0), race };
        };
        for (Pairing { a, b }, tally) in self.iter() {
            tally.halves().for_each(|half| choosing.add_game(a, b, usize::from(half.half_points)));
        }
        let clusters = self.clusters().only(schedule::chooses);
        let sample = RatingSample::of_all(self.players.len(), clusters);
        Played { all: self.results(), choosing: choosing.rated_by(sample), race: self.race.clone() }
    }

    fn results(&self) -> Crosstable {
        let mut table = Crosstable::new(self.players.len());
        for (pairing, tally) in self.iter() {
            table.add(pairing.a, pairing.b, &tally.for_crosstable());
        }
        table
    }

    /// The distinct pairs, and the games without a pair.
    fn clusters(&self) -> Clusters {
        let mut clusters = self.rounds.clone();
        for (pairing, tally) in self.iter() {
            let halves = tally.rated_halves();
            halves.for_each(|half| add_unit(&mut clusters, self.choosing.is_some(), pairing, half));
        }
        clusters
    }

    /// The state of a test of the first pairing. It counts complete pairs.
    pub(crate) fn test(&self, sprt: &Sprt) -> SprtResult {
        let tally = self.by_pairing.values().next();
        match tally.map(|tally| (tally.sample(), tally.has_same_moves())) {
            Some((pairs, same_moves)) if pairs.unit() == Unit::Pair => sprt.test_moves(&pairs, same_moves),
            _ => sprt.test(&Counts::empty(Unit::Pair)),
        }
    }

    /// Whether a rule ends the run here, which it can with the second game of a pair.
    pub(crate) fn decide(&self, rule: &StopRule) -> bool {
        let Some(tally) = self.by_pairing.values().next().filter(|tally| tally.is_even()) else {
            return false;
        };
        match rule {
            StopRule::Sprt(sprt) => self.test(sprt).verdict != SprtVerdict::Continue,
            StopRule::UntilError(limit) => limit.is_met_after(self.games / 2, &tally.sample()),
            StopRule::Race(_) => self.race.as_ref().is_some_and(|race| race.verdict().is_some()),
        }
    }

    pub(crate) fn summary(&self, pairing: Pairing, game: &str, basis: IntervalBasis) -> Summary {
        match self.of(pairing) {
            Some(tally) => self.summary_of(pairing, tally, game, basis),
            None => self.summary_of(pairing, &self.empty(), game, basis),
        }
    }

    /// The summaries of all pairings with games, in the order of the players. Where results choose who meets next, they
    /// decide when a pairing stops.
    pub(crate) fn summaries(&self, game: &str, basis: IntervalBasis) -> Vec<Summary> {
        let basis = if self.choosing.is_some() { IntervalBasis::Anytime } else { basis };
        self.iter().map(|(pairing, tally)| self.summary_of(pairing, tally, game, basis)).collect()
    }

    fn summary_of(&self, pairing: Pairing, tally: &Tally, game: &str, basis: IntervalBasis) -> Summary {
        Summary::of(tally, [self.name(pairing.a), self.name(pairing.b)], game).resting_on(basis)
    }
}

/// Adds a unit to its round. If results choose pairings, a game without a pair does: it is counted with a pair that does.
fn add_unit(rounds: &mut Clusters, is_split: bool, Pairing { a, b }: Pairing, unit: RatedUnit) {
    let round = match unit.games {
        1 if is_split => schedule::last_that_chooses(unit.round),
        _ => unit.round,
    };
    rounds.add(round, [a, b], u64::from(unit.half_points), u64::from(unit.games));
}

/// Counts a unit if it chooses pairings.
fn add_choosing(table: &mut Crosstable, Pairing { a, b }: Pairing, completed: &Completed) {
    let RatedUnit { round, half_points, .. } = completed.unit;
    match completed.first.map(|first| first.points) {
        None => table.add_game(a, b, usize::from(half_points)),
        Some(first) if schedule::chooses(round) => {
            table.add_pair(a, b, [first, half_points - first].map(usize::from));
        }
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Outcome, Side};
    use crate::stats::RatedResults;

    const NAMES: [&str; 3] = ["a", "b", "c"];

    /// Adds two games from one opening with the sides swapped, both won by the first side; `moves` tells them apart.
    fn add_pair(tallies: &mut Tallies, pairing: Pairing, pair: u64, moves: &str) {
        for sides in [[pairing.a, pairing.b], [pairing.b, pairing.a]] {
            add_game(tallies, pairing, sides, pair, moves);
        }
    }

    fn add_game(tallies: &mut Tallies, pairing: Pairing, sides: [usize; 2], pair: u64, moves: &str) {
        let players = sides.map(|player| NAMES[player]);
        let game = FinishedGame {
            number: tallies.games() + 1,
            pair: Some(pair),
            moves: Some(moves),
            ..FinishedGame::between(players, Outcome::Win(Side::First))
        };
        tallies.add(pairing, &game);
    }

    /// The units of every pairing in every cluster that ratings are computed from.
    fn rated(tallies: &Tallies) -> Vec<Vec<u64>> {
        let table = tallies.crosstable();
        let clusters = table.sample().map(|sample| sample.clusters.clone()).unwrap_or_default();
        clusters.iter().map(|cells| cells.iter().map(|cell| cell.units).collect()).collect()
    }

    #[test]
    fn pairs_of_the_same_round_are_a_cluster_and_a_copy_is_not_rated() {
        let mut tallies = Tallies::new(NAMES, true);
        let [ab, ac] = [Pairing { a: 0, b: 1 }, Pairing { a: 0, b: 2 }];
        add_pair(&mut tallies, ab, 1, "1");
        add_pair(&mut tallies, ac, 2, "1");
        add_pair(&mut tallies, ab, 3, "2");
        add_pair(&mut tallies, ac, 4, "1");
        assert_eq!(rated(&tallies), [vec![1, 1], vec![1]]);
        assert_eq!(tallies.crosstable().games(), 8, "all games count for the score");
    }

    #[test]
    fn pairs_have_the_same_moves_until_one_has_not() {
        let ab = Pairing { a: 0, b: 1 };
        let sprt: Sprt = "-5,0".parse().unwrap();
        let decide = |tallies: &Tallies| tallies.decide(&StopRule::Sprt(sprt));
        let mut tallies = Tallies::new(NAMES, true);
        assert!(!tallies.summary(ab, "", IntervalBasis::Fixed).same_moves, "without pairs");
        for pair in 0..100 {
            assert_eq!(tallies.test(&sprt).verdict, SprtVerdict::Continue);
            add_pair(&mut tallies, ab, pair, &format!("{pair} 1"));
        }
        assert!(decide(&tallies) && tallies.test(&sprt).same_moves);
        add_game(&mut tallies, ab, [0, 1], 100, "1 2");
        assert!(tallies.summary(ab, "", IntervalBasis::Fixed).same_moves, "the pair is not complete");
        add_game(&mut tallies, ab, [1, 0], 100, "1 3");
        assert!(!tallies.summary(ab, "", IntervalBasis::Fixed).same_moves && !decide(&tallies));
        add_pair(&mut tallies, ab, 101, "1");
        assert!(!tallies.summary(ab, "", IntervalBasis::Fixed).same_moves, "once is enough");

        // A hundred copies of a pair are one.
        let mut copies = Tallies::new(NAMES, true);
        (0..100).for_each(|pair| add_pair(&mut copies, ab, pair, "1"));
        assert!(copies.summary(ab, "", IntervalBasis::Fixed).same_moves && !decide(&copies));
        // Moves that are not known are not the same.
        let mut unknown = Tallies::new(NAMES, false);
        (0..100).for_each(|pair| add_pair(&mut unknown, ab, pair, ""));
        assert!(!unknown.summary(ab, "", IntervalBasis::Fixed).same_moves && !decide(&unknown));
    }

    #[test]
    fn one_pair_in_four_chooses_pairings_and_the_others_are_rated() {
        let [ab, bc] = [Pairing { a: 0, b: 1 }, Pairing { a: 1, b: 2 }];
        let mut tallies = Tallies::new(NAMES, false).of_format(FormatKind::Adaptive);
        let state = |tallies: &Tallies| {
            let table = tallies.crosstable();
            (table.rated(), [0, 1, 2].map(|player| table.rated_games(player)))
        };
        add_pair(&mut tallies, ab, 0, "");
        assert_eq!(state(&tallies), (RatedResults::Choosing, [2, 2, 0]), "all have chosen");
        add_pair(&mut tallies, bc, 1, "");
        add_pair(&mut tallies, bc, 2, "");
        assert_eq!(state(&tallies), (RatedResults::Choosing, [2, 6, 4]), "a is not compared without them");
        add_pair(&mut tallies, ab, 3, "");
        assert_eq!(state(&tallies), (RatedResults::Reported, [2, 4, 2]));
        (4..8).for_each(|pair| add_pair(&mut tallies, ab, pair, ""));
        assert_eq!(state(&tallies), (RatedResults::Reported, [8, 10, 2]));
        // A game without a pair is always from the same side.
        add_game(&mut tallies, ab, [0, 1], 8, "");
        assert_eq!(state(&tallies), (RatedResults::Reported, [8, 10, 2]));
        let Played { all, choosing, .. } = tallies.played();
        assert_eq!([all.games(), choosing.games()], [17, 7]);
        assert_eq!([choosing.between(0, 1).n(), choosing.rated_games(0)], [5, 5]);
    }

    #[test]
    fn a_game_without_a_pair_is_rated_unless_it_is_a_copy() {
        let mut tallies = Tallies::new(NAMES, true);
        let ab = Pairing { a: 0, b: 1 };
        add_game(&mut tallies, ab, [0, 1], 1, "1");
        assert_eq!(rated(&tallies), [[1]], "while it waits for its pair");
        add_game(&mut tallies, ab, [0, 1], 2, "2");
        add_game(&mut tallies, ab, [0, 1], 3, "2");
        assert_eq!(rated(&tallies), [[1], [1]]);
    }

    #[test]
    fn too_many_distinct_pairs_are_rated_by_a_sample() {
        // Many players share the memory, so that each pairing remembers few pairs.
        let mut tallies = Tallies::new(["a", "b"].into_iter().chain([""; 62]), true);
        let ab = Pairing { a: 0, b: 1 };
        for pair in 1..=10_000_u64 {
            add_pair(&mut tallies, ab, pair, &pair.to_string());
        }
        let kept: u64 = rated(&tallies).iter().flatten().sum();
        let remembered = tallies.of(ab).map(|tally| tally.rated_pairs().count() as u64);
        assert!(
            (1000..=4096).contains(&kept) && Some(kept) == remembered,
            "{kept} of 10,000, {remembered:?}"
        );
    }
}
