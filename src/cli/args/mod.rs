//! What can be typed, without interpretation.
//!
//! The doc comments are the help texts that users read, so they have no backticks. The lists of games and formats
//! come from the registries: see [`help`].
#![allow(clippy::doc_markdown)]

mod bisecting;
mod bots;
pub(super) mod groups;
mod help;
pub(super) mod number;
mod positions;
mod results;
mod runs;
mod solving;
mod tuning;

use clap::{Parser, Subcommand, ValueEnum};

pub(super) use bisecting::BisectArgs;
pub(super) use bots::{BotArgs, EngineArgs};
pub(super) use help::command;
pub(super) use positions::{AnalyzeArgs, DEFAULT_HINT, PerftArgs, PlayArgs, PositionArgs, ShowArgs};
pub(super) use results::{
    CheckArgs, CiService, CompareArgs, ExportArgs, HistoryArgs, InitArgs, OnlyGamesArgs, PlanArgs, RateArgs,
    ReportArgs, RunsArgs, StatsArgs,
};
pub(super) use runs::{MatchArgs, MergeArgs, OutputArgs, PickArgs, RunArgs, ThreadArgs, TournamentArgs};
pub(super) use solving::{ExplainArgs, ReviewArgs, SolveArgs};
pub(super) use tuning::TuneArgs;

/// hyperfine for game-playing AIs: which of two strategies is stronger, by how much, how certain that is, and what a move
/// costs.
#[derive(Debug, Parser)]
#[command(name = "arena", version, max_term_width = groups::WIDEST, after_help = EXAMPLES)]
#[command(override_usage = "arena [OPTIONS] <COMMAND>\n       arena [MATCH OPTIONS] <PLAYER> <PLAYER>")]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,

    /// When to use colours (NO_COLOR is respected)
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", display_order = 900)]
    pub(super) color: When,
}

const EXAMPLES: &str = "\
Examples:
  arena smart:6 bad                        play a match of 1,000 games
  arena smart:8 smart:6 -n 10k -g connect  10,000 games of Connect Four
  arena ./bot.py --against HEAD~1          tell whether a bot got better
  arena tournament smart:1..8 bad random   rate many players
  arena pick ./v2 ./v3 --against ./v1      find the best of many
  arena play                               play Kalah against smart:6
  arena check strength.toml                fail a build if a player got weaker
  arena bisect v1.0 --bot ./bot.py         find the commit that made it weaker
  arena solve -g kalah:4x4                 find the exact value of a position
  arena report results/mine --open         look at a run in the browser
  arena bot ./mybot                        check whether a bot is fit to play

Every command has examples in its own help: arena help COMMAND";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play many games between two strategies
    Match(MatchArgs),
    /// Play many strategies against each other and rate them
    Tournament(TournamentArgs),
    /// Find the best of many strategies, dropping those that are behind
    Pick(PickArgs),
    /// Find better numbers for a strategy by playing
    Tune(TuneArgs),
    /// Put the shards of a run together
    Merge(MergeArgs),
    /// Play or watch a game at the terminal
    Play(PlayArgs),
    /// Show a position: board, side to move, legal moves, result
    Show(ShowArgs),
    /// Compute the value of every legal move
    Analyze(AnalyzeArgs),
    /// Find the exact value of a position and of every move
    Solve(SolveArgs),
    /// Measure how good the moves of a run were, against perfect play
    Review(ReviewArgs),
    /// Find the moves that lost the games of a player
    Explain(ExplainArgs),
    /// Run the strength checks of a file
    Check(CheckArgs),
    /// Find the commit of a repository that made a bot weaker
    Bisect(BisectArgs),
    /// Show the results of checks over time, and draw them on a page
    History(HistoryArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// Rate players from recorded games
    Rate(RateArgs),
    /// Write runs as a page to look at, with every game on a board
    Report(ReportArgs),
    /// Write the games of a run for other programs
    Export(ExportArgs),
    /// List the runs in a folder: state, players, games, what came out
    Runs(RunsArgs),
    /// Compute score, Elo and intervals of results
    Stats(StatsArgs),
    /// Estimate how many games a test or an interval takes
    Plan(PlanArgs),
    /// Play a strategy as a bot for other programs, on stdin and stdout
    Engine(EngineArgs),
    /// Check whether a bot is fit to play, or print a bot to start from
    Bot(BotArgs),
    /// Compare two runs of the same plan, pair by pair
    Compare(CompareArgs),
    /// Write a starter file of strength checks, or a workflow for CI
    Init(InitArgs),
    /// List games, strategies and evaluators
    List(ListArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print a manual page
    Man(ManArgs),
    /// Print what may be typed next, for the completion scripts
    #[command(name = "__complete", hide = true)]
    Complete(CompleteArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// List only these
    #[arg(value_enum)]
    pub(super) what: Option<Listed>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Listed {
    /// Games and their sizes
    Games,
    /// Strategies and their keys
    Strategies,
    /// Evaluators of each game
    Evaluators,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena
  arena completions fish > ~/.config/fish/completions/arena.fish

In bash, zsh and fish the script asks arena itself what may be typed next, so it also completes strategies, games, \
evaluators, openings and formats, and stays up to date.")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena man | man -l -
  arena man play | man -l -")]
pub(super) struct ManArgs {
    /// Print the page of this command instead of the main page
    #[arg(value_name = "COMMAND")]
    pub(super) command: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompleteArgs {
    /// The words typed after arena; the last one is to be completed
    #[arg(last = true)]
    pub(super) words: Vec<std::ffi::OsString>,
}
