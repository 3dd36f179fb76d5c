//! Help and manual pages: complete, readable at any width, and true to the registries.

use std::process::Command;

use crate::common::{commands, stdout};

fn help(columns: usize, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(args)
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn all_helps(columns: usize) -> Vec<String> {
    let of = |command: &String| ["-h", "--help"].map(|flag| help(columns, &[command, flag]));
    commands().iter().flat_map(of).chain(["-h", "--help"].map(|flag| help(columns, &[flag]))).collect()
}

#[test]
fn no_help_has_a_column_of_single_words() {
    for columns in [40, 60] {
        for text in all_helps(columns) {
            // The items of a list may stand on lines of their own.
            let is_item = |line: &str| line.ends_with(',');
            let single = |line: &str| {
                line.starts_with("          ") && line.split_whitespace().count() == 1 && !is_item(line)
            };
            let lines: Vec<&str> = text.lines().collect();
            for window in lines.windows(3) {
                assert!(
                    !window.iter().all(|line| single(line)),
                    "{columns} columns:\n{}\n\n{text}",
                    window.join("\n")
                );
            }
        }
    }
}

/// A sentence that is broken by hand is broken twice on a narrow terminal.
#[test]
fn no_sentence_is_broken_by_hand() {
    for text in all_helps(100) {
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            if is_prose(pair[0]) && is_prose(pair[1]) && !pair[0].ends_with(':') {
                let next = pair[1].split_whitespace().next().unwrap();
                let fits = pair[0].chars().count() + 1 + next.chars().count() <= 100;
                assert!(!fits, "'{next}' would fit behind:\n{}\n\n{text}", pair[0]);
            }
        }
    }
}

#[test]
fn examples_fit_eighty_columns() {
    for text in all_helps(100) {
        for line in text.lines().filter(|line| line.trim_start().starts_with("arena ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn help_lists_what_the_registries_hold() {
    for game in arena::play::host::list() {
        for command in ["match", "tournament", "show", "play", "analyze", "perft"] {
            assert!(
                help(100, &[command, "--help"]).replace("\n          ", " ").contains(game.form),
                "{command}: {}",
                game.form
            );
        }
    }
    for kind in arena::play::schedule::FormatKind::ALL {
        assert!(help(100, &["tournament", "-h"]).contains(kind.name()), "{kind}");
    }
}

#[test]
fn the_most_used_things_are_in_the_help() {
    let top = help(100, &["--help"]);
    assert!(top.contains("arena tournament smart:1..8 bad random"), "{top}");
    assert!(top.contains("arena smart:6 bad"), "{top}");
    for command in ["match", "tournament"] {
        let text = help(100, &[command, "-h"]);
        assert!(text.contains("[default: a folder in results/"), "{text}");
        assert!(text.contains("--dry-run") && text.contains("--max-time"), "{text}");
    }
}

#[test]
fn commands_are_grouped_by_what_people_want() {
    let groups = [
        "Play games",
        "Measure strength",
        "Understand positions and moves",
        "Look at games and runs",
        "Serve other programs",
    ];
    let (top, manual) = (help(100, &["-h"]), stdout(&["man"]));
    assert_eq!(help(100, &["help"]).lines().count(), help(100, &["--help"]).lines().count());
    for group in groups {
        assert!(top.contains(&format!("\n{group}:\n  ")), "{group}:\n{top}");
        assert!(manual.contains(&format!("\n.SS {group}\n.TP\narena\\-")), "{group}:\n{manual}");
    }
    for columns in [40, 60, 80] {
        let text = help(columns, &["-h"]);
        let (_, listed) = text.split_once("\n\nPlay games:").unwrap();
        let (listed, _) = listed.split_once("\nOptions:").unwrap();
        assert!(listed.lines().all(|line| line.chars().count() <= columns), "{columns}:\n{listed}");
    }
}

#[test]
fn a_manual_page_keeps_the_lines_of_its_examples() {
    for command in commands() {
        let page = stdout(&["man", &command]);
        let Some((_, examples)) = page.split_once(".SH EXAMPLES\n") else {
            assert_eq!(command, "list", "no examples");
            continue;
        };
        assert!(examples.starts_with(".RS 4\n.nf\n"), "{page}");
        let (lines, _) = examples.split_once(".fi\n.RE\n").unwrap();
        assert!(lines.lines().skip(2).all(|line| !line.is_empty() && !line.starts_with('.')), "{lines}");
        assert!(!page.contains("__complete"), "{page}");
    }
    let page = stdout(&["man"]);
    assert!(page.contains("\narena tournament smart:1..8 bad random"), "{page}");
}
