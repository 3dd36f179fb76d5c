//! The runner with players that misbehave: they crash, cheat, are slow, or never answer.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::games::connect::{Board, ConnectRules};
use crate::games::{Game, Move, Outcome, Side};
use crate::play::adjudication::GameLimits;
use crate::play::duel::Reason;
use crate::play::finished::FinishedGame;
use crate::play::host::TypedHost;
use crate::play::openings::{Openings, OpeningsSpec};
use crate::play::runner::{self, Chunk, Ended, GameRecord, LOOK_AHEAD, Measured, Queue, RunOptions, State};
use crate::play::schedule::{Block, Fixture};
use crate::play::source::Games;
use crate::players::strategies::{Choice, NoChoice, Strategy, Turn};
use crate::rng::Rng;

/// How long to wait at most for what other threads do in a moment.
const DEADLINE: Duration = Duration::from_mins(1);

/// Openings of Connect Four, three plies from the start, so that the second side moves first.
struct Setting {
    openings: Openings<Board>,
    /// The pair that an opening belongs to.
    pairs: HashMap<Board, u64>,
    interrupt: AtomicBool,
}

impl Setting {
    fn new(games: u64) -> Arc<Setting> {
        let start = Board::start(ConnectRules::new(7, 6, 4).unwrap());
        let pairs = games.div_ceil(2);
        let plies = if pairs > 200 { 5 } else { 3 };
        let openings =
            Openings::prepare(&OpeningsSpec::Random(Some(plies)), start, pairs, 1, &AtomicBool::new(false))
                .unwrap();
        let pairs: HashMap<Board, u64> = (0..pairs).map(|pair| (openings.take(pair), pair)).collect();
        assert_eq!(pairs.len() as u64, games.div_ceil(2), "no opening occurs twice");
        Arc::new(Setting { openings, pairs, interrupt: AtomicBool::new(false) })
    }

    /// Runs the games on this many threads.
    fn run<E: Send>(
        &self,
        players: [&dyn Strategy<Board>; 2],
        range: Range<u64>,
        threads: usize,
        mut commit: impl FnMut(&GameRecord<'_>) -> Result<ControlFlow<()>, E> + Send,
    ) -> Result<Ended, E> {
        let games = Games {
            rules: TypedHost { start: *self.openings.start() },
            openings: self.openings.clone(),
            players: players.map(Strategy::fresh).into(),
            seed: 1,
            limits: GameLimits::default(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let options = RunOptions {
            pool: &pool,
            names: &["a", "b"],
            measured: Measured::Sample,
            interrupt: &self.interrupt,
            write_rows: &|game, rows| rows.games.extend(format!("game {}\n", game.fixture.game).bytes()),
        };
        let block = Block::of_match(range.end);
        runner::run(&games, options, &block, range, |games| {
            for game in games {
                assert_eq!(game.rows.game, format!("game {}\n", game.fixture.game).as_bytes());
                if commit(&game)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Runs all games and returns them without times, which differ from run to run.
    fn records(
        &self,
        players: [&dyn Strategy<Board>; 2],
        range: Range<u64>,
        threads: usize,
    ) -> Vec<Committed> {
        let mut records = Vec::new();
        let ended = self.run(players, range, threads, |record| {
            records.push(Committed::from(record));
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
        assert_eq!(ended, Ok(Ended::Complete));
        records
    }
}

/// What is kept of a game that was committed.
#[derive(Debug, PartialEq, Eq)]
struct Committed {
    fixture: Fixture,
    game: FinishedGame<String>,
    said: Option<String>,
}

impl From<&GameRecord<'_>> for Committed {
    fn from(record: &GameRecord<'_>) -> Committed {
        Committed {
            fixture: record.fixture,
            game: record.game.owned(),
            said: record.forfeit.map(|forfeit| forfeit.said.clone()),
        }
    }
}

/// What a player does when it has the first move of a game.
#[derive(Clone)]
enum Quirk {
    None,
    /// Panics in the pairs with this remainder modulo five, and cannot be used afterwards.
    Panic(u64),
    /// Gives no move in such pairs.
    NoMove(u64),
    /// Plays a full column in such pairs.
    Cheat(u64),
    /// Panics before every game, in a different way after the first time.
    Unprepared,
    /// Waits in every third pair until the second after it has begun.
    Dawdle(Arc<Begun>),
    /// Waits for the interrupt in this pair and all later ones.
    Wait(u64),
}

/// The pairs that have begun.
#[derive(Default)]
struct Begun {
    pairs: Mutex<BTreeSet<u64>>,
    changed: Condvar,
}

impl Begun {
    fn begin(&self, pair: u64) {
        let mut pairs = self.pairs.lock().unwrap();
        pairs.insert(pair);
        self.changed.notify_all();
        if pair.is_multiple_of(3) {
            drop(self.changed.wait_timeout_while(pairs, DEADLINE, |pairs| !pairs.contains(&(pair + 2))));
        }
    }
}

/// A random player with a quirk.
struct Player {
    setting: Arc<Setting>,
    quirk: Quirk,
    instant: bool,
    broken: bool,
}

impl Player {
    fn new(setting: &Arc<Setting>, quirk: Quirk) -> Player {
        Player { setting: setting.clone(), quirk, instant: false, broken: false }
    }

    fn instant(setting: &Arc<Setting>, quirk: Quirk) -> Player {
        Player { instant: true, ..Player::new(setting, quirk) }
    }
}

impl Strategy<Board> for Player {
    fn choose(&mut self, position: &Board, turn: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        assert!(!self.broken, "a player that crashed is asked again");
        if turn.interrupt.load(Ordering::Relaxed) {
            return Err(NoChoice::Interrupted);
        }
        let mv = turn.rng.choose(position.legal_moves()).ok_or(NoChoice::GameOver)?;
        if let Some(&pair) = self.setting.pairs.get(position) {
            match &self.quirk {
                Quirk::Panic(rest) if pair % 5 == *rest => {
                    self.broken = true;
                    // Like a panic, but without the message.
                    std::panic::resume_unwind(Box::new("broken"));
                }
                Quirk::NoMove(rest) if pair % 5 == *rest => return Err(NoChoice::GameOver),
                Quirk::Cheat(rest) if pair % 5 == *rest => {
                    return Ok(Choice::unsearched(Move::from_index(63)));
                }
                Quirk::Dawdle(begun) => begun.begin(pair),
                Quirk::Wait(from) if pair >= *from => {
                    until("it is interrupted", || turn.interrupt.load(Ordering::Relaxed));
                    return Err(NoChoice::Interrupted);
                }
                _ => {}
            }
        }
        Ok(Choice::unsearched(mv))
    }

    fn new_game(&mut self, _: &mut Rng) {
        if let Quirk::Unprepared = self.quirk {
            let words = if self.broken { "broken for good" } else { "broken" };
            self.broken = true;
            std::panic::resume_unwind(Box::new(words));
        }
    }

    fn fresh(&self) -> Box<dyn Strategy<Board>> {
        Box::new(Player {
            setting: self.setting.clone(),
            quirk: self.quirk.clone(),
            instant: self.instant,
            broken: false,
        })
    }

    fn is_instant(&self) -> bool {
        self.instant
    }
}

/// Games in which a player with this quirk meets one without, and the same games without the quirk.
fn with_and_without(quirk: &Quirk, threads: usize) -> Vec<(Committed, Committed)> {
    let setting = Setting::new(121);
    let [plain, other] = [Quirk::None, Quirk::None].map(|quirk| Player::instant(&setting, quirk));
    let quirky = Player::instant(&setting, quirk.clone());
    let with = setting.records([&quirky, &other], 0..121, threads);
    let without = setting.records([&plain, &other], 0..121, threads);
    assert_eq!((with.len(), without.len()), (121, 121), "the run continues");
    with.into_iter().zip(without).collect()
}

#[test]
fn a_player_that_crashes_forfeits_that_game_and_no_other() {
    for threads in [1, 2, 8] {
        for quirk in [Quirk::Panic(3), Quirk::NoMove(3)] {
            for (with, without) in with_and_without(&quirk, threads) {
                // After three plies the second side moves; player a has it in the second game of a pair.
                if with.fixture.game / 2 % 5 == 3 && !with.fixture.a_is_first {
                    assert_eq!(
                        (with.game.reason, with.game.outcome),
                        (Reason::Crash, Outcome::Win(Side::First))
                    );
                    assert_eq!((with.game.plies, with.game.moves.as_deref()), (Some(0), Some("")));
                    assert!(with.said.is_some());
                } else {
                    assert_eq!(with, without, "{threads} threads");
                    assert_eq!((with.game.reason, with.said), (Reason::Normal, None));
                }
            }
        }
    }
}

#[test]
fn a_player_that_breaks_down_before_a_game_forfeits_it_at_its_first_move() {
    for threads in [1, 2] {
        for (with, _) in with_and_without(&Quirk::Unprepared, threads) {
            // After three plies the second side moves; player a has it in the second game of a pair.
            let (plies, winner) = if with.fixture.a_is_first { (1, Side::Second) } else { (0, Side::First) };
            let FinishedGame { reason, outcome, .. } = with.game;
            assert_eq!(
                (reason, outcome, with.game.plies),
                (Reason::Crash, Outcome::Win(winner), Some(plies))
            );
            assert_eq!(with.said.unwrap(), "panicked: broken", "a new player for every game");
        }
    }
}

#[test]
fn a_player_that_cheats_forfeits_that_game_and_no_other() {
    for threads in [1, 3] {
        for (with, without) in with_and_without(&Quirk::Cheat(1), threads) {
            if with.fixture.game / 2 % 5 == 1 && !with.fixture.a_is_first {
                assert_eq!(
                    (with.game.reason, with.game.outcome),
                    (Reason::Illegal, Outcome::Win(Side::First))
                );
                assert_eq!((with.game.plies, with.game.moves.as_deref()), (Some(0), Some("")));
            } else {
                assert_eq!(with, without);
            }
        }
    }
}

#[test]
fn games_are_committed_in_order_however_long_they_take() {
    let setting = Setting::new(49);
    let quick = Player::new(&setting, Quirk::None);
    let expected = setting.records([&quick, &quick], 0..49, 1);
    for threads in [1, 2, 8] {
        // A single thread has nobody to wait for.
        let pace = if threads == 1 { Quirk::None } else { Quirk::Dawdle(Arc::default()) };
        let slow = Player::new(&setting, pace);
        let records = setting.records([&slow, &quick], 0..49, threads);
        let order: Vec<u64> = records.iter().map(|record| record.fixture.game).collect();
        assert_eq!(order, (0..49).collect::<Vec<_>>(), "{threads} threads");
        assert_eq!(records, expected, "{threads} threads");
    }
}

#[test]
fn any_part_of_a_run_is_the_same_as_in_the_whole_run() {
    let setting = Setting::new(300);
    for instant in [true, false] {
        let player = Player { instant, ..Player::new(&setting, Quirk::None) };
        let whole = setting.records([&player, &player], 0..300, 2);
        for range in [0..1, 0..77, 77..300, 151..152, 299..300, 300..300] {
            let part = setting.records([&player, &player], range.clone(), 3);
            assert_eq!(part, whole[range.start as usize..range.end as usize]);
        }
    }
}

#[test]
fn nothing_is_committed_after_the_consumer_breaks() {
    let setting = Setting::new(300);
    for instant in [true, false] {
        for threads in [1, 2, 8] {
            let player = Player { instant, ..Player::new(&setting, Quirk::None) };
            for last in [0, 1, 37, 64, 298] {
                let mut committed = Vec::new();
                let ended = setting.run([&player, &player], 0..300, threads, |record| {
                    committed.push(record.fixture.game);
                    let enough = record.fixture.game == last;
                    Ok::<_, Infallible>(if enough {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                });
                assert_eq!(ended, Ok(Ended::Enough));
                assert_eq!(committed, (0..=last).collect::<Vec<_>>(), "{threads} threads");

                let mut committed = Vec::new();
                let ended = setting.run([&player, &player], 0..300, threads, |record| {
                    committed.push(record.fixture.game);
                    if record.fixture.game == last {
                        Err("the disk is full")
                    } else {
                        Ok(ControlFlow::Continue(()))
                    }
                });
                assert_eq!(ended, Err("the disk is full"));
                assert_eq!(committed, (0..=last).collect::<Vec<_>>(), "{threads} threads");
            }
        }
    }
}

#[test]
fn an_interrupt_leaves_a_prefix_that_can_be_continued() {
    for instant in [true, false] {
        for threads in [1, 2, 8] {
            let setting = Setting::new(2000);
            let player = Player { instant, ..Player::new(&setting, Quirk::None) };
            let whole = setting.records([&player, &player], 0..2000, threads);
            let held = Player { instant, ..Player::new(&setting, Quirk::Wait(100)) };
            let mut committed = Vec::new();
            let ended = setting.run([&held, &held], 0..2000, threads, |record| {
                if record.fixture.game == 50 {
                    setting.interrupt.store(true, Ordering::Relaxed);
                }
                committed.push(Committed::from(record));
                Ok::<_, Infallible>(ControlFlow::Continue(()))
            });
            assert_eq!(ended, Ok(Ended::Interrupted));
            let done = committed.len();
            assert!((51..=200).contains(&done), "{done}");
            setting.interrupt.store(false, Ordering::Relaxed);
            committed.extend(setting.records([&player, &player], done as u64..2000, threads));
            assert_eq!(committed, whole, "{threads} threads, interrupted after {done}");
        }
    }
}

#[test]
fn an_interrupt_before_the_first_game_plays_nothing() {
    let setting = Setting::new(100);
    setting.interrupt.store(true, Ordering::Relaxed);
    let player = Player::new(&setting, Quirk::None);
    let ended = setting.run([&player, &player], 0..100, 2, |record| -> Result<ControlFlow<()>, Infallible> {
        panic!("{record:?}")
    });
    assert_eq!(ended, Ok(Ended::Interrupted));
}

#[test]
fn players_run_ahead_of_a_stuck_game_only_up_to_a_bound() {
    let queue = Queue {
        state: Mutex::new(State::<Infallible>::default()),
        changed: Condvar::new(),
        commit: Mutex::new(|_: runner::ChunkGames<'_>| Ok(ControlFlow::Continue(()))),
        names: &["a", "b"],
        chunks: 2 * LOOK_AHEAD,
    };
    let claim = || queue.claim().unwrap().0;
    assert_eq!(claim(), 0, "the one that is stuck");
    for number in 1..LOOK_AHEAD {
        assert_eq!(claim(), number);
        queue.hand_in(number, Chunk::default());
    }
    thread::scope(|scope| {
        let waits = scope.spawn(claim);
        until("it waits", || queue.lock().stalled == 1);
        let State { next, committed, .. } = *queue.lock();
        assert_eq!((next, committed), (LOOK_AHEAD, 0));
        queue.hand_in(0, Chunk::default());
        assert_eq!(waits.join().unwrap(), LOOK_AHEAD);
    });
    assert_eq!(queue.lock().committed, LOOK_AHEAD);
}

/// Waits until something holds, and fails when it does not in time.
fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < DEADLINE, "waited in vain: {what}");
        thread::yield_now();
    }
}
