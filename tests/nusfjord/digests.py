"""Digests (short hashes) of seeded random games: `python -m tests.nusfjord.digests` prints them.

If a change of the rules or buildings is intended, raise the rules version and put the new digests into test_counts.py.
Interpreted and compiled games are the same: the players choose with `dice.pick`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import pick
from seaboard.core.game import Game
from seaboard.games import find_game

from .. import digest
from .actions import DECLINE, SKIP

# options, seed, busy: busy players neither skip nor decline while they can do something
GAMES: list[tuple[dict[str, Any], int, bool]] = [
    ({"players": 1, "deck": "herring"}, 1, True),
    ({"players": 1, "deck": "mackerel", "mode": "advanced", "elders": ["promos"]}, 2, True),
    ({"players": 2, "deck": "herring"}, 3, False),
    ({"players": 2, "deck": "mackerel"}, 4, True),
    ({"players": 3, "deck": "mackerel", "elders": ["architect", "investor"]}, 5, True),
    ({"players": 4, "deck": "herring", "elders": ["guide", "architect", "investor", "promos"]}, 6, True),
    ({"players": 5, "deck": "herring"}, 7, True),
    ({"players": 5, "deck": "mackerel", "elders": ["guide", "architect", "investor", "promos"]}, 8, False),
    ({"players": 3, "deck": "codfish"}, 9, True),
    ({"players": 2, "deck": "plaice"}, 10, True),
    ({"players": 4, "deck": "salmon"}, 11, True),
    ({"players": 1, "deck": "trout"}, 12, True),
    ({"players": 3, "mixed": ["trout", "mackerel", "plaice"]}, 13, True),
    ({"players": 2, "deck": "visitors"}, 9, True),
    ({"players": 3, "mixed": ["visitors", "herring", "mackerel"], "elders": ["promos"]}, 10, True),
]


# the fields without derived ones, in the order of the first release, so that digests stay comparable
TABLE = (
    *("key", "counter", "fed", "mover", "round_number", "start_player", "stage", "turn", "plates", "depth", "uses", "spare"),
    "to_pay",
)
PLAYER = (
    *("triggered_by", "has", "wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold", "unissued", "on_board"),
    *("workers", "hand", "slept", "guests", "harbour", "strips", "ships", "aboard", "shares", "once", "triggered"),
)
VILLAGE = ("supply", "fed_shares", "elder_at", "elder_fish", "elder_worker", "covered", "workers_on", "where")


def message(s: np.record) -> bytes:
    """The bytes of a position as in the first release, with its padding."""
    table = b"".join(s[name].tobytes() for name in TABLE) + bytes(4) + s.frames.tobytes()
    players = b"".join(b"".join(player[name].tobytes() for name in PLAYER) + bytes(4) for player in s.players)
    return table + players + b"".join(s[name].tobytes() for name in VILLAGE) + bytes(1)


def choose(actions: list[int], generator: np.ndarray, busy: bool) -> int:
    """A random player's choice."""
    if busy:
        actions = [action for action in actions if action not in (DECLINE, SKIP)] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, trait: bool) -> tuple[int, str]:
    return digest.digest_of_game(game, options, seed, trait, choose, message)


if __name__ == "__main__":
    digest.print_digests(find_game("nusfjord"), GAMES, choose, message)
