//! Which bots share the core of their thread.
//!
//! A bot is started with all cores, and plays its first games with them, so that whatever it builds by the number of cores
//! is built for all of them. Then, and again and again between games, arena looks at what its threads have done since the
//! last time:
//!
//! - A bot that worked on several threads, or when it was not asked, keeps all cores.
//! - One that did not is confined to the core of its thread, and the thread with it.
//! - If its threads, or that of arena, then wait for the core, because it works on several threads after all, or others
//!   use the core, both are released and stay so.
//!
//! Sharing saves some 30 µs for each move. So what counts as work and as waiting is what takes more than that. A thread
//! that only reads lines, as many engines have one, does not.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::cores::{self, Confinement};
use super::tree::{self, ProcessStat};
use crate::players::thread_time::ThreadTime;

/// What must be lost for each move to make up for what sharing a core saves.
const WORTH: Duration = Duration::from_micros(100);

/// The least number of moves between two looks.
const MOVES: u32 = 16;

/// The least time between looks at a bot that shares a core, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(10)];

/// Where the processes of a bot run.
pub(super) struct Placement {
    state: PlacementState,
    /// The number of its moves since the last look.
    moves: u32,
    /// How long it took to answer since then.
    asked: Duration,
    /// What was seen at the last look.
    seen: Option<Usage>,
    /// When to look again, at the earliest, and how long to wait after that.
    due: Option<Instant>,
    pause: Duration,
}

enum PlacementState {
    /// It has all cores, and may share one later.
    Watched,
    /// It shares this core.
    Confined(Confinement),
    /// It has all cores for good.
    Free,
}

impl Placement {
    pub(super) fn new() -> Placement {
        let [pause, _] = PAUSES;
        Placement {
            state: PlacementState::Watched,
            moves: 0,
            asked: Duration::ZERO,
            seen: None,
            due: None,
            pause,
        }
    }

    /// Takes note of an answer that took this long, and of how many moves there were in it.
    pub(super) fn asked(&mut self, moves: u32, took: Duration) {
        self.moves += moves;
        self.asked += took;
    }

    /// The core that it shares.
    pub(super) fn core(&self) -> Option<Confinement> {
        match self.state {
            PlacementState::Confined(confinement) => Some(confinement),
            PlacementState::Watched | PlacementState::Free => None,
        }
    }

    /// Follows to another thread, which is the one that asks. `root` is the process that was started.
    pub(super) fn follow(&mut self, root: Pid) {
        // What this thread did before is not the bot's doing.
        (self.seen, self.moves, self.asked) = (None, 0, Duration::ZERO);
        self.stay_with_thread(root);
    }

    /// A bot that shares a core shares that of its thread, also when that was released.
    fn stay_with_thread(&mut self, root: Pid) {
        let PlacementState::Confined(old) = self.state else { return };
        match cores::confine() {
            Some(new) if new == old => {}
            Some(new) => self.confine(&tree::of(root), new),
            None => {
                old.release(&threads(&tree::of(root)));
                self.state = PlacementState::Watched;
            }
        }
    }

    /// Looks at the bot, if it is time to do so. `root` is the process that was started.
    pub(super) fn review(&mut self, root: Pid) {
        self.stay_with_thread(root);
        let now = Instant::now();
        let is_due = self.moves >= MOVES && self.due.is_none_or(|due| now >= due);
        if !is_due || matches!(self.state, PlacementState::Free) || !cores::may_confine() {
            return;
        }
        let tree = tree::of(root);
        let usage = Usage::of(&tree);
        if usage.threads.is_empty() {
            // The system does not tell.
            self.state = PlacementState::Free;
            return;
        }
        if let Some(seen) = &self.seen {
            let spent = usage.since(seen);
            let worth = WORTH * self.moves;
            match self.state {
                PlacementState::Watched if spent.beyond(self.asked) > worth => {
                    self.state = PlacementState::Free;
                }
                PlacementState::Watched => match cores::confine() {
                    Some(core) => self.confine(&tree, core),
                    None => self.state = PlacementState::Free,
                },
                PlacementState::Confined(core) if spent.queued.max(spent.beyond(self.asked)) > worth => {
                    self.release(&tree, core);
                }
                PlacementState::Confined(_) | PlacementState::Free => {}
            }
        }
        let [_, longest] = PAUSES;
        if self.core().is_some() {
            self.due = Some(now + self.pause);
            self.pause = (2 * self.pause).min(longest);
        }
        (self.seen, self.moves, self.asked) = (Some(usage), 0, Duration::ZERO);
    }

    fn confine(&mut self, tree: &[ProcessStat], core: Confinement) {
        self.state = PlacementState::Confined(core);
        if !core.confine(&threads(tree)) {
            self.release(tree, core);
        }
    }

    /// Releases the bot for good, and this thread for the rest of the run.
    fn release(&mut self, tree: &[ProcessStat], core: Confinement) {
        core.release(&threads(tree));
        cores::leave();
        self.state = PlacementState::Free;
    }
}

fn threads(tree: &[ProcessStat]) -> Vec<Pid> {
    tree.iter().flat_map(ProcessStat::threads).map(|(thread, _)| thread).collect()
}

/// What the processes of a bot, and the thread that asks, have spent so far.
struct Usage {
    threads: Vec<(Pid, ThreadTime)>,
    processes: Vec<(Pid, Duration)>,
    own: ThreadTime,
}

/// What they have spent between two looks.
struct Spent {
    /// By all threads.
    busy: Duration,
    /// By the one that spent most.
    busiest: Duration,
    /// What all of them, and the thread that asks, waited for a core.
    queued: Duration,
}

impl Usage {
    fn of(tree: &[ProcessStat]) -> Usage {
        Usage {
            threads: tree.iter().flat_map(ProcessStat::threads).collect(),
            processes: tree.iter().map(|process| (process.pid, process.busy())).collect(),
            own: ThreadTime::own().unwrap_or_default(),
        }
    }

    fn since(&self, before: &Usage) -> Spent {
        let (mut live, mut busiest) = (Duration::ZERO, Duration::ZERO);
        let mut queued = self.own.queued.saturating_sub(before.own.queued);
        for (thread, now) in &self.threads {
            let then = find(&before.threads, *thread);
            let busy = now.busy.saturating_sub(then.busy);
            queued += now.queued.saturating_sub(then.queued);
            live += busy;
            busiest = busiest.max(busy);
        }
        // Threads and children that have ended are in the sums of processes alone, which four roundings make inexact.
        let ended = |(process, now): &(Pid, Duration)| {
            now.saturating_sub(find(&before.processes, *process)).saturating_sub(4 * tree::tick())
        };
        let with_ended = self.processes.iter().map(ended).sum();
        Spent { busy: live.max(with_ended), busiest, queued }
    }
}

fn find<T: Copy + Default>(list: &[(Pid, T)], pid: Pid) -> T {
    list.iter().find(|(listed, _)| *listed == pid).map(|(_, found)| *found).unwrap_or_default()
}

impl Spent {
    /// What one core could not have done while the bot was asked: the work of other threads than the busiest one, and
    /// work at other times.
    fn beyond(&self, asked: Duration) -> Duration {
        self.busy.saturating_sub(self.busiest.min(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// What was spent by threads with this work and these waits, in a process that has spent this much in all.
    fn spent(threads: &[(u64, u64)], process: u64) -> Spent {
        let pid = |number: usize| Pid::from_raw(number as i32 + 1).unwrap();
        let time = |&(busy, queued): &(u64, u64)| ThreadTime { busy: ms(busy), queued: ms(queued) };
        let usage = |threads: &[(u64, u64)], process| Usage {
            threads: threads.iter().enumerate().map(|(i, thread)| (pid(i), time(thread))).collect(),
            processes: vec![(pid(0), ms(process))],
            own: ThreadTime::default(),
        };
        // The first one has worked and waited before.
        let later: Vec<_> = threads
            .iter()
            .enumerate()
            .map(|(i, t)| if i == 0 { (t.0 + 500, t.1 + 50) } else { *t })
            .collect();
        usage(&later, process + 500).since(&usage(&[(500, 50)], 500))
    }

    #[test]
    fn one_thread_that_works_when_it_is_asked_needs_one_core() {
        let one = spent(&[(100, 7)], 100);
        assert_eq!((one.busy, one.busiest, one.queued), (ms(100), ms(100), ms(7)));
        assert_eq!(one.beyond(ms(120)), Duration::ZERO);
    }

    #[test]
    fn what_other_threads_do_needs_more() {
        assert_eq!(spent(&[(100, 0), (30, 0), (80, 0)], 210).beyond(ms(120)), ms(110));
        // A thread for each move, which is gone. Four ticks may be due to rounding.
        assert_eq!(spent(&[(100, 0)], 400).beyond(ms(120)) + 4 * tree::tick(), ms(300));
    }

    #[test]
    fn so_does_work_that_nobody_asked_for() {
        assert_eq!(spent(&[(1000, 0)], 1000).beyond(ms(300)), ms(700));
    }
}
