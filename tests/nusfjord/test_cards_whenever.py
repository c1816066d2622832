"""N9.2 Whenever: what each building adds to an act of its owner, against the same act with the effect declined."""

from collections.abc import Callable
from typing import Any

import pytest

from seaboard.core.refusals import FINE
from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.cards.effects import (
    BUILD_SHIP,
    BUY,
    CLEAR,
    ISSUE,
    REFOREST,
    SERVE,
    TAKE_ELDER,
    TAKE_GOLD,
    THIN,
    TRANSFER,
)
from seaboard.games.nusfjord.elders.before import NOT_YOURS_BEFORE_ELDER, problem_with_effect_before
from seaboard.games.nusfjord.layout import BUILT, LINES
from seaboard.games.nusfjord.resources import resources_of

from .actions import DECLINE, FILL, PLANT_AT, REMOVE_STRIP, SKIP, TAKE
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


def clear_elder(sea: Sea) -> None:
    sea.s.elder_fish[FOREST_MANAGER] = 2
    use_elder(FOREST_MANAGER)(sea)


def skip(sea: Sea) -> None:
    sea.play(SKIP)


def next_catch(sea: Sea) -> None:
    """Everybody skips until the owner's card is heard in the next round."""
    round_number = int(sea.s.round_number)
    while not (int(sea.s.round_number) == round_number + 1 and int(sea.s.mover) == sea.p and sea.offered_any()):
        assert int(sea.s.round_number) <= round_number + 1, "nothing was heard"
        sea.play(SKIP if SKIP in sea.actions() else sea.actions()[0])


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
    (301, {}, use(THIN), {"reserve_wood": 3}),
    (302, {}, skip, {"fish": 1, "gold": 1}),
    (303, {}, take_elder, {"wood": 3}),
    (306, {}, build(325), {"wood": 2, "fish": 2}),
    (307, {}, reforest, {"wood": 2, "gold": 1}),
    (308, {}, clear, {"wood": -1, "gold": 1}),
    (308, {"elders": 4}, use_elder(FOREST_MANAGER), {"wood": -1, "gold": 1}),
    (311, {}, reforest, {"fish": 4}),
    (318, {"reserve_fish": 3}, use(TRANSFER), {"wood": 3}),
    (402, {}, next_catch, {"fish": 2}),
    (406, {}, use(ISSUE), {"gold": 1}),
    (407, {}, use(TAKE_GOLD), {"gold": 1}),
    (409, {}, use(THIN), {"fish": 4}),
    (409, {"wood": 10}, use(THIN), {"fish": 2}),  # as much as the supply could take
    (410, {}, ship(SLOOP), {"wood": 1, "fish": 2}),
    (412, {"elders": 4}, use_elder(FOREST_MANAGER), {"fish": 1}),
    (416, {"reserve_fish": 3}, use(TRANSFER), {"fish": -4, "gold": 2}),
    (417, {}, next_catch, {"reserve_fish": 2}),
    (424, {}, ship(SLOOP), {"fish": -2, "gold": 2}),
    (501, {}, serve(1), {"gold": 1}),
    (501, {}, serve(3), {"gold": 1}),
    (503, {}, ship(SLOOP), {"fish": 3}),
    (506, {"reserve_fish": 4}, use(TRANSFER), {"reserve_fish": 3}),
    (509, {"on_board": 2}, use(BUY), {"gold": 2}),
    (509, {"on_board": 5}, use(BUY), {"gold": 3}),
    (511, {"reserve_fish": 7, "schooners": 2}, next_catch, {"fish": 6}),  # of 9, two to shares, one to the reserve
    (513, {}, clear, {"gold": 1}),
    (515, {"sloops": 2}, next_catch, {"gold": 1}),
    (516, {}, ship(SLOOP), {"wood": 1, "fish": 2}),
    (526, {}, clear, {"wood": 1, "fish": 1}),
    (526, {"elders": 4, "wood": 0}, use_elder(FOREST_MANAGER), {"wood": 2, "fish": 2}),
    (527, {}, reforest, {"gold": 2}),
    (530, {}, serve(2), {"gold": 1}),  # 2 and 3 fish
    (530, {}, serve(3), {"gold": 2}),  # 8 fish
    (541, {}, use(ISSUE), {"gold": 2}),
    (543, {}, build(522), {"gold": 2}),
    (543, {}, build(554), {"gold": 2}),
    (544, {}, serve(1), {"gold": 1}),
    (544, {}, serve(4), {"gold": 3}),
    (603, {}, serve(1), {"wood": 1}),
    (603, {}, serve(2), {"wood": 2}),
    (604, {}, skip, {"fish": 4}),
    (605, {}, ship(SCHOONER_FOR_GOLD), {"wood": 3, "gold": 1}),
    (606, {}, next_catch, {"fish": 2}),
    (609, {}, use(ISSUE), {"wood": 2, "fish": 2}),
    (610, {}, take_elder, {"wood": 1, "gold": 1}),
    (618, {}, build(609), {"fish": -1, "wood": 2}),
    (622, {}, ship(SLOOP), {"wood": -2, "gold": 2}),
    (628, {"elders": 4, "wood": 0}, clear_elder, {"wood": 2, "gold": 1}),
    (641, {}, serve(2), {"gold": 1}),
    (641, {}, serve(3), {"gold": 2}),
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
    (301, {}, clear),
    (302, {}, use(TAKE_GOLD)),
    (306, {}, build(301)),  # an A
    (307, {}, use(THIN)),
    (308, {"wood": 0}, use(THIN)),
    (311, {}, clear),
    (416, {"fish": 0, "reserve_fish": 3}, use(TRANSFER)),
    (424, {"fish": 3}, ship(SLOOP)),
    (516, {"wood": 6}, ship(CUTTER)),
    (526, {}, use(THIN)),
    (527, {}, clear),
    (530, {}, serve(1)),  # two fish
    (541, {}, use(TAKE_GOLD)),
    (543, {}, build(501)),
    (605, {}, ship(SLOOP)),
    (618, {"fish": 0}, build(609)),
    (622, {"wood": 3}, ship(SLOOP)),
    (628, {"elders": 4}, use_elder(FOREST_MANAGER)),
    (641, {}, serve(1)),
]


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "have", "act"), NOT)
def test_a_whenever_building_is_silent_when_something_else_happens(number, have, act):
    sea = Sea(number, **have).own(number)
    act(sea)
    assert sea.offered(number) == []


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(
    "number",
    [*(105, 106, 109, 114, 127, 128, 131), *(206, 207, 211, 214), *(303, 306, 308), *(410, 424), *(503, 513, 543), *(610, 618)],
)
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


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "have"), [(511, {}), (515, {"sloops": 1}), (606, {"reserve_fish": 2})])
def test_a_catch_does_not_trigger_where_the_card_wants_another(number, have):
    with pytest.raises(AssertionError, match="nothing was heard"):
        next_catch(Sea(number, **have).own(number))


@pytest.mark.rule("N9.2")
def test_403_alluvial_forest_grows_by_a_strip_at_the_beginning_of_a_round():
    sea = Sea(403).own(403)
    next_catch(sea)
    assert sea.use(403).play(PLANT_AT + 1).strips == 5
    next_catch(sea)
    assert sea.decline().strips == 5


@pytest.mark.rule("N9.2")
def test_616_galley_serves_up_to_two_plates_after_building_a_ship():
    sea = Sea(616, fish=9).own(616)
    sea.act(BUILD_SHIP).ship(SLOOP)
    before = sea.state()
    sea.use(616)
    assert sea.actions() == [FILL + 1, FILL + 2]
    assert sea.play(FILL + 2).since(before) == {"fish": -5, "gold": 2, "plates": 2}


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


@pytest.mark.rule("N9.2")
@pytest.mark.rule("N9.12")
def test_216_purveyor_serves_its_owner_only():
    sea = Sea(216, elders=4, plates=1).own(216)
    asked = (sea.s, sea.box, sea.p, FOREST_MANAGER, sea.card(216) * LINES, resources_of(sea.s, sea.p))
    assert problem_with_effect_before(*asked) == FINE
    sea.s.where[sea.card(216)] = BUILT + 1 - sea.p
    sea.recount()
    assert problem_with_effect_before(*asked) == NOT_YOURS_BEFORE_ELDER


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
    named = {130, 215, 216, 226, 403, 616}
    tested = {number for number, *_ in ADDS} | named
    assert tested == {n for n, card in CARDS.items() if n < 700 and card.category == "whenever"}
