//! Wrong input: exit code 2, nothing on stdout, and a message with the problem, its place and advice. Never a panic.

use std::fs;

use crate::common::arena;

/// What was typed, and pieces that the message must hold: the place, what is wrong, what to do.
const WRONG: &[(&[&str], &[&str])] = &[
    // Commands and flags.
    (&["shwo"], &["unrecognized subcommand 'shwo'", "'show'"]),
    (&["show", "--postion", "s:1"], &["unexpected argument '--postion'", "'--position'"]),
    (&["show", "extra"], &["there is no run extra", "give the folder of a run"]),
    (&["show", "tests"], &["--game takes the number of a game of the run, not 'kalah'", "--game 17"]),
    (&["show", "--game"], &["a value is required for '--game <SPEC>'"]),
    (&["show", "--moves", "1", "--moves", "2"], &["'--moves <MOVES>' cannot be used multiple times"]),
    (&["--color", "blue", "show"], &["invalid value 'blue' for '--color <WHEN>'", "auto, always, never"]),
    (&["list", "game"], &["invalid value 'game'", "games"]),
    (&["completions"], &["<SHELL>"]),
    (&["completions", "tcsh"], &["invalid value 'tcsh'", "bash"]),
    (&["man", "shwo"], &["there is no command 'shwo'", "did you mean 'show'?"]),
    // Games.
    (&["show", "--game", "kalha"], &["--game: unknown game 'kalha'", "^^^^^", "did you mean 'kalah'?"]),
    (&["show", "--game", "shogi"], &["unknown game 'shogi'", "games: kalah, connect"]),
    (&["show", "--game", "chess:8x8"], &["chess has no sizes", "chess960:N"]),
    (
        &["show", "--game", "chess960:960"],
        &["the number of the start position must be from 0 to 959", "chess960:518"],
    ),
    (
        &["show", "--game", "chess", "--position", "8/8 w"],
        &["--position: a position of chess has four fields or six", "write a FEN"],
    ),
    (
        &["show", "--game", "chess", "--position", "4k3/8/8/8/8/8/8/3K3R w K - 0 1"],
        &["only kings on e1 and e8 may castle", "play it as chess960"],
    ),
    (
        &["show", "--game", "chess", "--moves", "e2e5"],
        &["e2e5 is not a legal move here", "White may play b1a3"],
    ),
    (&["solve", "--game", "chess"], &["its positions can repeat", "analyze"]),
    (&["smart:full", "bad", "--game", "chess"], &["its positions can repeat", "smart:3"]),
    (&["perfect", "bad", "--game", "chess"], &["its positions can repeat", "smart:3"]),
    (
        &["bad", "random", "--openings", "file:x,plies=many"],
        &["the number of plies must be a number", "plies=16"],
    ),
    // Exports.
    (
        &["export", "results", "--format", "xml"],
        &["invalid value 'xml' for '--format <FORMAT>'", "pgn, jsonl"],
    ),
    (
        &["export", "tests", "--format", "jsonl"],
        &["there is no run.json next to the games", "give the folder of a run"],
    ),
    (
        &["export", "nowhere", "--format", "jsonl"],
        &["nowhere is not the folder of a run", "with its run.json"],
    ),
    (&["show", "--game", ""], &["--game: unknown game ''", "games: kalah, connect"]),
    (&["show", "--game", "kalah:6"], &["Kalah takes two sizes, not '6'", "write kalah:HOLESxBEANS"]),
    (&["show", "--game", "kalah:"], &["Kalah takes two sizes, not ''"]),
    (&["show", "--game", "kalah:0x4"], &["the number of holes must be from 1 to 32, not 0"]),
    (&["show", "--game", "kalah:33x4"], &["the number of holes must be from 1 to 32, not 33"]),
    (&["show", "--game", "kalah:6x65"], &["the number of beans must be from 0 to 64, not 65"]),
    (&["show", "--game", "kalah:6x-4"], &["the number of beans must be a number from 0 to 64, not '-4'"]),
    (&["show", "--game", "kalah:6x4x3"], &["Kalah takes two sizes"]),
    (&["show", "--game", "kalah:6x4:emptycapture"], &["unknown variant 'emptycapture'", "empty-capture"]),
    (&["show", "--game", "kalah:99999999999999999999x4"], &["the number of holes must be from 1 to 32"]),
    (&["show", "--game", "connect:7x6"], &["Connect-N takes three sizes", "connect:7x6x4"]),
    (&["show", "--game", "connect:7x6x0"], &["N in a row must be from 1 to 64, not 0"]),
    (&["show", "--game", "connect:65x6x4"], &["the number of columns must be from 1 to 64, not 65"]),
    (&["show", "--game", "connect:7x65x4"], &["the number of levels must be from 1 to 64, not 65"]),
    // Positions.
    (&["show", "--position", ""], &["--position: the side to move is 's' or 'n' in Kalah, not ''"]),
    (
        &["show", "--position", "s:1,2,0:1,2,0"],
        &["South has 2 holes and a pot, but kalah:6x4 has 6", "--game"],
    ),
    (&["show", "--position", "x:......."], &["the side to move is 's' or 'n'", "--game"]),
    (&["show", "--position", "s:4,4,4,4,4,4,0"], &["two rows after the side to move, not 1"]),
    (&["show", "--position", "s:4,4,4,four,4,4,0:4,4,4,4,4,4,0"], &["not 'four'", "        ^^^^"]),
    (&["show", "--position", "s:4,4,4,-4,4,4,0:4,4,4,4,4,4,0"], &["not '-4'"]),
    (&["show", "--position", "s:70000,4,4,4,4,4,0:4,4,4,4,4,4,0"], &["from 0 to 65535, not 70000"]),
    (
        &["show", "--game", "connect:3x2x2", "--position", "x:.../x.x/..."],
        &["3 levels, but connect:3x2x2 has 2"],
    ),
    (&["show", "--game", "connect:3x2x2", "--position", "x:..../...."], &["a level of 4 columns"]),
    (
        &["show", "--game", "connect:3x2x2", "--position", "x:x../..."],
        &["checker in column 1 has nothing below it"],
    ),
    (&["show", "--game", "connect:3x2x2", "--position", "x:.../.z."], &["not 'z'"]),
    (&["show", "--game", "connect:3x2x2", "--position", "x:xx./oo."], &["both sides have 2 in a row"]),
    // Moves.
    (
        &["show", "--moves", "7"],
        &["--moves: move 1: there is no hole 7: choose from 1 to 6", "South may play 1 2"],
    ),
    (&["show", "--moves", "0"], &["move 1: there is no hole 0"]),
    (&["show", "--moves", "-1"], &["move 1: '-1' is not a hole number"]),
    (&["show", "--moves", "3 3"], &["move 2: hole 3 is empty", "South may play 1 2 4 5 6"]),
    (&["show", "--moves", "3 six"], &["move 2: 'six' is not a hole number"]),
    (&["show", "--game", "connect:2x2x2", "--moves", "1 1 1"], &["move 3: column 1 is full"]),
    (
        &["show", "--game", "connect:4x4x2", "--moves", "1 2 1 3"],
        &["move 4: the game is over", "end the list"],
    ),
    (&["show", "--moves", "99999999999999999999999 1"], &["is not a hole number"]),
    // Strategies.
    (&["analyze", "--with", "smrt:6"], &["--with: unknown strategy 'smrt'", "^^^^", "did you mean 'smart'?"]),
    (&["analyze", "--with", ""], &["a strategy is missing", "strategies: bad, random"]),
    (&["analyze", "--with", "smart:0"], &["the depth must be from 1 to 9999, not 0", "smart:full"]),
    (&["analyze", "--with", "smart:-1"], &["the depth must be a number from 1 to 9999, not '-1'"]),
    (&["analyze", "--with", "smart:deep"], &["not 'deep'"]),
    (&["analyze", "--with", "smart:10000"], &["the depth must be from 1 to 9999"]),
    (&["analyze", "--with", "smart:6,"], &["something is missing here"]),
    (&["analyze", "--with", "smart:6,eval"], &["this is not key=value"]),
    (&["analyze", "--with", "smart:6,eval="], &["'eval' has no value"]),
    (&["analyze", "--with", "smart:6,eval=hord"], &["no evaluator 'hord'", "did you mean 'hoard'?"]),
    (&["analyze", "--with", "smart:6,eval=lines"], &["no evaluator 'lines'", "pots, decisive, hoard, tempo"]),
    (&["analyze", "--with", "smart:6,depth=3"], &["smart has no key 'depth'", "keys: eval, extra"]),
    (&["analyze", "--with", "smart:6,extra=fre"], &["unknown value 'fre'", "did you mean 'free'?"]),
    (&["analyze", "--with", "smart:6,ties=last"], &["unknown value 'last'", "first, random"]),
    (&["analyze", "--with", "smart:6,time=5"], &["'5' is not a time", "time=50ms"]),
    (
        &["analyze", "--with", "smart:6,time=0s"],
        &["the time must be more than 0 and at most a day, not '0s'"],
    ),
    (&["analyze", "--with", "smart:6,nodes=many"], &["'many' is not a count", "nodes=100k"]),
    (&["analyze", "--with", "smart:6,nodes=0"], &["not between 1 and 10^15"]),
    (&["analyze", "--with", "bad"], &["bad does not compute values of moves", "smart:8"]),
    (&["analyze", "--with", "random"], &["random does not compute values of moves"]),
    (&["analyze", "--with", "human"], &["a human can play only in 'arena play'"]),
    (&["analyze", "--with", "bad:3"], &["bad takes no argument"]),
    (&["analyze", "--with", "bad,eval=pots"], &["bad takes no keys"]),
    (&["analyze", "--with", "=smart:6"], &["the name in front of '=' is missing"]),
    (&["analyze", "--with", "a/b=smart:6"], &["a name cannot contain '/'"]),
    (&["analyze", "--with", "+1=smart:6"], &["a name cannot begin with + or -", "a spreadsheet"]),
    (&["analyze", "--with", "smart:6,time=1s,time=2s"], &["'time' is given twice"]),
    // Matches.
    (&["match"], &["required arguments were not provided", "--a <SPEC>", "--b <SPEC>"]),
    (&["--games", "10", "--a", "bad"], &["--b <SPEC>"]),
    (&["--a", "bad", "--b", "bad"], &["--b: both players are called 'bad'", "--b other=bad"]),
    (&["--a", "draw=bad", "--b", "bad"], &["--a: a player cannot be called 'draw'"]),
    (&["--a", "x=bad", "--b", "x=smart:2"], &["both players are called 'x'"]),
    (&["--a", "bad", "--b", "human"], &["--b: a human can play only in 'arena play'"]),
    (&["--a", "bad", "--b", "smart:2,eval=lines"], &["--b: this game has no evaluator 'lines'"]),
    (&["--a", "bad", "--b", "random", "--games", "0"], &["invalid value '0' for '--games <N>'"]),
    (&["--a", "bad", "--b", "random", "--games", "-5"], &["invalid value '-5' for '--games <N>'"]),
    (&["--a", "bad", "--b", "random", "--games", "1.5"], &["invalid value '1.5' for '--games <N>'"]),
    (
        &["--a", "bad", "--b", "random", "--game", "conect"],
        &["--game: unknown game", "did you mean 'connect'?"],
    ),
    (
        &["--a", "bad", "--b", "random", "--game", "kalah:3x0"],
        &["--openings: this game is over before it begins"],
    ),
    (&["--a", "bad", "--b", "random", "--openings", "randm"], &["--openings: unknown openings", "'random'?"]),
    (&["--a", "bad", "--b", "random", "--openings", "random:x"], &["the number of plies must be a number"]),
    (
        &["--a", "bad", "--b", "random", "--openings", "start:3"],
        &["write random, random:6, balanced, balanced:6, start or file:PATH"],
    ),
    (
        &["--a", "bad", "--b", "random", "--openings", "file:"],
        &["write random, random:6, balanced, balanced:6, start or file:PATH"],
    ),
    (
        &["--a", "bad", "--b", "random", "--openings", "file:none.txt"],
        &["cannot read none.txt", "file:openings.txt"],
    ),
    (
        &["--a", "bad", "--b", "random", "--game", "kalah:2x1", "--openings", "random:40"],
        &["every game is over within 40 plies", "choose at most random:"],
    ),
    (&["--a", "bad", "--b", "random", "--threads", "0"], &["invalid value '0' for '--threads <N>'"]),
    (&["--a", "bad", "--b", "random", "--max-plies", "0"], &["invalid value '0' for '--max-plies <N>'"]),
    (&["--a", "bad", "--b", "random", "--seed", "-1"], &["invalid value '-1' for '--seed <N>'"]),
    (&["--a", "bad", "--b", "random", "--threds", "5"], &["unexpected argument '--threds'", "'--threads'"]),
    // Numbers.
    (&["perft", "--depth", "0"], &["invalid value '0' for '--depth <N>'", "from 1 to 1000"]),
    (&["perft", "--depth", "many"], &["invalid value 'many' for '--depth <N>'"]),
    (&["perft", "--depth", "-3"], &["invalid value '-3' for '--depth <N>'"]),
    (&["play", "--seed", "x"], &["invalid value 'x' for '--seed <N>'"]),
    (&["play", "--first", "humen"], &["--first: unknown strategy 'humen'", "did you mean 'human'?"]),
    (&["play", "--second", "smart:6,eval=center"], &["--second: this game has no evaluator 'center'"]),
    (&["play", "--hint", "human"], &["--hint: a human can play only"]),
    (&["play", "--hint", "bad"], &["--hint: bad does not compute values of moves"]),
];

#[test]
fn every_wrong_input_is_explained() {
    for (args, pieces) in WRONG {
        let output = arena(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "arena {args:?}\n{stderr}");
        assert_eq!(output.stdout, b"", "arena {args:?}");
        assert!(stderr.starts_with("error: "), "arena {args:?}\n{stderr}");
        for piece in *pieces {
            assert!(stderr.contains(piece), "arena {args:?} does not say {piece:?}:\n{stderr}");
        }
    }
}

#[test]
fn a_file_of_openings_has_a_bound_for_each_line_and_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    let problem = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        let output = arena(&["bad", "random", "--quiet", "--openings", &format!("file:{}", path.display())]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.len() < 1000, "{said}");
        said.replace(path.to_str().unwrap(), "FILE")
    };
    let said = problem(&[b"1 2\n", vec![b'1'; 70_000].as_slice(), b"\n3"].concat());
    assert!(said.starts_with("error: --openings: FILE, line 2: a line over 64 KiB\n"), "{said}");
    let said = problem(&b"1\n".repeat((1 << 20) + 1));
    assert!(
        said.starts_with("error: --openings: FILE, line 1048577: more than 1048576 openings\n"),
        "{said}"
    );
    let said = problem(&vec![b'\n'; (64 << 20) + 1]);
    assert!(said.contains("cannot read FILE: it is larger than 64 MiB"), "{said}");
    assert!(problem(b"1\n\xff\n").contains("cannot read FILE: line 2 is not UTF-8 text"));
}

#[test]
fn an_error_shows_the_place() {
    let output = arena(&["analyze", "--with", "deep=smart:6,evl=pots"]);
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @"
    error: --with: smart has no key 'evl'
        deep=smart:6,evl=pots
                     ^^^
    did you mean 'eval'?
    ");
}

#[test]
fn odd_bytes_do_no_harm() {
    for odd in
        ["\u{1b}[2J", "é:ü", "smart:\u{0301}", "🂡=🂡:🂡,🂡=🂡", "s:\u{200b}", "::::", ",,,,", "====", "x", "\n"]
    {
        for flags in [
            &["show", "--game"][..],
            &["show", "--position"],
            &["show", "--moves"],
            &["analyze", "--with"],
            &["man"],
        ] {
            let output = arena(&[flags, &[odd]].concat());
            let stderr = String::from_utf8_lossy(&output.stderr);
            // Separators alone are an empty list of moves; everything else is wrong.
            let nothing = odd.chars().all(|c| c == '\n' || c == ',');
            let expected = if nothing && flags[1..] == ["--moves"] { 0 } else { 2 };
            assert_eq!(output.status.code(), Some(expected), "{flags:?} {odd:?}\n{stderr}");
            assert!(!stderr.contains("panicked"), "{stderr}");
        }
    }
}
