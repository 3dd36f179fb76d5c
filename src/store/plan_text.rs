//! A plan as it is written in `run.json`.

use serde::{Deserialize, Serialize};

use crate::play::plan::{Digests, Plan, ResolvedPlan, digest_text};
use crate::play::schedule::{Format, FormatKind, Schedule};
use crate::players::strategies::{StrategySpec, as_of_commit};
use crate::stats::{RaceRule, StopRule};
use crate::text::TextError;

/// A plan in the words of its specs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PlanText {
    pub game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    referee_digest: Option<String>,
    /// The players of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<PlayerText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<PlayerText>,
    /// The players of a tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<PlayerText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_games: Option<u64>,
    pub openings: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_digest: Option<String>,
    pub seed: u64,
    /// The number of games per pairing, if the schedule does not decide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    max_plies: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adjudicate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_error: Option<String>,
    /// What a race is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pick: Option<RaceText>,
}

/// What a race is about, as it is written in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RaceText {
    /// The name of the baseline, which is the last player.
    against: Option<String>,
    /// In Elo.
    margin: String,
}

impl RaceText {
    fn rule(&self) -> Option<RaceRule> {
        Some(RaceRule { has_baseline: self.against.is_some(), margin: self.margin.parse().ok()? })
    }
}

/// A player as it is written in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayerText {
    pub name: String,
    pub spec: String,
    /// The digest of the files of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl PlayerText {
    pub(crate) fn new(player: &StrategySpec, digest: Option<u64>) -> PlayerText {
        PlayerText {
            name: player.name().to_owned(),
            spec: player.to_string(),
            digest: digest.map(digest_text),
        }
    }

    fn strategy(&self) -> Option<StrategySpec> {
        let named = |name: &str| {
            let is_it = |player: &StrategySpec| player.name() == name;
            let plain: Option<StrategySpec> = self.spec.parse().ok();
            let short = plain.clone().map(StrategySpec::with_short_name).filter(is_it);
            let named = || format!("{name}={}", self.spec).parse().ok().filter(is_it);
            plain.filter(is_it).or(short).or_else(named)
        };
        named(&self.name).or_else(|| {
            let (bot, commit) = as_of_commit(&self.name)?;
            Some(named(bot)?.at_commit(commit, None))
        })
    }
}

impl PlanText {
    pub(crate) fn of(plan: &ResolvedPlan) -> PlanText {
        let digests = plan.digests.players.iter().copied().chain(std::iter::repeat(None));
        let mut players: Vec<PlayerText> = plan
            .players
            .iter()
            .zip(digests)
            .map(|(player, digest)| PlayerText::new(player, digest))
            .collect();
        let tournament = plan.tournament();
        let (mut a, mut b) = (None, None);
        if tournament.is_none() {
            let mut both = std::mem::take(&mut players).into_iter();
            (a, b) = (both.next(), both.next());
        }
        let (rounds, total_games) = match tournament {
            Some(Format::Swiss { rounds }) => (Some(rounds), None),
            Some(Format::Adaptive { total_games }) => (None, Some(total_games)),
            _ => (None, None),
        };
        let pick = plan.stop.and_then(StopRule::race).map(|RaceRule { has_baseline, margin }| RaceText {
            against: plan.names().last().filter(|_| has_baseline).map(str::to_owned),
            margin: margin.to_string(),
        });
        PlanText {
            pick,
            game: plan.game.to_string(),
            referee_digest: plan.digests.referee.map(digest_text),
            a,
            b,
            players,
            format: tournament.map(|format| format.kind().name().to_owned()),
            rounds,
            total_games,
            openings: plan.openings.to_string(),
            openings_digest: plan.digests.openings.map(digest_text),
            seed: plan.seed,
            games: (plan.schedule.format().kind() != FormatKind::Adaptive).then(|| plan.schedule.games()),
            max_plies: plan.max_plies,
            adjudicate: plan.adjudication.map(|rules| rules.to_string()),
            sprt: plan.stop.and_then(StopRule::sprt).map(|sprt| sprt.to_string()),
            until_error: plan.stop.and_then(StopRule::until_error).map(|limit| limit.to_string()),
        }
    }

    /// All players, in the order of the plan.
    pub(crate) fn players(&self) -> impl Iterator<Item = &PlayerText> {
        self.players.iter().chain(&self.a).chain(&self.b)
    }

    /// The players of a match.
    pub(crate) fn both(&self) -> Option<[&PlayerText; 2]> {
        Some([self.a.as_ref()?, self.b.as_ref()?])
    }

    /// The most pairs of a match.
    pub(crate) fn most_pairs(&self) -> u64 {
        self.games.unwrap_or(0) / 2
    }

    /// The plan, given its hash; `None` if this version has no such plan.
    pub(crate) fn resolved(&self, hash: &str) -> Option<ResolvedPlan> {
        let digest = |text: &Option<String>| u64::from_str_radix(text.as_deref()?, 16).ok();
        let players: Vec<StrategySpec> = self.players().map(PlayerText::strategy).collect::<Option<_>>()?;
        let plan = Plan {
            openings: self.openings.parse().ok()?,
            seed: self.seed,
            max_plies: self.max_plies,
            adjudication: self.adjudicate.as_deref().map(str::parse).transpose().ok()?,
            stop: self.stop_rule().ok()?,
            ..Plan::new(self.game.parse().ok()?, players, self.schedule()?)
        };
        let digests = Digests {
            openings: digest(&self.openings_digest),
            referee: digest(&self.referee_digest),
            players: self.players().map(|player| digest(&player.digest)).collect(),
        };
        let plan = ResolvedPlan { plan, digests };
        (plan.players.len() == plan.schedule.players() && plan.hash() == hash).then_some(plan)
    }

    /// What may end the run early. An error if it is of another version.
    pub(crate) fn stop_rule(&self) -> Result<Option<StopRule>, TextError> {
        let sprt = self.sprt.as_deref().map(|text| text.parse().map(StopRule::Sprt));
        let until_error = self.until_error.as_deref().map(|text| text.parse().map(StopRule::UntilError));
        let race = self.pick.as_ref().and_then(RaceText::rule).map(|rule| Ok(StopRule::Race(rule)));
        sprt.or(until_error).or(race).transpose()
    }

    /// The kind of tournament; a match is a round robin of two.
    pub(crate) fn format_kind(&self) -> FormatKind {
        let kind = self.format.as_ref().and_then(|format| format.parse().ok());
        kind.unwrap_or(FormatKind::RoundRobin)
    }

    fn schedule(&self) -> Option<Schedule> {
        let games = self.games.unwrap_or(0);
        let Some(format) = &self.format else { return Some(Schedule::of_match(games)) };
        let format = match format.parse().ok()? {
            FormatKind::RoundRobin => Format::RoundRobin,
            FormatKind::Gauntlet => Format::Gauntlet,
            FormatKind::Swiss => Format::Swiss { rounds: self.rounds? },
            FormatKind::Adaptive => Format::Adaptive { total_games: self.total_games? },
            FormatKind::Pick => Format::Pick { has_baseline: self.pick.as_ref()?.against.is_some() },
        };
        Schedule::new(self.players().count(), games, format).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(players: &[&str], schedule: Schedule) -> ResolvedPlan {
        let specs = players.iter().map(|player| player.parse().unwrap()).collect();
        let plan = Plan {
            seed: u64::MAX,
            max_plies: Some(40),
            adjudication: Some("resign=600/4,draw=10/8/40".parse().unwrap()),
            stop: Some(StopRule::Sprt("-5,5.5,alpha=0.01,model=logistic".parse().unwrap())),
            ..Plan::new("connect:6x5x4".parse().unwrap(), specs, schedule)
        };
        let digests = Digests {
            openings: Some(77),
            referee: None,
            players: (0..players.len()).map(|i| (i == 1).then_some(i as u64)).collect(),
        };
        ResolvedPlan { plan, digests }
    }

    fn read_back(plan: &ResolvedPlan) -> ResolvedPlan {
        let text = serde_json::to_string(&PlanText::of(plan)).unwrap();
        let text: PlanText = serde_json::from_str(&text).unwrap();
        text.resolved(&plan.hash()).unwrap()
    }

    #[test]
    fn a_plan_is_read_back_as_it_was() {
        let players = ["smart:6,eval=lines", "./bot,time=1s", "deep=smart:8", "x=exec:\"a b, c\",depth=3"];
        let formats = [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 3 }];
        let mut plans: Vec<ResolvedPlan> =
            formats.map(|format| plan(&players, Schedule::new(4, 7, format).unwrap())).to_vec();
        let adaptive = Format::Adaptive { total_games: 500 };
        plans.push(plan(&players, Schedule::new(4, 0, adaptive).unwrap()));
        plans.push(plan(&players[..2], Schedule::of_match(9)));
        let mut versions = plan(&players[1..3], Schedule::of_match(9));
        versions.plan.players[1] = versions.players[0].clone().at_commit("0123abcd", None);
        plans.push(versions);
        let mut short = plan(&["./bot,deterministic=yes", "bad"], Schedule::of_match(9));
        short.plan = short.plan.with_short_names();
        assert_eq!(short.players[0].name(), "./bot");
        plans.push(short);
        let mut plain = plan(&players[2..], Schedule::of_match(0));
        (plain.plan.max_plies, plain.plan.stop) = (None, None);
        plans.push(plain);
        for plan in plans {
            let again = read_back(&plan);
            assert_eq!((again.hash(), PlanText::of(&again)), (plan.hash(), PlanText::of(&plan)));
        }
    }

    #[test]
    fn a_plan_that_was_changed_is_not_read() {
        let plan = plan(&["bad", "random"], Schedule::of_match(9));
        let text = PlanText::of(&plan);
        assert!(text.resolved("0123").is_none());
        assert!(PlanText { seed: 3, ..text }.resolved(&plan.hash()).is_none());
        assert!(PlanText::default().resolved(&plan.hash()).is_none());
    }
}
