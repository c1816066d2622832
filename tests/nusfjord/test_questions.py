"""Asking what is possible changes nothing."""

import random

import numpy as np
import pytest

from seaboard.core.dice import key_of
from seaboard.games import find_game

GAME = find_game("nusfjord")


def frozen(s: np.record) -> np.record:
    """A copy that refuses to be changed, even for a moment."""
    copy = np.zeros(1, GAME.state)
    copy[0] = s
    copy.flags.writeable = False
    return copy[0]


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        ({"players": 1, "mode": "advanced", "deck": "visitors"}, 1),
        ({"players": 2, "deck": "visitors", "elders": ["promos"]}, 2),
        ({"players": 3, "deck": "visitors"}, 3),
        ({"players": 4, "elders": ["guide", "architect", "investor", "promos"]}, 4),
        ({"players": 5, "mixed": ["visitors", "herring", "mackerel"]}, 5),
    ],
    ids=str,
)
def test_asking_changes_nothing(options, seed):
    """Two threads may ask about one position: `legal` and `problem` only read it."""
    rules, box = GAME.rules, GAME.build_box(GAME.choose(**options))
    s, out, choose = GAME.empty_state(), np.zeros(GAME.max_legal, np.int16), random.Random(seed)
    rules.start(s, box, key_of(seed))
    while rules.mover(s) >= 0:
        position = frozen(s)
        actions = out[: rules.legal(position, box, out)].tolist()
        others = random.Random(seed).sample(range(GAME.num_actions), 100)
        assert {action for action in {*actions, *others} if rules.problem(position, box, action) == 0} == set(actions)
        rules.apply(s, box, choose.choice(actions))
    assert rules.legal(frozen(s), box, out) == 0
