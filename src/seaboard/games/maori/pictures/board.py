"""The table as a picture: the display with the explorer ship, the viewer's islands, and the others'."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ....drawing import CloseUp, Panel, Pen, canvas_size, inspectable
from ....language import _
from ..layout import NO_TILE
from ..texts.describe import player
from ..words.names import points_so_far
from .display import display
from .islands import Islands
from .panel_sizes import Layout, Wide, narrow_shapes, own_shape

LARGE = 600  # the size of a close-up on a wide screen
MIN_SIZE, USUAL = (940, 540), (1160, 700)  # a smaller viewport shrinks the letters; a larger one enlarges them


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The whole table; the viewer's own board large, then the others clockwise."""
    players, first = int(box.players), viewer or 0
    kinds = kinds_on_the_table(seen, box)
    points = points_so_far(seen, box)
    size, shapes = places(box, pen)
    panels = [display(seen, box, pen, set(kinds), *size)]
    no_choice_in_display = pen.legal and not pen.drawn  # all choices are on the viewer's board: that comes first on a phone
    for n, (shape, x, y) in enumerate(shapes):
        seat = (first + n) % players
        panel = Islands(seen, box, seat, pen, shape, points[seat]).panel(names, x, y)
        panels.append(replace(panel, body=inspectable(panel.body, f"islands {seat + 1}")) if n else panel)
    if pen.narrow and no_choice_in_display:
        panels.sort(key=lambda panel: panel.key != f"seat-{first}")
    return panels


def close_up(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen, what: str) -> CloseUp | None:
    """`islands 2`: a player's board; None for anything else."""
    boards = {f"islands {seat + 1}": seat for seat in range(int(box.players))}
    if what not in boards:
        return None
    seat, columns = boards[what], int(box.columns)
    shape = narrow_shapes(columns, 1)[0][0] if pen.narrow else own_shape(LARGE, LARGE, columns)
    points = points_so_far(seen, box)[seat]
    panel = Islands(seen, box, seat, pen, shape, points, moving=False).panel(names, 0, 0)
    return CloseUp(names[seat], panel, [(_("In words"), " ".join(player(seen, box, seat, names[seat], sum(points))))])


def places(box: np.record, pen: Pen) -> Layout:
    """Sizes and positions of the display and of the boards: the viewer's, then the others'."""
    columns, players = int(box.columns), int(box.players)
    if pen.narrow:
        return (390, 380), narrow_shapes(columns, players)
    return wide_layout(columns, players - 1, *canvas_size(pen.viewport, USUAL, MIN_SIZE))


@lru_cache(256)
def wide_layout(columns: int, others: int, width: float, height: float) -> Layout:
    return Wide(columns, others, width, height).best()


def kinds_on_the_table(seen: np.record, box: np.record) -> Counter[int]:
    """The number of tiles of each kind in the display, in storages and on boards."""
    kinds = Counter(int(kind) for kind in seen.display)
    for p in seen.players[: box.players]:
        kinds.update(int(kind) for kind in (p.stored, *p.board))
    del kinds[NO_TILE]
    return kinds
