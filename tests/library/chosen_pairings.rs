//! Tournaments whose pairings are chosen by results claim no more than a round robin does.
//!
//! The tables of `docs/METHODOLOGY.md` are printed by
//! `ARENA_SIMULATIONS=200 cargo test --release --test library chosen_pairings -- --include-ignored --nocapture`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::HashMap;

use arena::Standing;
use arena::play::schedule::{Format, GROUP};
use arena::prelude::Tournament;
use arena::stats::{Crosstable, Ratings, Results};

use crate::simulated::{chance, simulations};

/// Eight players, a game and its openings, which are so many that no game is a repeat.
struct Field {
    name: &'static str,
    game: &'static str,
    openings: &'static str,
    players: [&'static str; 8],
}

const EQUAL: Field = Field {
    name: "eight equal players",
    game: "kalah:4x3",
    openings: "random:10",
    players: ["a=random", "b=random", "c=random", "d=random", "e=random", "f=random", "g=random", "h=random"],
};

/// The first are within 90 Elo.
const FIELDS: [Field; 3] = [
    Field {
        name: "close Kalah",
        game: "kalah:4x3",
        openings: "random:10",
        players: [
            "smart:2",
            "smart:2,ties=random",
            "smart:2,eval=tempo",
            "smart:2,eval=hoard",
            "smart:2,eval=pots+0.4*tempo",
            "smart:2,eval=pots+0.2*hoard",
            "smart:2,eval=pots+0.2*tempo",
            "smart:1,eval=tempo",
        ],
    },
    Field {
        name: "mixed Kalah",
        game: "kalah:4x3",
        openings: "random:10",
        players: [
            "smart:1",
            "smart:2",
            "smart:3",
            "smart:4",
            "random",
            "greedy,eval=tempo",
            "smart:1,eval=hoard",
            "smart:2,eval=tempo",
        ],
    },
    Field {
        name: "mixed Connect",
        game: "connect:6x5x4",
        openings: "random:8",
        players: [
            "random",
            "smart:1",
            "smart:2",
            "smart:3",
            "smart:1,eval=lines",
            "smart:2,eval=lines",
            "smart:1,eval=center",
            "smart:2,eval=center",
        ],
    },
];

const TOTALS: [u64; 3] = [400, 1120, 5000];

/// Three of seven rounds, so that it matters who meets whom.
const ROUNDS: u64 = 3;

/// The formats with about this many games, and the games of each pairing.
fn formats(total_games: u64) -> [(Format, u64); 3] {
    [
        (Format::RoundRobin, total_games / 28),
        (Format::Adaptive { total_games }, 1),
        (Format::Swiss { rounds: ROUNDS }, total_games / (4 * ROUNDS)),
    ]
}

/// A tournament that was played.
struct Played {
    standings: Vec<Standing>,
    /// The score of the first of two players against the second, and the number of their games.
    pairings: HashMap<[String; 2], (f64, u64)>,
}

fn play(field: &Field, format: Format, games: u64, seed: u64) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let tournament = Tournament::new(field.players).unwrap().game(field.game).unwrap();
    let tournament = tournament.openings(field.openings).unwrap().format(format).folder(folder.path());
    let standings = tournament.games(games).seed(seed).threads(1).play().unwrap().standings().to_vec();
    let mut rows = csv::Reader::from_path(folder.path().join("summary.csv")).unwrap();
    let headers = rows.headers().unwrap().clone();
    let pairings = rows.records().map(|row| {
        let row = row.unwrap();
        let field = |name| &row[headers.iter().position(|header| header == name).unwrap()];
        let players = ["a", "b"].map(|side| field(side).to_owned());
        (players, (field("a_score").parse().unwrap(), field("games").parse().unwrap()))
    });
    Played { pairings: pairings.collect(), standings }
}

/// The true ratings of the players of a tournament: those that the true scores of all pairings give if they are played as
/// often as there. Real players are not transitive, so it depends on who plays whom.
fn truth_of(played: &Played, format: Format, long: &Played) -> HashMap<String, f64> {
    let number = |name: &String| long.standings.iter().position(|one| one.player == *name).unwrap();
    let mut table = Crosstable::new(long.standings.len());
    for (players, &(_, games)) in &played.pairings {
        let pairs = games / 2;
        let reported = pairs - pairs.div_ceil(GROUP);
        let rated = if format.kind().chooses_by_results() { reported } else { pairs };
        let all = rated * 1000;
        let wins = (long.pairings[players].0 * all as f64).round() as u64;
        table.add(number(&players[0]), number(&players[1]), &Results::single(all - wins, 0, wins));
    }
    let ratings = Ratings::of(&table, None);
    long.standings.iter().enumerate().map(|(i, one)| (one.player.clone(), ratings[i].elo)).collect()
}

fn percent(part: usize, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / all as f64) }
}

/// What tournaments claimed, and how much of it was true.
#[derive(Default)]
struct Claims {
    /// Intervals, and those that contain the rating in a long round robin.
    intervals: [usize; 2],
    /// The same for the rating in a long tournament with the same pairings.
    same_pairings: [usize; 2],
    /// Tournaments, and those whose leader's interval is above 0.
    leaders: [usize; 2],
    /// Orders of neighbours claimed with a certainty of 90 to 95, 95 to 99 and more than 99 %, and those that are right.
    orders: [[usize; 2]; 3],
}

impl Claims {
    fn add(&mut self, standings: &[Standing], truth: &HashMap<String, f64>, same: &HashMap<String, f64>) {
        let count = |[all, right]: &mut [usize; 2], is_right: bool| {
            *all += 1;
            *right += usize::from(is_right);
        };
        for one in standings {
            let holds = |truth: f64| {
                one.low.is_none_or(|low| low <= truth) && one.high.is_none_or(|high| truth <= high)
            };
            count(&mut self.intervals, holds(truth[&one.player]));
            count(&mut self.same_pairings, holds(same[&one.player]));
        }
        count(&mut self.leaders, standings[0].low.is_some_and(|low| low > 0.0));
        for two in standings.windows(2) {
            let at = match two[0].los_next.unwrap_or(0.0) {
                ..0.9 => continue,
                0.9..0.95 => 0,
                0.95..0.99 => 1,
                _ => 2,
            };
            count(&mut self.orders[at], truth[&two[0].player] > truth[&two[1].player]);
        }
    }
}

fn claims(field: &Field, format: Format, games: u64, long: &Played) -> Claims {
    let seeds = 1..=u64::from(simulations(15));
    // Threads of their own: a thread of a pool that waits for a tournament would begin another on the same stack.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let tournaments: Vec<Played> = std::thread::scope(|scope| {
        let part = |first| {
            let seeds = seeds.clone().skip(first).step_by(threads);
            scope.spawn(move || seeds.map(|seed| play(field, format, games, seed)).collect::<Vec<_>>())
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    let truth = long.standings.iter().map(|one| (one.player.clone(), one.rating)).collect();
    let mut claims = Claims::default();
    for played in &tournaments {
        claims.add(&played.standings, &truth, &truth_of(played, format, long));
    }
    claims
}

/// The least share of intervals that contain the truth. Those of a tournament are not independent.
fn least_covered(tournaments: usize) -> f64 {
    0.94 - chance(0.95, tournaments as u32)
}

/// Players that are all the same, without playing.
fn equal(field: &Field) -> Played {
    let table = Crosstable::new(field.players.len());
    let names = field.players.map(|player| player[..1].to_owned());
    let standings = arena::stats::standings(&names, &table, &Ratings::of(&table, None));
    let pairs = names.iter().flat_map(|a| names.iter().map(move |b| [a.clone(), b.clone()]));
    Played { standings, pairings: pairs.map(|players| (players, (0.5, 0))).collect() }
}

#[test]
#[ignore = "plays hundreds of tournaments"]
fn a_leader_of_equal_players_is_above_them_as_often_as_in_a_round_robin() {
    println!("\n| {} | games | intervals that hold the truth | leader's interval above 0 |", EQUAL.name);
    println!("| --- | --- | --- | --- |");
    for total in TOTALS {
        for (format, games) in formats(total) {
            let Claims { intervals: [all, held], leaders: [tournaments, above], .. } =
                claims(&EQUAL, format, games, &equal(&EQUAL));
            println!("| {format} | {total} | {} | {} |", percent(held, all), percent(above, tournaments));
            let covered = held as f64 / all as f64;
            assert!(covered >= least_covered(tournaments), "{format}, {total} games: {covered}");
            // One of eight independent ones is with a probability of 1 - 0.975^8.
            let leads = above as f64 / tournaments as f64;
            assert!(leads <= 0.184 + chance(0.184, tournaments as u32), "{format}, {total} games: {leads}");
        }
    }
}

#[test]
#[ignore = "plays hundreds of tournaments"]
fn ratings_of_chosen_pairings_hold_the_truth_as_often_as_those_of_a_round_robin() {
    println!(
        "\n| players | format | games | truth of these pairings | of a round robin | right of 90–95 % | of 95–99 % | of > 99 % |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for field in &FIELDS {
        let long = play(field, Format::RoundRobin, 16_000, 0);
        for total in TOTALS {
            for (format, games) in formats(total) {
                let Claims { intervals, same_pairings, leaders: [tournaments, _], orders } =
                    claims(field, format, games, &long);
                let [same, round_robin] = [same_pairings, intervals].map(|[all, held]| percent(held, all));
                let orders = orders.map(|[all, right]| format!("{} of {all}", percent(right, all)));
                let orders = orders.join(" | ");
                println!("| {} | {format} | {total} | {same} | {round_robin} | {orders} |", field.name);
                let covered = same_pairings[1] as f64 / same_pairings[0] as f64;
                let what = field.name;
                assert!(covered >= least_covered(tournaments), "{what}, {format}, {total} games: {covered}");
            }
        }
    }
}
