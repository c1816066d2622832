"""Names in moves and positions, never translated: spaces and places (`b3`), explorer positions (`top 1`), tiles (`>2ph`)."""

import numpy as np

from ..box import EDGES
from ..layout import NO_TILE, VOLCANO

# M3.3: the 16 positions of the explorer ship, clockwise, each with the column or row that it faces
POSITIONS = (
    [f"top {i}" for i in (1, 2, 3, 4)]
    + [f"right {i}" for i in (1, 2, 3, 4)]
    + [f"bottom {i}" for i in (4, 3, 2, 1)]
    + [f"left {i}" for i in (4, 3, 2, 1)]
)
LAND_SIGNS = {"L": "<", "R": ">", "T": "^", "B": "v", "LR": "=", "TB": "|"}


def space_name(box: np.record, space: int) -> str:
    """`b3`: column b from the left, third row from the top."""
    row, column = divmod(int(space), int(box.columns))
    return f"{'abcde'[column]}{row + 1}"


def space_names(box: np.record) -> list[str]:
    return [space_name(box, space) for space in range(int(box.spaces))]


def place_name(place: int) -> str:
    """A place of the display, named like a space."""
    return f"{'abcd'[place % 4]}{place // 4 + 1}"


PLACE_NAMES = [place_name(place) for place in range(16)]


def edges_of(bits: int) -> str:
    """The letters of a bit set of edges: `LR`."""
    return "".join(edge for i, edge in enumerate(EDGES) if bits >> i & 1)


def tile_name(box: np.record, kind: int) -> str:
    """`>2ph`: land edge to the right, two palms, a hut. `.` is no tile, `~` water, `o` a single island, `volcano`.

    The land signs are < > ^ v for island ends, = and | for straight pieces; then palms (p), hut (h), boats (b), shells (s)
    and half a wreath (l; on a straight piece with its edges).
    """
    if kind in (NO_TILE, VOLCANO):
        return "." if kind == NO_TILE else "volcano"
    land, lei = edges_of(int(box.land[kind])), edges_of(int(box.lei[kind]))
    name = LAND_SIGNS[land] if land else ("o" if box.palms[kind] else "~")
    if box.palms[kind]:
        name += f"{box.palms[kind]}p"
    if box.hut[kind]:
        name += "h"
    for letter, number in (("b", int(box.boats[kind])), ("s", int(box.shells[kind]))):
        if number:
            name += letter if number == 1 else f"{number}{letter}"
    if lei:
        name += "l" if lei == land else f"l{lei}"
    return name


def tile_kinds(box: np.record) -> dict[str, int]:
    """The kind of tile for each name."""
    return {tile_name(box, kind): kind for kind in range(int(box.kinds))}
