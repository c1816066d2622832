"""Tests of Pig: `pytest tests`, with the package installed (`pip install -e .`)."""

import pytest

from seaboard import load
from seaboard.core.errors import IllegalMove, SeaboardError
from seaboard.games import find_game
from seaboard.testing import check_game

POSITION = 'game = "pig"\nplayers = 2\ngoal = 60\nmover = 1\nrolled = {rolled}\npoints = [50, 20]\n'


def test_it_keeps_the_contract():
    check_game(find_game("pig"), every=10)


def test_holding_adds_the_sum_and_passes_the_turn():
    m = load(POSITION.format(rolled=8))
    m.play("hold")
    assert (m.mover, m.s.points.tolist()[:2], int(m.s.rolled)) == (1, [58, 20], 0)


def test_enough_points_win():
    m = load(POSITION.format(rolled=10))
    m.play("hold")
    assert (m.over, m.scores(), m.places()) == (True, [1, 0], [1, 2])


def test_a_1_ends_the_turn_with_nothing():
    ended = 0
    for seed in range(40):
        m = load(POSITION.format(rolled=8) + f'seed = "{seed:032x}"\n')
        m.play("roll")
        assert m.s.points.tolist()[:2] == [50, 20]
        assert int(m.s.rolled) in ((0,) if m.mover == 1 else range(10, 15))
        ended += m.mover == 1
    assert 1 <= ended <= 15


def test_who_has_not_rolled_cannot_hold():
    with pytest.raises(IllegalMove, match="Roll at least once"):
        load(POSITION.format(rolled=0)).play("hold")


def test_who_has_enough_holds():
    with pytest.raises(IllegalMove, match="enough to win"):
        load(POSITION.format(rolled=12)).play("roll")


@pytest.mark.parametrize("points", ["[60, 60]", "[5]", "5", "[true, 1.5]", "[-1, 0]"])
def test_a_position_that_cannot_be_is_refused(points):
    with pytest.raises(SeaboardError):
        load(f'game = "pig"\nplayers = 2\ngoal = 60\npoints = {points}\n')
