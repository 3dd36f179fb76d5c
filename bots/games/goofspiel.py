#!/usr/bin/env python3
"""Goofspiel, a card game with simultaneous moves, for arena's match: games; and two players of it.

    goofspiel.py play SEED P1 P2    plays one game between two commands and prints its result
    goofspiel.py bid same|odd       a player that bids the prize itself, or now and then one card more

Both players hold the cards 1 to 9. In each turn a prize from 1 to 9 is turned up, in an order that the seed decides, and both bid a card at
once. The higher card wins the prize; between equal cards it is lost. Who has more points at the end wins.

A player reads a prize from each line of its input and answers with the card that it bids. Copy this file, replace the game, and keep `ask`
and the result.
"""

import json
import random
import select
import shlex
import subprocess
import sys

CARDS = 9
SECONDS = 5


class Failed(Exception):
    """A player crashed, was too late, or broke the rules."""


def ask(player, line):
    """What a player answers to a line."""
    try:
        player.stdin.write(line + "\n")
        player.stdin.flush()
    except OSError as error:
        raise Failed("closed its input") from error
    # One line of answer for one of question, so nothing waits in the buffer of stdout.
    if not select.select([player.stdout], [], [], SECONDS)[0]:
        raise Failed("no answer")
    answer = player.stdout.readline()
    if not answer:
        raise Failed("closed its output")
    return answer.strip()


def bid(player, prize, hand):
    answer = ask(player, str(prize))
    if not answer.isdigit() or int(answer) not in hand:
        raise Failed(f"bids {answer!r}")
    hand.remove(int(answer))
    return int(answer)


def play(seed, commands):
    prizes = random.Random(int(seed)).sample(range(1, CARDS + 1), CARDS)
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    players = [subprocess.Popen(shlex.split(command), **pipe) for command in commands]
    hands = [set(range(1, CARDS + 1)) for _ in players]
    scores, errors, ties = [0, 0], [0, 0], 0
    for prize in prizes:
        bids = [0, 0]
        for side in (0, 1):
            try:
                bids[side] = bid(players[side], prize, hands[side])
            except Failed as failed:
                print(f"{commands[side]}: {failed}", file=sys.stderr)
                errors[side] = 1
        if any(errors):
            break
        if bids[0] == bids[1]:
            ties += 1
        else:
            scores[bids[1] > bids[0]] += prize
    for player in players:
        player.kill()
    return {
        "ranks": [int(scores[0] < scores[1]), int(scores[1] < scores[0])],
        "scores": scores,
        "errors": errors,
        "attributes": {"ties": ties, "first_prize": prizes[0]},
    }


def player(style):
    hand = list(range(1, CARDS + 1))
    # What it draws depends on the prizes alone, so that a game can be repeated.
    chance = random.Random(style)
    for line in sys.stdin:
        chance.seed(line + str(chance.random()))
        wanted = int(line) + (style == "odd" and chance.random() < 0.3)
        card = min((card for card in hand if card >= wanted), default=hand[0])
        hand.remove(card)
        print(card, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"] and len(sys.argv) == 5:
        print(json.dumps(play(sys.argv[2], sys.argv[3:])))
    elif sys.argv[1:2] == ["bid"] and sys.argv[2:] in (["same"], ["odd"]):
        player(sys.argv[2])
    else:
        sys.exit(__doc__)
