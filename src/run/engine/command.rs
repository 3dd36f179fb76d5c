//! The UGI commands, parsed from lines.

use std::time::Duration;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Ugi,
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
    Go(Search),
    Stop,
    Query(Query),
    Quit,
    /// An empty line, or an option that this engine does not have.
    Nothing,
    /// Anything else, with the problem.
    Unknown(String),
}

/// The limit of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
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
}

impl Command {
    pub(super) fn read(line: &str) -> Command {
        let (word, rest) = split(line.trim());
        match word {
            "" => Command::Nothing,
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "position" => position(rest),
            "go" => go(rest),
            "setoption" => option(rest),
            "query" => match rest {
                "gameover" => Command::Query(Query::GameOver),
                "p1turn" => Command::Query(Query::FirstToMove),
                "result" => Command::Query(Query::Result),
                other => Command::Unknown(format!("unknown query '{other}'")),
            },
            other => Command::Unknown(format!("unknown command '{other}'")),
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
fn position(text: &str) -> Command {
    let (kind, rest) = split(text);
    let (fen, rest) = match kind {
        "startpos" => (None, rest),
        "fen" => {
            let (fen, rest) = split(rest);
            (Some(fen.to_owned()), rest)
        }
        _ => return Command::Unknown("a position is 'startpos' or 'fen POSITION'".to_owned()),
    };
    let moves = match split(rest) {
        ("", _) => String::new(),
        ("moves", moves) => moves.to_owned(),
        (other, _) => return Command::Unknown(format!("'moves' was expected, not '{other}'")),
    };
    Command::Position { fen, moves }
}

/// `name NAME value VALUE`. Names and values may contain spaces.
fn option(text: &str) -> Command {
    let named = text.strip_prefix("name ").map(|rest| rest.split_once(" value ").unwrap_or((rest, "")));
    match named {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("seed") => match value.trim().parse() {
            Ok(seed) => Command::Seed(seed),
            Err(_) => Command::Unknown(format!("'{value}' is not a seed")),
        },
        Some(_) => Command::Nothing,
        None => Command::Unknown("an option is 'name NAME value VALUE'".to_owned()),
    }
}

/// The limits of a search. The last of several counts; clocks count only without another limit.
fn go(text: &str) -> Command {
    let mut words = text.split_whitespace();
    let mut search = Search::Plain;
    let (mut left, mut increment) = ([None; 2], [Duration::ZERO; 2]);
    while let Some(word) = words.next() {
        if word == "infinite" {
            search = Search::Infinite;
            continue;
        }
        let Some(number) = words.next().and_then(|number| number.parse::<i64>().ok()) else {
            return Command::Unknown(format!("'{word}' needs a number"));
        };
        // A clock may have run out: then there is no time left.
        let number = number.max(0) as u64;
        let time = Duration::from_millis(number);
        match word {
            "movetime" => search = Search::Time(time),
            "nodes" => search = Search::Nodes(number),
            "depth" => search = Search::Depth(u32::try_from(number).unwrap_or(u32::MAX)),
            "p1time" => left[0] = Some(time),
            "p2time" => left[1] = Some(time),
            "p1inc" => increment[0] = time,
            "p2inc" => increment[1] = time,
            other => return Command::Unknown(format!("unknown limit '{other}'")),
        }
    }
    match (search, left) {
        (Search::Plain, [None, None]) => Command::Go(Search::Plain),
        (Search::Plain, [first, second]) => {
            let left = [first, second].map(|time| time.or(first).or(second).unwrap_or_default());
            Command::Go(Search::Clock { left, increment })
        }
        (search, _) => Command::Go(search),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read("  ugi "), Command::Ugi);
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(
            Command::read("position fen s:1,0:1,0 moves 1 2"),
            Command::Position { fen: Some("s:1,0:1,0".to_owned()), moves: "1 2".to_owned() }
        );
        assert_eq!(Command::read("position startpos"), Command::Position { fen: None, moves: String::new() });
        assert_eq!(Command::read("setoption name Seed value 7"), Command::Seed(7));
        assert_eq!(Command::read("setoption name Hash value 7"), Command::Nothing);
        assert_eq!(Command::read("query p1turn"), Command::Query(Query::FirstToMove));
    }

    #[test]
    fn limits_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(Command::read("go"), Command::Go(Search::Plain));
        assert_eq!(Command::read("go movetime 50"), Command::Go(Search::Time(ms(50))));
        assert_eq!(Command::read("go nodes 9"), Command::Go(Search::Nodes(9)));
        assert_eq!(Command::read("go infinite"), Command::Go(Search::Infinite));
        assert_eq!(
            Command::read("go p1time 1000 p2time -5 p1inc 10 p2inc 20"),
            Command::Go(Search::Clock { left: [ms(1000), ms(0)], increment: [ms(10), ms(20)] })
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
            assert_eq!(Command::read(line), Command::Unknown(problem.to_owned()), "{line}");
        }
    }
}
