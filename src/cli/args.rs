//! What can be typed. No meaning is given to it here.
//!
//! The doc comments are the help texts that users read, so they have no backticks.
#![allow(clippy::doc_markdown)]

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::host;

/// hyperfine for game-playing AIs: which of two strategies is stronger, by how much, how sure that is, and what a move
/// costs.
#[derive(Debug, Parser)]
#[command(name = "arena", version, max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,

    /// When to use colours; NO_COLOR is obeyed
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(super) color: When,
}

const EXAMPLES: &str = "\
Examples:
  arena --games 10000 --a smart:6 --b bad       a match; short for arena match …
  arena play                                    play Kalah against smart:6
  arena play --game connect --first smart:6 --second human
  arena show --moves \"3 6\"                      the board after two moves
  arena analyze --moves 3 --with smart:8        the value of every move
  arena perft --game connect:7x6x4 --depth 6    count move sequences
  arena rate results/*/games.csv                ratings of all players of these runs
  arena stats games.csv                         what results say, and how sure that is
  arena plan --error 10                         how many games that takes
  arena check strength.toml                     fail a build when a player got weaker
  arena list                                    all games, strategies and evaluators";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play two strategies against each other, many times
    Match(MatchArgs),
    /// Play many strategies against each other and rate them
    Tournament(TournamentArgs),
    /// Play or watch a game at the terminal
    Play(PlayArgs),
    /// Show a position: board, side to move, legal moves, result
    Show(ShowArgs),
    /// Give the value of every legal move
    Analyze(AnalyzeArgs),
    /// Check that players are as strong as a file says
    Check(CheckArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// Rate players from the games of any runs
    Rate(RateArgs),
    /// Say what results come to: score, Elo, and how sure that is
    Stats(StatsArgs),
    /// Say how many games a question takes
    Plan(PlanArgs),
    /// Play one of our strategies as a bot for others, on stdin and stdout
    Engine(EngineArgs),
    /// Compare two runs of the same plan, pair by pair
    Compare(CompareArgs),
    /// Write a starter file of strength checks
    Init(InitArgs),
    /// List games, strategies and evaluators
    List(ListArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man(ManArgs),
}

/// The help of `--game`, with the form of every game in the list.
fn game_help() -> String {
    let forms: Vec<&str> = host::list().iter().map(|game| game.form).collect();
    format!("The game with its sizes: {}", forms.join(", "))
}

/// Which position a command is about.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    #[arg(long, value_name = "SPEC", default_value = "kalah", help = game_help())]
    pub(super) game: String,

    /// The position to begin from, instead of the start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(super) position: Option<String>,

    /// Moves to play first: "3 6 2", or 362 where all are single digits
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(super) moves: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena --games 10000 --a smart:6 --b bad
  arena --games 2000 --a smart:8 --b old=smart:6,eval=hoard --seed 7
  arena --game connect --a smart:6 --b random --openings random:8 --json
  arena --a smart:time=50ms --b smart:6 --out results/clock --record-moves
  arena --a new=smart:6,eval=hoard --b old=smart:6 --games 20000 --sprt 0,10 --gate

Games come in pairs from one opening with the sides swapped. The results are in the folder of the run: games.csv,
summary.csv, timings.csv, run.json. The same command continues a run that was interrupted or killed.")]
pub(super) struct MatchArgs {
    /// The first strategy
    #[arg(long, value_name = "SPEC")]
    pub(super) a: String,

    /// The second strategy
    #[arg(long, value_name = "SPEC")]
    pub(super) b: String,

    /// How many games; an odd number leaves the last one without its pair
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(super) games: u64,

    /// Stop as soon as a sequential test has decided: H0 says elo0, H1 says elo1; --games is the most
    #[arg(long, value_name = "ELO0,ELO1[,alpha=,beta=,model=]", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,

    /// Exit with 0 where the test accepts H1, 3 where it accepts H0, 4 where it has not decided
    #[arg(long, requires = "sprt")]
    pub(super) gate: bool,

    /// Also show normalized Elo, the likelihood of superiority, and how many pairs ended in which way
    #[arg(long)]
    pub(super) verbose: bool,

    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena tournament smart:1..8 bad random
  arena tournament new=smart:6 smart:4 smart:5 bad --format gauntlet --games 500
  arena tournament smart:1..12 --format swiss --rounds 6 --game connect
  arena tournament smart:1..8 greedy bad --format adaptive --total-games 20000 --anchor bad=0
  arena tournament --file tournament.toml

A range stands for several players: smart:1..8 is eight. The results are in the folder of the run: standings.csv,
crosstable.csv, summary.csv with a row for every two players, games.csv, timings.csv, run.json. The same command
continues a tournament that was interrupted or killed.

A file says the same as the command line, which comes first where both say something:
  players = [\"smart:1..8\", \"bad\"]
  format = \"swiss\"
  rounds = 5
  games = 100")]
pub(super) struct TournamentArgs {
    /// The players: strategies, with names (deep=smart:8) and ranges (smart:1..8)
    #[arg(value_name = "PLAYER")]
    pub(super) players: Vec<String>,

    /// A TOML file that says all this
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,

    /// Who meets whom: round-robin, gauntlet, swiss or adaptive [default: round-robin]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<String>,

    /// How many games every two players that meet play, in swiss in a round [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(super) games: Option<u64>,

    /// How many rounds a swiss tournament has
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) rounds: Option<u32>,

    /// How many games an adaptive tournament may take in all
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(super) total_games: Option<u64>,

    /// Give a player this rating, instead of mean zero for all
    #[arg(long, value_name = "NAME=ELO")]
    pub(super) anchor: Option<String>,

    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// How games are played and recorded.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct RunArgs {
    #[arg(long, value_name = "SPEC", help = format!("{} [default: kalah]", game_help()))]
    pub(super) game: Option<String>,

    /// The seed of all chance [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    /// Where games begin: random, random:K plies, start, or file:PATH [default: random]
    #[arg(long, value_name = "SPEC")]
    pub(super) openings: Option<String>,

    /// How many threads; all cores unless given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Replace whatever run is in the folder
    #[arg(long)]
    pub(super) fresh: bool,

    /// Write moves.csv: every move with its time, nodes, depth and value
    #[arg(long)]
    pub(super) record_moves: bool,

    /// Stop a game after so many plies and count it as drawn
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_plies: Option<u32>,

    /// Say nothing but the result
    #[arg(long)]
    pub(super) quiet: bool,

    /// Show no progress
    #[arg(long)]
    pub(super) no_progress: bool,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena play                                          you against smart:6, at Kalah
  arena play --first smart:6 --second human           you move second
  arena play --game connect --second smart:time=5s    Connect Four
  arena play --first smart:6 --second bad --no-pause  watch two strategies

At the prompt: a number plays, h shows the value of every move, u takes back, q leaves.")]
pub(super) struct PlayArgs {
    /// Who moves first
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub(super) first: String,

    /// Who moves second
    #[arg(long, value_name = "SPEC", default_value = "smart:6")]
    pub(super) second: String,

    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// What computes the hints that h asks for
    #[arg(long, value_name = "SPEC", default_value = "smart:8,time=2s")]
    pub(super) hint: String,

    /// Between two strategies, do not wait for Enter after each move
    #[arg(long)]
    pub(super) no_pause: bool,

    /// The seed of strategies that play by chance
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(super) seed: u64,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show --moves \"3 6\"
  arena show --game connect --moves 4453 --json
  arena show --game kalah:3x2 --position s:1,0,2,2:2,2,2,0 --moves 3")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena analyze --moves 3
  arena analyze --with smart:8,extra=free
  arena analyze --with smart:time=5s,eval=decisive
  arena analyze --game connect:4x4x3 --with smart:full --json")]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// What gives the values: smart with any depth and keys, or greedy
    #[arg(long, value_name = "SPEC", default_value = "smart:6")]
    pub(super) with: String,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena check strength.toml
  arena check strength.toml --record                       write or renew the baselines
  arena check strength.toml --only \"smart:6 beats bad\"
  arena check strength.toml --format junit=report.xml --format markdown=report.md

A file of checks:
  [[check]]
  name = \"smart:6 beats bad\"
  game = \"kalah:6x4\"
  a = \"smart:6\"
  b = \"bad\"
  games = 400
  seed = 1
  require = \"score >= 0.9\"          or elo, win_rate, draw_rate, nodes_per_move,
                                     median_time_ms, p99_time_ms; >= or <=

  [[check]]
  name = \"smart:6 is as strong as it was\"
  a = \"smart:6\"
  b = \"smart:4\"
  games = 400
  baseline = \"baselines/six.json\"   made by --record, compared pair by pair
  tolerance = 0.02                   points of a game that may be lost

A check passes when the whole 95 % interval is on the right side, fails when it is on the wrong side, and is
inconclusive otherwise. Exit code: 0 all passed, 3 one failed, 4 none failed but one is inconclusive.
Where GITHUB_STEP_SUMMARY is set, a table is appended to that file.")]
pub(super) struct CheckArgs {
    /// The file that describes the checks
    #[arg(value_name = "FILE.toml")]
    pub(super) file: PathBuf,

    /// Write or renew baselines instead of holding the games against them
    #[arg(long)]
    pub(super) record: bool,

    /// Only the check of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(super) only: Vec<String>,

    /// How to write the outcomes, to a file if one is given: text, json, markdown, junit, bencher, github-benchmark or
    /// github-benchmark-smaller; may be repeated
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(super) format: Vec<String>,

    /// How many threads; all cores unless given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// Say nothing but the outcomes
    #[arg(long)]
    pub(super) quiet: bool,

    /// Show no progress
    #[arg(long)]
    pub(super) no_progress: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena perft --depth 8
  arena perft --game connect:7x6x4 --depth 7 --json
  arena perft --moves \"3 6\" --depth 5")]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// How many plies
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) depth: u16,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena rate results/*/games.csv
  arena rate results/*/games.csv --anchor bad=0
  arena rate monday tuesday/games.csv --json
  zcat old.csv.gz | arena rate -

A file needs the columns first, second and result; a folder of a run stands for its games.csv. Ratings are by Bradley and
Terry's model, with the mean at 0 unless there is an anchor. Whoever won or lost every game has a bound instead of a
rating, and players that cannot be compared are listed apart.")]
pub(super) struct RateArgs {
    /// Files of games, folders of runs, or - for stdin
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Hold the rating of a player where it is wanted; errors are then relative to that player
    #[arg(long, value_name = "NAME=ELO", allow_hyphen_values = true)]
    pub(super) anchor: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("results").required(true))]
#[command(after_help = "\
Examples:
  arena stats results/kalah:6x4_smart:6_vs_bad_seed1/games.csv
  arena stats games.csv --a deep --b old --sprt 0,5
  arena stats --wdl 7000,100,2900
  arena stats --penta 34,54,63,64,75 --sprt -5,0,alpha=0.01,model=logistic --json
  zcat games.csv.gz | arena stats -

A file needs the columns first, second and result, and pair where games come in pairs. Pairs are the better sample: the two
games of one opening with the sides swapped are not independent.")]
pub(super) struct StatsArgs {
    /// A games.csv, a folder with one, or - for stdin
    #[arg(value_name = "FILE", group = "results")]
    pub(super) file: Option<PathBuf>,

    /// Games won, drawn and lost
    #[arg(long, value_name = "W,D,L", group = "results", allow_hyphen_values = true)]
    pub(super) wdl: Option<String>,

    /// Pairs of games: lost twice, lost and drawn, even, won and drawn, won twice
    #[arg(long, value_name = "LL,LD,MID,WD,WW", group = "results", allow_hyphen_values = true)]
    pub(super) penta: Option<String>,

    /// Whose results; the first player of the first game unless given
    #[arg(long, value_name = "NAME")]
    pub(super) a: Option<String>,

    /// Against whom; against all others unless given
    #[arg(long, value_name = "NAME", requires = "a")]
    pub(super) b: Option<String>,

    /// Test two hypotheses: ELO0,ELO1, and behind if wanted ,alpha=0.05 ,beta=0.05 ,model=logistic
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("question").required(true))]
#[command(after_help = "\
Examples:
  arena plan --sprt 0,5                      a test of 0 against 5 normalized Elo
  arena plan --sprt 0,10,model=logistic --draws 0.3
  arena plan --sprt 0,20 --elo 40            and if the true difference is 40
  arena plan --error 10                      to know the difference to 10 Elo
  arena plan --error 20 --elo 400 --json

docs/METHODOLOGY.md has the formulae, and how well they agree with simulations.")]
pub(super) struct PlanArgs {
    /// A sequential test: ELO0,ELO1, and behind if wanted ,alpha=0.05 ,beta=0.05 ,model=logistic
    #[arg(long, value_name = "SPEC", group = "question", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,

    /// A 95 % interval of so many Elo to either side
    #[arg(long, value_name = "ELO", group = "question", allow_negative_numbers = true)]
    pub(super) error: Option<f64>,

    /// The Elo difference that you expect
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(super) elo: Option<f64>,

    /// The share of drawn games that you expect, from 0 to 0.99
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(super) draws: f64,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena engine smart:6
  arena engine smart:8,eval=lines --game connect

It speaks UGI, the Universal Game Interface: UCI for any game. Type ugi, position startpos, go.")]
pub(super) struct EngineArgs {
    /// The strategy to play
    #[arg(value_name = "STRATEGY")]
    pub(super) strategy: String,

    /// The game with its sizes [default: the variable ARENA_GAME, or kalah]
    #[arg(long, value_name = "SPEC")]
    pub(super) game: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Only these
    #[arg(value_enum)]
    pub(super) what: Option<Listed>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena compare results/before results/after
  arena compare old new --json

Both are folders of matches with the same game, openings, seed and opponent; the player or the build of arena differs.
Pairs from the same opening are compared with each other, so that the effect of the openings cancels.")]
pub(super) struct CompareArgs {
    /// The folder of a run
    #[arg(value_name = "RUN")]
    pub(super) before: PathBuf,

    /// The folder of the run that is compared with it
    #[arg(value_name = "RUN")]
    pub(super) after: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena init                    write strength.toml
  arena init checks/mine.toml

Then: arena check strength.toml --record, commit what it writes, and run arena check strength.toml in CI.")]
pub(super) struct InitArgs {
    /// The file to write
    #[arg(value_name = "FILE.toml", default_value = "strength.toml")]
    pub(super) file: PathBuf,
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
  arena completions fish > ~/.config/fish/completions/arena.fish")]
pub(super) struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena man | man -l -
  arena man play | man -l -")]
pub(super) struct ManArgs {
    /// The page of this command instead of the main page
    pub(super) command: Option<String>,
}
