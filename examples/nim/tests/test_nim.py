"""Tests of Nim: `pytest tests`, with the package installed (`pip install -e .`)."""

import pytest

from seaboard import load, new
from seaboard.bots import new_bot
from seaboard.core.errors import IllegalMove, SeaboardError
from seaboard.games import find_game
from seaboard.lab.arena import play_game
from seaboard.testing import check_game

POSITION = 'game = "nim"\nplayers = 2\nmover = 1\nheaps = [0, 1, 2, 0]\n'


def test_it_keeps_the_contract():
    check_game(find_game("nim"), games=3)


def test_the_last_match_wins():
    m = load(POSITION)
    assert m.moves() == ["take 1 from b", "take 1 from c", "take 2 from c"]
    m.play("take 2 from c, take 1 from b")
    assert (m.over, m.scores(), m.places()) == (True, [0, 1], [2, 1])


def test_more_than_there_are_cannot_be_taken():
    with pytest.raises(IllegalMove, match="There aren't that many matches"):
        load(POSITION).play("take 2 from b")


@pytest.mark.parametrize("heaps", ["[9, 0, 0, 0]", "[0, 0, 0]", "5", "[true, 1.5, 0, 0]", "[0, 0, 0, 0]"])
def test_a_position_that_cannot_be_is_refused(heaps):
    with pytest.raises(SeaboardError):
        load(f'game = "nim"\nplayers = 2\nheaps = {heaps}\n')


def test_a_perfect_player_leaves_a_sum_of_zero_and_does_not_lose_as_the_second():
    m = load(POSITION)
    assert m.text(new_bot("perfect", m.game, m.box).choose(m.view(0), m.actions())) == "take 1 from c"
    for k in range(8):
        game = play_game("nim", find_game("nim").choose(), ["perfect", "random"], "s", k)
        first = new("nim", seed=f"s {k // 2}").mover
        assert game["places"][game["bots"].index(0)] == 1 or game["bots"][first] == 0
