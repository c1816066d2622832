"""The table as a picture: the display with the explorer ship, the viewer's islands, and the others'."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....drawing import Large, Panel, Pen, look
from ....language import _
from ..layout import NO_TILE
from ..texts.describe import player
from ..texts.names import points_so_far
from .display import display
from .islands import Islands, Shape

Placed = tuple[Shape, float, float]  # a panel's shape, and where it lies on a wide screen


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The whole table; the viewer's own board large, then the others clockwise."""
    players, first = int(box.players), viewer or 0
    kinds = kinds_on_the_table(seen, box)
    lone = frozenset(kind for kind, number in kinds.items() if number == 1)
    points = points_so_far(seen, box)
    panels = [display(seen, box, pen, set(kinds), lone)]
    for n, (shape, x, y) in enumerate(narrow_shapes(box) if pen.narrow else wide_shapes(box)):
        seat = (first + n) % players
        panel = Islands(seen, box, seat, pen, shape, points[seat], lone).panel(names, x, y)
        panels.append(replace(panel, body=look(panel.body, f"islands {seat + 1}")) if n else panel)
    return panels


def large(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen, what: str) -> Large | None:
    """`islands 2`: a player's board; None for anything else."""
    boards = {f"islands {seat + 1}": seat for seat in range(int(box.players))}
    if what not in boards:
        return None
    seat, (shape, _x, _y) = boards[what], (narrow_shapes(box) if pen.narrow else wide_shapes(box))[0]
    points = points_so_far(seen, box)[seat]
    panel = Islands(seen, box, seat, pen, shape, points, frozenset()).panel(names, 0, 0)
    return Large(names[seat], panel, [(_("In words"), " ".join(player(seen, box, seat, names[seat], sum(points))))])


def kinds_on_the_table(seen: np.record, box: np.record) -> Counter[int]:
    """How often each kind of tile lies there."""
    kinds = Counter(int(kind) for kind in seen.display)
    for p in seen.players[: box.players]:
        kinds.update(int(kind) for kind in (p.stored, *p.board))
    del kinds[NO_TILE]
    return kinds


def wide_shapes(box: np.record) -> list[Placed]:
    """1080 x 780: the display top left, the own board beside it, the others below; two boards share the height."""
    columns, others = int(box.columns), int(box.players) - 1
    if others == 1:
        size = 108 if columns > 4 else 126
        own = Shape(608, 780, size, 36, 74, 36, 74 + 4 * size + 22, 116 if columns < 5 else 156, "beside", 30, True)
        other = Shape(460, 298, 52, 18, 76, 18 + columns * 52 + 22, 76, 76, "beside" if columns < 5 else "below", 30)
        return [(own, 472, 0), (other, 0, 482)]
    side = 36 + columns * 92
    own = Shape(608, 470, 92, 36, 74, side + 24, 74, 100, "below", 22, True)
    if columns > 4:
        own = Shape(608, 470, 90, 36, 74, side + 4, 74, 92, "below", 22, True)
    return [(own, 472, 0), *((other_shape(columns, others), n * (1092 / others), 482) for n in range(others))]


def other_shape(columns: int, others: int) -> Shape:
    """One of two to four players side by side."""
    width = 1092 / others - 12
    if others == 2:
        return Shape(width, 298, 58, 18, 52, 18 + columns * 58 + 20, 52, 84, "beside", 20)
    size = 52 if columns == 4 else 49
    if others == 4:
        return Shape(width, 298, 48, 14, 76, 14 + columns * 48 + 12, 76, 38, "", 18)
    return Shape(width, 298, size, 16, 76, 16 + columns * size + 14, 76, 62, "below", 26)


def narrow_shapes(box: np.record) -> list[Placed]:
    """390 wide: display and own board together fill a phone's screen."""
    columns, size = int(box.columns), 58 if box.columns > 4 else 72
    own = Shape(390, 92 + 4 * size, size, 14, 78, 14 + columns * size + 12, 78, 62, "below", 34, True)
    other = Shape(390, 284, 48, 14, 78, 14 + columns * 48 + 14, 78, 62, "below", 34)
    return [(shape, 0, 0) for shape in (own, *[other] * (int(box.players) - 1))]
