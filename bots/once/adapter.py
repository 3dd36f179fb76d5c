#!/usr/bin/env python3
"""Lets a program play that is started anew for every move: it gets a position and prints a move.

Play:  arena --a 'exec:"python3 bots/once/adapter.py ./mymove",time=1s' --b smart:6

The position is the last argument, or takes the place of {position}, or is a line on stdin with --stdin. The last word
the program prints is its move. With a time limit it is killed just before the end, and what it printed until then counts.
"""

import argparse
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location("arena_bot", Path(__file__).resolve().parents[1] / "python" / "bot.py")
bot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bot)


def run(command, given, seconds):
    """Runs the command and returns what it printed within the time."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace"
    ) as program:
        try:
            return program.communicate(given, seconds)[0]
        except subprocess.TimeoutExpired as late:
            program.kill()
            # Whole lines alone: half a number is another number. The output so far is bytes, also in text mode.
            return (late.output or b"").rpartition(b"\n")[0].decode(errors="replace")


def move_of(arguments, position, limits):
    text = str(position)
    command = [word.replace("{position}", text) for word in arguments.command]
    if not arguments.stdin and command == arguments.command:
        command.append(text)
    milliseconds = bot.time_for_move(position, limits)
    # A little is left for the way back.
    seconds = max(milliseconds - 20, milliseconds / 2) / 1000 if milliseconds else None
    words = run(command, f"{text}\n" if arguments.stdin else "", seconds).split()
    if not words:
        sys.exit(f"{command[0]} printed no move for {text}")
    return int(words[-1]) + 1 if arguments.from_zero else words[-1]


def main():
    parser = argparse.ArgumentParser(description="Starts a program for every move.")
    parser.add_argument("--stdin", action="store_true", help="write the position to the program's stdin")
    parser.add_argument("--from-zero", action="store_true", help="the program counts moves from 0, not from 1")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program and its arguments")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("which program? for example: once/adapter.py ./mymove")
    if not shutil.which(arguments.command[0]):
        sys.exit(f"cannot run {arguments.command[0]}: no such program, or not executable (chmod +x)")
    bot.main(lambda position, limits: move_of(arguments, position, limits), Path(arguments.command[0]).stem)


if __name__ == "__main__":
    main()
