//! The command that searches among commits.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use super::number;
use super::runs::{OutputArgs, ThreadArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena bisect v1.0 --bot ./bot.py
  arena bisect 4f2c91aa HEAD --build make --bot ./engine,deterministic=yes
  arena bisect HEAD~40 --build make --strategy 'exec:\"bin/engine -q\",nodes=10k'
  arena bisect v1.0 --bot ./bot.py -g connect --sprt=-50,0 --max-time 2h

BAD plays GOOD until a test shows that it is weaker. Then commits between them are built, each in a worktree of its own, and \
play GOOD on the same openings. Results are not certain, so every commit keeps a probability, the next games are played \
where they say most, and the search ends when one commit has 95 %. A commit that cannot be built or does not play is \
skipped. One that is the same as a neighbour, by its files or by the moves of a bot with deterministic=yes, plays no games.

The folder holds bisect.json with every step, the matches as runs in games, and the worktrees in builds. The same command \
continues a search that was interrupted or killed. To remove the worktrees: rm -r DIR/builds; git worktree prune.

Exit codes: 0 the commit was found, 1 failed, 2 wrong usage, 3 BAD is not weaker, 4 undecided, or one of several commits \
of which only the last can be built, 130 stopped before the end by Ctrl-C or --max-time.

docs/REGRESSIONS.md explains the method.")]
pub(in crate::cli) struct BisectArgs {
    /// A commit in which the bot was stronger: a tag, a branch, a hash, HEAD~20
    #[arg(value_name = "GOOD")]
    pub(in crate::cli) good: String,

    /// A later commit, in which it is weaker [default: HEAD]
    #[arg(value_name = "BAD")]
    pub(in crate::cli) bad: Option<String>,

    /// The bot, with a path relative to the current directory
    #[arg(long, visible_alias = "strategy", value_name = "SPEC", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) bot: String,

    /// The shell command that builds the bot, in the current directory of a commit
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(in crate::cli) build: Option<String>,

    /// The test whether BAD is weaker: ELO0,ELO1, the loss that matters and 0, optionally followed by ,alpha=0.05 ,beta=0.05 or ,model=logistic
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "-20,0")]
    pub(in crate::cli) sprt: String,

    /// Most games of a commit
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) games: u64,

    /// The game with its sizes
    #[arg(short, long, value_name = "SPEC")]
    pub(in crate::cli) game: Option<String>,

    /// Random seed: a number, or random to draw one
    #[arg(short, long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = number::seed)]
    pub(in crate::cli) seed: u64,

    /// Where games start: random, random:K for exactly K plies, balanced or balanced:K for those that are about even, start, or file:PATH [default: random; start for ugi:COMMAND]
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) openings: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,

    /// Folder for the results [default: a folder in results/ named after the game, the commits and the seed]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Replace the search in the folder instead of continuing it
    #[arg(long)]
    pub(in crate::cli) fresh: bool,

    /// Call a game drawn after N plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_plies: Option<u32>,

    /// Skip a commit that has forfeited N games
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_forfeits: u32,

    /// Stop after this time, for example 90s, 10m or 1.5h; the same command continues the search
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = number::time_limit)]
    pub(in crate::cli) max_time: Option<Duration>,

    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}
