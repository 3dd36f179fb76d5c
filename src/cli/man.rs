//! `arena man`: the manual pages, generated from the same definitions as the help.

use std::io::{self, Write};

use clap_mangen::Man;

use super::args::groups::{self, ListedCommand};
use super::args::{self, ManArgs};
use super::failure::Failure;
use crate::text::{TextError, did_you_mean, program};

pub(super) fn run(args: &ManArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut arena = args::command();
    arena.build();
    let page = match &args.command {
        None => arena,
        Some(name) => match arena.find_subcommand(name) {
            Some(command) => {
                let full_name = format!("{}-{name}", program());
                command.clone().display_name(full_name)
            }
            None => {
                let names: Vec<&str> = arena
                    .get_subcommands()
                    .filter(|command| !command.is_hide_set())
                    .map(clap::Command::get_name)
                    .collect();
                let problem = format!("there is no command '{name}'");
                let error = TextError::whole(name, problem, did_you_mean(name, "commands", &names));
                return Err(Failure::Usage(error.to_string()));
            }
        },
    };
    write_page(page, out)?;
    Ok(())
}

/// The sections that clap generates, then the text below the options, whose examples keep their line breaks.
fn write_page(page: clap::Command, out: &mut impl Write) -> io::Result<()> {
    let footer = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let commands = if page.has_subcommands() { commands_section(&page) } else { String::new() };
    let has_version = page.get_version().is_some();
    let man = Man::new(page);
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    out.write_all(commands.as_bytes())?;
    out.write_all(roff(&footer).as_bytes())?;
    if has_version {
        man.render_version_section(out)?;
    }
    Ok(())
}

/// The commands in their groups as roff.
fn commands_section(arena: &clap::Command) -> String {
    let mut out = String::from(".SH COMMANDS\n");
    for (title, commands) in groups::grouped(arena) {
        out += &format!(".SS {title}\n");
        for ListedCommand { name, summary } in commands {
            out += &format!(".TP\n{}\\-{name}(1)\n{}\n", escaped(arena.get_name()), escaped(&summary));
        }
    }
    out
}

/// The text below the options as roff. Indented lines stay as they are; the others are
/// filled paragraphs. A line that introduces indented ones is a heading if a paragraph begins with it.
fn roff(footer: &str) -> String {
    let mut out = String::new();
    for (i, paragraph) in footer.split("\n\n").filter(|text| !text.trim().is_empty()).enumerate() {
        let mut lines = paragraph.lines().peekable();
        match lines.peek().and_then(|line| line.strip_suffix(':')) {
            Some("Examples") if i == 0 => {
                out += ".SH EXAMPLES\n";
                lines.next();
            }
            _ if i == 0 => out += ".SH NOTES\n",
            _ if i == 1 && footer.starts_with("Examples:") => out += ".SH NOTES\n",
            _ => out += ".PP\n",
        }
        let mut is_example = false;
        for line in lines {
            let indented = line.starts_with("  ");
            if indented != is_example {
                out += if indented { ".RS 4\n.nf\n" } else { ".fi\n.RE\n" };
                is_example = indented;
            }
            out += &escaped(line.strip_prefix("  ").unwrap_or(line));
            out.push('\n');
        }
        if is_example {
            out += ".fi\n.RE\n";
        }
    }
    out
}

/// A line of text, escaped for roff.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', r"\(rs").replace('-', r"\-");
    if text.starts_with(['.', '\'']) { format!(r"\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines_and_sentences_flow() {
        let footer = "Examples:\n  arena one\n  arena two -n 5\n\nA sentence.\n\nA file:\n  .dot = 1\n  b";
        insta::assert_snapshot!(roff(footer), @r"
        .SH EXAMPLES
        .RS 4
        .nf
        arena one
        arena two \-n 5
        .fi
        .RE
        .SH NOTES
        A sentence.
        .PP
        A file:
        .RS 4
        .nf
        \&.dot = 1
        b
        .fi
        .RE
        ");
        assert_eq!(escaped(r"C:\x"), r"C:\(rsx");
    }
}
