//! Exact solvers with their board type hidden.

use crate::games::{AnyPosition, Game, Move};
use crate::search::solve::{self, Solver, Unsolved};
use crate::search::{Stopped, Watcher};

/// Finds exact values of positions of one game.
pub trait AnySolver: Send {
    /// The value of a position for the side to move, found faster if the guess is right; `observe` is called with the bounds and
    /// the nodes so far.
    fn value(
        &mut self,
        position: &AnyPosition,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved>;

    /// The value of a move for the side that makes it, found and observed in the same way.
    fn move_value(
        &mut self,
        position: &AnyPosition,
        mv: Move,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved>;

    /// The first move whose value is that of the position; `None` when the game is over.
    fn best_move(
        &mut self,
        position: &AnyPosition,
        value: i32,
        watcher: &dyn Watcher,
    ) -> Result<Option<Move>, Stopped>;

    /// Whether the value of a position is at least `goal`.
    fn reaches(&mut self, position: &AnyPosition, goal: i32, watcher: &dyn Watcher) -> Result<bool, Stopped>;

    /// The first best moves of both sides to the end of the game, at most `most` of them.
    fn line(
        &mut self,
        position: &AnyPosition,
        value: i32,
        most: usize,
        watcher: &dyn Watcher,
    ) -> Result<Vec<Move>, Stopped>;

    /// Lets this many threads find a value together.
    fn set_threads(&mut self, threads: usize);

    /// The nodes so far.
    fn nodes(&self) -> u64;

    /// Forgets all proofs, so that what follows does not depend on what was solved before.
    fn clear(&mut self);

    /// How the game ends if the position has this value: "South wins by 8".
    fn words(&self, position: &AnyPosition, value: i32) -> String;

    /// Whether values are points, so that their difference is what a move loses, and not only who wins and how soon.
    fn counts_points(&self, position: &AnyPosition) -> bool;

    /// The beans in play, where that says how far a game is.
    fn beans_in_play(&self, position: &AnyPosition) -> Option<usize>;
}

/// Nothing is known about a position of another game.
const UNKNOWN: Unsolved = Unsolved { low: i32::MIN, high: i32::MAX };

impl<G: Game> AnySolver for Solver<G> {
    fn value(
        &mut self,
        position: &AnyPosition,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved> {
        self.value_observed(position.downcast().ok_or(UNKNOWN)?, guess, watcher, observe)
    }

    fn move_value(
        &mut self,
        position: &AnyPosition,
        mv: Move,
        guess: Option<i32>,
        watcher: &dyn Watcher,
        observe: &mut dyn FnMut(Unsolved, u64),
    ) -> Result<i32, Unsolved> {
        self.move_value(position.downcast().ok_or(UNKNOWN)?, mv, guess, watcher, observe)
    }

    fn best_move(
        &mut self,
        position: &AnyPosition,
        value: i32,
        watcher: &dyn Watcher,
    ) -> Result<Option<Move>, Stopped> {
        self.best_move(position.downcast::<G>().ok_or(Stopped)?, value, watcher)
    }

    fn reaches(&mut self, position: &AnyPosition, goal: i32, watcher: &dyn Watcher) -> Result<bool, Stopped> {
        self.reaches(position.downcast::<G>().ok_or(Stopped)?, goal, watcher)
    }

    fn line(
        &mut self,
        position: &AnyPosition,
        value: i32,
        most: usize,
        watcher: &dyn Watcher,
    ) -> Result<Vec<Move>, Stopped> {
        self.line(position.downcast::<G>().ok_or(Stopped)?, value, most, watcher)
    }

    fn set_threads(&mut self, threads: usize) {
        self.set_threads(threads);
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn words(&self, position: &AnyPosition, value: i32) -> String {
        let words = position.downcast::<G>().and_then(|position| solve::words(position, value));
        match words {
            Some(words) => words,
            None if value == 0 => "a draw".to_owned(),
            None => format!("a value of {value:+}"),
        }
    }

    fn counts_points(&self, position: &AnyPosition) -> bool {
        position.downcast::<G>().is_some_and(solve::counts_points)
    }

    fn beans_in_play(&self, position: &AnyPosition) -> Option<usize> {
        let position = position.downcast::<G>()?;
        solve::counts_points(position).then(|| solve::beans_in_play(position))
    }
}
