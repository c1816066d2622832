"""N9.2 Whenever: what each building adds to an act of its owner, against the same act with the effect declined."""

from collections.abc import Callable
from typing import Any

import pytest

from seaboard.games.nusfjord.buildings import read_buildings
from seaboard.games.nusfjord.effects import (
    BUILD_SHIP,
    CLEAR,
    ISSUE,
    REFOREST,
    SERVE,
    TAKE_ELDER,
    TAKE_GOLD,
    THIN,
    TRANSFER,
)
from seaboard.games.nusfjord.layout import DECLINE, FILL, PLANT_AT, REMOVE_STRIP, SKIP, TAKE

from .harbour import CUTTER, SCHOONER_FOR_GOLD, SLOOP, Sea

CARDS = {card.number: card for card in read_buildings()}
DEVELOPER, CONSTRUCTOR, POND_BUILDER, FOREST_MANAGER, SAILOR, HARBOUR_MASTER, BUILDER = range(1, 8)
Act = Callable[[Sea], Any]


def use(action: int) -> Act:
    return lambda sea: sea.act(action)


def ship(offer: int) -> Act:
    return lambda sea: sea.act(BUILD_SHIP).ship(offer)


def build(number: int) -> Act:
    return lambda sea: sea.build(number)


def serve(plates: int) -> Act:
    return lambda sea: sea.act(SERVE).play(FILL + plates)


def clear(sea: Sea) -> None:
    sea.act(CLEAR).play(REMOVE_STRIP + 1)


def reforest(sea: Sea) -> None:
    sea.act(REFOREST)
    if not sea.offered_any():  # more than one double field is free
        sea.play(sea.actions()[0])


def take_elder(sea: Sea) -> None:
    sea.act(TAKE_ELDER).play(TAKE + BUILDER)
    if not sea.offered_any():
        sea.decline()  # the elder is not used at once


def use_elder(elder: int) -> Act:
    def act(sea: Sea) -> None:
        sea.on_elder(elder)
        while not sea.offered_any() and any(REMOVE_STRIP <= action < PLANT_AT for action in sea.actions()):
            sea.play(sea.actions()[0])

    return act


# the card, what its owner has, what the owner does, and what the card adds
ADDS: list[tuple[int, dict[str, int], Act, dict[str, int]]] = [
    (105, {}, ship(SLOOP), {"wood": 3}),
    (105, {}, ship(SCHOONER_FOR_GOLD), {"wood": 3}),
    (106, {}, clear, {"fish": 2}),
    (106, {"elders": 4}, use_elder(FOREST_MANAGER), {"fish": 4}),
    (109, {}, ship(SLOOP), {"fish": 1, "gold": 1}),
    (114, {}, build(109), {"wood": 2}),
    (116, {"reserve_fish": 3}, use(TRANSFER), {"gold": 1}),
    (127, {}, clear, {"wood": -2, "gold": 2}),
    (128, {"wood": 6}, ship(CUTTER), {"gold": 1}),
    (131, {}, take_elder, {"fish": 1, "gold": 1}),
    (202, {}, use(TAKE_GOLD), {"wood": 2, "fish": 1}),
    (203, {}, serve(1), {"wood": 1}),
    (203, {}, serve(3), {"wood": 3}),
    (206, {}, clear, {"fish": 3}),
    (207, {}, build(203), {"wood": 2}),
    (208, {"elders": 4}, use_elder(FOREST_MANAGER), {"wood": 1}),
    (210, {}, use(ISSUE), {"gold": -1, "wood": 3, "fish": 4}),
    (211, {"wood": 6}, ship(CUTTER), {"gold": 2}),
    (213, {}, use(TAKE_GOLD), {"wood": 1}),
    (213, {}, use(ISSUE), {"wood": 2}),
    (213, {}, serve(3), {"wood": 3}),
    (214, {}, build(203), {"gold": 1}),
    (214, {}, build(230), {"gold": 1}),
    (227, {}, use(THIN), {"gold": 1}),
    (227, {}, reforest, {"gold": 2}),
]


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "have", "act", "adds"), ADDS)
def test_a_whenever_building_adds_what_it_says_unless_it_is_declined(number, have, act, adds):
    plain = Sea(number, **have).own(number)
    act(plain)
    finish(plain.decline())
    sea = Sea(number, **have).own(number)
    act(sea)
    [line] = sea.offered(number)
    finish(sea.use(number, line))
    assert sea.since(plain.state()) == adds


def finish(sea: Sea) -> None:
    """What else is asked in the same turn is declined."""
    while int(sea.s.mover) == sea.p and DECLINE in sea.actions():
        sea.decline()


NOT: list[tuple[int, dict[str, int], Act]] = [
    (105, {}, use(TAKE_GOLD)),
    (106, {}, use(THIN)),
    (109, {}, ship(SCHOONER_FOR_GOLD)),
    (109, {"wood": 6}, ship(CUTTER)),
    (127, {"wood": 0, "strips": 0}, use(TAKE_GOLD)),
    (206, {"elders": 4}, use_elder(FOREST_MANAGER)),  # removing strips is not Clear (N9.10)
    (207, {}, build(227)),  # a B
    (210, {"gold": 0}, use(TAKE_GOLD)),
    (211, {}, ship(SLOOP)),
    (213, {}, use(THIN)),
    (215, {"elders": 4}, use_elder(FOREST_MANAGER)),  # one fish does not clear the card
    (227, {}, clear),
]


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "have", "act"), NOT)
def test_a_whenever_building_is_silent_when_something_else_happens(number, have, act):
    sea = Sea(number, **have).own(number)
    act(sea)
    assert sea.offered(number) == []


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize("number", [105, 106, 109, 114, 127, 128, 131, 206, 207, 211, 214])
def test_a_whenever_building_does_not_hear_of_its_own_building_nor_of_what_others_do(number):
    assert Sea(number, wood=9).build(number).offered(number) == []
    sea = Sea(number, wood=9).own(number)
    sea.play(SKIP)
    other = sea.p
    sea.p = int(sea.s.mover)
    assert sea.p != other
    sea.have(wood=6, fish=20, gold=10)
    act = next(act for n, _, act, _ in ADDS if n == number)
    act(sea)
    assert sea.offered_any() == []


@pytest.mark.rule("N9.2")
@pytest.mark.rule("N9.8")
def test_two_buildings_at_once_in_the_owners_order():
    sea = Sea(105, gold=4).own(105, 128)
    before = sea.state()
    sea.act(BUILD_SHIP).ship(SLOOP)
    assert sea.offered(105) == sea.offered(128) == [0]
    sea.use(128)
    assert sea.offered(105) == [0]
    sea.use(105)
    assert sea.since(before) == {"wood": 3 - 2, "fish": -2, "gold": 1, "sloops": 1}


@pytest.mark.rule("N9.2")
def test_127_sawmill_needs_two_wood_after_clearing():
    """Five wood have just come, so only a line of its own can show it: with 12 wood none comes, but there is enough."""
    sea = Sea(127, wood=12).own(127)
    clear(sea)
    assert sea.use(127).wood == 10


@pytest.mark.rule("N9.2")
def test_130_ship_holding_company_builds_a_ship_after_issuing_a_share():
    sea = Sea(130, gold=2).own(130)
    before = sea.state()
    sea.act(ISSUE)
    assert sea.use(130).ship(SCHOONER_FOR_GOLD).since(before) == {"gold": 2 - 4, "unissued": -1, "schooners": 1}
    poor = Sea(130, wood=0, fish=0, gold=0).own(130)
    assert poor.act(ISSUE).offered(130) == []


@pytest.mark.rule("N9.2")
def test_130_ship_holding_company_makes_ships_that_other_cards_hear_of():
    sea = Sea(130, gold=10).own(130, 105)
    sea.act(ISSUE).use(130).ship(SLOOP)
    assert sea.offered(105) == [0]


@pytest.mark.rule("N9.2")
def test_215_chiefs_house_pays_when_an_elder_is_cleared():
    sea = Sea(215, elders=4).own(215)
    sea.s.elder_fish[FOREST_MANAGER] = 2
    use_elder(FOREST_MANAGER)(sea)
    before = sea.gold
    assert sea.offered(215) == [0]
    assert sea.use(215).gold == before + 1


@pytest.mark.rule("N9.2")
def test_215_chiefs_house_pays_for_each_elder_cleared_in_the_catch():
    sea = Sea(215, elders=3).own(215)
    sea.s.elder_fish[1:3] = 2
    sea.have(schooners=2)
    next_catch(sea)
    assert sea.offered(215) == [0]
    before = sea.gold
    assert sea.use(215).gold == before + 2


@pytest.mark.rule("N9.2")
def test_226_driftwood_rafting_brings_two_wood_after_each_catch():
    sea = Sea(226).own(226)
    for _ in range(2):
        next_catch(sea)
        before = sea.state()
        assert sea.offered(226) == [0]
        assert sea.use(226).since(before) == {"wood": 2}


def next_catch(sea: Sea) -> None:
    """Everybody skips until the owner's card is heard after the next catch."""
    round_number = int(sea.s.round_number)
    while not (int(sea.s.round_number) == round_number + 1 and int(sea.s.mover) == sea.p and sea.offered_any()):
        assert int(sea.s.round_number) <= round_number + 1
        sea.play(SKIP if SKIP in sea.actions() else sea.actions()[0])


@pytest.mark.rule("N9.2")
@pytest.mark.rule("N9.12")
def test_216_purveyor_serves_one_plate_before_an_elder_is_used():
    sea = Sea(216, elders=4, plates=1).own(216)
    before = sea.state()
    sea.on_elder(FOREST_MANAGER)
    assert sea.offered(216) == [0]
    sea.use(216)
    while any(REMOVE_STRIP <= action < PLANT_AT for action in sea.actions()):
        sea.play(sea.actions()[0])
    assert sea.since(before) == {"wood": 5, "fish": -2, "gold": 2, "strips": -2}  # served one plate, then one fish moved


@pytest.mark.rule("N9.12")
def test_216_purveyor_makes_an_elder_usable_at_an_empty_table():
    sea = Sea(216, elders=4, plates=0).own(216)
    sea.on_elder(FOREST_MANAGER)
    assert sea.plates == 0  # the plate had to be served, and its fish has moved onto the card
    assert sea.s.elder_fish[FOREST_MANAGER] == 1
    assert (sea.fish, sea.gold) == (20 - 1, 10 + 1 + 1)
    poor = Sea(216, elders=4, plates=0, fish=0).own(216)
    with pytest.raises(AssertionError, match="is not allowed"):
        poor.on_elder(FOREST_MANAGER)


@pytest.mark.rule("N9.12")
def test_216_purveyor_serves_before_an_elder_just_taken():
    sea = Sea(216, plates=0).own(216)
    sea.act(TAKE_ELDER).play(TAKE + BUILDER)
    assert sea.elders == 1
    sea.play(sea.actions()[-1])  # it is used
    assert sea.fish == 20 - 1
    assert sea.s.elder_fish[BUILDER] == 1


@pytest.mark.rule("N9.2")
def test_213_clearing_hears_gold_in_the_supply_only():
    sea = Sea(213, reserve_gold=2, reserve_fish=1).own(213)
    sea.act(TRANSFER)
    before = sea.wood
    assert sea.use(213).wood == before + 2
    sea = Sea(213, reserve_fish=3).own(213, 204)
    sea.act(TAKE_GOLD).use(213)
    sea.use(204)
    assert (sea.reserve_gold, sea.offered(213)) == (1, [])


@pytest.mark.rule("N9.2")
def test_210_laborer_square_needs_the_gold():
    sea = Sea(210, gold=0).own(210)
    before = sea.state()
    sea.act(ISSUE).use(210)  # the two gold of the share are there
    assert sea.since(before) == {"unissued": -1, "gold": 1, "wood": 3, "fish": 4}


def test_every_whenever_card_is_tested():
    named = {130, 215, 216, 226}
    first_decks = {n for n, card in CARDS.items() if n < 300 and card.category == "whenever"}
    assert {number for number, *_ in ADDS} | named == first_decks
