#!/usr/bin/env python3
"""Lets a language model play in arena, through any endpoint that understands OpenAI's /chat/completions. Needs nothing but Python 3.8.

    export OPENAI_API_KEY=…            # or what --key-variable names; a server of your own may need none
    arena --a 'gpt=exec:"python3 adapter.py --model NAME"' --b smart:2 --games 20 --max-forfeits 1000
    arena --a 'local=exec:"python3 adapter.py --model NAME --url http://localhost:8080/v1"' --b smart:2 --games 20

The model gets the rules in short, the board as `arena show` draws it and the legal moves, every time in a new conversation. It ends
its answer with a line `move: M`. After an answer without a legal move it is told so and asked again, --retries times (2); then the game
is forfeited. The tokens of all answers for a move are its `nodes`. The conversation goes to stderr: logs/PLAYER.log in the run's folder.

The key comes from the environment and goes into the header of the request, nowhere else.
"""

import argparse
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

RULES = {
    "kalah": "Two rows of holes: South's below, North's above, both numbered from 1 from left to right, so that hole i of one side lies "
    "opposite hole i of the other. South's pot is on the right, North's on the left. A move empties one of your holes and sows its beans one "
    "by one counter-clockwise: South to the right into its pot, North to the left into its pot, then on along the other row, never into the "
    "opponent's pot. If the last bean lands in your pot, you move again. If it lands in an empty hole of yours with beans opposite, that bean "
    "and those opposite go into your pot. The game ends as soon as a row is empty; the beans left go to the side on which they lie. More "
    "beans win. A move is the number of a hole.",
    "connect": "A checker falls to the lowest free level of its column. N in a row, across, up or diagonally, win. The game is called "
    "connect:COLUMNSxLEVELSxN. A move is the number of a column, from 1 on the left.",
    "mnk": "You mark an empty cell. K in a row, across, up or diagonally, win; with :exact, no more than K. The game is called "
    "mnk:COLUMNSxROWSxK.",
    "othello": "A move places a disc so that it encloses a row of the opponent's discs between itself and another one of yours; all discs "
    "enclosed so, in every direction, become yours. A side without a move is skipped. More discs win.",
    "breakthrough": "A piece moves one step straight ahead to an empty cell, or one step diagonally ahead to an empty cell or to capture. "
    "Whoever reaches the farthest row or captures the last piece wins.",
    "oware": "A move empties one of your houses and sows its seeds one by one counter-clockwise, never into the house they came from. While "
    "the last house sown to is the opponent's and holds two or three seeds, you capture them, and so on backwards; a capture of all the "
    "opponent's seeds takes nothing. A side must feed an opponent who has no seeds, if it can. More than half of the seeds win.",
    "chess": "Moves are written as in UCI: e2e4, e7e8q.",
    "chess960": "Moves are written as in UCI: e2e4, e7e8q; castling as the king's move to the rook.",
}

# What may work if it is tried again: too many requests, or a server that is busy or starts.
PASSING = (429, 500, 502, 503, 504)
WAITS = (1, 2, 4)  # seconds


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for one address alone."""

    def redirect_request(self, *_):
        return None


class Endpoint:
    """The address of a model, the key for it, and what to send along."""

    def __init__(self, url, key, request, timeout):
        self.url, self.key, self.request, self.timeout = url.rstrip("/") + "/chat/completions", key, request, timeout
        self.opener = urllib.request.build_opener(NoRedirect)

    def hide(self, text):
        """A text without the key, should a server repeat it."""
        return text.replace(self.key, "[key]") if self.key else text

    def log(self, text):
        """Writes to the bot's log."""
        print(self.hide(text), file=sys.stderr, flush=True)

    def line(self, body):
        """The begin of what a server said. The key is hidden first, or half of it might be left."""
        return " ".join(self.hide(body.decode(errors="replace")).split())[:500]

    def fail(self, problem):
        self.log(f"error: {self.url}: {problem}")
        sys.exit(1)

    def ask(self, messages):
        """The model's answer and how many tokens it took, 0 where the server does not say."""
        body = json.dumps({**self.request, "messages": messages}).encode()
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        for wait in (*WAITS, None):
            try:
                with self.opener.open(urllib.request.Request(self.url, body, headers), timeout=self.timeout) as answer:
                    return self.read(answer.read())
            except urllib.error.HTTPError as error:
                problem = f"HTTP {error.code}: {self.line(error.read())}"
                if error.code not in PASSING:
                    self.fail(problem)
                asked = error.headers.get("Retry-After", "")
                wait = min(int(asked), 60) if asked.isdecimal() and wait is not None else wait
            except (OSError, http.client.HTTPException) as error:
                problem = str(getattr(error, "reason", error)) or type(error).__name__
            if wait is None:
                self.fail(problem)
            self.log(f"{problem}; again in {wait} s")
            time.sleep(wait)
        raise AssertionError("the last wait is None")

    def read(self, body):
        try:
            answer = json.loads(body)
            content = answer["choices"][0]["message"]["content"] or ""
            return self.hide(str(content)), int((answer.get("usage") or {}).get("total_tokens") or 0)
        except (ValueError, LookupError, TypeError, AttributeError):
            return self.fail(f"not an answer of /chat/completions: {self.line(body)}")


class Board:
    """A position as arena shows it: what to tell the model, and the legal moves."""

    def __init__(self, arena, game, words):
        """`words` follow `position`: startpos or fen F, then perhaps moves M1 M2 …"""
        cut = words.index("moves") if "moves" in words else len(words)
        command = [arena, "show", "--game", game]
        if words[0] != "startpos":
            command += ["--position", " ".join(words[1:cut])]
        if words[cut + 1 :]:
            command += ["--moves", " ".join(words[cut + 1 :])]
        self.text = self.run(command)
        self.legal = [str(move) for move in json.loads(self.run([*command, "--json"]))["legal"]]

    @staticmethod
    def run(command):
        shown = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if shown.returncode:
            raise ValueError(shown.stderr.strip())
        return shown.stdout


def move_in(answer, legal):
    """The legal move that an answer ends with, or None; and the word that was read."""
    named = re.findall(r"move\W*:\W*(\S+)", answer, re.IGNORECASE)
    words = named or answer.split()
    word = words[-1].strip("*_`'\"()[]{}<>.,:;!") if words else ""
    same = [move for move in legal if move.lower() == word.lower()]
    return (word if word in legal else same[0] if len(same) == 1 else None), word


class Player:
    def __init__(self, endpoint, game, rules, retries):
        self.endpoint, self.retries = endpoint, retries
        self.system = (
            f"You play a game with two players and want to win. The game is {game}. {rules}".strip() + " Think as long as you like, "
            "then end your answer with one line of the form\nmove: M\nwhere M is one of the legal moves."
        )

    def choose(self, board):
        """The move, or `none` after too many illegal answers; and the tokens of all answers."""
        messages = [{"role": "system", "content": self.system}]
        question = f"{board.text}\nIt is your turn: choose one of the legal moves."
        tokens = 0
        for _ in range(self.retries + 1):
            messages.append({"role": "user", "content": question})
            self.log("to the model", question)
            answer, used = self.endpoint.ask(messages)
            self.log("the model", answer)
            tokens += used
            move, word = move_in(answer, board.legal)
            if move:
                return move, tokens
            messages.append({"role": "assistant", "content": answer})
            what = f"'{word[:100]}' is not a legal move." if word else "There is no move in your answer."
            question = f"{what} The legal moves are: {' '.join(board.legal)}\nEnd your answer with one line: move: M"
        self.endpoint.log(f"no legal move in {self.retries + 1} answers: the game is forfeited")
        return "none", tokens

    def log(self, who, text):
        self.endpoint.log(f"--- {who}\n{text}")


def say(line):
    print(line, flush=True)


def play(player, arena, game):
    """Speaks UGI on stdin and stdout."""
    board = None
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            say(f"id name {player.endpoint.request['model']}")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "position":
            try:
                board = Board(arena, game, words)
            except (ValueError, LookupError) as error:
                player.endpoint.log(f"cannot read this position: {error}")
                board = None
        elif command == "go":
            if not board or not board.legal:
                say("bestmove none")
                continue
            move, tokens = player.choose(board)
            if tokens:
                say(f"info nodes {tokens}")
            say(f"bestmove {move}")
        elif command == "quit":
            break


def setting(text):
    """A field of the request: temperature=0. The value is JSON, or else a text."""
    name, equals, value = text.partition("=")
    if not equals or not name or name in ("model", "messages"):
        raise argparse.ArgumentTypeError("write a field of the request and its value, such as temperature=0")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def address(text):
    """An http address without a password, since the command is written into the files of a run."""
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query:
        raise argparse.ArgumentTypeError("write an address such as http://localhost:8080/v1; a key belongs into the environment")
    return text


def variable(text):
    """The name of a variable; a text that may be the key itself is not repeated."""
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", text):
        raise argparse.ArgumentTypeError("write the name of an environment variable, such as OPENAI_API_KEY, not the key")
    return text


def count(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("write a number from 0 up")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description="Plays a language model as a bot of arena.")
    parser.add_argument("--model", required=True, help="the model's name at the endpoint")
    parser.add_argument(
        "--url",
        type=address,
        default=os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"),
        help="what /chat/completions comes behind (the variable OPENAI_BASE_URL, or OpenAI's)",
    )
    parser.add_argument(
        "--key-variable",
        type=variable,
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="the environment variable with the key (OPENAI_API_KEY)",
    )
    parser.add_argument(
        "--retries", type=count, default=2, metavar="N", help="how often to ask again after an illegal answer (2)"
    )
    parser.add_argument(
        "--set", type=setting, action="append", default=[], metavar="FIELD=VALUE", help="a field of the request: temperature=0"
    )
    parser.add_argument("--rules", metavar="FILE", help="a text file with the rules, in place of those built in")
    parser.add_argument("--timeout", type=count, default=600, metavar="S", help="seconds for an answer of the server (600)")
    arguments = parser.parse_args()
    game = os.environ.get("ARENA_GAME", "kalah:6x4")
    if game.startswith("ugi:"):
        sys.exit("arena has no rules for this game, so it cannot tell the legal moves: choose one of `arena list games`")
    arena = shutil.which(os.environ.get("ARENA", "arena"))
    if not arena:
        sys.exit("there is no arena in PATH, which draws the boards: install it, or let the variable ARENA name it")
    rules = RULES.get(game.partition(":")[0], "")
    if arguments.rules:
        try:
            with open(arguments.rules, encoding="utf-8") as file:
                rules = file.read()
        except OSError as error:
            sys.exit(f"--rules: {arguments.rules}: {error.strerror}")
    request = {**dict(arguments.set), "model": arguments.model}
    endpoint = Endpoint(arguments.url, os.environ.get(arguments.key_variable, ""), request, arguments.timeout)
    play(Player(endpoint, game, rules, arguments.retries), arena, game)


if __name__ == "__main__":
    main()
