//! The records of a CSV text, read into memory that every record uses again.
//!
//! They are those that the CSV crate reads with `flexible` and `Trim::All`, by a test. It takes longer per line than counting
//! a game does: it copies every field twice, and asks for memory to trim them.

use std::io::{self, BufRead, Read as _};
use std::ops::Range;

/// The most bytes of a record.
const LONGEST: usize = 16 << 20;

/// Reads record by record.
pub(super) struct Records<R> {
    inner: R,
    delimiter: u8,
    /// The record, its quotes removed, and what was read behind it.
    text: Vec<u8>,
    /// Where the next record begins in the text.
    next: usize,
    /// The fields of the record, as places in the text.
    fields: Vec<Range<usize>>,
    /// How many line feeds are before the next record.
    lines: u64,
    /// The line on which the record begins.
    line: u64,
}

/// Where a reader is within a record, as the CSV crate sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    FieldStart,
    Field,
    Quoted,
    /// Behind a quote within quotes: the last one, or the first of two that stand for one.
    Quote,
}

impl<R: BufRead> Records<R> {
    /// The records of a text. The columns are separated by commas; if the first line has more of them, by semicolons or tabs,
    /// as spreadsheets write.
    pub(super) fn new(inner: R) -> io::Result<Records<R>> {
        let mut records = Records {
            inner,
            delimiter: b',',
            text: Vec::new(),
            next: 0,
            fields: Vec::new(),
            lines: 0,
            line: 0,
        };
        records.read_line()?;
        let occurrences = |wanted: u8| records.text.split(|&byte| byte == wanted).count();
        // Of equals, `max_by_key` takes the last.
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(|&byte| occurrences(byte));
        records.delimiter = delimiter.unwrap_or(b',');
        Ok(records)
    }

    /// Reads the next record; `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        // Empty lines are no records.
        while self.text.get(self.next).is_none_or(|&byte| is_end(byte)) {
            match self.text.get(self.next) {
                Some(&byte) => {
                    self.lines += u64::from(byte == b'\n');
                    self.next += 1;
                }
                None => {
                    self.text.clear();
                    self.next = 0;
                    if !self.read_line()? {
                        return Ok(None);
                    }
                }
            }
        }
        self.line = self.lines + 1;
        self.fields.clear();
        let start = self.next;
        if !self.split() {
            self.fields.clear();
            self.split_slowly()?;
        }
        let has_no_end = self.next == self.text.len() && self.text.last() != Some(&b'\n');
        // More may follow a carriage return alone.
        let is_unended = has_no_end && self.inner.fill_buf()?.is_empty();
        let first = self.fields.first().map_or(start, |field| field.start);
        let bytes = &self.text[first..self.fields.last().map_or(first, |field| field.end)];
        let text = str::from_utf8(bytes).map_err(|_| bytes);
        Ok(Some(Record { text, first, fields: &self.fields, line: self.line, is_unended }))
    }

    /// Appends the next line; whether there is one.
    fn read_line(&mut self) -> io::Result<bool> {
        let most = (LONGEST + 1).saturating_sub(self.text.len());
        let read = (&mut self.inner).take(most as u64).read_until(b'\n', &mut self.text)?;
        if self.text.len() > LONGEST {
            let problem = format!("a line is longer than {} MiB", LONGEST >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        Ok(read > 0)
    }

    /// Finds the fields of a record that is one line, in which quotes are around whole fields; whether it is one.
    fn split(&mut self) -> bool {
        let Records { text, next, fields, delimiter, .. } = self;
        let has_end = text.last() == Some(&b'\n');
        let end = text.len() - usize::from(has_end);
        let mut from = *next;
        if text[from..end].contains(&b'\r') {
            return false;
        }
        loop {
            let rest = &text[from..end];
            let length = if rest.first() == Some(&b'"') {
                let Some(length) = rest[1..].iter().position(|&byte| byte == b'"') else { return false };
                if rest.get(length + 2).is_some_and(|byte| byte != delimiter) {
                    return false;
                }
                fields.push(trimmed(text, from + 1..from + 1 + length));
                length + 2
            } else {
                let length = rest.iter().position(|byte| byte == delimiter).unwrap_or(rest.len());
                fields.push(trimmed(text, from..from + length));
                length
            };
            from += length + 1;
            if from > end {
                break;
            }
        }
        *next = text.len();
        self.lines += u64::from(has_end);
        true
    }

    /// The same for any record. What is within quotes moves to the front, over them.
    fn split_slowly(&mut self) -> io::Result<()> {
        let mut state = At::FieldStart;
        let mut from = self.next;
        let mut to = from;
        loop {
            let Some(&byte) = self.text.get(self.next) else {
                // The line feed is within quotes, or the text ends here.
                if self.read_line()? {
                    continue;
                }
                break;
            };
            self.next += 1;
            self.lines += u64::from(byte == b'\n');
            let is_kept = match state {
                At::Quoted if byte == b'"' => {
                    state = At::Quote;
                    false
                }
                At::Quoted => true,
                At::Quote if byte == b'"' => {
                    state = At::Quoted;
                    true
                }
                At::FieldStart if byte == b'"' => {
                    state = At::Quoted;
                    false
                }
                _ if is_end(byte) => break,
                _ if byte == self.delimiter => {
                    self.fields.push(trimmed(&self.text, from..to));
                    state = At::FieldStart;
                    from = to;
                    false
                }
                _ => {
                    state = At::Field;
                    true
                }
            };
            if is_kept {
                self.text[to] = byte;
                to += 1;
            }
        }
        self.fields.push(trimmed(&self.text, from..to));
        Ok(())
    }
}

fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// A place without the white space at its ends.
fn trimmed(text: &[u8], Range { mut start, mut end }: Range<usize>) -> Range<usize> {
    while start < end && text[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    while start < end && text[start].is_ascii_whitespace() {
        start += 1;
    }
    start..end
}

/// A record that was read.
pub(super) struct Record<'a> {
    /// From the first field to the end of the last; as bytes if they are not UTF-8.
    text: Result<&'a str, &'a [u8]>,
    /// Where that begins.
    first: usize,
    fields: &'a [Range<usize>],
    /// The line on which it begins, from 1.
    pub(super) line: u64,
    /// Whether it is the last one, and has no line feed.
    pub(super) is_unended: bool,
}

impl<'a> Record<'a> {
    /// The number of fields.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field as text; `None` if it is not UTF-8.
    pub(super) fn field(&self, number: usize) -> Option<&'a str> {
        let Range { start, end } = self.fields.get(number)?;
        let place = start - self.first..end - self.first;
        match self.text {
            Ok(text) => text.get(place),
            Err(bytes) => str::from_utf8(bytes.get(place)?).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of all records, and the lines on which they begin.
    fn read(text: &[u8], delimiter: u8) -> Vec<(Vec<Option<String>>, u64)> {
        let mut records = Records::new(text).unwrap();
        records.delimiter = delimiter;
        let mut all = Vec::new();
        while let Some(record) = records.next().unwrap() {
            let field = |number| record.field(number).map(str::to_owned);
            all.push(((0..record.len()).map(field).collect(), record.line));
        }
        all
    }

    fn by_the_crate(text: &[u8], delimiter: u8) -> Vec<Vec<Option<String>>> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).trim(csv::Trim::All).delimiter(delimiter);
        let records = reader.from_reader(text).into_byte_records();
        let text = |field: &[u8]| str::from_utf8(field).ok().map(str::to_owned);
        records.map(|record| record.unwrap().iter().map(text).collect()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_record_is_what_the_csv_crate_reads(parts in prop::collection::vec(0..12usize, 0..40), semicolons: bool) {
            let known: [&[u8]; 12] =
                [b"a", b"\xc3\xa4", b"\xc3", b",", b",", b"\"", b"\"\"", b" ", b"\t", b"\n", b"\r", b";"];
            let text: Vec<u8> = parts.iter().flat_map(|&part| known[part].to_vec()).collect();
            let delimiter = if semicolons { b';' } else { b',' };
            let found: Vec<_> = read(&text, delimiter).into_iter().map(|(fields, _)| fields).collect();
            prop_assert_eq!(found, by_the_crate(&text, delimiter));
        }
    }

    #[test]
    fn a_record_begins_on_its_line() {
        let lines =
            |text: &str| read(text.as_bytes(), b',').iter().map(|(_, line)| *line).collect::<Vec<_>>();
        assert_eq!(lines("a,b\n\n\nc,d\ne"), [1, 4, 5]);
        assert_eq!(lines("\na,\"b\nc\",d\ne,f\n"), [2, 4]);
        assert_eq!(lines("a\rb\nc"), [1, 1, 2]);
    }

    #[test]
    fn a_record_without_a_line_feed_is_unended() {
        for (text, is_unended) in [("a\nb", true), ("a\nb\n", false), ("b\r", true), ("b\r\"c\n", false)] {
            let mut records = Records::new(text.as_bytes()).unwrap();
            let mut last = None;
            while let Some(record) = records.next().unwrap() {
                last = Some(record.is_unended);
            }
            assert_eq!(last, Some(is_unended), "{text:?}");
        }
    }

    #[test]
    fn an_endless_line_is_an_error() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let error = Records::new(endless).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than 16 MiB");
        let quoted = io::BufReader::new(b"a,\"".chain(io::repeat(b'\n')));
        let mut records = Records::new(quoted).unwrap();
        assert!(records.next().is_err());
    }
}
