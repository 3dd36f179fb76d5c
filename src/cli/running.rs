//! Playing a plan into its folder: players, openings, threads, progress, Ctrl-C, and what is told at the end.
//!
//! What is shown of the results is the affair of the command ([`Show`]); everything else is the same for all.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::STACK;
use super::args::RunArgs;
use super::failure::{Failure, is_closed_pipe};
use super::wanted;
use crate::exit::Exit;
use crate::games::{Game, GameSpec, GameVisitor};
use crate::interrupt;
use crate::openings::{Openings, OpeningsSpec, Unprepared};
use crate::plan::Plan;
use crate::record::row::GameRow;
use crate::record::run_file::RunFile;
use crate::record::{Beginning, Journal, Tallies};
use crate::report::numbers::{counted, grouped};
use crate::report::progress::{Manner, Progress, SoFar};
use crate::runner::{self, Ended, Games};
use crate::schedule::Course;

/// What a command shows of a run.
pub(super) trait Show {
    /// The results so far, beside the progress.
    fn so_far(&self, journal: &Journal) -> SoFar;

    /// The results.
    fn results<G: Game>(&self, journal: &Journal, end: &End<'_>) -> String;

    /// The files that it has beside those of every run.
    fn files(&self, journal: &Journal) -> Vec<(&'static str, Vec<u8>)>;

    /// How the program ends after a finished run.
    fn exit(&self, journal: &Journal) -> Exit;
}

/// How a run ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    /// `finished` or `interrupted`.
    pub(super) state: &'static str,
    /// Whether the same plan gives the same games everywhere.
    pub(super) reproducible: bool,
    /// The folder.
    pub(super) out: &'a Path,
}

/// A run that is about to be played.
pub(super) struct Run<'a, S, W> {
    pub(super) plan: Plan,
    pub(super) args: &'a RunArgs,
    /// Where each player was typed.
    pub(super) flags: Vec<String>,
    /// The beginning of the command that repeats it.
    pub(super) command: Vec<String>,
    pub(super) show: S,
    pub(super) out: &'a mut W,
}

impl RunArgs {
    /// The game that is meant, said at this place.
    pub(super) fn game(&self, place: &str) -> Result<GameSpec, Failure> {
        self.game.as_deref().unwrap_or("kalah").parse().map_err(|error| Failure::in_flag(place, &error))
    }

    /// The openings that are meant, said at this place.
    pub(super) fn openings(&self, place: &str) -> Result<OpeningsSpec, Failure> {
        self.openings.as_deref().unwrap_or("random").parse().map_err(|error| Failure::in_flag(place, &error))
    }

    /// The seed that is meant.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn manner(&self) -> Manner {
        manner(self.quiet || self.no_progress)
    }
}

/// How progress is shown, unless it is not to be.
pub(super) fn manner(silent: bool) -> Manner {
    if silent {
        Manner::Silent
    } else if io::stderr().is_terminal() {
        Manner::Bar
    } else {
        Manner::Lines
    }
}

impl<S: Show + Sync, W: Write> Run<'_, S, W> {
    /// Plays it.
    pub(super) fn play(self) -> Result<Exit, Failure> {
        self.plan.clone().visit(self)
    }

    fn open<G: Game>(
        &self,
        openings: &Openings<G>,
        course: &mut Course<'_>,
        reproducible: bool,
        threads: usize,
    ) -> Result<Journal, Failure> {
        let folder = self.args.out.clone().unwrap_or_else(|| PathBuf::from(self.plan.folder()));
        let run =
            RunFile::new(&self.plan, reproducible, self.args.record_moves, threads, self.command(false));
        let may_repeat = openings.may_repeat(self.plan.schedule.most_pairs());
        let empty = Tallies::new(self.plan.names(), may_repeat);
        let names: Vec<&str> = self.plan.names().collect();
        let mut referee = |row: &GameRow<'_>, before: &Tallies| {
            let game = before.games();
            let fixture = course.block(game, || before.crosstable())?.fixture(game);
            let players = fixture.sides().map(|player| names[player]);
            let expected = (fixture.game + 1, fixture.pair + 1, players);
            let opening = openings.take(fixture.opening);
            let fits = (row.game, row.pair, row.players) == expected
                && openings.text(&opening) == row.opening
                && row.replays_from(&opening);
            fits.then_some(fixture.pairing)
        };
        Ok(Journal::open(&folder, run, self.args.fresh, empty, &mut referee)?)
    }

    /// Tells how the run begins, where that is not from nothing.
    fn announce(&self, journal: &Journal) {
        if self.args.quiet {
            return;
        }
        let out = journal.out().display();
        let done = journal.tallies().games();
        let told = match journal.beginning() {
            Beginning::New => return,
            Beginning::Continued => format!(
                "continuing the run in {out} after {} of {}",
                grouped(done),
                counted(self.plan.schedule.total_games(), "game")
            ),
            Beginning::Again => format!(
                "{out} holds a finished run of this plan: playing it again into a copy that replaces it"
            ),
        };
        // Where nobody listens, the run goes on all the same.
        let _ = writeln!(io::stderr(), "{told}");
    }

    fn finish<G: Game>(&mut self, journal: Journal, reproducible: bool) -> Result<Exit, Failure> {
        let out = journal.out().to_owned();
        let results = self.show.results::<G>(&journal, &End { state: "finished", reproducible, out: &out });
        let exit = self.show.exit(&journal);
        let files = self.show.files(&journal);
        journal.finish(&files)?;
        write!(self.out, "{results}")?;
        Ok(exit)
    }

    /// Tells what there is, and how to continue.
    fn interrupted<G: Game>(&mut self, journal: &Journal, reproducible: bool) -> Failure {
        let end = End { state: "interrupted", reproducible, out: journal.out() };
        let results = self.show.results::<G>(journal, &end);
        let told = write!(self.out, "{results}").and_then(|()| self.out.flush());
        if let Err(error) = told
            // Ctrl-C ends the reader of a pipe too. How to continue is to be told all the same.
            && !is_closed_pipe(&error)
        {
            return error.into();
        }
        let done = journal.tallies().games();
        Failure::Interrupted(format!(
            "interrupted after {}, with {}{} to go. Continue with:\n  {}",
            counted(done, "game"),
            if self.plan.sprt.is_some() { "at most " } else { "" },
            grouped(self.plan.schedule.total_games().saturating_sub(done)),
            self.command(true)
        ))
    }

    /// The command that plays the same games; to continue, without what would begin anew.
    fn command(&self, to_continue: bool) -> String {
        let (args, plan) = (self.args, &self.plan);
        let mut words = self.command.clone();
        let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
        add("--game", plan.game.to_string());
        add("--openings", plan.openings.to_string());
        add("--seed", plan.seed.to_string());
        if let Some(most) = plan.max_plies {
            add("--max-plies", most.to_string());
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

impl<S: Show + Sync, W: Write> GameVisitor for Run<'_, S, W> {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(mut self, start: G) -> Result<Exit, Failure> {
        let specs = self.flags.iter().zip(&self.plan.players);
        let players =
            specs.map(|(flag, spec)| wanted::build::<G>(flag, spec)).collect::<Result<Vec<_>, _>>()?;
        let reproducible = players.iter().all(|player| player.is_reproducible());
        let pairs = self.plan.schedule.most_pairs();
        let prepared =
            Openings::prepare(&self.plan.openings, start, pairs, self.plan.seed, interrupt::flag());
        let openings = prepared.map_err(|reason| match reason {
            Unprepared::Wrong(error) => Failure::in_flag("--openings", &error),
            Unprepared::Interrupted => Failure::interrupted(),
        })?;
        self.plan.openings_digest = openings.digest();
        let threads = self.args.threads.map_or_else(all_cores, usize::from);
        let schedule = self.plan.schedule.clone();
        let mut course = Course::new(&schedule);
        let mut journal = self.open(&openings, &mut course, reproducible, threads)?;
        self.announce(&journal);

        let games = Games {
            openings: &openings,
            players: &players,
            seed: self.plan.seed,
            max_plies: self.plan.max_plies,
            measure_all: journal.records_moves(),
            interrupt: interrupt::flag(),
        };
        let pool = threads_of(threads)?;
        let total = schedule.total_games();
        let mut progress = Progress::begin(self.args.manner(), total, journal.next_game());
        let show = &self.show;
        let mut ended = Ok(Ended::Complete);
        // A run may have been killed between its decision and its end.
        while matches!(ended, Ok(Ended::Complete)) && !journal.is_decided() {
            let next = journal.next_game();
            let Some(block) = course.block(next, || journal.tallies().crosstable()) else { break };
            ended = runner::run(&games, block, next..block.games().end, &pool, |record| {
                journal.commit(&record)?;
                progress.update(journal.tallies().games(), || show.so_far(&journal));
                Ok(if journal.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            });
        }
        progress.end();
        match ended {
            Ok(Ended::Interrupted) => {
                journal.interrupt()?;
                Err(self.interrupted::<G>(&journal, reproducible))
            }
            Ok(Ended::Complete | Ended::Enough) => self.finish::<G>(journal, reproducible),
            Err(error) => Err(Failure::Record(error)),
        }
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

/// So many threads to play on.
pub(super) fn threads_of(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map_err(|error| Failure::Usage(format!("--threads: cannot start {threads} threads: {error}")))
}

/// As many as there are cores.
pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
