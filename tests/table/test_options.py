"""The lobby: only what goes together can be chosen, and each choice is explained."""

import json

import pytest

from seaboard.games import NAMES, find_game
from seaboard.language import speaking
from seaboard.table import lobby


@pytest.mark.parametrize("name", NAMES)
def test_what_is_offered_is_valid_with_the_rest(name):
    game = find_game(name)
    options = game.choose()
    for field in lobby.fields(game, options):
        assert field.help
        for choice in field.shown:
            if not choice.why_not and not field.option.many:
                game.choose(**{**options, field.option.name: choice.value})


def test_a_choice_that_does_not_fit_says_why():
    game = find_game("maori")
    fields = lobby.fields(game, game.choose(board="atoll"))
    players = next(field for field in fields if field.option.name == "players")
    assert [choice.value for choice in players.shown if choice.why_not] == [5]
    assert "(M1.6)" in players.shown[-1].why_not


def test_a_change_wins_over_what_does_not_go_with_it():
    game = find_game("maori")
    assert lobby.nearest(game, {"players": "5", "board": "atoll"}, "board")["players"] == 2
    assert lobby.nearest(game, {"players": "5", "board": "atoll"}, "players")["board"] == "front"
    assert lobby.nearest(game, {"players": "99", "nonsense": "1"}) == game.choose()


def test_no_file_of_the_server_can_be_named(ann):
    answer = ann.post("/api/tables", json={"game": "nusfjord", "options": {"buildings": "/etc/passwd"}})
    assert answer.status_code == 422
    assert "passwd" not in answer.text


def test_a_game_of_another_package_whose_board_cannot_be_drawn_is_told_and_left_out(plug_in, capsys):
    code = """
from dataclasses import replace
from seaboard.games.maori import GAME as MAORI
GAME = replace(MAORI, name="blank", pictures=replace(MAORI.pictures, board=lambda *seen: 1 / 0))
"""
    plug_in("others", {"seaboard.games": {"blank": "others:GAME"}}, code)
    for _time in range(2):
        assert [game.name for game in lobby.games()] == list(NAMES)
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "seaboard: the game 'blank' is not offered: ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"game": "maori", "options": {"players": 9}},
        {"game": "maori", "options": {"players": 5, "board": "atoll"}},
        {"game": "maori", "seats": [{"kind": "me"}]},
        {"game": "maori", "seats": [{"kind": "king"}, {"kind": "me"}]},
        {"game": "maori", "seats": [{"kind": "bot", "level": "god"}, {"kind": "me"}]},
        {"game": "maori", "extra": 1},
        {"game": "maori", "seed": "x" * 65},
        {},
        [],
        "maori",
    ],
)
def test_a_wrong_wish_is_told(ann, wish):
    answer = ann.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_the_options_of_a_table_are_told_in_the_readers_language():
    with speaking("de"):
        assert (
            lobby.options_text(json.dumps({"players": 2, "level": "pro", "elders": []})) == "Spieler 2, Spielstufe Profispiel"
        )
