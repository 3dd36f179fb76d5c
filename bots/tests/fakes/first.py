"""A bot of OpenSpiel for the tests: it takes the first legal action."""

import pyspiel


class First(pyspiel.Bot):
    def __init__(self):
        pyspiel.Bot.__init__(self)

    def step(self, state):
        return state.legal_actions()[0]


def make_bot(_game, _player):
    return First()
