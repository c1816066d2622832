"""Derived fields: they follow from the rest of a position and are stored because every turn reads them.

A rule that changes a position updates them.

Sets of cards are words of IN_WORD bits each; a box with one deck needs only the first.
"""

from ...core.rule import rule
from .cards.effects import LINES, ON_TRACK, has_standing
from .layout import (
    BOARD_SPACES,
    CARDS,
    COUNCIL,
    DISPLAY,
    ELDERS_KNOWN,
    FIELDS,
    HAND,
    IN_WORD,
    NEXT_TO_DISPLAY,
    NO_CARD,
    PROMO_TOP,
    RAFTS_LAID,
    SEATS,
    SLOTS,
    STACKS,
    STOCK,
    WORDS,
)


@rule
def compute_derived(s, box):
    """Computes all of them from the rest."""
    for word in range(WORDS):
        s.stock[word] = 0
        s.buildable[word] = 0
    for card in range(CARDS):
        move_card(s, card, int(s.where[card]))
    s.tops = 0
    for place in range(1, PROMO_TOP + 1):
        note_top(s, place)
    s.full = 0
    s.blocked = 0
    for space in range(BOARD_SPACES):
        note_workers(s, box, space)
    for seat in range(SEATS):
        compute_derived_of_player(s, box, seat)


@rule
def compute_derived_of_player(s, box, p):
    me = s.players[p]
    me.council = 0
    for elder in range(1, ELDERS_KNOWN):
        if s.elder_at[elder] == COUNCIL + p:
            me.council |= 1 << elder
    recount_buildings(me, box)
    me.wooded = 0
    for field in range(FIELDS):
        if me.strips[field] > 0:
            note_strips(me, box, field)
    me.waiting = 0
    for i in range(SLOTS * LINES):
        me.waiting += me.triggered[i] > 0


@rule
def recount_buildings(me, box):
    """With the ships, which also lie on the track."""
    me.built = 0
    me.hears = 0
    me.has = 0
    me.units = 0
    for kind in range(RAFTS_LAID + 1):
        me.units += me.ships[kind] * box.ship_units[kind]
    for slot in range(SLOTS):
        if me.harbour[slot] != NO_CARD:
            note_building(me, box, slot)


@rule
def note_building(me, box, slot):
    """A building came to a slot."""
    card = int(me.harbour[slot])
    me.built |= 1 << slot
    me.hears |= box.cards[card].hears
    me.has |= box.cards[card].has
    if has_standing(box.cards[card], ON_TRACK):
        me.units += units_of_card(box, card)


@rule
def units_of_card(box, card):
    """N9.12: how many units a building covers."""
    for n in range(LINES):
        if box.lines[card * LINES + n].special == ON_TRACK:
            return int(box.lines[card * LINES + n].amount)
    return 0


@rule
def move_ships(me, box, kind, n):
    """Adds ships or rafts to the track, or (below 0) removes them."""
    me.ships[kind] += n
    me.units += n * int(box.ship_units[kind])


@rule
def lowest(bits):
    """The number of the lowest bit of a set that is not empty."""
    return ((bits & -bits) - 1).bit_count()


@rule
def move_card(s, card, to):
    """Moves a building to another place."""
    s.where[card] = to
    word, bit = card // IN_WORD, 1 << card % IN_WORD
    s.stock[word] = s.stock[word] & ~bit | (bit if to == STOCK else 0)
    s.buildable[word] = s.buildable[word] & ~bit | (bit if DISPLAY <= to < HAND + SEATS or to == NEXT_TO_DISPLAY else 0)


@rule
def note_top(s, place):
    """N2.2: in each stack the card with the highest number lies on top; of the promos one is turned up (N7.20)."""
    if place > STACKS and place != PROMO_TOP:
        return
    for elder in range(ELDERS_KNOWN - 1, 0, -1):
        if s.elder_at[elder] == place:
            s.tops |= 1 << elder
            return


@rule
def workers_there(s, space):
    n = 0
    for colour in range(SEATS):
        n += int(s.workers_on[space, colour])
    return n


@rule
def note_workers(s, box, space):
    """Workers came to a space, or left it: N4.2, N5.12."""
    there = workers_there(s, space)
    s.full = int(s.full) & ~(1 << space) | (int(there >= box.capacity[space]) << space)
    s.blocked = int(s.blocked) & ~(1 << space) | (int(there >= box.blocks[space]) << space)


@rule
def note_strips(me, box, field):
    """Strips came to a double field, or left it."""
    both = 3 << int(box.field_left[field])
    me.wooded = int(me.wooded) | both if me.strips[field] > 0 else int(me.wooded) & ~both


@rule
def add_waiting(me, i, n):
    """Adds to the number of times that a line of a player's building waits."""
    me.waiting += int(n > 0) - int(me.triggered[i] > 0)
    me.triggered[i] = n
