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


class Bot(Protocol):
    """A class with `choose` (and `hint`, to give advice) and a row in `bots.KINDS` plays everywhere."""

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        """One of the allowed actions. `seen` is the view of the seat to move; `cancelled` is asked between slices."""

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """The allowed actions, best first."""


def new_hint(game: Game, box: np.record, action: int, points: Any = (), wins: float = 0.0, visits: int = 0) -> Hint:
    return Hint(
        action, game.texts.notation(box, action), tuple(float(p) / game.parts for p in points), float(wins), int(visits)
    )
