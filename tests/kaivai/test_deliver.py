"""K8.6 to K8.9 deliver: which huts accept fish, how many, what they pay, and a short stock of shells."""

from typing import Any

import pytest

from seaboard.match import Match

from .table import BOTH_EDITIONS, asked, canoes, fish, fish_on, offered, refused, seat, shells, sit

POOR: dict[str, Any] = {"shells": [], "fish": []}
FOUR_FISH = [4, 4, 3, 1]


def carrier(where: str = "g5", fish: list[int] = FOUR_FISH, **keys) -> dict:
    """A canoe that cannot move."""
    return seat(shells=[], fish=fish, canoes=where, bid=10, **keys)


@pytest.mark.rule("K8.6", "K8.8")
@BOTH_EDITIONS
def test_red_sells_four_fish_for_18(edition):
    """The example of the second edition: a first fish, a first and a second, a second one."""
    blue, green, yellow = seat(canoe_builder="f5", canoes="b5"), seat(meeting="g4"), seat(canoe_builder="h4:1", canoes="m7")
    yellow["fisherman"] = ["h5"]
    m = sit(carrier(), blue, green, yellow, edition=edition)
    m.play("deliver")
    assert offered(m, "fish to") == {"f5", "g4", "h4"}
    assert refused(m, "fish to h5") == "K8.6"
    stock = int(m.s.stock)
    m.play("fish to f5, fish to g4, fish to g4, fish to h4")
    assert shells(m) == [5, 5, 4, 4]
    assert sum(shells(m)) == 18
    assert m.s.stock == stock - 4
    assert (fish_on(m, "f5"), fish_on(m, "g4"), fish_on(m, "h4")) == (1, 2, 2)
    assert fish(m) == []
    assert m.mover == 1, "no fish are left"


@pytest.mark.rule("K8.8")
@pytest.mark.parametrize("lay", [0, 1, 2])
@pytest.mark.parametrize("kind", ["meeting", "canoe_builder"])
@BOTH_EDITIONS
def test_the_first_fish_on_a_hut_brings_5_the_second_4_the_third_3(lay, kind, edition):
    mine: dict[str, Any] = {kind: f"f5:{lay}" if lay else "f5", "canoes": "b5"}
    m = sit(carrier(), seat(**mine), seat(meeting="g4"), edition=edition)
    m.play("deliver, fish to f5, stop")
    assert shells(m) == [5 - lay]
    assert fish_on(m, "f5") == lay + 1


@pytest.mark.rule("K8.8")
@BOTH_EDITIONS
def test_on_a_hut_with_one_fish_two_more_bring_4_and_3(edition):
    m = sit(carrier(), seat(meeting="f5:1"), edition=edition)
    m.play("deliver, fish to f5")  # the first goes there without a question: there is no other hut
    assert shells(m) == [4, 3]
    assert asked(m) == "action", "the hut is full"
    assert fish(m) == [4, 4]


@pytest.mark.rule("K8.8")
@BOTH_EDITIONS
def test_the_players_own_huts_pay_nothing(edition):
    m = sit(carrier(meeting="f5"), seat(meeting="g4"), edition=edition)
    m.play("deliver, fish to f5, fish to f5, fish to g4, stop")
    assert shells(m) == [5]
    assert (fish_on(m, "f5"), fish_on(m, "g4")) == (2, 1)


@pytest.mark.rule("K8.8")
@pytest.mark.parametrize("space", [1, 2, 3, 4, 5])
def test_the_space_of_a_fish_does_not_matter(space):
    m = sit(carrier(fish=[space]), seat(meeting="f5"))
    m.play("deliver")
    assert shells(m) == [5]


@pytest.mark.rule("K8.8")
def test_only_the_seller_gets_shells_and_no_player_pays():
    m = sit(carrier(), seat(meeting="f5", **POOR), seat(**POOR))
    m.play("deliver, stop")
    assert (shells(m, 1), fish(m, 1), shells(m, 2)) == ([], [], [])


@pytest.mark.rule("K8.6")
@BOTH_EDITIONS
def test_fishermans_huts_cult_hexes_and_far_huts_do_not_accept_fish(edition):
    m = sit(carrier(), seat(fisherman="f5", meeting="g4 e4 h4"), edition=edition)
    m.play("deliver")
    assert offered(m, "fish to") == {"g4", "h4"}
    assert refused(m, "fish to f5") == "K8.6"
    assert refused(m, "fish to f4") == "K8.6"
    assert refused(m, "fish to g6") == "K8.6", "water"
    assert refused(m, "fish to e4") == "K8.6", "not next to the canoe"


@pytest.mark.rule("K8.6")
@BOTH_EDITIONS
def test_without_fish_or_a_hut_in_reach_that_accepts_fish_deliver_cannot_be_chosen(edition):
    assert refused(sit(carrier(), seat(fisherman="f5"), edition=edition), "deliver") == "K5.3"
    assert refused(sit(carrier(), seat(meeting="e4"), edition=edition), "deliver") == "K5.3"
    assert refused(sit(carrier(fish=[]), seat(meeting="f5"), edition=edition), "deliver") == "K5.3"
    assert refused(sit(carrier(), seat(meeting="f5:3"), edition=edition), "deliver") == "K5.3"


@pytest.mark.rule("K8.6")
@BOTH_EDITIONS
def test_a_canoe_can_only_sail_next_to_huts_that_accept_fish(edition):
    m = sit(seat(canoes="h3 a1", bid=7, fish=[4, 4]), seat(meeting="f5 e4:3", fisherman="g4"), edition=edition)
    m.play("deliver")
    assert offered(m, "to") == {"g5", "g6"}
    assert refused(m, "to h4") == "K8.6"
    assert refused(m, "to g3") == "K8.6"


@pytest.mark.rule("K8.6")
@BOTH_EDITIONS
def test_one_canoe_delivers_to_huts_of_several_villages(edition):
    m = sit(carrier("f6"), seat(meeting="f5"), seat(meeting="e6"), edition=edition)
    m.play("deliver")
    assert offered(m, "fish to") == {"f5", "e6"}
    m.play("fish to f5, fish to e6, stop")
    assert shells(m) == [5, 5]


@pytest.mark.rule("K8.6")
@pytest.mark.parametrize("owner", [0, 1])
def test_in_the_second_edition_a_hut_with_a_canoe_does_not_accept_fish(owner):
    with_canoe = {"canoe_builder": "f5", **({"canoes": "g5 f5"} if owner == 0 else {})}
    seats = [carrier(), seat(meeting="g4 h4")]
    seats[owner].update({key: value.split() for key, value in with_canoe.items()})
    m = sit(*seats)
    m.play("deliver")
    assert offered(m, "fish to") == {"g4", "h4"}
    assert refused(m, "fish to f5") == "K8.6"


@pytest.mark.rule("K8.6")
def test_in_the_first_edition_a_hut_with_a_canoe_accepts_fish():
    m = sit(carrier(), seat(canoe_builder="f5", meeting="g4"), edition="first")
    m.play("deliver, fish to f5, stop")
    assert shells(m) == [5]
    assert canoes(m, 1) == {"f5"}


@pytest.mark.rule("K8.6")
@BOTH_EDITIONS
def test_a_canoe_delivers_to_the_hut_that_it_has_just_left(edition):
    m = sit(seat(canoe_builder="f5", fish=[4, 4], shells=[], bid=1), edition=edition)
    m.play("deliver, to f6, stop")
    assert fish_on(m, "f5") == 1
    assert shells(m) == []
    assert canoes(m) == {"f6"}


@pytest.mark.rule("K8.6")
def test_a_canoe_on_its_hut_that_cannot_leave_it_cannot_deliver():
    assert refused(sit(seat(canoe_builder="f5", bid=10)), "deliver") == "K5.3"


@pytest.mark.rule("K8.7")
@BOTH_EDITIONS
def test_a_hut_holds_at_most_three_fish(edition):
    m = sit(carrier(fish=[4] * 6), seat(meeting="f5 g4"), edition=edition)
    m.play("deliver, fish to f5, fish to f5, fish to f5")
    assert refused(m, "fish to f5") == "K8.7"
    m.play("fish to g4, stop")
    assert (fish_on(m, "f5"), fish_on(m, "g4")) == (3, 1)
    assert shells(m) == [5, 5, 4, 3]


@pytest.mark.rule("K8.7")
@BOTH_EDITIONS
def test_at_least_one_fish_is_delivered_then_any_number(edition):
    m = sit(carrier(), seat(meeting="f5 g4"), edition=edition)
    m.play("deliver")
    assert refused(m, "stop") == "K8.7"
    m.play("fish to f5")
    assert "stop" in m.moves()
    m.play("stop")
    assert fish(m) == [4, 4, 3]
    assert m.mover == 1


@pytest.mark.rule("K8.7", "K6.1")
def test_the_next_canoe_can_deliver_the_remaining_fish():
    m = sit(carrier("g5 e5", fish=[4, 4]), seat(meeting="f5 f6"), seat(**POOR))
    m.play("deliver, canoe g5")
    assert asked(m) == "delivery"
    assert shells(m) == [], "the shells come when the canoe is done"
    m.play("stop")
    assert shells(m) == [5]
    assert asked(m) == "canoe"
    m.play("canoe e5, fish to f5")
    assert shells(m) == [5, 4]
    assert fish(m) == []
    assert m.mover == 1


@pytest.mark.rule("K8.9")
@BOTH_EDITIONS
def test_the_oldest_fish_are_delivered_first(edition):
    m = sit(carrier(fish=[5, 4, 2, 1, 1]), seat(meeting="f5 g4 h4"), edition=edition)
    m.play("deliver")
    for left in ([5, 4, 2, 1], [5, 4, 2], [5, 4], [5]):
        m.play("fish to f5" if len(left) > 2 else "fish to g4")
        assert fish(m) == left


def short_of(left: int, lay: str = "f5:1 g4", selling: int = 5) -> Match:
    """A sale with a number of counters in the stock."""
    on_huts = sum(int(part[-1]) for part in lay.split() if ":" in part)
    hoard = 52 - left - selling - on_huts
    return sit(carrier(fish=[4] * selling), seat(meeting=lay, shells=[5] * hoard, fish=[]), seat(**POOR))


@pytest.mark.rule("K1.4", "K8.8")
@pytest.mark.parametrize(("left", "paid"), [(5, [5, 4, 4, 3, 3]), (4, [5, 4, 4, 3]), (2, [5, 4]), (1, [5]), (0, [])])
def test_a_short_stock_pays_the_highest_prices_first(left, paid):
    m = short_of(left)
    assert m.s.stock == left
    m.play("deliver, fish to f5, fish to f5, fish to g4, fish to g4, fish to g4")
    assert shells(m) == paid
    assert m.s.stock == left - len(paid)
    assert (fish_on(m, "f5"), fish_on(m, "g4")) == (3, 3)
    assert fish(m) == []


@pytest.mark.rule("K1.4")
def test_unpaid_sales_are_not_paid_later():
    m = short_of(1)
    m.play("deliver, fish to g4, fish to g4, fish to g4, stop, celebrate, pass")
    assert shells(m) == [5]
