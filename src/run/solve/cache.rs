//! Endgame tables in a folder, so that they are built once.
//!
//! A file has a header of five little-endian numbers of 8 bytes (a magic number with the version, the holes, the variant, the most beans,
//! a checksum of the values), then the values. It is written aside and moved into place.

use std::fs;
use std::hash::Hasher as _;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::search::solve::{EndgameSpec, EndgameTable};
use crate::store::folder::publish;
use crate::text::file::open_regular;

/// "arenaKE" and the version of the format.
const MAGIC: u64 = u64::from_le_bytes(*b"arenaKE\x01");

/// The length of the header in bytes.
const HEADER: u64 = 5 * 8;

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
    match values(&path, tables) {
        Ok(values) => {
            let table = EndgameTable::of_values(tables.rules, tables.beans, values);
            table.map_or_else(|| damaged(&path), Cached::Table)
        }
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => Cached::Nothing,
            io::ErrorKind::InvalidData => damaged(&path),
            _ => Cached::Damaged(format!("{}: {error}", path.display())),
        },
    }
}

fn damaged(path: &Path) -> Cached {
    Cached::Damaged(format!("{} is damaged", path.display()))
}

/// The values in a file, which must have the size of its table and their checksum. Nothing is read from another one.
fn values(path: &Path, tables: EndgameSpec) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let size = tables.positions().ok_or_else(invalid)?;
    if file.metadata()?.len() != size + HEADER {
        return Err(invalid());
    }
    let mut found = [[0; 8]; 5];
    file.read_exact(found.as_flattened_mut())?;
    let mut values = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.take(size).read_to_end(&mut values)?;
    if found.map(u64::from_le_bytes) == header(tables, &values) { Ok(values) } else { Err(invalid()) }
}

pub(super) fn write(folder: &Path, table: &EndgameTable) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = file(folder, table.spec());
    let header = header(table.spec(), table.values());
    let mut bytes: Vec<u8> = header.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend_from_slice(table.values());
    publish(&path, &bytes, true).map(drop)
}
