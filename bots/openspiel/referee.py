#!/usr/bin/env python3
"""A referee for the games of OpenSpiel, and its MCTS as a player of them. Needs `pip install open_spiel` (2.0 or newer).

    python3 referee.py                  the names of the games
    arena --game 'ugi:"python3 referee.py go(board_size=9)"' --a 'exec:"python3 referee.py go(board_size=9) --simulations 1000"' --b …

It knows the rules of any game of OpenSpiel for two players who move in turns, without chance and with everything in sight. A game
may have parameters: hex(board_size=7), mnk(m=5,n=5,k=4).

A move is OpenSpiel's name for it, with _ for a space; in go the vertex, as in GTP: D4, pass. A position is the moves from the
start; some games also read a FEN. The side that moves first is the first player.
"""

import argparse
import difflib
import sys

try:
    import pyspiel
except ImportError:
    sys.exit("referee.py needs OpenSpiel: pip install open_spiel")


FOR_WHOM = "for two players who move in turns, without chance and with everything in sight"


class IllegalMove(Exception):
    """The message says what is wrong."""


def mcts(game, simulations, uct, seed):
    """OpenSpiel's MCTS, made anew for every move: then a position always gets the same one."""
    return pyspiel.MCTSBot(
        game=game,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
        uct_c=uct,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=True,
        seed=seed,
        verbose=False,
    )


def names():
    """The games that can be played here."""
    return [
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        and kind.min_num_players <= 2 <= kind.max_num_players
    ]


def load(name):
    """The game of a name such as go(board_size=9)."""
    kind = name.partition("(")[0]
    if kind not in names():
        near = difflib.get_close_matches(kind, names(), 1)
        advice = f"did you mean {near[0]}?" if near else "python3 referee.py lists all"
        sys.exit(f"'{kind}' is no game of OpenSpiel {FOR_WHOM}: {advice}")
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        sys.exit(f"OpenSpiel does not load '{name}': {error}")
    if game.num_players() != 2:
        sys.exit(f"'{name}' is for {game.num_players()} players, not for two")
    return game


class Rules:
    """A game with names for its moves."""

    def __init__(self, game):
        self.game = game
        self.is_go = game.get_type().short_name == "go"
        self.first = game.new_initial_state().current_player()

    def start(self, fen=None):
        try:
            return self.game.new_initial_state() if fen is None else self.game.new_initial_state(fen)
        except (pyspiel.SpielError, RuntimeError) as error:
            raise IllegalMove(f"'{fen}' is not a position: {' '.join(str(error).split())}") from error

    def moves(self, state):
        """The legal actions by the names of the moves."""
        if state.is_terminal():
            return {}
        named = {self.name(state, action): action for action in state.legal_actions()}
        if len(named) == len(state.legal_actions()):
            return named
        return {str(action): action for action in state.legal_actions()}

    def name(self, state, action):
        name = state.action_to_string(state.current_player(), action)
        if self.is_go:
            # "B d4", "W PASS"
            vertex = name.split()[-1].upper()
            return "pass" if vertex == "PASS" else vertex
        return "_".join(name.split())

    def action(self, state, text):
        # GTP does not distinguish capital and small letters.
        fold = str.lower if self.is_go else str
        for name, action in self.moves(state).items():
            if fold(name) == fold(text):
                return action
        raise IllegalMove(f"'{text}' is not a legal move")

    def result(self, state):
        if not state.is_terminal():
            return "none"
        returns = state.returns()
        lead = returns[self.first] - returns[1 - self.first]
        return "draw" if lead == 0 else "p1win" if lead > 0 else "p2win"


class Referee:
    """Reads UGI from stdin and answers on stdout."""

    def __init__(self, rules, arguments):
        self.rules, self.arguments = rules, arguments
        self.seed = arguments.seed
        self.fen, self.moves, self.state = None, [], rules.start()

    def run(self):
        for line in sys.stdin:
            words = line.split()
            if words == ["quit"]:
                return
            try:
                self.obey(words)
            except IllegalMove as error:
                # The position stays as it was.
                say(f"error {error}")

    def obey(self, words):
        command, rest = (words[0], words[1:]) if words else ("", [])
        if command == "ugi":
            say(f"id name OpenSpiel {self.rules.game}")
            say("option name Seed type spin default 0 min 0 max 2147483647")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and rest[:3] == ["name", "Seed", "value"]:
            self.seed = int(rest[3])
        elif command == "position":
            self.set_up(rest)
        elif command == "go":
            self.go(rest)
        elif command == "query":
            answer = self.answer(rest[0] if rest else "")
            if answer is not None:
                say(f"response {answer}")

    def set_up(self, words):
        cut = words.index("moves") if "moves" in words else len(words)
        position, moves = words[:cut], words[cut + 1 :]
        fen = None if position == ["startpos"] else " ".join(position[1:])
        # Usually the last position and a move.
        follows = fen == self.fen and moves[: len(self.moves)] == self.moves
        state = self.state.clone() if follows else self.rules.start(fen)
        for text in moves[len(self.moves) if follows else 0 :]:
            state.apply_action(self.rules.action(state, text))
        self.fen, self.moves, self.state = fen, moves, state

    def go(self, words):
        if self.state.is_terminal():
            say("bestmove none")
            return
        nodes = int(words[words.index("nodes") + 1]) if "nodes" in words else self.arguments.simulations
        action = mcts(self.rules.game, nodes, self.arguments.uct, self.seed).step(self.state)
        say(f"info nodes {nodes}")
        say(f"bestmove {next(name for name, each in self.rules.moves(self.state).items() if each == action)}")

    def answer(self, query):
        if query == "gameover":
            return "true" if self.state.is_terminal() else "false"
        if query == "p1turn":
            return "true" if self.state.current_player() == self.rules.first else "false"
        if query == "result":
            return self.rules.result(self.state)
        if query == "board":
            return "/".join(line.replace("/", "|") for line in str(self.state).splitlines()) + "/"
        return None


def say(line):
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description="A referee for the games of OpenSpiel, and its MCTS as a player.")
    parser.add_argument("game", nargs="?", help="the game, such as go(board_size=9); without it all names are printed")
    parser.add_argument(
        "--simulations", type=int, default=1000, metavar="N", help="simulations a move, where `go nodes` says nothing (1000)"
    )
    parser.add_argument("--uct", type=float, default=2, metavar="C", help="exploration constant (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed, until arena sets another (1)")
    arguments = parser.parse_args()
    if arguments.game is None:
        print(" ".join(names()))
    else:
        Referee(Rules(load(arguments.game)), arguments).run()


if __name__ == "__main__":
    main()
