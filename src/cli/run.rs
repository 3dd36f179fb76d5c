//! Playing a plan into its folder: progress, Ctrl-C, and what is printed at the end.
//!
//! The session plays, the journal records. What is shown of the results is up to the command ([`Show`]); everything else
//! is the same for matches and tournaments.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::RunArgs;
use super::dry_run::DryRun;
use super::exports::Exports;
use super::failure::Failure;
use super::folder;
use super::live_report::LiveReport;
use super::recorder::{Recorder, Recovery};
use super::say;
use crate::exit::Exit;
use crate::interrupt;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::Plan;
use crate::play::runner::{Ended, Measured};
use crate::play::schedule::Shard;
use crate::report::numbers::{counted, grouped};
use crate::report::progress::{Progress, ProgressMode, SoFar};
use crate::report::warnings::Warning;
use crate::run::MAX_FORFEITS;
use crate::run::results::RunResults;
use crate::run::session::{Session, SessionError, Threads, all_cores, most_threads};
use crate::store::folder::{FAULTS, LOGS};
use crate::store::run_file::RunFile;
use crate::store::shard::ShownAs;
use crate::store::{Beginning, Journal, Lost, Tallies};

/// What a command shows of a run.
pub(super) trait Show {
    /// The results so far, shown next to the progress.
    fn so_far(&self, journal: &Journal) -> SoFar;

    /// The results, as text or as JSON.
    fn results(&self, results: &RunResults<'_>) -> String;

    /// The results in the format of this name.
    fn exported(&self, format: &str, results: &RunResults<'_>) -> Option<String>;

    /// The files it writes in addition to those of every run.
    fn files(&self, journal: &Journal) -> Vec<(&'static str, Vec<u8>)>;

    /// The exit code after a finished run.
    fn exit(&self, journal: &Journal) -> Exit;
}

/// A run that is about to be played.
pub(super) struct Run<'a, S, W> {
    pub(super) plan: Plan,
    pub(super) args: &'a RunArgs,
    /// The flag that named each player.
    pub(super) flags: Vec<String>,
    /// The beginning of the command that repeats it.
    pub(super) command: Vec<String>,
    /// What is kept with shards: how their results are shown.
    pub(super) shown_as: ShownAs,
    pub(super) show: S,
    pub(super) out: &'a mut W,
}

impl RunArgs {
    /// The game, given at this place.
    pub(super) fn game(&self, place: &str) -> Result<GameSpec, Failure> {
        let game = self.game.as_deref().unwrap_or("kalah").parse();
        let game: GameSpec = game.map_err(|error| Failure::in_flag(place, &error))?;
        let Some(referees) = &self.referees else { return Ok(game) };
        match game.with_referees(referees) {
            Some(game) => game.map_err(|error| Failure::in_flag("--referees", &error)),
            None => Err(Failure::Usage(format!(
                "--referees: arena itself knows the rules of {game}\nuse it with a game that a program knows: --game \
                 'ugi:COMMAND'"
            ))),
        }
    }

    /// The openings of a game, given at this place.
    pub(super) fn openings(&self, game: &GameSpec, place: &str) -> Result<OpeningsSpec, Failure> {
        match &self.openings {
            Some(text) => text.parse().map_err(|error| Failure::in_flag(place, &error)),
            None => Ok(game.default_openings()),
        }
    }

    /// The random seed.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The number of forfeited games that stops a run.
    pub(super) fn max_forfeits(&self) -> u64 {
        self.max_forfeits.map_or(MAX_FORFEITS, u64::from)
    }

    pub(super) fn progress_mode(&self) -> ProgressMode {
        progress_mode(self.quiet || self.no_progress)
    }
}

/// This many threads, or as many as are useful.
pub(super) fn capped_threads(asked: usize, quiet: bool) -> usize {
    let most = most_threads();
    if asked > most && !quiet {
        say(&format!("using {most} threads: {asked} would only compete for the cores"));
    }
    asked.min(most)
}

/// Warns where players that are limited by the clock have to share cores.
pub(super) fn warn_of_threads(threads: &Threads) {
    if let Some(warning) = Warning::of_threads(threads.count(), all_cores()) {
        say(&format!("warning: {}", warning.text()));
    }
}

/// How progress is shown.
pub(super) fn progress_mode(silent: bool) -> ProgressMode {
    if silent {
        ProgressMode::Silent
    } else if io::stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb") {
        ProgressMode::Bar
    } else {
        ProgressMode::Lines
    }
}

impl<S: Show + Sync, W: Write> Run<'_, S, W> {
    /// Plays it.
    pub(super) fn play(mut self) -> Result<Exit, Failure> {
        let shard = self.args.shard()?;
        let part = shard.map(|shard| shard.games(&self.plan.schedule)).transpose();
        let part = part.map_err(|error| Failure::Usage(format!("--shard: {error}")))?;
        let flags = &self.flags;
        let mut session = Session::new(self.plan.clone()).map_err(|error| failure(error, flags))?;
        if let Some(games) = part {
            session.play_only(games);
        }
        let threads = self.args.threads.map(|asked| capped_threads(asked.into(), self.args.quiet));
        if self.args.dry_run {
            return self.dry_run(&mut session, threads, shard);
        }
        Exports::of(self.args).check()?;
        if let Some(limit) = self.args.max_time {
            interrupt::after(limit)?;
        }
        match shard {
            Some(shard) => self.play_shard(session, threads, shard),
            None => self.play_all(session, threads),
        }
    }

    fn play_all(mut self, mut session: Session, threads: Option<usize>) -> Result<Exit, Failure> {
        let journal = self.open(&mut session, threads.unwrap_or_else(all_cores))?;
        self.announce(&journal);
        let report = self.args.report.then(|| LiveReport::begin(journal.folder(), journal.out()));
        let recorded = self.record(&mut session, journal, threads);
        let report = report.map(LiveReport::stop);
        let (mut journal, ended) = recorded?;
        let reproducible = session.is_reproducible();
        let done = match ended {
            Ended::Interrupted => {
                journal.interrupt()?;
                let failure = self.interrupted(&journal, reproducible);
                if interrupt::time_is_up() { self.time_is_up(&journal, failure) } else { Err(failure) }
            }
            Ended::Failed(how) => {
                journal.interrupt()?;
                Err(self.failed(&journal, reproducible, &how))
            }
            _ if self.is_given_up(&journal, &session) => {
                journal.interrupt()?;
                Err(self.given_up(&journal, reproducible))
            }
            Ended::Complete | Ended::Enough => self.finish(journal, reproducible),
        };
        if let Some(report) = report {
            report.finish();
        }
        done
    }

    /// Plays the games that a journal needs.
    pub(super) fn record(
        &self,
        session: &mut Session,
        journal: Journal,
        threads: Option<usize>,
    ) -> Result<(Journal, Ended), Failure> {
        session.log_to(&journal.logs());
        let measured = if journal.records_moves() { Measured::All } else { Measured::Sample };
        let mut threads = Threads::start(threads).map_err(|error| failure(error, &[]))?;
        if self.args.no_affinity {
            threads = threads.without_affinity();
        }
        if session.is_timed() && !self.args.quiet {
            warn_of_threads(&threads);
        }
        if !self.args.quiet {
            session.notes().iter().for_each(|note| say(&format!("note: {note}")));
        }
        let games = session.games();
        let mode = self.args.progress_mode();
        let progress = Progress::begin(mode, games.end - games.start, journal.recorded_games());
        let mut recorder =
            Recorder { journal, progress, show: &self.show, max_forfeits: self.args.max_forfeits() };
        let ended = session.play(&threads, measured, &mut recorder);
        recorder.progress.end();
        Ok((recorder.journal, ended?))
    }

    fn open(&self, session: &mut Session, threads: usize) -> Result<Journal, Failure> {
        let folder = self.folder(session);
        let run = self.run_file(session, threads);
        let empty = session.tallies();
        let mut recovery = Recovery::new(session, self.args.progress_mode());
        let journal = Journal::open(&folder, run, self.args.fresh, empty, &mut recovery);
        recovery.end();
        Ok(journal?)
    }

    pub(super) fn run_file(&self, session: &Session, threads: usize) -> RunFile {
        let command = self.command(self.args.fresh && self.args.shard.is_none(), None);
        let (reproducible, record_moves) = (session.is_reproducible(), self.args.record_moves);
        RunFile::new(session.plan(), reproducible, record_moves, threads, command)
            .with_anchor(self.shown_as.anchor.clone())
    }

    /// The folder of the run.
    pub(super) fn folder(&self, session: &mut Session) -> PathBuf {
        self.args.out.clone().unwrap_or_else(|| folder::choose(&session.plan().clone(), session))
    }

    fn dry_run(
        &mut self,
        session: &mut Session,
        threads: Option<usize>,
        shard: Option<Shard>,
    ) -> Result<Exit, Failure> {
        let threads = Threads::start(threads).map_err(|error| failure(error, &[]))?;
        let folder = self.folder(session);
        let dry_run = DryRun::of(session, &threads, &folder, self.command(self.args.fresh, shard))?;
        dry_run.print(self.args.json, self.out)?;
        Ok(Exit::Done)
    }

    /// The exit code when `--max-time` stopped the run: a gate has not decided, everything else was interrupted.
    fn time_is_up(&self, journal: &Journal, failure: Failure) -> Result<Exit, Failure> {
        match (self.show.exit(journal), failure) {
            (exit, Failure::Interrupted(message)) if exit != Exit::Done => {
                say(&message);
                Ok(exit)
            }
            (_, failure) => Err(failure),
        }
    }

    /// Reports how the run begins, unless it is a new one.
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
        say(&told);
        for lost in journal.lost() {
            say(&format!("warning: {}", lost_text(*lost)));
        }
    }

    /// The results as they are printed. They are also written to the files that were asked for.
    fn results(
        &self,
        journal: &Journal,
        state: &'static str,
        reproducible: bool,
    ) -> (String, Result<(), Failure>) {
        let results = RunResults::of(&self.plan, journal, state, reproducible);
        let exported = Exports::of(self.args).write(&self.show, &results);
        (self.show.results(&results), exported)
    }

    fn finish(&mut self, journal: Journal, reproducible: bool) -> Result<Exit, Failure> {
        let (results, exported) = self.results(&journal, "finished", reproducible);
        let exit = self.show.exit(&journal);
        let files = self.show.files(&journal);
        journal.finish(&files)?;
        write!(self.out, "{results}")?;
        exported.map(|()| exit)
    }

    /// Prints the results so far, and how to continue.
    fn interrupted(&mut self, journal: &Journal, reproducible: bool) -> Failure {
        if let Err(error) = self.print_unfinished(journal, reproducible) {
            return error;
        }
        let done = journal.tallies().games();
        Failure::Interrupted(format!(
            "{} after {}, with {}{} to go. Continue with:\n  {}",
            if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" },
            counted(done, "game"),
            if self.plan.sprt.is_some() { "at most " } else { "" },
            grouped(self.plan.schedule.total_games().saturating_sub(done)),
            self.command(false, None)
        ))
    }

    fn print_unfinished(&mut self, journal: &Journal, reproducible: bool) -> Result<(), Failure> {
        let (results, exported) = self.results(journal, "interrupted", reproducible);
        write!(self.out, "{results}")?;
        self.out.flush()?;
        exported
    }

    /// Whether the run stopped early because a player forfeited too many games.
    pub(super) fn is_given_up(&self, journal: &Journal, session: &Session) -> bool {
        let games = session.games();
        journal.tallies().games() < games.end - games.start
            && journal.tallies().at_fault(self.args.max_forfeits()).is_some()
            && !journal.is_decided()
    }

    /// Prints the results so far of a run in which a player forfeited too many games.
    fn given_up(&mut self, journal: &Journal, reproducible: bool) -> Failure {
        if let Err(error) = self.print_unfinished(journal, reproducible) {
            return error;
        }
        self.too_many_forfeits(journal.tallies(), journal.out())
    }

    /// Prints the results so far of a run whose referee failed.
    fn failed(&mut self, journal: &Journal, reproducible: bool, how: &str) -> Failure {
        if let Err(error) = self.print_unfinished(journal, reproducible) {
            return error;
        }
        referee_failed(how, journal.tallies().games(), journal.out())
    }

    /// What is said where a player forfeited too many games, which are recorded in this folder.
    pub(super) fn too_many_forfeits(&self, tallies: &Tallies, folder: &Path) -> Failure {
        let most = self.args.max_forfeits();
        let player = tallies.at_fault(most).unwrap_or_default();
        Failure::Player(format!(
            "stopped after {}: {} forfeited {}; see {} and {}\nfix the player and add --fresh, or continue with \
             --max-forfeits {}",
            counted(tallies.games(), "game"),
            tallies.players()[player],
            grouped(tallies.forfeits()[player].total()),
            folder.join(FAULTS).display(),
            folder.join(LOGS).display(),
            most * 10,
        ))
    }

    /// The command that plays the same games, or a shard of them; `fresh` if it starts over.
    pub(super) fn command(&self, fresh: bool, shard: Option<Shard>) -> String {
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
        if let Some(shard) = shard {
            words.extend(["--shard".to_owned(), format!("{}/{}", shard.number(), shard.count())]);
        }
        if fresh {
            words.push("--fresh".to_owned());
        }
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }
}

/// What is said where the referee failed after this many games, which are recorded in a folder.
pub(super) fn referee_failed(how: &str, games: u64, folder: &Path) -> Failure {
    Failure::Player(format!(
        "stopped after {}: {how}\nsee {}; the same command continues the run, but not with another build of the referee",
        counted(games, "game"),
        folder.join(LOGS).display(),
    ))
}

/// A description of what was lost of a continued run.
pub(super) fn lost_text(lost: Lost) -> String {
    match lost {
        Lost::Timings { games } => format!(
            "timings.part.json is missing or damaged; {} played again to measure the moves",
            are(games)
        ),
        Lost::Moves { good, games } => format!(
            "moves.csv is missing or damaged after {}; {} played again to record the moves",
            counted(good, "game"),
            are(games)
        ),
    }
}

fn are(games: u64) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "is" } else { "are" })
}

/// An error in a plan, with the flag it comes from. `flags` are those of the players.
pub(super) fn failure(error: SessionError, flags: &[String]) -> Failure {
    match error {
        SessionError::Player { player, error } => {
            Failure::in_flag(flags.get(player).map_or("player", String::as_str), &error)
        }
        SessionError::Start { player, error } => {
            Failure::Player(format!("{}: {error}", flags.get(player).map_or("player", String::as_str)))
        }
        SessionError::Referee(error) => Failure::Player(format!("--game: {error}")),
        SessionError::Openings(error) => Failure::in_flag("--openings", &error),
        SessionError::Threads { .. } => Failure::Usage(format!("--threads: {error}")),
        SessionError::Interrupted => Failure::interrupted(),
    }
}

/// A word, quoted for the shell.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.:,=+/@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
