//! The engine in GTP, for games whose moves are cells: Othello and m,n,k.
//!
//! A command is answered before the next one is read: GTP has no word that ends a search.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::command::SearchLimit;
use super::input::{Signals, read_line};
use super::{Engine, stream};
use crate::games::{AnyPosition, Move, Side, StandardGame};
use crate::players::bots::Vertices;
use crate::text::one_line;

/// The commands, as `list_commands` lists them.
const COMMANDS: [&str; 14] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "time_settings",
    "time_left",
    "set_random_seed",
];

/// The game that is played unless another one was given: GTP has no word for it.
const DEFAULT_GAME: &str = "othello";

/// What is known of the time.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    /// The stones of a period of byo-yomi and its seconds.
    period: Option<(u32, u64)>,
    /// The seconds of each side for the rest of the game.
    left: [Option<u64>; 2],
}

/// Whether a line is a command of GTP, which may have a number in front.
pub(super) fn is_command(line: &str) -> bool {
    COMMANDS.iter().any(|&command| command != "quit" && numbered(line).1.split(' ').next() == Some(command))
}

/// The number of a command, or nothing, and the rest.
fn numbered(line: &str) -> (&str, &str) {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    (&line[..end], line[end..].trim())
}

impl Engine {
    /// Runs commands until `quit` or the end of the input. `first` is the first line.
    pub(super) fn run_gtp(
        mut self,
        first: &str,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<()> {
        if self.is_default_game {
            // A game of its own list.
            let _ = self.switch_game(DEFAULT_GAME);
        }
        let (mut line, mut times) = (first.as_bytes().to_vec(), Times::default());
        loop {
            let text = String::from_utf8_lossy(&line).into_owned();
            let (number, command) = numbered(&text);
            if !command.is_empty() && !command.starts_with('#') {
                let (sign, said) = match self.obey_gtp(command, &mut times) {
                    Ok(said) => ('=', said),
                    Err(problem) => ('?', one_line(&problem, 200)),
                };
                write!(output, "{sign}{number} {said}\n\n")?;
                output.flush()?;
            }
            if command == "quit" || !read_line(input, &mut line)? {
                return Ok(());
            }
        }
    }

    fn obey_gtp(&mut self, command: &str, times: &mut Times) -> Result<String, String> {
        let mut words = command.split_ascii_whitespace();
        let (name, arguments) = (words.next().unwrap_or_default(), words.collect::<Vec<&str>>());
        let done = Ok(String::new());
        match (name, arguments.as_slice()) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("arena {}", self.spec)),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", &[word]) => Ok(COMMANDS.contains(&word).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit" | "komi", _) => done,
            ("boardsize", &[size]) => self.resize(size).map(|()| String::new()),
            ("clear_board", _) => {
                self.position = self.host.start();
                self.rng = stream(self.seed);
                self.player.1.new_game(&mut self.rng);
                done
            }
            ("set_random_seed", &[seed]) => {
                self.seed = seed.parse().map_err(|_| format!("'{seed}' is not a seed"))?;
                done
            }
            ("time_settings", &[main, period, stones]) => {
                let number =
                    |word: &str| word.parse::<u64>().map_err(|_| format!("'{word}' is not a number"));
                let (main, period, stones) = (number(main)?, number(period)?, number(stones)?);
                *times = Times::default();
                if stones > 0 && period > 0 {
                    times.period = Some((u32::try_from(stones).unwrap_or(u32::MAX), period));
                }
                if main > 0 {
                    times.left = [Some(main); 2];
                }
                done
            }
            ("time_left", &[color, left, stones]) => {
                let side = side(color)?;
                let left = left.parse().map_err(|_| format!("'{left}' is not a number"))?;
                match stones.parse() {
                    Ok(stones @ 1..) => times.period = Some((stones, left)),
                    _ => times.left[side.index()] = Some(left),
                }
                done
            }
            ("play", &[color, vertex]) => {
                let (side, vertices) = (side(color)?, self.vertices()?);
                if vertex.eq_ignore_ascii_case("pass") {
                    // A side without a move was skipped already.
                    return if self.position.to_move() == side && !self.position.is_over() {
                        Err("illegal move: there is no pass here".to_owned())
                    } else {
                        done
                    };
                }
                let cell =
                    vertices.cell(vertex).ok_or_else(|| format!("'{vertex}' is not a cell of this board"))?;
                let position = self.position_of(side)?;
                let next = position.after(Move::from_index(cell));
                self.position = next.map_err(|error| format!("illegal move: {error}"))?;
                done
            }
            ("genmove", &[color]) => self.generate(side(color)?, *times),
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn vertices(&self) -> Result<Vertices, String> {
        let vertices = self.position.standard().and_then(Vertices::of);
        vertices.ok_or_else(|| {
            "GTP plays Othello and m,n,k: start the engine with --game othello or --game gomoku".to_owned()
        })
    }

    /// Another board of the same game.
    fn resize(&mut self, size: &str) -> Result<(), String> {
        let size: usize = size.parse().map_err(|_| "unacceptable size".to_owned())?;
        let game = match self.position.standard() {
            Some(game) if game.grid() == Some((size, size)) => {
                self.position = self.host.start();
                return Ok(());
            }
            Some(StandardGame::Othello { .. }) => format!("othello:{size}x{size}"),
            Some(StandardGame::Mnk { in_a_row, exact, .. }) => {
                format!("mnk:{size}x{size}x{in_a_row}{}", if exact { ":exact" } else { "" })
            }
            _ => return self.vertices().map(drop),
        };
        self.switch_game(&game).map_err(|_| "unacceptable size".to_owned())
    }

    /// The position with this side to move, whoever it would be otherwise: stones may be put on a board in any order.
    fn position_of(&self, side: Side) -> Result<AnyPosition, String> {
        if self.position.to_move() == side {
            return Ok(self.position.clone());
        }
        let text = self.position.to_string();
        let text = format!("{}{}", ["x", "o"][side.index()], text.get(1..).unwrap_or_default());
        self.position.read(&text).map_err(|_| "illegal move: it is the other side's turn".to_owned())
    }

    fn generate(&mut self, side: Side, times: Times) -> Result<String, String> {
        let vertices = self.vertices()?;
        let Ok(position) = self.position_of(side) else { return Ok("pass".to_owned()) };
        if position.is_over() {
            return Ok("pass".to_owned());
        }
        self.position = position;
        let search = match (times.period, times.left[side.index()]) {
            (_, Some(left @ 1..)) => {
                let left = [left; 2].map(Duration::from_secs);
                SearchLimit::Clock { left, increment: [Duration::ZERO; 2] }
            }
            (Some((stones, seconds)), _) => SearchLimit::Time(Duration::from_secs(seconds) / stones.max(1)),
            _ => SearchLimit::Plain,
        };
        let mv = self.choose(search, &Signals::default())?.mv;
        self.position.try_play(mv).map_err(|error| error.to_string())?;
        let mut name = String::new();
        vertices.write(mv.index(), &mut name);
        Ok(name)
    }
}

fn side(color: &str) -> Result<Side, String> {
    match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(format!("'{color}' is not a colour")),
    }
}
