//! Tells the program which commit it was built from.

use std::path::Path;
use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo:rustc-env=ARENA_COMMIT={commit}");
    // A path that does not exist would have everything built again each time.
    println!("cargo:rerun-if-changed=build.rs");
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
}

/// What git says, if there is a git and it says something.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !said.is_empty()).then_some(said)
}
