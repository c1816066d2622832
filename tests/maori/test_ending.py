"""M4 the end."""

import pytest

from .table import asked, in_stock, new, refused, seat, sit, tile

ALL_BUT_D4 = "~ ~b ~b ~b / ~b o1p o1p o1p / o2p o2p o1pb o1pb / ~s ~s ~s ."
FULL = ALL_BUT_D4[:-1] + "~2s"
ALSO_ALL_BUT_D4 = "~ ~ ~b ~b / ~b <1p <1p <2p / <2p <2p >1p >1p / >2p >2p >2p ."
BARE = "volcano volcano . . / . . . . / . . . . / . . . ."


@pytest.mark.rule("M4.1")
@pytest.mark.parametrize("filler", [0, 1, 2])
def test_when_a_board_is_full_the_others_have_exactly_one_more_turn(filler):
    seats = [seat(tiles=ALL_BUT_D4, stored="~2s") if i == filler else seat() for i in range(3)]
    m = sit(*seats, mover=filler)
    m.play("lay stored")
    assert (m.s.filled_by, tile(m, "d4", filler)) == (filler, "~2s")
    for later in (1, 2):
        assert m.mover == (filler + later) % 3
        m.play("ship 1, nothing")
    assert m.over
    assert m.moves() == []


@pytest.mark.rule("M4.1")
def test_one_space_short_is_not_full():
    m = sit(seat(tiles=ALL_BUT_D4.replace("~s .", ". ."), stored="~2s"))
    m.play("lay stored, to d4")
    assert m.s.filled_by == -1


@pytest.mark.rule("M4.1")
def test_a_board_that_is_filled_later_changes_nothing():
    m = sit(seat(tiles=ALL_BUT_D4, stored="~2s"), seat(tiles=ALSO_ALL_BUT_D4, stored="v1p"), seat())
    m.play("lay stored, ship 1, lay stored")
    assert tile(m, "d4", 1) == "v1p"
    assert (m.s.filled_by, m.mover) == (0, 2)
    m.play("ship 1, nothing")
    assert m.over


@pytest.mark.rule("M4.1")
def test_when_the_game_is_over_nothing_can_be_done():
    m = sit(seat(tiles=FULL), decision="over", filled_by=0)
    assert m.over
    for move in ("ship 1", "nothing", "take 1", "to a1", "stay", "set top 1"):
        assert refused(m, move) == "M4.1"


@pytest.mark.rule("M4.1")
def test_an_action_that_does_not_exist_is_refused_by_every_question():
    for m in (new(), sit(), sit(seat(tiles=FULL), decision="over", filled_by=0)):
        for action in (-1, m.game.num_actions):
            assert m.why_not(action) is not None
            assert str(m.why_not(action)) == "There's no such action."
            assert refused(m, action) == ""
    assert new().game.num_actions == 16 + 16 + 4 + 1 + 1 + 20 + 20 + 1 + 20 + 1


@pytest.mark.rule("M4.2")
def test_the_game_ends_after_the_round_in_which_only_volcanoes_are_left():
    last = sit(seat(), seat(), seat(), display="~ volcano volcano . / . . . . / . . . . / . . . .", stock=[])
    last.play("take 1, to a1")
    assert (last.mover, asked(last)) == (1, "steps")
    last.play("ship 1, nothing, ship 1")
    assert last.moves() == ["nothing"]
    last.play("nothing")
    assert last.over


@pytest.mark.rule("M4.2")
def test_a_round_that_begins_without_tiles_is_the_last_one():
    m = sit(seat(), seat(), display=BARE, stock=[], setter=1)
    assert in_stock(m) == 0
    m.play("nothing, ship 1, nothing")
    assert m.over


@pytest.mark.rule("M4.2")
def test_the_game_continues_with_a_tile_in_a_storage():
    m = sit(seat(), seat(stored="~"), display=BARE, stock=[])
    m.play("nothing, ship 1, nothing")
    assert not m.over
    assert m.s.round_number == 2
    m.play("ship 1, nothing, ship 1, lay stored, to a1")
    assert m.over


@pytest.mark.rule("M4.2")
@pytest.mark.parametrize("place", range(16))
def test_the_game_continues_with_a_tile_in_the_display(place):
    tiles = ["o1p" if i == place else "volcano" if i in ((place + 1) % 16, (place + 2) % 16) else "." for i in range(16)]
    rows = " / ".join(" ".join(tiles[i : i + 4]) for i in range(0, 16, 4))
    m = sit(seat(), seat(), display=rows, stock=[], mover=1)
    m.play("nothing")
    assert not m.over


@pytest.mark.rule("M4.2")
def test_round_50_is_the_last():
    m = sit(seat(), seat(), decision="steps", round=49, mover=1)
    m.play("ship 1, nothing")
    assert (m.over, m.s.round_number) == (False, 50)
    m.play("ship 1, nothing")
    assert (m.over, m.mover) == (False, 1)
    m.play("ship 1, nothing")
    assert m.over
    assert m.s.round_number == 50


@pytest.mark.rule("M4.2")
@pytest.mark.parametrize("why", ["fifty rounds", "no tiles"])
def test_if_a_board_is_full_the_last_turns_are_completed(why):
    bare = {"display": BARE, "stock": []} if why == "no tiles" else {"round": 50}
    m = sit(seat(), seat(tiles=ALL_BUT_D4, stored="~2s"), seat(), mover=1, **bare)
    m.play("lay stored, ship 1, nothing")
    assert (m.over, m.mover) == (False, 0)
    m.play("ship 1, nothing")
    assert m.over
