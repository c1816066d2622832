"""K12 the end: the last round, huts, villages one by one, the result."""

from typing import Any

import pytest

from seaboard.match import Match

from .table import BOTH_EDITIONS, PRINTED, asked, fish, glory, influence, offered, refused, seat, shells, sit

ROUNDS = {"second": 8, "first": 10}
NOTHING = seat(shells=[], fish=[], influence=0)


def ending(*seats: dict, edition: str = "second", decision: str = "scoring", **keys) -> Match:
    """A position after the last round. By default, a player has the glory for their huts."""
    filled = []
    for player in seats:
        huts = sum(len(player.get(kind, ())) for kind in ("meeting", "fisherman", "canoe_builder"))
        filled.append({**NOTHING, "glory": 2 * huts, **player})
    return sit(*filled, players=len(seats), decision=decision, round=ROUNDS[edition], edition=edition, **keys)


def score(m: Match, village: str, *played: int) -> None:
    """Scores one village with these counters; players without counters play 0 automatically."""
    m.play(f"village {village}")
    for p, number in enumerate(played):
        if influence(m, p):
            assert m.mover == p
            m.play(f"play {number}")


def all_glory(m: Match) -> list[int]:
    return [glory(m, p) for p in range(m.seats)]


def last_turn(*seats: dict, **keys) -> Match:
    """The first player is the last to pass."""
    others = [{**player, "passed": True} for player in (*seats[1:], *[seat() for _ in range(3 - len(seats))])]
    m = sit(seats[0], *others, **keys)
    m.play("pass")
    return m


@pytest.mark.rule("K12.1")
@pytest.mark.parametrize(("edition", "rounds"), [*ROUNDS.items()])
def test_the_game_ends_by_the_number_of_rounds_whatever_cult_hexes_are_left(edition, rounds):
    for number in (1, rounds - 2, rounds - 1):
        m = last_turn(seat(), edition=edition, round=number)
        assert (asked(m), int(m.s.round_number)) == ("bid", number + 1)
    m = last_turn(seat(), edition=edition, round=rounds)
    assert m.s.cult_supply > 0
    assert asked(m) == "scoring"


@pytest.mark.rule("K12.1", "K11.1")
@BOTH_EDITIONS
def test_after_the_last_round_value_is_lost_again(edition):
    m = last_turn(seat(shells=[5, 1], fish=[2, 1]), edition=edition, round=ROUNDS[edition])
    assert (shells(m), fish(m)) == ([4], [1])


@pytest.mark.rule("K12.1")
@BOTH_EDITIONS
def test_each_hut_on_the_board_scores_2_glory(edition):
    many = seat(meeting="f3", fisherman="e8 d7", canoe_builder="h7", canoes="g9", glory=5)
    m = last_turn(many, seat(meeting="f5", glory=1), seat(glory=0), edition=edition, round=ROUNDS[edition])
    assert all_glory(m) == [5 + 8, 1 + 2, 0]
    assert m.mover == 2, "the player with the least glory chooses"


@pytest.mark.rule("K12.1")
def test_huts_score_nothing_before_the_end():
    m = last_turn(seat(meeting="f3"), round=7)
    assert glory(m) == 0


@pytest.mark.rule("K12.2")
@BOTH_EDITIONS
@pytest.mark.parametrize(("glories", "chooser"), [((3, 1, 2), 1), ((0, 1, 2), 0), ((9, 8, 7), 2)])
def test_the_player_with_the_least_glory_chooses_a_village(edition, glories, chooser):
    m = ending(*[seat(glory=number) for number in glories], edition=edition)
    assert m.mover == chooser
    assert offered(m, "village") == set(PRINTED)


BEHIND = [
    ({"shells": [5, 5], "fish": []}, {"shells": [4, 2, 1], "fish": [5] * 4}),  # less shell money, in value: 7
    ({"shells": [3], "fish": [1, 1]}, {"shells": [2, 1], "fish": [5], "canoes": "g9"}),  # fewer fish
    ({"canoes": "g9 g10", "glory": 4}, {"canoes": "h9", "meeting": "f3 f5", "glory": 4}),  # fewer canoes
    ({"canoes": "g9", "meeting": "f3 f5", "glory": 4}, {"canoes": "h9", "meeting": "e8", "glory": 4}),  # fewer huts
]


@pytest.mark.rule("K12.2", "K3.1")
@BOTH_EDITIONS
@pytest.mark.parametrize(("ahead", "behind"), BEHIND)
def test_ties_for_the_least_glory_are_broken_as_in_bidding(edition, ahead, behind):
    third = seat(glory=20)
    assert ending(seat(**ahead), seat(**behind), third, edition=edition).mover == 1
    assert ending(seat(**behind), seat(**ahead), third, edition=edition).mover == 0


@pytest.mark.rule("K12.2", "K3.1")
@BOTH_EDITIONS
def test_the_last_tie_break_for_choosing_is_the_seat(edition):
    assert ending(seat(glory=20), seat(), seat(), edition=edition).mover == 1


@pytest.mark.rule("K12.2")
@BOTH_EDITIONS
def test_each_village_is_scored_once_and_the_chooser_may_change(edition):
    m = ending(seat(glory=0, canoes="g5"), seat(glory=0), seat(glory=5), edition=edition)
    assert m.mover == 1, "as in bidding: fewer canoes"
    score(m, "b2")
    assert m.mover == 1
    assert refused(m, "village b2") == "K12.2"
    assert refused(m, "village g5") == "K9.1"
    score(m, "f4")
    assert all_glory(m) == [1, 0, 5]
    assert m.mover == 1
    assert offered(m, "village") == {"e7", "f11", "i7", "k2"}


@pytest.mark.rule("K12.2")
def test_the_chooser_changes_with_the_glory():
    m = ending(seat(glory=1, canoes="g5"), seat(glory=2), cult="f5 f6")
    assert m.mover == 0
    score(m, "f4")
    assert all_glory(m) == [4, 2]
    assert m.mover == 1


@pytest.mark.rule("K12.2")
@BOTH_EDITIONS
def test_every_village_is_scored_even_without_strength_then_the_game_is_over(edition):
    m = ending(seat(), seat(glory=3), edition=edition)
    for village in PRINTED[:-1]:
        assert not m.over
        score(m, village)
    assert m.over, "the last village is chosen automatically"
    assert asked(m) == "over"
    assert all_glory(m) == [0, 3]
    assert refused(m, "village f11") == "K12.1"


@pytest.mark.rule("K12.2", "K12.3")
@BOTH_EDITIONS
def test_any_player_may_play_counters_anywhere(edition):
    m = ending(seat(influence=1), seat(), cult="b3", edition=edition)
    score(m, "b2", 1)
    assert all_glory(m) == [2, 0]
    assert influence(m) == 0


# village f4 with three cult hexes; red, yellow, blue, green
RED: dict[str, Any] = {"meeting": "e3 f3", "canoes": "g6 g7", "influence": 2}
YELLOW: dict[str, Any] = {"meeting": "e4 g4", "fisherman": "g5", "canoes": "e5 h3", "influence": 1}
BLUE: dict[str, Any] = {"canoe_builder": "h4", "canoes": "", "influence": 1}
GREEN: dict[str, Any] = {"canoes": "f7", "influence": 1}


def example(edition: str) -> Match:
    return ending(seat(**RED), seat(**YELLOW), seat(**BLUE), seat(**GREEN), cult="f5 f6", edition=edition)


@pytest.mark.rule("K12.3", "K12.4", "K12.6")
def test_strength_is_6_4_1_1_and_red_gets_the_three_cult_hexes():
    """The example of the second edition."""
    m = example("second")
    assert m.mover == 3, "green has the least glory"
    supply, before = int(m.s.supply), all_glory(m)
    score(m, "f4", 1, 0, 0, 0)
    assert all_glory(m) == [before[0] + 3, *before[1:]]
    assert [influence(m, p) for p in range(4)] == [1, 1, 1, 1]
    assert m.s.supply == supply + 1


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
def test_the_same_village_with_other_counters(edition):
    m = example(edition)
    before = all_glory(m)
    score(m, "f4", 0, 1, 0, 0)
    assert all_glory(m) == [before[0], before[1] + 3, *before[2:]]
    m = example(edition)
    score(m, "f4", 1, 1, 0, 0)  # red and yellow have 6 each; in the first edition 5
    share = 2 if edition == "second" else 0
    assert all_glory(m) == [before[0] + share, before[1] + share, *before[2:]]


@pytest.mark.rule("K12.3", "K12.4")
@BOTH_EDITIONS
def test_red_plays_1_counter_and_yellow_2_and_yellow_gets_3(edition):
    """The example of the first edition: 3 against 4."""
    m = ending(seat(meeting="e3 f3", influence=1), seat(meeting="e4", canoes="g6", influence=2), cult="f5 f6", edition=edition)
    before = all_glory(m)
    score(m, "f4", 1, 2)
    assert all_glory(m) == [before[0], before[1] + 3]
    assert (influence(m), influence(m, 1)) == (1, 0)


@pytest.mark.rule("K12.3")
@pytest.mark.parametrize(("edition", "played", "wins"), [("second", 1, True), ("first", 1, False), ("first", 2, True)])
def test_a_counter_is_worth_2_or_1(edition, played, wins):
    m = ending(seat(influence=3), seat(canoes="g5"), edition=edition)
    score(m, "f4", played)
    assert (glory(m) == 1) == wins


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
@pytest.mark.parametrize("where", ["h4", "g6", "h9"])
def test_a_canoe_counts_only_at_sea_next_to_a_cult_hex_of_the_village(edition, where):
    """Next to a hut of the village only, or farther away, it does not count."""
    m = ending(seat(canoes=where), seat(meeting="g5", glory=3), edition=edition)
    score(m, "f4")
    assert all_glory(m) == [0, 4]
    m = ending(seat(canoes="g4 f3"), seat(meeting="g5", glory=3), edition=edition)
    score(m, "f4")
    assert all_glory(m) == [1, 3]


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
def test_a_canoe_on_a_hut_does_not_count(edition):
    m = ending(seat(canoe_builder="g5", canoes="g5", glory=2), seat(meeting="e3 e4", glory=5), edition=edition)
    score(m, "f4")
    assert all_glory(m) == [2, 6]


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
def test_a_canoe_between_two_villages_counts_in_both(edition):
    m = ending(seat(canoes="f6"), seat(glory=9), cult="f5 e6", edition=edition)
    score(m, "f4")
    score(m, "e7")
    assert all_glory(m) == [4, 9]


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
def test_huts_of_all_kinds_count_in_their_own_village_only(edition):
    mine = seat(meeting="e3", fisherman="f3", canoe_builder="g4", canoes="g9")
    m = ending(mine, seat(meeting="e8 d7 d6 f8", canoes="g5 e4"), edition=edition)
    score(m, "f4")
    assert all_glory(m) == [7, 8]
    score(m, "e7")
    assert all_glory(m) == [7, 9]


@pytest.mark.rule("K12.3")
@BOTH_EDITIONS
def test_all_choose_in_seat_order_up_to_what_they_have_and_nothing_happens_before_the_last(edition):
    m = ending(seat(influence=2), seat(influence=3), seat(influence=1), edition=edition)
    m.play("village f4")
    assert (m.mover, m.moves()) == (0, ["play 0", "play 1", "play 2"])
    assert refused(m, "play 3") == "K12.3"
    m.play("play 2")
    assert (m.mover, m.moves()) == (1, ["play 0", "play 1", "play 2", "play 3"])
    assert all_glory(m) == [0, 0, 0]
    m.play("play 1, play 0")
    assert all_glory(m) == [1, 0, 0]
    assert [influence(m, p) for p in range(3)] == [0, 3, 1]


@pytest.mark.rule("K12.4")
@BOTH_EDITIONS
@pytest.mark.parametrize("cult", ["", "f5", "f5 f6 g7"])
def test_the_strongest_gets_1_glory_for_each_cult_hex(edition, cult):
    m = ending(seat(canoes="g5"), seat(influence=3), edition=edition, cult=cult)
    score(m, "f4", 0, 0)
    assert all_glory(m) == [1 + len(cult.split()), 0]


@pytest.mark.rule("K12.4")
@BOTH_EDITIONS
def test_a_village_without_strength_gives_no_glory(edition):
    m = ending(seat(influence=3), seat(influence=3), edition=edition)
    score(m, "f4", 0, 0)
    assert all_glory(m) == [0, 0]
    assert (influence(m), influence(m, 1)) == (3, 3)
