"""Where points come from: the changes by a choice in each category of the score sheet, as text."""

import numpy as np
import pytest

import seaboard
from seaboard.bots import Hint
from seaboard.games import NAMES, find_game
from seaboard.language import decimal, using_language
from seaboard.study.categories import (
    Expected,
    by_category,
    difference_text,
    differences,
    hint_text,
    others_text,
)
from seaboard.study.coach import CostlyMove
from seaboard.study.evaluator import Evaluation
from seaboard.table.view.warning_text import warning_context

NUSFJORD = find_game("nusfjord")


def hint(action, visits, *kinds):
    return Hint(action, "", (sum(kinds),), 1.0, visits, kinds=(kinds,))


def points(**of):
    """Points of each category of Nusfjord, by default 0."""
    assert of.keys() <= set(NUSFJORD.score_kinds)
    return tuple(of.get(kind, 0.0) for kind in NUSFJORD.score_kinds)


def test_the_largest_differences_come_first_and_small_ones_are_left_out():
    before, after = points(ships=2.0, gold=5.0, buildings=1.0), points(ships=5.1, gold=3.8, buildings=1.2)
    assert [kind for kind, _ in differences(NUSFJORD, before, after)] == ["ships", "gold"]
    assert difference_text(NUSFJORD, before, after) == "+3.1 from ships, −1.2 from gold"
    assert difference_text(NUSFJORD, before, before) == ""
    assert difference_text(NUSFJORD, (), after) == ""


@pytest.mark.parametrize(("language", "text"), [("de", "+3,1 durch Schiffe"), ("nl", "+3,1 door schepen")])
def test_it_is_translated(language, text):
    with using_language(language):
        assert difference_text(NUSFJORD, points(), points(ships=3.1)) == text


def test_the_best_hint_is_compared_with_the_next_best_and_the_others_with_the_best():
    hints = [hint(1, 30, *points(ships=4.0)), hint(2, 10, *points(ships=8.0)), hint(3, 0, *points(ships=100.0))]
    assert hint_text(NUSFJORD, hints, hints[0], 0) == "−4.0 from ships"
    assert hint_text(NUSFJORD, hints, hints[1], 0) == "+4.0 from ships"
    assert hint_text(NUSFJORD, hints, hints[2], 0) == ""
    assert hint_text(NUSFJORD, hints[:1], hints[0], 0) == ""
    assert by_category(NUSFJORD, hints[0], 0)["ships"] == 4.0


@pytest.mark.parametrize("name", NAMES)
def test_a_search_says_where_every_seats_points_come_from(name):
    match = seaboard.new(name, players=2, seed=5)
    for found in match.hint("search:8,turns=2"):
        if found.visits:
            assert np.shape(found.kinds) == (2, len(match.game.score_kinds))
            assert np.allclose(np.sum(found.kinds, axis=1), found.points)


def test_the_coach_compares_the_better_move_with_the_players_own():
    match = seaboard.new("nusfjord", players=1, seed=5)
    worse, better = match.actions()[:2]
    after = Evaluation((1.0,), (20.0,), (points(ships=2.0, gold=2.0),))
    after_better = Evaluation((1.0,), (30.0,), (points(ships=9.0, gold=1.0),))
    warned = CostlyMove(0, worse, better, after, after_better, ())
    assert warning_context(match, warned)["reasons"] == ["Compared with your move: +7.0 from ships, −1.0 from gold."]
    silent = CostlyMove(0, worse, better, Evaluation((1.0,), (20.0,)), after_better, ())
    assert warning_context(match, silent)["reasons"] == []


def test_the_coach_says_what_the_others_gain():
    match = seaboard.new("nusfjord", players=2, seed=5)
    worse, better = match.actions()[:2]
    after = Evaluation((0.3, 0.7), (5.0, 9.0), (points(ships=5.0), points(gold=9.0)))
    after_better = Evaluation((0.6, 0.4), (5.0, 3.0), (points(ships=5.0), points(gold=3.0)))
    warned = CostlyMove(0, worse, better, after, after_better, ())
    assert warning_context(match, warned)["reasons"] == [f"{match.names[1]} scores less: −6.0 from gold."]


def test_other_players_are_mentioned_from_a_point_on():
    names, before = ["You", "Ari", "Mika", "Nils"], Expected([20, 20, 20, 20], {0: points(), 1: points(gold=2.0)})
    after = Expected([20, 15, 20.9, 22], {0: points(), 1: points(gold=1.0, ships=0.5)})
    text = others_text(NUSFJORD, names, 0, before, after)
    assert text == "Ari scores less: −1.0 from gold, +0.5 from ships. Nils scores 2.0 points more."
    assert others_text(NUSFJORD, names, 0, before, before) == ""
    assert after.lead(0) == -2.0
    assert Expected([7.0], {}).lead(0) == 7.0


def test_numbers_are_written_as_the_language_writes_them():
    assert decimal(-1.04, sign=True) == "−1.0"
    assert decimal(1234.5) == "1,234.5"
    assert decimal(-0.04, sign=True) == "+0.0"
    for language in ("de", "nl"):
        with using_language(language):
            assert (decimal(1234.5), decimal(2.0, sign=True), decimal(40_000, 0)) == ("1.234,5", "+2,0", "40.000")
