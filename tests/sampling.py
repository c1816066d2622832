"""Sampling of expensive test cases: `make test` runs half of them, `make invariants` (SEABOARD_EVERY_WAY=1) all."""

import os
from typing import Any

from seaboard.match import Match

ALL = "SEABOARD_EVERY_WAY" in os.environ


def some(cases: list[Any], first: int = 0) -> list[Any]:
    """Every second case, starting with number `first`; all of them with SEABOARD_EVERY_WAY."""
    return cases if ALL else cases[first::2]


def some_with_either(cases: list[Any]) -> list[tuple[Any, bool]]:
    """(case, busy): alternately with random (False) and with busy players (True); both for each with SEABOARD_EVERY_WAY."""
    return [(case, busy) for first, busy in enumerate((False, True)) for case in some(cases, first)]


def play_choices(m: Match, chosen: list[int]) -> Match:
    """Plays the n-th legal action (modulo their number) for each n, until the game is over."""
    for n in chosen:
        if m.over:
            break
        actions = m.actions()
        m.play(actions[n % len(actions)])
    return m
