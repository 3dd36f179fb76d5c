//! `arena match`: two strategies against each other, many times.

use std::io::Write;

use serde_json::{Map, Value};

use super::args::MatchArgs;
use super::failure::Failure;
use super::resolve;
use super::run::{End, Run, Show};
use crate::exit::Exit;
use crate::plan::Plan;
use crate::record::{Journal, cell};
use crate::report::paint::Paint;
use crate::report::progress::SoFar;
use crate::report::{llr, match_table, score_so_far, sentence};
use crate::schedule::{Pairing, Schedule};
use crate::stats::{Sprt, SprtVerdict};

/// Runs the command.
pub(super) fn run(args: &MatchArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let [a, b] = [resolve::spec("--a", &args.a)?, resolve::spec("--b", &args.b)?];
    let players = vec![a, b];
    if Plan::repeated_name(&players).is_some() {
        let b = &players[1];
        let problem = format!("both players are called '{}'", b.name());
        let advice = format!("give one of them a name: --b other={b}");
        return Err(Failure::in_flag("--b", &b.error(problem, advice)));
    }
    let sprt = args.sprt.as_deref().map(str::parse).transpose();
    let sprt: Option<Sprt> = sprt.map_err(|error| Failure::in_flag("--sprt", &error))?;
    let plan = Plan {
        game: args.run.game("--game")?,
        players,
        openings: args.run.openings("--openings")?,
        openings_digest: None,
        seed: args.run.seed(),
        schedule: Schedule::of_match(args.games),
        max_plies: args.run.max_plies,
        sprt,
    };
    let command = ["arena", "--games", &args.games.to_string(), "--a", &args.a, "--b", &args.b];
    let mut command = command.map(str::to_owned).to_vec();
    if let Some(sprt) = &sprt {
        command.extend(["--sprt".to_owned(), sprt.to_string()]);
        command.extend(args.gate.then(|| "--gate".to_owned()));
    }
    let run = Run {
        plan,
        args: &args.run,
        flags: ["--a", "--b"].map(str::to_owned).to_vec(),
        command,
        show: Match { json: args.run.json, is_verbose: args.verbose, sprt, gate: args.gate, paint },
        out,
    };
    run.play()
}

/// The two players of a match.
const BOTH: Pairing = Pairing { a: 0, b: 1 };

/// What is shown of a match.
struct Match {
    json: bool,
    is_verbose: bool,
    sprt: Option<Sprt>,
    /// Whether the exit code is the verdict.
    gate: bool,
    paint: Paint,
}

impl Show for Match {
    fn so_far(&self, journal: &Journal) -> SoFar {
        let mut brief = score_so_far(&journal.summary(BOTH));
        if let Some(test) = journal.test() {
            brief += &format!(", {}", llr(&test));
        }
        SoFar { brief, more: String::new() }
    }

    fn results(&self, journal: &Journal, end: &End<'_>) -> String {
        let summary = journal.summary(BOTH);
        if self.json {
            let mut fields = Map::new();
            fields.insert("run".to_owned(), Value::from(end.out.display().to_string()));
            fields.insert("state".to_owned(), Value::from(end.state));
            let row = cell::json(&summary.row());
            // What other commands call the score, docs/FORMATS.md says why.
            for name in ["score", "score_low", "score_high"] {
                fields.insert(name.to_owned(), row.get(&format!("a_{name}")).cloned().unwrap_or_default());
            }
            fields.extend(row);
            let rows = journal.timings().rows(summary.players.iter().map(String::as_str));
            let rows = rows.iter().map(|row| Value::Object(cell::json(row))).collect();
            fields.insert("timings".to_owned(), Value::Array(rows));
            fields.insert("sprt".to_owned(), serde_json::to_value(journal.test()).unwrap_or(Value::Null));
            return format!("{}\n", Value::Object(fields));
        }
        let mut text = format!("{}\n\n", self.paint.strong(&sentence(&summary)));
        if summary.games > 0 {
            let sprt = self.sprt.zip(journal.test());
            text += &match_table(&summary, journal.timings(), end.side_names, sprt, self.is_verbose);
        }
        text += &end.warnings(journal, std::slice::from_ref(&summary), self.paint);
        text + &format!("\n{}\n", end.out.display())
    }

    fn files(&self, _: &Journal) -> Vec<(&'static str, Vec<u8>)> {
        Vec::new()
    }

    fn exit(&self, journal: &Journal) -> Exit {
        match journal.test().filter(|_| self.gate).map(|test| test.verdict) {
            None | Some(SprtVerdict::H1) => Exit::Done,
            Some(SprtVerdict::H0) => Exit::Weaker,
            Some(SprtVerdict::Continue) => Exit::Inconclusive,
        }
    }
}
