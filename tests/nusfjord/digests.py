"""Seeded random games boiled down to a few hexadecimal digits: `python -m tests.nusfjord.digests` prints them.

When they change and the rules (or the buildings) were meant to change, raise the rules version and put the new ones into
test_counts.py. The same games come out interpreted and compiled: the players choose with `dice.pick`.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import key_of, pick
from seaboard.core.game import Game
from seaboard.games import find_game
from seaboard.games.nusfjord.layout import DECLINE, SKIP

# options, seed, whether the players are busy: they neither skip nor decline while they can do something
GAMES: list[tuple[dict[str, Any], int, bool]] = [
    ({"players": 1, "deck": "herring"}, 1, True),
    ({"players": 1, "deck": "mackerel", "mode": "advanced", "elders": ["promos"]}, 2, True),
    ({"players": 2, "deck": "herring"}, 3, False),
    ({"players": 2, "deck": "mackerel"}, 4, True),
    ({"players": 3, "deck": "mackerel", "elders": ["architect", "investor"]}, 5, True),
    ({"players": 4, "deck": "herring", "elders": ["guide", "architect", "investor", "promos"]}, 6, True),
    ({"players": 5, "deck": "herring"}, 7, True),
    ({"players": 5, "deck": "mackerel", "elders": ["guide", "architect", "investor", "promos"]}, 8, False),
]


def choose(actions: list[int], generator: np.ndarray, busy: bool) -> int:
    """A random player's choice."""
    if busy:
        actions = [action for action in actions if action not in (DECLINE, SKIP)] or actions
    return actions[pick(generator, len(actions))]


def digest_of_game(game: Game, options: Mapping[str, Any], seed: int, busy: bool) -> tuple[int, str]:
    """How many decisions a random game takes, and a hash over every position of it."""
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
    nusfjord = find_game("nusfjord")
    print(f"rules version {nusfjord.rules_version}, box {nusfjord.box_hash(nusfjord.build_box(nusfjord.choose()))}")
    for row in GAMES:
        moves, digest = digest_of_game(nusfjord, *row)
        print(f'    ({moves}, "{digest}"),')
