"""The table in the browser: the map at the left, everything else beside it; on a phone one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....drawing import Large, Panel, Pen, look, text
from ....language import _
from ..layout import ASK_ACTION, ASK_BID, ASK_KIND, ASK_PLAY, ASK_SCORING, KINDS
from ..texts.describe import of_player
from ..texts.terms import ENDING, hut_word, shows_influence
from . import art
from .desk import actions, bids, glory, status, supplies, villages
from .players import PlayerBoard, rows_to_play
from .sea import Sea, hex_sign, tag

MAP_WIDTH, MAP_HEIGHT = 680, 780
SIDE, GAP = 392, 8
PHONE, LARGE = 390, 216
# by number of players: how tall glory, bids, actions, the own board and another's are
HEIGHTS = {2: (56, 106, 170, 236, 176), 3: (54, 94, 132, 216, 118), 4: (50, 90, 120, 176, 98)}
# by what is asked: the panels above the map, where they are chosen from
FIRST_ON_A_PHONE = {
    ASK_BID: ("bids",),
    ASK_ACTION: ("actions",),
    ASK_KIND: ("own",),
    ASK_PLAY: ("own", "villages"),
    ASK_SCORING: ("villages",),
}


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The whole table as a seat sees it, or a spectator."""
    table = Table(seen, box, viewer, names, pen)
    return table.on_a_phone() if pen.narrow else table.wide()


def large(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen, what: str) -> Large | None:
    """`player 2`: a player's board; None for anything else."""
    players = {f"player {seat + 1}": seat for seat in range(int(box.players))}
    if what not in players:
        return None
    seat = players[what]
    told = of_player(seen, box, viewer, names, seat)
    return Large(names[seat], Table(seen, box, viewer, names, pen).player_large(seat), [(_("In words"), told)])


@dataclass(frozen=True)
class Table:
    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]
    pen: Pen

    @property
    def seats(self) -> list[int]:
        """The viewer first, the others around the table."""
        players = int(self.box.players)
        return [((self.viewer or 0) + n) % players for n in range(players)]

    def wide(self) -> list[Panel]:
        """All on one screen."""
        track, bid, act, own, other = HEIGHTS[int(self.box.players)]
        if self.seen.decision in ENDING:
            middle = [self.villages(SIDE, bid + act + GAP)]
        else:
            middle = [self.bids(SIDE, bid), self.actions(SIDE, act)]
        players = [self.player(seat, SIDE, own if seat == self.seats[0] else other) for seat in self.seats]
        panels, y = [Panel("map", _("Map"), MAP_WIDTH, MAP_HEIGHT, self.map_with_corners())], 0.0
        for part in [self.glory(SIDE, track), *middle, *players]:
            panels.append(Panel(part.key, part.title, part.width, part.height, part.body, MAP_WIDTH + GAP, y))
            y += part.height + GAP
        return panels

    def on_a_phone(self) -> list[Panel]:
        """What is decided upon comes first, then the map, then the rest."""
        head = status(self.seen, self.box, 8, 20) + supplies(self.seen, PHONE - 164, 24)
        own, *others = [self.player(seat, PHONE, self.own_height() if seat == self.seats[0] else 104) for seat in self.seats]
        ending = self.seen.decision in ENDING
        parts = {"villages": self.villages(PHONE, 310), "own": own}
        if not ending:
            parts = {"actions": self.actions(PHONE, 136), "own": own, "bids": self.bids(PHONE, 96)}
        decided = [parts.pop(key) for key in FIRST_ON_A_PHONE.get(int(self.seen.decision), ())]
        return [
            Panel("status", _("Round"), PHONE, 46, head),
            *decided,
            Panel("map", _("Map"), PHONE, 436, self.sea(19.1, PHONE / 2, 218)),
            *parts.values(),
            *others,
            self.glory(PHONE, 56),
            *([] if ending else [self.villages(PHONE, 310)]),
        ]

    def own_height(self) -> float:
        """The counters to play need room for fingers."""
        playing = self.seen.decision == ASK_PLAY and self.viewer is not None
        return 184.0 + (42 * (rows_to_play(self.seen.players[self.viewer]) - 1) if playing else 0)

    # the panels

    def glory(self, width: float, tall: float) -> Panel:
        return Panel("glory", _("Glory"), width, tall, glory(self.seen, self.box, width, tall))

    def bids(self, width: float, tall: float) -> Panel:
        return Panel("bids", _("Bids"), width, tall, bids(self.seen, self.box, self.pen, width, tall))

    def actions(self, width: float, tall: float) -> Panel:
        return Panel("actions", _("Actions"), width, tall, actions(self.seen, self.box, self.pen, width, tall))

    def villages(self, width: float, tall: float) -> Panel:
        return Panel("villages", _("Villages"), width, tall, villages(self.seen, self.box, self.pen, width, tall))

    def player(self, seat: int, width: float, tall: float) -> Panel:
        own, hand = seat == self.seats[0], shows_influence(self.seen, self.viewer, seat)
        name = self.names[seat]
        drawn = PlayerBoard(self.seen, self.box, self.pen, seat, name, own, hand, width, tall).drawn()
        return Panel(f"player-{seat}", name, width, tall, drawn if own else look(drawn, f"player {seat + 1}"))

    def player_large(self, seat: int) -> Panel:
        """Another's board as its owner has it before them."""
        hand, name = shows_influence(self.seen, self.viewer, seat), self.names[seat]
        drawn = PlayerBoard(self.seen, self.box, self.pen, seat, name, True, hand, SIDE, LARGE).drawn()
        return Panel("large", name, SIDE, LARGE, drawn)

    def sea(self, radius: float, x: float, y: float) -> str:
        return art.scaled(Sea(self.seen, self.box, self.pen, radius).drawn(), 1, x, y)

    def map_with_corners(self) -> str:
        """The sea, with round, supplies and a legend in its empty corners."""
        return (
            self.sea(33.2, MAP_WIDTH / 2, MAP_HEIGHT / 2)
            + status(self.seen, self.box, 6, 20)
            + supplies(self.seen, MAP_WIDTH - 152, 18)
            + huts_legend(self.box, 8, MAP_HEIGHT - 84)
            + signs_legend(MAP_WIDTH - 8, MAP_HEIGHT - 84)
        )


def huts_legend(of: np.record, x: float, y: float) -> str:
    """Which hut is which."""
    parts = []
    for kind in range(KINDS):
        row = y + 27 * kind
        parts.append(art.scaled(art.hut(0, kind), 0.55, x + 14, row + 14))
        parts.append(text(x + 34, row + 18, hut_word(of, kind), "small soft"))
    return "".join(parts)


def signs_legend(right: float, y: float) -> str:
    """What else is on the map."""
    signs = (
        (art.scaled(art.GOD, 0.48), 34, _("the god")),
        (hex_sign(0, 0, 13), 34, _("cult hex")),
        (tag(-8, 0, "f4 · 5", 46), 50, _("village and its size")),
    )
    parts = []
    for n, (sign, room, words) in enumerate(signs):
        parts.append(art.scaled(sign, 1, right - 14, y + 27 * n + 14))
        parts.append(text(right - room, y + 27 * n + 18, words, "small soft", "end"))
    return "".join(parts)
