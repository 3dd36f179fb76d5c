//! Ctrl-C, turned into a flag that long work polls.
//!
//! The first Ctrl-C sets the flag, so that work can stop cleanly. While the program waits for input, or does what has
//! nothing to save, nothing polls the flag, so Ctrl-C ends the program at once, at a prompt after it printed what is to be
//! kept; a second Ctrl-C always ends it. SIGTERM and SIGHUP act like Ctrl-C.
//!
//! A signal that was ignored when the program started stays ignored: `nohup arena …` outlives its terminal, and Ctrl-C
//! does not reach a background job of a script. The `ctrlc` crate handles all three signals or none, so ignored ones are
//! blocked instead. Threads inherit the signal mask, so [`listen`] must run before the first thread is started. Only Linux
//! tells which signals are ignored; elsewhere all three are handled.
//!
//! Code that waits for another process cannot poll a flag: for it, a pipe becomes readable.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static TIME_IS_UP: AtomicBool = AtomicBool::new(false);
/// What to print when Ctrl-C ends the program at once; `None` while it does not.
static EXIT_MESSAGE: Mutex<Option<String>> = Mutex::new(None);

fn exit_message() -> MutexGuard<'static, Option<String>> {
    EXIT_MESSAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The flag, set when Ctrl-C is pressed.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The ends of a pipe that is written to once, when Ctrl-C is pressed.
#[cfg(unix)]
static WAKE: std::sync::OnceLock<(std::os::fd::OwnedFd, std::os::fd::OwnedFd)> = std::sync::OnceLock::new();

/// A file descriptor that becomes readable when Ctrl-C is pressed, if [`listen`] was called.
#[cfg(unix)]
pub(crate) fn wake() -> Option<std::os::fd::BorrowedFd<'static>> {
    WAKE.get().map(|(reader, _)| std::os::fd::AsFd::as_fd(reader))
}

#[cfg(unix)]
fn open_wake() {
    use rustix::io::{FdFlags, fcntl_setfd};

    if let Ok((reader, writer)) = rustix::pipe::pipe()
        && fcntl_setfd(&reader, FdFlags::CLOEXEC).and(fcntl_setfd(&writer, FdFlags::CLOEXEC)).is_ok()
    {
        // If there is a pipe already, it stays.
        let _ = WAKE.set((reader, writer));
    }
}

#[cfg(not(unix))]
fn open_wake() {}

fn wake_up() {
    #[cfg(unix)]
    if let Some((_, writer)) = WAKE.get() {
        let _ = rustix::io::write(writer, &[0]);
    }
}

/// Listens for Ctrl-C from now on. If that fails, Ctrl-C ends the program as usual.
pub(crate) fn listen() {
    #[cfg(target_os = "linux")]
    ignored::block();
    open_wake();
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        wake_up();
        exit_if_waiting();
        if again {
            std::process::exit(Exit::Interrupted.code());
        }
    });
}

/// Prints the message and ends the program, if it is to end at once.
fn exit_if_waiting() {
    let mut message = exit_message();
    if let Some(message) = message.take() {
        if !message.is_empty() {
            // The cursor stands after the question. A closed stderr is ignored.
            let _ = writeln!(io::stderr(), "\n{message}");
        }
        std::process::exit(Exit::Interrupted.code());
    }
}

/// Sets the flag after this time, unless Ctrl-C does so before.
pub(crate) fn after(time: Duration) -> io::Result<()> {
    let wait = move || {
        thread::sleep(time);
        if !is_set() {
            TIME_IS_UP.store(true, Ordering::Relaxed);
            INTERRUPTED.store(true, Ordering::Relaxed);
            wake_up();
        }
    };
    thread::Builder::new().spawn(wait).map(drop)
}

/// Whether the flag was set because the time was up.
pub(crate) fn time_is_up() -> bool {
    TIME_IS_UP.load(Ordering::Relaxed)
}

/// Waits for input; Ctrl-C then prints the message and ends the program at once.
pub(crate) fn while_waiting<T>(message: String, wait: impl FnOnce() -> T) -> T {
    let before = exit_message().replace(message);
    if is_set() && !time_is_up() {
        exit_if_waiting();
    }
    let result = wait();
    *exit_message() = before;
    result
}

/// Waits for a file, or does what has nothing to save: Ctrl-C ends the program at once.
pub(crate) fn ending_at_once<T>(work: impl FnOnce() -> T) -> T {
    while_waiting(String::new(), work)
}

#[cfg(target_os = "linux")]
mod ignored {
    use std::fs;

    use nix::sys::signal::{SigSet, Signal};

    /// Blocks the signals that were ignored at the start, for this thread and all that it starts.
    pub(super) fn block() {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = set(&status);
        if ignored.iter().next().is_some() {
            // If it fails, the signals are handled.
            let _ = ignored.thread_block();
        }
    }

    /// Those of our signals that are ignored according to `/proc/self/status`.
    pub(super) fn set(status: &str) -> SigSet {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        let ours = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM];
        ours.into_iter().filter(|&signal| mask >> (signal as u32 - 1) & 1 == 1).collect()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use nix::sys::signal::{SigSet, Signal};

    #[test]
    fn ignored_signals_are_read_from_the_status() {
        let set = |mask: &str| super::ignored::set(&format!("SigBlk:\t0\nSigIgn:\t{mask}\nSigCgt:\tffff\n"));
        let of = |signals: &[Signal]| signals.iter().copied().collect::<SigSet>();
        assert_eq!(set("0000000000001000"), of(&[]), "SIGPIPE is no concern of ours");
        assert_eq!(set("0000000000000001"), of(&[Signal::SIGHUP]));
        assert_eq!(set("0000000000000006"), of(&[Signal::SIGINT]), "with SIGQUIT, as in a background job");
        assert_eq!(set("0000000000004003"), of(&[Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM]));
        assert_eq!(super::ignored::set("nothing of the kind"), of(&[]));
    }
}
