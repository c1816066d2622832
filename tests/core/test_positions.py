"""Positions as text: defaults, refusals, and the place of the error."""

import pytest

from seaboard.core.errors import BadPosition, SeaboardError
from seaboard.core.position import Table
from seaboard.match import Match

SHORT = 'game = "maori"\nplayers = 2\n'


def refused(text):
    with pytest.raises(SeaboardError) as error:
        Match.from_position(text)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_game_and_players_suffice():
    """Everything else is as after set-up; equal texts give equal positions."""
    one, two = Match.from_position(SHORT), Match.from_position(SHORT)
    assert one.s.tobytes() == two.s.tobytes()
    assert one.moves()[0] == "set top 1"
    assert [p.shells for p in one.s.players] == [5, 5, 0, 0, 0]
    assert Match.from_position(SHORT + 'seed = "other"\n').s.display.tolist() != one.s.display.tolist()


def test_the_default_position_is_the_set_up():
    """The shortest text with a seed gives the position of a new game with this seed."""
    fresh = Match.from_position('game = "maori"\nplayers = 3\nseed = "5"\n')
    from seaboard.games import find_game

    assert fresh.s.tobytes() == Match(find_game("maori"), players=3, seed=5).s.tobytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game is missing"),
        ("game = 'maori'", "players is missing"),
        ("players = 2", "game is missing"),
        ("game = 'maori'\nplayers = 'two'", "players must be 2, 3, 4 or 5, not 'two'"),
        ("game = 3\nplayers = 2", "game: a text in quotes, not 3"),
        ("game = 'chess'\nplayers = 2", "no game 'chess'"),
        ("this is = not [toml", "not a position (TOML)"),
        (SHORT + "shels = 3", "shels: no such key"),
        (SHORT + "draws = -1", "draws: a whole number from 0"),
        (SHORT + "draws = true", "draws: a whole number from 0"),
        (SHORT + "player = 3", "player: one table per player: 2, not none"),
        (SHORT + "[[player]]\nshells = 5", "player: one table per player: 2, not 1"),
        (SHORT + "[[player]]\nshells = 'x'\n[[player]]", "player 1: shells: a whole number from 0 to 30, not 'x' (M1.4)"),
        (SHORT + "[[player]]\n[[player]]\nshell = 5", "player 2: shell: no such key; did you mean shells?"),
        ("a = " + "[" * 5000 + "]" * 5000, "not a position"),
        ("#" * 200_000, "at most"),
    ],
)
def test_a_malformed_text_is_refused_with_its_place(text, message):
    assert message in refused(text)


def test_lists_of_texts_and_choices_are_checked():
    table = Table({"a": ["x", 1], "b": "z", "c": 5})
    with pytest.raises(BadPosition, match="a list of texts"):
        table.texts("a")
    with pytest.raises(BadPosition, match="b: x or y, not 'z'"):
        table.choice("b", ["x", "y"])
    with pytest.raises(BadPosition, match="c: a text in quotes, not 5"):
        table.text("c")
    with pytest.raises(BadPosition, match="must be a table"):
        Table([])
