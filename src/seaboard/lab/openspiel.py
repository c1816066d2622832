"""The games for OpenSpiel: `pyspiel.load_game("seaboard_maori(players=3)")` once this is imported.

Needs `pip install seaboard[openspiel]`. Chance is sampled: where a move draws something, a chance node with one outcome
stands between the choice and what comes of it, so that a search that goes there twice sees two futures.
"""

from typing import Any

import numpy as np

from ..core.game import Game
from ..games import all_games
from .single_game import SingleGame, missing_library

try:
    import pyspiel
except ImportError:
    raise missing_library("OpenSpiel", "openspiel") from None

SET_UP = -1  # instead of an action that waits for chance: the game has not begun
LONGEST = 20_000  # decisions of a game; none comes near it
MOST_POINTS = 10_000.0  # with one seat


def game_type(game: Game) -> Any:
    """OpenSpiel's description of a game; the options are its parameters."""
    seats = game.options[0].choices
    defaults = {option.name: parameter(option.default) for option in game.options}
    return pyspiel.GameType(
        short_name=f"seaboard_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in seats else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "seed": -1},
    )


def parameter(value: Any) -> Any:
    """An option's value as OpenSpiel takes it: a number or a text, a list with + between."""
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else value


class Chance:
    """One generator for a game and all its states: a copied state draws from the same one."""

    def __init__(self, seed: int):
        self.generator = np.random.default_rng(None if seed < 0 else seed)

    def key(self) -> int:
        return int(self.generator.integers(2**62))

    def __deepcopy__(self, memo: dict) -> "Chance":
        return self


class SpielGame(pyspiel.Game):
    """A game with its options, and the generator that all its states draw from (`seed=-1`: another one each time)."""

    def __init__(self, game: Game, kind: Any, params: dict | None = None):
        given = dict(params or {})
        seed = int(given.pop("seed", -1))
        self.chance = Chance(seed)
        texts = {name: str(value).replace("+", ",") for name, value in given.items()}
        self.table = SingleGame(game, **texts)
        most = MOST_POINTS if self.table.seats == 1 else 1.0
        info = {
            "num_distinct_actions": game.actions,
            "max_chance_outcomes": 1,
            "num_players": self.table.seats,
            "min_utility": -most,
            "max_utility": most,
            "max_game_length": LONGEST,
        }
        if 1 not in game.options[0].choices:
            info["utility_sum"] = 0.0
        super().__init__(kind, pyspiel.GameInfo(**info), params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.table)


class SpielState(pyspiel.State):
    """A position. `waiting` is the action that chance has yet to answer, SET_UP at the start, None if there is none."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.chance = game.chance
        self.table = game.table.copy()
        self.waiting: int | None = SET_UP

    def current_player(self) -> int:
        if self.waiting is not None:
            return pyspiel.PlayerId.CHANCE
        seat = self.table.mover
        return pyspiel.PlayerId.TERMINAL if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.waiting is not None:
            self.let_chance_answer(self.waiting)
        else:
            tried = self.table.copy()
            tried.play(action)
            if tried.s.counter != self.table.s.counter:  # something was drawn
                self.waiting = action
            else:
                self.table = tried

    def let_chance_answer(self, action: int) -> None:
        """With a new key, so that it is another answer each time."""
        key = self.chance.key()
        if action == SET_UP:
            self.table.begin(key)
        else:
            self.table.renew(key)
            self.table.play(action)
        self.waiting = None

    def _action_to_string(self, player: int, action: int) -> str:
        return "chance" if player == pyspiel.PlayerId.CHANCE else self.table.game.texts.notation(self.table.box, action)

    def is_terminal(self) -> bool:
        return self.waiting is None and self.table.mover < 0

    def returns(self) -> list[float]:
        return self.table.rewards() if self.is_terminal() else [0.0] * self.table.seats

    def __str__(self) -> str:
        return f"{self.table.game.name} {self.table.s.tobytes().hex()} {'' if self.waiting is None else self.waiting}"


class Observer:
    """A seat's observation, as a tensor and as text."""

    def __init__(self, table: SingleGame):
        self.tensor = np.zeros(table.game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.table.observation(player) if state.waiting != SET_UP else 0

    def string_from(self, state: SpielState, player: int) -> str:
        if state.waiting == SET_UP:
            return "before the set-up"
        return " ".join(map(str, state.table.observation(player).tolist()))


def register(game: Game) -> None:
    """`pyspiel.load_game("seaboard_NAME")`, from now on."""
    kind = game_type(game)

    class Registered(SpielGame):
        def __init__(self, params: dict | None = None):
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


for each in all_games():
    if f"seaboard_{each.name}" not in pyspiel.registered_names():
        register(each)
