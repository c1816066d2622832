"""N5.4 building a building: its cost (N13.2 also with guests), its space; N9.6 Immediately effects come right after."""

from ....core.rule import rule
from ..cards.counting import covered_units, has_free_space, is_wooded, multiplier, units_of_card
from ..cards.discounts import discount, reduced
from ..cards.effects import (
    BUILD,
    BUILT_A,
    COST,
    COSTS_LESS,
    DID,
    FISH,
    FOR_A,
    FOR_BUILDINGS,
    GIVES_GUESTS,
    GOLD,
    IMMEDIATELY,
    LINES,
    NEEDS_NO_SPACE,
    ON_TRACK,
    WOOD,
)
from ..cards.events import happens
from ..layout import (
    BESIDE,
    BUILT,
    DISPLAY,
    HAND,
    NO_CARD,
    NOBODY,
    ON_BUILDING,
    OUT,
    PAY_BUILDING,
    SLOTS,
    SPACE_TO_BUILD_ON,
    SPACES,
    TRACK,
    WHOSE_CATCH,
)
from ..pending import push
from ..reasons import CARD_NOT_THERE, FINE, NO_FREE_SPACE, NOTHING_TO_BUILD, SHIP_DOES_NOT_FIT, SPACE_NOT_FREE, TOO_DEAR
from .goods import wood_limit
from .guests import can_pay, gain_guests, pays_at_once


@rule
def building_cost(s, box, p, card, source, opponent):
    """N9.1: wood, fish and gold, printed, with the variable part, less the discounts."""
    c = box.cards[card]
    wood, fish, gold = int(c.cost[WOOD]), int(c.cost[FISH]), int(c.cost[GOLD])
    if int(c.has) >> COST & 1:
        for n in range(LINES):
            line = box.lines[card * LINES + n]
            if line.trigger == COST:
                times = multiplier(s, box, p, line, opponent)
                wood += int(line.pay[WOOD]) * times
                fish += int(line.pay[FISH]) * times
                gold += int(line.pay[GOLD]) * times
    return reduced((wood, fish, gold), discount(s, box, p, FOR_BUILDINGS, FOR_A + int(c.letter), source))


@rule
def can_pay_building(s, box, p, card, source, opponent):
    """With the printed cost in most cases; a variable one adds to it, discounts lower it."""
    me = s.players[p]
    enough = can_pay_printed(me, box.cards[card].cost)
    cheaper = source > 0 or me.guests > 0 or int(me.has) >> (10 + COSTS_LESS) & 1
    if not has_variable_cost(box, card) and (enough or not cheaper):
        return enough
    wood, fish, gold = building_cost(s, box, p, card, source, opponent)
    return can_pay(s, box, p, wood, fish, gold)


@rule
def can_pay_printed(me, cost):
    return me.wood >= cost[WOOD] and me.fish >= cost[FISH] and me.gold >= cost[GOLD]


@rule
def has_variable_cost(box, card):
    return int(box.cards[card].has) >> COST & 1


@rule
def can_pay_with_some_opponent(s, box, p, card, source):
    """N9.12 Fishhouse: another player of the builder's choice; solo nobody."""
    if box.cards[card].asks_opponent == 0 or box.players == 1:
        return can_pay_building(s, box, p, card, source, NOBODY)
    for seat in range(int(box.players)):
        if seat != p and can_pay_building(s, box, p, card, source, seat):
            return True
    return False


@rule
def needs_no_space(box, card):
    return int(box.cards[card].has) >> (10 + NEEDS_NO_SPACE) & 1 or int(box.cards[card].has) >> (10 + ON_TRACK) & 1


@rule
def slot_beside(s, p):
    """A slot for a building off the building spaces, or -1."""
    for slot in range(SPACES, SLOTS):
        if s.players[p].harbour[slot] == NO_CARD:
            return slot
    return -1


@rule
def problem_with_room(s, box, p, card):
    """N5.4: a free building space, or room beside or on the track (N9.12)."""
    if needs_no_space(box, card):
        if slot_beside(s, p) < 0:
            return NO_FREE_SPACE
        if covered_units(s, box, p) + units_of_card(box, card) > TRACK:
            return SHIP_DOES_NOT_FIT
        return FINE
    return FINE if has_free_space(s, box, p) else NO_FREE_SPACE


@rule
def problem_with_card(s, box, p, card, source):
    """N5.4: from the display or the own hand, paid in full, with room for it."""
    if not is_offered(s, p, card):
        return CARD_NOT_THERE
    if not can_pay_with_some_opponent(s, box, p, card, source):
        return TOO_DEAR
    return problem_with_room(s, box, p, card)


@rule
def is_offered(s, p, card):
    """N5.4: on the display, beside it, or in the own hand."""
    return s.where[card] in (DISPLAY, BESIDE, HAND + p)


@rule
def problem_with_building(s, box, p, source):
    """Most often a card at its printed cost answers for all."""
    room = has_free_space(s, box, p)
    if room and some_printed_cost_is_paid(s, box, p):
        return FINE
    for card in range(1, int(box.number_of_cards) + 1):
        if (room or needs_no_space(box, card)) and problem_with_card(s, box, p, card, source) == FINE:
            return FINE
    return NOTHING_TO_BUILD


@rule
def some_printed_cost_is_paid(s, box, p):
    """Of a card that needs a space, and costs nothing else."""
    for card in range(1, int(box.number_of_cards) + 1):
        plain = not has_variable_cost(box, card) and not needs_no_space(box, card)
        if plain and is_offered(s, p, card) and can_pay_printed(s.players[p], box.cards[card].cost):
            return True
    return False


@rule
def choose_card(s, box, p, card, source):
    """N5.4: the card is chosen; if its cost names another player, that is asked before it is paid."""
    if box.cards[card].asks_opponent and box.players > 1:
        push(s, WHOSE_CATCH, p, card, source)
    else:
        pay_building(s, box, p, card, source, NOBODY)


@rule
def pay_building(s, box, p, card, source, opponent):
    """The cost is paid, then a space is chosen; N13.2: who has guests is asked about them first."""
    wood, fish, gold = building_cost(s, box, p, card, source, opponent)
    if pays_at_once(s, p, wood, fish, gold, PAY_BUILDING, card):
        take_building(s, box, p, card)


@rule
def take_building(s, box, p, card):
    """It is paid for."""
    if s.where[card] == HAND + p:
        s.players[p].hand -= 1
    s.where[card] = BUILT + p
    if needs_no_space(box, card):
        lay_building(s, box, p, card, slot_beside(s, p))
    else:
        push(s, SPACE_TO_BUILD_ON, p, card, 0)


@rule
def problem_with_space(s, box, p, space):
    if space == 0 or s.players[p].harbour[space] != NO_CARD or is_wooded(s, box, p, space):
        return SPACE_NOT_FREE  # N5.4
    return FINE


@rule
def lay_building(s, box, p, card, slot):
    """N5.4, N9.6: laid (a card does not hear of its own building); its Immediately effects are asked at once."""
    me = s.players[p]
    happens(s, box, p, DID + BUILD, 1)
    happens(s, box, p, BUILT_A + int(box.cards[card].letter), 1)
    me.harbour[slot] = card
    sort_beside(me)
    me.hears |= box.cards[card].hears
    me.has |= box.cards[card].has
    if int(box.cards[card].has) >> IMMEDIATELY & 1:
        push(s, ON_BUILDING, p, card, (1 << LINES) - 1)
    if int(box.cards[card].has) >> (10 + GIVES_GUESTS) & 1:
        gain_guests(s, box, p, guests_of_card(box, card))


@rule
def guests_of_card(box, card):
    """N13.1: the symbols on it."""
    n = 0
    for i in range(card * LINES, card * LINES + LINES):
        if box.lines[i].special == GIVES_GUESTS:
            n += int(box.lines[i].amount)
    return n


@rule
def sort_beside(me):
    """Buildings off the spaces lie in rising order without gaps: equal positions are equal bytes."""
    for last in range(SLOTS - 1, SPACES, -1):
        for slot in range(SPACES, last):
            here, following = int(me.harbour[slot]), int(me.harbour[slot + 1])
            if following != NO_CARD and (here == NO_CARD or following < here):
                swap_slots(me, slot)


@rule
def swap_slots(me, slot):
    """A building and its right neighbour change places, with all that waits on them."""
    me.harbour[slot], me.harbour[slot + 1] = int(me.harbour[slot + 1]), int(me.harbour[slot])
    me.once[slot], me.once[slot + 1] = int(me.once[slot + 1]), int(me.once[slot])
    for i in range(slot * LINES, slot * LINES + LINES):
        me.triggered[i], me.triggered[i + LINES] = int(me.triggered[i + LINES]), int(me.triggered[i])


@rule
def slot_of(s, p, card):
    """Where a building of the player lies."""
    for slot in range(SLOTS):
        if s.players[p].harbour[slot] == card:
            return slot
    return 0


@rule
def remove_building(s, box, p, card):
    """N7.19 Investor: out of the game; its effects end."""
    me = s.players[p]
    slot = slot_of(s, p, card)
    me.harbour[slot] = NO_CARD
    me.once[slot] = 0
    for n in range(LINES):
        me.triggered[slot * LINES + n] = 0
    sort_beside(me)
    s.where[card] = OUT
    me.hears = 0
    me.has = 0
    for other in range(SLOTS):
        if me.harbour[other] != NO_CARD:
            me.hears |= box.cards[me.harbour[other]].hears
            me.has |= box.cards[me.harbour[other]].has
    me.wood = min(int(me.wood), wood_limit(s, box, p))
