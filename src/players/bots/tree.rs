//! A process and everything that descends from it, as `/proc` lists them. Linux alone has it.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, RawPid};

use crate::players::thread_time::ThreadTime;

/// A process, as its `stat` file describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProcessStat {
    pub(super) pid: Pid,
    parent: RawPid,
    /// What its threads and the children that it waited for have spent on a processor, in ticks of the system's clock.
    ticks: u64,
}

impl ProcessStat {
    /// Reads `pid (name) state parent …`. A name may contain anything.
    fn read(text: &str) -> Option<ProcessStat> {
        let pid = text.split(' ').next()?.parse().ok().and_then(Pid::from_raw)?;
        let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let times: Option<Vec<u64>> = fields.skip(9).take(4).map(|field| field.parse().ok()).collect();
        Some(ProcessStat { pid, parent, ticks: times?.iter().sum() })
    }

    /// What its threads have spent on a processor, also those that have ended, and the children that it waited for. Four
    /// numbers are rounded down to whole ticks.
    pub(super) fn busy(&self) -> Duration {
        tick() * u32::try_from(self.ticks).unwrap_or(u32::MAX)
    }

    /// Its threads with what they have spent so far; empty where the system does not tell.
    pub(super) fn threads(&self) -> Vec<(Pid, ThreadTime)> {
        let folder = PathBuf::from(format!("/proc/{}/task", self.pid.as_raw_pid()));
        let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let thread = |name: String| {
            let time = ThreadTime::read(&fs::read_to_string(folder.join(&name).join("schedstat")).ok()?)?;
            Some((Pid::from_raw(name.parse().ok()?)?, time))
        };
        names.filter_map(thread).collect()
    }
}

/// How long a tick of the system's clock is.
pub(super) fn tick() -> Duration {
    Duration::from_secs(1) / u32::try_from(clock_ticks_per_second()).unwrap_or(100).max(1)
}

/// A process and its descendants, each after its parent; empty where the system does not list processes.
pub(super) fn of(root: Pid) -> Vec<ProcessStat> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let numbers = numbers.filter(|name| name.starts_with(|c: char| c.is_ascii_digit()));
    let stat = |number: String| {
        // A name may be no UTF-8.
        let bytes = fs::read(format!("/proc/{number}/stat")).ok()?;
        ProcessStat::read(&String::from_utf8_lossy(&bytes))
    };
    below(root, numbers.filter_map(stat).collect())
}

fn below(root: Pid, mut others: Vec<ProcessStat>) -> Vec<ProcessStat> {
    let mut tree: Vec<ProcessStat> = others.extract_if(.., |process| process.pid == root).collect();
    let mut next = 0;
    while let Some(process) = tree.get(next) {
        let parent = process.pid.as_raw_pid();
        tree.extend(others.extract_if(.., |process| process.parent == parent));
        next += 1;
    }
    tree
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name_is() {
        let text = "41 (a) b (c)) S 7 41 41 0 -1 4194560 1 2 3 4 250 30 5 1 20 0 5 0 100 1 1\n";
        let pid = Pid::from_raw(41).unwrap();
        assert_eq!(ProcessStat::read(text), Some(ProcessStat { pid, parent: 7, ticks: 286 }));
        assert_eq!(ProcessStat::read("41 (a) S"), None);
        assert_eq!(ProcessStat::read(""), None);
    }

    #[test]
    fn descendants_are_found_in_any_order() {
        let process = |pid, parent| ProcessStat { pid: Pid::from_raw(pid).unwrap(), parent, ticks: 0 };
        let all = vec![process(9, 5), process(5, 3), process(4, 1), process(3, 1), process(6, 3)];
        let tree = below(Pid::from_raw(3).unwrap(), all);
        assert_eq!(tree, [process(3, 1), process(5, 3), process(6, 3), process(9, 5)]);
    }

    #[test]
    fn the_children_of_this_process_are_below_it_and_its_threads_have_worked() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let tree = of(rustix::process::getpid());
        assert!(tree.iter().skip(1).any(|process| process.pid == Pid::from_child(&child)), "{tree:?}");
        assert!(!tree[0].threads().is_empty());
        assert!(ThreadTime::own().unwrap().busy > Duration::ZERO);
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
