"""M1 components: the record of a position, the record of the box, and the numbers of the actions."""

import numpy as np

from ...core.dice import CHANCE_FIELDS
from ...core.rule import record_dtype

# M1.5, M1.6: the largest numbers that any options need
SEATS = 5
SPACES = 20
PLACES = 16  # of the display; players' boards have spaces
KINDS = 72  # kinds of tile, including NO_TILE
BLOCK = 8  # the stock is also counted in blocks of so many kinds, so that drawing a tile is fast (setup.py)
SHELLS = 30  # M1.4
LAST_ROUND = 50  # M4.2

NO_TILE = 0  # an empty space, place or storage; the box's tables of tiles have 0 for it
VOLCANO = 1  # box.py puts this kind first
NOWHERE = -1
BLOCKED = -2  # behind a volcano, or the volcano itself (M3.6)
NOBODY = -1
FROM_STORAGE = 16  # in `taken`: the storage instead of a place of the display

# edges of a tile; an edge's bit in `land` and `lei` is 1 << edge
LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3

# levels (M6)
BASIC, ADVANCED, PRO = 0, 1, 2

# questions to the mover
SET_EXPLORER, STEPS, ACTION, SPACE, SAIL, OVER = 0, 1, 2, 3, 4, 5

PLAYER = record_dtype(
    [
        ("laid", np.int32),  # derived: the spaces with a tile, as a bit set
        ("shells", np.int16),
        ("ship", np.int16),  # the space under the small ship; NOWHERE: next to the board (M6.1), or not in the game
        ("stored", np.int16),  # the kind of the stored tile, or NO_TILE
        ("boats", np.int16),  # derived: boats on the player's board, placed and printed (M3.1)
        ("board", np.int8, (SPACES,)),  # the kind of tile on each space
    ]
)

# derived fields follow from the others; they are stored because every turn reads them (derived.py)
STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("players", PLAYER, (SEATS,)),
        ("mover", np.int16),
        ("decision", np.int16),
        ("explorer", np.int16),  # position 0 to 15 next to the display (M3.3); NOWHERE before M2.3
        ("taken", np.int16),  # where the tile in hand lies: a place of the display or FROM_STORAGE; NOWHERE if there is none
        ("setter", np.int16),  # the seat that placed the explorer ship (M2.3): the last of every round
        ("filled_by", np.int16),  # the seat that first filled a board, or NOBODY
        ("round_number", np.int16),
        ("stock", np.int8, (KINDS,)),  # the number of tiles of each kind
        ("display", np.int8, (PLACES,)),  # the kind of tile on each place
        ("stock_blocks", np.int8, (KINDS // BLOCK,)),  # derived: the number of tiles of each block of kinds
        ("in_stock", np.int8),  # derived: the number of all tiles
    ]
)

BOX = record_dtype(
    [
        ("around", np.int32, (SPACES,)),  # the up to 8 neighbours of each space, as a bit set (M6.2)
        ("players", np.int16),
        ("level", np.int16),
        ("spaces", np.int16),
        ("columns", np.int16),
        ("boats_beside", np.int16),  # boats printed next to the spaces (M1.5)
        ("kinds", np.int16),  # of tile, including NO_TILE
        ("count", np.int8, (KINDS,)),  # the number of tiles of each kind
        ("land", np.int8, (KINDS,)),  # its land edges, as a bit set
        ("lei", np.int8, (KINDS,)),  # its land edges with half a wreath, as a bit set
        ("palms", np.int8, (KINDS,)),
        ("hut", np.int8, (KINDS,)),
        ("boats", np.int8, (KINDS,)),
        ("shells", np.int8, (KINDS,)),
        ("boat_on", np.int8, (SPACES,)),  # 1: a boat is printed on the space (M7.3)
        ("inside", np.int8, (SPACES,)),  # 1: the space is inside the atoll (M7.2)
        ("neighbour", np.int8, (SPACES, 4)),  # the neighbour at each edge, or NOWHERE
        ("line", np.int8, (16, 4)),  # the places of the display that each explorer position faces, nearest first (M3.3)
    ]
)
