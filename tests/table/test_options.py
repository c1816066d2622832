"""The lobby: only compatible options can be chosen, and each is explained."""

import json

import pytest

from seaboard.core.box_file import BoxFile, copy_content
from seaboard.core.boxes import cache_box
from seaboard.games import NAMES, find_game
from seaboard.games.nusfjord.cards.buildings import EXACT, read_buildings
from seaboard.language import using_language
from seaboard.table.tables import lobby


@pytest.mark.parametrize("name", NAMES)
def test_choices_depend_on_earlier_options(name):
    game = find_game(name)
    options = game.choose()
    for field in lobby.option_fields(game, options):
        assert field.help
        for choice in field.shown:
            if not field.option.many:
                changed = lobby.nearest_valid_options(game, {**options, field.option.name: choice.value}, field.option.name)
                assert changed[field.option.name] == choice.value


def shown(name, **options):
    """What can be chosen, by option."""
    game = find_game(name)
    fields = lobby.option_fields(game, game.choose(**options))
    return {field.option.name: [choice.value for choice in field.shown] for field in fields}


def test_options_that_do_not_apply_are_left_out():
    assert shown("maori", players=4)["board"] == ["front", "atoll"]
    assert "board" not in shown("maori", players=5)  # M1.6
    assert shown("maori", players=2, board="atoll")["players"] == [2, 3, 4, 5]  # and then the board is the front
    assert "gifts" in shown("kaivai", edition="first")
    assert {"gifts", "beginner"} & set(shown("kaivai")) == {"beginner"}
    assert {"gifts", "beginner"} & set(shown("kaivai", edition="first", gifts="on")) == {"gifts"}
    assert shown("nusfjord", players=2)["start"] == ["random", "1", "2"]
    assert "mode" not in shown("nusfjord", players=2)
    assert shown("nusfjord", players=1)["mode"] == ["standard", "solo", "advanced"]
    assert shown("nusfjord", players=3)["elders"] == ["architect", "investor", "promos"]
    assert len(shown("nusfjord")["mixed"]) == 7


def test_a_long_list_is_typed_and_a_wrong_number_gives_one_line(ann):
    assert shown("nusfjord")["without"] == []
    answer = ann.post("/api/tables", json={"game": "nusfjord", "options": {"without": "101, 999"}})
    assert answer.status_code == 422
    assert "'999'" in answer.text
    assert len(answer.text) < 200
    assert ann.post("/api/tables", json={"game": "nusfjord", "options": {"without": ["101", "112"]}}).status_code == 201


@pytest.mark.parametrize("name", NAMES)
def test_presets_are_options_that_go_together(name):
    game = find_game(name)
    assert [preset.name for preset in game.presets] == ["first game", "standard", "everything"]
    for preset in game.presets:
        options = game.choose(**preset.options)
        assert [item.preset.name for item in lobby.preset_choices(game, options) if item.chosen] == [preset.name]
        assert game.choose(**lobby.preset_options(game, preset.name, options["players"])) == options
    assert game.minutes[0] < game.minutes[1]
    assert game.weight


def test_a_changed_option_resets_options_that_contradict_it():
    game = find_game("maori")
    assert lobby.nearest_valid_options(game, {"players": "5", "board": "atoll"}, "board")["players"] == 2
    assert lobby.nearest_valid_options(game, {"players": "5", "board": "atoll"}, "players")["board"] == "front"
    assert lobby.nearest_valid_options(game, {"players": "99", "nonsense": "1"}) == game.choose()


def test_no_file_of_the_server_can_be_named(ann):
    answer = ann.post("/api/tables", json={"game": "nusfjord", "options": {"buildings": "/etc/passwd"}})
    assert answer.status_code == 422
    assert "passwd" not in answer.text


def test_a_game_of_another_package_whose_board_cannot_be_drawn_is_reported_and_left_out(plug_in, capsys):
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
def test_a_wrong_option_is_reported(ann, wish):
    answer = ann.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_the_options_of_a_table_are_shown_in_the_readers_language():
    with using_language("de"):
        assert (
            lobby.options_text(json.dumps({"players": 2, "level": "pro", "elders": []})) == "2 Personen, Spielstufe Profispiel"
        )


def test_the_lobby_and_the_form_say_how_many_components_are_exact(ann):
    buildings = read_buildings()
    exact = sum(card.exactness == EXACT for card in buildings)
    text = f"Buildings: {exact} of {len(buildings)} exact"
    for page in ("/", "/new/nusfjord"):
        assert text in ann.get(page, headers={"accept": "text/html"}).text


def test_a_box_has_its_own_number_of_exact_components():
    game = find_game("nusfjord")
    assert game.box_editor is not None
    content = copy_content(game.box_editor.standard())
    for values in content["building"].values():
        values["source"] = "exact"
    named = cache_box(BoxFile("nusfjord", "mine", content)).reference
    assert lobby.exact_components(game, {})[0].startswith("Buildings: ")
    assert not any(text.startswith("Buildings: ") for text in lobby.exact_components(game, {"box": named}))
