"""Refusals: each has one declaration, one rule and its own words, in all games."""

import ast
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import seaboard
from seaboard.core.refusals import FIRST_GAME_REFUSAL, Reason, Refusal, number_tried
from seaboard.games import NAMES, find_game
from seaboard.language import plural_forms, translations

GAMES = Path(seaboard.__file__).parent / "games"


class Own(Refusal):
    """Of these tests."""


class Other(Refusal):
    """Of another game."""


def has(seen):
    return seen["money"]


def cost(plates=1):
    return 2 * plates


TOO_DEAR = Own("X1.1", "{plates} cost {cost}; you have {money}.", plates=number_tried, cost=cost, money=has)
TOO_FEW = Own("X1.2", plural_forms("You have {n} fish.", "You have {n} fishes."), n=has)
BY_FUNCTION = Own("X1.3", lambda n, action=7: f"{n} by {action}.", allowed_before=True)
OF_OTHER = Other("Y1", "No.")


def test_a_game_numbers_its_refusals_one_after_the_other():
    assert [TOO_DEAR, TOO_FEW, BY_FUNCTION, OF_OTHER] == [
        FIRST_GAME_REFUSAL,
        FIRST_GAME_REFUSAL + 1,
        FIRST_GAME_REFUSAL + 2,
        FIRST_GAME_REFUSAL,
    ]
    assert Own.declared[FIRST_GAME_REFUSAL] is TOO_DEAR
    assert pickle.loads(pickle.dumps(TOO_FEW)) == FIRST_GAME_REFUSAL + 1


def test_figures_get_the_arguments_that_they_name():
    tried = {"seen": {"money": 1}, "box": None, "n": 3}
    assert TOO_DEAR.reason(tried) == Reason("3 cost 2; you have 1.", "X1.1")
    assert TOO_DEAR.reason(tried | {"plates": 3}).text == "3 cost 6; you have 1."
    assert [TOO_FEW.reason({"seen": {"money": n}}).text for n in (1, 2)] == ["You have 1 fish.", "You have 2 fishes."]
    assert BY_FUNCTION.reason(tried) == Reason("3 by 7.", "X1.3", allowed_before=True)


def test_the_rule_number_is_inside_the_sentence():
    assert [str(Reason("No.", "K1.1")), str(Reason("First: where?", "K1.1")), str(Reason("No.", ""))] == [
        "No (K1.1).",
        "First: where? (K1.1)",
        "No.",
    ]


@pytest.mark.parametrize(
    ("words", "figures"),
    [("{n} of {all}", {"n": number_tried}), ("None.", {"n": number_tried}), (plural_forms("{n}", "{n}"), {})],
)
def test_words_and_figures_must_match(words, figures):
    with pytest.raises(TypeError, match="figures"):
        Own("X1.4", words, **figures)


def test_a_refusal_belongs_to_a_game():
    with pytest.raises(TypeError, match="own subclass"):
        Refusal("X1.5", "No.")


# the games


def refusals_of(name):
    reason: Any = find_game(name).texts.reason
    return reason.__self__.refusals.values()


@pytest.mark.parametrize("name", NAMES)
def test_each_refusal_names_one_rule_that_exists(name):
    text = (GAMES / name / "texts" / "rules" / "en.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- ([A-Z]\d+\.\d+) ", text, re.MULTILINE))
    assert [(int(one), one.rule) for one in refusals_of(name) if one.rule not in numbers] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_two_refusals_of_one_rule_have_the_same_words(name):
    message = [(one.rule, one.words) for one in refusals_of(name)]
    assert [one for n, one in enumerate(message) if one in message[:n]] == []


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("name", NAMES)
def test_refusals_are_whole_sentences(name, language):
    for one in refusals_of(name):
        for text in () if callable(one.words) else [one.words] if isinstance(one.words, str) else one.words:
            message = translations(language).get(text, text)
            assert message.endswith("."), message
            assert message[0].isupper() or message.lstrip("„‘")[0] == "{", message


@pytest.mark.parametrize("name", NAMES)
def test_each_refusal_is_returned_by_a_rule(name):
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (GAMES / name).rglob("*.py")]
    declared = {
        ast.unparse(node.targets[0])
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Refusal"
    }
    returned = {
        part.id
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Return) and node.value
        for part in ast.walk(node.value)
        if isinstance(part, ast.Name)
    }
    assert len(declared) == len(refusals_of(name))
    assert declared - returned == set()
