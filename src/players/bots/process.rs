//! A child process over pipes, with a deadline for everything.
//!
//! Our ends of the pipes do not block. Every wait is one `poll` for all of them: for the answer, for room to
//! write, for output on stderr, which must not fill its pipe, and for Ctrl-C.

use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::cores::{self, Confinement};
use super::ending::{self, Ending};
use super::guard;
use super::lines::LineBuffer;
use super::log::Log;
use super::placement::Placement;
use super::settings::BotSettings;
use super::waiting::{self, NOTED_AFTER};
use crate::interrupt;

/// The maximum output for one answer, in bytes. A busy search prints a few hundred kilobytes.
const FLOOD: u64 = 16 << 20;

/// The maximum output of a program that writes one result, in bytes.
const MOST_OUTPUT: usize = 1 << 20;

/// How long a bot may take to exit after `quit`, or after it closed its pipes.
const GRACE: Duration = Duration::from_millis(500);

/// How long a guard has to end everything that a bot started. It takes milliseconds.
const GUARD_GRACE: Duration = Duration::from_secs(5);

/// A program that was started, in a process group of its own.
pub(super) struct Process {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` once it is closed.
    stderr: Option<ChildStderr>,
    lines: LineBuffer,
    /// How much it may still write for this answer.
    allowance: u64,
    log: Arc<Log>,
    placement: Placement,
    killed: bool,
    /// The player's name.
    name: String,
    /// The line that ends it.
    farewell: &'static str,
}

/// Why nothing more can be had from a process.
#[derive(Debug)]
pub(super) enum Broken {
    /// The deadline has passed.
    Timeout,
    /// Ctrl-C.
    Interrupted,
    /// A pipe was closed from the other side.
    Closed,
    /// It writes too much.
    Flood(&'static str),
    /// The system failed.
    Io(io::Error),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Broken::Closed,
            _ => Broken::Io(error),
        }
    }
}

impl From<rustix::io::Errno> for Broken {
    fn from(error: rustix::io::Errno) -> Broken {
        Broken::from(io::Error::from(error))
    }
}

/// Whether something has arrived or a wait is over, by pipe.
struct Ready {
    stdin: bool,
    stdout: bool,
    stderr: bool,
    interrupt: bool,
}

impl Process {
    /// Starts the program of a bot for this game.
    pub(super) fn start(settings: &BotSettings, game: &str, log: Arc<Log>) -> io::Result<Process> {
        Process::launch(settings, game, log, None)
    }

    /// The same for a bot that is examined: it has this long to end by itself once its input ends, and what it started
    /// is left when it ends before that.
    pub(super) fn start_with_grace(
        settings: &BotSettings,
        game: &str,
        log: Arc<Log>,
        grace: Duration,
    ) -> io::Result<Process> {
        Process::launch(settings, game, log, Some(grace))
    }

    fn launch(
        settings: &BotSettings,
        game: &str,
        log: Arc<Log>,
        grace: Option<Duration>,
    ) -> io::Result<Process> {
        let mut command = guard::guarded(settings.command.words(), settings.memory, grace)?;
        command.env("ARENA_GAME", game).process_group(0);
        if let Some(folder) = settings.command.folder() {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = cores::start_free(|| command.spawn())?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        rustix::io::ioctl_fionbio(&stdin, true)?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        rustix::io::ioctl_fionbio(&stderr, true)?;
        let (stdin, stderr) = (Some(stdin), Some(stderr));
        let (lines, placement) = (LineBuffer::new(), Placement::new());
        let (killed, name, farewell) = (false, settings.player.clone(), "quit");
        let allowance = FLOOD;
        Ok(Process { child, stdin, stdout, stderr, lines, allowance, log, placement, killed, name, farewell })
    }

    /// Sets the line that ends it; `quit` unless it is set.
    pub(super) fn set_farewell(&mut self, farewell: &'static str) {
        self.farewell = farewell;
    }

    /// Writes all of this, however full the pipe is.
    pub(super) fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), Broken> {
        self.allowance = FLOOD;
        while !bytes.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(Broken::Closed) };
            match stdin.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let ready = self.wait(true, deadline)?;
                    // Output written before it has read the question is not an answer to it.
                    if ready.stdout && self.fill()? {
                        while self.lines.next().is_some() {}
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// The next line that it writes.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<&[u8], Broken> {
        loop {
            if let Some(line) = self.lines.next() {
                return Ok(self.lines.at(line));
            }
            if self.wait(false, deadline)?.stdout {
                self.fill()?;
            }
        }
    }

    /// All that it writes until it closes its output.
    pub(super) fn output(&mut self, deadline: Instant) -> Result<Vec<u8>, Broken> {
        let (mut all, mut block) = (Vec::new(), vec![0; 1 << 14]);
        loop {
            match self.stdout.read(&mut block) {
                Ok(0) => return Ok(all),
                Ok(count) => all.extend_from_slice(&block[..count]),
                Err(error) if is_nothing(&error) => {}
                Err(error) => return Err(error.into()),
            }
            if all.len() > MOST_OUTPUT {
                return Err(Broken::Flood("over 1 MiB for one game"));
            }
            self.wait(false, deadline)?;
        }
    }

    /// Whether another line has already arrived.
    pub(super) fn has_line(&self) -> bool {
        self.lines.has_line()
    }

    /// Discards unasked output, and returns whether there was an answer in it.
    pub(super) fn discard(&mut self, is_answer: impl Fn(&[u8]) -> bool) -> Result<bool, Broken> {
        self.allowance = FLOOD;
        let mut answered = false;
        loop {
            while let Some(line) = self.lines.next() {
                answered |= is_answer(self.lines.at(line));
            }
            if !self.fill()? {
                return Ok(answered);
            }
        }
    }

    /// The beginning of a line that was not completed.
    pub(super) fn rest(&self) -> &[u8] {
        self.lines.rest()
    }

    /// Reads what has arrived on stdout, and says whether there was anything.
    fn fill(&mut self) -> Result<bool, Broken> {
        let space = self.lines.space();
        if space.is_empty() {
            return Err(Broken::Flood("a line over 64 KiB"));
        }
        match self.stdout.read(space) {
            Ok(0) => Err(Broken::Closed),
            Ok(count) => {
                self.lines.arrived(count);
                self.allowance = self.allowance.saturating_sub(count as u64);
                if self.allowance == 0 { Err(Broken::Flood("over 16 MiB for one move")) } else { Ok(true) }
            }
            Err(error) if is_nothing(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits until there is something to read, or room to write if that is asked for.
    fn wait(&mut self, to_write: bool, deadline: Instant) -> Result<Ready, Broken> {
        let (began, mut noted) = (Instant::now(), None);
        let mut now = began;
        loop {
            let left = deadline.saturating_duration_since(now);
            let ready = self.poll(to_write, if noted.is_some() { left } else { left.min(NOTED_AFTER) })?;
            if ready.stderr {
                self.read_stderr();
            }
            if ready.interrupt {
                return Err(Broken::Interrupted);
            }
            if ready.stdout || ready.stdin {
                // A flood of output must not put off the deadline.
                return if left.is_zero() { Err(Broken::Timeout) } else { Ok(ready) };
            }
            if left.is_zero() {
                return Err(Broken::Timeout);
            }
            now = Instant::now();
            if noted.is_none() && now - began >= NOTED_AFTER {
                noted = Some(waiting::note(&self.name, began));
            }
        }
    }

    fn poll(&self, to_write: bool, left: Duration) -> Result<Ready, Broken> {
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        // A place that has no pipe waits for stdout a second time, which changes nothing.
        let stdout = self.stdout.as_fd();
        let stderr = self.stderr.as_ref().map(AsFd::as_fd);
        let interrupt = interrupt::wake();
        let stdin = self.stdin.as_ref().map(AsFd::as_fd).filter(|_| to_write);
        let input = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
        let mut fds = [
            input(stdout),
            input(stderr.unwrap_or(stdout)),
            input(interrupt.unwrap_or(stdout)),
            PollFd::from_borrowed_fd(stdin.unwrap_or(stdout), PollFlags::OUT),
        ];
        let waited_for = if stdin.is_some() { &mut fds[..] } else { &mut fds[..3] };
        match poll(waited_for, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let is_ready = |i: usize| !fds[i].revents().is_empty();
        Ok(Ready {
            stdout: is_ready(0),
            stderr: stderr.is_some() && is_ready(1),
            interrupt: interrupt.is_some() && is_ready(2),
            stdin: stdin.is_some() && is_ready(3),
        })
    }

    /// Moves what has arrived on stderr to the log, at most as much as a pipe holds.
    fn read_stderr(&mut self) {
        let mut block = [0; 4096];
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut block) {
                Ok(0) => self.stderr = None,
                Ok(count) => self.log.add(&block[..count]),
                Err(error) if is_nothing(&error) => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// Takes note of an answer that took this long, and of how many moves there were in it.
    pub(super) fn asked(&mut self, moves: u32, took: Duration) {
        self.placement.asked(moves, took);
    }

    /// Decides now and then whether it shares the core of this thread.
    pub(super) fn review_placement(&mut self) {
        self.placement.review(Pid::from_child(&self.child));
    }

    /// Follows to this thread.
    pub(super) fn follow(&mut self) {
        self.placement.follow(Pid::from_child(&self.child));
    }

    /// The core that it shares.
    pub(super) fn core(&self) -> Option<Confinement> {
        self.placement.core()
    }

    /// Waits a moment for the end of a process that closed its pipes, and says how it ended.
    pub(super) fn autopsy(&mut self) -> String {
        let Some(ending) = self.ending() else { return "closed its output but did not end".to_owned() };
        match self.log.last_lines(1).first() {
            Some(line) => format!("{ending}: {line}"),
            None => ending.to_string(),
        }
    }

    /// The number of the process that was started, which is also that of its group.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// How it ended, if it does a moment after it closed its pipes.
    pub(super) fn ending(&mut self) -> Option<Ending> {
        let ending = self.ended_within(GRACE);
        self.read_stderr();
        ending
    }

    /// How the process ended, if it does within this time. It is not waited for, so that its group keeps its number.
    pub(super) fn ended_within(&self, time: Duration) -> Option<Ending> {
        ending::within(Pid::from_child(&self.child), time)
    }

    /// Asks the bot to end, and waits a moment for it.
    fn quit(&mut self) {
        let deadline = Instant::now() + GRACE;
        let farewell = format!("{}\n", self.farewell);
        if self.send(farewell.as_bytes(), deadline).is_ok() {
            // Whatever it still says, until it closes its output.
            while self.line(deadline).is_ok() {}
        }
    }

    /// Ends the process at once, and everything that it started.
    pub(super) fn kill(&mut self) {
        if std::mem::replace(&mut self.killed, true) {
            return;
        }
        // The guard ends the bot when its input ends, and waits for it: no zombie is left to anybody.
        self.stdin = None;
        if guard::is_enabled() {
            let _ = self.ended_within(GUARD_GRACE);
        }
        self.read_stderr();
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// A process ends with its owner.
impl Drop for Process {
    fn drop(&mut self) {
        if !self.killed {
            self.quit();
            self.kill();
        }
    }
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
