"""The observation of a seat: a row of integers from its point of view; seats are counted from it clockwise.

A building is its place in the deck, which is the same when other cards are left out of the box (campaign): 1 to 18 A, 19 to
30 B, 31 to 44 C, in a mixed game the next deck from 45 on; 0 none. The table of features is in docs/observations.md.
"""

from functools import cache

import numpy as np

from ...core.features import CATEGORY, ActionIdentities, Feature, per_seat, relative_seat, repeated, seat_at, wrap_seat
from ...core.rule import clear_row, copy_row, noalias, rule
from .actions.build import ChooseCard
from .actions.harbour import RemoveBuilding
from .box import build_box
from .cards.buildings import DECKS
from .cards.discounts import FROM_CARD
from .cards.effect_timing import UseWaiting
from .cards.effects import ACTION_KINDS, ANYTIME, COUNT_KINDS, DO, EVENT_TRAITS, IMMEDIATELY, LINES, ONCE, WHENEVER
from .layout import (
    BEFORE_ELDER,
    BOARD_SPACES,
    CARDS,
    CATEGORIES,
    CHOOSE_ACTION,
    COUNCIL,
    ELDER_NUMBERS,
    FIELDS,
    IN_DECK,
    LAST_ROUND,
    LET_ELDER_ACT,
    NOBODY,
    NOT_IN_PLAY,
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
from .turn import QUESTIONS

FRAMES_OBSERVED = 8  # from the top; deeper frames are always the end of the turn, which follows from these
FRAME_SIZE = 8
ACTION_BITS = ACTION_KINDS + 1  # the last bit: one must be chosen
GOODS_OF_PLAYER = 12
SIZE_OF_PLAYER = GOODS_OF_PLAYER + 2 * SLOTS + SLOTS * LINES + FIELDS + 4 + 3 + SEATS + 1

ACTIONS = QUESTIONS.actions
GAINS = (IMMEDIATELY, WHENEVER, ONCE, ANYTIME)  # lines whose gains are distinguished
STANDARD_CARDS = 1 + len(DECKS) * IN_DECK  # cards of the standard components, with NO_CARD


def card_traits(box: np.record) -> np.ndarray:
    """What is printed on each card, by its place in the deck, as numbers from 0 to 1. Rows of left-out cards are 0."""
    table = np.zeros((CARDS, len(traits_of(box, 1))), np.float32)
    for card in range(1, int(box.number_of_cards) + 1):
        table[box.place[card]] = traits_of(box, card)
    return table


def traits_of(box: np.record, card: int) -> np.ndarray:
    c, lines = box.cards[card], box.lines[card * LINES : card * LINES + LINES]
    gains = [lines["gain"][lines["trigger"] == trigger].sum(0) / 8 for trigger in GAINS]
    counted = np.concatenate([lines["per"], lines["per_two"]])
    return np.concatenate(
        [
            [1, max(0, int(c.points)) / 8, max(0, -int(c.points)) / 8],
            c.cost / 20,
            np.arange(3) == c.letter,
            np.arange(len(CATEGORIES)) == c.category,
            int(c.has) >> np.arange(48) & 1,
            int(c.triggered_by) >> np.array(EVENT_TRAITS) & 1,
            [np.any((lines["op"] == DO) & (lines["action"] == action)) for action in range(ACTION_KINDS)],
            lines["pay"].sum(0) / 8,
            *gains,
            [lines["points"].sum() / 8],
            np.isin(np.arange(1, COUNT_KINDS), counted),
        ]
    ).clip(0, 1)


@cache
def standard_cards() -> dict[bytes, int]:
    """The cards of the standard components, numbered from 1, by what is printed on them."""
    standard = {"players": 2, "mode": "standard", "elders": [], "mixed": [], "without": [], "buildings": "standard"}
    boxes = [build_box({**standard, "deck": deck}) for deck in DECKS]
    cards = [card_print(box, card) for box in boxes for card in range(1, int(box.number_of_cards) + 1)]
    return {card: number for number, card in enumerate(cards, start=1)}


def card_print(box: np.record, card: int) -> bytes:
    """The parts of a card that matter in a game: its number, figures and effects."""
    c = box.cards[card]
    figures = [int(c[name]) for name in ("number", "letter", "category", "points")]
    return bytes(str(figures), "ascii") + c.cost.tobytes() + box.lines[card * LINES : card * LINES + LINES].tobytes()


def identity_of(box: np.record, card: int) -> int:
    """The number of a card among the standard cards, -1 for any other card."""
    return standard_cards().get(card_print(box, card), -1)


def card_identities(box: np.record) -> np.ndarray:
    """The identity of the card at each place in the deck; 0 (NO_CARD) for places without a card."""
    found = np.zeros(CARDS, int)
    for card in range(1, int(box.number_of_cards) + 1):
        found[box.place[card]] = identity_of(box, card)
    return found


def card_category(name: str, size: int, meaning: str, shared: bool = False) -> Feature:
    feature = Feature(name, size, 0, CARDS - 1, meaning, CATEGORY, traits=card_traits, shared=shared)
    return feature._replace(identities=card_identities, identity_count=STANDARD_CARDS)


def action_identities(box: np.record) -> ActionIdentities:
    """Actions about a card have the same identity in every box; all other actions keep their numbers."""
    numbers, kind = np.arange(ACTIONS), np.full(ACTIONS, -1)
    components, traits = np.full(ACTIONS, -1), np.zeros((ACTIONS, len(traits_of(box, 1))), np.float32)
    first_kind = 0
    for answer, lines in ((ChooseCard, 1), (RemoveBuilding, 1), (UseWaiting, LINES)):
        for card in range(1, int(box.number_of_cards) + 1):
            identity, actions = identity_of(box, card), answer.first + card * lines + np.arange(lines)
            kind[actions] = first_kind + np.arange(lines)
            components[actions], traits[actions] = identity, traits_of(box, card)
            number = ACTIONS + (first_kind + np.arange(lines)) * STANDARD_CARDS + identity
            numbers[actions] = number if identity >= 0 else -1
        first_kind += lines
    return ActionIdentities(ACTIONS + first_kind * STANDARD_CARDS, numbers, first_kind, kind, components, traits)


OPTION_FEATURES = (
    Feature("number of players", 1, 1, SEATS, "players", CATEGORY),
    Feature("colours", 1, 1, 3, "1: standard, 2: solo, 3: advanced solo", CATEGORY),
    Feature("mixed", 1, 0, 1, "1: three decks are mixed", CATEGORY),
    Feature("with guests", 1, 0, 1, "1: a card in the box gives guests", CATEGORY),
    Feature("decks", len(DECKS), 0, 1, "1: cards of this deck are in the box", CATEGORY),
    Feature("elders in the box", ELDER_NUMBERS, 0, 1, "1: this elder is in the box", CATEGORY),
    Feature(
        "card", CARDS, -1, STANDARD_CARDS - 1, "the card at each place in the deck; 0 none, -1 a card of your own", CATEGORY
    )._replace(for_networks=False),
)


def observe_options(box: np.record) -> np.ndarray:
    decks = box.cards["deck"][1 : int(box.number_of_cards) + 1]
    return np.concatenate(
        [
            [int(box.players), int(box.colours), int(box.later_deck > 0), int(box.guests)],
            np.isin(np.arange(1, len(DECKS) + 1), decks),
            box.elders["stack"] != NOT_IN_PLAY,
            card_identities(box),
        ]
    ).astype(np.int16)


def pending_work(name: str, meaning: str, frames: int) -> tuple[Feature, ...]:
    return (
        repeated(
            name,
            frames,
            meaning,
            Feature("question", 1, 0, 27, "the kind of the work, as in layout.py; 0 none", CATEGORY),
            Feature("whose", 1, NOBODY, SEATS - 1, "counted in the same way, -1 all or none", CATEGORY),
            card_category("about card", 1, "the building it is about, 0 none"),
            Feature("about elder", 1, 0, ELDER_NUMBERS - 1, "the elder it is about, 0 none", CATEGORY),
            Feature("about", 1, 0, 4095, "what else it is about: how many are left, actions as bits"),
            card_category("card behind", 1, "the building that brought it about, 0 none"),
            Feature("line behind", 1, 0, LINES, "which of its lines, from 1; 0 none", CATEGORY),
            Feature("more", 1, 0, ELDER_NUMBERS - 1, "the elder that brought it about, or how it is done", CATEGORY),
        )._replace(shared=True),
    )


FEATURES = (
    Feature("round", 1, 1, LAST_ROUND, "the number of the round"),
    Feature("stage", 1, 0, OVER, "0 catch, 1 work, 2 going home, 3 before scoring, 4 the game is over", CATEGORY),
    Feature("turn", 1, 0, 15, "how many catches or turns of this stage are over"),
    Feature(
        "mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over", CATEGORY
    ),
    Feature("start player", 1, 0, SEATS - 1, "counted in the same way", CATEGORY),
    Feature("plates", 1, 0, PLATES, "how many plates are filled"),
    Feature("uses", 1, 0, 99, "effects used in the current window or resolution"),
    Feature("choice", ACTION_BITS, 0, 1, "the actions to choose from, and whether one must be"),
    *pending_work("asked first", "the current question", 1),
    *pending_work("asked later", "pending work below it, from the top", FRAMES_OBSERVED - 1),
    Feature("supply", 4, 0, 8, "sloops, cutters, schooners in the supply; extra schooners"),
    Feature("to pay", 3, 0, 99, "wood, fish and gold left of a cost that guests may lower"),
    Feature("stacks", STACKS, 0, 1, "1: a face-down elder lies under this stack"),
    Feature(
        "elders",
        ELDER_NUMBERS,
        0,
        14,
        "0 nowhere, 1 to 6 stack, 7 unseen, 8 and 9 promos, from 10 councils in the same way",
        CATEGORY,
    ),
    Feature("elder fish", ELDER_NUMBERS, 0, 3, "how many fish lie on each elder"),
    Feature(
        "elder workers",
        ELDER_NUMBERS,
        0,
        SEATS,
        "0 none, else 1 + the owner of the worker there, in the same way",
        CATEGORY,
    ),
    Feature(
        "workers",
        BOARD_SPACES * SEATS,
        0,
        8,
        "how many workers are on each space of the action board, by whose they are, in the same way; alone: by colour",
    ),
    Feature(
        "cards",
        CARDS,
        0,
        13,
        "0 out, 1 stock or unseen hand, 2 display, from 3 hands, from 8 built in the same way, 13 next to the display",
        CATEGORY,
        item_traits=card_traits,
        identities=card_identities,
        identity_count=STANDARD_CARDS,
    ),
    Feature("served elders", ELDER_NUMBERS, 0, 1, "1: has had its fish in the catch that is being handed out"),
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
        card_category("buildings", SLOTS, "the card in each slot, 0 none", shared=True),
        Feature("once", SLOTS, 0, (1 << LINES) - 1, "bits: the lines of its Once effects that are done", CATEGORY, shared=True),
        Feature("waiting", SLOTS * LINES, 0, 99, "how often each line of each building waits to act", shared=True),
        Feature("strips", FIELDS, 0, 99, "strips of forest on each field"),
        Feature("ships", 4, 0, 99, "sloops, cutters, schooners, rafts"),
        Feature("guests aboard", 3, 0, 99, "on sloops, cutters, schooners"),
        Feature("shares at home", SEATS, 0, 99, "by whose they are, in the same way"),
        Feature("served shares", 1, 0, 99, "own shares there that have had their fish in this catch"),
    ),
)


@rule
def relative_place(number, first, viewer, players):
    """A place; from `first` on it is a seat, which is counted from the viewer."""
    if number < first:
        return number
    return first + wrap_seat(number - first - viewer, players)


@rule
def whose_worker(colour, viewer, players):
    """1 + the owner of a worker, counted from the viewer; 0 nobody. The colours of a solo player (N11) stay as they are."""
    if colour == 0 or players == 1:
        return colour
    return 1 + wrap_seat(colour - 1 - viewer, players)


@noalias
def observe(seen, box, viewer, out):
    """Writes the observation of `viewer`, from its view or from the full position."""
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
    """Pending work, from the top of the stack."""
    top = seen.frames[max(0, int(seen.depth) - 1)]
    for bit in range(ACTION_BITS):
        out[n + bit] = int(top.field_1) >> bit & 1 if top.kind == CHOOSE_ACTION else 0
    n += ACTION_BITS
    for i in range(FRAMES_OBSERVED):
        place = int(seen.depth) - 1 - i
        clear_row(out[n : n + FRAME_SIZE])
        out[n + 1] = NOBODY
        if place >= 0:
            observe_frame(seen.frames[place], box, viewer, out[n : n + FRAME_SIZE])
        n += FRAME_SIZE
    return n


@noalias
def observe_frame(f, box, viewer, out):
    """A frame: its two fields go to different places of the row, by what they mean for this kind of work."""
    kind, subject, source = int(f.kind), int(f.field_1), int(f.field_2)
    out[0] = kind
    out[1] = relative_seat(viewer, int(f.player), int(box.players))
    if kind in (WHOSE_CATCH, SPACE_TO_BUILD_ON, ON_BUILDING, PAY_BUILDING):
        out[2] = box.place[subject]
    elif kind in (USE_TAKEN_ELDER, BEFORE_ELDER, LET_ELDER_ACT):
        out[3] = subject
    else:
        out[4] = subject
    if source < FROM_CARD:
        out[7] = source
    else:
        out[5] = box.place[(source - FROM_CARD) // LINES]
        out[6] = 1 + (source - FROM_CARD) % LINES


@noalias
def observe_village(seen, box, viewer, out, n):
    """Elders, the action board, and where each building is."""
    observe_elders(seen, box, viewer, out[n : n + 3 * ELDER_NUMBERS])
    n += 3 * ELDER_NUMBERS
    observe_workers(seen, box, viewer, out[n : n + BOARD_SPACES * SEATS])
    n += BOARD_SPACES * SEATS
    observe_cards(seen, box, viewer, out[n : n + CARDS])
    n += CARDS
    served = out[n : n + ELDER_NUMBERS]
    for elder in range(ELDER_NUMBERS):
        served[elder] = int(seen.fed) >> elder & 1
    return n + ELDER_NUMBERS


@noalias
def observe_elders(seen, box, viewer, out):
    players = int(box.players)
    for elder in range(ELDER_NUMBERS):
        out[elder] = relative_place(int(seen.elder_at[elder]), COUNCIL, viewer, players)
        out[ELDER_NUMBERS + elder] = seen.elder_fish[elder]
        out[2 * ELDER_NUMBERS + elder] = whose_worker(int(seen.elder_worker[elder]), viewer, players)


@noalias
def observe_workers(seen, box, viewer, out):
    """The workers on each space by owner, counted from the viewer; in solo games by colour."""
    colours = int(box.players) if box.players > 1 else SEATS
    for k in range(SEATS):
        colour = seat_at(viewer, k, colours)
        for space in range(BOARD_SPACES):
            out[space * SEATS + k] = seen.workers_on[space, colour]


@rule
def places_differ(box):
    """Whether the cards' numbers in the box differ from their places in the deck: cards were left out, or decks mixed."""
    return box.place[box.number_of_cards] != box.number_of_cards


@noalias
def observe_cards(seen, box, viewer, out):
    clear_row(out)
    if places_differ(box):
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
    if places_differ(box):
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
