//! Proves the rules: counts of move sequences and whole recorded games from independent programs, and
//! published counts. A mistake in sowing, capturing, ending or finding a row changes some of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::proof::{BREAKTHROUGH, CONNECT, GAMES, KALAH, Position, any_game, cases, random_cases, start};
use arena::games::{BuiltInGame, Game, GameVisitor, Leaves, Outcome, Side};
use arena::search::{Unlimited, perft};
use arena::text::Decimal;
use proptest::prelude::*;
use serde::Deserialize;

/// A ply with more sequences than this is skipped to save time: it would find nothing that shorter ones do not.
const MOST_SEQUENCES: u64 = 3_000_000;

/// The plies that are played and checked one by one.
fn affordable(sequences: &[u64]) -> usize {
    sequences.iter().take_while(|&&count| count <= MOST_SEQUENCES).count()
}

/// What happened at each ply over all move sequences of Kalah.
#[derive(Debug, Deserialize, PartialEq)]
struct KalahCounts {
    game: String,
    seq: Vec<u64>,
    ended: Vec<u64>,
    extra: Vec<u64>,
    cap: Vec<u64>,
}

impl KalahCounts {
    fn count(game: &str, depth: usize) -> KalahCounts {
        let zeros = || vec![0; depth];
        let mut counts =
            KalahCounts { game: game.to_owned(), seq: zeros(), ended: zeros(), extra: zeros(), cap: zeros() };
        start(game).every_move(depth, &mut |ply, before, number, after| {
            let effects = before.effects(number);
            let has = |kind: &str| effects.iter().any(|effect| effect.kind() == kind);
            let over = after.outcome().is_some();
            // A finished game names the side that would have been to move, so the last bean in the pot shows there
            // too; it is reported as an extra turn only if the game is not over.
            let in_the_pot = before.to_move() == after.to_move();
            assert_eq!(has("extra turn"), in_the_pot && !over, "{}", before.text());
            counts.seq[ply - 1] += 1;
            counts.ended[ply - 1] += u64::from(over);
            counts.extra[ply - 1] += u64::from(in_the_pot);
            counts.cap[ply - 1] += u64::from(has("capture"));
        });
        counts
    }

    fn truncate(&mut self, depth: usize) {
        for counts in [&mut self.seq, &mut self.ended, &mut self.extra, &mut self.cap] {
            counts.truncate(depth);
        }
    }
}

#[test]
fn kalah_has_the_right_number_of_move_sequences_ends_extra_turns_and_captures() {
    for mut expected in cases::<KalahCounts>(KALAH, "perft") {
        let depth = affordable(&expected.seq);
        expected.truncate(depth);
        assert_eq!(KalahCounts::count(&expected.game, depth), expected);
    }
}

/// How the games of Connect-N end at each ply over all move sequences.
#[derive(Debug, Deserialize, PartialEq)]
struct ConnectCounts {
    game: String,
    seq: Vec<u64>,
    wins: Vec<u64>,
    draws: Vec<u64>,
}

impl ConnectCounts {
    fn count(game: &str, depth: usize) -> ConnectCounts {
        let zeros = || vec![0; depth];
        let mut counts = ConnectCounts { game: game.to_owned(), seq: zeros(), wins: zeros(), draws: zeros() };
        start(game).every_move(depth, &mut |ply, before, _, after| {
            counts.seq[ply - 1] += 1;
            match after.outcome() {
                Some(Outcome::Win(winner)) => {
                    assert_eq!(winner, before.to_move(), "{}", after.text());
                    counts.wins[ply - 1] += 1;
                }
                Some(Outcome::Draw) => counts.draws[ply - 1] += 1,
                None => {}
            }
        });
        counts
    }

    fn truncate(&mut self, depth: usize) {
        for counts in [&mut self.seq, &mut self.wins, &mut self.draws] {
            counts.truncate(depth);
        }
    }
}

#[test]
fn connect_has_the_right_number_of_move_sequences_wins_and_draws() {
    for mut expected in cases::<ConnectCounts>(CONNECT, "perft") {
        let depth = affordable(&expected.seq);
        expected.truncate(depth);
        assert_eq!(ConnectCounts::count(&expected.game, depth), expected);
    }
}

/// The quick counter does not play the last ply, so it can count one more.
#[test]
fn the_quick_counter_of_sequences_finds_the_same() {
    #[derive(Deserialize)]
    struct Sequences {
        game: String,
        seq: Vec<u64>,
    }

    for data in [KALAH, CONNECT] {
        for case in cases::<Sequences>(data, "perft") {
            let depth = (affordable(&case.seq) + 1).min(case.seq.len());
            assert_eq!(start(&case.game).perft(depth), case.seq[..depth], "{}", case.game);
        }
    }
}

#[derive(Deserialize)]
struct KalahGame {
    game: String,
    plies: Vec<KalahPly>,
    r#final: [u32; 2],
}

#[derive(Deserialize)]
struct KalahPly {
    hole: usize,
    cap: u32,
    extra: bool,
    /// In the last ply, before the remaining beans are swept.
    after: String,
}

impl KalahPly {
    /// The text about the ply, with the mover called "Ann".
    fn effects(&self, is_last: bool) -> Vec<String> {
        let beans = |count: u32| format!("{count} bean{}", if count == 1 { "" } else { "s" });
        let capture = (self.cap > 0).then(|| format!("Ann captures {}.", beans(self.cap)));
        let sweep =
            [("South", Side::First, "North"), ("North", Side::Second, "South")].map(
                |(owner, side, other)| {
                    let left = beans_in_holes(&self.after, side);
                    (is_last && left > 0).then(|| {
                let left = beans(left);
                format!("{other} has nothing left to play: the final sweep puts {left} into {owner}'s pot.")
            })
                },
            );
        let again = "The last bean fell into the pot: Ann moves again.".to_owned();
        let extra = (self.extra && !is_last).then_some(again);
        capture.into_iter().chain(sweep.into_iter().flatten()).chain(extra).collect()
    }
}

fn beans_in_holes(text: &str, side: Side) -> u32 {
    let row = text.split(':').nth(1 + side.index()).unwrap();
    let (holes, _pot) = row.rsplit_once(',').unwrap();
    holes.split(',').map(|beans| beans.parse::<u32>().unwrap()).sum()
}

#[test]
fn recorded_games_of_kalah_are_played_the_same_ply_by_ply() {
    for game in cases::<KalahGame>(KALAH, "games") {
        let mut position = start(&game.game);
        for (i, ply) in game.plies.iter().enumerate() {
            let is_last = i + 1 == game.plies.len();
            let context = format!("{}: hole {} in {}", game.game, ply.hole, position.text());
            let effects = position.effects(ply.hole);
            let told: Vec<String> = effects.iter().map(|effect| effect.sentence("Ann")).collect();
            assert_eq!(told, ply.effects(is_last), "{context}");
            position = position.after(ply.hole);
            // Reading a finished position sweeps it, as playing does.
            assert_eq!(position.text(), position.read(&ply.after).text(), "{context}");
            assert!(is_last || position.text() == ply.after, "{context}");
            assert_eq!(position.outcome().is_some(), is_last, "{context}");
        }
        assert_eq!(position.points(), game.r#final, "{}", game.game);
        let [south, north] = game.r#final;
        assert_eq!(position.outcome(), Some(Outcome::by_points(south, north)));
    }
}

#[test]
fn recorded_games_of_connect_end_at_their_last_ply_with_the_same_winner() {
    #[derive(Deserialize)]
    struct ConnectGame {
        moves: String,
        winner: usize,
    }

    for game in cases::<ConnectGame>(CONNECT, "games") {
        let mut position = start("connect:7x6x4");
        for column in game.moves.bytes() {
            assert_eq!(position.outcome(), None, "{}", game.moves);
            position = position.after(usize::from(column - b'0'));
        }
        let winner = Side::BOTH[game.winner - 1];
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{}", game.moves);
    }
}

/// OEIS A342329. The fourth number, 152,505,051,772, is out of reach.
#[test]
fn small_boards_of_four_in_a_row_have_the_published_number_of_games() {
    let published = cases::<u64>(CONNECT, "total_games");
    for (levels, &total) in (1..).zip(&published[..3]) {
        let columns = levels + 1;
        let counts = ConnectCounts::count(&format!("connect:{columns}x{levels}x4"), columns * levels);
        let finished: u64 = counts.wins.iter().chain(&counts.draws).sum();
        assert_eq!(finished, total, "{columns}x{levels}");
    }
}

/// OEIS A212693, as far as it takes about a second.
#[test]
fn connect_four_has_the_published_number_of_positions() {
    const PLIES: usize = 8;
    let published = cases::<usize>(CONNECT, "distinct_positions");
    let mut level = vec![start("connect:7x6x4")];
    for (plies, &count) in published.iter().enumerate().take(PLIES + 1) {
        if plies > 0 {
            level = next_level(&level);
        }
        assert_eq!(level.len(), count, "after {plies} plies");
    }
}

/// The distinct positions one ply further.
fn next_level(level: &[Box<dyn Position>]) -> Vec<Box<dyn Position>> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for position in level {
        for number in position.moves() {
            let after = position.after(number);
            if seen.insert(after.text()) {
                next.push(after);
            }
        }
    }
    next
}

/// Counting sequences of a length and those that end the game, by the game's own method.
struct LeavesAreWhatIsPlayed;

impl GameVisitor for LeavesAreWhatIsPlayed {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        /// The largest tree that is played.
        const MOST_LEAVES: u64 = 20_000;
        for depth in 1..=12 {
            let mut played = Leaves::default();
            perft::every_move(&start, depth, &mut |ply, _, _, after| {
                if ply == depth {
                    played += Leaves { all: 1, ends: u64::from(after.is_over()) };
                }
            });
            assert_eq!(perft::leaves(&start, depth), played, "{start}, depth {depth}");
            let counts = perft::counts(&start, depth, &Unlimited).unwrap();
            assert_eq!(counts.last(), Some(&played.all), "{start}, depth {depth}");
            if played.all == 0 || played.all * start.places() as u64 > MOST_LEAVES {
                break;
            }
        }
    }
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn leaves_that_are_counted_are_those_that_are_played(game in prop_oneof![2 => any_game(6), 1 => any_game(20)]) {
        game.parse::<BuiltInGame>().unwrap().visit(LeavesAreWhatIsPlayed);
    }
}

/// A second m,n,k that shares nothing with the game: rows of letters, and lines found by walking.
mod grid {
    pub(crate) struct Grid {
        pub(crate) k: i32,
        pub(crate) rows: Vec<Vec<char>>,
    }

    impl Grid {
        pub(crate) fn new(columns: usize, rows: usize, k: i32) -> Grid {
            Grid { k, rows: vec![vec!['.'; columns]; rows] }
        }

        fn at(&self, column: i32, row: i32) -> char {
            let cells = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
            let cell = cells.and_then(|cells| cells.get(usize::try_from(column).ok()?));
            *cell.unwrap_or(&' ')
        }

        fn won(&self, column: i32, row: i32) -> bool {
            let mark = self.at(column, row);
            [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(x, y)| {
                let along = |sign: i32| {
                    (1..self.k)
                        .take_while(|&i| self.at(column + sign * i * x, row + sign * i * y) == mark)
                        .count()
                };
                along(1) + along(-1) + 1 >= self.k as usize
            })
        }

        /// Calls `visit` for every move: whether it wins, or else the grid after it.
        fn each(&mut self, mark: char, mut visit: impl FnMut(Option<&mut Grid>)) {
            for row in 0..self.rows.len() {
                for column in 0..self.rows[0].len() {
                    if self.rows[row][column] == '.' {
                        self.rows[row][column] = mark;
                        let won = self.won(column as i32, row as i32);
                        visit(if won { None } else { Some(self) });
                        self.rows[row][column] = '.';
                    }
                }
            }
        }

        /// Sequences of each length.
        pub(crate) fn count(&mut self, mark: char, counts: &mut [u64]) {
            if let Some((here, deeper)) = counts.split_first_mut() {
                self.each(mark, |next| {
                    *here += 1;
                    if let Some(next) = next {
                        next.count(other(mark), deeper);
                    }
                });
            }
        }

        /// 1, 0 or -1 for the side whose mark it is.
        pub(crate) fn solve(&mut self, mark: char) -> i32 {
            let mut best = None;
            self.each(mark, |next| {
                let value = if best == Some(1) { 1 } else { next.map_or(1, |next| -next.solve(other(mark))) };
                best = best.max(Some(value));
            });
            best.unwrap_or(0)
        }
    }

    fn other(mark: char) -> char {
        if mark == 'x' { 'o' } else { 'x' }
    }
}

/// What the reference data know of a game by its sizes.
#[derive(Deserialize)]
struct KnownGame {
    perft: BTreeMap<String, Vec<u64>>,
    #[serde(default)]
    value_first_minus_second: BTreeMap<String, i64>,
}

#[test]
fn other_games_have_the_known_numbers_of_sequences() {
    let known: BTreeMap<String, serde_json::Value> = serde_json::from_str(GAMES).unwrap();
    for name in ["othello", "oware"] {
        let game: KnownGame = serde_json::from_value(known[name].clone()).unwrap();
        for (sizes, sequences) in game.perft {
            let start = start(&format!("{name}:{sizes}"));
            assert_eq!(start.perft(sequences.len()), sequences, "{name}:{sizes}");
        }
        for (sizes, value) in game.value_first_minus_second {
            let start = start(&format!("{name}:{sizes}"));
            assert_eq!(start.best_line().0, value as i32, "{name}:{sizes}");
        }
    }
}

#[test]
fn tic_tac_toe_has_the_known_number_of_sequences_and_is_a_draw() {
    let known = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    let start = start("mnk");
    assert_eq!(start.perft(9), known);
    assert_eq!(start.choose("smart:full", 1).value, Some(Decimal::from(0)));
}

#[test]
fn boards_of_mnk_have_the_sequences_and_the_winners_that_another_program_finds() {
    for columns in 1..=4 {
        for rows in 1..=4 {
            for k in 1..=4 {
                let game = format!("mnk:{columns}x{rows}x{k}");
                let depth = if columns * rows <= 9 { columns * rows } else { 4 };
                let mut counts = vec![0; depth];
                grid::Grid::new(columns, rows, k).count('x', &mut counts);
                assert_eq!(start(&game).perft(depth), counts, "{game}");
                if columns * rows <= 9 {
                    let value =
                        start(&game).choose("smart:full", 1).value.and_then(Decimal::as_whole).unwrap();
                    assert_eq!(
                        value.signum(),
                        i64::from(grid::Grid::new(columns, rows, k).solve('x')),
                        "{game}"
                    );
                }
            }
        }
    }
}

/// What is known about a game in the reference data of all games.
fn facts(game: &str) -> serde_json::Value {
    let mut games: serde_json::Value = serde_json::from_str(GAMES).unwrap();
    games[game].take()
}

#[test]
fn games_have_the_numbers_of_move_sequences_that_another_program_finds() {
    for game in ["breakthrough", "mnk"] {
        let known: BTreeMap<String, Vec<u64>> = serde_json::from_value(facts(game)["perft"].take()).unwrap();
        for (sizes, counts) in known {
            let depth = affordable(&counts);
            assert_eq!(start(&format!("{game}:{sizes}")).perft(depth), counts[..depth], "{game}:{sizes}");
        }
    }
}

/// Whether the side to move wins a game without draws in which the sides alternate, by trying all moves until one does.
struct MoverWins;

impl GameVisitor for MoverWins {
    type Output = bool;

    fn visit<G: Game>(self, start: G) -> bool {
        fn wins<G: Game>(position: G, known: &mut HashMap<G, bool>) -> bool {
            if let Some(&wins) = known.get(&position) {
                return wins;
            }
            // A game is over when the other side has won it.
            let wins = position.legal_moves().any(|mv| position.after(mv).is_over())
                || position.legal_moves().any(|mv| !wins(position.after(mv), known));
            known.insert(position, wins);
            wins
        }

        wins(start, &mut HashMap::new())
    }
}

fn is_won_by_the_known_side(sizes: &str) {
    let known = facts("breakthrough")["first_wins"][sizes].as_bool();
    let game: BuiltInGame = format!("breakthrough:{sizes}").parse().unwrap();
    assert_eq!(Some(game.visit(MoverWins)), known, "{sizes}");
}

#[test]
fn small_boards_of_breakthrough_are_won_by_the_known_side() {
    for sizes in ["3x4", "4x4"] {
        is_won_by_the_known_side(sizes);
        let value = start(&format!("breakthrough:{sizes}")).choose("perfect", 1).value;
        assert!(value < Some(Decimal::from(0)), "{sizes}: {value:?}");
    }
}

#[test]
#[ignore = "more than a million positions"]
fn a_larger_board_of_breakthrough_is_won_by_the_known_side() {
    is_won_by_the_known_side("3x6");
}

#[test]
fn recorded_games_of_breakthrough_have_the_same_moves_and_the_same_winner() {
    #[derive(Deserialize)]
    struct BreakthroughGame {
        game: String,
        moves: String,
        legal: Vec<usize>,
        winner: String,
    }

    for BreakthroughGame { game, moves, legal, winner } in cases(BREAKTHROUGH, "games") {
        let mut position = start(&game);
        for (mv, legal) in moves.split(' ').zip(legal) {
            assert_eq!((position.moves().len(), position.outcome()), (legal, None), "{}", position.text());
            position = position.play_list(mv);
        }
        let winner = if winner == "first" { Side::First } else { Side::Second };
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{game}: {moves}");
    }
}

/// From `games.json`; then positions of the Chess Programming Wiki, and one of the Chess960 suite there. All were counted again by
/// python-chess.
const CHESS: [(&str, &str, &[u64]); 4] = [
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
    (
        "chess960",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    ),
];

#[test]
fn chess_has_the_right_number_of_move_sequences() {
    #[derive(Deserialize)]
    struct Chess {
        perft: BTreeMap<String, Vec<u64>>,
    }

    let mut data: serde_json::Value = serde_json::from_str(GAMES).unwrap();
    let known: Chess = serde_json::from_value(data["chess"].take()).unwrap();
    assert_eq!(known.perft.len(), 2);
    let count = |game: &str, fen: &str, expected: &[u64]| {
        let start = start(game);
        let position = if fen == "start" { start } else { start.read(fen) };
        let depth = expected.iter().take_while(|&&count| count <= MOST_SEQUENCES / 6).count();
        assert_eq!(position.perft(depth), expected[..depth], "{game} {fen}");
    };
    for (fen, expected) in &known.perft {
        count("chess", fen, expected);
    }
    for (game, fen, expected) in CHESS {
        count(game, fen, expected);
    }
}

#[test]
fn the_start_of_chess_is_number_518_of_chess960() {
    let counts = start("chess").perft(3);
    assert_eq!(start("chess960:518").perft(3), counts);
    assert_eq!(start("chess960").text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    let all: HashSet<String> = (0..960).map(|number| start(&format!("chess960:{number}")).text()).collect();
    assert_eq!(all.len(), 960);
    assert!(all.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"), "number 0");
}

/// The end of a game that goes on from a position by these moves, played with its past.
fn end_of(game: &str, fen: &str, moves: &str) -> Option<String> {
    let start = game.parse::<arena::GameSpec>().unwrap().host().unwrap().start();
    let (end, _) = start.read(fen).unwrap().play_list(moves).unwrap();
    end.outcome().map(|_| end.decided_by())
}

#[test]
fn every_way_to_end_a_game_of_chess_is_known() {
    let over = |fen: &str| end_of("chess", fen, "");
    let cases = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some("checkmate")),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("stalemate")),
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 80", Some("the fifty-move rule")),
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 80", Some("checkmate")),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", None),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", Some("insufficient material")),
        ("7k/8/6K1/8/8/8/8/N7 w - - 0 1", Some("insufficient material")),
        ("7k/8/6K1/8/8/8/8/1B6 w - - 0 1", Some("insufficient material")),
        ("b6k/8/6K1/8/8/8/8/7B w - - 0 1", Some("insufficient material")),
        ("b6k/8/6K1/8/8/8/8/2B5 w - - 0 1", None),
        ("n6k/8/6K1/8/8/8/8/2B5 w - - 0 1", None),
        ("n6k/8/6K1/8/8/8/8/N7 w - - 0 1", None),
        ("7k/8/6K1/8/8/8/P7/8 w - - 0 1", None),
    ];
    for (fen, expected) in cases {
        assert_eq!(over(fen).as_deref(), expected, "{fen}");
    }
}

#[test]
fn the_third_occurrence_of_a_position_ends_a_game_of_chess() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let circle = "g1f3 g8f6 f3g1 f6g8";
    let drawn = Some("threefold repetition".to_owned());
    assert_eq!(end_of("chess", START, circle), None);
    assert_eq!(end_of("chess", START, &format!("{circle} {circle}")), drawn);
    // The rook returns, but the right to castle does not: that position is new.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let circle = "a1b1 a8b8 b1a1 b8a8";
    assert_eq!(end_of("chess", rooks, &format!("{circle} {circle}")), None);
    assert_eq!(end_of("chess", rooks, &format!("{circle} {circle} a1b1 a8b8")), drawn);
    // A pawn that has moved two squares can be taken only at once; where none can take it, that makes no difference.
    let can = "6k1/8/8/8/3p4/8/4P3/6K1 w - - 0 1";
    let pawn = |file: char| format!("6k1/8/8/8/{file}/8/4P3/6K1 w - - 0 1");
    assert_eq!(end_of("chess", &pawn('8'), "e2e4 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1"), drawn);
    let taken = "e2e4 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1";
    assert_eq!(end_of("chess", can, taken), None, "e4 could be taken the first time");
    assert_eq!(end_of("chess", can, &format!("{taken} g8h8")), drawn);
}

#[test]
fn castling_is_named_as_uci_engines_name_it() {
    let names = |game: &str, fen: &str| {
        let start = game.parse::<arena::GameSpec>().unwrap().host().unwrap().start();
        let position = start.read(fen).unwrap();
        position.legal_moves().map(|mv| position.move_name(mv)).collect::<Vec<_>>()
    };
    let standard = names("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(standard.contains(&"e1g1".to_owned()) && standard.contains(&"e1c1".to_owned()));
    assert!(!standard.contains(&"e1h1".to_owned()) && !standard.contains(&"e1a1".to_owned()));
    for fen in ["4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1"] {
        let other = names("chess960", fen);
        assert!(other.contains(&"f1g1".to_owned()) && other.contains(&"f1b1".to_owned()), "{other:?}");
    }
    let start = start("chess960");
    let castled = start.read("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1").play_list("f1b1");
    assert_eq!(castled.text(), "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1");
}
