"""What is asked: the action numbers, which records and networks rely on, and that asking changes nothing."""

import random

import numpy as np
import pytest

from seaboard.core.dice import key_of
from seaboard.games import find_game
from seaboard.games.nusfjord.turn import QUESTIONS

GAME = find_game("nusfjord")
FIRST = {
    "Decline": 0,
    "Skip": 1,
    "OnSpace": 2,
    "OnElder": 16,
    "Imitate": 42,
    "DoOffered": 42,
    "FillPlates": 53,
    "RemoveStrip": 61,
    "PlantAt": 69,
    "BuildShip": 77,
    "TakeElder": 81,
    "FeedElder": 107,
    "FeedShare": 133,
    "CatchOf": 138,
    "BuildAt": 143,
    "SwapShip": 155,
    "SellShip": 157,
    "Reveal": 160,
    "LayRaft": 162,
    "UseIt": 163,
    "ChooseCard": 164,
    "RemoveBuilding": 297,
    "PayBuilding": 430,
    "PayShip": 430,
    "GuestForBuilding": 431,
    "GuestForShip": 431,
    "WithGuests": 433,
    "GuestAboardAnytime": 441,
    "NewGuestAboard": 441,
    "UseWaiting": 444,
    "UseAnytime": 444,
    "UseImmediately": 444,
    "UseBefore": 444,
}


def test_actions_keep_their_numbers():
    assert {type(kind).__name__: kind.first for same in QUESTIONS.ranges for kind in same} == FIRST
    assert GAME.num_actions == 976


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
