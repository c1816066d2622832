"""Seeded random games boiled down to a few hexadecimal digits: `python -m tests.kaivai.digests` prints them.

When they change and the rules were meant to change, raise the rules version and put the new ones into test_counts.py. The
same games come out interpreted and compiled: the players choose with `dice.pick`, a generator of their own.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import key_of, pick
from seaboard.core.game import Game
from seaboard.games import find_game
from seaboard.games.kaivai.layout import CHOOSE, GIVE_SHELL, PASS, STOP

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


def choose(actions: list[int], generator: np.ndarray, busy: bool) -> int:
    """A random player's choice."""
    if busy:
        actions = [action for action in actions if action not in (PASS, STOP)] or actions
        if PASS not in actions and any(CHOOSE <= action < PASS for action in actions):
            actions = [action for action in actions if action < GIVE_SHELL or pick(generator, 4) == 0] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, busy: bool) -> tuple[int, str]:
    """How many moves a random game takes, and a hash over every position of it."""
    box, s = game.build_box(game.choose(**options)), game.empty_state()
    out = np.zeros(game.most_legal, np.int16)
    generator = np.array([seed], np.uint64)
    digest = hashlib.blake2b(digest_size=8)
    game.start(s, box, key_of(seed))
    digest.update(s.tobytes())
    moves = 0
    while game.mover(s) >= 0:
        actions = out[: game.legal(s, box, out)].tolist()
        game.apply(s, box, choose(actions, generator, busy))
        digest.update(s.tobytes())
        moves += 1
    return moves, digest.hexdigest()


if __name__ == "__main__":
    kaivai = find_game("kaivai")
    print(f"rules version {kaivai.rules_version}, box {kaivai.box_hash(kaivai.build_box(kaivai.choose()))}")
    for row in GAMES:
        moves, digest = digest_of_game(kaivai, *row)
        print(f'    ({moves}, "{digest}"),')
