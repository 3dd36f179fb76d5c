//! Clocks: a time for all moves that a player makes in a game.
//!
//! Each player has its own, or none: a base for the whole game, and an increment for every move. Whoever plays the game
//! keeps the clocks; a player sees them at its turn ([`Turn::clocks`](crate::players::strategies::Turn::clocks)). Nothing here reads the
//! time.

use std::time::Duration;

use thiserror::Error;

use crate::games::Side;

/// How much more than its clock a player may use in a game, unless told otherwise: waking up takes time on a busy machine.
const MARGIN: Duration = Duration::from_millis(20);

/// The number of moves that are assumed to be left. A side makes about 20 in a game of our sizes.
const MOVES_LEFT: u32 = 20;

/// What stays on the clock whatever a move is worth: the answer has to be written and read.
const RESERVE: Duration = Duration::from_millis(10);

/// A base for a whole game, and what every move adds to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// What the clock shows when a game begins.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many moves the base is for, after which it is added again; `None` for a whole game.
    pub session: Option<u32>,
    /// How much more than the clock shows may be used, all in all.
    pub margin: Duration,
}

impl TimeControl {
    /// A base and an increment, with the default margin.
    pub fn new(base: Duration, increment: Duration) -> TimeControl {
        TimeControl { base, increment, session: None, margin: MARGIN }
    }
}

/// The clock of one player in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The base, and the increments so far.
    granted: Duration,
    used: Duration,
    increment: Duration,
    /// The moves of a session and its base, and how many of them are left.
    session: Option<Session>,
    margin: Duration,
}

/// Some moves for which a clock has a base of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Session {
    moves: u32,
    base: Duration,
    left: u32,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn start(control: TimeControl) -> Clock {
        let TimeControl { base, increment, session, margin } = control;
        let session = session.map(|moves| Session { moves, base, left: moves });
        Clock { granted: base, used: Duration::ZERO, increment, session, margin }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.granted.saturating_sub(self.used)
    }

    /// What every move adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// How many moves are left until the base is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.session.map(|session| session.left)
    }

    /// How long the next move may take at most: what is left, and of the margin.
    pub(crate) fn reply_limit(&self) -> Duration {
        (self.granted + self.margin).saturating_sub(self.used)
    }

    /// How long to think about the next move: a twentieth of what is left and four fifths of the increment, but at most
    /// half of what is left. Each share is smaller than what is left, so the clock never runs out.
    ///
    /// ```
    /// use arena::players::clock::{Clock, TimeControl};
    /// use std::time::Duration;
    ///
    /// let control = TimeControl::new(Duration::from_millis(2010), Duration::from_millis(50));
    /// // 10 ms are kept in reserve.
    /// assert_eq!(Clock::start(control).share(), Duration::from_millis(2000 / 20 + 40));
    /// ```
    pub fn share(&self) -> Duration {
        let left = self.left().saturating_sub(RESERVE);
        let moves_left = self.moves_to_go().map_or(MOVES_LEFT, |moves| moves.min(MOVES_LEFT));
        (left / moves_left + self.increment * 4 / 5).min(left / 2)
    }

    /// Takes the time of a move off, and adds the increment.
    fn spend(&mut self, took: Duration) -> Result<(), OutOfTime> {
        let is_in_time = took <= self.reply_limit();
        self.used += took;
        self.granted += self.increment;
        if let Some(session) = &mut self.session {
            session.left -= 1;
            if session.left == 0 {
                (session.left, self.granted) = (session.moves, self.granted + session.base);
            }
        }
        if is_in_time { Ok(()) } else { Err(OutOfTime) }
    }
}

/// A move took longer than the clock allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("its clock ran out")]
pub(crate) struct OutOfTime;

/// The clocks of a game, of those players that have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks([Option<Clock>; 2]);

impl Clocks {
    /// Nobody has a clock.
    pub(crate) const NONE: &'static Clocks = &Clocks([None, None]);

    /// The clocks at the beginning of a game, of the first and the second side.
    #[inline]
    pub fn start(controls: [Option<TimeControl>; 2]) -> Clocks {
        Clocks(controls.map(|control| control.map(Clock::start)))
    }

    /// The clock of a side.
    pub fn of(&self, side: Side) -> Option<&Clock> {
        self.0[side.index()].as_ref()
    }

    /// Takes the time of a move off the clock of a side, if it has one.
    pub(crate) fn spend(&mut self, side: Side, took: Duration) -> Result<(), OutOfTime> {
        self.0[side.index()].as_mut().map_or(Ok(()), |clock| clock.spend(took))
    }

    /// What a player with this time control sees. Without a game its clock is full. An opponent without a clock appears
    /// to have the same time, so that nobody hurries or dawdles because of it.
    pub(crate) fn seen_by(&self, side: Side, control: TimeControl) -> ClockView {
        let own = self.of(side).copied().unwrap_or_else(|| Clock::start(control));
        let mut clocks = [own; 2];
        clocks[side.other().index()] = self.of(side.other()).copied().unwrap_or(own);
        ClockView { side, clocks }
    }
}

/// Both clocks, as the player whose turn it is sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClockView {
    side: Side,
    clocks: [Clock; 2],
}

impl ClockView {
    /// The player's own clock.
    pub(crate) fn own(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }

    /// The clocks of the first and the second side.
    pub(crate) fn both(&self) -> &[Clock; 2] {
        &self.clocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn control(base: u64, increment: u64) -> TimeControl {
        TimeControl::new(ms(base), ms(increment))
    }

    #[test]
    fn a_move_takes_its_time_off_and_adds_the_increment() {
        let mut clocks = Clocks::start([Some(control(1000, 10)), None]);
        assert_eq!(clocks.spend(Side::First, ms(300)), Ok(()));
        assert_eq!(clocks.of(Side::First).unwrap().left(), ms(710));
        assert_eq!(clocks.spend(Side::Second, ms(5000)), Ok(()), "no clock, no limit");
        assert_eq!(clocks.of(Side::Second), None);
    }

    #[test]
    fn the_margin_is_for_the_whole_game() {
        let mut clock = Clock::start(control(100, 0));
        assert_eq!(clock.reply_limit(), ms(120));
        assert_eq!(clock.spend(ms(115)), Ok(()));
        assert_eq!((clock.left(), clock.reply_limit()), (ms(0), ms(5)));
        assert_eq!(clock.spend(ms(6)), Err(OutOfTime));
        let mut clock = Clock::start(TimeControl { margin: ms(0), ..control(100, 30) });
        assert_eq!(clock.spend(ms(100)), Ok(()));
        assert_eq!((clock.left(), clock.reply_limit()), (ms(30), ms(30)));
        assert_eq!(clock.spend(ms(31)), Err(OutOfTime));
    }

    #[test]
    fn a_session_adds_the_base_again_after_its_moves() {
        let session = TimeControl { session: Some(2), margin: ms(0), ..control(100, 10) };
        let mut clock = Clock::start(session);
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), ms(100)));
        assert_eq!(clock.spend(ms(60)), Ok(()));
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(1), ms(50)));
        assert_eq!(clock.spend(ms(50)), Ok(()));
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), ms(110)));
        assert_eq!(clock.spend(ms(111)), Err(OutOfTime));
    }

    #[test]
    fn shares_never_use_up_a_clock() {
        for (base, increment) in [(150_000, 0), (1000, 10), (30, 0), (5, 0), (1, 1000), (60_000, 60_000)] {
            let mut clock = Clock::start(TimeControl { margin: ms(0), ..control(base, increment) });
            for ply in 0..500 {
                let share = clock.share();
                assert!(share <= clock.left() / 2, "{base}+{increment}: {share:?} at ply {ply}");
                assert_eq!(clock.spend(share), Ok(()));
            }
            assert!(clock.left() >= ms(increment), "{clock:?}");
        }
    }

    #[test]
    fn a_share_is_worth_having() {
        assert_eq!(Clock::start(control(150_010, 0)).share(), ms(7500));
        assert_eq!(Clock::start(control(1010, 1000)).share(), ms(500), "at most half");
        assert_eq!(Clock::start(control(5, 1000)).share(), ms(0), "nothing beside the reserve");
    }

    #[test]
    fn a_player_sees_its_opponents_clock_or_its_own_twice() {
        let (own, other) = (control(1000, 10), control(2000, 0));
        let mut clocks = Clocks::start([Some(other), Some(own)]);
        clocks.spend(Side::First, ms(500)).unwrap();
        let lefts = |clocks: Clocks| clocks.seen_by(Side::Second, own).both().map(|clock| clock.left());
        assert_eq!(lefts(clocks), [ms(1500), ms(1000)]);
        assert_eq!(*clocks.seen_by(Side::Second, own).own(), Clock::start(own));
        let mut alone = Clocks::start([None, Some(own)]);
        alone.spend(Side::Second, ms(400)).unwrap();
        assert_eq!(lefts(alone), [ms(610), ms(610)]);
        assert_eq!(lefts(*Clocks::NONE), [ms(1000), ms(1000)], "a full clock without a game");
    }
}
