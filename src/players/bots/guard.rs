//! Keeps a bot from outliving this program, and within its memory limit.
//!
//! The `arena` program does not start a bot itself. It starts a guard: itself again, in a new process group, which
//! starts the bot in that group. The guard shares the bot's stdin, without reading from it. When the other end of that
//! pipe closes, because arena ends it or was killed in whatever way, the guard kills the bot and everything that it
//! started; so it does when the bot ends. This costs a sleeping process for each bot and nothing for each move.
//!
//! A bot inherits stdin, stdout and stderr and no other file that arena or what started it has open.
//!
//! On Linux nothing that a bot starts escapes, whatever group or session it is in: see `subreaper`. Elsewhere the
//! process group is killed, and a program that leaves it (`setsid`) escapes. A bot that kills its guard escapes
//! everywhere; a sandbox prevents that.
//!
//! A program that uses this library without its command line has no guard: there a bot whose parent was killed with
//! SIGKILL sees the end of its input, and ends if it is well behaved; and it inherits the files that its parent opened
//! for its children. On systems without pipes and process groups bots do not run at all.

use std::ffi::OsString;
#[cfg(unix)]
use std::process::Command;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::time::Duration;

/// The first argument of a guard.
const GUARD: &str = "__guard";

/// What comes before the milliseconds that a bot that is examined has to end by itself once its input ends. Others have
/// none. If it ends before its input, what it started is left for the examiner.
#[cfg(unix)]
const GRACE: &str = "__grace";

/// The first argument of the process that limits its memory and becomes the bot.
const LIMIT: &str = "__limit";

static ENABLED: AtomicBool = AtomicBool::new(false);

/// Starts bots below a guard from now on. Only a program that calls [`run`] first in its `main` may do that.
pub(crate) fn enable() {
    ENABLED.store(cfg!(unix), Ordering::Relaxed);
}

/// Whether bots are started below a guard.
pub(super) fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed)
}

/// Does the work of a guard if this process was started as one, and returns its exit code.
pub(crate) fn run(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let role = arguments.nth(1)?;
    if role == GUARD {
        Some(supervise(arguments))
    } else if role == LIMIT {
        Some(limit(arguments))
    } else {
        None
    }
}

/// The command that starts a program below a guard, where there is one.
#[cfg(unix)]
pub(super) fn guarded(
    words: &[String],
    memory: Option<u64>,
    grace: Option<Duration>,
) -> std::io::Result<Command> {
    let mut words = words.iter();
    let program = words.next().map_or("", String::as_str);
    if !is_enabled() {
        if memory.is_some() {
            return Err(std::io::Error::other("memory= needs the arena program"));
        }
        let mut command = Command::new(program);
        command.args(words);
        return Ok(command);
    }
    let mut command = itself()?;
    command.arg(GUARD);
    if let Some(grace) = grace {
        command.args([GRACE, &grace.as_millis().to_string()]);
    }
    if let Some(memory) = memory {
        command.args([LIMIT, &memory.to_string()]);
    }
    command.arg("--").arg(program).args(words);
    Ok(command)
}

/// This program, even if its file was replaced during the run.
#[cfg(unix)]
fn itself() -> std::io::Result<Command> {
    let file = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe()? };
    Ok(Command::new(file))
}

/// Starts the bot, and waits for its end or the end of its input. The exit code is the bot's, as shells have it.
#[cfg(unix)]
fn supervise(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    use std::io::Write as _;

    close_inherited();
    let words: Vec<OsString> = arguments.collect();
    let (grace, words) = match words.as_slice() {
        [first, grace, rest @ ..] if first == GRACE => (Some(milliseconds(grace)), rest),
        all => (None, all),
    };
    let program = match words.split_first() {
        Some((first, rest)) if first == LIMIT => itself().map(|mut command| {
            command.arg(LIMIT).args(rest);
            command
        }),
        Some((_, [program, rest @ ..])) => {
            let mut command = Command::new(program);
            command.args(rest);
            Ok(command)
        }
        _ => return ExitCode::FAILURE,
    };
    #[cfg(target_os = "linux")]
    let adopted = super::subreaper::adopt_orphans();
    let bot = match program.and_then(|mut program| program.spawn()) {
        Ok(bot) => bot,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "cannot start it: {error}");
            return ExitCode::from(127);
        }
    };
    // Only the bot may hold these open: their end is the end of the bot.
    if let Ok(nothing) = std::fs::File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nothing);
        let _ = rustix::stdio::dup2_stderr(&nothing);
    }
    #[cfg(target_os = "linux")]
    let code = super::subreaper::supervise(&bot, adopted, grace);
    #[cfg(not(target_os = "linux"))]
    let code = wait_for(bot, grace.unwrap_or_default());
    ExitCode::from(code)
}

/// Closes all files but stdin, stdout and stderr. A guard has opened no others itself when it starts.
#[cfg(unix)]
fn close_inherited() {
    use rustix::process::{Resource, getrlimit};

    /// The most files that are tried where the system does not list those that are open.
    const MOST: u64 = 1 << 20;

    let number = |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    let listed = std::fs::read_dir("/proc/self/fd").or_else(|_| std::fs::read_dir("/dev/fd"));
    let open: Vec<i32> = match listed {
        Ok(entries) => entries.filter_map(number).collect(),
        Err(_) => {
            let limit = getrlimit(Resource::Nofile).current.unwrap_or(MOST).min(MOST);
            (0..i32::try_from(limit).unwrap_or(i32::MAX)).collect()
        }
    };
    for file in open.into_iter().filter(|&file| file > 2) {
        // The list itself was open and is closed by now.
        let _ = nix::unistd::close(file);
    }
}

#[cfg(unix)]
fn milliseconds(text: &OsString) -> Duration {
    let number = text.to_str().and_then(|text| text.parse().ok());
    number.map_or(Duration::ZERO, Duration::from_millis)
}

/// Waits for the end of the bot. A thread watches its input, and kills the group, of which the guard is one, when that
/// has ended and the bot had its time.
#[cfg(all(unix, not(target_os = "linux")))]
fn wait_for(mut bot: std::process::Child, grace: Duration) -> u8 {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Signal, getpgrp, kill_process_group};
    use std::os::unix::process::ExitStatusExt as _;

    let wait_for_input = |time: Option<&Timespec>| {
        let input = std::io::stdin();
        // The end of a pipe is reported without being asked for.
        poll(&mut [PollFd::new(&input, PollFlags::empty())], time)
    };
    std::thread::spawn(move || {
        while wait_for_input(None) == Err(rustix::io::Errno::INTR) {}
        std::thread::sleep(grace);
        kill_process_group(getpgrp(), Signal::KILL)
    });
    let status = bot.wait();
    if wait_for_input(Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) == Ok(1) {
        // Nobody is left to kill what the bot started.
        let _ = kill_process_group(getpgrp(), Signal::KILL);
    }
    let code = status.map_or(1, |status| status.code().unwrap_or(128 + status.signal().unwrap_or(0)));
    u8::try_from(code).unwrap_or(1)
}

/// Limits the memory of this process, and becomes the bot.
#[cfg(unix)]
fn limit(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    use rustix::process::{Resource, Rlimit, setrlimit};
    use std::io::Write as _;
    use std::os::unix::process::CommandExt as _;

    let bytes = arguments.next().and_then(|bytes| bytes.into_string().ok()?.parse().ok());
    let program = arguments.nth(1);
    let (Some(bytes), Some(program)) = (bytes, program) else { return ExitCode::FAILURE };
    let limited = setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    let error = match limited {
        // Returns only on failure.
        Ok(()) => Command::new(program).args(arguments).exec(),
        Err(error) => error.into(),
    };
    let _ = writeln!(std::io::stderr(), "cannot start it: {error}");
    ExitCode::from(127)
}

#[cfg(not(unix))]
fn supervise(_: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}

#[cfg(not(unix))]
fn limit(_: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
