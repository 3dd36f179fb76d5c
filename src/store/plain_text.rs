//! Text files of other programs, converted to plain UTF-8: without a byte order mark, with `\n` after each
//! line.
//!
//! Spreadsheets and Windows write UTF-16, byte order marks and `\r\n`. Invalid characters become U+FFFD.

use std::io::{self, BufRead, Read};

/// Reads the plain text of another reader.
pub(super) struct PlainText<R> {
    inner: R,
    encoding: Option<TextEncoding>,
    /// Bytes read that are not a complete character yet.
    raw: Vec<u8>,
    /// Text not consumed yet, from `at` on.
    ready: Vec<u8>,
    at: usize,
    is_done: bool,
}

#[derive(Clone, Copy)]
enum TextEncoding {
    Utf8,
    Utf16(fn([u8; 2]) -> u16),
}

/// How many bytes are read at once.
const CHUNK: usize = 1 << 16;

impl<R: Read> PlainText<R> {
    pub(super) fn new(inner: R) -> PlainText<R> {
        PlainText { inner, encoding: None, raw: Vec::new(), ready: Vec::new(), at: 0, is_done: false }
    }

    /// Reads on until there is text, or nothing more.
    fn fill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.at = 0;
        while self.ready.is_empty() && !self.is_done {
            let before = self.raw.len();
            self.raw.resize(before + CHUNK, 0);
            let read = match self.inner.read(&mut self.raw[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.raw.truncate(before);
                    continue;
                }
                other => other?,
            };
            self.raw.truncate(before + read);
            self.is_done = read == 0;
            // The encoding shows in the first three bytes.
            if self.encoding.is_none() && (self.raw.len() >= 3 || self.is_done) {
                let (encoding, mark) = encoding(&self.raw);
                self.encoding = Some(encoding);
                self.raw.drain(..mark);
            }
            match self.encoding {
                Some(TextEncoding::Utf8) => self.take_utf8(),
                Some(TextEncoding::Utf16(unit)) => self.take_utf16(unit),
                None => {}
            }
        }
        Ok(())
    }

    fn take_utf8(&mut self) {
        self.ready.clear();
        std::mem::swap(&mut self.raw, &mut self.ready);
        // The line feed after a last carriage return may come with the next chunk.
        if !self.is_done && self.ready.last() == Some(&b'\r') {
            self.raw.extend(self.ready.pop());
        }
        if self.ready.contains(&b'\r') {
            self.ready = without_returns(&self.ready);
        }
    }

    fn take_utf16(&mut self, unit: fn([u8; 2]) -> u16) {
        let (pairs, _) = self.raw.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
        let is_begun = |unit: &u16| (0xd800..0xdc00).contains(unit) || *unit == u16::from(b'\r');
        if !self.is_done && units.last().is_some_and(is_begun) {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        self.ready = without_returns(String::from_utf16_lossy(&units).as_bytes());
        if self.is_done && !self.raw.is_empty() {
            self.ready.extend("\u{fffd}".bytes());
        }
    }
}

impl<R: Read> Read for PlainText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for PlainText<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.ready.len() {
            self.fill()?;
        }
        Ok(&self.ready[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// The encoding of a text that begins like this, and the length of its byte order mark. UTF-16 without one is
/// recognised by a leading Latin letter.
fn encoding(beginning: &[u8]) -> (TextEncoding, usize) {
    let little = TextEncoding::Utf16(u16::from_le_bytes);
    let big = TextEncoding::Utf16(u16::from_be_bytes);
    match beginning {
        [0xef, 0xbb, 0xbf, ..] => (TextEncoding::Utf8, 3),
        [0xff, 0xfe, ..] => (little, 2),
        [0xfe, 0xff, ..] => (big, 2),
        [_, 0, ..] => (little, 0),
        [0, _, ..] => (big, 0),
        _ => (TextEncoding::Utf8, 0),
    }
}

/// The text with `\n` instead of `\r\n`.
fn without_returns(text: &[u8]) -> Vec<u8> {
    let is_kept = |&(i, &byte): &(usize, &u8)| byte != b'\r' || text.get(i + 1) != Some(&b'\n');
    text.iter().enumerate().filter(is_kept).map(|(_, &byte)| byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one by one, so that everything is cut everywhere.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = buffer.len().min(1);
            self.0.read(&mut buffer[..end])
        }
    }

    fn plain(bytes: &[u8]) -> String {
        let [mut whole, mut drops] = [String::new(), String::new()];
        PlainText::new(bytes).read_to_string(&mut whole).unwrap();
        PlainText::new(Drops(bytes)).read_to_string(&mut drops).unwrap();
        assert_eq!(whole, drops);
        whole
    }

    #[test]
    fn every_encoding_becomes_plain_text() {
        let text = "first,second\r\nÄ,🂡\r\n\rx";
        let expected = "first,second\nÄ,🂡\n\rx";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            [b"\xff\xfe", little.as_slice()].concat(),
            [b"\xfe\xff", big.as_slice()].concat(),
            little,
            big,
        ] {
            assert_eq!(plain(&bytes), expected, "{bytes:?}");
        }
        assert_eq!(plain(b""), "");
        assert_eq!(plain(b"a"), "a");
        assert_eq!(plain(b"a\r"), "a\r");
        assert_eq!(plain(b"\xff\xfea"), "\u{fffd}", "half a character");
    }
}
