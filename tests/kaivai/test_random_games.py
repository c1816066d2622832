"""Smoke tests: random games of every kind, and the invariants in their positions."""

import random

import numpy as np
import pytest

from seaboard.games import find_game
from seaboard.match import Match

from ..sampling import some
from .invariants import check_invariants

KAIVAI = find_game("kaivai")
KINDS = [
    {"players": 3},
    {"players": 4, "beginner": "on"},
    {"players": 2, "diceless": "on"},
    {"players": 3, "edition": "first"},
    {"players": 4, "edition": "first", "gifts": "on"},
]


@pytest.mark.parametrize("options", some(KINDS), ids=str)
def test_positions_of_a_random_game(options):
    chance = random.Random(str(options))
    match = Match(KAIVAI, seed=7, **options)
    while not match.over:
        actions = match.actions()
        assert actions
        assert actions == sorted(set(actions))
        assert len({match.text(action) for action in actions}) == len(actions)
        if chance.random() < 0.1:
            check_invariants(match.s, match.box)
            assert Match.from_position(match.position()).s.tobytes() == match.s.tobytes()
        match.prompt()
        match.play(chance.choice(actions))
    assert [int(match.s.players[seat].glory) for seat in range(match.seats)] == match.scores()
    assert Match.from_position(match.position()).s.tobytes() == match.s.tobytes()
    assert str(match)


@pytest.mark.parametrize("options", KINDS[1:4:2], ids=str)
def test_legal_and_problem_agree(options):
    chance = random.Random(1)
    match = Match(KAIVAI, seed=3, **options)
    while not match.over:
        actions = match.actions()
        if chance.random() < 0.03:
            fine = [action for action in range(KAIVAI.num_actions) if not KAIVAI.problem(match.s, match.box, action)]
            assert fine == actions
            for action in chance.sample(range(KAIVAI.num_actions), 40):
                if action not in fine:
                    assert str(match.why_not(action))
        match.play(chance.choice(actions))


def test_secret_choices_stay_secret():
    """K14.1: no view has other seats' choices, and a redeal makes new ones."""
    match = Match(KAIVAI, seed=3)
    chance = random.Random(2)
    while match.s.decision != 12 or match.s.mover != 2:
        match.play(chance.choice(match.actions()))
    views = []
    for number in (0, match.s.players[1].influence):
        match.s.players[1].chosen = number
        views.append([match.view(seat).tobytes() for seat in (None, 0, 2)])
    assert views[0] == views[1]
    seen = match.view(2)
    KAIVAI.redeal(seen, match.box, np.array([1, 2], np.uint64))
    assert 0 <= seen.players[1].chosen <= seen.players[1].influence
