"""M5 scoring and M7 the atoll, with the examples of the rules."""

import pytest

from seaboard.match import Match

from .table import GAME, asked, box_with, refused, seat, sit, tile


def points(tiles, board="front", **player):
    """A player's points by kind, against a rival with more shells and more boats."""
    rival = seat(shells=15, tiles={"a1": "~b", "b1": "~b", "c1": "~b", "d1": "~b", "a2": "~b", "b2": "~b"})
    m = sit(seat(tiles=tiles, **player), rival, board=board, display=PLAIN)
    return m.score_sheet()[0]


PLAIN = "<1pl >1pl ^1pl v1pl / <1pl >1pl ^1pl v1pl / <1ps >1ps ^1ps v1ps / =3p |3p <3p >3p"


@pytest.mark.rule("M5.1")
def test_the_example_on_the_front_board():
    tiles = ">2ph <3p o1ph ~b / >1pl <1pl >2pb <2pb / v2p ~b ~b ~ / ^2p ~ >1p =2p"
    ones = "v1pl ^1pl =3p |3p / v3p ^3p >3p v1ps / <1ps >1ps ^1ps =1p / |1p |1ph =1ph v1pl"
    m = sit(seat(shells=3, tiles=tiles), seat(), display=ones, decision="over", filled_by=0)
    assert m.score_sheet()[0] == {"palms": 22, "wreaths": 10, "boats": 7, "shells": 0, "empty spaces": -2}
    assert m.scores()[0] == 37
    assert m.score_sheet()[1] == {"palms": 0, "wreaths": 0, "boats": 0, "shells": 5, "empty spaces": -16}


@pytest.mark.rule("M7.2")
def test_the_example_on_the_atoll():
    rival = seat(shells=6)
    m = sit(seat(shells=5, tiles={"b2": ">1ph", "c2": "<2p"}), rival, board="atoll", display=PLAIN)
    assert m.score_sheet()[0] == {"palms": 12, "wreaths": 0, "boats": 0, "shells": 0, "empty spaces": -18}
    assert m.scores()[0] == -6
    assert m.score_sheet()[1] == {"palms": 0, "wreaths": 0, "boats": 2, "shells": 6, "empty spaces": -20}


@pytest.mark.rule("M5.1")
@pytest.mark.parametrize(
    ("tiles", "palms", "left"),
    [
        ({"a1": ">1p", "b1": "<2p"}, 3, 2),  # two ends
        ({"a1": "v1p", "a2": "^2p"}, 3, 2),
        ({"a1": ">1p", "b1": "=2p", "c1": "=1p", "d1": "<2p"}, 6, 4),  # with two straight pieces
        ({"b1": "v1p", "b2": "|2p", "b3": "|1p", "b4": "^2p"}, 6, 4),
        ({"c3": "o2p"}, 2, 1),  # a single island is an island by itself
        ({"a1": ">1p"}, 0, 0),  # open at an empty space
        ({"a1": ">1p", "b1": "~"}, 0, 1),  # at water
        ({"a1": ">1p", "b1": ">2p", "c1": "<2p"}, 4, 2),  # at another island's water edge; that island is finished
        ({"a1": "<1p"}, 0, 0),  # at the rim
        ({"a1": "^1p"}, 0, 0),
        ({"d4": ">1p"}, 0, 0),
        ({"d4": "v1p"}, 0, 0),
        ({"d1": ">1p", "a2": "<1p"}, 0, 0),  # the rim is no way to the next row
        ({"a1": ">1p", "b1": "=2p"}, 0, 0),  # a middle open at one end takes the whole island away
        ({"b1": "=2p", "c1": "<1p"}, 0, 0),
        ({"a1": ">1p", "b1": "=2p", "c1": "~"}, 0, 1),
        ({"c1": "=2p", "d1": "=1p"}, 0, 0),
        ({"a1": "|2p", "a2": "^1p"}, 0, 0),
        ({"a3": "v2p", "a4": "|1p"}, 0, 0),
        ({"a1": ">1p", "b1": "^2p"}, 0, 0),  # land against the side of an end piece
        ({"a1": ">1p", "b1": "<2p", "c1": "<1p"}, 3, 2),  # a foreign land edge at its water edge does no harm
        ({"a1": ">1p", "b1": "<2p", "a2": "^1p", "b2": "^2p"}, 3, 2),
        ({"b2": "o1p", "a2": ">1p", "c2": "<1p", "b1": "v1p", "b3": "^1p"}, 1, 1),
        ({"a1": "v1p", "b1": "~", "a2": "^1p", "b2": "<2p"}, 2, 3),
    ],
)
def test_only_finished_islands_stay(tiles, palms, left):
    sheet = points(tiles)
    assert (sheet["palms"], sheet["empty spaces"]) == (palms, left - 16)


@pytest.mark.rule("M5.1")
def test_nothing_on_an_unfinished_island_counts_but_shells_gained_are_kept():
    m = sit(seat(shells=3, stored=">1ps", tiles={"a1": ">2pb", "b1": "=1ph"}), seat(shells=2), display=NO_SHELLS)
    m.play("lay stored, to a2")
    assert m.score_sheet()[0] == {"palms": 0, "wreaths": 0, "boats": 2, "shells": 4, "empty spaces": -16}


NO_SHELLS = "<1pl >1pl ^1pl v1pl / <1pl >1pl ^1pl v1pl / ~ ~ ~ ~ / =3p |3p <3p >3p"


@pytest.mark.rule("M5.1")
def test_a_complete_wreath_on_an_unfinished_island_counts_nothing(tmp_path):
    """No such tile is in the box; an owner's own file may have it."""
    head = "count\tshape\tland\tpalms\thut\tboats\tshells\tlei\n2\tvolcano\t\t0\t0\t0\t0\t\n16\twater\t\t0\t0\t0\t0\t\n"
    box = box_with(tmp_path, head + "1\tend\tR\t1\t0\t0\t0\tR\n1\tmiddle\tLR\t1\t0\t0\t0\tLR\n1\tend\tL\t1\t0\t0\t0\tL\n")
    m = Match(GAME, seed=1)
    m.box = box
    m.s.players[0].board[:2] = 3, 4
    assert m.score_sheet()[0]["wreaths"] == 0
    m.s.players[0].board[2] = 5
    assert m.score_sheet()[0]["wreaths"] == 20


@pytest.mark.rule("M5.2")
@pytest.mark.parametrize(
    ("tiles", "palms"),
    [
        ({"a1": "o2p"}, 2),
        ({"a1": "o1ph"}, 2),
        ({"a1": ">1ph", "b1": "<2p"}, 6),  # the hut counts for the whole island, from either end
        ({"a1": ">2p", "b1": "<1ph"}, 6),
        ({"a1": ">2p", "b1": "=1ph", "c1": "<2p"}, 10),
        ({"a1": ">2p", "b1": "=2p", "c1": "=2p", "d1": "<1ph"}, 14),
        ({"b1": "v1ph", "b2": "|2p", "b3": "^1p"}, 8),
        ({"b1": "v1p", "b2": "|2p", "b3": "^1ph"}, 8),
        ({"a1": ">1ph", "b1": "<2ph"}, 6),  # further huts add nothing
        ({"a1": ">2p", "b1": "<2p", "a2": "o1ph", "c1": "o1ph"}, 8),  # a hut next door is of another island
    ],
)
def test_a_palm_scores_1_or_2_with_a_hut_on_its_island(tiles, palms):
    assert points(tiles)["palms"] == palms


@pytest.mark.rule("M5.3")
@pytest.mark.parametrize(
    ("tiles", "wreaths"),
    [
        ({"a1": ">1pl", "b1": "<1pl"}, 10),
        ({"a1": "v1pl", "a2": "^1pl"}, 10),
        ({"a1": ">1pl", "b1": "<1pl", "a2": "v1pl", "a3": "^1pl"}, 20),
        ({"a1": ">1pl", "b1": "<1p"}, 0),  # half a wreath
        ({"a1": ">1p", "b1": "<1pl"}, 0),
        ({"a1": "v1pl", "a2": "^1p"}, 0),
        ({"a1": "v1p", "a2": "^1pl"}, 0),
        ({"a1": ">1pl", "b1": "=2p", "c1": "<1pl"}, 0),  # two halves that do not meet
        ({"a1": ">1pl", "b1": "^1pl"}, 0),
        ({"a1": ">1p", "b1": "<1pl", "c1": ">1pl", "d1": "<1p"}, 0),  # back to back
        ({"d1": ">1pl", "a2": "<1pl"}, 0),
    ],
)
def test_a_complete_wreath_is_10_points(tiles, wreaths):
    m = sit(seat(tiles=tiles), seat(), display="=3p |3p <3p >3p / ~ ~ ~ ~ / ~b ~b ~b ~b / ^3p v3p o2p o2p")
    assert m.score_sheet()[0]["wreaths"] == wreaths


BOATS = {"a1": "~b", "b1": "o1pb"}


@pytest.mark.rule("M5.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "scored"),
    [
        (BOATS, {}, (4, 0)),  # placed and printed
        ({}, BOATS, (0, 4)),
        (BOATS, {"c1": "~b", "d1": "~b"}, (4, 4)),  # a tie
        (BOATS, {"c1": "~b", "d1": ">2pb"}, (4, 0)),  # an unfinished island's boat is removed
        ({"c1": ">2pb", "d1": "<1pb"}, {"a1": "~b"}, (4, 0)),
        ({}, {}, (2, 2)),
    ],
)
def test_most_boats_score_one_point_per_boat(mine, theirs, scored):
    m = sit(seat(tiles=mine), seat(tiles=theirs), display=PLAIN)
    assert tuple(row["boats"] for row in m.score_sheet()) == scored


@pytest.mark.rule("M5.5")
@pytest.mark.parametrize(
    ("held", "scored"), [((4, 3, 2), (4, 0, 0)), ((3, 7, 7), (0, 7, 7)), ((0, 0, 1), (0, 0, 1)), ((0, 0, 0), (0, 0, 0))]
)
def test_most_wooden_shells_score_one_point_per_shell(held, scored):
    m = sit(*(seat(shells=n) for n in held))
    assert tuple(row["shells"] for row in m.score_sheet()) == scored


@pytest.mark.rule("M5.5")
def test_shells_printed_on_tiles_do_not_count():
    m = sit(seat(shells=2, tiles={"a1": "~2s", "b1": "~s"}), seat(shells=3))
    assert [row["shells"] for row in m.score_sheet()] == [0, 3]


@pytest.mark.rule("M5.6")
@pytest.mark.parametrize(("board", "all_spaces"), [("front", 16), ("atoll", 20)])
def test_each_empty_space_costs_a_point(board, all_spaces):
    m = sit(seat(), seat(tiles={"a1": "~", "b2": "~", "d4": "~"}), board=board)
    assert [row["empty spaces"] for row in m.score_sheet()] == [-all_spaces, 3 - all_spaces]


@pytest.mark.rule("M5.7")
@pytest.mark.parametrize("stored", ["o1pb", "<2ph", "~2s", "~b"])
def test_the_stored_tile_scores_nothing(stored):
    with_tile, without_tile = sit(seat(stored=stored), display=PLAIN), sit(seat(), display=PLAIN)
    assert with_tile.score_sheet() == without_tile.score_sheet()


@pytest.mark.rule("M5.8")
def test_most_points_win_then_more_shells_then_the_win_is_shared():
    shells_win = sit(seat(shells=5), seat(shells=0, tiles={"a1": "o1p", "b1": "o1ph"}))
    assert shells_win.scores() == [-9, -9]
    assert shells_win.places() == [1, 2]
    shared = sit(seat(), seat(), seat(tiles={"a1": "o1p"}))
    assert shared.scores() == [-9, -9, -7]
    assert shared.places() == [2, 2, 1]
    points_win = sit(seat(shells=2), seat(shells=1, tiles={"a1": "o2p", "b1": "o1ph"}))
    assert points_win.scores() == [-12, -8]
    assert points_win.places() == [2, 1]


@pytest.mark.rule("M7.1")
@pytest.mark.parametrize("level", ["basic", "advanced", "pro"])
def test_every_level_can_be_played_on_the_atoll(level):
    m = sit(seat(stored="~"), level=level, board="atoll")
    m.play("lay stored")
    assert len(m.moves()) == 20
    m.play("to e4")
    assert (m.s.players[0].ship, asked(m)) == (-1 if level == "basic" else 19, "steps")


@pytest.mark.rule("M7.2")
@pytest.mark.parametrize(
    ("tiles", "palms"),
    [
        ({"b2": "o2p"}, 4),
        ({"d3": "o1ph"}, 4),
        ({"a2": "o2p"}, 2),  # outside
        ({"e3": "o2p"}, 2),
        ({"c1": "o1ph"}, 2),
        ({"c4": "o2p"}, 2),
        ({"b3": ">2p", "c3": "=2p", "d3": "<1p"}, 10),
        ({"a3": ">2p", "b3": "<1p"}, 3),  # partly outside
        ({"d2": ">2p", "e2": "<1p"}, 3),
        ({"b2": ">2p", "c2": "=2p", "d2": "=1p", "e2": "<1ph"}, 12),
        ({"a2": ">2p", "b2": "=2p", "c2": "<1p"}, 5),
        ({"b2": "v1ph", "b3": "^2p"}, 12),
        ({"b1": "v2p", "b2": "|2p", "b3": "^1p"}, 5),
        ({"d3": "v2p", "d4": "^1p"}, 3),
        ({"b2": ">2p"}, 0),  # unfinished
    ],
)
def test_palms_of_islands_completely_inside_the_atoll_score_double(tiles, palms):
    assert points(tiles, board="atoll")["palms"] == palms


@pytest.mark.rule("M7.2")
def test_wreaths_are_not_doubled():
    assert points({"b2": ">1pl", "c2": "<1pl"}, board="atoll") == {
        "palms": 4, "wreaths": 10, "boats": 0, "shells": 0, "empty spaces": -18,
    }  # fmt: skip


@pytest.mark.rule("M7.3")
def test_the_space_with_the_printed_boat_costs_a_point_while_it_is_empty():
    assert points({"c2": "~"}, board="atoll")["empty spaces"] == -19
    assert points({}, board="atoll")["empty spaces"] == -20


@pytest.mark.rule("M7.3")
@pytest.mark.parametrize(
    ("tiles", "steps", "scored"),
    [
        ({}, 2, 2),
        ({"c2": "~"}, 1, 1),  # covered
        ({"c2": "~b"}, 2, 2),  # the boat on the covering tile counts
        ({"b2": "~"}, 2, 2),
        ({"c2": ">1p"}, 1, 2),  # the covering tile is unfinished, so M5.1 removes it
        ({"b2": ">1p", "c2": "<1p"}, 1, 1),
    ],
)
def test_a_covered_printed_boat_counts_neither_for_steps_nor_for_points(tiles, steps, scored):
    m = sit(seat(shells=1, tiles=tiles), seat(tiles={"c2": "~"}), board="atoll", decision="steps")
    assert len(m.moves()) == steps + 1
    assert m.score_sheet()[0]["boats"] == scored


@pytest.mark.rule("M7.3")
def test_the_printed_boat_counts_again_when_the_covering_tile_is_removed():
    m = sit(seat(shells=0, tiles={"c2": "~"}), seat(shells=0), board="atoll")
    m.play("remove c2, ship 1, nothing")
    assert m.moves() == ["ship 1", "ship 2"]


@pytest.mark.rule("M7.3")
def test_the_board_is_full_only_with_the_printed_boat_covered():
    spaces = [c + row for row in "1234" for c in "abcde" if c + row not in ("c2", "e4")]
    names = [*["~"] * 5, *["~b"] * 7, *["~s"] * 3, *["o1p"] * 3]
    tiles = dict(zip(spaces, names, strict=True))
    m = sit(seat(tiles=tiles, stored="~2s"), board="atoll")
    m.play("lay stored, to e4")
    assert m.s.filled_by == -1
    cover = sit(seat(tiles=tiles | {"e4": "o2p"}, stored="~2s"), board="atoll")
    cover.play("lay stored")
    assert (tile(cover, "c2"), cover.s.filled_by) == ("~2s", 0)
    assert refused(cover, "nothing") == "M3.1"
