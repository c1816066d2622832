"""N9.3, N9.5, N9.7 Anytime, As soon as, Special: what each of these buildings lets its owner do."""

from typing import Any

import pytest

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
from seaboard.games.nusfjord.layout import LAST_ROUND, SPACES
from seaboard.games.nusfjord.round.catch import begin_catch
from seaboard.games.nusfjord.turn import run

from .actions import BUILD_OFFER, DECLINE, FILL, PLACE_ON, REMOVE_STRIP, SKIP, TAKE
from .harbour import CUTTER, SCHOONER, SCHOONER_FOR_GOLD, SLOOP, Sea

CARDS = {card.number: card for card in read_buildings()}
FOREST_MANAGER = 4


def catch(sea: Sea) -> Sea:
    """The player catches and hands out fish, in the middle of a turn."""
    begin_catch(sea.s, sea.box, sea.p)
    run(sea.s, sea.box)
    return sea


# Anytime: the card, its line, what its owner has, what one use changes, and how often it can be used

EXCHANGES: list[tuple[int, int, dict[str, int], dict[str, int], int]] = [
    (122, 0, {"fish": 11}, {"fish": -4, "gold": 1}, 2),
    (123, 0, {"fish": 10, "wood": 0}, {"fish": -3, "wood": 2}, 3),
    (124, 0, {"wood": 12}, {"wood": -4, "gold": 1}, 3),
    (204, 0, {"reserve_fish": 8}, {"reserve_fish": -3, "reserve_gold": 1}, 2),
    (223, 0, {"sloops": 2, "cutters": 1}, {"sloops": -1, "gold": 2}, 2),
    (223, 1, {"sloops": 1, "cutters": 3}, {"cutters": -1, "gold": 4}, 3),
    (230, 0, {"wood": 5, "fish": 9}, {"wood": -2, "fish": -1, "gold": 1}, 2),
    (310, 0, {"wood": 5, "fish": 9}, {"wood": -1, "fish": -3, "gold": 1}, 3),
    (312, 0, {"wood": 5}, {"wood": -2, "reserve_fish": 2}, 2),
    (325, 0, {"reserve_fish": 8}, {"reserve_fish": -3, "gold": 1}, 2),
    (413, 0, {}, {"shares": -1, "fish": 3, "gold": 1}, 2),
    (429, 0, {"wood": 7}, {"wood": -3, "fish": 1, "gold": 1}, 2),
    (505, 0, {"fish": 12}, {"fish": -5, "wood": 1, "gold": 1}, 2),
    (522, 0, {"wood": 3, "reserve_fish": 5}, {"wood": -1, "reserve_fish": -2, "gold": 1}, 2),
    (613, 0, {"fish": 5}, {"fish": -2, "wood": 1}, 2),
    (623, 0, {"wood": 12}, {"wood": -6, "gold": 2}, 2),
]


@pytest.mark.rule("N9.3")
@pytest.mark.parametrize(("number", "line", "have", "change", "often"), EXCHANGES)
def test_an_anytime_exchange_can_be_repeated_while_the_goods_last(number, line, have, change, often):
    sea = Sea(number, **have).own(number)
    sea.act(TAKE_GOLD)  # the window after the turn
    for _ in range(often):
        before = sea.state()
        assert line in sea.offered(number)
        assert sea.use(number, line).since(before) == change
    assert int(sea.s.mover) != sea.p or line not in sea.offered(number)


@pytest.mark.rule("N9.3")
@pytest.mark.parametrize(("number", "line", "have"), [row[:3] for row in EXCHANGES])
def test_a_window_closes_when_its_owner_declines_and_opens_before_and_after_each_own_turn(number, line, have):
    sea = Sea(number, **have).own(number)
    sea.act(TAKE_GOLD).decline()
    assert int(sea.s.mover) != sea.p
    sea.play(SKIP)
    assert int(sea.s.mover) == sea.p
    assert line in sea.offered(number)  # before the turn
    sea.decline()
    assert sea.offered(number) == []
    assert SKIP in sea.actions()


@pytest.mark.rule("N9.3")
@pytest.mark.parametrize(("number", "have"), [(122, {"fish": 8}), (230, {"wood": 4, "fish": 2}), (223, {"sloops": 1})])
def test_an_anytime_effect_can_be_used_before_the_catch_and_just_before_scoring(number, have):
    sea = Sea(number, round_number=LAST_ROUND - 1, **have).own(number)
    asked = 0
    while int(sea.s.mover) >= 0:
        if sea.offered(number) and sea.s.stage not in (1,):
            asked += 1
        sea.play(SKIP if SKIP in sea.actions() else DECLINE)
    assert asked == 2  # between the rounds, and before scoring


@pytest.mark.rule("N9.12")
def test_223_ship_broker_gives_ships_back_to_the_supply():
    sea = Sea(223, sloops=1, cutters=1, schooners=1).own(223)
    supply = sea.s.supply.tolist()
    sea.act(TAKE_GOLD)
    assert sea.offered(223) == [0, 1]
    sea.use(223, 0)
    sea.use(223, 1)
    assert sea.s.supply.tolist() == [supply[0] + 1, supply[1] + 1, supply[2]]
    assert sea.me.ships.tolist()[:3] == [0, 0, 1]


@pytest.mark.rule("N9.3")
def test_413_pawnshop_lays_an_own_share_on_the_action_board():
    sea = Sea(413, foreign=1).own(413)
    sea.act(TAKE_GOLD).use(413)
    assert (sea.on_board, sea.shares, sea.unissued) == (1, 1 + 1, 3)
    assert Sea(413, shares=0, foreign=1).own(413).act(TAKE_GOLD).offered(413) == []  # an own one


# As soon as: the card, other buildings, what its owner has, what the owner has when it is not yet so, and what it brings

FIVE = (401, 402, 403, 404, 405)
ONCE: list[tuple[int, tuple[int, ...], dict[str, int], dict[str, int], dict[str, int]]] = [
    (322, (), {"strips": 6}, {"strips": 5}, {"gold": 4}),
    (329, (), {"sloops": 2, "wood": 9}, {"sloops": 1, "wood": 9}, {"wood": -6, "gold": 5}),
    (329, (), {"sloops": 2, "wood": 6}, {"sloops": 2, "wood": 5}, {"wood": -6, "gold": 5}),  # all of it or nothing
    (405, (), {"fields": 4}, {"fields": 3}, {"wood": 2, "gold": 2}),
    (423, (), {"sloops": 2}, {"sloops": 1}, {"wood": 6, "gold": 1}),
    (441, (), {"strips": 5, "elders": 2}, {"strips": 5, "elders": 1}, {"gold": 5}),
    (441, (), {"strips": 5, "elders": 2}, {"strips": 4, "elders": 2}, {"gold": 5}),
    (442, (), {"sloops": 4}, {"sloops": 3}, {"gold": 5}),
    (444, (*FIVE, 406), {"strips": 0}, {}, {"gold": 4}),
    (521, (), {"plates": 5}, {"plates": 4}, {"gold": 3}),
    (525, (), {"strips": 2}, {"strips": 3}, {"gold": 3}),
    (529, (), {"schooners": 1, "cutters": 1}, {"cutters": 2}, {"gold": 4}),
    (615, (601, 602, 603, 604), {}, {}, {"gold": 3}),
    (624, (), {"schooners": 1, "sloops": 1}, {"schooners": 2}, {"gold": 3}),
    (624, (), {"schooners": 1, "sloops": 1}, {"sloops": 2}, {"gold": 3}),
    (630, (), {"elders": 3, "sloops": 2}, {"elders": 3, "sloops": 1}, {"gold": 4}),
    (630, (), {"elders": 3, "sloops": 2}, {"elders": 2, "sloops": 2}, {"gold": 4}),
    (647, (601, 602, 603, 604), {}, {}, {"gold": 4}),  # with it the five open spaces, both columns
]


@pytest.mark.rule("N9.5")
@pytest.mark.parametrize(("number", "others", "have", "lacks", "brings"), ONCE)
def test_an_as_soon_as_building_pays_once_when_its_condition_holds(number, others, have, lacks, brings):
    sea = Sea(number, **have).own(*others, number)
    sea.act(TAKE_GOLD)
    before = sea.state()
    assert sea.offered(number) == [0]
    assert sea.use(number).since(before) == brings
    sea.play(SKIP)
    assert sea.act(ISSUE).offered(number) == []
    assert Sea(number, **{"strips": 0} if others else lacks).own(*others[1:], number).act(TAKE_GOLD).offered(number) == []
    goods = {
        good: amount + have.get(good, 0) for good, amount in zip(("wood", "fish", "gold"), CARDS[number].cost, strict=True)
    }
    assert Sea(number, **have | goods).own(*others).build(number).offered(number) == [0]


@pytest.mark.rule("N9.5")
@pytest.mark.rule("N9.12")
def test_143_wharf_hands_out_a_schooner_once_at_the_third_ship():
    sea = Sea(143, wood=8, sloops=2).own(143)
    sea.act(BUILD_SHIP)
    before = sea.state()
    sea.ship(SLOOP)
    assert sea.offered(143) == [0]
    sea.use(143)
    assert sea.since(before) == {"wood": -2, "fish": -2, "sloops": 1, "schooners": 1}
    sea.play(SKIP).have(workers=2)
    sea.act(BUILD_SHIP) if PLACE_ON + BUILD_SHIP in sea.actions() else sea.act(TAKE_GOLD)
    assert sea.offered(143) == []


@pytest.mark.rule("N9.5")
def test_143_wharf_acts_at_once_if_three_ships_are_there_when_it_is_built():
    sea = Sea(143, sloops=3).build(143)
    assert sea.use(143).schooners == 1
    assert Sea(143, sloops=2).build(143).offered(143) == []


@pytest.mark.rule("N9.12")
def test_143_wharf_takes_the_schooner_beyond_the_supply_and_only_one_that_fits():
    sea = Sea(143, sloops=3)
    sea.s.supply[2] = 0
    spare = int(sea.s.spare)
    sea.build(143).use(143)
    assert (sea.schooners, int(sea.s.spare)) == (1, spare - 1)
    assert Sea(143, schooners=2, cutters=1).build(143).offered(143) == []  # 11 units are covered


@pytest.mark.rule("N9.5")
def test_229_whaling_station_pays_once_when_the_catch_is_nine():
    sea = Sea(229, gold=10, schooners=1, sloops=1).own(229)  # 6 units: catch 8
    sea.act(BUILD_SHIP).ship(SCHOONER_FOR_GOLD)
    assert sea.offered(229) == [0]
    assert sea.use(229).gold == 10 - 4 + 4
    sea.play(SKIP)
    assert sea.act(TAKE_GOLD).offered(229) == []
    assert Sea(229, schooners=1, sloops=1).build(229).offered(229) == []
    assert Sea(229, schooners=2).build(229).offered(229) == [0]


# Special: discounts


def ship_costs(sea: Sea, offer: int) -> dict[str, int]:
    before = sea.state()
    return {name: -n for name, n in sea.act(BUILD_SHIP).ship(offer).since(before).items() if name in ("wood", "fish", "gold")}


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(
    ("number", "offer", "cost"),
    [
        (111, SLOOP, {"wood": 1, "fish": 1}),
        (111, CUTTER, {"wood": 5, "gold": 1}),
        (111, SCHOONER, {"wood": 7, "fish": 7}),
        (111, SCHOONER_FOR_GOLD, {"gold": 4}),
        (117, SLOOP, {"wood": 2, "fish": 2}),
        (117, CUTTER, {"wood": 6}),
        (117, SCHOONER, {"wood": 8, "fish": 8}),
        (117, SCHOONER_FOR_GOLD, {"gold": 3}),
    ],
)
def test_ships_are_cheaper_with_slipway_and_shipping_office(number, offer, cost):
    assert ship_costs(Sea(number, wood=12, fish=20, gold=10).own(number), offer) == cost


@pytest.mark.rule("N9.7")
def test_111_slipway_makes_a_ship_possible():
    sea = Sea(111, wood=1, fish=1, gold=0)
    assert PLACE_ON + BUILD_SHIP not in sea.actions()
    assert BUILD_OFFER + SLOOP in sea.own(111).act(BUILD_SHIP).actions() or sea.sloops == 1


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(("there", "round_number", "price"), [(3, 1, 1), (1, 1, 0), (5, 1, 3), (3, 4, 0), (5, 6, 1)])
def test_218_stock_management_makes_shares_two_gold_cheaper_in_all(there, round_number, price):
    sea = Sea(218, round_number=round_number, on_board=there).own(218)
    assert sea.act(BUY).gold == 10 - price
    assert sea.shares == 2 + there


# Special: what supply and reserve hold


@pytest.mark.rule("N1.7")
@pytest.mark.rule("N9.7")
def test_212_supply_storage_holds_18_wood():
    for cards, most in (((), 12), ((212,), 18)):
        sea = Sea(212, wood=11).own(*cards)
        sea.act(CLEAR).play(REMOVE_STRIP + 1)
        assert sea.wood == min(most, 11 + 5)
        assert Sea(212, wood=most, reserve_wood=3).own(*cards).act(TRANSFER).wood == most


@pytest.mark.rule("N3.2")
@pytest.mark.rule("N9.7")
def test_217_cold_storage_lets_the_reserve_take_12_fish_in_the_catch():
    for cards, most in (((), 8), ((217,), 12)):
        assert catch(Sea(217, reserve_fish=7, schooners=3).own(*cards)).reserve_fish == most
        assert catch(Sea(217, reserve_fish=0).own(*cards)).reserve_fish == 1


@pytest.mark.rule("N9.12")
@pytest.mark.parametrize(("number", "into"), [(112, {"reserve_wood": 3}), (125, {"reserve_gold": 1})])
def test_an_emptied_reserve_is_filled_by_wet_storage_and_dairy_by_themselves(number, into):
    sea = Sea(number, reserve_fish=4).own(number)
    before = sea.state()
    sea.act(TRANSFER)
    assert sea.since(before) == {"fish": 4, "reserve_fish": -4} | into
    again = Sea(number, reserve_fish=0).build(number)
    assert (again.reserve_wood, again.reserve_gold) == (0, 0)  # building it over an empty reserve does not set it off


@pytest.mark.rule("N9.12")
def test_both_fill_it_once_each():
    sea = Sea(112, reserve_fish=1).own(112, 125)
    sea.act(TRANSFER)
    while int(sea.s.mover) == sea.p and sea.offered_any():
        sea.play(sea.offered_any()[0])
    assert (sea.reserve_fish, sea.reserve_wood, sea.reserve_gold) == (0, 3, 1)


@pytest.mark.rule("N9.12")
def test_129_lighthouse_empties_a_full_reserve_by_itself():
    sea = Sea(129, reserve_fish=8, reserve_wood=1).own(129)
    before = sea.state()
    sea.act(TAKE_GOLD)
    assert sea.since(before) == {"gold": 1, "fish": 8, "reserve_fish": -8, "wood": 1, "reserve_wood": -1}
    sea = Sea(129, reserve_fish=7).own(129)
    assert sea.act(TAKE_GOLD).reserve_fish == 7


@pytest.mark.rule("N9.12")
def test_129_lighthouse_is_checked_after_the_catch_and_sets_off_dairy_and_fishers_house():
    sea = Sea(129, gold=0, reserve_fish=7, schooners=3).own(129, 125, 116)
    round_number = int(sea.s.round_number)
    while int(sea.s.round_number) == round_number or int(sea.s.stage) == 0:
        sea.play(SKIP if SKIP in sea.actions() else sea.actions()[-1])
    while sea.offered_any():
        sea.play(sea.offered_any()[0])
    assert (sea.reserve_fish, sea.reserve_gold, sea.gold) == (0, 1, 1)


# Special: at the end, and elders


@pytest.mark.rule("N9.7")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize(("strips", "free", "counted"), [(4, 9, 5), (0, 11, 7)])
def test_147_fortress_forgives_up_to_four_free_spaces(strips, free, counted):
    sea = Sea(147, strips=strips)
    before = sea.points()
    sea.own(147)
    assert sea.points() - before == 4 + free - (counted - 1)
    few = Sea(147).own(101, 102, 103)  # two free spaces
    before = few.points()
    assert few.own(147).points() - before == 4 + 2


@pytest.mark.rule("N9.7")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize("unissued", [0, 1, 2, 3])
def test_242_nursery_forgives_unissued_shares(unissued):
    sea = Sea(242, unissued=unissued)
    before = sea.points()
    assert sea.own(242).points() - before == 5 + 1 + unissued


@pytest.mark.rule("N6.2")
@pytest.mark.rule("N9.7")
def test_243_longhouse_lets_elders_be_used_at_an_empty_table():
    def table(*cards: int, **have: Any) -> Sea:
        return Sea(243, elders=4, **have).own(*cards)

    with pytest.raises(AssertionError, match="is not allowed"):
        table(plates=0).on_elder(FOREST_MANAGER)
    sea = table(243, plates=0).on_elder(FOREST_MANAGER)
    assert (sea.plates, sea.s.elder_fish[FOREST_MANAGER]) == (0, 0)
    sea = table(243, plates=2).on_elder(FOREST_MANAGER)
    assert (sea.plates, sea.s.elder_fish[FOREST_MANAGER]) == (1, 1)  # where there is a fish it is used


# Special, in the other decks


@pytest.mark.rule("N9.7")
def test_315_reserve_depot_keeps_wood_for_fish_that_are_lost():
    sea = catch(Sea(315, reserve_fish=8, schooners=2).own(315))  # of 9 fish two go to shares
    assert sea.act(TAKE_GOLD).reserve_wood == 7


BLOCKED = [(316, BUY), (431, TAKE_ELDER), (502, THIN), (502, REFOREST), (514, SERVE), (514, TAKE_GOLD)]


@pytest.mark.rule("N4.2")
@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(("number", "action"), BLOCKED)
def test_a_worker_can_go_to_a_full_space(number, action):
    for cards in ((), (number,)):
        sea = Sea(number, on_board=1).own(*cards)
        sea.s.workers_on[action, 1 - sea.p] = sea.box.capacity[action]
        sea.recount()
        assert (PLACE_ON + action in sea.actions()) == bool(cards)
        assert PLACE_ON + CLEAR in sea.actions()
        sea.s.workers_on[CLEAR, 1 - sea.p] = sea.box.capacity[CLEAR]
        sea.recount()
        assert PLACE_ON + CLEAR not in sea.actions()


@pytest.mark.rule("N5.11")
@pytest.mark.rule("N9.7")
def test_431_nightclub_has_room_for_a_sixth_elder():
    assert PLACE_ON + TAKE_ELDER not in Sea(431, elders=5).actions()
    sea = Sea(431, elders=5).own(431)
    assert sea.act(TAKE_ELDER).play(TAKE + 7).elders == 6


@pytest.mark.rule("N9.7")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize(("elders", "more"), [(0, 4), (1, 4), (2, 0)])
def test_341_hermitage_forgives_free_spaces_and_is_for_loners(elders, more):
    sea = Sea(341, elders=elders)
    before = sea.points()
    assert sea.own(341).points() - before == 3 + 1 + 2 + more


@pytest.mark.rule("N9.7")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize(("unissued", "forgiven"), [(0, 0), (1, 1), (3, 2)])
def test_343_bank_counts_the_gold_in_the_reserve_and_forgives_unissued_shares(unissued, forgiven):
    sea = Sea(343, unissued=unissued, reserve_gold=4)
    before = sea.points()
    assert sea.own(343).points() - before == 5 + 1 + forgiven + 4


@pytest.mark.rule("N9.7")
def test_446_monument_lies_next_to_the_harbour():
    sea = Sea(446).own(*FIVE)  # no space is free
    before = sea.points()
    sea.have(wood=6).build(446)
    assert (sea.points(), sea.buildings(), int((sea.me.harbour[:SPACES] > 0).sum())) == (before + 6 - 1, 6, 5)  # it cost a gold


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(("number", "built", "cost"), [(512, 541, (3, 2, 0)), (611, 622, (2, 2, 0)), (611, 621, (3, 0, 0))])
def test_buildings_of_a_letter_cost_less(number, built, cost):
    wood, fish, gold = cost
    assert [*Sea(number, wood=wood, fish=fish, gold=gold).own(number).build(built).state().values()][:3] == [0, 0, 0]
    other = {512: 522, 611: 601}[number]  # of another letter
    wood, fish, gold = CARDS[other].cost
    sea = Sea(number, wood=wood, fish=fish, gold=gold).own(number).build(other)
    assert (sea.wood, sea.fish, sea.gold) == (0, 0, 0)


@pytest.mark.rule("N1.7")
@pytest.mark.rule("N9.7")
def test_542_meyerhof_holds_18_wood_and_counts_it():
    sea = Sea(542, wood=11).own(542)
    assert sea.act(CLEAR).play(REMOVE_STRIP + 1).wood == 16
    for wood, more in ((2, 0), (8, 2), (18, 6)):
        sea = Sea(542, wood=wood)
        before = sea.points()
        assert sea.own(542).points() - before == 2 + 1 + more


@pytest.mark.rule("N5.3")
@pytest.mark.rule("N9.7")
def test_602_cookhouse_saves_a_fish_for_each_plate_but_the_last_fish():
    assert Sea(602).own(602).act(SERVE).play(FILL + 3).fish == 20 - 1 - 2 - 2
    assert Sea(602, plates=0).own(602).act(SERVE).play(FILL + 2).fish == 20 - 1 - 1


@pytest.mark.rule("N3.1")
@pytest.mark.rule("N9.7")
def test_626_fishing_grounds_add_a_fish_to_the_catch():
    assert catch(Sea(626)).reserve_fish == 1
    assert catch(Sea(626).own(626)).reserve_fish == 2


@pytest.mark.rule("N9.4")
@pytest.mark.rule("N9.7")
def test_648_mausoleum_counts_as_two_elders_for_itself_and_others():
    for elders in (0, 3):
        sea = Sea(648, elders=elders)
        before = sea.points()
        assert sea.own(648).points() - before == elders + 2 + 1
    sea = Sea(648, elders=1).own(648)
    before = sea.points()
    assert sea.own(644).points() - before == 2 * 3 + 1  # Sacred Grove: pairs of strip and elder


def test_every_such_card_is_tested():
    tested = {row[0] for row in (*EXCHANGES, *ONCE, *BLOCKED)}
    tested |= {143, 229, 111, 117, 218, 212, 217, 112, 125, 129, 147, 242, 243}
    tested |= {315, 341, 343, 446, 512, 542, 602, 611, 626, 648}
    assert tested == {n for n, card in CARDS.items() if n < 700 and card.category in ("anytime", "once", "special")}
