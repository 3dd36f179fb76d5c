//! `arena bisect`: the commit that made a bot weaker.

use std::io::Write;

use super::args::BisectArgs;
use super::failure::Failure;
use super::run::threads;
use super::stdout::{print_json, wrapped};
use super::terminal::Terminal;
use crate::exit::Exit;
use crate::interrupt;
use crate::players::strategies::StrategySpec;
use crate::report::bisect;
use crate::report::numbers::counted;
use crate::report::paint::Paint;
use crate::run::bisect::{Bisect, BisectEnd, BisectError, BisectEvent, BisectRun, BisectVerdict};
use crate::run::git::GitError;
use crate::run::{Existing, FolderRequest, RunSettings};
use crate::text::TextError;

const BOT: &str = "--bot";

pub(super) fn run(args: &BisectArgs, paint: Paint, out: &mut impl Write) -> Result<Exit, Failure> {
    let bisect = asked(args)?;
    let mut terminal = Terminal::new(args.output.quiet, args.output.no_progress, false);
    let played = bisect.run(&mut |event| show(&event, &mut terminal));
    drop(terminal);
    let played = played.map_err(failure)?;
    let result = match &played.end {
        BisectEnd::Finished(result) => result,
        BisectEnd::Stopped => return Err(stopped(&played)),
    };
    if args.output.json {
        print_json(out, &bisect::json(result, &played.folder))?;
    } else if args.output.quiet {
        writeln!(out, "{}", paint.strong(&bisect::sentence(result)))?;
    } else {
        write!(out, "{}", wrapped(bisect::text(result, &played.folder, paint)))?;
    }
    Ok(match result.verdict() {
        BisectVerdict::Found => Exit::Done,
        BisectVerdict::NoLoss => Exit::Weaker,
        BisectVerdict::Narrowed | BisectVerdict::Undecided => Exit::Inconclusive,
    })
}

/// The search that the arguments describe.
fn asked(args: &BisectArgs) -> Result<Bisect, Failure> {
    let wrong = |flag: &'static str| move |error: TextError| Failure::in_flag(flag, &error);
    let openings = args.openings.as_deref().map(str::parse).transpose().map_err(wrong("--openings"))?;
    Ok(Bisect {
        good: args.good.clone(),
        bad: args.bad.clone(),
        bot: args.bot.parse::<StrategySpec>().map_err(wrong(BOT))?,
        build: args.build.clone(),
        game: args.game.as_deref().unwrap_or("kalah").parse().map_err(wrong("--game"))?,
        openings,
        seed: args.seed,
        max_plies: args.max_plies,
        sprt: args.sprt.parse().map_err(wrong("--sprt"))?,
        games: args.games,
        settings: RunSettings {
            folder: Some(FolderRequest {
                out: args.out.clone(),
                existing: if args.fresh { Existing::Replace } else { Existing::Continue },
                record_moves: false,
            }),
            threads: threads(&args.threads),
            max_forfeits: u64::from(args.max_forfeits),
            max_time: args.max_time,
        },
    })
}

fn show(event: &BisectEvent<'_>, terminal: &mut Terminal) {
    match event {
        BisectEvent::WasFinished { folder } => terminal.say(&format!(
            "{} holds this search, which is finished: add --fresh to play it again",
            folder.display()
        )),
        BisectEvent::Continued { folder, games } => terminal.say(&format!(
            "continuing the search in {} after {}",
            folder.display(),
            counted(*games, "game")
        )),
        BisectEvent::Building { commit } => {
            terminal.say(&format!("building {} ({})", commit.short(), commit.subject));
        }
        BisectEvent::Skipped { commit, why } => {
            terminal.say(&format!("skipping {}: {why}", commit.short()));
        }
        BisectEvent::Alike { commit, other } => {
            terminal.say(&format!("{} plays like {}: no games", commit.short(), other.short()));
        }
        BisectEvent::Testing { good, bad } => {
            terminal.say(&format!("testing whether {} is weaker than {}", bad.short(), good.short()));
        }
        BisectEvent::Visiting { commit, games } => {
            terminal.say(&format!("playing {}: {}", commit.short(), counted(*games, "game")));
        }
        BisectEvent::Learnt { suspect, probability, games } => terminal.say(&format!(
            "after {} the most probable commit is {} with {}",
            counted(*games, "game"),
            suspect.short(),
            bisect::probability(*probability)
        )),
        BisectEvent::InMatch(event) => terminal.show_progress(event),
    }
}

fn stopped(played: &BisectRun) -> Failure {
    let how = if interrupt::time_is_up() { "stopped by --max-time" } else { "interrupted" };
    let games = counted(played.games, "game");
    Failure::Interrupted(format!(
        "{how} after {games} of complete visits. Continue with:\n  {}",
        played.command
    ))
}

fn failure(error: BisectError) -> Failure {
    match error {
        BisectError::Git(GitError::Spec(error)) => Failure::in_flag(BOT, &error),
        BisectError::Git(error @ GitError::Unusable { .. }) => Failure::Usage(error.to_string()),
        BisectError::Git(error @ GitError::Failed(_)) => Failure::Player(error.to_string()),
        BisectError::Git(GitError::Interrupted) => Failure::interrupted(),
        BisectError::Test(problem) => Failure::Usage(format!("--sprt: {problem}")),
        BisectError::Run(error) => Failure::of_run(error, &[BOT.to_owned()]),
    }
}
