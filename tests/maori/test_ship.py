"""M6 variants: the players' small ships."""

import pytest

from .table import asked, refused, seat, shells, ship, sit, spaces, stored, tile

WITH_SHIPS = pytest.mark.parametrize("level", ["advanced", "pro"])
ALL = {c + row for row in "1234" for c in "abcd"}
LINE = {"a1": "~", "b1": "~", "c1": "~"}  # three tiles in the far row


def next_to(space):
    """The up to eight neighbours, by their names."""
    column, row = "abcd".index(space[0]), int(space[1])
    near = {(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {(column, row)}
    return {f"{'abcd'[c]}{r}" for c, r in near if 0 <= c < 4 and 1 <= r <= 4}


def placing(level="pro", stored_tile="~b", **player):
    """The player is about to place the stored tile."""
    m = sit(seat(stored=stored_tile, **player), seat(), level=level)
    m.play("lay stored")
    return m


@pytest.mark.rule("M6.1")
@WITH_SHIPS
@pytest.mark.parametrize("space", ["a1", "c3", "d4"])
def test_the_first_tile_goes_on_any_space_and_the_ship_moves_onto_it(level, space):
    m = sit(seat(shells=0), level=level)
    assert ship(m) is None
    m.play("take 1")
    assert spaces(m) == ALL
    m.play(f"to {space}")
    assert (ship(m), asked(m), m.mover) == (space, "steps", 1)


@pytest.mark.rule("M6.1")
@WITH_SHIPS
def test_the_ship_stays_next_to_the_board_until_a_tile_is_placed(level):
    m = sit(seat(), level=level)
    m.play("take 1, to storage")
    assert ship(m) is None
    assert ship(m, 1) is None


@pytest.mark.rule("M6.1")
def test_there_are_no_small_ships_in_the_basic_game():
    m = sit(seat(shells=0, stored="~b", tiles={"a1": "~"}), level="basic")
    m.play("lay stored")
    assert spaces(m) == ALL - {"a1"}
    m.play("to d4")
    assert (ship(m), asked(m)) == (None, "steps")
    m.play("ship 1, nothing, ship 1, remove a1")
    assert tile(m, "a1") == "."


@pytest.mark.rule("M6.2")
@WITH_SHIPS
@pytest.mark.parametrize("space", ["b2", "a1", "d1", "a4", "d4", "b1", "d3"])
@pytest.mark.parametrize("move", ["take 1", "lay stored"])
def test_later_tiles_go_next_to_the_ship_in_8_directions(level, space, move):
    m = sit(seat(shells=0, stored="~b", tiles={space: "~"}, ship=space), level=level)
    m.play(move)
    assert spaces(m) == next_to(space)
    far = sorted(ALL - next_to(space) - {space})[0]
    assert refused(m, f"to {far}") == "M6.2"


@pytest.mark.rule("M6.2")
def test_the_last_space_of_a_row_is_not_next_to_the_first_of_the_next_row():
    m = sit(seat(shells=0, stored="~b", tiles={"e2": "~"}, ship="e2"), level="pro", board="atoll")
    m.play("lay stored")
    assert spaces(m) == {"d1", "e1", "d2", "d3", "e3"}


SAILING = {
    "lay": "take 1, to a2",
    "store": "take 1, to storage",
    "remove": "remove c1",
    "nothing": "nothing",
    "stored": "lay stored, to a2",
}


@pytest.mark.rule("M6.3")
@pytest.mark.parametrize("action", SAILING)
def test_after_every_action_the_advanced_ship_stays_or_sails_free_to_another_tile(action):
    m = sit(seat(shells=1, tiles={**LINE, "d4": "~"}, ship="b1", stored="~b" if action == "stored" else "."), level="advanced")
    m.play(SAILING[action])
    ports = {"a1", "b1", "c1", "d4"} - {"b1"} | ({"a2"} if action in ("lay", "stored") else set())
    ports -= {"c1"} if action == "remove" else set()
    assert (asked(m), m.mover) == ("sail", 0)
    assert m.moves() == [f"sail {port}" for port in sorted(ports, key=lambda port: port[::-1])] + ["stay"]
    m.play("sail d4")
    assert (ship(m), shells(m), m.mover, asked(m)) == ("d4", 1, 1, "steps")


@pytest.mark.rule("M6.3")
def test_the_ship_may_stay_and_never_goes_to_an_empty_space_nor_where_it_is():
    m = sit(seat(tiles=LINE, ship="b1"), level="advanced", decision="sail")
    assert refused(m, "sail d1") == "M6.3"
    assert refused(m, "sail b1") == "M6.3"
    assert refused(m, "nothing") == "M6.3"
    m.play("stay")
    assert (ship(m), m.mover) == ("b1", 1)


@pytest.mark.rule("M6.3")
@pytest.mark.parametrize(("tiles", "is_asked"), [({}, False), ({"c3": "~"}, False), ({"c3": "~", "a1": "~"}, True)])
def test_sailing_is_not_asked_with_fewer_than_two_tiles(tiles, is_asked):
    m = sit(seat(tiles=tiles, ship="c3" if tiles else None), level="advanced")
    m.play("nothing")
    assert (asked(m) == "sail") is is_asked
    assert m.mover == (0 if is_asked else 1)


ALL_BUT_D4 = "~ ~b ~b ~b / ~b o1p o1p o1p / o2p o2p o1pb o1pb / ~s ~s ~s ."
BARE = "volcano volcano {} . / . . . . / . . . . / . . . ."


@pytest.mark.rule("M6.3")
@pytest.mark.parametrize(
    ("position", "is_asked"),
    [
        ({"round": 49}, True),
        ({"round": 50}, False),
        ({"display": BARE.format("^1p"), "stock": []}, True),
        ({"display": BARE.format("."), "stock": []}, False),
    ],
)
def test_sailing_is_not_asked_when_the_player_has_no_turn_left(position, is_asked):
    m = sit(seat(tiles=LINE, ship="b1"), seat(), level="advanced", **position)
    m.play("nothing")
    assert (asked(m) == "sail") is is_asked


@pytest.mark.rule("M6.3")
def test_sailing_is_not_asked_once_a_board_is_full():
    m = sit(seat(tiles=ALL_BUT_D4, ship="d3", stored="~2s"), seat(tiles={"a1": "~", "b1": "~"}, ship="a1"), level="advanced")
    m.play("lay stored")
    assert (m.s.filled_by, ship(m), m.mover, asked(m)) == (0, "d3", 1, "steps")
    m.play("ship 1, nothing")
    assert m.over


@pytest.mark.rule("M6.4")
def test_the_pro_ship_moves_onto_the_tile_just_placed():
    m = placing(tiles=LINE, ship="b1")
    m.play("to c2")
    assert (ship(m), m.mover, asked(m)) == ("c2", 1, "steps")


@pytest.mark.rule("M6.4")
@pytest.mark.parametrize("move", ["take 1, to storage", "remove a1", "nothing"])
def test_the_pro_ship_does_not_move_at_other_times(move):
    m = sit(seat(tiles=LINE, ship="b1"), level="pro")
    m.play(move)
    assert (ship(m), m.mover, asked(m)) == ("b1", 1, "steps")


@pytest.mark.rule("M6.4")
def test_the_advanced_ship_does_not_move_onto_the_tile_just_placed():
    m = placing(level="advanced", tiles=LINE, ship="b1")
    m.play("to c2")
    assert ship(m) == "b1"


@pytest.mark.rule("M6.5")
@WITH_SHIPS
def test_the_tile_under_the_ship_cannot_be_removed(level):
    m = sit(seat(tiles=LINE, ship="b1"), seat(tiles={"a1": "~"}, ship="a1"), level=level)
    assert [move for move in m.moves() if "remove" in move] == ["remove a1", "remove c1"]
    assert refused(m, "remove b1") == "M6.5"


@pytest.mark.rule("M6.6")
@WITH_SHIPS
@pytest.mark.parametrize(
    ("held", "reached"),
    [(0, {"a2", "b2"}), (1, {"a2", "b2", "c2"}), (2, {"a2", "b2", "c2", "d1", "d2"}), (5, {"a2", "b2", "c2", "d1", "d2"})],
)
def test_the_ship_moves_from_tile_to_tile_for_a_shell_per_step(level, held, reached):
    m = placing(level, shells=held, tiles={**LINE, "d4": "o1p"}, ship="a1")
    assert spaces(m) == reached
    assert refused(m, "to c4") == "M6.2"  # no tiles lead to d4, so the ship cannot get next to c4


@pytest.mark.rule("M6.6")
@WITH_SHIPS
@pytest.mark.parametrize(("space", "paid"), [("a2", 0), ("b2", 0), ("c2", 1), ("d1", 2), ("d2", 2)])
def test_choosing_the_space_pays_the_smallest_number_of_steps(level, space, paid):
    m = placing(level, shells=4, tiles=LINE, ship="a1")
    m.play(f"to {space}")
    assert (shells(m), tile(m, space)) == (4 - paid, "~b")


@pytest.mark.rule("M6.6")
@pytest.mark.parametrize(("space", "paid"), [("d4", 2), ("d3", 1), ("c1", 0), ("a4", 1)])
def test_a_step_goes_in_any_of_8_directions(space, paid):
    m = placing(shells=3, tiles={"b1": "~", "b2": "~", "c3": "~", "a3": "o1p"}, ship="b1" if space == "d4" else "b2")
    m.play(f"to {space}")
    assert shells(m) == 3 - paid


@pytest.mark.rule("M6.6")
def test_the_shortest_way_is_paid_even_where_a_longer_one_exists():
    ring = {"a1": "~", "b1": "~", "c2": "~", "b3": "~", "a3": "~", "a2": "~b"}
    m = placing(stored_tile="~2s", shells=5, tiles=ring, ship="a1")
    m.play("to d3")
    assert shells(m) == 5 - 2 + 2  # a1, b1, c2


@pytest.mark.rule("M6.6")
def test_the_new_tiles_shells_come_too_late_to_pay_for_steps():
    m = placing(stored_tile="~2s", shells=1, tiles=LINE, ship="a1")
    assert spaces(m) == {"a2", "b2", "c2"}
    assert refused(m, "to d1") == "M6.2"
    m.play("to c2")
    assert shells(m) == 1 - 1 + 2


@pytest.mark.rule("M6.6")
def test_the_shells_paid_for_steps_are_in_the_supply_when_the_new_tile_brings_shells():
    m = sit(seat(shells=15, stored="~2s", tiles=LINE, ship="a1"), seat(shells=15), level="pro")
    m.play("lay stored, to c2")
    assert shells(m) == 15


@pytest.mark.rule("M6.6")
def test_shells_paid_for_taking_cannot_pay_for_steps():
    m = sit(seat(shells=2, tiles=LINE, ship="a1"), level="pro")
    m.play("take 2")
    assert spaces(m) == {"a2", "b2", "c2"}


@pytest.mark.rule("M6.6")
def test_the_ship_cannot_step_on_other_players_tiles():
    m = sit(
        seat(shells=5, stored="~b", tiles={"a1": "~"}, ship="a1"), seat(tiles={"b1": "~", "c1": "~"}, ship="b1"), level="pro"
    )
    m.play("lay stored")
    assert spaces(m) == {"b1", "a2", "b2"}


@pytest.mark.rule("M6.7")
@WITH_SHIPS
def test_storing_removing_and_passing_need_no_space_next_to_the_ship(level):
    cornered = {"a1": "~", "b1": "~", "a2": "~", "b2": "~", "d4": "~"}
    for move, done in (("take 4", "=1p"), ("remove d4", "."), ("nothing", ".")):
        m = sit(seat(shells=3, tiles=cornered, ship="a1"), level=level)
        m.play(move)
        assert stored(m) == done
        assert asked(m) == ("sail" if level == "advanced" else "steps")
    assert tile(m, "d4") == "~"
