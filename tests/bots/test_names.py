"""Bots by name and level, and errors for wrong names."""

import pytest

from seaboard.bots import LEVELS, NAMES, PERSONALITIES, SETTINGS, fits, new_bot
from seaboard.core.errors import BadOption
from seaboard.games import find_game
from seaboard.match import Match

MATCH = Match(find_game("maori"), seed=1)


def bot(name, **settings):
    return new_bot(name, MATCH.game, MATCH.box, 1, **settings)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_a_bot(name):
    match = Match(find_game("nusfjord"), seed=1)
    assert hasattr(new_bot(name, match.game, match.box, 1, threads=1), "choose")


@pytest.mark.parametrize("name", PERSONALITIES)
def test_a_personality_plays_games_with_its_category(name):
    assert fits(name, find_game("nusfjord"))
    assert not fits(name, MATCH.game)
    with pytest.raises(BadOption, match="has no points for"):
        bot(name)
    assert fits("normal", MATCH.game)


def test_a_number_in_the_name_is_the_budget():
    assert bot("search:2000").simulations == 2000
    assert bot("greedy:7").playouts == 7
    assert bot("Strong").simulations == SETTINGS["strong"]["simulations"]
    assert bot("strong:50").simulations == 50


def test_settings_in_the_name_override_arguments_and_these_the_level():
    assert bot("normal", simulations=9).simulations == 9
    assert bot("search:5", simulations=9).simulations == 5
    assert bot("search:5,explore=0.25").workers[0].search.settings.explore == 0.25


def test_stronger_levels_have_larger_budgets():
    assert LEVELS == ("easy", "normal", "strong", "expert")
    budgets = [SETTINGS[level].get("simulations", 10**9) for level in LEVELS]
    assert budgets == sorted(set(budgets))
    assert SETTINGS["easy"]["slack"] > 0


def test_levels_have_a_time_limit_for_a_decision():
    longest = [SETTINGS[level].get("seconds", SETTINGS[level].get("turn_seconds")) for level in LEVELS]
    assert longest == [1.0, 1.0, 2.0, 3.5]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("clever", "choose easy, normal"),
        ("search:many", "write search:1000"),
        ("random:5", "write search:1000"),
        ("search,explore", "write search:1000"),
        ("search,wit=3", "wit"),
        ("search:0", "at least 1 simulation"),
        ("search:5,overlook=1.5", "a probability below 1"),
        ("greedy:0", "at least 1 playout"),
    ],
)
def test_a_wrong_name_is_reported(name, words):
    with pytest.raises(BadOption, match=words):
        bot(name)
