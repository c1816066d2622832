"""Which rules run next: a GPU lets games go on together that do the same (lab/gpu_sorted.py)."""

from ...core.rule import rule
from ...core.seam import READY
from .layout import ASK_ACTION, CANOE, CHOOSE, INCREASE, OVER
from .supplies import canoes_on_map

QUESTIONS = (OVER + 1) * (INCREASE + 2)  # with the action that is performed, or none
MOST_CANOES = 7
ANSWERS = MOST_CANOES + 1 + 2 * QUESTIONS
SORT_KEYS = ANSWERS + QUESTIONS + CANOE - CHOOSE


@rule
def sort_key(s, action):
    """What `legal` or `apply_step` does next, what takes long first: by what is asked, the action, and the number of canoes."""
    if s.decision == ASK_ACTION and action == READY:
        return min(MOST_CANOES, canoes_on_map(s, int(s.mover)))
    if s.decision == ASK_ACTION and action >= 0:
        return ANSWERS + QUESTIONS + action - CHOOSE
    return asked_and_performed(s) + (ANSWERS if action >= 0 else ANSWERS - QUESTIONS if action == READY else MOST_CANOES + 1)


@rule
def asked_and_performed(s):
    return (INCREASE + 2) * int(s.decision) + int(s.acting) + 1
