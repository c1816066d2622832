"""The table in the browser: the board at the left, the other panels next to it; on a phone they are below each other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np

from ....drawing import CloseUp, Panel, Pen, canvas_size, inspectable, made_once, text
from ....language import _
from ..layout import ASK_ACTION, ASK_BID, ASK_KIND, ASK_PLAY, ASK_SCORING, KINDS
from ..texts.describe import of_player
from ..words.terms import ENDING, hut_word, shows_influence, villages_of
from . import art
from .desk import actions, bids, glory, status, supplies, villages
from .player_board import PlayerBoard, rows_to_play
from .sea import MAP_TALL, MAP_WIDE, Sea, hex_sign, tag

MIN_SIZE, USUAL = (940, 560), (1160, 700)  # a smaller viewport shrinks the letters; a larger one enlarges them
SIDE, GAP = 392, 6  # the width of a player's board in a close-up; the gap between panels
RIM = 34  # the carved frame around the board, both sides together
PANEL_WIDTH = 400  # the least width of the panels next to the board
PHONE, LARGE = 390, 216  # the width of a phone; the height of a player's board in a close-up
# the least and usual heights of panels: glory, bids, actions, the viewer's board, other boards, other boards in two columns
TRACKS, BIDS, ACTIONS, OWN, OTHER, OTHERS = (46, 60), (76, 110), (106, 172), (150, 236), (56, 176), (100, 176)
LEGEND = 19  # the height of a line of it
Part: TypeAlias = tuple[
    Callable[[float, float], Panel], tuple[float, float]
]  # draws a panel of a width and a height; its least and usual heights
# by question: the panels with its choices, which come before the board
FIRST_ON_A_PHONE = {
    ASK_BID: ("bids",),
    ASK_ACTION: ("actions",),
    ASK_KIND: ("own",),
    ASK_PLAY: ("own", "villages"),
    ASK_SCORING: ("villages",),
}


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The whole table as a seat or a spectator sees it."""
    table = Table(seen, box, viewer, names, pen)
    return table.on_a_phone() if pen.narrow else table.wide()


def close_up(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen, what: str) -> CloseUp | None:
    """`player 2`: a player's board; None for anything else."""
    players = {f"player {seat + 1}": seat for seat in range(int(box.players))}
    if what not in players:
        return None
    seat = players[what]
    label = of_player(seen, box, viewer, names, seat)
    return CloseUp(names[seat], Table(seen, box, viewer, names, pen).player_large(seat), [(_("In words"), label)])


@dataclass(frozen=True)
class Table:
    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]
    pen: Pen

    @property
    def seats(self) -> list[int]:
        """All seats, the viewer's first, then clockwise."""
        players = int(self.box.players)
        return [((self.viewer or 0) + n) % players for n in range(players)]

    def wide(self) -> list[Panel]:
        """Everything on one screen: the board as large as possible, the other panels in one or two columns next to it."""
        width, height = canvas_size(self.pen.viewport, USUAL, MIN_SIZE)
        radius = min((height - RIM) / MAP_TALL, (width - PANEL_WIDTH - GAP - RIM) / MAP_WIDE)
        left = round(MAP_WIDE * radius + RIM)
        room = width - left - GAP
        two = room >= 2 * SIDE - GAP  # columns
        each = (room - GAP) / 2 if two else room
        viewer, *others = self.seats
        villages = (self.villages, self.village_heights())
        chosen = [villages] if self.seen.decision in ENDING and not two else [(self.bids, BIDS), (self.actions, ACTIONS)]
        first = [(self.glory, TRACKS), *chosen, (partial(self.player, viewer), OWN)]
        boards = [(partial(self.player, seat), OTHERS if two else OTHER) for seat in others]
        columns = [first, [*boards, villages]] if two else [first + boards]
        panels = [Panel("map", _("Board"), left, height, self.map_with_corners(radius, left, height))]
        for n, column in enumerate(columns):
            panels += in_a_column(column, left + GAP + n * (each + GAP), each, height)
        return panels

    def village_heights(self) -> tuple[float, float]:
        rows = len(villages_of(self.seen))
        return 36 + 17 * rows, 42 + 34 * rows

    def on_a_phone(self) -> list[Panel]:
        """The panels with choices come first, then the board, then the rest."""
        head = status(self.seen, self.box, 8, 20) + supplies(self.seen, PHONE - 167, 24)
        own, *others = [self.player(seat, PHONE, self.own_height() if seat == self.seats[0] else 104) for seat in self.seats]
        ending = self.seen.decision in ENDING
        parts = {"villages": self.villages(PHONE, 310), "own": own}
        if not ending:
            parts = {"actions": self.actions(PHONE, 136), "own": own, "bids": self.bids(PHONE, 96)}
        decided = [parts.pop(key) for key in FIRST_ON_A_PHONE.get(int(self.seen.decision), ())]
        return [
            Panel("status", _("Round"), PHONE, 46, head),
            *decided,
            Panel("map", _("Board"), PHONE, 436, self.sea(18.2, PHONE / 2, 216)),
            *parts.values(),
            *others,
            self.glory(PHONE, 56),
            *([] if ending else [self.villages(PHONE, 310)]),
        ]

    def own_height(self) -> float:
        """The height of the viewer's board on a phone: counters to play are large enough for fingers."""
        playing = self.seen.decision == ASK_PLAY and self.viewer is not None
        return 184.0 + (42 * (rows_to_play(self.seen.players[self.viewer]) - 1) if playing else 0)

    # the panels

    @cached_property
    def position(self) -> tuple[int, int]:
        """The cache key of panels that do not depend on the viewer."""
        return hash(self.seen.tobytes()), hash(self.box.tobytes())

    def glory(self, width: float, tall: float) -> Panel:
        key, draw = (glory, self.position, width, tall), partial(glory, self.seen, self.box, width, tall)
        return Panel("glory", _("Glory"), width, tall, made_once(key, draw))

    def bids(self, width: float, tall: float) -> Panel:
        return Panel("bids", _("Bids"), width, tall, self.once(bids, width, tall))

    def actions(self, width: float, tall: float) -> Panel:
        return Panel("actions", _("Actions"), width, tall, self.once(actions, width, tall))

    def villages(self, width: float, tall: float) -> Panel:
        return Panel("villages", _("Villages"), width, tall, self.once(villages, width, tall))

    def once(self, draw: Callable[..., str], *size: float) -> str:
        return self.pen.once((draw, self.position, size), partial(draw, self.seen, self.box, self.pen, *size))

    def player(self, seat: int, width: float, tall: float) -> Panel:
        own, hand = seat == self.seats[0], shows_influence(self.seen, self.viewer, seat)
        name = self.names[seat]
        drawn = PlayerBoard(self.seen, self.box, self.pen, seat, name, own, hand, width, tall).drawn_once(*self.position)
        return Panel(f"player-{seat}", name, width, tall, drawn if own else inspectable(drawn, f"player {seat + 1}"))

    def player_large(self, seat: int) -> Panel:
        """A player's board for a close-up, as its owner sees it."""
        hand, name = shows_influence(self.seen, self.viewer, seat), self.names[seat]
        drawn = PlayerBoard(self.seen, self.box, self.pen, seat, name, True, hand, SIDE, LARGE).drawn()
        return Panel("large", name, SIDE, LARGE, drawn)

    def sea(self, radius: float, x: float, y: float) -> str:
        drawn = self.pen.once((Sea, self.position, radius), lambda: Sea(self.seen, self.box, self.pen, radius).drawn())
        return art.scaled(drawn, 1, x, y)

    def map_with_corners(self, radius: float, width: float, height: float) -> str:
        """The board, with the round, supplies and legends in its empty corners."""
        return (
            self.sea(radius, width / 2, height / 2)
            + status(self.seen, self.box, 6, 20)
            + supplies(self.seen, width - 156, 18)
            + made_once(
                ("legends", int(self.box.edition), width, height),
                lambda: huts_legend(self.box, 6, height - 5) + signs_legend(width - 6, height - 5),
            )
        )


def in_a_column(parts: Sequence[Part], x: float, width: float, room: float) -> Iterable[Panel]:
    """Panels in a column, which share the height between their least and usual heights."""
    least, most = (sum(heights[n] for _draw, heights in parts) for n in (0, 1))
    share = (room - GAP * (len(parts) - 1) - least) / (most - least)
    y = 0.0
    for draw, (low, high) in parts:
        yield replace(draw(width, tall := low + share * (high - low)), x=x, y=y)
        y += tall + GAP


def huts_legend(box: np.record, x: float, bottom: float) -> str:
    """The legend of the kinds of hut."""
    parts = []
    for n, kind in enumerate(range(KINDS)):
        y = bottom - LEGEND * (KINDS - n) + LEGEND / 2
        parts.append(art.scaled(art.hut(0, kind), 0.4, x + 11, y))
        parts.append(text(x + 26, y + 5, hut_word(box, kind), "small soft"))
    return "".join(parts)


def signs_legend(right: float, bottom: float) -> str:
    """The legend of the other signs on the board."""
    signs = (
        (art.scaled(art.GOD, 0.38), 26, _("the god")),
        (hex_sign(0, 0, 10), 26, _("cult hex")),
        (tag(-12, 0, "f4 · 5"), 52, _("village and its size")),
    )
    parts = []
    for n, (sign, room, words) in enumerate(signs):
        y = bottom - LEGEND * (len(signs) - n) + LEGEND / 2
        parts.append(art.scaled(sign, 1, right - 11, y))
        parts.append(text(right - room, y + 5, words, "small soft", "end"))
    return "".join(parts)
