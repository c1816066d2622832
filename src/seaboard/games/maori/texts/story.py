"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

import numpy as np

from ....language import _
from ..discover import LayStored, Take
from ..layout import NO_TILE, NOBODY, OVER
from ..turn import QUESTIONS
from .names import some_shells, tile_words
from .notation import space_name


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did, and what the stock answered."""
    seat = int(before.mover)
    parts = [QUESTIONS.story(before, after, box, action), *only_way(before, after, box, action)]
    gained = int(after.players[seat].shells) - int(before.players[seat].shells)
    if gained:
        shells = some_shells(abs(gained))
        parts.append(_("pays {shells}", shells=shells) if gained < 0 else _("gains {shells}", shells=shells))
    for place in range(16):
        if before.display[place] != after.display[place]:
            new = int(after.display[place])
            came = _("{tile} comes into the display", tile=tile_words(box, new))
            parts.append(came if new != NO_TILE else _("the stock is empty"))
    if before.filled_by == NOBODY and after.filled_by != NOBODY:
        parts.append(_("the board is full: one more turn for each of the others"))
    if action >= Take.first and before.explorer != after.explorer:
        parts.append(_("the explorer ship must go 1 step"))
    if after.decision == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def only_way(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """Where a tile went of itself, when there was nothing to choose."""
    p, then = before.players[before.mover], after.players[before.mover]
    laid = [space for space in range(int(box.spaces)) if p.board[space] != then.board[space]]
    if action not in range(Take.first, LayStored.end()) or not (laid or p.stored != then.stored):
        return []
    if laid:
        return [_("it can only go to {space}", space=space_name(box, laid[0]))]
    return [_("it can only go to the storage")]
