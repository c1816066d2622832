"""The coach warns of blunders, rarely of other actions, and reveals no hidden information."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import groupby

import pytest

from seaboard.core.dice import key_of
from seaboard.games import NAMES
from seaboard.language import LANGUAGES, using_language
from seaboard.study.coach import warning
from seaboard.table.view.warning_text import warning_context

from .make_coach_positions import read_positions

WANTED = 50  # of each sort
CAUGHT, FALSE = 40, 5  # at least, and at most


@cache
def positions():
    return list(read_positions())


@cache
def warnings():
    """The coach's warning for each position, or None."""
    for name in NAMES:
        warn(*next(one for one in positions() if one[0].game.name == name)[:2])  # compiled, or loaded, before threads begin
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda one: warn(*one[:2]), positions()))


def warn(match, action):
    return warning(match.game, match.box, match.view(match.mover), action)


@pytest.mark.parametrize("sort", ["blunder", "fine"])
def test_the_coach_warns_of_blunders_and_rarely_of_fine_actions(sort):
    has_warning = [found is not None for found, one in zip(warnings(), positions(), strict=True) if one[2] == sort]
    assert len(has_warning) == WANTED
    assert sum(has_warning) >= CAUGHT if sort == "blunder" else sum(has_warning) <= FALSE


def test_a_warning_names_a_better_action():
    for found, (match, action, _sort) in zip(warnings(), positions(), strict=True):
        if found:
            assert found.action == action != found.better
            assert found.better in match.actions()
            assert found.cost > 0.1


def test_warnings_do_not_depend_on_hidden_information():
    """A redeal of hidden information gives the same texts, in every language."""
    warned = [(found, match) for found, (match, *_rest) in zip(warnings(), positions(), strict=True) if found]
    for _name, group in groupby(warned, key=lambda pair: pair[1].game.name):
        for found, match in list(group)[:2]:
            other = match.copy()
            other.s = match.view(match.mover)
            match.game.redeal(other.s, match.box, key_of("other"))
            other.history = []
            again = warn(other, found.action)
            assert again == found
            for language in LANGUAGES:
                with using_language(language):
                    text = warning_context(match, found)
                    assert all(sentences for _choice, sentences in text["choices"])
                    assert warning_context(other, again) == text
