"""A bot that tries what it should not do, tells on stderr what it could, and plays on.

intruder.py STARTER RUN=FOLDER PORT=NUMBER PID=NUMBER [CHILD=SECONDS]: the Python starter, the folder of the run, a port
that is open on loopback, a process outside, and for how long a child sleeps that it leaves behind.
"""

import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("arena_bot", sys.argv[1])
bot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bot)
told = dict(word.split("=", 1) for word in sys.argv[2:])


def write_beside_itself():
    trace = Path(__file__).with_name("trace")
    trace.touch()
    trace.unlink()


ATTEMPTS = {
    "read the run": lambda: os.listdir(told["RUN"]),
    "read the file beside it": lambda: Path(__file__).with_name("secret").read_text(),
    "read the environment": lambda: os.environ["SECRET"],
    "write beside itself": write_beside_itself,
    "write to the kernel": lambda: os.close(os.open("/proc/sys/vm/overcommit_memory", os.O_WRONLY)),
    "connect to loopback": lambda: socket.create_connection(("127.0.0.1", int(told["PORT"])), 5).close(),
    "signal a process": lambda: os.kill(int(told["PID"]), 0),
    "take 2 GiB": lambda: bytearray(2 << 30),
    "write to /tmp": lambda: Path(f"/tmp/arena-intruder-{told['PORT']}").touch(),
}


def intrude():
    for name, attempt in ATTEMPTS.items():
        try:
            attempt()
            print(f"could {name}", file=sys.stderr)
        except (OSError, KeyError, MemoryError):
            pass
    if "CHILD" in told:
        pipes = {name: subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
        subprocess.Popen(["sleep", told["CHILD"]], start_new_session=True, **pipes)


def choose(position, limits):
    """Tries it at its first move: the run has its folder by then."""
    if ATTEMPTS:
        intrude()
        ATTEMPTS.clear()
    return bot.choose(position, limits)


bot.main(choose)
