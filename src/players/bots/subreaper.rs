//! The guard on Linux: whatever a bot starts stays below it.
//!
//! A process whose parent ends gets a new one: the nearest ancestor that asked for orphans, here the guard. So a program
//! that leaves its process group or its session, or whose parent has ended, is still a descendant of the guard, and once
//! the guard has no children nothing is left of the bot. Orphans that end by themselves are waited for at once: a bot
//! that starts a helper for every move leaves no zombies.

use std::process::Child;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal as CaughtSignal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpgrp, getpid, kill_process, kill_process_group,
    set_child_subreaper, wait,
};

use super::{ending, tree};

/// How often to look for descendants that are left, at first and at most: killed processes take a moment to end.
const LOOK_AGAIN: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(100)];

/// How often to look for the end of the bot where the system does not tell of it.
const WITHOUT_SIGNALS: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Becomes the parent of all orphans from now on; whether the system allows that.
pub(super) fn adopt_orphans() -> bool {
    set_child_subreaper(Some(getpid())).is_ok()
}

/// Waits for the end of the bot or of its input, ends everything that descends from this process, and returns the bot's
/// exit code, as shells have it. Where orphans are not `adopted`, what else is in its process group is killed, and with it
/// this process. `grace` is that of a bot that is examined: see `guard`.
pub(super) fn supervise(bot: &Child, adopted: bool, grace: Option<Duration>) -> u8 {
    let mut family = Family { bot: Pid::from_child(bot), status: None };
    let is_input_over = family.wait_for_either();
    match grace {
        Some(grace) if is_input_over => _ = ending::within(family.bot, grace),
        Some(_) => return family.code(),
        None => {}
    }
    family.end();
    if !adopted {
        kill_group();
    }
    family.code()
}

/// Kills the process group of the bot, to which this process belongs.
fn kill_group() {
    let _ = kill_process_group(getpgrp(), Signal::KILL);
}

/// The descendants of this process.
struct Family {
    bot: Pid,
    /// How the bot ended.
    status: Option<WaitStatus>,
}

impl Family {
    /// Waits for the end of the bot or of its input, and says whether it was the input.
    fn wait_for_either(&mut self) -> bool {
        // Not before the bot was started: it would inherit what is blocked.
        let mut mask = SigSet::empty();
        mask.add(CaughtSignal::SIGCHLD);
        let blocked = mask.thread_block();
        let ended = blocked.and_then(|()| SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK)).ok();
        let timeout = ended.is_none().then_some(&WITHOUT_SIGNALS);
        let input = std::io::stdin();
        // First, for what ended before the signal was caught.
        while self.reap() && self.status.is_none() {
            // The end of a pipe is reported without being asked for.
            let mut fds = vec![PollFd::new(&input, PollFlags::empty())];
            fds.extend(ended.iter().map(|ended| PollFd::new(ended, PollFlags::IN)));
            match poll(&mut fds, timeout) {
                Ok(_) if fds[0].revents().is_empty() => {}
                Err(Errno::INTR) => {}
                _ => return true,
            }
            while let Some(Ok(Some(_))) = ended.as_ref().map(SignalFd::read_signal) {}
        }
        false
    }

    /// Waits for those that have ended, and says whether there are others.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.bot => self.status = Some(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Kills all descendants, until none is left.
    fn end(&mut self) {
        let [mut pause, longest] = LOOK_AGAIN;
        while self.reap() {
            let tree = tree::of(getpid());
            if tree.is_empty() {
                // The tree cannot be read.
                kill_group();
            }
            for process in tree.iter().skip(1) {
                let _ = kill_process(process.pid, Signal::KILL);
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(longest);
        }
    }

    fn code(&self) -> u8 {
        let code = self.status.and_then(|status| {
            status.exit_status().or_else(|| status.terminating_signal().map(|signal| 128 + signal))
        });
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
    }
}
