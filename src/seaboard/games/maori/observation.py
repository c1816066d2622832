"""A seat's observation: one row of integers from its point of view, itself first, then the other seats clockwise.

Tiles are their kinds (0: none, 1: the volcano), for an embedding. docs/observations.md lists the features.
"""

from functools import cache

import numpy as np

from ...core.features import CATEGORY, Feature, checked_values, per_seat, relative_seat, seat_at
from ...core.rule import clear_row, copy_row, noalias, rule
from .box import build_box
from .layout import (
    BASIC,
    FROM_STORAGE,
    KINDS,
    LAST_ROUND,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PLACES,
    PRO,
    SEATS,
    SHELLS,
    SPACES,
    VOLCANO,
)
from .scoring import opposite

# what an edge of an empty space needs of a tile: nothing yet, water, land, or land with half a wreath
NEEDS_NOTHING, NEEDS_WATER, NEEDS_LAND, NEEDS_WREATH = 0, 1, 2, 3
GAPS = 1 + 4**4


def tile_traits(box: np.record) -> np.ndarray:
    """The traits of each kind of tile: no tile, volcano; land and half wreaths at each edge; palms, hut, boats, shells; and
    one-hot, which of the 16 sets of land edges it has."""
    edges = np.arange(4)
    table = np.column_stack(
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
    table[int(box.kinds) :] = table[NO_TILE]
    return table


def tile_prints(box: np.record) -> list[tuple[int, ...]]:
    """What is printed on each kind of tile."""
    columns = (box.land, box.lei, box.palms, box.hut, box.boats, box.shells)
    return [(kind == VOLCANO, *(int(column[kind]) for column in columns)) for kind in range(int(box.kinds))]


@cache
def standard_tiles() -> dict[tuple[int, ...], int]:
    """The kinds of tile in the standard box, by what is printed on them; without NO_TILE, which looks like plain water."""
    prints = tile_prints(build_box({"players": 2, "level": "basic", "board": "front"}))
    return {tile: kind for kind, tile in enumerate(prints) if kind != NO_TILE}


def tile_identities(box: np.record) -> np.ndarray:
    """For each kind of tile in this box, the kind with the same print in the standard box; -1 if there is none."""
    identities = np.full(KINDS, NO_TILE)
    for kind, tile in enumerate(tile_prints(box)):
        if kind != NO_TILE:
            identities[kind] = standard_tiles().get(tile, -1)
    return identities


def tile_feature(name: str, size: int, meaning: str) -> Feature:
    """A feature whose values are kinds of tile."""
    feature = Feature(name, size, 0, KINDS - 1, meaning, CATEGORY, traits=tile_traits)
    return feature._replace(identities=tile_identities, identity_count=KINDS)


OPTION_FEATURES = (
    Feature("number of players", 1, 2, SEATS, "players", CATEGORY),
    Feature("level", 1, BASIC, PRO, "0 basic, 1 advanced, 2 pro", CATEGORY),
    Feature("atoll", 1, 0, 1, "1: the atoll board", CATEGORY),
)


def observe_options(box: np.record) -> np.ndarray:
    return checked_values(OPTION_FEATURES, int(box.players), int(box.level), int(box.inside.any()))


FEATURES = (
    Feature(
        "decision",
        1,
        0,
        OVER,
        "the question: 0 place the explorer, 1 steps, 2 action, 3 space, 4 sail, 5 the game is over",
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
    Feature("setter", 1, 0, SEATS - 1, "the last of every round, counted in the same way", CATEGORY),
    Feature("filled by", 1, NOBODY, SEATS - 1, "first player with a full board, counted in the same way, -1 none", CATEGORY),
    Feature(
        "stock",
        KINDS,
        0,
        97,
        "how many tiles of each kind are in the stock",
        item_traits=tile_traits,
        identities=tile_identities,
        identity_count=KINDS,
    ),
    tile_feature("display", PLACES, "the kind of tile at each place, row by row"),
    tile_feature("in line", 4, "the tiles that may be taken, nearest first; 0 none"),
    tile_feature("in hand", 1, "the tile to place, 0 none"),
    per_seat(
        "players",
        SEATS,
        "for each seat",
        Feature("shells", 1, 0, SHELLS, "shells"),
        Feature("ship", 1, NOWHERE, SPACES - 1, "the space under the ship, -1 none", CATEGORY),
        tile_feature("stored", 1, "the kind of the stored tile"),
        tile_feature("board", SPACES, "the kind of tile on each space"),
        Feature(
            "gaps",
            SPACES,
            0,
            GAPS - 1,
            "what each empty space needs of a tile: 1 + for each edge (left, right, top, bottom, times 1, 4, 16, 64) 0 nothing "
            "yet, 1 water, 2 land, 3 land with half a wreath; 0 no empty space",
            CATEGORY,
            shared=True,
        ),
    ),
)


@noalias
def observe(seen, box, viewer, out):
    """Writes what `viewer` sees, from its view or from the position itself."""
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
        clear_row(out[n : n + SPACES])
        if seat < players:
            observe_gaps(p, box, out[n : n + SPACES])
        n += SPACES


@noalias
def observe_gaps(p, box, out):
    """M5.1, M5.3: what each empty space needs of a tile at its four edges, as one number."""
    for space in range(int(box.spaces)):
        if p.board[space] == NO_TILE:
            out[space] = 1 + need(p, box, space, 0) + 4 * need(p, box, space, 1)
            out[space] += 16 * need(p, box, space, 2) + 64 * need(p, box, space, 3)


@rule
def need(p, box, space, edge):
    """M5.1, M5.3: what a tile on an empty space must have at an edge, to meet its neighbour there."""
    other = int(box.neighbour[space, edge])
    if other == NOWHERE:
        return NEEDS_WATER
    tile = int(p.board[other])
    if tile == NO_TILE:
        return NEEDS_NOTHING
    facing = 1 << opposite(edge)
    if int(box.land[tile]) & facing == 0:
        return NEEDS_WATER
    return NEEDS_WREATH if int(box.lei[tile]) & facing else NEEDS_LAND


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
    """The kind of the tile that is being placed, or NO_TILE."""
    if seen.taken == NOWHERE:
        return NO_TILE
    return int(seen.players[seen.mover].stored) if seen.taken == FROM_STORAGE else int(seen.display[seen.taken])
