//! `arena init`: a starter file of strength checks, or a workflow for CI.

mod ci;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::args::InitArgs;
use super::failure::Failure;
use crate::text::program;

/// The file that is written. Its checks pass unchanged.
const STARTER: &str = r#"# Strength checks. Change the players to yours, then:
#     arena check FILE --record    writes the baselines; commit them with this file
#     arena check FILE             in CI: exit code 3 if a check fails, 4 if one is inconclusive

[defaults]
game = "kalah:6x4"
seed = 1

# The whole 95 % interval of the score must be above the bound.
[[check]]
name = "beats the baseline opponent"
a = "smart:4"
b = "bad"
games = 1000
require = "score >= 0.85"

# Not weaker than when the baseline was recorded, except for the tolerance in points of a game.
[[check]]
name = "is as strong as it was"
a = "smart:4"
b = "greedy"
games = 2000
baseline = "baselines/strength.json"
tolerance = 0.02

# What a move may cost. Nodes are the same on every machine; for times there are median_time_ms and p99_time_ms.
[[check]]
name = "searches few nodes"
a = "smart:4"
b = "bad"
games = 1000
require = "nodes_per_move <= 300"
"#;

pub(super) fn run(args: &InitArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(service) = args.ci {
        return ci::run(service, args, out);
    }
    let file = args.file.display();
    write_new(&args.file, STARTER, "give another path, or remove that file")?;
    let program = program();
    writeln!(out, "wrote {file}. Put your players into it, then run:\n")?;
    writeln!(out, "  {program} check {file} --record    record the baselines; commit them")?;
    writeln!(out, "  {program} check {file}             in CI")?;
    Ok(())
}

/// Writes a file, which must not exist: `advice` says what to do if it does.
fn write_new(path: &Path, text: &str, advice: &str) -> Result<(), Failure> {
    create(path, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{} already exists\n{advice}", path.display()))
        }
        _ => Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
    })
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
