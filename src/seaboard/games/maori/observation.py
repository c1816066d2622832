"""What a seat sees, as one row of whole numbers, from its own point of view: itself first, then clockwise.

Tiles are given by their kind (0: none, 1: the volcano), to be embedded or looked up. The table is in docs/observations.md.
"""

import numpy as np

from ...core.features import CATEGORY, Feature, per_seat, relative_seat, seat_at
from ...core.rule import clear_row, copy_row, noalias, rule
from .layout import (
    FROM_STORAGE,
    KINDS,
    LAST_ROUND,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PLACES,
    SEATS,
    SHELLS,
    SPACES,
    VOLCANO,
)


def tile_traits(box: np.record) -> np.ndarray:
    """Of each kind of tile: whether it is none, a volcano; land and half wreaths at each edge; palms, hut, boats, shells;
    and which of the sixteen ways its land lies."""
    edges = np.arange(4)
    return np.column_stack(
        [
            np.arange(KINDS) == NO_TILE,
            np.arange(KINDS) == VOLCANO,
            box.land[:, None] >> edges & 1,
            box.lei[:, None] >> edges & 1,
            box.palms / 3,
            box.hut,
            box.boats / 2,
            box.shells / 2,
            box.land[:, None] == np.arange(16),
        ]
    ).astype(np.float32)


FEATURES = (
    Feature(
        "decision",
        1,
        0,
        OVER,
        "what is asked: 0 set the explorer, 1 steps, 2 action, 3 space, 4 sail, 5 the game is over",
        CATEGORY,
    ),
    Feature(
        "explorer", 1, NOWHERE, 15, "space of the explorer ship, clockwise from the top left, -1 before it is set", CATEGORY
    ),
    Feature("taken", 1, NOWHERE, FROM_STORAGE, "place in the display of the tile in hand, 16 the storage, -1 none", CATEGORY),
    Feature("round", 1, 1, LAST_ROUND + 1, "the number of the round"),
    Feature(
        "mover", 1, NOBODY, SEATS - 1, "who decides, counted clockwise from the seat itself, -1 when the game is over", CATEGORY
    ),
    Feature("setter", 1, 0, SEATS - 1, "the last of every round, counted likewise", CATEGORY),
    Feature("filled by", 1, NOBODY, SEATS - 1, "who first filled a board, counted likewise, -1 nobody", CATEGORY),
    Feature("stock", KINDS, 0, 97, "how many tiles of each kind are in the stock"),
    Feature("display", PLACES, 0, KINDS - 1, "the kind of tile at each place, row by row", CATEGORY, traits=tile_traits),
    Feature("in line", 4, 0, KINDS - 1, "the tiles that may be taken, nearest first; 0 none", CATEGORY, traits=tile_traits),
    Feature("in hand", 1, 0, KINDS - 1, "the tile that is being laid, 0 none", CATEGORY, traits=tile_traits),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Feature("shells", 1, 0, SHELLS, "shells"),
        Feature("ship", 1, NOWHERE, SPACES - 1, "the space under the ship, -1 none", CATEGORY),
        Feature("stored", 1, 0, KINDS - 1, "the kind of the stored tile", CATEGORY, traits=tile_traits),
        Feature("board", SPACES, 0, KINDS - 1, "the kind of tile on each space", CATEGORY, traits=tile_traits),
    ),
)


@noalias
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees, of its view or of the position itself (discreet)."""
    players = int(box.players)
    out[0] = seen.decision
    out[1] = seen.explorer
    out[2] = seen.taken
    out[3] = seen.round_number
    out[4] = relative_seat(viewer, int(seen.mover), players)
    out[5] = relative_seat(viewer, int(seen.setter), players)
    out[6] = relative_seat(viewer, int(seen.filled_by), players)
    n = 7
    copy_row(seen.stock, out[n:])
    n += KINDS
    copy_row(seen.display, out[n:])
    n += PLACES
    observe_line(seen, box, out[n : n + 4])
    out[n + 4] = tile_in_hand(seen)
    n += 5
    for seat in range(SEATS):
        p = seen.players[seat_at(viewer, seat, players)]
        out[n] = p.shells
        out[n + 1] = p.ship
        out[n + 2] = p.stored
        copy_row(p.board, out[n + 3 :])
        n += 3 + SPACES


@noalias
def observe_line(seen, box, out):
    """M3.5, M3.6: the tiles that may be taken, nearest first."""
    clear_row(out)
    if seen.explorer == NOWHERE:
        return
    n = 0
    for i in range(4):
        tile = int(seen.display[box.line[seen.explorer, i]])
        if tile == VOLCANO:
            return
        if tile != NO_TILE:
            out[n] = tile
            n += 1


@rule
def tile_in_hand(seen):
    if seen.taken == NOWHERE:
        return NO_TILE
    return int(seen.players[seen.mover].stored) if seen.taken == FROM_STORAGE else int(seen.display[seen.taken])
