"""N5.4 building a building: which card, paying it (N13.2: also with guests), and its space."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE
from ....core.rule import cold, rule
from ....language import _, many, mark, player_name
from ..cards.counting import catch_of
from ..cards.counts import covered_units, free_spaces
from ..cards.effects import (
    BUILD,
    BUILT_A,
    DID,
    FISH,
    GIVES_GUESTS,
    GOLD,
    IMMEDIATELY,
    LINES,
    NEEDS_NO_SPACE,
    ON_TRACK,
    POINTS,
    WOOD,
    has_line,
    has_standing,
)
from ..cards.events import trigger
from ..derived import index_building, lowest, move_card, units_of_card, update_alert
from ..layout import (
    BUILT,
    CARD_TO_BUILD,
    CARDS,
    DEAREST,
    DISPLAY,
    HAND,
    IN_WORD,
    NEXT_TO_DISPLAY,
    NOBODY,
    ON_BUILDING,
    OUT,
    PAY_BUILDING,
    SEATS,
    SPACE_TO_BUILD_ON,
    SPACES,
    TRACK,
    WHOSE_CATCH,
)
from ..pending import PlainQuestion, asked_player, cards_in_box, fields, is_on_top, push, seats_in_play
from ..refusal import Refusal
from ..resources import resources_of
from ..scoring import points_of_card
from ..words.effects import card_name, card_text, lines_of
from ..words.names import card_title, goods, own_goods
from ..words.notation import SPACE_NAMES, number_of
from .action import Action
from .building_cost import building_cost, can_pay_building, can_pay_with_some_opponent, cheapest_cost, may_be_cheaper
from .guests import GuestFor, Pay, can_pay_rest, gain_guests, pay_or_ask_for_guests, pay_rest
from .harbour import extra_slot, sort_extra_slots
from .ships import DOES_NOT_FIT, GuestForShip, PayShip, free_units


@rule
def needs_no_space(box, card):
    """N9.12: the building is placed on the track or next to the harbour."""
    return has_standing(box.cards[card], NEEDS_NO_SPACE) or has_standing(box.cards[card], ON_TRACK)


NO_FREE_SPACE = Refusal("N5.4", mark("You have no free building space."))
NO_ROOM_NEXT_TO_HARBOUR = Refusal("N9.12", mark("There's no room left next to your harbour."))
BUILDING_DOES_NOT_FIT = Refusal("N9.12", DOES_NOT_FIT, n=free_units)


@rule
def problem_with_room(s, box, p, card):
    """N5.4: a free building space, or room next to or on the track (N9.12)."""
    if needs_no_space(box, card):
        if extra_slot(s, p) < 0:
            return NO_ROOM_NEXT_TO_HARBOUR
        if covered_units(s, p) + units_of_card(box, card) > TRACK:
            return BUILDING_DOES_NOT_FIT
        return FINE
    return FINE if free_spaces(s, p) else NO_FREE_SPACE


def title_of_card(box: np.record, card: int) -> str:
    return card_title(box, card)


def cost_of_card(seen: np.record, box: np.record, p: int, card: int, source: int = 0, opponent: int = NOBODY) -> str:
    return goods(*cheapest_cost(seen, box, p, card, source, opponent))


CARD_NOT_THERE = Refusal("N5.4", mark("This building is neither in the display nor in your hand."))
BUILDING_TOO_DEAR = Refusal(
    "N5.4",
    mark("{card} costs {cost}; you have {goods}."),
    card=title_of_card,
    cost=cost_of_card,
    goods=own_goods,
    unaffordable=True,
)


@rule
def problem_with_card(s, box, p, card, source, resources):
    """N5.4: from the display or the player's hand, paid in full, with space for it."""
    if not is_offered(s, p, card):
        return CARD_NOT_THERE
    if not can_pay_with_some_opponent(s, box, p, card, source, resources):
        return BUILDING_TOO_DEAR
    return problem_with_room(s, box, p, card)


@rule
def is_offered(s, p, card):
    """N5.4: on the display, next to it, or in the player's hand."""
    return s.where[card] in (DISPLAY, NEXT_TO_DISPLAY, HAND + p)


NOTHING_TO_BUILD = Refusal("N5.4", mark("You can't afford a building that fits."), unaffordable=True)


@rule
def problem_with_building(s, box, p, source, resources):
    """N5.4: some building must be possible. Cards of the display at their printed cost are tested first, which is fast."""
    if free_spaces(s, p) != 0:
        for word in range(int(box.words)):
            if int(s.displayed[word]) & payable_as_printed(box, resources, word):
                return FINE
    return problem_with_other_buildings(s, box, p, source, resources)


@cold
def problem_with_other_buildings(s, box, p, source, resources):
    """N5.4: the same for cards in the hand, for special costs, and for cards that need no space."""
    has_free_space = free_spaces(s, p) != 0
    plain_too = has_free_space and may_be_cheaper(s, p, source, resources)
    for word in range(int(box.words)):
        cards = offered_cards(s, p, word)
        if has_free_space and cards & payable_as_printed(box, resources, word):
            return FINE
        cards &= -1 if plain_too else ~int(box.plain[word])
        while cards:
            if problem_with_card(s, box, p, word * IN_WORD + lowest(cards), source, resources) == FINE:
                return FINE
            cards &= cards - 1
    return NOTHING_TO_BUILD


@rule
def offered_cards(s, p, word):
    """N5.4: a word of the set of cards on the display, next to it, or in the player's hand."""
    offered, in_hands = int(s.displayed[word]), int(s.in_hands[word])
    while in_hands:
        if s.where[word * IN_WORD + lowest(in_hands)] == HAND + p:
            offered |= in_hands & -in_hands
        in_hands &= in_hands - 1
    return offered


@rule
def payable_as_printed(box, resources, word):
    """A word of the set of plain cards (that need a space and have no variable cost) whose printed costs the player can pay."""
    wood = int(box.payable[WOOD, min(resources[WOOD], DEAREST), word])
    fish = int(box.payable[FISH, min(resources[FISH], DEAREST), word])
    gold = int(box.payable[GOLD, min(resources[GOLD], DEAREST), word])
    return wood & fish & gold


@rule
def write_cards(s, box, p, source, resources, first, out, n):
    """Writes the actions of all cards that can be built; plain cards at their printed cost need no further check."""
    has_free_space = free_spaces(s, p) != 0
    for word in range(int(box.words)):
        cards = offered_cards(s, p, word)
        paid = payable_as_printed(box, resources, word) if has_free_space else 0
        if not may_be_cheaper(s, p, source, resources):
            cards &= paid | ~int(box.plain[word])
        while cards:
            i = lowest(cards)
            card = word * IN_WORD + i
            if paid >> i & 1 or problem_with_card(s, box, p, card, source, resources) == FINE:
                out[n] = first + card
                n += 1
            cards &= cards - 1
    return n


@rule
def next_affordable(s, box, p, card, source, resources):
    """The next card, from this one on, that is offered to the player; skips plain cards whose printed cost is too high."""
    word = card // IN_WORD
    after = -1 << card % IN_WORD
    while word < box.words:
        cards = offered_cards(s, p, word) & after
        if not may_be_cheaper(s, p, source, resources):
            cards &= payable_as_printed(box, resources, word) | ~int(box.plain[word])
        if cards:
            return word * IN_WORD + lowest(cards)
        word += 1
        after = -1
    return CARDS


class WhichBuilding(PlainQuestion):
    """N5.4: which building is built?"""

    decision = CARD_TO_BUILD
    rule_number = "N5.4"
    about = mark(
        "You pay what the card says and place it on a free space. It scores points, saves the point that an empty space "
        "costs, and has an effect: build repeatable effects early."
    )
    name = "card"
    words = mark("Choose a building to build.")
    frame = ("unused", "source")
    found = resources_of
    found_as = "resources"


@rule
def choose_card(s, box, p, card, source):
    """N5.4: the player chose a card; if its cost depends on another player (N9.12), that player is chosen first."""
    if box.cards[card].asks_opponent and box.players > 1:
        push(s, WHOSE_CATCH, p, card, source)
    else:
        pay_building(s, box, p, card, source, NOBODY)


@rule
def prefer_card(s, box, p, card):
    return max(1, 3 + 2 * points_of_card(s, box, p, card))


def worth_of_card(box: np.record, card: int) -> str:
    """Its points in words; empty if only its effect brings points, which it says."""
    points = int(box.cards[card].points)
    if not points and POINTS in lines_of(box, card)["trigger"]:
        return ""
    return many(abs(points), "{points} point", "{points} points", points=f"{points}".replace("-", "−"))


class ChooseCard(Answer):
    decision = CARD_TO_BUILD
    card = range(CARDS)
    limit = cards_in_box
    following = next_affordable
    write = write_cards
    problem = problem_with_card
    apply = choose_card
    prefer = prefer_card

    def notation(self, box: np.record, card: int) -> str:
        return f"card {number_of(box, card)}"

    def choice(self, seen: np.record, box: np.record, card: int) -> str:
        """A building's current cost, its points, and its effect."""
        cost = cheapest_cost(seen, box, asked_player(seen), card, fields(seen)[1])
        title, effect, worth = card_title(box, card), card_text(box, card), worth_of_card(box, card)
        offer = _("{card} for {cost}", card=title, cost=goods(*cost)) if any(cost) else _("{card} for free", card=title)
        return f"{offer} ({worth}): {effect}" if worth else f"{offer}: {effect}"

    def story(self, before: np.record, after: np.record, box: np.record, card: int) -> str:
        return _("chose {card}", card=card_name(box, card))


OWN_CATCH = Refusal("N9.12", mark("It must be another player's catch."))


@rule
def problem_with_catch_of(s, box, p, card, source, opponent, resources):
    """N9.12: another player, with whom the builder can pay the card."""
    if opponent == p:
        return OWN_CATCH
    return FINE if can_pay_building(s, box, p, card, source, opponent, resources) else BUILDING_TOO_DEAR


@rule
def pay_building(s, box, p, card, source, opponent):
    """N5.4: pays the cost and places the building; N13.2: players with guests first choose whether to use them."""
    wood, fish, gold = building_cost(s, box, p, card, source, opponent, resources_of(s, p))
    if pay_or_ask_for_guests(s, p, wood, fish, gold, PAY_BUILDING, card):
        take_building(s, box, p, card)


class WhoseCatch(PlainQuestion):
    """N9.12 Fishhouse."""

    decision = WHOSE_CATCH
    rule_number = "N9.12"
    about = mark(
        "The cost of this building also depends on another player's catch. The smaller the catch you choose, the cheaper it is."
    )
    name = "whose catch"
    words = mark("Choose whose catch sets the cost.")
    frame = ("card", "source")
    found = resources_of
    found_as = "resources"

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        return bool(box.cards[frame[0]].asks_opponent) and is_offered(s, p, frame[0])


class CatchOf(Answer):
    decision = WHOSE_CATCH
    opponent = range(SEATS)
    limit = seats_in_play
    problem = problem_with_catch_of
    apply = pay_building
    prefer = 4

    def notation(self, box: np.record, opponent: int) -> str:
        return f"catch of {opponent + 1}"

    def choice(self, seen: np.record, box: np.record, opponent: int) -> str:
        catch = goods(0, int(catch_of(seen, box, opponent)), 0)
        return _("The catch of {name}: {fish}", name=player_name(opponent), fish=catch)

    def story(self, before: np.record, after: np.record, box: np.record, opponent: int) -> str:
        return _("paid by the catch of {name}", name=player_name(opponent))


@rule
def pay_rest_of_building(s, box, p, card):
    """N13.2: pays the rest of the cost, then places the building."""
    pay_rest(s, p)
    take_building(s, box, p, card)


class HowToPayBuilding(Question):
    """N13.2: are guests used for a building?"""

    decision = PAY_BUILDING
    rule_number = "N13.2"
    about = mark(
        "Each guest you return lowers the cost by 2 wood or 3 fish; you get no change. Each guest you keep scores half a "
        "point at the end."
    )
    name = "pay building"
    frame = ("card",)

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Pay for {card}.", card=card_name(box, fields(seen)[0]))

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        return is_on_top(s, place) and is_offered(s, p, frame[0]) and can_pay_rest(s, box, p)


class PayBuilding(Pay):
    decision = PAY_BUILDING
    shares_numbers_with = PayShip
    apply = pay_rest_of_building


class GuestForBuilding(GuestFor):
    decision = PAY_BUILDING
    shares_numbers_with = GuestForShip


@rule
def take_building(s, box, p, card):
    """N5.4: takes a paid card from the display or the hand, and places it or asks for its space."""
    if s.where[card] == HAND + p:
        s.players[p].hand -= 1
    move_card(s, card, BUILT + p)
    if needs_no_space(box, card):
        place_building(s, box, p, card, extra_slot(s, p))
    else:
        push(s, SPACE_TO_BUILD_ON, p, card, 0)


SPACE_NOT_FREE = Refusal("N5.4", mark("This building space isn't free."))


@rule
def problem_with_space(s, p, slot):
    """N5.4: a free building space."""
    return FINE if free_spaces(s, p) >> slot & 1 else SPACE_NOT_FREE


@rule
def place_building(s, box, p, card, slot):
    """N5.4: places the building, which does not trigger itself. Then its Immediately effects (N9.6) and its guests (N13.1)."""
    me = s.players[p]
    trigger(s, box, p, DID + BUILD, 1)
    trigger(s, box, p, BUILT_A + int(box.cards[card].letter), 1)
    me.harbour[slot] = card
    index_building(me, box, slot)
    update_alert(s, p)
    sort_extra_slots(me)
    if has_line(box.cards[card], IMMEDIATELY):
        push(s, ON_BUILDING, p, card, (1 << LINES) - 1)
    if has_standing(box.cards[card], GIVES_GUESTS):
        gain_guests(s, box, p, guests_of_card(box, card))


@rule
def guests_of_card(box, card):
    """N13.1: the guest symbols on a card."""
    n = 0
    for i in range(card * LINES, card * LINES + LINES):
        if box.lines[i].special == GIVES_GUESTS:
            n += int(box.lines[i].amount)
    return n


class WhereToBuild(Question):
    """N5.4: the space of a building that is paid but not placed yet."""

    decision = SPACE_TO_BUILD_ON
    rule_number = "N5.4"
    about = mark(
        "A building stays where you place it and saves you the point that an empty space costs. If you want to plant forest,"
        " leave two adjacent spaces free."
    )
    name = "space"
    frame = ("card",)

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Place {card}.", card=card_name(box, fields(seen)[0]))

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        is_unplaced = s.where[frame[0]] in (OUT, BUILT + p) and frame[0] not in s.players[p].harbour
        return bool(is_unplaced) and is_on_top(s, place)


class BuildAt(Answer):
    decision = SPACE_TO_BUILD_ON
    slot = range(SPACES)
    bits = free_spaces
    problem = problem_with_space
    apply = place_building
    prefer = 4

    def notation(self, box: np.record, slot: int) -> str:
        return f"at {SPACE_NAMES[slot]}"

    def choice(self, seen: np.record, box: np.record, slot: int) -> str:
        return _("Build on {space}", space=SPACE_NAMES[slot])

    def story(self, before: np.record, after: np.record, box: np.record, slot: int) -> str:
        return _("built on {space}", space=SPACE_NAMES[slot])


@rule
def ask_which_card(s, p, source):
    """N5.4: asks which building is built."""
    push(s, CARD_TO_BUILD, p, 0, source)


class BuildAction(Action):
    """N5.4 Build a building."""

    number = BUILD
    word = "build"
    phrase, event = mark("build a building"), mark("you build a building")
    problem = problem_with_building
    do = ask_which_card
    prefer = 24
