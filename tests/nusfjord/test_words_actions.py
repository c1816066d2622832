"""N9.7, N9.9 every good, action and standing effect of the vocabulary, on cards made up for it."""

from collections.abc import Callable
from typing import Any

import pytest

from seaboard.core.refusals import FINE
from seaboard.games.nusfjord.actions.build import NO_FREE_SPACE, NO_ROOM_NEXT_TO_HARBOUR, problem_with_room
from seaboard.games.nusfjord.cards.counting import catch_of
from seaboard.games.nusfjord.cards.effects import (
    ACTION_NAMES,
    BUILD,
    BUILD_SHIP,
    BUY,
    GOOD_NAMES,
    SERVE,
    SPECIAL_FORMS,
    TAKE_ELDER,
    TAKE_GOLD,
    TARGETS,
)
from seaboard.games.nusfjord.layout import BUILT, DISPLAY, SLOTS, SPACES
from seaboard.games.nusfjord.round.catch import begin_catch
from seaboard.games.nusfjord.turn import ask

from .actions import BUILD_OFFER, CARD, FILL, GUEST_FOR, PLACE_ON, PLANT_AT, REMOVE_STRIP, SKIP, TAKE
from .harbour import CUTTER, SCHOONER, SCHOONER_FOR_GOLD, SLOOP, Sea

FOREST_MANAGER, BUILDER = 4, 7


def built(effect: str, **have: Any) -> Sea:
    """Someone who has just built a free card with that effect."""
    return Sea(213, effect=effect, **have).build(213)


# goods: an exchange or a gain, what its builder has, and what changes

CHANGES: list[tuple[str, dict[str, int], dict[str, int]]] = [
    ("2 wood -> 1 fish", {"wood": 3}, {"wood": -2, "fish": 1}),
    ("2 fish -> 1 gold", {}, {"fish": -2, "gold": 1}),
    ("2 gold -> 3 wood", {}, {"gold": -2, "wood": 3}),
    ("2 gold -> 3 wood", {"wood": 11}, {"gold": -2, "wood": 1}),  # wood above the limit is lost
    ("1 reserve wood -> 2 reserve fish", {"reserve_wood": 1}, {"reserve_wood": -1, "reserve_fish": 2}),
    ("1 reserve fish -> 1 gold", {"reserve_fish": 3}, {"reserve_fish": -1, "gold": 1}),
    ("2 reserve gold -> 1 reserve wood", {"reserve_gold": 2}, {"reserve_gold": -2, "reserve_wood": 1}),
    ("+1 sloop +1 wood", {}, {"sloops": 1, "wood": 1}),
    ("2 guests -> 1 wood", {"guests": 3}, {"guests": -2, "wood": 1}),
    ("1 fish -> 2 guests", {}, {"fish": -1, "guests": 2}),
    ("1 sloop -> 1 cutter", {"sloops": 1}, {"sloops": -1, "cutters": 1}),
    ("1 cutter -> 1 schooner", {"cutters": 1}, {"cutters": -1, "schooners": 1}),
    ("1 schooner -> 5 gold", {"schooners": 1}, {"schooners": -1, "gold": 5}),
    ("+1 share", {}, {"unissued": -1, "shares": 1}),
    ("+1 share", {"unissued": 1, "shares": 4}, {"unissued": -1, "shares": 1}),  # the last one
    ("1 share -> 2 fish", {}, {"shares": -1, "fish": 2}),
    ("+2 plates", {"plates": 3}, {"plates": 2}),
    ("1 plate -> 3 fish", {"plates": 3}, {"plates": -1, "fish": 3}),
    ("+2 fish per elder", {"elders": 3}, {"fish": 6}),
    ("1 gold -> 2 fish per elder up to 2", {"elders": 3}, {"gold": -1, "fish": 4}),
]


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(("effect", "have", "change"), CHANGES)
def test_goods_are_paid_and_gained(effect, have, change):
    sea = built(f"immediately: {effect}", **have)
    before = sea.state()
    assert sea.use(213).since(before) == change


@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(
    ("effect", "have"),
    [
        ("2 wood -> 1 fish", {"wood": 1}),
        ("1 reserve gold -> 1 fish", {}),
        ("1 sloop -> 1 cutter", {"sloops": 1, "schooners": 3}),  # a cutter is one unit too long
        ("1 sloop -> 1 gold", {"cutters": 1}),
        ("2 strips -> 1 gold", {"strips": 1}),
        ("+1 share", {"unissued": 0, "shares": 5}),
        ("1 share -> 2 fish", {"shares": 0}),
        ("+2 plates", {"plates": 6}),
        ("2 plates -> 3 fish", {"plates": 1}),
        ("+1 fish per elder", {}),
        ("+1 wood +2 sloops", {"schooners": 3}),
    ],
)
def test_all_of_it_or_nothing(effect, have):
    assert built(f"immediately: {effect}", **have).offered(213) == []


@pytest.mark.rule("N9.10")
def test_strips_are_removed_and_laid_where_the_owner_says():
    sea = built("immediately: 2 strips -> 1 gold")
    sea.use(213)
    sea.play(REMOVE_STRIP + 1).play(sea.actions()[0])
    assert sea.strips == 2
    sea = built("immediately: +1 strip", strips=2)
    sea.use(213)
    fields = [action - PLANT_AT for action in sea.actions()]
    assert 1 in fields  # the wooded one
    assert len(fields) > 1
    assert sea.play(PLANT_AT + 1).strips == 3


def test_every_good_is_tested():
    words = " ".join(effect for effect, *_ in CHANGES) + " strip"
    assert all(good in words for good in GOOD_NAMES)


# actions


def fill(sea: Sea) -> None:
    sea.play(FILL + 2)


def build_203(sea: Sea) -> None:
    sea.play(next(action for action in sea.actions() if action < CARD))  # the space; the one card is not asked


def remove(sea: Sea) -> None:
    sea.play(REMOVE_STRIP + 1)


def nothing(sea: Sea) -> None:
    pass


def first(sea: Sea) -> None:
    sea.play(sea.actions()[0])


# the action, what its builder has, what is answered, and what changes
CASES: list[tuple[str, dict[str, int], Callable[[Sea], Any], dict[str, int]]] = [
    ("gold", {}, nothing, {"gold": 1}),
    ("reserve", {"reserve_fish": 3}, nothing, {"fish": 3, "reserve_fish": -3}),
    ("serve", {}, fill, {"fish": -5, "gold": 2, "plates": 2}),
    ("serve 1", {}, nothing, {"fish": -2, "gold": 1, "plates": 1}),
    ("build", {}, build_203, {"wood": -1, "fish": -1}),
    ("build 1 fish less", {}, build_203, {"wood": -1}),
    ("issue", {}, nothing, {"gold": 2, "unissued": -1}),
    ("buy", {"on_board": 2}, nothing, {"gold": -2, "shares": 2}),
    ("buy 1 gold less", {"on_board": 2}, nothing, {"gold": -1, "shares": 2}),
    ("clear", {}, remove, {"strips": -1, "wood": 5}),
    ("thin", {}, nothing, {"wood": 4}),
    ("reforest", {}, first, {"strips": 2}),
    ("ship", {"wood": 2, "gold": 0}, nothing, {"wood": -2, "fish": -2, "sloops": 1}),
    ("ship 2 wood 1 fish less", {"wood": 0, "gold": 0}, nothing, {"fish": -1, "sloops": 1}),
    ("elder", {}, lambda sea: sea.play(TAKE + BUILDER), {"elders": 1}),
]


@pytest.mark.rule("N6.6")
@pytest.mark.rule("N9.6")
@pytest.mark.parametrize(("action", "have", "answer", "change"), CASES)
def test_a_card_can_give_any_action(action, have, answer, change):
    sea = Sea(213, effect=f"immediately: do {action}", **have)
    if action.startswith("build"):
        sea.s.where[sea.card(203)] = DISPLAY
        sea.recount()
    sea.build(213)
    before = sea.state()
    answer(sea.use(213))
    assert sea.since(before) == change


def test_every_action_is_tested():
    assert {action.split()[0] for action, *_ in CASES} == set(ACTION_NAMES)


# standing effects


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(
    ("target", "offer", "cost"),
    [
        ("ships", SLOOP, {"wood": 1, "fish": 2}),
        ("ships", CUTTER, {"wood": 5, "gold": 1}),
        ("sloops", SLOOP, {"wood": 1, "fish": 2}),
        ("sloops", CUTTER, {"wood": 6, "gold": 1}),
        ("cutters", CUTTER, {"wood": 5, "gold": 1}),
        ("cutters", SCHOONER, {"wood": 8, "fish": 8}),
        ("schooners", SCHOONER, {"wood": 7, "fish": 8}),
        ("schooners", SCHOONER_FOR_GOLD, {"gold": 4}),
        ("buildings", SLOOP, {"wood": 2, "fish": 2}),
    ],
)
def test_ships_can_be_cheaper(target, offer, cost):
    sea = Sea(213, effect=f"special: {target} cost 1 wood less", wood=12).own(213)
    before = sea.state()
    spent = sea.act(BUILD_SHIP).ship(offer).since(before)
    assert {good: -spent[good] for good in ("wood", "fish", "gold") if good in spent} == cost


@pytest.mark.rule("N9.7")
@pytest.mark.parametrize(
    ("target", "number", "fish"),
    [
        ("buildings", 203, 0),  # 1 fish, never less than nothing
        ("buildings", 227, 1),
        ("buildings", 242, 2),
        ("A buildings", 207, 1),
        ("A buildings", 227, 3),
        ("B buildings", 227, 1),
        ("B buildings", 242, 4),
        ("C buildings", 242, 2),
        ("C buildings", 207, 3),
        ("ships", 207, 3),
    ],
)
def test_buildings_can_be_cheaper(target, number, fish):
    sea = Sea(213, effect=f"special: {target} cost 2 fish less", wood=9).own(213)
    assert sea.build(number).fish == 20 - fish


@pytest.mark.rule("N9.7")
def test_shares_and_plates_can_be_cheaper():
    sea = Sea(213, effect="special: shares cost 1 gold less", on_board=3).own(213)
    assert sea.act(BUY).gold == 10 - 2
    sea = Sea(213, effect="special: plates cost 1 fish less", plates=0).own(213)
    sea.act(SERVE).play(FILL + 3)
    assert sea.fish == 20 - (1 + 1 + 2)  # 1 2 3, each one less, never below 1


@pytest.mark.rule("N9.7")
def test_a_discount_can_have_a_condition():
    for elders, wood in ((1, 3), (2, 4)):
        sea = Sea(213, effect="special if elder >= 2: ships cost 1 wood less", elders=elders).own(213)
        assert sea.act(BUILD_SHIP).ship(SLOOP).wood == wood


@pytest.mark.rule("N9.12")
def test_a_building_can_lie_on_the_track_or_next_to_the_harbour():
    sea = Sea(213, effect="special: on track 2").build(213)
    assert (catch_of(sea.s, sea.box, sea.p), int((sea.me.harbour[:SPACES] > 0).sum()), sea.buildings()) == (5, 0, 1)
    sea = Sea(213, effect="special: needs no space").build(213)
    assert (catch_of(sea.s, sea.box, sea.p), int((sea.me.harbour[:SPACES] > 0).sum()), sea.buildings()) == (3, 0, 1)


def filled(sea: Sea, slots: range) -> Sea:
    """Other buildings lie in these slots of the player's harbour."""
    others = (card for card in range(1, int(sea.box.number_of_cards) + 1) if sea.box.cards[card].number not in (213, 214))
    for slot, card in zip(slots, others, strict=False):
        sea.me.harbour[slot] = card
        sea.s.where[card] = BUILT + sea.p
        sea.recount()
    return sea


def room_for(sea: Sea, number: int) -> int:
    return problem_with_room(sea.s, sea.box, sea.p, sea.card(number))


@pytest.mark.rule("N5.4", "N9.12")
def test_without_a_free_space_only_what_needs_none_can_be_built():
    sea = Sea(213, effect="special: needs no space", strips=0)
    assert (room_for(sea, 213), room_for(sea, 214)) == (FINE, FINE)
    filled(sea, range(1, SPACES))
    assert (room_for(sea, 213), room_for(sea, 214)) == (FINE, NO_FREE_SPACE)


@pytest.mark.rule("N9.12")
def test_the_number_of_buildings_next_to_a_harbour_is_limited():
    sea = filled(Sea(213, effect="special: needs no space"), range(SPACES, SLOTS))
    assert (room_for(sea, 213), room_for(sea, 214)) == (NO_ROOM_NEXT_TO_HARBOUR, FINE)


@pytest.mark.rule("N9.7")
def test_a_building_can_raise_the_catch():
    sea = Sea(213, effect="special: catch 2 fish more")
    assert catch_of(sea.s, sea.box, sea.p) == 3
    assert catch_of(sea.own(213).s, sea.box, sea.p) == 5


@pytest.mark.rule("N9.7")
def test_gold_in_the_reserve_can_count():
    sea = Sea(213, effect="special: reserve gold counts", reserve_gold=3)
    before = sea.points()
    assert sea.own(213).points() == before + 1 + 3


@pytest.mark.rule("N9.7")
def test_the_council_can_hold_more_elders():
    for cards, possible in (((), False), ((213,), True)):
        sea = Sea(213, effect="special: council holds 1 elder more", elders=5).own(*cards)
        assert (PLACE_ON + TAKE_ELDER in sea.actions()) == possible


@pytest.mark.rule("N9.7")
def test_a_blocked_space_can_be_open_to_its_owner():
    for cards, possible in (((), False), ((213,), True)):
        sea = Sea(213, effect="special: use blocked gold").own(*cards)
        sea.act(TAKE_GOLD).play(SKIP)
        assert (PLACE_ON + TAKE_GOLD in sea.actions()) == possible
        assert PLACE_ON + BUILD not in sea.actions()


@pytest.mark.rule("N13.1")
@pytest.mark.rule("N13.2")
def test_guests_come_with_a_building_and_can_pay_more():
    assert built("special: gives 2 guests").guests == 2
    both = "guest pays 1 wood more; special: guest pays 2 fish more"
    for effect, possible in ((both, True), ("guest pays 1 wood more", False)):
        sea = Sea(213, effect=f"special: {effect}", wood=2, fish=3, gold=0, guests=3).own(213)
        offers = sea.act(BUILD_SHIP).actions()
        assert (BUILD_OFFER + SCHOONER in offers) == possible  # it lacks 6 wood and 5 fish
        if possible:
            sea.play(BUILD_OFFER + SCHOONER)
            while GUEST_FOR in sea.actions():
                sea.play(GUEST_FOR)
            assert (sea.wood, sea.fish, sea.guests, sea.schooners) == (0, 0, 0, 1)


@pytest.mark.rule("N13.5")
def test_guests_aboard_can_catch_more():
    for cards, fish in (((), 3), ((213,), 5)):
        sea = Sea(213, effect="special: guest aboard catches 2 fish more", fish=0, sloops=1, aboard=1).own(*cards)
        begin_catch(sea.s, sea.box, sea.p)
        ask(sea.s, sea.box)
        assert sea.fish == fish


def test_every_standing_effect_is_tested():
    """Here, or on the cards that have them (tests/nusfjord/test_cards_standing.py)."""
    on_cards = {"reserve holds N fish more", "supply holds N wood more", "elders need no fish"}
    on_cards |= {"N free spaces cost nothing", "N unissued shares cost nothing"}
    here = {"TARGET cost GOODS less", "on track N", "needs no space", "catch N fish more", "reserve gold counts"}
    here |= {"council holds N elder more", "use blocked ACTION", "counts as N COUNT"}  # the last: test_words_counts.py
    here |= {"gives N guest", "guest pays N wood more", "guest pays N fish more", "guest aboard catches N fish more"}
    assert on_cards | here == set(SPECIAL_FORMS.values())
    assert len(TARGETS) == 10
