//! What a match between bots costs, beside a bare ping-pong.
//!
//! The bots answer at once, with the first legal move: they are this program, started with [`AT_ONCE`]. The ping-pong has
//! the same bots and the same lines in the same order, but the other end is a loop that writes a question and reads the
//! answer, without a deadline, a rule or a file. Times are those on the wall, for a ply of one thread. A game through a
//! referee is measured beside the same game by rules.

use std::io::{self, BufRead, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use arena::games::{Game, GameVisitor};

use crate::clock::{Effort, Way, medians, wall};
use crate::matches::{Contest, Folder};
use crate::table::Table;

/// The word that makes this program a bot.
pub(crate) const AT_ONCE: &str = "answer-at-once";

/// What a match may cost: times the ping-pong, and microseconds for a ply.
const TARGET: (f64, f64) = (1.5, 10.0);

pub(crate) fn compare(effort: Effort) {
    let games = effort.pick(4_000, 16_000);
    let table = Table::new(
        "bots",
        "Microseconds for a ply of a thread, whole commands beside the bare ping-pong.",
        &[
            ("bots that answer at once", 24),
            ("threads", 8),
            ("ping-pong", 10),
            ("match", 10),
            ("ratio", 8),
            ("target", 20),
        ],
    );
    let this = std::env::current_exe().expect("this program");
    let bot = format!("exec:\"{} {AT_ONCE}\",deterministic=yes", this.display());
    let contest = Contest { game: "kalah:6x4", players: [&bot, &bot], games };
    let questions = contest.built_in().visit(Lines { contest });
    for threads in [1, 2] {
        instant(effort, &table, threads, contest, &questions);
    }

    let table = Table::new(
        "strategies as bots",
        "Microseconds for a ply of `smart:6` against `bad`: inside, and as two `arena engine`.",
        &[("cores", 24), ("threads", 8), ("inside", 10), ("engines", 10), ("more", 8), ("target", 12)],
    );
    for threads in [1, 2] {
        engines(effort, &table, threads, games);
    }

    let table = Table::new(
        "referees",
        "Microseconds for a ply of two `arena engine random`: by rules, through a referee, and with the opponent asked too.",
        &[("cores", 24), ("threads", 8), ("rules", 10), ("one referee", 11), ("both", 10)],
    );
    for threads in [1, 2] {
        refereed(effort, &table, threads, games / 4);
    }
}

/// Microseconds for a ply of one of the threads.
fn for_a_ply(time: Duration, threads: u32, plies: usize) -> f64 {
    time.as_secs_f64() * 1e6 * f64::from(threads) / plies as f64
}

/// Bots that answer at once: on the core of their thread, and wherever the system puts them.
fn instant(effort: Effort, table: &Table, threads: u32, contest: Contest<'_>, games: &[Vec<Question>]) {
    let plies = games.iter().map(Vec::len).sum();
    let folder = Folder::new();
    let [mut together, mut apart] = [true, false].map(|shares| PingPong::start(threads, shares));
    let ways: [Way<'_>; 4] = [
        &mut || together.play(games),
        &mut || contest.by_command(&folder, threads, &[]),
        &mut || apart.play(games),
        &mut || contest.by_command(&folder, threads, &["--no-affinity"]),
    ];
    let taken = medians(effort, wall, ways).map(|time| for_a_ply(time, threads, plies));
    let target = match (TARGET, threads) {
        ((most, _), 1) => format!("{most}"),
        ((most, microseconds), _) => format!("{most}, at most {microseconds} µs"),
    };
    for (cores, bare, played, target) in
        [("sharing a core", taken[0], taken[1], target.as_str()), ("--no-affinity", taken[2], taken[3], "")]
    {
        let [ratio, bare, played] = [played / bare, bare, played].map(|figure| format!("{figure:.2}"));
        table.row([cores, &threads.to_string(), &bare, &played, &ratio, target]);
    }
}

/// `arena engine smart:6` against `arena engine bad`, beside the same match inside.
fn engines(effort: Effort, table: &Table, threads: u32, games: u64) {
    let arena = env!("CARGO_BIN_EXE_arena");
    let [smart, bad] =
        ["smart:6", "bad"].map(|strategy| format!("exec:\"{arena} engine {strategy}\",deterministic=yes"));
    let inside = Contest { game: "kalah:6x4", players: ["smart:6", "bad"], games };
    let outside = Contest { players: [&smart, &bad], ..inside };
    let folders = [(); 2].map(|()| Folder::new());
    let ways: [Way<'_>; 2] = [&mut || inside.by_command(&folders[0], threads, &[]), &mut || {
        outside.by_command(&folders[1], threads, &[]);
    }];
    let taken = medians(effort, wall, ways);
    let [moves, same] = [0, 1].map(|i| folders[i].moves(games as usize));
    assert_eq!(moves, same, "engines play the same games");
    let plies = moves.iter().map(|moves| moves.split(' ').count()).sum();
    let [inside, outside] = taken.map(|time| for_a_ply(time, threads, plies));
    let target = format!("at most {} µs", TARGET.1);
    let [more, inside, outside] = [outside - inside, inside, outside].map(|figure| format!("{figure:.2}"));
    table.row(["sharing a core", &threads.to_string(), &inside, &outside, &more, &target]);
}

/// `arena engine random` against itself by the rules of arena, beside the same games through a referee: alone, and with the
/// opponent asked too.
fn refereed(effort: Effort, table: &Table, threads: u32, games: u64) {
    let arena = env!("CARGO_BIN_EXE_arena");
    let kalah = "kalah:6x4";
    let engine = format!("exec:\"{arena} engine random --game {kalah}\",deterministic=yes");
    let game = format!("ugi:\"{arena} engine random --game {kalah}\"");
    let rules = Contest { game: kalah, players: [&engine, &engine], games };
    let through = Contest { game: &game, ..rules };
    let folders = [(); 3].map(|()| Folder::new());
    let start = ["--openings", "start"];
    let ways: [Way<'_>; 3] = [
        &mut || rules.by_command(&folders[0], threads, &start),
        &mut || through.by_command(&folders[1], threads, &["--openings", "start", "--referees", "one"]),
        &mut || through.by_command(&folders[2], threads, &["--openings", "start", "--referees", "both"]),
    ];
    let taken = medians(effort, wall, ways);
    let [moves, alone, both] = [0, 1, 2].map(|i| folders[i].moves(games as usize));
    assert!(moves == alone && moves == both, "a referee changes no game");
    let plies = moves.iter().map(|moves| moves.split(' ').count()).sum();
    let [rules, alone, both] = taken.map(|time| for_a_ply(time, threads, plies));
    let [rules, alone, both] = [rules, alone, both].map(|figure| format!("{figure:.2}"));
    table.row(["sharing a core", &threads.to_string(), &rules, &alone, &both]);
}

/// What a bot is asked for one ply.
struct Question {
    /// Which of the two bots.
    player: usize,
    text: String,
}

/// The questions of all games between players that make the first legal move.
struct Lines<'a> {
    contest: Contest<'a>,
}

impl GameVisitor for Lines<'_> {
    type Output = Vec<Vec<Question>>;

    fn visit<G: Game>(self, start: G) -> Vec<Vec<Question>> {
        let openings = self.contest.openings(start);
        let game = |game: u64| {
            let mut position = openings.take(game / 2);
            let mut questions = Vec::new();
            while let Some(mv) = position.legal_moves().into_iter().next() {
                let player = (position.to_move().index() + game as usize) % 2;
                questions.push(Question { player, text: format!("position fen {position}\ngo\n") });
                position.play(mv);
            }
            questions
        };
        (0..self.contest.games).map(game).collect()
    }
}

/// Pairs of bots, and a thread for each that asks them and does nothing else.
struct PingPong {
    pairs: Vec<[Partner; 2]>,
    shares: bool,
}

impl PingPong {
    fn start(threads: u32, shares: bool) -> PingPong {
        let pair = |core| [(); 2].map(|()| Partner::start(shares.then_some(core as usize)));
        PingPong { pairs: (0..threads).map(pair).collect(), shares }
    }

    fn play(&mut self, games: &[Vec<Question>]) {
        let shares = self.shares;
        let share = games.len().div_ceil(self.pairs.len());
        thread::scope(|scope| {
            for ((core, pair), games) in self.pairs.iter_mut().enumerate().zip(games.chunks(share)) {
                scope.spawn(move || {
                    if shares {
                        confine(None, core);
                    }
                    for question in games.iter().flatten() {
                        pair[question.player].ask(&question.text);
                    }
                });
            }
        });
    }
}

/// A bot at the other end of two pipes.
struct Partner(Child);

impl Partner {
    fn start(core: Option<usize>) -> Partner {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.arg(AT_ONCE).stdin(Stdio::piped()).stdout(Stdio::piped());
        let child = command.spawn().expect("a process");
        if let Some(core) = core {
            confine(Some(&child), core);
        }
        Partner(child)
    }

    fn ask(&mut self, text: &str) {
        let (Some(stdin), Some(stdout)) = (&mut self.0.stdin, &mut self.0.stdout) else { panic!("no pipes") };
        stdin.write_all(text.as_bytes()).expect("a bot that listens");
        let mut answer = [0; 64];
        let count = stdout.read(&mut answer).expect("a bot that answers");
        assert!(answer[..count].starts_with(b"bestmove ") && answer[..count].ends_with(b"\n"));
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Confines a process that has just been started, or this thread, to one of the cores.
#[cfg(target_os = "linux")]
fn confine(process: Option<&Child>, core: usize) {
    use rustix::process::Pid;
    use rustix::thread::{CpuSet, sched_setaffinity};

    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(process.map(Pid::from_child), &cores).expect("a core");
}

/// Where it cannot be done, both ways are the same.
#[cfg(not(target_os = "linux"))]
fn confine(_: Option<&Child>, _: usize) {}

/// Answers as a bot that makes the first legal move in Kalah, until its input ends.
pub(crate) fn answer_at_once() {
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let (mut line, mut position) = (String::new(), String::new());
    while input.read_line(&mut line).is_ok_and(|count| count > 0) {
        let said = match line.trim_end() {
            "quit" => return,
            "ugi" => Some("ugiok\n".to_owned()),
            "isready" => Some("readyok\n".to_owned()),
            "go" => Some(format!("bestmove {}\n", first_move(&position))),
            other => {
                if let Some(text) = other.strip_prefix("position fen ") {
                    position.clear();
                    position.push_str(text);
                }
                None
            }
        };
        if let Some(said) = said
            && out.write_all(said.as_bytes()).and_then(|()| out.flush()).is_err()
        {
            return;
        }
        line.clear();
    }
}

/// The first hole of the side to move that is not empty.
fn first_move(position: &str) -> usize {
    let mut parts = position.split(':');
    let row = usize::from(parts.next() == Some("n"));
    let holes = parts.nth(row).unwrap_or_default();
    holes.split(',').position(|beans| beans != "0").unwrap_or_default() + 1
}
