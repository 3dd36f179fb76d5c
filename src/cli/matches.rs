//! `arena match`: two strategies against each other, many times.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::STACK;
use super::args::MatchArgs;
use super::failure::{Failure, is_closed_pipe};
use super::wanted;
use crate::games::{Game, GameSpec, GameVisitor};
use crate::interrupt;
use crate::openings::{Openings, OpeningsSpec, Unprepared};
use crate::plan::Plan;
use crate::record::row::GameRow;
use crate::record::run_file::RunFile;
use crate::record::tally::Tally;
use crate::record::{Beginning, Journal, cell};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::{Manner, Progress};
use crate::report::warnings::Warning;
use crate::report::{sentence, table};
use crate::runner::{self, Ended, Games};

/// Runs the command.
pub(super) fn run(args: &MatchArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let game: GameSpec = args.game.parse().map_err(|error| Failure::in_flag("--game", &error))?;
    let players = [wanted::spec("--a", &args.a)?, wanted::spec("--b", &args.b)?];
    let [a, b] = &players;
    if a.name() == b.name() {
        let problem = format!("both players are called '{}'", a.name());
        let advice = format!("give one of them a name: --b other={b}");
        return Err(Failure::in_flag("--b", &b.error(problem, advice)));
    }
    let openings: OpeningsSpec =
        args.openings.parse().map_err(|error| Failure::in_flag("--openings", &error))?;
    let plan = Plan {
        game,
        players,
        openings,
        openings_digest: None,
        seed: args.seed,
        games: args.games,
        max_plies: args.max_plies,
    };
    let held = plan.openings.positions();
    let held: Vec<&str> = held.iter().map(String::as_str).collect();
    game.visit_holding(&held, Match { args, plan, paint, out })
}

struct Match<'a, W> {
    args: &'a MatchArgs,
    plan: Plan,
    paint: Paint,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Match<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(mut self, start: G) -> Result<(), Failure> {
        let [a, b] = &self.plan.players;
        let players = [wanted::build::<G>("--a", a)?, wanted::build::<G>("--b", b)?];
        let reproducible = players.iter().all(|player| player.is_reproducible());
        let pairs = self.plan.pairs();
        let prepared =
            Openings::prepare(&self.plan.openings, start, pairs, self.plan.seed, interrupt::flag());
        let openings = prepared.map_err(|reason| match reason {
            Unprepared::Wrong(error) => Failure::in_flag("--openings", &error),
            Unprepared::Interrupted => Failure::interrupted(),
        })?;
        self.plan.openings_digest = openings.digest();
        let threads = self.args.threads.map_or_else(all_cores, usize::from);
        let mut journal = self.open(&openings, reproducible, threads)?;
        self.announce(&journal);

        let games = Games {
            openings: &openings,
            players: [players[0].as_ref(), players[1].as_ref()],
            seed: self.plan.seed,
            max_plies: self.plan.max_plies,
            measure_all: journal.records_moves(),
            interrupt: interrupt::flag(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool
            .map_err(|error| Failure::Usage(format!("--threads: cannot start {threads} threads: {error}")))?;
        let done = journal.tally().games();
        let mut progress = Progress::begin(self.manner(), self.plan.names()[0], self.plan.games, done);
        let ended = runner::run(&games, done..self.plan.games, &pool, |record| {
            journal.commit(&record)?;
            progress.update(journal.tally());
            Ok(ControlFlow::Continue(()))
        });
        progress.end();
        match ended {
            Ok(Ended::Interrupted) => {
                journal.interrupt()?;
                // Ctrl-C ends the reader of a pipe too. How to continue is to be told all the same.
                let told = self.report::<G>(&journal, reproducible, "interrupted");
                told.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })?;
                let done = journal.tally().games();
                Err(Failure::Interrupted(format!(
                    "interrupted after {}, with {} to go. Continue with:\n  {}",
                    counted(done, "game"),
                    grouped(self.plan.games - done),
                    self.command(true)
                )))
            }
            Ok(Ended::Complete | Ended::Enough) => self.finish::<G>(journal, reproducible),
            Err(error) => Err(Failure::Record(error)),
        }
    }
}

impl<W: Write> Match<'_, W> {
    fn open<G: Game>(
        &self,
        openings: &Openings<G>,
        reproducible: bool,
        threads: usize,
    ) -> Result<Journal, Failure> {
        let folder = self.args.out.clone().unwrap_or_else(|| PathBuf::from(self.plan.folder()));
        let run =
            RunFile::new(&self.plan, reproducible, self.args.record_moves, threads, self.command(false));
        let pairs = self.plan.pairs();
        let may_repeat = openings.distinct(pairs) != Some(pairs);
        let tally = Tally::new(self.plan.names()[0], may_repeat);
        let is_game = |row: &GameRow<'_>| {
            let opening = openings.take(row.pair - 1);
            openings.text(&opening) == row.opening && row.replays_from(&opening)
        };
        Ok(Journal::open(&folder, run, self.args.fresh, tally, &is_game)?)
    }

    /// Tells how the run begins, where that is not from nothing.
    fn announce(&self, journal: &Journal) {
        if self.args.quiet {
            return;
        }
        let out = journal.out().display();
        let done = journal.tally().games();
        let told = match journal.beginning() {
            Beginning::New => return,
            Beginning::Continued => format!(
                "continuing the run in {out} after {} of {}",
                grouped(done),
                counted(self.plan.games, "game")
            ),
            Beginning::Again => format!(
                "{out} holds a finished run of this plan: playing it again into a copy that replaces it"
            ),
        };
        // Where nobody listens, the run goes on all the same.
        let _ = writeln!(io::stderr(), "{told}");
    }

    fn manner(&self) -> Manner {
        if self.args.quiet || self.args.no_progress {
            Manner::Silent
        } else if io::stderr().is_terminal() {
            Manner::Bar
        } else {
            Manner::Lines
        }
    }

    fn finish<G: Game>(&mut self, journal: Journal, reproducible: bool) -> Result<(), Failure> {
        let out = journal.out().to_owned();
        let report = self.rendered::<G>(&journal, reproducible, "finished", &out);
        journal.finish()?;
        write!(self.out, "{report}")?;
        Ok(())
    }

    fn report<G: Game>(&mut self, journal: &Journal, reproducible: bool, state: &str) -> io::Result<()> {
        let report = self.rendered::<G>(journal, reproducible, state, journal.out());
        write!(self.out, "{report}")?;
        self.out.flush()
    }

    /// The result as it is printed.
    fn rendered<G: Game>(&self, journal: &Journal, reproducible: bool, state: &str, out: &Path) -> String {
        let summary = journal.summary();
        if self.args.json {
            let mut fields = Map::new();
            fields.insert("run".to_owned(), Value::from(out.display().to_string()));
            fields.insert("state".to_owned(), Value::from(state));
            fields.extend(cell::json(&summary.row()));
            let rows = journal.timings().rows(self.plan.names());
            let rows = rows.iter().map(|row| Value::Object(cell::json(row))).collect();
            fields.insert("timings".to_owned(), Value::Array(rows));
            return format!("{}\n", Value::Object(fields));
        }
        let mut text = format!("{}\n\n", self.paint.strong(&sentence(&summary)));
        if summary.games > 0 {
            text += &table(&summary, journal.timings(), G::SIDE_NAMES);
        }
        for warning in Warning::of(&summary, journal.tally(), reproducible) {
            text += &format!("\n{} {}\n", self.paint.bad("warning:"), warning.text());
        }
        text + &format!("\n{}\n", out.display())
    }

    /// The command that plays the same games; to continue, without what would begin anew.
    fn command(&self, to_continue: bool) -> String {
        let args = self.args;
        let plan = &self.plan;
        let mut words = vec![
            "arena".to_owned(),
            "--games".to_owned(),
            plan.games.to_string(),
            "--a".to_owned(),
            args.a.clone(),
            "--b".to_owned(),
            args.b.clone(),
            "--game".to_owned(),
            plan.game.to_string(),
            "--openings".to_owned(),
            plan.openings.to_string(),
            "--seed".to_owned(),
            plan.seed.to_string(),
        ];
        if let Some(most) = plan.max_plies {
            words.extend(["--max-plies".to_owned(), most.to_string()]);
        }
        if args.record_moves {
            words.push("--record-moves".to_owned());
        }
        if let Some(out) = &args.out {
            words.extend(["--out".to_owned(), out.display().to_string()]);
        }
        if args.fresh && !to_continue {
            words.push("--fresh".to_owned());
        }
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }
}

/// A word as the shell needs it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.:,=+/@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
