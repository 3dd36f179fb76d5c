//! Openings have exactly the requested plies, and their file is read once.

use std::sync::atomic::AtomicBool;

use arena::games::connect::{Board, ConnectRules};
use arena::games::kalah;
use arena::games::{Game, connect::Position};
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
    let loaded = LoadedOpenings::load(&OpeningsSpec::File(path.display().to_string())).unwrap();
    std::fs::remove_file(&path).unwrap();
    let start = Board::start(ConnectRules::new(7, 6, 4).unwrap());
    let openings = loaded.prepare(start, 2, 1, &AtomicBool::new(false)).unwrap();
    assert_eq!(openings.take(1).checkers(), 3);
    assert_eq!(openings.distinct(2), Some(2));
}
