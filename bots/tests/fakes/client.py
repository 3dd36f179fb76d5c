"""A KGP client for the tests. It takes an extra turn where there is one and plays its first filled pit otherwise.

client.py PORT [yield|late|mute|stale]: yields when it is done, never yields, never answers, or answers after the stop.
"""

import socket
import sys

port, manner = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "yield"
print("a client may print what it likes", flush=True)
with socket.create_connection(("127.0.0.1", port)) as server:
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Each line is sent at once.
    lines = server.makefile("rw", newline="")

    def send(line):
        lines.write(f"{line}\r\n")
        lines.flush()

    for line in lines:
        assert line.endswith("\r\n"), line
        id, _, rest = line.strip().partition(" ")
        name, _, argument = rest.partition(" ")
        if line.startswith("kgp 1 "):
            send('1 set "info:name" "fake"')
            send('3 mode "freeplay"')
            send("5 ping")
        elif name == "state":
            n, _own, _other, *pits = map(int, argument.strip("<>").split(","))
            extra = [pit for pit in range(n) if pits[pit] == n - pit]
            first = [pit for pit in range(n) if pits[pit]]
            if manner in ("yield", "late"):
                send(f"7@{id} move {first[-1] + 1}")  # A first thought, to be replaced.
                send(f"9@{id} move {(extra or first)[0] + 1}")
            if manner == "yield":
                send(f"@{id} yield")
        elif rest == "stop" and manner == "stale":
            send(f"{id[id.index('@') :]} move 2")
        elif rest == "goodbye":
            break
