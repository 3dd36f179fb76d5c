//! The short form of a match: `arena smart:6 bad` stands for `arena match smart:6 bad`.
//!
//! The first word decides, after an optional `--color WHEN`:
//! - an option other than `--help` and `--version` starts a match;
//! - the name of a command is that command, even if a strategy has the same name;
//! - a word that contains `:`, `=`, `/`, `\` or a blank, or is the name of a strategy or a file, is a player and starts
//!   a match;
//! - a word that resembles a strategy and no command is a mistyped player, so `smrt` gets the suggestion `smart`;
//! - everything else is a mistyped command, for which the parser suggests the nearest one.

use std::ffi::OsString;
use std::path::Path;

use crate::players::strategies;
use crate::text::nearest;

/// The words with the command `match` inserted, if they are the short form.
pub(super) fn expand(mut typed: Vec<OsString>, commands: &[&str]) -> Vec<OsString> {
    if let Some(at) = place_of_match(&typed, commands) {
        typed.insert(at, OsString::from("match"));
    }
    typed
}

fn place_of_match(typed: &[OsString], commands: &[&str]) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = typed.get(at).and_then(|word| word.to_str()) {
        match word {
            "--color" => at += 2,
            word if word.starts_with("--color=") => at += 1,
            "-h" | "--help" | "-V" | "--version" => return None,
            word => return (word.starts_with('-') || is_player(word, commands)).then_some(at),
        }
    }
    None
}

/// Whether a word is a player rather than a command.
fn is_player(word: &str, commands: &[&str]) -> bool {
    if commands.contains(&word) || word.is_empty() {
        return false;
    }
    let list = strategies::list();
    let mut names = list.iter().map(|info| info.name);
    word.contains([':', '=', '/', '\\', ' '])
        || Path::new(word).is_file()
        || names.clone().any(|name| word.split(',').next() == Some(name))
        || nearest(word, names.by_ref()).is_some() && nearest(word, commands.iter().copied()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDS: [&str; 4] = ["match", "show", "man", "help"];

    fn expanded(line: &str) -> String {
        let typed = line.split(' ').map(OsString::from).collect();
        let words: Vec<String> =
            expand(typed, &COMMANDS).into_iter().map(|word| word.into_string().unwrap()).collect();
        words.join(" ")
    }

    #[test]
    fn a_line_of_options_is_a_match() {
        assert_eq!(expanded("arena --games 10 --a bad"), "arena match --games 10 --a bad");
        assert_eq!(expanded("arena -n 10 bad random"), "arena match -n 10 bad random");
        assert_eq!(expanded("arena --color never --a bad"), "arena --color never match --a bad");
        assert_eq!(expanded("arena match --a bad"), "arena match --a bad");
        assert_eq!(expanded("arena --color=never show"), "arena --color=never show");
        for plain in ["arena", "arena --help", "arena -V", "arena show", "arena --color never show"] {
            assert_eq!(expanded(plain), plain);
        }
    }

    #[test]
    fn a_player_in_front_is_a_match() {
        for player in ["smart:6", "bad", "smart,eval=hoard", "me=bad", "./bot", "bots/mine", r"bots\mine.exe"]
        {
            assert_eq!(expanded(&format!("arena {player} random")), format!("arena match {player} random"));
        }
        assert_eq!(expanded("arena --color never bad random"), "arena --color never match bad random");
    }

    #[test]
    fn a_typo_is_taken_for_what_it_is_like() {
        for player in ["smrt", "smart6", "randmo", "abd"] {
            assert_eq!(expanded(&format!("arena {player} bad")), format!("arena match {player} bad"));
        }
        for command in ["shwo", "mach", "hlep", "zebra", ""] {
            assert_eq!(expanded(&format!("arena {command} bad")), format!("arena {command} bad"));
        }
    }
}
