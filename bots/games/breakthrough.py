#!/usr/bin/env python3
"""5x5 Breakthrough for arena: the rules (a referee) and a player in one file.

    arena 'deep=exec:"python3 bots/games/breakthrough.py --depth 3"' 'exec:"python3 bots/games/breakthrough.py --depth 1"' \\
        --game 'ugi:"python3 bots/games/breakthrough.py"' -n 20

Rules: White starts on the two rows at the bottom, Black on the two at the top, and White moves first. A piece moves one row
forward, straight or diagonally, to an empty square; diagonally it may also capture. Whoever reaches the last row wins, and so does
whoever captures the last piece. A side always has a move, so nobody draws.

A position is `bbbbb/bbbbb/...../wwwww/wwwww w`: the rows from the top, then the side to move. A move is `b2c3`: from, to.

To make your own game, replace `Board` and `value`. The rest is UGI, the same for every game.
"""

import random
import sys
import time

SIZE = 5
START = "bbbbb/bbbbb/...../wwwww/wwwww w"
WIN = 1000


class IllegalMove(Exception):
    """The message says what is wrong."""


class Board:
    """A position: the squares from the top left, and the side to move, "w" or "b"."""

    def __init__(self, fen=START):
        rows, _, side = fen.partition(" ")
        self.squares = list(rows.replace("/", ""))
        self.side = side
        shape_is_right = [len(row) for row in rows.split("/")] == [SIZE] * SIZE
        if not shape_is_right or set(self.squares) - set("wb.") or side not in ("w", "b"):
            raise IllegalMove(f"'{fen}' is not a position")

    def moves(self):
        """All legal moves, in a fixed order; none when the game is over."""
        if self.winner():
            return []
        step = -SIZE if self.side == "w" else SIZE
        found = []
        for source, piece in enumerate(self.squares):
            if piece != self.side:
                continue
            for sideways in (-1, 0, 1):
                if not 0 <= source % SIZE + sideways < SIZE:
                    continue
                target = source + step + sideways
                content = self.squares[target]
                if content == "." or (sideways and content != self.side):
                    found.append((source, target))
        return found

    def after(self, move):
        """The position after a move."""
        source, target = move
        board = object.__new__(Board)
        board.squares = self.squares.copy()
        board.squares[target], board.squares[source] = self.side, "."
        board.side = "b" if self.side == "w" else "w"
        return board

    def winner(self):
        """The side that has won, or None."""
        if "w" in self.squares[:SIZE] or "b" not in self.squares:
            return "w"
        if "b" in self.squares[-SIZE:] or "w" not in self.squares:
            return "b"
        return None

    def read(self, text):
        """The legal move with this text."""
        for move in self.moves():
            if written(move) == text:
                return move
        raise IllegalMove(f"'{text}' is not a legal move")


def written(move):
    """A move as text: b2c3."""
    return "".join("abcde"[square % SIZE] + str(SIZE - square // SIZE) for square in move)


def value(board):
    """How good a position is for the side to move: its pieces, and how far they have come."""
    total = 0
    for square, piece in enumerate(board.squares):
        row = square // SIZE
        if piece == "w":
            total += 10 + (SIZE - 1 - row)
        elif piece == "b":
            total -= 10 + row
    return total if board.side == "w" else -total


class OutOfTime(Exception):
    pass


class Player:
    """Alpha-beta to a fixed depth, or deeper and deeper until a deadline."""

    def __init__(self):
        self.nodes = 0
        self.deadline = None

    def choose(self, board, depth, seconds, rng):
        """The best move, its value, and the depth. Among moves that look alike, chance decides."""
        self.nodes, self.deadline = 0, None
        moves = board.moves()
        rng.shuffle(moves)
        best = None
        for now in [depth] if seconds is None else range(1, depth + 1):
            try:
                best = (*self.search_root(board, moves, now), now)
            except OutOfTime:
                break
            self.deadline = None if seconds is None else time.monotonic() + seconds
            seconds = None if seconds is None else seconds / 2
        return best

    def search_root(self, board, moves, depth):
        alpha, chosen = -WIN - 100, moves[0]
        for move in moves:
            found = -self.search(board.after(move), depth - 1, -WIN - 100, -alpha)
            if found > alpha:
                alpha, chosen = found, move
        return chosen, alpha

    def search(self, board, depth, alpha, beta):
        self.nodes += 1
        if self.deadline and self.nodes % 64 == 0 and time.monotonic() > self.deadline:
            raise OutOfTime
        if board.winner():
            # The side to move has lost; the sooner, the worse.
            return -WIN - depth
        if depth <= 0:
            return value(board)
        for move in board.moves():
            alpha = max(alpha, -self.search(board.after(move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha


class Engine:
    """Reads UGI from stdin and answers on stdout."""

    def __init__(self, depth):
        self.depth = depth
        self.board = Board()
        self.player = Player()
        self.rng = random.Random(0)
        self.seed = 0

    def run(self):
        for line in sys.stdin:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                return
            try:
                self.obey(words)
            except IllegalMove as error:
                # The position stays as it was. Whoever asks must hear of it: see docs/GAMES.md.
                say(f"error {error}")

    def obey(self, words):
        command, rest = words[0], words[1:]
        if command == "ugi":
            say("id name breakthrough")
            say("option name Seed type spin default 0 min 0 max 2147483647")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and rest[:3] == ["name", "Seed", "value"]:
            self.seed = int(rest[3])
        elif command == "uginewgame":
            self.rng = random.Random(self.seed)
        elif command == "position":
            self.set_up(rest)
        elif command == "go":
            self.go(rest)
        elif command == "query":
            answer = self.answer(rest[0])
            if answer is not None:
                say("response " + answer)

    def set_up(self, words):
        cut = words.index("moves") if "moves" in words else len(words)
        position, moves = words[:cut], words[cut + 1:]
        board = Board() if position == ["startpos"] else Board(" ".join(position[1:]))
        for text in moves:
            board = board.after(board.read(text))
        self.board = board

    def go(self, words):
        limits = {name: int(number) for name, number in zip(words[::2], words[1::2])}
        depth, seconds = limits.get("depth", self.depth), None
        clock = limits.get("p1time" if self.board.side == "w" else "p2time")
        if "movetime" in limits or clock is not None:
            milliseconds = limits.get("movetime", (clock or 0) / 20)
            depth, seconds = 30, milliseconds / 1000 / 2
        move, found, reached = self.player.choose(self.board, depth, seconds, self.rng)
        say(f"info depth {reached} nodes {self.player.nodes} score {found}")
        say(f"bestmove {written(move)}")

    def answer(self, query):
        winner = self.board.winner()
        return {
            "gameover": "true" if winner else "false",
            "p1turn": "true" if self.board.side == "w" else "false",
            "result": {"w": "p1win", "b": "p2win", None: "none"}[winner],
            # Optional: the rows from the top, for people to look at.
            "board": "/".join("".join(self.board.squares[i:i + SIZE]) for i in range(0, SIZE * SIZE, SIZE)),
        }.get(query)


def say(line):
    print(line, flush=True)


def main():
    depth = int(sys.argv[sys.argv.index("--depth") + 1]) if "--depth" in sys.argv else 2
    Engine(depth).run()


if __name__ == "__main__":
    main()
