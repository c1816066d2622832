"""M3.4 to M3.12: what a player does after moving the explorer ship."""

import pytest

from seaboard.core.errors import BadPosition
from seaboard.games import find_game
from seaboard.games.maori.discover import pick_up_tile
from seaboard.games.maori.words.notation import tile_name
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match
from seaboard.puzzles.puzzle_file import puzzles_of

from .table import NEAR, asked, display, in_stock, refused, seat, shells, sit, spaces, stored, tile

CORNERED = {"a1": "~", "b1": "~", "a2": "~", "b2": "~"}  # a ship on a1 has no free space next to it
LAST = "{} volcano volcano . / . . . . / . . . . / . . . ."


@pytest.mark.rule("M3.8")
@pytest.mark.parametrize("taken", ["a1", "storage"])
def test_a_tile_that_is_picked_up_leaves_its_place(taken):
    m = sit(seat(stored="~b"), decision="space", taken=taken)
    before = display(m, "a1")
    assert tile_name(m.box, pick_up_tile(m.s, int(m.s.mover))) == (before if taken == "a1" else "~b")
    assert (display(m, "a1"), stored(m)) == ((".", "~b") if taken == "a1" else (before, "."))


@pytest.mark.rule("M3.4")
def test_exactly_one_of_five_actions():
    m = sit(seat(stored="~", tiles={"a1": "~", "c2": "~"}))
    fine = ["take 1", "take 2", "take 3", "take 4", "lay stored", "nothing", "remove a1", "remove c2"]
    assert m.moves() == fine
    for move in fine:
        m.play(move)
        if asked(m) == "space":
            m.play("to b1")
        assert (m.mover, asked(m)) == (1, "steps")
        while m.history:
            m.undo(force=True)


@pytest.mark.rule("M3.4")
@pytest.mark.parametrize("level", ["basic", "advanced", "pro"])
def test_the_order_of_decisions(level):
    m = sit(seat(tiles={"a1": "~"}, ship=None if level == "basic" else "a1"), level=level, decision="steps")
    seen = [asked(m)]
    for move in ("ship 1", "take 1", "to b1"):
        m.play(move)
        seen.append(asked(m))
    assert seen == ["steps", "action", "space", "sail" if level == "advanced" else "steps"]


@pytest.mark.rule("M3.4")
def test_actions_of_other_decisions_are_illegal():
    m = sit(seat(tiles={"a1": "~"}))
    for move in ("ship 1", "to b1", "to storage", "stay", "sail a1", "set top 1"):
        assert refused(m, move) == "M3.4"
    m.play("take 1")
    for move in ("take 1", "nothing", "remove a1", "lay stored", "ship 1"):
        assert refused(m, move) == "M3.7"


@pytest.mark.rule("M3.4")
@pytest.mark.parametrize("level", ["advanced", "pro"])
def test_a_tile_is_taken_only_if_it_can_be_placed_with_the_shells_left_or_stored(level):
    full = sit(seat(shells=2, stored="~b", tiles=CORNERED, ship="a1"), level=level)
    assert [move for move in full.moves() if move[:4] == "take"] == ["take 1", "take 2"]  # one shell is left for one step
    assert refused(full, "take 3") == "M3.4"
    empty = sit(seat(shells=2, tiles=CORNERED, ship="a1"), level=level)
    assert "take 3" in empty.moves()


@pytest.mark.rule("M6.2")
@pytest.mark.parametrize("level", ["advanced", "pro"])
def test_the_stored_tile_is_placed_only_if_the_ship_can_reach_a_free_space(level):
    assert refused(sit(seat(shells=0, stored="~b", tiles=CORNERED, ship="a1"), level=level), "lay stored") == "M6.2"
    assert "lay stored" in sit(seat(shells=1, stored="~b", tiles=CORNERED, ship="a1"), level=level).moves()


@pytest.mark.rule("M3.4")
def test_a_tile_that_can_only_be_stored_is_stored_automatically():
    m = sit(seat(shells=0, tiles=CORNERED, ship="a1"), level="pro")
    m.play("take 1")
    assert (stored(m), m.mover) == ("<1pl", 1)


@pytest.mark.rule("M3.4")
@pytest.mark.parametrize("move", ["take 1", "lay stored"])
def test_a_tile_that_can_only_go_to_one_space_is_placed_there_automatically(move):
    m = sit(seat(shells=0, stored="~b", tiles={"a1": "~", "b1": "~", "a2": "~"}, ship="a1"), level="pro")
    m.play(move)
    assert tile(m, "b2") == ("<1pl" if move == "take 1" else "~b")
    assert m.mover == 1


@pytest.mark.rule("M3.5")
@pytest.mark.parametrize(("n", "found"), [(1, "^1pl"), (2, "^3p"), (3, "^1ph"), (4, "=3p")])
def test_the_first_tile_is_free_and_each_skipped_tile_costs_a_shell(n, found):
    m = sit(seat(shells=4), at="top 3")
    m.play(f"take {n}")
    assert shells(m) == 4 - (n - 1)
    m.play("to a1")
    assert tile(m, "a1") == found


@pytest.mark.rule("M3.5")
def test_skipping_an_unaffordable_tile_is_refused():
    m = sit(seat(shells=1))
    assert [move for move in m.moves() if move[:4] == "take"] == ["take 1", "take 2"]
    assert refused(m, "take 3") == "M3.5"


@pytest.mark.rule("M3.5")
def test_empty_places_do_not_count_as_tiles():
    m = sit(seat(), display="volcano . volcano . / . o1p . . / . . . . / . o2p . .", stock=[], at="bottom 2")
    assert [move for move in m.moves() if move[:4] == "take"] == ["take 1", "take 2"]
    assert refused(m, "take 4") == "M3.5"
    m.play("take 2, to a1")
    assert (tile(m, "a1"), shells(m)) == ("o1p", 4)
    assert refused(sit(seat(), display=LAST.format("~"), stock=[], at="top 4"), "take 1") == "M3.5"


@pytest.mark.rule("M3.6")
def test_a_volcano_and_the_tiles_behind_it_cannot_be_taken():
    m = sit(at="top 1", display="o1p ~ ~ ~ / volcano ~ ~b ~b / o2p ~b ~b ~b / <1p >1p ^1p v1p")
    assert [move for move in m.moves() if move[:4] == "take"] == ["take 1"]
    for n in (2, 3, 4):
        assert refused(m, f"take {n}") == "M3.6"
    below = sit(at="bottom 1", display="o1p ~ ~ ~ / volcano ~ ~b ~b / o2p ~b ~b ~b / <1p >1p ^1p v1p")
    assert [move for move in below.moves() if move[:4] == "take"] == ["take 1", "take 2"]
    assert refused(below, "take 3") == "M3.6"


@pytest.mark.rule("M3.6")
def test_nothing_can_be_taken_with_a_volcano_in_front():
    m = sit(at="left 2", display="o1p ~ ~ ~ / volcano ~ ~b ~b / o2p ~b ~b ~b / <1p >1p ^1p v1p")
    assert m.moves() == ["nothing"]


@pytest.mark.rule("M3.6")
def test_a_position_with_a_tile_from_behind_a_volcano_in_hand_is_refused():
    lines = "o1p ~ ~ ~ / volcano ~ ~b ~b / o2p ~b ~b ~b / <1p >1p ^1p v1p"
    assert spaces(sit(at="top 1", display=lines, decision="space", taken="a1"))
    with pytest.raises(BadPosition, match=r"taken.*M3\.6"):
        sit(at="top 1", display=lines, decision="space", taken="a3")


@pytest.mark.rule("M3.7")
@pytest.mark.parametrize("move", ["take 1", "lay stored"])
def test_a_tile_goes_on_any_free_space_and_need_not_match_its_neighbours(move):
    m = sit(seat(stored=">1p", tiles={"b2": ">2p", "c3": "|2p"}))
    m.play(move)
    assert m.moves() == [f"to {c}{row}" for row in "1234" for c in "abcd" if c + row not in ("b2", "c3")]


@pytest.mark.rule("M3.7")
def test_never_on_a_space_that_holds_a_tile():
    m = sit(seat(tiles={"b2": ">2p"}))
    m.play("take 1")
    assert refused(m, "to b2") == "M3.7"
    assert len(m.moves()) == 15 + 1


@pytest.mark.rule("M3.8")
@pytest.mark.parametrize(("new_tile", "gain"), [("~", 0), ("~s", 1), ("~2s", 2), ("o1ps", 1), ("=2ps", 1)])
@pytest.mark.parametrize("source", ["display", "storage"])
def test_placing_a_tile_brings_its_shells_immediately(new_tile, gain, source):
    if source == "storage":
        m = sit(seat(shells=3, stored=new_tile))
        m.play("lay stored, to b2")
    else:
        m = sit(seat(shells=3), display=f"{new_tile} <1p >1p ^1p / v1p <2p >2p ^2p / v2p <1pl >1pl ^1pl / v1pl <3p >3p ^3p")
        m.play("take 1, to b2")
    assert shells(m) == 3 + gain


@pytest.mark.rule("M3.8")
def test_storing_brings_no_shells():
    m = sit(seat(shells=3), display="~2s <1p >1p ^1p / v1p <2p >2p ^2p / v2p <1pl >1pl ^1pl / v1pl <3p >3p ^3p")
    m.play("take 1, to storage")
    assert (shells(m), stored(m)) == (3, "~2s")


@pytest.mark.rule("M3.8")
@pytest.mark.parametrize(("others", "gain"), [(24, 2), (25, 2), (26, 1), (27, 0)])
def test_tiles_bring_shells_only_as_far_as_the_supply_lasts(others, gain):
    m = sit(seat(shells=3, stored="~2s"), seat(shells=others - 7), seat(shells=7))
    m.play("lay stored, to a1")
    assert shells(m) == 3 + gain


@pytest.mark.rule("M3.9")
def test_the_storage_holds_one_tile():
    m = sit(seat(stored="~b"))
    m.play("take 1")
    assert refused(m, "to storage") == "M3.9"
    assert refused(sit(seat()), "lay stored") == "M3.9"


@pytest.mark.rule("M3.9")
def test_the_stored_tile_leaves_the_storage_only_when_it_is_placed():
    m = sit(seat(stored="~b"))
    m.play("lay stored")
    assert refused(m, "to storage") == "M3.9"
    assert stored(m) == "~b"
    m.play("to c4")
    assert (stored(m), tile(m, "c4")) == (".", "~b")


@pytest.mark.rule("M3.9")
def test_an_empty_storage_takes_the_next_tile():
    m = sit(seat(), seat())
    m.play("take 2, to storage")
    assert (stored(m), shells(m), tile(m, "a1")) == ("<3p", 4, ".")


@pytest.mark.rule("M3.10")
def test_a_removed_tile_leaves_the_game_with_its_boats_but_its_shells_are_kept():
    m = sit(seat(shells=1, tiles={"a1": "~b", "b1": "~2s"}), seat(), decision="steps")
    assert len(m.moves()) == 3 + 1
    m.play("ship 1, remove a1, ship 1, nothing")
    assert m.to_dict()["removed"] == ["~b"]
    assert m.moves() == ["ship 1", "ship 2", "ship 3"]
    m.play("ship 1, remove b1")
    assert shells(m) == 1
    assert sorted(m.to_dict()["removed"]) == ["~2s", "~b"]


@pytest.mark.rule("M3.10")
def test_only_tiles_of_the_players_own_board_can_be_removed():
    m = sit(seat(tiles={"a1": "~"}), seat(tiles={"b1": "~"}))
    assert refused(m, "remove b1") == "M3.4"
    assert refused(m, "remove d4") == "M3.4"
    m.play("remove a1")
    assert (tile(m, "a1"), tile(m, "b1", 1)) == (".", "~")


@pytest.mark.rule("M3.11")
@pytest.mark.parametrize("target", ["to a1", "to storage"])
def test_the_place_is_refilled_when_the_tile_is_placed_or_stored(target):
    m = sit(seat(), at="top 2", stock=["~2s", "volcano", "volcano"])
    before = in_stock(m)
    m.play("take 2")
    assert (display(m, "b2"), in_stock(m)) == (">3p", before)
    m.play(target)
    assert in_stock(m) == before - 1
    assert display(m, "b2") in ("~2s", "volcano")
    assert m.s.counter == m.history[-1][1].counter + 1


@pytest.mark.rule("M3.11")
@pytest.mark.parametrize("move", ["lay stored, to a1", "remove b1", "nothing"])
def test_the_display_is_not_refilled_when_no_tile_was_taken(move):
    m = sit(seat(stored="~", tiles={"b1": "~"}))
    before = m.s.display.tolist(), in_stock(m), int(m.s.counter)
    m.play(move)
    assert (m.s.display.tolist(), in_stock(m), int(m.s.counter)) == before


@pytest.mark.rule("M3.11")
def test_the_display_is_refilled_before_the_small_ship_sails():
    m = sit(seat(tiles={"a1": "~"}, ship="a1"), level="advanced", stock=["volcano", "volcano"])
    m.play("take 1, to b1")
    assert (asked(m), display(m, "a1"), in_stock(m)) == ("sail", "volcano", 1)


@pytest.mark.rule("M3.11")
def test_with_the_stock_empty_the_place_stays_empty():
    m = sit(seat(), display=LAST.format("~").replace("volcano .", "volcano ~b"), stock=[])
    m.play("take 1, to a1")
    assert (display(m, "a1"), in_stock(m)) == (".", 0)


@pytest.mark.rule("M3.11")
def test_the_last_tile_of_the_stock_refills_the_display():
    m = sit(seat(), display=NEAR.replace("=3p |3p", "volcano volcano"), stock=["~2s"])
    m.play("take 1, to a1")
    assert (display(m, "a1"), in_stock(m)) == ("~2s", 0)


@pytest.mark.rule("M3.11")
def test_a_volcano_that_refills_the_display_stays_permanently():
    m = sit(seat(shells=14), seat(), stock=["volcano", "volcano"], at="top 1")
    m.play("take 1, to a1")
    assert display(m, "a1") == "volcano"
    m.play("ship 1, nothing, ship 15")
    assert refused(m, "take 1") == refused(m, "take 2") == "M3.6"


@pytest.mark.rule("M3.12")
def test_shells_are_open():
    m = sit(seat(shells=3), seat(shells=7))
    for viewer in (None, 0, 1):
        assert m.view(viewer).players["shells"].tolist() == [3, 7, 0, 0, 0]


@pytest.mark.rule("M3.12")
def test_payments_go_to_the_supply_and_can_be_gained_again():
    m = sit(seat(shells=15, stored="~2s"), seat(shells=15), decision="steps")
    m.play("ship 3, lay stored, to a1")
    assert shells(m) == 15  # one paid, one of two gained
    skip = sit(
        seat(shells=15), seat(shells=15), display="~ <1p >1p ^1p / ~2s <2p >2p ^2p / v2p <1pl >1pl ^1pl / v1pl <3p >3p ^3p"
    )
    skip.play("take 2, to a1")
    assert shells(skip) == 15


@pytest.mark.rule("M3.12")
def test_unaffordable_choices_are_refused():
    m = sit(seat(shells=2), seat(), decision="steps")
    m.play("ship 3")
    assert refused(m, "take 3") == "M3.5"
    m.play("take 2")
    assert shells(m) == 0


def test_a_choice_begins_with_a_capital_letter_in_every_language():
    game = find_game("maori")
    for number in range(50, 69):
        match = Match.from_position(puzzles_of(game)[number - 1].position)
        for language in LANGUAGES:
            with using_language(language):
                texts = [game.texts.choice(match.view(match.mover), match.box, action) for action in match.actions()]
            assert all(text[0].isdigit() or text[0].isupper() for text in texts), texts
