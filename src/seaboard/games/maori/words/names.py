"""Tiles, positions of the explorer ship, numbers and points in words: `island end, opening east (2 palms, hut)`."""

from functools import lru_cache

import numpy as np

from ....core.cache_per_box import cache_per_box
from ....language import _, many, mark
from ..layout import BOX, NO_TILE, STATE, VOLCANO
from ..scoring import score_sheet
from .notation import POSITIONS, edges_of

LANDS = {
    "L": mark("island end, opening west"),
    "R": mark("island end, opening east"),
    "T": mark("island end, opening north"),
    "B": mark("island end, opening south"),
    "LR": mark("straight, east–west"),
    "TB": mark("straight, north–south"),
}
LANDS_IN_SENTENCES = {
    "L": mark("an island end opening west"),
    "R": mark("an island end opening east"),
    "T": mark("an island end opening north"),
    "B": mark("an island end opening south"),
    "LR": mark("an east–west straight piece"),
    "TB": mark("a north–south straight piece"),
}
HALF_WREATHS = {
    "L": mark("half a wreath in the west"),
    "R": mark("half a wreath in the east"),
    "T": mark("half a wreath in the north"),
    "B": mark("half a wreath in the south"),
}
SIDES = {"top": mark("top {n}"), "right": mark("right {n}"), "bottom": mark("bottom {n}"), "left": mark("left {n}")}
SCORE_KINDS = (mark("palms"), mark("wreaths"), mark("boats"), mark("shells"), mark("empty spaces"))

# words that the log shows as icons after a number; "|" separates singular and plural
ICON_WORDS = {
    mark("palm|palms"): "palm",
    mark("boat|boats"): "boat",
    mark("shell|shells"): "shell",
    mark("wreath|wreaths"): "wreath",
}


@cache_per_box
def tile_words(box: np.record, kind: int) -> str:
    """A tile: its shape, and in brackets its symbols."""
    if kind in (NO_TILE, VOLCANO):
        return _("no tile") if kind == NO_TILE else _("volcano")
    land = edges_of(int(box.land[kind]))
    shape = _(LANDS[land]) if land else _("single island") if box.palms[kind] else _("water")
    return with_symbols(shape, box, kind)


@cache_per_box
def a_tile(box: np.record, kind: int) -> str:
    """A tile in a sentence, with an article where the language has one: `an island end opening east (2 palms)`."""
    if kind in (NO_TILE, VOLCANO):
        return _("no tile") if kind == NO_TILE else _("a volcano")
    land = edges_of(int(box.land[kind]))
    shape = _(LANDS_IN_SENTENCES[land]) if land else _("a single island") if box.palms[kind] else _("a water tile")
    return with_symbols(shape, box, kind)


def with_symbols(shape: str, box: np.record, kind: int) -> str:
    shown = symbols(box, kind, edges_of(int(box.land[kind])))
    return f"{shape} ({', '.join(shown)})" if shown else shape


def symbols(box: np.record, kind: int, land: str) -> list[str]:
    """The symbols on a tile in words."""
    palms, boats, shells = int(box.palms[kind]), int(box.boats[kind]), int(box.shells[kind])
    lei = edges_of(int(box.lei[kind]))
    shown = [many(palms, "{n} palm", "{n} palms")] if palms else []
    shown += [_("hut")] if box.hut[kind] else []
    shown += [some_boats(boats)] if boats else []
    shown += [some_shells(shells)] if shells else []
    return shown + [_("half a wreath") if lei == land and len(lei) == 1 else _(HALF_WREATHS[edge]) for edge in lei]


def position_words(position: int) -> str:
    """A position of the explorer ship: `top 1`."""
    side, number = POSITIONS[position].split()
    return _(SIDES[side], n=number)


def some_shells(number: int) -> str:
    return many(int(number), "{n} shell", "{n} shells")


def some_boats(number: int) -> str:
    return many(int(number), "{n} boat", "{n} boats")


def own_shells(seen: np.record, p: int) -> str:
    return some_shells(seen.players[p].shells)


def own_boats(seen: np.record, p: int) -> str:
    return some_boats(seen.players[p].boats)


def points_so_far(seen: np.record, box: np.record) -> list[list[int]]:
    """M5: each player's points by kind, as if the game ended now."""
    return points_in(seen.tobytes(), box.tobytes())


@lru_cache(256)
def points_in(seen: bytes, box: bytes) -> list[list[int]]:
    """`points_so_far` of a view and a box, cached: all viewers of a position have the same points."""
    components = np.frombuffer(box, BOX)[0]
    sheet = np.zeros((int(components.players), len(SCORE_KINDS)), np.int32)
    score_sheet(np.frombuffer(seen, STATE)[0], components, sheet)
    return sheet.tolist()
