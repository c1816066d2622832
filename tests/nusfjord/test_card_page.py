"""The page of cards: every building and every elder, complete in every language, with the measured figures."""

import pytest

from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.layout import ELDERS_KNOWN
from seaboard.games.nusfjord.texts.card_page import STATISTICS, all_cards, how_measured
from seaboard.language import LANGUAGES, using_language
from tools import card_statistics


def by_key():
    return {part.key: part for part in all_cards()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_buildings_and_elders_are_there_and_say_everything(language):
    with using_language(language):
        parts = all_cards()
    assert len(parts) == len(read_buildings()) + ELDERS_KNOWN - 1
    assert len({part.key for part in parts}) == len(parts)
    for part in parts:
        assert part.name
        assert part.text.endswith(".")
        assert part.timing
        assert part.source
        assert part.rule.startswith(("N7.", "N9."))


def test_a_building_shows_its_cost_effect_and_triggers():
    pier_house = by_key()["105"]
    assert pier_house.facts["Cost"] == "2 fish & 1 gold"
    assert pier_house.text == "Whenever you build a ship: +3 wood."
    assert pier_house.facets["Answers to"] == ["You build a ship"]
    assert pier_house.facets["Kind"] == ["Whenever"]
    assert pier_house.rule == "N9.2"
    assert by_key()["101"].facets["Lets you"] == ["Build a ship"]
    assert by_key()["101"].facets["Cost"] == ["1 to 3 goods"]
    assert by_key()["113"].facets["Cost"] == ["nothing"]
    assert by_key()["147"].facets["Cost"] == ["7 goods and more"]


def test_an_elder_shows_its_effect_and_number_of_players():
    sailor = by_key()["elder-5"]
    assert sailor.facets["Lets you"] == ["Serve fish"]
    assert sailor.facts["Number of players"] == "1–5"
    assert sailor.rule == "N7.5"
    assert by_key()["elder-19"].rule == "N7.19"
    assert by_key()["elder-25"].rule == "N7.23"
    assert by_key()["elder-13"].facts["Number of players"] == "5"


def test_the_figures_are_those_of_the_docs():
    assert STATISTICS.read_text(encoding="utf-8") == card_statistics.text()
    measured = [part for part in all_cards() if part.in_play]
    assert len(measured) == len(read_buildings())
    assert by_key()["103"].in_play == (0.6, 0.534, -0.42, 0.14)
    assert how_measured().startswith("Measured in 40,000 games per deck with 3 players")
