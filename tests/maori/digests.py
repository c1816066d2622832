"""Seeded random games boiled down to a few hexadecimal digits: `python -m tests.maori.digests` prints them.

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
from seaboard.games.maori.layout import NOTHING, PUT_ON

# options, seed, whether the players are builders: they neither remove tiles nor do nothing while they can lay, so boards fill
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


def choose(actions: list[int], generator: np.ndarray, builder: bool) -> int:
    """A random player's choice."""
    if builder:
        actions = [action for action in actions if not NOTHING <= action < PUT_ON] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, builder: bool) -> tuple[int, str]:
    """How many moves a random game takes, and a hash over every position of it."""
    box, s = game.build_box(options), game.empty_state()
    out = np.zeros(game.most_legal, np.int16)
    generator = np.array([seed], np.uint64)
    digest = hashlib.blake2b(digest_size=8)
    game.start(s, box, key_of(seed))
    digest.update(s.tobytes())
    moves = 0
    while game.mover(s) >= 0:
        actions = out[: game.legal(s, box, out)].tolist()
        game.apply(s, box, choose(actions, generator, builder))
        digest.update(s.tobytes())
        moves += 1
    return moves, digest.hexdigest()


if __name__ == "__main__":
    maori = find_game("maori")
    print(f"rules version {maori.rules_version}, box {maori.box_hash(maori.build_box(maori.choose()))}")
    for row in GAMES:
        moves, digest = digest_of_game(maori, *row)
        print(f'    ({moves}, "{digest}"),')
