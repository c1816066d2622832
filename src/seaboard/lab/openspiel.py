"""OpenSpiel games: `pyspiel.load_game("seaboard_maori(players=3)")` after importing this module. Needs OpenSpiel.

Chance is sampled: a move that draws something is followed by a chance node with one outcome, so that visiting it again samples
another future. The information state is a hash of everything a seat has seen and done, in order. `resample_from_infostate`
redeals what the mover cannot know.
"""

import hashlib
from typing import Any, ClassVar

import numpy as np

from ..core.dice import key_of
from ..core.errors import IllegalMove
from ..core.game import Game
from ..games import all_games
from .single_game import SingleGame, missing_library

try:
    import pyspiel
except ImportError:
    raise missing_library("OpenSpiel", "open_spiel") from None

SET_UP = -1  # pending chance before the first move
MAX_LENGTH = 20_000  # decisions per game, far above any real game
MAX_POINTS = 10_000.0  # in solo games


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
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "seed": -1},
    )


def parameter(value: Any) -> Any:
    """An option's value as an OpenSpiel parameter: lists are joined by +."""
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else value


class Chance:
    """The random generator shared by a game and all its states, including copies."""

    def __init__(self, seed: int):
        self.generator = np.random.default_rng(None if seed < 0 else seed)

    def key(self) -> int:
        return int(self.generator.integers(2**62))

    def __deepcopy__(self, memo: dict) -> "Chance":
        return self


class SpielGame(pyspiel.Game):
    """A game with its options and its random generator (`seed=-1`: randomly seeded)."""

    def __init__(self, game: Game, kind: Any, params: dict | None = None):
        given = dict(params or {})
        seed = int(given.pop("seed", -1))
        self.chance = Chance(seed)
        texts: dict[str, Any] = {name: str(value).replace("+", ",") for name, value in given.items()}
        self.table = SingleGame(game, **texts)
        most = MAX_POINTS if self.table.seats == 1 else 1.0
        info = {
            "num_distinct_actions": game.num_actions,
            "max_chance_outcomes": 1,
            "num_players": self.table.seats,
            "min_utility": -most,
            "max_utility": most,
            "max_game_length": MAX_LENGTH,
        }
        if 1 not in game.options[0].choices:
            info["utility_sum"] = 0.0
        super().__init__(kind, pyspiel.GameInfo(**info), params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of a seat's observation, or with perfect recall of its history; public-only ones are not supported."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Recall() if kind.perfect_recall else Observer(self.table)

    def __reduce__(self) -> tuple:
        return revive_game, (str(self), self.chance)


class SpielState(pyspiel.State):
    """A position. `waiting` is the action whose chance outcome is pending, SET_UP at the start, else None.

    `recalled` has a hash per seat of everything that the seat has seen and done.
    """

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.chance = game.chance
        self.table = game.table.copy()
        self.waiting: int | None = SET_UP
        self.recalled = [b""] * game.table.seats

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
            if action != 0:
                raise IllegalMove(f"action {action} is illegal: chance has one outcome, 0")
            self.sample_chance(self.waiting)
        elif self.table.mover < 0 or not self.table.allows(action):
            raise IllegalMove(f"action {action} is illegal; legal_actions() lists the legal ones")
        else:
            tried = self.table.copy()
            tried.play(action)
            if tried.s.counter != self.table.s.counter:  # something was drawn
                self.waiting = action
            else:
                seat, self.table = self.table.mover, tried
                self.recall(seat, action)

    def sample_chance(self, action: int) -> None:
        """Applies the pending action with a new key, so that each visit samples another outcome."""
        key, seat = self.chance.key(), self.table.mover
        if action == SET_UP:
            self.table.begin(key)
        else:
            self.table.reseed(key)
            self.table.play(action)
        self.waiting = None
        self.recall(seat, action)

    def recall(self, mover: int, action: int) -> None:
        """Updates the history hashes: each seat's view, and the mover's action."""
        for seat, before in enumerate(self.recalled):
            own = f"{action}" if seat == mover else ""
            self.recalled[seat] = digest(before, own.encode(), self.table.view(seat).tobytes())

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> "SpielState":
        """A state in which the mover has the same view, and everything that it cannot know is redealt."""
        if self.waiting is not None or player_id != self.table.mover:
            raise ValueError(f"only the mover's information state can be resampled, not that of player {player_id}")
        other = self.clone()
        other.table.s = self.table.view(player_id)
        self.table.game.redeal(other.table.s, self.table.box, key_of(self.chance.key()))
        for seat in range(self.table.seats):
            if seat != player_id:
                other.recalled[seat] = digest(self.recalled[player_id], b"dealt anew", other.table.view(seat).tobytes())
        return other

    def __reduce__(self) -> tuple:
        return revive_state, (self.get_game(), self.serialize())

    def _action_to_string(self, player: int, action: int) -> str:
        return "chance" if player == pyspiel.PlayerId.CHANCE else self.table.game.texts.notation(self.table.box, action)

    def is_terminal(self) -> bool:
        return self.waiting is None and self.table.mover < 0

    def returns(self) -> list[float]:
        return self.table.rewards() if self.is_terminal() else [0.0] * self.table.seats

    def __str__(self) -> str:
        return f"{self.table.game.name} {self.table.s.tobytes().hex()} {'' if self.waiting is None else self.waiting}"


class Observer:
    """A seat's observation as a tensor and as text."""

    def __init__(self, table: SingleGame):
        self.tensor = np.zeros(table.game.full_observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.table.observation(player) if state.waiting != SET_UP else 0

    def string_from(self, state: SpielState, player: int) -> str:
        if state.waiting == SET_UP:
            return "before the setup"
        return " ".join(map(str, state.table.observation(player).tolist()))


class Recall:
    """A seat's history as a text that identifies it; there is no tensor."""

    tensor = None
    dict: ClassVar[dict] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        raise ValueError("a history has no tensor: use observation_tensor")

    def string_from(self, state: SpielState, player: int) -> str:
        return f"seat {player} {state.recalled[player].hex()}"


def digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join(parts), digest_size=16).digest()


def revive_game(text: str, chance: Chance) -> Any:
    """Unpickles a game with its generator."""
    game = pyspiel.load_game(text)
    game.chance.generator = chance.generator
    return game


def revive_state(game: SpielGame, text: str) -> Any:
    """Unpickles a state with the generator of its game."""
    state: Any = game.deserialize_state(text)
    state.chance = game.chance
    return state


def register(game: Game) -> None:
    """Registers `seaboard_NAME` for `pyspiel.load_game`."""
    kind = game_type(game)

    class Registered(SpielGame):
        def __init__(self, params: dict | None = None):
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


for each in all_games():
    if f"seaboard_{each.name}" not in pyspiel.registered_names():
        register(each)
