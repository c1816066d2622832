"""N9.1 every building: its cost is paid in full, its points count, and a player without the goods cannot build it."""

import pytest

from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.cards.effects import BUILD, POINTS
from seaboard.games.nusfjord.layout import DISPLAY

from .actions import CATCH_OF, PLACE_ON
from .harbour import Sea

CARDS = {card.number: card for card in read_buildings()}
VARIABLE = (232, 244, 332)  # Play House, Fishhouse, Villa
# another test covers the effects of Fortress, Stilt House, Old Harbour Quarter ...
OWN_SCORING = (147, 228, 242, 341, 343, 446, 754)
FIXED = [n for n, card in CARDS.items() if POINTS not in card.lines["trigger"] and n not in OWN_SCORING]


@pytest.mark.rule("N5.4")
@pytest.mark.rule("N9.1")
@pytest.mark.parametrize("number", [number for number in CARDS if number not in VARIABLE])
def test_a_building_costs_what_it_says(number):
    wood, fish, gold = CARDS[number].cost
    sea = Sea(number, wood=wood, fish=fish, gold=gold)
    sea.build(number)
    assert (sea.wood, sea.fish, sea.gold) == (0, 0, 0)
    for good, amount in (("wood", wood), ("fish", fish), ("gold", gold)):
        if amount:
            poor = Sea(number, wood=wood, fish=fish, gold=gold).have(**{good: amount - 1})
            poor.s.where[poor.card(number)] = DISPLAY
            poor.recount()
            assert PLACE_ON + BUILD not in poor.actions()


@pytest.mark.rule("N9.4")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize("number", FIXED)
def test_a_building_is_worth_its_points_and_the_space_it_covers(number):
    sea = Sea(number)
    before = sea.points()
    sea.own(number)
    assert sea.points() - before == CARDS[number].points + 1


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize("round_number", [1, 4, 7])
def test_232_play_house_costs_as_much_gold_as_the_number_of_the_round(round_number):
    sea = Sea(232, round_number=round_number, wood=0, fish=15, gold=round_number)
    sea.build(232)
    assert (sea.wood, sea.fish, sea.gold) == (0, 0, 0)
    poor = Sea(232, round_number=round_number, wood=0, fish=15, gold=round_number - 1)
    poor.s.where[poor.card(232)] = DISPLAY
    poor.recount()
    assert PLACE_ON + BUILD not in poor.actions()


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize(("strips", "gold"), [(0, 11), (1, 9)])
def test_332_villa_costs_a_gold_for_each_free_space_the_one_it_takes_included(strips, gold):
    sea = Sea(332, strips=strips, wood=5, fish=6, gold=gold)
    sea.build(332)
    assert (sea.wood, sea.fish, sea.gold) == (0, 0, 0)
    poor = Sea(332, strips=strips, wood=5, fish=6, gold=gold - 1)
    poor.s.where[poor.card(332)] = DISPLAY
    poor.recount()
    assert PLACE_ON + BUILD not in poor.actions()


@pytest.mark.rule("N9.1")
@pytest.mark.rule("N9.12")
def test_244_fishhouse_costs_the_own_catch_and_that_of_another_player():
    sea = Sea(244, players=3, wood=4, fish=20, gold=0, schooners=1)
    left, right = (sea.p + 1) % 3, (sea.p + 2) % 3
    sea.s.players[left].ships[0] = 1  # a sloop: catch 5; the other one has 3, the builder 6
    sea.s.where[sea.card(244)] = DISPLAY
    sea.recount()
    sea.act(BUILD)
    assert sea.actions() == sorted([CATCH_OF + left, CATCH_OF + right])
    sea.play(CATCH_OF + left)
    assert (sea.wood, sea.fish, sea.gold) == (0, 20 - 6 - 5, 0)


@pytest.mark.rule("N9.12")
def test_244_fishhouse_can_be_built_if_one_of_the_others_makes_it_cheap_enough():
    sea = Sea(244, players=3, wood=4, fish=6, gold=0)
    left, right = (sea.p + 1) % 3, (sea.p + 2) % 3
    sea.s.players[left].ships[2] = 1
    sea.s.where[sea.card(244)] = DISPLAY
    sea.recount()
    sea.act(BUILD)
    assert sea.fish == 0  # the one possible choice is not asked: 3 + 3
    assert right != left
    poor = Sea(244, players=3, wood=4, fish=5, gold=0)
    poor.s.where[poor.card(244)] = DISPLAY
    poor.recount()
    assert PLACE_ON + BUILD not in poor.actions()


@pytest.mark.rule("N9.12")
def test_244_fishhouse_alone_costs_the_own_catch():
    sea = Sea(244, players=1, wood=4, fish=5, gold=0, sloops=1)
    sea.build(244)
    assert (sea.wood, sea.fish) == (0, 0)
