"""What the tests of the bots share: a bot that is spoken to line by line, and games that arena confirms.

ARENA names the binary that judges the rules (default: target/debug/arena).
"""

import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import rules

BOTS = Path(__file__).resolve().parents[1]
FAKES = BOTS / "tests" / "fakes"
ARENA = os.environ.get("ARENA", str(BOTS.parent / "target" / "debug" / "arena"))
PYTHON = sys.executable
PATIENCE = 60  # seconds for an answer, on a loaded machine


class Bot:
    """A bot under test, spoken to line by line."""

    def __init__(self, command, spec):
        environment = {**os.environ, "ARENA_GAME": spec}
        environment.pop("PYTHONUNBUFFERED", None)  # It would hide a missing flush.
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.errors = []
        readers = (self.read, lambda: self.errors.extend(self.process.stderr))
        self.readers = [threading.Thread(target=reader, daemon=True) for reader in readers]
        for reader in self.readers:
            reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())
        self.lines.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        for reader in self.readers:
            reader.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        line = self.lines.get(timeout=PATIENCE)
        if line is None:
            raise EOFError(f"the bot ended: {b''.join(self.errors).decode()}")
        if not line.endswith("\n"):
            raise ValueError(f"half a line: {line!r}")
        return line.strip()

    def until(self, start):
        """The lines up to the first that begins so, which is the last of them."""
        lines = [self.line()]
        while not lines[-1].startswith(start):
            lines.append(self.line())
        return lines

    def move(self, position, go="go"):
        self.send(f"position fen {position}", go)
        return int(self.until("bestmove ")[-1].split()[1])

    def ending(self):
        """Waits for the end of the process: its exit code and stderr."""
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return code, b"".join(self.errors).decode()


def show(spec, *arguments):
    shown = subprocess.run(
        [ARENA, "show", "--json", "--game", spec, *arguments], capture_output=True, text=True, check=True
    )
    return json.loads(shown.stdout)


def expected(game, position):
    """What a starter's `choose` picks as it stands."""
    total = 0
    for number in game.numbers(position):
        total = (total * 31 + number) % 2**32
    legal = game.legal(position)
    return legal[total % len(legal)]


def play(test, spec, choose, opening=0, seed=1):
    """Plays a game, the first plies at random, and has arena confirm it. Returns the moves."""
    game, chance = rules.game(spec), random.Random(seed)
    position, moves = game.start, []
    while legal := game.legal(position):
        move = chance.choice(legal) if len(moves) < opening else choose(position)
        test.assertIn(move, legal, f"{spec} {position}")
        moves.append(move)
        position = game.after(position, move)
    test.assertEqual(show(spec, "--moves", " ".join(map(str, moves)))["position"], position)
    return moves


class NeedsTools(unittest.TestCase):
    """A test that fails, or with --skip-missing is skipped, where a tool is not installed."""

    def need(self, present, what):
        if not present:
            message = f"{what} is not installed (--skip-missing skips this)"
            self.skipTest(message) if os.environ.get("SKIP_MISSING") else self.fail(message)
