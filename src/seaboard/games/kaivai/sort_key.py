"""Sort keys: a GPU steps games together that run the same rules next (lab/gpu_sorted.py)."""

from ...core.rule import rule
from ...core.seam import READY
from .layout import ACTION_SPACES, ASK_ACTION, OVER
from .supplies import canoes_on_board
from .turn import QUESTIONS

KINDS_ASKED = (OVER + 1) * (ACTION_SPACES + 1)  # the question, with the action in progress, or none
MAX_CANOES = 7
ANSWERS = MAX_CANOES + 1 + 2 * KINDS_ASKED
TO_ACTION = QUESTIONS.answers_to(ASK_ACTION)
FIRST_TO_ACTION, END_TO_ACTION = TO_ACTION[0].first, TO_ACTION[-1].end()
SORT_KEYS = ANSWERS + KINDS_ASKED + END_TO_ACTION - FIRST_TO_ACTION


@rule
def sort_key(s, action):
    """The same number for games in which `legal` or `apply_step` does the same work next; slow work first."""
    if s.decision == ASK_ACTION and action == READY:
        return min(MAX_CANOES, canoes_on_board(s, int(s.mover)))
    if s.decision == ASK_ACTION and action >= 0:
        return ANSWERS + KINDS_ASKED + action - FIRST_TO_ACTION
    later = ANSWERS if action >= 0 else ANSWERS - KINDS_ASKED if action == READY else MAX_CANOES + 1
    return asked_and_performed(s) + later


@rule
def asked_and_performed(s):
    """The question and the action in progress, as one number."""
    return (ACTION_SPACES + 1) * int(s.decision) + int(s.acting) + 1
