"""Hints: the best moves with expected results and a likely continuation, worded like the buttons."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...bots import Hint
from ...match import Match
from ...study.categories import hint_text
from ...study.lines import line_in_words
from .board_view import choice_text
from .scene_types import HintView, LineStep

SHOWN = 3


def hint_views(match: Match, seat: int, hints: Sequence[Hint]) -> list[HintView]:
    """The best hints for a seat."""
    seen = match.view(seat)
    return [
        {
            "action": hint.action,
            "text": choice_text(match, seen, hint.action),
            "wins": round(100 * hint.wins) if match.seats > 1 else None,
            "points": [round(points, 1) for points in hint.points],
            "equal": hint.equal,
            "change": hint_text(match.game, hints, hint, seat),
            "line": list(line_of(match, seen, hint)),
        }
        for hint in hints[:SHOWN]
        if hint.visits or hint is hints[0]
    ]


def line_of(match: Match, seen: np.record, hint: Hint) -> Iterator[LineStep]:
    """A likely continuation, each step with its player."""
    for mover, text in line_in_words(match.game, match.box, seen, hint.action, hint.line):
        yield {"seat": mover, "name": match.names[mover], "text": text}
