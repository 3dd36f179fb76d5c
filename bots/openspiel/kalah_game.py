"""Kalah of any size and from any position as a game of OpenSpiel, written in Python.

OpenSpiel's `mancala` has one size and one start position. This game has any, for bots that are written in Python and
play any game, such as open_spiel.python.algorithms.mcts. (OpenSpiel's bots in C++ crash on states written in Python.)
Actions are arena's moves less one.
"""

import pyspiel

GAME_TYPE = pyspiel.GameType(
    short_name="arena_kalah",
    long_name="Kalah",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class KalahGame(pyspiel.Game):
    """The game from a start position (of the starter bot's class `Kalah`)."""

    def __init__(self, start):
        holes = len(start.rows[0]) - 1
        info = pyspiel.GameInfo(
            num_distinct_actions=holes,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=1000,
        )
        super().__init__(GAME_TYPE, info, {})
        self.start = start

    def new_initial_state(self):
        return KalahState(self, self.start)


class KalahState(pyspiel.State):
    """A state that holds a position and plays by its rules."""

    def __init__(self, game, position):
        super().__init__(game)
        self.position = position

    def current_player(self):
        return self.position.side if self.position.legal_moves() else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, _player):
        return [move - 1 for move in self.position.legal_moves()]

    def _apply_action(self, action):
        self.position = self.position.play(action + 1)

    def _action_to_string(self, _player, action):
        return str(action + 1)

    def is_terminal(self):
        return not self.position.legal_moves()

    def returns(self):
        if not self.is_terminal():
            return [0.0, 0.0]
        south, north = (sum(row) for row in self.position.rows)
        result = float((south > north) - (south < north))
        return [result, -result]

    def clone(self):
        # Positions never change, so the copy may share this one.
        return KalahState(self.get_game(), self.position)

    def __str__(self):
        return str(self.position)
