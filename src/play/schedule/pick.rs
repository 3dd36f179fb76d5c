//! The rounds of a race: a pair of games from one opening for each pairing that is left.

use super::{Batch, Pairing};
use crate::stats::{Race, RaceRule};

/// The next batch: the rounds up to the next decision who goes on, by the state of the race. Without one nobody is
/// dropped: that is how a shard plays, whose games are selected when it is merged.
pub(super) fn batch(
    players: usize,
    has_baseline: bool,
    games: u64,
    number: usize,
    race: Option<&Race>,
) -> Option<Batch> {
    let paired = |pairings: Vec<[usize; 2]>| pairings.into_iter().map(|[a, b]| Pairing { a, b }).collect();
    match race {
        Some(race) => {
            let games = 2 * race.rounds_to_look();
            (games > 0).then(|| Batch { pairings: paired(race.pairings()), games })
        }
        None => (number == 0).then(|| {
            let whole = Race::new(RaceRule { has_baseline, margin: 0.0 }, players, 1);
            Batch { pairings: paired(whole.pairings()), games }
        }),
    }
}
