//! Several players in one word: `smart:1..8` is eight players.

use std::ops::Range;

use super::StrategySpec;
use crate::text::{TextError, number};

/// The most players one word can stand for.
const MOST: usize = 64;

/// The players that a word stands for: one, or one for each number of the range in its argument. A name in front is
/// followed by the number: `deep=smart:7..8` is `deep-7=smart:7` and `deep-8=smart:8`.
///
/// ```
/// let players = arena::players::strategies::players("smart:1..3,eval=hoard").unwrap();
/// let names: Vec<&str> = players.iter().map(|player| player.name()).collect();
/// assert_eq!(names, ["smart:1,eval=hoard", "smart:2,eval=hoard", "smart:3,eval=hoard"]);
/// ```
pub fn players(typed: &str) -> Result<Vec<StrategySpec>, TextError> {
    // A path such as ../bot is not a range.
    if typed.parse::<StrategySpec>().is_ok_and(|spec| spec.is_bot()) {
        return Ok(vec![typed.parse()?]);
    }
    let place = argument(typed);
    if let Some(place) = &place
        && let Some((first, last)) = typed[place.clone()].split_once('-')
        && [first, last].iter().all(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
    {
        let argument = &typed[place.clone()];
        let problem = format!("'{argument}' is not a number");
        let advice =
            format!("for players from {first} to {last}, write {}{first}..{last}", &typed[..place.start]);
        return Err(TextError::new(typed, place.clone(), problem, advice));
    }
    let Some(place) = place.filter(|place| typed[place.clone()].contains("..")) else {
        return Ok(vec![typed.parse()?]);
    };
    let wrong = |problem: String| {
        let advice = "a range is FIRST..LAST, for example smart:1..8";
        TextError::new(typed, place.clone(), problem, advice)
    };
    let (first, last) = typed[place.clone()].split_once("..").unwrap_or_default();
    let first = number("the first number of a range", first, 0..=9999).map_err(wrong)?;
    let last = number("the last number of a range", last, 0..=9999).map_err(wrong)?;
    if first.abs_diff(last) as usize >= MOST {
        return Err(wrong(format!("a range has at most {MOST} numbers")));
    }
    let numbers: Vec<u32> =
        if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() };
    numbers.into_iter().map(|number| one(typed, &place, number)).collect()
}

/// The place of the argument: between the colon after the kind and the first comma.
fn argument(typed: &str) -> Option<Range<usize>> {
    let start = typed.find([':', ',']).filter(|&at| typed[at..].starts_with(':'))? + 1;
    let end = typed[start..].find(',').map_or(typed.len(), |at| start + at);
    Some(start..end)
}

/// The player with this number in place of the range.
fn one(typed: &str, place: &Range<usize>, number: u32) -> Result<StrategySpec, TextError> {
    let spec = format!("{}{number}{}", &typed[..place.start], &typed[place.end..]);
    match spec.find(['=', ':']) {
        Some(at) if spec[at..].starts_with('=') => format!("{}-{number}{}", &spec[..at], &spec[at..]).parse(),
        _ => spec.parse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str) -> Vec<String> {
        players(typed).unwrap().iter().map(|player| format!("{} {player}", player.name())).collect()
    }

    #[test]
    fn a_range_is_a_player_for_each_number() {
        assert_eq!(names("smart:2..4"), ["smart:2 smart:2", "smart:3 smart:3", "smart:4 smart:4"]);
        assert_eq!(names("smart:2..1"), ["smart:2 smart:2", "smart:1 smart:1"]);
        assert_eq!(names("smart:3..3"), ["smart:3 smart:3"]);
        assert_eq!(names("deep=smart:7..8"), ["deep-7 smart:7", "deep-8 smart:8"]);
        assert_eq!(names("../bot"), ["../bot ../bot"]);
        assert_eq!(names("exec:../bot 1..8"), ["exec:../bot 1..8 exec:../bot 1..8"]);
        assert_eq!(names("bad"), ["bad bad"]);
        assert_eq!(names("x=smart:6,eval=hoard"), ["x smart:6,eval=hoard"]);
    }

    #[test]
    fn an_error_points_at_the_wrong_range() {
        let shown = |text: &str| players(text).unwrap_err().to_string();
        insta::assert_snapshot!(shown("smart:1..x"), @"
        the last number of a range must be a number from 0 to 9999, not 'x'
            smart:1..x
                  ^^^^
        a range is FIRST..LAST, for example smart:1..8
        ");
        insta::assert_snapshot!(shown("smart:1..999"), @"
        a range has at most 64 numbers
            smart:1..999
                  ^^^^^^
        a range is FIRST..LAST, for example smart:1..8
        ");
        insta::assert_snapshot!(shown("deep=smart:1-3,eval=pots"), @"
        '1-3' is not a number
            deep=smart:1-3,eval=pots
                       ^^^
        for players from 1 to 3, write deep=smart:1..3
        ");
        insta::assert_snapshot!(shown("smrt:1..2"), @"
        unknown strategy 'smrt'
            smrt:1
            ^^^^
        did you mean 'smart'?
        ");
        insta::assert_snapshot!(shown("bad:1..2"), @"
        bad takes no argument
            bad:1
                ^
        write bad
        ");
    }
}
