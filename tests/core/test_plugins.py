"""Games of other packages: found by their entry points; a broken one gives one line, and the others work."""

import pytest

from seaboard.core.errors import BadPlugin, UnknownGame
from seaboard.games import NAMES, all_games, find_game, game_names
from seaboard.language import _, many, using_language

OTHER = """
from dataclasses import replace
from pathlib import Path
from seaboard.games.maori import GAME as MAORI
GAME = replace(MAORI, name="other", title="The Other")
"""


def test_without_plug_ins_there_are_the_built_in_games():
    assert game_names() == NAMES
    assert [game.name for game in all_games()] == list(NAMES)


def test_a_game_of_another_package_is_found_and_comes_last(plug_in):
    plug_in("others", {"seaboard.games": {"other": "others:GAME"}}, OTHER)
    assert game_names() == (*NAMES, "other")
    assert [game.title for game in all_games()][-1] == "The Other"
    assert find_game(" OTHER ").title == "The Other"
    with pytest.raises(UnknownGame, match="did you mean other"):
        find_game("othr")


@pytest.mark.parametrize(
    ("entry", "code", "message"),
    [
        ("others:GAME", "import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("others:GAME", "this is no Python", "SyntaxError: invalid syntax"),
        ("others:GAME", "raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("others:GAME", "GAME = 5", "others:GAME is not a seaboard.core.game.Game"),
        ("others:NAME", OTHER, "AttributeError: module 'others' has no attribute 'NAME'"),
        ("others:GAME", OTHER.replace('name="other"', 'name="another"'), "its game is named 'another'"),
        ("others:GAME", OTHER.replace('title="The Other"', "max_legal=0"), "BadGame: the game 'other' cannot be used"),
    ],
)
def test_a_broken_game_is_reported_on_one_line_and_the_others_still_work(entry, code, message, plug_in, capsys):
    plug_in("others", {"seaboard.games": {"other": entry}}, code)
    for _time in range(2):
        assert [game.name for game in all_games()] == list(NAMES)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"seaboard: 'other' of the package others 1.0 cannot be used: {message}")
    with pytest.raises(BadPlugin) as error:
        find_game("other")
    assert line == f"seaboard: {error.value}"


@pytest.mark.parametrize(("name", "message"), [("maori", "Seaboard already has this name"), ("Go Fish", "lower-case letters")])
def test_a_built_in_or_invalid_name_is_refused(name, message, plug_in, capsys):
    plug_in("others", {"seaboard.games": {name: "others:GAME"}}, OTHER)
    assert [game.title for game in all_games()] == [find_game(own).title for own in NAMES]
    assert message in capsys.readouterr().err


def test_a_name_that_two_packages_use_is_refused(plug_in, capsys):
    plug_in("others", {"seaboard.games": {"other": "others:GAME"}}, OTHER)
    plug_in("more", {"seaboard.games": {"other": "more:GAME"}}, OTHER)
    assert game_names() == NAMES
    line = capsys.readouterr().err
    assert "others 1.0" in line
    assert "more 1.0" in line
    assert "neither is used" in line


def test_a_game_brings_its_own_translations(plug_in, tmp_path):
    (tmp_path / "texts" / "de").mkdir(parents=True)
    (tmp_path / "texts" / "de" / "other.po").write_text(
        'msgid "Take a match"\nmsgstr "Nimm ein Holz"\n\nmsgid "players"\nmsgstr "Leute"\n\n'
        'msgid "{n} match"\nmsgid_plural "{n} matches"\nmsgstr[0] "{n} Holz"\nmsgstr[1] "{n} Hölzer"\n',
        encoding="utf-8",
    )
    code = OTHER + "from pathlib import Path\n"
    code += 'GAME = replace(GAME, texts=replace(GAME.texts, locale=Path(__file__).parent / "texts"))\n'
    plug_in("others", {"seaboard.games": {"other": "others:GAME"}}, code)
    find_game("other")
    with using_language("de"):
        assert _("Take a match") == "Nimm ein Holz"
        assert many(2, "{n} match", "{n} matches") == "2 Hölzer"
        assert _("players") == "Personen", "what is translated already stays as it is"
    with using_language("nl"):
        assert _("Take a match") == "Take a match"
