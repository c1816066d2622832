"""K7 build: sites, cost, payment, and the three kinds of hut."""

import random
from itertools import product

import pytest

from seaboard.games.kaivai.pay import pay

from .table import (
    BOTH_EDITIONS,
    asked,
    canoes,
    glory,
    hut,
    influence,
    near,
    new,
    offered,
    refused,
    seat,
    shells,
    sit,
    track,
    values,
)

RICH = [5] * 9
MOVEMENT = (0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0)  # by bid


def at_site(canoe, *others, shells=RICH, bid=5, canoes="", **keys):
    """A position in which the canoe has sailed and the site is chosen next."""
    builder = seat(canoes=f"{canoe} {canoes}", shells=shells, bid=bid)
    return sit(builder, *others, decision="site", acting="build", canoe=canoe, **keys)


@pytest.mark.rule("K7.1")
@BOTH_EDITIONS
def test_the_hut_goes_on_free_water_next_to_the_canoe_and_the_village(edition):
    m = at_site("f3", seat(meeting="e3"), edition=edition)
    assert near("f3") == {"e2", "e3", "f2", "f4", "g3", "g4"}
    assert offered(m, "hut") == {"e2", "g4"}  # e2 next to the hut on e3
    m.play("hut e2, meeting")
    assert hut(m, "e2") == (0, "meeting")


@pytest.mark.rule("K7.1")
@pytest.mark.parametrize(
    ("site", "rule"),
    [
        ("g5", "K7.1"),  # not next to the canoe
        ("f3", "K7.1"),  # under it
        ("f4", "K7.1"),  # a cult hex
        ("e3", "K7.1"),  # a hut
        ("g4", "K7.1"),  # another canoe
        ("g3", "K7.1"),  # next to no village
    ],
)
def test_where_a_hut_cannot_go(site, rule):
    m = at_site("f3", seat(meeting="e3", canoes="g4"))
    assert refused(m, f"hut {site}") == rule


@pytest.mark.rule("K7.1")
def test_a_hut_joins_the_village_whose_cult_hex_is_next_to_the_canoe():
    """From g6 the canoe is next to the cult hex f5, and to the hut on g7 of the village e7."""
    m = at_site("g6", seat(meeting="f7 g7"), cult="f5")
    assert refused(m, "hut h6") == "K7.1"  # touches g7 only
    assert offered(m, "hut") == {"g5"}
    assert refused(m, "hut f6") == "K9.2"
    m = at_site("g6", seat(meeting="f7"), cult="f5 g7")  # now g7 is a cult hex
    assert "h6" in offered(m, "hut")


@pytest.mark.rule("K7.1")
def test_a_canoe_next_to_huts_only_cannot_build():
    m = sit(seat(canoes="f2", shells=RICH, bid=10), seat(meeting="f3"))
    assert refused(m, "build") == "K5.3"


@pytest.mark.rule("K7.1")
def test_a_hut_never_joins_villages_nor_cuts_off_a_canoe():
    m = at_site("e4", seat(meeting="e6 f5"), canoes="a7")
    assert refused(m, "hut e5") == "K9.2"
    m = at_site("c2", seat(meeting="a2", canoes="a1"))
    assert refused(m, "hut b1") == "K9.3"
    m = at_site("c2", seat(meeting="a2"))
    assert "b1" in offered(m, "hut")


@pytest.mark.rule("K7.1")
def test_a_canoe_never_cuts_itself_off():
    m = sit(seat(canoes="a1", shells=RICH, bid=10), seat(meeting="a2"))
    assert refused(m, "build") == "K5.3"  # b1 is the only way out
    m = sit(seat(canoes="a1", shells=RICH, bid=9), seat(meeting="a2"))
    m.play("build")
    assert (canoes(m), offered(m, "hut")) == ({"b1"}, {"a1", "c2"})


@pytest.mark.rule("K7.1")
def test_the_hex_that_the_canoe_has_just_left_is_free():
    m = sit(seat(canoes="f3", shells=RICH, bid=1), seat(meeting="g4 e4 f5 g5", canoes="d3 e2"))
    m.play("build, to e3")
    assert m.to_dict()["site"] == "f3"  # nothing else is left
    m.play("meeting")
    assert (hut(m, "f3"), canoes(m)) == ((0, "meeting"), {"e3"})


@pytest.mark.rule("K7.2")
@BOTH_EDITIONS
@pytest.mark.parametrize("bid", range(1, 11))
@pytest.mark.parametrize("huts", [0, 4])
def test_the_cost_is_the_bid_and_one_for_each_hex_of_the_village(edition, bid, huts):
    cost = bid + 1 + huts
    other = seat(meeting=["e3", "e4", "e2", "f5"][:huts], bid=1 if bid > 1 else 2)
    keys: dict = {"decision": "site", "acting": "build", "canoe": "f3", "edition": edition}
    m = sit(seat(canoes="f3", shells=[1] * cost, bid=bid), other, **keys)
    m.play("hut g4, meeting")
    assert shells(m) == []
    m = sit(seat(canoes="f3", shells=[1] * (cost - 1), bid=bid), other)
    if MOVEMENT[bid] < 3:
        assert refused(m, "build") == "K5.3"  # no other village is near


@pytest.mark.rule("K7.2")
def test_cult_hexes_and_all_players_huts_add_to_the_cost():
    """The first edition's example: 2 and a village of 5 make 7."""
    m = at_site("f3", seat(meeting="e3"), seat(fisherman="e4"), shells=[5, 2], bid=2, cult="f5 g5", edition="first")
    m.play("hut g4, meeting")
    assert shells(m) == []


@pytest.mark.rule("K7.2")
def test_the_books_example_of_two_huts_for_13_and_12():
    """Bid 6, villages of 7 and 6 hexes; 3 + 4 + 4 + 5 + 5 + 5 are paid, and 1 comes back."""
    village_a, village_b = seat(meeting="e3 e4 f5 g5 e2 e5"), seat(meeting="h7 h8 i6 j6 i5")
    m = sit(seat(canoes="f3 h12", shells=[3, 4, 4, 5, 5, 5], bid=6), village_a, village_b)
    stock = int(m.s.stock)
    m.play("build, canoe f3, to f3, hut g4, fisherman")
    assert (m.to_dict()["owed"], shells(m)) == (13, [5, 5, 5, 4, 4, 3])
    m.play("canoe h12, to i8, hut j7, meeting")
    assert (shells(m), m.s.stock, m.mover) == ([1], stock + 5, 1)
    assert (hut(m, "g4"), hut(m, "j7")) == ((0, "fisherman"), (0, "meeting"))


@pytest.mark.rule("K7.3")
def test_a_second_hut_in_the_same_village_costs_1_more_and_all_are_paid_together():
    for money, second in ((21, True), (20, False)):
        m = sit(seat(canoes="f3 g5", shells=[5] * 3 + [1] * (money - 15), bid=9))
        m.play("build, canoe f3, to f3, hut g4, meeting")  # 9 + 1
        assert ("canoe g5" in m.moves()) is second
        if second:
            assert (m.to_dict()["owed"], sum(shells(m))) == (10, money)
            m.play("canoe g5, to g5, hut f5, meeting")  # 9 + 2
            assert shells(m) == []
        assert sum(shells(m)) == (0 if second else money - 10)
        assert m.mover == 1


@pytest.mark.rule("K7.3")
def test_a_canoe_between_two_villages_builds_only_where_the_money_is_enough():
    big = seat(meeting="e3 e4 g4")
    m = at_site("f6", big, shells=[5, 4], cult="f5 f7")  # 5 + 5 next to f5, 5 + 2 next to f7
    assert refused(m, "hut g6") == "K7.3"
    assert offered(m, "hut") == {"e6", "g7"}
    assert "g6" in offered(at_site("f6", big, shells=[5, 5], cult="f5 f7"), "hut")


@pytest.mark.rule("K7.3")
def test_costs_so_far_count_as_spent():
    keys: dict = {"decision": "site", "acting": "build", "canoe": "f6", "cult": "f5 f7", "performed": True}
    for owed, refusal in ((0, False), (1, True)):
        m = sit(seat(canoes="f6", shells=[5, 5]), seat(meeting="e3 e4 g4"), owed=owed, **keys)
        assert ("g6" not in offered(m, "hut")) is refusal
        if refusal:
            assert refused(m, "hut g6") == "K7.3"


@pytest.mark.rule("K7.3")
def test_only_shells_pay_at_the_value_of_their_spaces():
    for hand, enough in (([3, 3], True), ([5], False), ([2, 2, 1], False), ([2, 2, 2], True), ([1] * 6, True)):
        m = sit(seat(canoes="f3", shells=hand, fish=[5] * 5, glory=9, influence=9))  # costs 6
        assert ("build" in m.moves()) is enough


def best_of_all(hand, owed):
    """K7.4 by trying all payments: no superfluous shell, fewest shells left, then the highest values."""
    left = []
    for paid in product(*(range(hand.count(space) + 1) for space in range(1, 6))):
        pieces = [space for space, number in zip(range(1, 6), paid, strict=True) for _ in range(number)]
        change = sum(pieces) - owed
        if change < 0 or (pieces and change >= min(pieces)):
            continue
        rest = [space for space in range(1, 6) for _ in range(hand.count(space) - pieces.count(space))]
        left.append(sorted(rest + [change] * (change > 0), reverse=True))
    return min(left, key=lambda rest: (len(rest), [-space for space in rest]))


@pytest.mark.rule("K7.4")
@pytest.mark.parametrize("seed", range(8))
def test_the_payment_is_the_best_of_all_payments(seed):
    chance = random.Random(seed)
    s = new().s
    for _ in range(60):
        spaces = (range(1, 6), range(2, 6), (1, 5), (3, 4, 5), (2, 4))[seed % 5]
        hand = [chance.choice(spaces) for _ in range(chance.randint(1, 11))]
        owed = chance.randint(1, sum(hand))
        s.players[0].shells[:] = track(hand)
        s.owed, s.stock = owed, 20
        pay(s, 0)
        left = values(s.players[0].shells)
        assert left == best_of_all(hand, owed), (hand, owed)
        assert (sum(left), s.owed, s.stock) == (sum(hand) - owed, 0, 20 + len(hand) - len(left))


@pytest.mark.rule("K7.4")
@pytest.mark.parametrize(
    ("hand", "owed", "left"),
    [
        ([5, 5, 5], 6, [5, 4]),  # change is one shell on its space
        ([5, 5, 5], 9, [5, 1]),
        ([3, 3], 1, [3, 2]),
        ([5, 1], 6, []),
        ([5, 5, 1, 1, 1], 6, [5, 1, 1]),  # two ones are not turned into a two
        ([4, 1, 1, 1, 1, 1], 5, [4]),  # fewest shells are left
        ([5, 4, 3, 2, 1], 8, [5, 2]),  # rather than 4 and 3
        ([5] * 20, 100, []),
    ],
)
def test_payments_by_example(hand, owed, left):
    s = new().s
    s.players[0].shells[:] = track(hand)
    s.owed = owed
    pay(s, 0)
    assert values(s.players[0].shells) == left


@pytest.mark.rule("K7.5")
def test_one_hut_per_canoe():
    m = sit(seat(canoes="f3", shells=RICH))
    m.play("build, to f3, hut g4, meeting")
    assert (asked(m), m.mover, (m.s.hut > 0).sum()) == ("action", 1, 1)
    m = sit(seat(canoes="f3 i6", shells=RICH))
    m.play("build, canoe f3, to f3, hut g4, meeting")
    assert m.moves() == ["canoe i6", "stop"]
    m.play("stop")
    assert (shells(m), m.mover) == ([5] * 7 + [4], 1)  # 6 are paid


@pytest.mark.rule("K7.6")
@BOTH_EDITIONS
def test_the_three_kinds_of_hut(edition):
    for kind, fleet, fishermen in (("canoe-builder", {"f3", "g4"}, 0), ("fisherman", {"f3"}, 1), ("meeting", {"f3"}, 0)):
        m = at_site("f3", edition=edition)
        m.play("hut g4")
        assert m.moves() == ["canoe-builder", "fisherman", "meeting"]
        m.play(kind)
        assert (hut(m, "g4"), canoes(m)) == ((0, kind), fleet)
        assert m.s.players[0].huts[1].sum() == fishermen
        assert (influence(m), glory(m)) == (3, 0)


@pytest.mark.rule("K7.6")
@BOTH_EDITIONS
@pytest.mark.parametrize(
    ("kind", "god", "gain"),
    [("meeting", "f5", 1), ("meeting", "i8", 0), ("meeting", None, 0), ("fisherman", "f5", 0), ("canoe-builder", "f5", 0)],
)
def test_a_meeting_hut_in_the_gods_village_brings_one_influence_counter_at_once(edition, kind, god, gain):
    keys = {"god": god} if god else {}
    m = at_site("f3", seat(meeting="e3"), cult="f5 i8", edition=edition, **keys)
    supply = int(m.s.supply)
    m.play(f"hut g4, {kind}")
    assert (influence(m), influence(m, 1), m.s.supply) == (3 + gain, 3, supply - gain)


@pytest.mark.rule("K7.6")
def test_the_gods_village_is_the_whole_village():
    m = at_site("f3", seat(meeting="e4 e3 e2"), cult="f5", god="f5")
    m.play("hut f2, meeting")  # next to e2, far from the god
    assert influence(m) == 4
