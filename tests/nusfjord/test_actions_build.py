"""N5.4 build a building: which, for what, and where."""

import re

import pytest

from seaboard.games.nusfjord.actions.build import worth_of_card
from seaboard.games.nusfjord.layout import BUILT, DISPLAY, HAND

from .table import buildings, cards_in, goods, new, refused, seat, sit, why

# cards without an effect when built; the Theater costs 2 wood, 2 fish, 1 gold
PIER_HOUSE, THEATER, BOATCARVER, MANOR = 105, 118, 132, 153
ALL_SPACES = [column + row for row in "123" for column in "abcd"][1:]


def full_harbour(numbers=range(101, 112)):
    return dict(zip(ALL_SPACES, numbers, strict=False))


@pytest.mark.rule("N5.4")
@pytest.mark.parametrize(
    ("number", "cost"), [(PIER_HOUSE, (0, 2, 1)), (THEATER, (2, 2, 1)), (BOATCARVER, (3, 2, 0)), (MANOR, (4, 4, 0))]
)
def test_the_cost_is_paid_and_the_building_laid_on_a_free_space(number, cost):
    m = sit(seat(wood=9, fish=9, gold=9), seat(), display=[number])
    m.play("build, at b2")
    assert goods(m) == tuple(9 - n for n in cost)
    assert buildings(m) == {"b2": number}
    assert cards_in(m, DISPLAY) == []
    assert cards_in(m, BUILT) == [number]


@pytest.mark.rule("N5.4")
@pytest.mark.parametrize("have", [(1, 2, 1), (2, 1, 1), (2, 2, 0), (0, 0, 9)])
def test_a_player_who_cannot_pay_all_cannot_build(have):
    assert refused(sit(seat(*have), display=[THEATER]), "build") == "N5.4"


@pytest.mark.rule("N5.4")
def test_goods_of_the_reserve_do_not_pay():
    m = sit(seat(reserve={"wood": 5, "fish": 5, "gold": 5}), display=[THEATER])
    assert refused(m, "build") == "N5.4"


@pytest.mark.rule("N5.4")
def test_the_cost_and_no_more_is_enough():
    m = sit(seat(2, 2, 1), display=[THEATER])
    m.play("build, at a3")
    assert goods(m) == (0, 0, 0)


@pytest.mark.rule("N5.4")
def test_exactly_one_of_those_that_can_be_paid():
    m = sit(seat(2, 2, 1), seat(), display=[PIER_HOUSE, THEATER, BOATCARVER])
    m.play("build")
    assert m.moves() == ["card 105", "card 118"]
    assert "132 Boatcarver costs 3 wood, 2 fish; you have 2 wood, 2 fish, 1 gold" in why(m, "card 132")
    assert refused(m, "card 132") == "N5.4"
    assert refused(m, "decline") == "N5.4"
    m.play("card 118, at b1")
    assert (buildings(m), m.mover) == ({"b1": 118}, 1)


@pytest.mark.rule("N5.4")
def test_a_card_that_lies_elsewhere_cannot_be_built():
    m = sit(seat(9, 9, 9), seat(buildings={"b1": BOATCARVER}), display=[PIER_HOUSE, THEATER])
    m.play("build")
    assert {refused(m, f"card {number}") for number in (BOATCARVER, MANOR, 101, 154)} == {"N5.4"}


@pytest.mark.rule("N5.4")
def test_the_display_holds_a_b_and_c_side_by_side():
    m = sit(seat(9, 9, 9), display=[THEATER, BOATCARVER, MANOR], round_number=6)
    m.play("build")
    assert m.moves() == ["card 118", "card 132", "card 153"]


@pytest.mark.rule("N5.4")
def test_from_the_own_hand_but_not_from_anothers():
    m = sit(seat(9, 9, 9, hand=[MANOR]), seat(9, 9, 9, hand=[151]), display=[THEATER], round_number=4)
    m.play("build")
    assert m.moves() == ["card 118", "card 153"]
    assert refused(m, "card 151") == "N5.4"
    m.play("card 153, at a2")
    assert buildings(m) == {"a2": MANOR}
    assert (m.s.players[0].hand, m.s.players[1].hand) == (0, 1)
    assert cards_in(m, HAND) == []


@pytest.mark.rule("N5.4")
def test_only_on_a_free_building_space():
    m = sit(seat(9, 9, 9, buildings={"b1": 106}, strips={"c2": 1}), display=[THEATER])
    m.play("build")
    assert [move[3:] for move in m.moves()] == ["c1", "d1", "a2", "b2", "a3", "b3", "c3", "d3"]
    assert {refused(m, f"at {space}") for space in ("a1", "b1", "c2", "d2")} == {"N5.4"}
    assert refused(m, "decline") == "N5.4"


@pytest.mark.rule("N5.4")
def test_the_book_builds_the_fish_stand_for_1_wood():
    m = sit(seat(wood=1), display=[103])
    m.play("build, at b1, use 103")
    assert (goods(m), buildings(m)) == ((0, 4, 0), {"b1": 103})


@pytest.mark.rule("N5.4")
def test_not_without_a_free_space():
    full = seat(9, 9, 9, strips={}, buildings=full_harbour())
    assert refused(sit(full, display=[THEATER]), "build") == "N5.4"
    wooded = seat(9, 9, 9, strips={"b1": 1, "a2": 1, "c2": 1, "a3": 1, "c3": 1}, buildings={"d1": 106})
    assert refused(sit(wooded, display=[THEATER]), "build") == "N5.4"
    last = seat(9, 9, 9, strips={"b1": 1, "a2": 1, "c2": 1, "a3": 1, "c3": 1})
    m = sit(last, display=[THEATER])
    m.play("build")
    assert buildings(m) == {"d1": THEATER}, "the last space is taken unasked"


@pytest.mark.rule("N5.4")
def test_the_stilt_house_needs_no_building_space():
    full = seat(9, 9, 9, strips={}, buildings=full_harbour([202, 203, 206, 207, 208, 210, 211, 214, 215, 217, 218]))
    m = sit(full, deck="mackerel", display=[228])
    m.play("build, use 228 b")
    assert goods(m)[0] == 6
    assert m.to_dict()["player"][0]["beside"] == [228]


@pytest.mark.rule("N5.4")
def test_buildings_are_neither_moved_nor_torn_down():
    m = sit(seat(9, 9, 9, buildings={"b1": 106, "a2": 111}), display=[THEATER])
    m.play("build, at a3, skip")
    assert buildings(m) == {"b1": 106, "a2": 111, "a3": THEATER}
    assert refused(m, "remove 106") == "N4.1"


def test_an_offered_building_tells_its_points_with_the_right_plural():
    """Where only the effect brings points, the effect says so."""
    box = new().box
    worths = {worth_of_card(box, card) for card in range(1, int(box.number_of_cards) + 1)}
    assert {"", "−1 point", "0 points", "1 point", "2 points"} & worths >= {"", "0 points", "2 points"}
    assert not [worth for worth in worths if not re.fullmatch("(−?1 point|−?[0-9]+ points)?", worth)]
