"""Derived fields: they follow from the other fields of a position and are stored because rules read them in every turn.

A rule that changes a position updates them.

Sets of cards are words of IN_WORD bits each; a box with one deck needs only the first.
"""

from ...core.rule import rule
from .cards.effects import LINES, ON_TRACK, ONCE, RESERVE_FULL, has_line, has_standing, is_triggered_by
from .layout import (
    BOARD_SPACES,
    CARDS,
    COUNCIL,
    DISPLAY,
    ELDER_NUMBERS,
    FIELDS,
    HAND,
    IN_WORD,
    NEXT_TO_DISPLAY,
    NO_CARD,
    PROMO_TOP,
    RAFT_KIND,
    SEATS,
    SLOTS,
    STACKS,
    STOCK,
    WORDS,
)


@rule
def compute_derived(s, box):
    """Computes all derived fields."""
    for word in range(WORDS):
        s.stock[word] = 0
        s.displayed[word] = 0
        s.in_hands[word] = 0
    for card in range(CARDS):
        move_card(s, card, int(s.where[card]))
    s.tops = 0
    for place in range(1, PROMO_TOP + 1):
        update_top(s, place)
    s.full = 0
    s.blocked = 0
    for space in range(BOARD_SPACES):
        update_full_and_blocked(s, box, space)
    for seat in range(SEATS):
        compute_derived_of_player(s, box, seat)


@rule
def compute_derived_of_player(s, box, p):
    """The same for one player."""
    me = s.players[p]
    me.council = 0
    for elder in range(1, ELDER_NUMBERS):
        if s.elder_at[elder] == COUNCIL + p:
            me.council |= 1 << elder
    recount_buildings(me, box)
    me.wooded = 0
    for field in range(FIELDS):
        if me.strips[field] > 0:
            update_wooded(me, box, field)
    me.waiting = 0
    for i in range(SLOTS * LINES):
        me.waiting += me.triggered[i] > 0
    update_alert(s, p)


@rule
def recount_buildings(me, box):
    """Computes what follows from the buildings, and the covered units of the track (by ships and buildings)."""
    me.built = 0
    me.triggered_by = 0
    me.has = 0
    me.units = 0
    for kind in range(RAFT_KIND + 1):
        me.units += me.ships[kind] * box.ship_units[kind]
    for slot in range(SLOTS):
        if me.harbour[slot] != NO_CARD:
            index_building(me, box, slot)


@rule
def index_building(me, box, slot):
    """Adds the building in a slot to the derived fields of its owner."""
    card = int(me.harbour[slot])
    me.built |= 1 << slot
    me.triggered_by |= box.cards[card].triggered_by
    me.has |= box.cards[card].has
    if has_standing(box.cards[card], ON_TRACK):
        me.units += units_of_card(box, card)


@rule
def units_of_card(box, card):
    """N9.12: how many units of the track a building covers."""
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
    s.displayed[word] = s.displayed[word] & ~bit | (bit if to in (DISPLAY, NEXT_TO_DISPLAY) else 0)
    s.in_hands[word] = s.in_hands[word] & ~bit | (bit if HAND <= to < HAND + SEATS else 0)


@rule
def update_top(s, place):
    """N2.2, N7.20: marks the top of a stack (its highest number), or the visible promo, as an elder that can be taken."""
    if place > STACKS and place != PROMO_TOP:
        return
    for elder in range(ELDER_NUMBERS - 1, 0, -1):
        if s.elder_at[elder] == place:
            s.tops |= 1 << elder
            return


@rule
def workers_there(s, space):
    """How many workers are on a space of the action board."""
    n = 0
    for colour in range(SEATS):
        n += int(s.workers_on[space, colour])
    return n


@rule
def put_worker(s, box, space, colour):
    """N4.1: puts a worker on a space. Counts before it changes a byte, which a processor could not read again at once."""
    there = workers_there(s, space) + 1
    s.workers_on[space, colour] += 1
    set_full_and_blocked(s, box, space, there)


@rule
def update_full_and_blocked(s, box, space):
    """N4.2, N5.12: after the workers on a space have changed."""
    set_full_and_blocked(s, box, space, workers_there(s, space))


@rule
def set_full_and_blocked(s, box, space, there):
    """N4.2, N5.12: the same for this number of workers."""
    s.full = int(s.full) & ~(1 << space) | (int(there >= box.capacity[space]) << space)
    s.blocked = int(s.blocked) & ~(1 << space) | (int(there >= box.blocks[space]) << space)


@rule
def update_wooded(me, box, field):
    """After the strips of a double field have changed."""
    both = 3 << int(box.field_left[field])
    me.wooded = int(me.wooded) | both if me.strips[field] > 0 else int(me.wooded) & ~both


@rule
def add_waiting(s, p, i, n):
    """N9.2: sets how often a line of a player's building waits to act."""
    me = s.players[p]
    me.waiting += int(n > 0) - int(me.triggered[i] > 0)
    me.triggered[i] = n
    update_alert(s, p)


@rule
def is_alert(me):
    """N9.2, N9.5, N9.12: whether a line waits, or can begin to wait in a resolution: a Once line, or one for a full reserve."""
    return (me.waiting > 0) | has_line(me, ONCE) | is_triggered_by(me, RESERVE_FULL)


@rule
def update_alert(s, p):
    """After the waiting lines or the buildings of a player have changed."""
    s.alert = int(s.alert) & ~(1 << p) | (int(is_alert(s.players[p])) << p)
