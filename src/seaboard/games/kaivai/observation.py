"""A seat's observation: one row of integers from its point of view, itself first, then the other seats in order.

Hexes are in the order of their names: a1, a2, ... m7. docs/observations.md lists the features.
"""

import numpy as np

from ...core.features import CATEGORY, Feature, checked_values, per_seat, relative_seat, seat_at
from ...core.rule import clear_row, copy_row, noalias
from .hexes import WORD, lowest_bit
from .hidden import shown_choice
from .layout import (
    ACTION_SPACES,
    FIRST_EDITION,
    HALF_OF_BOARD,
    HEXES,
    HIDDEN,
    KINDS,
    MAX_INFLUENCE,
    NOBODY,
    NOWHERE,
    OVER,
    SEATS,
    SECOND_EDITION,
    STEPS,
    TRACK,
    VILLAGES,
    WORDS_OF_SET,
)

OPTION_FEATURES = (
    Feature("number of players", 1, 2, SEATS, "players", CATEGORY),
    Feature("edition", 1, FIRST_EDITION, SECOND_EDITION, "1 first, 2 second", CATEGORY),
    Feature("beginner", 1, 0, 1, "1: the beginner's game", CATEGORY),
    Feature("diceless", 1, 0, 1, "1: fishing without dice", CATEGORY),
    Feature("gifts", 1, 0, 1, "1: with gifts", CATEGORY),
)


def observe_options(box: np.record) -> np.ndarray:
    names = ("players", "edition", "beginner", "diceless", "gifts")
    return checked_values(OPTION_FEATURES, *(int(box[name]) for name in names))


PLAYER_SIZE = 9 + 2 * TRACK + KINDS * VILLAGES
FEATURES = (
    Feature("decision", 1, 0, OVER, "the question, as numbered in layout.py; 15: the game is over", CATEGORY),
    Feature("mover", 1, NOBODY, SEATS - 1, "who decides, counted from the seat itself, -1 when the game is over", CATEGORY),
    Feature(
        "giver", 1, NOBODY, SEATS - 1, "the giver of a gift that is being judged, counted in the same way, -1 none", CATEGORY
    ),
    Feature("round", 1, 1, 99, "the number of the round"),
    Feature("god", 1, NOWHERE, HEXES - 1, "the hex under the god, -1 off the map", CATEGORY),
    Feature("cult supply", 1, 0, 99, "cult hexes in the supply"),
    Feature("stock", 1, 0, 99, "fish and shell counters in the stock"),
    Feature("supply", 1, 0, 99, "influence counters in the supply"),
    Feature("acting", 1, NOWHERE, 5, "the action being performed: build, fish, deliver, move, celebrate; -1 none", CATEGORY),
    Feature("performed", 1, 0, 1, "a canoe has performed it"),
    Feature("canoe", 1, NOWHERE, HEXES - 1, "the hex of the canoe that performs, -1 none", CATEGORY),
    Feature("site", 1, NOWHERE, HEXES - 1, "the hex of the hut whose kind is being chosen, -1 none", CATEGORY),
    Feature("owed", 1, 0, 999, "shell value owed for huts built in this action"),
    Feature("handed", 1, 0, 99, "fish that the canoe has handed out so far"),
    Feature("scoring", 1, NOWHERE, VILLAGES - 1, "the village being scored, -1 none", CATEGORY),
    Feature(
        "gift",
        1,
        NOWHERE,
        2 * TRACK - 1,
        "the given counter: shell from space 1 to 5, fish from space 1 to 5; -1 nothing",
        CATEGORY,
    ),
    Feature("given", 1, 0, 1, "a gift was made in this turn"),
    Feature("spaces", ACTION_SPACES, 0, 99, "influence counters on each action space"),
    Feature("hollow", ACTION_SPACES, 0, 1, "1: the first counter of this action space is missing"),
    Feature("sold", TRACK, 0, 99, "fish sold by the canoe that delivers, at prices 1 to 5"),
    Feature("scored", VILLAGES, 0, 1, "whether each village is scored"),
    Feature("base", VILLAGES, NOWHERE, HEXES - 1, "the hex after which each village is called, -1 none", CATEGORY),
    Feature("cult hexes", VILLAGES, 0, 99, "cult hexes in each village"),
    Feature("fish in villages", VILLAGES, 0, 99, "fish on the huts of each village"),
    Feature("village", HEXES, 0, VILLAGES, "the village of each hex, from 1; 0 water", CATEGORY),
    Feature(
        "hut", HEXES, 0, SEATS * KINDS, "0 none, else 1 + 3 times the owner, counted from the seat itself, + the kind", CATEGORY
    ),
    Feature("fish", HEXES, 0, 3, "fish on each hut"),
    Feature("canoes", HEXES, 0, SEATS, "0 none, else 1 + the owner, counted in the same way", CATEGORY),
    Feature("ready", HEXES, 0, 1, "a canoe of the mover that has not performed yet in this action"),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Feature("glory", 1, 0, 999, "glory"),
        Feature("from villages", 1, 0, 999, "glory from villages"),
        Feature("influence", 1, 0, MAX_INFLUENCE, "influence counters"),
        Feature("bid", 1, 0, 10, "the bid, 0 none"),
        Feature("increase", 1, 0, STEPS, "steps on the track of increased movement"),
        Feature("acted", 1, 0, 1, "has taken an action in this phase"),
        Feature("passed", 1, 0, 1, "has passed"),
        Feature("secret", 1, HIDDEN, MAX_INFLUENCE, "the secret choice: -1 none, -2 hidden", CATEGORY),
        Feature("shells", TRACK, 0, 99, "shells on spaces 1 to 5"),
        Feature("fish in hand", TRACK, 0, 99, "fish on spaces 1 to 5"),
        Feature("played", 1, 0, MAX_INFLUENCE, "counters revealed for the village scored last, until the next one is called"),
        Feature("huts", KINDS * VILLAGES, 0, 99, "canoe builders in each village, fishermen, meeting huts"),
    ),
)


@noalias
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees, from its view or from the position itself."""
    n = observe_turn(seen, box, viewer, out)
    n = observe_board(seen, box, viewer, out, n)
    players = int(box.players)
    for seat in range(SEATS):
        observe_player(seen.players[seat_at(viewer, seat, players)], seat == 0, out[n : n + PLAYER_SIZE])
        n += PLAYER_SIZE


@noalias
def observe_turn(seen, box, viewer, out):
    players = int(box.players)
    out[0] = seen.decision
    out[1] = relative_seat(viewer, int(seen.mover), players)
    out[2] = relative_seat(viewer, int(seen.giver), players)
    out[3] = seen.round_number
    out[4] = seen.god
    out[5] = seen.cult_supply
    out[6] = seen.stock
    out[7] = seen.supply
    out[8] = seen.acting
    out[9] = seen.performed
    out[10] = seen.canoe
    out[11] = seen.site
    out[12] = seen.owed
    out[13] = seen.handed
    out[14] = seen.scoring
    out[15] = seen.gift
    out[16] = seen.given
    n = 17
    for action in range(ACTION_SPACES):
        out[n + action] = seen.spaces[action]
        out[n + ACTION_SPACES + action] = int(seen.unbacked_counters) >> action & 1
    n += 2 * ACTION_SPACES
    for i in range(TRACK):
        out[n + i] = seen.sold[i]
    n += TRACK
    for v in range(VILLAGES):
        out[n + v] = int(seen.scored) >> v & 1
        out[n + VILLAGES + v] = seen.bases[v]
        out[n + 2 * VILLAGES + v] = seen.cults[v]
        out[n + 3 * VILLAGES + v] = seen.fish_in[v]
    return n + 4 * VILLAGES


@noalias
def observe_board(seen, box, viewer, out, n):
    observe_land(seen, out[n : n + 2 * HALF_OF_BOARD])
    n += HEXES
    observe_huts(seen, viewer, int(box.players), out[n : n + HEXES])
    n += HEXES
    copy_row(seen.fish, out[n : n + HEXES])
    n += HEXES
    clear_row(out[n : n + 2 * HEXES])
    for word in range(WORDS_OF_SET):
        observe_canoes(seen, box, word, viewer, out[n : n + 2 * HEXES])
    return n + 2 * HEXES


@noalias
def observe_land(seen, out):
    """The village of each hex, from 1. Each byte has two hexes (`set_village_of`), so one more number is written."""
    for at in range(HALF_OF_BOARD):
        out[at] = int(seen.land[at]) & 15
        out[HALF_OF_BOARD + at] = int(seen.land[at]) >> 4 & 15


@noalias
def observe_huts(seen, viewer, players, out):
    """The owner and kind of the hut on each hex, the viewer's first."""
    for hex in range(HEXES):
        code = int(seen.hut[hex])
        relative = code - viewer * KINDS
        relative += players * KINDS if relative <= 0 else 0
        out[hex] = relative if code else 0


@noalias
def observe_canoes(seen, box, word, viewer, out):
    """The owner of the canoe on each hex, the viewer's first, and whether it is ready."""
    players, rest = int(box.players), int(seen.ready[word])
    for seat in range(SEATS):
        rest |= int(seen.players[seat].canoes[word])
    while rest:
        bit = lowest_bit(rest)
        hex = int(box.hex_at[word * WORD + bit])
        owner = 0
        for seat in range(SEATS):
            owner += (int(seen.players[seat].canoes[word]) >> bit & 1) * (1 + relative_seat(viewer, seat, players))
        out[hex] = owner
        out[HEXES + hex] = int(seen.ready[word]) >> bit & 1
        rest &= rest - 1


@noalias
def observe_player(p, is_viewer, out):
    out[0] = p.glory
    out[1] = p.from_villages
    out[2] = p.influence
    out[3] = p.bid
    out[4] = p.increase
    out[5] = p.acted
    out[6] = p.passed
    out[7] = shown_choice(p, is_viewer)
    copy_row(p.shells, out[8:])
    copy_row(p.fish, out[8 + TRACK :])
    out[8 + 2 * TRACK] = p.played
    for kind in range(KINDS):
        copy_row(p.huts[kind], out[9 + 2 * TRACK + kind * VILLAGES :])
