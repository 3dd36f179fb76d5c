//! The list of dependencies in `src/lib.rs` and the README is true: it has every dependency in the code, and no other.
//!
//! A line of the list is `module → module, module`, or `module → nothing`; a long one continues on indented lines. What a
//! module depends on is below it, so there is no cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A place in a file: its line, from 1.
type Line = usize;

/// What depends on what, with the place that shows it first.
type Edges = BTreeMap<(String, String), (PathBuf, Line)>;

/// Where the list is.
const DRAWN_IN: [&str; 2] = ["src/lib.rs", "README.md"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The modules of the library: what `src/lib.rs` declares.
fn modules(lib: &str) -> BTreeSet<String> {
    let declared = lib.lines().filter_map(|line| {
        let name = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?;
        Some(name.strip_suffix(';')?.to_owned())
    });
    declared.collect()
}

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.extend(folders.iter().flat_map(|folder| sources(folder)));
    files.sort();
    files
}

/// The code without comments and tests, on the same lines. Collects the files that contain only tests.
fn code_alone(text: &str, file: &Path, tests: &mut BTreeSet<PathBuf>) -> String {
    let mut code = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = if line.trim_start().starts_with("//") { "" } else { line };
        code += line.split(" // ").next().unwrap_or_default();
        code.push('\n');
        if !["#[cfg(test)]", "#[cfg(all(test,"].iter().any(|start| line.trim().starts_with(start)) {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        // Further attributes, then the item, which ends on this line or with a brace below its start.
        for line in lines.by_ref() {
            code.push('\n');
            let words = line.trim_end();
            if words.ends_with(';') || words == format!("{indent}}}") {
                if let Some((_, name)) = words.trim_end_matches(';').split_once("mod ") {
                    tests.insert(file.with_file_name(format!("{name}.rs")));
                }
                break;
            }
            if !line.starts_with(&format!("{indent} ")) && words.ends_with('{') && !line.contains("#[") {
                skip_block(&mut lines, indent, &mut code);
                break;
            }
        }
    }
    code
}

/// Skips lines up to the brace that ends a block with this indent.
fn skip_block<'a>(lines: &mut impl Iterator<Item = &'a str>, indent: &str, code: &mut String) {
    for line in lines {
        code.push('\n');
        if line.trim_end() == format!("{indent}}}") {
            break;
        }
    }
}

/// What code uses from the root of the crate, with its line. `depth` is how many `super`s lead to the root.
fn taken_from_root(code: &str, depth: usize) -> Vec<(String, Line)> {
    let up = "super::".repeat(depth);
    let mut taken = Vec::new();
    for (number, line) in code.lines().enumerate() {
        for root in ["crate::", &up] {
            for (at, _) in line.match_indices(root) {
                let inside = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                if !line[..at].ends_with(inside) {
                    let behind =
                        code.lines().skip(number + 1).fold(line[at + root.len()..].to_owned(), |a, b| a + b);
                    taken.extend(first_names(&behind).into_iter().map(|name| (name, number + 1)));
                }
            }
        }
    }
    taken
}

/// The first name of a path, or of each path in braces: `games` of `games::Game`, `games` and `text` of
/// `{games::{Game, Move}, text}`.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.push(name(&group[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The dependencies between the modules that the code below `src` has.
fn dependencies(modules: &BTreeSet<String>) -> Result<Edges, String> {
    let src = Path::new("src");
    let mut edges = Edges::new();
    let mut tests = BTreeSet::new();
    let files: Vec<(PathBuf, String)> = sources(src)
        .into_iter()
        .map(|file| (file.clone(), code_alone(&read(&file), &file, &mut tests)))
        .collect();
    for (file, code) in files.iter().filter(|(file, _)| !tests.contains(file)) {
        let within: Vec<String> = file
            .strip_prefix(src)
            .unwrap()
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into())
            .collect();
        let from = &within[0];
        if !modules.contains(from) {
            continue; // The root of the library, and of the program.
        }
        let depth =
            if within.last().is_some_and(|name| name == "mod") { within.len() - 1 } else { within.len() };
        for (to, line) in taken_from_root(code, depth) {
            if !modules.contains(&to) {
                return Err(format!(
                    "{}:{line}: '{to}' is not a module: name the module it comes from",
                    file.display()
                ));
            }
            if to != *from {
                edges.entry((from.clone(), to)).or_insert((file.clone(), line));
            }
        }
    }
    Ok(edges)
}

/// The list in a text: every module in order, with its line and its dependencies.
fn drawn(text: &str) -> Vec<(String, Line, Vec<String>)> {
    let mut list: Vec<(String, Line, Vec<String>)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.strip_prefix("//!").map_or(line, |doc| doc.strip_prefix(' ').unwrap_or(doc));
        let names = match line.split_once(" → ") {
            Some((module, names))
                if module.trim_end().chars().all(|c| c.is_ascii_lowercase() || c == '_') =>
            {
                list.push((module.trim_end().to_owned(), number + 1, Vec::new()));
                names
            }
            None if goes_on && line.starts_with(' ') => line,
            _ => {
                goes_on = false;
                continue;
            }
        };
        goes_on = true;
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "nothing");
        if let Some((_, _, to)) = list.last_mut() {
            to.extend(names.map(str::to_owned));
        }
    }
    list
}

/// What is wrong with a list of dependencies.
fn mistakes(file: &str, text: &str, modules: &BTreeSet<String>, edges: &Edges) -> Vec<String> {
    let list = drawn(text);
    let mut mistakes = Vec::new();
    for module in modules {
        match list.iter().filter(|(name, ..)| name == module).count() {
            1 => {}
            times => mistakes.push(format!("{file}: the module '{module}' is listed {times} times")),
        }
    }
    for (i, (from, line, names)) in list.iter().enumerate() {
        if !modules.contains(from) {
            mistakes.push(format!("{file}:{line}: there is no module '{from}'"));
        }
        for to in names {
            if !edges.contains_key(&(from.clone(), to.clone())) {
                mistakes
                    .push(format!("{file}:{line}: {from} → {to} is listed, but nothing in {from} uses {to}"));
            }
            if !list[i + 1..].iter().any(|(below, ..)| below == to) {
                mistakes.push(format!("{file}:{line}: {from} depends on {to}, which must be below it"));
            }
        }
    }
    for ((from, to), (path, line)) in edges {
        if !list.iter().any(|(name, _, names)| name == from && names.contains(to)) {
            mistakes.push(format!(
                "{}:{line}: {from} uses {to}, but {file} has no {from} → {to}",
                path.display()
            ));
        }
    }
    mistakes
}

#[test]
fn the_list_of_dependencies_is_true() {
    let modules = modules(&read(Path::new("src/lib.rs")));
    assert!(modules.len() > 10, "{modules:?}");
    let edges = dependencies(&modules).unwrap();
    let lists = DRAWN_IN.map(|file| (file, read(Path::new(file))));
    let mistakes: Vec<String> =
        lists.iter().flat_map(|(file, text)| mistakes(file, text, &modules, &edges)).collect();
    assert!(mistakes.is_empty(), "{}\nThe true list:\n{}", mistakes.join("\n"), true_list(&modules, &edges));
}

/// The correct list, ready to paste: a module comes once everything that depends on it has.
fn true_list(modules: &BTreeSet<String>, edges: &Edges) -> String {
    let mut left: Vec<&String> = modules.iter().collect();
    let mut list = String::new();
    while !left.is_empty() {
        let is_free =
            |module: &String| !left.iter().any(|from| edges.contains_key(&((*from).clone(), module.clone())));
        let Some(next) = left.iter().position(|module| is_free(module)) else {
            return format!("{list}and a cycle among {left:?}");
        };
        let module = left.remove(next);
        let names: Vec<&str> =
            edges.keys().filter(|(from, _)| from == module).map(|(_, to)| to.as_str()).collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        list += &format!("{module:<10} → {names}\n");
    }
    list
}

mod the_reader {
    use super::*;

    #[test]
    fn finds_every_way_to_name_a_module() {
        let code = "use crate::games::{Game, Move};\nuse crate::{\n    stats::Elo,\n    text,\n};\nuse super::rng::Rng;\n\
                    fn f() { crate::duel::play($crate::plan::Plan) }\nuse super::super::inner;\nuse other_crate::no;\n";
        let names = |depth| -> Vec<String> {
            taken_from_root(code, depth).into_iter().map(|(name, line)| format!("{line} {name}")).collect()
        };
        assert_eq!(names(1), ["1 games", "2 stats", "2 text", "6 rng", "7 duel", "7 plan", "8 super"]);
        assert_eq!(names(2), ["1 games", "2 stats", "2 text", "7 duel", "7 plan", "8 inner"]);
    }

    #[test]
    fn ignores_comments_and_tests() {
        let text = "//! [`crate::a`]\nuse crate::b; // crate::c\n#[cfg(test)]\nmod tests {\n    fn f() {\n        crate::d();\n    \
                    }\n}\nuse crate::e;\n#[cfg(test)]\nmod examples;\n    #[cfg(test)]\n    fn g() {\n        crate::f();\n    }\n\
                    use crate::h;\n";
        let mut tests = BTreeSet::new();
        let code = code_alone(text, Path::new("src/x/mod.rs"), &mut tests);
        assert_eq!(code.lines().count(), text.lines().count());
        let names: Vec<_> = taken_from_root(&code, 9);
        assert_eq!(names, [("b".to_owned(), 2), ("e".to_owned(), 9), ("h".to_owned(), 16)]);
        assert_eq!(tests.into_iter().collect::<Vec<_>>(), [Path::new("src/x/examples.rs")]);
    }

    #[test]
    fn reports_missing_surplus_and_upward_dependencies() {
        let modules: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
        let edge = |from: &str, to: &str, line| {
            ((from.to_owned(), to.to_owned()), (PathBuf::from("src/a.rs"), line))
        };
        let edges = Edges::from([edge("a", "b", 3), edge("b", "c", 5)]);
        let told = |text: &str| mistakes("README.md", text, &modules, &edges);
        assert_eq!(told("//! a → b\n//! b → c\n//! c → nothing\n"), [""; 0]);
        assert_eq!(
            told("a → b\nb → c\n"),
            [
                "README.md: the module 'c' is listed 0 times",
                "README.md:2: b depends on c, which must be below it"
            ]
        );
        assert_eq!(
            told("A → z\nz → nothing\na → b\nb → c\nc → nothing\n"),
            ["README.md:2: there is no module 'z'"]
        );
        assert_eq!(
            told("a → c,\n    b\nb → c\nc → nothing\n"),
            ["README.md:1: a → c is listed, but nothing in a uses c"]
        );
        assert_eq!(
            told("a → b\nb → nothing\nc → nothing\n"),
            ["src/a.rs:5: b uses c, but README.md has no b → c"]
        );
        assert_eq!(
            told("b → c\na → b\nc → nothing\n"),
            ["README.md:2: a depends on b, which must be below it"]
        );
    }
}
