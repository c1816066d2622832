"""All questions and answers, in the order of their action numbers (pinned: records and networks depend on them)."""

from ...core.questions import Questions, mover
from ...core.rule import rule
from ...core.seam import MORE, READY
from .discover import Pass, PlaceOn, PlaceStored, Remove, Store, Take, WhatToDo, WhereItGoes
from .explorer import HowManySteps, SetAt, Steps, WhereToSet
from .refusal import Refusal
from .rule_writer import WRITER
from .ship import SailTo, Stay, WhereToSail

QUESTIONS = Questions(
    "maori",
    WhereToSet,
    SetAt,
    HowManySteps,
    Steps,
    WhatToDo,
    Take,
    PlaceStored,
    Pass,
    Remove,
    WhereItGoes,
    PlaceOn,
    Store,
    WhereToSail,
    SailTo,
    Stay,
    refusals=Refusal,
    writer=WRITER,
    over="M4.1",
)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
prefer = QUESTIONS.prefer()
answer = QUESTIONS.answering()
ask = QUESTIONS.asking()

__all__ = ["QUESTIONS", "apply", "legal", "mover", "prefer", "problem"]


@rule
def apply(s, box, action):
    """Carries out a legal action, and everything that follows automatically."""
    while action != READY:
        if action != MORE:
            answer(s, box, action)
        action = ask(s, box)
