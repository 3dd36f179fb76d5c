//! Whatever is in the lists of games, strategies and evaluators is explained, and can be played. None is named here.

use std::collections::BTreeSet;

use arena::games::GameInfo;
use arena::play::host::{self, GameSpec};
use arena::players::strategies::{self, StrategySpec};
use tempfile::tempdir;

use crate::common::{arena, commands, example, json, play, stderr_of, stdout, stdout_of};

/// The words of a text, ignoring line breaks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The specs of the players of a game that need neither a person nor another program.
fn players(game: &str) -> Vec<StrategySpec> {
    let host = game.parse::<GameSpec>().unwrap().host().unwrap();
    let specs = strategies::list().into_iter().map(|kind| kind.name.parse::<StrategySpec>().unwrap());
    let players: Vec<_> =
        specs.filter(|spec| !spec.is_human() && !spec.is_bot() && host.strategy(spec).is_ok()).collect();
    let all = strategies::list().len() - 2 - usize::from(may_repeat(game));
    assert_eq!(players.len(), all, "{game}: {players:?}");
    players
}

/// The games with their default sizes.
fn games() -> Vec<(GameInfo, GameSpec)> {
    host::list().into_iter().map(|game| (game, game.name.parse().unwrap())).collect()
}

/// A small board of a game: each size two above its smallest, or the smallest where that board has moves enough. Some strategies
/// play to the end of the game.
fn small(game: &GameInfo) -> String {
    let smallest: u16 = game.sizes.iter().map(|size| size.least).product();
    let more = if smallest < 8 { 2 } else { 0 };
    let sizes: Vec<String> =
        game.sizes.iter().map(|size| size.most.min(size.least + more).to_string()).collect();
    let colon = if sizes.is_empty() { "" } else { ":" };
    format!("{}{colon}{}", game.name, sizes.join("x"))
}

/// Whether positions can repeat. Such a game may be long, and nobody plays it perfectly.
fn may_repeat(game: &str) -> bool {
    game.parse::<GameSpec>().unwrap().host().unwrap().start().may_repeat()
}

/// A position near the end of a game.
fn late(game: &str) -> String {
    let mut positions = vec![game.parse::<GameSpec>().unwrap().host().unwrap().start()];
    while let Some(last) = positions.last().filter(|last| last.outcome().is_none()) {
        let mut moves = last.legal_moves();
        let pick = positions.len() * 31 % moves.len();
        positions.push(last.after(moves.nth(pick).unwrap()).unwrap());
    }
    positions[positions.len().saturating_sub(3)].to_string()
}

#[test]
fn the_help_of_every_command_that_takes_a_game_has_the_forms_of_all() {
    let mut taking = BTreeSet::new();
    for command in commands() {
        let help = words(&stdout_of(&arena(&[&command, "--help"])));
        if !help.contains("--game <SPEC>") {
            continue;
        }
        for (game, _) in games() {
            assert!(help.contains(game.form), "arena {command} --help lacks {}: {help}", game.form);
        }
        taking.insert(command);
    }
    assert!(taking.len() >= 5, "{taking:?}");
}

#[test]
fn the_list_explains_every_game_strategy_key_and_evaluator() {
    let list = words(&stdout(&["list"]));
    let explains = |what: &str, summary: &str| {
        assert!(!summary.is_empty(), "{what} has no summary");
        let line = words(&format!("{what} {summary}"));
        assert!(list.contains(&line), "arena list lacks: {line}\n{list}");
    };
    for (game, spec) in games() {
        explains(game.form, game.summary);
        assert!(!spec.evaluators().is_empty(), "{} has no evaluator", game.name);
        for evaluator in spec.evaluators() {
            explains(&format!("{} {}", game.name, evaluator.name), evaluator.summary);
        }
    }
    for kind in strategies::list() {
        explains(kind.form, kind.summary);
        assert!(kind.form.starts_with(kind.name), "{kind:?}");
        for (i, key) in kind.keys.iter().enumerate() {
            let heading = if i == 0 { format!("Keys of {}: ", kind.name) } else { String::new() };
            explains(&format!("{heading}{}={}", key.name, key.values), key.summary);
        }
    }
}

#[test]
fn every_game_can_be_shown_counted_and_analyzed() {
    for (game, spec) in games() {
        let shown = json(&["show", "--game", game.name, "--json"]);
        assert_eq!(shown["game"], spec.to_string(), "the default sizes");
        let legal = shown["legal"].as_array().unwrap().len();
        assert!(legal > 0, "{shown}");
        let position = shown["position"].as_str().unwrap();
        assert_eq!(json(&["show", "--game", game.name, "--position", position, "--json"]), shown);
        assert!(!stdout(&["show", "--game", game.name]).is_empty());
        let counted = json(&["perft", "--game", game.name, "--depth", "1", "--json"]);
        assert_eq!(counted["counts"][0], legal, "{}", game.name);
        let analyzed = json(&["analyze", "--game", game.name, "--json"]);
        assert_eq!(analyzed["moves"].as_array().unwrap().len(), legal, "{}", game.name);
    }
}

#[test]
fn every_strategy_plays_every_game_with_every_evaluator() {
    for (game, spec) in games() {
        let mut line = Vec::new();
        for player in players(&small(&game)) {
            line.push(player.to_string());
            let kind = strategies::list().into_iter().find(|kind| kind.name == player.kind()).unwrap();
            if kind.keys.iter().any(|key| key.name == "eval") {
                line.extend(spec.evaluators().iter().map(|it| format!("{player},eval={}", it.name)));
            }
        }
        let out = tempdir().unwrap();
        let file = out.path().join("late.txt");
        std::fs::write(&file, late(&small(&game))).unwrap();
        let short = format!("--max-plies 2 --openings file:{}", file.display());
        let short = if may_repeat(game.name) { short } else { String::new() };
        let words = format!("tournament {} --game {} --games 2 --json {short}", line.join(" "), small(&game));
        let result: serde_json::Value = serde_json::from_str(&play(&out.path().join("run"), &words)).unwrap();
        let pairings = line.len() * (line.len() - 1) / 2;
        assert_eq!(result["games"], 2 * pairings, "{words}");
    }
}

#[test]
fn every_strategy_can_be_watched_at_every_game() {
    for (game, _) in games() {
        let game = small(&game);
        for player in players(&game) {
            let player = player.to_string();
            let mut line =
                vec!["play", "--game", &game, "--first", &player, "--second", &player, "--no-pause"];
            let late = late(&game);
            if may_repeat(&game) {
                line.extend(["--position", &late]);
            }
            let output = arena(&line);
            assert_eq!(output.status.code(), Some(0), "{line:?}: {}", stderr_of(&output));
            assert!(!stdout_of(&output).is_empty(), "{line:?}");
        }
    }
}

#[test]
fn an_unknown_name_is_answered_with_all_there_are() {
    let none = "qqqqqqqq";
    let told = |args: &[&str]| {
        let output = arena(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        words(&stderr_of(&output))
    };
    let (game, strategy) = (told(&["show", "--game", none]), told(&["--a", none, "--b", none]));
    for (info, spec) in games() {
        assert!(game.contains(info.name), "{game}");
        for player in
            strategies::list().into_iter().filter(|kind| kind.keys.iter().any(|key| key.name == "eval"))
        {
            let player = format!("{},eval={none}", player.name);
            let evaluator = told(&["analyze", "--game", info.name, "--with", &player]);
            for listed in spec.evaluators() {
                assert!(evaluator.contains(listed.name), "{evaluator}");
            }
        }
    }
    for kind in strategies::list() {
        assert!(strategy.contains(kind.name), "{strategy}");
    }
}

#[test]
fn a_program_of_ones_own_speaks_of_itself_by_its_name() {
    let program = example("custom_game");
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let output = std::process::Command::new(&program).args(words).current_dir(folder.path()).output();
        let output = output.unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    for words in
        [&["--help"][..], &["match", "--help"], &["tournament", "--help"], &["merge", "-h"], &["man"]]
    {
        let text = run(words);
        let is_arena = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()) == "arena";
        let line = text.lines().find(|line| line.split_whitespace().any(is_arena));
        assert_eq!(line, None, "{words:?}");
        assert!(text.contains("custom_game"), "{words:?}: {text}");
    }
    assert!(run(&["match", "--help"]).contains("Usage: custom_game [match] [OPTIONS] <PLAYER> <PLAYER>\n"));
    assert!(run(&["bad"]).contains("for example custom_game smart:6 bad"));
    run(&["bad", "random", "-n", "2", "-o", "run", "-q"]);
    let file = std::fs::read_to_string(folder.path().join("run/run.json")).unwrap();
    assert!(file.contains(r#""command": "custom_game --games 2 --a bad"#), "{file}");
}
