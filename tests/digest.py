"""A seeded random game boiled down to a few hexadecimal digits. The games' `digests.py` say which games, and who plays them."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from seaboard.core.dice import key_of
from seaboard.core.game import Game

Told = Callable[[np.record], bytes]
Choose = Callable[[list[int], np.ndarray, bool], int]  # (actions, generator, a trait of the player): one of the actions


def digest_of_game(
    game: Game, options: Mapping[str, Any], seed: int, trait: bool, choose: Choose, message: Told = np.record.tobytes
) -> tuple[int, str]:
    """The number of decisions of a random game, and a hash over `message` of every position."""
    box, s = game.build_box(game.choose(**options)), game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    generator = np.array([seed], np.uint64)
    digest = hashlib.blake2b(digest_size=8)
    game.start(s, box, key_of(seed))
    digest.update(message(s))
    moves = 0
    while game.mover(s) >= 0:
        actions = out[: game.legal(s, box, out)].tolist()
        game.apply(s, box, choose(actions, generator, trait))
        digest.update(message(s))
        moves += 1
    return moves, digest.hexdigest()


def print_digests(
    game: Game, rows: Iterable[tuple[Mapping[str, Any], int, bool]], choose: Choose, message: Told = np.record.tobytes
) -> None:
    """As the tests hold them."""
    print(f"rules version {game.rules_version}, box {game.box_hash(game.build_box(game.choose()))}")
    for row in rows:
        moves, digest = digest_of_game(game, *row, choose, message)
        print(f'    ({moves}, "{digest}"),')
