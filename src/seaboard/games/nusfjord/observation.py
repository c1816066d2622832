"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then clockwise.

Buildings are given by their number in the box (0: none), to be embedded or looked up. The table is in docs/observations.md.
"""

from ...core.rule import rule
from .layout import (
    BESIDE,
    BOARD_SPACES,
    BUILT,
    CARDS,
    COUNCIL,
    ELDERS_KNOWN,
    FIELDS,
    HAND,
    LAST_ROUND,
    NOBODY,
    OVER,
    PLATES,
    SEATS,
    SLOTS,
    STACKS,
)

GOODS_OF_PLAYER = 12
SIZE_OF_PLAYER = GOODS_OF_PLAYER + SLOTS + FIELDS + 4 + 3 + SEATS

# name, how many numbers, least, most, meaning
OBSERVED = (
    ("question", 1, 0, 27, "what is asked: the kind of the work on top, as in layout.py; 0 when the game is over"),
    ("about", 1, 0, 4095, "what it is about: an elder, a card, actions as bits, how many are left"),
    ("round", 1, 1, LAST_ROUND, "the number of the round"),
    ("stage", 1, 0, OVER, "0 catch, 1 work, 2 going home, 3 before scoring, 4 the game is over"),
    ("turn", 1, 0, 15, "how many catches or turns of this stage are over"),
    ("mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over"),
    ("start player", 1, 0, SEATS - 1, "counted likewise"),
    ("plates", 1, 0, PLATES, "how many plates are filled"),
    ("supply", 4, 0, 8, "sloops, cutters, schooners in the supply; schooners beside it"),
    ("to pay", 3, 0, 99, "wood, fish and gold left of a cost that guests may lower"),
    ("stacks", STACKS, 0, 1, "1: a face-down elder lies under this stack"),
    (
        "elders",
        ELDERS_KNOWN,
        0,
        14,
        "0 nowhere, 1 to 6 stack, 7 unseen, 8 and 9 promos, from 10 councils likewise",
    ),
    ("elder fish", ELDERS_KNOWN, 0, 3, "how many fish lie on each elder"),
    ("elder workers", ELDERS_KNOWN, 0, SEATS, "whether a worker is on each elder (its colour counted from 1)"),
    ("workers", BOARD_SPACES, 0, 8, "how many workers are on each space of the action board"),
    (
        "cards",
        CARDS,
        0,
        13,
        "0 out, 1 stock or unseen hand, 2 display, from 3 hands, from 8 built likewise, 13 beside the display",
    ),
    (
        "players",
        SEATS * SIZE_OF_PLAYER,
        0,
        1000,
        "for each seat: wood, fish, gold, the same in the reserve, unissued shares, shares on the board, workers left, cards "
        "in hand, Old Man used, guests; buildings by slot; strips by field; sloops, cutters, schooners, rafts; guests on "
        "sloops, cutters, schooners; shares at home",
    ),
)


@rule
def counted_from(viewer, seat, players):
    """A seat's number clockwise from the viewer; nobody stays nobody."""
    if seat == NOBODY:
        return NOBODY
    return (int(seat) - viewer) % players


@rule
def turned(number, first, viewer, players):
    """A place that names a seat from `first` on, as seen from the viewer."""
    if number < first:
        return number
    return first + (number - first - viewer) % players


@rule
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees in its own view."""
    players = int(box.players)
    top = seen.frames[max(0, int(seen.depth) - 1)]
    out[0] = top.kind
    out[1] = top.what
    out[2] = seen.round_number
    out[3] = seen.stage
    out[4] = seen.turn
    out[5] = counted_from(viewer, int(seen.mover), players)
    out[6] = counted_from(viewer, int(seen.start_player), players)
    out[7] = seen.plates
    for kind in range(3):
        out[8 + kind] = seen.supply[kind]
        out[12 + kind] = seen.to_pay[kind]
    out[11] = seen.spare
    n = 15
    for stack in range(STACKS):
        out[n + stack] = seen.covered[stack]
    n += STACKS
    for elder in range(ELDERS_KNOWN):
        out[n + elder] = turned(int(seen.elder_at[elder]), COUNCIL, viewer, players)
        out[n + ELDERS_KNOWN + elder] = seen.elder_fish[elder]
        out[n + 2 * ELDERS_KNOWN + elder] = seen.elder_worker[elder]
    n += 3 * ELDERS_KNOWN
    for space in range(BOARD_SPACES):
        out[n + space] = 0
        for colour in range(SEATS):
            out[n + space] += seen.workers_on[space, colour]
    n += BOARD_SPACES
    for card in range(CARDS):
        place = int(seen.where[card])
        out[n + card] = place if place == BESIDE else turned(place, BUILT if place >= BUILT else HAND, viewer, players)
    n += CARDS
    for k in range(SEATS):
        seat = (viewer + k) % players if k < players else k
        observe_player(seen.players[seat], viewer, players, out, n)
        n += SIZE_OF_PLAYER


@rule
def observe_player(me, viewer, players, out, n):
    out[n] = me.wood
    out[n + 1] = me.fish
    out[n + 2] = me.gold
    out[n + 3] = me.reserve_wood
    out[n + 4] = me.reserve_fish
    out[n + 5] = me.reserve_gold
    out[n + 6] = me.unissued
    out[n + 7] = me.on_board
    out[n + 8] = me.workers
    out[n + 9] = me.hand
    out[n + 10] = me.slept
    out[n + 11] = me.guests
    n += GOODS_OF_PLAYER
    for slot in range(SLOTS):
        out[n + slot] = me.harbour[slot]
    n += SLOTS
    for field in range(FIELDS):
        out[n + field] = me.strips[field]
    n += FIELDS
    for kind in range(4):
        out[n + kind] = me.ships[kind]
    n += 4
    for kind in range(3):
        out[n + kind] = me.aboard[kind]
    n += 3
    for k in range(SEATS):
        out[n + k] = me.shares[(viewer + k) % players if k < players else k]
