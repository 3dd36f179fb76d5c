#!/usr/bin/env python3
"""A referee for shogi, xiangqi, janggi, crazyhouse and all other variants that Fairy-Stockfish knows. Needs `pip install pyffish`.

    python3 variants.py                 the names of the variants
    arena ENGINE ENGINE --game 'ugi:"python3 variants.py xiangqi"' --openings file:openings.txt

Moves are written as in UCI, positions as FEN. Besides mate, stalemate and what else ends a game of the variant, a game ends where
the variant lets a player end it, such as at a repetition or after many moves without progress, and when neither side can win any more.

It also plays, any legal move: `go` picks one by chance. So `arena bot --game 'ugi:…'` can examine it, and an engine has an opponent.
"""

import difflib
import random
import re
import sys
from functools import cached_property

try:
    import pyffish
except ImportError:
    sys.exit("variants.py needs pyffish, the rules of Fairy-Stockfish: pip install pyffish")


class IllegalMove(Exception):
    """The message says what is wrong."""


class Game:
    """A game of a variant: where it began and the moves since. pyffish takes a few milliseconds for an answer, so each is kept."""

    def __init__(self, variant, fen=None, moves=()):
        start = pyffish.start_fen(variant) if fen is None else fen
        if pyffish.validate_fen(start, variant) != pyffish.FEN_OK:
            raise IllegalMove(f"'{fen}' is not a position of {variant}")
        self.asked = (variant, start, list(moves))
        try:
            self.fen = pyffish.get_fen(*self.asked)
        except SystemError:
            raise IllegalMove(f"'{first_illegal(*self.asked)}' is not a legal move") from None

    @cached_property
    def legal_moves(self):
        return pyffish.legal_moves(*self.asked)

    @cached_property
    def value(self):
        """Who has won, as a number for the side to move: above 0, below 0, or 0 for a draw; None while the game goes on."""
        is_over, value = pyffish.is_immediate_game_end(*self.asked)
        if is_over:
            return value
        if not self.legal_moves:
            return pyffish.game_result(*self.asked)
        is_over, value = pyffish.is_optional_game_end(*self.asked)
        if is_over:
            return value
        return 0 if all(pyffish.has_insufficient_material(*self.asked)) else None

    def is_whites_turn(self):
        return self.fen.split()[1] == "w"

    def result(self):
        if not self.value:
            return "none" if self.value is None else "draw"
        return "p1win" if (self.value > 0) == self.is_whites_turn() else "p2win"

    def board(self):
        """The rows from the top, a piece in each column; then what is in hand."""
        placement = self.fen.split()[0]
        placement, _, hand = placement.rstrip("]").partition("[")
        rows = []
        for row in placement.split("/"):
            row = re.sub(r"\d+", lambda empty: "." * int(empty[0]), row)
            rows.append(re.findall(r"\+?.~?", row))
        width = max(len(piece) for row in rows for piece in row)
        drawn = [" ".join(piece.rjust(width) for piece in row) for row in rows]
        return "/".join(drawn + ([f"in hand: {hand}"] if hand else []))


def first_illegal(variant, start, moves):
    """The first of the moves that cannot be played; usually the last of all."""
    for last in reversed(range(len(moves))):
        try:
            pyffish.get_fen(variant, start, moves[:last])
            return moves[last]
        except SystemError:
            pass
    return moves[0]


class Referee:
    """Reads UGI from stdin and answers on stdout."""

    def __init__(self, variant):
        self.variant = variant
        self.game = Game(variant)
        self.seed = 0
        self.chance = random.Random(0)

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
            say(f"id name variants {self.variant}")
            say("option name Seed type spin default 0 min 0 max 2147483647")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and rest[:3] == ["name", "Seed", "value"]:
            self.seed = int(rest[3])
        elif command == "uginewgame":
            self.chance = random.Random(self.seed)
        elif command == "position":
            self.set_up(rest)
        elif command == "go":
            goes_on = self.game.result() == "none"
            say(f"bestmove {self.chance.choice(self.game.legal_moves) if goes_on else 'none'}")
        elif command == "query":
            answer = self.answer(rest[0] if rest else "")
            if answer is not None:
                say(f"response {answer}")

    def set_up(self, words):
        cut = words.index("moves") if "moves" in words else len(words)
        fen = None if words[:cut] == ["startpos"] else " ".join(words[1:cut])
        self.game = Game(self.variant, fen, words[cut + 1 :])

    def answer(self, query):
        if query == "gameover":
            return "false" if self.game.result() == "none" else "true"
        if query == "p1turn":
            return "true" if self.game.is_whites_turn() else "false"
        if query == "result":
            return self.game.result()
        return self.game.board() if query == "board" else None


def say(line):
    print(line, flush=True)


def main():
    # Those on two boards are for four players.
    known = [variant for variant in pyffish.variants() if not pyffish.two_boards(variant)]
    if len(sys.argv) == 1:
        print(" ".join(known))
    elif len(sys.argv) != 2 or sys.argv[1] not in known:
        near = difflib.get_close_matches(sys.argv[1], known, 1)
        advice = f"did you mean {near[0]}?" if near else "python3 variants.py lists all"
        sys.exit(f"no variant for two players is called '{' '.join(sys.argv[1:])}': {advice}")
    else:
        Referee(sys.argv[1]).run()


if __name__ == "__main__":
    main()
