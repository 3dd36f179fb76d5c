//! The sizes in the spec of a game: `6x4`, `7x6x4`.

use std::ops::Range;

use crate::text::{TextError, number, parts};

/// One of the sizes of a game, with its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Its description: `"the number of holes"`.
    pub name: &'static str,
    /// The smallest allowed.
    pub least: u16,
    /// The largest allowed.
    pub most: u16,
}

/// The sizes of a spec, and whether the variant follows them.
pub(super) fn variant<'t>(
    text: &'t str,
    variant: &str,
    title: &str,
    advice: &str,
) -> Result<(&'t str, bool), TextError> {
    match text.split_once(':') {
        None => Ok((text, false)),
        Some((sizes, known)) if known == variant => Ok((sizes, true)),
        Some((sizes, other)) => {
            let problem = format!("unknown variant '{other}' of {title}");
            Err(TextError::new(text, sizes.len() + 1..text.len(), problem, advice))
        }
    }
}

/// Reads the sizes at the beginning of `text`, up to byte `end`, separated by `x`. `title` is the game's name for people.
pub(super) fn read<const N: usize>(
    text: &str,
    end: usize,
    sizes: [Size; N],
    title: &str,
    advice: &str,
) -> Result<[u8; N], TextError> {
    const WORDS: [&str; 5] = ["no", "one", "two", "three", "four"];
    let wrong = |place: Range<usize>, problem: String| TextError::new(text, place, problem, advice);
    let found: Vec<_> = parts(&text[..end], 'x').collect();
    if found.len() != N {
        let count = WORDS.get(N).copied().unwrap_or("more");
        return Err(wrong(0..end, format!("{title} takes {count} sizes, not '{}'", &text[..end])));
    }
    let mut read = [0; N];
    for ((read, size), (place, digits)) in read.iter_mut().zip(sizes).zip(found) {
        let range = u32::from(size.least)..=u32::from(size.most);
        *read = number(size.name, digits, range).map_err(|problem| wrong(place, problem))? as u8;
    }
    Ok(read)
}
