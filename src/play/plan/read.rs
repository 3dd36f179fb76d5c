//! Reads a plan back from `run.json`.

use serde_json::{Map, Value};

use super::{Digests, Plan, ResolvedPlan};
use crate::play::openings::OpeningsSpec;
use crate::play::schedule::{Format, Kind, Schedule};
use crate::players::strategies::StrategySpec;

impl ResolvedPlan {
    /// The plan of a `run.json`, given its fields and its hash; `None` if this version has no such plan.
    pub(crate) fn read(fields: &Map<String, Value>, hash: &str) -> Option<ResolvedPlan> {
        let text = |key: &str| fields.get(key).and_then(Value::as_str);
        let number = |key: &str| fields.get(key).and_then(Value::as_u64);
        let listed = fields.get("players").and_then(Value::as_array).into_iter().flatten();
        let players: Vec<&Value> =
            listed.chain(["a", "b"].iter().filter_map(|key| fields.get(*key))).collect();
        let games = number("games").unwrap_or(0);
        let schedule = match text("format") {
            None => Schedule::of_match(games),
            Some(format) => {
                let format = match format.parse().ok()? {
                    Kind::RoundRobin => Format::RoundRobin,
                    Kind::Gauntlet => Format::Gauntlet,
                    Kind::Swiss => Format::Swiss { rounds: number("rounds")? },
                    Kind::Adaptive => Format::Adaptive { total_games: number("total_games")? },
                };
                Schedule::new(players.len(), games, format).ok()?
            }
        };
        let digest = |text: Option<&str>| text.and_then(|text| u64::from_str_radix(text, 16).ok());
        let digests = Digests {
            openings: digest(text("openings_digest")),
            referee: digest(text("referee_digest")),
            players: players
                .iter()
                .map(|player| digest(player.get("digest").and_then(Value::as_str)))
                .collect(),
        };
        let plan = Plan {
            game: text("game")?.parse().ok()?,
            players: players.into_iter().map(player).collect::<Option<_>>()?,
            openings: text("openings")?.parse().ok()?,
            seed: number("seed")?,
            schedule,
            max_plies: number("max_plies").map(u32::try_from).transpose().ok()?,
            sprt: text("sprt").map(str::parse).transpose().ok()?,
        };
        let plan = ResolvedPlan { plan, digests };
        (plan.players.len() == plan.schedule.players() && plan.hash() == hash).then_some(plan)
    }

    /// Whether it is the shorter plan with more games. Random openings may be written differently: whether they are the
    /// same depends on the game.
    pub(crate) fn is_longer_than(&self, shorter: &ResolvedPlan) -> bool {
        let are_random = |plan: &ResolvedPlan| matches!(plan.openings.source(), OpeningsSpec::Random(_));
        let are_alike =
            are_random(self) && are_random(shorter) && self.openings.skipped() == shorter.openings.skipped();
        let openings = if are_alike { shorter } else { self }.openings.clone();
        let plan = Plan { schedule: shorter.schedule.clone(), openings, ..self.plan.clone() };
        let cut = ResolvedPlan { plan, digests: self.digests.clone() };
        let kind = |plan: &ResolvedPlan| plan.schedule.format().kind();
        kind(self) == kind(shorter)
            && self.schedule.players() == shorter.schedule.players()
            && self.schedule.total_games() > shorter.schedule.total_games()
            && cut.hash() == shorter.hash()
    }
}

/// A player by its name and spec.
fn player(fields: &Value) -> Option<StrategySpec> {
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    let (name, spec) = (text("name")?, text("spec")?);
    let plain: Option<StrategySpec> = spec.parse().ok();
    let is_it = |player: &StrategySpec| player.name() == name;
    plain.filter(is_it).or_else(|| format!("{name}={spec}").parse().ok().filter(is_it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::host::GameSpec;

    fn plan(players: &[&str], schedule: Schedule) -> ResolvedPlan {
        let game: GameSpec = "connect:6x5x4".parse().unwrap();
        let specs = players.iter().map(|player| player.parse().unwrap()).collect();
        let plan = Plan {
            seed: u64::MAX,
            max_plies: Some(40),
            sprt: Some("-5,5.5,alpha=0.01,model=logistic".parse().unwrap()),
            ..Plan::new(game, specs, schedule)
        };
        let digests = Digests {
            openings: Some(77),
            referee: None,
            players: (0..players.len()).map(|i| (i == 1).then_some(i as u64)).collect(),
        };
        ResolvedPlan { plan, digests }
    }

    /// The same with some fields changed.
    fn with(plan: &ResolvedPlan, change: impl Fn(&mut Plan)) -> ResolvedPlan {
        let mut changed = plan.clone();
        change(&mut changed.plan);
        changed
    }

    fn read(plan: &ResolvedPlan) -> Option<ResolvedPlan> {
        let Value::Object(fields) = serde_json::to_value(plan.text()).unwrap() else { unreachable!() };
        ResolvedPlan::read(&fields, &plan.hash())
    }

    #[test]
    fn a_plan_is_read_back_as_it_was() {
        let players = ["smart:6,eval=lines", "./bot,time=1s", "deep=smart:8", "x=exec:\"a b, c\",depth=3"];
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 3 }] {
            let plan = plan(&players, Schedule::new(4, 7, format).unwrap());
            let again = read(&plan).unwrap();
            assert_eq!((again.hash(), again.text()), (plan.hash(), plan.text()));
        }
        let adaptive = Format::Adaptive { total_games: 500 };
        for plan in [
            plan(&players, Schedule::new(4, 0, adaptive).unwrap()),
            plan(&players[..2], Schedule::of_match(9)),
            with(&plan(&players[2..], Schedule::of_match(0)), |plan| {
                (plan.max_plies, plan.sprt) = (None, None);
            }),
        ] {
            assert_eq!(read(&plan).unwrap().text(), plan.text());
        }
    }

    #[test]
    fn a_plan_that_was_changed_is_not_read() {
        let plan = plan(&["bad", "random"], Schedule::of_match(9));
        let Value::Object(mut fields) = serde_json::to_value(plan.text()).unwrap() else { unreachable!() };
        assert!(ResolvedPlan::read(&fields, "0123").is_none());
        fields.insert("seed".to_owned(), Value::from(3));
        assert!(ResolvedPlan::read(&fields, &plan.hash()).is_none());
        assert!(ResolvedPlan::read(&Map::new(), &plan.hash()).is_none());
    }

    #[test]
    fn a_longer_plan_differs_only_in_games_and_the_spec_of_random_openings() {
        let ten = plan(&["bad", "random"], Schedule::of_match(10));
        let twenty = with(&ten, |plan| plan.schedule = Schedule::of_match(20));
        assert!(twenty.is_longer_than(&ten) && !ten.is_longer_than(&twenty) && !ten.is_longer_than(&ten));
        let openings = |text: &str| with(&twenty, |plan| plan.openings = text.parse().unwrap());
        assert!(openings("random:6").is_longer_than(&ten) && !openings("start").is_longer_than(&ten));
        assert!(!with(&twenty, |plan| plan.seed = 3).is_longer_than(&ten));
        assert!(!with(&twenty, |plan| plan.sprt = None).is_longer_than(&ten));
    }
}
