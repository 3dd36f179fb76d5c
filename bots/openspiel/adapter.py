#!/usr/bin/env python3
"""Lets a bot of OpenSpiel play in arena. Needs `pip install open_spiel` (2.0 or newer).

Play:  arena --a 'exec:"python3 bots/openspiel/adapter.py --simulations 1000"' --b smart:6
       arena --game connect --a 'exec:"python3 bots/openspiel/adapter.py --verify"' --b smart:6

kalah:6x4 is OpenSpiel's `mancala`; connect of any size is its `connect_four`.

arena sends whole positions. connect_four can be set up from one. mancala cannot: its states are reached by moves alone.
So the adapter follows the game: from its last state it looks for the moves that lead to the new position, and the first
position of a game is looked up among all positions up to --plies plies from the start. Where neither finds it, and for
other sizes of Kalah, the state is one of `arena_kalah`: Kalah as a game of OpenSpiel in Python (kalah_game.py), slower,
and only for bots that play any game.
"""

import argparse
import contextlib
import importlib.util
import os
import sys
from pathlib import Path

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

import kalah_game
import referee


def load(path, name):
    """Imports a Python file as a module of the given name."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bot = load(Path(__file__).resolve().parents[1] / "python" / "bot.py", "arena_bot")


class Mancala:
    """kalah:6x4 as OpenSpiel's `mancala`. Its pits run in the order of sowing: North's hole h is pit 14 - h."""

    def __init__(self, spec, plies):
        self.game = pyspiel.load_game("mancala")
        self.paths = self.openings(spec, plies)

    @staticmethod
    def openings(spec, plies):
        """The moves that lead to each position up to some plies from the start."""
        start = bot.read_position(["startpos"], spec)
        paths = {str(start): ()}
        layer = [start]
        for _ in range(plies):
            previous, layer = layer, []
            for position in previous:
                for move in position.legal_moves():
                    after = position.play(move)
                    if str(after) not in paths:
                        paths[str(after)] = (*paths[str(position)], (position.side, move))
                        layer.append(after)
        return paths

    def set_up(self, position):
        """The state of a position, or None where no way there is known."""
        path = self.paths.get(str(position))
        if path is None:
            return None
        state = self.game.new_initial_state()
        for side, move in path:
            state.apply_action(self.action(side, move))
        return state

    @staticmethod
    def action(side, move):
        return move if side == 0 else 14 - move

    move = action  # The way back is the same.

    @staticmethod
    def text(state):
        """A state as arena writes it."""
        numbers = [int(number) for number in state.observation_tensor(0)]
        south, north = numbers[1:8], numbers[13:7:-1] + numbers[:1]
        side = "sn"[numbers[14]]
        return f"{side}:{','.join(map(str, south))}:{','.join(map(str, north))}"


class ConnectFour:
    """Connect-N as OpenSpiel's `connect_four`."""

    def __init__(self, spec):
        columns, rows, in_a_row = bot.sizes(spec)
        self.game = pyspiel.load_game("connect_four", {"rows": rows, "columns": columns, "x_in_row": in_a_row})

    def set_up(self, position):
        letters = [".xo"[cell] for cell in position.cells]
        rows = [letters[i : i + position.columns] for i in range(0, len(letters), position.columns)]
        # OpenSpiel's rows run from the bottom.
        board = {"board": rows[::-1], "current_player": "xo"[position.side], "is_terminal": False, "winner": ""}
        try:
            return self.game.new_initial_state(board)
        except pyspiel.SpielError as error:
            sys.exit(f"OpenSpiel does not accept the position {position}: {error}")

    @staticmethod
    def action(_side, move):
        return move - 1

    @staticmethod
    def move(_side, action):
        return action + 1

    @staticmethod
    def text(state):
        return f"{'xo'[state.current_player()]}:{'/'.join(str(state).split())}"


class AnyKalah:
    """Kalah of any size and from any position, as the Python game `arena_kalah`."""

    def __init__(self, spec):
        self.game = kalah_game.KalahGame(bot.read_position(["startpos"], spec))

    def set_up(self, position):
        return kalah_game.KalahState(self.game, position)

    @staticmethod
    def action(_side, move):
        return move - 1

    @staticmethod
    def move(_side, action):
        return action + 1

    @staticmethod
    def text(state):
        return str(state)


class Follower:
    """Follows a game in OpenSpiel: finds the state of each position that arena sends."""

    def __init__(self, rules):
        self.rules = rules
        self.last = None

    def new_game(self):
        self.last = None

    def state(self, position):
        """The state of a position and whether it was followed from the last one."""
        followed = self.last and self.follow(self.last, position)
        return followed or self.rules.set_up(position), bool(followed)

    def follow(self, state, position):
        """The state at a position that the opponent's moves reach, one or, with extra turns, several."""
        if state.is_terminal():
            return None
        if state.current_player() == position.side:
            return state if self.rules.text(state) == str(position) else None
        children = (state.child(action) for action in state.legal_actions())
        return next(filter(None, (self.follow(child, position) for child in children)), None)


class Player:
    """Chooses moves with a bot of OpenSpiel."""

    def __init__(self, arguments, spec):
        self.arguments = arguments
        self.spare = None
        if spec.startswith("connect"):
            rules = ConnectFour(spec)
        else:
            rules = self.spare = AnyKalah(spec)
            if spec == "kalah:6x4":
                rules = Mancala(spec, arguments.plies)
        self.follower = Follower(rules)
        self.bots = {}

    def choose(self, position, _limits):
        rules = self.follower.rules
        state, followed = self.follower.state(position)
        if self.arguments.verify:
            self.verify(position, state, followed)
        if state is None:
            bot.say("info string no way to this position is known in mancala: arena_kalah is used")
            rules, state = self.spare, self.spare.set_up(position)
        with contextlib.redirect_stdout(sys.stderr):
            action = self.bot_for(rules.game, position.side).step(state)
        self.follower.last = state.child(action) if rules is self.follower.rules else None
        return rules.move(position.side, action)

    def verify(self, position, state, followed):
        """Stops with an error where OpenSpiel's rules do not lead to the position or allow other moves in it."""
        rules, last = self.follower.rules, self.follower.last
        if last and not followed:
            sys.exit(f"rules differ: no moves in OpenSpiel lead from {rules.text(last)} to {position}")
        if state is None:
            bot.say("info string not verified: no way to this position is known in mancala")
            return
        legal = sorted(rules.move(position.side, action) for action in state.legal_actions())
        if rules.text(state) != str(position) or legal != position.legal_moves():
            sys.exit(f"rules differ: {position} is {rules.text(state)} in OpenSpiel, with the moves {legal}")
        bot.say(f"info string verified {'from the last position' if followed else 'as a first position'}")

    def bot_for(self, game, player):
        """A bot for a side. `mcts` is made anew for every move, so that a position always gets the same one."""
        arguments = self.arguments
        if arguments.bot == "mcts" and isinstance(game, kalah_game.KalahGame):
            random = numpy.random.RandomState(arguments.seed)
            evaluator = mcts.RandomRolloutEvaluator(1, random)
            return mcts.MCTSBot(game, arguments.uct, arguments.simulations, evaluator, random_state=random)
        if arguments.bot == "mcts":
            return referee.mcts(game, arguments.simulations, arguments.uct, arguments.seed)
        key = (game.get_type().short_name, player)
        if key not in self.bots:
            if arguments.bot.endswith(".py"):
                self.bots[key] = load(arguments.bot, "openspiel_bot").make_bot(game, player)
            else:
                self.bots[key] = pyspiel.load_bot(arguments.bot, game, player)
        return self.bots[key]


def main():
    parser = argparse.ArgumentParser(description="Plays a bot of OpenSpiel as a bot of arena.")
    parser.add_argument(
        "--bot",
        default="mcts",
        help="mcts (default), a bot that OpenSpiel has registered (uniform_random), or a Python file with make_bot(game, player)",
    )
    parser.add_argument(
        "--simulations", type=int, default=1000, metavar="N", help="simulations a move, for mcts (1000)"
    )
    parser.add_argument("--uct", type=float, default=2, metavar="C", help="exploration constant, for mcts (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed, for mcts (1)")
    parser.add_argument("--plies", type=int, default=6, metavar="K", help="longest opening to look up in mancala (6)")
    parser.add_argument("--verify", action="store_true", help="stop where OpenSpiel's rules differ from arena's")
    arguments = parser.parse_args()
    spec = os.environ.get("ARENA_GAME", "kalah:6x4")
    if not spec.startswith(("kalah", "connect")):
        sys.exit(f"this adapter plays kalah and connect, not {spec}")
    if arguments.verify and spec.startswith("kalah") and spec != "kalah:6x4":
        sys.exit(f"--verify is for kalah:6x4 and connect: OpenSpiel has no {spec}")
    player = Player(arguments, spec)
    bot.main(player.choose, arguments.bot, player.follower.new_game)


if __name__ == "__main__":
    main()
