"""K10.1 move, K10.4 sink."""

from typing import Any

import pytest

from seaboard.match import Match

from .table import BOTH_EDITIONS, asked, canoes, glory, offered, refused, seat, sit

SINKING = {"second": {2: 6, 3: 4, 4: 2}, "first": {2: 4, 3: 3, 4: 2}}
EVERY_COST = pytest.mark.parametrize(
    ("edition", "fleet", "cost"), [(edition, *row) for edition, table in SINKING.items() for row in table.items()]
)
SEA = ("h4", "a3", "a4", "m6")  # where the victim's canoes are; the hunter's is on g5, next to the first
ALONE: dict[str, Any] = {"bid": 9}  # range 1


def fleet_of(size: int) -> str:
    return " ".join(SEA[:size])


def chase(glory: int, fleet: int, **keys) -> Match:
    """A hunter with some glory, next to one of several canoes of another player."""
    return sit(seat(canoes="g5", glory=glory, **ALONE), seat(canoes=fleet_of(fleet), glory=1), **keys)


@pytest.mark.rule("K10.1")
@BOTH_EDITIONS
def test_a_canoe_moves_up_to_its_range_and_does_nothing_else(edition):
    m = sit(seat(canoes="j9", bid=8), edition=edition)
    m.play("move")
    around = {"h9", "h10", "h11", "i8", "i9", "i10", "i11", "j7", "j8", "j10", "k7", "k8", "k9", "l7", "l8"}
    assert offered(m, "to") == around
    assert refused(m, "to i7") == "K6.3", "land"
    assert refused(m, "to g11") == "K6.2"
    m.play("to l7")
    assert canoes(m) == {"l7"}
    assert asked(m) == "action"
    assert m.mover == 1


@pytest.mark.rule("K10.1")
@BOTH_EDITIONS
def test_a_canoe_that_moves_must_end_on_another_hex(edition):
    m = sit(seat(canoes="j9", bid=8), edition=edition)
    m.play("move")
    assert refused(m, "to j9") == "K10.1"


@pytest.mark.rule("K10.1")
@BOTH_EDITIONS
def test_where_no_canoe_can_move_the_action_cannot_be_chosen(edition):
    assert refused(sit(seat(canoes="j9", bid=10), edition=edition), "move") == "K10.1"
    assert refused(sit(seat(bid=9), edition=edition), "move") == "K10.1", "no canoe"
    assert refused(sit(seat(canoe_builder="f5", bid=10), edition=edition), "move") == "K10.1"


@pytest.mark.rule("K10.1")
def test_a_canoe_surrounded_by_canoes_that_it_cannot_sink_cannot_move():
    others = seat(canoes="a2 b1")
    m = sit(seat(canoes="a1", glory=5, **ALONE), others)
    assert refused(m, "move") == "K10.1", "each of two canoes costs 6"
    m = sit(seat(canoes="a1", glory=6, **ALONE), others)
    m.play("move, to b1")
    assert canoes(m, 1) == {"a2"}


@pytest.mark.rule("K10.1", "K6.1")
def test_each_canoe_moves_once_and_the_player_may_stop():
    m = sit(seat(canoes="j9 h9 b6", **ALONE))
    m.play("move")
    assert offered(m, "canoe") == {"j9", "h9", "b6"}
    assert refused(m, "stop") == "K6.1"
    m.play("canoe h9, to h10")
    assert refused(m, "canoe h10") == "K6.1", "it has moved already"
    m.play("canoe j9, to j8, stop")
    assert canoes(m) == {"j8", "h10", "b6"}
    assert m.mover == 1


@pytest.mark.rule("K10.1", "K6.3")
def test_a_canoe_cannot_end_on_a_canoe_of_the_same_player():
    m = sit(seat(canoes="j9 j8", glory=9, **ALONE))
    m.play("move, canoe j9")
    assert refused(m, "to j8") == "K6.3"


@pytest.mark.rule("K10.4")
@EVERY_COST
def test_sinking_costs_glory_by_the_canoes_that_the_victim_had(edition, fleet, cost):
    m = chase(9, fleet, edition=edition)
    m.play("move, to h4")
    assert canoes(m) == {"h4"}
    assert canoes(m, 1) == set(SEA[1:fleet])
    assert (glory(m), glory(m, 1)) == (9 - cost, 1)


@pytest.mark.rule("K10.4", "K2.5")
@EVERY_COST
def test_a_player_who_has_too_little_glory_cannot_sink(edition, fleet, cost):
    m = chase(cost - 1, fleet, edition=edition)
    m.play("move")
    assert refused(m, "to h4") == "K10.4"
    assert "h4" not in offered(m, "to")
    m = chase(cost, fleet, edition=edition)
    m.play("move, to h4")
    assert glory(m) == 0


@pytest.mark.rule("K10.4")
@BOTH_EDITIONS
def test_a_last_canoe_cannot_be_sunk(edition):
    m = chase(39, 1, edition=edition)
    m.play("move")
    assert refused(m, "to h4") == "K10.4"


@pytest.mark.rule("K10.4")
@EVERY_COST
def test_canoes_on_huts_count_but_are_not_sunk(edition, fleet, cost):
    on_hut = seat(canoe_builder="g4", canoes=f"g4 {fleet_of(fleet - 1)}")
    m = sit(seat(canoes="g5", glory=9, **ALONE), on_hut, edition=edition)
    m.play("move")
    assert refused(m, "to g4") == "K6.3"
    m.play("to h4")
    assert glory(m) == 9 - cost
    assert canoes(m, 1) == {"g4", *SEA[1 : fleet - 1]}


@pytest.mark.rule("K10.4")
@pytest.mark.parametrize(("edition", "costs"), [("second", (2, 4, 6)), ("first", (2, 3, 4))])
def test_several_canoes_may_be_sunk_in_one_action_each_at_the_current_count(edition, costs):
    m = sit(seat(canoes="g8 g10 j10 a4", glory=20, **ALONE), seat(canoes="g9 h10 k9 a5"), edition=edition)
    m.play("move, canoe g8, to g9")
    assert glory(m) == 20 - costs[0]
    m.play("canoe g10, to h10")
    assert glory(m) == 20 - costs[0] - costs[1]
    m.play("canoe j10, to k9")
    assert glory(m) == 20 - sum(costs)
    m.play("canoe a4")
    assert refused(m, "to a5") == "K10.4", "the last one"


@pytest.mark.rule("K10.4")
def test_sinking_costs_by_the_canoes_of_each_victim():
    m = sit(seat(canoes="g8 j10", glory=20, **ALONE), seat(canoes="g9 a5 a6"), seat(canoes="k9 m7"))
    m.play("move, canoe g8, to g9, canoe j10, to k9")
    assert glory(m) == 20 - 4 - 6


@pytest.mark.rule("K10.4")
@BOTH_EDITIONS
def test_only_the_move_action_sinks(edition):
    busy = seat(canoes="g4", glory=39, fisherman="f3", fish=[4, 4], shells=[5] * 5, **ALONE)
    victim = seat(canoes="g5 a3 a4 m6", meeting="f5 h5 h4")
    for action in ("build", "fish", "deliver"):
        m = sit(busy, victim, edition=edition, cult="g6")
        m.play(action)
        if asked(m) == "destination":
            assert refused(m, "to g5") == "K6.3"
        assert "g5" in canoes(m, 1)
    m = sit(busy, victim, edition=edition, cult="g6")
    m.play("move, to g5")
    assert "g5" not in canoes(m, 1)


@pytest.mark.rule("K10.4", "K6.2")
def test_a_canoe_out_of_range_cannot_be_sunk():
    m = sit(seat(canoes="g5", glory=39, **ALONE), seat(canoes="h5 g8 a4"))
    m.play("move")
    assert refused(m, "to g8") == "K6.2"
    assert "h5" in offered(m, "to")


@pytest.mark.rule("K10.4", "K1.2")
def test_a_sunk_canoe_is_back_in_the_supply_and_can_be_built_again():
    victim = seat(canoes="h4 f6 a4 m6", shells=[5] * 5, bid=1)
    m = sit(seat(canoes="g5", glory=2, **ALONE), seat(bid=4), victim, cult="f5")
    m.play("move, to h4, pass, build, to f6, hut e5")
    assert "canoe-builder" in m.moves()
    m.play("canoe-builder")
    assert canoes(m, 2) == {"f6", "a4", "m6", "e5"}


@pytest.mark.rule("K10.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sinking_changes_only_the_victims_canoes(players):
    m = sit(seat(canoes="g5", glory=2, **ALONE), seat(canoes=fleet_of(4)), *[seat() for _ in range(players - 2)])
    before = m.to_dict()["player"][1]
    m.play("move, to h4")
    after = m.to_dict()["player"][1]
    assert {key for key in before if before[key] != after[key]} == {"canoes"}
