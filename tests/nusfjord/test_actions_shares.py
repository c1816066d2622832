"""N5.5, N5.6 shares: issuing and buying."""

import pytest

from .table import goods, recount, refused, seat, shares, sit, why


@pytest.mark.rule("N5.5")
def test_issuing_turns_one_share_lays_it_on_the_board_and_brings_2_gold():
    m = sit(seat(gold=1), seat())
    m.play("issue")
    assert goods(m) == (0, 0, 3)
    assert (m.s.players[0].unissued, m.s.players[0].on_board, shares(m)) == (2, 1, [2, 0])
    assert (m.s.players[1].unissued, m.s.players[1].on_board) == (3, 0)


@pytest.mark.rule("N5.5")
def test_any_number_of_shares_can_lie_there():
    m = sit(seat(on_board=4, unissued=1), seat(on_board=5, unissued=0), seat(on_board=2))
    m.play("issue")
    assert m.s.players["on_board"][:3].tolist() == [5, 5, 2]


@pytest.mark.rule("N5.5")
def test_a_player_who_has_issued_all_cannot_issue():
    m = sit(seat(unissued=0), seat())
    assert refused(m, "issue") == "N5.5"
    m.play("skip, issue")


@pytest.mark.rule("N5.6")
@pytest.mark.parametrize(("round_number", "price"), [(1, 2), (2, 2), (3, 2), (4, 1), (5, 1), (6, 0), (7, 0)])
def test_the_two_shares_of_the_book_by_round(round_number, price):
    m = sit(seat(gold=price), seat(on_board=2), round_number=round_number)
    m.play("buy")
    assert (goods(m), shares(m)) == ((0, 0, 0), [2, 2])
    if price:
        m = sit(seat(gold=price - 1), seat(on_board=2), round_number=round_number)
        assert refused(m, "buy") == "N5.6"


@pytest.mark.rule("N5.6")
@pytest.mark.parametrize(
    ("lie", "round_number", "price"),
    [(1, 3, 1), (1, 4, 0), (1, 6, 0), (3, 1, 3), (3, 5, 2), (3, 7, 1), (7, 3, 7), (7, 4, 6), (7, 6, 5)],
)
def test_one_gold_each_and_the_total_less_by_round_never_below_nothing(lie, round_number, price):
    here, there = min(lie, 4), max(0, lie - 4)
    m = sit(seat(gold=10), seat(on_board=here, unissued=0), seat(on_board=there, unissued=0), round_number=round_number)
    m.play("buy")
    assert goods(m) == (0, 0, 10 - price)
    assert shares(m) == [2, here, there]


@pytest.mark.rule("N5.6")
def test_all_shares_are_bought_own_and_others():
    m = sit(seat(gold=9, on_board=1, unissued=1), seat(on_board=2, unissued=1), seat(on_board=1), seat(gold=9))
    m.play("buy")
    assert shares(m) == [4, 2, 1, 0]
    assert not m.s.players["on_board"].any()
    assert goods(m) == (0, 0, 5)
    assert goods(m, 1) == (0, 0, 0), "the gold goes to the common stock"
    m.s.workers_on[:] = 0
    recount(m)
    m.play("skip, skip")
    assert refused(m, "buy") == "N5.6"


@pytest.mark.rule("N5.6")
def test_a_part_of_them_cannot_be_bought():
    m = sit(seat(gold=2), seat(on_board=3, unissued=0), round_number=3)
    assert "3 shares cost 3 gold; you have 2" in why(m, "buy")
    assert refused(m, "buy") == "N5.6"


@pytest.mark.rule("N5.6")
def test_without_shares_there_is_nothing_to_buy_not_even_for_nothing():
    assert refused(sit(seat(gold=9), round_number=7), "buy") == "N5.6"
