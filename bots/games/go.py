#!/usr/bin/env python3
"""Go for arena: a referee, so that engines which speak GTP can play each other, and a player that moves at random.

    arena 'a=exec:"gnugo --mode gtp --chinese-rules --capture-all-dead",protocol=gtp,option.boardsize=9,option.komi=7' \\
        'b=exec:"python3 bots/games/go.py"' --game 'ugi:"python3 bots/games/go.py --size 9 --komi 7"' -n 10

Rules: Black moves first. A move is a vertex such as D4 (columns skip the letter I, rows count from the bottom), or pass. Stones without
liberties are taken off, suicide is illegal, and no move may repeat an earlier position of the board. Two passes end the game. Points
are stones on the board and empty points that only one side reaches (area scoring; all stones count as alive), and White gets the komi.

A position is `startpos` with moves; there are no others.
"""

import random
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class IllegalMove(Exception):
    """The message says what is wrong."""


class Board:
    """A game of Go: the stones from the top left, and what came before."""

    def __init__(self, size):
        self.size = size
        self.stones = "." * (size * size)
        self.seen = {self.stones}
        self.passes = 0
        self.side = "x"

    def neighbours(self, point):
        row, column = divmod(point, self.size)
        if column > 0:
            yield point - 1
        if column < self.size - 1:
            yield point + 1
        if row > 0:
            yield point - self.size
        if row < self.size - 1:
            yield point + self.size

    def region(self, stones, point):
        """The points of one content around a point, and the contents next to them."""
        found, edge, todo = {point}, set(), [point]
        while todo:
            for near in self.neighbours(todo.pop()):
                if stones[near] != stones[point]:
                    edge.add(stones[near])
                elif near not in found:
                    found.add(near)
                    todo.append(near)
        return found, edge

    def after(self, point):
        """The stones after a move, or None if it is illegal."""
        if self.stones[point] != ".":
            return None
        other = "o" if self.side == "x" else "x"
        stones = list(self.stones)
        stones[point] = self.side
        for near in self.neighbours(point):
            if stones[near] == other:
                group, edge = self.region(stones, near)
                if "." not in edge:
                    for taken in group:
                        stones[taken] = "."
        if "." not in self.region(stones, point)[1]:
            return None
        stones = "".join(stones)
        return None if stones in self.seen else stones

    def play(self, text):
        if self.is_over():
            raise IllegalMove("the game is over")
        if text.lower() == "pass":
            self.passes += 1
        else:
            point = self.point(text)
            stones = self.after(point)
            if stones is None:
                raise IllegalMove(f"'{text}' is taken, suicide, or repeats a position")
            self.stones, self.passes = stones, 0
            self.seen.add(stones)
        self.side = "o" if self.side == "x" else "x"

    def point(self, text):
        columns = LETTERS[:self.size]
        if text[:1].upper() not in columns or not text[1:].isdigit() or not 1 <= int(text[1:]) <= self.size:
            raise IllegalMove(f"'{text}' is not a vertex")
        return (self.size - int(text[1:])) * self.size + columns.index(text[0].upper())

    def vertex(self, point):
        return LETTERS[point % self.size] + str(self.size - point // self.size)

    def is_over(self):
        return self.passes == 2

    def points(self):
        """The points of Black and of White, without komi."""
        points, seen = {"x": 0, "o": 0}, set()
        for point, content in enumerate(self.stones):
            if content != ".":
                points[content] += 1
            elif point not in seen:
                region, edge = self.region(self.stones, point)
                seen |= region
                if len(edge) == 1:
                    points[edge.pop()] += len(region)
        return points["x"], points["o"]


class Engine:
    """Reads UGI from stdin and answers on stdout."""

    def __init__(self, size, komi):
        self.size, self.komi = size, komi
        self.board, self.moves = Board(size), []
        self.rng = random.Random(0)
        self.seed = 0

    def run(self):
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["quit"]:
                return
            try:
                if words:
                    self.obey(words[0], words[1:])
            except IllegalMove as error:
                # The position stays as it was. Whoever asks must hear of it: see docs/GAMES.md.
                say(f"error {error}")

    def obey(self, command, rest):
        if command == "ugi":
            say("id name go")
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
            say(f"bestmove {self.choose()}")
        elif command == "query":
            answer = self.answer(rest[0])
            if answer is not None:
                say("response " + answer)

    def set_up(self, words):
        if words[:1] != ["startpos"]:
            raise IllegalMove("a position is startpos and moves")
        moves = words[2:]
        if moves[:len(self.moves)] != self.moves:
            self.board, self.moves = Board(self.size), []
        for move in moves[len(self.moves):]:
            self.board.play(move)
            self.moves.append(move)

    def choose(self):
        """Any move that does not fill an own eye; a pass where there is none, or when the opponent has passed."""
        board = self.board
        points = list(range(self.size * self.size))
        self.rng.shuffle(points)
        for point in points if board.passes == 0 else []:
            is_eye = all(board.stones[near] == board.side for near in board.neighbours(point))
            if not is_eye and board.after(point) is not None:
                return board.vertex(point)
        return "pass"

    def answer(self, query):
        board = self.board
        black, white = board.points()
        margin = black - white - self.komi
        result = "p1win" if margin > 0 else "p2win" if margin < 0 else "draw"
        rows = [board.stones[i:i + self.size] for i in range(0, len(board.stones), self.size)]
        return {
            "gameover": "true" if board.is_over() else "false",
            "p1turn": "true" if board.side == "x" else "false",
            "result": result if board.is_over() else "none",
            # Optional: the rows from the top, for people to look at.
            "board": "/".join(rows),
        }.get(query)


def say(line):
    print(line, flush=True)


def main():
    def option(name, default):
        return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default

    Engine(int(option("--size", "9")), float(option("--komi", "7"))).run()


if __name__ == "__main__":
    main()
