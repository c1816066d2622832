"""Texts of a match: the position and the moves in sentences, a seat's view as text, the nearest legal move."""

import pytest

from seaboard.core.errors import BadPosition, IllegalMove
from seaboard.games import NAMES, find_game
from seaboard.match import Match


@pytest.mark.parametrize("name", NAMES)
def test_a_match_describes_itself_and_its_choices(name):
    match = Match(find_game(name), seed=3)
    assert all(sentence.endswith(".") for sentence in match.describe())
    assert match.describe(1) != match.describe(0) or name == "maori"
    choices = match.choices()
    assert list(choices) == match.moves()
    assert all(choices.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_written_without_the_seed_and_hidden_cards(name):
    match = Match(find_game(name), seed=3)
    while match.game.name == "nusfjord" and match.game.round_number(match.view()) < 5:
        match.push(match.actions()[0])
    text = match.position(seat=1)
    assert match.seed not in text
    assert "seed" not in text
    other = match.copy()
    other.s = match.view(1)
    assert text == other.position(seat=1)
    with pytest.raises(BadPosition, match="this is what one seat sees, without the seed and hidden cards"):
        Match.from_position(text)


def test_the_nearest_move_shares_words():
    match = Match(find_game("nusfjord"), seed=1, players=2)
    for wanted, nearest in (("thin trees", "thin"), ("build a hut", "build"), ("gold please", "gold"), ("elders", "elder")):
        with pytest.raises(IllegalMove) as error:
            match.play(wanted)
        assert error.value.nearest == nearest
    with pytest.raises(
        IllegalMove, match=r"'buy a ship' is not a move of nusfjord\. Legal are: skip, gold, reserve, "
    ) as error:
        match.play("buy a ship")
    assert error.value.nearest == ""


def test_a_correctly_spelt_move_has_no_similarly_spelt_one():
    """In Nusfjord, "ship" is refused here; "skip" is spelt similarly, but something else."""
    match = Match(find_game("nusfjord"), seed=7, players=2)
    with pytest.raises(IllegalMove, match=r"'ship' is not allowed: .*\. Legal are: skip, gold, ") as error:
        match.play("ship")
    assert error.value.nearest == ""


def test_the_nearest_move_has_the_closest_number():
    match = Match(find_game("kaivai"), seed=7)
    for wanted, nearest in (("bid 11", "bid 10"), ("bid", "bid 1"), ("bit 3", "bid 3"), ("bid 99999999999", "bid 10")):
        with pytest.raises(IllegalMove) as error:
            match.play(wanted)
        assert error.value.nearest == nearest, wanted


def test_a_notebook_shows_the_board_once(monkeypatch):
    """Rich also displays its output in a notebook, unless configured otherwise."""
    shown = []
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("rich.jupyter.display", lambda *parts: shown.append(parts))
    assert "display" in str(Match(find_game("maori"), seed=1))
    assert not shown
