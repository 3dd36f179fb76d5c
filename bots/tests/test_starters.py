"""Tests of the starter bots, and of what the documentation says about them."""

import json
import random
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import rules
from harness import ARENA, BOTS, PYTHON, Bot, NeedsTools, expected, play, show

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


class Starter(NeedsTools):
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
            limits = (
                "movetime 100",
                "nodes 5",
                "depth 3",
                "infinite",
                "p1time 9 p2time 9 p1inc 0 p2inc 0",
                "movetime 1e9",
                "depth " + "9" * 5000,
            )
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
            "connect:4x4x3": [
                "o:..../..../oo../xxx.",
                "o:..../x.../xo../xo..",
                "o:..../..x./.xo./xoo.",
                "o:..../x.../ox../oox.",
                "x:xoxo/xoxo/oxox/oxox",
            ],
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

    def test_arena_finds_it_fit_to_play(self):
        for spec in ("kalah", "connect", "mnk"):
            with self.subTest(spec=spec):
                examined = subprocess.run(
                    [ARENA, "bot", shlex.join(self.command), "--game", spec, "--time", "10s", "--json"],
                    capture_output=True, text=True,
                )  # fmt: skip
                self.assertEqual((examined.returncode, examined.stderr), (0, ""), examined.stdout)
                checks = json.loads(examined.stdout)["checks"]
                self.assertEqual({check["outcome"] for check in checks}, {"passed"}, checks)

    def test_it_is_the_template_of_its_language(self):
        template = subprocess.run([ARENA, "bot", "--template", self.language], capture_output=True, check=True)
        self.assertIn(template.stdout, [file.read_bytes() for file in (BOTS / self.language).iterdir() if file.is_file()])

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
        docs = BOTS.parent / "docs"
        pages = [page.read_text() for page in (docs / "BOTS.md", docs / "bots" / "PROTOCOLS.md")]
        blocks = [block for page in pages for block in page.split("```")[1::2]]
        found = [block.splitlines()[1:] for block in blocks if block.startswith(f"{language}\n")]
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
            for folder in sorted(
                path.name for path in BOTS.iterdir() if path.is_dir() and path.name not in ("tests", "__pycache__")
            ):
                self.assertIn(f"{folder}/", page.read_text(), page)


del Starter  # Only its subclasses are tests.
