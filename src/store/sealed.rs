//! JSON files of a run, each with a digest of its own text as the last entry: one that was changed by accident is not
//! believed. A file without a digest is from an earlier version, or was changed on purpose.

use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::marks::{EMPTY, extended};
use crate::play::plan::digest_text;
use crate::text::file::read_regular;

/// The largest file that is read. A tournament of a thousand players takes less than one MiB.
const LARGEST: u64 = 256 << 20;

/// The name of the last entry.
const DIGEST: &str = "\"digest\"";

/// Why the content of a file is not used.
#[derive(Debug)]
pub(super) enum Unsealed {
    /// It is not what was written.
    Changed,
    /// It is not a file of this kind.
    Unreadable,
}

/// The content of a file, readable for people.
pub(super) fn pretty(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = sealed(serde_json::to_vec_pretty(value)?, ",\n  \"digest\": ", "\n}");
    text.push(b'\n');
    Ok(text)
}

/// The content of a file, in one line.
pub(super) fn compact(value: &impl Serialize) -> io::Result<Vec<u8>> {
    Ok(sealed(serde_json::to_vec(value)?, ",\"digest\":", "}"))
}

/// A text that ends like this, with one entry more.
fn sealed(mut text: Vec<u8>, key: &str, end: &str) -> Vec<u8> {
    let digest = digest_text(extended(EMPTY, &text));
    text.truncate(text.len() - end.len());
    text.extend(format!("{key}\"{digest}\"{end}").bytes());
    text
}

/// The bytes of a file.
pub(super) fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    read_regular(path, LARGEST)
}

/// What a file with these bytes holds.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unsealed> {
    let value = serde_json::from_slice(bytes).map_err(|_| Unsealed::Unreadable)?;
    if is_unchanged(bytes) { Ok(value) } else { Err(Unsealed::Changed) }
}

/// Whether the digest in a file is that of the rest, if it has one: an entry of that name further up is something else,
/// such as the digest of a bot.
fn is_unchanged(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Some((before, behind)) = text.rsplit_once(DIGEST) else { return true };
    let behind = behind.trim_end();
    let value = behind.strip_suffix('}').and_then(|value| value.trim().strip_prefix(':'));
    let Some(value) = value.map(str::trim).filter(|value| !value.contains(['{', '}', ',', ':'])) else {
        return true;
    };
    let Some(before) = before.trim_end().strip_suffix(',') else { return false };
    let end = if behind.ends_with("\n}") { "\n}" } else { "}" };
    let digest = digest_text(extended(extended(EMPTY, before.as_bytes()), end.as_bytes()));
    value == format!("\"{digest}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_change_of_a_sealed_file_is_noticed() {
        let value = json!({"games": 12, "names": ["a", "b"], "run": {"moves": true}});
        for sealed in [pretty(&value).unwrap(), compact(&value).unwrap()] {
            assert!(read::<Value>(&sealed).is_ok());
            for at in 0..sealed.len() {
                let mut changed = sealed.clone();
                changed[at] ^= 1;
                let is_same =
                    |read: Value| ["games", "names", "run"].iter().all(|key| read[key] == value[key]);
                assert!(read(&changed).map_or(true, is_same), "byte {at}");
            }
        }
    }

    #[test]
    fn a_file_without_a_digest_is_read() {
        assert!(read::<Value>(br#"{"games": 12}"#).is_ok());
        // The digest of a bot.
        assert!(read::<Value>(br#"{"a": {"name": "bot", "digest": "0"}, "games": 12}"#).is_ok());
        assert!(read::<Value>(br#"{"games": 12, "a": {"name": "bot", "digest": "0"}}"#).is_ok());
        assert!(matches!(read::<Value>(b"{"), Err(Unsealed::Unreadable)));
        assert!(matches!(read::<Value>(br#"{"games": 12, "digest": "0"}"#), Err(Unsealed::Changed)));
    }

    #[test]
    fn the_digest_is_the_last_entry() {
        insta::assert_snapshot!(String::from_utf8(pretty(&json!({"games": 12})).unwrap()).unwrap(), @r#"
        {
          "games": 12,
          "digest": "1fee708f49de1b31"
        }
        "#);
        insta::assert_snapshot!(String::from_utf8(compact(&json!({"games": 12})).unwrap()).unwrap(), @r#"{"games":12,"digest":"a8759a61e86fcd23"}"#);
    }
}
