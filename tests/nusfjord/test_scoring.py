"""N10 scoring: the points, the winners, and the two totals that the book works out."""

import pytest

from seaboard.games.nusfjord.layout import SPACES

from .table import card, go, new, own, seat, sit, skip_round

FULL_BOARD = [101, 103, 105, 106, 108, 109, 110, 111, 112, 114, 115]  # none is worth anything


def points(m, one=0):
    return m.score_sheet()[one]


@pytest.mark.rule("N10.1")
def test_every_kind_of_points_by_itself():
    bare = {"buildings": 0, "ships": 0, "shares": 2, "gold": 0, "free spaces": -5, "unissued shares": -3, "guests": 0}
    assert points(sit(seat(), checked=False)) == bare
    assert points(sit(seat(wood=12, fish=30, gold=7), checked=False)) == bare | {"gold": 7}
    assert points(sit(seat(ships={"sloop": 1, "cutter": 1, "schooner": 1}), checked=False)) == bare | {"ships": 7}
    assert points(sit(seat(ships={"sloop": 3}), checked=False)) == bare | {"ships": 3}
    assert points(sit(seat(ships={"cutter": 2}), checked=False)) == bare | {"ships": 4}
    assert points(sit(seat(unissued=1, on_board=2), checked=False)) == bare | {"unissued shares": -1}
    assert points(sit(seat(shares={0: 1, 1: 3}), checked=False)) == bare | {"shares": 4}
    assert points(sit(seat(strips={"c1": 5}), checked=False)) == bare | {"free spaces": -9}
    assert points(sit(seat(buildings=[201, 231]), deck="mackerel", checked=False)) == bare | {
        "buildings": -2 + 4,
        "free spaces": -3,
    }


@pytest.mark.rule("N10.1")
def test_goods_in_the_reserve_shares_on_the_board_elders_and_rafts_score_nothing():
    base = points(sit(seat(unissued=1), checked=False))
    mine = seat(
        elders="sailor developer",
        unissued=1,
        on_board=2,
        shares={0: 4},
        reserve={"wood": 5, "fish": 5, "gold": 5},
        ships={"raft": 2},
    )
    assert points(sit(mine, checked=False)) == base


@pytest.mark.rule("N10.1")
def test_forest_and_buildings_are_no_free_spaces_and_the_reserve_is_none():
    assert points(sit(seat(strips={}), checked=False))["free spaces"] == -11
    assert points(sit(seat(strips={}, buildings=FULL_BOARD), checked=False))["free spaces"] == 0
    assert points(sit(seat(strips={"b1": 1, "a2": 1, "c2": 1, "a3": 1, "c3": 3}), checked=False))["free spaces"] == -1


@pytest.mark.rule("N10.1")
def test_the_total_is_the_sum_and_the_sheet_is_known_at_any_time():
    m = sit(seat(gold=9, ships={"schooner": 1}), seat(unissued=0), checked=False)
    assert m.scores() == [sum(row.values()) for row in m.score_sheet()] == [2 + 9 + 4 - 5 - 3, 5 - 5]
    go(m, "gold")
    assert m.scores()[0] == 8


@pytest.mark.rule("N10.2")
@pytest.mark.parametrize(
    ("gold", "places"), [((5, 3, 1), [1, 2, 3]), ((5, 5, 1), [1, 1, 3]), ((2, 2, 2), [1, 1, 1]), ((1, 4, 4), [3, 1, 1])]
)
def test_most_points_win_and_ties_share_the_place(gold, places):
    m = sit(*(seat(gold=n, fish=5 - n, wood=n) for n in gold), players=3, round_number=7, checked=False)
    skip_round(m)
    assert m.over
    assert m.places() == places


@pytest.mark.rule("N10.2")
def test_nothing_else_parts_a_tie():
    m = sit(seat(gold=4, fish=9, wood=9, reserve_gold=9, ships={"sloop": 1}), seat(gold=5), checked=False)
    assert m.scores()[0] == m.scores()[1]
    assert m.places() == [1, 1]


@pytest.mark.rule("N10.3")
@pytest.mark.parametrize("fleet", [{"sloop": 3, "schooner": 1}, {"sloop": 1, "cutter": 3}], ids=["schooner", "cutters"])
def test_the_first_total_of_the_book(fleet):
    """Four ships for 7, buildings for 4, Harbor Installation for 8, shares and gold for 21, less 2 shares and 3 spaces."""
    m = sit(seat(ships=fleet, strips={}, buildings=[121, 126, 151], unissued=2, shares={0: 3, 1: 2}, gold=16), checked=False)
    own(m, 0, 101, 103, 105, 106, 108)
    assert points(m) == {
        "buildings": 4 + 8,
        "ships": 7,
        "shares": 5,
        "gold": 16,
        "free spaces": -3,
        "unissued shares": -2,
        "guests": 0,
    }
    assert m.scores()[0] == 35


@pytest.mark.rule("N10.3")
def test_the_second_total_of_the_book():
    numbers = [210, 231, 213, 201, 241, 244, 216, 232, 204, 223]  # 0+4+1-2+1+7+2+11+0+1
    m = sit(seat(strips={}, gold=11, shares={0: 4, 1: 1}, unissued=0, on_board=1), deck="mackerel", checked=False)
    printed = [int(m.box.cards[card(m, number)].points) for number in numbers]
    assert printed == [0, 4, 1, -2, 1, 7, 2, 11, 0, 1]
    own(m, 0, *numbers)
    sheet = points(m)
    assert (m.s.players[0].harbour[:SPACES] > 0).sum() == 10
    assert list(sheet.values()) == [25, 0, 5, 11, -1, 0, 0]
    assert m.scores()[0] == 40


@pytest.mark.rule("N10.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_at_the_start_all_have_the_same(players):
    assert new(players=players).scores() == [2 - 5 - 3] * players
