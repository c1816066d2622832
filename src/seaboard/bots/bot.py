"""The interface of bots: given the view of its seat and the legal actions, a bot returns one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..core.game import Game


@dataclass(frozen=True)
class Hint:
    """A legal action and its expected result."""

    action: int
    move: str  # notation
    points: tuple[float, ...]  # expected final points of each seat
    wins: float  # win probability of the mover
    visits: int  # number of simulations
    chances: tuple[float, ...] = ()  # win probability of each seat
    line: tuple[int, ...] = ()  # the likely continuation
    equal: bool = False  # about as good as the best action
    kinds: tuple[tuple[float, ...], ...] = ()  # expected final points of each seat, by category of the score sheet


class Bot(Protocol):
    """A class with `choose`, and with `hint` if it can give advice.

    `__init__` gets the arguments that it has parameters for: `game`, `box` (the components), `seed` (any value; the same seed
    should play the same) and `threads` (the number it may use). It also gets the settings in the bot's name: `mine:My,depth=3`
    makes `My(depth=3)`. With `NUMBER = "depth"`, `mine:My:3` does too. A bot may keep state between decisions.
    """

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        """Returns one of the legal `actions`, of which there is at least one.

        `seen` is the view of the seat to move; a bot may keep it, but must not change it. A bot that thinks for long calls
        `cancelled()` now and then, and returns any action immediately once it is true.
        """

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """The legal actions, best first."""


def new_hint(
    game: Game, box: np.record, action: int, units: Any = (), wins: float = 0.0, visits: int = 0, **fields: Any
) -> Hint:
    """A hint, from each seat's expected points in score units; `fields` are further fields of `Hint`."""
    points = tuple(float(n) / game.units_per_point for n in units)
    return Hint(action, game.texts.notation(box, action), points, float(wins), int(visits), **fields)
