//! Strategies that a program adds to the built-in ones.
//!
//! Specs are parsed in many places, so the registry is global. A program fills it once, before it parses
//! its first spec.

use std::sync::{Arc, PoisonError, RwLock};

use super::any::{AnyStrategy, Generic, Maker};
use super::{Options, Strategy, StrategyInfo, StrategySpec};
use crate::games::Game;
use crate::text::{NameTaken, TextError, check_spec_name};

/// Reads the options of a spec and returns what makes the strategy.
type Build = Arc<dyn Fn(Options<'_>) -> Result<Maker, TextError> + Send + Sync>;

struct RegisteredStrategy {
    info: StrategyInfo,
    build: Build,
}

static REGISTERED: RwLock<Vec<RegisteredStrategy>> = RwLock::new(Vec::new());

/// All strategies: the built-in ones, then the registered ones.
pub fn list() -> Vec<StrategyInfo> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    StrategySpec::BUILT_IN.iter().copied().chain(registered.iter().map(|entry| entry.info)).collect()
}

/// Adds a strategy, which specs may name from then on.
///
/// `build` is called with the argument and the keys of a spec, which contain only what `info` allows. It returns what
/// makes the strategy, once for each thread.
///
/// ```
/// use arena::prelude::*;
/// use arena::players::strategies;
///
/// struct Last;
///
/// impl AnyStrategy for Last {
///     fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<Choice, NoChoice> {
///         position.legal_moves().last().map(Choice::unsearched).ok_or(NoChoice::GameOver)
///     }
/// }
///
/// strategies::register(StrategyInfo::new("last", "the last legal move"), |_options| Ok(|| Last))?;
/// let spec: StrategySpec = "last".parse()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register<S, M>(
    info: StrategyInfo,
    build: impl Fn(Options<'_>) -> Result<M, TextError> + Send + Sync + 'static,
) -> Result<(), NameTaken>
where
    S: AnyStrategy + 'static,
    M: Fn() -> S + Send + Sync + 'static,
{
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let taken = StrategySpec::BUILT_IN.iter().chain(registered.iter().map(|entry| &entry.info));
    check_spec_name(info.name, taken.map(|info| info.name))?;
    let build: Build = Arc::new(move |options| {
        let make = build(options)?;
        Ok(Arc::new(move || Box::new(make()) as Box<dyn AnyStrategy>) as Maker)
    });
    registered.push(RegisteredStrategy { info, build });
    Ok(())
}

/// Adds a strategy whose spec is just its name. `make` is called once for each thread.
pub fn register_strategy<S: AnyStrategy + 'static>(
    name: &'static str,
    summary: &'static str,
    make: impl Fn() -> S + Clone + Send + Sync + 'static,
) -> Result<(), NameTaken> {
    register(StrategyInfo::new(name, summary), move |_| Ok(make.clone()))
}

/// Builds a registered strategy for a game; `None` if there is none of that name.
pub(super) fn build<G: Game>(
    name: &str,
    options: Options<'_>,
) -> Option<Result<Box<dyn Strategy<G>>, TextError>> {
    let maker = maker(name, options)?;
    Some(maker.map(|make| Box::new(Generic::new(make)) as Box<dyn Strategy<G>>))
}

fn maker(name: &str, options: Options<'_>) -> Option<Result<Maker, TextError>> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let build = registered.iter().find(|entry| entry.info.name == name)?.build.clone();
    drop(registered);
    Some(build(options))
}
