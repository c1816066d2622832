"""M2 setup."""

import pytest

from seaboard.core.errors import BadComponent

from .table import asked, box_with, explorer, in_stock, new, seat, sit
from .test_components import HEADER


@pytest.mark.rule("M2.1")
def test_sixteen_tiles_are_face_up_and_none_is_a_volcano():
    displays = set()
    for seed in range(60):  # a volcano would be drawn in every third game
        m = new(seed)
        assert (m.s.display >= 2).sum() == 16
        assert m.s.stock[1] == 2
        assert in_stock(m) == 81
        displays.add(m.s.display.tobytes())
    assert len(displays) == 60


@pytest.mark.rule("M2.1")
def test_tiles_in_the_display_are_not_in_the_stock():
    m = new()
    for kind in range(1, int(m.box.kinds)):
        assert m.s.stock[kind] + (m.s.display == kind).sum() == m.box.count[kind]


@pytest.mark.rule("M2.1")
def test_the_display_needs_16_tiles_in_addition_to_the_volcanoes(tmp_path):
    for count in (15, 16):
        tiles = f"{HEADER}\n{count}\twater\t\t0\t0\t0\t0\t\n9\tvolcano\t\t0\t0\t0\t0\t"
        if count == 16:
            assert box_with(tmp_path, tiles).count.sum() == 25
        else:
            with pytest.raises(BadComponent, match=r"needs 16 tiles that are no volcanoes \(M2.1\)"):
                box_with(tmp_path, tiles)


@pytest.mark.rule("M1.1")
def test_a_stock_counts_at_most_127_tiles(tmp_path):
    rows = "\n".join(f"{count}\twater\t\t0\t0\t{boats}\t0\t" for boats, count in enumerate((62, 62)))
    assert box_with(tmp_path, f"{HEADER}\n{rows}\n3\tvolcano\t\t0\t0\t0\t0\t").count.sum() == 127
    with pytest.raises(BadComponent, match=r"128 tiles; at most 127"):
        box_with(tmp_path, f"{HEADER}\n{rows}\n4\tvolcano\t\t0\t0\t0\t0\t")


@pytest.mark.rule("M2.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_begins_with_5_shells_an_empty_board_and_an_empty_storage(players):
    m = new(players=players)
    assert m.s.players["shells"].tolist() == [5] * players + [0] * (5 - players)
    assert not m.s.players["board"].any()
    assert not m.s.players["stored"].any()
    assert set(m.s.players["ship"].tolist()) == {-1}


@pytest.mark.rule("M2.2")
def test_the_other_shells_are_the_supply():
    m = sit(seat(stored="~2s"), seat(), seat(), seat(), seat(shells=9))
    m.play("lay stored, to a1")
    assert m.s.players["shells"].tolist() == [6, 5, 5, 5, 9]


@pytest.mark.rule("M2.3")
@pytest.mark.parametrize("players", [2, 5])
def test_a_random_player_places_the_explorer_ship(players):
    setters = {new(seed, players=players).mover for seed in range(40)}
    assert setters == set(range(players))


@pytest.mark.rule("M2.3")
def test_the_ship_can_be_placed_next_to_any_of_the_16_outer_edges():
    m = new()
    assert asked(m) == "set"
    sides = [
        f"{side} {i}"
        for side, order in (("top", "1234"), ("right", "1234"), ("bottom", "4321"), ("left", "4321"))
        for i in order
    ]
    assert m.moves() == [f"set {place}" for place in sides]
    for place in sides:
        m.play(f"set {place}")
        assert explorer(m) == place
        m.undo(force=True)


@pytest.mark.rule("M2.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_player_to_the_left_begins_and_play_is_clockwise(players):
    m = new(players=players)
    setter = m.mover
    assert setter is not None
    m.play("set left 2")
    movers = []
    for _ in range(2 * players):
        movers.append(m.mover)
        m.play("ship 1, nothing")
    assert movers == [(setter + 1 + i) % players for i in range(2 * players)]


@pytest.mark.rule("M2.3")
def test_the_first_round_is_number_1_with_nothing_in_hand_and_no_board_filled():
    m = new(players=3)
    assert (m.s.round_number, m.s.taken, m.s.filled_by, m.s.explorer) == (1, -1, -1, -1)
    m.play("set top 1")
    assert m.s.round_number == 1


@pytest.mark.rule("M2.3")
def test_the_last_of_a_round_is_the_player_who_set_the_ship():
    m = sit(decision="steps", setter=1, round=7)
    m.play("ship 1, nothing")
    assert m.s.round_number == 7
    m.play("ship 1, nothing")
    assert m.s.round_number == 8
