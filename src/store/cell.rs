//! Columns and cells of the tables that are written as CSV and JSON.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Cell<'a> {
    Text(&'a str),
    /// A whole number.
    Count(u64),
    /// A number and its decimals. Rounding keeps the last bits of logarithms, in which machines differ, out of the
    /// files.
    Number(f64, usize),
    /// No value: an empty field, `null`.
    Nothing,
}

/// A column: its name, and its cell in the row of a `T`. A table is a list of them, so that no name is without a cell.
pub(crate) type Column<T> = (&'static str, fn(&T) -> Cell<'_>);

impl<'a> Cell<'a> {
    /// A whole number that may be missing.
    pub(crate) fn count(count: Option<u64>) -> Cell<'a> {
        count.map_or(Cell::Nothing, Cell::Count)
    }

    /// A number that may be missing. NaN and infinity count as missing.
    pub(crate) fn number(value: Option<f64>, decimals: usize) -> Cell<'a> {
        match value {
            Some(value) if value.is_finite() => Cell::Number(value, decimals),
            _ => Cell::Nothing,
        }
    }

    /// The text of a field.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        match *self {
            Cell::Text(text) => text.into(),
            Cell::Count(count) => count.to_string().into(),
            Cell::Number(value, decimals) => {
                let text = format!("{value:.decimals$}");
                // Not -0.00.
                let is_zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
                if is_zero { text.trim_start_matches('-').to_owned().into() } else { text.into() }
            }
            Cell::Nothing => "".into(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(*text),
            Cell::Count(count) => Value::from(*count),
            Cell::Number(..) => self.text().parse::<f64>().map_or(Value::Null, Value::from),
            Cell::Nothing => Value::Null,
        }
    }
}

/// Appends a text, quoted if necessary.
pub(super) fn push_field(line: &mut Vec<u8>, text: &str) {
    let text_bytes = text.as_bytes();
    // Without an early end, which a loop over many bytes at once cannot have.
    let needs_quotes = |found: bool, &byte: &u8| found | matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !text_bytes.iter().fold(false, needs_quotes) {
        line.extend_from_slice(text_bytes);
        return;
    }
    line.push(b'"');
    if text_bytes.contains(&b'"') {
        line.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    } else {
        line.extend_from_slice(text_bytes);
    }
    line.push(b'"');
}

/// The JSON object of an item.
pub(crate) fn json<T>(columns: &[Column<T>], item: &T) -> Map<String, Value> {
    columns.iter().map(|(name, cell)| ((*name).to_owned(), cell(item).json())).collect()
}

/// The CSV of a table: a header, then a row for each item.
pub(crate) fn csv<T>(columns: &[Column<T>], items: &[T]) -> Vec<u8> {
    let mut lines = Vec::new();
    push_row(&mut lines, columns.iter().map(|(name, _)| Cell::Text(name)));
    for item in items {
        push_row(&mut lines, columns.iter().map(|(_, cell)| cell(item)));
    }
    lines
}

/// Appends a line of CSV.
pub(super) fn push_row<'a>(lines: &mut Vec<u8>, cells: impl IntoIterator<Item = Cell<'a>>) {
    for cell in cells {
        push_field(lines, &cell.text());
        lines.push(b',');
    }
    if let Some(last) = lines.last_mut() {
        *last = b'\n';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_plainly() {
        assert_eq!(Cell::Number(-0.000_000_1, 3).text(), "0.000");
        assert_eq!(Cell::Number(-1.5, 1).text(), "-1.5");
        assert_eq!(Cell::number(Some(f64::INFINITY), 3), Cell::Nothing);
        assert_eq!(Cell::number(Some(f64::NAN), 3), Cell::Nothing);
        let columns: [Column<String>; 2] = [("a", |text| Cell::Text(text)), ("b", |_| Cell::Nothing)];
        assert_eq!(csv(&columns, &["x,y".to_owned()]), b"a,b\n\"x,y\",\n");
        assert_eq!(csv(&columns, &[]), b"a,b\n");
    }
}
