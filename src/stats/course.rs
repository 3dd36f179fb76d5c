//! The course of a run: its score at a bounded number of points.

use super::Counts;

/// How many points are kept, at most.
const MOST_POINTS: usize = 240;

/// The state of a run after some games.
#[derive(Debug, Clone)]
pub(crate) struct CoursePoint {
    pub(crate) games: u64,
    /// Losses, draws and wins of every player.
    pub(crate) players: Vec<[u64; 3]>,
    /// The sample of a match: with every game, and with every distinct game.
    pub(crate) samples: [Option<Counts>; 2],
}

impl CoursePoint {
    /// The mean score of a player.
    pub(crate) fn score(&self, player: usize) -> Option<f64> {
        let [losses, draws, wins] = self.players[player];
        Counts::games(losses, draws, wins).mean()
    }
}

/// The states of a run at intervals that double when there are too many.
#[derive(Debug, Clone)]
pub(crate) struct RunCourse {
    step: u64,
    pub(crate) now: CoursePoint,
    pub(crate) points: Vec<CoursePoint>,
    /// Which of the samples counts.
    chosen: usize,
}

impl RunCourse {
    pub(crate) fn new(players: usize) -> RunCourse {
        let now = CoursePoint { games: 0, players: vec![[0; 3]; players], samples: [None; 2] };
        RunCourse { step: 2, now, points: Vec::new(), chosen: 0 }
    }

    /// Adds the next game by the half points of its sides. Beyond the most points, every other is dropped.
    pub(crate) fn add(&mut self, sides: [usize; 2], half_points: [u8; 2], samples: [Option<Counts>; 2]) {
        for (player, points) in sides.into_iter().zip(half_points.map(usize::from)) {
            self.now.players[player][points] += 1;
        }
        self.now.games += 1;
        self.now.samples = samples;
        if self.now.games.is_multiple_of(self.step) {
            self.points.push(self.now.clone());
            if self.points.len() > MOST_POINTS {
                self.step *= 2;
                let step = self.step;
                self.points.retain(|point| point.games.is_multiple_of(step));
            }
        }
    }

    /// The last game was added; the sample of this number counts.
    pub(crate) fn finish(&mut self, chosen: usize) {
        self.chosen = chosen;
        if self.points.last().is_none_or(|last| last.games < self.now.games) && self.now.games > 0 {
            self.points.push(self.now.clone());
        }
    }

    pub(crate) fn sample(&self, point: &CoursePoint) -> Option<Counts> {
        point.samples[self.chosen]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_points_is_bounded_and_the_last_game_is_one() {
        let mut course = RunCourse::new(2);
        for game in 0..100_001 {
            course.add([0, 1], if game % 4 == 0 { [1, 1] } else { [2, 0] }, [None; 2]);
        }
        course.finish(0);
        assert!(
            (MOST_POINTS / 3..=MOST_POINTS + 1).contains(&course.points.len()),
            "{}",
            course.points.len()
        );
        let last = course.points.last().unwrap();
        assert_eq!((last.games, last.players[0]), (100_001, [0, 25_001, 75_000]));
        assert!(course.points.windows(2).all(|two| two[0].games < two[1].games));
    }
}
