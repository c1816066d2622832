"""The prompt, and sentences for the log. Outcomes are read from the view before and the view after."""

from collections.abc import Sequence

import numpy as np

from ....language import _, player_name
from ..discover import LayStored, Take
from ..layout import NO_TILE, NOBODY, OVER
from ..turn import QUESTIONS
from ..words.names import some_shells, tile_words
from ..words.notation import space_name


def prompt(seen: np.record, box: np.record) -> str:
    """The question for the mover."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """A move and its consequences, one sentence each."""
    text = [sentence([*events(before, after, box, action), shells_moved(before, after)])]
    for place in range(16):
        if before.display[place] != after.display[place]:
            new = int(after.display[place])
            came = _("New in the display: {tile}.", tile=tile_words(box, new))
            text.append(came if new != NO_TILE else _("The stock is empty."))
    if action >= Take.first and before.explorer != after.explorer:
        text.append(_("The explorer ship moved 1 step."))
    if after.decision == OVER:
        text.append(_("The game is over."))
    return " ".join(text)


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: `moved the ship 2 steps to top 4, took water, placed it at d1 (−1 shell).`"""
    steps = zip(views, views[1:], actions, strict=False)
    done = [event for before, after, action in steps for event in events(before, after, box, action)]
    return sentence([*done, shells_moved(views[0], views[-1])])


def sentence(parts: Sequence[str]) -> str:
    """The events, with commas; the last part is a change in brackets, or empty."""
    *done, change = parts
    return ", ".join(done) + (f" ({change})." if change else ".")


def shells_moved(before: np.record, after: np.record) -> str:
    """The shells that the mover paid or gained: `−1 shell`."""
    seat = int(before.mover)
    gained = int(after.players[seat].shells) - int(before.players[seat].shells)
    return ("+" if gained > 0 else "−") + some_shells(abs(gained)) if gained else ""


def events(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """The mover's choice; and where the tile went, if there was nothing to choose."""
    return [QUESTIONS.story(before, after, box, action), *only_way(before, after, box, action)]


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """M4.1: a board that is full."""
    if before.filled_by != NOBODY or after.filled_by == NOBODY:
        return []
    return [_("{name}'s board is full: one more turn for everyone else.", name=player_name(int(after.filled_by)))]


def round_words(seen: np.record, box: np.record) -> str:
    """M4.1: only the last round is announced."""
    return "" if seen.filled_by == NOBODY or seen.decision == OVER else _("The last turns")


def only_way(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """The automatic destination of a tile."""
    p, then = before.players[before.mover], after.players[before.mover]
    laid = [space for space in range(int(box.spaces)) if p.board[space] != then.board[space]]
    if action not in range(Take.first, LayStored.end()) or not (laid or p.stored != then.stored):
        return []
    if laid:
        return [_("placed it at {space}", space=space_name(box, laid[0]))]
    return [_("stored it")]
