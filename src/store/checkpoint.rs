//! The checkpoint of an unfinished run, and how games, moves and timings are brought back in step after a kill.
//!
//! Rows of `games.csv` are good if they replay. Up to the checkpoint they are if the digest of the file is still what it was then,
//! which is found out ten times as fast. If arena has no rules to replay them by, they are good up to the last mark that
//! matches the file. Timings and moves are good up to the last checkpoint. Later games are
//! played again to restore theirs; if that could give other games, the games are cut back to the moves.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::attributes_file;
use super::error::{At as _, RecordError};
use super::faults::FaultsFile;
use super::folder::{self, Folder};
use super::marks::{Mark, Marks, good_marks};
use super::moves_file;
use super::recovery::{Verifier, recover};
use super::rows_file::RowsFile;
use super::run_file::RunFile;
use super::sealed;
use super::stream_digest::StreamDigest;
use super::tallies::Tallies;
use super::timings::{Timings, TimingsParts};

/// The content of `timings.part.json`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    #[serde(flatten)]
    pub(super) timings: TimingsParts,
    /// Up to where `moves.csv` is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) moves: Vec<Mark>,
    /// Up to where `attributes.csv` is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) attributes: Vec<Mark>,
    /// Up to where `games.csv` is known, if its games cannot be replayed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<Mark>,
    /// Up to where the games of `games.csv` need not be replayed, with its [digest](StreamDigest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) played: Option<Mark>,
}

impl Checkpoint {
    /// That in a file, if it is there and as it was written.
    fn read(path: &Path) -> Option<Checkpoint> {
        sealed::read(&sealed::bytes(path).ok()?).ok()
    }
}

/// The timings that the checkpoint in a folder holds, if there is one.
pub(crate) fn timings_so_far(folder: &Path) -> Option<Timings> {
    let checkpoint = Checkpoint::read(&folder.join(folder::TIMINGS_SO_FAR))?;
    Some(Timings::from(&checkpoint.timings))
}

/// What was lost of a run that is continued, other than by a kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// `timings.part.json` is missing or damaged, or has more games than there are.
    Timings {
        /// How many games are played again for it.
        games: u64,
    },
    /// `moves.csv` is missing or damaged.
    Moves {
        /// How many games it is good for.
        good: u64,
        /// How many games are played again for it.
        games: u64,
    },
}

/// The good part of an unfinished run.
pub(super) struct Recovered {
    pub(super) tallies: Tallies,
    pub(super) timings: Timings,
    pub(super) moves: Option<RowsFile>,
    pub(super) attributes: Option<RowsFile>,
    pub(super) faults: FaultsFile,
    /// The marks of `games.csv`, if its games cannot be replayed.
    pub(super) rows: Option<Marks>,
    /// The digest of `games.csv`.
    pub(super) written: StreamDigest,
    pub(super) lost: Vec<Lost>,
}

impl Recovered {
    /// Finds the good part in the folder of a run, and cuts off the rest.
    pub(super) fn of(
        folder: &Folder,
        run: &RunFile,
        empty: &Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<Recovered, RecordError> {
        let path = folder.file(folder::TIMINGS_SO_FAR);
        let checkpoint = Checkpoint::read(&path);
        if checkpoint.is_none() && run.has_no_rules() {
            return Err(RecordError::Unverified { path, file: folder::GAMES });
        }
        if checkpoint.is_none() && run.records_moves() && !run.reproducible {
            return Err(RecordError::Unverified { path, file: folder::MOVES });
        }
        let marks = checkpoint.as_ref().map_or(&[][..], |checkpoint| &checkpoint.moves);
        let row_marks = checkpoint.as_ref().map_or(&[][..], |checkpoint| &checkpoint.rows);
        let mut rows = run.has_no_rules().then(|| good_rows(folder, row_marks, verifier)).transpose()?;
        let most = rows.as_ref().map_or(u64::MAX, |rows| rows.last().map_or(0, |mark| mark.games));
        let attribute_marks = checkpoint.as_ref().map_or(&[][..], |checkpoint| &checkpoint.attributes);
        let played = checkpoint.as_ref().and_then(|checkpoint| checkpoint.played);
        let unchanged = unchanged(folder, played.filter(|_| rows.is_none()), verifier)?;
        let played = played.filter(|_| unchanged.bytes() > 0);
        let good = GoodGames::of(folder, run, [marks, attribute_marks], most, played, empty, verifier)?;
        let GoodGames { tallies, moves, attributes, faults } = good;
        if let Some(rows) = &mut rows {
            rows.retain(|mark| mark.games <= tallies.games());
        }

        let games = tallies.games();
        let mut lost = Vec::new();
        let timings = checkpoint.as_ref().map(|checkpoint| Timings::from(&checkpoint.timings));
        let timings = timings.filter(|timings| timings.games() <= games);
        if timings.is_none() && games > 0 {
            lost.push(Lost::Timings { games });
        }
        let known = marks.last().map_or(0, |mark| mark.games.min(games));
        let good = moves.as_ref().map_or(known, RowsFile::games);
        if good < known {
            lost.push(Lost::Moves { good, games: known - good });
        }
        let rows = rows.map(|rows| marks_of(folder, rows, games)).transpose()?;
        let timings = timings.unwrap_or_default();
        let written = digest_of(folder, unchanged, verifier)?;
        Ok(Recovered { tallies, timings, moves, attributes, faults, rows, written, lost })
    }
}

/// The digest of `games.csv` up to a mark, if that matches the file; otherwise that of nothing.
fn unchanged(
    folder: &Folder,
    mark: Option<Mark>,
    verifier: &mut dyn Verifier,
) -> Result<StreamDigest, RecordError> {
    let mut digest = StreamDigest::default();
    let Some(mark) = mark else { return Ok(digest) };
    read_games(folder, 0, mark.bytes, &mut digest, verifier)?;
    let is_unchanged = (digest.bytes(), digest.finish()) == (mark.bytes, mark.digest);
    Ok(if is_unchanged { digest } else { StreamDigest::default() })
}

/// The digest of all of `games.csv`, which may have been cut. That of its beginning is known, if that is still there.
fn digest_of(
    folder: &Folder,
    beginning: StreamDigest,
    verifier: &mut dyn Verifier,
) -> Result<StreamDigest, RecordError> {
    let path = folder.file(folder::GAMES);
    let length = folder.games().and_then(|file| file.metadata()).at("read", &path)?.len();
    let mut digest = if beginning.bytes() <= length { beginning } else { StreamDigest::default() };
    read_games(folder, digest.bytes(), length, &mut digest, verifier)?;
    Ok(digest)
}

/// Adds a part of `games.csv` to a digest.
fn read_games(
    folder: &Folder,
    from: u64,
    to: u64,
    digest: &mut StreamDigest,
    verifier: &mut dyn Verifier,
) -> Result<(), RecordError> {
    let path = folder.file(folder::GAMES);
    let mut file = folder.games().at("read", &path)?;
    file.seek(SeekFrom::Start(from)).at("read", &path)?;
    let is_whole = digest.read(file.take(to - from), || verifier.is_interrupted()).at("read", &path)?;
    if is_whole { Ok(()) } else { Err(RecordError::Interrupted) }
}

/// The marks that match `games.csv`.
fn good_rows(folder: &Folder, marks: &[Mark], verifier: &mut dyn Verifier) -> Result<Vec<Mark>, RecordError> {
    let path = folder.file(folder::GAMES);
    let mut file = folder.games().at("read", &path)?;
    let good = good_marks(&mut file, marks, || verifier.is_interrupted()).at("read", &path)?;
    good.ok_or(RecordError::Interrupted)
}

/// The marks of `games.csv`, which was cut after this many games.
fn marks_of(folder: &Folder, good: Vec<Mark>, games: u64) -> Result<Marks, RecordError> {
    let path = folder.file(folder::GAMES);
    let mut marks = Marks::ending(good).unwrap_or_else(Marks::new);
    let mut file = folder.games().at("read", &path)?;
    file.seek(SeekFrom::Start(marks.end().bytes)).at("read", &path)?;
    let mut rest = Vec::new();
    file.read_to_end(&mut rest).at("read", &path)?;
    marks.add(&rest, games);
    Ok(marks)
}

/// The good games, and what belongs to no more games than those.
struct GoodGames {
    tallies: Tallies,
    moves: Option<RowsFile>,
    /// Those of exactly these games: a game that was played again would not get its attributes back for certain.
    attributes: Option<RowsFile>,
    faults: FaultsFile,
}

impl GoodGames {
    fn of(
        folder: &Folder,
        run: &RunFile,
        [move_marks, attribute_marks]: [&[Mark]; 2],
        most_games: u64,
        played: Option<Mark>,
        empty: &Tallies,
        verifier: &mut dyn Verifier,
    ) -> Result<GoodGames, RecordError> {
        let mut most = u64::MAX;
        loop {
            let rows = |has: bool, table, marks| {
                has.then(|| RowsFile::recover(folder, table, marks, most, || verifier.is_interrupted()))
                    .transpose()
            };
            let moves = rows(run.records_moves(), moves_file::TABLE, move_marks)?;
            let attributes = rows(run.has_attributes(), attributes_file::TABLE, attribute_marks)?;
            let games_of = |rows: &Option<RowsFile>| rows.as_ref().map_or(u64::MAX, RowsFile::games);
            let limit = games_of(&attributes).min(most_games);
            // Games that may come out differently when played again cannot get their moves back.
            let limit = if run.reproducible { limit } else { limit.min(games_of(&moves)) };
            let (tallies, faults) = recover(folder, limit, played, verifier, empty)?;
            let has_more =
                |rows: &Option<RowsFile>| rows.as_ref().is_some_and(|rows| rows.games() > tallies.games());
            if !has_more(&moves) && !has_more(&attributes) {
                return Ok(GoodGames { tallies, moves, attributes, faults });
            }
            most = tallies.games();
        }
    }
}
