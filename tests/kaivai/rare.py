"""Positions that random games rarely reach: a canoe on every water hex, including the first and the last."""

from collections.abc import Iterator
from typing import Any

from seaboard.match import Match

from .table import HEX_NAMES, PRINTED, seat, sit

HUTS = ("b3 a2", "j2 l2")  # of two seats, next to printed bases: as many as their canoes
WATER = [name for name in HEX_NAMES if name not in {*PRINTED, *" ".join(HUTS).split()}]
GAMES: tuple[dict[str, Any], ...] = (
    {"edition": "second", "players": 2},
    {"edition": "second", "players": 3, "beginner": "on"},
    {"edition": "second", "players": 4, "diceless": "on"},
    {"edition": "first", "players": 2, "gifts": "on"},
    {"edition": "first", "players": 3},
    {"edition": "first", "players": 4, "gifts": "on"},
)


def positions() -> Iterator[Match]:
    """One for each water hex, with the variants in turn; the other seat's canoes are half the board away."""
    for n in range(len(WATER)):
        places = [WATER[(n + far) % len(WATER)] for far in (0, 1, 60, 61)]
        goods: dict[str, Any] = {"influence": 6, "glory": 9, "shells": [5] * 6, "fish": [4] * 6}
        one = seat(canoe_builder=HUTS[0], canoes=" ".join(places[:2]), **goods)
        other = seat(canoe_builder=HUTS[1], canoes=" ".join(places[2:]), **goods)
        yield sit(one, other, **GAMES[n % len(GAMES)])
