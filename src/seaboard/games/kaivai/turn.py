"""All questions and answers, in the order of their action numbers (pinned: records and networks depend on them)."""

from ...core.questions import Questions, mover
from ...core.rule import cold, rule
from ...core.seam import MORE, READY
from .bid import Bid, WhichBid
from .build import BuildOn, OfKind, WhereToBuild, WhichKind
from .canoes import Stop
from .celebrate import CelebrateIn, WhereToCelebrate
from .choose_action import Choose, Pass, WhatToDo
from .deliver import FishTo, KeepFish, WhichHut
from .ending import HowManyCounters, Play, ScoreVillage, WhichVillage
from .fish import FishIn, WhereToFish
from .gifts import Give, Honourable, NotHonourable, Receiver, WasItHonourable, WhoReceives
from .god import GodTo, WhereGodGoes
from .hexes import NO_HEX, store
from .perform import GoTo, TakeCanoe, WhereCanoeGoes, WhichCanoe
from .refusal import Refusal
from .rule_writer import WRITER
from .start_huts import StartOn, WhereToStart

QUESTIONS = Questions(
    "kaivai",
    WhichBid,
    Bid,
    WhereToStart,
    StartOn,
    WhereToBuild,
    BuildOn,
    WhichKind,
    OfKind,
    WhereGodGoes,
    GodTo,
    WhatToDo,
    Choose,
    Pass,
    Give,
    WhichCanoe,
    TakeCanoe,
    WhereCanoeGoes,
    GoTo,
    WhichHut,
    FishTo,
    WhichVillage,
    ScoreVillage,
    WhereToFish,
    FishIn,
    WhereToCelebrate,
    CelebrateIn,
    HowManyCounters,
    Play,
    Stop,
    KeepFish,
    WhoReceives,
    Receiver,
    WasItHonourable,
    Honourable,
    NotHonourable,
    refusals=Refusal,
    writer=WRITER,
    over="K12.1",
)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
prefer = QUESTIONS.prefer()
answer = QUESTIONS.answering()
ask = QUESTIONS.asking()

__all__ = ["QUESTIONS", "apply", "apply_step", "legal", "mover", "prefer", "problem"]


@rule
def apply(s, box, action):
    """Carries out a legal action, and everything that follows automatically."""
    while action != READY:
        carry_out(s, box, action)
        action = ask_next(s, box)
        while action == MORE:
            action = ask_next(s, box)


@rule
def apply_step(s, box, action):
    """One step: an answer, or the next question. Returns the only answer if there is one, else MORE or READY."""
    if action == MORE:
        return ask_next(s, box)
    carry_out(s, box, action)
    return MORE


@cold
def carry_out(s, box, action):
    """An answer. Out of line, as `ask_next`: inlined into `apply`, a move takes 1,010 instructions instead of 968."""
    store(s.choices, NO_HEX)
    answer(s, box, action)


@cold
def ask_next(s, box):
    """The next question. Returns the only answer if there is one, else MORE or READY."""
    return ask(s, box)
