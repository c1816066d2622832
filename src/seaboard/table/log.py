"""The log: what happened, as the reader's own view shows it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..language import _, spoken
from ..match import Match
from .lru_cache import LruCache

KEPT = 2000  # logs in memory: one for each table, reader and language


@dataclass(frozen=True)
class Line:
    """One event: after how many moves, by which seat."""

    at: int
    seat: int | None
    name: str
    text: str
    first: bool = False  # of several by the same seat


class Logs:
    """Caches the texts of moves, so that a new move costs one new line."""

    def __init__(self) -> None:
        self.stories: LruCache[tuple, dict[int, tuple[Any, str]]] = LruCache(KEPT)

    def lines(self, table_id: str, match: Match, events: list, viewer: int | None, most: int | None = None) -> list[Line]:
        """What happened, the latest last; at most `most` moves."""
        start = 0 if most is None else max(0, match.version - most)
        lines: list[Line] = []
        known = self.stories.setdefault((table_id, viewer, spoken.get()), {})
        others = [(at, event) for at, event in events if at >= start]
        for n in range(start, match.version):
            while others and others[0][0] <= n:
                lines.append(seat_line(*others.pop(0), match))
            seat = int(match.game.mover(match.history[n][1]))
            text = self.text(known, match, n, viewer)
            if text:
                first = not lines or lines[-1].seat != seat
                lines.append(Line(n + 1, seat, match.names[seat], text, first))
        return lines + [seat_line(at, event, match) for at, event in others]

    def text(self, known: dict[int, tuple[Any, str]], match: Match, n: int, viewer: int | None) -> str:
        """The story of move n, cached until another move takes its place."""
        made = match.history[n]
        if n not in known or known[n][0] is not made:
            known[n] = (made, story(match, n, viewer))
        return known[n][1]


def story(match: Match, n: int, viewer: int | None) -> str:
    action, before = match.history[n]
    after = match.history[n + 1][1] if n + 1 < match.version else match.s
    return match.game.texts.story(seen_by(match, before, viewer), seen_by(match, after, viewer), match.box, action)


def seen_by(match: Match, s: np.record, viewer: int | None) -> np.record:
    seen = match.game.empty_state()
    match.game.view(s, match.box, -1 if viewer is None else viewer, seen)
    return seen


def seat_line(at: int, event: Any, match: Match) -> Line:
    """A line for an event that is not a move."""
    name = match.names[event.seat] if event.seat is not None else ""
    texts = {
        "joined": _("{name} sits down.", name=name),
        "left": _("{name} leaves the table.", name=name),
        "bot": _("A bot plays on for {name}.", name=name),
        "back": _("{name} is back.", name=name),
    }
    if event.kind == "end" and event.text == "closed":
        return Line(at, None, "", _("Whoever runs this server has closed the table."))
    if event.kind == "end":
        return Line(at, None, "", _("The game is ended by agreement."))
    if event.kind == "rematch":
        return Line(at, None, "", _("A rematch is on."))
    return Line(at, None, "", texts.get(event.text, ""))
