//! Whole matches through the runner, including files.
//!
//! Games of `random` and `bad`, whose moves cost almost nothing, show the cost of the runner itself, compared with
//! a bare loop that plays the same games and keeps nothing. Games of `smart:6` against `bad` are compared with those
//! by the textbook. Matches are whole commands, from the start of the process to its end. They use several threads, so
//! the times are wall times: on a busy machine only the columns of one thread can be compared.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use arena::games::{BuiltInGame, Game, GameVisitor, Side};
use arena::play::openings::{Openings, OpeningsSpec};
use arena::players::strategies::{Strategy, StrategySpec, Turn};
use arena::rng::{Purpose, Rng};

use crate::clock::{Effort, Way, medians, wall};
use crate::table::{Table, time, times};
use crate::textbook::{self, ConnectFour, Textbook};

pub(crate) fn compare(effort: Effort) {
    let table = &Table::new(
        "matches",
        "Games a second through the runner with all files, beside a bare loop without.",
        &[
            ("game", 15),
            ("players", 12),
            ("bare", 10),
            ("1 thread", 10),
            ("2 threads", 10),
            ("with moves", 10),
            ("1 thread / bare", 15),
        ],
    );
    for (game, player) in [("kalah:6x4", "random"), ("connect:7x6x4", "random"), ("kalah:6x4", "bad")] {
        let contest = Contest { game, players: [player, player], games: effort.pick(50_000, 200_000) };
        contest.built_in().visit(Runner { effort, table, contest });
    }

    let table = &Table::new(
        "matches of smart:6 against bad",
        "All games with files, beside the first few by the textbook.",
        &[
            ("game", 15),
            ("games", 7),
            ("1 thread", 10),
            ("2 threads", 10),
            ("textbook, a game", 16),
            ("to textbook", 11),
        ],
    );
    for (game, first_few) in [("kalah:6x4", 10), ("connect:7x6x4", 2)] {
        let contest = Contest { game, players: ["smart:6", "bad"], games: effort.pick(1_000, 10_000) };
        let book = match game {
            "kalah:6x4" => by_the_book::<textbook::Kalah>,
            _ => by_the_book::<ConnectFour>,
        };
        contest.built_in().visit(Whole { effort, table, contest, first_few, book });
    }
    starts(effort);
    readers(effort);
}

/// From the start of a process to its end.
fn starts(effort: Effort) {
    let table = Table::new(
        "start-up",
        "Whole commands, beside one that does nothing.",
        &[("command", 24), ("time", 10), ("to true", 8)],
    );
    let folder = Folder::new();
    let play =
        |player| Contest { game: "kalah", players: [player, "bad"], games: 2 }.by_command(&folder, 1, &[]);
    let ways: [Way<'_>; 4] = [
        &mut || assert!(Command::new("true").status().is_ok(), "true starts"),
        &mut || command(&["--version"]),
        &mut || play("bad"),
        &mut || play("mcts:1000"),
    ];
    let took = medians(effort, wall, ways).map(|time| time.as_secs_f64());
    let commands = ["true", "arena --version", "arena -n 2 bad bad", "arena -n 2 mcts:1k bad"];
    for (name, took_one) in commands.into_iter().zip(took) {
        table.row([name, &time(took_one), &times(took_one / took[0])]);
    }
}

/// What reads all games of a run, compared with counting the lines of the file.
fn readers(effort: Effort) {
    let games = effort.pick(100_000, 1_000_000);
    let table = Table::new(
        "reading games",
        &format!("A run of {games} random games of Kalah, beside counting the lines of its games.csv."),
        &[("command", 24), ("time", 10), ("games a second", 14), ("to lines", 8)],
    );
    let folder = Folder::new();
    let contest = Contest { game: "kalah", players: ["random", "random"], games };
    let openings = ["--openings", "random:8"];
    contest.by_command(&folder, 2, &openings);
    let path = folder.0.to_str().expect("a path");
    let page = folder.0.join("page.html");
    let page = page.to_str().expect("a path");
    let mut lines = || {
        let text = std::fs::read(folder.0.join("games.csv")).expect("the games");
        black_box(text.split(|&byte| byte == b'\n').count());
    };
    // It has more games each time.
    let mut more = games;
    let mut play_on = || {
        more += 2;
        let more = more.to_string();
        let words = ["match", "--a", "a=random", "--b", "b=random", "--out", path, "--games", &more];
        command(&[&words[..], &openings[..]].concat());
    };
    let ways: [Way<'_>; 4] = [
        &mut lines,
        &mut || command(&["stats", path]),
        &mut || command(&["report", path, "-o", page]),
        &mut play_on,
    ];
    let took = medians(effort, wall, ways).map(|time| time.as_secs_f64());
    for (name, took_one) in
        ["counting lines", "arena stats", "arena report", "two more games"].into_iter().zip(took)
    {
        let rate = format!("{:.0}", games as f64 / took_one);
        table.row([name, &time(took_one), &rate, &times(took_one / took[0])]);
    }
}

/// Runs a command, which must succeed.
fn command(words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let status = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("arena starts").success(), "arena {}", words.join(" "));
}

/// What is played.
#[derive(Clone, Copy)]
pub(crate) struct Contest<'a> {
    pub(crate) game: &'a str,
    pub(crate) players: [&'a str; 2],
    pub(crate) games: u64,
}

impl Contest<'_> {
    const SEED: u64 = 1;

    /// The game as a built-in one, whose board type is known.
    pub(crate) fn built_in(self) -> BuiltInGame {
        self.game.parse().expect("a built-in game")
    }

    pub(crate) fn openings<G: Game>(self, start: G) -> Openings<G> {
        let pairs = self.games.div_ceil(2);
        Openings::prepare(&OpeningsSpec::Random(None), start, pairs, Contest::SEED, &AtomicBool::new(false))
            .expect("openings")
    }

    /// Plays the games as a user does: the whole command, with its files.
    pub(crate) fn by_command(self, folder: &Folder, threads: u32, further: &[&str]) {
        let [a, b] = self.players;
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(["match", "--a", &format!("a={a}"), "--b", &format!("b={b}"), "--game", self.game]);
        command.args(["--games", &self.games.to_string(), "--threads", &threads.to_string()]);
        command.args(["--seed", &Contest::SEED.to_string(), "--fresh", "--quiet", "--no-progress", "--out"]);
        let status = command.arg(&folder.0).args(further).stdout(Stdio::null()).status();
        assert!(status.expect("arena starts").success(), "a match that ends");
    }
}

/// A folder for the files, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("arena-bench-{}-{number}", std::process::id())))
    }

    /// The moves of the first games.
    pub(crate) fn moves(&self, games: usize) -> Vec<String> {
        let mut rows = csv::Reader::from_path(self.0.join("games.csv")).expect("the games");
        rows.records().take(games).map(|row| row.expect("a game")[11].to_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Leftovers in the temporary folder do no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The cost of the runner.
struct Runner<'a> {
    effort: Effort,
    table: &'a Table,
    contest: Contest<'a>,
}

impl GameVisitor for Runner<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Runner { effort, table, contest } = self;
        let openings = contest.openings(start);
        let folder = Folder::new();
        let ways: [Way<'_>; 4] = [
            &mut || bare(contest, &openings),
            &mut || contest.by_command(&folder, 1, &[]),
            &mut || contest.by_command(&folder, 2, &[]),
            &mut || contest.by_command(&folder, 1, &["--record-moves"]),
        ];
        let [bare, one, two, moves] =
            medians(effort, wall, ways).map(|time| contest.games as f64 / time.as_secs_f64());
        let [bare_rate, one_rate, two_rate, moves_rate] =
            [bare, one, two, moves].map(|rate| format!("{rate:.0}"));
        let cells = [
            contest.game,
            contest.players[0],
            &bare_rate,
            &one_rate,
            &two_rate,
            &moves_rate,
            &times(one / bare),
        ];
        table.row(cells);
    }
}

/// A whole match.
struct Whole<'a> {
    effort: Effort,
    table: &'a Table,
    contest: Contest<'a>,
    /// The number of games that the textbook plays.
    first_few: usize,
    book: fn(&str, bool) -> Vec<usize>,
}

impl GameVisitor for Whole<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Whole { effort, table, contest, first_few, book } = self;
        let openings = contest.openings(start);
        let folder = Folder::new();
        contest.by_command(&folder, 1, &[]);
        let played = folder.moves(first_few);
        let by_the_book = || {
            for (game, played) in (0..).zip(&played) {
                let moves = book(&openings.take(game / 2).to_string(), game % 2 == 0);
                let numbers: Vec<String> = moves.iter().map(usize::to_string).collect();
                assert_eq!(&numbers.join(" "), played, "game {game} of {}", contest.game);
            }
        };
        let ways: [Way<'_>; 3] =
            [&mut || by_the_book(), &mut || contest.by_command(&folder, 1, &[]), &mut || {
                contest.by_command(&folder, 2, &[]);
            }];
        let [book, one, two] = medians(effort, wall, ways).map(|time| time.as_secs_f64());
        let (book, one_game) = (book / first_few as f64, one / contest.games as f64);
        table.row([
            contest.game,
            &contest.games.to_string(),
            &time(one),
            &time(two),
            &time(book),
            &times(book / one_game),
        ]);
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

/// Plays the games and keeps nothing.
fn bare<G: Game>(contest: Contest<'_>, openings: &Openings<G>) {
    let strategy = |spec: &str| -> Box<dyn Strategy<G>> {
        spec.parse::<StrategySpec>().expect("a spec").build::<G>().expect("a strategy")
    };
    let mut strategies = contest.players.map(strategy);
    let interrupt = AtomicBool::new(false);
    let mut points = 0;
    for game in 0..contest.games {
        let mut position = openings.take(game / 2);
        let mut rngs =
            [Purpose::PlayerA, Purpose::PlayerB].map(|purpose| Rng::stream(Contest::SEED, purpose, game));
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
