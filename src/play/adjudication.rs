//! Ending games by what both players say of them, as chess testers do: a game that both hold lost for one side, or even, is not worth
//! playing on.
//!
//! `resign=600/4`: for the last 4 plies, whoever moved said that the same side is ahead by at least 600. `draw=10/8/40`: for the last 8
//! plies, whoever moved said that the sides are within 10 of each other, and the game is at its 40th move or later. Both players have
//! spoken once there are two plies; a player that gives no score ends nothing. The unit is that of the scores: centipawns for UCI engines.

use std::fmt;
use std::str::FromStr;

use crate::games::{Outcome, Side};
use crate::text::{Decimal, TextError, did_you_mean, parts};

/// What ends a game besides its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameLimits {
    /// The most plies it may have.
    pub max_plies: Option<u32>,
    /// What the scores of its players may end it by.
    pub adjudication: Option<Adjudication>,
}

/// The scores by which games are ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Adjudication {
    resign: Option<Resign>,
    draw: Option<EvenDraw>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Resign {
    score: u32,
    plies: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EvenDraw {
    score: u32,
    plies: u32,
    from_move: u32,
}

/// The scores of a game so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scores {
    /// That each side is lost.
    lost: [Streak; 2],
    even: Streak,
}

/// For how many plies in a row something was said, and by whom: in some games a side moves several times in a row.
#[derive(Debug, Clone, Copy, Default)]
struct Streak {
    plies: u32,
    said_by: [bool; 2],
}

impl Streak {
    /// Takes in whether it was said in a ply; returns whether both sides have agreed on it for this many plies.
    fn add(&mut self, side: Side, is_said: bool, plies: u32) -> bool {
        if !is_said {
            *self = Streak::default();
            return false;
        }
        self.plies += 1;
        self.said_by[side.index()] = true;
        self.plies >= plies && self.said_by == [true; 2]
    }
}

const EXAMPLE: &str =
    "write resign=SCORE/PLIES or draw=SCORE/PLIES/FROM_MOVE, for example resign=600/4,draw=10/8/40";

impl Adjudication {
    /// Takes in what the side that made a ply said of it; returns how the game ends, if it does.
    pub(crate) fn judge(
        self,
        scores: &mut Scores,
        ply: u32,
        side: Side,
        score: Option<Decimal>,
    ) -> Option<Outcome> {
        let value = score.map(Decimal::value);
        let mut ended = None;
        if let Some(Resign { score, plies }) = self.resign {
            for loser in Side::BOTH {
                let sign = if loser == side { -1.0 } else { 1.0 };
                let is_lost = value.is_some_and(|value| sign * value >= f64::from(score));
                if scores.lost[loser.index()].add(side, is_lost, plies) {
                    ended = Some(Outcome::Win(loser.other()));
                }
            }
        }
        if let Some(EvenDraw { score, plies, from_move }) = self.draw {
            let is_even = value.is_some_and(|value| value.abs() <= f64::from(score));
            if scores.even.add(side, is_even, plies) && ply.div_ceil(2) >= from_move {
                ended = ended.or(Some(Outcome::Draw));
            }
        }
        ended
    }
}

impl FromStr for Adjudication {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Adjudication, TextError> {
        let mut read = Adjudication::default();
        for (place, part) in parts(text, ',') {
            let wrong = |problem: String| TextError::new(text, place.clone(), problem, EXAMPLE);
            let (name, numbers) = part.split_once('=').unwrap_or((part, ""));
            let numbers: Option<Vec<u32>> = numbers.split('/').map(|number| number.parse().ok()).collect();
            match (name, numbers.as_deref()) {
                ("resign", _) if read.resign.is_some() => {
                    return Err(wrong("resign= is given twice".to_owned()));
                }
                ("draw", _) if read.draw.is_some() => return Err(wrong("draw= is given twice".to_owned())),
                ("resign", Some(&[score, plies])) if score > 0 && plies > 1 => {
                    read.resign = Some(Resign { score, plies });
                }
                ("draw", Some(&[score, plies, from_move])) if plies > 1 => {
                    read.draw = Some(EvenDraw { score, plies, from_move });
                }
                ("resign" | "draw", _) => {
                    let problem = format!(
                        "'{part}' is not a rule: a score, and at least 2 plies for both players to agree"
                    );
                    return Err(wrong(problem));
                }
                _ => {
                    let advice = did_you_mean(name, "rules", &["resign", "draw"]);
                    return Err(TextError::new(text, place, format!("unknown rule '{name}'"), advice));
                }
            }
        }
        Ok(read)
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Resign { score, plies }) = self.resign {
            write!(f, "resign={score}/{plies}")?;
        }
        if let Some(EvenDraw { score, plies, from_move }) = self.draw {
            let comma = if self.resign.is_some() { "," } else { "" };
            write!(f, "{comma}draw={score}/{plies}/{from_move}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply at which a game with these scores ends, and how; scores are for the side that moved, which alternates.
    fn end(rules: &str, scores: &[Option<i32>]) -> Option<(usize, Outcome)> {
        let rules: Adjudication = rules.parse().unwrap();
        let mut so_far = Scores::default();
        scores.iter().enumerate().find_map(|(at, score)| {
            let side = Side::BOTH[at % 2];
            let score = score.map(Decimal::from);
            Some((at + 1, rules.judge(&mut so_far, at as u32 + 1, side, score)?))
        })
    }

    #[test]
    fn a_game_is_lost_once_both_say_so_for_long_enough() {
        let first_wins = Some((5, Outcome::Win(Side::First)));
        let scores = [10, -700, 650, -600, 600, -900].map(Some);
        assert_eq!(end("resign=600/4", &scores), first_wins);
        assert_eq!(end("resign=600/2", &scores), Some((3, Outcome::Win(Side::First))));
        // One of them does not agree, or says nothing.
        assert_eq!(end("resign=600/2", &[900, 0, 900, 0, 900, -599].map(Some)), None);
        assert_eq!(end("resign=600/2", &[Some(900), None, Some(900), None, Some(900)]), None);
        assert_eq!(end("resign=600/2", &[900, 900, 900, 900].map(Some)), None, "each thinks that it wins");
        assert_eq!(end("resign=600/2", &[-600, 600].map(Some)), Some((2, Outcome::Win(Side::Second))));
    }

    #[test]
    fn a_game_is_drawn_once_both_say_so_late_enough() {
        let even = [0, 5, -5, 10, -10, 0].map(Some);
        assert_eq!(end("draw=10/4/1", &even), Some((4, Outcome::Draw)));
        assert_eq!(end("draw=10/4/3", &even), Some((5, Outcome::Draw)), "move 3 begins with ply 5");
        assert_eq!(end("draw=4/2/1", &even), None);
        assert_eq!(end("draw=10/3/1,resign=5/2", &even), Some((3, Outcome::Win(Side::Second))));
    }

    #[test]
    fn rules_are_written_as_they_are_read() {
        for text in ["resign=600/4", "draw=10/8/40", "resign=600/4,draw=10/8/40"] {
            assert_eq!(text.parse::<Adjudication>().unwrap().to_string(), text);
        }
        let told = |text: &str| text.parse::<Adjudication>().unwrap_err().to_string();
        insta::assert_snapshot!(told("resign=600"), @"
        'resign=600' is not a rule: a score, and at least 2 plies for both players to agree
            resign=600
            ^^^^^^^^^^
        write resign=SCORE/PLIES or draw=SCORE/PLIES/FROM_MOVE, for example resign=600/4,draw=10/8/40
        ");
        insta::assert_snapshot!(told("resign=600/4,drw=1/2/3"), @"
        unknown rule 'drw'
            resign=600/4,drw=1/2/3
                         ^^^^^^^^^
        did you mean 'draw'?
        ");
        insta::assert_snapshot!(told("resign=600/4,resign=500/4"), @"
        resign= is given twice
            resign=600/4,resign=500/4
                         ^^^^^^^^^^^^
        write resign=SCORE/PLIES or draw=SCORE/PLIES/FROM_MOVE, for example resign=600/4,draw=10/8/40
        ");
        for wrong in
            ["", "draw=10/8", "draw=1/2/3,draw=1/2/3", "resign=0/4", "resign=600/1", "resign=a/4", "resign"]
        {
            assert!(wrong.parse::<Adjudication>().is_err(), "{wrong}");
        }
    }
}
