//! Tests of specs: names, keys, and errors.

use super::*;

fn read(text: &str) -> StrategySpec {
    text.parse().unwrap()
}

#[test]
fn a_name_in_front_is_split_off() {
    let spec = read("deep=smart:8,eval=hoard");
    assert_eq!((spec.name(), spec.kind()), ("deep", "smart"));
    assert_eq!(spec.to_string(), "smart:8,eval=hoard");
}

#[test]
fn without_a_name_the_spec_is_the_name() {
    for text in ["bad", "smart:6", "smart:time=5s,eval=decisive", "smart,eval=hoard"] {
        assert_eq!(read(text).name(), text);
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn blanks_next_to_commas_are_ignored() {
    let spec = read(" deep=smart:6 , eval=hoard,\tties=random ");
    assert_eq!((spec.name(), spec.to_string().as_str()), ("deep", "smart:6,eval=hoard,ties=random"));
    assert_eq!(read("smart:6, eval=hoard").name(), "smart:6,eval=hoard");
    assert!("smart: 6".parse::<StrategySpec>().is_ok_and(|spec| spec.to_string() == "smart: 6"));
}

#[test]
fn an_argument_without_its_colon_is_recognized() {
    let shown = |text: &str| text.parse::<StrategySpec>().unwrap_err().to_string();
    insta::assert_snapshot!(shown("me=smart6,eval=pots"), @"
    unknown strategy 'smart6'
        me=smart6,eval=pots
           ^^^^^^
    did you mean 'smart:6'?
    ");
    assert!(shown("bad6").ends_with("did you mean 'bad'?"), "bad takes no argument");
}

#[test]
fn a_program_is_given_by_its_path_or_its_command() {
    for path in ["./bot", "../x/bot", "/opt/bot", "./bot,time=100ms", "./my=bot:1,depth=4"] {
        let spec = read(path);
        assert!(spec.is_bot(), "{path}");
        assert_eq!((spec.name(), spec.to_string().as_str()), (path, path));
        assert_eq!(read(&spec.to_string()), spec);
    }
    let spec = read("me=exec:\"python3 bot.py --list 1,2\",time=100ms,option.Hash=\"a,b\"");
    assert_eq!((spec.name(), spec.kind()), ("me", "exec"));
    let text = |place: &Range<usize>| spec.typed[place.clone()].to_owned();
    assert_eq!(text(spec.argument.as_ref().unwrap()), "\"python3 bot.py --list 1,2\"");
    let settings: Vec<_> = spec.settings.iter().map(|it| (text(&it.key), text(&it.value))).collect();
    let expected = [("time", "100ms"), ("option.Hash", "\"a,b\"")];
    assert_eq!(settings, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    assert_eq!(spec.to_string(), spec.typed["me=".len()..]);
    assert_eq!(read("me=./bot").name(), "me");
}

#[test]
fn bookkeeping_is_no_part_of_a_short_name() {
    let name = |text: &str| read(text).with_short_name().name().to_owned();
    assert_eq!(name("./v2.py,deterministic=yes"), "./v2.py");
    assert_eq!(name("./v2.py,startup=1s,depth=4,memory=1G"), "./v2.py,depth=4");
    assert_eq!(name("exec:\"a, b\",margin=5ms"), "exec:\"a, b\"");
    for same in ["./v2.py", "smart:6,eval=pots", "./v2.py,depth=4"] {
        assert_eq!(name(same), same);
    }
    assert_eq!(name("me=./v2.py,deterministic=yes"), "me");
}

#[test]
fn a_long_command_gets_a_short_name() {
    let name = |text: &str| read(text).name().to_owned();
    assert_eq!(name("exec:python3 bot.py"), "exec:python3 bot.py");
    assert_eq!(
        name("exec:/usr/local/bin/python3 /home/me/bots/bot.py --depth 4"),
        "python3 bot.py --depth 4"
    );
    assert_eq!(name(&format!("/{}/bot", "long/".repeat(20))), "bot");
    assert_eq!(name("exec:\"sh -c 'tee /home/me/some/where/in.txt | ./mybot'\""), "sh -c tee in.txt | mybot");
    assert_eq!(name(&format!("exec:bot {}", "x".repeat(90))).chars().count(), LONGEST_NAME);
}

#[test]
fn an_error_points_at_the_wrong_part_of_a_command() {
    let shown = |text: &str| text.parse::<StrategySpec>().unwrap_err().to_string();
    insta::assert_snapshot!(shown("exec:./bot --list 1,2"), @r#"
    this is not key=value
        exec:./bot --list 1,2
                            ^
    commas in a command need quotes inside quotes: 'exec:"./bot --list 1,2",time=100ms'
    "#);
    insta::assert_snapshot!(shown("bots/mine"), @"
    unknown strategy 'bots/mine'
        bots/mine
        ^^^^^^^^^
    the path of a program starts with ./, ../ or /: write ./bots/mine
    ");
    insta::assert_snapshot!(shown("me=cat bot.py --depth 4,time=5s"), @r#"
    this is a command, not a strategy
        me=cat bot.py --depth 4,time=5s
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    write 'exec:"cat bot.py --depth 4",time=5s'
    "#);
    insta::assert_snapshot!(shown("./bot,tme=5s"), @"
    exec has no key 'tme'
        ./bot,tme=5s
              ^^^
    did you mean 'time'?
    ");
    insta::assert_snapshot!(shown("./bo\nt"), @"
    a command cannot contain control characters
        ./bo?t
        ^^^^^^
    write the command on one line, without control characters
    ");
}

#[test]
fn an_error_points_at_its_place() {
    let shown = |text: &str| text.parse::<StrategySpec>().unwrap_err().to_string();
    insta::assert_snapshot!(shown("smrt:6"), @"
    unknown strategy 'smrt'
        smrt:6
        ^^^^
    did you mean 'smart'?
    ");
    insta::assert_snapshot!(shown("deep=smart:6,evil=pots"), @"
    smart has no key 'evil'
        deep=smart:6,evil=pots
                     ^^^^
    did you mean 'eval'?
    ");
    insta::assert_snapshot!(shown("bad:3"), @"
    bad takes no argument
        bad:3
            ^
    write bad
    ");
    insta::assert_snapshot!(shown("smart:6,eval"), @"
    this is not key=value
        smart:6,eval
                ^^^^
    a strategy is written name[:argument][,key=value…], for example smart:6,eval=pots
    ");
    insta::assert_snapshot!(shown("smart:"), @"
    something is missing here
        smart:
              ^
    a strategy is written name[:argument][,key=value…], for example smart:6,eval=pots
    ");
    insta::assert_snapshot!(shown("smart:6,eval=pots,eval=hoard"), @"
    'eval' is given twice
        smart:6,eval=pots,eval=hoard
                          ^^^^
    give eval= once
    ");
    insta::assert_snapshot!(shown("my bot=smart:6"), @"
    a name cannot contain ' '
        my bot=smart:6
        ^^^^^^
    a name is made of letters, digits and . _ - +, for example deep=smart:8
    ");
    insta::assert_snapshot!(shown(""), @"
    a strategy is missing
        
        ^
    strategies: bad, random, greedy, smart, mcts, perfect, exec, human
    ");
}

#[test]
fn where_players_are_commands_every_command_line_is_one() {
    for (typed, spec) in [
        ("./v2", "./v2"),
        ("new=./v2", "new=./v2"),
        ("./v2 --depth 4", "exec:\"./v2 --depth 4\""),
        ("new=./v2 --list 1,2", "new=exec:\"./v2 --list 1,2\""),
        ("python3 bot.py --k=3", "exec:\"python3 bot.py --k=3\""),
        ("sh", "exec:sh"),
        ("sh -c 'echo \"1\"'", "exec:'sh -c '\\''echo \"1\"'\\'''"),
        ("exec:\"./v2 --depth 4\"", "exec:\"./v2 --depth 4\""),
        ("smart:6", "smart:6"),
        ("a=exec:./b 5", "a=exec:./b 5"),
    ] {
        let player = of_command_line(typed);
        assert_eq!(player, spec);
        let words =
            player.parse::<StrategySpec>().unwrap().bot().map(|bot| bot.unwrap().command.words().join("|"));
        assert!(words.is_none_or(|words| !words.is_empty()), "{typed}");
    }
    let bot = of_command_line("sh -c 'echo \"1\"'").parse::<StrategySpec>().unwrap().bot().unwrap().unwrap();
    assert_eq!(bot.command.words(), ["sh", "-c", "echo \"1\""]);
}
