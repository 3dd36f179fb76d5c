//! The commands about perfect play.

use std::path::PathBuf;

use clap::ValueHint;

use super::{PositionArgs, number};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena solve -g kalah:4x4
  arena solve --position s:0,0,1,2,0,2,19:0,0,1,0,0,0,23
  arena solve -g connect:5x4x4 --moves 3
  arena solve -g connect --moves 44444432 --json
  arena solve --best --memory 1G --cache ~/.cache/arena
  arena solve -g kalah:5x4 --threads 1

The value is exact: in Kalah the final difference of beans for the side to move, in other games a win by how soon it \
comes, 0 for a draw. Large boards take long; Ctrl-C prints the bounds that are proved so far. Values, best move and line do not depend on \
the number of threads; the number of positions searched does, unless it is --threads 1. docs/SOLVE.md says how it works and how long it takes.")]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,

    /// Find only the value, a best move and a best line, not the value of every move
    #[arg(long)]
    pub(in crate::cli) best: bool,

    /// Memory for endgame tables and the transposition table: 256M, 1G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = number::memory)]
    pub(in crate::cli) memory: u64,

    /// Keep endgame tables in this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) cache: Option<PathBuf>,

    /// Number of threads that search together; auto is one per core [default: auto]
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::threads)]
    pub(in crate::cli) threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena explain results/mine
  arena explain results/mine --player smart:6 --budget 1M
  arena explain results/mine --judge smart:12
  arena explain results/mine --write-openings hard.txt
  arena explain results/new --before results/old
  arena explain results/refereed --judge ./engine,nodes=100k

For each lost game: the last move in a position that was not lost, what it should have been, and what was wrong with it. A solver \
judges what it can within the budget, --judge the rest. The rows go to mistakes.csv in the folder of the run, for arena report too. docs/EXPLAIN.md goes from a lost game to a \
check.")]
pub(in crate::cli) struct ExplainArgs {
    /// The folder of a run
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,

    /// The player whose losses are explained [default: the first of the run; with --before, the one that differs]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,

    /// Explain only the games that an earlier run from the same openings did not lose
    #[arg(long, value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) before: Option<PathBuf>,

    /// A player that judges what cannot be solved: a strategy that values moves, or a bot that says what they are worth
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) judge: Option<String>,

    /// The nodes that solving a position may take
    #[arg(long, value_name = "NODES", default_value = "100k", value_parser = |text: &str| number::whole::<u64>(text, 0..=1_000_000_000_000))]
    pub(in crate::cli) budget: u64,

    /// Explain at most this many lost games, evenly spread
    #[arg(long, value_name = "N", value_parser = |text: &str| number::whole::<u64>(text, 1..=1_000_000_000_000))]
    pub(in crate::cli) sample: Option<u64>,

    /// Write the positions as openings for the next match, and beside them a suite for arena check
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) write_openings: Option<PathBuf>,

    /// Number of threads; auto is one per core [default: auto]
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::threads)]
    pub(in crate::cli) threads: Option<u16>,

    /// Show no progress
    #[arg(long)]
    pub(in crate::cli) no_progress: bool,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena review results/mine
  arena review results/mine --moves
  arena review results/mine --sample 5000 --budget 1M

Every position of the games is solved, within the budget, and every move is compared with the best one. The results go to \
review.csv in the folder of the run. Positions that are too hard for the budget are counted, not guessed. A review that was \
interrupted continues where it was.")]
pub(in crate::cli) struct ReviewArgs {
    /// The folder of a run
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,

    /// The nodes that solving a position may take
    #[arg(long, value_name = "NODES", default_value = "100k", value_parser = |text: &str| number::whole::<u64>(text, 0..=1_000_000_000_000))]
    pub(in crate::cli) budget: u64,

    /// Review about this many positions, of evenly spread games
    #[arg(long, value_name = "N", value_parser = |text: &str| number::whole::<u64>(text, 1..=1_000_000_000_000))]
    pub(in crate::cli) sample: Option<u64>,

    /// Also write review_moves.csv, one row for each move
    #[arg(long)]
    pub(in crate::cli) moves: bool,

    /// Number of threads; auto is one per core [default: auto]
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::threads)]
    pub(in crate::cli) threads: Option<u16>,

    /// Show no progress
    #[arg(long)]
    pub(in crate::cli) no_progress: bool,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
