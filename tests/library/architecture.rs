//! The ten rooms of the house: a room may use those below it, and never one above.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from the ground up.
const FLOORS: [&str; 10] =
    ["text", "games", "search", "stats", "players", "play", "store", "run", "report", "cli"];

/// What a room may not use although it is below: `stats` knows only `text`, and `cli` plays and stores through `run`.
const FORBIDDEN: [(&str, &[&str]); 2] = [("stats", &["games", "search"]), ("cli", &["play", "store"])];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.extend(folders.iter().flat_map(|folder| sources(folder)));
    files
}

/// The rooms that code names: what follows `crate::` outside comments.
fn used(code: &str) -> Vec<&str> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = lines.flat_map(|line| line.split("crate::").skip(1));
    paths.filter_map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

/// Every use of one room by another, with the files that have it.
fn arrows() -> BTreeMap<(String, String), Vec<PathBuf>> {
    let mut arrows = BTreeMap::<_, Vec<PathBuf>>::new();
    for room in FLOORS {
        for file in sources(&Path::new("src").join(room)) {
            let code = fs::read_to_string(&file).unwrap();
            assert!(!code.contains("crate::{"), "{}: one `use` for each room", file.display());
            for other in used(&code).into_iter().filter(|other| FLOORS.contains(other) && *other != room) {
                let files = arrows.entry((room.to_owned(), other.to_owned())).or_default();
                if files.last() != Some(&file) {
                    files.push(file.clone());
                }
            }
        }
    }
    arrows
}

fn is_allowed(from: &str, to: &str) -> bool {
    let floor = |room| FLOORS.iter().position(|floor| *floor == room);
    let forbidden = FORBIDDEN.iter().any(|(room, others)| *room == from && others.contains(&to));
    floor(to) < floor(from) && !forbidden
}

#[test]
fn a_room_uses_only_those_below_it() {
    let arrows = arrows();
    let wrong: Vec<_> = arrows.iter().filter(|((from, to), _)| !is_allowed(from, to)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_folder_is_a_room() {
    let entries = fs::read_dir("src").unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<String> = entries
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut rooms = FLOORS.map(str::to_owned).to_vec();
    rooms.sort();
    assert_eq!(folders, rooms);
}
