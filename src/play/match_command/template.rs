//! A command with placeholders: `python3 play.py {SEED} {P1} {P2}`.
//!
//! `{SEED}` is the random seed of the game, `{P1}` and `{P2}` are the commands of the players, each as one argument, and
//! `{PLAYERS}` both of them: a word with it is there twice. So they are in cgarena. In psyleague they are `%P1%`, `%P2%` and
//! `%ALL_PLAYERS%`.

use crate::text::did_you_mean;

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placeholder {
    Seed,
    First,
    Second,
    Players,
}

/// The placeholders, by what is written for them.
const PLACEHOLDERS: [(&str, Placeholder); 7] = [
    ("{SEED}", Placeholder::Seed),
    ("{P1}", Placeholder::First),
    ("{P2}", Placeholder::Second),
    ("{PLAYERS}", Placeholder::Players),
    ("%P1%", Placeholder::First),
    ("%P2%", Placeholder::Second),
    ("%ALL_PLAYERS%", Placeholder::Players),
];

fn of(text: &str) -> Option<Placeholder> {
    PLACEHOLDERS.iter().find(|(written, _)| *written == text).map(|&(_, placeholder)| placeholder)
}

/// Checks the placeholders of a command; an error is a problem and advice.
pub(super) fn check(words: &[String]) -> Result<(), (String, String)> {
    let all: Vec<&str> = words.iter().flat_map(|word| candidates(word)).collect();
    if let Some(unknown) = all.iter().find(|candidate| of(candidate).is_none()) {
        let names: Vec<&str> = PLACEHOLDERS.iter().map(|&(written, _)| written).collect();
        let number = unknown[1..unknown.len() - 1].strip_prefix(['P', 'p']).unwrap_or_default();
        if number.parse::<u32>().is_ok_and(|number| number > 2) {
            let problem = format!("{unknown} is a player, but a match has two");
            return Err((problem, "write {P1} and {P2}, or {PLAYERS} for both".to_owned()));
        }
        let problem = format!("unknown placeholder {unknown}");
        let loud = unknown.to_uppercase();
        let advice = match of(&loud) {
            Some(_) => format!("write {loud}"),
            None => did_you_mean(&loud, "placeholders", &names),
        };
        return Err((problem, advice));
    }
    let has = |wanted: Placeholder| all.iter().any(|candidate| of(candidate) == Some(wanted));
    let missing = match (has(Placeholder::Players), has(Placeholder::First), has(Placeholder::Second)) {
        (true, false, false) | (false, true, true) => return Ok(()),
        (true, _, _) => {
            let problem = "{PLAYERS} stands for both players already";
            return Err((problem.to_owned(), "write either {PLAYERS}, or {P1} and {P2}".to_owned()));
        }
        (_, true, _) => "{P2}",
        (_, _, true) => "{P1}",
        _ => "{P1} and {P2}",
    };
    Err((
        format!("the command has no {missing}: the match would not know its players"),
        "for example match:\"python3 play.py {SEED} {P1} {P2}\"".to_owned(),
    ))
}

/// Whether the command gets a seed.
pub(super) fn has_seed(words: &[String]) -> bool {
    words.iter().any(|word| candidates(word).any(|candidate| of(candidate) == Some(Placeholder::Seed)))
}

/// The command of a game.
pub(super) fn filled(words: &[String], seed: u32, players: [&str; 2]) -> Vec<String> {
    let mut filled = Vec::with_capacity(words.len() + 1);
    for word in words {
        let is_both = candidates(word).any(|candidate| of(candidate) == Some(Placeholder::Players));
        if is_both {
            filled.extend(players.map(|player| fill(word, seed, players, player)));
        } else {
            filled.push(fill(word, seed, players, ""));
        }
    }
    filled
}

/// A word with its placeholders replaced; what they are replaced by is left as it is.
fn fill(word: &str, seed: u32, players: [&str; 2], each: &str) -> String {
    let (mut text, mut rest) = (String::new(), word);
    while let Some(candidate) = candidates(rest).next() {
        // A candidate is a part of the word.
        let at = rest.find(candidate).unwrap_or_default();
        text += &rest[..at];
        match of(candidate) {
            Some(Placeholder::Seed) => text += &seed.to_string(),
            Some(Placeholder::First) => text += players[0],
            Some(Placeholder::Second) => text += players[1],
            Some(Placeholder::Players) => text += each,
            None => text += candidate,
        }
        rest = &rest[at + candidate.len()..];
    }
    text + rest
}

/// What looks like a placeholder in a word: a name in braces, or in capital letters between percent signs.
fn candidates(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(['{', '%'])?;
            let close = if rest[start..].starts_with('{') { '}' } else { '%' };
            let inside = &rest[start + 1..];
            let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
            let is_name = end > 0 && inside[end..].starts_with(close);
            let is_loud = close == '}' || !inside[..end].contains(|c: char| c.is_ascii_lowercase());
            let after = start + 1 + end + usize::from(is_name);
            let found = &rest[start..after];
            rest = &rest[if is_name { after } else { start + 1 }..];
            if is_name && is_loud {
                return Some(found);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        command.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn placeholders_are_replaced_wherever_they_are() {
        let fill = |command: &str| filled(&words(command), 7, ["./a --x {P2}", "./b"]).join("|");
        assert_eq!(fill("play {SEED} {P1} {P2}"), "play|7|./a --x {P2}|./b");
        assert_eq!(fill("play -s={SEED} {PLAYERS}"), "play|-s=7|./a --x {P2}|./b");
        assert_eq!(fill("play p/%ALL_PLAYERS%.exe"), "play|p/./a --x {P2}.exe|p/./b.exe");
        assert_eq!(fill("play %P2%:%P1% {\"a\":1} 100%"), "play|./b:./a --x {P2}|{\"a\":1}|100%");
    }

    #[test]
    fn wrong_placeholders_are_told() {
        let told = |command: &str| {
            let (problem, advice) = check(&words(command)).unwrap_err();
            format!("{problem}; {advice}")
        };
        assert!(check(&words("x {SEED} {P1} {P2}")).is_ok() && check(&words("x {PLAYERS}")).is_ok());
        assert!(check(&words("x %P1% %P2% 50% {} {a:b}")).is_ok());
        insta::assert_snapshot!(told("x {SEED}"), @r#"the command has no {P1} and {P2}: the match would not know its players; for example match:"python3 play.py {SEED} {P1} {P2}""#);
        insta::assert_snapshot!(told("x {SEED} {P2}"), @r#"the command has no {P1}: the match would not know its players; for example match:"python3 play.py {SEED} {P1} {P2}""#);
        insta::assert_snapshot!(told("x {P1} {P2} {P3}"), @"{P3} is a player, but a match has two; write {P1} and {P2}, or {PLAYERS} for both");
        insta::assert_snapshot!(told("x {P1} {PLAYERS}"), @"{PLAYERS} stands for both players already; write either {PLAYERS}, or {P1} and {P2}");
        insta::assert_snapshot!(told("x {seed} {P1} {P2}"), @"unknown placeholder {seed}; write {SEED}");
        insta::assert_snapshot!(told("x %DIR%/%P1% %P2%"), @"unknown placeholder %DIR%; placeholders: {SEED}, {P1}, {P2}, {PLAYERS}, %P1%, %P2%, %ALL_PLAYERS%");
    }
}
