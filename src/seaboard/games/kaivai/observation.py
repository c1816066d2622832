"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then in the order of the seats.

Hexes come in the order of their names: a1, a2, ... m7. The table is in docs/observations.md.
"""

from ...core.observed import CATEGORY, Seen, counted_from, per_seat, seat_at
from ...core.rule import clear_row, copy_row, rule
from .hexes import BITS, lowest
from .layout import HEXES, HIDDEN, KINDS, MOST_INFLUENCE, NOBODY, NOWHERE, OVER, SEATS, STEPS, TRACK, VILLAGES, WORDS_OF_SET

OF_PLAYER = 9 + 2 * TRACK + KINDS * VILLAGES
OBSERVED = (
    Seen("decision", 1, 0, OVER, "what is asked, as numbered in layout.py; 15: the game is over", CATEGORY),
    Seen("mover", 1, NOBODY, SEATS - 1, "who decides, counted from the seat itself, -1 when the game is over", CATEGORY),
    Seen("giver", 1, NOBODY, SEATS - 1, "who has made a gift that is being judged, counted likewise, -1 nobody", CATEGORY),
    Seen("round", 1, 1, 99, "the number of the round"),
    Seen("god", 1, NOWHERE, HEXES - 1, "the hex under the god, -1 off the map", CATEGORY),
    Seen("cult supply", 1, 0, 99, "cult hexes in the supply"),
    Seen("stock", 1, 0, 99, "fish and shell counters in the stock"),
    Seen("supply", 1, 0, 99, "influence counters in the supply"),
    Seen("acting", 1, NOWHERE, 5, "the action being performed: build, fish, deliver, move, celebrate; -1 none", CATEGORY),
    Seen("performed", 1, 0, 1, "a canoe has performed it"),
    Seen("canoe", 1, NOWHERE, HEXES - 1, "the hex of the canoe that performs, -1 none", CATEGORY),
    Seen("site", 1, NOWHERE, HEXES - 1, "the hex of the hut whose kind is asked, -1 none", CATEGORY),
    Seen("owed", 1, 0, 999, "shell value owed for huts built in this action"),
    Seen("handed", 1, 0, 99, "fish that the canoe has handed out so far"),
    Seen("scoring", 1, NOWHERE, VILLAGES - 1, "the village being scored, -1 none", CATEGORY),
    Seen(
        "gift",
        1,
        NOWHERE,
        2 * TRACK - 1,
        "what is being given: shell from space 1 to 5, fish from space 1 to 5; -1 nothing",
        CATEGORY,
    ),
    Seen("given", 1, 0, 1, "a gift was made in this turn"),
    Seen("spaces", 6, 0, 99, "influence counters on each action space"),
    Seen("hollow", 6, 0, 1, "1: the first counter of this action space is missing"),
    Seen("sold", TRACK, 0, 99, "fish sold by the canoe that delivers, at prices 1 to 5"),
    Seen("scored", VILLAGES, 0, 1, "whether each village is scored"),
    Seen("base", VILLAGES, NOWHERE, HEXES - 1, "the hex after which each village is called, -1 none", CATEGORY),
    Seen("cult hexes", VILLAGES, 0, 99, "cult hexes in each village"),
    Seen("fish in villages", VILLAGES, 0, 99, "fish on the huts of each village"),
    Seen("village", HEXES, 0, VILLAGES, "the village of each hex, from 1; 0 water", CATEGORY),
    Seen(
        "hut", HEXES, 0, SEATS * KINDS, "0 none, else 1 + 3 times the owner, counted from the seat itself, + the kind", CATEGORY
    ),
    Seen("fish", HEXES, 0, 3, "fish on each hut"),
    Seen("canoes", HEXES, 0, SEATS, "0 none, else 1 + the owner, counted likewise", CATEGORY),
    Seen("ready", HEXES, 0, 1, "a canoe of the mover that has not performed yet in this action"),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Seen("glory", 1, 0, 999, "glory"),
        Seen("from villages", 1, 0, 999, "glory from villages"),
        Seen("influence", 1, 0, MOST_INFLUENCE, "influence counters"),
        Seen("bid", 1, 0, 10, "the bid, 0 none"),
        Seen("increase", 1, 0, STEPS, "steps on the track of increased movement"),
        Seen("acted", 1, 0, 1, "has taken an action in this phase"),
        Seen("passed", 1, 0, 1, "has passed"),
        Seen("secret", 1, HIDDEN, MOST_INFLUENCE, "the secret choice: -1 none, -2 hidden", CATEGORY),
        Seen("shells", TRACK, 0, 99, "shells on spaces 1 to 5"),
        Seen("fish in hand", TRACK, 0, 99, "fish on spaces 1 to 5"),
        Seen("played", 1, 0, MOST_INFLUENCE, "counters revealed for the village scored last, until the next one is called"),
        Seen("huts", KINDS * VILLAGES, 0, 99, "canoe builders in each village, fishermen, meeting huts"),
    ),
)


@rule
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees in its own view."""
    n = observe_turn(seen, box, viewer, out)
    n = observe_map(seen, box, viewer, out, n)
    players = int(box.players)
    for seat in range(SEATS):
        observe_player(seen.players[seat_at(viewer, seat, players)], out[n : n + OF_PLAYER])
        n += OF_PLAYER


@rule
def observe_turn(seen, box, viewer, out):
    players = int(box.players)
    out[0] = seen.decision
    out[1] = counted_from(viewer, int(seen.mover), players)
    out[2] = counted_from(viewer, int(seen.giver), players)
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
    for action in range(6):
        out[n + action] = seen.spaces[action]
        out[n + 6 + action] = int(seen.hollow) >> action & 1
    n += 12
    for i in range(TRACK):
        out[n + i] = seen.sold[i]
    n += TRACK
    for v in range(VILLAGES):
        out[n + v] = int(seen.scored) >> v & 1
        out[n + VILLAGES + v] = seen.bases[v]
        out[n + 2 * VILLAGES + v] = seen.cults[v]
        out[n + 3 * VILLAGES + v] = seen.fish_in[v]
    return n + 4 * VILLAGES


@rule
def observe_map(seen, box, viewer, out, n):
    players = int(box.players)
    clear_row(out[n : n + 5 * HEXES])
    for v in range(VILLAGES):
        observe_village(seen, box, v, viewer, out[n : n + 2 * HEXES])
    copy_row(seen.fish, out[n + 2 * HEXES : n + 3 * HEXES])
    for seat in range(players):
        write_at(box, seen.players[seat].canoes, out[n + 3 * HEXES :], 1 + counted_from(viewer, seat, players))
    write_at(box, seen.ready, out[n + 4 * HEXES :], 1)
    return n + 5 * HEXES


@rule
def observe_village(seen, box, v, viewer, out):
    """Its number on each of its hexes, and whose hut of which kind stands there, the own ones first."""
    for word in range(WORDS_OF_SET):
        rest = int(seen.villages[v, word])
        while rest:
            hex = int(box.hex_at[word * BITS + lowest(rest)])
            out[hex] = v + 1
            code = int(seen.hut[hex])
            if code:
                turned = code - viewer * KINDS
                out[HEXES + hex] = turned if turned > 0 else turned + int(box.players) * KINDS
            rest &= rest - 1


@rule
def write_at(box, field, out, value):
    """The same number for each hex of a set."""
    for word in range(WORDS_OF_SET):
        rest = int(field[word])
        while rest:
            out[int(box.hex_at[word * BITS + lowest(rest)])] = value
            rest &= rest - 1


@rule
def observe_player(p, out):
    out[0] = p.glory
    out[1] = p.from_villages
    out[2] = p.influence
    out[3] = p.bid
    out[4] = p.increase
    out[5] = p.acted
    out[6] = p.passed
    out[7] = p.chosen
    copy_row(p.shells, out[8:])
    copy_row(p.fish, out[8 + TRACK :])
    out[8 + 2 * TRACK] = p.played
    for kind in range(KINDS):
        copy_row(p.huts[kind], out[9 + 2 * TRACK + kind * VILLAGES :])
