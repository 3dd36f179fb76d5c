//! Which games are embedded, where there are too many for all of them.
//!
//! In this order, until the page has as many as it may: forfeited games, losses of the leader, upsets, the longest
//! games, those with the largest margins, and a sample of the rest. Within a kind the choice is by a hash of the seed and
//! the number of the game, so that the same run gives the same page.

use std::collections::BTreeMap;

use crate::digest::Digest;
use crate::games::{Outcome, Side};
use crate::play::duel::Reason;
use crate::play::finished::FinishedGame;
use crate::stats::Standing;

/// How many games a page has at most, of all its runs together.
pub(crate) const MOST_GAMES: usize = 2000;

/// A win against a player who is this much stronger is an upset.
const UPSET_ELO: f64 = 100.0;

/// Moves of longer games are cut off: a page must stay small.
const MOST_MOVES: usize = 4000;

/// A game that is embedded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SelectedGame {
    /// Without the last moves, if they are very many.
    pub(crate) game: FinishedGame<String>,
    /// The players of the first and the second side, by their places.
    pub(crate) sides: [usize; 2],
    /// All reasons to show it, the most important first.
    pub(crate) chosen: Vec<ChosenAs>,
}

/// Why a game is shown, in the order of priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChosenAs {
    /// Forfeited or disputed.
    Fault,
    LeaderLost,
    Upset,
    Longest,
    LargestMargin,
    Sample,
}

impl ChosenAs {
    pub(crate) const ALL: [ChosenAs; 6] = [
        ChosenAs::Fault,
        ChosenAs::LeaderLost,
        ChosenAs::Upset,
        ChosenAs::Longest,
        ChosenAs::LargestMargin,
        ChosenAs::Sample,
    ];
}

/// The games of one kind with the lowest keys.
struct Category {
    most: usize,
    kept: BTreeMap<(u64, u64), SelectedGame>,
}

impl Category {
    fn new(most: usize) -> Category {
        Category { most, kept: BTreeMap::new() }
    }

    fn offer(&mut self, key: u64, number: u64, game: impl FnOnce() -> SelectedGame) {
        let last = self.kept.last_key_value().map(|(&key, _)| key);
        let has_room = self.kept.len() < self.most;
        if self.most > 0 && (has_room || last.is_some_and(|last| (key, number) < last)) {
            self.kept.insert((key, number), game());
            if self.kept.len() > self.most {
                self.kept.pop_last();
            }
        }
    }
}

/// The second pass over the games of a run.
pub(crate) struct Selection {
    most: usize,
    seed: String,
    leader: Option<usize>,
    /// Ratings and groups by player.
    ratings: Vec<(f64, usize)>,
    /// In the order of [`ChosenAs::ALL`].
    kinds: [Category; 6],
}

impl Selection {
    /// Selects at most this many games.
    pub(crate) fn new(most: usize, seed: u64, players: usize, standings: &[Standing]) -> Selection {
        let mut ratings = vec![(0.0, usize::MAX); players];
        for standing in standings {
            ratings[standing.number] = (standing.rating, standing.group);
        }
        let shares = [most / 10, most / 4, most / 5, 20, 20, most];
        Selection {
            most,
            seed: seed.to_string(),
            leader: standings.first().map(|leader| leader.number),
            ratings,
            kinds: shares.map(Category::new),
        }
    }

    /// Offers the next game.
    pub(super) fn add(&mut self, game: &FinishedGame<&str>, sides: [usize; 2]) {
        let is_fault = Reason::FORFEITS.contains(&game.reason)
            || matches!(game.reason, Reason::Dispute | Reason::Failed);
        let loser = match game.outcome {
            Outcome::Win(side) => Some(sides[side.other().index()]),
            Outcome::Draw => None,
        };
        let is_loss = loser.is_some() && loser == self.leader;
        let is_upset = self.is_upset(sides, game.outcome);
        let hash = Digest::of([self.seed.as_str(), itoa::Buffer::new().format(game.number)]);
        // The lowest keys are kept.
        let keys = [
            (ChosenAs::Fault, is_fault.then_some(hash)),
            (ChosenAs::LeaderLost, is_loss.then_some(hash)),
            (ChosenAs::Upset, is_upset.then_some(hash)),
            (ChosenAs::Longest, game.plies.map(|plies| !u64::from(plies))),
            (ChosenAs::LargestMargin, game.margin().map(|margin| !margin.unsigned_abs())),
            (ChosenAs::Sample, Some(hash)),
        ];
        let selected = || {
            // Whether it is one of the longest, or has one of the largest margins, is known at the end.
            let known = keys[..3].iter().filter(|(_, key)| key.is_some()).map(|&(kind, _)| kind);
            let game = FinishedGame { moves: game.moves.map(cut), ..*game };
            SelectedGame { game: game.owned(), sides, chosen: known.collect() }
        };
        for (kind, key) in keys {
            if let Some(key) = key {
                self.kinds[kind as usize].offer(key, game.number, selected);
            }
        }
    }

    fn is_upset(&self, sides: [usize; 2], outcome: Outcome) -> bool {
        let Outcome::Win(side) = outcome else { return false };
        let [winner, loser] = [side, side.other()].map(|side: Side| self.ratings[sides[side.index()]]);
        winner.1 == loser.1 && loser.0 - winner.0 >= UPSET_ELO
    }

    /// The selected games, the most telling first.
    pub(super) fn finish(self) -> Vec<SelectedGame> {
        let (mut places, mut games) = (BTreeMap::new(), Vec::<SelectedGame>::new());
        for (kind, category) in ChosenAs::ALL.into_iter().zip(self.kinds) {
            for ((_, number), game) in category.kept {
                let place = *places.entry(number).or_insert(games.len());
                if place == games.len() && games.len() < self.most {
                    games.push(game);
                }
                if let Some(game) = games.get_mut(place)
                    && !game.chosen.contains(&kind)
                    && (kind != ChosenAs::Sample || game.chosen.is_empty())
                {
                    game.chosen.push(kind);
                }
            }
        }
        games
    }
}

/// The first moves of a long list.
fn cut(moves: &str) -> &str {
    // Not even spaces alone are as many.
    if moves.len() < MOST_MOVES {
        return moves;
    }
    moves.match_indices(' ').nth(MOST_MOVES - 1).map_or(moves, |(at, _)| &moves[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::games_file::{self, Columns};

    /// A thousand games that the leader mostly wins, one forfeit and one very long game.
    fn selected(most: usize) -> Vec<SelectedGame> {
        let mut text = "game,first,second,result,reason,plies,moves\n".to_owned();
        for i in 1..=1000 {
            let result = if i % 10 == 0 { "0-1" } else { "1-0" };
            let reason = if i == 500 { "crash" } else { "normal" };
            let moves = vec!["1"; if i == 777 { 90 } else { 3 }].join(" ");
            text += &format!("{i},lead,tail,{result},{reason},{},{moves}\n", moves.split(' ').count());
        }
        let standing = |number: usize, rating: f64| {
            let table = crate::stats::Crosstable::new(2);
            let ratings = crate::stats::Ratings::of(&table, None);
            let names = ["lead", "tail"].map(str::to_owned);
            let standings = crate::stats::standings(&names, &table, &ratings);
            Standing { number, rating, group: 0, ..standings[0].clone() }
        };
        let mut selection = Selection::new(most, 1, 2, &[standing(0, 150.0), standing(1, -150.0)]);
        games_file::read(text.as_bytes(), "x", Columns::All, |game, _| {
            selection.add(game, [0, 1]);
            Ok(())
        })
        .unwrap();
        selection.finish()
    }

    #[test]
    fn few_games_are_all_there_and_of_many_the_telling_ones() {
        assert_eq!(selected(1000).len(), 1000);
        let some = selected(100);
        assert_eq!((some.len(), some[0].game.number), (100, 500), "the forfeit comes first");
        assert!(some.iter().any(|selected| selected.game.number == 777), "the longest game is there");
        let is = |kind: ChosenAs| move |one: &&SelectedGame| one.chosen.contains(&kind);
        let upsets = some.iter().filter(is(ChosenAs::Upset)).count();
        assert!((25..40).contains(&upsets), "{upsets} of the upsets, which are all losses of the leader");
        assert!(some.iter().any(|selected| selected.chosen == [ChosenAs::Sample]), "and some of the rest");
        assert_eq!(some, selected(100), "always the same");
    }

    #[test]
    fn each_game_says_why_it_was_chosen() {
        let of = |number: u64| {
            let found = selected(100).into_iter().find(|one| one.game.number == number);
            found.unwrap().chosen
        };
        assert_eq!(of(500), [ChosenAs::Fault, ChosenAs::LeaderLost, ChosenAs::Upset]);
        assert_eq!(of(777), [ChosenAs::Longest]);
        assert!(selected(100).iter().all(|one| !one.chosen.is_empty() && one.chosen.is_sorted()));
    }
}
