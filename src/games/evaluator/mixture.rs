//! The weights of a mixture as typed: `pots+0.4*tempo-0.1*hoard`.
//!
//! A mixture is made of terms, each with `+` or `-` in front (optional for the first): the name of an evaluator, or a
//! weight, `*` and the name. A weight has up to three decimals and is at most 1000. It may have a sign of its own
//! (`pots+-0.4*tempo`), so that a program can write any number in its place. A weight of 0 leaves an evaluator out. A name
//! comes once, and there are no blanks.

use std::ops::Range;

use super::list::{EvaluatorVisitor, Evaluators};
use super::{EvaluatorInfo, Mixed};
use crate::games::game::Game;
use crate::text::{Decimal, NotADecimal, TextError, did_you_mean};

/// The heaviest weight, in thousandths.
pub const HEAVIEST: i32 = 1000 * 1000;

/// The weights of a mixture of evaluators of the game `G`, in thousandths, in the order of the game's list.
///
/// ```
/// use arena::games::{evaluator::Mixture, kalah::Board};
///
/// let mixture = Mixture::<Board>::read("pots-0.25*hoard").unwrap();
/// assert_eq!(mixture.weights()[..3], [1000, 0, -250]); // pots, decisive, hoard
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Mixture<G: Game> {
    weights: <G::Evaluators as Evaluators<G>>::Weights,
}

/// The advice in most errors.
const ADVICE: &str = "write an evaluator, or a mixture such as pots+0.4*tempo-0.1*hoard";

impl<G: Game> Mixture<G> {
    /// Reads a mixture, or the name of one evaluator.
    pub fn read(text: &str) -> Result<Mixture<G>, TextError> {
        let mut weights = <G::Evaluators as Evaluators<G>>::Weights::default();
        for (index, weight) in read_terms(text, G::Evaluators::LIST)? {
            weights.as_mut()[index] = weight;
        }
        Ok(Mixture { weights })
    }

    /// The weights in thousandths.
    pub fn weights(&self) -> &[i32] {
        self.weights.as_ref()
    }

    /// Calls the visitor with the mixture as an evaluator. One evaluator alone, of weight 1, is visited itself.
    pub fn visit<V: EvaluatorVisitor<G>>(&self, visitor: V) -> V::Output {
        let mut used = self.weights().iter().enumerate().filter(|&(_, &weight)| weight != 0);
        match (used.next(), used.next()) {
            (Some((index, 1000)), None) => G::Evaluators::visit_at(index, visitor),
            _ => visitor.visit(Mixed::<G, G::Evaluators>::new(&self.weights)),
        }
    }
}

/// The evaluators of a mixture by their numbers in the list, with their weights in thousandths.
fn read_terms(text: &str, list: &[EvaluatorInfo]) -> Result<Vec<(usize, i32)>, TextError> {
    if let Some(index) = list.iter().position(|info| info.name == text) {
        return Ok(vec![(index, 1000)]);
    }
    if let Some((blank, _)) = text.char_indices().find(|(_, c)| c.is_whitespace()) {
        let typed: String = text.split_whitespace().collect();
        let place = blank..blank + 1;
        return Err(TextError::new(text, place, "a mixture has no blanks", format!("write {typed}")));
    }
    let mut reader = TextReader { text, at: 0, list };
    let mut terms: Vec<(usize, i32)> = Vec::new();
    while terms.is_empty() || !reader.rest().is_empty() {
        let sign = reader.sign(terms.is_empty())?;
        let weight = reader.weight()?;
        let start = reader.at;
        let index = reader.evaluator()?;
        if terms.iter().any(|&(earlier, _)| earlier == index) {
            let place = start..reader.at;
            let problem = format!("'{}' is in this mixture twice", &text[place.clone()]);
            return Err(reader.error(place, problem, "give each evaluator one weight"));
        }
        terms.push((index, sign * weight));
    }
    Ok(terms)
}

/// Reads a text from left to right.
struct TextReader<'t> {
    text: &'t str,
    at: usize,
    list: &'t [EvaluatorInfo],
}

impl<'t> TextReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The place and text up to one of these characters, or the end.
    fn until(&mut self, ends: &[char]) -> (Range<usize>, &'t str) {
        let rest = self.rest();
        let length = rest.find(ends).unwrap_or(rest.len());
        let place = self.at..self.at + length;
        self.at = place.end;
        (place, &rest[..length])
    }

    /// Skips a character if it is next.
    fn skip(&mut self, c: char) -> bool {
        let is_next = self.rest().starts_with(c);
        self.at += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    fn error(&self, place: Range<usize>, problem: impl Into<String>, advice: impl Into<String>) -> TextError {
        TextError::new(self.text, place, problem, advice)
    }

    /// The sign in front of a term.
    fn sign(&mut self, is_first: bool) -> Result<i32, TextError> {
        if self.skip('-') {
            Ok(-1)
        } else if self.skip('+') || is_first {
            Ok(1)
        } else {
            // Only a star ends a name that no sign ends.
            Err(self.weight_behind(self.at..self.text.len()))
        }
    }

    fn weight_behind(&self, place: Range<usize>) -> TextError {
        self.error(place, "a weight comes before its evaluator", "write for example 0.4*tempo")
    }

    /// The weight of a term in thousandths; 1000 if it has none.
    fn weight(&mut self) -> Result<i32, TextError> {
        let start = self.at;
        let is_negative = self.rest().starts_with('-');
        let signed = self.rest().strip_prefix(['+', '-']);
        if signed.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')) {
            let place = start..start + 1;
            return Err(self.error(place, "an evaluator is missing between two signs", ADVICE));
        }
        self.at += usize::from(signed.is_some());
        let (place, number) = self.until(&['*', '+', '-']);
        if self.skip('*') {
            if self.list.iter().any(|info| info.name == number) {
                let (weight, _) = self.until(&['*', '+', '-']);
                return Err(self.weight_behind(place.start..weight.end));
            }
            let weight =
                thousandths(number).map_err(|(problem, advice)| self.error(place, problem, advice))?;
            return Ok(if is_negative { -weight } else { weight });
        }
        let digits = number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
        let (weight, name) = number.split_at(digits);
        if weight.is_empty() {
            self.at = start;
            return Ok(1000);
        }
        if self.list.iter().any(|info| info.name == name) {
            let problem = "a '*' is missing between the weight and the evaluator";
            return Err(self.error(place, problem, format!("write {weight}*{name}")));
        }
        let example = self.list.first().map_or("", |info| info.name);
        let problem = format!("'{number}' is not an evaluator");
        Err(self.error(
            place,
            problem,
            format!("a weight is followed by * and an evaluator: {weight}*{example}"),
        ))
    }

    /// The number of the evaluator that a term names.
    fn evaluator(&mut self) -> Result<usize, TextError> {
        // A name may contain a hyphen.
        let ends = |info: &EvaluatorInfo| {
            let behind = self.rest().strip_prefix(info.name);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(['*', '+', '-']))
        };
        let matching = self.list.iter().enumerate().filter(|(_, info)| ends(info));
        if let Some((index, info)) = matching.max_by_key(|(_, info)| info.name.len()) {
            self.at += info.name.len();
            return Ok(index);
        }
        let (place, name) = self.until(&['*', '+', '-']);
        if name.is_empty() {
            let place = place.start..self.text.len().min(place.start + 1);
            return Err(self.error(place, "an evaluator is missing here", ADVICE));
        }
        let names: Vec<&str> = self.list.iter().map(|info| info.name).collect();
        let problem = format!("this game has no evaluator '{name}'");
        Err(self.error(place, problem, did_you_mean(name, "evaluators of this game", &names)))
    }
}

/// A weight in thousandths, or what is wrong with it and what to do.
fn thousandths(number: &str) -> Result<i32, (String, String)> {
    const EXAMPLE: &str = "write a number such as 2, 0.4 or 0.125";
    let problem = |text: String| Err((text, EXAMPLE.to_owned()));
    if number.is_empty() {
        return problem("a weight is missing before '*'".to_owned());
    }
    let begins_so = number.starts_with(|c: char| c.is_ascii_digit());
    if begins_so && number.parse::<f64>().is_ok_and(|weight| weight > f64::from(HEAVIEST / 1000)) {
        return Err((
            format!("the weight {number} is too large"),
            format!("a weight is at most {}: divide all weights by the same number", HEAVIEST / 1000),
        ));
    }
    match number.parse::<Decimal>() {
        Ok(weight) => Ok(weight.in_thousandths() as i32),
        Err(NotADecimal::Places(_)) => problem(format!("the weight {number} has more than three decimals")),
        Err(_) => problem(format!("'{number}' is not a weight")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect;
    use crate::games::kalah::Board;

    fn weights(text: &str) -> Vec<(&'static str, i32)> {
        let mixture = Mixture::<Board>::read(text).unwrap();
        let names = <<Board as Game>::Evaluators as Evaluators<Board>>::LIST.iter().map(|info| info.name);
        names.zip(mixture.weights().iter().copied()).filter(|&(_, weight)| weight != 0).collect()
    }

    #[test]
    fn terms_have_signs_and_weights_of_up_to_three_decimals() {
        let mixture = [("pots", 1000), ("hoard", -100), ("tempo", 400)];
        assert_eq!(weights("pots+0.4*tempo-0.1*hoard"), mixture);
        assert_eq!(weights("-0.1*hoard+0.400*tempo+pots"), mixture);
        assert_eq!(weights("+1*pots--0.4*tempo+-00.1*hoard"), mixture);
        assert_eq!(weights("pots"), [("pots", 1000)]);
        assert_eq!(weights("-pots"), [("pots", -1000)]);
        assert_eq!(weights("1000*pots+0.001*near-0*far"), [("pots", 1_000_000), ("near", 1)]);
        assert_eq!(weights("0*pots"), []);
    }

    fn error(text: &str) -> String {
        Mixture::<Board>::read(text).unwrap_err().to_string()
    }

    #[test]
    fn an_error_about_a_name_points_at_it() {
        insta::assert_snapshot!(error("pots+0.4*tmepo"), @"
        this game has no evaluator 'tmepo'
            pots+0.4*tmepo
                     ^^^^^
        did you mean 'tempo'?
        ");
        insta::assert_snapshot!(error("pots+0.4*tempo-0.2*tempo"), @"
        'tempo' is in this mixture twice
            pots+0.4*tempo-0.2*tempo
                               ^^^^^
        give each evaluator one weight
        ");
        insta::assert_snapshot!(error("pots+-tempo"), @"
        an evaluator is missing between two signs
            pots+-tempo
                 ^
        write an evaluator, or a mixture such as pots+0.4*tempo-0.1*hoard
        ");
        insta::assert_snapshot!(error("pots+0.4*"), @"
        an evaluator is missing here
            pots+0.4*
                     ^
        write an evaluator, or a mixture such as pots+0.4*tempo-0.1*hoard
        ");
        insta::assert_snapshot!(error("pots+0.4*-tempo"), @"
        an evaluator is missing here
            pots+0.4*-tempo
                     ^
        write an evaluator, or a mixture such as pots+0.4*tempo-0.1*hoard
        ");
        insta::assert_snapshot!(error("pots + 0.4*tempo"), @"
        a mixture has no blanks
            pots + 0.4*tempo
                ^
        write pots+0.4*tempo
        ");
    }

    #[test]
    fn an_error_about_a_weight_points_at_it() {
        insta::assert_snapshot!(error("pots+1e9*tempo"), @"
        the weight 1e9 is too large
            pots+1e9*tempo
                 ^^^
        a weight is at most 1000: divide all weights by the same number
        ");
        insta::assert_snapshot!(error("pots-0.0625*tempo"), @"
        the weight 0.0625 has more than three decimals
            pots-0.0625*tempo
                 ^^^^^^
        write a number such as 2, 0.4 or 0.125
        ");
        insta::assert_snapshot!(error("pots+.5*tempo"), @"
        '.5' is not a weight
            pots+.5*tempo
                 ^^
        write a number such as 2, 0.4 or 0.125
        ");
        insta::assert_snapshot!(error("pots+*tempo"), @"
        a weight is missing before '*'
            pots+*tempo
                 ^
        write a number such as 2, 0.4 or 0.125
        ");
        insta::assert_snapshot!(error("pots+0.4tempo"), @"
        a '*' is missing between the weight and the evaluator
            pots+0.4tempo
                 ^^^^^^^^
        write 0.4*tempo
        ");
        insta::assert_snapshot!(error("pots+0.4"), @"
        '0.4' is not an evaluator
            pots+0.4
                 ^^^
        a weight is followed by * and an evaluator: 0.4*pots
        ");
        insta::assert_snapshot!(error("pots+tempo*0.4"), @"
        a weight comes before its evaluator
            pots+tempo*0.4
                 ^^^^^^^^^
        write for example 0.4*tempo
        ");
        for weight in ["1.", "1..2", "0x1", "1,5", "nan", "inf", "1e", "½", "1_000", "-", "+"] {
            assert!(Mixture::<Board>::read(&format!("pots+{weight}*tempo")).is_err(), "{weight}");
        }
        for weight in ["1000.001", "1001", "99999999999999999999", "1e300"] {
            assert!(error(&format!("{weight}*pots")).contains("too large"), "{weight}");
        }
    }

    #[test]
    fn whatever_is_typed_is_read_or_refused() {
        let pieces = ["pots", "+", "-", "*", ".", "0", "9", "e", "é", "\u{1f995}", " ", "tempo", ""];
        for (one, two) in pieces.iter().flat_map(|one| pieces.map(|two| (one, two))) {
            for (three, four) in pieces.iter().flat_map(|three| pieces.map(|four| (three, four))) {
                let text = format!("{one}{two}{three}{four}");
                if let Err(error) = Mixture::<Board>::read(&text) {
                    assert!(!error.to_string().is_empty(), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_evaluators_are_those_of_the_game() {
        assert!(Mixture::<connect::Board>::read("lines+0.5*center").is_ok());
        let error = Mixture::<connect::Board>::read("lines+pots").unwrap_err();
        assert_eq!(error.problem(), "this game has no evaluator 'pots'");
    }
}
