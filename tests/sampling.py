"""Sampling of expensive test cases: `make test` runs a quarter, the others are marked slow (`make test-all`)."""

from typing import Any

import pytest

from seaboard.match import Match


def some(cases: list[Any], first: int = 0) -> list[Any]:
    """All cases; every fourth one is fast, from number `first`."""
    return [case if n % 4 == first else slow(case) for n, case in enumerate(cases)]


def some_with_either(cases: list[Any]) -> list[Any]:
    """(case, busy) for random (False) and busy players (True). Every second case is fast, with one of the two in turn."""
    pairs = [((case, busy), n % 4 == 2 * busy) for busy in (False, True) for n, case in enumerate(cases)]
    return [pytest.param(*pair) if fast else slow(*pair) for pair, fast in pairs]


def slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)


def play_choices(m: Match, chosen: list[int]) -> Match:
    """Plays the n-th legal action (modulo their number) for each n, until the game is over."""
    for n in chosen:
        if m.over:
            break
        actions = m.actions()
        m.play(actions[n % len(actions)])
    return m
