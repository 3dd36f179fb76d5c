//! Requirements on a quantity: `score >= 0.95`.

use std::fmt;
use std::str::FromStr;

use super::quantity::Quantity;
use super::verdict::CheckVerdict;
use crate::stats::estimate::Estimate;
use crate::text::{TextError, did_you_mean};

/// The side of the bound on which a quantity must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
        })
    }
}

/// A bound on a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Requirement {
    pub quantity: Quantity,
    /// On which side of the bound it must be.
    pub relation: Relation,
    pub bound: f64,
}

impl Requirement {
    /// Not weaker than a baseline by more than `tolerance` points per game.
    pub(crate) fn not_weaker(tolerance: f64) -> Requirement {
        Requirement { quantity: Quantity::Difference, relation: Relation::AtLeast, bound: 0.0 - tolerance }
    }

    /// Passed if the whole interval is on the right side of the bound, failed if all of it is on the wrong side.
    pub(crate) fn judge(&self, estimate: &Estimate) -> CheckVerdict {
        let (right, wrong) = match self.relation {
            Relation::AtLeast => {
                (estimate.low.map(|low| low >= self.bound), estimate.high.map(|high| high < self.bound))
            }
            Relation::AtMost => {
                (estimate.high.map(|high| high <= self.bound), estimate.low.map(|low| low > self.bound))
            }
        };
        match (right, wrong) {
            (Some(true), _) => CheckVerdict::Passed,
            (_, Some(true)) => CheckVerdict::Failed,
            _ => CheckVerdict::Inconclusive,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.quantity.name(), self.relation, self.bound)
    }
}

/// The advice for a requirement that cannot be read.
const FORM: &str = "write, for example, score >= 0.95";

impl FromStr for Requirement {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Requirement, TextError> {
        let is_sign = |c: char| "<>=!~≥≤".contains(c);
        let Some(sign) = text.find(is_sign) else {
            return Err(TextError::whole(text, "there is no >= or <= here", FORM));
        };
        let behind = sign + text[sign..].find(|c| !is_sign(c)).unwrap_or(text.len() - sign);
        let relation = match &text[sign..behind] {
            ">=" => Relation::AtLeast,
            "<=" => Relation::AtMost,
            other => {
                let problem = format!("'{other}' is not >= or <=");
                return Err(TextError::new(text, sign..behind, problem, FORM));
            }
        };
        let name = text[..sign].trim();
        let at = text[..sign].len() - text[..sign].trim_start().len();
        let Some(quantity) = Quantity::ASKED.into_iter().find(|quantity| quantity.name() == name) else {
            let names = Quantity::ASKED.map(Quantity::name);
            let problem = format!("unknown quantity '{name}'");
            let advice = did_you_mean(name, "quantities", &names);
            return Err(TextError::new(text, at..at + name.len(), problem, advice));
        };
        let number = text[behind..].trim();
        let at = behind + text[behind..].len() - text[behind..].trim_start().len();
        let wrong =
            |problem: String, advice: &str| TextError::new(text, at..at + number.len(), problem, advice);
        let bound = match number.parse::<f64>() {
            Ok(bound) if bound.is_finite() => bound,
            _ => return Err(wrong(format!("'{number}' is not a number"), FORM)),
        };
        let requirement = Requirement { quantity, relation, bound };
        match requirement.nonsense() {
            Some((problem, advice)) => Err(wrong(problem, advice)),
            None => Ok(requirement),
        }
    }
}

impl Requirement {
    /// Why no number of games could decide it, or `None` if one could.
    fn nonsense(&self) -> Option<(String, &'static str)> {
        let Requirement { quantity, relation, bound } = *self;
        let name = quantity.name();
        if quantity.is_share() && !(0.0..=1.0).contains(&bound) {
            let problem = format!("{bound} is not a valid {name}, which is from 0 to 1");
            return Some((problem, "write 95 % as 0.95"));
        }
        let example = match quantity {
            Quantity::NodesPerMove => Some("write, for example, nodes_per_move <= 5000"),
            Quantity::MedianTimeMs | Quantity::P99TimeMs => Some("write, for example, median_time_ms <= 5"),
            _ => None,
        };
        if let Some(example) = example.filter(|_| bound < 0.0) {
            return Some((format!("{name} is never below 0"), example));
        }
        let always = quantity.is_share()
            && match relation {
                Relation::AtLeast => bound <= 0.0,
                Relation::AtMost => bound >= 1.0,
            };
        let never = quantity.is_share()
            && match relation {
                Relation::AtLeast => bound >= 1.0,
                Relation::AtMost => bound <= 0.0,
            };
        if always {
            return Some((
                format!("{name} {relation} {bound} always holds"),
                "require something that can fail",
            ));
        }
        if never {
            let problem = format!("{name} {relation} {bound} cannot be proved by any number of games");
            return Some((problem, "leave some room, for example 0.99 or 0.01"));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Requirement {
        text.parse().unwrap()
    }

    #[test]
    fn every_quantity_can_be_bounded_from_both_sides() {
        for quantity in Quantity::ASKED {
            for relation in [Relation::AtLeast, Relation::AtMost] {
                let text = format!("{} {relation} 0.25", quantity.name());
                let requirement = Requirement { quantity, relation, bound: 0.25 };
                assert_eq!((read(&text), requirement.to_string()), (requirement, text.clone()));
                assert_eq!(read(&text.replace(' ', "")), requirement, "spaces do not matter");
            }
        }
        assert_eq!(read(" elo  >=  -50 ").bound.to_string(), "-50");
    }

    #[test]
    fn an_end_that_does_not_exist_decides_nothing() {
        let judged = |text: &str, low, high| read(text).judge(&Estimate { value: None, low, high });
        assert_eq!(judged("elo >= 200", Some(250.0), None), CheckVerdict::Passed);
        assert_eq!(judged("elo >= 200", Some(150.0), None), CheckVerdict::Inconclusive);
        assert_eq!(judged("elo >= 200", None, Some(150.0)), CheckVerdict::Failed);
        assert_eq!(judged("elo <= 200", None, Some(150.0)), CheckVerdict::Passed);
        assert_eq!(judged("elo <= 200", Some(250.0), None), CheckVerdict::Failed);
        assert_eq!(judged("elo <= 200", None, None), CheckVerdict::Inconclusive);
    }

    #[test]
    fn the_bound_itself_is_on_the_right_side() {
        let at = Estimate::exactly(0.5);
        assert_eq!(read("score >= 0.5").judge(&at), CheckVerdict::Passed);
        assert_eq!(read("score <= 0.5").judge(&at), CheckVerdict::Passed);
        assert_eq!(Requirement::not_weaker(0.0).judge(&Estimate::exactly(0.0)), CheckVerdict::Passed);
    }

    #[test]
    fn an_error_points_at_its_place() {
        let shown = |text: &str| text.parse::<Requirement>().unwrap_err().to_string();
        insta::assert_snapshot!(shown("scroe >= 0.95"), @"
        unknown quantity 'scroe'
            scroe >= 0.95
            ^^^^^
        did you mean 'score'?
        ");
        insta::assert_snapshot!(shown("score > 0.95"), @"
        '>' is not >= or <=
            score > 0.95
                  ^
        write, for example, score >= 0.95
        ");
        insta::assert_snapshot!(shown("score 0.95"), @"
        there is no >= or <= here
            score 0.95
            ^^^^^^^^^^
        write, for example, score >= 0.95
        ");
        insta::assert_snapshot!(shown("score >= much"), @"
        'much' is not a number
            score >= much
                     ^^^^
        write, for example, score >= 0.95
        ");
        insta::assert_snapshot!(shown("score >="), @"
        '' is not a number
            score >=
                    ^
        write, for example, score >= 0.95
        ");
        insta::assert_snapshot!(shown("score >= 95"), @"
        95 is not a valid score, which is from 0 to 1
            score >= 95
                     ^^
        write 95 % as 0.95
        ");
        insta::assert_snapshot!(shown("win_rate >= 1"), @"
        win_rate >= 1 cannot be proved by any number of games
            win_rate >= 1
                        ^
        leave some room, for example 0.99 or 0.01
        ");
        insta::assert_snapshot!(shown("draw_rate <= 1"), @"
        draw_rate <= 1 always holds
            draw_rate <= 1
                         ^
        require something that can fail
        ");
        insta::assert_snapshot!(shown("score_difference >= 0"), @"
        unknown quantity 'score_difference'
            score_difference >= 0
            ^^^^^^^^^^^^^^^^
        quantities: score, elo, win_rate, draw_rate, nodes_per_move, median_time_ms, p99_time_ms
        ");
        insta::assert_snapshot!(shown(">= 0.5"), @"
        unknown quantity ''
            >= 0.5
            ^
        quantities: score, elo, win_rate, draw_rate, nodes_per_move, median_time_ms, p99_time_ms
        ");
    }
}
