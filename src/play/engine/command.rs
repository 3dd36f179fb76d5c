//! The UGI commands, parsed from lines.

use std::time::Duration;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EngineCommand {
    /// `ugi` or `uci`.
    Greeting(&'static str),
    IsReady,
    NewGame,
    /// `setoption name Seed value N`.
    Seed(u64),
    Position {
        /// The position to begin from; `None` for the start position.
        fen: Option<String>,
        /// The moves to play from there, separated by spaces.
        moves: String,
    },
    Go(SearchLimit),
    Stop,
    Query(Query),
    Quit,
    /// An empty line, or an option that this engine does not have.
    Nothing,
    /// Anything else, with the problem.
    Unknown(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchLimit {
    /// The strategy's own limits.
    Plain,
    Time(Duration),
    Nodes(u64),
    Depth(u32),
    Infinite,
    /// The time left and the increment of both clocks: first side, second side.
    Clock {
        left: [Duration; 2],
        increment: [Duration; 2],
    },
}

/// A query of a match runner that does not know the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    FirstToMove,
    Result,
    /// The rows of the board, for people.
    Board,
}

impl EngineCommand {
    pub(super) fn read(line: &str) -> EngineCommand {
        let (word, rest) = split(line.trim());
        match word {
            "" => EngineCommand::Nothing,
            "ugi" => EngineCommand::Greeting("ugi"),
            "uci" => EngineCommand::Greeting("uci"),
            "isready" => EngineCommand::IsReady,
            "uginewgame" | "ucinewgame" => EngineCommand::NewGame,
            "stop" => EngineCommand::Stop,
            "quit" => EngineCommand::Quit,
            "position" => position(rest),
            "go" => go(rest),
            "setoption" => option(rest),
            "query" => match rest {
                "gameover" => EngineCommand::Query(Query::GameOver),
                "p1turn" => EngineCommand::Query(Query::FirstToMove),
                "result" => EngineCommand::Query(Query::Result),
                "board" => EngineCommand::Query(Query::Board),
                other => EngineCommand::Unknown(format!("unknown query '{other}'")),
            },
            other => EngineCommand::Unknown(format!("unknown command '{other}'")),
        }
    }
}

/// The first word, and the rest.
fn split(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// `startpos [moves …]` or `fen POSITION [moves …]`.
fn position(text: &str) -> EngineCommand {
    let (kind, rest) = split(text);
    let (fen, rest) = match kind {
        "startpos" => (None, rest),
        "fen" => {
            // A position may have spaces, as that of chess has.
            let moves = rest.match_indices("moves").map(|(at, _)| at).find(|&at| is_word(rest, at, "moves"));
            let (fen, rest) = rest.split_at(moves.unwrap_or(rest.len()));
            (Some(fen.trim().to_owned()), rest)
        }
        _ => return EngineCommand::Unknown("a position is 'startpos' or 'fen POSITION'".to_owned()),
    };
    let moves = match split(rest) {
        ("", _) => String::new(),
        ("moves", moves) => moves.to_owned(),
        (other, _) => return EngineCommand::Unknown(format!("'moves' was expected, not '{other}'")),
    };
    EngineCommand::Position { fen, moves }
}

/// Whether this word, found here, stands alone.
fn is_word(text: &str, at: usize, word: &str) -> bool {
    let (before, after) = (&text[..at], &text[at + word.len()..]);
    before.ends_with(char::is_whitespace) && (after.is_empty() || after.starts_with(char::is_whitespace))
}

/// `name NAME value VALUE`. Names and values may contain spaces.
fn option(text: &str) -> EngineCommand {
    let named = text.strip_prefix("name ").map(|rest| rest.split_once(" value ").unwrap_or((rest, "")));
    match named {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("seed") => match value.trim().parse() {
            Ok(seed) => EngineCommand::Seed(seed),
            Err(_) => EngineCommand::Unknown(format!("'{value}' is not a seed")),
        },
        Some(_) => EngineCommand::Nothing,
        None => EngineCommand::Unknown("an option is 'name NAME value VALUE'".to_owned()),
    }
}

/// The limits of a search. The last of several counts; clocks count only without another limit.
fn go(text: &str) -> EngineCommand {
    let mut words = text.split_whitespace();
    let mut search = SearchLimit::Plain;
    let (mut left, mut increment) = ([None; 2], [Duration::ZERO; 2]);
    while let Some(word) = words.next() {
        if word == "infinite" {
            search = SearchLimit::Infinite;
            continue;
        }
        if word == "ponder" {
            continue;
        }
        let Some(number) = words.next().and_then(|number| number.parse::<i64>().ok()) else {
            return EngineCommand::Unknown(format!("'{word}' needs a number"));
        };
        // A clock may have run out: then there is no time left.
        let number = number.max(0) as u64;
        let time = Duration::from_millis(number);
        match word {
            "movetime" => search = SearchLimit::Time(time),
            "nodes" => search = SearchLimit::Nodes(number),
            "depth" => search = SearchLimit::Depth(u32::try_from(number).unwrap_or(u32::MAX)),
            "p1time" | "wtime" => left[0] = Some(time),
            "p2time" | "btime" => left[1] = Some(time),
            "p1inc" | "winc" => increment[0] = time,
            "p2inc" | "binc" => increment[1] = time,
            // Whatever is left is left for this many moves or more.
            "movestogo" => {}
            other => return EngineCommand::Unknown(format!("unknown limit '{other}'")),
        }
    }
    match (search, left) {
        (SearchLimit::Plain, [None, None]) => EngineCommand::Go(SearchLimit::Plain),
        (SearchLimit::Plain, [first, second]) => {
            let left = [first, second].map(|time| time.or(first).or(second).unwrap_or_default());
            EngineCommand::Go(SearchLimit::Clock { left, increment })
        }
        (search, _) => EngineCommand::Go(search),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(EngineCommand::read("  ugi "), EngineCommand::Greeting("ugi"));
        assert_eq!(EngineCommand::read(""), EngineCommand::Nothing);
        assert_eq!(
            EngineCommand::read("position fen s:1,0:1,0 moves 1 2"),
            EngineCommand::Position { fen: Some("s:1,0:1,0".to_owned()), moves: "1 2".to_owned() }
        );
        let fen = "8/8/8/8/8/1k6/7q/K7 w - - 0 1";
        for (moves, list) in [("", ""), (" moves a1b1", "a1b1"), (" moves", "")] {
            assert_eq!(
                EngineCommand::read(&format!("position fen {fen}{moves}")),
                EngineCommand::Position { fen: Some(fen.to_owned()), moves: list.to_owned() }
            );
        }
        assert_eq!(
            EngineCommand::read("position startpos"),
            EngineCommand::Position { fen: None, moves: String::new() }
        );
        assert_eq!(EngineCommand::read("setoption name Seed value 7"), EngineCommand::Seed(7));
        assert_eq!(EngineCommand::read("setoption name Hash value 7"), EngineCommand::Nothing);
        assert_eq!(EngineCommand::read("query p1turn"), EngineCommand::Query(Query::FirstToMove));
    }

    #[test]
    fn limits_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(EngineCommand::read("go"), EngineCommand::Go(SearchLimit::Plain));
        assert_eq!(EngineCommand::read("go movetime 50"), EngineCommand::Go(SearchLimit::Time(ms(50))));
        assert_eq!(EngineCommand::read("go nodes 9"), EngineCommand::Go(SearchLimit::Nodes(9)));
        assert_eq!(EngineCommand::read("go infinite"), EngineCommand::Go(SearchLimit::Infinite));
        assert_eq!(
            EngineCommand::read("go p1time 1000 p2time -5 p1inc 10 p2inc 20"),
            EngineCommand::Go(SearchLimit::Clock { left: [ms(1000), ms(0)], increment: [ms(10), ms(20)] })
        );
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (line, problem) in [
            ("hello", "unknown command 'hello'"),
            ("go fast", "'fast' needs a number"),
            ("go depth x", "'depth' needs a number"),
            ("position", "a position is 'startpos' or 'fen POSITION'"),
            ("position startpos 1 2", "'moves' was expected, not '1'"),
            ("query", "unknown query ''"),
            ("setoption Seed 1", "an option is 'name NAME value VALUE'"),
        ] {
            assert_eq!(EngineCommand::read(line), EngineCommand::Unknown(problem.to_owned()), "{line}");
        }
    }
}
