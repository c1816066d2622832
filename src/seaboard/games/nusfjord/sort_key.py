"""Which rules run next: a GPU steps games with the same key together (lab/gpu_sorted.py)."""

from ...core.rule import rule
from ...core.seam import MORE, READY
from .cards.counts import buildings_of, elders_of
from .cards.effects import COSTS_LESS, ONCE, has_line, has_standing
from .layout import (
    BEFORE_ELDER,
    GOING_HOME,
    GUEST_TO_SHIP,
    HAND_OUT,
    LAST_ROUND,
    LET_ELDER_ACT,
    ON_BUILDING,
    OVER,
    PLACE,
    RESOLVE,
    SEATS,
    USE_TAKEN_ELDER,
    WINDOW,
)
from .turn import FillPlates

EFFECTS_WAIT, ONCE_EFFECTS, KINDS_OF_WORK = 0, GUEST_TO_SHIP + 1, GUEST_TO_SHIP + 2  # resolutions besides RESOLVE
WORKS = KINDS_OF_WORK + OVER + LAST_ROUND + 1  # kinds of work, and if nothing is pending the stage or next round
DETAILS = 16  # see detail_of
COUNCILS = 32  # see hash_of
WORKER_KEYS = 4 * COUNCILS  # see worker_key
FIRST_OTHER = FillPlates.action(0)  # smaller action numbers place workers or choose actions: each has its own key
SORT_KEYS = WORKER_KEYS + 3 * WORKS * DETAILS + FIRST_OTHER


@rule
def sort_key(s, action):
    """Groups games by the next work of `legal` or `apply_step`: a worker's choices, pending work, the chosen action."""
    work = work_at_hand(s)
    if action == READY and work == PLACE:
        return worker_key(s, int(s.mover))
    if 0 < action < FIRST_OTHER:
        return WORKER_KEYS + 3 * WORKS * DETAILS + action
    then = 0 if action == READY else WORKS if action == MORE else 2 * WORKS
    return WORKER_KEYS + (then + work) * DETAILS + detail_of(s)


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
    """The main differences in the choices of a turn: discounts, fish on the table (elders need it), and which elders."""
    return (2 * int(has_standing(s.players[p], COSTS_LESS)) + int(s.plates > 0)) * COUNCILS + hash_of(int(s.players[p].council))


@rule
def hash_of(council):
    """A number below COUNCILS, 0 only for no elders; most councils of one or two elders get different numbers."""
    return max(1, council * 0x9E3779B1 >> 16 & COUNCILS - 1) if council else 0


@rule
def detail_of(s):
    """The main difference within one kind of work, a number below DETAILS."""
    if s.depth == 0:
        return 0
    f = s.frames[s.depth - 1]
    kind, subject, source, p = int(f.kind), int(f.field_1), int(f.field_2), max(0, int(f.player))
    if kind in (RESOLVE, WINDOW):
        return min(DETAILS - 1, buildings_of(s, p))
    if kind == HAND_OUT:
        return min(7, elders_of(s, p)) + 8 * int(source > 0)
    if kind == ON_BUILDING:
        return subject % DETAILS
    if kind in (USE_TAKEN_ELDER, BEFORE_ELDER, LET_ELDER_ACT):
        return 2 * (subject % 8) + int(s.plates > 0)
    discounts = int(has_standing(s.players[p], COSTS_LESS))
    return 8 * discounts + (1 + source % 7 if source else 0)
