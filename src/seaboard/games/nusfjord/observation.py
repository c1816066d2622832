"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then clockwise.

Buildings go by their place in the deck, which does not move when cards are left out of the box (a campaign): 1 to 18 A, 19 to
30 B, 31 to 44 C, in a mixed game the next deck from 45 on; 0 none. The table is in docs/observations.md.
"""

import numpy as np

from ...core.features import CATEGORY, Feature, around, per_seat, relative_seat, repeated, seat_at
from ...core.rule import clear_row, copy_row, noalias, rule
from .actions.build import ChooseCard
from .actions.harbour import RemoveBuilding
from .cards.discounts import FROM_CARD
from .cards.effect_timing import UseWaiting
from .cards.effects import ACTION_KINDS, DO, EVENT_KINDS, GOODS, LINES
from .layout import (
    BEFORE_ELDER,
    BOARD_SPACES,
    CARDS,
    CATEGORIES,
    CHOOSE_ACTION,
    COUNCIL,
    ELDERS_KNOWN,
    FIELDS,
    LAST_ROUND,
    LET_ELDER_ACT,
    NOBODY,
    ON_BUILDING,
    OVER,
    PAY_BUILDING,
    PLATES,
    SEATS,
    SLOTS,
    SPACE_TO_BUILD_ON,
    STACKS,
    USE_TAKEN_ELDER,
    WHOSE_CATCH,
)

WORK_SEEN = 8  # frames, from the top; deeper ones are always the end of a turn that is known from these
WORK_SIZE = 8
ACTION_BITS = ACTION_KINDS + 1  # and whether one must be chosen
GOODS_OF_PLAYER = 12
SIZE_OF_PLAYER = GOODS_OF_PLAYER + 2 * SLOTS + SLOTS * LINES + FIELDS + 4 + 3 + SEATS + 1


def card_traits(box: np.record) -> np.ndarray:
    """Of each card, by its place in the deck: what is printed on it, as numbers from 0 to 1. Left-out cards have none."""
    table = np.zeros((CARDS, 3 + 3 + 3 + len(CATEGORIES) + 48 + EVENT_KINDS + ACTION_KINDS + 2 * GOODS), np.float32)
    for card in range(1, int(box.number_of_cards) + 1):
        c, lines = box.cards[card], box.lines[card * LINES : card * LINES + LINES]
        table[box.place[card]] = np.concatenate(
            [
                [1, max(0, int(c.points)) / 8, max(0, -int(c.points)) / 8],
                c.cost / 20,
                np.arange(3) == c.letter,
                np.arange(len(CATEGORIES)) == c.category,
                int(c.has) >> np.arange(48) & 1,
                int(c.hears) >> np.arange(EVENT_KINDS) & 1,
                [np.any((lines["op"] == DO) & (lines["action"] == action)) for action in range(ACTION_KINDS)],
                np.clip(lines["pay"].sum(0) / 8, 0, 1),
                np.clip(lines["gain"].sum(0) / 8, 0, 1),
            ]
        )
    return table.clip(0, 1)


def card_category(name: str, size: int, meaning: str) -> Feature:
    return Feature(name, size, 0, CARDS - 1, meaning, CATEGORY, traits=card_traits)


FEATURES = (
    Feature("round", 1, 1, LAST_ROUND, "the number of the round"),
    Feature("stage", 1, 0, OVER, "0 catch, 1 work, 2 going home, 3 before scoring, 4 the game is over", CATEGORY),
    Feature("turn", 1, 0, 15, "how many catches or turns of this stage are over"),
    Feature(
        "mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over", CATEGORY
    ),
    Feature("start player", 1, 0, SEATS - 1, "counted likewise", CATEGORY),
    Feature("plates", 1, 0, PLATES, "how many plates are filled"),
    Feature("uses", 1, 0, 99, "effects used in the window or resolution at hand"),
    Feature("choice", ACTION_BITS, 0, 1, "the actions to choose from, and whether one must be"),
    repeated(
        "work",
        WORK_SEEN,
        "pending work, what is asked first",
        Feature("question", 1, 0, 27, "the kind of the work, as in layout.py; 0 none", CATEGORY),
        Feature("whose", 1, NOBODY, SEATS - 1, "counted likewise, -1 everybody's or none", CATEGORY),
        card_category("about card", 1, "the building it is about, 0 none"),
        Feature("about elder", 1, 0, ELDERS_KNOWN - 1, "the elder it is about, 0 none", CATEGORY),
        Feature("about", 1, 0, 4095, "what else it is about: how many are left, actions as bits"),
        card_category("card behind", 1, "the building that brought it about, 0 none"),
        Feature("line behind", 1, 0, LINES, "which of its lines, from 1; 0 none", CATEGORY),
        Feature("more", 1, 0, ELDERS_KNOWN - 1, "the elder that brought it about, or how it is done", CATEGORY),
    ),
    Feature("supply", 4, 0, 8, "sloops, cutters, schooners in the supply; schooners beside it"),
    Feature("to pay", 3, 0, 99, "wood, fish and gold left of a cost that guests may lower"),
    Feature("stacks", STACKS, 0, 1, "1: a face-down elder lies under this stack"),
    Feature(
        "elders",
        ELDERS_KNOWN,
        0,
        14,
        "0 nowhere, 1 to 6 stack, 7 unseen, 8 and 9 promos, from 10 councils likewise",
        CATEGORY,
    ),
    Feature("elder fish", ELDERS_KNOWN, 0, 3, "how many fish lie on each elder"),
    Feature("elder workers", ELDERS_KNOWN, 0, SEATS, "0 nobody's, else 1 + whose worker is on each elder, likewise", CATEGORY),
    Feature(
        "workers",
        BOARD_SPACES * SEATS,
        0,
        8,
        "how many workers are on each space of the action board, by whose they are, likewise; alone: by colour",
    ),
    Feature(
        "cards",
        CARDS,
        0,
        13,
        "0 out, 1 stock or unseen hand, 2 display, from 3 hands, from 8 built likewise, 13 beside the display",
        CATEGORY,
        item_traits=card_traits,
    ),
    Feature("served elders", ELDERS_KNOWN, 0, 1, "1: has had its fish in the catch that is being handed out"),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Feature("goods", 3, 0, 1000, "wood, fish, gold"),
        Feature("reserve", 3, 0, 1000, "the same in the reserve"),
        Feature("shares", 2, 0, 1000, "unissued shares, shares on the board"),
        Feature("workers left", 1, 0, 1000, "workers left"),
        Feature("hand", 1, 0, 1000, "cards in hand"),
        Feature("Old Man", 1, 0, 1, "1: used in this round"),
        Feature("guests", 1, 0, 99, "guests at home"),
        card_category("buildings", SLOTS, "the card in each slot, 0 none"),
        Feature("once", SLOTS, 0, (1 << LINES) - 1, "bits: the lines of its Once effects that are done", CATEGORY),
        Feature("waiting", SLOTS * LINES, 0, 99, "how often each line of each building waits to act"),
        Feature("strips", FIELDS, 0, 99, "strips of forest on each field"),
        Feature("ships", 4, 0, 99, "sloops, cutters, schooners, rafts"),
        Feature("guests aboard", 3, 0, 99, "on sloops, cutters, schooners"),
        Feature("shares at home", SEATS, 0, 99, "by whose they are, likewise"),
        Feature("served shares", 1, 0, 99, "own shares there that have had their fish in this catch"),
    ),
)


def lasting_action(box: np.record, action: int) -> int:
    """The number of the same action in a box that lacks no card: for what is learnt about it."""
    for answer, lines in ((ChooseCard, 1), (RemoveBuilding, 1), (UseWaiting, LINES)):
        card, line = divmod(action - answer.first, lines)
        if 0 <= card < CARDS:
            known = box.place[card] if card <= box.number_of_cards else card
            return answer.first + int(known) * lines + line
    return action


@rule
def turned(number, first, viewer, players):
    """A place that names a seat from `first` on, as seen from the viewer."""
    if number < first:
        return number
    return first + around(number - first - viewer, players)


@rule
def whose_worker(colour, viewer, players):
    """1 + a seat counted from the viewer, 0 nobody's. Who plays alone has several colours (N11), given as they are."""
    if colour == 0 or players == 1:
        return colour
    return 1 + around(colour - 1 - viewer, players)


@noalias
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees, of its view or of the position itself (discreet)."""
    players = int(box.players)
    out[0] = seen.round_number
    out[1] = seen.stage
    out[2] = seen.turn
    out[3] = relative_seat(viewer, int(seen.mover), players)
    out[4] = relative_seat(viewer, int(seen.start_player), players)
    out[5] = seen.plates
    out[6] = seen.uses
    n = observe_work(seen, box, viewer, out, 7)
    for kind in range(3):
        out[n + kind] = seen.supply[kind]
        out[n + 4 + kind] = seen.to_pay[kind]
    out[n + 3] = seen.spare
    n += 7
    copy_row(seen.covered, out[n:])
    n = observe_village(seen, box, viewer, out, n + STACKS)
    for k in range(SEATS):
        seat = seat_at(viewer, k, players)
        observe_player(seen.players[seat], box, viewer, out[n : n + SIZE_OF_PLAYER])
        n += SIZE_OF_PLAYER
        out[n - 1] = seen.fed_shares[seat]


@noalias
def observe_work(seen, box, viewer, out, n):
    """Pending work, from the top: each frame's numbers are told apart by what they stand for."""
    top = seen.frames[max(0, int(seen.depth) - 1)]
    for bit in range(ACTION_BITS):
        out[n + bit] = int(top.field_1) >> bit & 1 if top.kind == CHOOSE_ACTION else 0
    n += ACTION_BITS
    for i in range(WORK_SEEN):
        at = int(seen.depth) - 1 - i
        clear_row(out[n : n + WORK_SIZE])
        out[n + 1] = NOBODY
        if at >= 0:
            observe_frame(seen.frames[at], box, viewer, out[n : n + WORK_SIZE])
        n += WORK_SIZE
    return n


@noalias
def observe_frame(f, box, viewer, out):
    kind, what, more = int(f.kind), int(f.field_1), int(f.field_2)
    out[0] = kind
    out[1] = relative_seat(viewer, int(f.player), int(box.players))
    if kind in (WHOSE_CATCH, SPACE_TO_BUILD_ON, ON_BUILDING, PAY_BUILDING):
        out[2] = box.place[what]
    elif kind in (USE_TAKEN_ELDER, BEFORE_ELDER, LET_ELDER_ACT):
        out[3] = what
    else:
        out[4] = what
    if more < FROM_CARD:
        out[7] = more
    else:
        out[5] = box.place[(more - FROM_CARD) // LINES]
        out[6] = 1 + (more - FROM_CARD) % LINES


@noalias
def observe_village(seen, box, viewer, out, n):
    """Elders, the action board, and where each building is."""
    observe_elders(seen, box, viewer, out[n : n + 3 * ELDERS_KNOWN])
    n += 3 * ELDERS_KNOWN
    observe_workers(seen, box, viewer, out[n : n + BOARD_SPACES * SEATS])
    n += BOARD_SPACES * SEATS
    observe_cards(seen, box, viewer, out[n : n + CARDS])
    n += CARDS
    served = out[n : n + ELDERS_KNOWN]
    for elder in range(ELDERS_KNOWN):
        served[elder] = int(seen.fed) >> elder & 1
    return n + ELDERS_KNOWN


@noalias
def observe_elders(seen, box, viewer, out):
    players = int(box.players)
    for elder in range(ELDERS_KNOWN):
        out[elder] = turned(int(seen.elder_at[elder]), COUNCIL, viewer, players)
        out[ELDERS_KNOWN + elder] = seen.elder_fish[elder]
        out[2 * ELDERS_KNOWN + elder] = whose_worker(int(seen.elder_worker[elder]), viewer, players)


@noalias
def observe_workers(seen, box, viewer, out):
    """By whose they are, the own ones first; alone by colour."""
    turn = int(box.players) if box.players > 1 else SEATS
    for k in range(SEATS):
        colour = seat_at(viewer, k, turn)
        for space in range(BOARD_SPACES):
            out[space * SEATS + k] = seen.workers_on[space, colour]


@rule
def lacks_cards(box):
    """Whether cards are left out of the box, or come from several decks: their numbers are not their places then."""
    return box.place[box.number_of_cards] != box.number_of_cards


@noalias
def observe_cards(seen, box, viewer, out):
    clear_row(out)
    if lacks_cards(box):
        for card in range(1, int(box.number_of_cards) + 1):
            out[box.place[card]] = box.shown[viewer, seen.where[card]]
    else:
        for card in range(1, int(box.number_of_cards) + 1):
            out[card] = box.shown[viewer, seen.where[card]]


@noalias
def observe_player(me, box, viewer, out):
    out[0] = me.wood
    out[1] = me.fish
    out[2] = me.gold
    out[3] = me.reserve_wood
    out[4] = me.reserve_fish
    out[5] = me.reserve_gold
    out[6] = me.unissued
    out[7] = me.on_board
    out[8] = me.workers
    out[9] = me.hand
    out[10] = me.slept
    out[11] = me.guests
    n = GOODS_OF_PLAYER
    copy_row(me.harbour, out[n:])
    if lacks_cards(box):
        for slot in range(SLOTS):
            out[n + slot] = box.place[me.harbour[slot]]
    n += SLOTS
    copy_row(me.once, out[n:])
    n += SLOTS
    copy_row(me.triggered, out[n:])
    n += SLOTS * LINES
    copy_row(me.strips, out[n:])
    n += FIELDS
    copy_row(me.ships, out[n:])
    n += 4
    copy_row(me.aboard, out[n:])
    n += 3
    for k in range(SEATS):
        out[n + k] = me.shares[seat_at(viewer, k, int(box.players))]
