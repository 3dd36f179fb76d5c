//! Openings have exactly the requested plies, and their file is read once.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use arena::games::connect::{Board, ConnectRules};
use arena::games::kalah;
use arena::games::{BuiltInGame, Game, GameVisitor, connect::Position};
use arena::play::openings::{LoadedOpenings, Openings, OpeningsError, OpeningsSpec};

fn prepare<G: Game>(start: G, plies: u32) -> Result<Openings<G>, OpeningsError> {
    Openings::prepare(&OpeningsSpec::Random(Some(plies)), start, 200, 1, &AtomicBool::new(false))
}

#[test]
fn random_openings_have_exactly_the_requested_plies() {
    let start = Board::start(ConnectRules::new(7, 6, 4).unwrap());
    for plies in [1, 5, 25, 38] {
        let openings = prepare(start, plies).unwrap();
        for pair in 0..100 {
            let opening = openings.take(pair);
            assert_eq!(opening.checkers() as u32, plies, "{opening}");
            assert!(!opening.is_over(), "{opening}");
        }
    }
}

#[test]
fn more_plies_than_random_games_last_is_an_error_that_names_the_most() {
    let connect = Board::start(ConnectRules::new(7, 6, 4).unwrap());
    let error = prepare(connect, 60).unwrap_err().to_string();
    assert!(error.contains("random games do not last 60 plies"), "{error}");
    let most: u32 = error.rsplit(':').next().unwrap().parse().unwrap();
    assert!((36..=41).contains(&most), "{error}");
    assert!(prepare(connect, most).is_ok());

    let kalah = kalah::Board::start(kalah::KalahRules::new(6, 4, false).unwrap());
    let error = prepare(kalah, 500).unwrap_err().to_string();
    assert!(error.contains("choose at most random:"), "{error}");
}

#[test]
fn a_file_of_openings_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "44\n# a comment\n453\n").unwrap();
    let loaded =
        LoadedOpenings::load(&OpeningsSpec::File { path: path.display().to_string(), plies: None }).unwrap();
    std::fs::remove_file(&path).unwrap();
    let start = Board::start(ConnectRules::new(7, 6, 4).unwrap());
    let openings = loaded.prepare(start, 2, 1, &AtomicBool::new(false)).unwrap();
    assert_eq!(openings.take(1).checkers(), 3);
    assert_eq!(openings.distinct(2), Some(2));
}

/// The plies, the number of distinct ones among this many, and whether any is decided.
struct Taken(OpeningsSpec, u64);

impl GameVisitor for Taken {
    type Output = (u32, usize, bool);

    fn visit<G: Game>(self, start: G) -> (u32, usize, bool) {
        let openings = Openings::prepare(&self.0, start, self.1, 1, &AtomicBool::new(false)).unwrap();
        let taken: HashSet<G> = (0..self.1).map(|pair| openings.take(pair)).collect();
        (openings.plies().unwrap(), taken.len(), taken.iter().any(Game::is_over))
    }
}

/// Boards on which a level a few plies in has millions of positions.
#[test]
fn openings_of_large_boards_are_a_few_plies_in_and_nearly_all_differ() {
    for game in ["mnk:9x9x5", "gomoku", "mnk:20x20x6", "breakthrough", "breakthrough:8x4", "connect:64x64x5"]
    {
        let start: BuiltInGame = game.parse().unwrap();
        let (plies, distinct, is_decided) = start.visit(Taken(OpeningsSpec::Random(None), 2000));
        assert!((4..=6).contains(&plies), "{game}: {plies} plies");
        // Random walks seldom meet.
        assert!(distinct >= 1990 && !is_decided, "{game}: {distinct}");
    }
    let gomoku: BuiltInGame = "gomoku".parse().unwrap();
    assert_eq!(gomoku.visit(Taken(OpeningsSpec::Balanced(None), 50)), (6, 50, false));
}

/// Whatever the game, and even if it has fewer openings than pairs.
#[test]
fn every_game_has_openings_from_which_it_goes_on() {
    for info in BuiltInGame::LIST {
        let smallest: Vec<String> = info.sizes.iter().map(|size| size.least.max(2).to_string()).collect();
        let colon = if smallest.is_empty() { "" } else { ":" };
        for game in [info.name.to_owned(), format!("{}{colon}{}", info.name, smallest.join("x"))] {
            let start: BuiltInGame = game.parse().unwrap();
            let (plies, distinct, is_decided) = start.visit(Taken(OpeningsSpec::Random(None), 500));
            // Oware on 2x2 has few positions, and goes round in them.
            let most = if game == "oware:2x2" { 30 } else { 12 };
            assert!(plies <= most && distinct > 0 && !is_decided, "{game}: {distinct} after {plies} plies");
        }
    }
}
