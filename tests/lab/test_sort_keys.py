"""The steps of a large game, by which a GPU sorts its games (lab/gpu_sorted.py)."""

import random

import numpy as np
import pytest

from seaboard.core.seam import READY
from seaboard.games import find_game


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kaivai", {}),
        ("kaivai", {"players": 4, "edition": "first", "gifts": "on"}),
        ("nusfjord", {"players": 1}),
        ("nusfjord", {"players": 3, "deck": "visitors"}),
    ],
)
def test_steps_have_the_effect_of_the_action_and_few_sort_keys(name, options):
    game = find_game(name)
    box, rules = game.build_box(game.choose(**options)), game.rules
    both, out = np.zeros(2, game.state), np.zeros(game.max_legal, np.int16)
    s, whole = both
    chance, sort_keys, single_answers = random.Random(4), set(), 0
    rules.start(s, box, np.array([5, 6], np.uint64))
    while rules.mover(s) >= 0:
        sort_keys.add(rules.sort_key(s, READY))
        step = action = int(out[chance.randrange(rules.legal(s, box, out))])
        both[1] = both[0]
        rules.apply(whole, box, action)
        while step != READY:
            sort_keys.add(rules.sort_key(s, step))
            step = rules.apply_step(s, box, step)
            single_answers += step >= 0
        assert s.tobytes() == whole.tobytes()
    assert single_answers > 0, "no answer was the only one"
    assert 10 < len(sort_keys) <= game.sort_keys
    assert min(sort_keys) >= 0
    assert max(sort_keys) < game.sort_keys
