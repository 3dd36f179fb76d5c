//! `arena plan`: how many games a test or an interval takes.

use std::io::Write;

use serde::Serialize;

use super::args::PlanArgs;
use super::failure::Failure;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::stats::effort::{self, Assumed, MOST_DRAWS};
use crate::stats::sprt::MOST_ELO;
use crate::stats::{Model, Sprt};

/// Runs the command.
pub(super) fn run(args: &PlanArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    check_elo("--elo", args.elo)?;
    if !(0.0..=MOST_DRAWS).contains(&args.draws) {
        let problem = format!(
            "--draws: {} is not a valid share of games\nwrite a number from 0 to {MOST_DRAWS}, such as 0.3",
            args.draws
        );
        return Err(Failure::Usage(problem));
    }
    match (&args.sprt, args.error) {
        (Some(sprt), _) => {
            let sprt = sprt.parse().map_err(|error| Failure::in_flag("--sprt", &error))?;
            plan_test(args, &sprt, paint, out)
        }
        (None, Some(error)) => plan_error(args, error, paint, out),
        (None, None) => Err(Failure::Usage("give --sprt or --error".to_owned())),
    }
}

fn check_elo(flag: &str, elo: Option<f64>) -> Result<(), Failure> {
    match elo {
        Some(elo) if elo.is_nan() || elo.abs() > MOST_ELO => {
            let problem = format!(
                "{flag}: {elo} is not a valid Elo difference\nwrite a number from -{MOST_ELO} to {MOST_ELO}"
            );
            Err(Failure::Usage(problem))
        }
        _ => Ok(()),
    }
}

/// A share of draws that is impossible at this score.
fn too_many_draws(draws: f64, elo: f64) -> Failure {
    Failure::Usage(format!(
        "--draws: {draws} of all games cannot be drawn at {elo} Elo\ngive a smaller share, or an Elo difference nearer to 0"
    ))
}

/// The JSON of a sequential test.
#[derive(Serialize)]
struct TestPlan {
    sprt: String,
    expected_games: u64,
    worst_games: u64,
    cases: Vec<Case>,
}

/// A true difference, and how the test behaves then.
#[derive(Serialize)]
struct Case {
    what: &'static str,
    elo: f64,
    games: u64,
    games_95: u64,
    accepts_h1: f64,
}

fn plan_test(args: &PlanArgs, sprt: &Sprt, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let middle = f64::midpoint(sprt.elo0, sprt.elo1);
    if sprt.model == Model::Logistic && Assumed::new(middle, args.draws).is_none() {
        return Err(too_many_draws(args.draws, middle));
    }
    let case = |what: &'static str, elo: f64| {
        let course = effort::course(sprt, elo, args.draws);
        Case {
            what,
            elo,
            games: whole_pairs(course.mean),
            games_95: whole_pairs(course.within),
            accepts_h1: course.accepts,
        }
    };
    let mut cases = vec![
        case("H0", sprt.elo0),
        case("hardest", effort::hardest(sprt, args.draws)),
        case("H1", sprt.elo1),
    ];
    cases.extend(args.elo.map(|elo| case("expected", elo)));
    // Without --elo, the expected number is that of H0 or H1, whichever takes longer.
    let expected_games = match args.elo {
        Some(_) => cases[3].games,
        None => cases[0].games.max(cases[2].games),
    };
    let plan = TestPlan { sprt: sprt.to_string(), expected_games, worst_games: cases[1].games_95, cases };
    if args.json {
        serde_json::to_writer(&mut *out, &plan)?;
        writeln!(out)?;
        return Ok(());
    }
    let unit = match sprt.model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    };
    let sentence = format!(
        "a test of {} against {} {unit} takes about {}, and {} at worst",
        sprt.elo0,
        sprt.elo1,
        counted(plan.expected_games, "game"),
        grouped(plan.worst_games),
    );
    writeln!(out, "{}\n", paint.strong(&sentence))?;
    writeln!(
        out,
        "  {:<9} {:>9}  {:>13}  {:>13}  {:>10}",
        "",
        format!("true {unit}"),
        "games (mean)",
        "games (95 %)",
        "accepts H1"
    )?;
    for Case { what, elo, games, games_95, accepts_h1 } in &plan.cases {
        let share = format!("{:.1} %", 100.0 * accepts_h1);
        let elo = format!("{elo:.1}");
        writeln!(
            out,
            "  {what:<9} {elo:>9}  {:>13}  {:>13}  {share:>10}",
            grouped(*games),
            grouped(*games_95)
        )?;
    }
    writeln!(
        out,
        "\nAt worst: 95 % of tests end within this many games, even at the true difference that takes longest. Allow a match that many:\n  \
         arena --games {} --sprt {} --a … --b …",
        plan.worst_games, plan.sprt
    )?;
    Ok(())
}

/// The JSON of an error.
#[derive(Serialize)]
struct ErrorPlan {
    error: f64,
    elo: f64,
    draws: f64,
    expected_games: u64,
    worst_games: u64,
}

fn plan_error(args: &PlanArgs, error: f64, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if !(LEAST_ERROR..=1000.0).contains(&error) {
        let problem = format!(
            "--error: {error} is not a valid error in Elo\nwrite a number from {LEAST_ERROR} to 1000, such as 10"
        );
        return Err(Failure::Usage(problem));
    }
    let elo = args.elo.unwrap_or(0.0);
    let assumed = Assumed::new(elo, args.draws).ok_or_else(|| too_many_draws(args.draws, elo))?;
    let precision = effort::precision(error, assumed);
    let plan = ErrorPlan {
        error,
        elo,
        draws: args.draws,
        expected_games: whole_pairs(precision.expected),
        worst_games: whole_pairs(precision.worst),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &plan)?;
        writeln!(out)?;
        return Ok(());
    }
    let sentence = format!(
        "an interval of {error} Elo to either side takes about {}, and {} at worst",
        counted(plan.expected_games, "game"),
        grouped(plan.worst_games)
    );
    writeln!(out, "{}\n", paint.strong(&sentence))?;
    writeln!(
        out,
        "  assumed    {elo} Elo, a score of {:.1} %, {:.1} % draws\n  \
           about      if the two games of a pair are independent\n  \
           at worst   if none is drawn and each pair is won or lost twice",
        100.0 * assumed.score,
        100.0 * args.draws,
    )?;
    Ok(())
}

/// Below it, the number of games overflows.
const LEAST_ERROR: f64 = 0.01;

/// This many games, in whole pairs.
fn whole_pairs(games: f64) -> u64 {
    2 * (games / 2.0).ceil().max(1.0) as u64
}
