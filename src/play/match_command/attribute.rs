//! What a match says of a game beside its result: the number of turns, the size of a map, the units that a player built.

use serde_json::Value;

use crate::games::Side;
use crate::text::{excerpt, is_unprintable};

/// A fact about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// The player it belongs to, if it is not one of the game.
    pub player: Option<Side>,
    /// The turn it belongs to, if it is not one of the whole game.
    pub turn: Option<u64>,
    /// Its name.
    pub name: String,
    /// A number, a text, `true` or `false`.
    pub value: String,
}

/// Reads the attributes in the result of a match: the list or the object `attributes`, `test_data`, and the list
/// `player_data`. An error says what is wrong.
pub(super) fn read(printed: &Value) -> Result<Vec<Attribute>, String> {
    let mut all = Vec::new();
    match &printed["attributes"] {
        Value::Null => {}
        Value::Array(list) => {
            for entry in list {
                all.push(listed(entry)?);
            }
        }
        object => add_object("attributes", object, None, &mut all)?,
    }
    add_object("test_data", &printed["test_data"], None, &mut all)?;
    match &printed["player_data"] {
        Value::Null => {}
        Value::Array(players) if players.len() == 2 => {
            for (side, data) in Side::BOTH.into_iter().zip(players) {
                add_object("player_data", data, Some(side), &mut all)?;
            }
        }
        other => return Err(format!("player_data is not a list of two objects: {}", shown(other))),
    }
    Ok(all)
}

/// An entry of the list: `{"name": "score", "player": 0, "turn": null, "value": 12}`.
fn listed(entry: &Value) -> Result<Attribute, String> {
    let wrong = |what: &str| format!("an attribute has no {what}: {}", shown(entry));
    let name = entry["name"].as_str().ok_or_else(|| wrong("name"))?;
    let player = match &entry["player"] {
        Value::Null => None,
        player => match player.as_u64() {
            Some(0) => Some(Side::First),
            Some(1) => Some(Side::Second),
            _ => return Err(format!("the player of attribute {name} is not 0 or 1: {}", shown(player))),
        },
    };
    let turn = match &entry["turn"] {
        Value::Null => None,
        turn => {
            let number = turn.as_u64();
            Some(
                number
                    .ok_or_else(|| format!("the turn of attribute {name} is no number: {}", shown(turn)))?,
            )
        }
    };
    if entry.get("value").is_none() {
        return Err(wrong("value"));
    }
    attribute(name, player, turn, &entry["value"])
}

/// The entries of an object: `{"turns": 34}`.
fn add_object(
    field: &str,
    object: &Value,
    player: Option<Side>,
    all: &mut Vec<Attribute>,
) -> Result<(), String> {
    match object {
        Value::Null => Ok(()),
        Value::Object(entries) => entries.iter().try_for_each(|(name, value)| {
            all.push(attribute(name, player, None, value)?);
            Ok(())
        }),
        other => Err(format!("{field} is not an object: {}", shown(other))),
    }
}

fn attribute(
    name: &str,
    player: Option<Side>,
    turn: Option<u64>,
    value: &Value,
) -> Result<Attribute, String> {
    if name.is_empty() || name.contains(is_unprintable) {
        return Err(format!("an attribute has a name that cannot be shown: '{}'", excerpt(name)));
    }
    let value = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(is) => is.to_string(),
        other => {
            let problem = "is neither a number nor a text";
            return Err(format!("the value of attribute {name} {problem}: {}", shown(other)));
        }
    };
    Ok(Attribute { player, turn, name: name.to_owned(), value })
}

/// A value as an error shows it.
pub(super) fn shown(value: &Value) -> String {
    excerpt(&value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn texts(printed: &Value) -> Vec<String> {
        let text = |Attribute { player, turn, name, value }| {
            let player = player.map_or("-".to_owned(), |side: Side| side.index().to_string());
            format!("{player} {} {name}={value}", turn.map_or("-".to_owned(), |turn| turn.to_string()))
        };
        read(printed).unwrap().into_iter().map(text).collect()
    }

    #[test]
    fn lists_and_objects_are_read_in_order() {
        let cgarena = json!({"attributes": [
            {"name": "map_size", "value": 16},
            {"name": "final_score", "player": 0, "value": -86.5},
            {"name": "money", "player": 1, "turn": 3, "value": "a,b"},
            {"name": "draw", "player": null, "turn": null, "value": true},
        ]});
        assert_eq!(
            texts(&cgarena),
            ["- - map_size=16", "0 - final_score=-86.5", "1 3 money=a,b", "- - draw=true"]
        );
        let psyleague = json!({"test_data": {"seed": 7}, "player_data": [{}, {"time": "0.5"}]});
        assert_eq!(texts(&psyleague), ["- - seed=7", "1 - time=0.5"]);
        assert_eq!(texts(&json!({"attributes": {"turns": 34}})), ["- - turns=34"]);
        assert!(texts(&json!({})).is_empty());
    }

    #[test]
    fn wrong_attributes_are_told() {
        let told = |printed: Value| read(&printed).unwrap_err();
        let listed = |entry: Value| told(json!({"attributes": [entry]}));
        assert_eq!(told(json!({"attributes": 5})), "attributes is not an object: 5");
        assert_eq!(listed(json!({"value": 5})), r#"an attribute has no name: {"value":5}"#);
        assert_eq!(listed(json!({"name": "x"})), r#"an attribute has no value: {"name":"x"}"#);
        let of = |key: &str, value: Value| listed(json!({"name": "x", "value": 1, key: value}));
        assert_eq!(of("player", json!(2)), "the player of attribute x is not 0 or 1: 2");
        assert_eq!(of("turn", json!(-1)), "the turn of attribute x is no number: -1");
        assert_eq!(of("value", json!([1])), "the value of attribute x is neither a number nor a text: [1]");
        assert_eq!(told(json!({"player_data": [{}]})), "player_data is not a list of two objects: [{}]");
        assert_eq!(
            listed(json!({"name": "", "value": 1})),
            "an attribute has a name that cannot be shown: ''"
        );
    }
}
