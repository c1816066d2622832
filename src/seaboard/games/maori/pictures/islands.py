"""A player's part of the table: the board with its islands, the storage, and the points so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

import numpy as np

from ....drawing import Panel, Pen, fitted, made_once, place, seat_badge, sheet, shortened, text
from ....language import _, many
from ..discover import Pass, PlaceOn, PlaceStored, Remove, Store, shells_for_sailing, tile_in_hand
from ..layout import (
    ACTION,
    BASIC,
    BOTTOM,
    FROM_STORAGE,
    LEFT,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    RIGHT,
    SAIL,
    SPACE,
    TOP,
)
from ..scoring import has_edge, is_finished, joined, palm_points, wreath_points
from ..ship import SailTo, Stay
from ..turn import QUESTIONS
from ..words.names import SCORE_KINDS, tile_words
from ..words.notation import space_name
from .art import placed_tile, price, rectangle, small_ship, square, tile, tray, use
from .panel_sizes import HEAD_SIDE, ONE_LINE, Shape

FULL = 90  # the width of the words "board full"
MIN_WORDS, WORDS_NEXT = 68, 160  # least widths for naming the kinds of points: below the numbers, and next to them
MIN_LINE = 33  # the least height of a kind with its name below the number


@dataclass(frozen=True)
class Islands:
    """Draws one seat."""

    seen: np.record
    box: np.record
    seat: int
    pen: Pen
    shape: Shape
    points: list[int]  # M5: by kind, as if the game ended now
    moving: bool = True  # whether its tiles are pieces that move

    @property
    def p(self) -> np.record:
        return self.seen.players[self.seat]

    @property
    def asked(self) -> int:
        """The question to this player, or NOBODY."""
        return int(self.seen.decision) if self.seen.mover == self.seat else NOBODY

    def panel(self, names: Sequence[str], x: float, y: float) -> Panel:
        shape, name = self.shape, names[self.seat]
        key = self.cache_key(name)
        if self.asked == NOBODY:
            body = made_once((key, self.pen.narrow, self.pen.editing), lambda: self.drawn(name))
        else:
            body = self.pen.once((key, self.seen.tobytes()), lambda: self.drawn(name))
        return Panel(f"seat-{self.seat}", name, shape.width, shape.height, body, x, y)

    def cache_key(self, name: str) -> tuple:
        """Everything that the drawing of a board without choices depends on."""
        seen = self.seen
        state = self.seat, seen.filled_by == self.seat, seen.decision == OVER, *self.points
        return Islands, hash(self.box.tobytes()), self.p.tobytes(), name, self.shape, state, self.moving

    def drawn(self, name: str) -> str:
        shape = self.shape
        moving = " maori-moving" if self.seen.mover == self.seat else ""
        body = f'<g class="seat-{self.seat}">{sheet(f"maori-table{moving}", 2, 2, shape.width - 4, shape.height - 7, 10)}</g>'
        body += self.heading(name) + self.board()
        body += place(f"storage-{self.seat}", f"tile {self.p.stored}", self.storage()) + self.worth()
        body += self.pen.spot(f"storage-{self.seat}", square("", shape.side, shape.down, shape.slot))
        if shape.own and self.asked == ACTION:
            body += self.pass_button()
        return body

    # the heading

    def heading(self, name: str) -> str:
        """The name, the shells, boats and points."""
        if self.shape.head_at_side:
            return self.heading_at_side(name)
        shape = self.shape
        one_line, full = shape.width >= ONE_LINE, self.seen.filled_by == self.seat
        left, line = (shape.width - 222, 29) if one_line else (12, 55)
        right, sentence = left - 12 if one_line else shape.width - 14, FULL if full else 0
        shown = shortened(name, right - 44 - sentence, 16, bold=True)
        drawn = seat_badge(self.seat, 24, 23, 1.15) + fitted(44, 29, shown, right - 42 - sentence, 16, "title")
        if full:
            drawn += fitted(right, 28, _("board full"), FULL - 8, 13, "small bold maori-full", "end")
        across = 72 if one_line else (shape.width - 20) / 3
        return drawn + "".join(figure(left + n * across, line) for n, figure in enumerate(self.figures()))

    def heading_at_side(self, name: str) -> str:
        """The same next to the board, above the storage."""
        left = self.shape.side
        right = left + HEAD_SIDE if self.shape.worth else self.shape.width - 12
        drawn = seat_badge(self.seat, left + 10, 27, 1.15)
        drawn += fitted(left + 29, 33, shortened(name, right - left - 29, 16, bold=True), right - left - 27, 16, "title")
        if self.seen.filled_by == self.seat:
            drawn += fitted(right, 87, _("board full"), FULL - 8, 13, "small bold maori-full", "end")
        shells, boats, points = self.figures()
        return drawn + shells(left - 4, 62) + boats(left + 62, 62) + points(left - 4, 91)

    def figures(self) -> list[Callable[[float, float], str]]:
        """Shells, boats and points, each to be drawn at x and y."""
        figures = (
            ("shell", int(self.p.shells), 0.8, 5, _("shells")),
            ("boat", int(self.seen.players[self.seat].boats), 0.72, 2, _("boats")),
            ("star", sum(self.points), 1, 5, _("points so far")),
        )
        return [partial(self.figure, *figure) for figure in figures]

    def figure(self, symbol: str, number: int, size: float, up: int, label: str, x: float, y: float) -> str:
        drawn = titled(label, use(symbol, x + 13, y - up, size) + text(x + 31, y, number, "title"))
        return place(f"{symbol}-{self.seat}", number if symbol == "shell" else "", drawn)

    # the board

    def board(self) -> str:
        """The spaces, those with legal choices on top, the ship, and the points of finished islands."""
        spaces = sorted(range(int(self.box.spaces)), key=lambda space: not self.pen.legal.isdisjoint(self.actions_on(space)))
        drawn = self.frame() + "".join(self.space_as_place(space) for space in spaces) + self.reef()
        drawn += "" if self.box.level == BASIC else self.ship()
        return drawn + "".join(self.island_worth(space) for space in spaces)

    def frame(self) -> str:
        """The sea around the spaces; on the viewer's board with the names of columns and rows."""
        shape, columns = self.shape, int(self.box.columns)
        rows = int(self.box.spaces) // columns
        wide, high = columns * shape.size, rows * shape.size
        drawn = tray(shape.left, shape.top, wide, high)
        if not shape.own or self.pen.narrow:
            return drawn
        for column in range(columns):
            drawn += text(shape.left + (column + 0.5) * shape.size, shape.top - 11, "abcde"[column], "soft small", "middle")
        for row in range(rows):
            drawn += text(shape.left - 16, shape.top + (row + 0.5) * shape.size + 4, row + 1, "soft small", "middle")
        return drawn

    def corner(self, space: int) -> tuple[float, float]:
        row, column = divmod(space, int(self.box.columns))
        return self.shape.left + column * self.shape.size, self.shape.top + row * self.shape.size

    def space_as_place(self, space: int) -> str:
        """A space as a named place, to which pieces move."""
        spot = self.pen.spot(f"space-{self.seat}-{space}", square("", *self.corner(space), self.shape.size))
        return place(f"space-{self.seat}-{space}", f"tile {self.p.board[space]}", self.space(space)) + spot

    def place_on_board(self, place: str) -> str:
        """The name of a place of this board, by which its tile is identified; empty if tiles do not move (close-ups)."""
        return f"{place}-{self.seat}" if self.moving else ""

    def space(self, space: int) -> str:
        """A space with its tile; a click depends on the current question."""
        (x, y), size = self.corner(space), self.shape.size
        kind, actions = int(self.p.board[space]), self.actions_on(space)
        body = square("maori-bare maori-lagoon" if self.box.inside[space] else "maori-bare", x, y, size)
        if kind != NO_TILE:
            lost = self.seen.decision == OVER and not is_finished(self.seen, self.box, self.seat, space)
            shown = placed_tile(kind, x, y, size, self.place_on_board(f"space-{space}"))
            body += f'<g class="maori-lost">{shown}</g>' if lost else shown
        elif self.box.boat_on[space]:
            body += use("boat", x + size / 2, y + size * 0.55, size / 75)
        if not actions:
            return titled(f"{space_name(self.box, space)}: {tile_words(self.box, kind)}", body)
        if self.asked == SPACE and kind == NO_TILE:
            body += tile(tile_in_hand(self.seen), x, y, size, "maori-ghost")
            if steps := shells_for_sailing(self.seen, self.box, space):
                body += price(x + size / 2, y + size - 18, steps)
        label = QUESTIONS.choice(
            self.seen, self.box, next((action for action in actions if action in self.pen.legal), actions[0])
        )
        drawn = self.pen.target(body + square("maori-edge lit", x, y, size, 3), actions, label)
        return f'<g class="maori-quiet">{drawn}</g>' if self.asked == ACTION else drawn

    def actions_on(self, space: int) -> list[int]:
        """The actions of a click on a space."""
        if self.asked == SPACE:
            return [PlaceOn.action(space)]
        if self.asked == SAIL:
            return [SailTo.action(space), Stay.action()] if self.p.ship == space else [SailTo.action(space)]
        if self.asked == ACTION and self.p.board[space] != NO_TILE:
            return [Remove.action(space)]
        return []

    def reef(self) -> str:
        """M1.5: the rim of the atoll."""
        if not self.box.inside.any():
            return ""
        path, size = "", self.shape.size
        for space in range(int(self.box.spaces)):
            x, y = self.corner(space)
            sides = {LEFT: f"M{x:g},{y:g}v{size:g}", RIGHT: f"M{x + size:g},{y:g}v{size:g}"}
            sides |= {TOP: f"M{x:g},{y:g}h{size:g}", BOTTOM: f"M{x:g},{y + size:g}h{size:g}"}
            for edge, side in sides.items():
                other = int(self.box.neighbour[space, edge])
                if self.box.inside[space] and (other == NOWHERE or not self.box.inside[other]):
                    path += side
        return f'<path class="maori-reef" d="{path}"/><path class="maori-coral" d="{path}"/>'

    def island_worth(self, space: int) -> str:
        """M5.2, M5.3: the points of a finished island, on its first tile."""
        kind = self.p.board[space]
        begins = self.box.palms[kind] and not has_edge(self.box.land[kind], LEFT) and not has_edge(self.box.land[kind], TOP)
        if not begins or not is_finished(self.seen, self.box, self.seat, space):
            return ""
        points, (x, y) = self.points_along(space), self.corner(space)
        mark = f'<circle cx="{x + 12:g}" cy="{y + 12:g}" r="11"/>' + text(x + 12, y + 16, points, "small bold", "middle")
        words = many(points, "finished island: {n} point", "finished island: {n} points")
        return f'<g class="maori-worth maori-above">{titled(words, mark)}</g>'

    def points_along(self, space: int) -> int:
        """The points of a finished island, from its first tile to the right or downwards."""
        seen, box, seat = self.seen, self.box, self.seat
        points = int(palm_points(seen, box, seat, space)) + int(wreath_points(seen, box, seat, space))
        for edge in (RIGHT, BOTTOM):
            if has_edge(box.land[self.p.board[space]], edge):
                points += self.points_along(joined(seen, box, seat, space, edge))
        return points

    def ship(self) -> str:
        """M6: the viewer's ship on its tile, or at first next to the board."""
        size = self.shape.size
        if self.p.ship == NOWHERE:
            x, y = self.corner(int(self.box.spaces) - int(self.box.columns))
            return small_ship(self.seat, x + 2, y + size - 12, max(0.6, size / 100))
        x, y = self.corner(int(self.p.ship))
        return small_ship(self.seat, x + size * 0.72, y + size * 0.2, max(0.6, size / 110))

    # next to the board

    def storage(self) -> str:
        """M1.7: the place for one tile."""
        x, y, size, kind = self.shape.side, self.shape.down, self.shape.slot, int(self.p.stored)
        body = square("maori-slot maori-store", x, y, size)
        if kind != NO_TILE:
            body += placed_tile(kind, x, y, size, self.place_on_board("storage"))
        elif size > 60:
            body += fitted(x + size / 2, y + size / 2 + 4, _("storage"), size - 8, 13, "soft small", "middle")
        in_hand = self.asked == SPACE and self.seen.taken == FROM_STORAGE
        body += square("maori-edge maori-hand lit" if in_hand else "maori-edge lit", x, y, size, 3)
        action = {ACTION: PlaceStored.action(), SPACE: Store.action()}.get(self.asked)
        if action is None:
            return titled(_("Storage: {tile}", tile=tile_words(self.box, kind)), body)
        return self.pen.target(body, [action], QUESTIONS.choice(self.seen, self.box, action))

    def worth(self) -> str:
        """M5: the points by kind; the kinds are named where there is room."""
        shape = self.shape
        if not shape.worth:
            return ""
        x, y = {
            "below": (shape.side, shape.down + shape.slot + 27),
            "next": (shape.side + shape.slot + 18, shape.down + 16),
            "beyond": (shape.side + HEAD_SIDE, 28 + (shape.height - 28 - 5 * 20) / 2),
        }[shape.worth]
        line, drawn = (20.0 if shape.size < 75 or shape.height < 430 else 25.0), ""
        across, left = shape.width - x, shape.height - y - 60
        stacked = shape.own and MIN_WORDS <= across <= WORDS_NEXT and (left - 16) / 4 >= MIN_LINE
        line = min(46, (left - 16) / 4) if stacked else line
        symbols = (("palm", 0.44, 5), ("whole-lei", 0.4, -5), ("boat", 0.5, -3), ("shell", 0.65, -5), ("space", 0.9, -5))
        rows = zip(symbols, self.points, SCORE_KINDS, strict=True)
        for n, ((symbol, size, lower), points, kind) in enumerate(rows):
            at = y + n * line
            row = use(symbol, x + 12, at + lower, size) + text(x + 54, at, points, "", "end")
            if across > WORDS_NEXT:
                row += text(x + 64, at, _(kind), "soft small")
            elif stacked:
                row += fitted(x + 2, at + min(18, line - 19), _(kind), across - 6, 13, "soft small")
            drawn += titled(_(kind), row)
        return drawn

    def pass_button(self) -> str:
        """M3.4: pass."""
        shape = self.shape
        x, wide = shape.side, max(shape.slot, 70)
        y = shape.height - 46 if shape.worth == "below" else shape.down + shape.slot + 12
        body = rectangle("maori-button lit", x, y, wide, 34, 17)
        body += fitted(x + wide / 2, y + 21, _("Pass"), wide - 10, 13, "small", "middle")
        return self.pen.target(body, [Pass.action()], QUESTIONS.choice(self.seen, self.box, Pass.action()))


def titled(words: str, body: str) -> str:
    """A drawing with a tooltip."""
    return f"<g><title>{escape(words)}</title>{body}</g>"
