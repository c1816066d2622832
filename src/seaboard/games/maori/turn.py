"""M3.4 the list of all questions, in the order of their action numbers. Each answer's rules are in its class."""

from ...core.questions import Questions, mover
from ...core.rule import rule
from ...core.seam import MORE, READY
from .discover import DoNothing, LayOn, LayStored, Remove, Store, Take, WhatToDo, WhereItGoes
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
    LayStored,
    DoNothing,
    Remove,
    WhereItGoes,
    LayOn,
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
    """Carries out a legal action, and everything that follows without a choice."""
    while action != READY:
        if action != MORE:
            answer(s, box, action)
        action = ask(s, box)
