"""The ready referees: what they answer, and games through arena whose every move and result the library confirms."""

import csv
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import ARENA, BOTS, PYTHON, Bot, NeedsTools

# What the referees are made of. Their tests need it, and say so where it is missing.
try:
    import pyffish
except ImportError:
    pyffish = None
try:
    import pyspiel
except ImportError:
    pyspiel = None

# Debian's folder of games is not always in PATH.
PATH = os.environ["PATH"] + ":/usr/games"

VARIANTS = str(BOTS / "games" / "variants.py")
OPENSPIEL = str(BOTS / "openspiel" / "referee.py")


class Referee(NeedsTools):
    """Asks a referee, and plays matches with it through arena."""

    program, library, options = None, None, ""

    def setUp(self):
        self.need(self.library is not None, f"what {Path(self.program).name} needs")

    def ask(self, game, *positions):
        """The three answers about each position, or the error."""
        answers = []
        with Bot([PYTHON, self.program, game], "ugi:x") as bot:
            for position in positions:
                bot.send(f"position {position}", "query gameover", "query p1turn", "query result")
                said = [bot.line() for _ in range(3)]
                if said[0].startswith("error "):
                    bot.line()
                    answers.append(said[0])
                else:
                    answers.append(" ".join(line.removeprefix("response ") for line in said))
        return answers

    def refusal(self, *arguments):
        tried = subprocess.run([PYTHON, self.program, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual((tried.returncode, tried.stdout), (1, ""), tried)
        return tried.stderr

    def player(self, game):
        """The referee's own player."""
        return f'exec:"{PYTHON} {self.program} {game} {self.options}"'

    def match(self, game, players=None, games=2, openings=()):
        """Plays a match, of the referee's own player with itself if there are no others; the rows of games.csv."""
        with tempfile.TemporaryDirectory() as folder:
            a, b = players or (self.player(game), self.player(game))
            command = [ARENA, f"a={a}", f"b={b}", "--game", f'ugi:"{PYTHON} {self.program} {game}"']
            command += ["-n", str(games), "-q", "-o", f"{folder}/run"]
            if openings:
                (Path(folder) / "openings").write_text("\n".join(openings))
                command += ["--openings", f"file:{folder}/openings"]
            played = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
            self.assertEqual((played.returncode, played.stderr), (0, ""), command)
            with open(f"{folder}/run/games.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        self.assertEqual({row["reason"] for row in rows}, {"normal"})
        self.assertEqual(len(rows), games)
        return rows


class Variants(Referee):
    program, library = VARIANTS, pyffish

    @staticmethod
    def outcome(variant, fen, moves):
        """The result by the library alone: None while the game goes on."""
        game = (variant, fen, moves)
        over, value = pyffish.is_immediate_game_end(*game)
        if not over and not pyffish.legal_moves(*game):
            over, value = True, pyffish.game_result(*game)
        if not over:
            over, value = pyffish.is_optional_game_end(*game)
        if not over and pyffish.has_insufficient_material(*game) == (True, True):
            over, value = True, 0
        if not over or value == 0:
            return "1/2-1/2" if over else None
        to_move_is_first = " w " in pyffish.get_fen(*game)
        return "1-0" if (value > 0) == to_move_is_first else "0-1"

    def assert_follows(self, variant, fen, moves, result):
        """Fails unless the library knows the moves, ends the game after the last of them, and says the same result."""
        for count, move in enumerate(moves):
            self.assertIn(move, pyffish.legal_moves(variant, fen, moves[:count]))
        self.assertIsNone(self.outcome(variant, fen, moves[:-1]))
        self.assertEqual(self.outcome(variant, fen, moves), result)

    def test_random_games_of_variants_follow_the_library_to_its_result(self):
        for variant in ("janggi", "crazyhouse"):
            (row,) = self.match(variant, games=1)
            with self.subTest(variant=variant):
                self.assert_follows(variant, pyffish.start_fen(variant), row["moves"].split(), row["result"])
        # Xiangqi by chance takes hundreds of moves from its start.
        fen = "4k4/9/9/9/9/9/4P4/9/4R4/3K5 w - - 0 1"
        for row in self.match("xiangqi", openings=[f"fen {fen} moves e2a2"]):
            self.assert_follows("xiangqi", fen, ["e2a2", *row["moves"].split()], row["result"])

    def test_an_engine_that_speaks_uci_plays_itself_in_three_variants(self):
        engine = shutil.which("fairy-stockfish", path=PATH)
        self.need(engine, "fairy-stockfish")
        for variant in ("xiangqi", "shogi", "crazyhouse"):
            with self.subTest(variant=variant):
                engines = [f"exec:{engine},protocol=uci,nodes={n},option.UCI_Variant={variant}" for n in (300, 30)]
                for row in self.match(variant, engines):
                    self.assert_follows(variant, pyffish.start_fen(variant), row["moves"].split(), row["result"])

    def test_ends_of_games_are_known(self):
        mate = "startpos moves f2f3 e7e5 g2g4 d8h4"
        self.assertEqual(self.ask("crazyhouse", mate, "startpos moves e2e4"), ["true true p2win", "false false none"])
        # White gives the third check, and captures into an explosion of the king.
        checks = "fen 4k3/8/8/8/8/8/4P3/4KR2 w - - 1+3 0 1 moves f1f8"
        self.assertEqual(self.ask("3check", checks), ["true false p1win"])
        self.assertEqual(self.ask("atomic", "startpos moves g1f3 a7a6 f3e5 a6a5 e5d7"), ["true false p1win"])
        # Who cannot move has lost in xiangqi; in chess it is a draw.
        self.assertEqual(self.ask("xiangqi", "fen 4k4/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1"), ["true true p2win"])
        self.assertEqual(self.ask("chess", "fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), ["true false draw"])
        # A position for the third time, and bare kings.
        back = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 2)
        self.assertEqual(self.ask("chess", f"startpos moves {back}"), ["true true draw"])
        self.assertEqual(self.ask("chess", "fen 7k/8/8/8/8/8/8/K7 b - - 0 1"), ["true false draw"])

    def test_what_is_no_move_or_position_is_an_error_and_changes_nothing(self):
        wrong = ["startpos moves e2e4 e7e5 e4e5", "startpos moves e2e5 e7e6", "startpos moves ?", "fen 8/8 w", "fen"]
        answers = self.ask("chess", "startpos moves e2e4", *wrong)
        self.assertEqual(answers[0], "false false none")
        self.assertEqual(answers[1:4], [f"error '{move}' is not a legal move" for move in ("e4e5", "e2e5", "?")])
        self.assertTrue(all(answer.startswith("error ") for answer in answers[1:]), answers)
        with Bot([PYTHON, VARIANTS, "chess"], "ugi:x") as bot:
            bot.send("position startpos moves e2e4", "position startpos moves e2e5", "query p1turn")
            self.assertEqual([bot.line() for _ in range(2)], ["error 'e2e5' is not a legal move", "response false"])

    def test_boards_have_a_column_for_each_piece(self):
        with Bot([PYTHON, VARIANTS, "shogi"], "ugi:x") as bot:
            bot.send("position fen lnsgkgsnl/1r5+B1/9/9/9/9/9/1B5R1/LNSGKGSN1[Lp] w 0 1", "query board")
            rows = bot.line().removeprefix("response ").split("/")
        self.assertEqual(rows[1], " .  r  .  .  .  .  . +B  .")
        self.assertEqual((len(rows), len({len(row) for row in rows[:9]}), rows[9]), (10, 1, "in hand: Lp"))

    def test_wrong_arguments_are_explained(self):
        self.assertIn("did you mean xiangqi?", self.refusal("xianqi"))
        self.assertIn("no variant for two players", self.refusal("bughouse"))
        self.assertIn("lists all", self.refusal("qqq"))
        listed = subprocess.run([PYTHON, VARIANTS], capture_output=True, text=True, check=True).stdout.split()
        self.assertTrue({"shogi", "xiangqi", "janggi", "crazyhouse"} <= set(listed))


class OpenSpielReferee(Referee):
    program, library, options = OPENSPIEL, pyspiel, "--simulations 2"

    def assert_follows(self, moves, result):
        """Fails unless the library knows the moves of Go, ends the game after the last of them, and says the same result."""
        state = pyspiel.load_game("go(board_size=9)").new_initial_state()
        for vertex in moves:
            self.assertFalse(state.is_terminal())
            # Rows count from the bottom, and there is no column I.
            action = 81 if vertex.lower() == "pass" else "ABCDEFGHJ".index(vertex[0]) + 9 * (int(vertex[1:]) - 1)
            self.assertIn(action, state.legal_actions())
            state.apply_action(action)
        self.assertTrue(state.is_terminal())
        self.assertEqual(result, {1: "1-0", -1: "0-1"}[state.returns()[0]])

    def test_games_of_go_follow_the_library_to_its_result(self):
        for row in self.match("go(board_size=9)", games=6):
            self.assert_follows(row["moves"].split(), row["result"])

    def test_an_engine_that_speaks_gtp_plays_mcts_in_go(self):
        engine = shutil.which("gnugo", path=PATH)
        self.need(engine, "gnugo")
        gnugo = f'exec:"{engine} --mode gtp --chinese-rules --capture-all-dead --level 1",protocol=gtp'
        gnugo += ",option.boardsize=9,option.komi=7.5"
        for row in self.match("go(board_size=9)", [gnugo, self.player("go(board_size=9)")]):
            self.assert_follows(row["moves"].split(), row["result"])

    def test_ends_of_games_are_known(self):
        # In OpenSpiel's chess player 1 has the white pieces; the first player is who moves first.
        self.assertEqual(self.ask("chess", "startpos moves f3 e5 g4"), ["false false none"])
        self.assertEqual(self.ask("chess", "startpos moves f3 e5 g4 Qh4#"), ["true false p2win"])
        marks = [f"{'xo'[turn % 2]}({cell // 3},{cell % 3})" for turn, cell in enumerate((0, 1, 2, 4, 3, 5, 7, 6, 8))]
        drawn, won = " ".join(marks), "x(0,0) o(1,0) x(0,1) o(1,1) x(0,2)"
        answers = self.ask("tic_tac_toe", f"startpos moves {drawn}", f"startpos moves {won}")
        self.assertEqual([answer.split()[::2] for answer in answers], [["true", "draw"], ["true", "p1win"]])

    def test_moves_of_go_are_vertices_in_any_case(self):
        answers = self.ask("go(board_size=9)", "startpos moves d4 E5 PASS", "startpos moves I5", "startpos moves d4 D4")
        self.assertEqual(answers[0], "false false none")
        self.assertEqual(answers[1:], ["error 'I5' is not a legal move", "error 'D4' is not a legal move"])
        # Retaking a ko at once.
        ko = "C4 D4 B5 E5 C6 D6 D5 C5"
        self.assertEqual(self.ask("go(board_size=9)", f"startpos moves {ko} D5"), ["error 'D5' is not a legal move"])

    def test_names_with_spaces_are_one_word(self):
        answers = self.ask("nine_mens_morris", "startpos moves Point_0", "startpos moves Point 0", "fen what")
        self.assertEqual(answers[0], "false false none")
        self.assertTrue(all(answer.startswith("error ") for answer in answers[1:]), answers)

    def test_the_player_is_mcts_with_its_seed(self):
        with Bot([PYTHON, OPENSPIEL, "connect_four", "--simulations", "50"], "ugi:x") as bot:
            moves = []
            for seed in (1, 1, 2, 3, 4, 5):
                bot.send(f"setoption name Seed value {seed}", "position startpos", "go nodes 8")
                self.assertEqual(bot.line(), "info nodes 8")
                moves.append(bot.line())
            self.assertEqual(moves[0], moves[1])
            self.assertGreater(len(set(moves)), 1)
            # Three in a column: it wins.
            bot.send("position startpos moves x3 o0 x3 o0 x3 o1", "go")
            self.assertEqual(bot.until("bestmove")[-1], "bestmove x3")

    def test_wrong_arguments_are_explained(self):
        self.assertIn("did you mean chess?", self.refusal("ches"))
        self.assertIn("lists all", self.refusal("kuhn_poker"))
        self.assertIn("Unknown parameter 'size'", self.refusal("go(size=9)"))
        self.assertIn("is for 3 players, not for two", self.refusal("chinese_checkers(players=3)"))


del Referee  # Only its subclasses are tests.
