"""N9.2 to N9.8, N9.10, N9.12: when the effects of buildings act, who is asked, and what can be declined."""

import pytest

from seaboard.games.nusfjord.layout import PLACE, WINDOW

from .harbour import with_effect
from .table import built, catch_size, changes, fish_on, go, have, own, recount, refused, seat, ships, sit, skip_round, strips


def asks(m):
    return int(m.s.frames[m.s.depth - 1].kind)


def done(m, one=1):
    """The next player is asked for a worker: nothing more was asked."""
    return asks(m) == PLACE and m.mover == one


def with_cards(m, one=0, **effects):
    """Buildings of a player with effects of our own: c103="whenever issue: +1 gold"."""
    for name, effect in effects.items():
        m.box = with_effect(m.box, int(name[1:]), effect)
        own(m, one, int(name[1:]))
    return m


# N9.2 whenever


@pytest.mark.rule("N9.2")
def test_whenever_waits_for_the_end_of_all_that_the_worker_was_placed_for():
    """Boathouse lets a ship be built inside the building; Pier House (ship) and Joinery (build) answer after both."""
    m = sit(seat(wood=3, fish=3, buildings=[105, 114]), display=[101], checked=False)
    go(m, "build, at b1")
    assert m.moves() == ["decline", "use 101"]
    go(m, "use 101")
    assert (ships(m), have(m)) == ({"sloop": 1}, {}), "the wood of the two did not come before"
    assert m.moves() == ["decline", "use 105", "use 114"]
    assert changes(m, "use 105, use 114") == {"wood": 5}
    assert done(m)


@pytest.mark.rule("N9.2")
def test_whenever_waits_for_the_elder_who_was_used_and_taken_in_one_go():
    m = sit(
        seat(wood=2, fish=2, buildings=[131, 105]), display=[], checked=False
    )  # Residential Home: whenever you take an elder
    go(m, "elder, take constructor")
    assert m.moves() == ["decline", "use it"]
    go(m, "use it")
    assert m.moves() == ["decline", "use 105", "use 131"]


@pytest.mark.rule("N9.2")
def test_whenever_effects_repeat_and_can_be_declined_each_time():
    m = sit(seat(buildings=[210], unissued=3), deck="mackerel", players=3, checked=False)
    for moves, change in (("issue, decline", {"gold": 2}), ("issue, use 210", {"gold": 1, "wood": 3, "fish": 4})):
        assert changes(m, moves) == change
        go(m, "skip, skip")


@pytest.mark.rule("N9.2")
def test_a_declined_effect_does_not_wait_for_the_next_action():
    m = sit(seat(buildings=[105], wood=2, fish=2), checked=False)
    go(m, "ship, decline, skip, gold")
    assert done(m)


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(
    ("number", "moves"), [(105, "skip, ship"), (114, "skip, build, at b1, decline"), (131, "skip, elder, take sailor")]
)
def test_whenever_is_silent_when_someone_else_does_it(number, moves):
    m = sit(seat(buildings=[number]), seat(wood=2, fish=2), display=[103], checked=False)
    go(m, moves)
    assert done(m, 0)


@pytest.mark.rule("N9.2")
def test_gold_that_anothers_old_man_brings_was_not_brought_about_by_the_owner():
    """Clearing (213) answers gold, but only what its owner brings about."""
    mine = seat(elders="old-man", shares={0: 2}, unissued=2)
    m = sit(mine, seat(shares={0: 1, 1: 2}, buildings=[213]), deck="mackerel", elders=["promos"], checked=False)
    go(m, "to old-man")
    skip_round(m)
    assert have(m, 1)["gold"] == 1
    assert asks(m) == PLACE


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize("moves", ["to pond-builder", "skip, skip, skip, skip, skip, skip"])
def test_fish_on_shares_that_another_serves_were_not_brought_about_by_the_holder(moves):
    """Not by the Pond Builder of another player, nor by the catch of another player, who has the only fish to hand out."""
    m = sit(
        seat(elders="pond-builder", shares={0: 1}, unissued=3), seat(shares={0: 1, 1: 0}, unissued=0, on_board=5), checked=False
    )
    with_cards(m, 1, c103="whenever fish gained: +1 gold")
    go(m, moves)
    assert have(m, 1)["fish"] == 1
    assert asks(m) == PLACE


@pytest.mark.rule("N9.2")
def test_willy_cleared_by_anothers_fish_was_not_cleared_by_his_owner():
    m = sit(
        seat(elders="willy", elder_fish={"willy": 3}, buildings=[215]), deck="mackerel", elders=["promos"], checked=False
    )  # Chief's House
    skip_round(m)  # the first fish is the other player's
    assert fish_on(m, "willy") == 1
    assert asks(m) == PLACE


# N9.3 anytime


@pytest.mark.rule("N9.3")
def test_anytime_is_asked_after_and_before_each_own_turn_and_not_on_others_turns():
    m = sit(seat(fish=9, buildings=[122]), players=3, checked=False)  # Trading House: 4 fish -> 1 gold
    assert asks(m) == PLACE
    assert refused(m, "use 122") == "N4.1"
    go(m, "skip")
    assert (m.mover, m.moves()) == (0, ["decline", "use 122"])
    assert changes(m, "use 122") == {"fish": -4, "gold": 1}
    assert (m.mover, asks(m)) == (0, WINDOW), "it can be repeated"
    go(m, "decline")
    assert done(m, 1)
    go(m, "skip")
    assert done(m, 2)
    go(m, "skip")
    assert (m.mover, m.moves()) == (0, ["decline", "use 122"])
    poor = go(m.copy(), "use 122")
    assert done(poor, 0), "with one fish left nobody is asked"
    go(m, "decline")
    assert done(m, 0), "the window is closed"
    go(m, "skip")
    assert (m.mover, m.moves()) == (0, ["decline", "use 122"]), "and opens again after the turn"


@pytest.mark.rule("N9.3")
def test_anytime_is_not_used_within_a_running_action():
    m = sit(seat(fish=12, buildings=[122]), checked=False)
    go(m, "serve")
    assert refused(m, "use 122") == "N5.3"
    go(m, "plates 2")
    assert asks(m) == WINDOW


@pytest.mark.rule("N9.3")
def test_between_the_rounds_all_are_asked_from_the_new_start_player_on():
    m = sit(
        seat(fish=8, buildings=[122]), seat(wood=8, buildings=[124]), seat(fish=6, buildings=[123]), players=3, checked=False
    )
    m.s.turn = 9  # the last worker of the round
    go(m, "skip, decline")
    assert int(m.s.round_number) == 2
    order = []
    while m.s.stage == 0:
        order.append(m.mover)
        assert asks(m) == WINDOW
        go(m, "decline")
    assert order == [2, 0, 1]
    assert int(m.s.start_player) == 2


@pytest.mark.rule("N9.3")
def test_before_scoring_all_are_asked_from_the_start_player_on_and_nobody_without_an_exchange():
    m = sit(seat(fish=8, buildings=[122]), seat(), seat(fish=6, buildings=[123]), players=3, round_number=7, checked=False)
    m.s.start_player, m.s.turn = 1, 9  # the last worker of the game
    go(m, "skip, decline")
    order = []
    while not m.over:
        order.append((m.mover, m.moves()[-1]))
        go(m, m.moves()[-1])
    assert order == [(2, "use 123"), (2, "use 123"), (0, "use 122"), (0, "use 122")]
    assert (have(m)["gold"], have(m, 2)["wood"]) == (2, 4)


@pytest.mark.rule("N9.3")
def test_effects_of_a_window_trigger_immediately():
    m = sit(
        seat(fish=4, buildings=[230, 213], wood=4), deck="mackerel", checked=False
    )  # Manufacture: 2 wood 1 fish -> 1 gold; Clearing
    go(m, "skip")
    assert changes(m, "use 230") == {"wood": -2, "fish": -1, "gold": 1}
    assert m.moves() == ["decline", "use 213"]
    assert changes(m, "use 213") == {"wood": 1}
    assert m.moves() == ["decline", "use 230"]


# N9.4 points


@pytest.mark.rule("N9.4")
def test_points_count_the_final_position():
    m = sit(seat(buildings=[151]), checked=False)  # Harbor Installation: 2 per ship
    before = m.score_sheet()[0]["buildings"]
    m.s.players[0].ships[:] = (2, 1, 0, 4)
    assert m.score_sheet()[0]["buildings"] - before == 6


# N9.5 once


@pytest.mark.rule("N9.5")
def test_as_soon_as_comes_after_the_running_action_and_only_once():
    m = with_cards(sit(seat(wood=9, fish=9), checked=False), c103="once ship >= 1: +2 gold")
    go(m, "ship, sloop")
    assert m.moves() == ["decline", "use 103"]
    assert changes(m, "use 103") == {"gold": 2}
    m.s.workers_on[:] = 0
    recount(m)
    go(m, "skip, ship, sloop")
    assert done(m)


@pytest.mark.rule("N9.5")
def test_as_soon_as_the_condition_holds_by_any_player():
    m = with_cards(sit(seat(), seat(fish=5), plates=3, checked=False), c103="once filled plate >= 4: +2 gold")
    go(m, "skip, serve")
    assert (m.mover, m.moves()) == (0, ["decline", "use 103"])
    assert changes(m, "use 103") == {"gold": 2}
    assert done(m, 0)


@pytest.mark.rule("N9.5")
def test_as_soon_as_acts_at_once_if_it_holds_when_built():
    m = sit(seat(wood=9, fish=9, gold=2, ships={"sloop": 3}), display=[143], checked=False)  # Wharf
    go(m, "build, at b1")
    assert m.moves() == ["decline", "use 143"]
    go(m, "use 143")
    assert (ships(m), done(m)) == ({"sloop": 3, "schooner": 1}, True)


# N9.6 immediately


@pytest.mark.rule("N9.6")
def test_immediately_acts_inside_the_action_before_whenever_and_is_never_made_up_later():
    m = sit(seat(wood=1, buildings=[114]), display=[103], checked=False)
    go(m, "build, at b1")
    assert m.moves() == ["decline", "use 103"]
    go(m, "decline")
    assert m.moves() == ["decline", "use 114"]
    go(m, "decline, skip, gold")
    assert done(m)


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(
    ("number", "goods", "asked"),
    [
        (144, {"wood": 3, "gold": 1, "fish": 12}, True),  # Fish Market: 12 fish -> 6 gold
        (144, {"wood": 3, "gold": 1, "fish": 11}, False),
        (145, {"wood": 7, "fish": 7, "gold": 1}, True),  # Market Hall: 5 wood 5 fish -> 5 gold
        (145, {"wood": 6, "fish": 9, "gold": 1}, False),
        (113, {"wood": 12}, True),  # Portal: wood lost above 12 does not matter
        (110, {"fish": 2}, True),  # Forester's House: 1 strip -> 3 wood 1 gold
    ],
)
def test_immediately_is_all_or_nothing_after_the_cost_is_paid(number, goods, asked):
    m = sit(seat(**goods), display=[number], checked=False)
    go(m, "build, at b1")
    assert (f"use {number}" in m.moves()) == asked
    assert done(m) != asked


@pytest.mark.rule("N9.6")
def test_a_ship_that_does_not_fit_is_not_offered():
    m = sit(
        seat(wood=3, fish=2, ships={"schooner": 3, "sloop": 1}), display=[102], players=3, checked=False
    )  # Boatbuilder: a sloop
    assert done(go(m, "build, at b1"))


@pytest.mark.rule("N9.6")
def test_the_gain_of_an_immediate_action_can_be_used_in_the_rest_of_the_action():
    m = sit(seat(elders="developer", fish=5), display=[113], checked=False)  # Portal: +5 wood or +6 fish or +2 gold
    go(m, "to developer, decline, decline, do build, at b1")
    assert m.moves() == ["decline", "use 113", "use 113 b", "use 113 c"]
    assert changes(m, "use 113 b") == {"fish": 6}
    assert done(m), "only one of them"


# N9.7 special


@pytest.mark.rule("N9.7")
def test_a_standing_effect_is_never_asked_and_ends_with_its_building():
    m = sit(
        seat(elders="investor", wood=1, fish=1, buildings=[111]), players=3, elders=["investor"], checked=False
    )  # Slipway: sloops 1 and 1 less
    assert changes(m.copy(), "ship") == {"wood": -1, "fish": -1}
    go(m, "to investor")
    m.s.workers_on[:] = 0
    recount(m)
    assert done(m)
    go(m, "skip, skip")
    assert refused(m, "ship") == "N5.10"


# N9.8 several at once


@pytest.mark.rule("N9.8")
def test_the_owner_orders_effects_and_one_can_pay_for_another():
    m = with_cards(sit(seat(), checked=False), c103="whenever issue: 4 gold -> 9 fish", c104="whenever issue: +2 gold")
    go(m, "issue")
    assert m.moves() == ["decline", "use 104"], "two gold do not suffice yet"
    go(m, "use 104")
    assert m.moves() == ["decline", "use 103"]
    assert changes(m, "use 103") == {"gold": -4, "fish": 9}
    both = with_cards(sit(seat(gold=9), checked=False), c103="whenever issue: 4 gold -> 9 fish", c104="whenever issue: +2 gold")
    go(both, "issue")
    assert both.moves() == ["decline", "use 103", "use 104"]
    assert changes(both.copy(), "use 103, use 104") == changes(both, "use 104, use 103") == {"gold": -2, "fish": 9}


# N9.10


@pytest.mark.rule("N9.10")
def test_a_strip_removed_by_a_card_is_the_owners_choice_and_no_clearing():
    m = sit(seat(fish=2, buildings=[127]), display=[110], checked=False)  # Sawmill: whenever you clear
    go(m, "build, at b1, use 110")
    assert m.moves() == ["strip c1", "strip c2", "strip c3"]
    assert refused(m, "strip a2") == "N9.10"
    go(m, "strip c2")
    assert (strips(m), have(m), done(m)) == ({"c1": 2, "c3": 1}, {"wood": 3, "gold": 1}, True)


# N9.12


@pytest.mark.rule("N9.12")
def test_the_stilt_house_lies_on_the_track_needs_no_space_and_must_fit():
    full = [*range(201, 212)]
    mine = seat(wood=3, fish=4, strips={}, buildings=full, ships={"sloop": 1})
    m = sit(mine, deck="mackerel", display=[228], players=3, checked=False)
    assert catch_size(m) == 5
    go(m, "build, use 228 b")
    assert (catch_size(m), have(m), len(built(m))) == (6, {"fish": 6}, 11)
    m = sit({**mine, "ships": {"schooner": 3, "sloop": 1}}, deck="mackerel", display=[228], players=3, checked=False)
    assert refused(m, "build") == "N5.4"


@pytest.mark.rule("N9.12")
@pytest.mark.parametrize(
    ("elder", "fish", "plates"), [("developer", 3, 1), ("developer", 4, 1), ("sailor", 2, 1), ("fish-supplier", 2, 1)]
)
def test_the_purveyors_plate_is_not_served_where_the_elder_could_then_not_be_used(elder, fish, plates):
    """Once the plate is served the elder must be used: so it must leave him what he needs."""
    m = sit(seat(elders=elder, fish=fish, buildings=[216]), players=5, deck="mackerel", plates=plates, checked=False)
    go(m, f"to {elder}")
    assert "use 216" not in m.moves()
    while not done(m):
        go(m, m.moves()[0])
    assert (m.s.players[0].fish >= 0).all()


@pytest.mark.rule("N9.12")
def test_the_fishhouse_asks_whose_catch_and_refuses_one_that_is_too_dear():
    mine = seat(wood=4, fish=8, hand=[244])
    m = sit(
        mine, seat(ships={"sloop": 1}), seat(ships={"schooner": 2}), deck="mackerel", players=3, round_number=4, checked=False
    )
    go(m, "build")
    assert m.moves() == ["at b1", "at a2", "at b2", "at a3", "at b3"], (
        "3 of the own catch and 5 of the second player's: no choice"
    )
    assert have(m) == {}
    m = sit(
        {**mine, "fish": 12},
        seat(ships={"sloop": 1}),
        seat(ships={"schooner": 2}),
        deck="mackerel",
        players=3,
        round_number=4,
        checked=False,
    )
    go(m, "build")
    assert m.moves() == ["catch of 2", "catch of 3"]
    assert refused(m, "catch of 1") == "N9.12"
    assert changes(m, "catch of 3") == {"wood": -4, "fish": -12}
