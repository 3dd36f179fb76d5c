#!/usr/bin/env python3
"""Lets a kaggle ConnectX agent play in arena: a Python file with `def agent(observation, configuration)`.

Play:  arena --game connect --a 'exec:"python3 bots/kaggle/adapter.py my_agent.py",time=2s' --b smart:6
"""

import argparse
import contextlib
import importlib.util
import inspect
import os
import sys
from pathlib import Path


def load(path, name):
    """Imports a Python file as a module of the given name."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


bot = load(Path(__file__).resolve().parents[1] / "python" / "bot.py", "arena_bot")


class Struct(dict):
    """A dict whose items are attributes too, as in kaggle_environments."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def find_agent(path):
    """The function `agent` of a file or, as kaggle does it, the last function in it."""
    sys.path.insert(0, str(Path(path).resolve().parent))
    module = load(path, "kaggle_agent")
    functions = [value for value in vars(module).values() if inspect.isfunction(value)]
    if not functions:
        sys.exit(f"{path} has no function: write def agent(observation, configuration)")
    return getattr(module, "agent", functions[-1])


def move_of(agent, position, limits):
    """Asks the agent for a column. What it prints goes to stderr, since stdout belongs to the protocol."""
    seconds = (bot.time_for_move(position, limits) or 2000) / 1000
    observation = Struct(
        board=list(position.cells),
        mark=position.side + 1,
        step=sum(cell > 0 for cell in position.cells),
        remainingOverageTime=0,
    )
    configuration = Struct(
        columns=position.columns,
        rows=len(position.cells) // position.columns,
        inarow=position.in_a_row,
        actTimeout=seconds,
        timeout=seconds,
        agentTimeout=0,
        episodeSteps=1000,
    )
    arguments = (observation, configuration)[: len(inspect.signature(agent).parameters)]
    with contextlib.redirect_stdout(sys.stderr):
        column = agent(*arguments)
    return int(column) + 1


def main():
    parser = argparse.ArgumentParser(description="Plays a kaggle ConnectX agent as a bot of arena.")
    parser.add_argument("agent", help="the Python file with the agent")
    arguments = parser.parse_args()
    spec = os.environ.setdefault("ARENA_GAME", "connect:7x6x4")
    if not spec.startswith("connect"):
        sys.exit(f"a ConnectX agent plays connect, not {spec}: add --game connect")
    with contextlib.redirect_stdout(sys.stderr):
        agent = find_agent(arguments.agent)
    bot.main(lambda position, limits: move_of(agent, position, limits), Path(arguments.agent).stem)


if __name__ == "__main__":
    main()
