"""Tests of the adapters, with small fakes of the other side, and with OpenSpiel itself."""

import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import rules
from harness import ARENA, BOTS, FAKES, PYTHON, Bot, NeedsTools, play


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
                self.assertEqual(
                    bot.move(position, "go movetime 500"), self.client_move(rules.game("kalah:6x4"), position)
                )

    def test_a_silent_client_gets_the_first_legal_move(self):
        with self.bot("mute") as bot:
            self.assertEqual(bot.move("s:0,4,4,4,4,4,0:4,4,4,4,4,4,0", "go movetime 100"), 2)

    def test_a_share_of_the_clock_is_the_time_for_a_move(self):
        with self.bot("mute") as bot:
            clock = "go p1time 1 p2time 4050 p1inc 0 p2inc 0"
            began = time.monotonic()
            self.assertEqual(bot.move("n:4,4,4,4,4,4,0:0,4,4,4,4,4,0", clock), 2)
            # A twentieth of four seconds; without the clock it would be five.
            self.assertTrue(0.1 < time.monotonic() - began < 4)

    def test_a_move_after_the_stop_does_not_count_for_the_next_position(self):
        with self.bot("stale") as bot:
            for _ in range(3):
                self.assertEqual(bot.move("s:4,4,4,4,4,4,0:4,4,4,4,4,4,0", "go movetime 200"), 1)

    def test_a_client_that_is_gone_ends_the_adapter(self):
        command = [
            PYTHON,
            str(BOTS / "kgp" / "adapter.py"),
            PYTHON,
            "-c",
            "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])))",
        ]
        with Bot([*command, "{port}"], "kalah:6x4") as bot:
            code, errors = bot.ending()
            self.assertEqual((code, "freeplay" in errors), (1, True), errors)


class OpenSpiel(NeedsTools):
    adapter = BOTS / "openspiel" / "adapter.py"

    def setUp(self):
        found = subprocess.run([PYTHON, "-c", "import pyspiel"], capture_output=True, check=False)
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

    def test_random_games_of_arena_are_games_of_openspiel(self):
        for spec, name in (
            ("breakthrough:8x8", "breakthrough(rows=8,columns=8)"),
            ("breakthrough:3x6", "breakthrough(rows=6,columns=3)"),
            ("mnk:7x4x3", "mnk(m=7,n=4,k=3)"),
            ("mnk:15x15x5", "mnk(m=15,n=15,k=5)"),
        ):
            with self.subTest(spec=spec), tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / "run"
                players = ["--a", "a=random", "--b", "b=random"]
                command = [ARENA, *players, "-g", spec, "--openings", "start", "-n", "100", "-q", "-o", str(out)]
                subprocess.run(command, check=True, capture_output=True, timeout=300)
                script = [PYTHON, str(FAKES / "openspiel_replay.py"), name, str(out / "games.csv")]
                replay = subprocess.run(script, capture_output=True, text=True, check=False)
                self.assertEqual(replay.stdout, "100 games\n", replay.stderr)

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
