//! `arena rate`: ratings of players from the games of any runs.

use std::io::{self, Write};

use super::args::RateArgs;
use super::failure::Failure;
use super::say;
use super::stdout::{print_json, table_width, wrapped, wrapped_for_stderr};
use crate::interrupt;
use crate::report::paint::Paint;
use crate::report::rate::{json, text};
use crate::report::warnings::Warning;
use crate::run::rate::{gather, rate};
use crate::stats::IntervalBasis;

pub(super) fn run(args: &RateArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let gathered = {
        let conditions = args.only.conditions()?;
        interrupt::ending_at_once(|| gather(&args.files, &conditions))?
    };
    for (file, line) in gathered.torn() {
        say(&format!("{file}:{line}: the last line is incomplete and was ignored"));
    }
    let mut warnings = Warning::of_copies(gathered.copies());
    if let (games, repeats @ 1..) = gathered.games_and_repeats() {
        warnings.insert(0, Warning::RatedRepeats { games, distinct: games - repeats });
    }
    for warning in warnings {
        let warning = format!("{} {}", paint.bad("warning:"), warning.text());
        let _ = writeln!(io::stderr(), "{}", wrapped_for_stderr(warning));
    }
    let rated = interrupt::ending_at_once(|| rate(gathered, args.anchor.as_deref()));
    let Some(rated) = rated.map_err(|error| Failure::in_flag("--anchor", &error))? else {
        let files: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Usage(format!("no games in {}\ngive files with games", files.join(", "))));
    };
    if rated.basis != IntervalBasis::Fixed && !args.json {
        let note = Warning::AnytimeIntervals;
        let _ = writeln!(
            io::stderr(),
            "{}",
            wrapped_for_stderr(format!("{} {}", note.label(paint), note.text()))
        );
    }
    if args.json {
        print_json(out, &json(&rated))?;
    } else {
        write!(out, "{}", wrapped(text(&rated, table_width(), paint)))?;
    }
    Ok(())
}
