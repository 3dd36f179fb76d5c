//! The name of this program, for help and advice: a program that is built on the library has its own.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

const DEFAULT: &str = "arena";

static NAME: OnceLock<String> = OnceLock::new();

/// The name by which the program is started.
pub(crate) fn program() -> &'static str {
    NAME.get().map_or(DEFAULT, String::as_str)
}

/// Takes the name from the first word of the command line. The first call counts.
pub(crate) fn set_program(first_word: Option<&OsStr>) {
    let name = first_word.and_then(|word| Path::new(word).file_stem()?.to_str());
    let _ = NAME.set(name.unwrap_or(DEFAULT).to_owned());
}

/// A text about `arena` with the name of this program in its place.
pub(crate) fn with_program(text: &str, program: &str) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(DEFAULT) {
        let (before, behind) = (&rest[..at], &rest[at + DEFAULT.len()..]);
        let is_word = !before.ends_with(is_inside) && !behind.starts_with(is_inside);
        renamed.push_str(before);
        renamed.push_str(if is_word { program } else { DEFAULT });
        rest = behind;
    }
    renamed + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_is_replaced() {
        let renamed = with_program("arena bot ~/arena arena.toml, arena's or arena-x: arena", "mine");
        assert_eq!(renamed, "mine bot ~/arena arena.toml, mine's or arena-x: mine");
    }
}
