"""K9 growth limits: villages never join, no canoe is cut off. The optimised rules are compared with plain floods (plain.py)."""

from functools import cache

import pytest

from seaboard.core.errors import BadPosition
from seaboard.core.refusals import FINE
from seaboard.games.kaivai.build import OfKind
from seaboard.games.kaivai.god import NO_FREE_WATER_FOR_GOD, NO_VILLAGE_FOR_GOD, GodTo
from seaboard.games.kaivai.huts import NO_OPEN_WATER_NEAR
from seaboard.games.kaivai.layout import (
    ASK_ACTION,
    ASK_DESTINATION,
    ASK_GOD,
    ASK_KIND,
    ASK_SITE,
    BUILD,
    CANOE_BUILDER,
    DELIVER,
    FISH,
    MOVE,
)
from seaboard.games.kaivai.turn import QUESTIONS
from seaboard.games.kaivai.villages import CUTS_OFF_A_CANOE, JOINS_VILLAGES
from seaboard.games.kaivai.words.notation import HEX_NUMBERS
from seaboard.match import Match

from .plain import ALL, SPLIT, WALL, Sea, random_sea, regions, sea_of
from .table import GAME, hexes, offered, refused, seat, sit

# seed, land, whether a wall splits the sea into two of nearly the same size
SEAS = [(seed, 12 + 4 * seed, False) for seed in range(16)] + [(seed, 40 + seed % 6, True) for seed in range(18)]
MANY_SEAS = pytest.mark.parametrize(("seed", "land", "split"), SEAS)


@cache
def cached_sea(seed: int, land: int, split: bool) -> tuple[Match, Sea]:
    m = random_sea(seed, land, split)
    return m, sea_of(m)


def asking(m: Match, decision: int, **fields: int) -> Match:
    """The same position with another question."""
    other = m.copy()
    for name, value in {"decision": decision, **fields}.items():
        other.s[name] = value
    return other


def choices(m: Match) -> set[str]:
    """The legal hexes, after the question is prepared."""
    ready = QUESTIONS.asked(m.s).ready
    assert ready is not None
    ready(m.s, m.box, int(m.s.mover), 0)
    return hexes(m, m.s.choices)


@pytest.mark.rule("K9.2")
@pytest.mark.rule("K9.3")
@MANY_SEAS
def test_open_water_and_where_land_may_be_placed(seed, land, split):
    m, sea = cached_sea(seed, land, split)
    at = set(sea.canoes)
    assert hexes(m, m.s.open_water) == sea.open_water
    assert hexes(m, m.s.growth) == {name for name in sea.water if len(sea.touched(name)) == 1}
    ask = asking(m, ASK_GOD)
    allowed = set()
    for name in ALL:
        expected: int = NO_FREE_WATER_FOR_GOD
        if name in sea.water - at:
            expected = {0: NO_VILLAGE_FOR_GOD, 1: CUTS_OFF_A_CANOE}.get(len(sea.touched(name)), JOINS_VILLAGES)
            if sea.may_place(name, at):
                expected = FINE
                allowed.add(name)
        assert GAME.problem(ask.s, ask.box, GodTo.action(HEX_NUMBERS[name])) == expected
    assert choices(ask) == allowed


@pytest.mark.rule("K9.3")
@MANY_SEAS
def test_open_water_is_updated_when_land_is_placed(seed, land, split):
    m, sea = cached_sea(seed, land, split)
    ask = asking(m, ASK_GOD)
    parting = {name for name in choices(ask) if len(regions(sea.water - {name})) > len(regions(sea.water))}
    for name in sorted(parting)[:3] + sorted(choices(ask) - parting)[:2]:
        after = ask.copy()
        GAME.apply(after.s, after.box, GodTo.action(HEX_NUMBERS[name]))
        assert hexes(after, after.s.open_water) == sea_of(after).open_water


@pytest.mark.rule("K9.3")
@MANY_SEAS
def test_a_new_canoe_must_be_next_to_open_water(seed, land, split):
    m, sea = cached_sea(seed, land, split)
    p = next(p for p in range(5) if list(sea.canoes.values()).count(p) < 4)
    if p < 4:
        for name in hexes(m, m.s.growth) - set(sea.canoes):
            ask = asking(m, ASK_KIND, mover=p, site=HEX_NUMBERS[name])
            expected = FINE if sea.may_launch(name, set(sea.canoes)) else NO_OPEN_WATER_NEAR
            assert GAME.problem(ask.s, ask.box, OfKind.action(CANOE_BUILDER)) == expected


@pytest.mark.rule("K5.3")
@pytest.mark.rule("K6.4")
@pytest.mark.rule("K7.1")
@MANY_SEAS
def test_where_canoes_can_go_to_build_fish_deliver_and_move(seed, land, split):
    m, sea = cached_sea(seed, land, split)
    for p, table in enumerate(m.to_dict()["player"]):
        bid, money = table["bid"], 5 * table["shells"][4]
        steps = (0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0)[bid]
        able = dict.fromkeys((BUILD, FISH, DELIVER, MOVE), False)
        for canoe in table["canoes"]:
            goals = {
                BUILD: sea.docks(canoe, steps, bid, money) if len(sea.owned_by(p)) < 15 else set(),
                FISH: sea.stops(canoe, steps) & sea.grounds(table["fisherman"]),
                DELIVER: sea.stops(canoe, steps) & sea.markets(canoe) if any(table["fish"]) else set(),
                MOVE: sea.stops(canoe, steps) - {canoe},
            }
            for action, expected in goals.items():
                hex = HEX_NUMBERS[canoe]
                assert choices(asking(m, ASK_DESTINATION, mover=p, acting=action, canoe=hex)) == expected
                able[action] = able[action] or bool(expected)
            if canoe in goals[BUILD]:
                ask = asking(m, ASK_SITE, mover=p, acting=BUILD, canoe=HEX_NUMBERS[canoe])
                assert choices(ask) == sea.sites(canoe, set(sea.canoes), bid, money)
        moves = asking(m, ASK_ACTION, mover=p).moves()
        assert [name in moves for name in ("build", "fish", "deliver", "move")] == list(able.values())


# single cases


@pytest.mark.rule("K9.1")
def test_a_village_has_a_cult_hex():
    with pytest.raises(BadPosition, match=r"belongs to no village.*K9\.1"):
        sit(seat(meeting="g7"))
    m = sit(seat(meeting="f3:1"), seat(meeting="i6:1"))
    m.play("celebrate")
    assert refused(m, "village f3") == "K9.1"  # villages are named after a cult hex
    assert offered(m, "village") == {"f4", "i7"}


@pytest.mark.rule("K9.2")
def test_villages_never_join():
    with pytest.raises(BadPosition, match=r"e7 and f4 touch.*K9\.2"):
        sit(seat(meeting="f5 f6 f7"))
    seats = (seat(canoes="e4", shells=[5, 5, 5]), seat(meeting="f5 e6"))
    assert refused(sit(*seats, decision="god"), "god e5") == "K9.2"
    m = sit(*seats, decision="site", acting="build", canoe="e4")
    assert refused(m, "hut e5") == "K9.2"
    assert offered(m, "hut") == {"e3"}


def sea_split(canoes="", others="", **keys):
    """Two seas of 43 hexes each: d to g in the west, i to m in the east."""
    land = sorted(SPLIT)
    seats = (seat(meeting=land[:12], canoes=canoes), seat(meeting=land[12:24], canoes=others), seat(meeting=land[24:]))
    return sit(*seats, **keys)


WEST, EAST = {"d1", "g13"}, {"i1", "m7"}


@pytest.mark.rule("K9.3")
@pytest.mark.parametrize(
    ("canoes", "others", "is_open"),
    [
        ("", "", WEST),  # the smallest (q, r)
        ("i1", "", EAST),  # more canoes
        ("i1 d1", "", WEST),
        ("i1 d1", "m7", EAST),
        ("i1 d1 d2", "m7", WEST),
        ("i1 m1", "d1 d2 d3", WEST),
    ],
)
def test_of_equal_seas_the_one_with_more_canoes_is_open_or_else_the_one_with_the_smallest_hex(canoes, others, is_open):
    m = sea_split(canoes, others)
    assert sorted(len(region) for region in regions(sea_of(m).water)) == [43, 43]
    assert is_open <= hexes(m, m.s.open_water)
    assert len(hexes(m, m.s.open_water)) == 43


@pytest.mark.rule("K9.3")
def test_canoes_on_huts_do_not_count_for_open_water():
    land = sorted(SPLIT - {"h1"})
    m = sit(seat(meeting=land[:12]), seat(meeting=land[12:24]), seat(meeting=land[24:], canoe_builder="h1"))
    assert hexes(m, m.s.open_water) >= WEST
    m = sit(seat(meeting=land[:12]), seat(meeting=land[12:24], canoes="m7"), seat(meeting=land[24:], canoe_builder="h1"))
    assert hexes(m, m.s.open_water) >= EAST


@pytest.mark.rule("K9.3")
def test_the_larger_sea_is_open_however_many_canoes_are_in_the_other():
    m = sea_split("i1 i2 i3 i4", "j1 j2", cult="j6")
    assert hexes(m, m.s.open_water) >= WEST


@pytest.mark.rule("K9.3")
def test_land_that_makes_the_open_sea_the_smaller_one_cuts_off_its_canoes():
    m = sea_split("g13", decision="god", cult="", god="b2")
    assert refused(m, "god e6") == "K9.3"  # then the east is larger
    assert "i6" in offered(m, "god")  # the canoe is in the west, which stays open
    assert not [name for name in offered(m, "god") if name in hexes(m, m.s.open_water)]


@pytest.mark.rule("K9.3")
def test_sinking_a_canoe_can_change_which_sea_is_open():
    m = sea_split("i5 d1", "i1 j1 g13")
    assert hexes(m, m.s.open_water) >= EAST  # three canoes against two
    m.s.players[0].glory = 4
    m.play("move, canoe i5, to i1")
    assert hexes(m, m.s.open_water) >= WEST  # two against two


@pytest.mark.rule("K9.3")
@pytest.mark.parametrize(("canoe", "rule"), [("a1", "K9.3"), ("a4", None), ("b1", None)])
def test_the_last_hex_out_of_a_bay_stays_free_while_a_canoe_is_inside(canoe, rule):
    """a1 lies in a bay of b2 and a2; b1 is the way out."""
    m = sit(seat(meeting="a2", canoes=canoe), decision="god")
    if rule is None:
        assert ("b1" in offered(m, "god")) is (canoe != "b1")
    else:
        assert refused(m, "god b1") == rule


@pytest.mark.rule("K9.3")
@pytest.mark.parametrize(("canoes", "allowed"), [("a1", False), ("", True)])
def test_a_canoe_on_a_hut_needs_open_water_next_to_it(canoes, allowed):
    m = sit(seat(canoe_builder="a1", meeting="a2", canoes=canoes), decision="god")
    assert ("b1" in offered(m, "god")) is allowed
    if not allowed:
        assert refused(m, "god b1") == "K9.3"


@pytest.mark.rule("K9.3")
def test_canoes_do_not_block_open_water():
    m = sit(seat(canoes="a1", meeting="a2"), seat(canoes="b1 c1 c2"), decision="god")
    assert hexes(m, m.s.open_water) >= {"a1", "b1", "c1"}
    assert "b3" in offered(m, "god")


@pytest.mark.rule("K9.3")
def test_a_canoe_already_cut_off_does_not_count():
    m = sit(seat(canoes="a1", meeting="a2 b1"), seat(canoes="a4"), decision="god")
    assert "a1" not in hexes(m, m.s.open_water)
    assert {"a3", "b3", "c1", "c2"} <= offered(m, "god")
    assert refused(m, "god a1") == "K4.1"  # for the canoe that is there
    m = sit(seat(canoe_builder="a1", meeting="a2 b1"), decision="god")
    assert {"a3", "c1"} <= offered(m, "god")


@pytest.mark.rule("K9.3")
def test_land_in_a_closed_bay_is_allowed():
    m = sit(seat(meeting="a2", canoe_builder="b1"), decision="god")
    assert "a1" not in hexes(m, m.s.open_water)
    m.play("god a1")
    assert m.to_dict()["god"] == "a1"


@pytest.mark.rule("K9.3")
@pytest.mark.parametrize("gate", ["h1", "h12"])
def test_a_wall_that_closes_a_part_of_the_sea(gate):
    """The wall runs past i7 from edge to edge; its last hex cuts off the east, which is smaller."""
    walls = sorted(WALL - {gate})
    for canoe, allowed in (("m1", False), ("a7", True)):
        m = sit(seat(meeting=walls[:6]), seat(meeting=walls[6:], canoes=canoe), decision="god")
        assert (gate in offered(m, "god")) is allowed
        if not allowed:
            assert refused(m, f"god {gate}") == "K9.3"
        else:
            m.play(f"god {gate}")
            assert {"a7", "g7"} <= hexes(m, m.s.open_water)
            assert not hexes(m, m.s.open_water) & EAST
