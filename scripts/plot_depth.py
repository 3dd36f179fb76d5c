#!/usr/bin/env python3
"""Draws the win rate of smart:D by its depth D, from the results of matches, as an SVG picture.

It reads CSV and writes SVG with Python's standard library alone.
"""

import argparse
import csv
import html
import math
import os
import re
import sys
from collections import defaultdict
from typing import NamedTuple

EXAMPLES = """\
examples:
  scripts/ladder --against bad --against random --out results/depth
  scripts/plot_depth.py results/depth -o winrate.svg
  scripts/plot_depth.py results                      every match below results
  scripts/plot_depth.py results/ladder/ladder.csv    the table of a ladder

A point is the score of smart:D, in which a draw counts half; its bar is the 95 % interval. There is a line for
each opponent, game, and set of keys of smart. A player is known by its name in the table: deep=smart:8 is 'deep',
and not drawn. Where a depth comes twice on a line, the match with more games is drawn.

exit codes: 0 done, 1 failed while running, 2 wrong usage or nothing to draw
"""


class Point(NamedTuple):
    """The score of smart:D against an opponent."""

    depth: int
    score: float
    low: float
    high: float
    games: int
    path: str


class Line(NamedTuple):
    """What the points of a line have in common."""

    keys: str
    opponent: str
    game: str


class Nothing(Exception):
    """Why there is nothing to draw."""


# Reading


def tables(paths):
    """The CSV files to read: those named, and every summary.csv below the folders."""
    found = []
    for path in paths:
        if os.path.isfile(path):
            found.append(path)
        elif os.path.isdir(path):
            for folder, below, files in os.walk(path):
                below.sort()
                if "summary.csv" in files:
                    found.append(os.path.join(folder, "summary.csv"))
        else:
            raise Nothing(f"there is no folder or file '{path}'")
    if not found:
        raise Nothing(
            f"no summary.csv found below {' '.join(paths)}: play a match there first, for example with "
            f"scripts/ladder --out {paths[0]}"
        )
    # A file may be below two of the folders.
    return list({os.path.realpath(path): path for path in found}.values())


SMART = re.compile(r"smart:(\d+)(,.*)?")


def read(paths):
    """All points of the tables, by line: {Line: {depth: Point}}."""
    lines = defaultdict(dict)
    for path in paths:
        for line, point in points(path):
            there = lines[line].setdefault(point.depth, point)
            if there is not point:
                more = max(there, point, key=lambda one: one.games)
                lines[line][point.depth] = more
                print(
                    f"warning: smart:{point.depth}{line.keys} against {line.opponent} is in {there.path} and in "
                    f"{point.path}: drawing {more.path}",
                    file=sys.stderr,
                )
    if not lines:
        raise Nothing(
            f"no player smart:D in {len(paths)} {'table' if len(paths) == 1 else 'tables'}: play smart with a depth, "
            "for example arena --a smart:4 --b bad"
        )
    return dict(sorted(lines.items()))


def points(path):
    """The points of a summary.csv or a ladder.csv."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        ladder = "opponent" in (rows.fieldnames or [])
        a, b = ("player", "opponent") if ladder else ("a", "b")
        score = "score" if ladder else "a_score"
        needed = [a, b, "game", "games", score, score + "_low", score + "_high"]
        missing = [name for name in needed if name not in (rows.fieldnames or [])]
        if missing:
            raise Nothing(f"{path} is no summary.csv: it has no column {', '.join(missing)}")
        for number, row in enumerate(rows, start=2):
            try:
                games = int(row["games"])
                mean, low, high = (float(row[name]) for name in needed[4:])
            except (TypeError, ValueError):
                raise Nothing(f"{path}, line {number}: a number is missing or wrong") from None
            if smart := SMART.fullmatch(row[a]):
                opponent = row[b]
            elif smart := SMART.fullmatch(row[b]):
                opponent = row[a]
                mean, low, high = 1 - mean, 1 - high, 1 - low
            else:
                continue
            depth, keys = int(smart[1]), smart[2] or ""
            yield Line(keys, opponent, row["game"]), Point(depth, mean, low, high, games, path)


# Drawing

WIDTH = 800
PLOT_HEIGHT = 340
LEFT, RIGHT = 84, 28
INK, GREY, GRID = "#1f2328", "#59636e", "#e4e7eb"
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

# Colours that can be distinguished with all common kinds of colour blindness (M. Okabe and K. Ito, "Color Universal
# Design", 2008), without their yellow, which is hard to see on white.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]

# Marks around 0,0. With the colours they give 35 combinations.
MARKS = [
    '<circle r="5"/>',
    '<rect x="-4.6" y="-4.6" width="9.2" height="9.2"/>',
    '<path d="M0-6.4 6.4 0 0 6.4-6.4 0Z"/>',
    '<path d="M0-6 5.8 4.4H-5.8Z"/>',
    '<path d="M0 6 5.8-4.4H-5.8Z"/>',
]


def draw(lines):
    """The picture as text."""
    title, subtitle = headings(lines)
    names = labels(lines)
    legend, legend_height = draw_legend(names, top=84)
    top = 84 + legend_height
    bottom = top + PLOT_HEIGHT
    height = bottom + 62

    depths = sorted({depth for line in lines.values() for depth in line})
    step = (WIDTH - LEFT - RIGHT) / (depths[-1] - depths[0] + 1)
    ticks = score_ticks([point for line in lines.values() for point in line.values()])

    def x(depth):
        return LEFT + (depth - depths[0] + 0.5) * step

    def y(score):
        # A little air keeps marks at 0 and 100 % off the edges.
        return bottom - 10 - (score - ticks[0]) / (ticks[-1] - ticks[0]) * (PLOT_HEIGHT - 20)

    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{FONT}" font-size="14" fill="{INK}" role="img" aria-label="{html.escape(title)}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        text(24, 38, title, 'font-size="20" font-weight="600"'),
        text(24, 62, subtitle, f'fill="{GREY}"'),
        *legend,
        *draw_axes(ticks, y, thinned(depths, step), x, top, bottom),
    ]
    # Side by side, so that bars at the same place can be told apart.
    apart = min(14, 0.6 * step / len(lines))
    for i, (name, line) in enumerate(zip(names, lines.values())):
        shift = (i - (len(lines) - 1) / 2) * apart
        svg += draw_line(i, name, line, lambda depth, shift=shift: x(depth) + shift, y)
    return "\n".join(svg + ["</svg>"]) + "\n"


def headings(lines):
    """The title, and what all points share."""
    shared = {kind: values.pop() for kind in Line._fields if len(values := {getattr(line, kind) for line in lines}) == 1}
    games = {point.games for line in lines.values() for point in line.values()}
    least, most = min(games), max(games)
    count = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    told = [f"{count} game{'' if most == 1 else 's'} a point", "bars: 95 % intervals"]
    if "game" in shared:
        told.insert(0, shared["game"])
    return f"Win rate of smart:D{shared.get('keys', '')} by depth", " · ".join(told)


def labels(lines):
    """The name of each line: what distinguishes it from the others."""
    differ = {kind: len({getattr(line, kind) for line in lines}) > 1 for kind in Line._fields}
    names = []
    for line in lines:
        parts = []
        if differ["keys"]:
            parts.append("smart:D" + line.keys)
        if differ["opponent"] or not any(differ.values()):
            parts.append("against " + line.opponent)
        if differ["game"]:
            parts.append(("at " if parts else "") + line.game)
        names.append(" ".join(parts))
    return names


def score_ticks(shown):
    """The marked scores, from a round one below all intervals to a round one above."""
    low, high = min(point.low for point in shown), max(point.high for point in shown)
    # The even score is shown if it is near.
    if 0.5 < low < 0.65:
        low = 0.5
    if 0.35 < high < 0.5:
        high = 0.5
    step = next((step for step in (0.01, 0.02, 0.05, 0.1) if (high - low) / step <= 7), 0.25)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    # A smaller range would exaggerate differences.
    while last - first < 4:
        if first > 0:
            first -= 1
        else:
            last += 1
    return [round(i * step, 6) for i in range(first, last + 1)]


def thinned(depths, step):
    """The marked depths: every one, every other, or every fifth, depending on the room."""
    every = next((every for every in (1, 2, 5, 10, 20, 50, 100) if every * step >= 28), 500)
    return [depth for depth in range(depths[0], depths[-1] + 1) if every == 1 or depth % every == 0]


def draw_axes(ticks, y, depths, x, top, bottom):
    """The grid with its numbers, and what the axes mean."""
    right = WIDTH - RIGHT
    svg = []
    for tick in ticks:
        at = y(tick)
        even = f' stroke="{GREY}" stroke-dasharray="5 4"' if tick == 0.5 else f' stroke="{GRID}"'
        svg.append(f'<line x1="{LEFT}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}"{even}/>')
        svg.append(text(LEFT - 10, at + 5, f"{tick * 100:.0f} %", f'text-anchor="end" fill="{GREY}"'))
    svg.append(f'<path d="M{LEFT} {top}V{bottom}H{right}" fill="none" stroke="{GREY}"/>')
    for depth in depths:
        at = x(depth)
        svg.append(f'<line x1="{at:.1f}" y1="{bottom}" x2="{at:.1f}" y2="{bottom + 6}" stroke="{GREY}"/>')
        svg.append(text(at, bottom + 23, depth, f'text-anchor="middle" fill="{GREY}"'))
    middle = (LEFT + right) / 2
    svg.append(text(middle, bottom + 49, "depth D of smart:D, in plies", 'text-anchor="middle"'))
    middle = (top + bottom) / 2
    turned = f'text-anchor="middle" transform="rotate(-90 24 {middle:.1f})"'
    svg.append(text(24, middle, "score: a win counts 1, a draw a half", turned))
    return svg


def draw_line(i, name, line, x, y):
    """A line with its bars and marks."""
    drawn = sorted(line.values())
    path = " ".join(f"{x(point.depth):.1f},{y(point.score):.1f}" for point in drawn)
    colour = COLOURS[i % len(COLOURS)]
    svg = [f'<g stroke="{colour}" fill="{colour}">']
    svg.append(f'<polyline points="{path}" fill="none" stroke-width="2" stroke-linejoin="round" opacity="0.75"/>')
    for point in drawn:
        at, low, high = x(point.depth), y(point.low), y(point.high)
        bar = f"M{at:.1f} {high:.1f}V{low:.1f}M{at - 4:.1f} {high:.1f}h8M{at - 4:.1f} {low:.1f}h8"
        svg.append(f'<path d="{bar}" fill="none" stroke-width="1.6"/>')
    for point in drawn:
        told = (
            f"smart:{point.depth} {name}: {percent(point.score)} of {point.games:,} games "
            f"(95 %: {percent(point.low)} to {percent(point.high)})"
        )
        place = f'transform="translate({x(point.depth):.1f} {y(point.score):.1f})"'
        told = f"<title>{html.escape(told)}</title>"
        svg.append(f'<g class="point" stroke="#ffffff" stroke-width="1.2" {place}>{told}{mark(i)}</g>')
    return svg + ["</g>"]


def draw_legend(names, top):
    """The names of the lines in columns, with their height."""
    # The width of letters is not known here: 8 each is enough for most fonts of this size.
    width = 68 + 8 * max(len(name) for name in names)
    columns = max(1, (WIDTH - 24 - RIGHT) // width)
    svg = []
    for i, name in enumerate(names):
        x, y = 24 + i % columns * width, top + i // columns * 24
        colour = COLOURS[i % len(COLOURS)]
        svg.append(f'<g stroke="{colour}" fill="{colour}" transform="translate({x} {y})">')
        svg.append('<line x2="32" stroke-width="2" opacity="0.75"/>')
        svg.append(f'<g transform="translate(16 0)" stroke="#ffffff" stroke-width="1.2">{mark(i)}</g></g>')
        svg.append(text(x + 40, y + 5, name))
    return svg, math.ceil(len(names) / columns) * 24 + 4


def mark(i):
    return MARKS[i % len(MARKS)]


def text(x, y, content, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{" " if more else ""}{more}>{html.escape(str(content))}</text>'


def percent(share):
    return f"{share * 100:.1f} %"


# The command


def main():
    parser = argparse.ArgumentParser(
        description="Draws the win rate of smart:D by its depth D, from every summary.csv below the folders.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="DIR", nargs="+", help="a folder with runs, a summary.csv or a ladder.csv")
    parser.add_argument("-o", "--output", metavar="FILE", default="winrate.svg", help="the picture (%(default)s)")
    args = parser.parse_args()
    try:
        lines = read(tables(args.paths))
    except Nothing as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as error:
        print(f"error: cannot read: {error}", file=sys.stderr)
        return 1
    try:
        with open(args.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(draw(lines))
    except OSError as error:
        print(f"error: cannot write {args.output}: {error.strerror}", file=sys.stderr)
        return 1
    drawn = sum(len(line) for line in lines.values())
    print(f"{args.output}: {drawn} {'point' if drawn == 1 else 'points'}, {len(lines)} "
          f"{'line' if len(lines) == 1 else 'lines'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
