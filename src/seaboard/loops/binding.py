"""The templates of `stepping.py` bound to one game: as rules for kernels, or compiled for Python."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.ranking import bound_ranking
from ..core.rule import rule
from ..core.seat_observation import bound_observation
from . import stepping

# templates of stepping.py, callees first
TEMPLATES = (
    "pick_random_action",
    "play_random_game",
    "is_listed",
    "remember",
    "forget",
    "start_game",
    "start_row",
    "score_row",
    "write_final_observations",
    "write_history",
    "write_row",
    "clear_rewards",
    "finish_row",
    "step_row",
)


def bound_templates(game: Game) -> dict[str, Any]:
    """The templates of `stepping.py` as rules of this game."""
    secret = game.secret_actions
    rules = (
        bound_ranking(game)
        | bound_observation(game)
        | {"SECRET_FIRST": secret.start, "SECRET_END": secret.stop, "OPTION_SIZE": game.option_size}
    )
    for name in TEMPLATES:
        rules[name] = rule(game.bound(getattr(stepping, name), **rules))
    return rules


@cache
def cpu_loop(game: Game) -> Callable[..., int]:
    """`advance_games`, compiled."""
    return game.compiled(stepping.advance_games, (stepping.GameBuffers, stepping.Scratch), **bound_templates(game))
