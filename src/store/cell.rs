//! Cells and rows of the tables that are written as CSV and JSON.

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

/// A row: the names of the columns with their values.
pub(crate) type Row = Vec<(&'static str, Cell)>;

impl Cell {
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

/// The JSON object of a row.
pub(crate) fn json(row: &Row) -> Map<String, Value> {
    row.iter().map(|(name, cell)| ((*name).to_owned(), cell.json())).collect()
}

/// The CSV of a table: a header, then the rows. All rows have the same columns.
pub(crate) fn csv(columns: &[&str], rows: &[Row]) -> csv::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    for row in rows {
        writer.write_record(row.iter().map(|(_, cell)| cell.text()))?;
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
        let rows = vec![vec![("a", Cell::Text("x,y".to_owned())), ("b", Cell::Nothing)]];
        assert_eq!(csv(&["a", "b"], &rows).unwrap(), b"a,b\n\"x,y\",\n");
    }
}
