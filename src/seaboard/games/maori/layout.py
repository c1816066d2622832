"""M1 components: the record of a position, the record of the box, and the numbers of the actions."""

import numpy as np

from ...core.dice import CHANCE_FIELDS
from ...core.rule import record_dtype

# M1.5, M1.6: the largest there can be
SEATS = 5
SPACES = 20
PLACES = 16  # of the display
KINDS = 72  # kinds of tile, with NO_TILE as number 0
BLOCK = 8  # kinds whose tiles in the stock are also counted together
SHELLS = 30  # M1.4
LAST_ROUND = 50  # M4.2

NO_TILE = 0  # an empty space, an empty storage; every table of tiles says "nothing" for it
VOLCANO = 1  # the kind that the loader puts first
NOWHERE = -1
BLOCKED = -2  # by a volcano
NOBODY = -1
FROM_STORAGE = 16  # in `taken`: not a place of the display but the storage

# edges of a tile; an edge's bit in `land` and `lei` is 1 << edge
LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3

# levels (M6)
BASIC, ADVANCED, PRO = 0, 1, 2

# questions to the mover
SET_EXPLORER, STEPS, ACTION, SPACE, SAIL, OVER = 0, 1, 2, 3, 4, 5

PLAYER = record_dtype(
    [
        ("laid", np.int32),  # derived: a bit set of the spaces that hold a tile
        ("shells", np.int16),
        ("ship", np.int16),  # the space under the small ship, or NOWHERE: next to the board, or not in the game
        ("stored", np.int16),
        ("boats", np.int16),  # derived: M3.1, on the player's board
        ("board", np.int8, (SPACES,)),
    ]
)

# fields marked as derived follow from the others; every turn reads them (derived.py)
STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("players", PLAYER, (SEATS,)),
        ("mover", np.int16),
        ("decision", np.int16),
        ("explorer", np.int16),  # position 0 to 15 next to the display, or NOWHERE
        ("taken", np.int16),  # the place in the display (or FROM_STORAGE) of the tile being laid, or NOWHERE
        ("setter", np.int16),  # the seat that set the explorer ship: the last of every round
        ("filled_by", np.int16),  # the seat that first filled a board, or NOBODY
        ("round_number", np.int16),
        ("stock", np.int8, (KINDS,)),  # how many of each kind
        ("display", np.int8, (PLACES,)),
        ("stock_blocks", np.int8, (KINDS // BLOCK,)),  # derived: how many of each block of kinds
        ("in_stock", np.int8),  # derived: how many in all
    ]
)

BOX = record_dtype(
    [
        ("around", np.int32, (SPACES,)),  # bit set of the up to 8 neighbours of a space
        ("players", np.int16),
        ("level", np.int16),
        ("spaces", np.int16),
        ("columns", np.int16),
        ("boats_beside", np.int16),
        ("kinds", np.int16),  # with NO_TILE
        ("count", np.int8, (KINDS,)),
        ("land", np.int8, (KINDS,)),
        ("lei", np.int8, (KINDS,)),
        ("palms", np.int8, (KINDS,)),
        ("hut", np.int8, (KINDS,)),
        ("boats", np.int8, (KINDS,)),
        ("shells", np.int8, (KINDS,)),
        ("boat_on", np.int8, (SPACES,)),  # a boat printed on the space
        ("inside", np.int8, (SPACES,)),  # the space lies inside the atoll
        ("neighbour", np.int8, (SPACES, 4)),  # the neighbour at each edge, or NOWHERE
        ("line", np.int8, (16, 4)),  # the places of the display that an explorer position faces, nearest first
    ]
)
