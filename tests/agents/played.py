"""Matches for the tests of agents: random games, stopped on the way."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from seaboard.games import find_game
from seaboard.match import Match

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("maori", {"players": 3}),
    ("maori", {"players": 2, "level": "advanced", "board": "atoll"}),
    ("kaivai", {"players": 3}),
    ("kaivai", {"players": 4, "edition": "first", "gifts": "on"}),
    ("nusfjord", {"players": 3}),
    ("nusfjord", {"players": 5, "deck": "visitors", "elders": ["guide", "promos"]}),
    ("nusfjord", {"players": 1}),
]
IDS = [f"{name}-{options['players']}" for name, options in VARIANTS]


def played(name: str, options: dict[str, Any], seed: int = 1, every: int = 31) -> list[Match]:
    """Copies of a random game, one in `every` positions and the last one."""
    return list(_played(name, tuple((key, str_or_list(value)) for key, value in options.items()), seed, every))


def str_or_list(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def _played(name: str, options: tuple, seed: int, every: int) -> tuple[Match, ...]:
    return tuple(positions(Match(find_game(name), seed=seed, **dict(options)), random.Random(seed), every))


def positions(match: Match, chance: random.Random, every: int) -> Iterator[Match]:
    while not match.over:
        if match.version % every == 0:
            yield match.copy()
        match.push(chance.choice(match.actions()))
    yield match.copy()
