//! Parses the bot of `arena bot`.

use std::path::Path;

use crate::cli::failure::Failure;
use crate::players::strategies::StrategySpec;
use crate::text::TextError;

/// The prefixes of paths.
const PATHS: [&str; 3] = ["./", "../", "/"];

/// Parses a bot: a spec as in a match, or a command in one word or several.
pub(super) fn spec(words: &[String]) -> Result<StrategySpec, Failure> {
    let read = match words {
        [one] => of_word(one),
        [first, ..] if first.starts_with("exec:") => words.join(" ").parse(),
        // Quoted once more, since words may contain commas.
        _ => format!("exec:{}", shell_words::quote(&shell_words::join(words))).parse(),
    };
    read.map_err(|error| Failure::in_flag("COMMAND", &error))
}

fn of_word(word: &str) -> Result<StrategySpec, TextError> {
    let behind_name = match word.split_once('=') {
        Some((name, behind)) if !name.contains([' ', ',', ':', '/']) => behind,
        _ => word,
    };
    if is_path(word) && word.contains(' ') && !is_there(word) {
        // A path with arguments. In a match that needs `exec:`.
        return format!("exec:{word}").parse();
    }
    match word.parse() {
        Err(_) if !behind_name.starts_with("exec:") && !is_path(behind_name) => {
            format!("exec:{word}").parse()
        }
        read => read,
    }
}

fn is_path(word: &str) -> bool {
    PATHS.iter().any(|start| word.starts_with(start))
}

/// Whether the path in front of the keys names something.
fn is_there(word: &str) -> bool {
    Path::new(word.split(',').next().unwrap_or(word)).exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::GameSpec;

    /// The words of the command, and the memory that it may take.
    fn read(words: &[&str]) -> Result<(Vec<String>, Option<u64>), String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let spec = spec(&words).map_err(|failure| failure.message().unwrap())?;
        let host = "kalah".parse::<GameSpec>().unwrap().host().unwrap();
        let player = host.strategy(&spec).map_err(|error| error.to_string())?;
        let settings = player.bot().ok_or("a strategy")?.settings();
        Ok((settings.command.words().to_vec(), settings.memory))
    }

    fn words(words: &[&str]) -> Vec<String> {
        read(words).unwrap().0
    }

    #[test]
    fn a_command_is_one_word_or_several() {
        for (typed, meant) in [
            (&["./mybot"][..], &["./mybot"][..]),
            (&["mybot"], &["mybot"]),
            (&["bots/mybot"], &["bots/mybot"]),
            (&["python3 bot.py"], &["python3", "bot.py"]),
            (&["python3", "bot.py"], &["python3", "bot.py"]),
            (&["./mybot --depth 4"], &["./mybot", "--depth", "4"]),
            (&["./my bot", "--list", "1,2", "it's"], &["./my bot", "--list", "1,2", "it's"]),
            (&["exec:\"python3 bot.py\""], &["python3", "bot.py"]),
            (&["exec:python3", "bot.py"], &["python3", "bot.py"]),
            (&["mine=./mybot"], &["./mybot"]),
            (&["random", "bot.py"], &["random", "bot.py"]),
        ] {
            assert_eq!(words(typed), meant, "{typed:?}");
        }
    }

    #[test]
    fn keys_stand_behind_a_command_in_one_word() {
        let memory = Some(64 << 20);
        for typed in [
            "./mybot,memory=64MiB",
            "exec:./mybot,memory=64MiB",
            "./mybot x,memory=64MiB",
            "mybot,memory=64MiB",
        ] {
            assert_eq!(read(&[typed]).unwrap().1, memory, "{typed}");
        }
        let told = read(&["exec:./mybot,memroy=64MiB"]).unwrap_err();
        assert!(told.contains("did you mean 'memory'?"), "{told}");
        assert_eq!(read(&["smart:6"]), Err("a strategy".to_owned()));
    }
}
