"""K4 the god: another village, a new cult hex, influence for meeting huts."""

import pytest

from seaboard.core.dice import key_of
from seaboard.games.kaivai.build import OfKind
from seaboard.games.kaivai.choose_action import Pass
from seaboard.games.kaivai.god import GodTo
from seaboard.games.kaivai.hexes import has, hexes_in
from seaboard.games.kaivai.layout import ASK_ACTION, ASK_BID, MEETING
from seaboard.games.kaivai.start_huts import StartOn
from seaboard.games.kaivai.words.notation import HEX_NUMBERS

from .table import BOTH_EDITIONS, GAME, PRINTED, asked, box_with, hexes, hut, influence, near, offered, refused, seat, sit


@pytest.mark.rule("K4.1")
@BOTH_EDITIONS
def test_in_round_1_the_god_goes_to_any_village(edition):
    m = sit(seat(canoe_builder="f5 e6"), decision="god", round=1, edition=edition)
    land = {*PRINTED, "f5", "e6"}
    shores = set().union(*(near(name) for name in land)) - land
    assert {"e5", "f6"} <= shores  # these touch f5 and e6, of two villages
    assert offered(m, "god") == shores - {"e5", "f6"}


@pytest.mark.rule("K4.1")
def test_the_lowest_bidder_moves_the_god():
    m = sit(seat(bid=4), seat(bid=10), seat(bid=6), decision="god")
    assert m.mover == 0
    m.play("god i8")
    assert (m.mover, asked(m)) == (1, "action")


@pytest.mark.rule("K4.1")
def test_the_new_cult_hex_comes_from_the_supply():
    m = sit(decision="god")
    supply = int(m.s.cult_supply)
    m.play("god i8")
    assert m.s.cult_supply == supply - 1
    assert hexes(m, m.s.cult) == {*PRINTED, "i8"}
    assert hut(m, "i8") is None
    assert m.s.cults[m.to_dict()["bases"].index("i7")] == 2


@pytest.mark.rule("K4.1")
def test_the_new_cult_hex_may_be_next_to_any_hex_of_the_village():
    m = sit(seat(meeting="i8 i9"), decision="god")
    assert {"i10", "h9", "j9"} <= offered(m, "god")
    m.play("god i10")
    assert m.s.gods_village == m.to_dict()["bases"].index("i7")


@pytest.mark.rule("K4.1")
def test_the_god_must_go_to_another_village():
    m = sit(seat(meeting="f3"), decision="god", cult="f5", god="f5")
    shore = (near("f4") | near("f5") | near("f3")) - {"f3", "f4", "f5"}
    assert not offered(m, "god") & shore
    assert refused(m, "god g4") == "K4.1"
    assert refused(m, "god f2") == "K4.1"  # next to the hut of that village
    assert "i8" in offered(m, "god")


@pytest.mark.rule("K4.1")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("god f4", "K4.1"),  # a cult hex
        ("god f3", "K4.1"),  # a hut
        ("god g7", "K4.1"),  # no village near
        ("god i6", "K4.1"),  # a canoe
        ("god f6", "K9.2"),  # next to f5 and e6
        ("god b1", "K9.3"),  # the only way out for the canoe on a1
        ("bid 3", "K4.1"),
        ("pass", "K4.1"),
        ("hut i8", "K4.1"),
    ],
)
def test_where_the_new_cult_hex_cannot_be_placed(move, rule):
    m = sit(seat(meeting="f3 f5 e6"), seat(canoes="i6"), seat(canoe_builder="a1 a2", canoes="a1"), decision="god")
    assert refused(m, move) == rule
    assert move not in m.moves()


@pytest.mark.rule("K4.2")
def test_the_god_stands_on_the_new_hex_until_it_moves():
    m = sit(decision="god", cult="f5", god="f5")
    m.play("god i8")
    assert m.to_dict()["god"] == "i8"
    assert m.s.gods_village == m.to_dict()["bases"].index("i7")
    m.play("pass, pass, pass, bid 1, bid 2, bid 3")
    assert m.to_dict()["god"] == "i8"
    assert not offered(m, "god") & near("i7")
    assert "f3" in offered(m, "god")  # to the village it was in before


@pytest.mark.rule("K4.3")
@BOTH_EDITIONS
def test_players_take_an_influence_counter_for_each_of_their_meeting_huts_there(edition):
    """The books' example: green has two meeting huts in that village, red one, yellow one in another."""
    green, red = seat(meeting="f3 e3", fisherman="e4"), seat(meeting="f5", canoe_builder="g4", canoes="g3")
    m = sit(green, red, seat(meeting="i6 i8"), decision="god", edition=edition)
    supply = int(m.s.supply)
    m.play("god g5")
    assert [influence(m, p) for p in range(3)] == [5, 4, 3]
    assert m.s.supply == supply - 3


@pytest.mark.rule("K4.3")
def test_meeting_huts_bring_influence_in_the_gods_new_village_only():
    m = sit(seat(meeting="f3"), seat(meeting="i6"), decision="god", cult="f5", god="f5")
    m.play("god i8")
    assert [influence(m, p) for p in range(3)] == [3, 4, 3]


@pytest.mark.rule("K4.4")
@BOTH_EDITIONS
@pytest.mark.parametrize("god", [None, "m2"])
def test_without_a_cult_hex_in_the_supply_nothing_happens(edition, god):
    cult = ["a3", "a4", "a5", "a6", "m1", "m2", "m3", "m4", "m5", "l4", "l5", "l6"]
    keys = {"god": god} if god else {}
    m = sit(
        seat(meeting="l3 l7"),
        decision="bid",
        cult=cult if edition == "second" else cult[1:],
        edition=edition,
        **keys,
    )
    assert m.s.cult_supply == 0
    m.play("bid 1, bid 2, bid 3")
    assert (asked(m), m.mover, m.to_dict().get("god")) == ("action", 0, god)
    assert [influence(m, p) for p in range(3)] == [3, 3, 3]


@pytest.mark.rule("K4.4")
def test_if_no_other_village_can_grow_the_god_stays_and_meeting_huts_bring_nothing(tmp_path):
    """A board with only one village."""
    printed = "printed = [[-5, 0], [-1, -2], [4, -5], [-2, 2], [2, 0], [-1, 5]]"
    extra = "extra_bases = { 2 = 2, 3 = 2, 4 = 2 }"
    box = box_with(tmp_path, (printed, "printed = [[2, 0]]"), (extra, "extra_bases = { 3 = 0 }"))
    s = GAME.empty_state()
    GAME.start(s, box, key_of(1))
    at = HEX_NUMBERS
    for action in (0, 1, 2):
        GAME.apply(s, box, action)
    for hex in ("h7", "h8", "i6", "i8", "j6"):
        GAME.apply(s, box, StartOn.action(at[hex]))
        GAME.apply(s, box, OfKind.action(MEETING))
    GAME.apply(s, box, OfKind.action(MEETING))  # at j7, the last hex
    GAME.apply(s, box, GodTo.action(at["g7"]))
    assert (s.god, s.cult_supply, s.players["influence"].tolist()) == (at["g7"], 7, [5, 5, 5, 0])
    for _ in range(3):
        GAME.apply(s, box, Pass.action())
    assert (s.decision, s.round_number, s.players["influence"].tolist()) == (ASK_BID, 2, [7, 7, 7, 0])
    for action in (0, 1, 2):
        GAME.apply(s, box, action)
    assert (s.decision, s.god, s.cult_supply, s.players["influence"].tolist()) == (ASK_ACTION, at["g7"], 7, [7, 7, 7, 0])
    assert has(box, hexes_in(s.cult), at["g7"])
