"""Sizes and positions of the display and the boards: the viewer's board gets the remaining space."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

GAP = 10
HEAD = 34  # the heading of the display
RING = 42  # the sea around the display, with the explorer ship
TOP, LOW_TOP = 74, 44  # where boards begin: the viewer's, below its heading and column names; another player's
ONE_LINE, LINE = 440, 24  # from this width on, headings have one line; otherwise two, and the second is so high
MARGINS, SIDE = 58, 118  # widths next to the viewer's board: its margins, its storage
HEAD_SIDE, HEAD_LINES = 140, 104  # another player's heading next to the board: its least width, and its height
WORTH = 70  # the least width of the points by kind
ROWS = 4
MIN_TILE, MAX_TILE = 30, 120  # of a tile
OTHER_TILES = (34, 40, 46, 52, 58, 64, 70, 76)  # sizes to try for tiles of other players


@dataclass(frozen=True)
class Shape:
    """The size of a player's panel, and the positions of its parts."""

    width: float
    height: float
    size: float  # of a tile
    left: float  # of the board
    top: float
    side: float  # the storage: x, y and size
    down: float
    slot: float
    worth: str = ""  # the points by kind: "below" the storage, "next" to it, "beyond" the heading at the side, or hidden
    own: bool = False  # the viewer's: with the names of columns and rows
    head_at_side: bool = False  # the heading is next to the board instead of above it


Placed: TypeAlias = tuple[Shape, float, float]  # a panel's shape, and its x and y on a wide screen
Layout: TypeAlias = tuple[tuple[float, float], list[Placed]]  # the size of the display; the boards, the viewer's first


def own_shape(width: float, height: float, columns: int) -> Shape:
    """The viewer's board, with the storage next to it or below it, whichever gives larger tiles."""
    top: float = TOP if width >= ONE_LINE else TOP + LINE
    side_by_side = min((width - MARGINS - SIDE) / columns, (height - top - 16) / ROWS)
    below = min((width - MARGINS) / columns, (height - top - 22 - 168) / ROWS)
    if below > side_by_side:
        left = 36 + (width - MARGINS - columns * below) / 2
        return Shape(width, height, below, left, top, left, top + ROWS * below + 22, 110, "next", True)
    side = 36 + columns * side_by_side + 22
    slot = min(side_by_side, width - side - 14, height - top - 56 - 5 * 20 - 30, 150)
    top += min(40.0, (height - top - 16 - ROWS * side_by_side) / 2)  # vertically centred
    return Shape(width, height, side_by_side, 36, top, side, top, slot, "below", True)


def other_shape(width: float, height: float, columns: int) -> Shape:
    """Another player's board; heading and storage are where its tiles get largest, the points where they fit."""
    size = min((height - 28) / ROWS, (width - 28 - HEAD_SIDE) / columns)
    with_head_above = head_above(width, height, columns)
    if size <= with_head_above.size:
        return with_head_above
    side = 14 + columns * size + 14
    slot = min(height - HEAD_LINES - 16, width - side - 14, size * 1.6)
    worth = "beyond" if width - side - HEAD_SIDE >= WORTH and height >= 5 * 20 + 30 else ""
    return Shape(width, height, size, 14, 14, side, HEAD_LINES, slot, worth, head_at_side=True)


def head_above(width: float, height: float, columns: int) -> Shape:
    """Another player's board below its heading, with the storage next to it, or below it if the tiles get larger."""
    top = LOW_TOP if width >= ONE_LINE else LOW_TOP + LINE
    size = min((height - top - 14) / ROWS, (width - 76) / columns)
    below = min((height - top - 14 - 122) / ROWS, (width - 28) / columns)
    if below > size:
        return Shape(width, height, below, 14, top, 14, top + ROWS * below + 20, 96, "next")
    side = 14 + columns * size + 14
    slot = min(width - side - 10, size * 1.6)
    has_room = height - top - slot - 26 >= 5 * 18 and width - side >= WORTH
    return Shape(width, height, size, 14, top, side, top, slot, "below" if has_room else "")


@dataclass(frozen=True)
class Wide:
    """A wide screen: the display at the top left, the viewer's board next to it, the others below or at the right."""

    columns: int
    others: int
    width: float
    height: float

    def best(self) -> Layout:
        """The layout with the largest tiles; display and own board count most."""
        return max(self.layouts(), key=self.merit)

    def layouts(self) -> Iterable[Layout]:
        """With tiles of several sizes on the others' boards."""
        for size in OTHER_TILES:
            yield self.others_below(size, self.width)
            for each in (self.other_width(size), 28 + self.columns * size + HEAD_SIDE):
                yield self.others_below(size, self.others * (each + GAP) - GAP)
            yield self.others_at_the_right(size)

    def merit(self, layout: Layout) -> float:
        """How good a layout is: larger tiles are better, with limits for the boards; 0 if tiles are too small."""
        (width, height), ((own, *_at), (other, *_there), *_more) = layout
        if own.size < MIN_TILE or other.size < MIN_TILE:
            return 0
        tile = display_tile(width, height)
        return tile + min(own.size, 1.45 * tile) + min(3 * other.size, 1.8 * tile)

    def other_width(self, size: float) -> float:
        return max(190, 14 + self.columns * size + 62)

    def others_below(self, size: float, width: float) -> Layout:
        """Side by side below the display, in this width; the viewer's board gets the space next to them."""
        each = (width + GAP) / self.others - GAP
        above = 14 if each >= 28 + self.columns * size + HEAD_SIDE else LOW_TOP if each >= ONE_LINE else LOW_TOP + LINE
        low = above + ROWS * size + 14
        high = self.height - low - GAP
        own_high = high if width == self.width else self.height
        left = high - HEAD + 16 if width == self.width else max(width, high - HEAD + 16)
        spare = self.width - left - GAP - own_width(own_high, self.columns)
        left += max(0, spare / 2 if width == self.width else spare)
        each = each if width == self.width else (left + GAP) / self.others - GAP
        shape = other_shape(each, low, self.columns)
        others: list[Placed] = [(shape, n * (each + GAP), high + GAP) for n in range(self.others)]
        return (left, high), [(own_shape(self.width - left - GAP, own_high, self.columns), left + GAP, 0), *others]

    def others_at_the_right(self, size: float) -> Layout:
        """In one column, or in two; display and own board share the rest."""
        across = 1 if self.others < 3 else 2
        rows = -(-self.others // across)
        each, high = self.other_width(size), (self.height + GAP) / rows - GAP
        room = self.width - across * (each + GAP) - GAP
        left = 2 * RING + 16 + 4 * (room - 2 * RING - 16 - MARGINS - SIDE) / (4 + 1.15 * self.columns)
        shape, beyond = other_shape(each, high, self.columns), room + 2 * GAP
        others: list[Placed] = [
            (shape, beyond + n % across * (each + GAP), n // across * (high + GAP)) for n in range(self.others)
        ]
        return (left, self.height), [(own_shape(room - left, self.height, self.columns), left + GAP, 0), *others]


def display_tile(width: float, height: float) -> float:
    """The size of the tiles of a display."""
    return min(height - HEAD - 2 * RING - 8, width - 2 * RING - 16) / 4


def own_width(height: float, columns: int) -> float:
    """The greatest width of the viewer's board at this height."""
    return MARGINS + SIDE + columns * min(MAX_TILE, (height - TOP - 16) / ROWS) + 40


def narrow_shapes(columns: int, players: int) -> list[Placed]:
    """390 wide: display and own board together fill a phone's screen."""
    size = 58 if columns > 4 else 72
    own = Shape(390, 98 + 4 * size, size, 14, 78, 14 + columns * size + 12, 78, 62, "below", True)
    other = Shape(390, 284, 48, 14, 78, 14 + columns * 48 + 14, 78, 62, "below")
    return [(shape, 0, 0) for shape in (own, *[other] * (players - 1))]
