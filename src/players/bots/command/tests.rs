//! Tests of commands: what is checked before a start, paths, digests.

use super::*;
use std::os::unix::fs::PermissionsExt as _;

fn words(text: &str) -> Vec<String> {
    BotCommand::split(text).unwrap().words
}

#[test]
fn a_command_is_split_as_a_shell_does() {
    assert_eq!(words("python3 bot.py --depth 4"), ["python3", "bot.py", "--depth", "4"]);
    assert_eq!(words("\"python3 bot.py --depth 4\""), ["python3", "bot.py", "--depth", "4"]);
    assert_eq!(words("'./my bot' --name \"a b\""), ["./my bot", "--name", "a b"]);
    assert_eq!(words("\"'./my bot' --list 1,2\""), ["./my bot", "--list", "1,2"]);
    assert_eq!(words("./a\\ b"), ["./a b"]);
    for wrong in ["", "''", "\"", "a 'b", "\"''\""] {
        assert!(BotCommand::split(wrong).is_err(), "{wrong}");
    }
}

/// What is said of a file with this content and mode.
fn told(name: &str, content: &[u8], mode: u32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    let told = BotCommand::path(path.to_str().unwrap()).check();
    told.map_or_else(|error| error.to_string(), |()| "fine".to_owned())
        .replace(folder.path().to_str().unwrap(), ".")
}

#[test]
fn a_program_that_cannot_be_started_is_told_with_what_to_do() {
    assert_eq!(told("bot", b"\x7fELF\0", 0o755), "fine");
    assert_eq!(told("bot", b"#!/bin/sh\n", 0o755), "fine");
    assert_eq!(told("bot", b"#!/usr/bin/env sh\n", 0o755), "fine");
    insta::assert_snapshot!(told("bot", b"\x7fELF\0", 0o644), @"
    ./bot is not executable
    run chmod +x ./bot
    ");
    insta::assert_snapshot!(told("bot.py", b"#!/bin/sh\n", 0o644), @r#"
    ./bot.py is not executable
    run chmod +x ./bot.py, or write exec:"python3 ./bot.py"
    "#);
    insta::assert_snapshot!(told("bot.py", b"print()\n", 0o755), @r#"
    ./bot.py is a script, but does not say what runs it
    write exec:"python3 ./bot.py", or make its first line #!/usr/bin/env python3
    "#);
    insta::assert_snapshot!(told("bot", b"#!/bin/sh\r\n", 0o755), @r#"
    the lines of ./bot have Windows endings, so the system cannot run it
    convert them with sed -i 's/\r$//' ./bot, or write exec:"sh ./bot"
    "#);
    insta::assert_snapshot!(told("bot", b"#!/usr/bin/env python3\r\n", 0o755), @r#"
    the lines of ./bot have Windows endings, so the system cannot run it
    convert them with sed -i 's/\r$//' ./bot, or write exec:"python3 ./bot"
    "#);
    insta::assert_snapshot!(told("bot", b"#!/bin/none\n", 0o755), @"
    ./bot is run by '/bin/none', which is not there
    install it, or fix the first line of ./bot
    ");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let told = |path: &str| BotCommand::path(path).check().unwrap_err().to_string().replace(folder, ".");
    insta::assert_snapshot!(told(folder), @"
    . is a directory
    name a program in it, for example ./bot
    ");
    insta::assert_snapshot!(told(&format!("{folder}/none")), @"
    there is no file ./none
    check the path: it is relative to the current directory
    ");
    insta::assert_snapshot!(told("/bin/sh -c x"), @r#"
    there is no file /bin/sh -c x
    a command with arguments is written exec:"/bin/sh -c x"
    "#);
    insta::assert_snapshot!(told("no-such-program"), @"
    there is no program 'no-such-program' in PATH
    install it, or give its path, for example ./no-such-program
    ");
}

#[test]
fn paths_may_be_relative_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["bot.py", "net"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    fs::create_dir(folder.path().join("v1.0")).unwrap();
    let within = |text: &str| {
        let words = BotCommand::split(text).unwrap().within(folder.path()).words;
        words.join(" ").replace(folder.path().to_str().unwrap(), "DIR")
    };
    assert_eq!(within("./bot.py"), "DIR/bot.py");
    assert_eq!(within("../bin/bot --depth 4 net"), "DIR/../bin/bot --depth 4 net");
    assert_eq!(within("python3 bot.py v1.0 --net=./net"), "python3 DIR/bot.py v1.0 --net=DIR/net");
    assert_eq!(within("/bin/sh /net"), "/bin/sh /net");
    let here = BotCommand::path("./bot.py");
    assert_eq!(here.clone().within(Path::new("")), here);
}

#[test]
fn the_digest_covers_the_words_and_every_file_that_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, content: &str| fs::write(file(name), content).unwrap();
    for name in ["bot", "book", "net"] {
        write(name, "one");
    }
    let command = || format!("{} {} --net={} --depth 4", file("bot"), file("book"), file("net"));
    let digest = || BotCommand::split(&command()).unwrap().digest();
    let mut seen = vec![digest()];
    assert_eq!(digest(), seen[0]);
    for name in ["bot", "book", "net"] {
        write(name, "two");
        seen.push(digest());
    }
    seen.push(BotCommand::split(&command().replace('4', "5")).unwrap().digest());
    let distinct: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 5, "{seen:?}");
}
