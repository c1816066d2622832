"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many, player_name
from ..discover import LayStored, Take
from ..explorer import Steps
from ..layout import NO_TILE, NOBODY, OVER
from ..turn import QUESTIONS
from .names import position_words, some_shells, tile_words
from .notation import space_name


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did, and what the stock answered."""
    seat = int(before.mover)
    parts = [QUESTIONS.story(before, after, box, action), *only_way(before, after, box, action)]
    parts += shells_paid(before, after, seat)
    for place in range(16):
        if before.display[place] != after.display[place]:
            new = int(after.display[place])
            came = _("{tile} comes into the display", tile=tile_words(box, new))
            parts.append(came if new != NO_TILE else _("the stock is empty"))
    if action >= Take.first and before.explorer != after.explorer:
        parts.append(_("the explorer ship must go 1 step"))
    if after.decision == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def shells_paid(before: np.record, after: np.record, seat: int) -> list[str]:
    gained = int(after.players[seat].shells) - int(before.players[seat].shells)
    shells = some_shells(abs(gained))
    return [_("pays {shells}", shells=shells) if gained < 0 else _("gains {shells}", shells=shells)] if gained else []


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: the steps, the tile, where it went, and what it cost."""
    parts: list[str] = []
    for before, after, action in zip(views, views[1:], actions, strict=False):
        parts += [shortly(before, after, box, action), *only_way(before, after, box, action)]
    return "; ".join(parts + shells_paid(views[0], views[-1], int(views[0].mover))) + "."


def shortly(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """A step within the line of a turn."""
    kind, n = QUESTIONS.answer(action, before)
    if isinstance(kind, Steps):
        return many(n, "{n} step to {place}", "{n} steps to {place}", place=position_words(int(after.explorer)))
    return QUESTIONS.story(before, after, box, action)


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """M4.1: a board that is full."""
    if before.filled_by != NOBODY or after.filled_by == NOBODY:
        return []
    return [_("The board of {name} is full: one more turn for each of the others.", name=player_name(int(after.filled_by)))]


def round_words(seen: np.record, box: np.record) -> str:
    """M4.1: only the last one is worth telling."""
    return "" if seen.filled_by == NOBODY or seen.decision == OVER else _("The last turns")


def only_way(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """Where a tile went of itself, when there was nothing to choose."""
    p, then = before.players[before.mover], after.players[before.mover]
    laid = [space for space in range(int(box.spaces)) if p.board[space] != then.board[space]]
    if action not in range(Take.first, LayStored.end()) or not (laid or p.stored != then.stored):
        return []
    if laid:
        return [_("it can only go to {space}", space=space_name(box, laid[0]))]
    return [_("it can only go to the storage")]
