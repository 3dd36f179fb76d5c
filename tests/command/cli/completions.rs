//! Completion in the real shells: type the beginning of a line and press Tab.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{is_installed, stdout};

/// A line that was begun, and what Tab makes of it.
const LINES: &[(&str, &str)] = &[
    ("arena tou", "arena tournament "),
    ("arena man tou", "arena man tournament "),
    ("arena --se", "arena --seed "),
    ("arena --color alw", "arena --color always "),
    ("arena greed", "arena greedy "),
    ("arena smart:6 greed", "arena smart:6 greedy "),
    ("arena smart:6,ev", "arena smart:6,eval="),
    ("arena smart:6,eval=hoa", "arena smart:6,eval=hoard "),
    ("arena me=smart:6,extra=fr", "arena me=smart:6,extra=free "),
    ("arena -g connect smart:6,eval=lin", "arena -g connect smart:6,eval=lines "),
    ("arena smart:6 bad --op", "arena smart:6 bad --openings "),
    ("arena smart:6 bad --openings sta", "arena smart:6 bad --openings start "),
    ("arena show --game connect:", "arena show --game connect:7x6x4 "),
    ("arena show -g mnk:3x3x3:", "arena show -g mnk:3x3x3:exact "),
    ("arena play --second smar", "arena play --second smart "),
    ("arena tournament smart:1..3 --format gau", "arena tournament smart:1..3 --format gauntlet "),
    ("arena check x.toml --format jun", "arena check x.toml --format junit "),
    ("arena init --ci gitl", "arena init --ci gitlab "),
    ("arena list eva", "arena list evaluators "),
    ("arena bise", "arena bisect "),
    ("arena bisect v1.0 --bui", "arena bisect v1.0 --build "),
    ("arena bot --template pyt", "arena bot --template python "),
];

/// A folder with the script of a shell and some files, in which the shell runs.
struct Desk {
    folder: tempfile::TempDir,
    script: PathBuf,
}

impl Desk {
    fn new(shell: &str) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        std::fs::write(&script, stdout(&["completions", shell])).unwrap();
        std::fs::write(folder.path().join("openings.txt"), "").unwrap();
        Desk { folder, script }
    }

    /// A program that finds ours.
    fn command(&self, program: &str) -> Command {
        let ours = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
        let path = format!("{}:{}", ours.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).env("PATH", path).env("HOME", self.folder.path());
        command.env("TERM", "xterm");
        command
    }

    fn output(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}; .ci/run installs it"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The lines after Tab in an interactive shell. `setup` makes Ctrl-T print the line between `<` and `>`.
    fn press_tab(&self, shell: &[&str], setup: &str) -> Vec<String> {
        let lines = LINES.iter().map(|&(line, _)| line).collect::<Vec<_>>().join("\n");
        let args = [&["-c", TERMINAL, &lines, setup][..], shell].concat();
        self.output("python3", &args).lines().map(str::to_owned).collect()
    }
}

/// Types lines at a shell in a new terminal, each followed by Tab, and prints the results.
const TERMINAL: &str = r#"
import os, pty, select, sys, time
lines, setup, shell = sys.argv[1].split("\n"), sys.argv[2], sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(shell[0], shell)
def read_until(end):
    said, deadline = b"", time.time() + 60
    while not said.endswith(end):
        if not select.select([terminal], [], [], max(0, deadline - time.time()))[0]:
            sys.exit("waited in vain for %r: %r" % (end, said))
        said += os.read(terminal, 1)
    return said.decode()
os.write(terminal, (setup + "; printf 'REA''DY'\n").encode())
read_until(b"READY")
for line in lines:
    # Ctrl-U clears the line before.
    os.write(terminal, ("\x15" + line + "\t\x14").encode())
    read_until(b"<")
    print(read_until(b">")[:-1])
os.close(terminal)
"#;

fn assert_completed(shell: &str, completed: &[String]) {
    assert_eq!(completed.len(), LINES.len(), "{shell}");
    for ((line, expected), became) in LINES.iter().zip(completed) {
        assert_eq!(became, expected, "{shell}: {line:?} and Tab");
    }
}

#[test]
fn bash_completes_what_was_begun() {
    if !is_installed("python3") {
        return;
    }
    let desk = Desk::new("bash");
    let script = desk.script.display();
    let setup = format!(
        r#"PS1=; source {script}; bind -x '"\C-t": printf "<%s>" "$READLINE_LINE"'; bind 'set bell-style none'"#
    );
    assert_completed("bash", &desk.press_tab(&["bash", "--norc", "--noprofile", "-i"], &setup));
}

#[test]
fn zsh_completes_what_was_begun() {
    if !is_installed("zsh") || !is_installed("python3") {
        return;
    }
    let desk = Desk::new("zsh");
    let script = desk.script.display();
    let setup = format!(
        "PS1=; autoload -Uz compinit; compinit -u; source {script}; \
         show() {{ printf '<%s>' \"$BUFFER\" }}; zle -N show; bindkey '^T' show; setopt nobeep"
    );
    assert_completed("zsh", &desk.press_tab(&["zsh", "-f", "-i"], &setup));
}

/// What fish would offer for each of these lines, without the descriptions.
fn fish(desk: &Desk, lines: &[&str]) -> Vec<Vec<String>> {
    let one = |line: &&str| {
        let command = format!("source {}; complete -C {line:?}", desk.script.display());
        let offered = desk.output("fish", &["--no-config", "-c", &command]);
        offered.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    };
    lines.iter().map(one).collect()
}

#[test]
fn fish_completes_what_was_begun() {
    if !is_installed("fish") {
        return;
    }
    let desk = Desk::new("fish");
    let lines: Vec<&str> = LINES.iter().map(|&(line, _)| line).collect();
    for ((line, expected), offered) in LINES.iter().zip(fish(&desk, &lines)) {
        let word = expected.trim_end().rsplit(' ').next().unwrap();
        assert_eq!(offered, [word], "fish: {line:?} and Tab");
    }
}

#[test]
fn lists_are_complete_and_hide_what_is_internal() {
    if !is_installed("fish") {
        return;
    }
    let desk = Desk::new("fish");
    let offered = fish(
        &desk,
        &["arena man ", "arena ", "arena --", "arena --openings file:op", "arena analyze --game "],
    );
    let [man, first, options, files, games] = offered.as_slice() else { panic!("{offered:?}") };
    for command in ["match", "tournament", "analyze", "completions", "man"] {
        assert!(man.contains(&command.to_owned()), "{command} in {man:?}");
        assert!(first.contains(&command.to_owned()), "{command} in {first:?}");
    }
    for strategy in arena::players::strategies::list() {
        assert!(first.contains(&strategy.name.to_owned()), "{} in {first:?}", strategy.name);
    }
    for option in ["--games", "--game", "--gate", "--seed", "--out", "--dry-run", "--color"] {
        assert!(options.contains(&option.to_owned()), "{option} in {options:?}");
    }
    for game in arena::play::host::list() {
        assert!(games.contains(&game.name.to_owned()), "{} in {games:?}", game.name);
    }
    assert_eq!(files, &["file:openings.txt"]);
    assert!(!offered.iter().flatten().any(|word| word.contains("__")), "{offered:?}");
}

#[test]
fn bash_lists_all_candidates() {
    let desk = Desk::new("bash");
    let line = "arena smart:6,e";
    let command = format!(
        "source {}; COMP_LINE='{line}' COMP_POINT={}; _arena arena; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        desk.script.display(),
        line.len()
    );
    // Bash treats the part after the colon as a separate word.
    assert_eq!(desk.output("bash", &["-c", &command]), "6,eval=\n6,extra=\n6,endgame=\n");
}
