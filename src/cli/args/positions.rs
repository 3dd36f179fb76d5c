//! The commands about a single position or game.

use std::path::PathBuf;

use clap::ValueHint;

use super::number;

/// The strategy that computes hints unless another is named.
pub(in crate::cli) const DEFAULT_HINT: &str = "smart:8,time=2s";

/// Which position a command is about.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PositionArgs {
    /// The game with its sizes
    #[arg(short, long, value_name = "SPEC", default_value = "kalah")]
    pub(in crate::cli) game: String,

    /// Start from this position instead of the initial one
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,

    /// Play these moves first: "3 6 2", or 362 if all are single digits
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(in crate::cli) moves: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena play                                  play Kalah against smart:6
  arena play --first smart:6 --second human   move second
  arena play -g connect --second smart:time=5s
  arena play --first smart:6 --second bad --no-pause
  arena play --replay results/mine --game 17  step through a recorded game

At the prompt, type a move to play it, h for the value of every move, u to take back, ? for help and q to quit.")]
pub(in crate::cli) struct PlayArgs {
    /// Step through a recorded game of this run, whose number is --game: Enter forward, b back, q quit
    #[arg(long, value_name = "RUN", value_hint = ValueHint::AnyPath)]
    #[arg(conflicts_with_all = ["first", "second", "position", "moves", "hint"])]
    pub(in crate::cli) replay: Option<PathBuf>,

    /// The player who moves first
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub(in crate::cli) first: String,

    /// The player who moves second [default: smart, to the usual depth of the game]
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) second: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,

    /// The strategy that computes hints
    #[arg(long, value_name = "SPEC", default_value = DEFAULT_HINT)]
    pub(in crate::cli) hint: String,

    /// Do not wait for Enter after each move when two strategies play
    #[arg(long)]
    pub(in crate::cli) no_pause: bool,

    /// Random seed: a number, or random to draw one
    #[arg(short, long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = number::seed)]
    pub(in crate::cli) seed: u64,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show --moves \"3 6\"
  arena show -g connect --moves 4453 --json
  arena show -g kalah:3x2 --position s:1,0,2,2:2,2,2,0 --moves 3
  arena show results/mine --game 17 --ply 9")]
pub(in crate::cli) struct ShowArgs {
    /// Show a recorded game of this run, whose number is --game
    #[arg(value_name = "RUN", value_hint = ValueHint::AnyPath, conflicts_with_all = ["position", "moves"])]
    pub(in crate::cli) run: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,

    /// The ply of the recorded game, 0 for its opening [default: the last]
    #[arg(long, value_name = "N", requires = "run", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number::whole::<u32>(text, 0..=u64::from(u32::MAX)))]
    pub(in crate::cli) ply: Option<u32>,

    /// Start the referee of a recorded ugi: game and ask it for the board
    #[arg(long, requires = "run")]
    pub(in crate::cli) boards: bool,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena analyze --moves 3
  arena analyze --with smart:8,extra=free
  arena analyze --with smart:time=5s,eval=decisive
  arena analyze -g connect:4x4x3 --with smart:full --json")]
pub(in crate::cli) struct AnalyzeArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,

    /// The strategy that computes the values: smart, greedy, mcts or perfect, with any keys [default: smart, to the usual depth of the game]
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) with: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena perft --depth 8
  arena perft -g connect:7x6x4 --depth 7 --json
  arena perft --moves \"3 6\" --depth 5")]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    pub(in crate::cli) position: PositionArgs,

    /// Number of plies
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number::whole::<u16>(text, 1..=1000))]
    pub(in crate::cli) depth: u16,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
