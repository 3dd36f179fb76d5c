//! A board as a referee draws it: the answer to `query board`, which a program need not know.
//!
//! It is one line, `response ROW/ROW/…`: the rows from the top, each as it is to be shown. A single row ends with `/`, which
//! tells it from a word such as `unknown`.

use crate::text::one_line;

/// The question.
pub(super) const QUERY: &str = "query board";

/// More rows, or longer ones, are cut off.
const MOST_ROWS: usize = 60;
const LONGEST_ROW: usize = 200;

/// The rows of a board, each a line that can be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawing {
    pub(crate) rows: Vec<String>,
}

impl Drawing {
    /// Reads a line, if it is a drawing.
    pub(super) fn read(line: &[u8]) -> Option<Drawing> {
        let text = String::from_utf8_lossy(line);
        let board = text.strip_prefix("response ")?.trim_end();
        let rows = board.contains('/').then(|| board.trim_end_matches('/').split('/'))?;
        Some(Drawing { rows: rows.take(MOST_ROWS).map(|row| one_line(row, LONGEST_ROW)).collect() })
    }

    /// What follows `response` for a board that was drawn in these lines.
    pub(crate) fn written(lines: &str) -> String {
        let rows: Vec<&str> = lines.lines().map(str::trim_end).collect();
        rows.join("/") + if rows.len() == 1 { "/" } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(line: &str) -> Option<Vec<String>> {
        Drawing::read(line.as_bytes()).map(|drawing| drawing.rows)
    }

    #[test]
    fn a_board_is_a_line_of_rows() {
        assert_eq!(rows("response xo./"), Some(vec!["xo.".to_owned()]));
        assert_eq!(
            rows("response bb/ w/. ."),
            Some(vec!["bb".to_owned(), " w".to_owned(), ". .".to_owned()])
        );
        for drawn in ["xo.", "bb\n w\n. ."] {
            let read = rows(&format!("response {}", Drawing::written(drawn))).unwrap();
            assert_eq!(read.join("\n"), drawn);
        }
        for other in ["response none", "response", "response ", "info string a/b", "error a/b"] {
            assert_eq!(rows(other), None, "{other}");
        }
        assert_eq!(rows("response a\u{1b}[2J/b").unwrap()[0], "a\u{fffd}[2J");
    }
}
