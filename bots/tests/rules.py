"""The rules once more, for the tests alone, and written another way than in the starter bots.

A Kalah board is a ring in the order of sowing; a grid is a dict of cells. `arena show` is the judge of both.
"""

import re


def game(spec):
    name, sizes, *variant = spec.split(":")
    numbers = [int(size) for size in sizes.split("x")]
    return Kalah(*numbers, bool(variant)) if name == "kalah" else Grid(*numbers, name == "connect")


class Kalah:
    """Ring: South's holes 1 to n, South's pot, North's holes n to 1, North's pot."""

    def __init__(self, holes, beans, empty_capture):
        self.n, self.empty_capture = holes, empty_capture
        row = ",".join([str(beans)] * holes + ["0"])
        self.start = f"s:{row}:{row}"

    def place(self, side, hole):
        return hole - 1 if side == "s" else 2 * self.n + 1 - hole

    def ring(self, position):
        south, north = ([int(beans) for beans in row.split(",")] for row in position[2:].split(":"))
        return south + north[-2::-1] + north[-1:]

    def text(self, side, ring):
        n = self.n
        north = ring[n + 1 : 2 * n + 1][::-1] + ring[-1:]
        return f"{side}:{','.join(map(str, ring[: n + 1]))}:{','.join(map(str, north))}"

    def legal(self, position):
        ring, side = self.ring(position), position[0]
        if not any(ring[: self.n]) or not any(ring[self.n + 1 : -1]):
            return []
        return [hole for hole in range(1, self.n + 1) if ring[self.place(side, hole)]]

    def after(self, position, move):
        ring, side, n = self.ring(position), position[0], self.n
        own_pot, other_pot = (n, 2 * n + 1) if side == "s" else (2 * n + 1, n)
        at = self.place(side, move)
        beans, ring[at] = ring[at], 0
        while beans:
            at = (at + 1) % len(ring)
            if at != other_pot:
                ring[at] += 1
                beans -= 1
        opposite = 2 * n - at
        own = at < n if side == "s" else n < at < 2 * n + 1
        if own and ring[at] == 1 and (ring[opposite] or self.empty_capture):
            ring[own_pot] += 1 + ring[opposite]
            ring[at] = ring[opposite] = 0
        if not any(ring[:n]) or not any(ring[n + 1 : -1]):
            ring = [0] * n + [sum(ring[: n + 1])] + [0] * n + [sum(ring[n + 1 :])]
        return self.text(side if at == own_pot else "sn".replace(side, ""), ring)

    def numbers(self, position):
        """The side and what is on the board, as the starter bots add it up."""
        return ["sn".index(position[0]), *map(int, re.findall(r"\d+", position))]


class Grid:
    """Connect-N and m,n,k: cells by (row, column) from the top left."""

    def __init__(self, columns, rows, in_a_row, falls):
        self.columns, self.rows, self.in_a_row, self.falls = columns, rows, in_a_row, falls
        self.start = "x:" + "/".join(["." * columns] * rows)

    def cells(self, position):
        return {(r, c): mark for r, row in enumerate(position[2:].split("/")) for c, mark in enumerate(row)}

    def won(self, position):
        cells = self.cells(position)
        for (row, column), mark in cells.items():
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((row + i * down, column + i * right)) for i in range(self.in_a_row)]
                if mark != "." and line.count(mark) == self.in_a_row:
                    return True
        return False

    def legal(self, position):
        if self.won(position):
            return []
        cells = self.cells(position)
        if self.falls:
            return [column + 1 for column in range(self.columns) if cells[0, column] == "."]
        return [row * self.columns + column + 1 for (row, column), mark in cells.items() if mark == "."]

    def after(self, position, move):
        cells, side = self.cells(position), position[0]
        row, column = divmod(move - 1, self.columns)
        if self.falls:
            row = max(row for row in range(self.rows) if cells[row, column] == ".")
        cells[row, column] = side
        rows = ["".join(cells[row, column] for column in range(self.columns)) for row in range(self.rows)]
        return f"{'o' if side == 'x' else 'x'}:{'/'.join(rows)}"

    def numbers(self, position):
        return ["xo".index(position[0]), *(".xo".index(mark) for mark in position[2:] if mark != "/")]
