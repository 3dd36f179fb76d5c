#!/usr/bin/env python3
"""Tests of the starter bots and the adapters.

    python3 bots/test.py                  all of them; a compiler or open_spiel that is missing is an error
    python3 bots/test.py --skip-missing   skips what needs them
    python3 bots/test.py -k kgp           what unittest understands

ARENA names the binary that judges the rules (default: target/debug/arena).
"""

import contextlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

BOTS = Path(__file__).resolve().parent
sys.path.insert(0, str(BOTS / "tests"))
import rules  # noqa: E402

ARENA = os.environ.get("ARENA", str(BOTS.parent / "target" / "debug" / "arena"))
SKIP_MISSING = "--skip-missing" in sys.argv
PYTHON = sys.executable
FAKES = BOTS / "tests" / "fakes"
PATIENCE = 60  # seconds for an answer, on a loaded machine

GAMES = [
    "kalah:6x4", "kalah:6x4:empty-capture", "kalah:1x1", "kalah:2x9", "kalah:3x2", "kalah:4x13:empty-capture", "kalah:32x2",
    "connect:7x6x4", "connect:4x4x3", "connect:3x9x3", "connect:12x2x5", "mnk:3x3x3", "mnk:8x3x4", "mnk:5x8x5",
]  # fmt: skip

# How each starter is built (into OUT, from its folder) and run.
STARTERS = {
    "python": (None, [PYTHON, "{bots}/python/bot.py"]),
    "javascript": (None, ["node", "{bots}/javascript/bot.js"]),
    "java": (["javac", "-Xlint:all", "-Werror", "-d", "{out}", "Bot.java"], ["java", "-cp", "{out}", "Bot"]),
    "c": (["cc", "-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "{out}/c", "bot.c"], ["{out}/c"]),
    "cpp": (["g++", "-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "{out}/cpp", "bot.cpp"], ["{out}/cpp"]),
    "rust": (["rustc", "-O", "--edition", "2021", "-D", "warnings", "-o", "{out}/rust", "bot.rs"], ["{out}/rust"]),
}


class Bot:
    """A bot under test, spoken to line by line."""

    def __init__(self, command, spec):
        environment = {**os.environ, "ARENA_GAME": spec}
        environment.pop("PYTHONUNBUFFERED", None)  # It would hide a missing flush.
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.errors = []
        readers = (self.read, lambda: self.errors.extend(self.process.stderr))
        self.readers = [threading.Thread(target=reader, daemon=True) for reader in readers]
        for reader in self.readers:
            reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())
        self.lines.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        for reader in self.readers:
            reader.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        line = self.lines.get(timeout=PATIENCE)
        if line is None:
            raise EOFError(f"the bot ended: {b''.join(self.errors).decode()}")
        if not line.endswith("\n"):
            raise ValueError(f"half a line: {line!r}")
        return line.strip()

    def until(self, start):
        """The lines up to the first that begins so, which is the last of them."""
        lines = [self.line()]
        while not lines[-1].startswith(start):
            lines.append(self.line())
        return lines

    def move(self, position, go="go"):
        self.send(f"position fen {position}", go)
        return int(self.until("bestmove ")[-1].split()[1])

    def ending(self):
        """Waits for the end of the process: its exit code and stderr."""
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return code, b"".join(self.errors).decode()


def show(spec, *arguments):
    shown = subprocess.run([ARENA, "show", "--json", "--game", spec, *arguments], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)


def expected(game, position):
    """What a starter's `choose` picks as it stands."""
    total = 0
    for number in game.numbers(position):
        total = (total * 31 + number) % 2**32
    legal = game.legal(position)
    return legal[total % len(legal)]


def play(test, spec, choose, opening=0, seed=1):
    """Plays a game, the first plies at random, and has arena confirm it. Returns the moves."""
    game, chance = rules.game(spec), random.Random(seed)
    position, moves = game.start, []
    while legal := game.legal(position):
        move = chance.choice(legal) if len(moves) < opening else choose(position)
        test.assertIn(move, legal, f"{spec} {position}")
        moves.append(move)
        position = game.after(position, move)
    test.assertEqual(show(spec, "--moves", " ".join(map(str, moves)))["position"], position)
    return moves


class Missing(unittest.TestCase):
    def need(self, present, what):
        if not present:
            message = f"{what} is not installed (--skip-missing skips this)"
            self.skipTest(message) if SKIP_MISSING else self.fail(message)


class Rules(unittest.TestCase):
    def test_the_rules_of_these_tests_are_arenas(self):
        for spec in GAMES:
            game, chance = rules.game(spec), random.Random(spec)
            position = game.start
            while True:
                with self.subTest(spec=spec, position=position):
                    shown = show(spec, "--position", position)
                    self.assertEqual(shown["legal"], game.legal(position))
                    self.assertEqual(shown["over"], not game.legal(position))
                if not game.legal(position):
                    break
                move = chance.choice(game.legal(position))
                after = game.after(position, move)
                self.assertEqual(show(spec, "--position", position, "--moves", str(move))["position"], after)
                position = after


class Starter(Missing):
    """The tests of every starter; a class for each language follows."""

    language = None

    @classmethod
    def setUpClass(cls):
        build, run = STARTERS[cls.language]
        cls.folder = tempfile.TemporaryDirectory()
        cls.tools = [words[0] for words in (build, run) if words and "{" not in words[0]]
        fill = {"bots": str(BOTS), "out": cls.folder.name}
        cls.command = [word.format(**fill) for word in run]
        if build and shutil.which(build[0]):
            subprocess.run([word.format(**fill) for word in build], cwd=BOTS / cls.language, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        for tool in self.tools:
            self.need(shutil.which(tool), tool)

    def bot(self, spec="kalah:6x4"):
        return Bot(self.command, spec)

    def test_it_plays_whole_games(self):
        for spec in GAMES:
            with self.subTest(spec=spec), self.bot(spec) as bot:
                game = rules.game(spec)

                def choose(position):
                    move = bot.move(position)
                    self.assertEqual(move, expected(game, position), position)
                    return move

                for opening in (0, 3, 6):
                    bot.send("uginewgame", "isready")
                    self.assertEqual(bot.line(), "readyok")
                    play(self, spec, choose, opening, seed=opening)

    def test_it_follows_lists_of_moves(self):
        for spec in GAMES:
            with self.subTest(spec=spec), self.bot(spec) as bot:
                game, chance = rules.game(spec), random.Random(spec)
                position, moves = game.start, []
                bot.send("position startpos", "go")
                while game.legal(position):
                    self.assertEqual(bot.line(), f"bestmove {expected(game, position)}", f"{position} {moves}")
                    moves.append(chance.choice(game.legal(position)))
                    after = game.after(position, moves[-1])
                    if chance.random() < 0.5:
                        bot.send(f"position startpos moves {' '.join(map(str, moves))}", "go")
                    else:
                        bot.send(f"position fen {position} moves {moves[-1]}", "go")
                    position = after
                self.assertEqual(bot.line(), "bestmove none")

    def test_it_reads_the_largest_boards(self):
        for spec in ("connect:64x64x4", "kalah:32x64", "mnk:8x8x5"):
            with self.subTest(spec=spec), self.bot(spec) as bot:
                game, chance = rules.game(spec), random.Random(spec)
                position = game.start
                for _ in range(20):
                    self.assertEqual(bot.move(position), expected(game, position))
                    position = game.after(position, chance.choice(game.legal(position)))

    def test_it_speaks_the_protocol(self):
        with self.bot() as bot:
            bot.send("ugi")
            self.assertIn("id name starter", bot.until("ugiok"))
            bot.send("setoption name Hash value 16", "isready")
            self.assertEqual(bot.line(), "readyok")
            position = "n:4,4,0,5,5,0,2:4,4,5,5,5,5,0"
            move = expected(rules.game("kalah:6x4"), position)
            limits = ("movetime 100", "nodes 5", "depth 3", "infinite", "p1time 9 p2time 9 p1inc 0 p2inc 0", "movetime 1e9", "depth " + "9" * 5000)
            for limit in ("", *limits):
                self.assertEqual(bot.move(position, f"go {limit}"), move)
                bot.send("stop")
            bot.send("quit")
            self.assertEqual(bot.ending(), (0, ""))

    def test_it_survives_garbage(self):
        garbage = [
            "", "   ", "hello", "go away", "position", "position fen", "position fen x", "position fen s:1,2:3", "position fen s:1,,2:3,4,5",
            "position fen s:-1,4,4,4,4,4,0:4,4,4,4,4,4,0", "position fen q:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "position fen x:.../...",
            "position startpos moves", "position startpos moves 9", "position startpos moves x", "position fen " + "9" * 100_000,
            "setoption", "setoption name", b"\xff\xfe\x80 \xc3\n", b"\0\0\n", b"isready\r\n", "é" * 1000, "position fen s:::", "position fen :",
        ]  # fmt: skip
        for spec in ("kalah:6x4", "connect:7x6x4", "mnk:3x3x3"):
            game = rules.game(spec)
            with self.subTest(spec=spec), self.bot(spec) as bot:
                for line in garbage:
                    bot.send(line, f"position fen {game.start}", "isready", "go")
                    bot.until("readyok")
                    bot.until(f"bestmove {expected(game, game.start)}")
                bot.send("quit")
                self.assertEqual(bot.ending(), (0, ""))

    def test_it_knows_the_end_of_a_game(self):
        over = {
            "kalah:3x2": ["s:0,0,0,4:2,2,2,2", "n:0,0,0,4:2,2,2,2", "s:1,0,0,3:0,0,0,8"],
            "connect:4x4x3": ["o:..../..../oo../xxx.", "o:..../x.../xo../xo..", "o:..../..x./.xo./xoo.", "o:..../x.../ox../oox.", "x:xoxo/xoxo/oxox/oxox"],
            "mnk:3x3x3": ["o:xxx/oo./...", "o:xo./xo./x..", "o:xo./ox./..x", "o:.ox/ox./x..", "x:xox/oox/xxo"],
        }
        on = {
            "kalah:3x2": ["s:0,0,1,0:0,0,1,0"],
            "connect:4x4x3": ["x:..../..../o.../xx.o"],
            "mnk:3x3x3": ["o:xx./oox/x..", "o:..x/xx./oo."],
        }
        for spec in over:
            with self.subTest(spec=spec), self.bot(spec) as bot:
                for position in over[spec] + on[spec]:
                    self.assertEqual(show(spec, "--position", position)["over"], position in over[spec], position)
                    bot.send(f"position fen {position}", "go")
                    move = "none" if position in over[spec] else expected(rules.game(spec), position)
                    self.assertEqual(bot.line(), f"bestmove {move}", position)

    def test_a_position_it_cannot_read_leaves_the_last_one(self):
        with self.bot() as bot:
            position = "n:4,4,0,5,5,0,2:4,4,5,5,5,5,0"
            bot.send(f"position fen {position}", "position fen nonsense", "go")
            said = bot.until("bestmove ")
            self.assertTrue(said[0].startswith("info string cannot read this position"), said)
            self.assertEqual(said[-1], f"bestmove {expected(rules.game('kalah:6x4'), position)}")

    def test_it_ends_with_its_input(self):
        for input in (b"", b"ugi\n", b"ugi\nisrea", b"position startpos\ngo"):
            with self.subTest(input=input), self.bot() as bot:
                bot.send(input)
                bot.process.stdin.close()
                self.assertEqual(bot.ending(), (0, ""))


# fmt: off
class PythonStarter(Starter): language = "python"
class JavascriptStarter(Starter): language = "javascript"
class JavaStarter(Starter): language = "java"
class CStarter(Starter): language = "c"
class CppStarter(Starter): language = "cpp"
class RustStarter(Starter): language = "rust"
# fmt: on


class Documentation(unittest.TestCase):
    def block(self, language):
        """The lines of the one block of a language in the documentation."""
        parts = (BOTS.parent / "docs" / "BOTS.md").read_text().split("```")
        found = [part.splitlines()[1:] for part in parts[1::2] if part.startswith(f"{language}\n")]
        self.assertEqual(len(found), 1)
        return found[0]

    def test_the_session_in_the_documentation_is_what_the_starter_says(self):
        with Bot([PYTHON, str(BOTS / "python" / "bot.py")], "kalah:6x4") as bot:
            for line in self.block("session"):
                who, _, said = line.partition(" ")
                bot.send(said) if who == ">" else self.assertEqual(bot.line(), said)
            self.assertEqual(bot.ending(), (0, ""))

    def test_the_choose_in_the_documentation_plays(self):
        starter = (BOTS / "python" / "bot.py").read_text()
        replaced = starter.replace("\nclass Kalah:", "\n".join(["", *self.block("python"), "", "", "class Kalah:"]))
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "bot.py"
            program.write_text(replaced)
            with Bot([PYTHON, str(program)], "kalah:6x4") as bot:
                self.assertEqual(bot.move("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0"), 3)
                self.assertEqual(bot.move("n:4,4,0,5,5,0,2:4,9,5,0,1,5,0"), 5)

    def test_every_starter_is_described(self):
        for page in (BOTS / "README.md", BOTS.parent / "docs" / "BOTS.md"):
            for folder in sorted(path.name for path in BOTS.iterdir() if path.is_dir() and path.name not in ("tests", "__pycache__")):
                self.assertIn(f"{folder}/", page.read_text(), page)


class Kaggle(unittest.TestCase):
    command = [PYTHON, str(BOTS / "kaggle" / "adapter.py"), str(FAKES / "agent.py")]

    def test_an_agent_plays_whole_games(self):
        for spec in ("connect:7x6x4", "connect:5x4x3"):
            game = rules.game(spec)
            with self.subTest(spec=spec), Bot(self.command, spec) as bot:

                def choose(position):
                    bot.send(f"position fen {position}", "go movetime 1000")
                    move = int(bot.line().removeprefix("bestmove "))
                    winning = [move for move in game.legal(position) if game.won(game.after(position, move))]
                    self.assertEqual(move, (winning or game.legal(position)[-1:])[0], position)
                    return move

                for opening in range(6):
                    play(self, spec, choose, opening, seed=opening)

    def test_another_game_is_refused(self):
        with Bot(self.command, "kalah:6x4") as bot:
            code, errors = bot.ending()
            self.assertEqual((code, "add --game connect" in errors), (1, True), errors)

    def test_the_last_function_is_the_agent_where_none_has_the_name(self):
        with tempfile.TemporaryDirectory() as folder:
            agent = Path(folder) / "submission.py"
            agent.write_text("def helper(): return 0\ndef my_agent(observation): return observation.board.index(0)\n")
            with Bot([*self.command[:2], str(agent)], "connect:4x4x3") as bot:
                self.assertEqual(bot.move("x:xo../xo../ox../xo.."), 3)


class Once(unittest.TestCase):
    def command(self, *options, program=()):
        return [PYTHON, str(BOTS / "once" / "adapter.py"), *options, PYTHON, str(FAKES / "once.py"), *program]

    def test_a_program_plays_a_whole_game_move_by_move(self):
        game = rules.game("kalah:3x2")
        for options, program in (((), ()), ((), ("{position}",)), (("--stdin",), ())):
            with self.subTest(options=options), Bot(self.command(*options, program=program), "kalah:3x2") as bot:

                def choose(position):
                    self.assertEqual(bot.move(position), game.legal(position)[-1])
                    return game.legal(position)[-1]

                play(self, "kalah:3x2", choose, opening=1)

    def test_moves_may_count_from_zero(self):
        with Bot(self.command("--from-zero"), "kalah:3x2") as bot:
            self.assertEqual(bot.move("s:2,2,0,0:2,2,2,0"), 3)

    def test_a_slow_program_is_killed_and_its_last_word_counts(self):
        with Bot(self.command(program=("--slow",)), "kalah:3x2") as bot:
            self.assertEqual(bot.move("s:2,2,0,0:2,2,2,0", "go movetime 3000"), 2)

    def test_a_program_that_is_not_there_is_named(self):
        with Bot([PYTHON, str(BOTS / "once" / "adapter.py"), "./no-such-program"], "kalah:3x2") as bot:
            code, errors = bot.ending()
            self.assertEqual((code, "./no-such-program" in errors), (1, True), errors)


class Kgp(unittest.TestCase):
    def bot(self, manner, spec="kalah:6x4"):
        return Bot([PYTHON, str(BOTS / "kgp" / "adapter.py"), PYTHON, str(FAKES / "client.py"), "{port}", manner], spec)

    @staticmethod
    def client_move(game, position):
        """The fake client's move in arena's numbers: South counts up towards its pot, North down."""
        order = game.legal(position) if position[0] == "s" else game.legal(position)[::-1]
        ring = game.ring(position)
        distance = (lambda hole: game.n + 1 - hole) if position[0] == "s" else (lambda hole: hole)
        extra = [hole for hole in order if ring[game.place(position[0], hole)] == distance(hole)]
        return (extra or order)[0]

    def test_a_client_plays_whole_games_on_both_sides(self):
        for spec in ("kalah:6x4", "kalah:3x2", "kalah:8x5"):
            game = rules.game(spec)
            with self.subTest(spec=spec), self.bot("yield", spec) as bot:

                def choose(position):
                    move = bot.move(position)
                    self.assertEqual(move, self.client_move(game, position), position)
                    return move

                for opening in range(4):
                    play(self, spec, choose, opening, seed=opening)
                bot.send("quit")
                self.assertEqual(bot.ending()[0], 0)

    def test_the_last_move_counts_when_the_time_is_up(self):
        with self.bot("late") as bot:
            for position in ("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "n:4,4,0,5,5,0,2:4,4,5,5,5,5,0"):
                self.assertEqual(bot.move(position, "go movetime 500"), self.client_move(rules.game("kalah:6x4"), position))

    def test_a_silent_client_gets_the_first_legal_move(self):
        with self.bot("mute") as bot:
            self.assertEqual(bot.move("s:0,4,4,4,4,4,0:4,4,4,4,4,4,0", "go movetime 100"), 2)

    def test_a_move_after_the_stop_does_not_count_for_the_next_position(self):
        with self.bot("stale") as bot:
            for _ in range(3):
                self.assertEqual(bot.move("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "go movetime 200"), 1)

    def test_a_client_that_is_gone_ends_the_adapter(self):
        command = [PYTHON, str(BOTS / "kgp" / "adapter.py"), PYTHON, "-c", "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])))"]
        with Bot([*command, "{port}"], "kalah:6x4") as bot:
            code, errors = bot.ending()
            self.assertEqual((code, "freeplay" in errors), (1, True), errors)


class OpenSpiel(Missing):
    adapter = BOTS / "openspiel" / "adapter.py"

    def setUp(self):
        found = subprocess.run([PYTHON, "-c", "import pyspiel"], capture_output=True)
        self.need(found.returncode == 0, "open_spiel")

    def bot(self, spec, *options):
        return Bot([PYTHON, str(self.adapter), "--simulations", "30", *options], spec)

    def test_its_mcts_plays_whole_games_that_openspiel_follows(self):
        for spec, openings in (("kalah:6x4", range(7)), ("connect:7x6x4", (0, 3)), ("connect:5x4x3", (0, 3))):
            game = rules.game(spec)
            with self.subTest(spec=spec), self.bot(spec, "--verify") as bot:
                for opening in openings:
                    bot.send("uginewgame")
                    side, chance, verified = game.start[0], random.Random(opening), []

                    def choose(position):
                        if position[0] != side:
                            return chance.choice(game.legal(position))
                        bot.send(f"position fen {position}", "go")
                        said = bot.until("bestmove ")
                        verified.append(said[0])
                        return int(said[-1].split()[1])

                    play(self, spec, choose, opening, seed=opening)
                    later = ["info string verified from the last position"] * (len(verified) - 1)
                    self.assertEqual(verified, ["info string verified as a first position", *later])

    def test_a_difference_in_rules_shows(self):
        # After 1 it is North's turn. By other rules South has a bean in its pot and moves again.
        with self.bot("kalah:6x4", "--verify", "--bot", str(FAKES / "first.py")) as bot:
            self.assertEqual(bot.move("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0"), 1)
            bot.send("position fen s:0,5,5,5,5,4,1:4,4,4,4,4,4,0", "go")
            code, errors = bot.ending()
            self.assertEqual((code, "rules differ" in errors), (1, True), errors)

    def test_a_position_without_a_known_way_and_other_sizes_are_played_in_python(self):
        with self.bot("kalah:6x4") as bot:
            bot.send("position fen s:0,0,0,0,1,1,20:0,0,0,0,3,3,20", "go")
            said = bot.until("bestmove ")
            self.assertIn("arena_kalah", said[0])
            self.assertEqual(said[-1], "bestmove 6")
        with self.bot("kalah:4x3") as bot:
            play(self, "kalah:4x3", bot.move)

    def test_it_takes_a_win_and_the_same_one_again(self):
        with self.bot("connect:7x6x4") as bot:
            for _ in range(2):
                self.assertEqual(bot.move("o:......./......./......./......./x.x..../x.xooo."), 7)

    def test_registered_bots_and_files_play_too(self):
        for name in ("uniform_random", str(FAKES / "first.py")):
            with self.subTest(bot=name), self.bot("kalah:6x4", "--bot", name) as bot:
                self.assertIn(bot.move("n:4,4,0,5,5,0,2:4,4,5,5,5,5,0"), range(1, 7))


del Starter  # Only its subclasses are tests.

if __name__ == "__main__":
    if not Path(ARENA).exists():
        sys.exit(f"no arena at {ARENA}: run cargo build, or set ARENA")
    unittest.main(argv=[argument for argument in sys.argv if argument != "--skip-missing"])
