//! Adaptive tournaments: the properties of their batches, and how many games they save.
#![allow(clippy::unwrap_used)]

use arena::play::schedule::{Batch, Format, GROUP, Pairing, Played, Schedule};
use arena::rng::{Purpose, Rng};
use arena::stats::{Crosstable, Ratings, score};
use proptest::prelude::*;

/// Players of known strength.
struct Simulated<'a> {
    truth: &'a [f64],
    rng: Rng,
}

impl Simulated<'_> {
    fn new(truth: &[f64], tournament: u64) -> Simulated<'_> {
        Simulated { truth, rng: Rng::stream(11, Purpose::Walk, tournament) }
    }

    /// Plays a game, with a draw in every fifth even one.
    fn half_points(&mut self, i: usize, j: usize) -> usize {
        let expected = score(self.truth[i] - self.truth[j]);
        let draws = 0.4 * expected.min(1.0 - expected);
        let at = f64::from(self.rng.below(1 << 30)) / f64::from(1 << 30);
        if at < draws { 1 } else { 2 * usize::from(at < draws / 2.0 + expected) }
    }

    fn play_batch(&mut self, batch: &Batch, played: &mut Played, reported: &mut Crosstable) {
        for pairing in &batch.pairings {
            for _ in 0..batch.games / 2 {
                let pair = [0; 2].map(|_| self.half_points(pairing.a, pairing.b));
                if played.add_pair(pairing.a, pairing.b, pair) {
                    reported.add_pair(pairing.a, pairing.b, pair);
                }
            }
            if batch.games % 2 == 1 {
                played.add_game(pairing.a, pairing.b, self.half_points(pairing.a, pairing.b));
            }
        }
    }

    /// Plays a whole tournament. Returns all results, and those that are reported.
    fn play(&mut self, schedule: &Schedule) -> (Crosstable, Crosstable) {
        let mut played = Played::none(self.truth.len());
        let mut reported = Crosstable::new(self.truth.len());
        for number in 0.. {
            let Some(batch) = schedule.batch(number, &played) else { break };
            self.play_batch(&batch, &mut played, &mut reported);
        }
        let all = played.all;
        if schedule.format().kind().chooses_by_results() { (all, reported) } else { (all.clone(), all) }
    }
}

/// The share of this many tournaments that end with all players in the right order.
fn right(truth: &[f64], schedule: &Schedule, tournaments: u64) -> f64 {
    let mut order: Vec<usize> = (0..truth.len()).collect();
    order.sort_by(|&i, &j| truth[j].total_cmp(&truth[i]));
    let right = (0..tournaments).filter(|&tournament| {
        let (_, reported) = Simulated::new(truth, tournament).play(schedule);
        Ratings::of(&reported, None).ranking() == order
    });
    right.count() as f64 / tournaments as f64
}

fn adaptive(players: usize, total_games: u64) -> Schedule {
    Schedule::new(players, 0, Format::Adaptive { total_games }).unwrap()
}

/// A round robin of at least this many games.
fn round_robin(players: usize, total_games: u64) -> Schedule {
    let pairings = (players * (players - 1) / 2) as u64;
    Schedule::new(players, total_games.div_ceil(pairings), Format::RoundRobin).unwrap()
}

/// A ladder like that of search depths: wide steps at the bottom, narrow ones at the top. The plan is not in order.
const LADDER: [f64; 8] = [230.0, -600.0, 0.0, 320.0, -250.0, 270.0, 120.0, 355.0];

#[test]
#[ignore = "simulates hundreds of tournaments"]
fn adaptive_finds_the_whole_ranking_with_clearly_fewer_games_than_round_robin() {
    let found = right(&LADDER, &adaptive(8, 2000), 400);
    assert!(found >= 0.95, "all in order in {found} of adaptive tournaments of 2000 games");
    let found = right(&LADDER, &round_robin(8, 2500), 400);
    assert!(found < 0.95, "all in order in {found} of round robins of 2500 games");
}

/// The table in the docs of `schedule::adaptive`, with `ARENA_SIMULATIONS=1000 cargo test --release --test library
/// schedule -- --nocapture`; without the variable a small part of it.
#[test]
#[allow(clippy::print_stdout)]
fn with_the_same_number_of_games_adaptive_finds_an_uneven_ladder_more_often_than_round_robin() {
    let asked: Option<u64> = std::env::var("ARENA_SIMULATIONS").ok().map(|many| many.parse().unwrap());
    let long: Vec<f64> = (0..20).map(|i| f64::from(i * 7 % 20) * 40.0).collect();
    let tables: &[(&[f64], u64, &[u64])] = match asked {
        None => &[(&LADDER, 40, &[1200, 2000])],
        Some(many) => &[
            (&LADDER, many, &[400, 600, 800, 1000, 1200, 2000, 2800, 3000, 3200, 4000]),
            (&long, many / 5, &[2000, 4000, 5000, 6000, 8000, 14000, 16000, 18000]),
        ],
    };
    for &(truth, tournaments, totals) in tables {
        for &total in totals {
            let schedules = [adaptive(truth.len(), total), round_robin(truth.len(), total)];
            let [adaptive, round_robin] = schedules.map(|schedule| right(truth, &schedule, tournaments));
            println!("{} players, {total} games: {adaptive:.3}, round robin {round_robin:.3}", truth.len());
            assert!(truth.len() > 8 || total < 1000 || adaptive >= round_robin, "{total} games");
        }
    }
}

/// The batches of a tournament whose reported results are all draws or all wins of the first player. The others are
/// random.
fn batches_if_reported(schedule: &Schedule, half_points: usize) -> Vec<Batch> {
    let mut simulated = Simulated::new(&LADDER, 5);
    let mut played = Played::none(LADDER.len());
    let mut batches = Vec::new();
    while let Some(batch) = schedule.batch(batches.len(), &played) {
        for &Pairing { a, b } in &batch.pairings {
            for _ in 0..batch.games / 2 {
                let is_reported = played.clone().add_pair(a, b, [0, 0]);
                let pair = if is_reported { [half_points; 2] } else { [simulated.half_points(a, b), 1] };
                played.add_pair(a, b, pair);
            }
        }
        batches.push(batch);
    }
    batches
}

#[test]
fn reported_results_have_no_effect_on_who_meets_whom() {
    let swiss = Schedule::new(8, 12, Format::Swiss { rounds: 20 }).unwrap();
    for schedule in [adaptive(8, 1200), swiss] {
        let [draws, wins] = [1, 2].map(|half_points| batches_if_reported(&schedule, half_points));
        assert!(draws.len() > 10 && draws == wins, "{}", schedule.format());
    }
}

#[test]
fn sixty_four_players_that_are_all_alike_keep_to_the_budget() {
    let (played, _) = Simulated::new(&[0.0; 64], 1).play(&adaptive(64, 3001));
    assert_eq!(played.games(), 3001);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_budget_is_spent_to_the_last_game(
        truth in prop::collection::vec(-800.0..800.0, 2..10), more in 0_u64..700, seed in any::<u32>()
    ) {
        let total = arena::play::schedule::adaptive::least_games(truth.len()) + more;
        let schedule = adaptive(truth.len(), total);
        let mut simulated = Simulated::new(&truth, u64::from(seed));
        let mut played = Played::none(truth.len());
        for number in 0.. {
            let Some(batch) = schedule.batch(number, &played) else { break };
            prop_assert_eq!(schedule.batch(number, &played.clone()).unwrap(), batch.clone(), "a function of the results");
            let mut pairings = batch.pairings.clone();
            pairings.sort();
            pairings.dedup();
            prop_assert_eq!(pairings.len(), batch.pairings.len(), "no pairing twice");
            prop_assert!(pairings.iter().all(|p| p.a < p.b && p.b < truth.len()), "nobody plays against itself");
            prop_assert!(batch.total() > 0 && played.all.games() + batch.total() <= total, "the budget is kept");
            let is_last = played.all.games() + batch.total() == total;
            prop_assert!(batch.games.is_multiple_of(2 * GROUP) || is_last, "groups of pairs are whole");
            simulated.play_batch(&batch, &mut played, &mut Crosstable::new(truth.len()));
            if number == 0 {
                let met = (0..truth.len()).all(|i| played.all.of(i).n() > 0);
                prop_assert!(met, "the first batch contains every player");
            }
        }
        prop_assert_eq!(played.all.games(), total);
        prop_assert_eq!(schedule.total_games(), total);
    }
}
