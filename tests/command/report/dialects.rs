//! Results as other programs write them: separators, encodings, line ends, capitalisation.

use std::fs;

use crate::common::{arena, json, stderr_of};

/// Six games, by one separator and line end.
fn games(separator: &str, end: &str) -> String {
    let header = ["Pair", "FIRST", "second", "Result", "Winner", "reason"];
    let rows = [
        ["1", "Ä", "B", "1-0", "Ä", "normal"],
        ["1", "B", "Ä", "0-1", "Ä", "Normal"],
        ["2", "Ä", "B", "1/2-1/2", "Draw", "normal"],
        ["2", "B", "Ä", "1-0", "B", "normal"],
    ];
    let line = |fields: &[&str]| fields.join(separator) + end;
    line(&header) + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn utf16(text: &str, mark: bool, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    units.flat_map(bytes).collect()
}

#[test]
fn files_of_every_dialect_are_read_alike() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("games.csv");
    let plain = games(",", "\n");
    let dialects: [(&str, Vec<u8>); 9] = [
        ("commas", plain.clone().into_bytes()),
        ("semicolons", games(";", "\n").into_bytes()),
        ("tabs", games("\t", "\n").into_bytes()),
        ("CRLF", games(",", "\r\n").into_bytes()),
        ("a byte order mark", [b"\xef\xbb\xbf", games(";", "\r\n").as_bytes()].concat()),
        ("UTF-16 LE", utf16(&games("\t", "\r\n"), true, u16::to_le_bytes)),
        ("UTF-16 BE", utf16(&games(",", "\n"), true, u16::to_be_bytes)),
        ("UTF-16 LE without a mark", utf16(&plain, false, u16::to_le_bytes)),
        ("UTF-16 BE without a mark", utf16(&plain, false, u16::to_be_bytes)),
    ];
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        [json(&["stats", path, "--json"]), json(&["rate", path, "--json"])]
    };
    let expected = read(&dialects[0].1);
    assert_eq!((&expected[0]["unit"], &expected[0]["n"]), (&"pair".into(), &2.into()));
    for (dialect, bytes) in &dialects[1..] {
        assert_eq!(read(bytes), expected, "{dialect}");
    }
}

#[test]
fn the_line_of_a_mistake_is_right_in_every_dialect() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("games.csv");
    let place = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let said = stderr_of(&arena(&["stats", path.to_str().unwrap()]));
        let line = said.split("games.csv:").nth(1).unwrap_or_default();
        line.split(':').next().unwrap_or_default().to_owned()
    };
    for end in ["\n", "\r\n"] {
        let good = games(",", end);
        let wrong = format!("3,A,B,2-0,,{end}");
        assert_eq!(place(format!("{good}{wrong}{good}").as_bytes()), "6", "{end:?}");
        assert_eq!(place(format!("{good}{end}{end}{wrong}{good}").as_bytes()), "8", "{end:?}");
        assert_eq!(place(format!("{good}\"3{end}\",Ä,B,1-0,,{end}{wrong}").as_bytes()), "8", "{end:?}");
        assert_eq!(place(format!("{good}\"3{end}x\",Ä,B,2-0,,{end}{good}").as_bytes()), "6", "{end:?}");
        assert_eq!(place(&utf16(&format!("{good}{wrong}"), true, u16::to_le_bytes)), "6", "{end:?}");
    }
}

#[test]
fn an_unrelated_file_is_rejected_with_the_missing_column() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("games.csv");
    fs::write(&path, "white;black;result\nA;B;1-0\n").unwrap();
    let said = stderr_of(&arena(&["rate", path.to_str().unwrap()]));
    assert!(said.contains("the header has no column 'first'"), "{said}");
    assert!(said.contains("required columns: first, second, result"), "{said}");
}
