"""N9.9 every count of the vocabulary, and conditions, on cards made up for it: the other decks will use them."""

from collections.abc import Callable
from typing import Any

import pytest

from seaboard.games.nusfjord.cards.counts import COUNT_WORDS
from seaboard.games.nusfjord.scoring import points_of_card

from .harbour import Sea

Change = Callable[[Sea], Any]


def worth(sea: Sea) -> int:
    """What the made-up card, 153, counts now."""
    return points_of_card(sea.recount().s, sea.box, sea.p, sea.card(153))


def other(sea: Sea) -> Any:
    return sea.s.players[1 - sea.p]


def put(*places: int) -> Change:
    """Buildings on these spaces, and only there (the card that counts is put off the board)."""

    def change(sea: Sea) -> None:
        sea.me.harbour[:] = 0
        for number, place in enumerate(places, 101):
            sea.me.harbour[place] = sea.card(number)

    return change


def set_field(name: str, *at_and_value: int) -> Change:
    *at, value = at_and_value

    def change(sea: Sea) -> None:
        if at:
            sea.me[name][at[0]] = value
        else:
            sea.me[name] = value

    return change


def others_have(name: str, at: int | slice, value: int) -> Change:
    return lambda sea: other(sea)[name].__setitem__(at, value)


def fish_on_elders(sea: Sea) -> None:
    sea.have(elders=2)
    sea.s.elder_fish[1:4] = 2  # the third one sits in nobody's council


def shares_everywhere(sea: Sea) -> None:
    """Two own at home, two of the other at home, one own at the other's, one own and two of the other on the board."""
    sea.me.shares[sea.p], sea.me.shares[1 - sea.p] = 2, 2
    other(sea).shares[sea.p] = 1
    sea.me.on_board, other(sea).on_board = 1, 2
    sea.me.unissued = 1


def nothing(sea: Sea) -> None:
    pass


def fleet(sloops: int, cutters: int, schooners: int) -> Change:
    return lambda sea: sea.have(sloops=sloops, cutters=cutters, schooners=schooners)


ALL_KINDS = (101, 102, 107, 143, 118, 122, 123, 105, 106, 114)  # 3 immediately, once, points, 2 anytime, 3 whenever

# a count, what is on the table, and how many there are; the card itself is a C of category points
COUNTED: list[tuple[str, Change, int]] = [
    ("ship", fleet(1, 2, 1), 4),
    ("sloop", fleet(3, 1, 0), 3),
    ("cutter", fleet(1, 2, 0), 2),
    ("schooner", fleet(1, 0, 2), 2),
    ("kind of ship", fleet(2, 0, 1), 2),
    ("kind of ship", fleet(1, 1, 1), 3),
    ("set of ships", fleet(2, 2, 1), 1),
    ("set of ships", fleet(3, 2, 0), 0),
    ("building", lambda sea: sea.own(101, 102), 3),
    ("A building", lambda sea: sea.own(101, 102, 121), 2),
    ("B building", lambda sea: sea.own(101, 121, 122), 2),
    ("C building", lambda sea: sea.own(101, 141), 2),
    ("immediately building", lambda sea: sea.have(strips=0).own(*ALL_KINDS), 3),
    ("whenever building", lambda sea: sea.have(strips=0).own(*ALL_KINDS), 3),
    ("once building", lambda sea: sea.have(strips=0).own(*ALL_KINDS), 1),
    ("anytime building", lambda sea: sea.have(strips=0).own(*ALL_KINDS), 2),
    ("special building", lambda sea: sea.have(strips=0).own(111, 112, *ALL_KINDS[:4]), 2),
    ("points building", lambda sea: sea.have(strips=0).own(*ALL_KINDS), 2),
    ("minus building", lambda sea: sea.own(107, 113, 101), 2),
    ("building in row 1", put(1, 2, 4, 8, 9), 2),
    ("building in row 2", put(1, 2, 4, 8, 9), 1),
    ("building in row 3", put(1, 8, 9, 11), 3),
    ("building in column a", put(4, 8, 1, 5), 2),
    ("building in column b", put(4, 8, 1, 5), 2),
    ("building in column c", put(2, 6, 10, 1), 3),
    ("building in column d", put(3, 7, 8), 2),
    ("full row", put(1, 2, 3, 4, 5, 6, 8), 1),
    ("full row", put(1, 2, 3, 4, 5, 6, 7), 2),
    ("full row", put(8, 9, 10, 11), 1),
    ("full column", put(4, 8, 1, 5), 1),
    ("full column", put(4, 8, 1, 5, 9, 3, 7), 2),
    ("elder", lambda sea: sea.have(elders=3), 3),
    ("fish on elders", fish_on_elders, 4),
    ("share", shares_everywhere, 4),
    ("own share", shares_everywhere, 2),
    ("other share", shares_everywhere, 2),
    ("share away", shares_everywhere, 2),
    ("own share on board", shares_everywhere, 1),
    ("share on board", shares_everywhere, 3),
    ("unissued share", shares_everywhere, 1),
    ("issued share", shares_everywhere, 4),
    ("strip", nothing, 4),
    ("wooded field", nothing, 3),
    ("stacked strip", nothing, 1),
    ("stacked strip", lambda sea: sea.have(strips=4), 3),
    ("free space", nothing, 4),
    ("wooded space", nothing, 6),
    ("wood", set_field("wood", 7), 7),
    ("fish", set_field("fish", 9), 9),
    ("gold", set_field("gold", 3), 3),
    ("reserve wood", set_field("reserve_wood", 2), 2),
    ("reserve fish", set_field("reserve_fish", 6), 6),
    ("reserve gold", set_field("reserve_gold", 1), 1),
    ("guest", lambda sea: sea.have(guests=3, sloops=1, aboard=1), 3),
    ("guest aboard", lambda sea: sea.have(guests=3, sloops=2, cutters=1, aboard=2), 2),
    ("good in reserve", lambda sea: sea.have(reserve_wood=1, reserve_fish=2, reserve_gold=3), 6),
    ("round", lambda sea: sea.s.__setattr__("round_number", 5), 5),
    ("catch", nothing, 3),
    ("catch", fleet(0, 0, 2), 9),
    ("free unit", fleet(1, 1, 0), 9),
    ("covered unit", fleet(1, 1, 0), 5),
    ("filled plate", lambda sea: sea.have(plates=3), 3),
    ("empty plate", lambda sea: sea.have(plates=3), 4),
    ("worker left", set_field("workers", 2), 2),
    ("player with more ships", others_have("ships", 0, 1), 1),
    ("player with more ships", fleet(1, 0, 0), 0),
    ("player with more elders", lambda sea: sea.s.elder_at.__setitem__(1, 10 + 1 - sea.p), 1),
    ("player with more elders", nothing, 0),
    ("player with more buildings", others_have("harbour", slice(1, 3), 5), 1),
    ("player with more buildings", others_have("harbour", 1, 5), 0),
]


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(("word", "change", "number"), COUNTED)
def test_a_count_counts_what_it_says(word, change, number):
    sea = Sea(153, effect=f"points: 1 per {word}")
    sea.own(153)
    change(sea)
    assert worth(sea) == number


def test_every_count_is_tested():
    costs_only = {"opponent catch"}  # 244 Fishhouse
    assert {word for word, *_ in COUNTED} | costs_only == set(COUNT_WORDS)


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("per", "number"),
    [
        ("fish", 11),
        ("3 fish", 3),
        ("fish up to 4", 4),
        ("3 fish up to 2", 2),
        ("fish and ship", 2),
        ("2 fish and gold", 5),
        ("12 fish", 0),
    ],
)
def test_so_many_pairs_and_limits(per, number):
    sea = Sea(153, effect=f"points: 1 per {per}", fish=11, gold=7, sloops=2).own(153)
    assert worth(sea) == number


@pytest.mark.rule("N9.4")
def test_points_can_be_negative_fixed_and_limited():
    for effect, number in (
        ("points: -2 per ship", -6),
        ("points: -2 per ship up to 4", -4),
        ("points: 3 per ship up to 7", 7),
        ("points: 5", 5),
        ("points if ship = 3: 5; points: 1 per elder", 7),
    ):
        assert worth(Sea(153, effect=effect, sloops=3, elders=2).own(153)) == number


@pytest.mark.rule("N9.4")
def test_every_line_of_a_card_counts():
    effect = "; ".join(f"points: {n} per elder" for n in (1, 2, 3, 4))
    assert worth(Sea(153, effect=effect, elders=2).own(153)) == 20


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("ship >= 2", True),
        ("ship >= 3", False),
        ("ship <= 2", True),
        ("ship <= 1", False),
        ("ship = 2", True),
        ("ship = 1", False),
        ("ship = 3", False),
        ("ship >= 2 and elder <= 0", True),
        ("ship >= 2 and elder >= 1", False),
        ("ship >= 3 and elder <= 0", False),
    ],
)
def test_conditions(condition, holds):
    sea = Sea(153, effect=f"points if {condition}: 4", sloops=2).own(153)
    assert worth(sea) == (4 if holds else 0)


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(("word", "have", "number"), [("ship", {"sloops": 1}, 3), ("elder", {}, 2), ("catch", {}, 5)])
def test_a_card_can_count_as_more(word, have, number):
    sea = Sea(153, effect=f"special: counts as 2 {word}; points: 1 per {word}", **have).own(153)
    assert worth(sea) == number
