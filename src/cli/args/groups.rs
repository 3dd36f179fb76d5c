//! The commands by what people want, as help and manual list them.

use std::env;

use clap::Command;
use terminal_size::{Width, terminal_size};

use crate::text::wrapped;

/// Every command is in one group.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play games", &["match", "tournament", "pick", "play", "tune", "merge"]),
    ("Measure strength", &["check", "history", "init", "bisect", "compare", "rate", "stats", "plan"]),
    ("Understand positions and moves", &["analyze", "solve", "review", "explain", "perft"]),
    ("Look at games and runs", &["show", "report", "runs", "export", "list"]),
    ("Serve other programs", &["bot", "engine", "completions", "man", "help"]),
];

/// A command of a group: its name, and what it does.
pub(in crate::cli) struct ListedCommand {
    pub(in crate::cli) name: String,
    pub(in crate::cli) summary: String,
}

/// The commands in their groups. The one that explains the others is clap's own.
pub(in crate::cli) fn grouped(arena: &Command) -> Vec<(&'static str, Vec<ListedCommand>)> {
    let listed = |name: &&str| {
        let summary = match arena.find_subcommand(name) {
            Some(command) => command.get_about().map(ToString::to_string).unwrap_or_default(),
            None => "Explain a command".to_owned(),
        };
        ListedCommand { name: (*name).to_owned(), summary }
    };
    GROUPS.iter().map(|(title, names)| (*title, names.iter().map(listed).collect())).collect()
}

/// The widest help.
pub(super) const WIDEST: usize = 100;

/// The command with a help that lists its commands in groups.
pub(super) fn with_groups(arena: Command) -> Command {
    let columns = terminal_size().map(|(Width(columns), _)| usize::from(columns));
    let columns = columns.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
    let listed = list(&arena, columns.unwrap_or(WIDEST).min(WIDEST));
    let heading = arena.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}{heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    arena.help_template(template)
}

/// The groups with their titles. Summaries stand beside the names, or below them on narrow terminals.
fn list(arena: &Command, columns: usize) -> String {
    let styles = arena.get_styles();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let groups = grouped(arena);
    let names = groups.iter().flat_map(|(_, commands)| commands).map(|command| command.name.len());
    let names = names.max().unwrap_or(0);
    let indent = if columns >= 50 { 2 + names + 2 } else { 6 };
    let mut out = String::new();
    for (title, commands) in groups {
        out += &format!("{heading}{title}:{heading:#}\n");
        for ListedCommand { name, summary } in commands {
            let gap =
                if columns >= 50 { " ".repeat(indent - 2 - name.len()) } else { format!("\n{:indent$}", "") };
            let summary = wrapped(&summary, columns.saturating_sub(indent));
            let summary = summary.replace('\n', &format!("\n{:indent$}", ""));
            out += &format!("  {literal}{name}{literal:#}{gap}{summary}\n");
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = command();
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, shown);
    }

    #[test]
    fn a_group_reads_at_any_width() {
        let arena = command();
        let of = |columns: usize| {
            let text = anstream::adapter::strip_str(&list(&arena, columns)).to_string();
            let (_, group) = text.split_once("Look at games and runs:\n").unwrap();
            group.split_once("\n\n").unwrap().0.to_owned()
        };
        insta::assert_snapshot!(of(80), @"
        show         Show a position: board, side to move, legal moves, result
        report       Write runs as a page to look at, with every game on a board
        runs         List the runs in a folder: state, players, games, what came out
        export       Write the games of a run for other programs
        list         List games, strategies and evaluators
        ");
        insta::assert_snapshot!(of(50), @"
        show         Show a position: board, side to
                     move, legal moves, result
        report       Write runs as a page to look at,
                     with every game on a board
        runs         List the runs in a folder: state,
                     players, games, what came out
        export       Write the games of a run for other
                     programs
        list         List games, strategies and
                     evaluators
        ");
        insta::assert_snapshot!(of(40), @"
        show
            Show a position: board, side to
            move, legal moves, result
        report
            Write runs as a page to look at,
            with every game on a board
        runs
            List the runs in a folder: state,
            players, games, what came out
        export
            Write the games of a run for other
            programs
        list
            List games, strategies and
            evaluators
        ");
    }
}
