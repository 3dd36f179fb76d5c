//! What came out of a tuning, as text and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use crate::players::strategies::StrategySpec;
use crate::report::numbers::counted;
use crate::report::paint::Paint;
use crate::report::tuning::gain_sentence;
use crate::report::{more_games_words, sprt_words};
use crate::run::tune::file::{TuneResult, Verdict};
use crate::run::tune::{Gain, Parameter, TunePlan};
use crate::stats::elo;
use crate::store::folder::VERDICT;

/// The result of a tuning and what it belongs to.
pub(crate) struct TuneOutput<'a> {
    pub plan: &'a TunePlan,
    pub result: &'a TuneResult,
    pub folder: &'a Path,
    /// The command that plays the games which an undecided test needs.
    pub command: Option<&'a str>,
}

impl TuneOutput<'_> {
    /// What came out, in one line.
    pub(crate) fn line(&self, paint: Paint) -> String {
        let advice = match &self.result.verdict {
            Some(verdict) if self.result.gain() == Gain::Undecided => {
                more_games_words(&self.plan.sprt, &verdict.test(), verdict.games)
            }
            _ => format!("use {}", paint.good(&self.plan.recommended(self.result))),
        };
        format!("{}; {advice}\n", paint.strong(&gain_sentence(self.result)))
    }

    pub(crate) fn text(&self, paint: Paint) -> String {
        let mut text = format!("{}\n\n{}\n", paint.strong(&gain_sentence(self.result)), self.parameters());
        let against = match self.plan.against.as_slice() {
            [] => "against each other".to_owned(),
            against => {
                let names: Vec<&str> = against.iter().map(StrategySpec::name).collect();
                format!("against {}", names.join(", "))
            }
        };
        let steps = counted(self.plan.division.steps(), "step");
        let games = counted(self.plan.division.games(), "game");
        text += &format!("  tuning   {games} in {steps}, {against}\n");
        if let Some(verdict) = &self.result.verdict {
            text += &format!(
                "  verdict  {} from {}: {}\n",
                counted(verdict.games, "game"),
                if self.plan.openings.to_string() == "start" { "the start" } else { "other openings" },
                sprt_words(&self.plan.sprt, &verdict.test())
            );
        }
        let spec = self.plan.recommended(self.result);
        if spec != self.result.spec {
            text += &format!("  tuned    {}\n", self.result.spec);
        }
        text += &match &self.result.verdict {
            Some(verdict) if self.result.gain() == Gain::Undecided => {
                format!("  initial  {spec}\n\n{}\n", self.go_on(verdict))
            }
            _ => format!("\nuse {}\n", paint.good(&spec)),
        };
        text + &format!("\n{}\n", self.folder.display())
    }

    /// How to get the games that an undecided test needs.
    fn go_on(&self, verdict: &Verdict) -> String {
        let words = more_games_words(&self.plan.sprt, &verdict.test(), verdict.games);
        match self.command {
            Some(command) => format!("{words}: play them with\n  {command}"),
            None => words,
        }
    }

    fn parameters(&self) -> String {
        let header = ["parameter", "initial", "tuned", "from", "to"].map(str::to_owned);
        let rows = self.plan.parameters.iter().zip(&self.result.values).map(|(parameter, tuned)| {
            let numbers = [parameter.start, parameter.low, parameter.high].map(|number| number.to_string());
            let [start, low, high] = numbers;
            [parameter.name.clone(), start, tuned.clone(), low, high]
        });
        let rows: Vec<[String; 5]> = std::iter::once(header).chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..5).map(width).collect();
        let line = |row: &[String; 5]| {
            let name = format!("  {:<1$}", row[0], widths[0]);
            let numbers = (1..5).map(|column| format!("  {:>1$}", row[column], widths[column].max(7)));
            format!("{name}{}\n", numbers.collect::<String>())
        };
        rows.iter().map(line).collect()
    }

    pub(crate) fn json(&self) -> Value {
        let number = |text: &str| text.parse::<f64>().map_or(Value::Null, Value::from);
        let parameter = |(parameter, tuned): (&Parameter, &String)| {
            json!({
                "name": parameter.name,
                "initial": parameter.start.value(),
                "tuned": number(tuned),
                "low": parameter.low.value(),
                "high": parameter.high.value(),
                "step": parameter.step.value(),
                "whole": parameter.whole,
            })
        };
        let (plan, result) = (self.plan, self.result);
        json!({
            "run": self.folder.display().to_string(),
            "game": plan.game.to_string(),
            "template": plan.template.text(),
            "against": plan.against.iter().map(StrategySpec::name).collect::<Vec<_>>(),
            "games": plan.division.games(),
            "steps": plan.division.steps(),
            "parameters": plan.parameters.iter().zip(&result.values).map(parameter).collect::<Vec<_>>(),
            "outcome": result.gain().name(),
            "spec": plan.recommended(result),
            "initial_spec": plan.initial_spec(),
            "tuned_spec": result.spec,
            "verdict": result.verdict.as_ref().map(|verdict| self.verdict_json(verdict)),
        })
    }

    fn verdict_json(&self, verdict: &Verdict) -> Value {
        let elo = verdict.estimate().map(elo);
        json!({
            "run": self.folder.join(VERDICT).display().to_string(),
            "games": verdict.games,
            "score": verdict.score,
            "score_low": verdict.score_low,
            "score_high": verdict.score_high,
            "elo": elo.value,
            "elo_low": elo.low,
            "elo_high": elo.high,
            "sprt": verdict.test(),
            "more_games": self.result.more_games(&self.plan.sprt),
        })
    }
}
