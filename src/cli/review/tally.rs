//! The moves of a player, counted by phase.

use std::collections::BTreeMap;

use super::judge::JudgedMove;
use crate::report::paint::Paint;

/// The plies of a phase, as in `timings.csv`.
const PLIES: usize = 10;

/// The counts of a player's moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) moves: u64,
    pub(super) judged: u64,
    /// Moves that lost nothing.
    pub(super) best: u64,
    /// What all moves lost.
    pub(super) loss: i64,
    /// Moves that threw away a win, and that turned a draw into a loss.
    pub(super) won_thrown: u64,
    pub(super) drawn_thrown: u64,
}

impl Counts {
    fn add(&mut self, judged: &JudgedMove) {
        self.moves += 1;
        let Some(judgement) = judged.judgement else { return };
        self.judged += 1;
        self.best += u64::from(judgement.loss() == 0);
        self.loss += i64::from(judgement.loss());
        self.won_thrown += u64::from(judgement.before > 0 && judgement.after <= 0);
        self.drawn_thrown += u64::from(judgement.before == 0 && judgement.after < 0);
    }

    /// The share of judged moves that lost nothing.
    pub(super) fn best_share(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.best as f64 / self.judged as f64)
    }

    /// What a judged move lost on average.
    pub(super) fn mean_loss(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.loss as f64 / self.judged as f64)
    }

    /// Moves that changed the result.
    pub(super) fn blunders(&self) -> u64 {
        self.won_thrown + self.drawn_thrown
    }
}

/// All moves of a player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PlayerTally {
    pub(super) all: Counts,
    /// By phase, from 0.
    phases: BTreeMap<usize, Counts>,
    /// The judged moves that lost something and those that did not, by beans in play.
    by_beans: BTreeMap<usize, (u64, u64)>,
}

impl PlayerTally {
    pub(super) fn add(&mut self, judged: &JudgedMove) {
        self.all.add(judged);
        self.phases.entry((judged.ply - 1) / PLIES).or_default().add(judged);
        if let (Some(beans), Some(judgement)) = (judged.beans, judged.judgement) {
            let (lost, kept) = self.by_beans.entry(beans).or_default();
            *(if judgement.loss() > 0 { lost } else { kept }) += 1;
        }
    }

    /// The counts by the names of the phases, the whole game first.
    pub(super) fn phases(&self) -> impl Iterator<Item = (String, &Counts)> {
        let name = |phase: usize| format!("{}-{}", phase * PLIES + 1, (phase + 1) * PLIES);
        let parts = self.phases.iter().map(move |(&phase, counts)| (name(phase), counts));
        std::iter::once(("all".to_owned(), &self.all)).chain(parts)
    }

    /// The most beans in play with which the player never lost anything; `None` if it always may.
    pub(super) fn perfect_from(&self) -> Option<usize> {
        let mut perfect = None;
        for (&beans, &(lost, _)) in &self.by_beans {
            if lost > 0 {
                break;
            }
            perfect = Some(beans);
        }
        perfect
    }
}

/// The players in order of appearance, with their counts.
pub(super) type Players = Vec<(String, PlayerTally)>;

/// `review.csv`.
pub(super) fn csv(players: &Players) -> csv::Result<Vec<u8>> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record([
        "player",
        "phase",
        "moves",
        "judged",
        "best_share",
        "mean_loss",
        "blunders",
        "won_thrown",
        "drawn_thrown",
    ])?;
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    for (player, tally) in players {
        for (phase, counts) in tally.phases() {
            file.write_record([
                player.clone(),
                phase,
                counts.moves.to_string(),
                counts.judged.to_string(),
                number(counts.best_share()),
                number(counts.mean_loss()),
                counts.blunders().to_string(),
                counts.won_thrown.to_string(),
                counts.drawn_thrown.to_string(),
            ])?;
        }
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

/// What a move loses, in words.
pub(super) fn unit(counts_points: bool) -> &'static str {
    if counts_points { "beans" } else { "half-points" }
}

/// The result in a sentence.
pub(super) fn sentence(players: &Players, counts_points: bool) -> String {
    let unit = unit(counts_points);
    let one = |(player, tally): &(String, PlayerTally)| match tally.all.mean_loss() {
        None => format!("no move of {player} could be judged"),
        Some(loss) => {
            let perfect = tally.perfect_from().map(|beans| match beans {
                1 => " and plays the last bean perfectly".to_owned(),
                _ => format!(" and plays the last {beans} beans perfectly"),
            });
            format!("{player} loses {loss:.2} {unit} per move{}", perfect.unwrap_or_default())
        }
    };
    let all: Vec<String> = players.iter().map(one).collect();
    all.join("; ")
}

/// The table for people.
pub(super) fn table(players: &Players, paint: Paint) -> String {
    let width = players.iter().map(|(player, _)| player.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "  {:<width$}  {:>7}  {:>9}  {:>9}  {:>7}  {:>9}  {:>8}  {:>11}  {:>12}\n",
        "player", "phase", "moves", "judged", "best", "mean loss", "blunders", "wins thrown", "draws thrown"
    );
    for (player, tally) in players {
        for (phase, counts) in tally.phases() {
            let share = counts.best_share().map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            let loss = counts.mean_loss().map_or("-".to_owned(), |loss| format!("{loss:.3}"));
            let line = format!(
                "  {:<width$}  {:>7}  {:>9}  {:>9}  {share:>7}  {loss:>9}  {:>8}  {:>11}  {:>12}",
                player,
                phase,
                counts.moves,
                counts.judged,
                counts.blunders(),
                counts.won_thrown,
                counts.drawn_thrown
            );
            text += &if phase == "all" { paint.strong(&line) } else { line };
            text.push('\n');
        }
    }
    text
}
