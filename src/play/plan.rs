//! The plan: everything that determines the games of a run.

use std::collections::HashSet;
use std::ops::Deref;

use crate::digest::Digest;
use crate::play::adjudication::Adjudication;
use crate::play::host::GameSpec;
use crate::play::openings::OpeningsSpec;
use crate::play::schedule::{Format, FormatKind, GROUP, Schedule};
use crate::players::strategies::StrategySpec;
use crate::stats::StopRule;

/// What is to be played, as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub game: GameSpec,
    /// Their names differ.
    pub players: Vec<StrategySpec>,
    pub openings: OpeningsSpec,
    pub seed: u64,
    /// Who meets whom, and how often.
    pub schedule: Schedule,
    /// The most plies of a game.
    pub max_plies: Option<u32>,
    /// What the scores of the players end games by.
    pub adjudication: Option<Adjudication>,
    /// What may end the run before all games are played.
    pub stop: Option<StopRule>,
}

/// A plan with the digests of everything outside of arena that determines its games.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedPlan {
    pub plan: Plan,
    pub digests: Digests,
}

/// The digests of the files that a plan names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digests {
    /// Of a file of openings.
    pub openings: Option<u64>,
    /// Of the program that knows the rules, if it is not this one.
    pub referee: Option<u64>,
    /// Of each player that is a program.
    pub players: Vec<Option<u64>>,
}

/// Why the same plan may give other games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Variation {
    /// A clock limits a player.
    Clock,
    /// The bots of these names may choose other moves.
    Bots(Vec<String>),
    /// A match came out differently with the same seed.
    Match,
}

/// A digest as it is recorded.
pub(crate) fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}

impl Deref for ResolvedPlan {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

impl Plan {
    /// A plan with the default openings of its game, seed 1, no limit of plies and no rule to stop earlier.
    pub(crate) fn new(game: GameSpec, players: Vec<StrategySpec>, schedule: Schedule) -> Plan {
        let openings = game.default_openings();
        Plan { game, players, openings, seed: 1, schedule, max_plies: None, adjudication: None, stop: None }
    }

    /// The format of a tournament; `None` for a match.
    pub(crate) fn tournament(&self) -> Option<Format> {
        let format = self.schedule.format();
        (format != Format::RoundRobin || self.players.len() != 2).then_some(format)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(StrategySpec::name)
    }

    /// Why the same plan may give other games, if it may.
    pub(crate) fn variation(&self, reproducible: bool) -> Option<Variation> {
        let bots = self.players.iter().filter(|player| player.is_unpredictable());
        let bots: Vec<String> = bots.map(|player| player.name().to_owned()).collect();
        match reproducible {
            true => None,
            false if self.game.is_match() => Some(Variation::Match),
            false if bots.is_empty() => Some(Variation::Clock),
            false => Some(Variation::Bots(bots)),
        }
    }

    /// The same plan with names without bookkeeping, where they stay distinct.
    #[must_use]
    pub(crate) fn with_short_names(&self) -> Plan {
        let short: Vec<StrategySpec> =
            self.players.iter().map(|player| player.clone().with_short_name()).collect();
        let is_distinct = |at: usize| {
            let name = short[at].name();
            let others = short.iter().chain(&self.players).filter(|other| other.name() == name);
            others.count() == if self.players[at].name() == name { 2 } else { 1 }
        };
        let players = (0..short.len())
            .map(|at| if is_distinct(at) { &short[at] } else { &self.players[at] }.clone())
            .collect();
        Plan { players, ..self.clone() }
    }

    /// The place of the first player that has the same name as an earlier one.
    pub(crate) fn repeated_name(players: &[StrategySpec]) -> Option<usize> {
        let mut seen = HashSet::new();
        players.iter().position(|player| !seen.insert(player.name()))
    }
}

impl ResolvedPlan {
    /// The hash of the plan: equal for two runs that play the same games.
    pub(crate) fn hash(&self) -> String {
        let Digests { openings, referee, players } = &self.digests;
        let mut parts = vec![self.game.to_string()];
        parts.extend(self.players.iter().flat_map(|player| [player.name().to_owned(), player.to_string()]));
        parts.extend([self.openings.to_string(), openings.map(digest_text).unwrap_or_default()]);
        let games =
            if self.schedule.format().kind() == FormatKind::Adaptive { 0 } else { self.schedule.games() };
        parts.push(format!("{} {games} {:?}", self.seed, self.max_plies));
        parts.extend(self.adjudication.map(|rules| rules.to_string()));
        parts.extend(self.stop.map(|rule| rule.to_string()));
        parts.extend(referee.map(digest_text));
        parts.extend(players.iter().flatten().copied().map(digest_text));
        if let Some(format) = self.tournament() {
            let detail = match format {
                Format::RoundRobin | Format::Gauntlet | Format::Pick { .. } => String::new(),
                Format::Swiss { rounds: number } | Format::Adaptive { total_games: number } => {
                    number.to_string()
                }
            };
            parts.extend([format.kind().name().to_owned(), detail]);
            if format.kind().chooses_by_results() {
                parts.push(format!("by one pair in {GROUP}"));
            }
        }
        digest_text(Digest::of(parts.iter().map(String::as_str)))
    }

    /// Whether it is the shorter plan with more games. Random openings may be written differently: whether they are the
    /// same depends on the game.
    pub(crate) fn is_longer_than(&self, shorter: &ResolvedPlan) -> bool {
        let are_random = |plan: &Plan| matches!(plan.openings.source(), OpeningsSpec::Random(_));
        let are_alike =
            are_random(self) && are_random(shorter) && self.openings.skipped() == shorter.openings.skipped();
        let openings = if are_alike { shorter } else { self }.openings.clone();
        let plan = Plan { schedule: shorter.schedule.clone(), openings, ..self.plan.clone() };
        let cut = ResolvedPlan { plan, digests: self.digests.clone() };
        let kind = |plan: &Plan| plan.schedule.format().kind();
        kind(self) == kind(shorter)
            && self.schedule.players() == shorter.schedule.players()
            && self.schedule.total_games() > shorter.schedule.total_games()
            && cut.hash() == shorter.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_where_they_stay_distinct() {
        let names = |players: &[&str]| {
            let players = players.iter().map(|player| player.parse().unwrap()).collect();
            let plan = Plan::new("kalah".parse().unwrap(), players, Schedule::of_match(10));
            plan.with_short_names().names().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(names(&["./a,deterministic=yes", "./b,memory=1G,depth=4"]), ["./a", "./b,depth=4"]);
        for same in [["./a,deterministic=yes", "./a"], ["./a,memory=1G", "./a,memory=2G"], ["bad", "random"]]
        {
            assert_eq!(names(&same), same);
        }
    }

    #[test]
    fn a_longer_plan_differs_only_in_games_and_the_spec_of_random_openings() {
        let players = ["bad", "random"].map(|player| player.parse().unwrap()).to_vec();
        let plan = Plan {
            stop: Some(StopRule::Sprt("-5,5.5".parse().unwrap())),
            ..Plan::new("connect:6x5x4".parse().unwrap(), players, Schedule::of_match(10))
        };
        let ten = ResolvedPlan { plan, digests: Digests::default() };
        let with = |change: &dyn Fn(&mut Plan)| {
            let mut plan = ten.clone();
            plan.plan.schedule = Schedule::of_match(20);
            change(&mut plan.plan);
            plan
        };
        let twenty = with(&|_| ());
        assert!(twenty.is_longer_than(&ten) && !ten.is_longer_than(&twenty) && !ten.is_longer_than(&ten));
        let openings = |text: &str| with(&|plan| plan.openings = text.parse().unwrap());
        assert!(openings("random:6").is_longer_than(&ten) && !openings("start").is_longer_than(&ten));
        assert!(!with(&|plan| plan.seed = 3).is_longer_than(&ten));
        assert!(!with(&|plan| plan.stop = None).is_longer_than(&ten));
    }
}
