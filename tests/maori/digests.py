"""Digests of seeded random games; `python -m tests.maori.digests` prints them.

If a change of the rules changes them, raise the rules version and put the new ones into test_counts.py. Interpreted and
compiled games are the same: the players choose with `dice.pick`, a generator of their own.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import pick
from seaboard.core.game import Game
from seaboard.games import find_game
from seaboard.games.maori.discover import Pass, PlaceOn

from .. import digest

# options, seed, whether the players are builders: they neither remove tiles nor pass while they can place, so that boards fill
GAMES: list[tuple[dict[str, Any], int, bool]] = [
    ({"players": 2, "level": "basic", "board": "front"}, 1, False),
    ({"players": 5, "level": "basic", "board": "front"}, 2, True),
    ({"players": 3, "level": "basic", "board": "atoll"}, 3, True),
    ({"players": 3, "level": "advanced", "board": "front"}, 4, True),
    ({"players": 2, "level": "advanced", "board": "atoll"}, 5, False),
    ({"players": 4, "level": "advanced", "board": "atoll"}, 6, True),
    ({"players": 4, "level": "pro", "board": "front"}, 7, True),
    ({"players": 2, "level": "pro", "board": "atoll"}, 8, False),
    ({"players": 4, "level": "pro", "board": "atoll"}, 9, True),
]

# all fields but the derived ones
TABLE = ("mover", "decision", "explorer", "taken", "setter", "filled_by", "round_number")
PLAYER = ("shells", "ship", "stored", "board")


def message(s: np.record) -> bytes:
    table = [s[name] for name in ("key", "counter", *TABLE)]
    return b"".join(part.tobytes() for part in [*table, *(p[name] for p in s.players for name in PLAYER), s.stock, s.display])


def choose(actions: list[int], generator: np.ndarray, builder: bool) -> int:
    """A random player's choice."""
    if builder:
        actions = [action for action in actions if not Pass.first <= action < PlaceOn.first] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, trait: bool) -> tuple[int, str]:
    return digest.digest_of_game(game, options, seed, trait, choose, message)


if __name__ == "__main__":
    digest.print_digests(find_game("maori"), GAMES, choose, message)
