"""The end of a game, as the table tells it."""

import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.table.view.game_result import points_by_round


@pytest.mark.parametrize("name", NAMES)
def test_the_points_over_the_rounds_end_with_the_score(name):
    """In points, also where a game counts half ones."""
    match = Match(find_game(name), seed=7)
    choose = random.Random(7)
    for _ in range(60):
        match.play(choose.choice(match.moves()))
    assert [points[-1] for points in points_by_round(match)[1]] == match.scores()
