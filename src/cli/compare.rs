//! `arena compare`: two runs of the same plan with different players or builds, pair by pair.

use std::io::Write;

use super::args::CompareArgs;
use super::failure::Failure;
use super::stdout::{print_json, wrapped};
use crate::report::compare::{json, text};
use crate::report::paint::Paint;
use crate::run::compare::compare;

pub(super) fn run(args: &CompareArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let compared = compare(&args.before, &args.after)?;
    if args.json {
        print_json(out, &json(&compared))?;
    } else {
        write!(out, "{}", wrapped(text(&compared, paint)))?;
    }
    Ok(())
}
