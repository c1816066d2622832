"""N9.11 the visitors' deck (7xx), card by card. Costs and printed points: test_cards_figures.py."""

from typing import Any

import pytest

from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.cards.effects import (
    BUILD,
    BUILD_SHIP,
    GIVES_GUESTS,
    GUEST,
    ISSUE,
    SERVE,
    TAKE_GOLD,
    THIN,
    TRANSFER,
)
from seaboard.games.nusfjord.layout import DISPLAY

from .actions import ABOARD, FILL, PAY, REMOVE_STRIP, TAKE
from .harbour import SCHOONER_FOR_GOLD, SLOOP, Sea
from .test_cards_immediately import built
from .test_cards_whenever import Act, build, reforest, serve, ship, use, use_elder
from .test_words_events import next_round

VISITORS = {card.number: card for card in read_buildings() if card.deck == "visitors"}
FOREST_MANAGER, BUILDER = 4, 7


def in_category(category: str) -> set[int]:
    return {number for number, card in VISITORS.items() if card.category == category}


# the deck


@pytest.mark.rule("N9.11")
@pytest.mark.rule("N13.1")
def test_at_least_fifteen_cards_give_guests_and_some_have_more_uses_for_them():
    gives = {n for n, card in VISITORS.items() for line in card.lines if line.special == GIVES_GUESTS or line.gain[GUEST]}
    takes = {n for n, card in VISITORS.items() for line in card.lines if line.pay[GUEST]}
    assert len(gives) >= 15
    assert takes == {706, 718, 723, 726, 749}


@pytest.mark.rule("N9.11")
def test_the_plenary_hall_costs_what_the_book_says():
    hall = next(card for card in VISITORS.values() if card.name == "Plenary Hall")
    assert hall.cost == (6, 4, 0)
    assert all(card.source == "all reconstructed" for card in VISITORS.values() if card is not hall)


# N13.1 guests that come with a building, before its effects

SYMBOLS = {
    **dict.fromkeys((703, 705, 706, 709, 712, 714, 716, 717, 718, 723, 724, 726, 728, 731, 732, 742, 749, 754), 1),
    **dict.fromkeys((721, 752, 753), 2),
}


@pytest.mark.rule("N13.1")
@pytest.mark.parametrize("number", VISITORS)
def test_the_guests_of_a_building_come_when_it_is_built(number):
    assert built(number).guests == SYMBOLS.get(number, 0)


# immediately: the card, its line, what its builder has in addition, and what it brings

BRINGS: list[tuple[int, int, dict[str, int], dict[str, int]]] = [
    (701, 0, {}, {"guests": 2}),
    (702, 0, {}, {"guests": 2}),
    (702, 0, {"strips": 3}, {"guests": 1}),
    (703, 1, {}, {"wood": 2, "fish": 2}),  # four free spaces are left
    (706, 1, {}, {"guests": -1, "gold": 2}),
    (707, 0, {}, {"guests": 1}),
    (707, 1, {}, {"wood": 2}),
    (707, 2, {}, {"fish": 3}),
    (721, 1, {}, {"gold": 2}),
    (722, 0, {}, {"guests": 3}),
    (725, 0, {"sloops": 1, "cutters": 1}, {"guests": 2}),
    (750, 0, {"sloops": 2, "aboard": 2}, {"gold": 4}),
    (751, 0, {"plates": 5}, {"gold": 5}),
]


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("number", "line", "have", "brings"), BRINGS)
def test_an_immediately_building_brings_what_it_says_or_nothing(number, line, have, brings):
    sea = built(number, **have)
    before = sea.state()
    assert line in sea.offered(number)
    assert sea.use(number, line).since(before) == brings
    assert sea.offered(number) == []
    sea = built(number, **have)
    assert sea.decline().since(before) == {}


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(
    ("number", "have"), [(702, {"strips": 1}), (725, {}), (750, {"sloops": 2}), (751, {"plates": 0}), (723, {}), (749, {})]
)
def test_an_immediately_building_that_cannot_do_all_does_nothing(number, have):
    assert built(number, **have).offered(number) == []


@pytest.mark.rule("N9.10")
def test_704_camp_site_takes_a_strip_of_the_owners_choice():
    sea = built(704)
    before = sea.state()
    sea.use(704)
    sea.play(next(action for action in sea.actions() if action >= REMOVE_STRIP))
    assert sea.since(before) == {"strips": -1, "wood": 1, "guests": 2}
    assert built(704, strips=0).offered(704) == []


@pytest.mark.rule("N9.6")
def test_705_reception_takes_an_elder():
    sea = built(705)
    before = sea.state()
    assert sea.use(705, 1).play(TAKE + BUILDER).since(before) == {"elders": 1}


def rich(number: int, **have: Any) -> Sea:
    """Someone with guests who builds the card and pays all of it in goods."""
    wood, fish, gold = VISITORS[number].cost
    sea = Sea(number, **{"wood": wood, "fish": fish, "gold": gold} | have)
    sea.s.where[sea.card(number)] = DISPLAY
    sea.recount()
    sea.act(BUILD).play(PAY)
    return sea.play(sea.actions()[0])  # on a free space


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("number", "gold"), [(723, 5), (749, 6)])
def test_723_concert_hall_and_749_royal_visit_buy_two_guests(number, gold):
    sea = rich(number, guests=1)
    before = sea.state()
    assert sea.offered(number) == [1]
    assert sea.use(number, 1).since(before) == {"guests": -2, "gold": gold}


@pytest.mark.rule("N9.6")
def test_721_inn_counts_guests_of_the_supply_up_to_four():
    sea = rich(721, guests=5)
    before = sea.state()
    assert sea.use(721, 1).since(before) == {"gold": 4}


@pytest.mark.rule("N9.6")
def test_724_steamship_agency_builds_a_ship_for_2_wood_less():
    sea = built(724, fish=2)
    before = sea.state()
    sea.use(724, 1)
    sea.play(PAY)  # a guest could go for the fish
    assert sea.since(before) == {"fish": -2, "sloops": 1}


# whenever: the card, its line, what its owner has, what the owner does, and what the card adds

ADDS: list[tuple[int, int, dict[str, int], Act, dict[str, int]]] = [
    (708, 0, {}, ship(SCHOONER_FOR_GOLD), {"guests": 1}),
    (710, 0, {}, serve(2), {"guests": 1}),
    (711, 0, {"reserve_fish": 3}, use(TRANSFER), {"guests": 1}),
    (713, 0, {}, build(709), {"wood": 2}),
    (714, 0, {"elders": 4}, use_elder(FOREST_MANAGER), {"fish": 1}),
    (715, 0, {}, use(THIN), {"guests": 1}),
    (715, 1, {}, reforest, {"guests": 1}),
    (729, 0, {}, next_round, {"guests": 1}),
    (730, 0, {}, use(ISSUE), {"guests": 1, "fish": 2}),
]


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "line", "have", "act", "adds"), ADDS)
def test_a_whenever_building_adds_what_it_says(number, line, have, act, adds):
    sea = Sea(number, **have).own(number)
    act(sea)
    before = sea.state()
    assert sea.offered(number) == [line]
    sea.use(number, line)
    if number != 729:  # other things happen in a catch
        assert sea.since(before) == adds
    else:
        assert sea.guests == 1
    idle = Sea(number, **have).own(number)
    idle.act(TAKE_GOLD)
    assert idle.offered(number) == []


@pytest.mark.rule("N9.2")
def test_709_ferry_office_pays_for_each_guest_that_goes_aboard():
    sea = Sea(709, guests=2, sloops=2).own(709)
    sea.act(TAKE_GOLD)
    for gold in (1, 2):
        before = sea.gold
        assert sea.play(ABOARD + SLOOP).offered(709) == [1]
        assert sea.use(709, 1).gold == before + 1
        assert sea.aboard == gold


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("number", "adds"), [(712, {"fish": 4}), (753, {"gold": 1})])
def test_712_kitchen_garden_and_753_assembly_rooms_hear_guests_given(number, adds):
    for act in (give_for_plates, give_for_a_ship):
        sea = Sea(number, wood=0, fish=0, gold=0, guests=2, plates=2).own(number)
        act(sea)
        assert sea.guests == 0
        before = sea.state()
        assert sea.offered(number) == [1]
        assert sea.use(number, 1).since(before) == adds
    sea = Sea(number, sloops=1, guests=1).own(number)
    sea.act(TAKE_GOLD).play(ABOARD + SLOOP)
    assert sea.offered(number) == []  # aboard is not given back


def give_for_plates(sea: Sea) -> None:
    sea.act(SERVE).play(FILL + 2)


def give_for_a_ship(sea: Sea) -> None:
    sea.act(BUILD_SHIP)  # a sloop, for a guest each
    sea.play(sea.actions()[0])


# anytime, once, special


@pytest.mark.rule("N9.3")
@pytest.mark.parametrize(
    ("number", "line", "have", "change"),
    [
        (718, 1, {"guests": 2}, {"guests": -1, "wood": 1, "fish": 2}),
        (726, 1, {"guests": 2}, {"guests": -1, "gold": 1}),
        (727, 0, {"fish": 10}, {"fish": -5, "guests": 1}),
    ],
)
def test_an_anytime_building_exchanges_as_often_as_there_is_something(number, line, have, change):
    sea = Sea(number, **{"fish": 0} | have).own(number)
    sea.act(TAKE_GOLD)
    for _ in range(2):
        before = sea.state()
        assert sea.offered(number) == [line]
        assert sea.use(number, line).since(before) == change
    assert sea.offered(number) == []


@pytest.mark.rule("N9.5")
def test_731_lookout_comes_when_two_guests_are_aboard():
    sea = Sea(731, guests=2, sloops=2).own(731)
    sea.act(TAKE_GOLD).play(ABOARD + SLOOP)
    assert sea.offered(731) == []
    sea.play(ABOARD + SLOOP)
    assert sea.offered(731) == [1]
    before = sea.state()
    assert sea.use(731, 1).since(before) == {"gold": 4}


@pytest.mark.rule("N9.5")
@pytest.mark.parametrize(("sloops", "guests", "comes"), [(2, 2, True), (1, 2, False), (2, 1, False)])
def test_752_passenger_terminal_needs_two_ships_and_two_guests(sloops, guests, comes):
    sea = Sea(752, sloops=sloops, guests=guests).own(752)
    sea.act(TAKE_GOLD)
    assert sea.offered(752) == ([1] if comes else [])
    if comes:
        before = sea.state()
        assert sea.use(752, 1).since(before) == {"gold": 5}


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize(("number", "wood", "fish"), [(716, 3, 3), (717, 2, 5)])
def test_716_luggage_store_and_717_fish_kitchen_make_guests_pay_more(number, wood, fish):
    for good, worth in ((0, wood), (1, fish)):
        sea = Sea(number, wood=12, fish=12, guests=1).own(number)
        sea.s.where[sea.card(741)] = DISPLAY
        sea.recount()
        sea.act(BUILD).play(PAY + 1 + good)
        assert (12 - sea.wood, 12 - sea.fish) == (6 - worth * (good == 0), max(0, 4 - worth * (good == 1)))


@pytest.mark.rule("N13.5")
def test_732_quay_wall_brings_a_second_fish_for_each_guest_aboard():
    for cards, fish in (((), 4), ((732,), 6)):
        sea = Sea(732, fish=0, sloops=2, aboard=2).own(*cards)
        next_round(sea)
        assert sea.fish == fish


@pytest.mark.rule("N10.1")
def test_754_old_harbour_quarter_forgives_two_free_spaces():
    sea = Sea(754)
    before = sea.points()
    assert sea.own(754).points() - before == VISITORS[754].points + 1 + 2


# points: the card, other buildings of its owner, what the owner has, and the points in addition what guests count

WORTH: list[tuple[int, tuple[int, ...], dict[str, int], int]] = [
    (728, (), {"guests": 2, "sloops": 1}, 0),
    (728, (), {"sloops": 3, "aboard": 3}, 5),
    (741, (), {}, 2),
    (741, (), {"guests": 1}, 5),
    (741, (), {"guests": 3}, 7),
    (741, (), {"guests": 6}, 10),
    (742, (), {"guests": 3}, 0),
    (742, (), {"sloops": 4, "aboard": 3}, 6),
    (743, (701, 741), {}, 0),
    (743, (708, 709, 701), {}, 4),
    (743, (708, 709, 710, 711, 712), {"strips": 0}, 8),
    (744, (), {"strips": 0}, 0),
    (744, (), {"strips": 5}, 2),
    (744, (), {}, 6),
    (746, (), {"on_board": 2}, 2),
    (747, (701, 702), {}, 0),
    (747, (701, 702, 703), {"strips": 0}, 3),
    (747, (701, 702, 703, 704, 705), {"strips": 0}, 6),
    (747, (701, 702, 703, 704, 705, 706, 707, 708), {"strips": 0}, 10),
    (748, (), {"elders": 3}, 0),
]


@pytest.mark.rule("N9.4")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize(("number", "others", "have", "worth"), WORTH)
def test_a_points_building_counts_what_it_says(number, others, have, worth):
    sea = Sea(number, **have).own(*others)
    before = sea.points()
    sea.own(number)
    assert sea.points() - before == worth + 1


@pytest.mark.rule("N9.4")
def test_745_promenade_counts_buildings_in_the_top_row():
    sea = Sea(745, strips=0)
    before = sea.points()
    sea.me.harbour[1:4] = [sea.card(745), sea.card(701), sea.card(702)]
    sea.recount()
    assert sea.points() - before == 3 + 3 * 3


@pytest.mark.rule("N9.4")
def test_746_consulate_counts_shares_of_others_up_to_four():
    for others, worth in ((1, 2), (4, 8), (5, 8)):
        sea = Sea(746)
        sea.me.shares[1 - sea.p] = others
        before = sea.points()
        assert sea.own(746).points() - before == worth + 1


@pytest.mark.rule("N9.4")
def test_748_fishermens_church_counts_fish_on_elders():
    sea = Sea(748, elders=5)
    sea.s.elder_fish[1:6] = [2, 1, 2, 2, 2]
    before = sea.points()
    assert sea.own(748).points() - before == 8 + 1


def test_every_card_is_tested():
    tested = {row[0] for row in BRINGS} | {704, 705, 723, 749, 724}
    assert tested == in_category("immediately")
    assert {row[0] for row in ADDS} | {709, 712, 753} == in_category("whenever")
    assert in_category("anytime") | in_category("once") == {718, 726, 727, 731, 752}
    assert in_category("special") == {716, 717, 732, 754}
    assert {row[0] for row in WORTH} | {745} == in_category("points")
