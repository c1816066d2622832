"""A player's part of the table: the board with its islands, the storage, and what they are worth so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ....drawing import Panel, Pen, piece, seat_badge, text
from ....language import _
from ..explorer import boats_on_board
from ..layout import (
    ACTION,
    BASIC,
    FROM_STORAGE,
    LAY_STORED,
    LEFT,
    NO_TILE,
    NOBODY,
    NOTHING,
    NOWHERE,
    PUT_ON,
    REMOVE,
    RIGHT,
    SAIL,
    SAIL_TO,
    SPACE,
    STAY,
    STORE,
    TOP,
)
from ..scoring import SCORE_KINDS, has_edge, is_finished, palm_points, score_sheet, wreath_points
from .art import small_ship, tile, use
from .choice import choice, tile_in_hand, way_to
from .notation import space_name
from .tiles import tile_words


@dataclass(frozen=True)
class Shape:
    """How large a player's panel is, and where its parts lie."""

    width: float
    height: float
    size: float  # of a tile
    left: float  # the board
    top: float
    side: float  # the storage, with the points below it, or beside it
    down: float
    slot: float  # the size of the storage
    points: str = "below"  # "below", "beside" or "" the storage
    letters: int = 26  # of a name


@dataclass(frozen=True)
class Islands:
    """Draws one seat."""

    seen: np.record
    box: np.record
    seat: int
    pen: Pen
    shape: Shape
    lone: frozenset[int]  # the kinds of tile that lie on the table only once: they are seen to move

    @property
    def p(self) -> np.record:
        return self.seen.players[self.seat]

    @property
    def asked(self) -> int:
        """What this player is asked now, or NOBODY."""
        return int(self.seen.decision) if self.seen.mover == self.seat else NOBODY

    def panel(self, names: Sequence[str], x: float, y: float) -> Panel:
        shape = self.shape
        moving = " maori-moving" if self.seen.mover == self.seat else ""
        body = (
            f'<g class="seat-{self.seat}"><rect class="sheet{moving}" x="1" y="1" width="{shape.width - 2:g}" '
            f'height="{shape.height - 2:g}" rx="10"/></g>'
        )
        body += self.heading(names) + self.board() + self.storage() + self.worth() + self.button()
        return Panel(f"seat-{self.seat}", names[self.seat], shape.width, shape.height, body, x, y)

    # the heading

    def heading(self, names: Sequence[str]) -> str:
        """Who it is, and how many shells, boats and points."""
        name = names[self.seat]
        shown = name if len(name) <= self.shape.letters else name[: self.shape.letters - 1] + "…"
        drawn = seat_badge(self.seat, 24, 23, 1.15) + text(44, 29, shown, "title")
        wide = self.shape.width >= 500
        left, line = (self.shape.width - 226, 29) if wide else (14, 58)
        if self.seen.filled_by == self.seat:
            drawn += text(self.shape.width - 244 if wide else self.shape.width - 12, 29, _("board full"), "small bold", "end")
        figures = (
            ("shell", int(self.p.shells), 0.8, 4, _("shells")),
            ("boat", int(boats_on_board(self.seen, self.box, self.seat)), 0.72, 1, _("boats")),
            ("star", sum(self.sheet()), 1, 5, _("points so far")),
        )
        for n, (symbol, number, size, up, what) in enumerate(figures):
            at = left + n * 72
            drawn += f"<g><title>{escape(what)}</title>{use(symbol, at + 12, line - up, size)}{text(at + 29, line, number, 'title')}</g>"
        return drawn

    def sheet(self) -> list[int]:
        """M5: the points by kind, as if the game ended now."""
        sheet = np.zeros((int(self.box.players), len(SCORE_KINDS)), np.int32)
        score_sheet(self.seen, self.box, sheet)
        return sheet[self.seat].tolist()

    # the board

    def corner(self, space: int) -> tuple[float, float]:
        row, column = divmod(space, int(self.box.columns))
        return self.shape.left + column * self.shape.size, self.shape.top + row * self.shape.size

    def board(self) -> str:
        spaces = range(int(self.box.spaces))
        drawn = self.frame()
        drawn += "".join(self.space(space) for space in spaces)
        drawn += self.reef() + "".join(self.island_worth(space) for space in spaces)
        if self.box.level != BASIC:
            drawn += self.ship()
        return drawn

    def frame(self) -> str:
        """The sea around the spaces, with the names of columns and rows where there is room."""
        shape, columns = self.shape, int(self.box.columns)
        rows = int(self.box.spaces) // columns
        wide, high = columns * shape.size, rows * shape.size
        drawn = (
            f'<rect class="maori-frame" x="{shape.left - 6:g}" y="{shape.top - 6:g}" '
            f'width="{wide + 12:g}" height="{high + 12:g}" rx="10"/>'
        )
        if shape.left < 28:
            return drawn
        for column in range(columns):
            drawn += text(shape.left + (column + 0.5) * shape.size, shape.top - 10, "abcde"[column], "soft small", "middle")
        for row in range(rows):
            drawn += text(shape.left - 15, shape.top + (row + 0.5) * shape.size + 4, row + 1, "soft small", "middle")
        return drawn

    def space(self, space: int) -> str:
        """A space with its tile; what clicking it means depends on what is asked."""
        x, y = self.corner(space)
        size, kind = self.shape.size, int(self.p.board[space])
        bare = f'<rect class="maori-bare{" maori-lagoon" if self.box.inside[space] else ""}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
        if kind != NO_TILE:
            body = placed_tile(kind, x, y, size, kind in self.lone)
        elif self.box.boat_on[space]:
            body = use("boat", x + size / 2, y + size * 0.55, size / 75)
        else:
            body = ""
        outline = (
            f'<rect class="maori-edge lit" x="{x + 1.5:g}" y="{y + 1.5:g}" width="{size - 3:g}" height="{size - 3:g}" rx="5"/>'
        )
        actions = self.actions_on(space)
        if not actions:
            words = f"{space_name(self.box, space)}: {tile_words(self.box, kind)}"
            return f"<g><title>{escape(words)}</title>{bare}{body}</g>"
        if self.asked == SPACE and kind == NO_TILE:
            body += tile(tile_in_hand(self.seen), x, y, size, "maori-ghost")
            if steps := way_to(self.seen, self.box, space):
                body += price(x + size / 2, y + size - 14, steps)
        label = choice(self.seen, self.box, next((action for action in actions if action in self.pen.legal), actions[0]))
        drawn = self.pen.target(bare + body + outline, actions, label)
        return f'<g class="maori-quiet">{drawn}</g>' if self.asked == ACTION else drawn

    def actions_on(self, space: int) -> list[int]:
        if self.asked == SPACE:
            return [PUT_ON + space]
        if self.asked == SAIL:
            return [SAIL_TO + space, STAY] if self.p.ship == space else [SAIL_TO + space]
        if self.asked == ACTION and self.p.board[space] != NO_TILE:
            return [REMOVE + space]
        return []

    def reef(self) -> str:
        """M1.5: the rim of the atoll."""
        path = ""
        for space in range(int(self.box.spaces)):
            x, y = self.corner(space)
            size = self.shape.size
            for edge, line in enumerate(
                (
                    f"M{x:g},{y:g}v{size:g}",
                    f"M{x + size:g},{y:g}v{size:g}",
                    f"M{x:g},{y:g}h{size:g}",
                    f"M{x:g},{y + size:g}h{size:g}",
                )
            ):
                other = int(self.box.beside[space, edge])
                if self.box.inside[space] and (other == NOWHERE or not self.box.inside[other]):
                    path += line
        return f'<path class="maori-reef" d="{path}"/><path class="maori-coral" d="{path}"/>' if path else ""

    def island_worth(self, space: int) -> str:
        """M5.2, M5.3: what a finished island brings, on its first tile."""
        land = self.box.land[self.p.board[space]]
        if not self.box.palms[self.p.board[space]] or has_edge(land, LEFT) or has_edge(land, TOP):
            return ""
        if not is_finished(self.seen, self.box, self.seat, space):
            return ""
        points, at = 0, space
        while True:
            points += int(palm_points(self.seen, self.box, self.seat, at) + wreath_points(self.seen, self.box, self.seat, at))
            onward = [
                int(self.box.beside[at, edge])
                for edge in range(4)
                if edge in (RIGHT, 3) and has_edge(self.box.land[self.p.board[at]], edge)
            ]
            if not onward:
                break
            at = onward[0]
        x, y = self.corner(space)
        return f'<g class="maori-worth"><title>{escape(_("finished island: {n} points", n=points))}</title><circle cx="{x + 13:g}" cy="{y + 13:g}" r="10.5"/>{text(x + 13, y + 17, points, "small bold", "middle")}</g>'

    def ship(self) -> str:
        """M6: the own ship on its tile, or beside the board."""
        size = self.shape.size
        if self.p.ship == NOWHERE:
            x, y = self.shape.left - 4, self.shape.top + int(self.box.spaces) // int(self.box.columns) * size - 4
        else:
            x, y = self.corner(int(self.p.ship))
            x, y = x + size * 0.76, y + size * 0.27
        return piece(f"ship-{self.seat}", x, y, small_ship(self.seat, max(0.62, size / 92)))

    # the storage, the points, nothing

    def storage(self) -> str:
        shape, kind = self.shape, int(self.p.stored)
        in_hand = self.asked == SPACE and self.seen.taken == FROM_STORAGE
        x, y, size = shape.side, shape.down, shape.slot
        body = f'<rect class="maori-slot" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="6"/>'
        if kind != NO_TILE:
            body += placed_tile(kind, x, y, size, kind in self.lone)
        elif size > 50:
            body += text(x + size / 2, y + size / 2 + 4, _("storage"), "soft small", "middle")
        body += f'<rect class="maori-edge lit{" maori-hand" if in_hand else ""}" x="{x + 1.5:g}" y="{y + 1.5:g}" width="{size - 3:g}" height="{size - 3:g}" rx="5"/>'
        action = {ACTION: LAY_STORED, SPACE: STORE}.get(self.asked)
        if action is None:
            words = _("Storage: {tile}", tile=tile_words(self.box, kind))
            return f"<g><title>{escape(words)}</title>{body}</g>"
        return self.pen.target(body, [action], choice(self.seen, self.box, action))

    def worth(self) -> str:
        """M5: the points by kind."""
        shape = self.shape
        if not shape.points:
            return ""
        x, y = (
            (shape.side, shape.down + shape.slot + 26)
            if shape.points == "below"
            else (shape.side + shape.slot + 26, shape.down + 14)
        )
        line = 21 if shape.size < 75 else 25
        drawn = ""
        for n, (symbol, size, points, kind) in enumerate(
            zip(("palm", "wreath", "boat", "shell", "space"), (0.5, 0.5, 0.6, 0.65, 1), self.sheet(), SCORE_KINDS, strict=True)
        ):
            at = y + n * line
            drawn += f"<g><title>{escape(_(kind))}</title>{use(symbol, x + 12, at + (6 if symbol == 'palm' else -4), size)}{text(x + 56, at, points, '', 'end')}</g>"
        return drawn

    def button(self) -> str:
        """M3.4: doing nothing."""
        if self.asked != ACTION or not self.shape.points:
            return ""
        wide = max(self.shape.slot, 72)
        x, y = self.shape.side, self.shape.height - 50
        body = f'<rect class="maori-button lit" x="{x:g}" y="{y:g}" width="{wide:g}" height="36" rx="18"/>' + text(
            x + wide / 2, y + 22, _("nothing"), "small bold", "middle"
        )
        return self.pen.target(body, [NOTHING], choice(self.seen, self.box, NOTHING))


def placed_tile(kind: int, x: float, y: float, size: float, lone: bool) -> str:
    """A tile; the only one of its kind on the table is a piece that is seen to move."""
    return piece(f"tile-{kind}", x, y, tile(kind, 0, 0, size)) if lone else tile(kind, x, y, size)


def price(x: float, y: float, shells: int) -> str:
    """So many shells, on a little tag."""
    return (
        f'<g class="maori-price"><rect x="{x - 17:g}" y="{y - 10:g}" width="34" height="20" rx="10"/>'
        f"{use('shell', x + 8, y, 0.55)}{text(x - 6, y + 4, shells, 'small bold', 'middle')}</g>"
    )
