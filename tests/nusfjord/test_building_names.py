"""Buildings have names in every language: those of the publisher's book, else ours, and marked as ours."""

import pytest

from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import FILE, read_buildings
from seaboard.games.nusfjord.words.building_names import is_ours, local_name, names_in
from seaboard.games.nusfjord.words.effects import face_text
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

CARDS = {card.number: card for card in read_buildings(FILE)}
IN_THE_GERMAN_BOOK = {
    103: "Fischstand",
    143: "Werft",
    151: "Hafenanlage",
    228: "Pfahlhaus",
    530: "Rauchkammer",
    602: "Kochhaus",
    603: "Küferei",
    641: "Gemeindesaal",
    741: "Plenarsaal",
}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_building_has_a_name(language):
    assert set(names_in(language)) == {(card.number, card.name) for card in CARDS.values()}
    assert all(name.text.strip() == name.text != "" for name in names_in(language).values())


def test_the_names_of_the_german_book_are_printed_and_the_others_are_ours():
    assert {number: name.text for (number, _), name in names_in("de").items() if name.printed} == IN_THE_GERMAN_BOOK
    with using_language("de"):
        assert face_text(CARDS[143]).splitlines()[0] == "143 Werft (C, sobald, Hering)"
        assert "Name von uns" not in face_text(CARDS[143])
        assert face_text(CARDS[105]).splitlines()[-1] == "Name von uns für „Pier House“"
    assert "our name" not in face_text(CARDS[105])


def test_the_users_own_building_keeps_its_name():
    with using_language("de"):
        assert local_name(143, "Shipyard of Mine") == "Shipyard of Mine"
        assert not is_ours(143, "Shipyard of Mine")


def test_texts_name_buildings_in_the_language():
    m = Match(find_game("nusfjord"), players=2, seed=3)
    with using_language("de"):
        message = " ".join(m.game.texts.describe(m.view(0), m.box, 0, m.names))
        assert "In der Auslage: " in message
        assert any(f"{number} {name.text}, " in message for (number, _), name in names_in("de").items())
        assert not any(
            f"{card.number} {card.name}, " in message
            for card in CARDS.values()
            if card.name != local_name(card.number, card.name)
        )
