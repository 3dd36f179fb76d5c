//! Proves the rules: counts of move sequences and whole recorded games that independent programs produced, and
//! published counts. Every mistake in sowing, capturing, ending or finding a row changes some of them.

use std::collections::HashSet;

use crate::proof::{CONNECT, KALAH, Position, cases, start};
use arena::games::{BuiltInGame, Game, GameVisitor, Leaves, Outcome, Side};
use arena::search::{Unlimited, perft};
use serde::Deserialize;

/// A ply with more sequences than this is left out, for time: it would not find what the shorter ones do not.
const MOST_SEQUENCES: u64 = 3_000_000;

/// The plies that are played and looked at one by one.
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
            // too; it is reported as an extra turn only where the game goes on.
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

/// The quick counter does not play the last ply, so it affords one more.
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
    /// In the last ply, before the beans left are swept.
    after: String,
}

impl KalahPly {
    /// What is said of the ply, with the mover called "Ann".
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

/// OEIS A212693, as far as it takes a second or so.
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

/// Counting sequences of a length and those that end the game, by whatever way the game has.
struct LeavesAreWhatIsPlayed(usize);

impl GameVisitor for LeavesAreWhatIsPlayed {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        for depth in 1..=self.0 {
            let mut played = Leaves::default();
            perft::every_move(&start, depth, &mut |ply, _, _, after| {
                if ply == depth {
                    played += Leaves { all: 1, ends: u64::from(after.is_over()) };
                }
            });
            assert_eq!(perft::leaves(&start, depth), played, "{start}, depth {depth}");
            let counts = perft::counts(&start, depth, &Unlimited).unwrap();
            assert_eq!(counts.last(), Some(&played.all), "{start}, depth {depth}");
        }
    }
}

#[test]
fn leaves_that_are_seen_are_those_that_are_played() {
    let games = [
        ("kalah:6x4", 6),
        ("kalah:2x1", 12),
        ("kalah:9x2", 4),
        ("connect:7x6x4", 7),
        ("connect:3x3x3", 10),
        ("connect:4x2x3", 9),
        ("connect:2x2x2", 5),
        ("connect:1x4x5", 6),
        ("connect:4x4x1", 3),
        ("connect:12x9x3", 4),
        ("connect:20x20x3", 3),
    ];
    for (game, depth) in games {
        game.parse::<BuiltInGame>().unwrap().visit(LeavesAreWhatIsPlayed(depth));
    }
}
