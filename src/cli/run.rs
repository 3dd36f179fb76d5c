//! Playing a plan into its folder: progress, Ctrl-C, and what is printed at the end.
//!
//! The session plays, the journal records. What is shown of the results is up to the command ([`Show`]); everything else
//! is the same for matches and tournaments.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::args::RunArgs;
use super::dry_run::DryRun;
use super::failure::Failure;
use super::folder;
use super::say;
use crate::exit::Exit;
use crate::fingerprint::Fingerprint;
use crate::games::Side;
use crate::host::GameSpec;
use crate::interrupt;
use crate::openings::OpeningsSpec;
use crate::plan::Plan;
use crate::record::faults::Forfeits;
use crate::record::folder::{FAULTS, LOGS};
use crate::record::row::GameRow;
use crate::record::run_file::RunFile;
use crate::record::{Beginning, Journal, Lost, RecordError, Summary, Tallies, Verifier};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::{Progress, ProgressMode, SoFar};
use crate::report::warnings::{Warned, Warning};
use crate::runner::{Ended, GameRecord, Interrupted, Measured};
use crate::schedule::Pairing;
use crate::session::{Consumer, Session, SessionError, Threads, all_cores, most_threads};
use crate::stats::Crosstable;

/// The number of games that one player may forfeit before the run stops, unless told otherwise.
pub(super) const MAX_FORFEITS: u64 = 10;

/// What a command shows of a run.
pub(super) trait Show {
    /// The results so far, beside the progress.
    fn so_far(&self, journal: &Journal) -> SoFar;

    /// The results.
    fn results(&self, journal: &Journal, end: &End<'_>) -> String;

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
    /// What the sides are called in this game.
    pub(super) side_names: [&'static str; 2],
    /// Where the openings come from.
    pub(super) openings: &'a OpeningsSpec,
    /// What is odd about the game, if anything.
    pub(super) caveat: Option<&'a str>,
}

impl End<'_> {
    /// The warnings about a run that ended like this, a line each.
    pub(super) fn warnings(&self, journal: &Journal, summaries: &[Summary], paint: Paint) -> String {
        let warnings = Warning::of(Warned {
            summaries,
            players: journal.tallies().players(),
            timings: journal.timings(),
            openings: Some(self.openings),
            caveat: self.caveat,
            reproducible: self.reproducible,
            faults: Some(journal.last_faults()),
        });
        let line = |warning: &Warning| format!("\n{} {}\n", paint.bad("warning:"), warning.text());
        warnings.iter().map(line).collect()
    }
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

    /// The number of forfeited games that stops a run.
    pub(super) fn max_forfeits(&self) -> u64 {
        self.max_forfeits.map_or(MAX_FORFEITS, u64::from)
    }

    fn progress_mode(&self) -> ProgressMode {
        progress_mode(self.quiet || self.no_progress)
    }
}

/// This many threads, or as many as make sense.
pub(super) fn capped_threads(asked: usize, quiet: bool) -> usize {
    let most = most_threads();
    if asked > most && !quiet {
        say(&format!("using {most} threads: {asked} would only wait for each other"));
    }
    asked.min(most)
}

/// How progress is shown, unless it is not to be.
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
        let flags = &self.flags;
        let mut session = Session::new(self.plan.clone()).map_err(|error| failure(error, flags))?;
        self.plan = session.plan().clone();
        let threads = self.args.threads.map(|asked| capped_threads(asked.into(), self.args.quiet));
        if self.args.dry_run {
            return self.dry_run(&mut session, threads);
        }
        if let Some(limit) = self.args.max_time {
            interrupt::after(limit)?;
        }
        let journal = self.open(&mut session, threads.unwrap_or_else(all_cores))?;
        session.log_to(&journal.logs());
        self.announce(&journal);

        let measured = if journal.records_moves() { Measured::All } else { Measured::Sample };
        let mut threads = Threads::start(threads).map_err(|error| failure(error, &[]))?;
        if self.args.no_affinity {
            threads = threads.without_affinity();
        }
        let total = self.plan.schedule.total_games();
        let progress = Progress::begin(self.args.progress_mode(), total, journal.next_game());
        let mut recorder =
            Recorder { journal, progress, show: &self.show, max_forfeits: self.args.max_forfeits() };
        let ended = session.play(&threads, measured, &mut recorder);
        let Recorder { mut journal, progress, .. } = recorder;
        progress.end();
        let reproducible = session.is_reproducible();
        match ended? {
            Ended::Interrupted => {
                journal.interrupt()?;
                let failure = self.interrupted(&journal, reproducible);
                if interrupt::time_is_up() { self.time_is_up(&journal, failure) } else { Err(failure) }
            }
            _ if self.is_given_up(&journal) => {
                journal.interrupt()?;
                Err(self.given_up(&journal, reproducible))
            }
            Ended::Complete | Ended::Enough => self.finish(journal, reproducible),
        }
    }

    fn open(&self, session: &mut Session, threads: usize) -> Result<Journal, Failure> {
        let folder = self.folder();
        let reproducible = session.is_reproducible();
        let run =
            RunFile::new(&self.plan, reproducible, self.args.record_moves, threads, self.command(false));
        let empty = session.tallies();
        let total = self.plan.schedule.total_games();
        let mut recovery = Recovery { session, mode: self.args.progress_mode(), total, progress: None };
        let journal = Journal::open(&folder, run, self.args.fresh, empty, &mut recovery);
        recovery.progress.iter().for_each(Progress::end);
        Ok(journal?)
    }

    /// The folder of the run.
    fn folder(&self) -> PathBuf {
        self.args.out.clone().unwrap_or_else(|| folder::choose(&self.plan))
    }

    fn dry_run(&mut self, session: &mut Session, threads: Option<usize>) -> Result<Exit, Failure> {
        let threads = Threads::start(threads).map_err(|error| failure(error, &[]))?;
        let dry_run = DryRun::of(session, &threads, &self.folder(), self.command(false))?;
        dry_run.print(self.args.json, self.out)?;
        Ok(Exit::Done)
    }

    /// How the program ends when `--max-time` stopped it: a gate has not decided, everything else was interrupted.
    fn time_is_up(&self, journal: &Journal, failure: Failure) -> Result<Exit, Failure> {
        match (self.show.exit(journal), failure) {
            (exit, Failure::Interrupted(message)) if exit != Exit::Done => {
                say(&message);
                Ok(exit)
            }
            (_, failure) => Err(failure),
        }
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
        say(&told);
        for lost in journal.lost() {
            say(&format!("warning: {}", lost_text(*lost)));
        }
    }

    /// What the command shows of the run in this state.
    fn results(&self, journal: &Journal, state: &'static str, reproducible: bool) -> String {
        let start = self.plan.game.host().start();
        let caveat = self.plan.game.caveat();
        let end = End {
            state,
            reproducible,
            out: journal.out(),
            side_names: Side::BOTH.map(|side| start.side_name(side)),
            openings: &self.plan.openings,
            caveat: caveat.as_deref(),
        };
        self.show.results(journal, &end)
    }

    fn finish(&mut self, journal: Journal, reproducible: bool) -> Result<Exit, Failure> {
        let results = self.results(&journal, "finished", reproducible);
        let exit = self.show.exit(&journal);
        let files = self.show.files(&journal);
        journal.finish(&files)?;
        write!(self.out, "{results}")?;
        Ok(exit)
    }

    /// Prints what there is, and how to continue.
    fn interrupted(&mut self, journal: &Journal, reproducible: bool) -> Failure {
        if let Err(error) = self.print_unfinished(journal, reproducible) {
            return error.into();
        }
        let done = journal.tallies().games();
        Failure::Interrupted(format!(
            "{} after {}, with {}{} to go. Continue with:\n  {}",
            if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" },
            counted(done, "game"),
            if self.plan.sprt.is_some() { "at most " } else { "" },
            grouped(self.plan.schedule.total_games().saturating_sub(done)),
            self.command(true)
        ))
    }

    fn print_unfinished(&mut self, journal: &Journal, reproducible: bool) -> io::Result<()> {
        let results = self.results(journal, "interrupted", reproducible);
        write!(self.out, "{results}")?;
        self.out.flush()
    }

    /// Whether games are left that are not played because a player forfeited too many.
    fn is_given_up(&self, journal: &Journal) -> bool {
        journal.tallies().games() < self.plan.schedule.total_games()
            && journal.tallies().at_fault(self.args.max_forfeits()).is_some()
            && !journal.is_decided()
    }

    /// Prints what there is of a run in which a player forfeited too many games.
    fn given_up(&mut self, journal: &Journal, reproducible: bool) -> Failure {
        if let Err(error) = self.print_unfinished(journal, reproducible) {
            return error.into();
        }
        let (tallies, most) = (journal.tallies(), self.args.max_forfeits());
        let player = tallies.at_fault(most).unwrap_or_default();
        Failure::Player(format!(
            "stopped after {}: {} forfeited {}; see {} and {}\nfix the player and add --fresh, or continue with \
             --max-forfeits {}",
            counted(tallies.games(), "game"),
            tallies.players()[player],
            grouped(tallies.forfeits()[player].total()),
            journal.out().join(FAULTS).display(),
            journal.out().join(LOGS).display(),
            most * 10,
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

/// The games that each player forfeited, for JSON.
pub(super) fn forfeits(tallies: &Tallies) -> Value {
    let row = |(player, forfeits): (&String, &Forfeits)| {
        let mut row = Map::new();
        row.insert("player".to_owned(), Value::from(player.as_str()));
        row.insert("games".to_owned(), Value::from(forfeits.total()));
        row.extend(forfeits.by_reason().map(|(reason, games)| (reason.to_string(), Value::from(games))));
        Value::Object(row)
    };
    tallies.players().iter().zip(tallies.forfeits()).map(row).collect()
}

/// What was lost of a run that is continued, in words.
fn lost_text(lost: Lost) -> String {
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

/// Verifies recorded games and shows how far that is.
struct Recovery<'a> {
    session: &'a mut Session,
    mode: ProgressMode,
    total: u64,
    progress: Option<Progress>,
}

impl Verifier for Recovery<'_> {
    fn verify(&mut self, row: &GameRow<'_>, before: &Tallies) -> Option<Pairing> {
        let progress = self.progress.get_or_insert_with(|| Progress::begin(self.mode, self.total, 0));
        progress.update(before.games(), || SoFar {
            brief: "reading the recorded games".to_owned(),
            more: String::new(),
        });
        self.session.verify(row, before)
    }

    fn fingerprints(&mut self) -> Result<Vec<Fingerprint>, Interrupted> {
        self.session.fingerprints()
    }

    fn first_difference(&mut self, recorded: &[Fingerprint]) -> Result<Option<usize>, Interrupted> {
        self.session.first_difference(recorded)
    }

    fn is_interrupted(&self) -> bool {
        self.session.is_interrupted()
    }
}

/// Records games and shows how far they are.
struct Recorder<'a, S> {
    journal: Journal,
    progress: Progress,
    show: &'a S,
    max_forfeits: u64,
}

impl<S: Show + Sync> Consumer for Recorder<'_, S> {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.journal.next_game()
    }

    fn crosstable(&self) -> Crosstable {
        self.journal.tallies().crosstable()
    }

    fn is_done(&self) -> bool {
        self.journal.is_decided() || self.journal.tallies().at_fault(self.max_forfeits).is_some()
    }

    fn commit(&mut self, game: GameRecord) -> Result<(), RecordError> {
        self.journal.commit(&game)?;
        let Recorder { journal, progress, show, .. } = self;
        progress.update(journal.next_game(), || show.so_far(journal));
        Ok(())
    }
}

/// What is wrong with a plan, with the flag that says it. `flags` are those of the players.
fn failure(error: SessionError, flags: &[String]) -> Failure {
    match error {
        SessionError::Player { player, error } => {
            Failure::in_flag(flags.get(player).map_or("player", String::as_str), &error)
        }
        SessionError::Start { player, error } => {
            Failure::Player(format!("{}: {error}", flags.get(player).map_or("player", String::as_str)))
        }
        SessionError::Openings(error) => Failure::in_flag("--openings", &error),
        SessionError::Threads { .. } => Failure::Usage(format!("--threads: {error}")),
        SessionError::Interrupted => Failure::interrupted(),
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
