//! The summary page of a GitHub workflow: results are appended to it as Markdown.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::say;

/// The environment variable with the path of a step's summary page.
const SUMMARY_PAGE: &str = "GITHUB_STEP_SUMMARY";

/// Appends a text to the page, if there is one.
pub(super) fn append(text: impl FnOnce() -> String) {
    if let Some(path) = env::var_os(SUMMARY_PAGE).filter(|path| !path.is_empty()).map(PathBuf::from)
        && let Err(error) = append_to(&path, &text())
    {
        // Not an error: the results are printed anyway, and decide the exit code.
        say(&format!("warning: cannot append to {SUMMARY_PAGE}: {}: {error}", path.display()));
    }
}

fn append_to(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}
