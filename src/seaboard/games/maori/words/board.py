"""The table as a picture: the display with the explorer ship, the viewer's islands, and the others'."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ....drawing import Panel, Pen, piece, text
from ....language import _, many
from ..discover import shells_in_supply
from ..explorer import boats_on_board
from ..layout import ACTION, GO, NO_TILE, NOBODY, NOWHERE, PLACES, SET_AT, SET_EXPLORER, STEPS, TAKE, VOLCANO
from ..setup import tiles_in_stock
from .art import defs, tile, use
from .choice import choice, tiles_in_line
from .islands import Islands, Shape, placed_tile, price


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The whole table; the viewer's own board large, then the others clockwise."""
    players, first = int(box.players), viewer or 0
    shapes = narrow_shapes(box) if pen.narrow else wide_shapes(box)
    lone = lone_kinds(seen, box)
    panels = [display(seen, box, pen, lone)]
    for n in range(players):
        seat = (first + n) % players
        shape, x, y = shapes[n]
        panels.append(Islands(seen, box, seat, pen, shape, lone).panel(names, x, y))
    return panels


def kinds_on_the_table(seen: np.record, box: np.record) -> Counter[int]:
    """How often each kind of tile lies there."""
    kinds = Counter(int(kind) for kind in seen.display)
    for seat in range(int(box.players)):
        p = seen.players[seat]
        kinds.update(int(kind) for kind in (p.stored, *p.board))
    del kinds[NO_TILE]
    return kinds


def lone_kinds(seen: np.record, box: np.record) -> frozenset[int]:
    return frozenset(kind for kind, number in kinds_on_the_table(seen, box).items() if number == 1)


# where everything lies


def wide_shapes(box: np.record) -> list[tuple[Shape, float, float]]:
    """About 1080 x 780: the display top left, the own board beside it; the others below."""
    atoll = box.columns > 4
    columns, others = int(box.columns), int(box.players) - 1
    if others == 1:
        size = 108 if atoll else 126
        own = Shape(608, 780, size, 36, 70, 36, 70 + 4 * size + 26, 126, "beside", 30)
        side = 22 + columns * 53 + 24
        return [(own, 472, 0), (Shape(460, 298, 53, 18, 72, side, 72, 84, "beside", 20), 0, 482)]
    size = 92
    own = Shape(608, 470, size, 32, 74, 32 + columns * size + (14 if atoll else 28), 74, 84 if atoll else 110, "below", 22)
    width = (1080 - 12 * (others - 1)) / others
    size = 48 if width < 300 else 53
    side = 18 + columns * size + 14
    slot = min(84, width - side - 10)
    room = "beside" if width - side > 160 else "below" if slot > 60 else ""
    other = Shape(width, 298, size, 18, 72, side, 72, slot, room, 14 if width < 300 else 24)
    return [(own, 472, 0), *((other, n * (width + 12), 482) for n in range(others))]


def narrow_shapes(box: np.record) -> list[tuple[Shape, float, float]]:
    """390 wide, the own board as large as the screen."""
    columns = int(box.columns)
    size = 58 if columns > 4 else 72
    own = Shape(390, 76 + 4 * size + 16, size, 14, 74, 14 + columns * size + 12, 74, 66, "below", 30)
    size = 48
    other = Shape(
        390, 76 + 4 * size + 14, size, 14, 72, 14 + columns * size + 14, 72, 66, "beside" if columns < 5 else "below", 30
    )
    return [(own, 0, 0)] + [(other, 0, 0)] * (int(box.players) - 1)


# the display


def display(seen: np.record, box: np.record, pen: Pen, lone: frozenset[int]) -> Panel:
    """The sixteen tiles, and around them the places of the explorer ship."""
    width, height, size, ring = (390, 372, 62, 44) if pen.narrow else (460, 470, 82, 50)
    left, top = (width - 4 * size) / 2, height - 4 * size - ring - 6
    body = defs(box, set(kinds_on_the_table(seen, box)) - {VOLCANO})
    body += f'<rect class="sheet" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="10"/>' + facts(seen, box, width)
    body += (
        f'<rect class="maori-frame" x="{left - 6:g}" y="{top - 6:g}" width="{4 * size + 12}" height="{4 * size + 12}" rx="10"/>'
    )
    body += "".join(place(seen, box, pen, at, left, top, size, lone) for at in range(PLACES))
    if seen.explorer != NOWHERE and seen.mover != NOBODY:
        body += line_of_sight(seen, left, top, size)
    centres = [ring_centre(position, left, top, size, ring) for position in range(16)]
    body += "".join(buoy(seen, box, pen, position, *centres[position]) for position in range(16))
    if seen.explorer != NOWHERE:
        body += piece("explorer", *centres[seen.explorer], use("explorer", 0, 0, 0.95 if pen.narrow else 1.1))
    return Panel("display", _("Display"), width, height, body)


def facts(seen: np.record, box: np.record, width: float) -> str:
    """The round, the stock and the supply."""
    stock = many(int(tiles_in_stock(seen)), "{n} tile in the stock", "{n} tiles in the stock")
    supply = many(int(shells_in_supply(seen, box)), "{n} shell in the supply", "{n} shells in the supply")
    return text(16, 26, _("Round {n}", n=int(seen.round_number)), "title") + text(
        width - 16, 26, f"{stock} · {supply}", "soft small", "end"
    )


def ring_centre(position: int, left: float, top: float, size: float, ring: float) -> tuple[float, float]:
    """M3.3: where the explorer ship stands, clockwise from the top left."""
    side, i = divmod(position, 4)
    along, far = (i + 0.5) * size, 4 * size + ring / 2 + 2
    back = 4 * size - along
    return (
        (left + along, top - ring / 2 - 2),
        (left + far, top + along),
        (left + back, top + far),
        (left - ring / 2 - 2, top + back),
    )[side]


def place(
    seen: np.record, box: np.record, pen: Pen, at: int, left: float, top: float, size: float, lone: frozenset[int]
) -> str:
    """A place of the display with its tile: to be taken if the explorer ship faces it."""
    x, y = left + at % 4 * size, top + at // 4 * size
    kind = int(seen.display[at])
    if kind == NO_TILE:
        return f'<rect class="maori-slot" x="{x + 2:g}" y="{y + 2:g}" width="{size - 4:g}" height="{size - 4:g}" rx="6"/>'
    body = placed_tile(kind, x, y, size, kind in lone)
    hand = " maori-hand" if seen.taken == at else ""
    body += f'<rect class="maori-edge lit{hand}" x="{x + 1.5:g}" y="{y + 1.5:g}" width="{size - 3:g}" height="{size - 3:g}" rx="5"/>'
    line = tiles_in_line(seen, box) if seen.explorer != NOWHERE else []
    if seen.decision != ACTION or at not in line:
        return body
    skipped = line.index(at)
    if kind != VOLCANO:
        body += price(x + size - 19, y + 12, skipped)
    return pen.target(body, [TAKE + skipped], choice(seen, box, TAKE + skipped))


def line_of_sight(seen: np.record, left: float, top: float, size: float) -> str:
    """The line of tiles that the explorer ship faces."""
    side, i = divmod(int(seen.explorer), 4)
    i = i if side < 2 else 3 - i
    x, y, wide, high = (left + i * size, top, size, 4 * size) if side % 2 == 0 else (left, top + i * size, 4 * size, size)
    return f'<rect class="maori-line" x="{x - 2:g}" y="{y - 2:g}" width="{wide + 4:g}" height="{high + 4:g}" rx="8"/>'


def buoy(seen: np.record, box: np.record, pen: Pen, position: int, x: float, y: float) -> str:
    """A place beside the display, with the steps that lead there and their price."""
    if seen.decision == SET_EXPLORER:
        action, words, cost = SET_AT + position, "", 0
    elif seen.decision == STEPS:
        steps = (position - int(seen.explorer) - 1) % 16 + 1
        cost = max(0, steps - int(boats_on_board(seen, box, int(seen.mover))))
        action, words = GO + steps - 1, str(steps)
    else:
        return f'<circle class="maori-dot" cx="{x:g}" cy="{y:g}" r="4"/>'
    dear = cost > seen.players[seen.mover].shells
    body = f'<circle class="maori-buoy{" maori-dear" if dear else ""} lit" cx="{x:g}" cy="{y:g}" r="18"/>'
    if words:
        body += text(x, y + (5 if not cost or dear else -1), words, "soft" if dear else "bold", "middle")
    if cost and not dear:
        body += use("shell", x + 6, y + 9, 0.42) + text(x - 5, y + 13, cost, "small", "middle")
    return pen.target(body, [action], choice(seen, box, action))
