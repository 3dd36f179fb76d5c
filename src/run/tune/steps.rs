//! How the games of a tuning are divided into steps.
//!
//! A step plays rounds. A round is one opening: a pair between the two trial players, or, against a field, a pair of each
//! of them against every opponent. More steps follow the results sooner; larger steps keep more threads busy.

use std::ops::Range;

/// The most steps unless more are asked for.
const MOST_STEPS: u64 = 500;

/// The rounds of a step unless more steps are asked for or there are many games.
const ROUNDS: u64 = 4;

/// The fewest rounds of a tuning.
const FEWEST_ROUNDS: u64 = 20;

/// The division of games into steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Division {
    steps: u64,
    rounds: u64,
    /// The games of a round.
    games: u64,
}

impl Division {
    /// Divides this many games, where trial players meet `opponents`, or each other if there are none. The error is the
    /// least number of games.
    pub(crate) fn new(games: u64, opponents: usize, steps: Option<u64>) -> Result<Division, u64> {
        let round = Division::pairings(opponents) as u64 * 2;
        let rounds = games / round;
        let least = FEWEST_ROUNDS.max(steps.unwrap_or(0));
        if rounds < least {
            return Err(least.saturating_mul(round));
        }
        let steps = steps.unwrap_or_else(|| (rounds / ROUNDS).min(MOST_STEPS));
        Ok(Division { steps, rounds, games: round })
    }

    /// The number of pairings in a round.
    pub(crate) fn pairings(opponents: usize) -> usize {
        if opponents == 0 { 1 } else { 2 * opponents }
    }

    pub(crate) fn steps(self) -> u64 {
        self.steps
    }

    /// The number of rounds, which is the number of openings.
    pub(crate) fn rounds(self) -> u64 {
        self.rounds
    }

    /// The number of games of all steps.
    pub(crate) fn games(self) -> u64 {
        self.games_before(self.steps)
    }

    /// The rounds of a step, counted from 0.
    pub(crate) fn rounds_of(self, step: u64) -> Range<u64> {
        let before = |step: u64| (u128::from(step) * u128::from(self.rounds) / u128::from(self.steps)) as u64;
        before(step)..before(step + 1)
    }

    pub(crate) fn games_of(self, step: u64) -> u64 {
        let rounds = self.rounds_of(step);
        (rounds.end - rounds.start) * self.games
    }

    pub(crate) fn games_before(self, step: u64) -> u64 {
        self.rounds_of(step).start * self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_is_in_one_step() {
        for (games, opponents, steps) in
            [(40_000, 0, None), (1001, 0, None), (400, 2, None), (90, 0, Some(45))]
        {
            let division = Division::new(games, opponents, steps).unwrap();
            let mut next = 0;
            for step in 0..division.steps() {
                let rounds = division.rounds_of(step);
                assert_eq!(rounds.start, next);
                assert!(rounds.end > rounds.start, "a step without games");
                assert_eq!(
                    division.games_before(step) + division.games_of(step),
                    division.games_before(step + 1)
                );
                next = rounds.end;
            }
            assert_eq!(next, division.rounds());
            assert!(division.games() <= games && division.games() + 8 > games);
        }
    }

    #[test]
    fn the_number_of_steps_follows_the_games() {
        let steps = |games, opponents| Division::new(games, opponents, None).map(Division::steps);
        assert_eq!([steps(40_000, 0), steps(400, 0), steps(40, 0)], [Ok(500), Ok(50), Ok(5)]);
        assert_eq!(steps(40_000, 1), Ok(500));
        assert_eq!([steps(39, 0), steps(100, 2)], [Err(40), Err(160)]);
        assert_eq!(Division::new(100, 0, Some(1000)), Err(2000));
    }
}
