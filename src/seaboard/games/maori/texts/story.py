"""The prompt, and sentences for the log. They are made from the views before and after a move."""

from collections.abc import Sequence

import numpy as np

from ....language import _, player_name
from ..discover import PlaceStored, Take
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
    """A whole turn: `moved the ship 2 steps to top 4, took a water tile, placed it at d1 (−1 shell).`"""
    steps = zip(views, views[1:], actions, strict=False)
    done = [event for before, after, action in steps for event in events(before, after, box, action)]
    return sentence([*done, shells_moved(views[0], views[-1])])


def sentence(parts: Sequence[str]) -> str:
    """One sentence of events; the last part is a change, shown in brackets, or empty."""
    *done, change = parts
    return ", ".join(done) + (f" ({change})." if change else ".")


def shells_moved(before: np.record, after: np.record) -> str:
    """The shells that the mover paid or gained: `−1 shell`."""
    seat = int(before.mover)
    gained = int(after.players[seat].shells) - int(before.players[seat].shells)
    return ("+" if gained > 0 else "−") + some_shells(abs(gained)) if gained else ""


def events(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """The mover's choice, and where the tile went automatically."""
    return [QUESTIONS.story(before, after, box, action), *automatic_destination(before, after, box, action)]


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """M4.1: a board has just been filled."""
    if before.filled_by != NOBODY or after.filled_by == NOBODY:
        return []
    return [_("{name}'s board is full: one more turn for everyone else.", name=player_name(int(after.filled_by)))]


def round_words(seen: np.record, box: np.record) -> str:
    """M4.1: only the last round is announced."""
    return "" if seen.filled_by == NOBODY or seen.decision == OVER else _("The last turns")


def automatic_destination(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """Where a tile went automatically after it was taken (M3.4), if it did."""
    if action not in range(Take.first, PlaceStored.end()):
        return []
    was, now = before.players[before.mover], after.players[before.mover]
    changed = [space for space in range(int(box.spaces)) if was.board[space] != now.board[space]]
    if changed:
        return [_("placed it at {space}", space=space_name(box, changed[0]))]
    return [_("stored it")] if was.stored != now.stored else []
