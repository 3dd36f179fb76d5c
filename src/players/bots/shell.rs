//! A shell command that runs to its end, for example one that builds a bot.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::interrupt;

/// What git sets for the programs it starts. A command in another worktree must not use the index of this one.
pub(crate) const GIT_VARIABLES: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// There is nothing to poll while a command runs.
const PAUSE: Duration = Duration::from_millis(10);

/// Runs a command in a folder with its output in a file. `None` if Ctrl-C ended it. Like a bot, it does not outlive this
/// program, nor does what it started.
pub(crate) fn run(command: &str, folder: &Path, output: &File) -> io::Result<Option<ExitStatus>> {
    // The pipe to its guard is not meant for the command.
    let script = format!("exec </dev/null\n{command}");
    let mut shell = shell(script)?;
    for variable in GIT_VARIABLES {
        shell.env_remove(variable);
    }
    shell.current_dir(folder).stdin(Stdio::piped()).stdout(output.try_clone()?).stderr(output.try_clone()?);
    let mut child = shell.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if interrupt::is_set() {
            end(&mut child)?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(unix)]
fn shell(script: String) -> io::Result<Command> {
    use std::os::unix::process::CommandExt as _;

    let mut command = super::guard::guarded(&["sh".to_owned(), "-c".to_owned(), script], None, None)?;
    command.process_group(0);
    Ok(command)
}

#[cfg(not(unix))]
fn shell(script: String) -> io::Result<Command> {
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    Ok(command)
}

/// Ends a command: its guard kills everything when its input ends.
fn end(child: &mut Child) -> io::Result<()> {
    drop(child.stdin.take());
    if !super::guard::is_enabled() {
        child.kill()?;
    }
    child.wait().map(drop)
}
