//! A spec with parameters in braces: `smart:4,eval=pots+{tempo:0.4:0..2}*tempo`.
//!
//! ```text
//! {name:start}             a parameter and its value before tuning
//! {name:start:low..high}   with bounds
//! {name:start:…:step}      with the distance at which values are tried at first
//! {name}                   the same parameter again
//! {{ }}                    braces
//! ```
//!
//! A template is rendered with values into the text of a spec. If that text is wrong, the error points at the place in
//! the template that it comes from.

use std::ops::Range;

use super::StrategySpec;
use crate::text::{Decimal, TextError, did_you_mean, parts};

/// The form of a parameter, for errors.
const FORM: &str =
    "a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}";

/// The longest name of a parameter.
const LONGEST_NAME: usize = 32;

/// The most parameters.
const MOST: usize = 64;

/// The key whose values are sums, in which a sign in front of a number is an operator.
const SUMS: &str = "eval=";

/// A spec with parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpecTemplate {
    text: String,
    pieces: Vec<Piece>,
    placeholders: Vec<Placeholder>,
}

/// A part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// Text that stays, at this place.
    Plain(Range<usize>),
    /// One brace, where two are written.
    Brace(usize),
    /// A parameter, by its number, at this place.
    Parameter(usize, Range<usize>),
}

/// A parameter as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placeholder {
    /// Its name.
    pub name: String,
    /// The value before tuning.
    pub start: Decimal,
    /// The bounds, if there are any.
    pub bounds: Option<[Decimal; 2]>,
    /// The step, if there is one.
    pub step: Option<Decimal>,
    /// Whether all its numbers are written without a point.
    pub looks_whole: bool,
    /// The place of its first full form in the template, braces included.
    pub place: Range<usize>,
}

/// The text of a spec, and where each part of it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// The text.
    pub text: String,
    /// The end of each part in the text, its place in the template, and whether it is a parameter.
    sources: Vec<(usize, Range<usize>, bool)>,
}

impl SpecTemplate {
    /// The player with these values.
    pub(crate) fn player(&self, name: &str, values: &[Decimal]) -> Result<StrategySpec, TextError> {
        let rendered = self.render(values);
        let spec: Result<StrategySpec, TextError> = rendered.text.parse();
        let spec = spec.map_err(|error| self.explain(&rendered, &error))?;
        format!("{name}={spec}").parse()
    }

    /// Reads a template.
    pub(crate) fn read(typed: &str) -> Result<SpecTemplate, TextError> {
        let text = typed.trim();
        let mut template =
            SpecTemplate { text: text.to_owned(), pieces: Vec::new(), placeholders: Vec::new() };
        let mut repeats = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let brace = text[at..].find(['{', '}']).map_or(text.len(), |found| at + found);
            if brace > at {
                template.pieces.push(Piece::Plain(at..brace));
            }
            at = match &text[brace..] {
                "" => brace,
                rest if rest.starts_with("{{") || rest.starts_with("}}") => {
                    template.pieces.push(Piece::Brace(brace));
                    brace + 2
                }
                rest if rest.starts_with('}') => {
                    let advice = format!("{FORM}; for a brace that is not one, write }}}}");
                    return Err(TextError::new(
                        text,
                        brace..brace + 1,
                        "this brace closes no parameter",
                        advice,
                    ));
                }
                rest => {
                    let end = rest[1..].find(['{', '}']).map(|found| brace + 1 + found);
                    match end.filter(|&end| text[end..].starts_with('}')) {
                        Some(end) => {
                            template.add(brace..end + 1, &mut repeats)?;
                            end + 1
                        }
                        None => return Err(unclosed(text, brace..end.unwrap_or(text.len()))),
                    }
                }
            };
        }
        template.resolve(&repeats)?;
        template.check()?;
        Ok(template)
    }

    /// Adds what stands at a place, in braces.
    fn add(
        &mut self,
        place: Range<usize>,
        repeats: &mut Vec<(usize, Range<usize>)>,
    ) -> Result<(), TextError> {
        let inside = place.start + 1..place.end - 1;
        let text = &self.text;
        let fields: Vec<(Range<usize>, &str)> = parts(&text[inside.clone()], ':')
            .map(|(at, field)| (inside.start + at.start..inside.start + at.end, field))
            .collect();
        let [(name_at, name), numbers @ ..] = fields.as_slice() else { unreachable!("a text has a part") };
        check_name(text, name_at.clone(), name)?;
        if numbers.is_empty() {
            repeats.push((self.pieces.len(), place.clone()));
            self.pieces.push(Piece::Parameter(usize::MAX, place));
            return Ok(());
        }
        let placeholder = read_numbers(text, (*name).to_owned(), place.clone(), numbers)?;
        let number = match self.placeholders.iter().position(|known| known.name == placeholder.name) {
            Some(number) => {
                let known = &self.placeholders[number];
                if (known.start, known.bounds, known.step)
                    != (placeholder.start, placeholder.bounds, placeholder.step)
                {
                    let problem = format!("'{name}' is already {}", &text[known.place.clone()]);
                    let advice = format!("write {{{name}}} to use it again, or choose another name");
                    return Err(TextError::new(text, place, problem, advice));
                }
                number
            }
            None => {
                self.placeholders.push(placeholder);
                self.placeholders.len() - 1
            }
        };
        self.pieces.push(Piece::Parameter(number, place));
        Ok(())
    }

    /// Finds the parameters that are used again.
    fn resolve(&mut self, repeats: &[(usize, Range<usize>)]) -> Result<(), TextError> {
        for (piece, place) in repeats {
            let name = &self.text[place.start + 1..place.end - 1];
            let Some(number) = self.placeholders.iter().position(|known| known.name == name) else {
                let names: Vec<&str> = self.placeholders.iter().map(|known| known.name.as_str()).collect();
                let advice = match names.as_slice() {
                    [] => format!("give it a start value, for example {{{name}:0.4}}"),
                    names => {
                        let near = did_you_mean(name, "parameters", names);
                        format!("give it a start value, for example {{{name}:0.4}}; {near}")
                    }
                };
                let problem = format!("the parameter '{name}' has no start value");
                return Err(TextError::new(&self.text, place.clone(), problem, advice));
            };
            self.pieces[*piece] = Piece::Parameter(number, place.clone());
        }
        Ok(())
    }

    /// Checks that there is something to tune.
    fn check(&self) -> Result<(), TextError> {
        if self.placeholders.is_empty() {
            return Err(TextError::whole(&self.text, "there is no parameter to tune", FORM));
        }
        if let Some(surplus) = self.placeholders.get(MOST) {
            let problem = format!("at most {MOST} parameters can be tuned together");
            return Err(TextError::new(&self.text, surplus.place.clone(), problem, "tune fewer at a time"));
        }
        Ok(())
    }

    /// The template as it was written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The parameters, in the order of their first full forms.
    pub(crate) fn placeholders(&self) -> &[Placeholder] {
        &self.placeholders
    }

    /// An error at a parameter.
    pub(crate) fn error_at(
        &self,
        parameter: usize,
        problem: impl Into<String>,
        advice: impl Into<String>,
    ) -> TextError {
        TextError::new(&self.text, self.placeholders[parameter].place.clone(), problem, advice)
    }

    /// The key that a parameter is the whole value of, each time it is used: `option.king`.
    pub(crate) fn keys_of(&self, parameter: usize) -> Vec<Option<&str>> {
        let used = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Parameter(number, place) if *number == parameter => Some(place),
            _ => None,
        });
        used.map(|place| {
            let (before, behind) = (&self.text[..place.start], &self.text[place.end..]);
            let key = before.rsplit(',').next()?.strip_suffix('=')?;
            (behind.is_empty() || behind.starts_with(',')).then_some(key)
        })
        .collect()
    }

    /// The text with these values, one for each parameter.
    pub(crate) fn render(&self, values: &[Decimal]) -> Rendered {
        let mut rendered = Rendered { text: String::new(), sources: Vec::new() };
        for piece in &self.pieces {
            match piece {
                Piece::Plain(place) => rendered.push(&self.text[place.clone()], place.clone(), false),
                Piece::Brace(at) => rendered.push(&self.text[*at..][..1], *at..*at + 2, false),
                Piece::Parameter(number, place) => {
                    let value = values[*number];
                    if value.is_negative() && rendered.flip_operator() {
                        rendered.push(&value.abs().to_string(), place.clone(), true);
                    } else {
                        rendered.push(&value.to_string(), place.clone(), true);
                    }
                }
            }
        }
        rendered
    }

    /// An error in a rendered text, at the place in the template.
    pub(crate) fn explain(&self, rendered: &Rendered, error: &TextError) -> TextError {
        if error.text() != rendered.text {
            return TextError::whole(&self.text, error.problem(), error.advice());
        }
        let place = error.place();
        let from = rendered.source(place.start).start_at(place.start);
        let to = rendered.source(place.end.saturating_sub(1).max(place.start)).end_at(place.end);
        TextError::new(&self.text, from..to.max(from), error.problem(), error.advice())
    }
}

impl Rendered {
    fn push(&mut self, text: &str, place: Range<usize>, is_parameter: bool) {
        self.text.push_str(text);
        self.sources.push((self.text.len(), place, is_parameter));
    }

    /// Turns the `+` or `-` between two terms of a sum that the text ends with into the other; says whether there is one.
    fn flip_operator(&mut self) -> bool {
        let is_sum = self
            .text
            .rsplit(',')
            .next()
            .is_some_and(|part| part.split_once(SUMS).is_some_and(|(_, sum)| sum.len() > 1));
        let flipped = match self.text.as_bytes().last() {
            Some(b'+') if is_sum => '-',
            Some(b'-') if is_sum => '+',
            _ => return false,
        };
        self.text.pop();
        self.text.push(flipped);
        true
    }

    fn source(&self, at: usize) -> RenderedPart<'_> {
        let number = self.sources.partition_point(|&(end, ..)| end <= at).min(self.sources.len() - 1);
        let begins = number.checked_sub(1).map_or(0, |before| self.sources[before].0);
        let (_, place, is_parameter) = &self.sources[number];
        RenderedPart { begins, place, is_parameter: *is_parameter }
    }
}

/// A part of a rendered text, which begins there and comes from this place.
struct RenderedPart<'a> {
    begins: usize,
    place: &'a Range<usize>,
    is_parameter: bool,
}

impl RenderedPart<'_> {
    /// Where something begins that begins there in the text.
    fn start_at(&self, at: usize) -> usize {
        if self.is_parameter {
            self.place.start
        } else {
            (self.place.start + at - self.begins).min(self.place.end)
        }
    }

    /// Where something ends that ends there in the text.
    fn end_at(&self, at: usize) -> usize {
        if self.is_parameter {
            self.place.end
        } else {
            (self.place.start + at - self.begins).min(self.place.end)
        }
    }
}

fn unclosed(text: &str, place: Range<usize>) -> TextError {
    TextError::new(text, place, "the closing brace is missing", FORM)
}

fn check_name(text: &str, place: Range<usize>, name: &str) -> Result<(), TextError> {
    let problem = if name.is_empty() {
        "the name of the parameter is missing".to_owned()
    } else if name.len() > LONGEST_NAME {
        format!("the name of a parameter has at most {LONGEST_NAME} characters")
    } else if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        format!("the name of a parameter begins with a letter, not with '{}'", &name[..name.len().min(1)])
    } else if let Some(bad) = name.chars().find(|&c| !c.is_ascii_alphanumeric() && c != '_') {
        format!("the name of a parameter cannot contain '{bad}'")
    } else {
        return Ok(());
    };
    Err(TextError::new(text, place, problem, FORM))
}

/// Reads what follows the name of a parameter.
fn read_numbers(
    text: &str,
    name: String,
    place: Range<usize>,
    fields: &[(Range<usize>, &str)],
) -> Result<Placeholder, TextError> {
    let wrong = |at: &Range<usize>, problem: String| TextError::new(text, at.clone(), problem, FORM);
    let read = |at: &Range<usize>, field: &str| {
        field.parse::<Decimal>().map_err(|problem| {
            let problem =
                if field.is_empty() { "a number is missing".to_owned() } else { problem.to_string() };
            let advice = format!("write plain decimals with up to three places; {FORM}");
            TextError::new(text, at.clone(), problem, advice)
        })
    };
    let [(start_at, start_text), rest @ ..] = fields else { unreachable!("there is a start value") };
    let start = read(start_at, start_text)?;
    let (range, step) = match rest {
        [] => (None, None),
        [(at, field)] if field.contains("..") => (Some((at, *field)), None),
        [(at, field)] => (None, Some((at, *field))),
        [(bounds_at, bounds), (step_at, step)] => (Some((bounds_at, *bounds)), Some((step_at, *step))),
        [.., (last, _)] => return Err(wrong(last, "a parameter has at most four parts".to_owned())),
    };
    let mut bounds = None;
    if let Some((at, field)) = range {
        let Some((low, high)) = field.split_once("..") else {
            return Err(wrong(at, format!("'{field}' is not a range")));
        };
        let (low_at, high_at) = (at.start..at.start + low.len(), at.end - high.len()..at.end);
        let [low, high] = [read(&low_at, low)?, read(&high_at, high)?];
        if low >= high {
            let advice = format!("write the smaller number first: {high}..{low}");
            let (problem, advice) = if low == high {
                (format!("the bounds {low} and {high} leave nothing to tune"), FORM.to_owned())
            } else {
                (format!("the bounds are reversed: {low} is above {high}"), advice)
            };
            return Err(TextError::new(text, at.clone(), problem, advice));
        }
        if !(low..=high).contains(&start) {
            let problem = format!("the start value {start} is not between the bounds {low} and {high}");
            let advice = "start within the bounds, or widen them";
            return Err(TextError::new(text, start_at.start..at.end, problem, advice));
        }
        bounds = Some([low, high]);
    }
    let step = step.map(|(at, field)| match read(at, field)? {
        step if step < Decimal::SMALLEST => Err(wrong(at, format!("the step must be above 0, not {step}"))),
        step if bounds.is_some_and(|[low, high]| step.value() > high.value() - low.value()) => {
            Err(wrong(at, format!("the step {step} is larger than the range")))
        }
        step => Ok(step),
    });
    let looks_whole = !text[start_at.start..place.end].replace("..", "").contains('.');
    Ok(Placeholder { name, start, bounds, step: step.transpose()?, looks_whole, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> SpecTemplate {
        SpecTemplate::read(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn rendered(text: &str, values: &[&str]) -> String {
        let values: Vec<Decimal> = values.iter().map(|value| value.parse().unwrap()).collect();
        read(text).render(&values).text
    }

    #[test]
    fn parameters_are_read_with_start_bounds_and_step() {
        let template =
            read("smart:{d:4:1..6},eval=pots+{tempo:0.4}*tempo-{x:-1:-2..0.5:0.25}*hoard+{y:2:1}*mobility");
        let shown: Vec<String> = template
            .placeholders()
            .iter()
            .map(|known| {
                let bounds = known.bounds.map(|[low, high]| format!(" {low}..{high}")).unwrap_or_default();
                let step = known.step.map(|step| format!(" by {step}")).unwrap_or_default();
                let whole = if known.looks_whole { " whole" } else { "" };
                format!("{} {}{bounds}{step}{whole}", known.name, known.start)
            })
            .collect();
        assert_eq!(shown, ["d 4 1..6 whole", "tempo 0.4", "x -1 -2..0.5 by 0.25", "y 2 by 1 whole"]);
    }

    #[test]
    fn values_take_the_places_of_their_parameters() {
        assert_eq!(rendered("smart:{d:4},nodes={n:100}", &["3", "250"]), "smart:3,nodes=250");
        assert_eq!(rendered("{{a}} {x:1} {x} {x:1}", &["0.25"]), "{a} 0.25 0.25 0.25");
        assert_eq!(rendered("a={x}+{x:1}", &["2"]), "a=2+2");
        let sum = "smart:4,eval=pots+{a:1}*tempo-{b:1}*hoard";
        assert_eq!(rendered(sum, &["-0.5", "-2"]), "smart:4,eval=pots-0.5*tempo+2*hoard");
        assert_eq!(rendered("smart:4,eval={a:1}*pots", &["-1"]), "smart:4,eval=-1*pots");
        assert_eq!(rendered("./bot,option.x=-{a:1}", &["-1"]), "./bot,option.x=--1");
    }

    #[test]
    fn a_parameter_that_is_a_whole_value_is_known_by_its_key() {
        let template = read("./bot,option.king={king:50},option.b=x{b:1},depth={c:3},option.d={c}");
        assert_eq!(template.keys_of(0), [Some("option.king")]);
        assert_eq!(template.keys_of(1), [None]);
        assert_eq!(template.keys_of(2), [Some("depth"), Some("option.d")]);
    }

    #[test]
    fn errors_point_at_their_places() {
        let shown = |text: &str| SpecTemplate::read(text).unwrap_err().to_string();
        insta::assert_snapshot!(shown("smart:4"), @"
        there is no parameter to tune
            smart:4
            ^^^^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("smart:4,eval=pots+{tempo:0.4*tempo"), @"
        the closing brace is missing
            smart:4,eval=pots+{tempo:0.4*tempo
                              ^^^^^^^^^^^^^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("smart:{depth:4{x:1}"), @"
        the closing brace is missing
            smart:{depth:4{x:1}
                  ^^^^^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("smart:4}"), @"
        this brace closes no parameter
            smart:4}
                   ^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}; for a brace that is not one, write }}
        ");
        insta::assert_snapshot!(shown("smart:{depth:4:6..1}"), @"
        the bounds are reversed: 6 is above 1
            smart:{depth:4:6..1}
                           ^^^^
        write the smaller number first: 1..6
        ");
        insta::assert_snapshot!(shown("smart:{depth:4:4..4}"), @"
        the bounds 4 and 4 leave nothing to tune
            smart:{depth:4:4..4}
                           ^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("smart:{depth:9:1..6}"), @"
        the start value 9 is not between the bounds 1 and 6
            smart:{depth:9:1..6}
                         ^^^^^^
        start within the bounds, or widen them
        ");
        insta::assert_snapshot!(shown("smart:{depth:4,nodes=5k"), @"
        the closing brace is missing
            smart:{depth:4,nodes=5k
                  ^^^^^^^^^^^^^^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{tempo:1e9}"), @"
        '1e9' is not a number
            a{tempo:1e9}
                    ^^^
        write plain decimals with up to three places; a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{tempo:0.4:0..}"), @"
        a number is missing
            a{tempo:0.4:0..}
                           ^
        write plain decimals with up to three places; a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{tempo:0.4:0..1:0}"), @"
        the step must be above 0, not 0
            a{tempo:0.4:0..1:0}
                             ^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{tempo:0.4:0..1:1:1}"), @"
        a parameter has at most four parts
            a{tempo:0.4:0..1:1:1}
                               ^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{0tempo:0.4}"), @"
        the name of a parameter begins with a letter, not with '0'
            a{0tempo:0.4}
              ^^^^^^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{:0.4}"), @"
        the name of the parameter is missing
            a{:0.4}
              ^
        a parameter is {name:start}, with bounds {name:start:low..high}, for example {tempo:0.4:0..2}
        ");
        insta::assert_snapshot!(shown("a{tempo:0.4}{temp}"), @"
        the parameter 'temp' has no start value
            a{tempo:0.4}{temp}
                        ^^^^^^
        give it a start value, for example {temp:0.4}; did you mean 'tempo'?
        ");
        insta::assert_snapshot!(shown("a{tempo:0.4}{tempo:0.5}"), @"
        'tempo' is already {tempo:0.4}
            a{tempo:0.4}{tempo:0.5}
                        ^^^^^^^^^^^
        write {tempo} to use it again, or choose another name
        ");
    }

    #[test]
    fn an_error_in_the_rendered_text_points_into_the_template() {
        let template = read("smart:4,eval=pots+{w:1}*tempo,tise=first");
        let values = [Decimal::whole(1_000_000)];
        let rendered = template.render(&values);
        let at = |part: &str| {
            let start = rendered.text.find(part).unwrap();
            let error = TextError::new(&rendered.text, start..start + part.len(), "wrong", "mend it");
            template.explain(&rendered, &error).to_string()
        };
        insta::assert_snapshot!(at("1000000"), @"
        wrong
            smart:4,eval=pots+{w:1}*tempo,tise=first
                              ^^^^^
        mend it
        ");
        insta::assert_snapshot!(at("tise"), @"
        wrong
            smart:4,eval=pots+{w:1}*tempo,tise=first
                                          ^^^^
        mend it
        ");
        insta::assert_snapshot!(at("+1000000*tempo"), @"
        wrong
            smart:4,eval=pots+{w:1}*tempo,tise=first
                             ^^^^^^^^^^^^
        mend it
        ");
    }
}
