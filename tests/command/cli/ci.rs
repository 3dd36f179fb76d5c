//! `arena init --ci` and `action.yml`: the files are YAML, and their steps do what they say, one after the other in a clone.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::common::{is_installed, python_with, stderr_of, stdout_of};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const FILES: [(&str, &str); 2] = [("github", ".github/workflows/arena.yml"), ("gitlab", ".gitlab/arena.yml")];

/// A pull request in the repository of an engine, as its job finds it.
struct Checkout(TempDir);

impl Checkout {
    /// The base plays like `old`, and the pull request like `new`.
    fn new(service: &str, [old, new]: [&str; 2]) -> Checkout {
        let checkout = Checkout(tempfile::tempdir().unwrap());
        let origin = checkout.path("origin");
        fs::create_dir(&origin).unwrap();
        let commit = |level: &str| {
            fs::write(origin.join("level"), level).unwrap();
            git(&origin, "add --all");
            git(&origin, "commit --quiet --no-gpg-sign --allow-empty --message next");
        };
        git(&origin, "init --quiet --initial-branch=main");
        let build =
            "printf '#!/bin/sh\\nexec arena engine %s\\n' \"$(head -n 1 level)\" >engine\nchmod +x engine\n";
        fs::write(origin.join("build.sh"), build).unwrap();
        fs::write(origin.join(".gitignore"), "engine\n").unwrap();
        let words = "init --bot ./engine,deterministic=yes --game kalah:4x3 --ci";
        let arena = Command::new(env!("CARGO_BIN_EXE_arena"))
            .args(words.split(' '))
            .args([service, "--build", "sh build.sh"])
            .current_dir(&origin)
            .output()
            .unwrap();
        assert!(arena.status.success(), "{}", stderr_of(&arena));
        commit(old);
        git(&origin, "checkout --quiet -b change");
        commit(new);
        git(&origin, "checkout --quiet main");
        git(&origin, "merge --quiet --no-ff --no-gpg-sign --message merged change");
        // GitHub merges the pull request, and has only two commits; GitLab has the branch, and all of them.
        let how = if service == "github" { "--branch main --depth 2" } else { "--branch change" };
        git(checkout.0.path(), &format!("clone --quiet {how} file://{} clone", origin.display()));
        checkout
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// A step of a job. `arena` is in the path.
    fn step(&self, script: &str, variables: &[(String, String)]) -> Output {
        let programs = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", script]).current_dir(self.path("clone")).stdin(Stdio::null());
        shell.env_remove("GITHUB_ACTIONS").env("GITHUB_STEP_SUMMARY", "").env("PATH", path);
        shell.envs(variables.iter().cloned()).output().unwrap()
    }

    /// The steps of a job, up to the first that fails. The last output.
    fn job(&self, steps: &[String], variables: &[(String, String)]) -> Output {
        let mut outputs = steps.iter().map(|step| self.step(step, variables));
        let first = outputs.next().unwrap();
        outputs.fold(first, |last, next| if last.status.success() { next } else { last })
    }
}

fn git(folder: &Path, line: &str) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=me", "-c", "user.email=me@example.org", "-C"]).arg(folder);
    let output = git.args(line.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "git {line}: {}", stderr_of(&output));
}

/// The shell scripts of a workflow: what follows `run:`, and the items of GitLab's `script:`.
fn scripts(yaml: &str) -> Vec<String> {
    let mut scripts = Vec::new();
    let mut lines = yaml.lines().peekable();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let text = line.trim_start().trim_start_matches("- ");
        if text == "run: |" || line.trim_start() == "- |" {
            let mut script = String::new();
            let deeper = |line: &str| line.trim().is_empty() || line.starts_with(&" ".repeat(indent + 1));
            let mut margin = None;
            while let Some(line) = lines.next_if(|line| deeper(line)) {
                let margin = *margin.get_or_insert(line.len() - line.trim_start().len());
                script += line.get(margin..).unwrap_or_default();
                script.push('\n');
            }
            scripts.push(format!("{}\n", script.trim_end()));
        } else if let Some(script) = text.strip_prefix("run: ") {
            scripts.push(script.to_owned());
        }
    }
    scripts
}

/// The variables of a workflow that are values, not expressions.
fn variables(yaml: &str) -> Vec<(String, String)> {
    let lines = yaml.lines().filter_map(|line| line.trim_start().split_once(": "));
    let lines = lines.filter(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'));
    let of = |(name, value): (&str, &str)| {
        let value = if value.starts_with('"') { serde_json::from_str(value).ok()? } else { value.to_owned() };
        (!value.starts_with('$')).then(|| (name.to_owned(), value))
    };
    lines.filter_map(of).collect()
}

/// The steps that play, and the variables of the workflow with those of the service.
fn job(
    checkout: &Checkout,
    service: &str,
    file: &str,
    options: &str,
) -> (Vec<String>, Vec<(String, String)>) {
    let yaml = checkout.read(&format!("clone/{file}"));
    let steps = scripts(&yaml)[..2].to_vec();
    let mut variables = variables(&yaml);
    let mut set = |name: &str, value: &str| variables.push((name.to_owned(), value.to_owned()));
    set("OPTIONS", options);
    match service {
        "github" => {
            set("GITHUB_ACTIONS", "true");
            set("GITHUB_STEP_SUMMARY", "../page.md");
        }
        _ => set("AGAINST", "HEAD~1"), // what CI_MERGE_REQUEST_DIFF_BASE_SHA is
    }
    (steps, variables)
}

#[test]
fn the_steps_of_a_workflow_play_a_change_against_its_base() {
    for (service, file) in FILES {
        let checkout = Checkout::new(service, ["smart:2", "bad"]);
        let (steps, variables) = job(&checkout, service, file, "--games 400 --sprt -50,0 -j 1");
        let output = checkout.job(&steps, &variables);
        assert_eq!(output.status.code(), Some(3), "{service}: {}", stderr_of(&output));
        assert!(stdout_of(&output).starts_with("FAIL: weaker ("), "{service}: {}", stdout_of(&output));
        let table = checkout.read("clone/arena.md");
        assert!(table.starts_with("### FAIL: weaker (") && table.contains("| ./engine |"), "{table}");
        let page = checkout.read("page.md");
        assert_eq!(page, if service == "github" { table.as_str() } else { "" });
        for file in ["report.html", "games.csv"] {
            assert!(checkout.path("clone/arena-run").join(file).exists(), "{service}: {file}");
        }
    }
}

#[test]
fn a_change_of_no_move_passes_after_200_games_and_an_undecided_one_is_a_warning() {
    for (service, file) in FILES {
        let checkout = Checkout::new(service, ["smart:2", "smart:2\n# as before"]);
        let (steps, variables) = job(&checkout, service, file, "--games 110k --sprt -5,0 -j 1");
        let output = checkout.job(&steps, &variables);
        assert_eq!(output.status.code(), Some(0), "{service}: {}", stderr_of(&output));
        let said = stdout_of(&output);
        assert!(said.starts_with("PASS: not weaker (the same moves in all 200 games"), "{said}");

        let (steps, variables) = job(&checkout, service, file, "--games 10 --sprt -5,0 -j 1");
        let output = checkout.job(&steps, &variables);
        let said = stdout_of(&output);
        assert!(said.starts_with("INCONCLUSIVE: "), "{said}");
        // GitLab makes a warning of exit code 4: allow_failure.
        assert_eq!(output.status.code(), Some(if service == "github" { 0 } else { 4 }), "{service}");
        assert_eq!(said.contains("\n::warning::"), service == "github", "{said}");
    }
}

#[test]
fn the_action_runs_the_same_steps() {
    let checkout = Checkout::new("github", ["smart:2", "bad"]);
    let yaml = fs::read_to_string(Path::new(ROOT).join("action.yml")).unwrap();
    let options = variables(&checkout.read("clone/.github/workflows/arena.yml"));
    let (_, options) = options.into_iter().find(|(name, _)| name == "OPTIONS").unwrap();
    assert!(yaml.contains(&format!("default: {options}\n")), "the action has other options than {options}");
    let steps = scripts(&yaml)[..3].to_vec();
    let output = checkout.path("output").display().to_string();
    let variables = [
        ("GITHUB_ACTION_PATH", ROOT),
        ("GITHUB_OUTPUT", &output),
        ("BOT", "./engine,deterministic=yes"),
        ("BUILD", "sh build.sh"),
        ("GAME", "kalah:4x3"),
        ("OPTIONS", "--games 400 --sprt -50,0 -j 1"),
        ("AGAINST", "HEAD^1"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let played = checkout.job(&steps, &variables);
    assert_eq!(played.status.code(), Some(3), "{}", stderr_of(&played));
    assert!(stdout_of(&played).starts_with("FAIL: weaker ("), "{}", stdout_of(&played));
    let digest = checkout.read("output");
    assert!(digest.starts_with("digest=") && digest.len() == "digest=\n".len() + 40, "{digest}");
}

/// A folder of programs that is a whole path.
fn programs(folder: &Path, names: &[&str]) {
    fs::create_dir(folder).unwrap();
    for name in names {
        let found = Command::new("sh").args(["-c", &format!("command -v {name}")]).output().unwrap();
        symlink(stdout_of(&found).trim(), folder.join(name)).unwrap();
    }
}

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn arena_is_downloaded_once() {
    if !is_installed("curl") || cfg!(not(target_arch = "x86_64")) {
        return;
    }
    let checkout = Checkout::new("github", ["bad", "bad"]);
    let step = scripts(&checkout.read("clone/.github/workflows/arena.yml")).remove(0);
    programs(&checkout.path("bin"), &["sh", "uname", "mkdir", "rm", "curl", "tar", "gzip"]);
    let name = "arena-v9-x86_64-unknown-linux-musl";
    let release = checkout.path("releases/download/v9");
    fs::create_dir_all(release.join(name)).unwrap();
    write_program(&release.join(name).join("arena"), "#!/bin/sh\necho arena of the release\n");
    let archive = release.join(format!("{name}.tar.gz"));
    let packed = Command::new("tar").arg("-C").arg(&release).arg("-czf").arg(&archive).arg(name).status();
    assert!(packed.unwrap().success());

    let install = |url: &str| {
        let path = checkout.path("bin").display().to_string();
        let added = checkout.path("path").display().to_string();
        let variables =
            [("PATH", path.as_str()), ("ARENA_URL", url), ("ARENA_VERSION", "v9"), ("GITHUB_PATH", &added)];
        checkout.step(&step, &variables.map(|(name, value)| (name.to_owned(), value.to_owned())))
    };
    let output = install("");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr_of(&output),
        "error: ARENA_URL is empty: write the address of arena's repository into the workflow\n"
    );
    let url = format!("file://{}", checkout.0.path().display());
    let output = install(&url);
    assert_eq!(stdout_of(&output), "arena of the release\n", "{}", stderr_of(&output));
    fs::remove_file(&archive).unwrap();
    assert_eq!(stdout_of(&install(&url)), "arena of the release\n");
    let bin = checkout.path("clone/.arena/bin").canonicalize().unwrap();
    assert_eq!(checkout.read("path").lines().next(), bin.to_str());
    assert!(!checkout.path("clone/.arena/archive").exists());
}

#[test]
fn the_table_goes_into_one_comment() {
    let checkout = Checkout::new("github", ["bad", "bad"]);
    let step = scripts(&checkout.read("clone/.github/workflows/arena.yml")).remove(2);
    programs(&checkout.path("bin"), &["sh", "cat", "head"]);
    // It finds the comment whose number is in a file, and writes down what else is asked of it.
    let gh = "#!/bin/sh\ncase $* in *--paginate*) cat ../number ;; *) echo \"$*\" >>../asked ;; esac\n";
    write_program(&checkout.path("bin/gh"), gh);
    fs::write(checkout.path("number"), "").unwrap();
    let comment = || {
        let path = checkout.path("bin").display().to_string();
        let variables = [
            ("PATH", path.as_str()),
            ("GITHUB_REPOSITORY", "me/engine"),
            ("NUMBER", "7"),
            ("RUN_URL", "run"),
        ];
        let output =
            checkout.step(&step, &variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(output.status.success(), "{}", stderr_of(&output));
    };
    comment();
    assert_eq!(checkout.read("asked"), "", "there is no table");
    fs::write(checkout.path("clone/arena.md"), "### PASS\n").unwrap();
    comment();
    fs::write(checkout.path("number"), "12\n").unwrap();
    comment();
    insta::assert_snapshot!(checkout.read("asked"), @r#"
    api --silent repos/me/engine/issues/7/comments --field body=@comment.md
    api --silent --method PATCH repos/me/engine/issues/comments/12 --field body=@comment.md
    "#);
    insta::assert_snapshot!(checkout.read("clone/comment.md"), @r#"
    <!-- arena -->
    ### PASS

    [Page and games](run)
    "#);
}

#[test]
fn the_workflows_are_yaml() {
    let Some(python) = python_with("yaml") else { return };
    let folders = FILES.map(|(service, file)| (Checkout::new(service, ["bad", "bad"]), file));
    let mut files: Vec<PathBuf> =
        folders.iter().map(|(checkout, file)| checkout.path("clone").join(file)).collect();
    files.push(Path::new(ROOT).join("action.yml"));
    let workflows = fs::read_dir(Path::new(ROOT).join(".github/workflows")).unwrap();
    files.extend(workflows.map(|entry| entry.unwrap().path()));
    // The scripts of the steps, as a YAML parser finds them.
    let parse = "import json, sys, yaml
def scripts(node):
    if isinstance(node, list):
        return [script for item in node for script in scripts(item)]
    if not isinstance(node, dict):
        return []
    here = [node['run']] if isinstance(node.get('run'), str) else node.get('script', [])
    return here + [script for item in node.values() for script in scripts(item)]
print(json.dumps(scripts(yaml.safe_load(open(sys.argv[1], encoding='utf-8')))))";
    for file in files {
        let output = Command::new(&python).args(["-c", parse]).arg(&file).output().unwrap();
        let parsed: Vec<String> = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}: {}", file.display(), stderr_of(&output)));
        assert!(!parsed.is_empty(), "{}", file.display());
        assert_eq!(parsed, scripts(&fs::read_to_string(&file).unwrap()), "{}", file.display());
    }
}

#[test]
fn values_are_checked_and_no_file_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &str| {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        let output = arena.args(line.split(' ')).current_dir(&folder).output().unwrap();
        assert_eq!((output.status.code(), stdout_of(&output).as_str()), (Some(2), ""), "{line}");
        stderr_of(&output)
    };
    insta::assert_snapshot!(refused("init --ci github --bot ./engine"), @r#"
    error: --ci: the current directory is not the top of a git repository
    change to that of the bot
    "#);
    git(folder.path(), "init --quiet");
    insta::assert_snapshot!(refused("init --ci github --bot smart:6"), @r#"
    error: --bot: smart is built in, so git has no other version of it
        smart:6
        ^^^^^^^
    give a bot, for example ./bot.py
    "#);
    insta::assert_snapshot!(refused("init --ci github --bot ./engine --game kala"), @r#"
    error: --game: unknown game 'kala'
        kala
        ^^^^
    did you mean 'kalah'?
    "#);
    insta::assert_snapshot!(refused("init --ci githb --bot ./engine"), @r#"
    error: invalid value 'githb' for '--ci <SERVICE>'
      [possible values: github, gitlab]

      tip: a similar value exists: 'github'

    For more information, try '--help'.
    "#);
    let file = folder.path().join(".gitlab/arena.yml");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, "mine").unwrap();
    insta::assert_snapshot!(refused("init --ci gitlab --bot ./engine"), @r#"
    error: .gitlab/arena.yml already exists
    change that file, or remove it to have a new one
    "#);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}
