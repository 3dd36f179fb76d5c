//! `arena plan`: how many games a test or an interval takes.

use std::io::Write;

use super::args::PlanArgs;
use super::failure::Failure;
use super::stdout::{print_json, wrapped};
use crate::report::effort::{ErrorPlan, test_text};
use crate::report::paint::Paint;
use crate::stats::effort::{Assumed, MOST_DRAWS, TestPlan};
use crate::stats::sprt::MOST_ELO;
use crate::stats::{Model, Sprt};

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

fn plan_test(args: &PlanArgs, sprt: &Sprt, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let middle = f64::midpoint(sprt.elo0, sprt.elo1);
    if sprt.model == Model::Logistic && Assumed::new(middle, args.draws).is_none() {
        return Err(too_many_draws(args.draws, middle));
    }
    let plan = TestPlan::new(sprt, args.elo, args.draws);
    if args.json {
        print_json(out, &plan)?;
    } else {
        write!(out, "{}", wrapped(test_text(sprt, &plan, paint)))?;
    }
    Ok(())
}

/// Below it, the number of games overflows.
const LEAST_ERROR: f64 = 0.01;

fn plan_error(args: &PlanArgs, error: f64, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    if !(LEAST_ERROR..=1000.0).contains(&error) {
        let problem = format!(
            "--error: {error} is not a valid error in Elo\nwrite a number from {LEAST_ERROR} to 1000, such as 10"
        );
        return Err(Failure::Usage(problem));
    }
    let elo = args.elo.unwrap_or(0.0);
    let assumed = Assumed::new(elo, args.draws).ok_or_else(|| too_many_draws(args.draws, elo))?;
    let plan = ErrorPlan::new(error, elo, assumed);
    if args.json {
        print_json(out, &plan)?;
    } else {
        write!(out, "{}", wrapped(plan.text(paint)))?;
    }
    Ok(())
}
