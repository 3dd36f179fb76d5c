//! The result of a match, as it prints it: `{"ranks": [0, 1], "scores": [12, 7], "errors": [0, 0], "attributes": […]}`.
//!
//! The fields are those of cgarena and psyleague. `ranks` decide: the smaller one has won. A player with an error forfeits the
//! game, whatever the ranks are. If both have one, or the match gives no result, then the game has failed: a draw.

use serde_json::Value;

use super::attribute::{self, Attribute, shown};
use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::text::one_line;

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MatchResult {
    pub(super) outcome: Outcome,
    /// `normal`, `crash` if a player had an error, or `failed`.
    pub(super) reason: Reason,
    /// The scores if they are whole numbers from 0, or else 1 for a win.
    pub(super) points: [u32; 2],
    /// What is wrong, unless the reason is `normal`.
    pub(super) fault: Option<String>,
    pub(super) attributes: Vec<Attribute>,
}

impl MatchResult {
    /// A match without a result; the words say why.
    pub(super) fn failed(why: &str) -> MatchResult {
        MatchResult {
            outcome: Outcome::Draw,
            reason: Reason::Failed,
            points: [0, 0],
            fault: Some(one_line(why, 300)),
            attributes: Vec::new(),
        }
    }

    /// Reads what a match printed. An error says what is wrong with it.
    pub(super) fn read(output: &[u8]) -> Result<MatchResult, String> {
        let printed = json(output)?;
        let ranks = pair(&printed, "ranks")?.ok_or("its result has no field ranks")?;
        let [first, second] = numbers("ranks", &ranks)?;
        let by_ranks = match first.total_cmp(&second) {
            _ if first.to_bits() == second.to_bits() || first - second == 0.0 => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        };
        let errors = pair(&printed, "errors")?.map(|errors| flags(&errors)).transpose()?.unwrap_or_default();
        let said = |who: &str| Some(format!("the match reports an error of {who}"));
        let (outcome, reason, fault) = match errors {
            [false, false] => (by_ranks, Reason::Normal, None),
            [true, true] => (Outcome::Draw, Reason::Failed, said("both players")),
            [true, false] => (Outcome::Win(Side::Second), Reason::Crash, said("this player")),
            [false, true] => (Outcome::Win(Side::First), Reason::Crash, said("this player")),
        };
        let scores = pair(&printed, "scores")?;
        let points = scores.and_then(|scores| Some([whole(&scores[0])?, whole(&scores[1])?]));
        let points =
            points.unwrap_or_else(|| Side::BOTH.map(|side| u32::from(outcome == Outcome::Win(side))));
        Ok(MatchResult { outcome, reason, points, fault, attributes: attribute::read(&printed)? })
    }

    /// How another result of the same game differs, in words.
    pub(super) fn difference(&self, other: &MatchResult) -> Option<String> {
        let differ = |what: &str, one: String, other: String| {
            (one != other).then(|| format!("{what} {one}, then {other}"))
        };
        let result = |result: &MatchResult| match result.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        let points = |result: &MatchResult| format!("{}:{}", result.points[0], result.points[1]);
        let changed = || {
            let pairs = self.attributes.iter().zip(&other.attributes);
            let (one, two) = pairs.into_iter().find(|(one, other)| one != other)?;
            Some(format!("attribute {} {}, then {} {}", one.name, one.value, two.name, two.value))
        };
        differ("result", result(self).to_owned(), result(other).to_owned())
            .or_else(|| differ("points", points(self), points(other)))
            .or_else(|| differ("reason", self.reason.to_string(), other.reason.to_string()))
            .or_else(changed)
            .or_else(|| (self != other).then(|| "other attributes".to_owned()))
    }
}

/// The JSON that was printed: all of it, or else its last line.
fn json(output: &[u8]) -> Result<Value, String> {
    let text = str::from_utf8(output).map_err(|_| "it printed what is not UTF-8".to_owned())?.trim();
    let last = text.lines().next_back().unwrap_or_default();
    if last.is_empty() {
        return Err("it printed no result".to_owned());
    }
    let read: Result<Value, _> = serde_json::from_str(text).or_else(|_| serde_json::from_str(last));
    match read {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(Value::Array(_)) => {
            Err("it printed a list: a match plays one game and prints one JSON object".to_owned())
        }
        _ => Err(format!("its last line is not a JSON object: {}", one_line(last, 200))),
    }
}

/// The two entries of a field, if it is there.
fn pair(printed: &Value, field: &str) -> Result<Option<[Value; 2]>, String> {
    match &printed[field] {
        Value::Null => Ok(None),
        Value::Array(list) => match list.as_slice() {
            [first, second] => Ok(Some([first.clone(), second.clone()])),
            other => Err(format!("{field} has {} entries, but a match has two players", other.len())),
        },
        other => Err(format!("{field} is not a list: {}", shown(other))),
    }
}

fn numbers(field: &str, [first, second]: &[Value; 2]) -> Result<[f64; 2], String> {
    let number = |value: &Value| {
        value.as_f64().ok_or_else(|| format!("{field} has an entry that is no number: {}", shown(value)))
    };
    Ok([number(first)?, number(second)?])
}

/// Which of the two had an error: `[0, 1]` or `[false, true]`.
fn flags(errors: &[Value; 2]) -> Result<[bool; 2], String> {
    if let [Value::Bool(first), Value::Bool(second)] = errors {
        return Ok([*first, *second]);
    }
    Ok(numbers("errors", errors)?.map(|error| error != 0.0))
}

/// A whole number from 0.
fn whole(score: &Value) -> Option<u32> {
    let whole = score.as_u64().or_else(|| {
        let score = score.as_f64()?;
        (score >= 0.0 && score.fract() == 0.0 && score <= f64::from(u32::MAX)).then_some(score as u64)
    });
    whole?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Outcome, Reason, [u32; 2]), String> {
        MatchResult::read(text.as_bytes()).map(|result| (result.outcome, result.reason, result.points))
    }

    const FIRST: Outcome = Outcome::Win(Side::First);
    const SECOND: Outcome = Outcome::Win(Side::Second);

    #[test]
    fn ranks_decide_and_scores_are_points() {
        let normal = |outcome, points| Ok((outcome, Reason::Normal, points));
        assert_eq!(read(r#"{"ranks":[0,1],"scores":[12,7]}"#), normal(FIRST, [12, 7]));
        assert_eq!(read(r#"{"ranks":[2,1],"scores":[12,7.0],"errors":[0,0]}"#), normal(SECOND, [12, 7]));
        assert_eq!(read(r#"{"ranks":[1,1.0]}"#), normal(Outcome::Draw, [0, 0]));
        for scores in ["[-1,7]", "[0.5,7]", r#"["a",7]"#, "[1e300,7]", "null"] {
            assert_eq!(read(&format!(r#"{{"ranks":[0,1],"scores":{scores}}}"#)), normal(FIRST, [1, 0]));
        }
    }

    #[test]
    fn who_has_an_error_forfeits_whatever_the_ranks_are() {
        let of = |errors: &str| read(&format!(r#"{{"ranks":[0,1],"errors":{errors}}}"#)).unwrap();
        assert_eq!(of("[1,0]"), (SECOND, Reason::Crash, [0, 1]));
        assert_eq!(of("[false,true]"), (FIRST, Reason::Crash, [1, 0]));
        assert_eq!(of("[1,2]"), (Outcome::Draw, Reason::Failed, [0, 0]));
    }

    #[test]
    fn the_result_is_all_output_or_its_last_line() {
        for text in
            ["\n{\n \"ranks\":\n [0, 1]}\n\n", "loading\n{}\n{\"ranks\":[0,1]}\n", "{\"ranks\":[0,1]}"]
        {
            assert_eq!(read(text), Ok((FIRST, Reason::Normal, [1, 0])), "{text}");
        }
    }

    #[test]
    fn what_is_no_result_is_told() {
        let told = |text: &str| read(text).unwrap_err();
        assert_eq!(told(" \n"), "it printed no result");
        assert_eq!(told("{\"ranks\":[0,1]}\nbye"), "its last line is not a JSON object: bye");
        assert_eq!(told("[{}]"), "it printed a list: a match plays one game and prints one JSON object");
        assert_eq!(told("{}"), "its result has no field ranks");
        assert_eq!(told(r#"{"ranks":[0,1,2]}"#), "ranks has 3 entries, but a match has two players");
        assert_eq!(told(r#"{"ranks":0}"#), "ranks is not a list: 0");
        assert_eq!(told(r#"{"ranks":[0,"1"]}"#), r#"ranks has an entry that is no number: "1""#);
        assert_eq!(
            told(r#"{"ranks":[0,1],"errors":[null,0]}"#),
            "errors has an entry that is no number: null"
        );
        assert_eq!(MatchResult::read(b"\xff").unwrap_err(), "it printed what is not UTF-8");
    }

    #[test]
    fn two_results_of_one_game_differ_in_words() {
        let result = |text: &str| MatchResult::read(text.as_bytes()).unwrap();
        let differ = |one: &str, other: &str| result(one).difference(&result(other));
        let one = r#"{"ranks":[0,1],"attributes":{"turns":5}}"#;
        assert_eq!(differ(one, one), None);
        assert_eq!(differ(one, r#"{"ranks":[1,0]}"#).unwrap(), "result 1-0, then 0-1");
        assert_eq!(differ(one, r#"{"ranks":[0,1],"scores":[5,1]}"#).unwrap(), "points 1:0, then 5:1");
        let other = r#"{"ranks":[0,1],"attributes":{"turns":6}}"#;
        assert_eq!(differ(one, other).unwrap(), "attribute turns 5, then turns 6");
        assert_eq!(differ(one, r#"{"ranks":[0,1]}"#).unwrap(), "other attributes");
    }
}
