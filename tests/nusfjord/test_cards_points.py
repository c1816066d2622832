"""N9.4, N10 Points: what each building counts at the end, over and above the space it covers."""

import pytest

from seaboard.games.nusfjord.buildings import read_buildings

from .harbour import Sea

CARDS = {card.number: card for card in read_buildings()}

# the card, other buildings of its owner, what the owner has, and the points
WORTH: list[tuple[int, tuple[int, ...], dict[str, int], int]] = [
    (118, (), {}, 0),
    (118, (), {"elders": 5}, 5),
    (132, (), {"cutters": 1}, 0),
    (132, (), {"sloops": 4, "cutters": 1}, 8),
    (148, (), {}, 1),  # it counts itself
    (148, (101, 102, 121, 151), {}, 5),
    (149, (), {}, 0),
    (149, (), {"reserve_fish": 5}, 5),
    (149, (), {"reserve_fish": 14, "fish": 9}, 8),
    (150, (), {"elders": 2}, 0),
    (150, (), {"elders": 3}, 4),
    (150, (), {"elders": 4}, 6),
    (150, (), {"elders": 5}, 9),
    (151, (), {}, 0),
    (151, (), {"sloops": 1, "cutters": 1, "schooners": 2}, 8),
    (152, (), {"schooners": 1}, 0),  # catch 6
    (152, (), {"schooners": 1, "sloops": 1}, 4),  # 8
    (152, (), {"schooners": 2}, 4),  # 9
    (152, (), {"cutters": 3}, 6),  # 10
    (152, (), {"schooners": 3}, 6),  # 11
    (152, (), {"schooners": 3, "sloops": 1}, 9),  # 12
    (153, (101, 151), {}, 0),
    (153, (101, 121, 122), {}, 4),
    (154, (), {}, 2),  # four strips, but it is the only building
    (154, (101, 102, 103), {}, 8),
    (154, (101, 102, 103), {"strips": 3}, 6),
    (154, (101, 102, 103, 104, 105), {"strips": 7}, 10),
    (246, (), {"wood": 0}, 0),
    (246, (), {"wood": 7}, 3),
    (246, (), {"wood": 12}, 6),
    (247, (), {}, 0),
    (247, (), {"elders": 4}, 8),
    (248, (), {"cutters": 3}, 0),  # 9 units
    (248, (), {"sloops": 5}, 4),
    (248, (), {"schooners": 3}, 7),
    (248, (), {"schooners": 3, "sloops": 1}, 10),
    (249, (), {"gold": 2}, 0),
    (249, (), {"gold": 11}, 3),
    (249, (), {"gold": 30, "reserve_gold": 3}, 7),
    (250, (), {"fish": 1}, 0),
    (250, (), {"fish": 9}, 4),
    (250, (), {"fish": 20}, 8),
    (251, (), {"shares": 0}, 0),
    (251, (), {"shares": 5, "unissued": 0}, 5),
    (252, (), {"strips": 0}, 0),
    (252, (), {"strips": 3}, 6),
    (252, (), {"strips": 6}, 8),
    (253, (223, 241), {}, 0),
    (253, (201, 202, 223), {}, 4),
    (253, (201, 202, 203, 204, 206), {"strips": 1}, 8),
    (254, (), {}, 0),
    (254, (), {"sloops": 3}, 3),
    (254, (), {"sloops": 1, "schooners": 2}, 6),
    (254, (), {"sloops": 1, "cutters": 1, "schooners": 1}, 9),
]


@pytest.mark.rule("N9.4")
@pytest.mark.rule("N10.1")
@pytest.mark.parametrize(("number", "others", "have", "worth"), WORTH)
def test_a_points_building_counts_what_it_says(number, others, have, worth):
    sea = Sea(number, **{"strips": 4} | have) if "strips" in have or others else Sea(number, **have)
    sea.own(*others)
    before = sea.points()
    sea.own(number)
    assert sea.points() - before == worth + 1


def test_every_points_card_is_tested():
    fixed = {232, 244}  # Play House and Fishhouse: see their costs
    assert {number for number, *_ in WORTH} | fixed == {n for n, card in CARDS.items() if n < 300 and card.category == "points"}
