"""Pending work: a small stack in the record. The top frame is handled first.

A frame has a kind, a player and two fields. Each question and each piece of work names its fields (`frame`), and its rules get
them as arguments by these names; only code that copies or prints whole positions uses `field_1` and `field_2`.
"""

from typing import ClassVar

import numpy as np

from ...core.questions import Question, Stack
from ...core.rule import rule
from ...language import _
from .cards.effects import LINES
from .layout import RESOLVE


@rule
def push(s, kind, player, field_1, field_2):
    """Pushes a frame."""
    f = s.frames[s.depth]
    f.kind = kind
    f.player = player
    f.field_1 = field_1
    f.field_2 = field_2
    s.depth += 1


@rule
def change(s, field_1, field_2):
    """Replaces the fields of the top frame."""
    f = s.frames[s.depth - 1]
    f.field_1 = field_1
    f.field_2 = field_2


@rule
def pop(s):
    """Removes the top frame and clears its bytes."""
    s.depth -= 1
    f = s.frames[s.depth]
    f.kind = 0
    f.player = 0
    f.field_1 = 0
    f.field_2 = 0


@rule
def top_kind(s):
    """The kind of the top frame; 0 when nothing is pending."""
    if s.depth == 0:
        return 0
    return int(s.frames[s.depth - 1].kind)


@rule
def kind_below(s):
    """The kind of the frame below the top; 0 when there is none."""
    if s.depth < 2:
        return 0
    return int(s.frames[s.depth - 2].kind)


@rule
def field_below(s):
    """The first field of the frame below the top."""
    return int(s.frames[s.depth - 2].field_1)


@rule
def asked(s):
    """The player who answers: the frame's, but in a resolution the one whose effects wait."""
    f = s.frames[s.depth - 1]
    if f.kind == RESOLVE:
        return int(f.field_1) - 1
    return int(f.player)


STACK = Stack("s.frames[s.depth - 1]", ("field_1", "field_2"), pop, asked)


# limits of answers: how many a box allows


@rule
def seats_in_play(box):
    return int(box.players)


@rule
def cards_in_box(box):
    """The number of cards in the box, NO_CARD included."""
    return int(box.number_of_cards) + 1


@rule
def lines_in_box(box):
    return cards_in_box(box) * LINES


# for texts and positions


def fields(seen: np.record) -> tuple[int, int]:
    """The two fields of the question: `card, source = fields(seen)`."""
    if seen.depth == 0:
        return 0, 0
    f = seen.frames[seen.depth - 1]
    return int(f.field_1), int(f.field_2)


def asked_player(seen: np.record) -> int:
    """The player who answers; the first player when the game is over."""
    return max(0, int(seen.mover))


def is_on_top(s: np.record, place: int) -> bool:
    return bool(place == s.depth - 1)


class PlainQuestion(Question):
    """A question whose prompt is always the same text."""

    words: ClassVar[str]

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _(self.words)
