"""N7.20 to N7.23 the forgotten: elders by choice."""

import numpy as np
import pytest

from seaboard.games.nusfjord.layout import PLACE, PROMO_BELOW, PROMO_TOP
from seaboard.games.nusfjord.words.notation import ELDER_NAMES

from .harbour import with_effect
from .table import catch_size, changes, council, fish_on, go, have, new, own, refused, seat, ships, ships_left, sit, skip_round

FORGOTTEN = ("fishmonger", "old-man", "castaway", "willy")


def done(m, one=1):
    return m.s.frames[m.s.depth - 1].kind == PLACE and m.mover == one


def forgotten(*seats, **more):
    return sit(*seats, elders=["promos"], **more, checked=False)


# N7.20 the promos


@pytest.mark.rule("N7.20")
def test_the_four_forgotten_lie_in_an_open_stack_whose_top_is_random():
    tops = set()
    for seed in range(24):
        m = new(seed, players=2, elders=["promos"])
        at = [int(m.s.elder_at[ELDER_NAMES.index(name)]) for name in FORGOTTEN]
        assert sorted(at) == [PROMO_BELOW] * 3 + [PROMO_TOP]
        tops.add(FORGOTTEN[at.index(PROMO_TOP)])
    assert tops == set(FORGOTTEN)
    assert not new(players=5).s.elder_at[ELDER_NAMES.index("fishmonger") :].any()


@pytest.mark.rule("N7.20")
def test_only_the_top_one_can_be_taken_and_the_next_is_turned_up_before_it_is_used():
    m = forgotten(seat())
    top, below = (np.flatnonzero(m.s.elder_at == place) for place in (PROMO_TOP, PROMO_BELOW))
    go(m, "elder")
    for elder in below:
        assert refused(m, f"take {ELDER_NAMES[elder]}") == "N5.11"
    go(m, f"take {ELDER_NAMES[top[0]]}")
    assert council(m) == [ELDER_NAMES[top[0]]]
    assert (m.s.elder_at == PROMO_TOP).sum() == 1
    assert (m.s.elder_at == PROMO_BELOW).sum() == 2


@pytest.mark.rule("N7.20")
def test_the_forgotten_take_places_and_count_as_elders():
    m = forgotten(seat(elders="willy fish-farmer fishmonger castaway"), players=4)
    assert changes(m.copy(), "to fish-farmer") == {"fish": 7}
    full = forgotten(seat(elders="willy old-man fishmonger castaway sailor"), players=4)
    assert refused(full, "elder") == "N5.11"


@pytest.mark.rule("N7.20")
def test_the_fishmonger_clears_all_tables_for_a_gold():
    mine = seat(elders="fishmonger sailor", fish=3, elder_fish={"sailor": 2, "fishmonger": 1}, reserve_fish=4)
    m = forgotten(mine, seat(elders="developer", fish=2, elder_fish={"developer": 1}), plates=5)
    assert changes(m, "to fishmonger") == {"gold": 1}
    assert (int(m.s.plates), int(m.s.elder_fish.sum()), have(m, 1)) == (0, 0, {"fish": 2})
    m = forgotten(seat(elders="fishmonger", elder_fish={"fishmonger": 2}), plates=1)
    assert changes(m, "to fishmonger") == {"gold": 1, "fish": 1}


# N7.21 the Old Man


def after_the_old_man(*seats, **more):
    """The Old Man was used; all skip to the next catch."""
    m = forgotten(*seats, **more)
    go(m, "to old-man")
    return skip_round(m)


@pytest.mark.rule("N7.21")
def test_after_the_old_man_the_catch_is_gold_by_the_shares_at_home():
    m = after_the_old_man(seat(elders="old-man sailor", shares={0: 2, 1: 2}), seat(shares={0: 0, 1: 0}))
    assert have(m) == {"gold": 2, "fish": 2}, "of 4 gold one is lost on him, one lies on the Sailor as a fish"
    assert (fish_on(m, "sailor"), fish_on(m, "old-man")) == (1, 0)
    assert have(m, 1) == {"reserve_fish": 1}, "another's catch is as ever"


@pytest.mark.rule("N7.21")
def test_his_gold_goes_to_the_holder_and_into_the_reserve_where_it_counts_towards_eight():
    mine = seat(elders="old-man", shares={0: 4, 1: 5}, unissued=0, reserve_fish=6, reserve_gold=1)
    m = after_the_old_man(mine, seat(shares={0: 1, 1: 0}, unissued=0))
    assert have(m) == {"gold": 4, "fish": 3, "reserve_fish": 6, "reserve_gold": 2}, "9 gold: 1 lost, 1 away, 4 home, 1 kept"
    assert have(m, 1)["gold"] == 1


@pytest.mark.rule("N7.21")
def test_gold_on_shares_of_the_action_board_is_lost():
    m = after_the_old_man(seat(elders="old-man", shares={0: 3}, on_board=1, unissued=1))
    assert have(m) == {"gold": 1}


@pytest.mark.rule("N7.21")
def test_used_twice_counts_once_and_the_catch_after_is_fish_again():
    m = forgotten(seat(elders="old-man"))
    go(m, "to old-man")
    m.s.elder_worker[:] = 0
    go(m, "skip, to old-man")
    skip_round(m)
    assert have(m) == {"gold": 1}
    skip_round(m)
    assert have(m) == {"gold": 1, "fish": 2}


@pytest.mark.rule("N7.21")
def test_a_fish_laid_on_the_old_man_is_lost_and_in_the_last_round_he_may_be_used_for_nothing():
    m = forgotten(seat(elders="old-man"), round_number=7, plates=2)
    assert changes(m, "to old-man") == {}
    assert (int(m.s.plates), fish_on(m, "old-man")) == (1, 0)
    skip_round(m)
    assert m.over


# N7.22 the Castaway


@pytest.mark.rule("N7.22")
def test_the_castaway_takes_a_wood_and_may_lay_a_raft_that_raises_the_catch():
    m = forgotten(seat(elders="castaway", wood=1, ships={"sloop": 1}))
    assert catch_size(m) == 5
    assert changes(m, "to castaway") == {"wood": -1}
    assert m.moves() == ["decline", "raft"]
    assert catch_size(go(m.copy(), "decline")) == 5
    go(m, "raft")
    assert (catch_size(m), ships(m)) == (6, {"sloop": 1, "raft": 1})


@pytest.mark.rule("N7.22")
@pytest.mark.parametrize(
    ("mine", "others"),
    [({}, {}), ({"schooner": 3, "sloop": 1}, {}), ({"sloop": 1, "raft": 1}, {"sloop": 1, "raft": 3})],
    ids=["first unit empty", "full track", "no raft left"],
)
def test_where_no_raft_can_be_laid_the_wood_may_still_be_paid(mine, others):
    m = forgotten(seat(elders="castaway", wood=1, ships=mine), seat(ships=others), players=3)
    assert changes(m, "to castaway") == {"wood": -1}
    assert done(m)
    assert ships(m) == mine


@pytest.mark.rule("N7.22")
def test_the_castaway_needs_a_wood():
    assert refused(forgotten(seat(elders="castaway", ships={"sloop": 1})), "to castaway") == "N6.7"


@pytest.mark.rule("N7.22")
def test_a_raft_is_no_ship():
    m = forgotten(seat(elders="ship-owner harbour-master", ships={"sloop": 1, "raft": 2}), players=5)
    sheet = m.score_sheet()[0]
    assert sheet["ships"] == 1
    before = ships_left(m)
    go(m.copy(), "to harbour-master")
    go(m, "to ship-owner")
    assert (ships(m), ships_left(m)) == ({"raft": 2}, (before[0] + 1, *before[1:]))
    assert refused(forgotten(seat(elders="ship-owner", ships={"raft": 2}), players=5), "to ship-owner") == "N6.7"
    assert refused(forgotten(seat(elders="harbour-master", ships={"raft": 2}), players=5), "to harbour-master") == "N6.7"
    assert catch_size(m) == 5, "the rafts have moved left and stay"


# N7.23 Willy


@pytest.mark.rule("N7.23")
@pytest.mark.parametrize(("there", "left", "fish"), [(0, 1, 0), (2, 3, 0), (3, 0, 1)])
def test_willy_brings_a_gold_and_is_cleared_at_the_fourth_fish(there, left, fish):
    m = forgotten(seat(elders="willy", elder_fish={"willy": there}))
    assert changes(m, "to willy") == {"gold": 1} | ({"fish": fish} if fish else {})
    assert fish_on(m, "willy") == left


@pytest.mark.rule("N7.23")
def test_the_first_fish_of_every_catch_goes_on_willy_and_for_his_owner_it_is_his():
    m = forgotten(seat(elders="willy sailor"), seat(elders="developer"), players=3)
    skip_round(m)
    assert (fish_on(m, "willy"), fish_on(m, "sailor"), fish_on(m, "developer")) == (3, 1, 1)
    assert [have(m, one) for one in range(3)] == [{"fish": 1}, {"fish": 1}, {"fish": 2}]


@pytest.mark.rule("N7.23")
def test_a_catch_that_clears_willy_brings_the_fish_to_his_owner():
    m = forgotten(seat(elders="willy", elder_fish={"willy": 3}), seat(), players=2)
    skip_round(m)  # the second seat is first now
    assert fish_on(m, "willy") == 1
    assert have(m) == {"fish": 3}
    assert have(m, 1) == {"fish": 2}


@pytest.mark.rule("N7.23")
def test_willy_in_the_stack_gets_nothing_and_the_old_mans_gold_feeds_him():
    m = skip_round(forgotten(seat(), seat()))
    assert int(m.s.elder_fish.sum()) == 0
    m = after_the_old_man(seat(elders="old-man"), seat(elders="willy"))
    assert fish_on(m, "willy") == 2
    assert have(m) == {}, "two gold: on Willy, and lost on the Old Man"


@pytest.mark.rule("N7.3")
def test_cards_that_hear_of_the_catch_do_not_hear_of_the_pond_builder():
    """Fish lost, and fish to others, are those of a catch."""
    for event in ("fish lost", "fish to others", "catch"):
        m = sit(seat(elders="pond-builder", reserve_fish=8, shares={0: 1}), seat(shares={0: 1, 1: 2}), checked=False)
        m.box = with_effect(m.box, 103, f"whenever {event}: +1 gold")
        own(m, 0, 103)
        go(m, "to pond-builder")
        assert done(m), event
