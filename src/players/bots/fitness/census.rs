//! The processes of a bot and their memory, from `/proc`: Linux only.

#[cfg(target_os = "linux")]
use std::fs;

/// A process, distinguished from later ones with the same number by its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Resident {
    id: i32,
    parent: i32,
    group: i32,
    /// In ticks since the system started.
    started: u64,
    name: String,
    is_zombie: bool,
}

impl Resident {
    /// Its name for people: `sleep (process 1234)`.
    pub(super) fn label(&self) -> String {
        format!("{} (process {})", self.name, self.id)
    }
}

/// The processes of the bot that was started as process `root`: its process group, and whatever descends from it.
/// The guard is not one of them. `None` if unknown.
pub(super) fn of_bot(root: u32) -> Option<Vec<Resident>> {
    let all = all()?;
    let root = root as i32;
    let mut family = vec![root];
    // Parents need not stand before their children.
    while let Some(child) = all.iter().find(|it| family.contains(&it.parent) && !family.contains(&it.id)) {
        family.push(child.id);
    }
    let is_guard = |it: &Resident| it.id == root && crate::players::bots::guard::is_enabled();
    let is_member = |it: &Resident| it.group == root || family.contains(&it.id);
    Some(all.into_iter().filter(|it| is_member(it) && !is_guard(it) && !it.is_zombie).collect())
}

/// Those of these processes that still run.
pub(super) fn still_running(known: &[Resident]) -> Vec<Resident> {
    let all = all().unwrap_or_default();
    let is_known = |it: &Resident| known.iter().any(|known| (known.id, known.started) == (it.id, it.started));
    all.into_iter().filter(|it| !it.is_zombie && is_known(it)).collect()
}

/// The sum of the peak memory of these processes, in bytes.
pub(super) fn peak_memory(processes: &[Resident]) -> u64 {
    processes.iter().filter_map(|it| peak(it.id)).sum()
}

#[cfg(target_os = "linux")]
fn all() -> Option<Vec<Resident>> {
    let entries = fs::read_dir("/proc").ok()?.filter_map(Result::ok);
    let stats = entries.filter_map(|entry| {
        entry.file_name().to_str()?.parse::<i32>().ok()?;
        // A process may end at any time.
        fs::read(entry.path().join("stat")).ok()
    });
    Some(stats.filter_map(|stat| parsed(&String::from_utf8_lossy(&stat))).collect())
}

#[cfg(not(target_os = "linux"))]
fn all() -> Option<Vec<Resident>> {
    None
}

/// Reads `/proc/N/stat`: number, name in parentheses (which it may contain itself), state, parent, group, and as the
/// 22nd field the start.
#[cfg(any(target_os = "linux", test))]
fn parsed(stat: &str) -> Option<Resident> {
    let (id, behind) = stat.split_once(" (")?;
    let (name, behind) = behind.rsplit_once(") ")?;
    let fields: Vec<&str> = behind.split_whitespace().collect();
    Some(Resident {
        id: id.parse().ok()?,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
        name: name.to_owned(),
        is_zombie: matches!(*fields.first()?, "Z" | "X"),
    })
}

#[cfg(target_os = "linux")]
fn peak(id: i32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(not(target_os = "linux"))]
fn peak(_: i32) -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
pub(super) fn kill(processes: &[Resident]) {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    for process in processes {
        let Some(handle) = Pid::from_raw(process.id).and_then(|id| pidfd_open(id, PidfdFlags::empty()).ok())
        else {
            continue;
        };
        // The number may belong to another process by now: is it still the same one?
        if !still_running(std::slice::from_ref(process)).is_empty() {
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill(_: &[Resident]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let behind = "S 7 8 9 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 777 1000 10";
        let read = parsed(&format!("42 (a) b (c) {behind}")).unwrap();
        let expected = Resident {
            id: 42,
            parent: 7,
            group: 8,
            started: 777,
            name: "a) b (c".to_owned(),
            is_zombie: false,
        };
        assert_eq!(read, expected);
        assert!(parsed(&format!("42 (x) {}", behind.replace('S', "Z"))).unwrap().is_zombie);
        assert_eq!(parsed("42 (x) S"), None);
        assert_eq!(parsed("nonsense"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_is_found_with_its_memory_until_it_ends() {
        use std::io::{Read, Write};
        use std::process::{Command, Stdio};

        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        // Its answer proves that it runs and has memory of its own.
        child.stdin.as_mut().unwrap().write_all(b"x").unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let found = of_bot(child.id()).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(peak_memory(&found) > 100_000);
        assert_eq!(still_running(&found), found);
        kill(&found);
        child.wait().unwrap();
        assert_eq!(still_running(&found), []);
    }
}
