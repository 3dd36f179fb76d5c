//! Several players by lists of values in braces: `smart:6,eval=pots+{0,0.2,0.4}*tempo` is three.
//!
//! Each list of a word is combined with each other one. A range of numbers in the argument works as in
//! [`players`](super::players). Two braces, `{{` and `}}`, are one that stays.

use super::StrategySpec;
use super::range::players;
use crate::text::TextError;

/// The most players one word can stand for.
const MOST: usize = 64;

const FORM: &str = "values are written in braces, for example smart:6,eval=pots+{0,0.2,0.4}*tempo";

/// The players that a word with lists of values stands for. A name in front is followed by the values:
/// `new=smart:6,eval={pots,hoard}` is `new-pots` and `new-hoard`.
///
/// ```
/// let players = arena::players::strategies::alternatives("smart:{2,4},eval=pots+{0.2,0.4}*tempo").unwrap();
/// assert_eq!((players.len(), players[1].name()), (4, "smart:2,eval=pots+0.4*tempo"));
/// ```
pub fn alternatives(typed: &str) -> Result<Vec<StrategySpec>, TextError> {
    let mut all = Vec::new();
    for Alternative { text, values } in expanded(typed)? {
        let named = match text.find(['=', ':']) {
            Some(at) if text[at..].starts_with('=') && !values.is_empty() => {
                format!("{}-{}{}", &text[..at], values.join("-"), &text[at..])
            }
            _ => text,
        };
        let found = players(&named).map_err(|error| {
            // The place is one in the text with values.
            if named == typed {
                error
            } else {
                TextError::whole(typed, error.to_string(), "the values in braces make this")
            }
        })?;
        all.extend(found);
    }
    Ok(all)
}

/// A text with values in place of the lists.
#[derive(Debug, Clone, Default)]
struct Alternative {
    text: String,
    values: Vec<String>,
}

/// All combinations of the values.
fn expanded(typed: &str) -> Result<Vec<Alternative>, TextError> {
    let push = |all: &mut [Alternative], text: &str| {
        for one in all {
            one.text += text;
        }
    };
    let mut all = vec![Alternative::default()];
    let mut at = 0;
    while let Some(found) = typed[at..].find(['{', '}']) {
        let brace = at + found;
        push(&mut all, &typed[at..brace]);
        let rest = &typed[brace..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            push(&mut all, &rest[..1]);
            at = brace + 2;
            continue;
        }
        let wrong = |problem: &str| TextError::new(typed, brace..brace + 1, problem, FORM);
        if rest.starts_with('}') {
            return Err(wrong("this brace closes no list"));
        }
        let Some(end) = rest.find('}') else { return Err(wrong("this brace is not closed")) };
        let values: Vec<&str> = rest[1..end].split(',').map(str::trim).collect();
        if values.iter().any(|value| value.is_empty()) {
            return Err(TextError::new(typed, brace..brace + end + 1, "a value is missing", FORM));
        }
        if all.len() * values.len() > MOST {
            let problem = format!("these are more than {MOST} players");
            return Err(TextError::new(typed, brace..brace + end + 1, problem, "write fewer values"));
        }
        let with = |one: &Alternative, value: &str| Alternative {
            text: format!("{}{value}", one.text),
            values: one.values.iter().cloned().chain([value.to_owned()]).collect(),
        };
        all = all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect();
        at = brace + end + 1;
    }
    push(&mut all, &typed[at..]);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str) -> Vec<String> {
        alternatives(typed).unwrap().iter().map(|player| player.name().to_owned()).collect()
    }

    #[test]
    fn a_word_stands_for_all_combinations() {
        assert_eq!(names("smart:6"), ["smart:6"]);
        assert_eq!(names("smart:{3,1}"), ["smart:3", "smart:1"]);
        assert_eq!(names("smart:1..2,eval={pots,hoard}").len(), 4);
        assert_eq!(names("new=smart:6,eval=pots+{0, 0.2}*tempo"), ["new-0", "new-0.2"]);
    }

    #[test]
    fn an_error_points_at_its_list() {
        let error = |typed| alternatives(typed).unwrap_err().to_string();
        insta::assert_snapshot!(error("smart:{1,}"), @r"
        a value is missing
            smart:{1,}
                  ^^^^
        values are written in braces, for example smart:6,eval=pots+{0,0.2,0.4}*tempo
        ");
        assert!(error("smart:{1,2").starts_with("this brace is not closed\n"));
        assert!(error("smart:1}").starts_with("this brace closes no list\n"));
        assert!(error("smart:{2,1..x}").ends_with("the values in braces make this"));
        let many = format!("smart:{{{}}}", ["1"; 65].join(","));
        assert!(error(&many).starts_with("these are more than 64 players\n"));
    }
}
