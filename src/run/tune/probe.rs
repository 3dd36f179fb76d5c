//! The parameters of a template: which are whole numbers, and how far they may go.
//!
//! Nothing declares what a place in a spec takes, so it is tried: a parameter is a whole number if the strategy cannot be
//! built with a fraction in its place. The options of a bot are texts, whatever they mean; there the bot's own
//! declaration decides (`type spin`), or, without one, whether the parameter is written without a point. The ends of the
//! range are tried too, so a tuning does not fail in the middle.

use std::collections::BTreeSet;

use super::Parameter;
use super::journal::columns;
use crate::play::host::{GameHost, GameSpec};
use crate::players::bots::{BotGame, SpinOption};
use crate::players::strategies::{AnyStrategy, Placeholder, SpecTemplate, StrategySpec};
use crate::run::RunError;
use crate::text::{Decimal, TextError};

/// The parameters of a template, for a game.
pub(crate) fn parameters(template: &SpecTemplate, game: &GameSpec) -> Result<Vec<Parameter>, RunError> {
    let host = game.host().map_err(RunError::Game)?;
    let start: Vec<Decimal> = template.placeholders().iter().map(|known| known.start).collect();
    let probe = Probe { template, host: host.as_ref(), start };
    let strategy = probe.build(&probe.start).map_err(RunError::SpecTemplate)?;
    let options = match strategy.bot() {
        Some(bot) => {
            bot.start(&BotGame::new(game.to_string(), host.start().standard()))
                .map_err(RunError::TunedBot)?;
            Some(bot.spins())
        }
        None => None,
    };
    let numbers = 0..template.placeholders().len();
    let parameters: Result<Vec<Parameter>, TextError> =
        numbers.map(|number| probe.parameter(number, options.as_deref())).collect();
    let parameters = parameters.map_err(RunError::SpecTemplate)?;
    check_columns(template, &parameters).map_err(RunError::SpecTemplate)?;
    Ok(parameters)
}

/// Every parameter needs columns of its own in `tuning.csv`.
fn check_columns(template: &SpecTemplate, parameters: &[Parameter]) -> Result<(), TextError> {
    let mut seen = BTreeSet::new();
    for (number, parameter) in parameters.iter().enumerate() {
        let all = columns(std::slice::from_ref(parameter));
        let new = if number == 0 { all } else { all[columns(&[]).len()..].to_vec() };
        if let Some(column) = new.into_iter().find(|column| !seen.insert(column.clone())) {
            let problem = format!("tuning.csv would have two columns '{column}'");
            return Err(template.error_at(number, problem, "choose another name for this parameter"));
        }
    }
    Ok(())
}

/// Builds the strategy with different values.
struct Probe<'a> {
    template: &'a SpecTemplate,
    host: &'a dyn GameHost,
    start: Vec<Decimal>,
}

impl Probe<'_> {
    fn build(&self, values: &[Decimal]) -> Result<Box<dyn AnyStrategy>, TextError> {
        let rendered = self.template.render(values);
        let spec: Result<StrategySpec, TextError> = rendered.text.parse();
        let built = spec.and_then(|spec| self.host.strategy(&spec));
        built.map_err(|error| self.template.explain(&rendered, &error))
    }

    /// Builds it with another value of one parameter.
    fn try_value(&self, number: usize, value: Decimal) -> Result<(), TextError> {
        let mut values = self.start.clone();
        values[number] = value;
        self.build(&values).map(drop)
    }

    /// A parameter; `options` are those that a bot declared as whole numbers.
    fn parameter(&self, number: usize, options: Option<&[SpinOption]>) -> Result<Parameter, TextError> {
        let known = &self.template.placeholders()[number];
        let spin = options.and_then(|options| self.option(number, options));
        let whole = match (options, spin) {
            (_, Some(_)) => true,
            (Some(_), None) if self.is_option(number) => known.looks_whole,
            _ => self.takes_whole_numbers_alone(number),
        };
        if whole && !known.looks_whole {
            let problem = format!("'{}' takes whole numbers only", known.name);
            return Err(self.template.error_at(number, problem, "write its numbers without decimals"));
        }
        let (step, [low, high]) = match known.bounds {
            Some(bounds) => {
                self.check_bounds(number, bounds, spin)?;
                let step = known.step.unwrap_or_else(|| Parameter::step_of(bounds[0], bounds[1], whole));
                (step, bounds)
            }
            None => self.range(number, known, spin, whole)?,
        };
        Ok(Parameter { name: known.name.clone(), start: known.start, low, high, step, whole })
    }

    /// The option of a bot that a parameter is the value of.
    fn option<'o>(&self, number: usize, options: &'o [SpinOption]) -> Option<&'o SpinOption> {
        let keys = self.template.keys_of(number);
        let names = keys.iter().flatten().filter_map(|key| key.strip_prefix("option."));
        let mut found =
            names.filter_map(|name| options.iter().find(|option| option.name.eq_ignore_ascii_case(name)));
        found.next()
    }

    /// Whether the place of a parameter takes any text: the option of a bot, or its command.
    fn is_option(&self, number: usize) -> bool {
        self.template.keys_of(number).iter().all(|key| key.is_none_or(|key| key.starts_with("option.")))
    }

    fn takes_whole_numbers_alone(&self, number: usize) -> bool {
        let known = &self.template.placeholders()[number];
        let start = known.start.value();
        let middle = known.bounds.map(|[low, high]| f64::midpoint(low.value(), high.value()));
        let fractions =
            [Some(start + 0.5), Some(start - 0.5), middle].into_iter().flatten().map(Decimal::nearest);
        let is_fraction = |value: &Decimal| !value.is_whole();
        let within = |value: &Decimal| known.bounds.is_none_or(|[low, high]| (low..=high).contains(value));
        known.start.is_whole()
            && !fractions
                .filter(is_fraction)
                .filter(within)
                .any(|value| self.try_value(number, value).is_ok())
    }

    /// Checks that a parameter can have all values between its bounds.
    fn check_bounds(
        &self,
        number: usize,
        bounds: [Decimal; 2],
        spin: Option<&SpinOption>,
    ) -> Result<(), TextError> {
        for bound in bounds {
            self.try_value(number, bound)?;
            let Some(option) = spin else { continue };
            let is_outside = option.min.is_some_and(|min| bound < Decimal::whole(min))
                || option.max.is_some_and(|max| bound > Decimal::whole(max));
            if is_outside {
                let shown = |bound: Option<i64>| bound.map_or("any".to_owned(), |bound| bound.to_string());
                let problem = format!(
                    "the bot takes {} from {} to {}, not {bound}",
                    option.name,
                    shown(option.min),
                    shown(option.max)
                );
                return Err(self.template.error_at(number, problem, "narrow the bounds"));
            }
        }
        Ok(())
    }

    /// The step and the range of a parameter without bounds.
    fn range(
        &self,
        number: usize,
        known: &Placeholder,
        spin: Option<&SpinOption>,
        whole: bool,
    ) -> Result<(Decimal, [Decimal; 2]), TextError> {
        let (mut step, [mut low, mut high]) = Parameter::around(known.start, known.step, whole);
        if let Some(SpinOption { min: Some(min), max: Some(max), .. }) = spin {
            (low, high) = (Decimal::whole(*min), Decimal::whole(*max));
            step = known.step.unwrap_or_else(|| Parameter::step_of(low, high, whole));
        } else if let Some(option) = spin {
            low = option.min.map_or(low, |min| low.max(Decimal::whole(min)));
            high = option.max.map_or(high, |max| high.min(Decimal::whole(max)));
        }
        let range = [self.furthest(number, low, whole), self.furthest(number, high, whole)];
        if range[0] >= range[1] || !(range[0]..=range[1]).contains(&known.start) {
            let problem = format!("'{}' has no other value to try", known.name);
            return Err(self.template.error_at(number, problem, "give it bounds that can be played"));
        }
        Ok((step, range))
    }

    /// The value nearest to this end of the range that can be played.
    fn furthest(&self, number: usize, end: Decimal, whole: bool) -> Decimal {
        let nearest =
            |value: f64| if whole { Decimal::nearest_whole(value) } else { Decimal::nearest(value) };
        let end = nearest(end.value());
        if self.try_value(number, end).is_ok() {
            return end;
        }
        let (mut good, mut bad) = (self.start[number], end);
        loop {
            let middle = nearest(f64::midpoint(good.value(), bad.value()));
            if middle == good || middle == bad {
                return good;
            }
            if self.try_value(number, middle).is_ok() {
                good = middle;
            } else {
                bad = middle;
            }
        }
    }
}
