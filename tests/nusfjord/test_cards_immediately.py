"""N9.6 Immediately: what each building brings right after it was built; all of it or nothing."""

from typing import Any

import pytest

from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.cards.effects import BUILD
from seaboard.games.nusfjord.layout import DISPLAY

from .actions import BUILD_OFFER, DECLINE, FILL, PLACE_ON, PLANT_AT, REMOVE_STRIP, TAKE
from .harbour import CUTTER, SCHOONER_FOR_GOLD, SLOOP, Sea

CARDS = {card.number: card for card in read_buildings()}


def built(number: int, own: tuple[int, ...] = (), **have: Any) -> Sea:
    """Someone who has just paid and laid the card, and has this much left."""
    wood, fish, gold = CARDS[number].cost
    left = {"wood": 0, "fish": 0, "gold": 0} | have
    goods = {"wood": left["wood"] + wood, "fish": left["fish"] + fish, "gold": left["gold"] + gold}
    sea = Sea(number, **have | goods).own(*own)
    return sea.build(number)


# the card, what its builder has in addition, and what it brings
BRINGS: list[tuple[int, dict[str, int], dict[str, int]]] = [
    (102, {}, {"sloops": 1}),
    (103, {}, {"fish": 4}),
    (104, {}, {"wood": 4}),  # five free spaces, one of them just built on
    (104, {"strips": 1}, {"wood": 8}),
    (115, {}, {"fish": 3}),
    (115, {"schooners": 1}, {"fish": 6}),
    (121, {"elders": 3}, {"gold": 3}),
    (141, {}, {"gold": 4}),
    (141, {"strips": 0}, {"gold": 5}),  # at most five
    (142, {"sloops": 2, "schooners": 1}, {"gold": 3}),
    (144, {"fish": 12}, {"fish": -12, "gold": 6}),
    (145, {"wood": 5, "fish": 5}, {"wood": -5, "fish": -5, "gold": 5}),
    (146, {"elders": 4}, {"gold": 6}),
    (146, {"elders": 5}, {"gold": 6}),
    (201, {}, {"gold": 3}),
    (209, {}, {"reserve_fish": 6}),
    (209, {"reserve_fish": 7}, {"reserve_fish": 6}),
    (221, {}, {"gold": 3}),
    (222, {"fish": 6}, {"fish": -6, "gold": 3}),
    (224, {"reserve_fish": 5, "reserve_wood": 2}, {"fish": 5, "wood": 2, "reserve_fish": -5, "reserve_wood": -2}),
    (225, {"sloops": 1, "cutters": 1}, {"wood": 2, "fish": 2}),
    (231, {"elders": 5}, {"wood": 5, "fish": 5}),
    (241, {"shares": 5, "unissued": 0}, {"gold": 5}),
    (245, {"schooners": 2, "sloops": 1}, {"gold": 6}),
    (304, {}, {"gold": 2}),
    (304, {"shares": 3, "on_board": 2, "unissued": 0}, {"gold": 5}),
    (305, {}, {"unissued": -1, "gold": 2}),
    (309, {}, {"reserve_wood": 3, "reserve_fish": 3, "reserve_gold": 1}),
    (313, {}, {"reserve_fish": 3}),
    (313, {"schooners": 1}, {"reserve_fish": 6}),
    (314, {}, {"fish": 6}),
    (314, {"strips": 5}, {"fish": 2}),  # five strips on one double field
    (324, {"sloops": 2, "cutters": 1}, {"wood": 6}),
    (327, {"sloops": 3, "schooners": 1}, {"gold": 4}),
    (328, {}, {"cutters": 1}),
    (347, {"plates": 5, "elders": 2}, {"gold": 2}),
    (347, {"plates": 3, "elders": 5}, {"gold": 3}),
    (401, {}, {"fish": 3, "reserve_fish": 3}),
    (408, {}, {"fish": 7}),
    (408, {"schooners": 2}, {"fish": 3}),  # six units are free
    (411, {"fish": 4}, {"fish": -4, "wood": 2, "gold": 2}),
    (414, {"reserve_fish": 5}, {"reserve_fish": -4, "gold": 2}),
    (415, {"sloops": 1}, {"gold": 1}),
    (415, {"sloops": 4}, {"gold": 3}),
    (421, {"wood": 7}, {"gold": 2}),
    (421, {"wood": 18}, {"gold": 4}),
    (422, {"sloops": 2, "cutters": 1}, {"gold": 4}),
    (422, {"sloops": 4}, {"gold": 6}),
    (425, {}, {"wood": 2, "gold": 2}),  # the first worker of three built it
    (425, {"workers": 2}, {"wood": 1, "gold": 1}),
    (426, {}, {"gold": 3}),
    (426, {"strips": 2}, {"gold": 1}),
    (427, {}, {"gold": 1}),
    (427, {"schooners": 2}, {"gold": 3}),  # catch 9
    (428, {"fish": 8}, {"fish": -8, "wood": 3, "gold": 3}),
    (504, {"wood": 4}, {"wood": -4, "gold": 3}),
    (507, {"elders": 2}, {"fish": 6}),
    (507, {"elders": 5}, {"fish": 9}),
    (508, {}, {"reserve_wood": 6}),
    (518, {}, {"fish": 4}),
    (518, {"shares": 3, "foreign": 2}, {"fish": 6}),
    (523, {"reserve_fish": 5}, {"gold": 2}),
    (523, {"reserve_fish": 12}, {"gold": 4}),
    (524, {"reserve_fish": 5}, {"fish": 5}),
    (524, {"reserve_fish": 12}, {"fish": 8}),
    (528, {}, {"wood": 6}),
    (528, {"strips": 2}, {"wood": 4}),
    (545, {"cutters": 3}, {"gold": 4}),  # nine units
    (545, {"schooners": 3, "sloops": 1}, {"gold": 6}),
    (601, {}, {"wood": 3, "fish": 3}),
    (601, {"strips": 4}, {"wood": 1, "fish": 1}),  # all on one double field
    (614, {}, {"fish": 4, "gold": 1}),
    (617, {}, {"reserve_wood": 4, "reserve_fish": 4}),
    (621, {"fish": 9}, {"gold": 2}),
    (621, {"fish": 30}, {"gold": 4}),
    (627, {"round_number": 3}, {"gold": 3}),
    (627, {"round_number": 7}, {"gold": 4}),
    (629, {"wood": 3, "fish": 3}, {"wood": -3, "fish": -3, "gold": 4}),
    (643, {"cutters": 2, "sloops": 1}, {"gold": 4}),
    (649, {"reserve_fish": 9}, {"reserve_fish": -8, "gold": 5}),
]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("number", "have", "brings"), BRINGS)
def test_an_immediately_building_brings_what_it_says_once_or_nothing(number, have, brings):
    sea = built(number, **have)
    before = sea.state()
    assert sea.offered(number) == [0]
    sea.use(number)
    assert sea.since(before) == brings
    assert sea.offered(number) == []
    sea = built(number, **have)
    assert sea.decline().since(before) == {}
    assert sea.offered(number) == []


NOTHING: list[tuple[int, dict[str, int]]] = [
    (102, {"schooners": 3, "sloops": 1}),  # the track is full
    (110, {"strips": 0}),
    (121, {}),
    (142, {}),
    (144, {"fish": 11}),
    (145, {"wood": 4, "fish": 9}),
    (145, {"wood": 5, "fish": 4}),
    (146, {"elders": 3}),
    (221, {"gold": 1}),
    (222, {"fish": 5}),
    (224, {}),
    (225, {}),
    (231, {}),
    (241, {"shares": 0}),
    (245, {"cutters": 2}),
    (304, {"shares": 0}),
    (305, {"shares": 5, "unissued": 0}),
    (314, {"strips": 0}),
    (321, {"wood": 1, "fish": 1}),
    (323, {"fish": 1}),
    (324, {}),
    (327, {}),
    (328, {"schooners": 3}),  # two units are left
    (342, {"schooners": 1}),
    (347, {"plates": 0, "elders": 5}),
    (411, {"fish": 3}),
    (414, {"reserve_fish": 3, "fish": 3}),
    (415, {}),
    (421, {"wood": 2}),
    (422, {"cutters": 1}),
    (425, {"workers": 1}),
    (426, {"strips": 0}),
    (428, {"fish": 7}),
    (448, {}),
    (454, {"wood": 2, "fish": 1, "gold": 1}),
    (504, {"wood": 3}),
    (507, {}),
    (510, {"elders": 5, "fish": 1}),
    (518, {"shares": 0}),
    (523, {"reserve_fish": 1}),
    (524, {}),
    (528, {"strips": 0}),
    (531, {"shares": 5, "unissued": 0}),
    (532, {"elders": 3}),
    (545, {}),
    (601, {"strips": 0}),
    (607, {"strips": 0}),
    (612, {"shares": 5, "unissued": 0}),
    (621, {"fish": 3}),
    (629, {"wood": 2, "fish": 9}),
    (631, {"elders": 5, "fish": 1}),
    (643, {"sloops": 2}),
    (649, {"reserve_fish": 7}),
]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("number", "have"), NOTHING)
def test_an_immediately_building_that_cannot_do_all_does_nothing(number, have):
    assert built(number, **have).offered(number) == []


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("others", "gold"), [((), 0), ((101,), 1), ((101, 102), 1), ((101, 102, 103), 2)])
def test_126_town_hall_counts_itself(others, gold):
    sea = built(126, own=others)
    assert sea.offered(126) == ([0] if gold else [])
    if gold:
        assert sea.use(126).gold == gold


# the card, other buildings of its builder, and what it brings
COUNTS: list[tuple[int, tuple[int, ...], dict[str, int]]] = [
    (326, (), {"fish": 2}),
    (326, (301, 321), {"fish": 6}),
    (445, (401, 402, 421), {"gold": 2}),  # two A
    (445, (401, 402, 403, 404, 405, 406), {"gold": 5}),
    (448, (401, 402, 403, 421), {"gold": 4}),  # the fifth building on five open spaces
    (517, (), {"wood": 1, "fish": 1}),
    (517, (501, 502, 503, 521, 541), {"wood": 4, "fish": 4}),
    (625, (601,), {"wood": 2, "fish": 2}),  # it counts itself
    (625, (621, 622, 623), {"wood": 6, "fish": 6}),
    (646, (603, 604, 613, 622), {"gold": 3}),
    (646, (603, 604, 605, 606, 609, 610), {"gold": 5}),
]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("number", "others", "brings"), COUNTS)
def test_an_immediately_building_counts_buildings(number, others, brings):
    sea = built(number, own=others, **({"strips": 1} if len(others) > 4 else {}))
    before = sea.state()
    assert sea.use(number).since(before) == brings


# the card, its line, what its builder has in addition, what is answered, what changes, and which lines can still be used
DOES: list[tuple[int, int, dict[str, int], tuple[int, ...], dict[str, int], list[int]]] = [
    (317, 0, {}, (PLANT_AT + 1,), {"wood": 4, "strips": 1}, []),
    (321, 0, {"wood": 4, "fish": 2, "gold": 1}, (BUILD_OFFER + SLOOP,), {"fish": -2, "sloops": 1}, []),
    (321, 0, {"wood": 4, "fish": 2, "gold": 1}, (BUILD_OFFER + CUTTER,), {"wood": -4, "gold": -1, "cutters": 1}, []),
    (323, 0, {"fish": 6}, (FILL + 2,), {"fish": -5, "gold": 2, "plates": 2}, []),
    (342, 0, {"sloops": 1, "cutters": 1}, (), {"sloops": -1, "cutters": 1}, []),
    (342, 1, {"sloops": 1, "cutters": 1}, (), {"cutters": -1, "schooners": 1}, []),
    (404, 0, {}, (), {"fish": 2}, [1]),
    (404, 1, {"fish": 20}, (FILL + 2,), {"fish": -5, "gold": 2, "plates": 2}, [0]),
    (418, 0, {}, (PLANT_AT + 1, PLANT_AT + 1), {"strips": 2}, [1]),
    (418, 1, {}, (REMOVE_STRIP + 1,), {"strips": -1, "wood": 5}, [0]),
    (430, 0, {"sloops": 2}, (), {"reserve_wood": 2, "reserve_fish": 2}, [1]),
    (430, 1, {"sloops": 2, "reserve_fish": 3}, (), {"fish": 3, "reserve_fish": -3}, [0]),
    (443, 0, {"fish": 6}, (FILL + 1,), {"fish": -2, "gold": 1, "plates": 1}, []),
    (443, 1, {"fish": 7}, (), {"fish": -5, "gold": 3}, [0]),
    (454, 0, {"wood": 3, "gold": 2}, (BUILD_OFFER + CUTTER,), {"wood": -3, "cutters": 1}, []),
    (454, 0, {"wood": 3, "gold": 2}, (BUILD_OFFER + SCHOONER_FOR_GOLD,), {"gold": -2, "schooners": 1}, []),
    (510, 0, {"fish": 9}, (TAKE + 7, DECLINE), {"elders": 1}, []),
    (510, 1, {"fish": 9}, (FILL + 1,), {"fish": -2, "gold": 1, "plates": 1}, []),
    (531, 0, {}, (), {"unissued": -1, "gold": 2}, [1]),
    (531, 1, {"on_board": 2, "gold": 2}, (), {"gold": -2, "shares": 2}, [0]),
    (607, 0, {}, (REMOVE_STRIP + 1,), {"strips": -1, "wood": 1, "gold": 2}, []),
    (608, 0, {"wood": 1, "fish": 1, "gold": 4}, (BUILD_OFFER + SLOOP,), {"wood": -1, "fish": -1, "sloops": 1}, []),
    (612, 0, {"on_board": 1, "gold": 1}, (), {"gold": -1, "shares": 1}, []),
    (612, 1, {"on_board": 1, "gold": 1}, (), {"unissued": -1, "gold": 2}, []),
    (631, 0, {"fish": 9}, (TAKE + 7, DECLINE), {"elders": 1}, [1]),
    (631, 1, {"fish": 9}, (FILL + 1,), {"fish": -2, "gold": 1, "plates": 1}, [0]),
]


@pytest.mark.rule("N9.6")
@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(("number", "line", "have", "answers", "change", "left"), DOES)
def test_an_immediately_building_lets_its_builder_act(number, line, have, answers, change, left):
    sea = built(number, **have)
    before = sea.state()
    sea.use(number, line)
    for answer in answers:
        sea.play(answer)
    assert sea.since(before) == change
    assert sea.offered(number) == left


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("fish", "gold"), [((2, 1, 0), 3), ((2, 2, 2), 5)])
def test_532_undertaker_counts_the_fish_on_elders(fish, gold):
    wood, cost_fish, _ = CARDS[532].cost
    sea = Sea(532, elders=3, wood=wood, fish=cost_fish, gold=0)
    sea.s.elder_fish[1:4] = fish
    assert sea.build(532).use(532).gold == gold


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(("line", "brings"), [(0, {"wood": 5}), (1, {"fish": 6}), (2, {"gold": 2})])
def test_113_portal_is_one_of_three(line, brings):
    sea = built(113)
    before = sea.state()
    assert sea.offered(113) == [0, 1, 2]
    assert sea.use(113, line).since(before) == brings
    assert sea.offered(113) == []


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(
    ("offer", "change"),
    [
        (SLOOP, {"wood": -2, "fish": -2, "sloops": 1}),
        (CUTTER, {"wood": -6, "gold": -1, "cutters": 1}),
        (SCHOONER_FOR_GOLD, {"gold": -4, "schooners": 1}),
    ],
)
def test_101_boathouse_lets_its_builder_build_a_ship(offer, change):
    sea = built(101, wood=8, fish=2, gold=4)
    before = sea.state()
    assert sea.use(101).ship(offer).since(before) == change
    assert built(101, wood=1).offered(101) == []  # no ship can be paid


@pytest.mark.rule("N9.6")
def test_107_arboretum_reforests_and_or_thins_out():
    sea = built(107)
    before = sea.state()
    assert sea.offered(107) == [0, 1]
    sea.use(107, 0)
    sea.play(next(action for action in sea.actions() if action >= PLANT_AT))
    assert sea.since(before) == {"strips": 2}
    assert sea.offered(107) == [1]
    sea.use(107, 1)
    assert sea.since(before) == {"strips": 2, "wood": 6}
    assert sea.offered(107) == []
    sea = built(107).use(107, 1)
    assert sea.since(before) == {"wood": 4}
    assert sea.offered(107) == [0]


@pytest.mark.rule("N9.6")
def test_108_village_center_takes_an_elder():
    sea = built(108)
    before = sea.state()
    sea.use(108).play(TAKE + 7)
    assert sea.since(before) == {"elders": 1}
    assert built(108, elders=5).offered(108) == []


@pytest.mark.rule("N9.10")
def test_110_foresters_house_removes_a_strip_of_the_owners_choice():
    sea = built(110)
    before = sea.state()
    sea.use(110)
    fields = [action for action in sea.actions() if action >= REMOVE_STRIP]
    assert len(fields) == 3
    assert sea.play(fields[0]).since(before) == {"strips": -1, "wood": 3, "gold": 1}


@pytest.mark.rule("N9.9")
def test_205_foresters_cottage_clears_or_thins_out():
    sea = built(205)
    before = sea.state()
    assert sea.offered(205) == [0, 1]
    sea.use(205, 0)
    assert sea.play(sea.actions()[0]).since(before) == {"strips": -1, "wood": 5}
    assert sea.offered(205) == []
    sea = built(205).use(205, 1)
    assert sea.since(before) == {"wood": 4}
    assert sea.offered(205) == []


@pytest.mark.rule("N9.12")
def test_228_stilt_house_lies_on_the_track_and_raises_the_catch_it_brings():
    sea = built(228, sloops=1)  # catch 5 (two units), with the house 6 (three units)
    before = sea.state()
    assert sea.use(228, 1).since(before) == {"fish": 6}
    assert (sea.me.harbour[1:12] > 0).sum() == 0
    assert sea.buildings() == 1


@pytest.mark.rule("N9.12")
def test_228_stilt_house_needs_no_building_space_but_a_unit_of_the_track():
    sea = Sea(228).own(201, 203, 206, 210, 212)
    before = sea.points()
    sea.have(wood=3, fish=4)
    sea.build(228)  # no space is free
    assert sea.points() == before + 3
    full = Sea(228, wood=3, fish=4, schooners=3, sloops=1)
    full.s.where[full.card(228)] = DISPLAY
    full.recount()
    assert PLACE_ON + BUILD not in full.actions()


def test_every_immediately_card_is_tested():
    named = {101, 107, 108, 110, 113, 126, 205, 228, 532}
    tested = {row[0] for row in (*BRINGS, *COUNTS, *DOES)}
    assert tested | named == {n for n, card in CARDS.items() if n < 700 and card.category == "immediately"}
