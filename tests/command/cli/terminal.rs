//! What people see on a terminal of some width, which `script` provides.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::{DEADLINE, example, is_installed, stdout, wait_at_most};

/// The program on a terminal.
struct OnTerminal {
    child: Child,
    said: String,
}

impl OnTerminal {
    /// `None` where there is no terminal to be had.
    fn start(columns: usize, args: &[&str]) -> Option<OnTerminal> {
        if !is_installed("script") {
            return None;
        }
        let words = [&[env!("CARGO_BIN_EXE_arena")], args].concat();
        let line = format!("stty cols {columns} rows 40; exec {}", shell_words::join(words));
        let child = Command::new("script")
            .args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"])
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Some(OnTerminal { child, said: String::new() })
    }

    /// Reads until this has been shown.
    fn until(&mut self, text: &str) {
        let stdout = self.child.stdout.as_mut().unwrap();
        let (mut bytes, mut block) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&bytes).contains(text) {
            let count = stdout.read(&mut block).unwrap();
            assert!(count > 0, "{text} was never shown:\n{}", String::from_utf8_lossy(&bytes));
            bytes.extend(&block[..count]);
        }
        self.said += &String::from_utf8_lossy(&bytes);
    }

    fn press_ctrl_c(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    }

    /// All lines that were shown, without colours.
    fn end(mut self) -> Vec<String> {
        let mut rest = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
        assert!(wait_at_most(&mut self.child, DEADLINE).is_some());
        let said = self.said + &String::from_utf8_lossy(&rest);
        let plain = anstream::adapter::strip_str(&said).to_string();
        plain.split(['\n', '\r']).map(str::to_owned).collect()
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn sentences_break_between_words_on_a_terminal_and_nowhere_else() {
    let args = ["stats", "--wdl", "400,2,300", "--sprt", "0,5"];
    let plain = stdout(&args);
    assert!(plain.lines().next().unwrap().len() > 40, "{plain}");
    let Some(terminal) = OnTerminal::start(40, &args) else { return };
    let shown = terminal.end();
    let sentences = shown.iter().filter(|line| !line.starts_with(' '));
    assert!(sentences.clone().all(|line| line.chars().count() <= 40), "{shown:?}");
    assert!(sentences.filter(|line| !line.is_empty()).count() > 1, "{shown:?}");
    assert_eq!(words(&shown.join("\n")), words(&plain));
}

#[test]
fn live_standings_keep_the_names_on_a_narrow_terminal() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let players = ["tournament", "smart:2,eval=decisive", "smart:1", "greedy", "random"];
    let args = [&players[..], &["-n", "200000", "--out", out.to_str().unwrap()]].concat();
    let Some(mut terminal) = OnTerminal::start(50, &args) else { return };
    terminal.until("  4  random");
    terminal.press_ctrl_c();
    let lines = terminal.end();
    let live = lines.iter().take_while(|line| !line.contains(" leads: "));
    assert!(live.clone().all(|line| line.chars().count() <= 50), "{lines:?}");
    assert!(live.clone().any(|line| line.contains("smart:2,eval=decisive")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("interrupted after ")), "{lines:?}");
}

#[test]
#[ignore = "waits seconds for a bot that hangs"]
fn progress_names_a_bot_that_hangs() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let bot = format!("mute=exec:'{} hang'", example("fault_zoo").display());
    let args = [&bot, "bad", "-n", "10", "--out", out.to_str().unwrap()];
    let Some(mut terminal) = OnTerminal::start(80, &args) else { return };
    terminal.until("0 of 10 games, waiting 3 s for mute");
    terminal.press_ctrl_c();
    let lines = terminal.end();
    assert!(!lines.iter().any(|line| line.contains(" left")), "{lines:?}");
}
