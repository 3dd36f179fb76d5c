#!/usr/bin/env python3
"""Lets a client of the Kalah Game Protocol (KGP 1.0) play in arena: this adapter is its server, on loopback.

Play:  arena --a 'exec:"python3 bots/kgp/adapter.py python3 my_client.py {port}",time=1s' --b smart:6

The command is the client; it gets the port in place of {port} and as KGP_PORT, the host as KGP_HOST. Without a command
the adapter waits for a client to connect by itself, to port 2671 unless --port says otherwise.

The protocol is that of the project KWARC/kalah-game. The client is always South there, and both rows count in the order
of sowing; arena counts North's holes from left to right, against the order of sowing.
"""

import argparse
import importlib.util
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

spec = importlib.util.spec_from_file_location("arena_bot", Path(__file__).resolve().parents[1] / "python" / "bot.py")
bot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bot)

PORT = 2671
COMMAND = re.compile(r"\s*(?:(?P<id>\d+)?(?:@(?P<ref>\d+))?\s+)?(?P<name>[A-Za-z0-9]+)(?P<arguments>.*)")


class Client:
    """The connection to a client. A thread reads; moves and yields go into a queue."""

    def __init__(self, connection):
        self.connection = connection
        self.lines = connection.makefile("r", encoding="utf-8", errors="replace")
        self.answers = queue.Queue()
        self.ready = threading.Event()
        self.gone = False
        self.lock = threading.Lock()
        self.last_id = 0
        self.send("kgp 1 0 0", numbered=False)
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, command, ref=None, numbered=True):
        """Sends a command and returns its id. The server's ids are even, as in the examples of the specification."""
        with self.lock:
            prefix = ""
            if numbered:
                self.last_id += 2
                prefix = f"{self.last_id}@{ref} " if ref else f"{self.last_id} "
            self.connection.sendall(f"{prefix}{command}\r\n".encode())
            return self.last_id

    def read(self):
        try:
            for line in self.lines:
                if match := COMMAND.match(line):
                    self.obey(match["name"], match["arguments"].split(), match["id"], match["ref"])
        except OSError:
            pass
        self.gone = True
        self.ready.set()
        self.answers.put((None, "gone", []))

    def obey(self, name, arguments, id, ref):
        if name == "mode":
            if arguments and arguments[0].strip('"') == "freeplay":
                self.send("ok", ref=id)
                self.ready.set()
            else:
                self.send('error "only freeplay is supported"', ref=id)
                self.send("goodbye")
        elif name == "ping":
            self.send(" ".join(["pong", *arguments]), ref=id)
        elif name in ("move", "yield"):
            self.answers.put((int(ref) if ref else None, name, arguments))
        elif name == "error":
            print(f"the client says: error {' '.join(arguments)}", file=sys.stderr)

    def ask(self, board, seconds):
        """Sends a state; returns the client's last move within the time, or None if it made none."""
        deadline = time.monotonic() + seconds
        question = self.send(f"state {board}")
        move = None
        while True:
            try:
                ref, name, arguments = self.answers.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                break
            if name == "gone":
                sys.exit("the client closed the connection")
            if ref not in (None, question):
                continue  # An answer to an earlier state, after its stop.
            if name == "yield":
                break
            if arguments and arguments[0].isdecimal():
                move = int(arguments[0])
        self.send("stop", ref=question)
        return move


def board_of(position):
    """The position as the side to move sees it: <n, own pot, other pot, own holes, other holes>."""
    n = len(position.rows[0]) - 1
    sowing = [position.rows[0][:n], position.rows[1][:n][::-1]]
    own, other = position.side, 1 - position.side
    numbers = [n, position.rows[own][n], position.rows[other][n], *sowing[own], *sowing[other]]
    return f"<{','.join(map(str, numbers))}>"


def move_of(client, position, limits, default):
    milliseconds = bot.time_for_move(position, limits)
    # A little is left for the way back.
    seconds = max(milliseconds - 20, milliseconds / 2) / 1000 if milliseconds else default
    move = client.ask(board_of(position), seconds)
    if move is None:
        # KGP's server moves at random then; the first legal move keeps games reproducible.
        bot.say("info string no move from the client: the first legal one is played")
        return position.legal_moves()[0]
    n = len(position.rows[0]) - 1
    return move if position.side == 0 else n + 1 - move


def connect(arguments):
    """Listens, starts the client, and waits until it has chosen a mode."""
    port = arguments.port if arguments.port is not None else 0 if arguments.command else PORT
    with socket.create_server(("127.0.0.1", port)) as server:
        port = server.getsockname()[1]
        process = None
        if arguments.command:
            command = [word.replace("{port}", str(port)) for word in arguments.command]
            environment = {**os.environ, "KGP_HOST": "127.0.0.1", "KGP_PORT": str(port)}
            try:
                # The client's stdout is not the protocol's: it goes to stderr.
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment)
            except OSError as error:
                sys.exit(f"cannot run {command[0]}: {error.strerror}")
        server.settimeout(arguments.startup)
        try:
            connection, _ = server.accept()
        except socket.timeout:
            sys.exit(f"no client connected to 127.0.0.1:{port} within {arguments.startup:g} s")
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client = Client(connection)
    if not client.ready.wait(arguments.startup) or client.gone:
        sys.exit("the client did not choose the mode freeplay")
    return client, process


def main():
    parser = argparse.ArgumentParser(description="Plays a client of the Kalah Game Protocol as a bot of arena.")
    parser.add_argument(
        "--port", type=int, help=f"the port to listen on (default: {PORT}; with a command, any free one)"
    )
    parser.add_argument("--think", type=float, default=5, metavar="S", help="seconds for a move without a limit (5)")
    parser.add_argument("--startup", type=float, default=8, metavar="S", help="seconds to wait for the client (8)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the client and its arguments; {port} is the port")
    arguments = parser.parse_args()
    game = os.environ.get("ARENA_GAME", "kalah:6x4")
    if not game.startswith("kalah"):
        sys.exit(f"KGP is for kalah, not {game}")
    client, process = connect(arguments)
    try:
        bot.main(lambda position, limits: move_of(client, position, limits, arguments.think), "kgp")
        client.send("goodbye")
    finally:
        client.connection.close()
        if process:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
