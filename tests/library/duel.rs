//! One game: its clocks.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use arena::games::connect::{Board, ConnectRules};
use arena::games::{Game, Outcome, Side};
use arena::play::adjudication::GameLimits;
use arena::play::by_rules::ByRules;
use arena::play::duel::{self, Arbiter as _, Contestant, DuelOptions, Measurement, Played, Reason};
use arena::players::clock::{Clock, TimeControl};
use arena::players::strategies::{Choice, NoChoice, Strategy, Turn};
use arena::rng::{Purpose, Rng};

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Plays the first move after a pause, and notes what its clock and its opponent's show.
#[derive(Clone, Default)]
struct Paced {
    clock: Option<TimeControl>,
    /// How long a move takes.
    pause: Duration,
    /// What it says a move took, if it measures that itself.
    claim: Option<Duration>,
    seen: Vec<[Option<Duration>; 2]>,
}

impl Strategy<Board> for Paced {
    fn choose(&mut self, position: &Board, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        self.seen.push(Side::BOTH.map(|side| turn.clocks.of(side).map(Clock::left)));
        thread::sleep(self.pause);
        turn.took = self.claim;
        position.legal_moves().into_iter().next().map(Choice::unsearched).ok_or(NoChoice::GameOver)
    }

    fn fresh(&self) -> Box<dyn Strategy<Board>> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Option<TimeControl> {
        self.clock
    }
}

/// Plays a game of Connect Four; returns the number of plies and the measurements, too.
fn play(first: &mut Paced, second: &mut Paced, measured: bool) -> (Played, u32, Vec<Measurement>) {
    let start = Board::start(ConnectRules::new(7, 6, 4).unwrap());
    let [mut rng, mut other] = [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(1, purpose, 0));
    let mut contestants = [
        Contestant { strategy: first as &mut dyn Strategy<Board>, rng: &mut rng, measured },
        Contestant { strategy: second as &mut dyn Strategy<Board>, rng: &mut other, measured },
    ];
    let options = DuelOptions { limits: GameLimits::default(), interrupt: &AtomicBool::new(false) };
    let (mut game, mut measurements) = (ByRules::new(start), Vec::new());
    let played = duel::play(&mut game, &start, &mut contestants, options, &mut measurements).unwrap();
    (played, game.plies(), measurements)
}

fn clocked(base: Duration, increment: Duration) -> Paced {
    Paced { clock: Some(TimeControl::new(base, increment)), ..Paced::default() }
}

#[test]
fn a_player_that_uses_up_its_clock_loses_on_time() {
    for measured in [true, false] {
        let mut late = Paced { pause: ms(100), ..clocked(ms(40), ms(0)) };
        let mut other = Paced::default();
        let (played, plies, _) = play(&mut other, &mut late, measured);
        assert_eq!((played.reason, played.outcome), (Reason::Timeout, Outcome::Win(Side::First)));
        assert_eq!((plies, played.forfeit.unwrap().said.as_str()), (1, "its clock ran out"));
    }
}

#[test]
fn a_clock_is_full_in_every_game_and_shows_what_moves_took() {
    let mut first = Paced { claim: Some(ms(100)), ..clocked(ms(5000), ms(10)) };
    let mut second = Paced::default();
    for game in 0..2 {
        let (played, ..) = play(&mut first, &mut second, false);
        assert_eq!(played.reason, Reason::Normal, "game {game}");
    }
    let own: Vec<_> = first.seen.iter().map(|seen| seen[0].unwrap()).collect();
    let moves = own.len() as u64 / 2;
    assert!(moves >= 4);
    let expected: Vec<_> = (0..2 * moves).map(|ply| ms(5000 - 90 * (ply % moves))).collect();
    assert_eq!(own, expected);
    assert!(first.seen.iter().all(|seen| seen[1].is_none()), "the opponent has no clock");
    assert_eq!(second.seen[1], [Some(ms(5000 - 2 * 90)), None], "and sees this one");
}

#[test]
fn the_time_of_a_move_is_what_the_player_measured_itself() {
    let mut first = Paced { claim: Some(ms(77)), ..Paced::default() };
    let (.., measurements) = play(&mut first, &mut Paced::default(), true);
    let of = |side| measurements.iter().filter(move |one| one.side == side).map(|one| one.nanoseconds);
    assert!(of(Side::First).all(|time| time == 77_000_000));
    assert!(of(Side::Second).all(|time| time != 77_000_000));
    assert!(of(Side::Second).count() >= 3);
}
