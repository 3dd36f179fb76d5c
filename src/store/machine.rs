//! The machine and the time of a run, for `run.json`. Neither affects the games.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::text::excerpt;

/// The machine that played a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    os: String,
    arch: String,
    /// The processor model, if known.
    cpu: Option<String>,
    cores: usize,
    threads: usize,
}

impl Machine {
    /// This machine, with this many threads in use.
    pub(crate) fn this(threads: usize) -> Machine {
        Machine {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cpu: cpu_model(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            threads,
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { os, arch, cpu, cores, threads } = self;
        let [os, arch, cpu] = [os, arch, cpu.as_ref().unwrap_or(arch)].map(|text| excerpt(text));
        write!(f, "{cpu}, {cores} cores, {threads} threads, {os} on {arch}")
    }
}

/// What this machine is called among those that may share its folders, in letters, digits, `-` and `_`.
pub(super) fn host_name() -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = system_name().chars().map(plain).take(100).collect();
    if name.is_empty() { "host".to_owned() } else { name }
}

#[cfg(unix)]
fn system_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn system_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(target_os = "linux")]
fn cpu_model() -> Option<String> {
    model_in(&std::fs::read_to_string("/proc/cpuinfo").ok()?)
}

#[cfg(target_os = "macos")]
fn cpu_model() -> Option<String> {
    let sysctl =
        std::process::Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
    named(&String::from_utf8_lossy(&sysctl.stdout))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn cpu_model() -> Option<String> {
    named(&std::env::var("PROCESSOR_IDENTIFIER").ok()?)
}

/// The model in the text of `/proc/cpuinfo`. Some architectures have none there.
#[cfg(any(target_os = "linux", test))]
fn model_in(cpuinfo: &str) -> Option<String> {
    let field =
        |line: &str| line.split_once(':').map(|(key, value)| (key.trim().to_owned(), value.to_owned()));
    let (_, model) = cpuinfo.lines().filter_map(field).find(|(key, _)| key == "model name")?;
    named(&model)
}

fn named(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A time in UTC to the second, as in RFC 3339: `2026-01-31T09:05:00Z`. Times before 1970 become 1970.
pub(crate) fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a number of days after 1 January 1970 in the Gregorian calendar. Years are counted from March,
/// so that the leap day is the last of a year.
fn date(days: u64) -> (u64, u64, u64) {
    const FROM_YEAR_ZERO: u64 = 719_468;
    const ERA: u64 = 146_097; // 400 years
    let days = days + FROM_YEAR_ZERO;
    let (era, day_of_era) = (days / ERA, days % ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / (ERA - 1)) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_written_as_rfc_3339_has_them() {
        // From `date -u -d @SECONDS +%FT%TZ`.
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_794_852_103, "2026-11-16T18:01:43Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn the_model_of_the_processor_is_found_where_there_is_one() {
        let x86 = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: Some  CPU @ 2.0GHz \n\nmodel name\t: other\n";
        assert_eq!(model_in(x86).as_deref(), Some("Some CPU @ 2.0GHz"));
        assert_eq!(model_in("processor : 0\nBogoMIPS : 50.00\n"), None);
        assert_eq!(model_in("model name :\n"), None);
    }
}
