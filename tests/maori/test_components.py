"""M1 components: the content of the box, and component files that are refused."""

from collections import Counter

import pytest

from seaboard.core.errors import BadComponent, BadOption
from seaboard.games.maori.box import COMPONENTS, read_tiles

from .table import BASIC_2, GAME, box_with, in_stock, new, refused, seat, sit

HEADER = "count\tshape\tland\tpalms\thut\tboats\tshells\tlei"
ROWS = ["16\twater\t\t0\t0\t0\t0\t", "2\tvolcano\t\t0\t0\t0\t0\t"]


def rows(*more: str, basis: list[str] = ROWS) -> str:
    """A table of tiles with additional rows; commas stand for tabs."""
    return "\n".join([HEADER, *basis, *(row.replace(",", "\t") for row in more)])


@pytest.mark.rule("M1.1")
def test_the_box_holds_97_tiles_of_five_shapes():
    counts: Counter = Counter()
    for row in read_tiles(COMPONENTS / "tiles.tsv"):
        counts[row["shape"]] += row["count"]
    assert counts == {"single": 10, "end": 54, "middle": 14, "water": 17, "volcano": 2}
    assert GAME.build_box(BASIC_2).count.sum() == 97
    assert in_stock(new()) == 97 - 16


@pytest.mark.rule("M1.1")
def test_island_ends_open_to_every_edge_and_straight_pieces_are_horizontal_or_vertical():
    found = {(row["shape"], row["land"]) for row in read_tiles(COMPONENTS / "tiles.tsv")}
    assert found == {
        *(("end", edge) for edge in "LRTB"),
        *(("middle", edges) for edges in ("LR", "TB")),
        *((shape, "") for shape in ("single", "water", "volcano")),
    }


@pytest.mark.rule("M1.1")
def test_the_box_puts_the_volcano_first_and_stores_edges_as_bits(tmp_path):
    box = box_with(tmp_path, rows("1,end,L,1,0,0,0,", "1,end,R,1,0,0,0,R", "1,end,T,1,0,0,0,", "1,middle,TB,1,0,0,0,B"))
    assert box.count[:7].tolist() == [0, 2, 16, 1, 1, 1, 1]
    assert box.land[:7].tolist() == [0, 0, 0, 0b0001, 0b0010, 0b0100, 0b1100]
    assert box.lei[:7].tolist() == [0, 0, 0, 0, 0b0010, 0, 0b1000]
    assert box.kinds == 7


@pytest.mark.rule("M1.1")
@pytest.mark.parametrize(
    "row",
    [
        *("1,end,LT,1,0,0,0,", "1,end,,1,0,0,0,", "1,end,X,1,0,0,0,", "1,bend,LT,1,0,0,0,"),
        *("1,middle,LB,1,0,0,0,", "1,middle,L,1,0,0,0,", "1,middle,RL,1,0,0,0,"),
        *("1,single,L,1,0,0,0,", "1,water,L,0,0,1,0,"),
    ],
)
def test_a_shape_that_the_rules_do_not_allow_is_refused(tmp_path, row):
    with pytest.raises(BadComponent, match=r"line 4, column (land|shape).*M1.1"):
        box_with(tmp_path, rows(row))


@pytest.mark.rule("M1.1")
def test_there_is_one_kind_of_volcano(tmp_path):
    with pytest.raises(BadComponent, match=r"exactly one row must be the volcano \(M1.1\)"):
        box_with(tmp_path, rows(basis=ROWS[:1]))


@pytest.mark.rule("M1.2")
def test_a_tile_shows_palms_hut_boats_shells_and_half_a_wreath(tmp_path):
    box = box_with(tmp_path, rows("3,middle,LR,4,1,2,3,LR"))
    assert [box[name][3] for name in ("count", "palms", "hut", "boats", "shells")] == [3, 4, 1, 2, 3]
    assert box.lei[3] == 0b0011


@pytest.mark.rule("M1.2")
@pytest.mark.parametrize("lei", ["R", "T", "LL", "LR", "x"])
def test_half_a_wreath_lies_on_a_land_edge(tmp_path, lei):
    with pytest.raises(BadComponent, match=r"column lei.*M1.2"):
        box_with(tmp_path, rows(f"1,end,L,1,0,0,0,{lei}"))


@pytest.mark.rule("M1.2")
@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("0,end,L,1,0,0,0,", "count"),
        ("98,end,L,1,0,0,0,", "count"),
        ("1,end,L,10,0,0,0,", "palms"),
        ("1,end,L,-1,0,0,0,", "palms"),
        ("1,end,L,one,0,0,0,", "palms"),
        ("1,end,L,²,0,0,0,", "palms"),
        ("1,end,L,1,2,0,0,", "hut"),
        ("1,end,L,1,,0,0,", "hut"),
        ("1,end,L,1,0,10,0,", "boats"),
        ("1,end,L,1,0,0,10,", "shells"),
    ],
)
def test_a_figure_out_of_range_is_refused(tmp_path, row, column):
    with pytest.raises(BadComponent, match=f"line 4, column {column}: a number from"):
        box_with(tmp_path, rows(row))


@pytest.mark.rule("M1.2")
def test_figures_at_the_ends_of_their_ranges_are_read(tmp_path):
    box = box_with(tmp_path, rows("97,end,L,9,1,9,9,L", "1,single,,1,0,0,0,"))
    assert [box[name][3] for name in ("count", "palms", "hut", "boats", "shells")] == [97, 9, 1, 9, 9]


@pytest.mark.rule("M1.2")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (rows("1,water,,0,1,0,0,"), "on land only"),
        (rows("1,water,,1,0,0,0,"), "on land only"),
        (rows(basis=[ROWS[0], "1\tvolcano\t\t0\t1\t0\t0\t"]), "on land only"),
        (rows(basis=[ROWS[0], "1\tvolcano\t\t0\t0\t1\t0\t"]), "neither boats nor shells"),
        (rows(basis=[ROWS[0], "1\tvolcano\t\t0\t0\t0\t1\t"]), "neither boats nor shells"),
        (rows("1,single,,1,0,0,0,", "# again", "1,single,,1,0,0,0,"), "line 6: the same tile as in line 4"),
        (rows("1,single,,1,0,0,0"), "line 4: 7 columns instead of 8"),
        (rows().replace("lei", "wreath"), "the first row must name the columns"),
        ("# nothing\n", "the first row must name the columns"),
        (rows(*(f"1,single,,{n % 9 + 1},0,{n // 9},0," for n in range(70))), "at most 71 kinds of tile, not 72"),
    ],
)
def test_a_table_of_tiles_that_makes_no_sense_is_refused(tmp_path, text, says):
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, text)


@pytest.mark.rule("M1.2")
def test_blank_lines_and_notes_are_skipped_and_71_kinds_fit(tmp_path):
    box = box_with(tmp_path, "# tiles\n\n" + rows("", "# note", *(f"1,single,,{n % 9 + 1},0,{n // 9},0," for n in range(69))))
    assert box.kinds == 72
    assert box.count[71] == 1


@pytest.mark.rule("M1.3")
@pytest.mark.parametrize("row", ["1,end,L,0,0,0,0,", "1,middle,LR,0,0,1,0,", "1,single,,0,1,0,0,"])
def test_a_land_tile_without_a_palm_is_refused(tmp_path, row):
    with pytest.raises(BadComponent, match=r"column palms: every land tile shows a palm \(M1.3\)"):
        box_with(tmp_path, rows(row))


@pytest.mark.rule("M1.3")
def test_tiles_are_never_rotated():
    m = sit(at="top 1")
    m.play("take 1")
    assert m.moves() == [f"to {column}{row}" for row in "1234" for column in "abcd"] + ["to storage"]


@pytest.mark.rule("M1.4")
def test_there_are_30_shells_and_an_explorer_ship_but_small_ships_in_the_variants_only():
    full = sit(seat(shells=15, stored="~2s"), seat(shells=15))
    full.play("lay stored, to a1")
    assert full.s.players["shells"].sum() == 30
    for level, small_ship in (("basic", -1), ("advanced", 0), ("pro", 0)):
        m = sit(seat(stored="~"), level=level)
        m.play("lay stored, to a1")
        assert m.s.players[0].ship == small_ship


@pytest.mark.rule("M1.5")
@pytest.mark.parametrize(
    ("board", "rows_columns", "next_to_board", "on"), [("front", (4, 4), 2, []), ("atoll", (4, 5), 1, [(2, 3)])]
)
def test_the_two_boards(board, rows_columns, next_to_board, on):
    box = GAME.build_box({**BASIC_2, "board": board})
    columns = rows_columns[1]
    assert (box.spaces // box.columns, box.columns) == rows_columns
    assert box.boats_beside == next_to_board
    assert [(i // columns + 1, i % columns + 1) for i in range(20) if box.boat_on[i]] == on
    inside = [(i // columns + 1, i % columns + 1) for i in range(20) if box.inside[i]]
    assert inside == ([(row, column) for row in (2, 3) for column in (2, 3, 4)] if board == "atoll" else [])


@pytest.mark.rule("M1.5")
def test_row_1_is_farthest_from_the_owner_and_column_a_is_on_the_left():
    box = GAME.build_box({**BASIC_2, "board": "atoll"})
    a1, b1, a2, e4, d4, e3 = 0, 1, 5, 19, 18, 14
    assert box.neighbour[a1].tolist() == [-1, b1, -1, a2]
    assert box.neighbour[e4].tolist() == [d4, -1, e3, -1]
    assert box.neighbour[7].tolist() == [6, 8, 2, 12]


@pytest.mark.rule("M1.5")
@pytest.mark.parametrize("place", ["to a5", "remove a5", "remove d5", "sail a5", "sail b5"])
def test_the_front_has_no_fifth_row(place):
    tiles = {"a1": "~", "b1": "~"}
    m = sit(seat(tiles=tiles, ship="a1"), level="advanced", decision="sail" if "sail" in place else "action")
    if "to" in place:
        m.play("take 1")
    assert refused(m, place) == "M1.5"


@pytest.mark.rule("M1.5")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[front]\nrows=4\nboats_beside=2", "columns"),
        ("[atoll]\nrows=4\ncolumns=4\nboats_beside=2", "front"),
        ("[front]\nrows='four'\ncolumns=4\nboats_beside=2", "front"),
        ("[front]\nrows=0\ncolumns=4\nboats_beside=2", "1 to 20 spaces"),
        ("[front]\nrows=4\ncolumns=0\nboats_beside=2", "1 to 20 spaces"),
        ("[front]\nrows=7\ncolumns=3\nboats_beside=2", "1 to 20 spaces"),
        ("[front]\nrows=4\ncolumns=4\nboats_beside=0", "boats_beside is at least 1"),
        ("[front]\nrows=4\ncolumns=4\nboats_beside=1\nboats_on=[[5,1]]", "boats_on names a space"),
        ("[front]\nrows=4\ncolumns=4\nboats_beside=1\nboats_on=[[1,1],[1,1]]", "boats_on names a space"),
        ("[front]\nrows=4\ncolumns=4\nboats_beside=1\ninside={rows=[1,2]}", "columns"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused(tmp_path, text, says):
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, boards=text)


@pytest.mark.rule("M1.5")
def test_a_board_has_at_most_20_spaces_and_at_least_one_boat(tmp_path):
    box = box_with(tmp_path, boards="[front]\nrows=5\ncolumns=4\nboats_beside=1\nboats_on=[[5,4]]\n")
    assert (box.spaces, box.boats_beside, box.boat_on[19]) == (20, 1, 1)
    assert box_with(tmp_path, boards="[front]\nrows=1\ncolumns=1\nboats_beside=1\n").spaces == 1


@pytest.mark.rule("M1.6")
def test_2_to_5_players_and_at_most_4_on_the_atoll():
    for players, board in ((2, "front"), (5, "front"), (4, "atoll")):
        assert new(players=players, board=board).seats == players
    for players, board in ((1, "front"), (6, "front"), (1, "atoll")):
        with pytest.raises(BadOption, match="players must be 2, 3, 4 or 5"):
            new(players=players, board=board)
    with pytest.raises(BadOption, match=r"at most 4 players \(M1.6\)"):
        new(players=5, board="atoll")


@pytest.mark.rule("M1.7")
def test_each_player_has_one_storage_space():
    m = sit(seat(), seat())
    m.play("take 1, to storage, ship 1, take 1, to storage")
    assert [m.s.players[0].stored != 0, m.s.players[1].stored != 0] == [True, True]
    m.play("ship 1, take 1")
    assert "to storage" not in m.moves()
