"""K11 loss of value: the end of a round."""

from typing import Any

import pytest

from seaboard.match import Match

from .table import BOTH_EDITIONS, asked, fish, fish_on, influence, refused, seat, shells, sit, spaces

EMPTY: dict[str, Any] = {"shells": [], "fish": []}


def last_to_pass(*seats: dict, **keys) -> Match:
    """A position in which the last player, the first seat, has just passed."""
    others = [{**player, "passed": True} for player in seats[1:]]
    m = sit(seats[0], *others, *[seat(passed=True, **EMPTY) for _ in range(3 - len(seats))], **keys)
    m.play("pass")
    return m


@pytest.mark.rule("K11.1")
@BOTH_EDITIONS
def test_red_has_13_in_shells_and_3_fish_and_then_9_and_3(edition):
    """The example of the second edition."""
    m = last_to_pass(seat(shells=[5, 5, 2, 1], fish=[5, 4, 2]), edition=edition)
    assert shells(m) == [4, 4, 1]
    assert sum(shells(m)) == 9
    assert fish(m) == [4, 3, 1]


@pytest.mark.rule("K11.1")
@BOTH_EDITIONS
def test_every_counter_of_every_player_goes_down_one_space(edition):
    each = seat(shells=[5, 4, 3, 2, 1, 1], fish=[5, 5, 4, 3, 2, 1])
    m = last_to_pass(each, each, each, edition=edition)
    for p in range(3):
        assert shells(m, p) == [4, 3, 2, 1]
        assert fish(m, p) == [4, 4, 3, 2, 1]


@pytest.mark.rule("K11.1")
@BOTH_EDITIONS
def test_those_on_1_return_to_the_stock(edition):
    m = last_to_pass(seat(shells=[1, 1, 2], fish=[1, 5]), seat(shells=[1], fish=[1, 1]), edition=edition)
    assert (shells(m), fish(m), shells(m, 1), fish(m, 1)) == ([1], [4], [], [])
    assert m.s.stock == (52 if edition == "second" else 50) - 2


@pytest.mark.rule("K11.1")
@BOTH_EDITIONS
def test_fish_on_huts_stay(edition):
    m = last_to_pass(seat(meeting="f5:3", **EMPTY), seat(meeting="f3:1"), edition=edition)
    assert (fish_on(m, "f5"), fish_on(m, "f3")) == (3, 1)


@pytest.mark.rule("K11.1")
def test_nothing_loses_value_before_all_have_passed():
    m = sit(seat(shells=[5], fish=[1]), seat(passed=True, shells=[1]), seat(shells=[1]))
    m.play("pass")
    assert (shells(m), fish(m), shells(m, 1), shells(m, 2)) == ([5], [1], [1], [1])
    assert m.mover == 2


@pytest.mark.rule("K11.2")
@BOTH_EDITIONS
def test_bids_are_cleared_and_the_next_round_begins(edition):
    m = last_to_pass(seat(glory=3), seat(glory=1), seat(glory=2), edition=edition, round=4)
    assert m.s.round_number == 5
    assert asked(m) == "bid"
    assert [int(p.bid) for p in m.s.players] == [0, 0, 0, 0]
    assert m.mover == 1
    assert len(m.moves()) == 10, "every bid is free again"


@pytest.mark.rule("K11.2", "K5.6")
def test_the_new_round_begins_with_nothing_acted_or_passed_and_empty_spaces():
    m = last_to_pass(seat(acted=True, influence=0), seat(acted=True, influence=1), spaces={"fish": 4, "move": 1})
    assert not any(p.passed or p.acted for p in m.s.players)
    assert spaces(m) == {}
    assert m.s.supply == 24 - 1 - 3
    assert influence(m) == 0, "no sacrifice"


@pytest.mark.rule("K11.2", "K3.1")
def test_the_first_bidder_is_determined_after_the_loss_of_value():
    m = last_to_pass(seat(shells=[1, 1, 1, 1, 1], fish=[]), seat(shells=[3], fish=[]), seat(shells=[4], fish=[]))
    assert m.mover == 0, "5 in shells before, 0 after"


@pytest.mark.rule("K11.2")
def test_huts_canoes_the_god_and_the_increase_stay():
    m = last_to_pass(seat(meeting="f5", canoes="g5", increase=2, glory=4), cult="f6", god="f6")
    table = m.to_dict()
    assert (table["god"], table["player"][0]["meeting"], table["player"][0]["canoes"]) == ("f6", ["f5"], ["g5"])
    assert (table["player"][0]["increase"], table["player"][0]["glory"]) == (2, 4)
    assert refused(m, "pass") == "K3.2", "bidding comes next"
