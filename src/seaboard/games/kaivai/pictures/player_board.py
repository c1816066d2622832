"""A player's board: glory, bid and range, shells and fish on their spaces, influence, and the remaining pieces."""

from dataclasses import dataclass

import numpy as np

from ....drawing import Pen, fitted, made_once, place, seat_badge, sheet, shortened, text
from ....language import _
from ..build import OfKind
from ..canoes import range_of
from ..ending import Play
from ..gifts import Give, Receiver
from ..layout import (
    ASK_ACTION,
    ASK_KIND,
    ASK_PLAY,
    ASK_RECEIVER,
    CANOE_BUILDER,
    FISHERMAN,
    KINDS,
    NOT_CHOSEN,
    TRACK,
)
from ..supplies import canoes_on_board, fish_of, huts_of_kind, huts_on_board, money_of
from ..turn import QUESTIONS
from ..words.terms import hut_word
from . import art
from .desk import cell_at

FLAT, HEAD = 98, 128  # boards below this height have the name at the left; the width for it
WITH_CHOICES = (ASK_KIND, ASK_PLAY, ASK_RECEIVER)  # the questions that are answered on a player's board
STATE = 80  # the width for a player's current state
PILE = 34  # the least width for a pile of counters with its number


@dataclass(frozen=True)
class PlayerBoard:
    """One player's board of a given size."""

    seen: np.record
    box: np.record
    pen: Pen
    seat: int
    name: str
    own: bool  # the viewer's, large and with the choices
    open_hand: bool  # whether influence is shown (K14.1)
    width: float
    height: float

    def drawn_once(self, seen: int, box: int) -> str:
        """`drawn` from a cache. `seen` and `box` are hashes of view and box; a board without choices depends on less."""
        key = PlayerBoard, box, self.seat, self.name, self.own, self.open_hand, self.width, self.height
        if self.seen.decision in WITH_CHOICES or (self.box.gifts and self.seen.decision == ASK_ACTION):
            return self.pen.once((key, seen), self.drawn)
        is_mover = bool(self.seen.mover == self.seat)
        return made_once((key, self.player.tobytes(), is_mover, self.pen.narrow), self.drawn)

    def drawn(self) -> str:
        top, row = self.rows()
        parts = [self.frame(), self.flat_head() if self.flat else self.head(), self.tracks(top, row), self.side()]
        if self.own:
            parts.append(self.bottom(self.height - self.bottom_height() - 8))
        body = "".join(parts)
        if self.seen.decision == ASK_RECEIVER and not self.own:
            body = self.target(body, Receiver.action(self.seat))
        return art.owned(self.seat, body)

    @property
    def flat(self) -> bool:
        """Whether the board is so low that its name must be next to the tracks."""
        return not self.own and self.height < FLAT

    def rows(self) -> tuple[float, float]:
        """The top of the tracks, and the height of their rows."""
        top = 34 if self.own else 2 if self.flat else 30
        below = self.bottom_height() + 13 if self.own else 5
        return top, min(54, (self.height - top - 15 - below) / 2)

    def target(self, body: str, action: int) -> str:
        return self.pen.target(body, [action], QUESTIONS.choice(self.seen, self.box, action))

    @property
    def player(self) -> np.record:
        return self.seen.players[self.seat]

    def frame(self) -> str:
        now = " kaivai-now" if self.seen.mover == self.seat else ""
        return sheet(f"kaivai-board lit{now}", 1.5, 1.5, self.width - 3, self.height - 6, 10)

    def head(self) -> str:
        """Badge, name, the player's state, and glory at the right."""
        state = self.state()
        shown_text = fitted(self.width - 70, 21, state, STATE, 13, "small soft", "end") if state else ""
        name = shortened(self.name, self.width - 112 - (STATE if state else 0), 16, bold=True)
        return (
            seat_badge(self.seat, 18, 17, 1.05)
            + fitted(34, 22, name, self.width - 108 - (STATE if state else 0), 16, "title")
            + shown_text
            + art.scaled(art.LAUREL, 1.1, self.width - 54, 16)
            + text(self.width - 12, 23, self.player.glory, "kaivai-big", "end")
        )

    def flat_head(self) -> str:
        """The head of a flat board, at the left: the name above glory and state."""
        name, low = shortened(self.name, HEAD - 36, 16, bold=True), self.height / 2 + 21
        return (
            seat_badge(self.seat, 18, self.height / 2 - 12, 1)
            + fitted(34, self.height / 2 - 6, name, HEAD - 36, 16, "title")
            + art.scaled(art.LAUREL, 1, 18, low - 6)
            + text(30, low, self.player.glory, "kaivai-big")
            + fitted(HEAD - 2, low - 1, self.state(), HEAD - 62, 13, "small soft", "end")
        )

    def state(self) -> str:
        player = self.player
        if player.chosen != NOT_CHOSEN:
            return _("plays {n}", n=player.chosen) if player.chosen >= 0 else _("has chosen")
        if player.played:
            return _("played {n}", n=player.played)
        if player.passed:
            return _("has passed")
        return _("thinking") if self.seen.mover == self.seat else ""

    # shells and fish

    def tracks(self, top: float, row: float) -> str:
        """Shells and fish on the spaces 1 to 5; at the end of a round all go one space to the left (K11.1)."""
        left = HEAD + 6 if self.flat else 12
        cell = (self.width - left - 168) / TRACK
        parts = []
        for i in range(TRACK):
            x = left + cell * i
            parts.append(text(x + cell / 2, top + 11, i + 1, "small soft", "middle"))
            for n, (sign, counters, gift) in enumerate(
                ((art.SHELL, self.player.shells, i), (art.FISH_COUNTER, self.player.fish, TRACK + i))
            ):
                body = cell_at(x + 1, top + 15 + row * n, cell - 2, row - 2, f"kaivai-cell{' lit' if self.own else ''}", 5)
                body += pile(sign, int(counters[i]), x + cell / 2, top + 14 + row * (n + 0.5), cell, row)
                if self.own and self.box.gifts and self.seen.decision == ASK_ACTION:
                    body = self.target(body, Give.action(gift))
                parts.append(body)
        right = left + cell * TRACK + 4
        for n, total in enumerate((money_of(self.seen, self.seat), fish_of(self.seen, self.seat))):
            middle, sign = top + 14 + row * (n + 0.5), (art.SHELL, art.FISH_COUNTER)[n]
            figure = art.scaled(sign, 0.72, right + 9, middle) + text(right + 22, middle + 5, total, "kaivai-mid kaivai-strong")
            parts.append(place(f"{('shells', 'fish')[n]}-{self.seat}", total, figure))
        return "".join(parts)

    # everything else

    def side(self) -> str:
        """Range, influence, and the increase or (for other players) the remaining pieces."""
        x, bid = self.width - 107, int(self.player.bid)
        lines = []
        reach = range_of(self.seen, self.box, self.seat) if bid else f"+{self.box.increase[int(self.player.increase)]}"
        lines.append((art.scaled(art.canoe(self.seat, 0), 0.4), _("range {n}", n=reach)))
        influence = _("influence {n}", n=self.player.influence) if self.open_hand else _("hidden")
        lines.append((art.scaled(art.COUNTER, 0.85), influence))
        top = 36 if self.own else 3 if self.flat else 32
        step = min(30, (self.height - top - (self.bottom_height() + 10 if self.own else 4)) / 3)
        middles = [top + step * (n + 0.5) for n in range(3)]
        parts = [
            art.scaled(sign, 1, x, y) + fitted(x + 15, y + 4.5, words, 86, 13, "kaivai-mid")
            for (sign, words), y in zip(lines, middles, strict=False)
        ]
        parts.append(self.increase(x - 8, middles[2]) if self.own else self.pieces_left(x - 3, middles[2]))
        return "".join(parts)

    def increase(self, x: float, y: float) -> str:
        """K10.3: the increase-movement track."""
        last = int(self.box.last_step)
        gap = 98 / max(1, last)
        about = _("increase of the range: step {step} of {last}", step=self.player.increase, last=last)
        pips = ""
        for n in range(last + 1):
            now = " kaivai-now" if n == self.player.increase else ""
            pips += f'<circle class="kaivai-pip{now}" cx="{x + gap * n:g}" cy="{y:g}" r="4.4"/>'
        return art.titled(about, pips)

    def left_of(self, kind: int) -> int:
        """K1.2: how many huts of a kind the player has pieces for."""
        huts = int(self.box.hut_pieces) - huts_on_board(self.seen, self.seat)
        if kind == CANOE_BUILDER:
            return min(huts, int(self.box.canoe_pieces) - canoes_on_board(self.seen, self.seat))
        if kind == FISHERMAN:
            return min(huts, int(self.box.fisherman_pieces) - huts_of_kind(self.seen, self.seat, FISHERMAN))
        return huts

    def pieces_left(self, x: float, y: float) -> str:
        parts = []
        for kind in range(KINDS):
            parts.append(art.scaled(art.hut(self.seat, kind), 0.38, x + 34 * kind, y))
            parts.append(text(x + 34 * kind + 12, y + 5, self.left_of(kind), "small"))
        return art.titled(_("huts that can still be built"), "".join(parts))

    def bottom_height(self) -> float:
        """On a phone, each row of counters to play is tall enough for fingers."""
        playing = self.pen.narrow and self.seen.decision == ASK_PLAY and self.open_hand
        return 42.0 * rows_to_play(self.player) if playing else 42.0

    def bottom(self, top: float) -> str:
        """The remaining huts, to choose a kind; at the end the counters to play."""
        if self.seen.decision == ASK_PLAY and self.open_hand:
            return self.counters_to_play(top)
        wide = (self.width - 24) / KINDS
        parts = []
        for kind in range(KINDS):
            x = 12 + wide * kind
            body = cell_at(x + 2, top, wide - 4, 42, "kaivai-tile lit")
            body += art.scaled(art.hut(self.seat, kind), 0.72, x + 24, top + 21)
            body += text(x + 46, top + 27, f"× {self.left_of(kind)}", "kaivai-strong")
            if self.seen.decision == ASK_KIND:
                body = self.target(body, OfKind.action(kind))
            parts.append(art.titled(hut_word(self.box, kind), body))
        return "".join(parts)

    def counters_to_play(self, top: float) -> str:
        """K12.3: the numbers of counters to choose from."""
        numbers = range(int(self.player.influence) + 1)
        rows = rows_to_play(self.player)
        columns = -(-len(numbers) // rows)
        wide, tall = min(42.0, (self.width - 24) / columns), self.bottom_height() / rows
        parts = []
        for number in numbers:
            x, y = 12 + wide * (number % columns), top + tall * (number // columns)
            body = cell_at(x + 1, y + 1, wide - 2, tall - 2, "kaivai-tile lit", 5)
            body += text(x + wide / 2, y + tall / 2 + 5, number, "kaivai-strong", "middle")
            action = Play.action(number)
            label = QUESTIONS.choice(self.seen, self.box, action) if self.seen.mover == self.seat else str(number)
            parts.append(self.pen.target(body, [action], label))
        return "".join(parts)


def pile(sign: str, number: int, x: float, y: float, wide: float, tall: float) -> str:
    """Counters on a space: a small pile and their number; only the number if there is no room for the pile."""
    if number == 0:
        return ""
    if wide < PILE:
        return text(x, y + 5, number, "kaivai-mid kaivai-strong", "middle")
    rise = 1.5 if tall < 26 else 3
    if number > 9:
        return art.scaled(sign, 0.6, x - wide / 2 + 9, y) + text(
            x + wide / 2 - 2, y + 5, number, "kaivai-mid kaivai-strong", "end"
        )
    signs = "".join(art.scaled(sign, 0.82, x - 9 + 1.5 * n, y + rise * (1 - n)) for n in range(min(number, 3)))
    return signs + text(x + wide / 2 - 5, y + 5, number, "kaivai-mid kaivai-strong", "end")


def rows_to_play(player: np.record) -> int:
    """K12.3: the number of rows for the numbers from none to all."""
    return 1 + int(player.influence) // 9
