"""One game for the adapters, with the rewards of `Batch`. Faster than a match, since it has no history and no texts."""

import io
from typing import Any, NoReturn

import numpy as np
from rich.console import Console

from ..compiling import ensure_compiled
from ..core import ranking
from ..core.dice import key_of, set_key
from ..core.errors import BadOption, IllegalMove, SeaboardError
from ..core.features import columns
from ..core.game import Game
from ..games import find_game


class SingleGame:
    """A game that can be restarted."""

    def __init__(self, game: str | Game, rewards: str = "places", illegal_reward: float | None = None, **options: Any):
        self.rewarding = ranking.reward_kind(rewards)
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.choose(**options)
        ensure_compiled(self.game)
        self.box = self.game.build_box(self.options)
        self.seats = self.game.seats(self.options)
        self.illegal_reward = checked_illegal_reward(illegal_reward, self.rewarding, self.game, self.seats)
        self.option_values = self.game.observe_options(self.box)
        self.s = self.game.empty_state()
        self.listed = np.zeros(self.game.max_legal, np.int16)

    def begin(self, seed: Any = None) -> None:
        self.game.start(self.s, self.box, key_of(seed))

    def reseed(self, seed: Any) -> None:
        """Gives the position a new key, so that its future draws are others."""
        set_key(self.s, key_of(seed))

    @property
    def mover(self) -> int:
        """The seat to move, -1 when the game is over."""
        return int(self.game.mover(self.s))

    def actions(self) -> list[int]:
        return self.listed[: self.game.legal(self.s, self.box, self.listed)].tolist()

    def allows(self, action: int) -> bool:
        return not self.game.problem(self.s, self.box, int(action))

    def refuse(self, action: int) -> NoReturn:
        """Raises IllegalMove."""
        worst = f'; with illegal_reward={-self.game.full_score} or rewards="scaled_margin" it loses instead'
        hint = worst if self.illegal_reward is None else ""
        raise IllegalMove(f"action {action} is illegal; the action mask has the legal ones{hint}")

    def play(self, action: int) -> None:
        """Plays a legal action (see `allows`)."""
        self.game.apply(self.s, self.box, int(action))

    def view(self, seat: int) -> np.record:
        seen = self.game.empty_state()
        self.game.view(self.s, self.box, seat, seen)
        return seen

    def observation(self, seat: int) -> np.ndarray:
        """A seat's observation, option values first (docs/observations.md)."""
        return self.game.full_observation(self.view(seat), self.box, seat, self.option_values)

    def mask(self, seat: int) -> np.ndarray:
        """1 for each legal action of the seat."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if seat == self.mover:
            mask[self.actions()] = 1
        return mask

    def scores(self) -> list[float]:
        """Each seat's points, as if the game ended now."""
        return (ranking.total_points(self.game, self.s, self.box, self.seats) / self.game.units_per_point).tolist()

    def rewards(self) -> list[float]:
        """The rewards of a finished game, as in `Batch`."""
        return ranking.rewards(self.game, self.s, self.box, self.seats, self.rewarding)

    @property
    def reward_range(self) -> tuple[float, float]:
        """The lowest and the highest possible reward of a finished game."""
        return ranking.reward_range(self.rewarding, self.seats)

    def drawing(self, seat: int, names: list[str]) -> str:
        """The board as a seat sees it, as text."""
        console = Console(file=io.StringIO(), record=True, width=100, force_jupyter=False)
        console.print(self.game.pictures.terminal(self.view(seat), self.box, seat, names))
        return console.export_text()

    def copy(self) -> "SingleGame":
        other = object.__new__(SingleGame)
        other.__dict__.update(self.__dict__, s=self.s.copy(), listed=self.listed.copy())
        return other

    def __reduce__(self) -> tuple:
        return revive, (self.game, self.options, self.rewarding, self.illegal_reward, self.s)

    def __deepcopy__(self, memo: dict) -> "SingleGame":
        return self.copy()


def revive(game: Game, options: dict[str, Any], rewarding: int, illegal_reward: float | None, s: np.record) -> SingleGame:
    """Unpickles a game."""
    table = SingleGame(game, **options)
    table.rewarding, table.illegal_reward, table.s = rewarding, illegal_reward, s
    return table


def checked_illegal_reward(given: float | None, kind: int, game: Game, seats: int) -> float | None:
    """The reward of an illegal action, by default as bad as the worst result; a given one must not be better than that.

    Where no result is the worst (points and margins), it is at most minus an excellent result.
    """
    if given is None:
        return ranking.illegal_reward(kind, seats)
    worst = ranking.reward_range(kind, seats)[0]
    most = -game.full_score if worst == -float("inf") else worst
    if not isinstance(given, int | float) or not given <= most:
        raise BadOption(f"illegal_reward must be a number of at most {most:g}, as bad as the worst results, not {given!r}")
    return float(given)


def bounds(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """The lower and upper bound of each value of an observation."""
    rows = [column.feature for column in columns(game.full_features)]
    least = np.concatenate([np.full(row.size, row.low, np.int16) for row in rows])
    return least, np.concatenate([np.full(row.size, row.high, np.int16) for row in rows])


def missing_library(library: str, packages: str) -> SeaboardError:
    """The error when an optional library is not installed."""
    return SeaboardError(f"{library} is not installed; run `pip install {packages}`")
