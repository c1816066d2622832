"""The coach's explanations: one for every kind of decision, short, and independent of hidden information."""

import random
import re
from importlib import import_module

import pytest

from seaboard.core.dice import key_of
from seaboard.games import NAMES, find_game
from seaboard.language import LANGUAGES, using_language
from seaboard.locale.update import texts_of
from seaboard.match import Match

LONGEST = 290  # characters, in every language: about six lines on a phone


@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_explained_in_a_few_sentences(name):
    found = import_module(f"seaboard.games.{name}.turn").QUESTIONS.questions.values()
    texts = {message.id for message in texts_of(name)}
    box = find_game(name).build_box(find_game(name).choose())
    for question in found:
        assert question.about in texts, type(question).__name__  # it is marked for translation
        for language in LANGUAGES:
            with using_language(language):
                text = question.explain(None, box)
            assert len(text) <= LONGEST, text
            assert re.fullmatch(r"[A-ZÄÖÜ].*\.", text), text
            assert "{" not in text
            assert 1 <= len(re.findall(r"[.?](?: |$)", text)) <= 4, text


def test_options_change_explanations():
    def text(question, **options):
        game = find_game(question.split(".")[0])
        module, kind = import_module(f"seaboard.games.{question.rpartition('.')[0]}"), question.rpartition(".")[2]
        return getattr(module, kind)().explain(None, game.build_box(game.choose(**options)))

    assert "next to your ship" in text("maori.discover.WhereItGoes", level="pro")
    assert "next to your ship" not in text("maori.discover.WhereItGoes")
    assert "god shrine" in text("kaivai.build.WhichKind", edition="first")
    assert "god shrine" not in text("kaivai.fish.WhereToFish")


@pytest.mark.parametrize("name", NAMES)
def test_explanations_do_not_depend_on_hidden_information(name):
    match, choose = Match(find_game(name), seed=5), random.Random(5)
    output = set()
    while not match.over and match.version < 40:
        seat = match.mover
        seen = match.view(seat)
        other = seen.copy()
        match.game.redeal(other, match.box, key_of(f"other {match.version}"))
        match.game.view(other, match.box, seat, again := match.game.empty_state())
        kind, about = match.game.texts.explain(seen, match.box)
        assert match.game.texts.explain(again, match.box) == (kind, about)
        output.add(kind)
        match.push(choose.choice(match.actions()))
    assert len(output) > 2
