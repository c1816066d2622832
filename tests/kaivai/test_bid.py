"""K3 bidding: the order of bids, turn order, and the two starting huts."""

from collections import Counter

import pytest

from seaboard.core.dice import key_of
from seaboard.games.kaivai.bid import begin_bidding, bid

from .table import (
    BOTH_EDITIONS,
    PRINTED,
    asked,
    canoes,
    fish,
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
)

# pairs of players: the first has less of one thing and bids first, even with more of everything that counts after it
FULL = "a1 a2 b1 b3 c2 c3 j2 j3 k1 k3 l1 l2 g11 g12 f12"
LESS = {
    "glory": (seat(shells=[5] * 25, fish=[]), seat(glory=1, shells=[], fish=[])),
    "money": (seat(shells=[4], fish=[4] * 30), seat(shells=[5], fish=[])),
    "value, not number": (seat(shells=[1, 1, 1]), seat(shells=[4])),
    "fish": (seat(fish=[5], canoes="a5 a6 a7 b7"), seat(fish=[1, 1])),
    "canoes": (seat(canoes="a5", meeting=FULL), seat(canoes="a6 a7")),
    "canoes on huts": (seat(canoe_builder="b1", meeting="b3"), seat(canoe_builder="c3", canoes="a6 c3")),
    "huts": (seat(canoes="a5", canoe_builder="b1"), seat(canoes="a6", canoe_builder="b3 c3")),
    "seat": (seat(), seat()),
}
AHEAD = seat(glory=9, shells=[], fish=[])


@pytest.mark.rule("K3.1")
@pytest.mark.parametrize("pair", LESS.values(), ids=LESS)
@pytest.mark.parametrize("swapped", [False, True])
@BOTH_EDITIONS
def test_a_player_who_is_behind_bids_first(pair, swapped, edition):
    less, more = pair
    m = sit((more if swapped else less), AHEAD, AHEAD, (less if swapped else more), decision="bid", edition=edition)
    movers = []
    for number in (3, 1, 2, 7):
        movers.append(m.mover)
        m.play(f"bid {number}")
    assert movers == ([3, 0, 1, 2] if swapped and less != more else [0, 3, 1, 2])


@pytest.mark.rule("K3.1")
def test_in_round_1_all_orders_are_equally_likely():
    for players, orders, games in ((2, 2, 120), (3, 6, 360), (4, 24, 960)):
        m = new(players=players)
        found: Counter = Counter()
        for seed in range(games):
            s, box = m.s.copy(), m.box
            s.key[:] = key_of(seed)
            begin_bidding(s, box)
            order = []
            for number in range(players):
                order.append(int(s.mover))
                bid(s, box, number + 1)
            found[tuple(order)] += 1
        assert len(found) == orders
        assert max(found.values()) < 1.6 * games / orders
        assert min(found.values()) > 0.4 * games / orders


@pytest.mark.rule("K3.1")
def test_in_round_1_glory_and_money_do_not_count():
    m = sit(seat(glory=9), seat(glory=1), round=1, decision="bid", mover=0)
    seconds = set()
    for seed in range(30):
        again = m.copy()
        again.s.key[0] = seed
        again.play("bid 5")
        seconds.add(again.mover)
    assert seconds == {1, 2}


@pytest.mark.rule("K3.2")
@BOTH_EDITIONS
def test_a_bid_is_1_to_10_and_not_taken_and_costs_nothing(edition):
    m = sit(decision="bid", edition=edition)
    before = (shells(m), fish(m), influence(m), glory(m))
    assert m.moves() == [f"bid {number}" for number in range(1, 11)]
    m.play("bid 10")
    assert (shells(m), fish(m), influence(m), glory(m)) == before
    assert m.moves() == [f"bid {number}" for number in range(1, 10)]
    assert refused(m, "bid 10") == "K3.2"
    m.play("bid 1")
    assert m.moves() == [f"bid {number}" for number in range(2, 10)]
    assert [refused(m, f"bid {number}") for number in (1, 10)] == ["K3.2", "K3.2"]


@pytest.mark.rule("K3.2")
@pytest.mark.parametrize("move", ["bid 0", "bid 11", "bid"])
def test_there_is_no_other_bid(move):
    assert refused(sit(decision="bid"), move) == ""


@pytest.mark.rule("K3.2")
def test_a_round_begins_with_bids_and_nothing_else():
    assert [refused(sit(decision="bid"), move) for move in ("pass", "god f5", "hut f5", "stop")] == ["K3.2"] * 4


@pytest.mark.rule("K3.2")
def test_a_number_is_free_again_in_the_next_round():
    m = sit(seat(passed=True), seat(passed=True), seat(), mover=2)
    m.play("pass")
    assert (asked(m), m.s.round_number) == ("bid", 3)
    assert m.moves() == [f"bid {number}" for number in range(1, 11)]


@pytest.mark.rule("K3.3")
@pytest.mark.parametrize("bids", [(2, 9, 5), (10, 1, 7), (6, 8, 7), (1, 2, 3, 4), (7, 10, 9, 8)])
def test_the_lowest_bidder_moves_the_god_and_turn_order_is_by_descending_bid(bids):
    m = sit(players=len(bids), decision="bid")
    for number in bids:
        m.play(f"bid {number}")
    assert (asked(m), m.mover) == ("god", bids.index(min(bids)))
    m.play("god f5")
    order = sorted(range(len(bids)), key=lambda p: -bids[p])
    movers = []
    for _ in range(2 * len(bids)):
        movers.append(m.mover)
        m.s.players[m.mover].increase = 0
        m.s.spaces[:] = 0
        m.play("increase")
    assert movers == order * 2


# the starting huts


def starting(bids=(3, 9, 5), edition="second", **keys):
    seats = [seat(bid=number) for number in bids]
    return sit(*seats, decision="start", round=1, edition=edition, **keys)


@pytest.mark.rule("K3.4")
@BOTH_EDITIONS
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_round_1_starting_huts_are_placed_between_the_bids_and_the_god(edition, players):
    m = new(edition=edition, players=players)
    bids = dict.fromkeys(range(players), 0)
    for number in range(4, 4 + players):
        assert m.mover is not None
        bids[m.mover] = number
        m.play(f"bid {number}")
    order = sorted(bids, key=lambda p: -bids[p])
    for p in order:
        for _ in range(2):
            assert (asked(m), m.mover) == ("start", p)
            m.play(m.moves()[-1])
            if asked(m) == "kind":  # K3.5
                m.play("canoe-builder")
        assert (m.s.hut > 0).sum() == 2 * (order.index(p) + 1)
    assert (asked(m), m.mover) == ("god", order[-1])
    assert [len(canoes(m, p)) for p in range(players)] == [2] * players


@pytest.mark.rule("K3.4")
def test_later_rounds_have_no_starting_huts():
    m = sit(decision="bid", round=2)
    m.play("bid 1, bid 2, bid 3")
    assert asked(m) == "god"


@pytest.mark.rule("K3.4")
def test_starting_huts_are_free():
    m = starting()
    m.play("hut f5, fisherman, hut f3, meeting")
    assert (shells(m, 1), fish(m, 1), influence(m, 1), glory(m, 1)) == ([5, 5, 5], [4, 4, 4], 3, 0)
    assert not m.s.spaces.any()
    assert (hut(m, "f5"), hut(m, "f3")) == ((1, "fisherman"), (1, "meeting"))
    assert "site" not in m.to_dict()


@pytest.mark.rule("K3.4")
def test_a_hut_goes_next_to_any_cult_hex():
    m = starting(cult="l6 l7")
    places = set().union(*(near(base) for base in (*PRINTED, "l6", "l7"))) - {*PRINTED, "l6", "l7"}
    assert offered(m, "hut") == places
    assert refused(m, "hut g7") == "K3.4"
    assert refused(m, "hut f4") == "K3.4"
    assert refused(m, "canoe-builder") == "K3.4"


@pytest.mark.rule("K3.4")
def test_next_to_a_hut_is_not_enough_but_next_to_others_huts_is_allowed():
    m = starting()
    m.play("hut g5, canoe-builder, hut f3, canoe-builder")
    assert m.mover == 2
    assert refused(m, "hut h5") == "K3.4"  # touches the hut on g5 only
    assert refused(m, "hut g5") == "K3.4"  # taken
    m.play("hut g4, canoe-builder, hut f5, canoe-builder")  # next to g5 and f3; both at the same village
    assert {hut(m, name) for name in ("g4", "f5")} == {(2, "canoe-builder")}


@pytest.mark.rule("K3.4")
def test_the_two_starting_huts_may_be_at_different_villages():
    m = starting()
    m.play("hut a1, meeting, hut l2, meeting")
    assert m.mover == 2


@pytest.mark.rule("K3.4")
def test_a_starting_hut_never_joins_villages():
    m = starting(cult="f6 f7")  # f7 joins e7 by itself: a village of e7, f6 and f7
    assert "f5" not in offered(m, "hut")
    assert refused(m, "hut f5") == "K9.2"


@pytest.mark.rule("K3.4")
def test_a_starting_hut_never_cuts_off_a_canoe():
    m = starting()
    m.play("hut a1, canoe-builder, hut a2, canoe-builder")
    assert offered(m, "hut") & {"b1", "b3"} == {"b3"}
    assert refused(m, "hut b1") == "K9.3"  # the only way out of a1


@pytest.mark.rule("K3.4")
def test_the_canoe_of_the_new_hut_must_border_open_water():
    m = starting(cult="a2 b1")
    m.play("hut a1")
    assert m.moves() == ["fisherman", "meeting"]
    assert refused(m, "canoe-builder") == "K9.3"


@pytest.mark.rule("K3.5")
def test_without_the_beginner_option_both_kinds_are_free():
    for first in ("canoe-builder", "fisherman", "meeting"):
        m = starting()
        m.play("hut f5")
        assert m.moves() == ["canoe-builder", "fisherman", "meeting"]
        m.play(f"{first}, hut f3")
        assert m.moves() == ["canoe-builder", "fisherman", "meeting"]


@pytest.mark.rule("K3.5")
def test_a_player_may_have_no_canoe_for_the_whole_game():
    m = starting()
    m.play("hut f5, meeting, hut f3, fisherman, hut e3, meeting, hut e4, meeting, hut g4, meeting, hut g5, meeting")
    m.play("god i8")
    assert not m.s.players["canoes"].any()
    assert m.moves() == ["increase", "pass"]


@pytest.mark.rule("K3.5")
def test_beginners_place_two_canoe_builder_huts():
    m = starting(beginner="on")
    m.play("hut f5")  # there is no choice of kind
    assert (hut(m, "f5"), asked(m), m.mover) == ((1, "canoe-builder"), "start", 1)
    m.play("hut f3")
    assert (hut(m, "f3"), asked(m), m.mover) == ((1, "canoe-builder"), "start", 2)
    assert canoes(m, 1) == {"f5", "f3"}


@pytest.mark.rule("K3.5")
def test_in_the_first_edition_the_first_is_a_canoe_builder_hut_and_the_second_free():
    m = starting(edition="first")
    m.play("hut f5")
    assert (hut(m, "f5"), asked(m)) == ((1, "canoe-builder"), "start")
    m.play("hut f3")
    assert m.moves() == ["canoe-builder", "fisherman", "meeting"]
    m.play("fisherman, hut e3, hut e4, meeting")
    assert (hut(m, "e3"), hut(m, "e4")) == ((2, "canoe-builder"), (2, "meeting"))


@pytest.mark.rule("K3.5")
@pytest.mark.parametrize(
    ("options", "seats"),
    [({"edition": "first"}, (seat(bid=9),)), ({"beginner": "on"}, (seat(bid=9, canoe_builder="l2"),))],
    ids=["first edition", "beginner"],
)
def test_another_kind_is_refused_where_it_must_be_a_canoe_builder_hut(options, seats):
    m = sit(*seats, decision="kind", site="f5", round=1, **options)
    assert m.moves() == ["canoe-builder"]
    assert [refused(m, kind) for kind in ("fisherman", "meeting")] == ["K3.5", "K3.5"]


@pytest.mark.rule("K3.5")
@pytest.mark.parametrize("options", [{"edition": "first"}, {"beginner": "on"}], ids=str)
def test_a_mandatory_canoe_builder_hut_is_only_offered_places_next_to_open_water(options):
    m = starting(cult="a2 b1", **options)
    assert "a1" not in offered(m, "hut")
    assert refused(m, "hut a1") == "K9.3"


@pytest.mark.rule("K3.6")
def test_the_beginner_option_is_off_by_default():
    assert new().options["beginner"] == "off"
    assert new().box.beginner == 0
    assert new(beginner="on").box.beginner == 1
