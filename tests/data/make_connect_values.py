#!/usr/bin/env python3
"""Makes connect_values.json: positions of Connect-N with the exact score of every column.

    tests/data/make_connect_values.py > tests/data/connect_values.json        about two minutes

The method has nothing in common with the solver: columns are strings, a row is found by walking along it, and every position that can
be reached is worked out once, full width, without bounds, symmetry or threats. So boards are small, or positions late.

A score is for the side that moves: half of the cells that are vacant before the winning checker, rounded up; negative for a
loss; 0 for a draw; null for a full column.
"""

import json
import random
import sys

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

# Columns, levels, N in a row, and the most vacant cells of a position. The first three boards begin empty, too.
BOARDS = (
    (4, 4, 3, 16), (4, 4, 4, 16), (5, 4, 4, 20), (4, 5, 4, 14), (5, 5, 4, 13), (6, 4, 4, 13), (7, 4, 4, 13), (6, 5, 3, 12),
    (5, 6, 4, 13), (7, 5, 5, 12), (6, 6, 4, 12), (7, 6, 4, 13), (8, 6, 4, 12), (8, 7, 4, 12), (9, 7, 4, 11), (10, 9, 5, 10),
)
POSITIONS = 10


def completes(columns, column, side, n):
    """Whether the highest checker of a column is part of a row of n."""
    level = len(columns[column]) - 1
    for across, up in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            at, height = column + sign * across, level + sign * up
            while 0 <= at < len(columns) and 0 <= height < len(columns[at]) and columns[at][height] == side:
                length, at, height = length + 1, at + sign * across, height + sign * up
        if length >= n:
            return True
    return False


def drop(columns, column, side):
    return (*columns[:column], columns[column] + side, *columns[column + 1:])


def scores(columns, side, board, known):
    """The score of every column for the side to move."""
    _, levels, n = board
    vacant = sum(levels - len(column) for column in columns)
    found = []
    for column in range(len(columns)):
        if len(columns[column]) == levels:
            found.append(None)
            continue
        after = drop(columns, column, side)
        found.append((vacant + 1) // 2 if completes(after, column, side, n) else -score(after, "xo"[side == "x"], board, known))
    return found


def score(columns, side, board, known):
    """The score of an unfinished position for the side to move."""
    key = (columns, side)
    if key not in known:
        legal = [one for one in scores(columns, side, board, known) if one is not None]
        known[key] = max(legal, default=0)
    return known[key]


def walk(draws, board, most):
    """A random unfinished position with at most so many vacant cells. One in three has more checkers of one side."""
    width, levels, n = board
    while True:
        columns, side = ("",) * width, "x"
        vacant = width * levels
        left = draws.randint(min(4, most), most)
        skewed = draws.random() < 1 / 3
        while vacant > left:
            column = draws.randrange(width)
            if len(columns[column]) == levels:
                continue
            mover = draws.choice("xo") if skewed else side
            columns = drop(columns, column, mover)
            vacant -= 1
            if completes(columns, column, mover, n):
                break
            side = "xo"[side == "x"]
        else:
            return columns, side


def text(columns, side, levels):
    rows = ("".join(column[level] if level < len(column) else "." for column in columns) for level in reversed(range(levels)))
    return f"{side}:{'/'.join(rows)}"


def main():
    sys.setrecursionlimit(10_000)
    lines = []
    for width, levels, n, most in BOARDS:
        board, known, draws = (width, levels, n), {}, random.Random(f"{width}x{levels}x{n}")
        positions = [(("",) * width, "x")] if width * levels == most else []
        positions += [walk(draws, board, min(most, 14)) for _ in range(POSITIONS)]
        for columns, side in positions:
            case = {"game": f"connect:{width}x{levels}x{n}", "position": text(columns, side, levels)}
            lines.append(json.dumps(case | {"scores": scores(columns, side, board, known)}))
            if width * levels > 20:
                known.clear()
        print(f"{width}x{levels}x{n}", file=sys.stderr)
    print('{"values": [\n' + ",\n".join(lines) + "\n]}")


if __name__ == "__main__":
    main()
