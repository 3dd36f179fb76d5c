//! The command of a bot: its words, whether it can be started, and a digest of the build.

use std::env;
use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::fault::StartError;
use crate::digest::Digest;
use crate::text::file::open_regular;

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotCommand {
    words: Vec<String>,
    version: Option<BotVersion>,
}

/// Another version of a bot than the one in the current directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotVersion {
    /// The folder that is its current directory.
    pub folder: PathBuf,
    /// The digest of what it was built from, if it was: two builds of the same sources may differ in bytes.
    pub source: Option<u64>,
}

impl BotCommand {
    fn of(words: Vec<String>) -> BotCommand {
        BotCommand { words, version: None }
    }

    /// The same command with other words.
    #[must_use]
    pub(crate) fn with_words(self, words: Vec<String>) -> BotCommand {
        BotCommand { words, ..self }
    }

    /// The same command for another version of the bot.
    #[must_use]
    pub fn at(self, version: Option<BotVersion>) -> BotCommand {
        BotCommand { version, ..self }
    }

    /// The folder it runs in, if that is not the current directory.
    pub fn folder(&self) -> Option<&Path> {
        self.version.as_ref().map(|version| version.folder.as_path())
    }

    /// Where a path in the command leads.
    fn resolved(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder().unwrap_or(Path::new("")).join(path)
    }

    /// A program without arguments, by its path.
    pub fn path(path: &str) -> BotCommand {
        BotCommand::of(vec![path.to_owned()])
    }

    /// Splits a command into words as a shell does. Quotes around the whole of it only protect its commas: what is in
    /// them is split too: `"python3 'my bot.py' --depth 4"` has four words.
    pub fn split(text: &str) -> Result<BotCommand, String> {
        let split = |text: &str| shell_words::split(text).map_err(|_| "a quote is not closed".to_owned());
        let mut words = split(text)?;
        let is_quoted = ['"', '\''].iter().any(|&quote| text.starts_with(quote) && text.ends_with(quote));
        if let [whole] = words.as_slice()
            && is_quoted
        {
            words = split(whole)?;
        }
        if words.first().is_none_or(String::is_empty) {
            return Err("the command is missing".to_owned());
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err("a command cannot contain NUL".to_owned());
        }
        Ok(BotCommand::of(words))
    }

    /// The same command for paths that are relative to a folder: the path of the program, and each argument with a `/` or a
    /// `.` that names a file there. Other words mean something else: `./arena engine smart:6`.
    #[must_use]
    pub fn within(self, folder: &Path) -> BotCommand {
        if folder.as_os_str().is_empty() {
            return self;
        }
        // Without the `.` in `checks/./bot`.
        let path = |word: &str| folder.join(word).components().collect::<PathBuf>();
        let joined = |place: usize, word: &str| {
            let is_path = word.contains('/') || place > 0 && word.contains('.');
            let is_path = is_path && (place == 0 || path(word).is_file());
            is_path.then(|| path(word).display().to_string())
        };
        let moved = |(place, word): (usize, String)| {
            let value = || {
                let (key, value) = word.split_once('=').filter(|_| place > 0)?;
                Some(format!("{key}={}", joined(place, value)?))
            };
            joined(place, &word).or_else(value).unwrap_or(word)
        };
        BotCommand { words: self.words.into_iter().enumerate().map(moved).collect(), ..self }
    }

    /// The program, then its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The program as it was typed.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The file of the program, searched in `PATH` if it is a bare name.
    pub fn file(&self) -> Option<PathBuf> {
        let program = self.program();
        if program.contains('/') {
            return Some(self.resolved(program)).filter(|path| path.exists());
        }
        find(program)
    }

    /// The file of the bot: its program, or for one that is run by another, the first argument that names a file.
    pub fn main_file(&self) -> Option<&str> {
        if self.program().contains('/') {
            return Some(self.program());
        }
        let mut arguments = self.words.iter().skip(1).map(String::as_str);
        arguments.find(|word| Path::new(word).is_file())
    }

    /// Whether a path in the command leads to a file.
    pub fn has_file(&self, path: &str) -> bool {
        self.resolved(path).is_file()
    }

    /// Checks that the program is there and can be started.
    pub fn check(&self) -> Result<(), StartError> {
        let program = self.program();
        let Some(file) = self.file() else { return Err(self.missing()) };
        if file.is_dir() {
            let advice = format!("name a program in it, for example {program}/bot");
            return Err(StartError::new(format!("{program} is a directory"), advice));
        }
        if !is_executable(&file) {
            return Err(StartError::new(format!("{program} is not executable"), self.make_executable()));
        }
        match interpreter(&file) {
            Ok(Interpreter::Missing) => {
                let problem = format!("{program} is a script, but does not say what runs it");
                Err(StartError::new(problem, self.name_interpreter()))
            }
            Ok(Interpreter::Named(name)) if name.ends_with('\r') => {
                let problem =
                    format!("the lines of {program} have Windows endings, so the system cannot run it");
                let runner = name.trim_end().rsplit('/').next().unwrap_or_default();
                let advice = format!(
                    "convert them with sed -i 's/\\r$//' {program}, or write exec:\"{runner} {program}\""
                );
                Err(StartError::new(problem, advice))
            }
            Ok(Interpreter::Named(name)) if find(&name).is_none() => {
                let problem = format!("{program} is run by '{}', which is not there", name.escape_debug());
                let advice = format!("install it, or fix the first line of {program}");
                Err(StartError::new(problem, advice))
            }
            Ok(_) => Ok(()),
            // A program that may be executed need not be readable.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            Err(error) => Err(StartError::new(format!("cannot read {program}: {error}"), "check the file")),
        }
    }

    fn missing(&self) -> StartError {
        let program = self.program();
        if !program.contains('/') {
            let advice = format!("install it, or give its path, for example ./{program}");
            return StartError::new(format!("there is no program '{program}' in PATH"), advice);
        }
        let first = program.split(' ').next().unwrap_or_default();
        let advice = if first != program && Path::new(first).is_file() {
            format!("a command with arguments is written exec:\"{program}\"")
        } else {
            "check the path: it is relative to the current directory".to_owned()
        };
        StartError::new(format!("there is no file {program}"), advice)
    }

    fn make_executable(&self) -> String {
        let program = self.program();
        match self.runner() {
            Some(runner) => format!("run chmod +x {program}, or write exec:\"{runner} {program}\""),
            None => format!("run chmod +x {program}"),
        }
    }

    fn name_interpreter(&self) -> String {
        let program = self.program();
        let runner = self.runner().unwrap_or("python3");
        format!("write exec:\"{runner} {program}\", or make its first line #!/usr/bin/env {runner}")
    }

    /// What usually runs a file with this ending.
    fn runner(&self) -> Option<&'static str> {
        let ending = Path::new(self.program()).extension()?.to_str()?;
        Some(match ending {
            "py" => "python3",
            "js" | "mjs" => "node",
            "jar" => "java -jar",
            "java" => "java",
            "rb" => "ruby",
            "pl" => "perl",
            "lua" => "lua",
            "sh" => "sh",
            _ => return None,
        })
    }

    /// A digest of this command: its words, and what it was built from, or its program and every file that an argument
    /// names.
    pub fn digest(&self) -> u64 {
        match self.version.as_ref().and_then(|version| version.source) {
            Some(source) => {
                let mut digest = Digest::default();
                digest.write_u64(Digest::of(self.words.iter().map(String::as_str)));
                digest.write_u64(source);
                digest.finish()
            }
            None => self.digest_of_files(),
        }
    }

    /// A digest of this command: its words, its program, and every file that an argument names.
    pub fn digest_of_files(&self) -> u64 {
        let mut digest = Digest::default();
        digest.write_u64(Digest::of(self.words.iter().map(String::as_str)));
        let named = self.words.iter().skip(1).flat_map(|word| {
            let value = word.split_once('=').map(|(_, value)| self.resolved(value));
            [Some(self.resolved(word)), value]
        });
        for file in std::iter::once(self.file()).chain(named).flatten().filter(|file| file.is_file()) {
            // A file that cannot be read counts as empty: starting the bot reports the error.
            let _ = add_file(&mut digest, &file);
        }
        digest.finish()
    }
}

fn add_file(digest: &mut Digest, path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 1 << 16];
    loop {
        // Whole blocks, so that the digest does not depend on how a file is read.
        let mut filled = 0;
        while filled < block.len() {
            match file.read(&mut block[filled..])? {
                0 => break,
                count => filled += count,
            }
        }
        digest.write(&block[..filled]);
        if filled < block.len() {
            digest.write_u64(file.metadata()?.len());
            return Ok(());
        }
    }
}

/// The file of a program: a path, or a name in `PATH`.
fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.exists());
    }
    let folders = env::var_os("PATH")?;
    let files = env::split_paths(&folders).map(|folder| folder.join(program));
    files.into_iter().find(|file| file.is_file() && is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok()
}

/// What runs a file.
enum Interpreter {
    /// The system itself.
    Unneeded,
    /// The program named in its first line.
    Named(String),
    /// It is text that names none.
    Missing,
}

fn interpreter(file: &Path) -> io::Result<Interpreter> {
    let mut start = Vec::new();
    open_regular(file)?.take(256).read_to_end(&mut start)?;
    if let Some(line) = start.strip_prefix(b"#!") {
        let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        // A carriage return is part of the name, as the system sees it.
        let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let program = words.next().unwrap_or_default();
        let named = match words.next() {
            Some(name) if program.ends_with("/env") && !name.starts_with('-') => name,
            _ => program,
        };
        return Ok(Interpreter::Named(named.to_owned()));
    }
    // The system may know how to run other binary files; text without a first line that names a program it does not.
    let is_text = !start.contains(&0) && std::str::from_utf8(&start).is_ok();
    Ok(if is_text { Interpreter::Missing } else { Interpreter::Unneeded })
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
