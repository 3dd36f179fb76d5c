//! What several test files need.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::process::Output;

use serde_json::Value;

/// Runs the real binary.
pub(crate) fn arena(args: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("arena").unwrap().args(args).output().unwrap()
}

/// What a command prints, which must succeed and say nothing on stderr.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = arena(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.as_ref()), (Some(0), ""), "arena {args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The JSON that a command prints, alone on its line.
pub(crate) fn json(args: &[&str]) -> Value {
    let text = stdout(args);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}
