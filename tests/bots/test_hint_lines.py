"""Hints: the move, a likely continuation, and moves that are about as good."""

import pytest

from seaboard.bots.search import ABOUT_EQUAL, MAX_LINE
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table.view.hint_text import SHOWN, hint_views


def match_after(name, moves=12, seed=5, **options):
    match = Match(find_game(name), seed=seed, **options)
    while match.version < moves or len(match.actions()) < 3:
        match.play(match.actions()[0])
    return match


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_lines_can_be_played_until_chance_decides(name):
    match = match_after(name)
    hints = match.hint("search:60,turns=1")
    assert any(hint.line for hint in hints)
    assert all(len(hint.line) <= MAX_LINE for hint in hints)
    for hint in hints[:2]:
        other = match.copy()
        other.play(hint.action)
        if other.s.counter == match.s.counter and hint.line:
            assert hint.line[0] in other.actions()


def test_near_equal_lines_have_similar_visits_and_values():
    match = match_after("maori")
    first, *others = match.hint("search:80,turns=2")
    assert not first.equal
    for hint in others:
        if hint.equal:
            assert hint.visits * ABOUT_EQUAL[1] >= first.visits


def test_moves_that_lead_to_the_same_result_are_about_equal():
    """In the first round of a solo game of Nusfjord, the order in which two plain spaces are taken hardly matters."""
    match = match_after("nusfjord", moves=0, players=1)
    assert any(hint.equal for hint in match.hint("search:150,turns=1"))


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_the_table_describes_the_best_three(name):
    match = match_after(name)
    hints = match.hint("search:60,turns=1")
    message = hint_views(match, match.mover, hints)
    assert [one["action"] for one in message] == [hint.action for hint in hints[:SHOWN]]
    assert all(one["text"] and one["wins"] in range(101) and len(one["points"]) == match.seats for one in message)
    steps = [step for one in message for step in one["line"]]
    assert steps
    assert all(step["text"] and step["name"] == match.names[step["seat"]] for step in steps)


def test_a_solo_game_has_no_win_chance():
    match = match_after("nusfjord", players=1)
    assert {one["wins"] for one in hint_views(match, 0, match.hint("search:20,turns=1"))} == {None}


def test_a_line_is_described_from_the_view_of_the_seat():
    """A redeal of hidden information gives the same texts."""
    match = match_after("kaivai")
    other = match.copy()
    other.s = match.view(match.mover).copy()
    match.game.redeal(other.s, match.box, match.view(match.mover).key + 77)
    assert hint_views(match, match.mover, match.hint("search:30,turns=1")) == hint_views(
        other, match.mover, other.hint("search:30,turns=1")
    )
