"""Positions that random games rarely reach: every kind of tile on the board, in the storage and in the display."""

from collections.abc import Iterator

from seaboard.games.maori.derived import compute_derived
from seaboard.games.maori.layout import ACTION, BASIC, PLACES
from seaboard.match import Match

from .table import VARIANTS, new


def positions() -> Iterator[Match]:
    """For each variant: positions whose tiles together are all kinds, in ascending or descending order."""
    for n, options in enumerate(VARIANTS):
        kinds = list(range(2, int(new(**options).box.kinds)))  # 0 is none, 1 the volcano
        for start in range(0, len(kinds), PLACES):
            rotated = kinds[start:] + kinds[:start]
            yield with_tiles(new(n, **options), rotated if n % 2 else rotated[::-1])


def with_tiles(m: Match, kinds: list[int]) -> Match:
    """The first seat chooses an action: one space of its board is free, a tile is stored, and a volcano is in the display."""
    s, box, me = m.s, m.box, m.s.players[0]
    spaces = int(box.spaces) - 1
    me.board[:spaces], me.stored = kinds[:spaces], kinds[spaces]
    s.display[:] = [*kinds[spaces + 1 : spaces + PLACES], 1]
    s.stock[:] = box.count
    for kind in [*kinds[: spaces + PLACES], 1]:
        s.stock[kind] -= 1
    me.ship = -1 if box.level == BASIC else spaces - 1
    s.explorer, s.decision, s.mover, s.setter = 15, ACTION, 0, int(box.players) - 1
    compute_derived(s, box)
    return m
