//! The command that tunes.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use super::number;
use super::runs::{OutputArgs, ThreadArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena tune 'smart:4,eval=pots+{tempo:0.4}*tempo+{near:0}*near' -n 40k
  arena tune 'smart:4,eval=pots+{tempo:0.4:0..2}*tempo' --against smart:5
  arena tune 'mcts:200,c={c:1.4:0.2..4}' -g connect --max-time 10m
  arena tune 'exec:\"./mybot\",option.king={king:50:0..200}' --games 2000

A parameter is {name:start}, with bounds {name:start:low..high}, and {name} uses it again. SPSA moves all parameters at \
once: in each step, one player with values to one side plays another with values to the other side, or both play the \
opponents of --against. At the end the tuned values play the initial ones, from openings that were not used before, until \
a sequential test has decided. The folder holds tuning.csv with every step, tune.json, and the match as a run in verdict. \
The same command continues a tuning that was interrupted or killed.

Exit codes: 0 the tuned values gain, 1 failed, 2 wrong usage, 3 no gain, 4 undecided, 130 stopped before the end by Ctrl-C \
or --max-time.

docs/TUNE.md explains the method.")]
pub(in crate::cli) struct TuneArgs {
    /// The strategy, with parameters in braces
    #[arg(value_name = "TEMPLATE")]
    pub(in crate::cli) template: String,

    /// An opponent; repeat it for a field. Without opponents, the two players of a step play each other
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) against: Vec<String>,

    /// Number of games for tuning
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) games: u64,

    /// Number of steps that the games are divided into [default: up to 500]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number::whole::<u64>(text, 1..=1_000_000))]
    pub(in crate::cli) steps: Option<u64>,

    /// The sequential test at the end: ELO0,ELO1, optionally followed by ,alpha=0.05 ,beta=0.05 or ,model=logistic
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "0,10")]
    pub(in crate::cli) sprt: String,

    /// Most games of the match at the end [default: as many as --games]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) verdict_games: Option<u64>,

    /// The game with its sizes
    #[arg(short, long, value_name = "SPEC")]
    pub(in crate::cli) game: Option<String>,

    /// Random seed: a number, or random to draw one
    #[arg(short, long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = number::seed)]
    pub(in crate::cli) seed: u64,

    /// Where games start: random, random:K for exactly K plies, balanced or balanced:K for those that are about even, start, or file:PATH
    #[arg(long, value_name = "SPEC", default_value = "random")]
    pub(in crate::cli) openings: String,

    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,

    /// Folder for the results [default: a folder in results/ named after the game, the parameters and the seed]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Replace the tuning in the folder instead of continuing it
    #[arg(long)]
    pub(in crate::cli) fresh: bool,

    /// Call a game drawn after N plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_plies: Option<u32>,

    /// Stop when N games have been forfeited
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_forfeits: u32,

    /// Stop after this time, for example 90s, 10m or 1.5h; the same command continues the tuning
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = number::time_limit)]
    pub(in crate::cli) max_time: Option<Duration>,

    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}
