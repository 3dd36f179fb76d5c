//! Matches and tournaments on the command line: arguments become a request, its events are shown, and its results
//! printed.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use super::args::{OutputArgs, RunArgs, ThreadArgs};
use super::exports::{self, Exports};
use super::failure::Failure;
use super::say;
use super::stdout::{print_json, table_width, wrapped};
use super::summary_page;
use super::terminal::Terminal;
pub(super) use super::terminal::progress_mode;
use crate::exit::Exit;
use crate::players::strategies::{self, StrategySpec};
use crate::report::formats::{self, Style};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::{estimate, gate_words};
use crate::run::{
    CommandLine, Existing, FAULTS, FolderRequest, Forfeiter, GameSpec, LOGS, MAX_FORFEITS, MatchSpec, Plan,
    PlayedRun, Request, RunEnd, RunEstimate, RunResults, RunSettings, Schedule, Shard, ThreadsRequest,
};
use crate::stats::{RaceVerdict, SprtVerdict};
use crate::text::program;

/// A match or a tournament that is about to be played.
pub(super) struct RunCommand<'a> {
    pub(super) request: Request,
    pub(super) args: &'a RunArgs,
    /// The flag that named each player.
    pub(super) flags: Vec<String>,
    /// Whether the exit code is the verdict of the test.
    pub(super) gate: bool,
    pub(super) is_verbose: bool,
    pub(super) paint: Paint,
}

impl RunArgs {
    /// The game, given at this place.
    fn game(&self, place: &str) -> Result<GameSpec, Failure> {
        let game = self.game.as_deref().unwrap_or("kalah").parse();
        let game: GameSpec = game.map_err(|error| Failure::in_flag(place, &error))?;
        if game.is_match() {
            self.check_match()?;
        }
        let Some(referees) = &self.referees else { return Ok(game) };
        match game.with_referees(referees) {
            Some(game) => game.map_err(|error| Failure::in_flag("--referees", &error)),
            None => Err(Failure::Usage(format!(
                "--referees: arena itself knows the rules of {game}\nuse it with a game that a program knows: --game \
                 'ugi:COMMAND'"
            ))),
        }
    }

    /// Rejects what needs moves in games that have none.
    fn check_match(&self) -> Result<(), Failure> {
        let flags = [
            ("--referees", self.referees.is_some(), "what the match prints counts"),
            ("--record-moves", self.record_moves, "let the match print attributes: they are recorded anyway"),
            (
                "--max-plies",
                self.max_plies.is_some(),
                "let the match end its games, or use timeout= in the game",
            ),
        ];
        match flags.into_iter().find(|(_, is_given, _)| *is_given) {
            Some((flag, _, advice)) => Err(Failure::Usage(format!(
                "{flag}: arena sees no moves of a game that another program plays\nomit it; {advice}"
            ))),
            None => Ok(()),
        }
    }

    /// The spec of a player that was named so. In a game that another program plays, every command line is a player.
    pub(super) fn player<'t>(&self, typed: &'t str) -> Cow<'t, str> {
        match &self.game {
            Some(game) if MatchSpec::is_one(game) => strategies::of_command_line(typed),
            _ => Cow::Borrowed(typed),
        }
    }

    /// The plan of these players. `place` says where a key was given.
    pub(super) fn plan(
        &self,
        players: Vec<StrategySpec>,
        schedule: Schedule,
        place: impl Fn(&'static str) -> String,
    ) -> Result<Plan, Failure> {
        let game = self.game(&place("game"))?;
        let openings = match &self.openings {
            Some(text) => text.parse().map_err(|error| Failure::in_flag(&place("openings"), &error))?,
            None => game.default_openings(),
        };
        let (seed, max_plies) = (self.seed.unwrap_or(1), self.max_plies);
        let adjudication = self.adjudicate.as_deref().map(str::parse).transpose();
        let adjudication = adjudication.map_err(|error| Failure::in_flag(&place("adjudicate"), &error))?;
        Ok(Plan { openings, seed, max_plies, adjudication, ..Plan::new(game, players, schedule) })
    }

    /// How games are played, and where they are kept.
    pub(super) fn settings(&self) -> RunSettings {
        RunSettings {
            folder: Some(FolderRequest {
                out: self.out.clone(),
                existing: if self.fresh { Existing::Replace } else { Existing::Continue },
                record_moves: self.record_moves,
            }),
            threads: threads(&self.threads),
            max_forfeits: self.max_forfeits.map_or(MAX_FORFEITS, u64::from),
            max_time: self.max_time,
        }
    }
}

impl RunCommand<'_> {
    pub(super) fn run(self, out: &mut impl Write) -> Result<Exit, Failure> {
        match self.args.shard()? {
            Some(shard) => self.play_shard(shard, out),
            None => self.play(out),
        }
    }

    fn play(&self, out: &mut impl Write) -> Result<Exit, Failure> {
        let args = self.args;
        let failed = |error| Failure::of_run(error, &self.flags);
        let mut terminal = Terminal::new(args.output.quiet, args.output.no_progress, args.report);
        let run = self.request.clone().prepare().map_err(failed)?;
        if args.dry_run {
            let estimate = run.estimate(&mut |event| terminal.show(&event)).map_err(failed)?;
            return print_estimate(&estimate, args.output.json, out);
        }
        Exports::of(args).check()?;
        let played = run.play(&mut |event| terminal.show(&event)).map_err(failed)?;
        let done = self.print(&played, out);
        terminal.finish_page();
        done
    }

    fn play_shard(&self, shard: Shard, out: &mut impl Write) -> Result<Exit, Failure> {
        let args = self.args;
        let failed = |error| Failure::of_run(error, &self.flags);
        let mut terminal = Terminal::new(args.output.quiet, args.output.no_progress, false);
        let run = self.request.clone().prepare_shard(shard).map_err(failed)?;
        if args.dry_run {
            let estimate = run.estimate(&mut |event| terminal.show(&event)).map_err(failed)?;
            return print_estimate(&estimate, args.output.json, out);
        }
        let played = run.play(&mut |event| terminal.show(&event)).map_err(failed)?;
        drop(terminal);
        let is_refereed = self.request.plan.game.is_refereed();
        super::shard::print(&played, is_refereed, args.output.json, args.output.quiet, out)
    }

    /// Writes the results to the files that were asked for, prints them, and says what is left to do.
    fn print(&self, played: &PlayedRun, out: &mut impl Write) -> Result<Exit, Failure> {
        let results = played.results();
        let exported = Exports::of(self.args).write(&results, self.gate);
        write_results(&results, &self.args.output, self.is_verbose, self.gate, self.paint, out)?;
        let exit = gate(&results, self.gate);
        if played.end == RunEnd::Finished {
            exported?;
            return check_forfeits(&results.tallies.forfeiters(), is_refereed(&results), &played.out)
                .map(|()| exit);
        }
        out.flush()?;
        exported?;
        let left = results.plan.schedule.total_games().saturating_sub(results.tallies.games());
        let at_most = if results.plan.stop.is_some() { "at most " } else { "" };
        let left = format!("{at_most}{}", grouped(left));
        let command = played.command.clone().with_flag("--report", self.args.report);
        let command = Exports::of(self.args).added_to(command).with_flag("--json", self.args.output.json);
        let failure = stopped(played, &command, "", &left);
        match failure {
            // A gate that has not decided yet says so.
            Failure::Interrupted(message) if played.end == RunEnd::TimeIsUp && exit != Exit::Done => {
                say(&message);
                Ok(exit)
            }
            failure => Err(failure),
        }
    }
}

/// The threads of `--threads` and `--no-affinity`.
pub(super) fn threads(args: &ThreadArgs) -> ThreadsRequest {
    ThreadsRequest { count: args.threads.map(usize::from), affinity: !args.no_affinity }
}

/// The results as they are printed.
fn text(results: &RunResults<'_>, output: &OutputArgs, is_verbose: bool, paint: Paint) -> String {
    let style = Style { paint, columns: table_width(), is_verbose };
    let in_format = |name: &str| formats::of_run(name, results, style).unwrap_or_default();
    match output {
        OutputArgs { json: true, .. } => in_format("json"),
        OutputArgs { quiet: true, .. } => in_format("line"),
        _ => wrapped(in_format("text")),
    }
}

/// Players that forfeited every game have failed, whatever the results: they say nothing about strength.
pub(super) fn check_forfeits(
    forfeiters: &[Forfeiter],
    is_refereed: bool,
    folder: &Path,
) -> Result<(), Failure> {
    let failed: Vec<&Forfeiter> = forfeiters.iter().filter(|forfeiter| forfeiter.forfeited_all()).collect();
    let who = match failed.as_slice() {
        [] => return Ok(()),
        [one] => one.player.clone(),
        [one, other] => format!("{} and {}", one.player, other.player),
        [one, others @ ..] => {
            format!("{} and {}", one.player, counted(others.len() as u64, "other player"))
        }
    };
    Err(Failure::Player(format!(
        "{who} forfeited every game; see {}\n{} and add --fresh",
        evidence(folder),
        what_to_fix(&failed, is_refereed)
    )))
}

fn is_refereed(results: &RunResults<'_>) -> bool {
    results.plan.game.is_refereed()
}

/// Where the faults of players are, and what they printed. There are logs only of bots
/// that print something, and a merged run has none: its shards have.
fn evidence(folder: &Path) -> String {
    let [faults, logs] = [FAULTS, LOGS].map(|name| folder.join(name));
    let logs = logs.is_dir().then(|| format!(" and {}", logs.display()));
    format!("{}{}", faults.display(), logs.unwrap_or_default())
}

/// A referee that does not accept moves may be the one that is wrong.
fn what_to_fix(forfeiters: &[&Forfeiter], is_refereed: bool) -> String {
    if is_refereed && forfeiters.iter().all(|forfeiter| forfeiter.is_always_illegal()) {
        format!("fix the players, or the referee (examine it with {} bot --game),", program())
    } else {
        "fix the player".to_owned()
    }
}

/// Prints the results. With a gate, the first line says whether it is passed, and is the only one with `--quiet`; with
/// `--json` it goes to stderr. A gate is for builds, so its results are also appended to the page of a workflow.
pub(super) fn write_results(
    results: &RunResults<'_>,
    output: &OutputArgs,
    is_verbose: bool,
    gate: bool,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    if gate {
        summary_page::append(|| exports::markdown(results, gate));
    }
    let gate = if gate { gate_line(results, paint).map(|line| wrapped(format!("{line}\n"))) } else { None };
    match (gate, output) {
        (Some(line), OutputArgs { quiet: true, json: false, .. }) => return write!(out, "{line}"),
        (Some(line), OutputArgs { json: false, .. }) => write!(out, "{line}")?,
        (Some(line), OutputArgs { quiet: false, .. }) => say(line.trim_end()),
        _ => {}
    }
    write!(out, "{}", text(results, output, is_verbose, paint))
}

/// Whether a gate is passed, in words. A player that forfeited every game has failed otherwise.
pub(super) fn gate_line(results: &RunResults<'_>, paint: Paint) -> Option<String> {
    let (sprt, test) = results.test()?;
    if results.tallies.forfeiters().iter().any(Forfeiter::forfeited_all) {
        return None;
    }
    let words = gate_words(&sprt, &test, &results.summary());
    Some(match test.verdict {
        SprtVerdict::H1 => paint.good(&words),
        SprtVerdict::H0 => paint.bad(&words),
        SprtVerdict::Continue => paint.strong(&words),
    })
}

/// The exit code of results: the verdict of a race, or with a gate that of the test.
pub(super) fn gate(results: &RunResults<'_>, gate: bool) -> Exit {
    if let Some(race) = results.tallies.race() {
        return match race.verdict() {
            Some(RaceVerdict::Best(_)) => Exit::Done,
            Some(RaceVerdict::NoneBetter) => Exit::Weaker,
            Some(RaceVerdict::Undecided) | None => Exit::Inconclusive,
        };
    }
    match results.test().filter(|_| gate).map(|(_, test)| test.verdict) {
        None | Some(SprtVerdict::H1) => Exit::Done,
        Some(SprtVerdict::H0) => Exit::Weaker,
        Some(SprtVerdict::Continue) => Exit::Inconclusive,
    }
}

/// What is said of a run that was stopped: `part` names the part of it (" of shard 1 of 2"), `left` the games to go.
pub(super) fn stopped(played: &PlayedRun, command: &CommandLine, part: &str, left: &str) -> Failure {
    let results = played.results();
    let tallies = results.tallies;
    let games = counted(tallies.games(), "game");
    let [faults, logs] = [FAULTS, LOGS].map(|name| played.out.join(name));
    match &played.end {
        RunEnd::TooManyForfeits { player, most } => Failure::Player(format!(
            "stopped after {games}: {} forfeited {}; see {}\n{} and add --fresh, or continue with --max-forfeits {}",
            tallies.players()[*player],
            grouped(tallies.forfeits()[*player].total()),
            evidence(&played.out),
            what_to_fix(&tallies.forfeiters().iter().collect::<Vec<_>>(), is_refereed(&results)),
            most * 10,
        )),
        RunEnd::TooManyDisputes { most } => Failure::Player(format!(
            "stopped after {games}: players contradicted the referee in {}; see {}\nfind out who is wrong: examine the \
             referee with {} bot --game, and use --referees one if it is right; or continue with --max-forfeits {}",
            counted(tallies.disputes(), "game"),
            faults.display(),
            program(),
            most * 10,
        )),
        RunEnd::TooManyFailures { most } => Failure::Player(format!(
            "stopped after {games}: {} of them failed{}; see {}\nfix the match and add --fresh, or continue with \
             --max-forfeits {}",
            grouped(tallies.failures()),
            results.faults.failure.as_ref().map(|last| format!("; last: {last}")).unwrap_or_default(),
            evidence(&played.out),
            most * 10,
        )),
        RunEnd::RefereeFailed(how) => Failure::Player(format!(
            "stopped after {games}: {how}\nsee {}; the same command continues the run, but not with another build of the \
             referee",
            logs.display(),
        )),
        end => Failure::Interrupted(format!(
            "{} after {games}{part}, with {left} to go. Continue with:\n  {}",
            if *end == RunEnd::TimeIsUp { "stopped by --max-time" } else { "interrupted" },
            command
        )),
    }
}

fn print_estimate(estimate: &RunEstimate, json: bool, out: &mut impl Write) -> Result<Exit, Failure> {
    if json {
        print_json(out, estimate)?;
    } else {
        write!(out, "{}", wrapped(estimate::text(estimate)))?;
    }
    Ok(Exit::Done)
}
