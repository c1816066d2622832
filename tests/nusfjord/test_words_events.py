"""N9.2 every event of the vocabulary, on a card made up for it: that it is heard, and what `each` counts."""

from collections.abc import Callable
from typing import Any

import pytest

from seaboard.core.refusals import FINE
from seaboard.games.nusfjord.actions.ships import sell_ship
from seaboard.games.nusfjord.cards.effect_timing import (
    MAX_USES,
    MUST_USE_EFFECT,
    can_use_waiting,
    problem_with_anytime,
    problem_with_declining_immediately,
    problem_with_waiting,
)
from seaboard.games.nusfjord.cards.effects import (
    BUILD_SHIP,
    BUY,
    CLEAR,
    EVENTS,
    ISSUE,
    REFOREST,
    SERVE,
    TAKE_ELDER,
    TAKE_GOLD,
    THIN,
    TRANSFER,
)
from seaboard.games.nusfjord.cards.use_effect import TOO_OFTEN, problem_with_line
from seaboard.games.nusfjord.layout import CATCHING, IMITATION, LINES, NESTED

from .actions import ABOARD, FILL, PLANT_AT, REMOVE_STRIP, SKIP, TAKE, WITH_GUESTS
from .harbour import CUTTER, SCHOONER_FOR_GOLD, SLOOP, Sea, with_effect

FOREST_MANAGER = 4
BUILDER = 7
Act = Callable[[Sea], Any]


def use(action: int, *then: int) -> Act:
    """A worker on a space, and what is answered then."""

    def act(sea: Sea) -> None:
        sea.act(action)
        for answer in then:
            sea.play(answer)

    return act


def build(number: int) -> Act:
    return lambda sea: sea.build(number)


def manage_forest(sea: Sea) -> None:
    """Two strips go: what is asked is which."""
    sea.have(elders=4).on_elder(FOREST_MANAGER)
    while any(REMOVE_STRIP <= action < PLANT_AT for action in sea.actions()):
        sea.play(sea.actions()[0])


def clear_elder(sea: Sea) -> None:
    sea.s.elder_fish[FOREST_MANAGER] = 2
    manage_forest(sea)


def reforest(sea: Sea) -> None:
    sea.act(REFOREST)
    if not sea.offered_any():
        sea.play(sea.actions()[0])


def take_elder(sea: Sea) -> None:
    sea.act(TAKE_ELDER).play(TAKE + BUILDER)
    if not sea.offered_any():
        sea.decline()


def sell(sea: Sea) -> None:
    """With Ship Broker next to it, in the window after a turn."""
    sea.act(TAKE_GOLD).use(223)


def imitate(sea: Sea) -> None:
    sea.act(TAKE_GOLD)
    while int(sea.s.mover) != sea.p:
        sea.play(SKIP)
    sea.act(IMITATION)


def next_round(sea: Sea) -> None:
    """Everybody skips until the card is heard at the beginning of the next round, or after its catch."""
    begun = int(sea.s.round_number)
    while not (int(sea.s.round_number) > begun and int(sea.s.mover) == sea.p):
        sea.play(SKIP if SKIP in sea.actions() else sea.actions()[0])


def share_at_other(sea: Sea) -> None:
    sea.s.players[1 - sea.p].shares[sea.p] = 2
    next_round(sea)


def receive_guests(sea: Sea) -> None:
    """Two, from a building with two symbols."""
    sea.box = with_effect(sea.box, 203, "special: gives 2 guests")
    sea.build(203)


# the event, what the owner has, what the owner does, and what `each` counts
HEARD: list[tuple[str, dict[str, int], Act, int]] = [
    ("gold", {}, use(TAKE_GOLD), 1),
    ("reserve", {"reserve_fish": 4}, use(TRANSFER), 1),
    ("serve", {}, use(SERVE, FILL + 3), 3),
    ("build", {}, build(203), 1),
    ("issue", {}, use(ISSUE), 1),
    ("buy", {"on_board": 3}, use(BUY), 3),
    ("clear", {}, use(CLEAR, REMOVE_STRIP + 1), 1),
    ("thin", {}, use(THIN), 4),
    ("thin", {"wood": 10}, use(THIN), 2),
    ("reforest", {}, reforest, 1),
    ("ship", {}, lambda sea: sea.act(BUILD_SHIP).ship(SLOOP), 1),
    ("elder", {}, take_elder, 1),
    ("use elder", {}, manage_forest, 1),
    ("imitate", {"players": 4}, imitate, 1),
    ("skip", {}, lambda sea: sea.play(SKIP), 1),
    ("catch", {"schooners": 1}, next_round, 6),
    ("gold gained", {}, use(ISSUE), 2),
    ("wood gained", {}, use(CLEAR, REMOVE_STRIP + 1), 5),
    ("wood gained", {"wood": 10}, use(CLEAR, REMOVE_STRIP + 1), 2),
    ("fish gained", {"reserve_fish": 4}, use(TRANSFER), 4),
    ("wood lost", {"wood": 10}, use(CLEAR, REMOVE_STRIP + 1), 3),
    ("strip removed", {}, manage_forest, 2),
    ("strip removed", {}, use(CLEAR, REMOVE_STRIP + 1), 1),
    ("strip laid", {}, reforest, 2),
    ("reserve emptied", {"reserve_fish": 4}, use(TRANSFER), 1),
    ("reserve full", {"reserve_fish": 8}, use(TAKE_GOLD), 1),
    ("build sloop", {}, lambda sea: sea.act(BUILD_SHIP).ship(SLOOP), 1),
    ("build cutter", {"wood": 6}, lambda sea: sea.act(BUILD_SHIP).ship(CUTTER), 1),
    ("build schooner", {}, lambda sea: sea.act(BUILD_SHIP).ship(SCHOONER_FOR_GOLD), 1),
    ("build A", {}, build(203), 1),
    ("build B", {}, build(227), 1),
    ("build C", {"wood": 6}, build(242), 1),
    ("elder cleared", {}, clear_elder, 1),
    ("ship sold", {"sloops": 1}, sell, 1),
    ("fish spent", {}, use(SERVE, FILL + 2), 2 + 3),  # the plates for 2 and 3; the one for 1 is filled
    ("fish to others", {"schooners": 1}, share_at_other, 2),
    ("fish lost", {"schooners": 1, "reserve_fish": 7, "shares": 1}, next_round, 4),  # of 6, one to a share, one to the reserve
    ("round", {}, next_round, 1),
    ("guest gained", {}, receive_guests, 2),
    ("guest given", {"guests": 3}, use(SERVE, FILL + 3, WITH_GUESTS + 2), 2),
    ("guest aboard", {"guests": 1, "sloops": 1}, use(TAKE_GOLD, ABOARD), 1),
    ("worker", {}, use(TAKE_GOLD), 1),
    ("worker", {}, manage_forest, 1),
    ("worker 1", {}, use(TAKE_GOLD), 1),
    ("worker 2", {"workers": 2}, manage_forest, 1),
    ("worker 3", {"workers": 1}, use(TAKE_GOLD), 1),
]


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(("event", "have", "act", "number"), HEARD)
def test_an_event_triggers_and_each_counts_it(event, have, act, number):
    for each, gain in ((" each", number), ("", 1)):
        sea = Sea(213, effect=f"whenever {event}: +1 reserve gold{each}", **have).own(213)
        if event == "ship sold":
            sea.own(223)
        act(sea)
        before = sea.reserve_gold
        assert 0 in sea.offered(213)
        assert sea.use(213).reserve_gold == before + gain


@pytest.mark.rule("N7.18", "N9.2")
def test_a_ship_that_the_ship_owner_sells_triggers_too():
    sea = Sea(213, players=5, effect="whenever ship sold: +1 reserve gold", sloops=1).own(213)
    sell_ship(sea.s, sea.box, sea.p, SLOOP)
    assert int(sea.me.triggered.sum()) == 1


@pytest.mark.rule("N9.3")
def test_questions_about_waiting_effects_end():
    sea = Sea(213, effect="whenever ship sold: +1 reserve gold", sloops=1).own(213)
    sell_ship(sea.s, sea.box, sea.p, SLOOP)
    asked = (sea.s, sea.box, 1 + sea.p, sea.card(213) * LINES)
    assert problem_with_waiting(*asked) == FINE
    sea.s.uses = MAX_USES
    assert problem_with_waiting(*asked) == TOO_OFTEN
    assert not can_use_waiting(sea.s, sea.box, sea.p, False)


@pytest.mark.rule("N9.3")
def test_exchanges_end():
    sea = Sea(213, effect="anytime: 1 fish -> 1 wood").own(213)
    asked = (sea.s, sea.box, sea.p, sea.card(213) * LINES)
    assert problem_with_anytime(*asked) == FINE
    sea.s.uses = MAX_USES
    assert problem_with_anytime(*asked) == TOO_OFTEN


@pytest.mark.rule("N9.3")
def test_no_card_starts_another_action_for_ever():
    sea = Sea(213, effect="immediately: do gold").own(213)
    asked = (sea.s, sea.box, sea.p, sea.card(213) * LINES, 0)
    sea.s.depth = NESTED
    assert problem_with_line(*asked) == FINE
    sea.s.depth = NESTED + 1
    assert problem_with_line(*asked) == TOO_OFTEN


@pytest.mark.rule("N9.2")
def test_an_automatic_effect_of_building_cannot_be_declined():
    for effect, reason in (("immediately: must +1 wood", MUST_USE_EFFECT), ("immediately: +1 wood", FINE)):
        sea = Sea(213, effect=effect).own(213)
        assert problem_with_declining_immediately(sea.s, sea.box, sea.p, sea.card(213), 1) == reason


def test_every_event_is_tested():
    assert {event for event, *_ in HEARD} == set(EVENTS)


@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(
    ("event", "have", "act"),
    [
        ("clear", {}, manage_forest),  # N9.10
        ("build A", {}, build(227)),
        ("build B", {}, build(203)),
        ("build C", {}, build(203)),
        ("build sloop", {}, lambda sea: sea.act(BUILD_SHIP).ship(SCHOONER_FOR_GOLD)),
        ("build cutter", {}, lambda sea: sea.act(BUILD_SHIP).ship(SLOOP)),
        ("build schooner", {}, lambda sea: sea.act(BUILD_SHIP).ship(SLOOP)),
        ("wood lost", {}, use(CLEAR, REMOVE_STRIP + 1)),
        ("wood gained", {"wood": 12}, use(CLEAR, REMOVE_STRIP + 1)),
        ("reserve full", {"reserve_fish": 7}, use(TAKE_GOLD)),
        ("gold gained", {}, use(THIN)),
        ("fish gained", {}, use(TAKE_GOLD)),
        ("worker", {}, lambda sea: sea.play(SKIP)),
        ("worker 1", {"workers": 2}, use(TAKE_GOLD)),
        ("worker 2", {}, use(TAKE_GOLD)),
        ("worker 3", {"workers": 2}, use(TAKE_GOLD)),
    ],
)
def test_an_event_does_not_trigger_where_it_does_not_happen(event, have, act):
    sea = Sea(213, effect=f"whenever {event}: +1 reserve gold", **have).own(213)
    act(sea)
    assert sea.offered(213) == []


@pytest.mark.rule("N9.2")
def test_a_round_begins_before_the_catch_and_a_catch_triggers_after_it():
    sea = Sea(213, effect="whenever round: +1 reserve gold").own(213)
    next_round(sea)
    assert sea.offered(213) == [0]
    assert (int(sea.s.round_number), int(sea.s.stage)) == (2, CATCHING)
    later = Sea(213, effect="whenever catch: +1 reserve gold").own(213)
    next_round(later)
    assert later.offered(213) == [0]
    assert int(later.s.stage) != CATCHING


@pytest.mark.rule("N9.2")
def test_only_optional_effects_can_be_declined():
    sea = Sea(213, effect="whenever gold: must +2 reserve wood").own(213)
    assert sea.act(TAKE_GOLD).reserve_wood == 2  # nothing was asked
    sea = Sea(213, effect="whenever gold: must +2 reserve wood; whenever gold: must +1 reserve fish").own(213)
    sea.act(TAKE_GOLD)
    assert 0 not in sea.actions()
    sea.use(213, 1)
    assert (sea.reserve_wood, sea.reserve_fish) == (2, 1)


@pytest.mark.rule("N9.9")
def test_so_many_times_for_one_trigger():
    sea = Sea(213, effect="whenever gold: 2 times 1 wood -> 2 fish", wood=5, fish=0).own(213)
    sea.act(TAKE_GOLD).use(213)
    assert sea.use(213).fish == 4
    assert (sea.wood, sea.offered(213)) == (3, [])
    once = Sea(213, effect="whenever gold: 1 wood -> 2 fish", wood=5, fish=0).own(213)
    assert once.act(TAKE_GOLD).use(213).offered(213) == []


@pytest.mark.rule("N9.9")
def test_or_is_exclusive_after_an_event_too():
    sea = Sea(213, effect="whenever gold: +1 reserve wood or +1 reserve fish; whenever gold: +1 reserve gold").own(213)
    assert sea.act(TAKE_GOLD).offered(213) == [0, 1, 2]
    sea.use(213, 1)
    assert sea.offered(213) == [2]
    sea.use(213, 2)
    assert (sea.reserve_wood, sea.reserve_fish, sea.reserve_gold) == (0, 1, 1)


@pytest.mark.rule("N9.2")
def test_a_condition_is_checked_when_the_effect_is_used():
    for elders, offered in ((2, [0]), (1, [])):
        sea = Sea(213, effect="whenever gold if elder >= 2: +1 reserve gold", elders=elders).own(213)
        assert sea.act(TAKE_GOLD).offered(213) == offered


@pytest.mark.rule("N9.5")
def test_an_as_soon_as_effect_comes_once_and_not_again_after_it_was_declined():
    for accept in (True, False):
        sea = Sea(213, effect="once gold >= 11: +1 reserve gold", gold=10).own(213)
        sea.act(TAKE_GOLD)
        assert sea.offered(213) == [0]
        sea.use(213) if accept else sea.decline()
        sea.play(SKIP)
        assert sea.act(ISSUE).offered(213) == []
        assert sea.reserve_gold == accept
