"""Replays the games of a run in OpenSpiel: openspiel_replay.py GAME games.csv. Stops where a move or a result differs."""

import csv
import sys

import pyspiel

game = pyspiel.load_game(sys.argv[1])
sizes = game.get_parameters()


def action(state, move):
    """The action of a move as arena writes it."""
    if "rows" in sizes:
        # The first side of OpenSpiel sits at the top.
        column, row, to_column, to_row = move
        last = sizes["rows"] + 1
        name = f"{column}{last - int(row)}{to_column}{last - int(to_row)}"
        return {state.action_to_string(legal).rstrip("*"): legal for legal in state.legal_actions()}[name]
    if move.isdigit():
        return int(move) - 1
    return (sizes["n"] - int(move[1:])) * sizes["m"] + ord(move[0]) - ord("A")


count = 0
with open(sys.argv[2], newline="") as file:
    for row in csv.DictReader(file):
        state = game.new_initial_state()
        for move in row["moves"].split():
            state.apply_action(action(state, move))
        margin = int(row["first_points"]) - int(row["second_points"])
        if not state.is_terminal() or state.returns()[0] != margin:
            sys.exit(f"another end: {row}")
        count += 1
print(count, "games")
