"""What the laws of all games share."""

import os
from typing import Any

from seaboard.match import Match

ALL = "SEABOARD_EVERY_WAY" in os.environ  # `make laws`


def some(ways: list[Any], first: int = 0) -> list[Any]:
    """Every other one, from the first or from the second on; with `make laws` all of them."""
    return ways if ALL else ways[first::2]


def some_with_either(ways: list[Any]) -> list[tuple[Any, bool]]:
    """Every way with players who do anything, or with busy ones, turn about; with `make laws` with both."""
    return [(way, busy) for first, busy in enumerate((False, True)) for way in some(ways, first)]


def play_choices(m: Match, chosen: list[int]) -> Match:
    """Plays the so-manieth allowed action for each number, around and around, until the game is over."""
    for n in chosen:
        if m.over:
            break
        actions = m.actions()
        m.play(actions[n % len(actions)])
    return m
