"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then clockwise.

Tiles are given by their kind (0: none, 1: the volcano), to be embedded or looked up. The table is in docs/observations.md.
"""

from ...core.rule import rule
from .layout import FROM_STORAGE, KINDS, LAST_ROUND, NOBODY, NOWHERE, OVER, PLACES, SEATS, SPACES

# name, how many numbers, least, most, meaning
OBSERVED = (
    ("decision", 1, 0, OVER, "what is asked: 0 set the explorer, 1 steps, 2 action, 3 space, 4 sail, 5 the game is over"),
    ("explorer", 1, NOWHERE, 15, "where the explorer ship is, clockwise from the top left, -1 before it is set"),
    ("taken", 1, NOWHERE, FROM_STORAGE, "place in the display of the tile in hand, 16 the storage, -1 none"),
    ("round", 1, 1, LAST_ROUND + 1, "the number of the round"),
    ("mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over"),
    ("setter", 1, 0, SEATS - 1, "the last of every round, counted likewise"),
    ("filled by", 1, NOBODY, SEATS - 1, "who first filled a board, counted likewise, -1 nobody"),
    ("stock", KINDS, 0, 97, "how many tiles of each kind are in the stock"),
    ("display", PLACES, 0, KINDS - 1, "the kind of tile at each place, row by row"),
    (
        "players",
        SEATS * (3 + SPACES),
        NOWHERE,
        KINDS - 1,
        "for each seat: shells, space under the ship, stored tile, 20 spaces",
    ),
)
SIZE = sum(row[1] for row in OBSERVED)


@rule
def counted_from(viewer, seat, players):
    """A seat's number clockwise from the viewer; nobody stays nobody."""
    if seat == NOBODY:
        return NOBODY
    return (int(seat) - viewer) % players


@rule
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees in its own view."""
    players = int(box.players)
    out[0] = seen.decision
    out[1] = seen.explorer
    out[2] = seen.taken
    out[3] = seen.round_number
    out[4] = counted_from(viewer, int(seen.mover), players)
    out[5] = counted_from(viewer, int(seen.setter), players)
    out[6] = counted_from(viewer, int(seen.filled_by), players)
    n = 7
    for kind in range(KINDS):
        out[n + kind] = seen.stock[kind]
    n += KINDS
    for place in range(PLACES):
        out[n + place] = seen.display[place]
    n += PLACES
    for seat in range(SEATS):
        p = seen.players[(viewer + seat) % players if seat < players else seat]
        out[n] = p.shells
        out[n + 1] = p.ship
        out[n + 2] = p.stored
        for space in range(SPACES):
            out[n + 3 + space] = p.board[space]
        n += 3 + SPACES
