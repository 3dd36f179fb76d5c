//! The moves of a player, counted by phase, and the files with them.

use std::collections::BTreeMap;

use super::ReviewedGame;
use crate::run::judge::{JudgedMove, Judgement, phase, phase_name};

/// The moves of a player, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// All moves.
    pub moves: u64,
    /// Those that could be judged.
    pub judged: u64,
    /// Judged moves that lost nothing.
    pub best: u64,
    /// What all judged moves lost.
    pub loss: i64,
    /// Moves that threw away a win.
    pub won_thrown: u64,
    /// Moves that turned a draw into a loss.
    pub drawn_thrown: u64,
}

impl MoveCounts {
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
    pub fn best_share(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.best as f64 / self.judged as f64)
    }

    /// What a judged move lost on average.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.loss as f64 / self.judged as f64)
    }

    /// Moves that changed the result.
    pub fn blunders(&self) -> u64 {
        self.won_thrown + self.drawn_thrown
    }
}

/// The moves of a player, compared with perfect play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerReview {
    name: String,
    all: MoveCounts,
    /// By phase, from 0.
    phases: BTreeMap<usize, MoveCounts>,
    /// The judged moves that lost something and those that did not, by beans in play.
    by_beans: BTreeMap<usize, (u64, u64)>,
}

impl PlayerReview {
    /// The name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The counts of all its moves.
    pub fn all(&self) -> MoveCounts {
        self.all
    }

    fn add(&mut self, judged: &JudgedMove) {
        self.all.add(judged);
        self.phases.entry(phase(judged.ply)).or_default().add(judged);
        if let (Some(beans), Some(judgement)) = (judged.beans, judged.judgement) {
            let (lost, kept) = self.by_beans.entry(beans).or_default();
            *(if judgement.loss() > 0 { lost } else { kept }) += 1;
        }
    }

    /// The counts by the names of the phases, the whole game first.
    pub(crate) fn phases(&self) -> impl Iterator<Item = (String, &MoveCounts)> {
        let parts = self.phases.iter().map(move |(&phase, counts)| (phase_name(phase), counts));
        std::iter::once(("all".to_owned(), &self.all)).chain(parts)
    }

    /// The most beans in play with which the player never lost anything; `None` if it always may.
    pub(crate) fn perfect_from(&self) -> Option<usize> {
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
pub(super) fn players(games: &[ReviewedGame]) -> Vec<PlayerReview> {
    let mut players: Vec<PlayerReview> = Vec::new();
    for ReviewedGame { game, moves } in games {
        for name in &game.players {
            if !players.iter().any(|known| known.name == *name) {
                players.push(PlayerReview { name: name.clone(), ..PlayerReview::default() });
            }
        }
        for judged in moves {
            let name = &game.players[judged.side.index()];
            if let Some(player) = players.iter_mut().find(|known| known.name == *name) {
                player.add(judged);
            }
        }
    }
    players
}

pub(super) fn csv(players: &[PlayerReview]) -> csv::Result<Vec<u8>> {
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
    for player in players {
        for (phase, counts) in player.phases() {
            file.write_record([
                player.name.clone(),
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

pub(super) fn moves_csv(games: &[ReviewedGame]) -> csv::Result<Vec<u8>> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(["game", "ply", "player", "move", "value_before", "value_after", "loss", "best"])?;
    for ReviewedGame { game, moves } in games {
        for judged in moves {
            let known = |part: fn(Judgement) -> i32| {
                judged.judgement.map_or(String::new(), |one| part(one).to_string())
            };
            let name = |mv| game.opening.move_name(mv);
            let best = judged.judgement.and_then(|one| one.best).map_or(String::new(), name);
            file.write_record([
                game.number.to_string(),
                judged.ply.to_string(),
                game.players[judged.side.index()].clone(),
                name(judged.mv),
                known(|one| one.before),
                known(|one| one.after),
                known(Judgement::loss),
                best,
            ])?;
        }
    }
    file.into_inner().map_err(|error| error.into_error().into())
}
