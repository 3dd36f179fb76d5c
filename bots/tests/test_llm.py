"""Language models as players: the adapter against a fake endpoint on the loopback interface."""

import csv
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import rules
from harness import ARENA, BOTS, FAKES, PYTHON, Bot, play

sys.path.insert(0, str(FAKES))
from model import Model

ADAPTER = str(BOTS / "llm" / "adapter.py")
KEY = "sk-fake-0123456789-this-must-stay-secret"


class LanguageModel(unittest.TestCase):
    def setUp(self):
        self.model = Model()
        self.addCleanup(self.model.server_close)
        self.addCleanup(self.model.shutdown)
        environment = {"ARENA": ARENA, "OPENAI_API_KEY": KEY, "NO_PROXY": "*", "no_proxy": "*"}
        patch = mock.patch.dict(os.environ, environment)
        patch.start()
        self.addCleanup(patch.stop)

    def bot(self, model, spec="kalah:6x4", *options):
        return Bot([PYTHON, ADAPTER, "--model", model, "--url", self.model.url, *options], spec)

    def ask(self, bot, position):
        bot.send(f"position fen {position}", "go")
        return bot.until("bestmove ")

    def match(self, folder, model, *options):
        """A match with a model, through arena."""
        player = f'model=exec:"{PYTHON} {ADAPTER} --model {model} --url {self.model.url}"'
        command = [ARENA, player, "bad", "-n", "4", "-o", f"{folder}/run", "--record-moves", "--no-progress", *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)

    @staticmethod
    def rows(path):
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_a_model_plays_whole_games(self):
        for model, spec in (("hasty", "kalah:3x2"), ("chatty", "connect:4x4x3"), ("hasty", "mnk:3x3x3")):
            with self.subTest(spec=spec), self.bot(model, spec) as bot:
                game = rules.game(spec)

                def choose(position):
                    said = self.ask(bot, position)
                    self.assertEqual(said, ["info nodes 15", f"bestmove {game.legal(position)[0]}"])
                    return game.legal(position)[0]

                play(self, spec, choose, opening=1)

    def test_the_model_is_told_the_rules_the_board_and_the_legal_moves(self):
        with self.bot("hasty", "kalah:6x4", "--set", "temperature=0", "--set", "stop=END") as bot:
            self.ask(bot, "n:5,5,4,0,1,6,2:5,0,4,4,5,6,1")
        (request,) = self.model.requests
        self.assertEqual((request["path"], request["key"]), ("/v1/chat/completions", f"Bearer {KEY}"))
        self.assertEqual((request["model"], request["temperature"], request["stop"]), ("hasty", 0, "END"))
        system, user = (message["content"] for message in request["messages"])
        self.assertIn("you move again", system)
        self.assertIn("[ 5][ 0][ 4][ 4][ 5][ 6]", user)
        self.assertIn("North to move. Legal moves: 1 3 4 5 6\n", user)

    def test_every_game_of_arena_has_rules_for_the_model(self):
        spec = importlib.util.spec_from_file_location("llm_adapter", ADAPTER)
        adapter = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(adapter)
        listed = subprocess.run([ARENA, "list", "games"], capture_output=True, text=True, check=True).stdout
        games = set(re.findall(r"^  ([a-z0-9]+)", listed, re.MULTILINE)) - {"ugi", "match"}
        self.assertTrue({"kalah", "connect"} <= games <= set(adapter.RULES), games)

    def test_moves_with_names_are_played_by_them(self):
        with self.bot("hasty", "mnk:9x9x5") as bot:
            bot.send("position startpos", "go")
            self.assertEqual(bot.until("bestmove ")[-1], "bestmove A9")

    def test_lists_of_moves_are_understood_too(self):
        with self.bot("hasty") as bot:
            bot.send("position startpos moves 3 6", "go")
            self.assertEqual(bot.until("bestmove ")[-1], "bestmove 1")
            bot.send("position startpos moves 99", "go", "isready")
            self.assertEqual([bot.line() for _ in range(2)], ["bestmove none", "readyok"])
        self.assertIn("n:", self.model.requests[0]["messages"][-1]["content"])

    def test_an_illegal_answer_is_explained_and_asked_again(self):
        with self.bot("learning") as bot:
            self.assertEqual(self.ask(bot, "s:0,4,4,4,4,4,0:4,4,4,4,4,4,0"), ["info nodes 30", "bestmove 2"])
        first, second = (request["messages"] for request in self.model.requests)
        self.assertEqual(second[: len(first)], first)
        self.assertEqual(second[-2], {"role": "assistant", "content": "move: 99"})
        self.assertIn("'99' is not a legal move", second[-1]["content"])

    def test_after_the_retries_the_game_is_forfeited(self):
        for options, asked in (((), 3), (("--retries", "0"), 1)):
            self.model.requests.clear()
            with self.bot("stubborn", "kalah:6x4", *options) as bot:
                self.assertEqual(self.ask(bot, "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0")[-1], "bestmove none")
            self.assertEqual(len(self.model.requests), asked)
        with self.bot("mute") as bot:
            self.assertEqual(self.ask(bot, "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0"), ["bestmove none"])
        with tempfile.TemporaryDirectory() as folder:
            played = self.match(folder, "stubborn", "--max-forfeits", "100")
            self.assertEqual(played.returncode, 1, played.stderr)
            self.assertEqual({row["reason"] for row in self.rows(f"{folder}/run/games.csv")}, {"illegal"})

    def test_games_through_arena_are_reviewed_and_the_key_is_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            played = self.match(folder, "telling", "-g", "kalah:3x2", "--report")
            self.assertEqual(played.returncode, 0, played.stderr)
            review = subprocess.run([ARENA, "review", f"{folder}/run"], capture_output=True, text=True, check=True)
            self.assertIn("model", review.stdout)
            nodes = {row["nodes"] for row in self.rows(f"{folder}/run/moves.csv") if row["player"] == "model"}
            self.assertEqual(nodes, {"15"})
            log = Path(folder, "run", "logs", "model.log").read_text()
            self.assertIn("--- the model\nYour header was Bearer [key].\nmove: ", log)
            self.assertIn("--- to the model\nkalah:3x2\n", log)
            self.assertIn(f"Bearer {KEY}", {request["key"] for request in self.model.requests})
            files = [path for path in Path(folder).rglob("*") if path.is_file()]
            self.assertGreater(len(files), 5)
            for path in files:
                self.assertNotIn(KEY.encode(), path.read_bytes(), path)
            for said in (played.stdout, played.stderr, review.stdout, review.stderr):
                self.assertNotIn(KEY, said)

    def test_a_busy_server_is_asked_again(self):
        with self.bot("busy") as bot:
            self.assertEqual(self.ask(bot, "s:4,4,4,4,4,4,0:4,4,4,4,4,4,0"), ["info nodes 15", "bestmove 1"])
            bot.send("quit")
            self.assertIn("HTTP 429: {\"error\": \"slow down\"}; again in 0 s", bot.ending()[1])
        self.assertEqual(len(self.model.requests), 2)

    def test_a_server_that_fails_ends_the_bot_with_its_words(self):
        said = {
            "refusing": "HTTP 401: {\"error\": \"invalid key: Bearer [key] ...",
            "down": "HTTP 503: {\"error\": \"starting\"}",
            "odd": "not an answer of /chat/completions: {\"text\": \"hello\"}",
            "elsewhere": "HTTP 302",
        }
        for model, words in said.items():
            self.model.requests.clear()
            with self.subTest(model=model), self.bot(model) as bot:
                bot.send("position fen s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "go")
                code, errors = bot.ending()
                self.assertEqual(code, 1)
                self.assertIn(f"error: {self.model.url}/chat/completions: {words}", errors)
                self.assertNotIn(KEY[:10], errors)
                # What may pass is tried four times; a redirection is not followed.
                self.assertEqual(len(self.model.requests), 4 if model == "down" else 1)

    def test_wrong_arguments_are_explained_without_repeating_a_key(self):
        cases = [
            (["--model", "m", "--key-variable", KEY], "write the name of an environment variable"),
            (["--model", "m", "--url", f"https://me:{KEY}@host/v1"], "a key belongs into the environment"),
            (["--model", "m", "--url", "localhost"], "write an address such as http://localhost:8080/v1"),
            (["--model", "m", "--set", "temperature"], "such as temperature=0"),
            (["--model", "m", "--retries", "-1"], "write a number from 0 up"),
            (["--model", "m", "--rules", "/no/such/file"], "--rules: /no/such/file: No such file"),
            ([], "--model"),
        ]
        for arguments, words in cases:
            tried = subprocess.run([PYTHON, ADAPTER, *arguments], capture_output=True, text=True, check=False)
            self.assertIn(words, tried.stderr)
            self.assertNotIn(KEY, tried.stderr)
            self.assertNotEqual(tried.returncode, 0)
        for changed, words in (({"ARENA_GAME": "ugi:./referee"}, "arena has no rules"), ({"ARENA": "/none"}, "no arena in PATH")):
            with mock.patch.dict(os.environ, changed):
                tried = subprocess.run([PYTHON, ADAPTER, "--model", "m"], capture_output=True, text=True, check=False)
            self.assertEqual((tried.returncode, words in tried.stderr), (1, True), tried.stderr)
