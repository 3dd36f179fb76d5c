//! The commands that play many games.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use super::number;

#[derive(Debug, clap::Args)]
#[command(
    override_usage = "arena [match] [OPTIONS] <PLAYER> <PLAYER>\n       arena [match] [OPTIONS] <BOT> --against <REVISION>"
)]
#[command(after_help = "\
Examples:
  arena smart:6 bad -n 10k
  arena smart:8 old=smart:6,eval=hoard -n 2000 -s 7
  arena smart:6 random -g connect --openings random:8 --json
  arena smart:7 smart:6 -n 100k --until-error 10
  arena smart:time=50ms smart:6 -o results/clock --record-moves --report
  arena new=smart:6,eval=hoard old=smart:6 -n 20k --sprt 0,10 --gate
  arena smart:10 smart:9 -n 100k --dry-run
  arena ./bot.py --against HEAD~1
  arena ./engine --against v1.2 --build make --gate

Games come in pairs: both start from the same opening, with the sides swapped. The folder of the run holds games.csv, \
summary.csv, timings.csv and run.json. The same command continues a run that was interrupted or killed.

Exit codes: 0 done, 1 failed or a player forfeited every game, 2 wrong usage, 3 and 4 as --gate says, 130 stopped before the end by Ctrl-C or --max-time.

arena list strategies lists the strategies and their keys.")]
#[command(group(clap::ArgGroup::new("test").args(["sprt", "against"]).multiple(true)))]
pub(in crate::cli) struct MatchArgs {
    /// The two players: strategies, optionally with a name (deep=smart:8)
    #[arg(value_name = "PLAYER")]
    pub(in crate::cli) players: Vec<String>,

    /// The first player, instead of the first PLAYER
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) a: Option<String>,

    /// The second player, instead of the second PLAYER
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) b: Option<String>,

    /// Play against the bot of another commit of the git repository in which this is typed: HEAD for the last one, HEAD~1,
    /// a tag, a branch. Says better, worse or not shown, and writes the page of --report. Without --games and --sprt: at
    /// most 4000 games with --sprt 0,20
    #[arg(long, value_name = "REVISION", conflicts_with = "b")]
    pub(in crate::cli) against: Option<String>,

    /// Build the bot of the other commit with this shell command, in a temporary worktree. Your own bot is played as it is
    #[arg(long, value_name = "COMMAND", requires = "against")]
    pub(in crate::cli) build: Option<String>,

    /// Number of games (the last game of an odd number has no pair) [default: 1000]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) games: Option<u64>,

    /// Stop when a sequential test of ELO0 (H0) against ELO1 (H1) has decided: ELO0,ELO1, optionally followed by
    /// ,alpha=0.05 ,beta=0.05 or ,model=logistic. At most --games games are played
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub(in crate::cli) sprt: Option<String>,

    /// Stop when the 95 % interval is at most this wide to either side: 10 for Elo, 0.02score or 2% for points per game. It is an
    /// interval that is right at every look. At most --games games are played
    #[arg(long, value_name = "ERROR", allow_hyphen_values = true, conflicts_with_all = ["sprt", "gate"])]
    pub(in crate::cli) until_error: Option<String>,

    /// Exit with 0 if the test accepts H1, 3 if it accepts H0, 4 if it has not decided. If GITHUB_STEP_SUMMARY is set, a table is
    /// appended to that file
    #[arg(long, requires = "test")]
    pub(in crate::cli) gate: bool,

    /// Also show normalized Elo, the likelihood of superiority, and the counts of pairs
    #[arg(long)]
    pub(in crate::cli) verbose: bool,

    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena tournament smart:1..8 bad random
  arena tournament new=smart:6 smart:4 smart:5 bad --format gauntlet -n 500
  arena tournament smart:1..12 --format swiss --rounds 6 -g connect
  arena tournament smart:1..8 bad --format adaptive --total-games 20k --report
  arena tournament --file tournament.toml

A range stands for several players: smart:1..8 is eight. The folder of the run holds standings.csv, crosstable.csv, \
summary.csv with a row per pairing, games.csv, timings.csv and run.json. The same command continues a tournament that was \
interrupted or killed.

Exit codes: 0 done, 1 failed or a player forfeited every game, 2 wrong usage, 130 stopped before the end by Ctrl-C or --max-time.

A file has the same settings as the command line, which takes precedence:
  players = [\"smart:1..8\", \"bad\"]
  format = \"swiss\"
  rounds = 5
  games = 100")]
pub(in crate::cli) struct TournamentArgs {
    /// The players: strategies, optionally with a name (deep=smart:8) or a range (smart:1..8)
    #[arg(value_name = "PLAYER")]
    pub(in crate::cli) players: Vec<String>,

    /// Read settings from a TOML file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) file: Option<PathBuf>,

    /// Who plays whom
    #[arg(long, value_name = "FORMAT")]
    pub(in crate::cli) format: Option<String>,

    /// Games per pairing (per round in Swiss) [default: 100]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) games: Option<u64>,

    /// Number of rounds (Swiss only)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number::whole::<u32>(text, number::ROUNDS))]
    pub(in crate::cli) rounds: Option<u32>,

    /// Number of games in total (adaptive only)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) total_games: Option<u64>,

    /// Fix the rating of a player; without an anchor the mean rating is 0
    #[arg(long, value_name = "NAME=ELO")]
    pub(in crate::cli) anchor: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena pick ./new1 ./new2 ./new3 --against ./old
  arena pick 'smart:6,eval=pots+{0,0.2,0.4,0.8}*tempo' --against smart:6
  arena pick smart:6,eval=hoard smart:6,eval=tempo --margin 20

All candidates play the same openings, against BASE or, without --against, against each other. Candidates that are clearly behind \
are dropped; the rest play on, until one is the best with 95 % certainty. No other is then more than --margin ahead. Values in \
braces stand for one candidate each.

Exit codes: 0 the best was found and is better than BASE, 1 failed, 2 wrong usage, 3 none is better than BASE, 4 not decided after all \
games, 130 stopped before the end by Ctrl-C or --max-time.")]
pub(in crate::cli) struct PickArgs {
    /// The candidates: strategies, optionally with a name (new=smart:8), a range (smart:1..8), or values in braces (smart:{4,6})
    #[arg(value_name = "CANDIDATE")]
    pub(in crate::cli) candidates: Vec<String>,

    /// The strategy that the best has to beat
    #[arg(long, value_name = "BASE")]
    pub(in crate::cli) against: Option<String>,

    /// How many Elo another candidate may be ahead of the best; smaller margins take more games [default: 10]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    #[arg(value_parser = number::decimal)]
    pub(in crate::cli) margin: Option<f64>,

    /// The most games of a candidate (against each other one without --against) [default: 20k]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::games)]
    pub(in crate::cli) games: Option<u64>,

    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
}

/// The threads that play.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct ThreadArgs {
    /// Number of threads; auto is one per core [default: auto]
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::threads)]
    pub(in crate::cli) threads: Option<u16>,

    /// Let the system choose the cores of threads and their bots, instead of one core for both
    #[arg(long)]
    pub(in crate::cli) no_affinity: bool,
}

/// What a command prints.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct OutputArgs {
    /// Print the result in one line and nothing else
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,

    /// Show no progress
    #[arg(long)]
    pub(in crate::cli) no_progress: bool,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// How games are played and recorded.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct RunArgs {
    /// The game with its sizes, or ugi:COMMAND for a game whose rules another program knows, or match:COMMAND for one that it
    /// plays as a whole
    #[arg(short, long, value_name = "SPEC")]
    pub(in crate::cli) game: Option<String>,

    /// Who judges the games of ugi:COMMAND: both, the referee and the opponent, or one [default: both, if the opponent answers queries]
    #[arg(long, value_name = "WHO")]
    pub(in crate::cli) referees: Option<String>,

    /// Random seed: a number, or random to draw one [default: 1]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::seed)]
    pub(in crate::cli) seed: Option<u64>,

    /// Where games start: random, random:K for exactly K plies, balanced or balanced:K for those that are about even, start, or file:PATH, with ,plies=N the beginnings of games in PGN [default: random; start for ugi:COMMAND and match:COMMAND]
    #[arg(long, value_name = "SPEC")]
    pub(in crate::cli) openings: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,

    /// Folder for the results [default: a folder in results/ named after the game, the players and the seed]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Play only part I of N equal parts, for arena merge. auto/N takes I from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or
    /// PARALLEL_SEQ
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub(in crate::cli) shard: Option<String>,

    /// Replace the run in the folder instead of continuing it
    #[arg(long)]
    pub(in crate::cli) fresh: bool,

    /// Also write moves.csv: time, nodes, depth and value of every move
    #[arg(long)]
    pub(in crate::cli) record_moves: bool,

    /// Call a game drawn after N plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_plies: Option<u32>,

    /// End a game once the scores of both players agree that it is lost or even, for example
    /// resign=600/4,draw=10/8/40: the score, for how many plies, and from which move on
    #[arg(long, value_name = "RULES")]
    pub(in crate::cli) adjudicate: Option<String>,

    /// Stop the run when a player has forfeited N games [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) max_forfeits: Option<u32>,

    /// Stop after this time, for example 90s, 10m or 1.5h; the same command continues the run
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = number::time_limit)]
    pub(in crate::cli) max_time: Option<Duration>,

    /// Print what would be played, where, and about how long it takes, and exit
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,

    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,

    /// Also write the report as a page, report.html in the folder of the run: every few seconds, and at the end
    #[arg(long, conflicts_with = "shard")]
    pub(in crate::cli) report: bool,

    /// Also write the results to a file, as Markdown
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "shard")]
    pub(in crate::cli) export_markdown: Option<PathBuf>,

    /// Also write the results to a file, as the JSON that --json prints
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "shard")]
    pub(in crate::cli) export_json: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  for i in 1 2 3; do arena smart:6 bad -n 10k -o results/six --shard $i/3 & done; wait
  arena merge results/six
  arena merge results/six --missing
  sbatch --array=$(arena merge results/six --missing --wave 16) job.sh

The files and the output are those of the same run in one process, times aside. A test of --sprt looks at the games in \
order, and those after its decision do not count. Without --partial all shards must be complete, or those before the first \
missing one must decide the test. Then --missing prints nothing.

Exit codes: 0 done, 1 a shard is missing or damaged or a player forfeited every game, 2 wrong usage, 3 and 4 as --gate says.")]
pub(in crate::cli) struct MergeArgs {
    /// The folder of the run: what --out was
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,

    /// Print the numbers of the shards that are still to be played, as 3,7-9, and exit
    #[arg(long, conflicts_with_all = ["partial", "json", "gate", "fresh"])]
    pub(in crate::cli) missing: bool,

    /// With --missing: only those of the first wave with any. The waves of 16 are shards 1-16, 17-32, ...
    #[arg(long, value_name = "N", requires = "missing", allow_negative_numbers = true)]
    #[arg(value_parser = number::positive)]
    pub(in crate::cli) wave: Option<u32>,

    /// Merge the shards before the first that is missing
    #[arg(long)]
    pub(in crate::cli) partial: bool,

    /// Exit with 0 if the test of --sprt accepts H1, 3 if it accepts H0, 4 if it has not decided
    #[arg(long)]
    pub(in crate::cli) gate: bool,

    /// Replace a run of another plan in the folder
    #[arg(long)]
    pub(in crate::cli) fresh: bool,

    /// Fix the rating of a player of a tournament [default: as the shards were played]
    #[arg(long, value_name = "NAME=ELO", allow_hyphen_values = true)]
    pub(in crate::cli) anchor: Option<String>,

    /// Also show normalized Elo, the likelihood of superiority, and the counts of pairs of a match
    #[arg(long)]
    pub(in crate::cli) verbose: bool,

    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}
