//! Possible values of arguments, from the registries.

use clap_complete::engine::CompletionCandidate;

use super::candidates::paths;
use crate::games::GameInfo;
use crate::players::bots::templates;
use crate::players::strategies::{self, KeyInfo, StrategyInfo};
use crate::report::formats::check;
use crate::run::FormatKind;
use crate::run::{GameSpec, list_games};

/// What an argument takes.
#[derive(Debug, Clone)]
pub(super) enum ArgumentValues {
    /// The names of commands.
    Commands(Vec<String>),
    /// Strategies with their keys, for this game if one was typed.
    Players { game: Option<String> },
    /// Games with their default sizes and variants.
    Games,
    /// Where openings come from.
    Openings,
    /// The formats of tournaments.
    Tournaments,
    /// The formats of check results, optionally with a path.
    Formats,
    /// The names of templates.
    Templates,
    /// Words allowed instead of a number.
    Words(&'static [&'static str]),
}

impl ArgumentValues {
    /// Those that begin as typed.
    pub(super) fn candidates(&self, typed: &str) -> Vec<CompletionCandidate> {
        let all = match self {
            ArgumentValues::Commands(names) => names.iter().map(|name| plain(name)).collect(),
            ArgumentValues::Players { game } => players(typed, game.as_deref()),
            ArgumentValues::Games => games(),
            ArgumentValues::Openings => openings(typed),
            ArgumentValues::Tournaments => FormatKind::ALL.iter().map(|kind| plain(kind.name())).collect(),
            ArgumentValues::Formats => check_formats(typed),
            ArgumentValues::Templates => templates::names().into_iter().map(plain).collect(),
            ArgumentValues::Words(words) => words.iter().map(|word| plain(word)).collect(),
        };
        let begins = |candidate: &CompletionCandidate| {
            candidate.get_value().to_str().is_some_and(|value| value.starts_with(typed))
        };
        all.into_iter().filter(begins).collect()
    }
}

fn plain(value: &str) -> CompletionCandidate {
    CompletionCandidate::new(value)
}

fn described(value: String, description: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(description.to_owned().into()))
}

/// A strategy, or what may follow in the spec that was begun: `smart:6,ev` is completed by `smart:6,eval=`.
fn players(typed: &str, game: Option<&str>) -> Vec<CompletionCandidate> {
    let start = match typed.find(['=', ':', ',']) {
        Some(at) if typed[at..].starts_with('=') => at + 1,
        _ => 0,
    };
    let (name, spec) = typed.split_at(start);
    match (spec.find([':', ',']), spec.rfind([':', ','])) {
        (Some(kind_end), Some(last)) => {
            let infos = strategies::list();
            let info = infos.iter().find(|info| info.name == &spec[..kind_end]);
            let at = start + last + 1;
            info.map_or_else(Vec::new, |info| keys(info, &typed[..at], &typed[at..], game))
        }
        _ => strategies::list().iter().flat_map(|info| kind(info, name, spec)).collect(),
    }
}

/// A strategy after the name of a player, and, once it is typed in full, the colon before its argument.
fn kind(info: &StrategyInfo, name: &str, spec: &str) -> Vec<CompletionCandidate> {
    let mut candidates = vec![described(format!("{name}{}", info.name), info.summary)];
    if info.argument.is_some() && spec == info.name {
        candidates.push(described(format!("{name}{}:", info.name), info.summary));
    }
    candidates
}

/// The keys of a strategy that are not given yet, or the values of the key that is being typed.
fn keys(info: &StrategyInfo, before: &str, part: &str, game: Option<&str>) -> Vec<CompletionCandidate> {
    let Some((typed_key, typed)) = part.split_once('=') else {
        let is_given = |key: &KeyInfo| before.contains(&format!("{}=", key.name));
        let keys = info.keys.iter().filter(|key| !is_given(key));
        return keys.map(|key| described(format!("{before}{}=", key.name), key.summary)).collect();
    };
    let Some(key) = info.keys.iter().find(|key| key.name == typed_key) else { return Vec::new() };
    let value = |value: &str, summary: &str| described(format!("{before}{}={value}", key.name), summary);
    if key.name == strategies::EVALUATOR_KEY {
        let game = game.and_then(|game| game.parse().ok()).or_else(default_game);
        let evaluators = game.as_ref().map_or(&[][..], GameSpec::evaluators);
        // The last name of a mixture, after its weight.
        let mixed = typed.rfind(['+', '-', '*']).map_or("", |sign| &typed[..=sign]);
        let unused = evaluators.iter().filter(|info| !is_in(mixed, info.name));
        return unused.map(|info| value(&format!("{mixed}{}", info.name), info.summary)).collect();
    }
    key.values.split('|').map(|choice| value(choice, key.summary)).collect()
}

/// Whether an evaluator is in the part of a mixture that is already typed.
fn is_in(mixed: &str, name: &str) -> bool {
    mixed.split(['+', '-', '*']).any(|part| part == name)
}

fn default_game() -> Option<GameSpec> {
    list_games().first().and_then(|game| game.name.parse().ok())
}

/// Every game by its name, with its default sizes, by its other names, and with each variant.
fn games() -> Vec<CompletionCandidate> {
    let forms = |info: &GameInfo| {
        let with_sizes = info.name.parse::<GameSpec>().map(|game| game.to_string()).ok();
        let variants = info.variants.iter().filter_map(|variant| {
            with_sizes.as_ref().map(|game| described(format!("{game}:{variant}"), info.summary))
        });
        let sized = with_sizes.clone().filter(|game| game != info.name);
        let aliases = info.aliases.iter().map(|(alias, _)| (*alias).to_owned());
        let plain = [Some(info.name.to_owned()), sized].into_iter().flatten().chain(aliases);
        plain.map(|game| described(game, info.summary)).chain(variants).collect::<Vec<_>>()
    };
    list_games().iter().flat_map(forms).collect()
}

fn openings(typed: &str) -> Vec<CompletionCandidate> {
    if let Some(path) = typed.strip_prefix("file:") {
        return paths(path).iter().map(|path| plain(&format!("file:{path}"))).collect();
    }
    vec![
        described("random".to_owned(), "distinct random positions"),
        described("random:".to_owned(), "positions exactly this many plies from the start"),
        described("balanced".to_owned(), "distinct random positions that are about even"),
        described("balanced:".to_owned(), "the same, exactly this many plies from the start"),
        described("start".to_owned(), "the initial position"),
        described("file:".to_owned(), "a position or a list of moves per line, or games in PGN"),
    ]
}

fn check_formats(typed: &str) -> Vec<CompletionCandidate> {
    if let Some((name, path)) = typed.split_once('=') {
        return paths(path).iter().map(|path| plain(&format!("{name}={path}"))).collect();
    }
    check::LIST.iter().map(|format| described(format.name.to_owned(), format.summary)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &ArgumentValues, typed: &str) -> Vec<String> {
        let candidates = values.candidates(typed);
        candidates.iter().map(|candidate| candidate.get_value().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_spec_is_completed_piece_by_piece() {
        let players = ArgumentValues::Players { game: None };
        assert_eq!(found(&players, "sma"), ["smart"]);
        assert_eq!(found(&players, "smart"), ["smart", "smart:"]);
        assert_eq!(found(&players, "me=smar"), ["me=smart"]);
        assert_eq!(found(&players, "smart:6,ev"), ["smart:6,eval="]);
        assert_eq!(found(&players, "me=smart:ti"), ["me=smart:ties=", "me=smart:time="]);
        assert_eq!(found(&players, "smart:6,eval=ho"), ["smart:6,eval=hoard"]);
        assert_eq!(
            found(&players, "smart:6,eval=pots+0.4*t"),
            ["tempo", "threat"].map(|name| format!("smart:6,eval=pots+0.4*{name}"))
        );
        assert_eq!(found(&players, "me=greedy,eval=pots-d"), ["me=greedy,eval=pots-decisive"]);
        assert_eq!(found(&players, "smart,eval=tempo+p"), ["smart,eval=tempo+pots"]);
        assert_eq!(found(&players, "smart,eval=pots+p"), [] as [&str; 0], "an evaluator comes once");
        assert_eq!(found(&players, "smart:6,extra="), ["smart:6,extra=ply", "smart:6,extra=free"]);
        assert_eq!(found(&players, "smart:6,eval=pots,ev"), [] as [&str; 0], "a key comes once");
        assert_eq!(found(&players, "nobody:6,ev"), [] as [&str; 0]);
    }

    #[test]
    fn evaluators_are_those_of_the_game() {
        let players = |game: &str| ArgumentValues::Players { game: Some(game.to_owned()) };
        assert_eq!(found(&players("connect:4x4x3"), "smart,eval=l"), ["smart,eval=lines"]);
        assert_eq!(found(&players("kalah"), "smart,eval=l"), [] as [&str; 0]);
    }

    #[test]
    fn games_come_with_sizes_and_variants() {
        assert_eq!(found(&ArgumentValues::Games, "ka"), ["kalah", "kalah:6x4", "kalah:6x4:empty-capture"]);
        for game in list_games() {
            let all = found(&ArgumentValues::Games, "");
            let names = [game.name].into_iter().chain(game.aliases.iter().map(|(alias, _)| *alias));
            names.for_each(|name| assert!(all.iter().any(|one| one == name), "{name}"));
        }
    }
}
