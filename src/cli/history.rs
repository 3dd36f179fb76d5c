//! `arena history`: the results of checks over time.

use std::io::Write;

use super::args::HistoryArgs;
use super::failure::Failure;
use super::stdout::{print_json, wrapped};
use crate::report::history::{json, text};
use crate::report::page::history_page;
use crate::report::paint::Paint;
use crate::run::check::history::read;
use crate::run::replace;
use crate::text::UnknownName;

pub(super) fn run(args: &HistoryArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let file = args.file.display().to_string();
    let mut rows = read(&args.file).map_err(|error| Failure::Usage(error.to_string()))?;
    let known: Vec<&str> = rows.iter().map(|row| row.check.as_str()).collect();
    if let Some(unknown) = args.check.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Failure::Usage(format!("--check: {}", UnknownName::new("check", unknown, &known))));
    }
    rows.retain(|row| args.check.is_empty() || args.check.contains(&row.check));
    let page = args.out.clone().unwrap_or_else(|| args.file.with_extension("html"));
    let failed = |error| {
        Failure::Usage(format!("cannot write {}: {error}\nchoose another file with -o", page.display()))
    };
    replace(&page, history_page(&file, &rows).as_bytes()).map_err(failed)?;
    if args.json {
        print_json(out, &json(&file, &page.display().to_string(), &rows))?;
    } else {
        writeln!(out, "{}{}", wrapped(text(&file, &rows, paint)), page.display())?;
    }
    Ok(())
}
