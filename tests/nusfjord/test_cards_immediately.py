"""N9.6 Immediately: what each building brings right after it was built; all of it or nothing."""

from typing import Any

import pytest

from seaboard.games.nusfjord.buildings import read_buildings
from seaboard.games.nusfjord.effects import BUILD
from seaboard.games.nusfjord.layout import DISPLAY, PLACE_ON, PLANT_AT, REMOVE_STRIP, TAKE

from .harbour import CUTTER, SCHOONER_FOR_GOLD, SLOOP, Sea

CARDS = {card.number: card for card in read_buildings()}


def built(number: int, own: tuple[int, ...] = (), **have: Any) -> Sea:
    """Someone who has just paid and laid the card, and has this much left."""
    wood, fish, gold = CARDS[number].cost
    left = {"wood": 0, "fish": 0, "gold": 0} | have
    goods = {"wood": left["wood"] + wood, "fish": left["fish"] + fish, "gold": left["gold"] + gold}
    sea = Sea(number, **have | goods).own(*own)
    return sea.build(number)


# the card, what its builder has besides, and what it brings
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
    assert PLACE_ON + BUILD not in full.actions()


def test_every_immediately_card_is_tested():
    named = {101, 107, 108, 110, 113, 126, 205, 228}
    first_decks = {n for n, card in CARDS.items() if n < 300 and card.category == "immediately"}
    assert {number for number, *_ in BRINGS} | named == first_decks
