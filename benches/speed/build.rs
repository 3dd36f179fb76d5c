//! What README's two commands cost on a fresh machine, beside what they should.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::clock::Effort;
use crate::table::{Table, time};

/// The arguments of cargo, and the most seconds of processor time.
const COMMANDS: [(&[&str], f64); 2] = [(&["build", "--release", "--bin", "arena"], 90.0), (&["test"], 260.0)];

pub(crate) fn compare(effort: Effort) {
    if effort == Effort::Quick {
        return;
    }
    let table = Table::new(
        "building",
        "Processor time of cargo and all it starts, with downloaded dependencies and an empty target folder.",
        &[("command", 32), ("time", 11), ("target", 11)],
    );
    for (arguments, target) in COMMANDS {
        let folder = std::env::temp_dir().join(format!("arena-bench-build-{}", std::process::id()));
        let before = by_children();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).env("CARGO_TARGET_DIR", &folder).current_dir(env!("CARGO_MANIFEST_DIR"));
        let status = cargo.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let took = by_children().zip(before).map(|(after, before)| after.saturating_sub(before));
        // Leftovers in the temporary folder do no harm.
        let _ = fs::remove_dir_all(&folder);
        assert!(status.expect("cargo starts").success(), "cargo {}", arguments.join(" "));
        let took = took.map_or_else(|| "unknown here".to_owned(), |took| time(took.as_secs_f64()));
        table.row([&format!("cargo {}", arguments.join(" ")), &took, &time(target)]);
    }
}

/// The processor time of children that have ended, which Linux counts in hundredths of a second.
fn by_children() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(|ticks| ticks.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}
