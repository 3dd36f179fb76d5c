//! The shards of a run, each a folder in `shards`.
//!
//! A shard is a small run: the same files, written by the same journal, for a range of the plan's games. It is complete or
//! absent: its `shard.json` has the digests of its files. `shards.json` describes the run they are parts of, so that a
//! shard of another run is rejected before it is played.

use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{At as _, RecordError};
use super::folder::{ATTRIBUTES, FAULTS, Folder, GAMES, MOVES, RUN, TIMINGS_SO_FAR};
use super::marks::{EMPTY, extended};
use super::run_file::RunFile;
use super::sealed::{self, Unsealed};
use crate::play::fingerprint::Fingerprint;
use crate::play::plan::digest_text;
use crate::play::schedule::Shard;
use crate::text::file::open_regular;

/// The folder of the shards, in that of the run.
pub(crate) const SHARDS: &str = "shards";

/// The run they are shards of.
pub(super) const DIVISION: &str = "shards.json";

/// The file that marks a complete shard.
const SHARD: &str = "shard.json";

/// What all shards of a run have in common, besides the run itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardDivision {
    /// How many shards there are.
    pub(crate) shards: u64,
    /// Whether two pairs of the same players may start from the same opening.
    pub(crate) openings_may_repeat: bool,
    /// How the results are shown.
    #[serde(flatten)]
    pub(crate) shown_as: ShownAs,
    /// The build that began it.
    build: String,
}

impl ShardDivision {
    /// A plan divided into this many shards by this build.
    pub(crate) fn new(shards: u64, openings_may_repeat: bool, shown_as: ShownAs) -> ShardDivision {
        ShardDivision { shards, openings_may_repeat, shown_as, build: Fingerprint::this_build().to_string() }
    }
}

/// How the results of a run are shown. That is not part of its plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct ShownAs {
    /// Whether as a tournament, which may have no more than two players.
    pub(crate) tournament: bool,
    /// The player whose rating is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) anchor: Option<String>,
}

/// The content of `shards.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DivisionFile {
    #[serde(flatten)]
    pub(super) division: ShardDivision,
    /// The `run.json` of the first shard that began.
    pub(super) run: RunFile,
}

impl DivisionFile {
    /// That in a folder of shards, if there is one.
    pub(super) fn read(shards: &Path) -> Result<Option<DivisionFile>, RecordError> {
        let path = shards.join(DIVISION);
        let bytes = match sealed::bytes(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.at("read", &path)?,
        };
        match sealed::read::<DivisionFile>(&bytes) {
            Ok(file) if file.run.is_readable() => Ok(Some(file)),
            Err(Unsealed::Changed) => Err(RecordError::NotAsWritten { path }),
            // Not a division of this plan, whatever it is.
            _ => Err(RecordError::unreadable_plan(shards)),
        }
    }
}

/// A file of a complete shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileDigest {
    name: String,
    pub(super) bytes: u64,
    pub(super) digest: String,
}

/// The content of `shard.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ShardFile {
    number: u64,
    #[serde(flatten)]
    division: ShardDivision,
    /// The number of its first game, from 1.
    first_game: u64,
    games: u64,
    files: Vec<FileDigest>,
}

#[derive(Debug, Clone)]
pub(super) struct CompleteShard {
    pub(super) shard: Shard,
    pub(super) path: PathBuf,
    pub(super) division: ShardDivision,
    /// Its games, from 0.
    pub(super) games: Range<u64>,
    pub(super) run: RunFile,
    files: Vec<FileDigest>,
}

impl CompleteShard {
    /// The shard in a folder, or why it is damaged. The content of its files is not read.
    pub(super) fn read(shards: &Path, shard: Shard) -> Result<CompleteShard, String> {
        let path = shards.join(shard.name());
        let missing = |name: &'static str| move |error: io::Error| format!("cannot read {name}: {error}");
        let damaged = |name: &str| format!("{name} was changed after it was written");
        let file = sealed::bytes(&path.join(SHARD)).map_err(missing(SHARD))?;
        let file: ShardFile = sealed::read(&file).map_err(|_| damaged(SHARD))?;
        if (file.number, file.division.shards) != (shard.number(), shard.count()) {
            return Err(format!("it is shard {} of {}", file.number, file.division.shards));
        }
        let bytes = sealed::bytes(&path.join(RUN)).map_err(missing(RUN))?;
        let digest = digest_text(extended(EMPTY, &bytes));
        if !file.files.iter().any(|file| file.name == RUN && file.digest == digest) {
            return Err(damaged(RUN));
        }
        let run: RunFile = serde_json::from_slice(&bytes).map_err(|_| damaged(RUN))?;
        let games =
            file.first_game.saturating_sub(1)..file.first_game.saturating_sub(1).saturating_add(file.games);
        let read = CompleteShard { shard, path, division: file.division, games, run, files: file.files };
        let moves = read.run.records_moves().then_some(MOVES);
        let attributes = read.run.has_attributes().then_some(ATTRIBUTES);
        for name in [GAMES, TIMINGS_SO_FAR].into_iter().chain(moves).chain(attributes) {
            read.file(name).ok_or_else(|| format!("{SHARD} has no {name}"))?;
        }
        for FileDigest { name, bytes, .. } in &read.files {
            match fs::metadata(read.path.join(name)) {
                Ok(found) if found.len() == *bytes => {}
                Ok(found) => return Err(format!("{name} has {} bytes instead of {bytes}", found.len())),
                Err(error) => return Err(format!("cannot read {name}: {error}")),
            }
        }
        Ok(read)
    }

    /// The entry of one of its files, if it has it.
    pub(super) fn file(&self, name: &str) -> Option<&FileDigest> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Checks that it is a shard of this run.
    pub(super) fn check(
        &self,
        division: &ShardDivision,
        plan_hash: &str,
        fingerprints: &[String],
    ) -> Result<(), String> {
        if self.run.plan_hash != plan_hash {
            return Err("it is of another plan".to_owned());
        }
        // Fingerprints of different extents cannot be compared, but a build plays as itself.
        if self.run.fingerprints != fingerprints && self.division.build != division.build {
            return Err(format!("it was played by another build of arena{}", self.run.arena.words()));
        }
        Ok(())
    }

    /// Reads all files and checks their digests.
    pub(super) fn verify(&self) -> Result<(), String> {
        for file in &self.files {
            let read = digest_of(&self.path.join(&file.name));
            let digest = read.map_err(|error| format!("cannot read {}: {error}", file.name))?;
            if digest != file.digest {
                return Err(format!("{} was changed after it was written", file.name));
            }
        }
        Ok(())
    }
}

/// The digest of a file.
fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = open_regular(path)?;
    let (mut block, mut digest) = (vec![0; 1 << 16], EMPTY);
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            return Ok(digest_text(digest));
        }
        digest = extended(digest, &block[..read]);
    }
}

/// Completes a shard with these games: writes `shard.json`, with the digests of the files
/// on disk.
pub(super) fn describe(
    folder: &Folder,
    shard: Shard,
    games: &Range<u64>,
    division: &ShardDivision,
) -> Result<(), RecordError> {
    let mut files = Vec::new();
    for name in [GAMES, MOVES, ATTRIBUTES, FAULTS, TIMINGS_SO_FAR, RUN] {
        let path = folder.file(name);
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => {
                let bytes = found.at("read", &path)?.len();
                let digest = digest_of(&path).at("read", &path)?;
                files.push(FileDigest { name: name.to_owned(), bytes, digest });
            }
        }
    }
    let file = ShardFile {
        number: shard.number(),
        division: division.clone(),
        first_game: games.start + 1,
        games: games.end - games.start,
        files,
    };
    let path = folder.file(SHARD);
    let bytes = sealed::pretty(&file).at("write", &path)?;
    folder.write(SHARD, &bytes)?;
    folder.sync()
}
