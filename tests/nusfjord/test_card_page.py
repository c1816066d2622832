"""The page of cards: every building and every elder, complete in every language, with the measured figures."""

import pytest

import seaboard
from seaboard.core.game import CardStats
from seaboard.drawing import Pen
from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.layout import ELDER_NUMBERS
from seaboard.games.nusfjord.pictures.close_up import close_up
from seaboard.games.nusfjord.texts import card_page
from seaboard.games.nusfjord.texts.card_page import STATISTICS, all_cards, how_measured, record_text, sample
from seaboard.language import LANGUAGES, using_language
from tools import card_statistics


def by_key():
    return {part.key: part for part in all_cards()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_buildings_and_elders_are_there_and_say_everything(language):
    with using_language(language):
        parts = all_cards()
    assert len(parts) == len(read_buildings()) + ELDER_NUMBERS - 1
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
    assert pier_house.facets["Triggered by"] == ["You build a ship"]
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


def test_every_building_has_its_record_in_games_of_strong_bots():
    measured = {part.key: part.in_play for part in all_cards() if part.in_play}
    assert measured.keys() == {str(card.number) for card in read_buildings()}
    assert all(0 < offered < 1 and 0 <= built <= 1 for offered, built, _difference, _margin in measured.values())
    games, players, simulations = sample()
    assert how_measured() == (
        f"Measured in {games:,} games per deck with {players} players, all strong bots"
        f" (the trained network, {simulations} simulations per decision)."
    )


def test_the_tool_writes_what_the_page_reads():
    cards = [CardStats(card.number, card.name, card.letter, "", 0.6, 0.25, 1.25, 0.5) for card in read_buildings()]
    text = card_statistics.text(2000, cards)
    head = "# 2,000 games for each deck, 3 players, bot net:32, seed 1, commit "
    assert text.startswith(head)
    assert STATISTICS.read_text(encoding="utf-8").split("\n")[1] == text.split("\n")[1]
    assert text.splitlines()[2] == "101\t0.6\t0.25\t1.25\t0.5"


def test_the_docs_have_the_same_figures():
    assert card_statistics.PAGE.read_text(encoding="utf-8") == card_statistics.page()


def test_the_record_is_a_sentence_with_its_margin(monkeypatch):
    figures = {101: (0.6, 0.25, -1.25, 0.5), 102: (0.6, 0.0, float("nan"), float("nan"))}
    monkeypatch.setattr(card_page, "statistics", lambda: figures)
    assert record_text(101) == "Offered in 60 % of games, built in 25 % of them, worth −1.2 ±0.5 points."
    assert record_text(102) == "Offered in 60 % of games, built in 0 % of them."
    assert record_text(103) == ""
    with using_language("de"):
        assert "−1,2 ±0,5 Punkte" in record_text(101)


def test_the_close_up_of_a_standard_building_has_the_record():
    match = seaboard.new("nusfjord", players=3, seed=1)
    number = int(match.box.cards[1].number)
    facts = close_up_facts(match, number)
    assert facts["In games of strong bots"] == f"{record_text(number)} {how_measured()}"
    match.box.cards[1].points += 1
    assert "In games of strong bots" not in close_up_facts(match, number)


def close_up_facts(match, number):
    found = close_up(match.view(0), match.box, 0, match.names, Pen(), f"building {number}")
    assert found
    return dict(found.facts)
