"""N5.1 to N5.3 gold, the reserve, and serving fish."""

import pytest

from .table import goods, refused, reserve, seat, sit, why


@pytest.mark.rule("N5.1")
def test_one_gold():
    m = sit(seat(wood=1, fish=2, gold=3), seat())
    m.play("gold")
    assert (goods(m), goods(m, 1)) == ((1, 2, 4), (0, 0, 0))


@pytest.mark.rule("N5.2")
def test_the_reserve_of_the_book_with_11_wood_in_the_supply():
    m = sit(seat(wood=11, reserve={"fish": 3, "wood": 2}))
    m.play("reserve")
    assert (goods(m), reserve(m)) == ((12, 3, 0), (0, 0, 0))


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize("stored", [{"wood": 1}, {"fish": 1}, {"gold": 1}, {"wood": 4, "fish": 9, "gold": 5}])
def test_all_goods_of_the_reserve_move_into_the_supply(stored):
    m = sit(seat(wood=3, fish=4, gold=5, reserve=stored))
    m.play("reserve")
    assert goods(m) == (3 + stored.get("wood", 0), 4 + stored.get("fish", 0), 5 + stored.get("gold", 0))
    assert reserve(m) == (0, 0, 0)


@pytest.mark.rule("N5.2")
def test_an_empty_reserve_cannot_be_transferred():
    m = sit(seat(fish=5), seat(reserve={"fish": 8}))
    assert refused(m, "reserve") == "N5.2"


@pytest.mark.rule("N5.3")
def test_the_book_serves_three_plates_with_10_fish_for_3_gold():
    m = sit(seat(fish=11, gold=1), plates=2)
    m.play("serve, plates 3")
    assert (goods(m), m.s.plates) == ((0, 1, 4), 5)


@pytest.mark.rule("N5.3")
@pytest.mark.parametrize(
    ("filled", "n", "fish"),
    [(0, 1, 1), (0, 2, 3), (0, 7, 22), (1, 1, 2), (1, 6, 21), (2, 2, 6), (3, 3, 11), (4, 2, 8), (5, 2, 9), (6, 1, 5)],
)
def test_plates_are_filled_from_the_smallest_on_for_one_gold_each(filled, n, fish):
    m = sit(seat(fish=fish), plates=filled)
    m.play("serve")
    if m.mover == 0:
        m.play(f"plates {n}")
    assert (goods(m), m.s.plates) == ((0, 0, n), filled + n)


@pytest.mark.rule("N5.3")
def test_at_least_one_plate_and_no_more_than_there_are():
    m = sit(seat(fish=99), plates=4)
    m.play("serve")
    assert m.moves() == ["plates 1", "plates 2", "plates 3"]
    assert {refused(m, f"plates {n}") for n in (0, 4, 7)} == {"N5.3"}


@pytest.mark.rule("N5.3")
def test_no_more_plates_than_there_are_fish_for():
    m = sit(seat(fish=9), plates=2)
    m.play("serve")
    assert m.moves() == ["plates 1", "plates 2"]
    assert "The next 3 plates cost 10 fish; you have 9" in why(m, "plates 3")


@pytest.mark.rule("N5.3")
def test_gold_and_fish_of_the_reserve_pay_no_plate():
    assert refused(sit(seat(gold=9, reserve={"fish": 8}), plates=0), "serve") == "N5.3"
