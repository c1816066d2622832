"""Every way to start a game from the form: each game, preset, number of players and language, by clicking."""

import os
from itertools import product

import pytest

from seaboard.games import NAMES, find_game
from seaboard.table.tables import lobby

from .test_new_table import wait_for_form

EVERY = "SEABOARD_EVERY_SCREEN" in os.environ  # `make screens`; else each start in one of the languages, in turns
LANGUAGES = ("en-GB", "de-DE", "nl-NL")


def starts(name):
    """The presets of a game, each with every number of players that it goes with."""
    game = find_game(name)
    pairs = product(game.presets, game.options[0].choices)
    return [(preset, players) for preset, players in pairs if lobby.is_valid(game, {**preset.options, "players": players})]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_preset_starts_with_every_number_of_players(person, name, language):
    ann = person(language=language)
    turn = LANGUAGES.index(language)
    for n, (preset, players) in enumerate(starts(name)):
        if EVERY or n % len(LANGUAGES) == turn:
            start_by_clicking(ann, find_game(name), preset, players, players_first=n % 2)


def start_by_clicking(ann, game, preset, players, players_first):
    """Chooses preset and players in either order, starts, and checks that the table is what was chosen."""
    ann.go(f"/new/{game.name}")
    clicks = [f"[name=preset][value='{preset.name}']", f"[name=players][value='{players}']"]
    for selector in reversed(clicks) if players_first else clicks:
        if not ann.page.is_checked(selector):
            wait_for_form(ann, lambda selector=selector: ann.page.check(selector))
            ann.see(f"{selector}:checked")
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/tables")) as made:
        ann.page.click("form#new [type=submit]")
    assert made.value.ok, (preset.name, players, made.value.status)
    wish, chosen = made.value.request.post_data_json, game.choose(**{**preset.options, "players": players})
    assert game.choose(**wish["options"]) == chosen
    assert [seat["level"] for seat in wish["seats"] if seat["kind"] == "bot"] == [preset.bots] * (game.seats(chosen) - 1)
    ann.see("#board svg")
    ann.post(
        f"/t/{ann.page.get_attribute('#table', 'data-table')}/vote", yes=True
    )  # ends the game, so that no bot goes on thinking
