//! The games of a run whose attributes meet conditions: `--where turns>100`.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::io::BufReader;
use std::path::Path;
use std::str::FromStr;

use super::attributes_file::COLUMNS;
use super::folder::ATTRIBUTES;
use super::games_file::GamesError;
use crate::text::file::open_regular;
use crate::text::{TextError, did_you_mean, excerpt};

/// A condition on an attribute: `[PLAYER:]NAME[@TURN]`, a comparison and a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AttributeCondition {
    /// As it was typed.
    text: String,
    attribute: AttributeKey,
    comparison: Comparison,
    value: String,
}

/// What an attribute is about: `turns`, `new:score`, `new:money@10`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct AttributeKey {
    /// Empty for those of the game.
    player: String,
    name: String,
    /// Empty for those of no turn.
    turn: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// The longer ones first.
    const ALL: [(&str, Comparison); 7] = [
        ("==", Comparison::Equal),
        ("!=", Comparison::Unequal),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("=", Comparison::Equal),
        ("<", Comparison::Less),
        (">", Comparison::More),
    ];
}

impl fmt::Display for AttributeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AttributeKey { player, name, turn } = self;
        let (colon, at) = (if player.is_empty() { "" } else { ":" }, if turn.is_empty() { "" } else { "@" });
        write!(f, "{player}{colon}{name}{at}{turn}")
    }
}

impl fmt::Display for AttributeCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for AttributeCondition {
    type Err = TextError;

    fn from_str(text: &str) -> Result<AttributeCondition, TextError> {
        let advice =
            "write an attribute, one of = != < <= > >=, and a value: turns>100, new:score>=5, map=small";
        let wrong = |problem: &str| TextError::whole(text, problem, advice);
        let is_operator = |c: char| "=!<>".contains(c);
        // A name of a player may have an equals sign, a value does not.
        let end = text.rfind(is_operator).ok_or_else(|| wrong("a comparison is missing"))? + 1;
        let start = text[..end].trim_end_matches(is_operator).len();
        let operator = Comparison::ALL.into_iter().find(|(written, _)| *written == &text[start..end]);
        let (_, comparison) = operator.ok_or_else(|| wrong("this is not a comparison"))?;
        let (key, value) = (text[..start].trim(), text[end..].trim().trim_matches('"'));
        let (player, rest) = key.rsplit_once(':').unwrap_or(("", key));
        let (name, turn) = match rest.rsplit_once('@') {
            Some((name, turn)) if turn.parse::<u64>().is_ok() => (name, turn),
            _ => (rest, ""),
        };
        if name.is_empty() || value.is_empty() {
            return Err(wrong(if name.is_empty() {
                "an attribute is missing"
            } else {
                "a value is missing"
            }));
        }
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
        if is_order && number(value).is_none() {
            return Err(wrong("only numbers are in an order"));
        }
        let [player, name, turn] = [player, name, turn].map(str::to_owned);
        let attribute = AttributeKey { player, name, turn };
        Ok(AttributeCondition { text: text.to_owned(), attribute, comparison, value: value.to_owned() })
    }
}

impl AttributeCondition {
    /// Whether the value of its attribute meets it.
    fn is_met_by(&self, value: &str) -> bool {
        let order = match (number(value), number(&self.value)) {
            (Some(one), Some(other)) => one.partial_cmp(&other),
            _ => (value == self.value).then_some(std::cmp::Ordering::Equal),
        };
        match self.comparison {
            Comparison::Equal => order.is_some_and(std::cmp::Ordering::is_eq),
            Comparison::Unequal => !order.is_some_and(std::cmp::Ordering::is_eq),
            Comparison::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            Comparison::AtMost => order.is_some_and(std::cmp::Ordering::is_le),
            Comparison::More => order.is_some_and(std::cmp::Ordering::is_gt),
            Comparison::AtLeast => order.is_some_and(std::cmp::Ordering::is_ge),
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Games by their numbers: all, or some.
#[derive(Debug, Clone, Default)]
pub(crate) struct SelectedGames(Option<HashSet<u64>>);

impl SelectedGames {
    /// The games of a file that meet all conditions, by the `attributes.csv` next to it.
    pub(crate) fn beside(
        games: &Path,
        conditions: &[AttributeCondition],
    ) -> Result<SelectedGames, GamesError> {
        if conditions.is_empty() {
            return Ok(SelectedGames(None));
        }
        let path = games.with_file_name(ATTRIBUTES);
        let place = path.display().to_string();
        let file = open_regular(&path).map_err(|error| GamesError::Unusable {
            problem: format!("--where: cannot read {place}: {error}"),
            advice: "it needs the attributes of games that another program plays: see docs/MATCHES.md"
                .to_owned(),
        })?;
        let wrong = |line: u64, problem: &str| GamesError::Wrong {
            place: format!("{place}:{line}"),
            problem: problem.to_owned(),
            advice: format!("its columns are {}", COLUMNS.join(", ")),
        };
        let mut rows = csv::ReaderBuilder::new().from_reader(BufReader::new(file));
        let header = rows.headers().map_err(|error| wrong(1, &error.to_string()))?;
        if !header.iter().eq(COLUMNS) {
            return Err(wrong(1, "this is not the header of attributes"));
        }
        let mut met: Vec<HashSet<u64>> = conditions.iter().map(|_| HashSet::new()).collect();
        let mut known = BTreeSet::new();
        for row in rows.into_records() {
            // The last line may be cut off, as a killed run leaves it.
            let Ok(row) = row else { break };
            let line = row.position().map_or(0, csv::Position::line);
            let number = row[0].parse().map_err(|_| wrong(line, "the game is not a number"))?;
            for (condition, met) in conditions.iter().zip(&mut met) {
                let AttributeKey { player, name, turn } = &condition.attribute;
                if [player, turn, name].into_iter().eq([&row[1], &row[2], &row[3]])
                    && condition.is_met_by(&row[4])
                {
                    met.insert(number);
                }
            }
            if known.len() < MOST_KNOWN && row[2].is_empty() {
                let [player, name] = [&row[1], &row[3]].map(str::to_owned);
                known.insert(AttributeKey { player, name, turn: String::new() });
            }
        }
        check_known(conditions, &known, &met)?;
        let all = met.into_iter().reduce(|one, other| &one & &other);
        let all = all.unwrap_or_default();
        if all.is_empty() {
            return Err(GamesError::Unusable {
                problem: format!("--where: no game of {place} meets the conditions"),
                advice: "give other values".to_owned(),
            });
        }
        Ok(SelectedGames(Some(all)))
    }

    /// Whether a game is among them.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.0.as_ref().is_none_or(|selected| selected.contains(&number))
    }
}

/// The most attributes that an error lists.
const MOST_KNOWN: usize = 1000;

/// An error if an attribute of a condition is in no game.
fn check_known(
    conditions: &[AttributeCondition],
    known: &BTreeSet<AttributeKey>,
    met: &[HashSet<u64>],
) -> Result<(), GamesError> {
    for (condition, met) in conditions.iter().zip(met) {
        let attribute = &condition.attribute;
        if !met.is_empty() || !attribute.turn.is_empty() || known.contains(attribute) {
            continue;
        }
        let names: Vec<String> = known.iter().map(AttributeKey::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(GamesError::Unusable {
            problem: format!("--where: no game has the attribute '{}'", excerpt(&attribute.to_string())),
            advice: did_you_mean(&attribute.to_string(), "attributes", &names),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> AttributeCondition {
        text.parse().unwrap()
    }

    #[test]
    fn a_condition_names_an_attribute_of_the_game_or_of_a_player() {
        let key = |text: &str| read(text).attribute;
        assert_eq!(
            key("turns>100"),
            AttributeKey { player: String::new(), name: "turns".into(), turn: String::new() }
        );
        assert_eq!(key("./v2 --k=3:money@10 = 5").to_string(), "./v2 --k=3:money@10");
        assert_eq!(key("a@b=5").name, "a@b");
    }

    #[test]
    fn numbers_are_compared_as_numbers_and_texts_as_texts() {
        let meets = |condition: &str, value: &str| read(condition).is_met_by(value);
        assert!(meets("x>100", "100.5") && !meets("x>100", "100") && !meets("x>100", "many"));
        assert!(meets("x>=1e2", "100") && meets("x<=100", "1E2") && meets("x<0", "-1"));
        assert!(meets("x=1.0", "1") && !meets("x!=1", "1.0") && meets("x==\"small\"", "small"));
        assert!(meets("x!=small", "big") && !meets("x=small", "big"));
    }

    #[test]
    fn wrong_conditions_are_told() {
        let told = |text: &str| text.parse::<AttributeCondition>().unwrap_err().problem().to_owned();
        assert_eq!(told("turns"), "a comparison is missing");
        assert_eq!(told("turns=>5"), "this is not a comparison");
        assert_eq!(told(">5"), "an attribute is missing");
        assert_eq!(told("turns="), "a value is missing");
        assert_eq!(told("map<small"), "only numbers are in an order");
    }

    #[test]
    fn games_meet_all_conditions() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.csv");
        let rows = "1,,,turns,10\n1,new,,score,5\n2,,,turns,200\n2,new,,score,1\n2,new,3,score,9\n3,,,turns,300\n3,new";
        std::fs::write(folder.path().join(ATTRIBUTES), format!("game,player,turn,name,value\n{rows}"))
            .unwrap();
        let selected = |conditions: &[&str]| -> Result<Vec<u64>, String> {
            let conditions: Vec<AttributeCondition> = conditions.iter().map(|text| read(text)).collect();
            let selected = SelectedGames::beside(&games, &conditions).map_err(|error| error.to_string())?;
            Ok((1..=3).filter(|&number| selected.has(number)).collect())
        };
        assert_eq!(selected(&[]), Ok(vec![1, 2, 3]));
        assert_eq!(selected(&["turns>100"]), Ok(vec![2, 3]));
        assert_eq!(selected(&["turns>100", "new:score@3=9"]), Ok(vec![2]));
        let none = selected(&["turns>1000"]).unwrap_err();
        assert!(none.contains("no game of ") && none.contains(" meets the conditions"), "{none}");
        let other: String = selected(&["score>1"]).unwrap_err();
        assert_eq!(other, "--where: no game has the attribute 'score'\nattributes: turns, new:score");
    }
}
