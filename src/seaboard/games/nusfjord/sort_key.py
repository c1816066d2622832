"""Which rules run next: a GPU steps games with the same key together (lab/gpu_sorted.py)."""

from ...core.rule import rule
from ...core.seam import MORE, READY
from .cards.counts import elders_of
from .cards.effects import COSTS_LESS, ONCE, has_line, has_standing
from .layout import GOING_HOME, GUEST_TO_SHIP, LAST_ROUND, OVER, PLACE, RESOLVE, SEATS
from .turn import FillPlates

EFFECTS_WAIT, ONCE_EFFECTS, KINDS_OF_WORK = 0, GUEST_TO_SHIP + 1, GUEST_TO_SHIP + 2  # resolutions besides RESOLVE
WORKS = KINDS_OF_WORK + OVER + LAST_ROUND + 1  # kinds of work, and if nothing is pending the stage or next round
WORKER_KEYS = 16  # see worker_key
FIRST_OTHER = FillPlates.action(0)  # smaller action numbers place workers or choose actions: each has its own key
SORT_KEYS = WORKER_KEYS + 3 * WORKS + FIRST_OTHER


@rule
def sort_key(s, action):
    """Groups games by the next work of `legal` or `apply_step`, longest first: pending work, the worker's space, the action."""
    work = work_at_hand(s)
    if action == READY:
        return worker_key(s, int(s.mover)) if work == PLACE else WORKER_KEYS + work
    if action == MORE:
        return WORKER_KEYS + WORKS + work
    return WORKER_KEYS + 2 * WORKS + work if action >= FIRST_OTHER else WORKER_KEYS + 3 * WORKS + action


@rule
def work_at_hand(s):
    """The kind on top, see resolution; if nothing is pending, the stage or the next round."""
    if s.depth == 0:
        return KINDS_OF_WORK + (OVER + int(s.round_number) if s.stage == GOING_HOME else int(s.stage))
    kind = int(s.frames[s.depth - 1].kind)
    return resolution(s) if kind == RESOLVE else kind


@rule
def resolution(s):
    """Whether effects wait, or are there that may wait as soon as they can be used: both take long."""
    waiting, has = 0, 0
    for p in range(SEATS):
        waiting += int(s.players[p].waiting)
        has |= int(has_line(s.players[p], ONCE))
    return EFFECTS_WAIT if waiting else ONCE_EFFECTS if has else RESOLVE


@rule
def worker_key(s, p):
    """The number of elders and whether there are discounts: the main differences in the choices of a turn."""
    return min(7, elders_of(s, p)) + 8 * int(has_standing(s.players[p], COSTS_LESS))
