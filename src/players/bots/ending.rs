//! How a child process ended, without waiting for it: a zombie keeps its number, so that its group can still be killed.

use std::fmt;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Code(i32),
    Signal(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Code(code) => write!(f, "ended with exit code {code}"),
            Ending::Signal(signal) => write!(f, "ended by signal {signal}"),
        }
    }
}

/// How a child ended, if it does within this time.
#[cfg(unix)]
pub(super) fn within(child: Pid, time: Duration) -> Option<Ending> {
    wait(child, time);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let status = waitid(WaitId::Pid(child), options).ok().flatten()?;
    match (status.exit_status(), status.terminating_signal()) {
        // As shells say it, and the guard.
        (Some(code), _) if code > 128 => Some(Ending::Signal(code - 128)),
        (Some(code), _) => Some(Ending::Code(code)),
        (None, signal) => signal.map(Ending::Signal),
    }
}

/// Waits until a child has ended, but not longer than this.
#[cfg(target_os = "linux")]
fn wait(child: Pid, time: Duration) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{PidfdFlags, pidfd_open};

    let Ok(timeout) = Timespec::try_from(time) else { return };
    if let Ok(process) = pidfd_open(child, PidfdFlags::empty()) {
        let _ = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&timeout));
    }
}

/// The same where a process cannot be waited for with a deadline. It happens only after a fault and at the end.
#[cfg(all(unix, not(target_os = "linux")))]
fn wait(child: Pid, time: Duration) {
    let began = std::time::Instant::now();
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    while began.elapsed() < time && matches!(waitid(WaitId::Pid(child), options), Ok(None)) {
        std::thread::sleep(Duration::from_millis(2));
    }
}
