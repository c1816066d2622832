"""Hints for people: the best moves with what is expected of them and what may follow, in the words of buttons."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..bots import Hint
from ..core.dice import key_of
from ..match import Match
from .board_view import choice_text

SHOWN = 3


def advice(match: Match, seat: int, hints: Sequence[Hint]) -> list[dict[str, Any]]:
    """The best hints, as the page shows them to a seat."""
    seen = match.view(seat)
    return [
        {
            "action": hint.action,
            "text": choice_text(match, seen, hint.action),
            "wins": round(100 * hint.wins) if match.seats > 1 else None,
            "points": [round(points, 1) for points in hint.points],
            "equal": hint.equal,
            "line": list(line_of(match, seat, hint)),
        }
        for hint in hints[:SHOWN]
        if hint.visits or hint is hints[0]
    ]


def line_of(match: Match, seat: int, hint: Hint) -> Iterator[dict[str, Any]]:
    """What may follow, in a position that fits all that the seat knows; it ends where that becomes impossible."""
    s = match.view(seat).copy()
    match.game.redeal(s, match.box, key_of("hint"))
    match.game.apply(s, match.box, hint.action)
    seen = match.game.empty_state()
    for action in hint.line:
        mover = int(match.game.mover(s))
        if mover < 0 or match.game.problem(s, match.box, action):
            return
        match.game.view(s, match.box, mover, seen)
        yield {"seat": mover, "name": match.names[mover], "text": choice_text(match, seen, action)}
        match.game.apply(s, match.box, action)
