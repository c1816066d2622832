"""The list of all questions, in the order of their action numbers, and the steps between two choices.

The class of each answer has its rules and is in the module of its chapter; round/stages.py has the steps when nothing is
pending.
"""

import numpy as np

from ...core.questions import Answer, Questions, mover
from ...core.refusals import MUST_ANSWER
from ...core.rule import rule
from ...core.seam import MORE, READY
from ...language import _
from .actions.build import (
    BuildAt,
    CatchOf,
    ChooseCard,
    GuestForBuilding,
    HowToPayBuilding,
    PayBuilding,
    WhereToBuild,
    WhichBuilding,
    WhoseCatch,
)
from .actions.forest import PlantAt, RemoveStrip, WhereToPlant, WhichStrip
from .actions.guests import NewGuestAboard, WhichShipForGuest
from .actions.guests_at_table import HowManyGuests, WithGuests
from .actions.harbour import RemoveBuilding, WhichToRemove
from .actions.serve import FillPlates, HowManyPlates
from .actions.ships import (
    BuildShip,
    GuestForShip,
    HowToPayShip,
    PayShip,
    PlaceRaft,
    SellShip,
    SwapShip,
    WhetherRaft,
    WhichSale,
    WhichShip,
    WhichSwap,
)
from .actions.work import Imitate, OnElder, OnSpace, Skip, WhatToImitate, WhereToWork
from .cards.effect_timing import (
    AfterAction,
    AtAnyTime,
    GuestAboardAnytime,
    OnBuilding,
    UseAnytime,
    UseImmediately,
    UseWaiting,
    close_window,
    end_resolution,
    may_need_window,
)
from .elders.before import BeforeElder, UseBefore
from .elders.functions import DoOffered, ElderActs, Reveal, WhichAction, WhichLetter
from .elders.taking import TakeElder, UseIt, WhetherToUseIt, WhichElder
from .layout import CATCHING, MAX_LEGAL, OVER, PLACE, RESOLVE, WINDOW, WORKING
from .pending import STACK, asked, pop, top_kind
from .refusal import Refusal
from .round.catch import FeedElder, FeedShare, WhoGetsIt
from .round.stages import next_step
from .rule_writer import WRITER


class Decline(Answer):
    """Declines a question; only legal if the question allows it."""

    problem = MUST_ANSWER

    def notation(self, box: np.record, n: int) -> str:
        return "decline"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Decline")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("declined")


QUESTIONS = Questions(
    "nusfjord",
    Decline,
    *(WhereToWork, Skip, OnSpace, OnElder),
    *(WhichAction, DoOffered, WhatToImitate, Imitate),
    *(HowManyPlates, FillPlates),
    *(WhichStrip, RemoveStrip),
    *(WhereToPlant, PlantAt),
    *(WhichShip, BuildShip),
    *(WhichElder, TakeElder),
    *(WhoGetsIt, FeedElder, FeedShare),
    *(WhoseCatch, CatchOf),
    *(WhereToBuild, BuildAt),
    *(WhichSwap, SwapShip),
    *(WhichSale, SellShip),
    *(WhichLetter, Reveal),
    *(WhetherRaft, PlaceRaft),
    *(WhetherToUseIt, UseIt),
    *(WhichBuilding, ChooseCard),
    *(WhichToRemove, RemoveBuilding),
    *(HowToPayBuilding, HowToPayShip, PayShip, PayBuilding, GuestForShip, GuestForBuilding),
    *(HowManyGuests, WithGuests),
    *(AtAnyTime, WhichShipForGuest, NewGuestAboard, GuestAboardAnytime),
    *(AfterAction, OnBuilding, BeforeElder, UseWaiting, UseAnytime, UseImmediately, UseBefore),
    ElderActs,
    refusals=Refusal,
    writer=WRITER,
    over="N8.3",
    stack=STACK,
    declining=Decline,
    max_legal=MAX_LEGAL,
)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
prefer = QUESTIONS.prefer()
answer = QUESTIONS.answering()
ask = QUESTIONS.asking()

__all__ = ["QUESTIONS", "apply", "apply_step", "legal", "mover", "prefer", "problem", "run"]


@rule
def apply(s, box, action):
    """Carries out a legal action, and everything that follows until a player has a choice or the game is over."""
    while action != READY:
        if action != MORE:
            answer(s, box, action)
        action = advance(s, box)


@rule
def run(s, box):
    """Continues until a player has a choice."""
    apply(s, box, MORE)


@rule
def advance(s, box):
    """The next step of the round, or the work on top. Returns the answer if there is only one, READY if a player has a
    choice or the game is over, else MORE."""
    drop_idle_frames(s)
    if s.depth == 0:
        next_step(s, box)
        return READY if s.stage == OVER else MORE
    if top_kind(s) == PLACE:  # as `ask` would do; half of all questions, and its jump is hard to predict
        s.mover = asked(s)
        return READY
    return ask(s, box)


@rule
def drop_idle_frames(s):
    """N9.2, N9.3: removes resolutions and windows in which nobody can use an effect. `ask` would do the same, more slowly."""
    while s.depth > 0:
        f = s.frames[s.depth - 1]
        if f.kind == RESOLVE and s.alert == 0:
            end_resolution(s)
            pop(s)
        elif f.kind == WINDOW and not may_need_window(s.players[f.player]):
            close_window(s)
        else:
            return


@rule
def apply_step(s, box, action):
    """One step for the GPU: an answer, or the next work. Returns what `advance` returns."""
    if action != MORE:
        answer(s, box, action)
        drop_idle_frames(s)
        return MORE
    action = advance(s, box)
    drop_idle_frames(s)
    while action == MORE and passes_quickly(s):
        action = advance(s, box)
        drop_idle_frames(s)
    return action


@rule
def passes_quickly(s):
    """Whether the next step is too short for a separate GPU step: the next turn or catch, a worker."""
    if s.depth == 0:
        return s.stage in (CATCHING, WORKING)
    return s.frames[s.depth - 1].kind == PLACE
