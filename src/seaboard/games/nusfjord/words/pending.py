"""Pending work as texts: `place 1`, `card to build 2`, each with the seat and what else it holds. The last one is asked."""

from typing import Any

import numpy as np

from ....core.position import Table
from ..layout import FRAMES, NOBODY, PLACE, RESOLVE, SEATS, WINDOW
from ..windows import asked

KINDS = (
    "place",
    "resolve",
    "window",
    "hand out",
    "choose action",
    "imitate",
    "plates",
    "card",
    "whose catch",
    "space",
    "on building",
    "remove strip",
    "plant",
    "ship",
    "take elder",
    "use taken elder",
    "before elder",
    "elder acts",
    "swap ship",
    "sell ship",
    "reveal",
    "remove building",
    "raft",
)


def pending_texts(s: np.record, box: np.record) -> list[str]:
    """From the bottom to the top: kind, seat (0: nobody's), and two numbers."""
    frames = s.frames[: s.depth]
    return [f"{KINDS[f.kind - 1]}: {int(f.player) + 1} {f.what} {f.more}" for f in frames]


def read_pending(table: Table, s: np.record, box: np.record, p: int) -> None:
    """Left out, player `p` places a worker."""
    s.frames[:] = 0
    s.depth = 0
    texts = table.texts("pending", None)
    frames = [(WINDOW, p, 0, 0), (RESOLVE, p, 0, 0), (PLACE, p, 0, 0)] if texts is None else [frame(table, t) for t in texts]
    if not 1 <= len(frames) <= FRAMES:
        raise table.wrong("pending", f"1 to {FRAMES} texts, the last is asked")
    for place, (kind, player, what, more) in enumerate(frames):
        f = s.frames[place]
        f.kind, f.player, f.what, f.more = kind, player, what, more
    s.depth = len(frames)
    s.mover = asked(s)
    if not NOBODY < s.mover < box.players:
        raise table.wrong("pending", "the last one asks nobody")


def frame(table: Table, text: str) -> tuple[int, int, int, int]:
    """The four numbers of a text."""
    kind, _, rest = text.partition(":")
    parts: list[Any] = rest.split()
    if kind not in KINDS or len(parts) != 3 or not all(part.lstrip("-").isascii() and is_number(part) for part in parts):
        raise table.wrong("pending", f"a kind, a seat and two numbers like 'place: 1 0 0', not {text[:30]!r}")
    seat, what, more = map(int, parts)
    if not (0 <= seat <= SEATS and 0 <= what < 10000 and 0 <= more < 10000):
        raise table.wrong("pending", f"numbers out of range in {text[:30]!r}")
    return KINDS.index(kind) + 1, seat - 1, what, more


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
