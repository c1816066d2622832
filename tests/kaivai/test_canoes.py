"""K6 canoes: which perform, how far they sail, and where they end."""

import pytest

from seaboard.games.kaivai.canoes import Stop

from .plain import ALL, flood
from .table import BOTH_EDITIONS, PRINTED, apart, asked, canoes, hut, near, offered, refused, seat, shells, sit

WATER = ALL - set(PRINTED)
MOVEMENT = (0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0)  # by bid
INCREASE = (0, 1, 2, 2, 3, 3, 4, 4, 5)
PASSED = (seat(passed=True, influence=0), seat(passed=True, influence=0))


@pytest.mark.rule("K6.1")
@BOTH_EDITIONS
def test_each_canoe_performs_once_in_any_order(edition):
    fleet = ["a4", "a7", "m7"]
    for order in (fleet, fleet[::-1]):
        m = sit(seat(canoes=fleet, bid=1), edition=edition)
        m.play("move")
        for i, canoe in enumerate(order):
            assert offered(m, "canoe") == set(order[i:])
            m.play(f"canoe {canoe}")
            goal = sorted(offered(m, "to"))[0]
            m.play(f"to {goal}")
            if i < 2:
                assert refused(m, f"canoe {goal}") == "K6.1"  # it has performed
        assert (asked(m), m.mover) == ("action", 1)


@pytest.mark.rule("K6.1")
def test_at_least_one_canoe_performs_then_the_player_may_stop_at_any_time():
    m = sit(seat(canoes="a4 a7 m7"))
    m.play("move")
    assert "stop" not in m.moves()
    assert refused(m, "stop") == "K6.1"
    m.play("canoe a4")
    assert refused(m, Stop.action()) == "K6.1"  # the canoe must go somewhere
    m.play("to a5")
    assert "stop" in m.moves()
    m.play("stop")
    assert (canoes(m), m.mover) == ({"a5", "a7", "m7"}, 1)


@pytest.mark.rule("K6.1")
@pytest.mark.parametrize("canoe", ["m1", "g7", "f4"])
def test_a_player_cannot_choose_other_players_canoes(canoe):
    m = sit(seat(canoes="a4 a7"), seat(canoes="m1"))
    m.play("move")
    assert refused(m, f"canoe {canoe}") == "K6.1"


@pytest.mark.rule("K6.1")
def test_a_single_canoe_is_chosen_automatically():
    m = sit(seat(canoes="a4"), seat(canoes="m1"))
    m.play("move")
    assert (asked(m), m.to_dict()["canoe"]) == ("destination", "a4")


@pytest.mark.rule("K6.1")
def test_canoe_by_canoe_the_first_one_makes_room_for_the_next():
    """As in the books' example of fishing: canoe 1 moves on at the village, and canoe 2 takes its place."""
    assert near("f4") == {"e3", "e4", "f3", "f5", "g4", "g5"}
    m = sit(seat(canoes="f3 f1", fisherman="e4", bid=2), seat(meeting="e3 f5 g5"))
    m.play("fish")
    assert m.to_dict()["canoe"] == "f3"  # nothing is free for the one on f1
    assert offered(m, "to") == {"f3", "g4"}
    m.play("to g4, canoe f1")
    assert canoes(m) == {"g4", "f3"}


@pytest.mark.rule("K6.1")
def test_the_action_ends_automatically_when_no_other_canoe_can_perform():
    m = sit(seat(canoes="f3 a7", fisherman="e4", bid=1))
    m.play("fish, to f3")
    assert (asked(m), m.mover) == ("action", 1)
    m = sit(seat(canoes="f3 g4", shells=[5, 3]), seat(meeting="e4"))
    m.play("build, canoe f3, to f3, meeting")  # costs 5 + 2; the second would cost 8 more
    assert (m.mover, shells(m)) == (1, [1])


@pytest.mark.rule("K6.1")
def test_every_new_action_restores_the_full_range():
    m = sit(seat(canoes="a7", bid=2, influence=3), *PASSED)
    for goal in ("c9", "e10", "g11"):
        m.play(f"move, to {goal}")
        assert canoes(m) == {goal}
    assert apart("a7", "c9") == apart("c9", "e10") == 2


@pytest.mark.rule("K6.2")
@pytest.mark.parametrize("bid", range(1, 11))
@pytest.mark.parametrize("increase", [0, 1, 3])
def test_range_is_the_movement_of_the_bid_and_the_increase(bid, increase):
    steps = MOVEMENT[bid] + INCREASE[increase]
    m = sit(seat(canoes="g9", bid=bid, increase=increase), seat(bid=1 if bid == 5 else 5), seat(bid=2 if bid == 4 else 4))
    if steps == 0:
        assert refused(m, "move") == "K10.1"
        return
    m.play("move")
    assert offered(m, "to") == flood("g9", WATER, steps) - {"g9"}
    for name in WATER - flood("g9", WATER, steps):
        assert refused(m, f"to {name}") == "K6.2"
        break


@pytest.mark.rule("K6.2")
@pytest.mark.parametrize("increase", range(9))
def test_every_step_of_the_increase_movement_track(increase):
    m = sit(seat(canoes="a4", bid=1, increase=increase))
    m.play("move")
    assert offered(m, "to") == flood("a4", WATER, 1 + INCREASE[increase]) - {"a4"}


@pytest.mark.rule("K6.2")
def test_canoes_sail_around_land():
    wall = "f3 e3 g4 g5"  # with f4 a wall from e3 to g5
    m = sit(seat(canoes="f2", bid=3), seat(meeting=wall))
    m.play("move")
    land = {*PRINTED, *wall.split()}
    assert offered(m, "to") == flood("f2", ALL - land, 3) - {"f2"}
    assert apart("f2", "f5") == 3
    assert refused(m, "to f5") == "K6.2"


@pytest.mark.rule("K6.2")
def test_a_canoe_may_perform_without_moving():
    m = sit(seat(canoes="f3", fisherman="e4", meeting="e3", bid=10, shells=[5] * 3))
    for play in ("fish", "deliver", "build"):
        again = m.copy()
        again.play(play)
        assert "f3" in canoes(again)


@pytest.mark.rule("K6.3")
def test_canoes_pass_over_canoes_and_do_not_end_on_them():
    blocked = near("a4")
    m = sit(seat(canoes=["a4"], bid=2), seat(canoes=sorted(blocked), glory=9))
    assert len(blocked) == 4
    m.play("move")
    assert offered(m, "to") == flood("a4", WATER, 2) - blocked - {"a4"}
    m = sit(seat(canoes="a4 a5", fisherman="b3", bid=3), seat(canoes="a3"))
    m.play("fish, canoe a4")
    assert refused(m, "to a3") == "K6.3"
    m = sit(seat(canoes="a4 a5", bid=2))
    m.play("move, canoe a4")
    assert refused(m, "to a5") == "K6.3"  # the player's other canoe


@pytest.mark.rule("K6.3")
@pytest.mark.parametrize("name", ["f4", "f3", "e3"])
def test_canoes_never_end_on_land(name):
    m = sit(seat(canoes="f2", bid=3, canoe_builder="e3", fisherman="f3"))
    m.play("move")
    assert refused(m, f"to {name}") == "K6.3"
    m = sit(seat(canoes="f2 g9", bid=3, canoe_builder="e3", fisherman="f3"))
    m.play("fish")
    assert refused(m, f"to {name}") == "K6.3"


@pytest.mark.rule("K6.4")
@pytest.mark.parametrize(
    ("action", "goals", "far", "rule"),
    [
        ("fish", "g4 g5 e3", "f2", "K8.1"),
        ("deliver", "g5 g6", "g3", "K8.6"),
        ("build", "g4 g5 e3", "g3", "K6.4"),
    ],
)
def test_only_places_from_which_the_canoe_can_perform_may_be_chosen(action, goals, far, rule):
    m = sit(seat(canoes="f2", fisherman="e4 f3", bid=6, shells=[5, 5, 4, 4]), seat(meeting="f5"))
    m.play(action)
    assert far in flood("f2", WATER - {"f3", "e4", "f5"}, 4)
    assert far not in offered(m, "to")
    assert {name for name in offered(m, "to") if apart(name, "f4") < 3} == set(goals.split())
    assert refused(m, f"to {far}") == rule


@pytest.mark.rule("K6.4")
@pytest.mark.parametrize("action", ["fish", "build"])
def test_a_canoe_that_can_reach_no_such_place_is_not_offered(action):
    m = sit(seat(canoes="f3 g4 a7", fisherman="e4", bid=1, shells=[5, 5]))
    m.play(action)
    assert offered(m, "canoe") == {"f3", "g4"}
    assert refused(m, "canoe a7") == "K6.4"


@pytest.mark.rule("K6.4")
def test_the_books_example_of_a_canoe_next_to_a_cult_hex_with_no_place_to_build():
    """Every free hex next to the canoe on f6 touches two villages."""
    m = sit(seat(canoes="f6 i8", bid=10, shells=[5] * 4), seat(meeting="f7 g7"), cult="f5 e6")
    m.play("build")
    assert m.to_dict().get("canoe") == "i8"  # the only one that can
    m = sit(seat(canoes="f6", bid=10, shells=[5] * 4), seat(meeting="f7 g7"), cult="f5 e6")
    assert refused(m, "build") == "K5.3"
    m = sit(seat(canoes="f6", bid=10, shells=[5] * 4), seat(meeting="f7"), cult="f5 e6")
    m.play("build")
    assert offered(m, "hut") == {"g6", "g7"}  # without the hut on g7


@pytest.mark.rule("K6.5")
@BOTH_EDITIONS
def test_a_canoe_on_its_hut_starts_there_and_must_move_off(edition):
    m = sit(seat(canoe_builder="f3", bid=1), edition=edition)
    m.play("move")
    assert offered(m, "to") == near("f3") - {"f4"}
    m = sit(seat(canoe_builder="f3", bid=2), edition=edition)
    m.play("move")
    assert offered(m, "to") == flood("f3", WATER, 2) - {"f3"}
    m.play("to g4")
    assert canoes(m) == {"g4"}
    assert hut(m, "f3") == (0, "canoe-builder")


@pytest.mark.rule("K6.5")
@BOTH_EDITIONS
@pytest.mark.parametrize("action", ["build", "fish", "deliver", "move"])
def test_with_range_0_it_cannot_leave(edition, action):
    able: dict = {"canoe_builder": "f3", "fisherman": "e4", "meeting": "e3", "shells": [5] * 4, "fish": [4]}
    m = sit(seat(**able, bid=10), edition=edition)
    assert refused(m, action) == ("K10.1" if action == "move" else "K5.3")
    m = sit(seat(**able, bid=10, increase=1), edition=edition)
    m.play(action)
    assert "f3" not in (offered(m, "to") if asked(m) == "destination" else canoes(m))


@pytest.mark.rule("K6.5")
@BOTH_EDITIONS
def test_it_can_never_return_to_a_hut(edition):
    m = sit(seat(canoe_builder="f3", canoes="g3"), edition=edition)
    m.play("move")
    assert refused(m, "to f3") == "K6.3"
    m = sit(seat(canoe_builder="f3", canoes="f3"), edition=edition)
    m.play("move")
    assert refused(m, "to f3") == "K10.1"


@pytest.mark.rule("K6.5")
@BOTH_EDITIONS
def test_it_leaves_its_hut_only_into_open_water(edition):
    m = sit(seat(canoe_builder="b1", bid=1), seat(meeting="a2"), edition=edition)
    m.play("move")
    assert near("b1") == {"a1", "b2", "c1", "c2"}
    assert offered(m, "to") == {"c1", "c2"}  # a1 is a closed bay
    assert refused(m, "to a1") == "K6.2"
    m = sit(seat(canoe_builder="b1", canoes="a1 b1", bid=1), seat(meeting="a2"), edition=edition)
    m.play("move")
    assert m.to_dict()["canoe"] == "b1"  # the canoe on a1 cannot leave the bay


@pytest.mark.rule("K6.6")
@BOTH_EDITIONS
def test_a_canoe_built_in_this_action_cannot_be_used_in_it(edition):
    m = sit(seat(canoes="f3 g4", shells=[5] * 8), *PASSED, edition=edition)
    m.play("build, canoe f3, to f3, canoe-builder")
    assert canoes(m) == {"f3", "g4", "e3"}
    assert offered(m, "canoe") == {"g4"}
    assert refused(m, "canoe e3") == "K6.6"
    m.play("stop, move")
    assert offered(m, "canoe") == {"f3", "g4", "e3"}


@pytest.mark.rule("K6.6")
def test_a_new_canoe_on_the_hex_that_the_builder_has_left_cannot_be_used_either():
    m = sit(seat(canoes="f3 g9", shells=[5] * 8))
    m.play("build, canoe f3, to e3, hut f3, canoe-builder")
    assert canoes(m) == {"e3", "f3", "g9"}
    assert offered(m, "canoe") == {"g9"}
    assert refused(m, "canoe f3") == "K6.6"


@pytest.mark.rule("K6.7")
def test_after_performing_the_canoe_does_not_move_on():
    m = sit(seat(canoes="f2 g9", fisherman="e4", meeting="e3", fish=[4, 4], bid=3, shells=[5] * 4), seat(meeting="f5"))
    for play, action in (("to f3", "fish"), ("to f3, stop", "deliver"), ("to f3, hut g4, meeting", "build")):
        again = m.copy()
        again.play(action)
        if asked(again) == "canoe":
            again.play("canoe f2")
        again.play(play)
        assert "f3" in canoes(again)
        if asked(again) == "canoe":
            assert refused(again, "canoe f3") == "K6.1"
            assert refused(again, "to f2") == "K6.1"
        else:
            assert again.mover != 0
