//! Tells the program which commit it was built from.

use std::process::Command;

fn main() {
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let commit = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let commit = commit.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let commit = if commit.trim().is_empty() { "unknown" } else { commit.trim() };
    println!("cargo:rustc-env=ARENA_COMMIT={commit}");
    println!("cargo:rerun-if-changed=.git/HEAD");
    println!("cargo:rerun-if-changed=.git/refs/heads");
}
