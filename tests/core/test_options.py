"""Games by name, options by name and value; lists of choices; refusals."""

import pytest

from seaboard.core.errors import BadOption, UnknownGame
from seaboard.core.game import Option
from seaboard.games import find_game

CARDS = Option("without", ("101", "102", "103"), (), "cards left out", many=True)


@pytest.mark.parametrize("name", ["maori", "Māori", " MAORI "])
def test_capitals_and_accents_do_not_matter(name):
    assert find_game(name).name == "maori"


@pytest.mark.parametrize(("name", "message"), [("maoir", "did you mean maori"), ("chess", "the games"), ("", "the games")])
def test_an_unknown_game_is_reported_with_the_known_ones(name, message):
    with pytest.raises(UnknownGame, match=message):
        find_game(name)


def test_options_are_completed_and_read_from_text():
    chosen = find_game("maori").choose(players="3", level="PRO")
    assert chosen == {"players": 3, "level": "pro", "board": "front"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 1}, "players must be 2, 3, 4 or 5, not '1'"),
        ({"players": 2.5}, "players must be"),
        ({"level": "hard"}, "level must be basic, advanced or pro, not 'hard'"),
        ({"colour": "red"}, "no option 'colour'; it has players, level, board or box"),
        ({"players": 5, "board": "atoll"}, r"at most 4 players \(M1.6\)"),
    ],
)
def test_a_wrong_option_is_reported(given, message):
    with pytest.raises(BadOption, match=message):
        find_game("maori").choose(**given)


def test_an_option_may_be_a_list():
    """Sorted and without repeats, from a text with commas or from Python."""
    assert CARDS.read("103,101,103") == ["101", "103"]
    assert CARDS.read(["102"]) == ["102"]
    assert CARDS.read("") == []
    with pytest.raises(BadOption, match="without must be 101, 102 or 103, not '999'"):
        CARDS.read("101,999")
