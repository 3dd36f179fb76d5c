//! `arena tune`: better numbers for a strategy, found by playing.
//!
//! `resolve` turns what was typed into a plan, `steps` plays its steps, `verdict` the match at the end, and `output` says
//! what came out. A tuning that is finished is not played again: its result is shown again.

mod output;
mod resolve;
mod steps;
mod verdict;

use std::io::Write;
use std::path::PathBuf;

use super::args::TuneArgs;
use super::failure::Failure;
use super::run::{capped_threads, failure, progress_mode, quoted, warn_of_threads};
use super::say;
use crate::exit::Exit;
use crate::interrupt;
use crate::play::plan::Plan;
use crate::play::schedule::Schedule;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::ProgressMode;
use crate::run::session::{ResolvedSession, Session, Threads};
use crate::run::tune::file::{TuneFile, TuneResult};
use crate::run::tune::journal::TuningJournal;
use crate::run::tune::{Decimal, ResolvedTunePlan, Spsa, Template, TunePlan};
use output::Output;
use resolve::Tuned;

/// Runs the command.
pub(super) fn run(args: &TuneArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let (template, plan) = resolve::plan(args)?;
    let start: Vec<Decimal> = plan.parameters.iter().map(|parameter| parameter.start).collect();
    let mut players = vec![template.player("plus", &start)?, template.player("minus", &start)?];
    players.extend(plan.against.iter().cloned());
    let rounds = plan.division.rounds().saturating_add(plan.verdict_games.div_ceil(2));
    // Openings for all rounds of the steps and for the verdict. Who meets whom is up to the steps.
    let schedule = Schedule::of_match(rounds.saturating_mul(2));
    let resolved = ResolvedSession::new(Plan {
        openings: plan.openings.clone(),
        seed: plan.seed,
        max_plies: plan.max_plies,
        ..Plan::new(plan.game.clone(), players, schedule)
    });
    let flags = flags(&plan);
    let resolved = resolved.map_err(|error| failure(error, &flags))?;
    let mut digests = resolved.plan().digests.clone();
    // The two players of a step are the same program.
    digests.players.remove(0);
    let plan = ResolvedTunePlan { plan, digests };
    let folder = args.out.clone().unwrap_or_else(|| plan.folder().into());
    let tuning = Tuning { args, template, plan, folder, mode: progress_mode(args.quiet || args.no_progress) };
    if let Some(result) = tuning.finished()? {
        return tuning.print(&result, paint, out);
    }
    if let Some(limit) = args.max_time {
        interrupt::after(limit)?;
    }
    let session = resolved.prepare().map_err(|error| failure(error, &flags))?;
    let result = tuning.play(session)?;
    tuning.print(&result, paint, out)
}

/// What names each player of a step.
fn flags(plan: &TunePlan) -> Vec<String> {
    let opponents = plan.against.iter().map(|_| "--against".to_owned());
    ["template", "template"].map(str::to_owned).into_iter().chain(opponents).collect()
}

/// A tuning that is about to be played.
struct Tuning<'a> {
    args: &'a TuneArgs,
    template: Template,
    plan: ResolvedTunePlan,
    folder: PathBuf,
    mode: ProgressMode,
}

impl Tuning<'_> {
    /// The result in the folder, if this tuning is finished.
    fn finished(&self) -> Result<Option<TuneResult>, Failure> {
        if self.args.fresh {
            return Ok(None);
        }
        let found = TuneFile::tuning_in(&self.folder)?;
        let result = found.as_ref().and_then(|found| found.finished(&self.plan.hash()));
        if result.is_some() && !self.args.quiet {
            say(&format!(
                "{} holds this tuning, which is finished: add --fresh to play it again",
                self.folder.display()
            ));
        }
        Ok(result.cloned())
    }

    /// Plays the steps and the verdict that are missing.
    fn play(&self, mut session: Session) -> Result<TuneResult, Failure> {
        let threads = self.args.threads.map(|asked| capped_threads(asked.into(), self.args.quiet));
        let mut threads = Threads::start(threads).map_err(|error| failure(error, &[]))?;
        if self.args.no_affinity {
            threads = threads.without_affinity();
        }
        if session.is_timed() && !self.args.quiet {
            warn_of_threads(&threads);
        }
        let mut journal = self.open(&mut session, threads.count())?;
        steps::play(self, &mut session, &threads, &mut journal)?;
        let values = journal.spsa().tuned();
        let verdict = if self.template.render(&values) == self.template.render(&self.start()) {
            None
        } else {
            Some(verdict::play(self, &session, &threads, &mut journal, &values)?)
        };
        let result = TuneResult {
            values: values.iter().map(Decimal::to_string).collect(),
            spec: self.template.render(&values).text,
            verdict,
        };
        journal.finish(&result)?;
        Ok(result)
    }

    fn open(&self, session: &mut Session, threads: usize) -> Result<TuningJournal, Failure> {
        let file =
            TuneFile::of(&self.plan, session.is_reproducible(), threads, self.command(self.args.fresh));
        let spsa = Spsa::new(self.plan.parameters.clone(), self.plan.division, self.plan.seed);
        let players = session.plan().players.clone();
        let names: Vec<&str> = players.iter().map(crate::players::strategies::StrategySpec::name).collect();
        let journal = TuningJournal::open(&self.folder, file, self.args.fresh, spsa, &names, session)?;
        let done = journal.spsa().done();
        if done > 0 && !self.args.quiet {
            say(&format!(
                "continuing the tuning in {} after {} of {}",
                self.folder.display(),
                grouped(done),
                counted(self.plan.division.steps(), "step")
            ));
        }
        session.log_to(&journal.logs());
        Ok(journal)
    }

    /// The values before tuning.
    fn start(&self) -> Vec<Decimal> {
        self.plan.parameters.iter().map(|parameter| parameter.start).collect()
    }

    fn print(&self, result: &TuneResult, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
        let output = Output { plan: &self.plan, template: &self.template, result, folder: &self.folder };
        if self.args.json {
            writeln!(out, "{}", output.json())?;
        } else {
            write!(out, "{}", output.text(paint))?;
        }
        Ok(output.exit())
    }

    /// What is said when it stops before its end.
    fn interrupted(&self, done: &str) -> Failure {
        let how = if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" };
        Failure::Interrupted(format!("{how} {done}. Continue with:\n  {}", self.command(false)))
    }

    /// The command that plays the same tuning; `fresh` if it starts over.
    fn command(&self, fresh: bool) -> String {
        let (args, plan) = (self.args, &self.plan);
        let mut words = ["arena", "tune", self.template.text()].map(str::to_owned).to_vec();
        let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
        for opponent in &args.against {
            add("--against", opponent.clone());
        }
        add("--games", args.games.to_string());
        if let Some(steps) = args.steps {
            add("--steps", steps.to_string());
        }
        add("--sprt", plan.sprt.to_string());
        add("--verdict-games", plan.verdict_games.to_string());
        add("--game", plan.game.to_string());
        add("--openings", plan.openings.to_string());
        add("--seed", plan.seed.to_string());
        if let Some(most) = plan.max_plies {
            add("--max-plies", most.to_string());
        }
        if let Some(out) = &args.out {
            add("--out", out.display().to_string());
        }
        if fresh {
            words.push("--fresh".to_owned());
        }
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }
}
