//! The commands about bots: arena as a bot, and checks of other bots.

use std::time::Duration;

use clap::ValueHint;

use super::number;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena engine smart:6
  arena engine smart:8,eval=lines -g connect

It speaks UGI, the Universal Game Interface: UCI for any game. Type ugi, position startpos, go.")]
pub(in crate::cli) struct EngineArgs {
    /// The strategy to play
    #[arg(value_name = "STRATEGY")]
    pub(in crate::cli) strategy: String,

    /// The game with its sizes
    #[arg(short, long, value_name = "SPEC")]
    pub(in crate::cli) game: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena bot --template python > bot.py    take a bot to start from
  arena bot python3 bot.py                is it fit to play Kalah?
  arena bot ./mybot -g connect --time 100ms
  arena bot -g mnk -- ./mybot --depth 4
  arena bot 'exec:\"./mybot --depth 4\",memory=512M,option.Hash=16' --json
  arena bot -g ugi:./referee              is it fit to be a referee?

The command is a path, a program with its arguments, or a bot as in a match, with any keys. Arguments that begin with a \
hyphen stand in quotes or behind --. It is asked for moves in 500 positions of random games, the same every time.

Checks: starts, handshake, ready, legal moves, answer time, new game, same move twice, memory, quit, children, end of \
input, stray output. What fails is shown with what was sent, what came back and what was expected.

With --game ugi:REFEREE that program is examined instead: queries, illegal moves, whole games, the same answers twice. COMMAND \
then makes the moves; without one the referee does, if it answers go.

Exit codes: 0 fit to play, 3 not fit.")]
#[command(
    override_usage = "arena bot [OPTIONS] <COMMAND>...\n       arena bot --game ugi:<REFEREE> [COMMAND]...\n       arena bot --template <NAME>"
)]
pub(in crate::cli) struct BotArgs {
    /// The program and its arguments, or a bot as in a match
    #[arg(required_unless_present_any = ["template", "game"], value_hint = ValueHint::ExecutablePath)]
    pub(in crate::cli) command: Vec<String>,

    /// The game with its sizes
    #[arg(short, long, value_name = "SPEC")]
    pub(in crate::cli) game: Option<String>,

    /// The time for a move, for example 100ms or 5s [default: 1s, or time= of the bot]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = number::move_time)]
    pub(in crate::cli) time: Option<Duration>,

    /// Print JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// Print a program to start from: one of the templates below
    #[arg(long, value_name = "NAME", conflicts_with_all = ["command", "game", "time", "json"])]
    pub(in crate::cli) template: Option<String>,
}
