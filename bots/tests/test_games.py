"""The examples of games that arena has no rules for: their rules, and a match through arena."""

import csv
import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from harness import ARENA, BOTS, PYTHON, Bot

sys.path.insert(0, str(BOTS / "games"))
import breakthrough
import go

FILE = str(BOTS / "games" / "breakthrough.py")


def positions(board, depth):
    """How many sequences of so many moves there are."""
    return 1 if depth == 0 else sum(positions(board.after(move), depth - 1) for move in board.moves())


class Go(unittest.TestCase):
    def board(self, moves, size=5):
        board = go.Board(size)
        for move in moves.split():
            board.play(move)
        return board

    def test_stones_without_liberties_are_taken_and_suicide_is_illegal(self):
        board = self.board("B1 A1 A2")
        self.assertEqual((board.stones[20], board.stones[15], board.stones[21]), (".", "x", "x"))
        with self.assertRaises(go.IllegalMove):
            board.play("A1")

    def test_a_ko_may_not_be_taken_back_at_once(self):
        board = self.board("C2 D2 B3 E3 C4 D4 D3 C3")
        self.assertEqual(board.stones[board.point("D3")], ".")
        with self.assertRaises(go.IllegalMove):
            board.play("D3")
        board.play("A5")
        board.play("A1")
        board.play("D3")
        self.assertEqual(board.stones[board.point("C3")], ".")

    def test_two_passes_end_a_game_and_empty_points_of_one_side_count(self):
        board = self.board("B3 C3 B2 C2 B1 C1 A3 D3 pass E3 pass pass", size=5)
        self.assertTrue(board.is_over())
        # The top is reached by both.
        self.assertEqual(board.points(), (6, 9))

    def test_vertices_skip_the_letter_i(self):
        board = go.Board(9)
        self.assertEqual([board.vertex(point) for point in (0, 8, 80)], ["A9", "J9", "J1"])
        self.assertEqual([board.point(board.vertex(point)) for point in range(81)], list(range(81)))
        for wrong in ("I5", "K1", "A0", "A10", "", "5A"):
            with self.assertRaises(go.IllegalMove):
                board.point(wrong)


class Breakthrough(unittest.TestCase):
    def test_the_start_has_thirteen_moves_and_each_blocks_one_reply(self):
        # Five pieces in front: three moves each, two at either edge. Then one black piece has a white one before it, which it
        # cannot capture.
        self.assertEqual([positions(breakthrough.Board(), depth) for depth in (1, 2)], [13, 13 * 12])

    def test_pieces_capture_diagonally_only_and_the_last_row_wins(self):
        board = breakthrough.Board("...../..w../bbb../...../w.... w")
        self.assertEqual([breakthrough.written(move) for move in board.moves()], ["c4b5", "c4c5", "c4d5", "a1a2", "a1b2"])
        self.assertEqual(board.after(board.read("c4d5")).winner(), "w")
        board = breakthrough.Board("...../b..../wwb../...../..... b")
        self.assertEqual([breakthrough.written(move) for move in board.moves()], ["a4b3", "c3b2", "c3c2", "c3d2"])
        self.assertIsNone(board.winner())
        self.assertEqual(breakthrough.Board("...../...../w..../...../..... b").winner(), "w")

    def test_random_games_end_with_a_winner_and_moves_are_read_back(self):
        chance = random.Random(1)
        for _ in range(50):
            board, plies = breakthrough.Board(), 0
            while moves := board.moves():
                move = chance.choice(moves)
                self.assertEqual(board.read(breakthrough.written(move)), move)
                board, plies = board.after(move), plies + 1
            self.assertIn(board.winner(), ("w", "b"))
            self.assertLess(plies, 80)

    def test_it_answers_queries_and_reports_what_it_does_not_accept(self):
        with Bot([PYTHON, FILE], "ugi:x") as bot:
            bot.send("ugi")
            bot.until("ugiok")
            bot.send("position startpos moves b2b3", "query gameover", "query p1turn", "query result")
            self.assertEqual([bot.line() for _ in range(3)], ["response false", "response false", "response none"])
            for wrong in ("position startpos moves b2b5", "position startpos moves ?", "position fen 8/8 w"):
                bot.send(wrong, "query p1turn")
                self.assertTrue(bot.line().startswith("error "))
                self.assertEqual(bot.line(), "response false", "the position stays")
            bot.send("position fen w..../...../...../...../....b b", "query gameover", "query result")
            self.assertEqual([bot.line() for _ in range(2)], ["response true", "response p1win"])
            bot.send("position startpos", "go depth 2")
            self.assertEqual(len(bot.until("bestmove ")[-1].split()), 2)
            bot.send("go movetime 20")
            bot.until("bestmove ")

    def test_a_match_through_arena_replays_by_its_rules(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            players = [f'{name}=exec:"{PYTHON} {FILE} --depth {depth}"' for name, depth in (("a", 2), ("b", 1))]
            command = [ARENA, *players, "--game", f'ugi:"{PYTHON} {FILE}"', "-n", "6", "-q", "-o", str(out)]
            subprocess.run(command, check=True, capture_output=True, timeout=300)
            with open(out / "games.csv", newline="") as file:
                games = list(csv.DictReader(file))
        self.assertEqual(len(games), 6)
        for game in games:
            board = breakthrough.Board()
            for text in game["moves"].split():
                board = board.after(board.read(text))
            self.assertEqual(game["reason"], "normal")
            self.assertEqual(game["result"], {"w": "1-0", "b": "0-1"}[board.winner()])


class Goofspiel(unittest.TestCase):
    FILE = str(BOTS / "games" / "goofspiel.py")

    def play(self, seed, *players):
        command = [PYTHON, self.FILE, "play", str(seed), *players]
        played = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
        return json.loads(played.stdout)

    def test_a_game_can_be_repeated_and_the_higher_score_wins(self):
        odd, same = (f"{PYTHON} {self.FILE} bid {style}" for style in ("odd", "same"))
        for seed in (1, 2, 3):
            result = self.play(seed, odd, same)
            self.assertEqual(self.play(seed, odd, same), result)
            self.assertEqual(result["errors"], [0, 0])
            first, second = result["scores"]
            self.assertEqual(result["ranks"], [int(first < second), int(second < first)])
        self.assertEqual(self.play(1, same, same)["attributes"]["ties"], 9)

    def test_a_player_that_breaks_the_rules_or_crashes_has_an_error(self):
        same = f"{PYTHON} {self.FILE} bid same"
        self.assertEqual(self.play(1, "yes 10", same)["errors"], [1, 0])
        self.assertEqual(self.play(1, same, "false")["errors"], [0, 1])
