"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then clockwise.

Buildings are given by their number in the box (0: none), to be embedded or looked up. The table is in docs/observations.md.
"""

from ...core.observed import CATEGORY, Seen, counted_from, per_seat
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
SIZE_OF_PLAYER = GOODS_OF_PLAYER + SLOTS + FIELDS + 4 + 3 + SEATS + 1

OBSERVED = (
    Seen(
        "question", 1, 0, 27, "what is asked: the kind of the work on top, as in layout.py; 0 when the game is over", CATEGORY
    ),
    Seen("about", 1, 0, 4095, "what it is about: an elder, a card, actions as bits, how many are left"),
    Seen("round", 1, 1, LAST_ROUND, "the number of the round"),
    Seen("stage", 1, 0, OVER, "0 catch, 1 work, 2 going home, 3 before scoring, 4 the game is over", CATEGORY),
    Seen("turn", 1, 0, 15, "how many catches or turns of this stage are over"),
    Seen(
        "mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over", CATEGORY
    ),
    Seen("start player", 1, 0, SEATS - 1, "counted likewise", CATEGORY),
    Seen("plates", 1, 0, PLATES, "how many plates are filled"),
    Seen("supply", 4, 0, 8, "sloops, cutters, schooners in the supply; schooners beside it"),
    Seen("to pay", 3, 0, 99, "wood, fish and gold left of a cost that guests may lower"),
    Seen("stacks", STACKS, 0, 1, "1: a face-down elder lies under this stack"),
    Seen(
        "elders",
        ELDERS_KNOWN,
        0,
        14,
        "0 nowhere, 1 to 6 stack, 7 unseen, 8 and 9 promos, from 10 councils likewise",
        CATEGORY,
    ),
    Seen("elder fish", ELDERS_KNOWN, 0, 3, "how many fish lie on each elder"),
    Seen("elder workers", ELDERS_KNOWN, 0, SEATS, "0 nobody's, else 1 + whose worker is on each elder, likewise", CATEGORY),
    Seen("workers", BOARD_SPACES, 0, 8, "how many workers are on each space of the action board"),
    Seen(
        "cards",
        CARDS,
        0,
        13,
        "0 out, 1 stock or unseen hand, 2 display, from 3 hands, from 8 built likewise, 13 beside the display",
        CATEGORY,
    ),
    Seen("served elders", ELDERS_KNOWN, 0, 1, "1: has had its fish in the catch that is being handed out"),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Seen("goods", 3, 0, 1000, "wood, fish, gold"),
        Seen("reserve", 3, 0, 1000, "the same in the reserve"),
        Seen("shares", 2, 0, 1000, "unissued shares, shares on the board"),
        Seen("workers left", 1, 0, 1000, "workers left"),
        Seen("hand", 1, 0, 1000, "cards in hand"),
        Seen("Old Man", 1, 0, 1, "1: used in this round"),
        Seen("guests", 1, 0, 99, "guests at home"),
        Seen("buildings", SLOTS, 0, CARDS - 1, "the card in each slot, 0 none", CATEGORY),
        Seen("strips", FIELDS, 0, 99, "strips of forest on each field"),
        Seen("ships", 4, 0, 99, "sloops, cutters, schooners, rafts"),
        Seen("guests aboard", 3, 0, 99, "on sloops, cutters, schooners"),
        Seen("shares at home", SEATS, 0, 99, "by whose they are, likewise"),
        Seen("served shares", 1, 0, 99, "own shares there that have had their fish in this catch"),
    ),
)


@rule
def turned(number, first, viewer, players):
    """A place that names a seat from `first` on, as seen from the viewer."""
    if number < first:
        return number
    return first + (number - first - viewer) % players


@rule
def whose_worker(colour, viewer, players):
    """1 + a seat counted from the viewer, 0 nobody's. Who plays alone has several colours (N11), given as they are."""
    if colour == 0 or players == 1:
        return colour
    return 1 + (colour - 1 - viewer) % players


@rule
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees in its own view."""
    players = int(box.players)
    top = seen.frames[max(0, int(seen.depth) - 1)]
    out[0] = top.kind
    out[1] = top.field_1
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
        out[n + 2 * ELDERS_KNOWN + elder] = whose_worker(int(seen.elder_worker[elder]), viewer, players)
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
    for elder in range(ELDERS_KNOWN):
        out[n + elder] = int(seen.fed) >> elder & 1
    n += ELDERS_KNOWN
    for k in range(SEATS):
        seat = (viewer + k) % players if k < players else k
        observe_player(seen.players[seat], viewer, players, out, n)
        n += SIZE_OF_PLAYER
        out[n - 1] = seen.fed_shares[seat]


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
