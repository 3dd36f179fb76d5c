//! Races with a known best candidate: how often they are wrong, and how many games they take.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::simulated::{Dice, Truth, chance, simulations, stopped};
use arena::stats::{Race, RaceRule, RaceVerdict, Sprt, score};
use rayon::prelude::*;

const MARGIN: f64 = 10.0;

/// How often all candidates have the same luck with an opening. It is the correlation of their results.
const SHARED_LUCK: f64 = 0.3;

const MOST_ROUNDS: u64 = 200_000;

/// Candidates by their Elo against the baseline, with pairs of independent games.
struct Field {
    truths: Vec<Truth>,
}

impl Field {
    fn new(elo: &[f64]) -> Field {
        Field { truths: elo.iter().map(|&elo| Truth::independent(score(elo))).collect() }
    }

    /// Plays a race: its verdict, the rounds, and the games.
    fn race(&self, dice: &mut Dice) -> (Race, u64, u64) {
        let rule = RaceRule { has_baseline: true, margin: MARGIN };
        let mut race = Race::new(rule, self.truths.len() + 1, MOST_ROUNDS);
        let (mut rounds, mut games) = (0, 0);
        while race.verdict().is_none() {
            rounds += 1;
            let shared = (dice.roll() < SHARED_LUCK).then(|| dice.roll());
            for pairing in race.pairings() {
                let luck = shared.unwrap_or_else(|| dice.roll());
                race.add(pairing, Some(self.truths[pairing[0]].at(luck) as u8));
                games += 2;
            }
        }
        (race, rounds, games)
    }

    /// The games of a sequential test of each candidate.
    fn tests(&self, sprt: &Sprt, dice: &mut Dice) -> u64 {
        let games = self.truths.iter().map(|truth| 2 * stopped(sprt, truth, u64::MAX, dice).n());
        games.sum()
    }
}

/// Whether a race claims something that is wrong, given the Elo of the candidates.
fn is_wrong(race: &Race, elo: &[f64]) -> bool {
    let best = elo.iter().copied().fold(f64::MIN, f64::max);
    match race.verdict().unwrap() {
        RaceVerdict::Best(candidate) => elo[candidate] <= 0.0 || elo[candidate] < best - MARGIN,
        RaceVerdict::NoneBetter => best > MARGIN,
        RaceVerdict::Undecided => false,
    }
}

/// The Elo of fields of this many candidates.
fn fields(candidates: usize) -> Vec<(&'static str, Vec<f64>)> {
    let with = |best: &[f64], rest: f64| -> Vec<f64> {
        best.iter().copied().chain(vec![rest; candidates - best.len()]).collect()
    };
    let ladder = |step: f64| (0..candidates).map(|place| step * (1.0 - place as f64)).collect();
    vec![
        ("one is 40 ahead, the others equal the baseline", with(&[40.0], 0.0)),
        ("one is 20 ahead, the others equal the baseline", with(&[20.0], 0.0)),
        ("20 apart, the second equals the baseline", ladder(20.0)),
        ("40 apart, the second equals the baseline", ladder(40.0)),
        ("all equal the baseline", with(&[], 0.0)),
        ("all are 20 ahead", with(&[], 20.0)),
        ("all are 30 behind", with(&[], -30.0)),
    ]
}

#[test]
#[ignore = "simulates thousands of races"]
fn a_race_is_wrong_in_at_most_5_of_100_cases_and_takes_fewer_games_than_separate_tests() {
    println!(
        "\n| candidates | field | wrong | undecided | games | separate tests 0,{MARGIN} | 0,{} | round robin |",
        MARGIN / 2.0
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let simulations = simulations(40);
    for candidates in [4, 8, 16] {
        for (name, elo) in fields(candidates) {
            let field = Field::new(&elo);
            let races: Vec<(Race, u64, u64)> =
                (0..simulations).into_par_iter().map(|one| field.race(&mut Dice::of(one))).collect();
            let tests = |sprt: Sprt| {
                let few = simulations.min(40);
                let games: u64 =
                    (0..few).into_par_iter().map(|one| field.tests(&sprt, &mut Dice::of(one))).sum();
                games as f64 / f64::from(few)
            };
            let share = |is: &dyn Fn(&Race) -> bool| {
                races.iter().filter(|(race, ..)| is(race)).count() as f64 / f64::from(simulations)
            };
            let wrong = share(&|race| is_wrong(race, &elo));
            let undecided = share(&|race| race.verdict() == Some(RaceVerdict::Undecided));
            let games = races.iter().map(|(.., games)| *games as f64).sum::<f64>() / f64::from(simulations);
            let rounds =
                races.iter().map(|(_, rounds, _)| *rounds as f64).sum::<f64>() / f64::from(simulations);
            let [wide, narrow] = [MARGIN, MARGIN / 2.0].map(|elo1| tests(Sprt::new(0.0, elo1)));
            let all = rounds * (candidates * (candidates + 1)) as f64;
            println!(
                "| {candidates} | {name} | {:.1} % | {:.1} % | {games:.0} | {wide:.0} ({:.2}) | {narrow:.0} ({:.2}) | {all:.0} ({:.2}) |",
                100.0 * wrong,
                100.0 * undecided,
                games / wide,
                games / narrow,
                games / all
            );
            assert!(wrong <= 0.05 + chance(0.05, simulations), "{candidates} candidates, {name}: {wrong}");
        }
    }
}
