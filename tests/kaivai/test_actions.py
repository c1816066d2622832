"""K5 actions: turns, costs, actions that cannot be performed, passing and sacrifice."""

import pytest

from .table import (
    BOTH_EDITIONS,
    asked,
    canoes,
    influence,
    refused,
    seat,
    sit,
    spaces,
)

ALONE = (seat(passed=True, acted=True, influence=0), seat(passed=True, acted=True, influence=0))
# all actions are possible: a canoe next to f4, a fisherman there, fish to deliver, fish on a hut, money
ABLE: dict = {"canoes": "f3", "fisherman": "e4", "meeting": "e3:1", "shells": [5, 5, 5], "fish": [4]}
SIX = ["build", "fish", "deliver", "move", "celebrate", "increase"]


@pytest.mark.rule("K5.1")
@BOTH_EDITIONS
def test_a_player_chooses_one_of_six_actions_or_passes(edition):
    m = sit(seat(**ABLE), edition=edition)
    assert m.moves() == [*SIX, "pass"]
    assert refused(m, "bid 3") == "K5.1"
    assert refused(m, "canoe f3") == "K5.1"


@pytest.mark.rule("K5.1")
def test_one_action_per_turn_in_turn_order():
    m = sit(seat(bid=2, influence=8), seat(bid=7, influence=8), seat(bid=4, influence=0), mover=1)
    movers = []
    for move in ("increase", "pass", "increase", "increase", "increase"):
        movers.append(m.mover)
        m.play(move)
    assert movers == [1, 2, 0, 1, 0]


@pytest.mark.rule("K5.2")
@BOTH_EDITIONS
def test_the_cost_is_0_1_2_4_8_and_the_same_player_may_choose_again(edition):
    m = sit(seat(influence=15), *ALONE, edition=edition)
    supply = int(m.s.supply)
    held = []
    for _ in range(5):
        m.play("increase")
        held.append((influence(m), spaces(m)["increase"], int(m.s.supply)))
    assert held == [(15, 1, supply - 1), (14, 2, supply - 1), (12, 4, supply - 1), (8, 8, supply - 1), (0, 16, supply - 1)]
    assert refused(m, "increase") == "K5.2"


@pytest.mark.rule("K5.2")
@pytest.mark.parametrize("on", [1, 2, 4, 8])
def test_a_player_who_cannot_pay_cannot_choose(on):
    poor = sit(seat(influence=on - 1, **ABLE), spaces=dict.fromkeys(SIX[:1], on))
    assert refused(poor, "build") == "K5.2"
    assert poor.moves() == [*SIX[1:], "pass"]
    rich = sit(seat(influence=on, **ABLE), spaces=dict.fromkeys(SIX[:1], on))
    rich.play("build")
    assert (influence(rich), spaces(rich)) == (0, {"build": 2 * on})


@pytest.mark.rule("K5.2")
def test_the_books_example_of_three_own_counters():
    """Building and increasing hold 1, fishing 2, delivering 4; moving and celebrating are free."""
    held = {"build": 1, "fish": 2, "deliver": 4, "increase": 1}
    for action in ("build", "fish", "move", "celebrate", "increase"):
        m = sit(seat(influence=3, **ABLE), spaces=held)
        assert m.moves() == ["build", "fish", "move", "celebrate", "increase", "pass"]
        assert refused(m, "deliver") == "K5.2"
        supply = int(m.s.supply)
        m.play(action)
        cost = held.get(action, 0)
        assert influence(m) == 3 - cost
        assert spaces(m) == held | {action: 2 * cost or 1}
        assert m.s.supply == supply - (cost == 0)


@pytest.mark.rule("K5.2")
def test_each_action_has_its_own_space():
    for action in SIX:
        m = sit(seat(**ABLE))
        m.play(action)
        assert spaces(m) == {action: 1}


@pytest.mark.rule("K5.2")
def test_the_cost_is_paid_before_the_action_is_performed():
    """The influence that the action brings comes too late to pay for it."""
    able = {**ABLE, "meeting": "e3"}
    assert refused(sit(seat(influence=0, **able), spaces={"build": 1}, cult="f5", god="f5"), "build") == "K5.2"
    m = sit(seat(influence=1, **able), spaces={"build": 1}, cult="f5", god="f5")
    m.play("build")
    assert (asked(m), influence(m)) == ("destination", 0)
    m.play("to f3, hut g4, meeting")
    assert influence(m) == 1


@pytest.mark.rule("K5.2")
def test_another_players_counters_count_too():
    m = sit(seat(influence=0), seat(influence=1), seat(influence=1))
    m.play("increase, increase")
    assert [influence(m, p) for p in range(3)] == [0, 0, 1]
    assert refused(m, "increase") == "K5.2"


NOT_NOW = {
    "build without a canoe": ("build", {"canoes": ""}, "K5.3"),
    "build without money": ("build", {"shells": [4, 1]}, "K5.3"),
    "build out of reach": ("build", {"canoes": "a7", "bid": 1}, "K5.3"),
    "fish without a canoe": ("fish", {"canoes": ""}, "K5.3"),
    "fish without a fisherman": ("fish", {"fisherman": ""}, "K5.3"),
    "fish out of reach": ("fish", {"canoes": "a7", "bid": 1}, "K5.3"),
    "deliver without a canoe": ("deliver", {"canoes": ""}, "K5.3"),
    "deliver without fish": ("deliver", {"fish": []}, "K5.3"),
    "deliver to full huts": ("deliver", {"meeting": "e3:3"}, "K5.3"),
    "deliver out of reach": ("deliver", {"canoes": "a7", "bid": 1}, "K5.3"),
    "move without a canoe": ("move", {"canoes": ""}, "K10.1"),
    "move with range 0": ("move", {"bid": 10}, "K10.1"),
    "celebrate without fish": ("celebrate", {"meeting": "e3"}, "K10.2"),
    "increase at the last step": ("increase", {"increase": 8}, "K10.3"),
}


@pytest.mark.rule("K5.3")
@pytest.mark.parametrize(("action", "change", "rule"), NOT_NOW.values(), ids=NOT_NOW)
def test_an_action_that_cannot_be_performed_cannot_be_chosen(action, change, rule):
    m = sit(seat(**{**ABLE, **change}))
    assert action not in m.moves()
    assert "pass" in m.moves()
    assert refused(m, action) == rule


@pytest.mark.rule("K5.3")
@pytest.mark.parametrize(
    ("action", "change"),
    [
        ("build", {"shells": [4, 2], "canoes": "f3 m7"}),  # 5, and 1 for a village of one hex
        ("build", {"bid": 10, "shells": [5, 5, 3]}),  # range 0, and already there
        ("fish", {"bid": 10}),
        ("deliver", {"bid": 10}),
        ("move", {"bid": 1}),
        ("celebrate", {"canoes": ""}),
        ("increase", {"increase": 7, "canoes": ""}),
    ],
)
def test_an_action_that_can_barely_be_performed_can_be_chosen(action, change):
    m = sit(seat(**{**ABLE, **change}))
    m.play(action)
    assert spaces(m)[action] == 1


@pytest.mark.rule("K5.4")
def test_passing_is_always_allowed_and_players_who_passed_are_skipped():
    m = sit(seat(influence=4), seat(influence=4), seat(influence=4))
    m.play("increase, pass, increase")
    assert m.mover == 0
    m.play("pass")
    assert m.mover == 2
    m.play("increase")
    assert m.mover == 2  # continues alone
    assert m.moves() == ["pass"]
    m.play("pass")
    assert (asked(m), m.s.round_number) == ("bid", 3)


@pytest.mark.rule("K5.4")
def test_the_phase_ends_when_all_have_passed():
    m = sit(seat(), seat(), seat(), seat())
    for p in range(4):
        assert (m.mover, asked(m), m.s.round_number) == (p, "action", 2)
        m.play("pass")
    assert (asked(m), m.s.round_number) == ("bid", 3)


@pytest.mark.rule("K5.4")
def test_a_player_who_passed_plays_again_in_the_next_round():
    m = sit()
    m.play("pass, pass, pass, bid 4, bid 5, bid 6, god i8")
    assert not m.s.players["passed"].any()
    assert m.mover == 2


@pytest.mark.rule("K5.5")
@BOTH_EDITIONS
def test_a_player_who_passes_without_an_action_takes_two_influence_counters(edition):
    m = sit(seat(influence=0), edition=edition)
    supply = int(m.s.supply)
    m.play("pass")
    assert (influence(m), m.s.supply, m.mover) == (2, supply - 2, 1)


@pytest.mark.rule("K5.5")
@pytest.mark.parametrize("action", ["increase", "move, to g3", "celebrate", "build, to f3, hut g4, meeting"])
def test_a_player_who_has_taken_an_action_gets_nothing(action):
    m = sit(seat(**ABLE), seat(passed=True, influence=0), seat(passed=True, influence=0))
    m.play(action)
    before = influence(m)
    m.play("pass")
    assert influence(m) == before


@pytest.mark.rule("K5.5")
def test_the_sacrifice_comes_in_every_round():
    m = sit(seat(influence=0), seat(influence=0), seat(influence=0))
    m.play("increase, pass, pass, pass")
    assert [influence(m, p) for p in range(3)] == [0, 2, 2]
    m.play("bid 3, bid 2, bid 1, god i8, pass, pass, pass")
    assert [influence(m, p) for p in range(3)] == [2, 4, 4]


@pytest.mark.rule("K5.6")
@BOTH_EDITIONS
def test_counters_on_action_spaces_return_to_the_supply(edition):
    m = sit(seat(influence=7), *ALONE, spaces={"fish": 4, "celebrate": 1}, edition=edition)
    everything = {"second": 24, "first": 26}[edition]
    m.play("increase, increase, increase")
    assert spaces(m) == {"fish": 4, "celebrate": 1, "increase": 4}
    assert m.s.supply == everything - 9 - 4
    m.play("pass")
    assert spaces(m) == {}
    assert (influence(m), m.s.supply) == (4, everything - 4)


@pytest.mark.rule("K5.6")
def test_counters_do_not_return_before_the_round_ends():
    m = sit(spaces={"fish": 4})
    m.play("pass, pass")
    assert spaces(m) == {"fish": 4}


@pytest.mark.rule("K5.1")
def test_celebrating_and_increasing_move_no_canoe():
    for action in ("celebrate", "increase"):
        m = sit(seat(**ABLE))
        m.play(action)
        assert (canoes(m), m.mover) == ({"f3"}, 1)
