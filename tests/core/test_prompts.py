"""Prompts: in every language a whole sentence that fits one line of a phone, for every question of every game."""

import random
import re
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

from seaboard.core.dice import key_of
from seaboard.games import NAMES, find_game
from seaboard.games.nusfjord.cards.buildings import DECKS
from seaboard.games.nusfjord.layout import ELDER_NUMBERS
from seaboard.games.nusfjord.words.effects import card_name
from seaboard.games.nusfjord.words.names import the_elder
from seaboard.language import LANGUAGES, _, using_language
from seaboard.locale.update import PARTS, translations_of

GAMES = {"maori": 1, "kaivai": 3, "nusfjord": 12}  # of each kind
LINE = 45  # letters that fit on one line, 390 pixels wide
ALL_ELDERS = ["guide", "architect", "investor", "promos"]
KINDS: dict[str, list[dict]] = {
    "maori": [{"players": p, "level": level} for p, level in product((2, 3, 5), ("basic", "advanced", "pro"))]
    + [{"players": 4, "board": "atoll", "level": "advanced"}],
    "kaivai": [
        *({"players": p, "edition": "first", "gifts": "on"} for p in (2, 3, 4)),
        *({"players": p, "beginner": b, "diceless": d} for p, b, d in ((2, "off", "on"), (3, "on", "off"), (4, "off", "off"))),
    ],
    "nusfjord": [
        *({"players": p, "deck": deck} for p, deck in ((1, "trout"), (2, "mackerel"), (3, "codfish"), (4, "plaice"))),
        *({"players": p, "deck": "visitors", "elders": elders} for p, elders in ((1, ["promos"]), (3, ["promos"]))),
        {"players": 1, "mode": "advanced", "mixed": ["herring", "visitors", "trout"]},
        *({"players": p, "deck": deck, "elders": ALL_ELDERS} for p, deck in ((4, "herring"), (5, "salmon"), (5, "mackerel"))),
    ],
}
# a main clause has its verb before "du", "je"; a subordinate clause has it at the end
GERMAN = [r"^Ob\b", r"^W\w+ .*(?<!t) du\b", r"^W\w+ .*\b(wird|werden|kommt|bekommt|zählt|geht)\?$", r"^W\w+ du\b"]
DUTCH = [
    r"^Of\b",
    r"^(W\w+|Hoe\w*) je\b",
    r"^(W\w+|Hoe\w*|Op w\w+) .*\bje (?!uit)\w+t(\?|,)",
    r"\b(komt|gaat|krijgt|telt|wordt)\?$",
]
ENGLISH = [r"^Whether\b", r"^(Which|Where|How|Who)\b(?!.* do).* to \w+\?$"]
SUBORDINATE = {"en": ENGLISH, "de": GERMAN, "nl": DUTCH}
OLD = {
    "en": ["Whether to lay a raft?", "Which strip to remove?"],
    "de": [
        "Welchen Waldstreifen du entfernst?",
        "Welches Gebäude du baust?",
        "Ob du ein Floß legst?",
        "Wie du das Schiff bezahlst?",
        "Wohin das Gebäude kommt?",
        "Welche Aktion ausgeführt wird?",
        "Wohin du Waldstreifen legst?",
        "Wie viele Teller du befüllst?",
    ],
    "nl": [
        "Welke bosstrook je verwijdert?",
        "Of je een vlot legt?",
        "Welk effect je gebruikt, of afzien?",
        "Hoeveel borden je vult?",
        "Waar het gebouw komt?",
        "Wie de vis krijgt?",
        "Hoe je het schip betaalt?",
    ],
}
IN_BRACKETS = re.compile(r"\w\((e|n|en|s|sen|er)\)")  # Fisch(e): there are forms for one and for several


def is_subordinate(prompt, language):
    return any(re.search(pattern, prompt) for pattern in SUBORDINATE[language])


def questions_of(name):
    return import_module(f"seaboard.games.{name}.turn").QUESTIONS


def questions_asked(name, options, seed):
    """The questions of a random game, with their prompts in every language."""
    game, choose, prefer = find_game(name), random.Random(seed), import_module(f"seaboard.games.{name}.turn").prefer
    box, s, out = game.build_box(game.choose(**options)), game.empty_state(), np.zeros(game.max_legal, np.int16)
    game.start(s, box, key_of(seed))
    while game.mover(s) >= 0:
        asked = type(questions_of(name).asked(s)).__name__
        for language in LANGUAGES:
            with using_language(language):
                yield asked, language, game.texts.prompt(s, box)
        actions = out[: game.legal(s, box, out)].tolist()
        game.apply(s, box, choose.choices(actions, [1 + prefer(s, box, action) for action in actions])[0])


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_is_one_line_and_a_whole_sentence(name):
    read = set()
    for options, seed in product(KINDS[name], range(GAMES[name])):
        for asked, language, prompt in questions_asked(name, options, seed):
            read.add(asked)
            assert len(prompt) <= LINE, prompt
            assert re.fullmatch(r"[A-ZÄÖÜ].*[.?]", prompt), prompt
            assert "{" not in prompt
            assert not is_subordinate(prompt, language), prompt
    assert read == {type(question).__name__ for question in questions_of(name).questions.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_names_fit_the_line_too(language):
    game = find_game("nusfjord")
    with using_language(language):
        for deck in DECKS:
            box = game.build_box(game.choose(players=3, deck=deck))
            longest = max((card_name(box, card) for card in range(1, int(box.number_of_cards) + 1)), key=len)
            for words in ("Pay for {card}.", "Place {card}.", "Use {card}?"):
                assert len(_(words, card=f"999 {longest}")) <= LINE, longest
        elder = max((the_elder(elder) for elder in range(1, ELDER_NUMBERS)), key=len)
        assert len(_("Use {elder} now?", elder=elder)) <= LINE


@pytest.mark.parametrize(("language", "prompt"), [(language, prompt) for language in OLD for prompt in OLD[language]])
def test_subordinate_clauses_are_recognised(language, prompt):
    assert is_subordinate(prompt, language)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_singular_and_plural_have_their_own_forms(part, language):
    """No "Fisch(e)" in any text."""
    assert IN_BRACKETS.search("du hast 3 Fisch(e)")
    message: Any
    for message in translations_of(part, language):
        output = message.string if isinstance(message.string, tuple) else (message.string,)
        assert not any(IN_BRACKETS.search(text) for text in output), output
