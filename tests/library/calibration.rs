//! The promises of the statistics, checked against simulated matches whose truth is known.
//!
//! `cargo test -- --include-ignored` simulates a little, in seconds. The tables of `docs/METHODOLOGY.md` are printed by
//! `ARENA_SIMULATIONS=10000 cargo test --release --test library calibration -- --include-ignored --nocapture
//! --test-threads 1`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::HashMap;

use crate::simulated::{Dice, Order, Truth, chance, run_test, share, simulations, stopped};
use arena::Standing;
use arena::prelude::Tournament;
use arena::stats::effort::{self, Assumed};
use arena::stats::{Interval, Model, Nelo, Sprt, SprtVerdict, Unit, after_test, nelo, score_interval};
use rayon::prelude::*;

const SCORES: [f64; 6] = [0.5, 0.6, 0.75, 0.9, 0.95, 0.99];

const PAIRS: [u32; 3] = [200, 1000, 10_000];

type Family = fn(f64) -> Truth;

const FAMILIES: [(&str, Family); 2] =
    [("independent games", Truth::independent), ("openings decide", Truth::decided_by_openings)];

/// A number of simulations that takes about the same time for any number of pairs.
fn simulations_of(pairs: u32) -> u32 {
    simulations(400_000 / pairs)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Whether fewer than forty pairs are expected to differ from the most common kind: too few for large-sample results, or so
/// few that many samples are nearly all of one kind.
fn is_corner(truth: &Truth, pairs: u32) -> bool {
    let commonest = truth.0.iter().copied().fold(0.0, f64::max);
    f64::from(pairs) * (1.0 - commonest) < 40.0
}

#[test]
fn the_interval_of_the_score_contains_the_truth_in_95_of_100_cases() {
    for (family, truth) in FAMILIES {
        println!(
            "\n| {family}: true score | 200 pairs | 1,000 pairs | 10,000 pairs |\n| --- | --- | --- | --- |"
        );
        for score in SCORES {
            let truth = truth(score);
            let covered = PAIRS.map(|pairs| {
                let simulations = simulations_of(pairs);
                let covered = share(simulations, |dice| {
                    let interval = score_interval(&truth.sample(pairs, dice));
                    interval.low <= truth.score() && truth.score() <= interval.high
                });
                let allowed = chance(0.95, simulations);
                let corner = is_corner(&truth, pairs);
                let most = if corner { 0.99 } else { 0.96 };
                assert!(
                    (0.94 - allowed..=most + allowed).contains(&covered),
                    "{family}, score {score}, {pairs} pairs: {covered}"
                );
                percent(covered) + if corner { " *" } else { "" }
            });
            println!("| {score} | {} |", covered.join(" | "));
        }
    }
}

/// Few pairs, as in a first try, and scores from one end to the other.
const FEW_PAIRS: [u32; 4] = [10, 20, 50, 200];
const ALL_SCORES: [f64; 9] = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98];

#[test]
#[ignore = "simulates tens of thousands of matches"]
fn the_interval_of_a_match_of_few_pairs_contains_the_truth_in_94_of_100_cases() {
    for (family, truth) in FAMILIES {
        println!("\n| {family}: true score | 10 pairs | 20 pairs | 50 pairs | 200 pairs |");
        println!("| --- | --- | --- | --- | --- |");
        for score in ALL_SCORES {
            let truth = truth(score);
            let covered = FEW_PAIRS.map(|pairs| {
                let simulations = simulations(1000);
                let covered = share(simulations, |dice| {
                    let interval = score_interval(&truth.sample(pairs, dice));
                    interval.low <= truth.score() && truth.score() <= interval.high
                });
                let least = 0.94 - chance(0.94, simulations);
                assert!(covered >= least, "{family}, score {score}, {pairs} pairs: {covered}");
                percent(covered)
            });
            println!("| {score} | {} |", covered.join(" | "));
        }
    }
}

/// Tournaments of players that are far apart, close, and alike: `greedy` chooses as `smart:1` does, and
/// `chance` as `smart:3` except for ties.
const TOURNAMENTS: [&[&str]; 4] = [
    &["smart:1..3", "greedy", "random"],
    &["smart:2..4"],
    &["smart:1..3", "bad", "random"],
    &["smart:3", "chance=smart:3,ties=random", "greedy"],
];

/// The standings of a tournament from the openings of six plies.
fn tournament(players: &[&str], games: u64, seed: u64) -> Vec<Standing> {
    let tournament = Tournament::new(players.iter().copied()).unwrap().openings("random:6").unwrap();
    tournament.games(games).seed(seed).threads(1).play().unwrap().standings().to_vec()
}

#[test]
#[ignore = "plays hundreds of tournaments"]
fn the_ratings_of_real_tournaments_contain_the_truth_in_94_to_96_of_100_cases() {
    println!("\n| players | tournaments | ratings that hold the truth |\n| --- | --- | --- |");
    let simulations = simulations(40);
    for players in TOURNAMENTS {
        // Played from most of the existing openings.
        let truth: HashMap<String, f64> =
            tournament(players, 8000, 0).into_iter().map(|one| (one.player, one.rating)).collect();
        let held: Vec<(usize, usize)> = (1..=u64::from(simulations))
            .into_par_iter()
            .map(|seed| {
                let rated: Vec<Standing> = tournament(players, 60, seed);
                let holds = |one: &&Standing| {
                    let truth = truth[&one.player];
                    one.low.is_none_or(|low| low <= truth) && one.high.is_none_or(|high| truth <= high)
                };
                (rated.iter().filter(holds).count(), rated.len())
            })
            .collect();
        let (held, all) = held.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let covered = held as f64 / all as f64;
        println!("| {} | {simulations} | {} |", players.join(" "), percent(covered));
        let allowed = chance(0.95, simulations);
        assert!((0.94 - allowed..=0.96 + allowed).contains(&covered), "{players:?}: {covered}");
    }
}

#[test]
fn the_interval_of_normalized_elo_contains_the_truth_if_players_are_close() {
    for (family, truth) in FAMILIES {
        println!(
            "\n| {family}: true score (nElo) | 200 pairs | 1,000 pairs | 10,000 pairs |\n| --- | --- | --- | --- |"
        );
        for score in SCORES {
            let truth = truth(score);
            let covered = PAIRS.map(|pairs| {
                let simulations = simulations_of(pairs);
                let covered = share(simulations, |dice| {
                    let found = nelo(&truth.sample(pairs, dice));
                    let holds = |nelo: Nelo| nelo.low() <= truth.nelo() && truth.nelo() <= nelo.high();
                    found.is_some_and(holds)
                });
                // Far from 0 it is too narrow, as it treats the standard deviation as known.
                let allowed = chance(0.95, simulations);
                assert!(
                    score > 0.6 || (covered - 0.95).abs() <= 0.01 + allowed,
                    "{family}, {score}: {covered}"
                );
                percent(covered)
            });
            println!("| {score} ({:.0}) | {} |", truth.nelo(), covered.join(" | "));
        }
    }
}

#[test]
fn a_player_against_itself_is_called_stronger_in_at_most_5_of_100_cases() {
    println!("\n| A against A | 200 pairs | 1,000 pairs | 10,000 pairs |\n| --- | --- | --- | --- |");
    for (family, truth) in FAMILIES {
        let truth = truth(0.5);
        let alarms = PAIRS.map(|pairs| {
            let simulations = simulations_of(pairs);
            let excludes = |side: fn(Interval) -> bool| {
                share(simulations, |dice| side(score_interval(&truth.sample(pairs, dice))))
            };
            let stronger = excludes(|interval| interval.low > 0.5);
            let weaker = excludes(|interval| interval.high < 0.5);
            for one in [stronger, weaker] {
                assert!(one <= 0.025 + 0.005 + chance(0.025, simulations), "{family}, {pairs} pairs: {one}");
            }
            format!("{} + {}", percent(stronger), percent(weaker))
        });
        println!("| {family} | {} |", alarms.join(" | "));
    }
}

/// How this many sequential tests end.
fn ends(sprt: &Sprt, truth: &Truth, workers: u64, order: Order, simulations: u32) -> Vec<(SprtVerdict, u64)> {
    let run = |one| run_test(sprt, truth, workers, order, &mut Dice::of(one));
    (0..simulations).into_par_iter().map(run).collect()
}

/// How often this is the verdict.
fn share_of(wanted: SprtVerdict, ends: &[(SprtVerdict, u64)]) -> f64 {
    ends.iter().filter(|(verdict, _)| *verdict == wanted).count() as f64 / ends.len() as f64
}

/// The member of a family with this Elo, of the test's kind of Elo.
fn truth_at(sprt: &Sprt, family: Family, elo: f64) -> Truth {
    match sprt.model {
        Model::Normalized => Truth::of_nelo(family, elo),
        Model::Logistic => family(arena::stats::score(elo)),
    }
}

#[test]
#[ignore = "simulates thousands of sequential tests"]
fn a_sequential_test_errs_no_more_often_than_it_says_on_any_number_of_workers() {
    println!(
        "\n| test | results | truth | false verdict | allowed | found |\n| --- | --- | --- | --- | --- | --- |"
    );
    let simulations = simulations(200);
    for (spec, (name, family)) in [
        ("0,50", FAMILIES[0]),
        ("0,50", FAMILIES[1]),
        ("-30,20,alpha=0.1", FAMILIES[1]),
        ("0,50,model=logistic", FAMILIES[0]),
        ("0,200,beta=0.1", FAMILIES[0]),
        ("400,450", FAMILIES[0]),
    ] {
        let sprt: Sprt = spec.parse().unwrap();
        for (elo, verdict, allowed) in
            [(sprt.elo0, SprtVerdict::H1, sprt.alpha), (sprt.elo1, SprtVerdict::H0, sprt.beta)]
        {
            let truth = truth_at(&sprt, family, elo);
            let alone = ends(&sprt, &truth, 1, Order::Commit, simulations);
            for workers in [2, 4, 8, 16, 32, 64] {
                // In the order of the plan, it does not matter which worker played what and how long it took.
                let together = ends(&sprt, &truth, workers, Order::Commit, simulations.min(20));
                assert_eq!(together, alone[..together.len()], "{spec} on {workers} workers");
            }
            let found = share_of(verdict, &alone);
            println!("| {spec} | {name} | {elo} | {verdict} | {} | {} |", percent(allowed), percent(found));
            assert!(found <= allowed + SLACK + chance(allowed, simulations), "{spec} at {elo}: {found}");
        }
    }
}

/// How far error rates may exceed the allowed ones: Wald's bounds are exact only for many small steps.
const SLACK: f64 = 0.005;

#[test]
fn a_test_in_the_order_of_completion_would_be_biased() {
    println!("\n| test | workers | order of completion | order of the plan |\n| --- | --- | --- | --- |");
    let simulations = simulations(200);
    let truth = Truth::games(0.5, 0.0);
    for (spec, workers, expected) in
        [("0,50", 2, 0.0613), ("0,50", 16, 0.225), ("0,50", 64, 1.0), ("0,200", 16, 0.9523)]
    {
        let sprt = Sprt { model: Model::Logistic, ..spec.parse().unwrap() };
        let [biased, fair] = [Order::Completion, Order::Commit]
            .map(|order| share_of(SprtVerdict::H1, &ends(&sprt, &truth, workers, order, simulations)));
        println!("| {spec} | {workers} | {} | {} |", percent(biased), percent(fair));
        assert!((biased - expected).abs() <= 0.03 + chance(0.2, simulations), "{spec}, {workers}: {biased}");
        assert!(fair <= 0.055 + chance(0.05, simulations), "{spec}, {workers} workers: {fair}");
    }
}

/// The mean and the 95th percentile of numbers.
fn mean_and_most(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    (mean, numbers[numbers.len() * 95 / 100])
}

#[test]
#[ignore = "simulates thousands of sequential tests"]
fn a_sequential_test_takes_as_many_games_as_planned() {
    println!("\n| test | true | mean planned | mean | 95 % planned | 95 % | H1 planned | H1 |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let simulations = simulations(500);
    for spec in ["0,40", "0,80,beta=0.1", "0,80,model=logistic"] {
        let sprt: Sprt = spec.parse().unwrap();
        let draws = 0.2;
        for elo in [sprt.elo0, effort::hardest(&sprt, draws), sprt.elo1, 4.0 * sprt.elo1] {
            let planned = effort::course(&sprt, elo, draws);
            let ends = ends(&sprt, &truth_at(&sprt, Truth::independent, elo), 1, Order::Commit, simulations);
            let games = ends.iter().map(|&(_, pairs)| (Unit::Pair.games() * pairs) as f64).collect();
            let (mean, most) = mean_and_most(games);
            let accepts = share_of(SprtVerdict::H1, &ends);
            println!(
                "| {spec} | {elo} | {:.0} | {mean:.0} | {:.0} | {most:.0} | {} | {} |",
                planned.mean,
                planned.within,
                percent(planned.accepts),
                percent(accepts)
            );
            // The standard deviation of the length of a test is at most about its mean. Far from the hypotheses the
            // formulae are rougher, and cautious.
            let is_far = elo > sprt.elo1;
            let allowed = 0.03 + 4.0 / f64::from(simulations).sqrt();
            let less = if is_far { 0.3 } else { allowed };
            let (mean, most) = (mean / planned.mean - 1.0, most / planned.within - 1.0);
            assert!(-less < mean && mean < allowed, "{spec} at {elo}: the mean is off by {mean}");
            assert!(most < allowed && (is_far || most > -allowed), "{spec} at {elo}: 95 % are off by {most}");
            assert!(
                (accepts - planned.accepts).abs() < 0.01 + chance(0.5, simulations),
                "{spec} at {elo}: {accepts}"
            );
        }
    }
}

/// How the estimates after many tests compare with the truth, and with what ignores the test. Distances are shares of the
/// distance between the hypotheses.
struct AfterTests {
    units: f64,
    covered: f64,
    covered_by_fixed: f64,
    too_high: f64,
    off: f64,
    raw_off: f64,
    width: f64,
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn after_tests(sprt: &Sprt, truth: &Truth, distance: f64, most_units: u64, simulations: u32) -> AfterTests {
    let run = |one| {
        let counts = stopped(sprt, truth, most_units, &mut Dice::of(one));
        (counts, after_test(sprt, &counts, most_units).unwrap())
    };
    let ends: Vec<_> = (0..simulations).into_par_iter().map(run).collect();
    let score = truth.score();
    let covers = |interval: Interval| f64::from(interval.low <= score && score <= interval.high);
    AfterTests {
        units: mean(ends.iter().map(|(counts, _)| counts.n() as f64)),
        covered: mean(ends.iter().map(|(_, after)| covers(after.interval))),
        covered_by_fixed: mean(ends.iter().map(|(counts, _)| covers(score_interval(counts)))),
        too_high: mean(ends.iter().map(|(_, after)| f64::from(after.score > score))),
        off: (median(ends.iter().map(|(_, after)| after.score)) - score) / distance,
        raw_off: (median(ends.iter().filter_map(|(counts, _)| counts.mean())) - score) / distance,
        width: mean(ends.iter().map(|(_, after)| after.interval.width())) / distance,
    }
}

/// Tests, their most pairs, and the coverage that is promised after them. Those in a few dozen pairs know too little of
/// how the results vary.
const STOPPING_TESTS: [(&str, u64, f64); 6] = [
    ("0,40", u64::MAX, 0.94),
    ("0,10", u64::MAX, 0.94),
    ("-5,0", u64::MAX, 0.94),
    ("0,40", 150, 0.94),
    ("0,50,model=logistic", u64::MAX, 0.92),
    ("0,80,beta=0.1", u64::MAX, 0.93),
];

#[test]
#[ignore = "simulates thousands of sequential tests"]
fn after_a_test_the_interval_contains_the_truth_in_94_of_100_cases_and_the_estimate_is_too_high_in_half() {
    println!("\n| test | results | truth | pairs | coverage | if fixed | too high | median off | raw |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let simulations = simulations(60);
    for (spec, most_units, promised) in STOPPING_TESTS {
        let sprt: Sprt = spec.parse().unwrap();
        for (name, family) in FAMILIES {
            let [low, high] = [sprt.elo0, sprt.elo1].map(|elo| truth_at(&sprt, family, elo).score());
            for elo in [sprt.elo0, sprt.elo1, sprt.elo1 + 60.0, sprt.elo1 + 150.0] {
                let truth = truth_at(&sprt, family, elo);
                let after = after_tests(&sprt, &truth, high - low, most_units, simulations);
                let most = if most_units == u64::MAX { String::new() } else { format!(" to {most_units}") };
                println!(
                    "| `{spec}`{most} | {name} | {elo} | {:.0} | {} | {} | {} | {:+.0} % | {:+.0} % |",
                    after.units,
                    percent(after.covered),
                    percent(after.covered_by_fixed),
                    percent(after.too_high),
                    100.0 * after.off,
                    100.0 * after.raw_off
                );
                let least = promised - chance(promised, simulations);
                assert!(after.covered >= least, "{spec}, {name}, {elo}: {}", after.covered);
                // A median of n deviates by 1.25 standard deviations / sqrt(n), and scores are steps after few units.
                let by_chance = 4.0 * 1.25 * after.width / 3.92 / f64::from(simulations).sqrt();
                assert!(after.off.abs() < 0.06 + by_chance, "{spec}, {name}, {elo}: {}", after.off);
            }
        }
    }
}

#[test]
fn an_interval_is_as_wide_as_planned() {
    println!("\n| error | true Elo | draws | games | mean half width |\n| --- | --- | --- | --- | --- |");
    let simulations = simulations(60);
    for (error, elo) in [(20.0, 0.0), (20.0, 200.0), (40.0, 400.0)] {
        let score = arena::stats::score(elo);
        let draws = 0.8 * score * (1.0 - score);
        let planned = effort::precision(error, Assumed::new(elo, draws).unwrap());
        let (half, wide) = ((planned.expected / 2.0).ceil() as u32, (planned.worst / 2.0).ceil() as u32);
        let width = |truth: &Truth, pairs: u32| {
            let widths: Vec<f64> = (0..simulations)
                .into_par_iter()
                .filter_map(|one| {
                    let (low, high) = score_interval(&truth.sample(pairs, &mut Dice::of(one))).elo();
                    Some((high? - low?) / 2.0)
                })
                .collect();
            mean_and_most(widths).0
        };
        let expected = width(&Truth::independent(score), half);
        let alike = Truth(vec![1.0 - score, 0.0, 0.0, 0.0, score]);
        let worst = width(&alike, wide);
        println!("| {error} | {elo} | {} | {} | {expected:.1} |", percent(draws), 2 * half);
        println!("| {error} | {elo} | at worst | {} | {worst:.1} |", 2 * wide);
        assert!((expected / error - 1.0).abs() < 0.05, "{error} at {elo}: {expected}");
        assert!((worst / error - 1.0).abs() < 0.05, "{error} at {elo} at worst: {worst}");
    }
}
