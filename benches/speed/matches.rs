//! Whole matches through the runner, files included.
//!
//! Games of `random` and `bad`, whose moves cost next to nothing, show what the runner itself costs: beside them stands
//! the bare loop that plays the same games and keeps nothing. Games of `smart:6` against `bad` stand beside the same games
//! by the textbook. Several threads work here, so the times are those on the wall: on a busy machine only the columns of one
//! thread can be compared.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use arena::games::{BuiltInGame, Game, GameVisitor, Side};
use arena::openings::{Openings, OpeningsSpec};
use arena::plan::Plan;
use arena::record::run_file::RunFile;
use arena::record::{Journal, RecordError};
use arena::rng::{Purpose, Rng};
use arena::runner::{GameRecord, Measured};
use arena::schedule::Schedule;
use arena::session::{Consumer, Session, Threads};
use arena::stats::Crosstable;
use arena::strategies::{Strategy, StrategySpec, Turn};

use crate::clock::{Effort, Way, medians, wall};
use crate::textbook::{self, ConnectFour, Textbook};

pub(crate) fn compare(effort: Effort) {
    println!("\nmatches: games a second through the runner with all files, beside the bare loop without.\n");
    println!(
        "  {:<14} {:<18} {:>11} {:>11} {:>11} {:>11}  {:>15}",
        "game", "players", "bare", "1 thread", "2 threads", "all timed", "1 thread / bare"
    );
    for (game, player) in [("kalah:6x4", "random"), ("connect:7x6x4", "random"), ("kalah:6x4", "bad")] {
        let games = effort.pick(50_000, 200_000);
        let plan = plan(game, [player, player], games);
        built_in(&plan).visit(Runner { effort, plan: &plan });
    }

    println!(
        "\nmatches of smart:6 against bad: all games with files, beside the first few by the textbook.\n"
    );
    println!(
        "  {:<14} {:>7} {:>11} {:>11}  {:>16} {:>11}",
        "game", "games", "1 thread", "2 threads", "textbook, a game", "to textbook"
    );
    for (game, first_few) in [("kalah:6x4", 10), ("connect:7x6x4", 2)] {
        let plan = plan(game, ["smart:6", "bad"], effort.pick(1_000, 10_000));
        let book = match game {
            "kalah:6x4" => by_the_book::<textbook::Kalah>,
            _ => by_the_book::<ConnectFour>,
        };
        built_in(&plan).visit(Whole { effort, plan: &plan, first_few, book });
    }
}

/// The game of a plan, with its board type in sight.
fn built_in(plan: &Plan) -> BuiltInGame {
    plan.game.to_string().parse().expect("a built-in game")
}

fn plan(game: &str, players: [&str; 2], games: u64) -> Plan {
    let spec = |(name, player)| format!("{name}={player}").parse::<StrategySpec>().expect("a strategy");
    Plan {
        game: game.parse().expect("a game"),
        players: [("a", players[0]), ("b", players[1])].map(spec).to_vec(),
        openings: OpeningsSpec::Random(None),
        openings_digest: None,
        player_digests: Vec::new(),
        seed: 1,
        schedule: Schedule::of_match(games),
        max_plies: None,
        sprt: None,
    }
}

/// The session that plays a plan, and its threads: one and two.
fn session(plan: &Plan) -> (Session, [Threads; 2]) {
    let session = Session::new(plan.clone()).expect("a session");
    (session, [1, 2].map(|count| Threads::start(Some(count)).expect("threads")))
}

fn openings<G: Game>(plan: &Plan, start: G) -> Openings<G> {
    Openings::prepare(&plan.openings, start, plan.schedule.most_pairs(), plan.seed, &AtomicBool::new(false))
        .expect("openings")
}

/// A folder for the files, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        Folder(std::env::temp_dir().join(format!("arena-bench-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in the folder of temporary files harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the runner costs.
struct Runner<'a> {
    effort: Effort,
    plan: &'a Plan,
}

impl GameVisitor for Runner<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Runner { effort, plan } = self;
        let openings = openings(plan, start);
        let (session, [one, two]) = session(plan);
        let session = RefCell::new(session);
        let folder = Folder::new();
        let ways: [Way<'_>; 4] = [
            &mut || bare(plan, &openings),
            &mut || _ = through_runner(&session, &one, &folder.0, Measured::Sample),
            &mut || _ = through_runner(&session, &two, &folder.0, Measured::Sample),
            &mut || _ = through_runner(&session, &one, &folder.0, Measured::All),
        ];
        let [bare, one, two, measured] =
            medians(effort, wall, ways).map(|time| plan.schedule.games() as f64 / time.as_secs_f64());
        println!(
            "  {:<14} {:<18} {bare:>11.0} {one:>11.0} {two:>11.0} {measured:>11.0}  {:>15.2}",
            plan.game.to_string(),
            format!("{} both", plan.players[0].kind()),
            one / bare
        );
    }
}

/// A whole match.
struct Whole<'a> {
    effort: Effort,
    plan: &'a Plan,
    /// How many of the games the textbook plays.
    first_few: u64,
    book: fn(&str, bool) -> Vec<usize>,
}

impl GameVisitor for Whole<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Whole { effort, plan, first_few, book } = self;
        let openings = openings(plan, start);
        let (session, [one, two]) = session(plan);
        let session = RefCell::new(session);
        let folder = Folder::new();
        let played = through_runner(&session, &one, &folder.0, Measured::Sample);
        let by_the_book = || {
            for (game, played) in (0..first_few).zip(&played) {
                let moves = book(&openings.take(game / 2).to_string(), game % 2 == 0);
                let numbers: Vec<String> = moves.iter().map(usize::to_string).collect();
                assert_eq!(&numbers.join(" "), played, "game {game} of {}", plan.game);
            }
        };
        let ways: [Way<'_>; 3] = [
            &mut || by_the_book(),
            &mut || _ = through_runner(&session, &one, &folder.0, Measured::Sample),
            &mut || _ = through_runner(&session, &two, &folder.0, Measured::Sample),
        ];
        let [book, one, two] = medians(effort, wall, ways).map(|time| time.as_secs_f64());
        let (book, one_game) = (book / first_few as f64, one / plan.schedule.games() as f64);
        println!(
            "  {:<14} {:>7} {one:>9.3} s {two:>9.3} s  {:>13.2} ms {:>9.0} x",
            plan.game.to_string(),
            plan.schedule.games(),
            book * 1e3,
            book / one_game
        );
    }
}

/// The moves of a game between minimax to six plies and the first legal move, by the textbook.
fn by_the_book<T: Textbook>(opening: &str, a_is_first: bool) -> Vec<usize> {
    let mut position = T::read(opening);
    let mut moves = Vec::new();
    while !position.is_over() {
        let number = if position.first_moves() == a_is_first {
            textbook::best_move(&position, 6, false).0
        } else {
            position.legal_moves()[0]
        };
        position.play(number);
        moves.push(number);
    }
    moves
}

fn players<G: Game>(plan: &Plan) -> Vec<Box<dyn Strategy<G>>> {
    plan.players.iter().map(|spec| spec.build::<G>().expect("a strategy")).collect()
}

/// Plays the games and keeps nothing.
fn bare<G: Game>(plan: &Plan, openings: &Openings<G>) {
    let mut strategies = players::<G>(plan);
    let interrupt = AtomicBool::new(false);
    let mut points = 0;
    for game in 0..plan.schedule.games() {
        let mut position = openings.take(game / 2);
        let mut rngs =
            [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(plan.seed, purpose, game));
        while !position.is_over() {
            let side: Side = position.to_move();
            let mut turn = Turn::new(&mut rngs[side.index()], &interrupt);
            let choice = strategies[side.index()].choose(&position, &mut turn).expect("a move");
            position.play(choice.mv);
        }
        points += position.points()[0];
    }
    black_box(points);
}

/// Plays the games as a match does, and gives the moves of the first ones.
fn through_runner(
    session: &RefCell<Session>,
    threads: &Threads,
    folder: &Path,
    measured: Measured,
) -> Vec<String> {
    let mut session = session.borrow_mut();
    let run = RunFile::new(session.plan(), true, false, threads.count(), String::new());
    let empty = session.tallies();
    let journal = Journal::open(folder, run, true, empty, &mut *session).expect("a journal");
    let mut recorder = Recorder { journal, first_games: Vec::new() };
    session.play(threads, measured, &mut recorder).expect("no error");
    recorder.journal.finish(&[]).expect("no error");
    recorder.first_games
}

/// A journal, and the moves of the first games.
struct Recorder {
    journal: Journal,
    first_games: Vec<String>,
}

impl Consumer for Recorder {
    type Error = RecordError;

    fn next_game(&self) -> u64 {
        self.journal.next_game()
    }

    fn crosstable(&self) -> Crosstable {
        self.journal.tallies().crosstable()
    }

    fn commit(&mut self, game: GameRecord) -> Result<(), RecordError> {
        if self.first_games.len() < 10 {
            self.first_games.push(game.moves.clone());
        }
        self.journal.commit(&game)
    }
}
