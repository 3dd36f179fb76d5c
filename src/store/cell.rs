//! Columns and cells of the tables that are written as CSV and JSON.

use serde_json::{Map, Value};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number and its decimals. Rounding keeps the last bits of logarithms, in which machines differ, out of the
    /// files.
    Number(f64, usize),
    /// No value: an empty field, `null`.
    Nothing,
}

/// A column: its name, and its cell in the row of a `T`. A table is a list of them, so that no name is without a cell.
pub(crate) type Column<T> = (&'static str, fn(&T) -> Cell);

impl Cell {
    /// A whole number that may be missing.
    pub(crate) fn count(count: Option<u64>) -> Cell {
        count.map_or(Cell::Nothing, Cell::Count)
    }

    /// A number that may be missing. NaN and infinity count as missing.
    pub(crate) fn number(value: Option<f64>, decimals: usize) -> Cell {
        match value {
            Some(value) if value.is_finite() => Cell::Number(value, decimals),
            _ => Cell::Nothing,
        }
    }

    /// The text of a field.
    pub(crate) fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(value, decimals) => {
                let text = format!("{value:.decimals$}");
                // Not -0.00.
                let is_zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
                if is_zero { text.trim_start_matches('-').to_owned() } else { text }
            }
            Cell::Nothing => String::new(),
        }
    }

    /// The JSON value.
    pub(crate) fn json(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Count(count) => Value::from(*count),
            Cell::Number(..) => self.text().parse::<f64>().map_or(Value::Null, Value::from),
            Cell::Nothing => Value::Null,
        }
    }
}

/// The JSON object of an item.
pub(crate) fn json<T>(columns: &[Column<T>], item: &T) -> Map<String, Value> {
    columns.iter().map(|(name, cell)| ((*name).to_owned(), cell(item).json())).collect()
}

/// The CSV of a table: a header, then a row for each item.
pub(crate) fn csv<T>(columns: &[Column<T>], items: &[T]) -> csv::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    for item in items {
        writer.write_record(columns.iter().map(|(_, cell)| cell(item).text()))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
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
        let columns: [Column<&str>; 2] =
            [("a", |text| Cell::Text((*text).to_owned())), ("b", |_| Cell::Nothing)];
        assert_eq!(csv(&columns, &["x,y"]).unwrap(), b"a,b\n\"x,y\",\n");
        assert_eq!(csv(&columns, &[]).unwrap(), b"a,b\n");
    }
}
