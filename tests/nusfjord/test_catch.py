"""N3 phase I, the catch: who gets the fish, in which order, and who chooses."""

import pytest

from .table import ANY_PLAYERS, catch, fish_on, goods, new, refused, reserve, seat, sit

FOUR = "developer constructor pond-builder sailor"
FIVE = f"{FOUR} builder"
FOUR_MORE = "steward forest-farmer forest-manager harbour-master"


def fish(m, one=0):
    return goods(m, one)[1]


def in_reserve(m, one=0):
    return reserve(m, one)[1]


@pytest.mark.rule("N3.1")
@ANY_PLAYERS
def test_the_first_catch_of_the_book_two_on_shares_one_in_the_reserve(players):
    m = new(players=players)
    for one in range(players):
        assert (fish(m, one), in_reserve(m, one)) == (2, 1)


@pytest.mark.rule("N3.1")
@pytest.mark.parametrize(("ships", "caught"), [("", 3), ("sloop", 5), ("schooner", 6), ("schooner schooner", 9)])
def test_as_many_fish_as_the_catch(ships, caught):
    m = catch(sit(seat(ships=ships)))
    assert fish(m) + in_reserve(m) == caught


@pytest.mark.rule("N3.1")
def test_all_players_catch_and_those_who_must_choose_do_so_in_turn_order():
    m = sit(seat(elders=FOUR), seat(), seat(elders=FOUR_MORE), start=0, mover=2, turn=9)
    m.play("skip")
    assert (m.s.round_number, m.s.start_player, m.mover) == (2, 2, 2)
    assert fish(m, 1) == 0, "who has no choice waits for those before"
    m.play("fish to steward, fish to forest-farmer, fish to harbour-master")
    assert m.mover == 0
    m.play("fish to sailor, fish to pond-builder, fish to developer")
    assert (fish(m, 1), in_reserve(m, 1)) == (2, 1)
    assert m.mover == 2, "the work begins with the start player"
    assert "skip" in m.moves()


@pytest.mark.rule("N3.1")
def test_the_choice_is_made_openly():
    m = catch(sit(seat(elders=FOUR), seat()))
    m.play("fish to sailor")
    assert m.view(1).elder_fish.tolist() == m.s.elder_fish.tolist()


# elders, own shares on the board, at the other player, at home -> fish on elders, the other's supply, own supply, own reserve
CATCH_3 = {
    "only elders are served": (("developer constructor sailor", 1, 1, 0), (3, 0, 0, 0)),
    "then shares on the board, whose fish are lost": (("developer", 2, 3, 0), (1, 0, 0, 0)),
    "then shares at others": (("developer", 1, 2, 2), (1, 1, 0, 0)),
    "two on others' shares": (("developer", 0, 2, 3), (1, 2, 0, 0)),
    "then shares at home": (("developer", 0, 1, 2), (1, 1, 1, 0)),
    "both shares at home": (("developer", 0, 0, 2), (1, 0, 2, 0)),
    "the rest goes into the reserve": (("", 1, 0, 1), (0, 0, 1, 1)),
    "all into the reserve": (("", 0, 0, 0), (0, 0, 0, 3)),
    "board and home": (("", 1, 0, 4), (0, 0, 2, 0)),
}


@pytest.mark.rule("N3.2")
@pytest.mark.parametrize(("before", "after"), CATCH_3.values(), ids=CATCH_3)
def test_the_order_in_which_three_fish_are_handed_out(before, after):
    elders, on_board, away, home = before
    m = sit(seat(elders=elders, on_board=on_board, unissued=5 - on_board - away - home), seat(holds={0: away}))
    catch(m)
    on_elders = sum(fish_on(m, elder) for elder in elders.split())
    assert (on_elders, fish(m, 1), fish(m), in_reserve(m)) == after


@pytest.mark.rule("N3.2")
def test_a_catch_that_is_enough_serves_all_without_asking():
    m = sit(
        seat(elders=FOUR, on_board=1, unissued=0, ships="schooner schooner"),  # nine fish
        seat(holds={0: 1}),
        seat(holds={0: 1}),
    )
    catch(m)
    assert [fish_on(m, elder) for elder in FOUR.split()] == [1, 1, 1, 1]
    assert [fish(m, one) for one in (0, 1, 2)] == [2, 1, 1]
    assert in_reserve(m) == 0


@pytest.mark.rule("N3.2")
def test_unissued_shares_and_others_shares_get_none_and_others_catch_nothing():
    m = catch(sit(seat(unissued=3, holds={1: 2}), seat(unissued=3)))
    assert (fish(m), in_reserve(m)) == (2, 1)
    assert goods(m, 1) == (0, 0, 0)
    assert reserve(m, 1) == (0, 0, 0)


@pytest.mark.rule("N3.2")
@pytest.mark.parametrize(
    ("reserve", "ships", "after"),
    [(0, "schooner schooner", 7), (3, "schooner", 7), (4, "schooner", 8), (5, "schooner", 8), (8, "schooner", 8), (11, "", 11)],
)
def test_the_reserve_is_filled_up_to_eight_fish_and_the_rest_is_lost(reserve, ships, after):
    m = catch(sit(seat(reserve={"fish": reserve}, ships=ships)))
    assert fish(m) == 2
    assert in_reserve(m) == after


@pytest.mark.rule("N3.2")
def test_other_goods_in_the_reserve_do_not_count_towards_the_eight():
    m = catch(sit(seat(reserve={"fish": 7, "wood": 5, "gold": 5})))
    assert reserve(m) == (5, 8, 5)


@pytest.mark.rule("N3.2")
def test_each_elder_gets_one_fish_only():
    m = catch(sit(seat(elders=FOUR)))
    m.play("fish to sailor")
    assert refused(m, "fish to sailor") == "N3.2"
    assert refused(m, "fish to builder") == "N3.2"
    assert refused(m, "decline") == "N3.4"


@pytest.mark.rule("N3.3")
@pytest.mark.parametrize(("lie", "left", "to_supply"), [(0, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_three_fish_on_an_elder_are_cleared_in_the_catch(lie, left, to_supply):
    m = catch(sit(seat(elders="sailor", elder_fish={"sailor": lie}, unissued=5, ships="schooner")))
    assert fish_on(m, "sailor") == left
    assert fish(m) == to_supply
    assert in_reserve(m) == 5, "the cleared fish is not handed out again"


@pytest.mark.rule("N3.3")
@pytest.mark.parametrize(("lie", "left", "to_supply"), [(0, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_three_fish_on_an_elder_are_cleared_when_he_is_used(lie, left, to_supply):
    m = sit(seat(elders="fish-farmer", elder_fish={"fish-farmer": lie}), players=4, plates=3)
    m.play("to fish-farmer")
    assert fish_on(m, "fish-farmer") == left
    assert goods(m) == (0, 3 + 1 + to_supply, 0)


@pytest.mark.rule("N3.3")
def test_each_elder_is_cleared_for_himself():
    m = catch(sit(seat(elders="sailor builder", elder_fish={"sailor": 2, "builder": 1}, ships="schooner", unissued=5)))
    assert (fish_on(m, "sailor"), fish_on(m, "builder"), fish(m), in_reserve(m)) == (0, 2, 1, 4)


@pytest.mark.rule("N3.4")
def test_where_fish_run_out_the_player_chooses_among_the_elders():
    m = catch(sit(seat(elders=FIVE)))
    assert m.mover == 0
    assert m.moves() == [f"fish to {elder}" for elder in ("developer", "constructor", "pond-builder", "sailor", "builder")]
    m.play("fish to builder")
    assert "fish to builder" not in m.moves()
    m.play("fish to constructor, fish to sailor")
    assert [fish_on(m, elder) for elder in FIVE.split()] == [0, 1, 0, 1, 1]
    assert (fish(m), in_reserve(m)) == (0, 0)


@pytest.mark.rule("N3.4")
def test_a_clearing_can_be_chosen():
    m = catch(sit(seat(elders=FOUR, elder_fish={"developer": 2, "sailor": 2})))
    m.play("fish to developer, fish to sailor, fish to constructor")
    assert fish(m) == 2


@pytest.mark.rule("N3.4")
def test_as_many_fish_as_elders_need_no_choice():
    m = catch(sit(seat(elders="developer sailor builder")))
    assert [fish_on(m, elder) for elder in ("developer", "sailor", "builder")] == [1, 1, 1]
    assert "skip" in m.moves()


@pytest.mark.rule("N3.4")
def test_where_fish_run_out_the_player_chooses_among_others_shares_but_the_board_comes_first():
    m = catch(sit(seat(on_board=1, unissued=0), seat(holds={0: 1}), seat(holds={0: 3})))
    assert m.mover == 0
    assert m.moves() == ["fish to 2", "fish to 3"]
    assert refused(m, "fish to 1") == "N3.2"
    assert refused(m, "fish to 4") == "N3.4"
    m.play("fish to 2")
    assert (fish(m, 1), fish(m, 2)) == (1, 1), "one holder is left: the last fish goes there unasked"
    assert (fish(m), in_reserve(m)) == (0, 0)


@pytest.mark.rule("N3.4")
def test_a_holder_gets_no_more_fish_than_he_holds_shares():
    m = catch(sit(seat(unissued=0), seat(holds={0: 1}), seat(holds={0: 2}), seat(holds={0: 2})))
    m.play("fish to 2")
    assert refused(m, "fish to 2") == "N3.2"
    m.play("fish to 3, fish to 3")
    assert [fish(m, one) for one in range(4)] == [0, 1, 2, 0]


@pytest.mark.rule("N3.4")
def test_with_one_holder_or_at_home_there_is_nothing_to_choose():
    m = catch(sit(seat(elders="sailor", unissued=0), seat(holds={0: 5})))
    assert (fish_on(m, "sailor"), fish(m), fish(m, 1)) == (1, 0, 2)
    assert "skip" in m.moves()


@pytest.mark.rule("N3.5")
def test_fish_on_shares_go_to_their_holder_and_on_the_board_they_are_lost():
    m = sit(seat(on_board=2, unissued=0, holds={1: 1}, ships="sloop"), seat(unissued=3, holds={0: 1}), seat(holds={0: 1}))
    catch(m)
    assert [fish(m, one) for one in range(3)] == [1, 1, 1]
    assert [in_reserve(m, one) for one in range(3)] == [0, 0, 0]
    assert (m.s.players[0].on_board, m.s.players[1].shares[0]) == (2, 1)


@pytest.mark.rule("N3.6")
def test_fish_of_the_supply_are_never_handed_out():
    m = sit(seat(fish=20, elders=FOUR, unissued=0, reserve={"fish": 1}), seat(holds={0: 2}), seat(holds={0: 3}))
    catch(m).play("fish to sailor, fish to developer, fish to constructor")
    assert [goods(m, one) for one in range(3)] == [(0, 20, 0), (0, 0, 0), (0, 0, 0)]
    assert (fish_on(m, "pond-builder"), in_reserve(m)) == (0, 1)


@pytest.mark.rule("N3.4")
def test_just_enough_fish_for_others_shares_need_no_choice():
    m = catch(sit(seat(unissued=2), seat(holds={0: 1}), seat(holds={0: 2})))
    assert [fish(m, one) for one in range(3)] == [0, 1, 2]
    assert "skip" in m.moves()


@pytest.mark.rule("N3.4")
@pytest.mark.parametrize("before", [{"elders": "developer sailor builder"}, {"on_board": 3, "unissued": 0}])
def test_without_fish_left_nobody_chooses_among_shares(before):
    m = catch(sit(seat(**({"unissued": 3} | before)), seat(holds={0: 1}), seat(holds={0: 1})))
    assert [fish(m, one) for one in range(3)] == [0, 0, 0]
    assert "skip" in m.moves()
