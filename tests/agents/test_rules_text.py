"""The rules as an agent reads them, and the notation that docs and agents share."""

import re

import pytest

from seaboard.agents import rule_text, rules_text
from seaboard.core.errors import BadOption
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from tools import notation_pages


@pytest.mark.parametrize("name", NAMES)
def test_short_rules_fit_on_a_page_and_full_rules_have_every_number(name):
    game = find_game(name)
    short, full = rules_text(game), rules_text(game, full=True)
    assert game.title in short.splitlines()[0]
    assert len(short) < 7000 < len(full)
    assert game.texts.rules
    numbers = re.findall(r"^- ([A-Z]\d+\.\d+)", (game.texts.rules / "en.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert numbers
    for number in numbers:
        assert f"- {number} " in full
        assert rule_text(game, number.lower()).startswith(number)


@pytest.mark.parametrize("name", NAMES)
def test_the_notation_is_explained(name):
    """The guide has the first word of every move of a random game."""
    import random

    guide = rules_text(find_game(name))
    explained = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]*)`", guide))))
    match, chance = Match(find_game(name), seed=2, players=3), random.Random(2)
    while not match.over:
        move = chance.choice(match.moves())
        assert move.split()[0] in explained, move
        match.play(move)


@pytest.mark.parametrize("name", NAMES)
def test_docs_have_the_current_notation(name):
    assert (notation_pages.DOCS / f"{name}.md").read_text(encoding="utf-8") == notation_pages.page(name)
    assert "end of notation" in notation_pages.page(name)


@pytest.mark.parametrize("number", ["", "M99.1", "M3", "../../x", "M3.5 M3.6"])
def test_an_unknown_rule_is_refused(number):
    with pytest.raises(BadOption):
        rule_text(find_game("maori"), number)
