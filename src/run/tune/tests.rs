//! The algorithm on simulated games, whose truth is known.
//!
//! Random numbers come from the streams of the crate, so every simulation is the same everywhere.

use super::{Division, Parameter, Spsa, StepResult};
use crate::rng::{Purpose, Rng};
use crate::stats::{Counts, Sprt, SprtVerdict};
use crate::text::Decimal;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn parameter(name: &str, start: &str, [low, high]: [&str; 2], whole: bool) -> Parameter {
    let (start, low, high) = (decimal(start), decimal(low), decimal(high));
    Parameter { name: name.to_owned(), start, low, high, step: Parameter::step_of(low, high, whole), whole }
}

/// Games whose outcome depends on the strength of the players.
struct Simulation {
    rng: Rng,
}

impl Simulation {
    fn new(seed: u64) -> Simulation {
        Simulation { rng: Rng::stream(seed, Purpose::PlayerA, 0) }
    }

    /// The half points of a game with this expected score, where a fifth of even games are drawn.
    fn game(&mut self, score: f64) -> u64 {
        let draws = 0.8 * score * (1.0 - score);
        let chance = f64::from(self.rng.below(1 << 24)) / f64::from(1 << 24);
        if chance < draws {
            1
        } else if chance < draws + score - draws / 2.0 {
            2
        } else {
            0
        }
    }

    /// Games won, drawn and lost.
    fn games(&mut self, games: u64, elo: f64) -> [u64; 3] {
        let (mut counts, score) = ([0; 3], expected(elo));
        for _ in 0..games {
            counts[2 - self.game(score) as usize] += 1;
        }
        counts
    }
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Tunes by simulated games of players whose strength is a function of their values; against each other, or against an
/// opponent of strength 0.
fn tune(
    parameters: &[Parameter],
    games: u64,
    seed: u64,
    field: usize,
    strength: impl Fn(&[Decimal]) -> f64,
) -> Spsa {
    let division = Division::new(games, field, None).unwrap();
    let mut spsa = Spsa::new(parameters.to_vec(), division, seed);
    let mut simulation = Simulation::new(seed);
    while !spsa.is_done() {
        let trial = spsa.trial();
        let games = division.games_of(spsa.done());
        let [plus, minus] = [&trial.plus, &trial.minus].map(|values| strength(values));
        let result = if field == 0 {
            let plus = simulation.games(games, plus - minus);
            StepResult { plus, minus: [plus[2], plus[1], plus[0]] }
        } else {
            StepResult { plus: simulation.games(games / 2, plus), minus: simulation.games(games / 2, minus) }
        };
        spsa.learn(&result);
    }
    spsa
}

/// The loss in Elo at some values: quadratic in the distance from the optimum, which is given in steps.
fn loss(parameters: &[Parameter], optimum: &[f64], curvature: f64, values: &[Decimal]) -> f64 {
    let squares = parameters
        .iter()
        .zip(optimum)
        .zip(values)
        .map(|((parameter, best), value)| ((value.value() - best) / parameter.step.value()).powi(2));
    curvature * squares.sum::<f64>()
}

/// The losses after tuning with many seeds, from the smallest to the largest.
fn losses(
    parameters: &[Parameter],
    optimum: &[f64],
    curvature: f64,
    games: u64,
    field: usize,
    seeds: u64,
) -> Vec<f64> {
    let one = |seed| {
        let strength = |values: &[Decimal]| -loss(parameters, optimum, curvature, values);
        let tuned = tune(parameters, games, seed, field, strength).tuned();
        loss(parameters, optimum, curvature, &tuned)
    };
    let mut losses: Vec<f64> = (0..seeds).map(one).collect();
    losses.sort_by(f64::total_cmp);
    losses
}

#[test]
fn the_known_optimum_of_a_synthetic_problem_is_found_with_almost_every_seed() {
    let parameters = [
        parameter("a", "0.4", ["0", "2"], false),
        parameter("b", "0", ["-5", "5"], false),
        parameter("c", "50", ["0", "200"], true),
    ];
    let optimum = [1.4, 4.0, 110.0];
    let start: Vec<Decimal> = parameters.iter().map(|parameter| parameter.start).collect();
    let before = loss(&parameters, &optimum, 1.0, &start);
    assert!((before - 50.0).abs() < 1e-9, "{before}");
    let losses = losses(&parameters, &optimum, 1.0, 40_000, 0, 60);
    let (median, worst) = (losses[30], losses[59]);
    assert!(
        median < 2.0 && losses[56] < 5.0 && worst < 10.0,
        "median {median:.2}, worst {worst:.2} of {before} Elo"
    );
}

#[test]
fn a_field_shows_the_same_optimum_with_less_precision() {
    let parameters = [parameter("a", "0.4", ["0", "2"], false)];
    let mirror = losses(&parameters, &[1.6], 1.0, 10_000, 0, 40);
    let field = losses(&parameters, &[1.6], 1.0, 10_000, 1, 40);
    assert!(mirror[20] < field[20] && field[20] < 12.0, "{:.2} and {:.2} of 36 Elo", mirror[20], field[20]);
}

#[test]
fn noise_alone_moves_a_parameter_by_three_steps() {
    let wide = Parameter {
        low: decimal("-1000"),
        high: decimal("1000"),
        step: decimal("1"),
        ..parameter("a", "0", ["0", "1"], false)
    };
    let spread = |games: u64| {
        let ends =
            (0..200).map(|seed| tune(std::slice::from_ref(&wide), games, seed, 0, |_| 0.0).values()[0]);
        (ends.map(|end| end * end).sum::<f64>() / 200.0).sqrt()
    };
    // Draws make the noise a little smaller than the bound that the gain is computed from: sqrt(0.8).
    for games in [400, 4000] {
        let spread = spread(games);
        assert!((2.2..3.2).contains(&spread), "{spread} steps after {games} games");
    }
}

/// The verdict of a sequential test on simulated pairs.
fn verdict(sprt: &Sprt, elo: f64, seed: u64, most_pairs: u64) -> SprtVerdict {
    let mut simulation = Simulation::new(1_000_000 + seed);
    let (mut counts, score) = ([0; 5], expected(elo));
    for _ in 0..most_pairs {
        counts[(simulation.game(score) + simulation.game(score)) as usize] += 1;
        let verdict = sprt.test(&Counts::pairs(counts)).verdict;
        if verdict != SprtVerdict::Continue {
            return verdict;
        }
    }
    SprtVerdict::Continue
}

#[test]
fn of_200_tunings_without_effect_at_most_the_nominal_share_claims_a_gain() {
    let parameters = [parameter("a", "0.4", ["0", "2"], false), parameter("b", "3", ["0", "9"], true)];
    let sprt = Sprt::new(0.0, 50.0);
    let claims = |elo: f64| {
        let claims = |seed: &u64| {
            let tuned = tune(&parameters, 400, *seed, 0, |_| 0.0).tuned();
            tuned != [decimal("0.4"), decimal("3")] && verdict(&sprt, elo, *seed, 2000) == SprtVerdict::H1
        };
        (0..200).filter(claims).count()
    };
    // Of 200, 5 % are 10. More than 17 have a probability of one in a hundred if the share is 5 %.
    let false_claims = claims(0.0);
    assert!(false_claims <= 17, "{false_claims} of 200 tunings without effect claim a gain");
    let true_claims = claims(50.0);
    assert!(true_claims >= 180, "{true_claims} of 200 gains are found");
}

#[test]
fn a_course_is_a_function_of_its_seed() {
    let parameters = [parameter("a", "0.4", ["0", "2"], false), parameter("d", "4", ["1", "6"], true)];
    let strength = |values: &[Decimal]| 10.0 * values[0].value() + 20.0 * values[1].value();
    let course = |seed| tune(&parameters, 1000, seed, 0, strength);
    assert_eq!(course(1).values(), course(1).values());
    assert_ne!(course(1).values(), course(2).values());
    insta::assert_debug_snapshot!(course(1).values(), @"
    [
        0.237221,
        4.927947,
    ]
    ");
}

#[test]
fn trials_stay_within_the_bounds_and_whole_numbers_are_whole() {
    let parameters = [parameter("a", "0", ["0", "2"], false), parameter("d", "6", ["1", "6"], true)];
    let mut spsa = Spsa::new(parameters.to_vec(), Division::new(2000, 0, None).unwrap(), 7);
    let mut seen = [0; 2];
    while !spsa.is_done() {
        let trial = spsa.trial();
        for (values, side) in [(&trial.plus, 0), (&trial.minus, 1)] {
            for (value, parameter) in values.iter().zip(&parameters) {
                assert!(
                    (parameter.low..=parameter.high).contains(value)
                        && (!parameter.whole || value.is_whole())
                );
            }
            seen[side] += usize::from(trial.signs[1] == [-1, 1][side]);
        }
        assert_ne!(trial.plus[1], trial.minus[1], "the two players of a step differ");
        // Smaller values win all games.
        let plus = if trial.signs[0] > 0 { [0, 0, 8] } else { [8, 0, 0] };
        spsa.learn(&StepResult { plus, minus: [plus[2], 0, plus[0]] });
    }
    assert!(seen[0] > 50 && seen[1] > 50, "both directions are tried: {seen:?}");
    assert_eq!(spsa.tuned()[0], decimal("0"), "kept at its bound");
}
