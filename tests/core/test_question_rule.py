"""Every question names the rule that asks it."""

import random

import pytest

from seaboard.core.questions import Question
from seaboard.games import NAMES, find_game
from seaboard.match import Match


@pytest.mark.parametrize("name", NAMES)
def test_every_question_of_some_games_names_a_rule(name):
    match = Match(find_game(name), seed=3)
    folder, choose = match.game.texts.rules, random.Random(3)
    assert folder
    rules = (folder / "en.md").read_text(encoding="utf-8")
    met = set()
    for _n in range(200):
        if match.over:
            break
        number = match.game.texts.question_rule(match.view(match.mover))
        assert f"\n- {number} " in rules, (number, match.prompt())
        met.add(number)
        match.push(choose.choice(match.actions()))
    assert len(met) > 2


def test_every_question_has_one():
    def below(kind):
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    for game in NAMES:
        find_game(game)
    asked = [one for one in below(Question) if one.__module__.startswith("seaboard.games") and "decision" in one.__dict__]
    assert len(asked) > 40
    assert [one.__name__ for one in asked if not one.rule_number] == []
