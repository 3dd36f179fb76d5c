//! Texts of positions, handed to a formatter in one piece: every opening of a match is written, and a formatter that is
//! given single characters takes several times as long.

use std::fmt;

/// How many bytes are handed over at once.
const MOST: usize = 96;

/// A formatter that is given ASCII characters.
pub(super) struct AsciiWriter<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    bytes: [u8; MOST],
    length: usize,
}

impl<'a, 'b> AsciiWriter<'a, 'b> {
    pub(super) fn new(out: &'a mut fmt::Formatter<'b>) -> AsciiWriter<'a, 'b> {
        AsciiWriter { out, bytes: [0; MOST], length: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, character: u8) -> fmt::Result {
        debug_assert!(character.is_ascii());
        if self.length == MOST {
            self.flush()?;
        }
        self.bytes[self.length] = character;
        self.length += 1;
        Ok(())
    }

    #[inline]
    pub(super) fn push_number(&mut self, number: u32) -> fmt::Result {
        match number {
            0..=9 => self.push(b'0' + number as u8),
            _ => itoa::Buffer::new().format(number).bytes().try_for_each(|digit| self.push(digit)),
        }
    }

    /// Hands over what is left.
    pub(super) fn flush(&mut self) -> fmt::Result {
        let text = str::from_utf8(&self.bytes[..self.length]).map_err(|_| fmt::Error)?;
        self.length = 0;
        self.out.write_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbers(u32);

    impl fmt::Display for Numbers {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut out = AsciiWriter::new(f);
            for number in 0..self.0 {
                out.push_number(number * number)?;
                out.push(b',')?;
            }
            out.flush()
        }
    }

    #[test]
    fn texts_of_any_length_are_complete() {
        for count in 0..200 {
            let expected: String = (0..count).map(|number| format!("{},", number * number)).collect();
            assert_eq!(Numbers(count).to_string(), expected);
        }
    }
}
