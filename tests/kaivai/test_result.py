"""K12.5 to K12.7: ties in a village, returned counters, and the winner."""

from typing import Any

import pytest

from .table import BOTH_EDITIONS, PRINTED, glory, influence, seat, sit
from .test_ending import all_glory, ending, score

ALL_SCORED: dict[str, Any] = {"decision": "over", "scored": PRINTED}
TIED = ("g5", "g4", "f3", "e3")


@pytest.mark.rule("K12.5")
@pytest.mark.parametrize(("edition", "share"), [("second", 1), ("first", 0)])
def test_green_and_yellow_are_tied_with_3_for_two_cult_hexes(edition, share):
    """The example of the second edition: one glory each; in the first nobody gets anything."""
    m = ending(seat(meeting="e3 e4", canoes="g5"), seat(meeting="f3", canoes="g4 g6"), seat(), cult="f5", edition=edition)
    score(m, "f4")
    assert all_glory(m) == [4 + share, 2 + share, 0]


@pytest.mark.rule("K12.5")
@pytest.mark.parametrize(("cult", "share"), [("", 1), ("f5", 1), ("f5 f6", 2), ("f5 f6 g7", 2), ("f5 f6 g7 g8", 3)])
@pytest.mark.parametrize("tied", [2, 3, 4])
def test_in_the_second_edition_each_of_the_tied_gets_half_rounded_up(cult, share, tied):
    m = ending(*[seat(canoes=where) for where in TIED[:tied]], *[seat() for _ in range(4 - tied)], cult=cult)
    score(m, "f4")
    assert all_glory(m) == [share] * tied + [0] * (4 - tied)


@pytest.mark.rule("K12.5")
@pytest.mark.parametrize("tied", [2, 3, 4])
def test_in_the_first_edition_a_tie_gives_nothing_also_not_to_the_next(tied):
    weaker = [seat(influence=1) for _ in range(4 - tied)]
    seats = [seat(canoes=f"{where} {other}") for where, other in zip(TIED[:tied], ("g6", "e5", "f7", "g7"), strict=False)]
    m = ending(*seats, *weaker, cult="f5 f6", edition="first")
    score(m, "f4", *[0] * tied, *[1] * (4 - tied))
    assert all_glory(m) == [0, 0, 0, 0]


@pytest.mark.rule("K12.6")
@BOTH_EDITIONS
def test_only_a_sole_winner_returns_the_played_counters(edition):
    m = ending(seat(influence=5), seat(influence=4), seat(influence=3), edition=edition)
    supply = int(m.s.supply)
    score(m, "f4", 3, 2, 1)
    assert [influence(m, p) for p in range(3)] == [2, 4, 3]
    assert m.s.supply == supply + 3
    score(m, "e7", 0, 1, 3)
    assert [influence(m, p) for p in range(3)] == [2, 4, 0]
    assert all_glory(m) == [1, 0, 1]


@pytest.mark.rule("K12.6")
@pytest.mark.parametrize(("edition", "left"), [("second", [2, 1, 3]), ("first", [5, 4, 3])])
def test_in_a_tie_all_tied_players_return_their_counters_or_no_one_does(edition, left):
    m = ending(seat(influence=5), seat(influence=4), seat(influence=3), edition=edition)
    supply = int(m.s.supply)
    score(m, "f4", 3, 3, 1)
    assert [influence(m, p) for p in range(3)] == left
    assert m.s.supply == supply + 12 - sum(left)


@pytest.mark.rule("K12.6")
@pytest.mark.parametrize(("edition", "left"), [("second", [0, 2]), ("first", [2, 2])])
def test_tied_players_return_as_many_counters_as_they_played(edition, left):
    other: dict[str, Any] = {"canoes": "g5 g4 f3 e3"} if edition == "second" else {"canoes": "g5 g4"}
    m = ending(seat(influence=2), seat(influence=2, **other), edition=edition)
    score(m, "f4", 2, 0)
    assert [influence(m, p) for p in range(2)] == left
    assert all_glory(m) == ([1, 1] if edition == "second" else [0, 0])


# pairs of players, the winner first; the loser has more of everything that the rule compares later
TIE_BREAKS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"glory": 10}, {"glory": 9, "meeting": "f3 f5", "canoes": "g9", "shells": [5] * 9, "fish": [5] * 9}),
    ({"glory": 10, "meeting": "e8 d7"}, {"glory": 10, "meeting": "f3", "canoes": "g9", "shells": [5] * 9, "fish": [5] * 9}),
    ({"glory": 10, "canoes": "g9 h9"}, {"glory": 10, "canoes": "g10", "shells": [5] * 9, "fish": [5] * 9}),
    ({"glory": 10, "shells": [4, 4], "fish": []}, {"glory": 10, "shells": [3, 2, 1, 1], "fish": [5] * 9}),
    ({"glory": 10, "shells": [4], "fish": [1, 1]}, {"glory": 10, "shells": [2, 2], "fish": [5]}),
]


@pytest.mark.rule("K12.7")
@BOTH_EDITIONS
@pytest.mark.parametrize(("winner", "loser"), TIE_BREAKS)
def test_most_glory_wins_then_huts_canoes_shell_value_and_fish(edition, winner, loser):
    last = seat(glory=1)
    assert ending(seat(**winner), seat(**loser), last, edition=edition, **ALL_SCORED).places() == [1, 2, 3]
    assert ending(last, seat(**loser), seat(**winner), edition=edition, **ALL_SCORED).places() == [3, 2, 1]


@pytest.mark.rule("K12.7")
@BOTH_EDITIONS
def test_an_unbroken_tie_shares_the_win(edition):
    same: dict[str, Any] = {"glory": 10, "shells": [4], "fish": [2], "canoes": "g9"}
    m = ending(seat(**same), seat(**{**same, "canoes": "h9", "fish": [5]}), seat(glory=12), edition=edition, **ALL_SCORED)
    assert m.places() == [2, 2, 1], "the spaces of the fish do not matter"
    assert m.scores() == [10, 10, 12]


@pytest.mark.rule("K12.7")
def test_influence_does_not_break_ties():
    assert ending(seat(glory=3, influence=9), seat(glory=3), **ALL_SCORED).places() == [1, 1]


@pytest.mark.rule("K12.7", "K12.1")
@BOTH_EDITIONS
def test_from_the_last_pass_to_the_winner(edition):
    """Loss of value, huts, a tie, a majority, and the result."""
    seats = seat(meeting="f3", canoes="g5", glory=3, influence=1, bid=9), seat(meeting="f5", glory=4, passed=True, influence=0)
    m = sit(*seats, players=2, round=8 if edition == "second" else 10, edition=edition, spaces={"fish": 1})
    m.play("pass")
    assert all_glory(m) == [5, 6]
    score(m, "f4", 0)
    assert all_glory(m) == [6, 6]
    assert influence(m) == 3
    score(m, "b2", 1)
    for village in ("e7", "i7", "k2"):
        score(m, village, 0)
    while not m.over:
        m.play("play 0")
    assert (glory(m), glory(m, 1)) == (7, 6)
    assert m.score_sheet() == [{"glory": 3, "huts": 2, "villages": 2}, {"glory": 4, "huts": 2, "villages": 0}]
    assert m.places() == [1, 2]


@pytest.mark.rule("K12.1", "K12.4", "K12.5")
@BOTH_EDITIONS
def test_the_score_sheet_estimates_huts_and_villages_as_if_nobody_plays_counters(edition):
    m = sit(seat(meeting="f3", canoes="g5", glory=3), seat(meeting="e8", glory=4), seat(canoes="d7"), edition=edition)
    tie = 1 if edition == "second" else 0
    assert m.score_sheet()[:2] == [{"glory": 3, "huts": 2, "villages": 1}, {"glory": 4, "huts": 2, "villages": tie}]
    assert m.scores()[2] == tie
