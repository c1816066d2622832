"""An observation is whole: with the mask it says all that a view says, up to what does not matter, which is listed here.

It is discreet: the position itself says no more to a seat than its view.
"""

from typing import Any

import numpy as np
import pytest

from seaboard.core.dice import hide_chance, key_of
from seaboard.core.rule import INTERPRETED
from seaboard.games import NAMES, find_game

GAMES = 2 if INTERPRETED else 60  # of random players, for each table
TABLES: dict[str, list[dict[str, Any]]] = {
    "maori": [{"players": players} for players in (2, 3, 4, 5)] + [{"level": "pro", "board": "atoll"}],
    "kaivai": [{"players": players} for players in (2, 3, 4)] + [{"edition": "first", "gifts": "on"}],
    "nusfjord": [{"players": players} for players in (1, 2, 3, 4, 5)]
    + [{"players": 1, "mode": "advanced"}, {"deck": "visitors"}, {"players": 4, "elders": ["guide", "promos"]}],
}
FOLLOWS: dict[str, tuple[str, ...]] = {"maori": (), "kaivai": ("choices",), "nusfjord": ()}  # the mask says what may be chosen


def essence(game, seen) -> bytes:
    """A view without what follows from the rest."""
    bare = seen.copy()
    for name in FOLLOWS[game.name]:
        bare[name] = 0
    return bare.tobytes()


def observed(game, s, box, seat) -> bytes:
    row = np.zeros(game.observation_size, np.int16)
    game.observe(s, box, seat, row)
    return row.tobytes()


def has_hidden(s, seen) -> bool:
    """Whether a view hides more than the chance to come."""
    bare = s.copy()
    hide_chance(bare)
    return bool(bare.tobytes() != seen.tobytes())


@pytest.mark.parametrize("name", NAMES)
def test_equal_observations_and_masks_are_equal_views_and_tell_no_more(name):
    game = find_game(name)
    hidden = 0
    for options in TABLES[name]:
        box = game.build_box(game.choose(**options))
        rng = np.random.default_rng(3)
        known: dict[tuple, bytes] = {}
        s, seen = game.empty_state(), game.empty_state()
        out, row = np.zeros(game.max_legal, np.int16), np.zeros(game.observation_size, np.int16)
        for number in range(GAMES):
            game.start(s, box, key_of(number % 2))  # the same deals again: many ways lead to one position
            while (mover := int(game.mover(s))) >= 0:
                n = int(game.legal(s, box, out))
                game.view(s, box, mover, seen)
                game.observe(seen, box, mover, row)
                key = (mover, row.tobytes(), np.sort(out[:n]).tobytes())
                assert known.setdefault(key, essence(game, seen)) == essence(game, seen), (options, number)
                assert observed(game, s, box, mover) == row.tobytes(), (options, number)
                hidden += has_hidden(s, seen)
                game.apply(s, box, int(out[rng.integers(n)]))
            for seat in range(int(box.players)):
                game.view(s, box, seat, seen)
                assert observed(game, s, box, seat) == observed(game, seen, box, seat), (options, number)
    assert game.observes_without_view
    assert (hidden > 0) == game.has_secrets
