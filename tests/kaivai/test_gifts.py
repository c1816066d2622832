"""K13 gifts, an option of the first edition."""

import pytest

from seaboard.core.errors import BadOption
from seaboard.match import Match

from .table import asked, fish, glory, influence, new, refused, seat, shells, sit


def generous(*seats: dict, **keys) -> Match:
    seats = seats or (seat(shells=[5, 3], fish=[5, 2], canoes="g9"), seat(shells=[], fish=[]), seat(shells=[], fish=[]))
    return sit(*seats, edition="first", gifts="on", **keys)


def judged(m: Match, *yes: int) -> None:
    """All judges answer: these seats yes, the others no."""
    while asked(m) == "honour":
        m.play("honourable" if m.mover in yes else "not honourable")


@pytest.mark.rule("K13.1")
def test_a_shell_goes_to_the_same_space_of_the_receiver():
    m = generous()
    m.play("give shell 3, receiver 3")
    assert (shells(m), shells(m, 1), shells(m, 2)) == ([5], [], [3])
    assert (fish(m), fish(m, 2)) == ([5, 2], [])


@pytest.mark.rule("K13.1")
def test_a_fish_goes_to_the_same_space_of_the_receiver():
    m = generous()
    m.play("give fish 2, receiver 2")
    assert (fish(m), fish(m, 1), fish(m, 2)) == ([5], [2], [])
    assert (shells(m), shells(m, 1)) == ([5, 3], [])


@pytest.mark.rule("K13.1")
def test_players_can_give_only_their_own_counters():
    m = generous()
    gifts = [move for move in m.moves() if move.startswith("give")]
    assert gifts == ["give shell 3", "give shell 5", "give fish 2", "give fish 5"]
    assert refused(m, "give shell 4") == "K13.1"
    assert refused(m, "give fish 3") == "K13.1"


@pytest.mark.rule("K13.1")
def test_a_gift_goes_to_another_player_at_the_table():
    m = generous()
    m.play("give shell 5")
    assert asked(m) == "receiver"
    assert m.moves() == ["receiver 2", "receiver 3"]
    assert refused(m, "receiver 1") == "K13.1"
    assert refused(m, "receiver 4") == "K13.1"
    assert shells(m) == [5, 3], "not given yet"


@pytest.mark.rule("K13.1")
def test_at_most_one_gift_per_turn():
    m = generous()
    m.play("give shell 5, receiver 2")
    judged(m)
    assert (m.mover, asked(m)) == (0, "action")
    assert refused(m, "give shell 3") == "K13.1"
    m.play("pass, give shell 5, receiver 1")
    judged(m)
    assert refused(m, "give shell 5") == "K13.1"


@pytest.mark.rule("K13.1")
def test_another_gift_is_possible_in_the_next_turn_even_for_a_player_who_continues_alone():
    m = generous(seat(shells=[5, 3], fish=[]), seat(passed=True), seat(passed=True))
    m.play("give shell 5, receiver 2")
    judged(m)
    m.play("increase, give shell 3, receiver 2")
    judged(m)
    assert shells(m) == []


@pytest.mark.rule("K13.1")
def test_a_gift_is_given_before_choosing_not_during_an_action_nor_in_other_phases():
    m = generous()
    m.play("move")
    assert refused(m, "give shell 5") == "K6.1"
    m = generous(seat(), seat(), seat(), decision="bid", round=2)
    assert refused(m, "give shell 5") == "K3.2"


@pytest.mark.rule("K13.1", "K5.5")
def test_a_gift_is_not_an_action_so_the_sacrifice_remains_possible():
    m = generous()
    m.play("give shell 5, receiver 2")
    judged(m, 1, 2)
    m.play("pass")
    assert influence(m) == 5


@pytest.mark.rule("K13.1")
def test_a_gift_costs_no_influence_and_the_turn_continues():
    m = generous()
    m.play("give shell 5, receiver 2")
    judged(m)
    assert influence(m) == 3
    assert not m.s.spaces.any()
    assert "increase" in m.moves()


@pytest.mark.rule("K13.2")
def test_if_all_others_find_it_honourable_the_giver_gets_1_glory():
    m = generous()
    m.play("give shell 5, receiver 2")
    assert [m.moves(), m.mover] == [["honourable", "not honourable"], 1]
    m.play("honourable")
    assert (m.mover, glory(m)) == (2, 0)
    m.play("honourable")
    assert [glory(m, p) for p in range(3)] == [1, 0, 0]
    assert (m.mover, asked(m)) == (0, "action")


@pytest.mark.rule("K13.2")
@pytest.mark.parametrize("yes", [(), (1,), (2,)])
def test_a_single_no_even_the_receivers_prevents_glory_and_the_gift_remains(yes):
    m = generous()
    m.play("give shell 5, receiver 2")
    judged(m, *yes)
    assert [glory(m, p) for p in range(3)] == [0, 0, 0]
    assert (shells(m), shells(m, 1)) == ([3], [5])
    assert (m.mover, asked(m)) == (0, "action")


@pytest.mark.rule("K13.2")
@pytest.mark.parametrize(("giver", "judges"), [(0, [1, 2, 3]), (1, [0, 2, 3]), (2, [0, 1, 3]), (3, [0, 1, 2])])
def test_the_others_judge_in_seat_order(giver, judges):
    seats = [seat(shells=[5], fish=[], bid=10 if p == giver else p + 1) for p in range(4)]
    m = generous(*seats, mover=giver)
    m.play(f"give shell 5, receiver {(giver + 1) % 4 + 1}")
    spoke = []
    while asked(m) == "honour":
        spoke.append(m.mover)
        m.play("honourable")
    assert spoke == judges
    assert (m.mover, glory(m, giver)) == (giver, 1)


@pytest.mark.rule("K13.2")
def test_with_two_players_the_receiver_is_the_only_judge():
    m = generous(seat(shells=[5], fish=[], canoes="g9"), seat(shells=[], fish=[]), players=2)
    m.play("give shell 5")
    assert (m.mover, asked(m)) == (1, "honour")
    m.play("honourable")
    assert (glory(m), shells(m, 1)) == (1, [5])


@pytest.mark.rule("K13.1")
def test_gifts_are_off_by_default():
    m = sit(seat(shells=[5]), edition="first")
    assert m.options["gifts"] == "off"
    assert refused(m, "give shell 5") == "K13.1"
    assert refused(sit(seat(shells=[5])), "give shell 5") == "K13.1"


@pytest.mark.rule("K13.1")
def test_only_the_first_edition_has_gifts():
    with pytest.raises(BadOption, match="K13"):
        new(gifts="on")
    assert new(gifts="on", edition="first").options["gifts"] == "on"
