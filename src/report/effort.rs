//! How many games a test or an interval takes.

use serde::Serialize;

use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::sprt::unit;
use crate::stats::Sprt;
use crate::stats::effort::{self, Assumed, Precision, TestCase, TestPlan};

/// A sentence, a table, and the command to play as many games.
pub(crate) fn test_text(sprt: &Sprt, plan: &TestPlan, paint: Paint) -> String {
    let unit = unit(sprt.model);
    let sentence = format!(
        "a test of {} against {} {unit} takes about {}, and {} at worst",
        sprt.elo0,
        sprt.elo1,
        counted(plan.expected_games, "game"),
        grouped(plan.worst_games),
    );
    let mut text = format!(
        "{}\n\n  {:<9} {:>9}  {:>13}  {:>13}  {:>10}\n",
        paint.strong(&sentence),
        "",
        format!("true {unit}"),
        "games (mean)",
        "games (95 %)",
        "accepts H1"
    );
    for TestCase { what, elo, games, games_95, accepts_h1 } in &plan.cases {
        let share = format!("{:.1} %", 100.0 * accepts_h1);
        let (elo, games, games_95) = (format!("{elo:.1}"), grouped(*games), grouped(*games_95));
        text += &format!("  {what:<9} {elo:>9}  {games:>13}  {games_95:>13}  {share:>10}\n");
    }
    text + &format!(
        "\nAt worst: 95 % of tests end within this many games, even at the true difference that takes longest. Allow a match that many:\n  \
         arena --games {} --sprt {} --a … --b …\n",
        plan.worst_games, plan.sprt
    )
}

/// The games that an interval takes.
#[derive(Serialize)]
pub(crate) struct ErrorPlan {
    error: f64,
    elo: f64,
    draws: f64,
    expected_games: u64,
    worst_games: u64,
    #[serde(skip)]
    assumed: Assumed,
}

impl ErrorPlan {
    /// For an interval of ± `error` at a true difference of `elo`, where `assumed` holds.
    pub(crate) fn new(error: f64, elo: f64, assumed: Assumed) -> ErrorPlan {
        let Precision { expected, worst } = effort::precision(error, assumed);
        let [expected_games, worst_games] = [expected, worst].map(effort::whole_pairs);
        ErrorPlan { error, elo, draws: assumed.draws, expected_games, worst_games, assumed }
    }

    pub(crate) fn text(&self, paint: Paint) -> String {
        let sentence = format!(
            "an interval of {} Elo to either side takes about {}, and {} at worst",
            self.error,
            counted(self.expected_games, "game"),
            grouped(self.worst_games)
        );
        format!(
            "{}\n\n  assumed    {} Elo, a score of {:.1} %, {:.1} % draws\n  \
               about      if the two games of a pair are independent\n  \
               at worst   if none is drawn and each pair is won or lost twice\n",
            paint.strong(&sentence),
            self.elo,
            100.0 * self.assumed.score,
            100.0 * self.draws,
        )
    }
}
