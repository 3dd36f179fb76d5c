//! Endgame tables in a folder, so that they are built once.
//!
//! A file has a header of five little-endian numbers of 8 bytes (a magic number with the version, the holes, the variant, the most beans,
//! a checksum of the values), then the values. It is written aside and moved into place.

use std::fs;
use std::hash::Hasher as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::digest::Digest;
use crate::search::solve::{EndgameSpec, EndgameTable};

/// "arenaKE" and the version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"arenaKE\x01");

/// The length of the header in bytes.
const HEADER: usize = 5 * 8;

pub(super) enum Cached {
    Table(EndgameTable),
    /// No file.
    Nothing,
    /// A file that cannot be used, and why.
    Damaged(String),
}

/// The file of a table.
fn file(folder: &Path, EndgameSpec { rules, beans }: EndgameSpec) -> PathBuf {
    let variant = if rules.empty_capture() { "-empty-capture" } else { "" };
    folder.join(format!("kalah-{}{variant}-{beans}.endgames", rules.holes()))
}

fn header(EndgameSpec { rules, beans }: EndgameSpec, values: &[u8]) -> [u64; 5] {
    let mut digest = Digest::default();
    digest.write(values);
    [MAGIC, rules.holes() as u64, u64::from(rules.empty_capture()), beans as u64, digest.finish()]
}

pub(super) fn read(folder: &Path, tables: EndgameSpec) -> Cached {
    let path = file(folder, tables);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Cached::Nothing,
        Err(error) => return Cached::Damaged(format!("{}: {error}", path.display())),
    };
    let mut values = bytes;
    let damaged = || Cached::Damaged(format!("{} is damaged", path.display()));
    if values.len() < HEADER {
        return damaged();
    }
    let found: Vec<u8> = values.drain(..HEADER).collect();
    let expected = header(tables, &values);
    if !found.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).eq(expected) {
        return damaged();
    }
    EndgameTable::of_values(tables.rules, tables.beans, values).map_or_else(damaged, Cached::Table)
}

pub(super) fn write(folder: &Path, table: &EndgameTable) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = file(folder, table.spec());
    let aside = path.with_extension(format!("{}.tmp", process::id()));
    let header = header(table.spec(), table.values());
    let mut bytes: Vec<u8> = header.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend_from_slice(table.values());
    let written = fs::write(&aside, bytes).and_then(|()| fs::rename(&aside, &path));
    if written.is_err() {
        // What was written so far is of no use.
        let _ = fs::remove_file(&aside);
    }
    written
}
