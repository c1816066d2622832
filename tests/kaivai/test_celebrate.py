"""K10.2 celebrate, K10.3 increase movement."""

from typing import Any

import pytest

from .table import BOTH_EDITIONS, PRINTED, asked, canoes, fish_on, glory, near, offered, refused, seat, sit

POOR: dict[str, Any] = {"shells": [], "fish": []}


@pytest.mark.rule("K10.2")
@BOTH_EDITIONS
def test_yellow_celebrates_for_4_and_the_others_get_2_each(edition):
    """The example of the second edition: six fish, two on the huts of each."""
    seats = seat(meeting="f3:2"), seat(meeting="f5:1", canoe_builder="g5:1", canoes="m7"), seat(meeting="e4:2 e8:1")
    m = sit(*seats, edition=edition)
    stock = int(m.s.stock)
    m.play("celebrate, village f4")
    assert [glory(m, p) for p in range(3)] == [4, 2, 2]
    assert [fish_on(m, hut) for hut in ("f3", "f5", "g5", "e4")] == [0, 0, 0, 0]
    assert fish_on(m, "e8") == 1, "fish of other villages stay"
    assert m.s.stock == stock + 6
    assert m.mover == 1


@pytest.mark.rule("K10.2")
@BOTH_EDITIONS
def test_red_celebrates_three_fish_for_3_and_green_gets_1(edition):
    """The example of the first edition."""
    m = sit(seat(meeting="f3:2"), seat(meeting="f5:1"), edition=edition)
    m.play("celebrate")
    assert [glory(m, p) for p in range(3)] == [3, 1, 0]


BONUS = [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (11, 3), (12, 4), (15, 5)]
HUTS = ["f3", "f5", "g5", "e4", "e3"]


@pytest.mark.rule("K10.2")
@pytest.mark.parametrize(("number", "bonus"), BONUS)
def test_the_chooser_gets_one_more_for_each_full_three_fish(number, bonus):
    full, rest = divmod(number, 3)
    huts = [f"{hut}:3" for hut in HUTS[:full]] + ([f"{HUTS[full]}:{rest}"] if rest else [])
    m = sit(seat(glory=1), seat(meeting=huts, glory=2))
    m.play("celebrate")
    assert [glory(m, p) for p in range(3)] == [1 + bonus, 2 + number, 0]


@pytest.mark.rule("K10.2")
def test_the_three_are_counted_over_the_whole_village():
    m = sit(seat(meeting="f3:2"), seat(meeting="f5:2"), seat(meeting="e4:2"))
    m.play("celebrate")
    assert [glory(m, p) for p in range(3)] == [4, 2, 2]


@pytest.mark.rule("K10.2")
@BOTH_EDITIONS
def test_one_village_is_chosen_and_it_must_have_a_fish(edition):
    m = sit(seat(meeting="f3:1"), seat(meeting="e8:1 h7"), edition=edition)
    m.play("celebrate")
    assert asked(m) == "feast"
    assert offered(m, "village") == {"f4", "e7"}
    assert refused(m, "village i7") == "K10.2"
    assert refused(m, "village b2") == "K10.2"
    m.play("village e7")
    assert (glory(m), glory(m, 1)) == (0, 1)


@pytest.mark.rule("K10.2")
@BOTH_EDITIONS
def test_without_fish_on_any_hut_celebrate_cannot_be_chosen(edition):
    m = sit(seat(meeting="f3", fish=[4, 4]), edition=edition)
    assert refused(m, "celebrate") == "K10.2"


@pytest.mark.rule("K10.2")
def test_no_canoe_is_needed_nor_moves():
    m = sit(seat(), seat(meeting="f3:1", canoes="g5"))
    m.play("celebrate")
    assert canoes(m, 1) == {"g5"}
    assert m.mover == 1


@pytest.mark.rule("K10.2", "K8.7")
def test_after_the_feast_the_huts_accept_fish_again():
    m = sit(seat(canoes="g5", fish=[4] * 4, shells=[], bid=10), seat(meeting="f5:3", **POOR), seat(**POOR))
    assert refused(m, "deliver") == "K5.3"
    m.play("celebrate")
    m.play("pass, pass, deliver, fish to f5, fish to f5")  # the first one without a question
    assert fish_on(m, "f5") == 3
    assert refused(m, "deliver") == "K5.3", "full again"


@pytest.mark.rule("K10.2")
def test_fish_on_players_tracks_stay():
    m = sit(seat(fish=[4, 3], meeting="f3:1"), seat(fish=[5]))
    m.play("celebrate")
    assert [int(p.fish.sum()) for p in m.s.players[:2]] == [2, 1]


def within(start: str, steps: int) -> set[str]:
    """The hexes within a number of steps over water, with no canoe in the way."""
    found = {start}
    for _ in range(steps):
        found |= {other for name in found for other in near(name)} - set(PRINTED)
    return found - {start}


STEPS = [0, 1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("K10.3", "K1.7")
@pytest.mark.parametrize("step", range(8))
@BOTH_EDITIONS
def test_each_increase_is_one_step_even_if_the_value_stays_the_same(step, edition):
    m = sit(seat(canoes="g9", bid=10, increase=step), edition=edition)
    m.play("increase")
    assert m.s.players[0].increase == step + 1
    assert [int(p.increase) for p in m.s.players[1:]] == [0, 0, 0]
    assert m.mover == 1


@pytest.mark.rule("K10.3")
@BOTH_EDITIONS
def test_at_the_last_step_it_cannot_be_chosen(edition):
    m = sit(seat(increase=8, bid=5), edition=edition)
    assert refused(m, "increase") == "K10.3"


@pytest.mark.rule("K10.3", "K1.7")
@pytest.mark.parametrize(("step", "more"), [*enumerate(STEPS)])
def test_the_increase_is_added_to_the_range(step, more):
    m = sit(seat(canoes="g9", bid=9, increase=step))  # range 1
    m.play("move")
    assert offered(m, "to") == within("g9", 1 + more)


@pytest.mark.rule("K10.3")
@BOTH_EDITIONS
def test_the_new_range_applies_immediately_and_permanently(edition):
    """The example of the second edition: a bid for 2 steps and +1 are 3."""
    m = sit(seat(canoes="g9", bid=8), seat(bid=4), seat(bid=3), edition=edition)
    m.play("increase, pass, pass, move")
    assert offered(m, "to") == within("g9", 3)
    m.play("to g12, pass")
    assert m.s.round_number == 3
    assert m.s.players[0].increase == 1
