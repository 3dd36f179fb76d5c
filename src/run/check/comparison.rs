//! Two recorded runs, compared pair by pair on the openings they share.

use std::collections::HashMap;
use std::io::Read;

use super::difference::difference;
use super::evidence::Pair;
use crate::digest::Digest;
use crate::games::Side;
use crate::play::finished::FinishedGame;
use crate::stats::IntervalBasis;
use crate::stats::estimate::Estimate;
use crate::stats::pairs::Pairs;
use crate::store::games_file::{self, Columns, GamesError};

/// The pairs of a run by opening, from the view of one of the players.
#[derive(Debug, Clone, Default)]
pub(crate) struct RunPairs {
    games: u64,
    half_points: u64,
    /// By the digest of the opening, in the order of the run.
    by_opening: HashMap<u64, Vec<RecordedPair>>,
}

/// A pair of a run.
#[derive(Debug, Clone)]
struct RecordedPair {
    pair: Pair,
    /// The game in which the player had the first side, and that in which it had the second.
    games: [RecordedResult; 2],
    opening: String,
}

/// A game of a pair, from the view of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordedResult {
    pub number: u64,
    pub half_points: u8,
}

impl RunPairs {
    /// Reads the games of a match for the player of this name. Errors call the file `place`.
    pub(crate) fn read(file: impl Read, place: &str, player: &str) -> Result<RunPairs, GamesError> {
        let mut run = RunPairs::default();
        let mut pairs = Pairs::default();
        games_file::read(file, place, Columns::All, |game, line| {
            run.games += 1;
            let side = if game.players[0] == player { Side::First } else { Side::Second };
            let half_points = game.half_points(side);
            run.half_points += u64::from(half_points);
            let Some(key) = game.pair_key() else { return Ok(()) };
            let digest = digest(game);
            // The same in either order of the games.
            let digest = if side == Side::First { digest.rotate_left(1) } else { digest };
            let half = Pair::of_result(half_points, digest);
            let result = RecordedResult { number: game.number, half_points };
            if let Some(((earlier, first), _)) = pairs.add(key, (result, half)) {
                let pair = Pair::of_result(first.half_points + half.half_points, first.digest ^ digest);
                let games = if side == Side::First { [result, earlier] } else { [earlier, result] };
                let opening = game.opening.unwrap_or_default();
                let recorded = RecordedPair { pair, games, opening: opening.to_owned() };
                run.by_opening.entry(Digest::of([opening])).or_default().push(recorded);
            }
            games_file::check_waiting(pairs.len(), place, line)
        })?;
        let first = |pair: &RecordedPair| pair.games.map(|game| game.number).into_iter().min();
        run.by_opening.values_mut().for_each(|pairs| pairs.sort_by_key(first));
        Ok(run)
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The mean points of the player per game; `None` without games.
    pub(crate) fn score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.half_points as f64 / 2.0 / self.games as f64)
    }
}

/// The digest of a game without the names of its players.
fn digest(game: &FinishedGame<&str>) -> u64 {
    Digest::of([game.moves.unwrap_or_default(), &game.ending()])
}

/// What two runs have in common, and how they differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Comparison {
    /// The pairs that both runs played from the same opening.
    pub pairs: u64,
    /// The pairs in which both played the same games.
    pub same: u64,
    /// The pairs in which the second run scored more.
    pub better: u64,
    /// The pairs in which the second run scored less.
    pub worse: u64,
    /// The score of the second run minus that of the first, in points per game.
    pub difference: Estimate,
}

impl Comparison {
    /// Compares a run with an earlier one. Pairs from one opening are taken in the order of the runs.
    pub(crate) fn of(before: &RunPairs, after: &RunPairs, basis: IntervalBasis) -> Comparison {
        let (mut pairs, mut recorded) = (Vec::new(), Vec::new());
        let (mut same, mut better, mut worse) = (0, 0, 0);
        for (opening, then, now) in shared(before, after) {
            let (then, now) = (then.pair, now.pair);
            same += u64::from(now.digest == then.digest);
            better += u64::from(now.half_points > then.half_points);
            worse += u64::from(now.half_points < then.half_points);
            let digest = Digest::of([format!("{opening:x} {:x} {:x}", now.digest, then.digest).as_str()]);
            pairs.push(Pair::of_result(now.half_points, digest));
            recorded.push(then.half_points);
        }
        let all = pairs.len() as u64;
        let is_same = all > 0 && same == all;
        let difference = if is_same { Estimate::exactly(0.0) } else { difference(&pairs, &recorded, basis) };
        Comparison { pairs: all, same, better, worse, difference }
    }
}

/// The pairs of two runs from one opening, earlier and later.
fn shared<'r>(
    before: &'r RunPairs,
    after: &'r RunPairs,
) -> impl Iterator<Item = (u64, &'r RecordedPair, &'r RecordedPair)> {
    after.by_opening.iter().flat_map(|(opening, now)| {
        let then = before.by_opening.get(opening).map_or(&[][..], Vec::as_slice);
        then.iter().zip(now).map(|(then, now)| (*opening, then, now))
    })
}

/// A game that two runs played from the same opening, with another result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TurnedGame {
    /// The text of the opening; empty for the start.
    pub opening: String,
    /// The side of the player.
    pub side: Side,
    pub before: RecordedResult,
    pub after: RecordedResult,
}

impl TurnedGame {
    /// Those of two runs, in the order of the later one.
    pub(crate) fn all(before: &RunPairs, after: &RunPairs) -> Vec<TurnedGame> {
        let mut all = Vec::new();
        for (_, then, now) in shared(before, after) {
            for side in Side::BOTH {
                let [before, after] = [then, now].map(|pair| pair.games[side.index()]);
                if before.half_points != after.half_points {
                    all.push(TurnedGame { opening: now.opening.clone(), side, before, after });
                }
            }
        }
        all.sort_by_key(|game| game.after.number);
        all
    }

    pub(crate) fn is_worse(&self) -> bool {
        self.after.half_points < self.before.half_points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of a against b: each pair is an opening, and the results and moves of its two games.
    fn run(pairs: &[(&str, [&str; 2], &str)]) -> RunPairs {
        let mut text = "pair,opening,first,second,result,plies,moves\n".to_owned();
        for (i, (opening, [one, other], moves)) in pairs.iter().enumerate() {
            text += &format!("{i},{opening},a,b,{one},1,{moves}\n{i},{opening},b,a,{other},1,{moves}\n");
        }
        RunPairs::read(text.as_bytes(), "games.csv", "a").unwrap()
    }

    const WON: [&str; 2] = ["1-0", "0-1"];
    const EVEN: [&str; 2] = ["1-0", "1-0"];

    #[test]
    fn pairs_are_matched_by_their_openings() {
        let before = run(&[("x", WON, "1"), ("y", EVEN, "2"), ("z", EVEN, "3"), ("only before", EVEN, "4")]);
        let after =
            run(&[("z", WON, "5"), ("y", EVEN, "2"), ("x", EVEN, "6"), ("w", EVEN, "7"), ("w", WON, "7")]);
        let found = Comparison::of(&before, &after, IntervalBasis::Fixed);
        assert_eq!((found.pairs, found.same, found.better, found.worse), (3, 1, 1, 1));
        assert_eq!(found.difference.value, Some(0.0));
        assert!(found.difference.low < Some(0.0) && found.difference.high > Some(0.0));
        assert_eq!((after.games(), after.score()), (10, Some(0.7)));
    }

    #[test]
    fn games_that_end_otherwise_have_turned() {
        let before = run(&[("x", WON, "1"), ("y", EVEN, "2")]);
        let after = run(&[("y", ["1/2-1/2", "1-0"], "2"), ("x", ["0-1", "0-1"], "6")]);
        let told: Vec<_> = TurnedGame::all(&before, &after)
            .iter()
            .map(|game| (game.opening.clone(), game.side, game.before, game.after, game.is_worse()))
            .collect();
        let result = |number, half_points| RecordedResult { number, half_points };
        let y = ("y".to_owned(), Side::First, result(3, 2), result(1, 1), true);
        let x = ("x".to_owned(), Side::First, result(1, 2), result(3, 0), true);
        assert_eq!(told, [y, x]);
    }

    #[test]
    fn runs_that_play_the_same_games_do_not_differ() {
        let one = run(&[("x", WON, "1"), ("y", EVEN, "2")]);
        assert_eq!(Comparison::of(&one, &one, IntervalBasis::Fixed).difference, Estimate::exactly(0.0));
        assert_eq!(
            Comparison::of(&one, &run(&[("z", WON, "1")]), IntervalBasis::Fixed).difference,
            Estimate::default()
        );
    }

    #[test]
    fn the_second_run_is_judged() {
        let all = |games: [&'static str; 2], moves| -> Vec<(String, [&str; 2], &str)> {
            (0..50).map(|i| (format!("o{i}"), games, moves)).collect()
        };
        let of = |pairs: &[(String, [&'static str; 2], &'static str)]| {
            run(&pairs
                .iter()
                .map(|(opening, games, moves)| (opening.as_str(), *games, *moves))
                .collect::<Vec<_>>())
        };
        let (weak, strong) = (of(&all(EVEN, "1")), of(&all(WON, "2")));
        let found = Comparison::of(&weak, &strong, IntervalBasis::Fixed);
        assert_eq!((found.better, found.difference.value), (50, Some(0.5)));
        assert!(found.difference.low > Some(0.3));
        assert_eq!(Comparison::of(&strong, &weak, IntervalBasis::Fixed).difference.value, Some(-0.5));
    }
}
