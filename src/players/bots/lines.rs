//! Splits the bytes of a pipe into lines, in one reused buffer.

use std::ops::Range;

/// The longest line that a bot may write.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// Lines that have arrived, and the beginning of the next.
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// The first byte that was not handed out.
    start: usize,
    /// Where the bytes that have arrived end.
    end: usize,
    /// Up to where there is no line feed.
    searched: usize,
}

impl LineBuffer {
    pub(super) fn new() -> LineBuffer {
        LineBuffer { bytes: vec![0; LONGEST_LINE + 1], start: 0, end: 0, searched: 0 }
    }

    /// The place of the next line, without its end; `None` until it is complete.
    pub(super) fn next(&mut self) -> Option<Range<usize>> {
        let found = self.bytes[self.searched..self.end].iter().position(|&byte| byte == b'\n');
        let Some(at) = found.map(|at| self.searched + at) else {
            self.searched = self.end;
            return None;
        };
        let line = self.start..at;
        self.start = at + 1;
        self.searched = self.start;
        let is_crlf = self.bytes[line.clone()].ends_with(b"\r");
        Some(line.start..line.end - usize::from(is_crlf))
    }

    /// Whether the next line is complete.
    pub(super) fn has_line(&self) -> bool {
        self.bytes[self.searched..self.end].contains(&b'\n')
    }

    /// The bytes at a place that [`next`](LineBuffer::next) gave, until more are read.
    pub(super) fn at(&self, line: Range<usize>) -> &[u8] {
        &self.bytes[line]
    }

    /// Where to read more; empty if the line is too long.
    pub(super) fn space(&mut self) -> &mut [u8] {
        if self.start == self.end {
            (self.start, self.end, self.searched) = (0, 0, 0);
        } else if self.end == self.bytes.len() {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        &mut self.bytes[self.end..]
    }

    /// Takes in bytes that were read into the space.
    pub(super) fn arrived(&mut self, count: usize) {
        self.end += count;
    }

    /// The beginning of a line that is not complete.
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that come out when the bytes arrive in pieces of this size.
    fn lines(bytes: &[u8], piece: usize) -> Vec<Vec<u8>> {
        let mut buffer = LineBuffer::new();
        let mut lines = Vec::new();
        let mut left = bytes;
        while !left.is_empty() {
            let space = buffer.space();
            let count = piece.min(left.len()).min(space.len());
            space[..count].copy_from_slice(&left[..count]);
            left = &left[count..];
            buffer.arrived(count);
            while let Some(line) = buffer.next() {
                lines.push(buffer.at(line).to_vec());
            }
        }
        lines
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let long = vec![b'x'; LONGEST_LINE - 10];
        let text = [&b"ugiok\r\n\nbestmove 3\n"[..], &long, b"\nreadyok\nhalf"].concat();
        let whole = [&b"ugiok"[..], b"", b"bestmove 3", &long, b"readyok"];
        for piece in [1, 2, 3, 7, 4096] {
            assert_eq!(lines(&text, piece), whole, "pieces of {piece}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_leaves_no_space() {
        let mut buffer = LineBuffer::new();
        let mut taken = 0;
        while !buffer.space().is_empty() {
            let count = buffer.space().len().min(1000);
            buffer.arrived(count);
            taken += count;
            assert_eq!(buffer.next(), None);
        }
        assert_eq!(taken, LONGEST_LINE + 1);
    }
}
