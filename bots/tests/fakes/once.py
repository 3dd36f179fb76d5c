"""A program for one move, for the tests: the position as its argument or on stdin, the last filled hole on stdout.

once.py [--slow] [POSITION]: with --slow it prints a move and half of another, and then hangs.
"""

import sys
import time

arguments = [argument for argument in sys.argv[1:] if argument != "--slow"]
position = arguments[0] if arguments else sys.stdin.readline().strip()
side, south, north = position.split(":")
holes = (south if side == "s" else north).split(",")[:-1]
print("thinking about", position)
print(max(number for number, beans in enumerate(holes, 1) if beans != "0"), flush=True)
if "--slow" in sys.argv:
    print("1", end="", flush=True)
    time.sleep(60)
