"""Digests of seeded random games; `python -m tests.kaivai.digests` prints them.

If a change of the rules changes them, raise the rules version and put the new ones into test_counts.py. Interpreted and
compiled games are the same: the players choose with `dice.pick`, a generator of their own.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import pick
from seaboard.core.game import Game
from seaboard.games import find_game
from seaboard.games.kaivai.box import first_words
from seaboard.games.kaivai.canoes import Stop
from seaboard.games.kaivai.choose_action import Choose, Pass
from seaboard.games.kaivai.gifts import Give
from seaboard.games.kaivai.layout import WORDS_OF_SET

from .. import digest

# options, seed, whether the players are busy: they neither pass nor stop while they can do anything else
GAMES: list[tuple[dict[str, Any], int, bool]] = [
    ({"players": 3}, 1, False),
    ({"players": 3}, 2, True),
    ({"players": 4, "beginner": "on"}, 3, True),
    ({"players": 4, "diceless": "on"}, 4, True),
    ({"players": 2}, 5, True),
    ({"players": 3, "edition": "first"}, 6, False),
    ({"players": 4, "edition": "first"}, 7, True),
    ({"players": 4, "edition": "first", "gifts": "on"}, 8, True),
    ({"players": 2, "edition": "first"}, 9, True),
]

# the digests cover the fields of the first release, with sets in the first layout (box.py); later fields follow from them
SETS = ("villages", "cult", "water", "growth", "cutting", "open_water", "accepts_fish", "ready", "choices")
ADDED_SINCE = ("shores", "docks", "fishing_docks", "all_canoes", "gods_village", "land")


def message(s: np.record) -> bytes:
    """The bytes of a position that the digest covers."""
    names = [name for name in s.dtype.names or () if name not in ADDED_SINCE]
    return b"".join(bytes_of(s[name], name) for name in names)


def bytes_of(field: np.ndarray, name: str) -> bytes:
    if name == "players":
        return b"".join(bytes_of(p.canoes, "canoes") + p.tobytes()[p.canoes.nbytes :] for p in field)
    if name in (*SETS, "canoes"):
        return np.array([first_words(words) for words in field.reshape(-1, WORDS_OF_SET)]).tobytes()
    if name == "filler":
        return bytes(1)
    return field.tobytes()


def choose(actions: list[int], generator: np.ndarray, busy: bool) -> int:
    """A random player's choice."""
    if busy:
        actions = [action for action in actions if action not in (Pass.action(), Stop.action())] or actions
        if Pass.action() not in actions and any(Choose.first <= action < Choose.end() for action in actions):
            actions = [action for action in actions if action < Give.first or pick(generator, 4) == 0] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, trait: bool) -> tuple[int, str]:
    return digest.digest_of_game(game, options, seed, trait, choose, message)


if __name__ == "__main__":
    digest.print_digests(find_game("kaivai"), GAMES, choose, message)
