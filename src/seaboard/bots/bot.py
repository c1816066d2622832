"""The interface of bots: given its seat's view and the allowed actions, a bot returns one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..core.game import Game


@dataclass(frozen=True)
class Hint:
    """One allowed action and what is expected of it."""

    action: int
    move: str  # in words
    points: tuple[float, ...]  # the final points expected, for each seat
    wins: float  # the share of games that the mover wins
    visits: int  # how often it was tried
    chances: tuple[float, ...] = ()  # the share of games that each seat wins
    line: tuple[int, ...] = ()  # the actions that are expected to follow
    equal: bool = False  # about as good as the best


class Bot(Protocol):
    """What plays everywhere: a class with `choose`, and `hint` if it can give advice.

    It is made with what its `__init__` names of `game`, `box` (what is in the box), `seed` (any value; the same one should
    choose the same) and `threads` (how many it may use at once), and with the settings that stand behind its name:
    `mine:My,depth=3` makes `My(depth=3)`. With `NUMBER = "depth"`, `mine:My:3` does too. A bot may keep what it likes from
    decision to decision.
    """

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        """Returns one of the allowed `actions`, of which there is at least one.

        `seen` is the view of the seat to move; it may be kept, and is not to be changed. A bot that thinks for long asks
        `cancelled()` now and then, and answers at once with anything if it is true.
        """

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """The allowed actions, best first."""


def new_hint(
    game: Game, box: np.record, action: int, points: Any = (), wins: float = 0.0, visits: int = 0, **more: Any
) -> Hint:
    final = tuple(float(p) / game.units_per_point for p in points)
    return Hint(action, game.texts.notation(box, action), final, float(wins), int(visits), **more)
