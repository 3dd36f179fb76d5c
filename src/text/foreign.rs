//! Text from outside (of bots, files, other programs), made safe to show: nothing in it affects a terminal, the text
//! around it, or a CI service.

use std::borrow::Cow;

use super::MOST_SHOWN;

/// Whether a character affects the terminal or the text around it instead of being shown: control
/// characters, line separators, marks that change the direction of text, spaces without width, and tags. The joiners
/// of emoji and of Indic and Persian letters are shown.
pub fn is_unprintable(c: char) -> bool {
    let invisible = matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    let direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
    let separators = matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}');
    c.is_control() || invisible || direction || separators || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// A line with question marks in place of the characters that make it a command, so that it keeps its width.
pub(super) fn disarmed(line: &str) -> String {
    let commands: Vec<usize> = commands(line).collect();
    line.char_indices().map(|(at, c)| if commands.contains(&at) { '?' } else { c }).collect()
}

/// What makes a line a command to a CI service: `::error::` at its start, `##[error]` and
/// `##vso[…]` anywhere.
fn commands(line: &str) -> impl Iterator<Item = usize> {
    let first = line.len() - line.trim_start().len();
    let start = line[first..].starts_with("::").then_some(first);
    let is_command = |at: &usize| ["##[", "##vso["].iter().any(|command| line[*at..].starts_with(command));
    start.into_iter().chain(line.match_indices("##").map(|(at, _)| at).filter(is_command))
}

/// A text from a file, to be shown within a line: unprintable characters are written as `\u{1b}`.
///
/// ```
/// use arena::text::escaped;
///
/// assert_eq!(escaped("smart:6"), "smart:6");
/// assert_eq!(escaped("a\u{1b}[2J\nb"), "a\\u{1b}[2J\\u{a}b");
/// assert_eq!(escaped("::error::"), "\\u{3a}:error::");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    // Nearly every name in a file of millions of games.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'#';
    if !text.starts_with([' ', ':']) && text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let commands: Vec<usize> = commands(text).collect();
    if commands.is_empty() && !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        if is_unprintable(c) || commands.contains(&at) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The same, with the middle of a long text left out.
pub fn excerpt(text: &str) -> String {
    let escaped = escaped(text);
    if escaped.chars().count() <= MOST_SHOWN {
        return escaped.into_owned();
    }
    let first: String = escaped.chars().take(MOST_SHOWN - 20).collect();
    let last: Vec<char> = escaped.chars().rev().take(20).collect();
    format!("{first}…{}", last.into_iter().rev().collect::<String>())
}

/// What another program wrote, in one line of at most this many characters: unprintable characters become U+FFFD, and
/// nothing in it is a command to a CI service.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let text = text.trim_end();
    let shown: String =
        text.chars().take(most).map(|c| if is_unprintable(c) { '\u{fffd}' } else { c }).collect();
    let cut = if text.chars().nth(most).is_some() { "…" } else { "" };
    format!("{}{cut}", disarmed(&shown))
}

/// A text, cut off if it is too long.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// A message of several lines with any texts in it, made safe: nothing is a command to a terminal or a CI service.
pub fn for_terminal(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (i, line) in message.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &escaped(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextError;

    /// What must not reach a terminal or a log.
    const NASTY: &str = "x\u{1b}[2J\r\n::error::boom\u{202e}\u{2066}\u{9b}\u{2028}##[error]y##vso[task]";

    #[test]
    fn nothing_that_is_escaped_is_a_command() {
        let shown =
            [escaped(NASTY).into_owned(), excerpt(NASTY), excerpt(&NASTY.repeat(50)), for_terminal(NASTY)];
        let error = TextError::new(NASTY, 0..1, NASTY, format!("did you mean {NASTY}?")).to_string();
        for text in shown.into_iter().chain([error]) {
            assert!(!text.chars().any(|c| is_unprintable(c) && c != '\n'), "{text:?}");
            assert!(!text.lines().any(|line| commands(line).next().is_some()), "{text:?}");
        }
        assert_eq!(escaped(NASTY).lines().count(), 1);
        assert_eq!(
            TextError::whole("  ::error::", "p", "a").to_string(),
            "p\n      ?:error::\n    ^^^^^^^^^^^\na"
        );
    }

    #[test]
    fn plain_text_is_unchanged() {
        for text in ["smart:6,eval=pots", "a::b", "# heading", "größer 棋", ""] {
            assert_eq!((escaped(text).as_ref(), for_terminal(text).as_str()), (text, text));
        }
        assert_eq!(for_terminal("two\nlines"), "two\nlines");
    }

    #[test]
    fn a_line_of_another_program_is_made_printable() {
        assert_eq!(one_line("bestmove 3\r\n", 20), "bestmove 3");
        assert_eq!(
            one_line("a\0b\u{1b}[2J\u{202e}\u{2028}\u{200b}\u{206a}", 20),
            "a\u{fffd}b\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(one_line("::error::x ##[y]", 20), "?:error::x ?#[y]");
        assert_eq!(one_line("👩\u{200d}🚀 größer", 20), "👩\u{200d}🚀 größer");
        assert_eq!(one_line(&"x".repeat(1000), 200).chars().count(), 201);
    }
}
