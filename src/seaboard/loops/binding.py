"""The loops of `stepping.py` bound to one game, as rules for kernels or compiled for Python."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.ranking import bound_ranking
from ..core.rule import rule
from ..core.seat_observation import bound_observation
from . import stepping

# of stepping.py, each before those that call it
PARTS = (
    "pick_one",
    "play_one",
    "is_listed",
    "begin_one",
    "count_one",
    "show_end",
    "show_past",
    "show_one",
    "remember",
    "forget",
    "clear_one",
    "end_one",
    "step_one",
)


def bound_parts(game: Game) -> dict[str, Any]:
    """The steps of `stepping.py` as rules of this game."""
    secret = game.secret_actions
    parts = bound_ranking(game) | bound_observation(game) | {"SECRET_FIRST": secret.start, "SECRET_END": secret.stop}
    for name in PARTS:
        parts[name] = rule(game.bound(getattr(stepping, name), **parts))
    return parts


@cache
def advance_on_cores(game: Game) -> Callable[..., int]:
    return game.compiled(stepping.advance_games, **bound_parts(game))
