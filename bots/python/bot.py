#!/usr/bin/env python3
"""A starter bot for arena in Python. Your part is `choose`; the protocol and the rules are done.

Play:      arena --a 'exec:"python3 bot.py"' --b smart:6
Protocol:  docs/bots/PROTOCOLS.md
"""

import os
import sys


def choose(position, limits):
    """Returns the move to play. Replace this one: it picks a move by a checksum of the position.

    position.legal_moves()  the legal moves, as numbers from 1; empty when the game is over
    position.play(move)     the position after a legal move
    position.side           the side to move: 0 moves first, 1 second
    str(position)           the position as arena writes it
    limits                  what `go` said, such as {"movetime": 1000} (milliseconds), {"nodes": 5000}, {"depth": 6}
                            or {"p1time": 60000, "p2time": 60000, "p1inc": 0, "p2inc": 0}; {} for no limit
    """
    moves = position.legal_moves()
    return moves[position.checksum() % len(moves)]


class Kalah:
    """`rows[side]` holds the side's holes 1 to n, then its pot. Side 0 is South, side 1 is North."""

    def __init__(self, side, rows, empty_capture):
        self.side, self.rows, self.empty_capture = side, rows, empty_capture

    @classmethod
    def parse(cls, text, spec):
        side, *rows = text.split(":")
        rows = [[int(beans) for beans in row.split(",")] for row in rows]
        if len(rows) != 2 or len(rows[0]) != len(rows[1]) or len(rows[0]) < 2 or min(map(min, rows)) < 0:
            raise ValueError("not a position of Kalah")
        return cls("sn".index(side), rows, spec.endswith(":empty-capture"))

    def legal_moves(self):
        if not all(any(row[:-1]) for row in self.rows):
            return []
        return [hole for hole, beans in enumerate(self.rows[self.side][:-1], 1) if beans]

    def play(self, move):
        rows = [row[:] for row in self.rows]
        me, other, n = self.side, 1 - self.side, len(rows[0]) - 1
        # The holes in the order of sowing: South sows to the right, North to the left.
        order = [range(n), range(n - 1, -1, -1)]
        ring = [(me, i) for i in order[me]] + [(me, n)] + [(other, i) for i in order[other]]
        at = ring.index((me, move - 1))
        beans, rows[me][move - 1] = rows[me][move - 1], 0
        for _ in range(beans):
            at = (at + 1) % len(ring)
            row, hole = ring[at]
            rows[row][hole] += 1
        if row == me and hole < n and rows[me][hole] == 1 and (rows[other][hole] or self.empty_capture):
            rows[me][n] += 1 + rows[other][hole]
            rows[me][hole] = rows[other][hole] = 0
        if not all(any(row[:n]) for row in rows):
            rows = [[0] * n + [sum(row)] for row in rows]
        return Kalah(me if at == n else other, rows, self.empty_capture)

    def checksum(self):
        return checksum([self.side, *self.rows[0], *self.rows[1]])

    def __str__(self):
        return ":".join(["sn"[self.side]] + [",".join(map(str, row)) for row in self.rows])


class Grid:
    """Connect-N and m,n,k. `cells` run row by row from the top left: 0 empty, 1 first (x), 2 second (o)."""

    def __init__(self, side, cells, columns, in_a_row, falls):
        self.side, self.cells, self.columns, self.in_a_row, self.falls = side, cells, columns, in_a_row, falls

    @classmethod
    def parse(cls, text, spec):
        side, _, grid = text.partition(":")
        rows = grid.split("/")
        if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError("not a grid")
        cells = [".xo".index(cell) for row in rows for cell in row]
        return cls("xo".index(side), cells, len(rows[0]), sizes(spec)[-1], spec.startswith("connect"))

    def legal_moves(self):
        if self.has_line():
            return []
        open_to_moves = self.cells[: self.columns] if self.falls else self.cells
        return [number for number, cell in enumerate(open_to_moves, 1) if cell == 0]

    def play(self, move):
        cell = move - 1
        while self.falls and cell + self.columns < len(self.cells) and self.cells[cell + self.columns] == 0:
            cell += self.columns
        cells = self.cells[:]
        cells[cell] = self.side + 1
        return Grid(1 - self.side, cells, self.columns, self.in_a_row, self.falls)

    def has_line(self):
        """Whether either side has N in a row."""
        rows = len(self.cells) // self.columns
        far = self.in_a_row - 1
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for row in range(rows - down * far):
                for column in range(far if right < 0 else 0, self.columns - max(right, 0) * far):
                    start, step = row * self.columns + column, down * self.columns + right
                    line = {self.cells[start + i * step] for i in range(self.in_a_row)}
                    if len(line) == 1 and 0 not in line:
                        return True
        return False

    def checksum(self):
        return checksum([self.side, *self.cells])

    def __str__(self):
        cells = "".join(".xo"[cell] for cell in self.cells)
        rows = [cells[i : i + self.columns] for i in range(0, len(cells), self.columns)]
        return f"{'xo'[self.side]}:{'/'.join(rows)}"


def checksum(numbers):
    total = 0
    for number in numbers:
        total = (total * 31 + number) % 2**32
    return total


def sizes(spec):
    """The sizes in a game's spec: kalah:6x4 gives [6, 4]."""
    default = {"kalah": "6x4", "connect": "7x6x4", "mnk": "3x3x3"}
    name, _, rest = spec.partition(":")
    return [int(size) for size in (rest.split(":")[0] or default.get(name, "")).split("x")]


def start(spec):
    """The start position of a game, as text."""
    if spec.startswith("kalah"):
        holes, beans = sizes(spec)
        row = ",".join([str(beans)] * holes + ["0"])
        return f"s:{row}:{row}"
    columns, rows, _ = sizes(spec)
    return "x:" + "/".join(["." * columns] * rows)


def read_position(words, spec):
    """Reads what follows `position`: startpos or fen POSITION, then perhaps moves M1 M2 …"""
    text, rest = (start(spec), words[1:]) if words[0] == "startpos" else (words[1], words[2:])
    position = (Kalah if text[0] in "sn" else Grid).parse(text, spec)
    for word in rest[1:]:
        move = int(word)
        if move not in position.legal_moves():
            raise ValueError(f"illegal move {move}")
        position = position.play(move)
    return position


def read_limits(words):
    """Reads what follows `go`: pairs of a name and a number; other words are skipped."""
    return {name: int(value) for name, value in zip(words, words[1:]) if value.isdecimal() and len(value) < 19}


def time_for_move(position, limits):
    """Milliseconds for this move: `movetime`, or a share of the clock with a little in reserve; None without a limit."""
    clock = f"p{position.side + 1}"
    if "movetime" in limits or f"{clock}time" not in limits:
        return limits.get("movetime")
    left = max(limits[f"{clock}time"] - 50, 1)
    return min(left / 20 + limits.get(f"{clock}inc", 0) * 0.8, left / 2)


def say(line):
    print(line, flush=True)


def main(choose, name="starter", new_game=lambda: None):
    spec = os.environ.get("ARENA_GAME", "kalah:6x4")
    position = read_position(["startpos"], spec)
    sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            say(f"id name {name}")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "uginewgame":
            new_game()
        elif command == "position":
            try:
                position = read_position(words, spec)
            except (ValueError, IndexError):
                say(f"info string cannot read this position: {' '.join(words)}")
        elif command == "go":
            legal = position.legal_moves()
            say(f"bestmove {choose(position, read_limits(words)) if legal else 'none'}")
        elif command == "quit":
            break
        # Nothing to do for setoption and stop; unknown lines are skipped.


if __name__ == "__main__":
    main(choose)
