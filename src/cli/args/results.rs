//! The commands about results: checks, ratings, statistics.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ValueEnum, ValueHint};

use super::number;
use super::runs::ThreadArgs;
use crate::report::formats::export;

/// Which games count.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct OnlyGamesArgs {
    /// Count only games with such an attribute (attributes.csv of match: games): turns>100, new:score>=5, map=small. All of
    /// several conditions have to be met
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub(in crate::cli) conditions: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena check strength.toml
  arena check strength.toml --record
  arena check strength.toml --only \"smart:6 beats bad\"
  arena check strength.toml --format junit=report.xml --format markdown
  arena check strength.toml --out checked --report
  arena check strength.toml --record-history history.csv
  arena check strength.toml --list

A file of checks:
  [[check]]
  name = \"smart:6 beats bad\"
  game = \"kalah:6x4\"
  a = \"smart:6\"
  b = \"bad\"
  games = 400
  seed = 1
  require = \"score >= 0.9\"

  [[check]]
  name = \"smart:6 is as strong as it was\"
  a = \"smart:6\"
  b = \"smart:4\"
  games = 400
  baseline = \"baselines/six.json\"
  tolerance = 0.02

A requirement compares score, elo, win_rate, draw_rate, nodes_per_move, median_time_ms or p99_time_ms with a number, by >= or <=. A baseline is \
written by --record and compared pair by pair; the tolerance is the score that may be lost. Paths in the file, also of bots, are relative to it.

A check passes if the whole 95 % interval meets the requirement, fails if none of it does, and is inconclusive otherwise. \
Exit codes: 0 all passed, 3 one failed, 4 none failed but one is inconclusive.

If GITHUB_STEP_SUMMARY is set, a table is appended to that file.")]
pub(in crate::cli) struct CheckArgs {
    /// The file with the checks
    #[arg(value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) file: PathBuf,

    /// Write the baselines instead of comparing with them
    #[arg(long)]
    pub(in crate::cli) record: bool,

    /// Run only the check of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) only: Vec<String>,

    /// Append the results to this file, for arena history
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) record_history: Option<PathBuf>,

    /// List the checks and exit
    #[arg(long, conflicts_with_all = ["record", "format", "out", "record_history"])]
    pub(in crate::cli) list: bool,

    /// How to print the results, optionally into a file; may be repeated
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(in crate::cli) format: Vec<String>,

    /// Print JSON: short for --format json
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// Keep the games of each check as a run, in a folder of its name within DIR; a run that is there is replaced
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Also write the runs as a page, report.html in the folder of --out
    #[arg(long, requires = "out")]
    pub(in crate::cli) report: bool,

    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,

    /// Print nothing but the results
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,

    /// Show no progress
    #[arg(long)]
    pub(in crate::cli) no_progress: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena check strength.toml --record-history checks/history.csv
  arena history checks/history.csv
  arena history checks/history.csv --check \"smart:6 beats bad\" -o strength.html

Prints a table for each check, the newest build last, and writes a page that draws strength and cost over the builds.")]
pub(in crate::cli) struct HistoryArgs {
    /// A file that arena check --record-history has written
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) file: PathBuf,

    /// Show only the check of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) check: Vec<String>,

    /// Where the page goes [default: beside FILE, with .html]
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena rate results/*/games.csv
  arena rate results/*/games.csv --anchor bad=0
  arena rate monday tuesday/games.csv --json
  zcat old.csv.gz | arena rate -

A file needs the columns first, second and result; the folder of a run stands for its games.csv. Ratings are by the \
Bradley-Terry model, with mean 0 unless a player is anchored. A player who won or lost every game gets a bound instead of \
a rating. Players who cannot be compared are listed separately.")]
pub(in crate::cli) struct RateArgs {
    /// Files of games, folders of runs, or - for stdin
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Fix the rating of a player; errors are then relative to that player
    #[arg(long, value_name = "NAME=ELO", allow_hyphen_values = true)]
    pub(in crate::cli) anchor: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) only: OnlyGamesArgs,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("results").required(true))]
#[command(after_help = "\
Examples:
  arena stats results/kalah-6x4_smart-6_vs_bad_seed1
  arena stats games.csv --a deep --b old --sprt 0,5
  arena stats --wdl 7000,100,2900
  arena stats --penta 34,54,63,64,75 --sprt -5,0,alpha=0.01 --json
  zcat games.csv.gz | arena stats -

A file needs the columns first, second and result, and pair if the games come in pairs. The two games of a pair are not \
independent, so pairs give the better intervals.")]
pub(in crate::cli) struct StatsArgs {
    /// A games.csv, the folder of a run, or - for stdin
    #[arg(value_name = "FILE", group = "results", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) file: Option<PathBuf>,

    /// Numbers of games won, drawn and lost
    #[arg(long, value_name = "W,D,L", group = "results", allow_hyphen_values = true)]
    pub(in crate::cli) wdl: Option<String>,

    /// Numbers of pairs: both lost, lost and drawn, even, won and drawn, both won
    #[arg(long, value_name = "LL,LD,MID,WD,WW", group = "results", allow_hyphen_values = true)]
    pub(in crate::cli) penta: Option<String>,

    /// The player whose results count [default: the first player of the first game]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) a: Option<String>,

    /// The opponent [default: all others]
    #[arg(long, value_name = "NAME", requires = "a")]
    pub(in crate::cli) b: Option<String>,

    /// Run a sequential test: ELO0,ELO1, optionally followed by ,alpha=0.05 ,beta=0.05 or ,model=logistic
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub(in crate::cli) sprt: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) only: OnlyGamesArgs,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("question").required(true))]
#[command(after_help = "\
Examples:
  arena plan --sprt 0,5             a test of 0 against 5 normalized Elo
  arena plan --sprt 0,10,model=logistic --draws 0.3
  arena plan --sprt 0,20 --elo 40   if the true difference is 40
  arena plan --error 10             an interval of 10 Elo to either side
  arena plan --error 20 --elo 400 --json

docs/METHODOLOGY.md has the formulas, and how well they agree with simulations.")]
pub(in crate::cli) struct PlanArgs {
    /// Plan a sequential test: ELO0,ELO1, optionally followed by ,alpha=0.05 ,beta=0.05 or ,model=logistic
    #[arg(long, value_name = "SPEC", group = "question", allow_hyphen_values = true)]
    pub(in crate::cli) sprt: Option<String>,

    /// Plan a 95 % interval of this many Elo to either side
    #[arg(long, value_name = "ELO", group = "question", allow_negative_numbers = true)]
    #[arg(value_parser = number::decimal)]
    pub(in crate::cli) error: Option<f64>,

    /// Expected Elo difference
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, value_parser = number::decimal)]
    pub(in crate::cli) elo: Option<f64>,

    /// Expected share of draws, from 0 to 0.99
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, allow_negative_numbers = true)]
    #[arg(value_parser = number::decimal)]
    pub(in crate::cli) draws: f64,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena report results/kalah-tournament --open
  arena report results/monday results/tuesday -o week.html
  arena report games.csv -o - > page.html

The page is one HTML file that loads nothing: ratings, crosstable, strength and cost, the course of the run, openings, \
times, faults, and games to step through on a board. A file of games needs the columns first, second and result. \
A page of many games embeds a selection of them; docs/REPORT.md says which.")]
pub(in crate::cli) struct ReportArgs {
    /// Folders of runs, or files of games
    #[arg(value_name = "RUN", required = true, value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) runs: Vec<PathBuf>,

    /// The file to write, or - for stdout [default: report.html in the folder of the run]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) out: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) only: OnlyGamesArgs,

    /// Start the referees of ugi: games and ask them for boards
    #[arg(long)]
    pub(in crate::cli) boards: bool,

    /// Open the page in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena compare results/before results/after
  arena compare old new --json

Both are folders of matches with the same game, openings, seed and opponent; the player or the build of arena differs. \
Pairs from the same opening are compared with each other, so that the effect of the openings cancels.")]
pub(in crate::cli) struct CompareArgs {
    /// The folder of a run
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) before: PathBuf,

    /// The folder of the run that is compared with it
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) after: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena init                    write strength.toml
  arena init checks/mine.toml
  arena init --ci github --bot ./engine,deterministic=yes --build make
  arena init --ci gitlab --bot ./bot.py --game connect

Without --ci: then run arena check strength.toml --record, commit what it writes, and run arena check strength.toml in CI.

With --ci: at the top of a repository, writes .github/workflows/arena.yml or .gitlab/arena.yml. For every pull or merge request \
it plays the bot against that of the base, and fails if the new one is weaker. Nothing is overwritten.")]
pub(in crate::cli) struct InitArgs {
    /// The file to write
    #[arg(value_name = "FILE.toml", default_value = "strength.toml", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) file: PathBuf,

    /// Write a workflow that plays the bot of this repository against that of the base of a change
    #[arg(long, value_name = "SERVICE", value_enum, conflicts_with = "file", requires = "bot")]
    pub(in crate::cli) ci: Option<CiService>,

    /// With --ci: the bot, as it is started at the top of the repository
    #[arg(long, value_name = "BOT", requires = "ci")]
    pub(in crate::cli) bot: Option<String>,

    /// With --ci: the shell command that builds it
    #[arg(long, value_name = "COMMAND", requires = "ci")]
    pub(in crate::cli) build: Option<String>,

    /// With --ci: the game [default: kalah]
    #[arg(short, long, value_name = "SPEC", requires = "ci")]
    pub(in crate::cli) game: Option<String>,
}

/// A service that runs workflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CiService {
    /// GitHub Actions
    Github,
    /// GitLab CI/CD
    Gitlab,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena runs
  arena runs results/nightly --json

The latest run comes first. The state is finished, interrupted (the command in its run.json continues it), running, \
killed (the same command continues it, too), the number of shards that are complete, damaged, or not a run. The build of a \
bot is the beginning of the digest of its files.")]
pub(in crate::cli) struct RunsArgs {
    /// The folder that holds the runs [default: results]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena export results/mine --format pgn --out games.pgn
  arena export results/mine --format jsonl | jq .moves

PGN has the tags that chess programs read, and moves in SAN. A run has no date: its games are the same whenever it is played. The \
JSON objects are described in docs/REFERENCE.md.")]
pub(in crate::cli) struct ExportArgs {
    /// The folder of a run
    #[arg(value_name = "RUN", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) run: PathBuf,

    /// How games are written
    #[arg(long, value_name = "FORMAT", value_parser = export_formats())]
    pub(in crate::cli) format: String,

    /// The file to write, or - for stdout [default: -]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) out: Option<PathBuf>,
}

fn export_formats() -> PossibleValuesParser {
    export::LIST
        .iter()
        .map(|format| PossibleValue::new(format.name).help(format.summary))
        .collect::<Vec<_>>()
        .into()
}
