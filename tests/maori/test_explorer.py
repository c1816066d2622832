"""M3.1 to M3.3: the explorer ship."""

import pytest

from .table import asked, explorer, refused, seat, shells, sit

CLOCKWISE = [
    "top 1",
    "top 2",
    "top 3",
    "top 4",
    "right 1",
    "right 2",
    "right 3",
    "right 4",
    "bottom 4",
    "bottom 3",
    "bottom 2",
    "bottom 1",
    "left 4",
    "left 3",
    "left 2",
    "left 1",
]
FACED = {
    **{f"top {i}": [f"{c}{row}" for row in "1234"] for i, c in enumerate("abcd", 1)},
    **{f"bottom {i}": [f"{c}{row}" for row in "4321"] for i, c in enumerate("abcd", 1)},
    **{f"left {i}": [f"{c}{i}" for c in "abcd"] for i in range(1, 5)},
    **{f"right {i}": [f"{c}{i}" for c in "dcba"] for i in range(1, 5)},
}


def steps(**player):
    return sit(seat(**player), decision="steps")


@pytest.mark.rule("M3.1")
def test_the_ship_must_move_before_anything_else():
    m = steps(stored="~", tiles={"a1": "~"})
    assert m.moves() == [f"ship {n}" for n in range(1, 8)]
    for other in ("take 1", "nothing", "lay stored", "remove a1", "to a2", "stay", "set top 1"):
        assert refused(m, other) == "M3.1"


@pytest.mark.rule("M3.1")
@pytest.mark.parametrize(("tiles", "free"), [({}, 2), ({"c3": "~b"}, 3), ({"a1": "~b", "b1": "o1pb", "c1": ">1p"}, 4)])
def test_as_many_steps_as_the_players_own_boats_are_free(tiles, free):
    m = sit(seat(tiles=tiles), seat(tiles={"a1": "~b", "a2": "~b", "a3": "~b"}), decision="steps")
    m.play(f"ship {free}")
    assert shells(m) == 5
    m.undo()
    m.play(f"ship {free + 1}")
    assert shells(m) == 4


@pytest.mark.rule("M3.1")
def test_a_stored_boat_is_not_on_the_board():
    m = steps(shells=0, stored="~b")
    assert m.moves() == ["ship 1", "ship 2"]


@pytest.mark.rule("M3.1")
def test_the_ship_moves_automatically_when_only_one_step_is_possible():
    m = sit(seat(), seat(shells=0, tiles={"c2": "~"}), board="atoll")  # a boat next to the board; the other one is covered
    m.play("nothing")
    assert (explorer(m), asked(m), m.mover) == ("top 2", "action", 1)
    two = sit(seat(), seat(shells=1, tiles={"c2": "~"}), board="atoll")
    two.play("nothing")
    assert (asked(two), two.moves()) == ("steps", ["ship 1", "ship 2"])


@pytest.mark.rule("M3.2")
@pytest.mark.parametrize("paid", range(6))
def test_each_step_beyond_the_boats_costs_a_shell(paid):
    m = steps(shells=5)
    m.play(f"ship {2 + paid}")
    assert shells(m) == 5 - paid


@pytest.mark.rule("M3.2")
def test_unaffordable_steps_are_refused():
    m = steps(shells=3)
    assert m.moves()[-1] == "ship 5"
    assert refused(m, "ship 6") == "M3.2"


@pytest.mark.rule("M3.2")
@pytest.mark.parametrize(("held", "most"), [(13, 15), (14, 16), (15, 16), (25, 16)])
def test_at_most_16_steps(held, most):
    m = sit(seat(shells=held), seat(), decision="steps")
    assert m.moves() == [f"ship {n}" for n in range(1, most + 1)]


@pytest.mark.rule("M3.2")
def test_16_steps_lead_once_around_the_display():
    m = sit(seat(shells=14), seat(), decision="steps", at="right 3")
    m.play("ship 16")
    assert (explorer(m), shells(m)) == ("right 3", 0)


@pytest.mark.rule("M3.3")
def test_the_16_positions_clockwise_and_a_corner_is_one_step():
    m = sit(seat(), seat(), decision="steps", at="top 1")
    for place in [*CLOCKWISE[1:], "top 1"]:
        m.play("ship 1, nothing")
        assert explorer(m) == place
    m.play("ship 2")
    assert explorer(m) == "top 3"


@pytest.mark.rule("M3.3")
@pytest.mark.parametrize("place", CLOCKWISE)
def test_each_position_faces_its_row_or_column_nearest_tile_first(place):
    m = sit(seat(shells=3), at=place)
    for n, faced in enumerate(FACED[place], 1):
        m.play(f"take {n}")
        assert m.to_dict()["taken"] == faced
        m.undo()
