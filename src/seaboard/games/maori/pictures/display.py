"""The display: sixteen tiles, and around them the positions of the explorer ship."""

from dataclasses import dataclass

import numpy as np

from ....drawing import Panel, Pen, deck_of, piece, sheet, text
from ....drawing import place as named
from ....language import _, many
from ..discover import Take, shells_in_supply, tiles_in_line
from ..explorer import SetAt, Steps
from ..layout import ACTION, NO_TILE, NOWHERE, OVER, PLACES, SET_EXPLORER, STEPS, VOLCANO
from ..turn import QUESTIONS
from ..words.names import tile_words
from ..words.notation import PLACE_NAMES
from .art import above, placed_tile, price, rectangle, shapes, square, tray, use
from .islands import titled
from .panel_sizes import HEAD, RING, display_tile


@dataclass(frozen=True)
class Grid:
    """The position and size of the tiles, and the width of the sea around them."""

    left: float
    top: float
    size: float
    ring: float

    def corner(self, place: int) -> tuple[float, float]:
        return self.left + place % 4 * self.size, self.top + place // 4 * self.size

    def ship_place(self, position: int) -> tuple[float, float]:
        """M3.3: the coordinates of a position of the explorer ship."""
        side, i = divmod(position, 4)
        along, outside = (i + 0.5) * self.size, self.ring / 2 + 3
        backwards, opposite = 4 * self.size - along, 4 * self.size + outside
        x, y = ((along, -outside), (opposite, along), (backwards, opposite), (-outside, backwards))[side]
        return self.left + x, self.top + y


def display(seen: np.record, box: np.record, pen: Pen, kinds: set[int], width: float, height: float) -> Panel:
    """The panel of the display. It also contains the SVG symbols of tiles, which all panels use."""
    key = display, hash(box.tobytes()), seen.tobytes(), width, height
    body = pen.once(key, lambda: drawn(seen, box, pen, kinds, width, height))
    return Panel("display", _("Display"), width, height, body)


def drawn(seen: np.record, box: np.record, pen: Pen, kinds: set[int], width: float, height: float) -> str:
    size = display_tile(width, height)
    grid = Grid((width - 4 * size) / 2, HEAD + (height - HEAD - 4 * size) / 2 - 2, size, RING)
    body = shapes(box, kinds) + sheet("maori-open-sea", 2, 2, width - 4, height - 7, 10) + facts(seen, box, width)
    body += tray(grid.left, grid.top, 4 * size, 4 * size)
    line = [] if seen.explorer == NOWHERE else tiles_in_line(seen, box)
    for at in sorted(range(PLACES), key=line.__contains__):
        body += named(f"display-{at}", f"tile {seen.display[at]}", place(seen, box, pen, at, line, grid))
    body += "".join(buoy(seen, box, pen, position, grid) for position in range(16))
    if seen.explorer != NOWHERE:
        x, y = grid.ship_place(int(seen.explorer))
        body += line_of_sight(int(seen.explorer), grid)
        track = [(goal[0] - x, goal[1] - y) for goal in map(grid.ship_place, range(16))]
        body += above(piece("explorer", x, y, use("explorer", 0, 0, size / 80), track))
        body += above(steps_around(x, y)) if seen.decision == STEPS else ""
    body += "".join(pen.spot(f"display-{at}", square("", *grid.corner(at), size)) for at in range(PLACES))
    spots = (pen.spot(f"explorer-{position}", circle("", *grid.ship_place(position), 16)) for position in range(16))
    return body + "".join(spots)


def facts(seen: np.record, box: np.record, width: float) -> str:
    """The round, the stock and the supply."""
    stock, supply = int(seen.in_stock), int(shells_in_supply(seen, box))
    title = _("Game over") if seen.decision == OVER else _("Round {n}", n=int(seen.round_number))
    tiles = use("space", width - 128, 20, 1) + text(width - 114, 26, stock, "bold")
    shells = use("shell", width - 64, 20, 0.8) + text(width - 48, 26, supply, "bold")
    return (
        text(16, 26, title, "title")
        + titled(many(stock, "{n} tile in the stock", "{n} tiles in the stock"), deck_of("tiles", tiles))
        + titled(many(supply, "{n} shell in the supply", "{n} shells in the supply"), shells)
    )


def place(seen: np.record, box: np.record, pen: Pen, at: int, line: list[int], grid: Grid) -> str:
    """A place of the display with its tile, which can be taken if the explorer ship faces it."""
    (x, y), kind = grid.corner(at), int(seen.display[at])
    if kind == NO_TILE:
        return square("maori-slot", x, y, grid.size, 2)
    body = placed_tile(kind, x, y, grid.size, f"display-{at}", "tiles")
    body += square("maori-edge maori-hand lit" if seen.taken == at else "maori-edge lit", x, y, grid.size, 3)
    if seen.decision != ACTION or at not in line:
        return titled(f"{PLACE_NAMES[at]}: {tile_words(box, kind)}", body)
    skipped = line.index(at)
    if kind != VOLCANO:
        body += price(x + grid.size - 21, y + 14, skipped)
    return pen.target(body, [Take.action(skipped)], QUESTIONS.choice(seen, box, Take.action(skipped)))


def line_of_sight(explorer: int, grid: Grid) -> str:
    """The line of tiles that the explorer ship faces."""
    side, i = divmod(explorer, 4)
    i = i if side < 2 else 3 - i
    x, y = grid.corner(i if side % 2 == 0 else i * 4)
    wide, high = (grid.size, 4 * grid.size) if side % 2 == 0 else (4 * grid.size, grid.size)
    return rectangle("maori-line", x - 3, y - 3, wide + 6, high + 6, 9)


def buoy(seen: np.record, box: np.record, pen: Pen, position: int, grid: Grid) -> str:
    """A position of the explorer ship; before it moves, with the steps to that position and their cost."""
    x, y = grid.ship_place(position)
    if seen.decision == SET_EXPLORER:
        action = SetAt.action(position)
        body = circle("maori-buoy lit", x, y, 18) + f'<g class="maori-ghost">{use("explorer", x, y, grid.size / 100)}</g>'
        return pen.target(body, [action], QUESTIONS.choice(seen, box, action))
    if seen.decision != STEPS:
        return circle("maori-dot", x, y, 4)
    steps = (position - int(seen.explorer) - 1) % 16 + 1
    cost = max(0, steps - int(seen.players[seen.mover].boats))
    if position == seen.explorer:
        body = circle("maori-buoy lit", x, y, 18)
    elif cost > seen.players[seen.mover].shells:
        body = circle("maori-buoy maori-dear lit", x, y, 18) + text(x, y + 5, steps, "soft", "middle")
    else:
        body = circle("maori-buoy lit", x, y, 18) + text(x, y - 1 if cost else y + 5, steps, "bold", "middle")
        body += use("shell", x + 6, y + 9, 0.42) + text(x - 4, y + 13, cost, "small", "middle") if cost else ""
    return pen.target(body, [Steps.action(steps)], QUESTIONS.choice(seen, box, Steps.action(steps)))


def steps_around(x: float, y: float) -> str:
    """M3.2: on the explorer ship, 16 steps: once around the display."""
    tag = rectangle("", x + 3, y + 6, 26, 18, 9) + text(x + 16, y + 19, 16, "small bold", "middle")
    return f'<g class="maori-price">{tag}</g>'


def circle(look: str, x: float, y: float, radius: float) -> str:
    return f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
