//! Text on a terminal: how wide it is, fitted into a column, and wrapped at words.

use unicode_width::UnicodeWidthChar;

/// How many columns of a terminal a line takes. Escape sequences for colours take none.
pub(crate) fn display_width(text: &str) -> usize {
    pieces(text).map(|(_, width)| width).sum()
}

/// The beginning of a line that takes at most this many columns.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    let (mut end, mut taken) = (0, 0);
    for (piece, width) in pieces(text) {
        taken += width;
        if taken > most {
            break;
        }
        end += piece.len();
    }
    &text[..end]
}

/// A name in a column of this width: cut off with an ellipsis if it is too long, padded if it is too short.
pub(crate) fn fitted(name: &str, columns: usize) -> String {
    let text = if display_width(name) <= columns {
        name.to_owned()
    } else {
        format!("{}…", cut(name, columns.saturating_sub(1)))
    };
    let gap = columns.saturating_sub(display_width(&text));
    text + &" ".repeat(gap)
}

/// Terminals narrower than this are left to break lines as they like.
const NARROWEST: usize = 20;

/// Sentences, broken between words into lines of at most this width. A line that begins with a space stays whole: it is
/// part of a table, or a command to be copied.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    let line = |line: &str| {
        let fits = line.starts_with(' ') || display_width(line) <= columns || columns < NARROWEST;
        if fits { line.to_owned() } else { broken(line, columns) }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn broken(line: &str, columns: usize) -> String {
    let (mut out, mut taken) = (String::new(), 0);
    // A percent sign stays with its number.
    for word in line.replace(" %", "\u{a0}%").split(' ') {
        let width = display_width(word);
        match taken {
            0 => taken = width,
            _ if taken + 1 + width > columns => {
                out.push('\n');
                taken = width;
            }
            _ => {
                out.push(' ');
                taken += 1 + width;
            }
        }
        out += word;
    }
    out.replace("\u{a0}%", " %")
}

/// The characters and escape sequences of a text, with the columns that each takes.
fn pieces(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let escape = rest.strip_prefix("\x1b[").and_then(|code| code.find(|c: char| c.is_ascii_alphabetic()));
        let (length, width) = match escape {
            Some(end) => ("\x1b[".len() + end + 1, 0),
            None => (first.len_utf8(), first.width().unwrap_or(0)),
        };
        let (piece, after) = rest.split_at(length);
        rest = after;
        Some((piece, width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_is_what_a_terminal_shows() {
        assert_eq!(display_width("smart:6"), 7);
        assert_eq!(display_width("囲碁"), 4, "wide characters take two columns");
        assert_eq!(display_width("e\u{301}"), 1, "an accent takes none");
        assert_eq!(display_width("\x1b[1m\x1b[31mred\x1b[0m"), 3, "colours take none");
    }

    #[test]
    fn a_name_fills_its_column() {
        assert_eq!(fitted("bad", 5), "bad  ");
        assert_eq!(fitted("smart:6", 5), "smar…");
        assert_eq!(fitted("囲碁囲碁", 6), "囲碁… ");
        assert_eq!((cut("\x1b[1mab\x1b[0m", 1), cut("囲碁", 3)), ("\x1b[1ma", "囲"));
    }

    #[test]
    fn sentences_break_between_words_and_tables_do_not() {
        let text = "warning: only 2 of 1,000 games are distinct (95 % of them)\n  a table  with  columns that is wide\nshort";
        insta::assert_snapshot!(wrapped(text, 50), @"
        warning: only 2 of 1,000 games are distinct (95 %
        of them)
          a table  with  columns that is wide
        short
        ");
        assert_eq!(wrapped("one two three four five six", 22), "one two three four\nfive six");
        assert_eq!(wrapped(text, 3), text, "not on a sliver");
        let painted = "\x1b[1mone two three four five\x1b[0m six";
        assert_eq!(wrapped(painted, 22), "\x1b[1mone two three four\nfive\x1b[0m six");
        let long = format!("a {} b", "x".repeat(40));
        assert_eq!(wrapped(&long, 20), format!("a\n{}\nb", "x".repeat(40)), "a word is never cut");
    }
}
