"""N9.4, N10 Points: what each building counts at the end, over and above the space it covers."""

import pytest

from seaboard.games.nusfjord.cards.buildings import read_buildings

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
    (330, (), {"strips": 0}, 0),
    (330, (), {"strips": 4}, 4),
    (330, (), {"strips": 7}, 6),
    (331, (321, 341), {}, 0),
    (331, (301, 302, 321), {}, 2),
    (331, (301, 302, 303, 304, 305, 306), {"strips": 1}, 5),
    (344, (301, 302), {"strips": 0}, 0),
    (344, (301, 302, 303), {"strips": 0}, 4),  # the four spaces of the bottom row
    (344, (301, 302, 303, 304, 305, 306, 307), {"strips": 0}, 8),
    (345, (), {}, 0),
    (345, (), {"cutters": 3}, 4),  # nine units
    (345, (), {"schooners": 3, "sloops": 1}, 7),
    (346, (), {"wood": 0}, 0),
    (346, (), {"wood": 5, "reserve_wood": 3}, 5),
    (346, (), {"wood": 12}, 6),
    (348, (), {}, 2),  # catch 3
    (348, (), {"sloops": 1}, 2),  # 5
    (348, (), {"schooners": 1}, 4),  # 6
    (348, (), {"schooners": 3, "sloops": 1}, 8),  # 12
    (349, (), {"elders": 3}, 0),
    (349, (), {"elders": 3, "sloops": 2}, 4),
    (349, (), {"elders": 2, "sloops": 4}, 4),
    (350, (), {"reserve_fish": 7}, 0),
    (350, (), {"reserve_fish": 8}, 7),
    (351, (), {"strips": 3}, 0),
    (351, (), {"strips": 4}, 4),
    (351, (), {"strips": 6}, 7),
    (351, (), {"strips": 8}, 10),
    (352, (), {}, 2),  # it lies in that row itself
    (352, (301, 302, 303), {}, 8),
    (352, (301, 302, 303, 304, 305), {}, 8),
    (353, (), {"fish": 2}, 0),
    (353, (), {"fish": 10}, 3),
    (353, (), {"fish": 40}, 8),
    (354, (), {}, 2),
    (354, (), {"shares": 3, "on_board": 1, "unissued": 1}, 4),
    (354, (), {"shares": 3, "on_board": 2, "unissued": 0}, 5 + 2),
    (432, (), {}, 0),
    (432, (), {"reserve_fish": 2, "reserve_wood": 1, "reserve_gold": 1}, 4),
    (432, (), {"reserve_fish": 8}, 5),
    (447, (), {}, 2),
    (447, (), {"foreign": 1}, 3),
    (447, (), {"foreign": 2}, 4 + 3),
    (449, (), {"wood": 5}, 0),
    (449, (), {"wood": 6}, 3),
    (449, (), {"wood": 9}, 5),
    (449, (), {"wood": 12}, 8),
    (450, (), {"plates": 0}, 0),
    (450, (), {"plates": 7}, 7),
    (451, (), {"sloops": 2}, 0),
    (451, (), {"cutters": 2}, 6),
    (451, (), {"cutters": 4}, 9),
    (452, (), {}, 0),
    (452, (401, 402, 403, 404, 405, 406, 407), {}, 3),  # all but the top row: the first column
    (452, (401, 402, 403, 404, 405, 406, 407, 408), {}, 6),
    (452, (401, 402, 403, 404, 405, 406, 407, 408, 409, 410), {"strips": 0}, 9),
    (453, (), {"sloops": 2}, 0),
    (453, (), {"sloops": 2, "reserve_fish": 5}, 4),
    (453, (), {"sloops": 5, "reserve_fish": 8}, 8),
    (546, (), {"cutters": 1}, 0),
    (546, (), {"schooners": 2, "sloops": 1}, 7),
    (547, (), {}, 8),  # four spaces are left
    (547, (), {"fields": 4}, 4),
    (547, (), {"fields": 5}, 0),
    (547, (), {"strips": 0}, 8),
    (548, (), {"gold": 0}, 0),
    (548, (), {"gold": 1}, 1),
    (548, (), {"gold": 10}, 2),
    (548, (), {"gold": 10, "shares": 5, "foreign": 4, "unissued": 0}, 8),
    (549, (), {"fish": 0}, 0),
    (549, (), {"fish": 3, "wood": 5}, 3),
    (549, (), {"fish": 20, "wood": 12}, 8),
    (550, (), {"strips": 0}, 7),
    (550, (), {"strips": 1}, 0),
    (551, (), {"strips": 1}, 0),
    (551, (), {}, 3),
    (551, (), {"strips": 6}, 9),
    (552, (), {"gold": 1}, 0),
    (552, (), {"gold": 9}, 4),
    (552, (), {"gold": 30}, 8),
    (553, (), {"plates": 0}, 0),
    (553, (), {"elders": 3, "plates": 2}, 5),
    (553, (), {"elders": 3, "plates": 6}, 7),
    (554, (501, 521), {}, 2),  # it counts itself
    (554, (541, 543), {}, 6),
    (554, (541, 543, 544, 545), {}, 8),
    (632, (), {}, 1),
    (632, (), {"schooners": 1}, 3),
    (632, (), {"schooners": 3, "sloops": 1}, 5),
    (642, (), {}, 0),
    (642, (), {"fish": 2, "reserve_fish": 8}, 2),
    (642, (), {"fish": 20, "reserve_fish": 12}, 8),
    (644, (), {}, 0),
    (644, (), {"elders": 2}, 4),
    (644, (), {"elders": 3, "strips": 1}, 2),
    (644, (), {"elders": 5, "strips": 6}, 8),
    (645, (), {}, 0),
    (645, (601, 602, 603), {}, 2),  # the bottom row is full
    (645, (601, 602, 603, 604, 605, 606, 607, 608), {}, 2 + 2),
    (645, (601, 602, 603, 604, 605, 606, 607, 608, 609, 610), {"strips": 0}, 6 + 2),
    (650, (), {"sloops": 1}, 0),
    (650, (), {"sloops": 2}, 2),
    (650, (), {"sloops": 4}, 5),
    (650, (), {"sloops": 6}, 9),
    (651, (), {"gold": 5}, 0),
    (651, (), {"gold": 6}, 2),
    (651, (), {"gold": 12}, 5),
    (651, (), {"gold": 18}, 8),
    (652, (603, 611), {}, 0),
    (652, (601, 621, 643), {}, 6),
    (652, (601, 607, 608, 612, 614), {}, 8),
    (653, (), {}, 0),
    (653, (), {"elders": 1}, 2),
    (653, (), {"elders": 3}, 4),
    (653, (), {"elders": 5, "shares": 5, "unissued": 0}, 8),
    (654, (), {"cutters": 3}, 0),
    (654, (), {"schooners": 2, "cutters": 1}, 7),  # three units are free
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
    fixed = {232, 244, 332}  # Play House, Fishhouse, Villa: see their costs
    assert {number for number, *_ in WORTH} | fixed == {n for n, card in CARDS.items() if n < 700 and card.category == "points"}
