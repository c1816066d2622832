"""Which rules run next: a GPU lets games go on together that do the same (lab/gpu_sorted.py)."""

from ...core.rule import rule
from ...core.seam import READY
from .layout import ASK_ACTION, INCREASE, OVER
from .supplies import canoes_on_map
from .turn import QUESTIONS

KINDS_ASKED = (OVER + 1) * (INCREASE + 2)  # what is asked, with the action that is performed, or none
MOST_CANOES = 7
ANSWERS = MOST_CANOES + 1 + 2 * KINDS_ASKED
TO_ACTION = QUESTIONS.answers_to(ASK_ACTION)
FIRST_TO_ACTION, END_TO_ACTION = TO_ACTION[0].first, TO_ACTION[-1].end()
SORT_KEYS = ANSWERS + KINDS_ASKED + END_TO_ACTION - FIRST_TO_ACTION


@rule
def sort_key(s, action):
    """What `legal` or `apply_step` does next, what takes long first: by what is asked, the action, and the number of canoes."""
    if s.decision == ASK_ACTION and action == READY:
        return min(MOST_CANOES, canoes_on_map(s, int(s.mover)))
    if s.decision == ASK_ACTION and action >= 0:
        return ANSWERS + KINDS_ASKED + action - FIRST_TO_ACTION
    later = ANSWERS if action >= 0 else ANSWERS - KINDS_ASKED if action == READY else MOST_CANOES + 1
    return asked_and_performed(s) + later


@rule
def asked_and_performed(s):
    return (INCREASE + 2) * int(s.decision) + int(s.acting) + 1
